// Streams of <stdio.h>. As in glibc, an open stream is a block that a list of the library holds: to close it twice or to use it
// afterwards is an error, and not to close it loses nothing. What is printed goes by the engines' own functions and leaves no
// mark here.

void *malloc(unsigned long size);
void free(void *p);
int __fafnir_input_byte(void);
int __fafnir_standard_input_byte(void);
int __fafnir_standard_input_is_real(void);
unsigned long strlen(const char *s);
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);
int __fafnir_fails(void);
int __fafnir_fails_with(int reason);
void __fafnir_succeeds(void);
int __fafnir_some_exit_status(void);
int __fafnir_output_follows_closing(void);
int __result_of_ferror(void);
int __result_of_fgetc(void);
void __other_behaviour_of_fclose(void);
void __other_behaviour_of_ungetc(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
unsigned long __VERIFIER_nondet_ulong(void);
int __fafnir_summarise(void);
int __fafnir_never(void);
int atexit(void (*function)(void));

void *realloc(void *p, unsigned long size);

struct stream {
    struct stream *next;
    struct stream *previous;
    // Of the program, if not null: what it holds is the stream's affair.
    char *buffer;
    unsigned long room;
    int at_end;
    int in_error;
    // Only a standard stream is there after it was closed.
    int closed;
    // It is not open for reading, or not for writing.
    int unreadable, unwritable;
    // The program may know what is read: it has written that itself, or reads from a device.
    int own;
    // Something was printed since the stream has a buffer.
    int pending;
    int pushed;
    // The characters that were pushed back, the next one last.
    unsigned char back[8];
    // As much as a program may copy that looks into its FILE.
    char rest[144];
};

struct stream _IO_2_1_stdin_ = {.unwritable = 1};
struct stream _IO_2_1_stdout_ = {.unreadable = 1}, _IO_2_1_stderr_ = {.unreadable = 1};
struct stream *stdin = &_IO_2_1_stdin_;
struct stream *stdout = &_IO_2_1_stdout_;
struct stream *stderr = &_IO_2_1_stderr_;

static struct stream *open_streams;
// The program has opened a file that it may write to: another one may be the same file.
static _Bool writes_files;

static void set_mode(struct stream *stream, const char *mode) {
    _Bool update = mode[0] && (mode[1] == '+' || (mode[1] && (mode[2] == '+' || (mode[2] && mode[3] == '+'))));
    stream->unreadable = mode[0] != 'r' && !update;
    stream->unwritable = mode[0] == 'r' && !update;
    if (mode[0] != 'r' || update)
        writes_files = 1;
    stream->own = writes_files;
}

static struct stream *some_stream(const char *mode) {
    if (mode[0] != 'r' && mode[0] != 'w' && mode[0] != 'a') {
        __fafnir_fails_with(22);
        return 0;
    }
    if (__VERIFIER_nondet_bool()) {
        __fafnir_fails();
        return 0;
    }
    struct stream *stream = malloc(sizeof *stream);
    if (!stream)
        return 0;
    __fafnir_succeeds();
    stream->at_end = 0;
    stream->in_error = 0;
    stream->pending = 0;
    stream->closed = 0;
    stream->pushed = 0;
    stream->buffer = 0;
    set_mode(stream, mode);
    stream->previous = 0;
    stream->next = open_streams;
    if (open_streams)
        open_streams->previous = stream;
    open_streams = stream;
    return stream;
}

static _Bool is_standard(struct stream *stream) {
    return stream == &_IO_2_1_stdin_ || stream == &_IO_2_1_stdout_ || stream == &_IO_2_1_stderr_;
}

// It must be open.
static void look_at(struct stream *stream) {
    if (stream->closed)
        __other_behaviour_of_fclose();
}

static void use_buffer(struct stream *stream) {
    if (stream->buffer)
        __VERIFIER_nondet_memory(stream->buffer, stream->room);
}

static void end(struct stream *stream) {
    look_at(stream);
    if (stream->pending)
        use_buffer(stream);
    stream->buffer = 0;
    if (is_standard(stream)) {
        if (stream != &_IO_2_1_stdin_ && __fafnir_output_follows_closing())
            __other_behaviour_of_fclose();
        stream->closed = 1;
        return;
    }
    if (stream->previous)
        stream->previous->next = stream->next;
    else
        open_streams = stream->next;
    if (stream->next)
        stream->next->previous = stream->previous;
    free(stream);
}

static void look_at_text(const char *text) {
    unsigned long length = strlen(text);
    (void)length;
}

static _Bool is_below(const char *path, char a, char b, char c) {
    return path[0] == '/' && path[1] == a && path[2] == b && path[3] == c;
}

static _Bool is_device(const char *path) {
    return is_below(path, 'd', 'e', 'v') || is_below(path, 'p', 'r', 'o') || is_below(path, 's', 'y', 's');
}

// So much was printed. Calls of these two are put where the program prints to streams, if it opens any.
void __fafnir_printed_to(struct stream *stream, int result) {
    __VERIFIER_assume(!stream->unwritable || result < 0);
}

void __fafnir_wrote_to(struct stream *stream, unsigned long count) {
    __VERIFIER_assume(!stream->unwritable || count == 0);
}

struct stream *fopen(const char *path, const char *mode) {
    look_at_text(path);
    look_at_text(mode);
    if (!*path) {
        __fafnir_fails_with(2);
        return 0;
    }
    struct stream *stream = some_stream(mode);
    if (stream && is_device(path))
        stream->own = 1;
    if (__fafnir_never()) {
        __fafnir_printed_to(stream, 0);
        __fafnir_wrote_to(stream, 0);
    }
    return stream;
}

struct stream *fopen64(const char *path, const char *mode) {
    return fopen(path, mode);
}

struct stream *fdopen(int file, const char *mode) {
    look_at_text(mode);
    if (file < 0) {
        __fafnir_fails_with(9);
        return 0;
    }
    return some_stream(mode);
}

struct stream *popen(const char *command, const char *mode) {
    look_at_text(command);
    look_at_text(mode);
    // One way only.
    if (mode[0] != 'r' && mode[0] != 'w' || mode[1] && mode[1] != 'e') {
        __fafnir_fails_with(22);
        return 0;
    }
    return some_stream(mode);
}

struct stream *tmpfile(void) {
    return some_stream("w+");
}

struct stream *tmpfile64(void) {
    return some_stream("w+");
}

struct stream *freopen(const char *path, const char *mode, struct stream *stream) {
    if (path)
        look_at_text(path);
    look_at_text(mode);
    if (__VERIFIER_nondet_bool()) {
        end(stream);
        __fafnir_fails();
        return 0;
    }
    look_at(stream);
    __fafnir_succeeds();
    stream->at_end = 0;
    stream->in_error = 0;
    stream->pushed = 0;
    set_mode(stream, mode);
    return stream;
}

struct stream *freopen64(const char *path, const char *mode, struct stream *stream) {
    return freopen(path, mode, stream);
}

int fclose(struct stream *stream) {
    end(stream);
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    return 0;
}

int pclose(struct stream *stream) {
    end(stream);
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    return __fafnir_some_exit_status();
}

// Reading the real standard input does not fail: it ends.
static _Bool is_real(struct stream *stream) {
    return __fafnir_standard_input_is_real() && stream == &_IO_2_1_stdin_;
}

// What is not the program's own is any sequence of characters with an end, behind which comes nothing.
int fgetc(struct stream *stream) {
    look_at(stream);
    if (stream->pushed)
        return stream->back[--stream->pushed];
    if (stream->at_end)
        return -1;
    if (stream->unreadable) {
        stream->in_error = 1;
        return __fafnir_fails_with(9);
    }
    use_buffer(stream);
    int c;
    if (stream->own) {
        c = __result_of_fgetc();
        __VERIFIER_assume(c >= -1);
        __VERIFIER_assume(c < 256);
    } else
        c = stream == &_IO_2_1_stdin_ ? __fafnir_standard_input_byte() : __fafnir_input_byte();
    if (c < 0) {
        if (!is_real(stream) && __VERIFIER_nondet_bool()) {
            stream->in_error = 1;
            __fafnir_fails();
        } else
            stream->at_end = 1;
    }
    return c;
}

// Whether any character may come next.
_Bool __fafnir_is_free_input(struct stream *stream) {
    look_at(stream);
    return !stream->pushed && !stream->at_end && !stream->unreadable && !stream->own && !is_real(stream);
}

// An unknown number of characters is read.
void __fafnir_read_some(struct stream *stream) {
    int left = __VERIFIER_nondet_int();
    __VERIFIER_assume(left >= 0);
    __VERIFIER_assume(left <= stream->pushed);
    stream->pushed = left;
    // Values rather than paths: there would be four times as many of these after each call.
    stream->at_end = __VERIFIER_nondet_bool();
    stream->in_error = __VERIFIER_nondet_bool();
    if (__VERIFIER_nondet_bool())
        __fafnir_fails();
}

int getc(struct stream *stream) {
    return fgetc(stream);
}

int _IO_getc(struct stream *stream) {
    return fgetc(stream);
}

int getc_unlocked(struct stream *stream) {
    return fgetc(stream);
}

int fgetc_unlocked(struct stream *stream) {
    return fgetc(stream);
}

int getchar(void) {
    return fgetc(stdin);
}

int getchar_unlocked(void) {
    return fgetc(stdin);
}

// One character can always be pushed back.
int ungetc(int c, struct stream *stream) {
    look_at(stream);
    if (c == -1)
        return -1;
    if ((stream->pushed || stream->unreadable) && __VERIFIER_nondet_bool())
        return -1;
    if (stream->pushed == 8)
        __other_behaviour_of_ungetc();
    stream->back[stream->pushed++] = (unsigned char)c;
    stream->at_end = 0;
    return (unsigned char)c;
}

// Any number of characters, whatever comes: the result is whether all went well.
static _Bool read_any(char *dst, unsigned long length, struct stream *stream) {
    if (length)
        __VERIFIER_nondet_memory(dst, length);
    use_buffer(stream);
    __fafnir_read_some(stream);
    return __VERIFIER_nondet_bool();
}

// After an error there may be anything in the array, without a terminator.
char *fgets(char *dst, int n, struct stream *stream) {
    look_at(stream);
    if (n <= 0)
        return 0;
    if (n > 1 && __fafnir_summarise()) {
        unsigned long length = __VERIFIER_nondet_ulong();
        __VERIFIER_assume(length < (unsigned long)n);
        if (!read_any(dst, length, stream) || length == 0)
            return 0;
        dst[length] = 0;
        return dst;
    }
    int i = 0;
    while (i < n - 1) {
        int c = fgetc(stream);
        if (c < 0) {
            if (i == 0 || !stream->at_end)
                return 0;
            break;
        }
        dst[i++] = (char)c;
        if (c == '\n')
            break;
    }
    dst[i] = 0;
    return dst;
}

char *fgets_unlocked(char *dst, int n, struct stream *stream) {
    return fgets(dst, n, stream);
}

unsigned long fread(void *dst, unsigned long size, unsigned long count, struct stream *stream) {
    look_at(stream);
    char *bytes = dst;
    if (__fafnir_summarise()) {
        if (size == 0 || count == 0)
            return 0;
        unsigned long most = ~0ul >> 1;
        if (count <= most / size)
            most = size * count;
        unsigned long all = __VERIFIER_nondet_ulong();
        __VERIFIER_assume(all <= most);
        read_any(bytes, all, stream);
        unsigned long whole = __VERIFIER_nondet_ulong();
        __VERIFIER_assume(whole <= count);
        __VERIFIER_assume(whole <= all);
        return whole;
    }
    for (unsigned long i = 0; i < count; i++)
        for (unsigned long j = 0; j < size; j++) {
            int c = fgetc(stream);
            if (c < 0)
                return i;
            bytes[i * size + j] = (char)c;
        }
    return size ? count : 0;
}

unsigned long fread_unlocked(void *dst, unsigned long size, unsigned long count, struct stream *stream) {
    return fread(dst, size, count, stream);
}

// The block is there also if there is no line.
long getdelim(char **line, unsigned long *size, int delimiter, struct stream *stream) {
    if (!line || !size)
        return __fafnir_fails_with(22);
    look_at(stream);
    if (!*line || !*size) {
        char *block = realloc(*line, 120);
        if (!block)
            return -1;
        *line = block;
        *size = 120;
    }
    if (__fafnir_summarise()) {
        unsigned long length = __VERIFIER_nondet_ulong();
        __VERIFIER_assume(length < 1ul << (8 * sizeof(long) - 2));
        if (length >= *size) {
            unsigned long room = __VERIFIER_nondet_ulong();
            __VERIFIER_assume(room < 1ul << (8 * sizeof(long) - 1));
            __VERIFIER_assume(room > length);
            char *block = realloc(*line, room);
            if (!block)
                return -1;
            *line = block;
            *size = room;
        }
        if (!read_any(*line, length, stream) || length == 0)
            return -1;
        (*line)[length] = 0;
        return (long)length;
    }
    unsigned long length = 0;
    for (;;) {
        int c = fgetc(stream);
        if (c < 0) {
            if (length == 0 || (!stream->at_end && __VERIFIER_nondet_bool()))
                return -1;
            break;
        }
        if (length + 1 >= *size) {
            char *block = realloc(*line, 2 * *size);
            if (!block)
                return -1;
            *line = block;
            *size *= 2;
        }
        (*line)[length++] = (char)c;
        if (c == delimiter)
            break;
    }
    (*line)[length] = 0;
    return (long)length;
}

long __getdelim(char **line, unsigned long *size, int delimiter, struct stream *stream) {
    return getdelim(line, size, delimiter, stream);
}

long getline(char **line, unsigned long *size, struct stream *stream) {
    return getdelim(line, size, '\n', stream);
}

int feof(struct stream *stream) {
    look_at(stream);
    return stream->at_end;
}

int feof_unlocked(struct stream *stream) {
    return feof(stream);
}

// What is printed and cannot be leaves no mark.
int ferror(struct stream *stream) {
    look_at(stream);
    if (stream->in_error)
        return 1;
    return is_real(stream) ? 0 : __result_of_ferror();
}

int ferror_unlocked(struct stream *stream) {
    return ferror(stream);
}

void clearerr(struct stream *stream) {
    look_at(stream);
    stream->at_end = 0;
    stream->in_error = 0;
}

void clearerr_unlocked(struct stream *stream) {
    clearerr(stream);
}

void rewind(struct stream *stream) {
    clearerr(stream);
    stream->pushed = 0;
    if (__VERIFIER_nondet_bool())
        __fafnir_fails();
    else
        __fafnir_succeeds();
}

int fseek(struct stream *stream, long offset, int whence) {
    look_at(stream);
    // Beside the three of C, Linux knows where data and holes begin.
    if (whence < 0 || whence > 4 || whence == 0 && offset < 0)
        return __fafnir_fails_with(22);
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    stream->at_end = 0;
    stream->pushed = 0;
    return 0;
}

int fseeko(struct stream *stream, long offset, int whence) {
    return fseek(stream, offset, whence);
}

long __result_of_ftell(void);

long ftell(struct stream *stream) {
    look_at(stream);
    long position = __result_of_ftell();
    __VERIFIER_assume(position >= -1);
    if (position < 0)
        return __fafnir_fails();
    __fafnir_succeeds();
    return position;
}

long ftello(struct stream *stream) {
    return ftell(stream);
}

int __result_of_fileno(void);

int fileno(struct stream *stream) {
    look_at(stream);
    if (is_standard(stream))
        return stream == &_IO_2_1_stdin_ ? 0 : stream == &_IO_2_1_stdout_ ? 1 : 2;
    int number = __result_of_fileno();
    __VERIFIER_assume(number >= 0);
    return number;
}

int fileno_unlocked(struct stream *stream) {
    return fileno(stream);
}

static void at_exit(void) {
    if (_IO_2_1_stdout_.pending && !_IO_2_1_stdout_.closed)
        use_buffer(&_IO_2_1_stdout_);
    if (_IO_2_1_stderr_.pending && !_IO_2_1_stderr_.closed)
        use_buffer(&_IO_2_1_stderr_);
    for (struct stream *stream = open_streams; stream; stream = stream->next)
        if (stream->pending)
            use_buffer(stream);
}

// Something was printed. Calls of this are put where the program prints, if it gives buffers to streams.
void __fafnir_buffered(struct stream *stream) {
    if (!stream)
        stream = stdout;
    if (stream->buffer) {
        use_buffer(stream);
        stream->pending = 1;
    }
}

static _Bool is_registered;

int setvbuf(struct stream *stream, char *buffer, int mode, unsigned long size) {
    look_at(stream);
    if (mode < 0 || mode > 2)
        return -1;
    if (__fafnir_never())
        __fafnir_buffered(stream);
    stream->buffer = mode == 2 ? 0 : buffer;
    stream->room = size;
    if (stream->buffer && !is_registered) {
        is_registered = 1;
        atexit(at_exit);
    }
    return 0;
}

void setbuf(struct stream *stream, char *buffer) {
    setvbuf(stream, buffer, buffer ? 0 : 2, 8192);
}

void setbuffer(struct stream *stream, char *buffer, unsigned long size) {
    setvbuf(stream, buffer, buffer ? 0 : 2, size);
}

void setlinebuf(struct stream *stream) {
    look_at(stream);
}

void flockfile(struct stream *stream) {
    look_at(stream);
}

int ftrylockfile(struct stream *stream) {
    look_at(stream);
    return 0;
}

void funlockfile(struct stream *stream) {
    look_at(stream);
}
