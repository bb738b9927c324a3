// Streams of <stdio.h>. As in glibc, an open stream is a block that a list of the library holds: to close it twice or to use it
// afterwards is an error, and not to close it loses nothing.

void *malloc(unsigned long size);
void free(void *p);
int getchar(void);
unsigned long strlen(const char *s);
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
void __VERIFIER_assume(int condition);
int __result_of_ferror(void);
int __result_of_feof(void);

int *__errno_location(void);
void *realloc(void *p, unsigned long size);

static int fails(void) {
    int number = __VERIFIER_nondet_int();
    __VERIFIER_assume(number > 0 && number < 134);
    *__errno_location() = number;
    return -1;
}

struct stream {
    struct stream *next;
    struct stream *previous;
    int at_end;
    int in_error;
    // As much as a program may copy that looks into its FILE.
    char rest[192];
};

struct stream _IO_2_1_stdin_, _IO_2_1_stdout_, _IO_2_1_stderr_;
struct stream *stdin = &_IO_2_1_stdin_;
struct stream *stdout = &_IO_2_1_stdout_;
struct stream *stderr = &_IO_2_1_stderr_;

static struct stream *open_streams;

static struct stream *some_stream(void) {
    if (__VERIFIER_nondet_bool()) {
        fails();
        return 0;
    }
    struct stream *stream = malloc(sizeof *stream);
    if (!stream)
        return 0;
    stream->at_end = 0;
    stream->in_error = 0;
    stream->previous = 0;
    stream->next = open_streams;
    if (open_streams)
        open_streams->previous = stream;
    open_streams = stream;
    return stream;
}

// Looks at the stream, which must be there.
static int is_standard(struct stream *stream) {
    int state = stream->at_end;
    (void)state;
    return stream == &_IO_2_1_stdin_ || stream == &_IO_2_1_stdout_ || stream == &_IO_2_1_stderr_;
}

static void end(struct stream *stream) {
    if (is_standard(stream))
        return;
    if (stream->previous)
        stream->previous->next = stream->next;
    else
        open_streams = stream->next;
    if (stream->next)
        stream->next->previous = stream->previous;
    free(stream);
}

static void look_at(const char *text) {
    unsigned long length = strlen(text);
    (void)length;
}

struct stream *fopen(const char *path, const char *mode) {
    look_at(path);
    look_at(mode);
    return some_stream();
}

struct stream *fopen64(const char *path, const char *mode) {
    return fopen(path, mode);
}

struct stream *fdopen(int file, const char *mode) {
    (void)file;
    look_at(mode);
    return some_stream();
}

struct stream *popen(const char *command, const char *mode) {
    return fopen(command, mode);
}

struct stream *tmpfile(void) {
    return some_stream();
}

struct stream *tmpfile64(void) {
    return some_stream();
}

struct stream *freopen(const char *path, const char *mode, struct stream *stream) {
    if (path)
        look_at(path);
    look_at(mode);
    if (__VERIFIER_nondet_bool()) {
        end(stream);
        fails();
        return 0;
    }
    stream->at_end = 0;
    stream->in_error = 0;
    return stream;
}

struct stream *freopen64(const char *path, const char *mode, struct stream *stream) {
    return freopen(path, mode, stream);
}

int fclose(struct stream *stream) {
    end(stream);
    return __VERIFIER_nondet_bool() ? fails() : 0;
}

int pclose(struct stream *stream) {
    end(stream);
    int status = __VERIFIER_nondet_int();
    __VERIFIER_assume(status >= -1);
    return status < 0 ? fails() : status;
}

// Every stream that is read is the same endless sequence of nondeterministic characters.
int fgetc(struct stream *stream) {
    is_standard(stream);
    int c = getchar();
    if (c < 0) {
        if (__VERIFIER_nondet_bool()) {
            stream->in_error = 1;
            fails();
        } else
            stream->at_end = 1;
    }
    return c;
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

int ungetc(int c, struct stream *stream) {
    is_standard(stream);
    if (c == -1 || __VERIFIER_nondet_bool())
        return -1;
    stream->at_end = 0;
    return (unsigned char)c;
}

char *fgets(char *dst, int n, struct stream *stream) {
    is_standard(stream);
    if (n <= 0)
        return 0;
    int i = 0;
    while (i < n - 1) {
        int c = fgetc(stream);
        if (c < 0) {
            if (i == 0)
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
    is_standard(stream);
    char *bytes = dst;
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
    is_standard(stream);
    if (!*line || !*size) {
        char *block = realloc(*line, 120);
        if (!block)
            return -1;
        *line = block;
        *size = 120;
    }
    unsigned long length = 0;
    for (;;) {
        int c = fgetc(stream);
        if (c < 0) {
            if (length == 0)
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

// `getchar` leaves no mark.
int feof(struct stream *stream) {
    if (stream->at_end)
        return 1;
    return stream == &_IO_2_1_stdin_ ? __result_of_feof() : 0;
}

int feof_unlocked(struct stream *stream) {
    return feof(stream);
}

// Nor does what is written and cannot be.
int ferror(struct stream *stream) {
    if (stream->in_error)
        return 1;
    return __result_of_ferror();
}

int ferror_unlocked(struct stream *stream) {
    return ferror(stream);
}

void clearerr(struct stream *stream) {
    stream->at_end = 0;
    stream->in_error = 0;
}

void clearerr_unlocked(struct stream *stream) {
    clearerr(stream);
}

void rewind(struct stream *stream) {
    clearerr(stream);
}

int fseek(struct stream *stream, long offset, int whence) {
    (void)offset;
    (void)whence;
    is_standard(stream);
    if (__VERIFIER_nondet_bool())
        return fails();
    stream->at_end = 0;
    return 0;
}

int fseeko(struct stream *stream, long offset, int whence) {
    return fseek(stream, offset, whence);
}

long __result_of_ftell(void);

long ftell(struct stream *stream) {
    is_standard(stream);
    long position = __result_of_ftell();
    __VERIFIER_assume(position >= -1);
    return position < 0 ? fails() : position;
}

long ftello(struct stream *stream) {
    return ftell(stream);
}

int __result_of_fileno(void);

int fileno(struct stream *stream) {
    if (is_standard(stream))
        return stream == &_IO_2_1_stdin_ ? 0 : stream == &_IO_2_1_stdout_ ? 1 : 2;
    int number = __result_of_fileno();
    __VERIFIER_assume(number >= 0);
    return number;
}

int fileno_unlocked(struct stream *stream) {
    return fileno(stream);
}

// The buffer is the stream's from here on; nothing says what it holds.
void setbuf(struct stream *stream, char *buffer) {
    (void)buffer;
    is_standard(stream);
}

int setvbuf(struct stream *stream, char *buffer, int mode, unsigned long size) {
    (void)buffer;
    (void)mode;
    (void)size;
    is_standard(stream);
    return 0;
}

void setlinebuf(struct stream *stream) {
    is_standard(stream);
}

void flockfile(struct stream *stream) {
    is_standard(stream);
}

int ftrylockfile(struct stream *stream) {
    is_standard(stream);
    return 0;
}

void funlockfile(struct stream *stream) {
    is_standard(stream);
}
