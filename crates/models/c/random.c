// Models of rand: any number, or those of glibc's default generator (additive feedback, 31 words), so that `run` shows what the
// compiled program shows. The same seed gives the same numbers: after a seed that was there before, they are not any.

int __fafnir_like_glibc(void);
unsigned __VERIFIER_nondet_uint(void);
int __result_of_rand(void);

// The seeds that numbers were made with; before the first one it is 1.
static unsigned seed_now = 1, seed_before;
static _Bool is_used, is_reseeded, is_repeated;

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
    if (!__fafnir_like_glibc()) {
        // Of more than two seeds it is not said which of them are the same.
        if (is_used) {
            is_repeated |= is_reseeded | (seed == seed_now);
            is_reseeded = 1;
            seed_before = seed_now;
        } else if (is_reseeded)
            is_repeated |= seed == seed_before;
        seed_now = seed;
        is_used = 0;
        return;
    }
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
    if (!__fafnir_like_glibc()) {
        is_used = 1;
        return is_repeated ? (int)((unsigned)__result_of_rand() >> 1) : (int)(__VERIFIER_nondet_uint() >> 1);
    }
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
