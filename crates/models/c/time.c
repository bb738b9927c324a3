// Clocks tell any time.

long __VERIFIER_nondet_long(void);

struct time_pair {
    long seconds;
    long fraction;
};

long time(long *out) {
    long now = __VERIFIER_nondet_long();
    if (out)
        *out = now;
    return now;
}

int gettimeofday(struct time_pair *out, void *zone) {
    (void)zone;
    if (out) {
        out->seconds = __VERIFIER_nondet_long();
        out->fraction = (unsigned long)__VERIFIER_nondet_long() % 1000000;
    }
    return 0;
}

int clock_gettime(int clock, struct time_pair *out) {
    (void)clock;
    out->seconds = __VERIFIER_nondet_long();
    out->fraction = (unsigned long)__VERIFIER_nondet_long() % 1000000000;
    return 0;
}

int nanosleep(const struct time_pair *duration, struct time_pair *rest) {
    (void)duration;
    (void)rest;
    return 0;
}
