// Places to jump back to. `setjmp` and `longjmp` return like any function; what a jump is, `semantics::jumps` makes of them: `setjmp`
// stores the address of a variable of the call that it returns to, and where `longjmp` has set a target, every call on the
// way back returns at once.

void *memcpy(void *to, const void *from, unsigned long n);
void __other_behaviour_of_longjmp(void);
void abort(void);

void *__fafnir_jump_target;
int __fafnir_jump_value;

// What the machine stores there concerns nobody: it has no value here.
static int remember(void *place) {
    char registers[200];
    memcpy(place, registers, sizeof(long) == 8 ? 200 : 156);
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

// There is no call to come back to.
void __fafnir_jump_to_nowhere(void) {
    __other_behaviour_of_longjmp();
    abort();
}

void longjmp(void *place, int value) {
    __fafnir_jump_target = *(void **)place;
    __fafnir_jump_value = value ? value : 1;
    if (!__fafnir_jump_target)
        __fafnir_jump_to_nowhere();
}

void _longjmp(void *place, int value) {
    longjmp(place, value);
}

void siglongjmp(void *place, int value) {
    longjmp(place, value);
}

// Of fortified headers: a place whose function has returned ends the program.
void __longjmp_chk(void *place, int value) {
    longjmp(place, value);
}
