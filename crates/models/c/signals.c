// Signals. A function that handles one may be called at any step: runs in which it is not are followed, and nothing is proved of the
// others.

_Bool __VERIFIER_nondet_bool(void);
int __fafnir_fails(void);
int __fafnir_fails_with(int reason);
void __fafnir_succeeds(void);
void __other_behaviour_of_signal(void);
void __other_behaviour_of_raise(void);
_Bool __result_of_raise(void);
_Bool __result_of_kill(void);
unsigned long __result_of_sigprocmask(void);
void _exit(int status);

typedef void (*handler)(int);

enum { SIGNALS = 65, WORDS = 8 / sizeof(long) };

// The first 64 bits of a set are used, and nothing is stored in the others.
struct set {
    unsigned long words[128 / sizeof(long)];
};

struct action {
    handler function;
    struct set blocked;
    int flags;
    void (*restorer)(void);
};

// What the program has said about each signal; what it began with, it may ask for first.
struct stored {
    _Bool is_known;
    handler function;
    unsigned long blocked[WORDS];
    int flags;
};

static struct stored actions[SIGNALS];

static struct stored *action(int number) {
    struct stored *action = &actions[number];
    if (!action->is_known) {
        action->is_known = 1;
        action->function = __VERIFIER_nondet_bool() ? (handler)1 : (handler)0;
    }
    return action;
}

static _Bool is_signal(int number) {
    return number > 0 && number < SIGNALS;
}

// Two signals are the library's.
static _Bool is_internal(int number) {
    return number == 32 || number == 33;
}

static _Bool cannot_be_caught(int number) {
    return number == 9 || number == 19;
}

static unsigned long *word(unsigned long *words, int number) {
    return &words[(unsigned)(number - 1) / (8 * sizeof(long))];
}

static unsigned long bit(int number) {
    return 1ul << (unsigned)(number - 1) % (8 * sizeof(long));
}

static void copy(unsigned long *dst, const unsigned long *src) {
    for (int i = 0; i < WORDS; i++)
        dst[i] = src[i];
}

static void leave_out(unsigned long *words, int number) {
    *word(words, number) &= ~bit(number);
}

// Whoever ignores a signal, or lets it end the program, has no function that is called.
static void may_be_called(handler function) {
    if (function != (handler)0 && function != (handler)1 && __VERIFIER_nondet_bool())
        __other_behaviour_of_signal();
}

static handler set(int number, handler function, int flags) {
    if (!is_signal(number) || is_internal(number) || cannot_be_caught(number) || function == (handler)-1) {
        __fafnir_fails_with(22);
        return (handler)-1;
    }
    struct stored *now = action(number);
    handler old = now->function;
    for (int i = 0; i < WORDS; i++)
        now->blocked[i] = 0;
    if (flags == 0x10000000)
        *word(now->blocked, number) |= bit(number);
    now->function = function;
    now->flags = flags | 0x04000000;
    may_be_called(function);
    return old;
}

handler signal(int number, handler function) {
    return set(number, function, 0x10000000);
}

handler bsd_signal(int number, handler function) {
    return set(number, function, 0x10000000);
}

handler __sysv_signal(int number, handler function) {
    return set(number, function, (int)0xe0000000);
}

int sigaction(int number, const struct action *new, struct action *old) {
    if (!is_signal(number) || is_internal(number) || (new && cannot_be_caught(number)))
        return __fafnir_fails_with(22);
    struct stored *now = action(number);
    struct stored before = *now;
    if (new) {
        now->function = new->function;
        copy(now->blocked, new->blocked.words);
        leave_out(now->blocked, 9);
        leave_out(now->blocked, 19);
        now->flags = new->flags | 0x04000000;
        may_be_called(now->function);
    }
    if (old) {
        old->function = before.function;
        copy(old->blocked.words, before.blocked);
        old->flags = before.flags;
    }
    return 0;
}

int sigemptyset(struct set *set) {
    for (int i = 0; i < WORDS; i++)
        set->words[i] = 0;
    return 0;
}

int sigfillset(struct set *set) {
    for (int i = 0; i < WORDS; i++)
        set->words[i] = ~0ul;
    leave_out(set->words, 32);
    leave_out(set->words, 33);
    return 0;
}

int sigaddset(struct set *set, int number) {
    if (!is_signal(number) || is_internal(number))
        return __fafnir_fails_with(22);
    *word(set->words, number) |= bit(number);
    return 0;
}

int sigdelset(struct set *set, int number) {
    if (!is_signal(number) || is_internal(number))
        return __fafnir_fails_with(22);
    leave_out(set->words, number);
    return 0;
}

int sigismember(const struct set *set, int number) {
    if (!is_signal(number))
        return __fafnir_fails_with(22);
    return (*word((unsigned long *)set->words, number) & bit(number)) != 0;
}

static unsigned long blocked[WORDS];
static _Bool blocked_is_known;

static void take(int number) {
    handler function = cannot_be_caught(number) ? (handler)0 : action(number)->function;
    if (function == (handler)1)
        return;
    if (function != (handler)0)
        __other_behaviour_of_raise();
    // Some are ignored, and some stop it until it goes on.
    if (number == 17 || number == 18 || number == 23 || number == 28 || (number >= 19 && number <= 22))
        return;
    _exit(128);
}

// Whoever started the program may have blocked it, which is rare.
static _Bool is_blocked(int number) {
    if (cannot_be_caught(number))
        return 0;
    return blocked_is_known ? (*word(blocked, number) & bit(number)) != 0 : __result_of_raise();
}

// A signal that waits until it is no longer blocked.
static int waiting;

static void take_waiting(void) {
    int number = waiting;
    if (number && !(*word(blocked, number) & bit(number))) {
        waiting = 0;
        take(number);
    }
}

int sigprocmask(int how, const struct set *set, struct set *old) {
    if (set && (how < 0 || how > 2))
        return __fafnir_fails_with(22);
    if (!blocked_is_known) {
        blocked_is_known = 1;
        for (int i = 0; i < WORDS; i++)
            blocked[i] = __result_of_sigprocmask();
        leave_out(blocked, 9);
        leave_out(blocked, 19);
    }
    unsigned long before[WORDS];
    copy(before, blocked);
    if (set) {
        for (int i = 0; i < WORDS; i++) {
            unsigned long word = set->words[i];
            blocked[i] = how == 0 ? blocked[i] | word : how == 1 ? blocked[i] & ~word : word;
        }
        leave_out(blocked, 9);
        leave_out(blocked, 19);
        leave_out(blocked, 32);
        leave_out(blocked, 33);
    }
    if (old)
        copy(old->words, before);
    take_waiting();
    return 0;
}

// This process gets a signal.
static int receive(int number) {
    if (is_blocked(number)) {
        if (waiting && waiting != number)
            __other_behaviour_of_raise();
        waiting = number;
    } else {
        take(number);
    }
    return 0;
}

int raise(int number) {
    if (!is_signal(number) || is_internal(number))
        return number ? __fafnir_fails_with(22) : 0;
    return receive(number);
}

// Other processes get the signal, or this one, or both.
int kill(int process, int number) {
    (void)process;
    if (number < 0 || number >= SIGNALS)
        return __fafnir_fails_with(22);
    // Which processes there are and whose they are is not known here.
    if (__result_of_kill())
        return __fafnir_fails();
    __fafnir_succeeds();
    if (number == 0 || __result_of_kill())
        return 0;
    if (is_internal(number))
        __other_behaviour_of_raise();
    return receive(number);
}
