// `__builtin_va_arg_pack`: numbers, structures and addresses that are passed on through two functions.
#include <stdarg.h>
#include <stdio.h>
struct pair {
    int a, b;
    char text[5];
};
static int read(int count, ...) {
    va_list list;
    va_start(list, count);
    int sum = 0;
    for (int i = 0; i < count; i++) {
        struct pair p = va_arg(list, struct pair);
        sum += p.a * p.b;
        sum += (int)va_arg(list, double);
        *va_arg(list, char *) = (char)sum;
    }
    va_end(list);
    return sum;
}
static inline __attribute__((always_inline)) int inner(int count, ...) {
    return read(count, __builtin_va_arg_pack());
}
static inline __attribute__((always_inline)) int outer(int count, ...) {
    if (__builtin_va_arg_pack_len() != 3 * count)
        return -1;
    return inner(count, __builtin_va_arg_pack());
}
static inline __attribute__((always_inline)) int say(const char *format, ...) {
    return printf(format, __builtin_va_arg_pack());
}

int main(void) {
    struct pair p = {2, 3, "abc"}, q = {4, 5, "x"};
    char at[2];
    say("%d %d %d\n", outer(0), outer(1, p, 2.5f, &at[0]), outer(2, p, 2.5f, &at[0], q, 7.25, &at[1]));
    say("%d %s%c\n", at[0] + at[1], p.text, '!');
    return say("end\n") != 4;
}
