// Runs a program many times with inputs at random, each run in a process of its own, and ends with 66 if one goes wrong.
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUNS = 40, DOES_NOT_COUNT = 77, WENT_WRONG = 66, SANITIZER = 99 };
extern int program_main(int, char **);
static unsigned long long state;

static long long next(void) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    unsigned bits = (unsigned)(state >> 33);
    switch (bits % 8) {
    case 0: return (int)(state >> 20);
    case 1: return -1;
    case 2: case 3: return bits >> 3 & 1;
    default: return (bits >> 3) % 5;
    }
}

#define INPUT(name, type) __attribute__((weak)) type __VERIFIER_nondet_##name(void) { return (type)next(); }
INPUT(int, int) INPUT(uint, unsigned) INPUT(long, long) INPUT(ulong, unsigned long) INPUT(char, char)
INPUT(uchar, unsigned char) INPUT(short, short) INPUT(ushort, unsigned short) INPUT(bool, _Bool)
INPUT(longlong, long long) INPUT(ulonglong, unsigned long long) INPUT(size_t, size_t) INPUT(unsigned, unsigned)
__attribute__((weak)) void __VERIFIER_assume(int holds) { if (!holds) _exit(DOES_NOT_COUNT); }
static void wrong(const char *what) { fprintf(stderr, "%s\n", what); _exit(SANITIZER); }
__attribute__((weak)) void __VERIFIER_error(void) { wrong("the error is reached"); }
__attribute__((weak)) void __VERIFIER_assert(int holds) { if (!holds) wrong("an assertion fails"); }
__attribute__((weak)) void reach_error(void) { wrong("the error is reached"); }
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) { wrong("an assertion fails"); }

int main(int count, char **values) {
    unsigned long long seed = count > 1 ? strtoull(values[1], 0, 10) : 1;
    for (int run = 0; run < RUNS; run++) {
        int child = fork();
        if (child == 0) {
            state = seed * 1000003 + run;
            alarm(2);
            freopen("/dev/null", "w", stdout);
            char *own[] = {"program", 0};
            program_main(1, own);
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == SANITIZER)
            return WENT_WRONG;
    }
    return 0;
}
