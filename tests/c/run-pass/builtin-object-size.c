// What the expression tells of an object's size; what it does not tell is unknown, in gcc's way of saying so.
#include <stdio.h>
struct record {
    int number;
    char text[10];
    int list[4];
};
static struct record shared;
static int table[5];
#define SIZES(e)                                                                                                      \
    printf("%-18s %ld %ld %ld %ld\n", #e, (long)__builtin_object_size(e, 0), (long)__builtin_object_size(e, 1),       \
           (long)__builtin_object_size(e, 2), (long)__builtin_object_size(e, 3))
int main(int argc, char **argv) {
    struct record own, *pointer = &own;
    int array[5], matrix[2][3], single;
    char variable[argc + 1];
    SIZES(array);
    SIZES(&array[2]);
    SIZES(&array[5]);
    SIZES(&own);
    SIZES(&own.number);
    SIZES(own.text);
    SIZES(&own.text[3]);
    SIZES(&own.list[1]);
    SIZES((void *)&own.text);
    SIZES(&single);
    SIZES("abc");
    SIZES(&shared.list[1]);
    SIZES(table);
    SIZES(matrix[1]);
    SIZES(&matrix[1][1]);
    SIZES(pointer);
    SIZES(&pointer->number);
    SIZES(&array[argc]);
    SIZES(variable);
    SIZES(argv);
    printf("%ld %ld\n", (long)__builtin_object_size(array + 2, 0), (long)__builtin_object_size((char *)array + 3, 2));
    return 0;
}
