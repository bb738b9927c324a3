// Thread-local objects behave as static ones in a single thread.
#include <stdio.h>

static _Thread_local int counter = 3;
__thread const char *name = "first";
extern _Thread_local int later;

static int next(void) {
    static _Thread_local int calls;
    return ++calls * 10 + counter++;
}

_Thread_local int later = 8;

int main(void) {
    printf("%d %d\n", next(), later);
    printf("%d %s\n", next(), name);
    int *p = &counter;
    *p += 100;
    name = "second";
    printf("%d %s\n", next(), name);
    return 0;
}
