// Places to jump back to. The first return is followed; whoever jumps comes back a second time, which is not.

void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __other_behaviour_of_longjmp(void);
void abort(void);

// What the machine stores there concerns nobody.
static int remember(void *place) {
    __VERIFIER_nondet_memory(place, sizeof(long) == 8 ? 200 : 156);
    return 0;
}

int setjmp(void *place) {
    return remember(place);
}

int _setjmp(void *place) {
    return remember(place);
}

int __sigsetjmp(void *place, int keep_signals) {
    (void)keep_signals;
    return remember(place);
}

void longjmp(void *place, int value) {
    (void)place;
    (void)value;
    __other_behaviour_of_longjmp();
    abort();
}

void _longjmp(void *place, int value) {
    longjmp(place, value);
}

void siglongjmp(void *place, int value) {
    longjmp(place, value);
}
