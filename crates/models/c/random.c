// Models of rand: any number, or those of glibc's default generator (additive feedback, 31 words), so that `run` shows what the
// compiled program shows.

int __fafnir_like_glibc(void);
unsigned __VERIFIER_nondet_uint(void);

static unsigned words[31];
static unsigned at;
static int started;

static unsigned next(void) {
    words[at] += words[(at + 28) % 31];
    unsigned sum = words[at];
    at = (at + 1) % 31;
    return sum >> 1;
}

// 16807 * word modulo 2^31 - 1, computed as glibc does, whose intermediate may be negative.
void srand(unsigned seed) {
    if (!__fafnir_like_glibc())
        return;
    int word = seed ? (int)seed : 1;
    for (int i = 0; i < 31; i++) {
        words[i] = (unsigned)word;
        word = (int)(16807u * (unsigned)(word % 127773) - 2836u * (unsigned)(word / 127773));
        if (word < 0)
            word += 2147483647;
    }
    at = 3;
    started = 1;
    for (int i = 0; i < 310; i++)
        next();
}

int rand(void) {
    if (!__fafnir_like_glibc())
        return (int)(__VERIFIER_nondet_uint() >> 1);
    if (!started)
        srand(1);
    return (int)next();
}

void srandom(unsigned seed) {
    srand(seed);
}

long random(void) {
    return rand();
}
