// A comparison function leaves `qsort` by a jump; its copy of an element is lost.
//@ engines: auto hunt
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf out;
static int compare(const void *a, const void *b) {
    int *copy = malloc(sizeof(int));
    if (!copy)
        exit(1);
    *copy = *(const int *)a;
    if (*copy == 3) //~ ERROR memory-leak
        longjmp(out, 1);
    int result = *copy - *(const int *)b;
    free(copy);
    return result;
}
int main(void) {
    int numbers[3] = {3, 2, 3};
    if (setjmp(out))
        return 1;
    qsort(numbers, 3, sizeof(int), compare);
    return 0;
}
