// Functions that do not return, in both spellings; control does not come back.
#include <stdio.h>
#include <stdlib.h>

static _Noreturn void leave(int code) {
    printf("leaving with %d\n", code);
    exit(code);
}
__attribute__((noreturn)) static void die(const char *why);

static int pick(int n) {
    switch (n) {
    case 0: return 10;
    case 1: return 20;
    default: die("unreachable");
    }
}

static void die(const char *why) {
    puts(why);
    leave(1);
}

static void at_exit(void) { puts("at exit"); }

int main(void) {
    atexit(at_exit);
    printf("%d\n", pick(0) + pick(1));
    if (pick(0) != 10) die("wrong");
    leave(7);
}
