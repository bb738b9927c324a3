// Open files by their descriptors. A new descriptor is the least that is not open. What is read is anything; where the program can
// know better (of devices, pipes, and what it has written itself), the result is made up.

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __VERIFIER_assume(int condition);
unsigned long strlen(const char *s);
int __fafnir_fails(void);
int __fafnir_standard_input_byte(void);
int __fafnir_standard_input_is_real(void);
int putchar(int c);
int __fafnir_fails_with(int reason);
void __fafnir_succeeds(void);
int __fafnir_has_other_descriptors(void);
int __fafnir_descriptors_are_given_away(void);
int __result_of_open(void);
long __result_of_read(void);
_Bool __result_of_write(void);
long __result_of_lseek(void);
int __result_of_fcntl(void);
_Bool __result_of_isatty(void);
void __other_behaviour_of_fcntl(void);

enum { NO_FILE = 2, BAD_DESCRIPTOR = 9, MOST = 1 << 30 };

// A descriptor that was opened or closed, or is known to be open. All are written out, so that looking one up is no loop.
struct file {
    int number;
    _Bool is_open;
    // It comes from the program, and not from whoever started it.
    _Bool is_own;
    _Bool reads, writes;
    // What is read from it, or whether writing succeeds, is not just anything.
    _Bool reads_special, writes_special;
    // What was said of it: 0 nothing, 1 a terminal, 2 none.
    char terminal;
};

static struct file first = {-1}, second = {-1}, third = {-1}, fourth = {-1}, fifth = {-1};
// There were more than that.
static _Bool has_forgotten;

// All descriptors below this one are open.
static int least;

// The program has written something that it may read again.
static _Bool has_written;

static struct file *known(int number) {
    return number == first.number    ? &first
           : number == second.number ? &second
           : number == third.number  ? &third
           : number == fourth.number ? &fourth
           : number == fifth.number  ? &fifth
                                     : 0;
}

// Where to note something of a descriptor, if there is room.
static struct file *noted(int number) {
    if (__fafnir_descriptors_are_given_away())
        return 0;
    struct file *file = known(number);
    if (!file) {
        file = known(-1);
        if (!file) {
            has_forgotten = 1;
            return 0;
        }
        file->number = number;
    }
    file->terminal = 0;
    return file;
}

static _Bool is_possible(const struct file *file, int number) {
    return file->number < 0
           || (file->is_open ? number != file->number : number <= file->number || __fafnir_has_other_descriptors());
}

static int new_descriptor(void) {
    _Bool is_made_up = has_forgotten || __fafnir_descriptors_are_given_away();
    int number = is_made_up ? __result_of_open() : __VERIFIER_nondet_int();
    __VERIFIER_assume(number >= 0);
    __VERIFIER_assume(number < MOST);
    if (__fafnir_descriptors_are_given_away())
        return number;
    if (!__fafnir_has_other_descriptors())
        __VERIFIER_assume(number >= least);
    __VERIFIER_assume(is_possible(&first, number));
    __VERIFIER_assume(is_possible(&second, number));
    __VERIFIER_assume(is_possible(&third, number));
    __VERIFIER_assume(is_possible(&fourth, number));
    __VERIFIER_assume(is_possible(&fifth, number));
    least = number + 1;
    return number;
}

static int new_file(_Bool reads, _Bool writes, _Bool reads_special, _Bool writes_special) {
    int number = new_descriptor();
    struct file *file = noted(number);
    if (file) {
        file->is_open = 1;
        file->is_own = 1;
        file->reads = reads;
        file->writes = writes;
        file->reads_special = reads_special;
        file->writes_special = writes_special;
    }
    return number;
}

static _Bool is_closed(int number, const struct file *file) {
    return number < 0 || (file && !file->is_open);
}

// Nobody but the program opens descriptors beyond the first three.
static _Bool is_strange(int number, const struct file *file) {
    return !file && number > 2 && !__fafnir_has_other_descriptors();
}

static _Bool reads_fail(int number, const struct file *file) {
    if (is_strange(number, file) || (file && file->reads_special))
        return __result_of_read() != 0;
    return __VERIFIER_nondet_bool();
}

static _Bool writes_fail(int number, const struct file *file) {
    if (is_strange(number, file) || (file && file->writes_special))
        return __result_of_write();
    return __VERIFIER_nondet_bool();
}

// Something has succeeded that needs the descriptor.
static void is_open(int number, const struct file *file) {
    if (file || number < least || __fafnir_has_other_descriptors())
        return;
    if (number == least) {
        least++;
        return;
    }
    struct file *new = noted(number);
    if (new) {
        new->is_open = new->reads = new->writes = 1;
        new->is_own = new->reads_special = new->writes_special = 0;
    }
}

// What was said of the first descriptors while they are those that the program was started with.
static char terminals[3];

int isatty(int number) {
    struct file *file = known(number);
    if (is_closed(number, file))
        return __fafnir_fails_with(BAD_DESCRIPTOR) + 1;
    _Bool answer;
    if (file && file->is_own) {
        if (!file->terminal)
            file->terminal = __result_of_isatty() ? 1 : 2;
        answer = file->terminal == 1;
    } else if (number > 2) {
        answer = __result_of_isatty();
    } else {
        if (!terminals[number])
            terminals[number] = __VERIFIER_nondet_bool() ? 1 : 2;
        answer = terminals[number] == 1;
    }
    if (answer) {
        is_open(number, file);
        __fafnir_succeeds();
    } else {
        __fafnir_fails();
    }
    return answer;
}

static _Bool is_below(const char *path, char a, char b, char c) {
    return path[0] == '/' && path[1] == a && path[2] == b && path[3] == c;
}

int open(const char *path, int flags, ...) {
    unsigned long length = strlen(path);
    if (length == 0)
        return __fafnir_fails_with(NO_FILE);
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    _Bool is_path = (flags & 010000000) != 0, is_device = 0;
    int access = flags & 3;
    if (is_below(path, 'd', 'e', 'v') || is_below(path, 'p', 'r', 'o') || is_below(path, 's', 'y', 's'))
        is_device = 1;
    // Directories are not read, and there is nothing in a new file.
    _Bool reads_special = is_device || (flags & 0201200) != 0;
    return new_file(access != 1 && !is_path, access != 0 && !is_path, reads_special, is_device);
}

int open64(const char *path, int flags, ...) {
    return open(path, flags);
}

int creat(const char *path, unsigned mode) {
    (void)mode;
    return open(path, 01101);
}

// A new end of a connection.
int __fafnir_new_socket(void) {
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    return new_file(1, 1, 0, 0);
}

int pipe(int *ends) {
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    ends[0] = new_file(1, 0, 1, 1);
    ends[1] = new_file(0, 1, 1, 1);
    return 0;
}

int dup(int number) {
    struct file *file = known(number);
    if (is_closed(number, file))
        return __fafnir_fails_with(BAD_DESCRIPTOR);
    if (reads_fail(number, file))
        return __fafnir_fails();
    __fafnir_succeeds();
    is_open(number, file);
    int new = file ? new_file(file->reads, file->writes, file->reads_special, file->writes_special)
                   : new_file(1, 1, 0, 0);
    __VERIFIER_assume(new != number);
    return new;
}

int dup2(int from, int to) {
    struct file *file = known(from);
    if (is_closed(from, file) || to < 0)
        return __fafnir_fails_with(BAD_DESCRIPTOR);
    if (reads_fail(from, file))
        return __fafnir_fails();
    __fafnir_succeeds();
    is_open(from, file);
    if (from == to)
        return to;
    if (to < 3)
        terminals[to] = 0;
    struct file *new = noted(to);
    if (new) {
        new->is_open = new->is_own = 1;
        new->reads = !file || file->reads;
        new->writes = !file || file->writes;
        new->reads_special = file && file->reads_special;
        new->writes_special = file && file->writes_special;
    }
    return to;
}

// After a failure it is not said whether it is open.
int close(int number) {
    struct file *file = known(number);
    if (is_closed(number, file))
        return __fafnir_fails_with(BAD_DESCRIPTOR);
    if (number < 3)
        terminals[number] = 0;
    _Bool fails = is_strange(number, file) ? __result_of_write() : __VERIFIER_nondet_bool();
    if (number < least)
        least = number;
    if (fails) {
        if (file)
            file->number = -1;
        return __fafnir_fails();
    }
    __fafnir_succeeds();
    // Somebody else may open it again.
    if (__fafnir_has_other_descriptors()) {
        if (file)
            file->number = -1;
        return 0;
    }
    file = noted(number);
    if (file)
        file->is_open = 0;
    return 0;
}

int fcntl(int number, int command, ...) {
    struct file *file = known(number);
    if (is_closed(number, file))
        return __fafnir_fails_with(BAD_DESCRIPTOR);
    // Others make a new descriptor, or lock a part of a file.
    if (command < 1 || command > 4)
        __other_behaviour_of_fcntl();
    int result = __result_of_fcntl();
    if (result < 0)
        return __fafnir_fails();
    __fafnir_succeeds();
    is_open(number, file);
    if (command == 1)
        return result & 1;
    if (command == 3) {
        // How it was opened, and what may be changed of that.
        __VERIFIER_assume((result & 3) != 3);
        return result & 037776003;
    }
    return 0;
}

static int succeeds_or_fails(int number) {
    struct file *file = known(number);
    if (is_closed(number, file))
        return __fafnir_fails_with(BAD_DESCRIPTOR);
    if (writes_fail(number, file))
        return __fafnir_fails();
    __fafnir_succeeds();
    is_open(number, file);
    return 0;
}

int fsync(int number) {
    return succeeds_or_fails(number);
}

int flock(int number, int operation) {
    (void)operation;
    return succeeds_or_fails(number);
}

static long read_real(char *dst, unsigned long size) {
    unsigned long n = 0;
    for (int c; n < size && (c = __fafnir_standard_input_byte()) >= 0; n++)
        dst[n] = (char)c;
    return (long)n;
}

long read(int number, void *dst, unsigned long size) {
    struct file *file = known(number);
    if (__fafnir_standard_input_is_real() && number == 0 && !file)
        return read_real(dst, size);
    if (is_closed(number, file) || (file && !file->reads))
        return __fafnir_fails_with(BAD_DESCRIPTOR);
    if (reads_fail(number, file))
        return __fafnir_fails();
    __fafnir_succeeds();
    is_open(number, file);
    _Bool is_made_up = has_written || is_strange(number, file) || (file && file->reads_special);
    long count = is_made_up ? __result_of_read() : __VERIFIER_nondet_long();
    __VERIFIER_assume(count >= 0 && (unsigned long)count <= size);
    if (count > 0) {
        __VERIFIER_nondet_memory(dst, (unsigned long)count);
        if (is_made_up)
            *(char *)dst = (char)__result_of_read();
    }
    return count;
}

static long write_real(const char *src, unsigned long size) {
    for (unsigned long i = 0; i < size; i++)
        putchar((unsigned char)src[i]);
    return (long)size;
}

// All bytes lie in one object if the first and the last do.
long write(int number, const void *src, unsigned long size) {
    struct file *file = known(number);
    if (__fafnir_standard_input_is_real() && number == 1 && !file)
        return write_real(src, size);
    if (is_closed(number, file) || (file && !file->writes))
        return __fafnir_fails_with(BAD_DESCRIPTOR);
    const char *bytes = src;
    if (size > 0) {
        char first_byte = bytes[0], last_byte = bytes[size - 1];
        (void)first_byte;
        (void)last_byte;
    }
    if (writes_fail(number, file))
        return __fafnir_fails();
    __fafnir_succeeds();
    is_open(number, file);
    // What goes to the first three is not read again.
    if (number > 2 || file)
        has_written = 1;
    long count = file && file->writes_special ? __result_of_read() : __VERIFIER_nondet_long();
    __VERIFIER_assume(count >= 0 && (unsigned long)count <= size);
    return count;
}

long lseek(int number, long offset, int whence) {
    (void)offset;
    (void)whence;
    struct file *file = known(number);
    if (is_closed(number, file))
        return __fafnir_fails_with(BAD_DESCRIPTOR);
    long position = __result_of_lseek();
    __VERIFIER_assume(position >= -1);
    if (position < 0)
        return __fafnir_fails();
    __fafnir_succeeds();
    is_open(number, file);
    return position;
}
