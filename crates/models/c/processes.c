// Processes and users. The new process and the old one are two programs that go on from the call: each has its own memory.

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __VERIFIER_assume(int condition);
void _exit(int status);
unsigned long strlen(const char *s);
int __fafnir_fails(void);
void __fafnir_succeeds(void);
int __fafnir_some_exit_status(void);

static int succeeds_or_fails(void) {
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    return 0;
}

static void look_at(const char *text) {
    unsigned long length = strlen(text);
    (void)length;
}

// Linux counts up to 2^22.
static int some_process(void) {
    int process = __VERIFIER_nondet_int();
    __VERIFIER_assume(process > 0);
    __VERIFIER_assume(process <= 4194304);
    return process;
}

int fork(void) {
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    return __VERIFIER_nondet_bool() ? some_process() : 0;
}

// The new process may do nothing but set the result, end, or become another program: nobody sees that they share memory.
int vfork(void) {
    return fork();
}

int waitpid(int process, int *status, int options) {
    (void)process;
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    // None has ended yet.
    if (options & 1 && __VERIFIER_nondet_bool())
        return 0;
    if (status) {
        // Stopped, or going on again.
        if (options & 2 && __VERIFIER_nondet_bool())
            *status = (int)(__VERIFIER_nondet_uint() % 64 + 1) << 8 | 0x7f;
        else if (options & 8 && __VERIFIER_nondet_bool())
            *status = 0xffff;
        else
            *status = __fafnir_some_exit_status();
    }
    if (process > 0)
        return process;
    return some_process();
}

int wait(int *status) {
    return waitpid(-1, status, 0);
}

// The program ends here, or goes on because the other one cannot be started.
static int become(const char *path, char *const *arguments) {
    look_at(path);
    if (arguments)
        for (; *arguments; arguments++)
            look_at(*arguments);
    if (__VERIFIER_nondet_bool())
        _exit(0);
    return __fafnir_fails();
}

int execv(const char *path, char *const *arguments) {
    return become(path, arguments);
}

int execvp(const char *path, char *const *arguments) {
    return become(path, arguments);
}

int execve(const char *path, char *const *arguments, char *const *environment) {
    if (environment)
        for (; *environment; environment++)
            look_at(*environment);
    return become(path, arguments);
}

static int become_with(const char *path, const char *first, __builtin_va_list more) {
    look_at(path);
    for (const char *word = first; word; word = __builtin_va_arg(more, const char *))
        look_at(word);
    if (__VERIFIER_nondet_bool())
        _exit(0);
    return __fafnir_fails();
}

int execl(const char *path, const char *first, ...) {
    __builtin_va_list more;
    __builtin_va_start(more, first);
    int result = become_with(path, first, more);
    __builtin_va_end(more);
    return result;
}

int execlp(const char *path, const char *first, ...) {
    __builtin_va_list more;
    __builtin_va_start(more, first);
    int result = become_with(path, first, more);
    __builtin_va_end(more);
    return result;
}

// Who the user is does not change by itself.
static unsigned users[4];
static _Bool known[4];

static unsigned user(int which) {
    if (!known[which]) {
        known[which] = 1;
        users[which] = __VERIFIER_nondet_uint();
        __VERIFIER_assume(users[which] != -1u);
    }
    return users[which];
}

unsigned getuid(void) {
    return user(0);
}

unsigned geteuid(void) {
    return user(1);
}

unsigned getgid(void) {
    return user(2);
}

unsigned getegid(void) {
    return user(3);
}

// Which of the numbers change depends on what the user may do.
static int change(int real, int effective, unsigned number) {
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    users[effective] = number;
    known[effective] = 1;
    if (real >= 0 && __VERIFIER_nondet_bool()) {
        users[real] = number;
        known[real] = 1;
    }
    return 0;
}

int setuid(unsigned number) {
    return change(0, 1, number);
}

int seteuid(unsigned number) {
    return change(-1, 1, number);
}

int setgid(unsigned number) {
    return change(2, 3, number);
}

int setegid(unsigned number) {
    return change(-1, 3, number);
}

// The one that started this process may end, and another take its place.
int getppid(void) {
    int process = __VERIFIER_nondet_int();
    __VERIFIER_assume(process >= 0);
    __VERIFIER_assume(process <= 4194304);
    return process;
}

// Others may put this process into another group.
int getpgrp(void) {
    return some_process();
}

int setpgid(int process, int group) {
    (void)process;
    (void)group;
    return succeeds_or_fails();
}

int getpid(void);

int setsid(void) {
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    return getpid();
}

int setgroups(unsigned long count, const unsigned *groups) {
    for (unsigned long i = 0; i < count; i++) {
        unsigned group = groups[i];
        (void)group;
    }
    return succeeds_or_fails();
}

int getgroups(int room, unsigned *groups) {
    if (room < 0 || __VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    int count = __VERIFIER_nondet_int();
    __VERIFIER_assume(count >= 0);
    __VERIFIER_assume(count <= 65536);
    if (room > 0) {
        __VERIFIER_assume(count <= room);
        if (count > 0)
            __VERIFIER_nondet_memory(groups, (unsigned long)count * sizeof *groups);
    }
    return count;
}
