// What lies behind the null at the end of the arguments is read.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
static const char *name;

static int work(int argc, char **argv) {
    return argv[2] == 0 ? argc : 0;
}

int main(void) { //~ NOT-PROVED
    char *a = malloc(11);
    for (int i = 0; i < 10; i++)
        a[i] = __VERIFIER_nondet_char();
    a[10] = 0;
    name = a;
    int argc = __VERIFIER_nondet_int();
    if (argc < 1 || argc > 10000)
        return 0;
    char **argv = malloc((argc + 1) * sizeof *argv), **all = malloc((argc + 1) * sizeof *all);
    argv[argc] = 0;
    for (int i = 0; i < argc; i++) {
        argv[i] = malloc(11);
        all[i] = argv[i];
        argv[i][10] = 0;
        for (int j = 0; j < 10; j++)
            argv[i][j] = __VERIFIER_nondet_char();
    }
    int result = work(argc, argv);
    for (int i = 0; i < argc; i++)
        free(all[i]);
    free(all);
    free(argv);
    free(a);
    return result;
}
