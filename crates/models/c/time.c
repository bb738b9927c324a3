// Clocks tell any time.

long __VERIFIER_nondet_long(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

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

struct calendar_time {
    int second;
    int minute;
    int hour;
    int day;
    int month;
    int year;
    int weekday;
    int day_of_year;
    int summer_time;
    long offset;
    const char *zone;
};

static struct calendar_time some_calendar_time;

struct calendar_time *localtime_r(const long *time, struct calendar_time *out) {
    long now = *time;
    (void)now;
    out->second = (int)(__VERIFIER_nondet_uint() % 61);
    out->minute = (int)(__VERIFIER_nondet_uint() % 60);
    out->hour = (int)(__VERIFIER_nondet_uint() % 24);
    out->day = (int)(__VERIFIER_nondet_uint() % 31) + 1;
    out->month = (int)(__VERIFIER_nondet_uint() % 12);
    out->year = __VERIFIER_nondet_int();
    out->weekday = (int)(__VERIFIER_nondet_uint() % 7);
    out->day_of_year = (int)(__VERIFIER_nondet_uint() % 366);
    out->summer_time = (int)(__VERIFIER_nondet_uint() % 2);
    out->offset = __VERIFIER_nondet_long();
    out->zone = "UTC";
    return out;
}

struct calendar_time *gmtime_r(const long *time, struct calendar_time *out) {
    return localtime_r(time, out);
}

struct calendar_time *localtime(const long *time) {
    return localtime_r(time, &some_calendar_time);
}

struct calendar_time *gmtime(const long *time) {
    return localtime_r(time, &some_calendar_time);
}

char *asctime(const struct calendar_time *time) {
    static char text[] = "Thu Jan  1 00:00:00 1970\n";
    int year = time->year;
    (void)year;
    return text;
}

char *ctime(const long *time) {
    struct calendar_time broken_down;
    return asctime(localtime_r(time, &broken_down));
}
