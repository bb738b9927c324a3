// scanf and its relatives. A call with a constant format becomes a sequence of calls of the functions here, one for each part of
// the format (see `semantics::scan`); what is left are formats that are not constant, and conversions that are not here.

struct stream;
extern struct stream *stdin;
int fgetc(struct stream *stream);
int ungetc(int c, struct stream *stream);
_Bool __fafnir_is_free_input(struct stream *stream);
void __fafnir_read_some(struct stream *stream);
unsigned long strlen(const char *s);
double strtod(const char *s, char **end);
_Bool __VERIFIER_nondet_bool(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __VERIFIER_assume(int condition);
int __fafnir_summarise(void);
int __fafnir_never(void);
void __other_behaviour_of_scanf(void);
unsigned long __result_of_scanf(void);

// What is read: a stream or a text.
static struct stream *source;
static const char *text;
// How many characters were read, at least, and whether it may have been more: space, and the digits of numbers, are not counted where
// any character may come next.
static unsigned long place;
static _Bool inexact;
static int assigned;
// Nothing more is read: something did not match, or there was no more input.
static _Bool stopped, failed;
// A character could not be read. Whether that was the end of the input or an error, this call does not try again.
static _Bool ended;

static void begin(void) {
    place = 0;
    inexact = 0;
    assigned = 0;
    stopped = 0;
    failed = 0;
    ended = 0;
}

void __fafnir_scan_stream(struct stream *stream) {
    source = stream;
    text = 0;
    _Bool is_free = __fafnir_is_free_input(stream);
    (void)is_free;
    begin();
}

void __fafnir_scan_input(void) {
    __fafnir_scan_stream(stdin);
}

void __fafnir_scan_text(const char *s) {
    unsigned long length = strlen(s);
    (void)length;
    source = 0;
    text = s;
    begin();
}

int __fafnir_scan_end(void) {
    // What the program loses is lost.
    source = 0;
    text = 0;
    return failed && assigned == 0 ? -1 : assigned;
}

static _Bool is_space(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static _Bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

// Whether any character may come next.
static _Bool is_free(void) {
    return source && __fafnir_is_free_input(source);
}

static int next(void) {
    if (ended)
        return -1;
    int c;
    if (source)
        c = fgetc(source);
    else
        c = text[place] ? (unsigned char)text[place] : -1;
    if (c >= 0)
        place++;
    else
        ended = 1;
    return c;
}

static void back(int c) {
    if (c < 0)
        return;
    place--;
    if (source)
        ungetc(c, source);
}

static void no_input(void) {
    failed = 1;
    stopped = 1;
}

// Space before what any character may follow says nothing about what follows.
static void skip_space(void) {
    while (!is_free()) {
        int c = next();
        if (!is_space(c)) {
            back(c);
            return;
        }
    }
    inexact = 1;
}

// Something was read, or could not be.
static _Bool summarised_match(void) {
    if (source)
        __fafnir_read_some(source);
    place = __VERIFIER_nondet_ulong();
    if (__VERIFIER_nondet_bool()) {
        stopped = 1;
        failed = __VERIFIER_nondet_bool();
        return 0;
    }
    return 1;
}

void __fafnir_scan_space(void) {
    if (stopped)
        return;
    if (__fafnir_summarise()) {
        if (source)
            __fafnir_read_some(source);
        place = __VERIFIER_nondet_ulong();
        return;
    }
    skip_space();
    if (is_free()) {
        int c = next();
        __VERIFIER_assume(!is_space(c));
        back(c);
    }
}

void __fafnir_scan_byte(int wanted) {
    if (stopped)
        return;
    if (__fafnir_summarise()) {
        summarised_match();
        return;
    }
    int c = next();
    if (c < 0)
        no_input();
    else if (c != wanted) {
        back(c);
        stopped = 1;
    }
}

static void store(void *target, int size, long long value) {
    if (size == 1)
        *(char *)target = (char)value;
    else if (size == 2)
        *(short *)target = (short)value;
    else if (size == 4)
        *(int *)target = (int)value;
    else
        *(long long *)target = value;
}

static int digit_of(int c, int base) {
    int digit = 99;
    if (is_digit(c))
        digit = c - '0';
    else if (c >= 'a' && c <= 'f')
        digit = c - 'a' + 10;
    else if (c >= 'A' && c <= 'F')
        digit = c - 'A' + 10;
    return digit < base ? digit : -1;
}

// A number among characters of which any may come next.
static void free_number(void *target, int size, int is_signed, _Bool keep) {
    int c = next();
    __VERIFIER_assume(!is_space(c));
    if (c < 0) {
        no_input();
        return;
    }
    _Bool negative = c == '-';
    if (negative || c == '+') {
        int digit = next();
        if (!is_digit(digit)) {
            back(digit);
            stopped = 1;
            return;
        }
    } else if (!is_digit(c)) {
        back(c);
        stopped = 1;
        return;
    }
    long long value = size == 8 ? __VERIFIER_nondet_longlong() : __VERIFIER_nondet_int();
    if (is_signed) {
        long long seen = size == 1 ? (signed char)value : size == 2 ? (short)value : size == 4 ? (int)value : value;
        __VERIFIER_assume(negative ? seen <= 0 : seen >= 0);
    }
    inexact = 1;
    int behind = next();
    __VERIFIER_assume(!is_digit(behind));
    back(behind);
    if (keep) {
        store(target, size, value);
        assigned++;
    }
}

// Numbers that the type cannot hold are undefined.
void __fafnir_scan_number(void *target, int size, int width, int base, int is_signed, int keep) {
    if (stopped)
        return;
    if (__fafnir_summarise()) {
        if (summarised_match() && keep) {
            store(target, size, __VERIFIER_nondet_longlong());
            assigned++;
        }
        return;
    }
    skip_space();
    if (is_free() && width == 0 && base == 10) {
        free_number(target, size, is_signed, keep);
        return;
    }
    if (is_free()) {
        int c = next();
        __VERIFIER_assume(!is_space(c));
        back(c);
    }
    int left = width ? width : 0x7fffffff;
    int c = next();
    if (c < 0) {
        no_input();
        return;
    }
    _Bool negative = c == '-';
    if (negative || c == '+') {
        left--;
        c = left ? next() : -1;
    }
    _Bool any = 0;
    if (c == '0' && left > 0) {
        any = 1;
        left--;
        c = left ? next() : -1;
        if ((base == 0 || base == 16) && (c == 'x' || c == 'X')) {
            left--;
            c = left ? next() : -1;
            if (digit_of(c, 16) < 0)
                __other_behaviour_of_scanf();
            base = 16;
        } else if (base == 0)
            base = 8;
    } else if (base == 0)
        base = 10;
    unsigned long long greatest = size == 8 ? ~0ull : (1ull << 8 * size) - 1;
    if (is_signed)
        greatest = greatest / 2 + negative;
    unsigned long long value = 0;
    for (;;) {
        int digit = digit_of(c, base);
        if (digit < 0 || left == 0)
            break;
        any = 1;
        if (value > (greatest - (unsigned)digit) / (unsigned)base)
            __other_behaviour_of_scanf();
        value = value * (unsigned)base + (unsigned)digit;
        left--;
        c = left ? next() : -1;
    }
    if (left > 0)
        back(c);
    if (!any) {
        stopped = 1;
        return;
    }
    if (keep) {
        store(target, size, (long long)(negative ? 0 - value : value));
        assigned++;
    }
}

void __fafnir_scan_float(void *target, int size, int width, int keep) {
    if (stopped)
        return;
    double value;
    if (__fafnir_summarise()) {
        if (!summarised_match())
            return;
        value = __VERIFIER_nondet_double();
    } else if (source) {
        skip_space();
        if (!is_free() || width)
            __other_behaviour_of_scanf();
        int c = next();
        __VERIFIER_assume(!is_space(c));
        if (c < 0) {
            no_input();
            return;
        }
        if (__VERIFIER_nondet_bool()) {
            if (!is_digit(c) && c != '+' && c != '-' && c != '.' && c != 'i' && c != 'I' && c != 'n' && c != 'N')
                back(c);
            stopped = 1;
            return;
        }
        __VERIFIER_assume(is_digit(c) || c == '+' || c == '-' || c == '.' || c == 'i' || c == 'I' || c == 'n' || c == 'N');
        value = __VERIFIER_nondet_double();
        inexact = 1;
        int behind = next();
        __VERIFIER_assume(!is_digit(behind));
        back(behind);
    } else {
        skip_space();
        const char *start = text + place;
        if (!*start) {
            no_input();
            return;
        }
        char *end;
        value = strtod(start, &end);
        if (width || *end == 'e' || *end == 'E' || *end == 'x' || *end == 'X' || *end == 'p' || *end == 'P')
            __other_behaviour_of_scanf();
        if (end == start) {
            stopped = 1;
            return;
        }
        place += (unsigned long)(end - start);
    }
    if (!keep)
        return;
    if (size == 4)
        *(float *)target = (float)value;
    else if (size == 8)
        *(double *)target = value;
    else
        *(long double *)target = value;
    assigned++;
}

static _Bool is_member(int c, unsigned long long a, unsigned long long b, unsigned long long e, unsigned long long f) {
    unsigned long long part = c < 64 ? a : c < 128 ? b : c < 192 ? e : f;
    return part >> (c & 63) & 1;
}

// Bytes of a set, with a terminator behind them.
static void bytes(char *target, int width, int keep, unsigned long long a, unsigned long long b, unsigned long long e,
                  unsigned long long f) {
    if (__fafnir_summarise()) {
        if (!summarised_match() || !keep)
            return;
        unsigned long n = __VERIFIER_nondet_ulong();
        __VERIFIER_assume(n >= 1);
        if (width)
            __VERIFIER_assume(n <= (unsigned long)width);
        if (text)
            __VERIFIER_assume(n <= strlen(text));
        __VERIFIER_nondet_memory(target, n);
        target[n] = 0;
        assigned++;
        return;
    }
    unsigned long n = 0;
    while (width == 0 || n < (unsigned long)width) {
        int c = next();
        if (c < 0 && n == 0) {
            no_input();
            return;
        }
        if (c < 0)
            break;
        if (!is_member(c, a, b, e, f)) {
            back(c);
            break;
        }
        if (keep)
            target[n] = (char)c;
        n++;
    }
    if (n == 0) {
        stopped = 1;
        return;
    }
    if (keep) {
        target[n] = 0;
        assigned++;
    }
}

void __fafnir_scan_word(char *target, int width, int keep) {
    if (stopped)
        return;
    if (!__fafnir_summarise()) {
        skip_space();
        if (is_free()) {
            int c = next();
            __VERIFIER_assume(!is_space(c));
            back(c);
        }
    }
    // All but white space.
    bytes(target, width, keep, 0xfffffffeffffc1ffull, ~0ull, ~0ull, ~0ull);
}

void __fafnir_scan_set(char *target, int width, int keep, unsigned long long a, unsigned long long b, unsigned long long e,
                       unsigned long long f) {
    if (!stopped)
        bytes(target, width, keep, a, b, e, f);
}

void __fafnir_scan_chars(char *target, int count, int keep) {
    if (stopped)
        return;
    if (__fafnir_summarise()) {
        if (summarised_match() && keep) {
            __VERIFIER_nondet_memory(target, (unsigned long)count);
            assigned++;
        }
        return;
    }
    for (int i = 0; i < count; i++) {
        int c = next();
        if (c < 0 && i > 0)
            __other_behaviour_of_scanf();
        if (c < 0) {
            no_input();
            return;
        }
        if (keep)
            target[i] = (char)c;
    }
    assigned += keep;
}

// How long the text of a number is, the model does not know: a run may rest on too short a one.
void __fafnir_scan_count(void *target, int size) {
    if (stopped)
        return;
    if (inexact) {
        unsigned long more = __result_of_scanf();
        __VERIFIER_assume(more < 0x40000000);
        place += more;
        inexact = 0;
    }
    store(target, size, (long long)place);
}

// What calls with constant formats become.
static int other_format(void) {
    if (__fafnir_never()) {
        __fafnir_scan_stream(0);
        __fafnir_scan_input();
        __fafnir_scan_text(0);
        __fafnir_scan_space();
        __fafnir_scan_byte(0);
        __fafnir_scan_number(0, 0, 0, 0, 0, 0);
        __fafnir_scan_float(0, 0, 0, 0);
        __fafnir_scan_word(0, 0, 0);
        __fafnir_scan_set(0, 0, 0, 0, 0, 0, 0);
        __fafnir_scan_chars(0, 0, 0);
        __fafnir_scan_count(0, 0);
        return __fafnir_scan_end();
    }
    __other_behaviour_of_scanf();
    return 0;
}

int scanf(const char *format, ...) {
    (void)format;
    return other_format();
}

int fscanf(struct stream *stream, const char *format, ...) {
    (void)stream;
    (void)format;
    return other_format();
}

int sscanf(const char *s, const char *format, ...) {
    (void)s;
    (void)format;
    return other_format();
}

int __isoc99_scanf(const char *format, ...) {
    (void)format;
    return other_format();
}

int __isoc99_fscanf(struct stream *stream, const char *format, ...) {
    (void)stream;
    (void)format;
    return other_format();
}

int __isoc99_sscanf(const char *s, const char *format, ...) {
    (void)s;
    (void)format;
    return other_format();
}

int __isoc23_scanf(const char *format, ...) {
    (void)format;
    return other_format();
}

int __isoc23_fscanf(struct stream *stream, const char *format, ...) {
    (void)stream;
    (void)format;
    return other_format();
}

int __isoc23_sscanf(const char *s, const char *format, ...) {
    (void)s;
    (void)format;
    return other_format();
}
