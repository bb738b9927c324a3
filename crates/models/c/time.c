// Clocks tell any time up to the year 9999; what its date is, nobody computes here.

long __VERIFIER_nondet_long(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __VERIFIER_assume(int condition);
unsigned long strlen(const char *s);
int *__errno_location(void);
unsigned __result_of_localtime(void);
unsigned __result_of_asctime(void);
long __result_of_mktime(void);
long __result_of_clock_getres(void);
unsigned long __result_of_strftime(void);

static int invalid(void) {
    *__errno_location() = 22;
    return -1;
}

struct time_pair {
    long seconds;
    long fraction;
};

static long some_time(void) {
    long now = __VERIFIER_nondet_long();
    __VERIFIER_assume(now >= 0 && now <= 253402214400LL);
    return now;
}

long time(long *out) {
    long now = some_time();
    if (out)
        *out = now;
    return now;
}

int gettimeofday(struct time_pair *out, void *zone) {
    (void)zone;
    if (out) {
        out->seconds = some_time();
        out->fraction = (unsigned long)__VERIFIER_nondet_long() % 1000000;
    }
    return 0;
}

static void tell(struct time_pair *out) {
    out->seconds = some_time();
    out->fraction = (unsigned long)__VERIFIER_nondet_long() % 1000000000;
}

int clock_gettime(int clock, struct time_pair *out) {
    if (clock > 11 || clock < 0 && __VERIFIER_nondet_bool())
        return invalid();
    tell(out);
    return 0;
}

int clock_getres(int clock, struct time_pair *out) {
    if (clock > 11 || clock < 0 && __VERIFIER_nondet_bool())
        return invalid();
    if (out) {
        out->seconds = 0;
        out->fraction = (unsigned long)__result_of_clock_getres() % 1000000000;
    }
    return 0;
}

int timespec_get(struct time_pair *out, int base) {
    if (base != 1)
        return 0;
    tell(out);
    return base;
}

int nanosleep(const struct time_pair *duration, struct time_pair *rest) {
    if (duration->seconds < 0 || duration->fraction < 0 || duration->fraction > 999999999)
        return invalid();
    if (!__VERIFIER_nondet_bool())
        return 0;
    // A signal came.
    if (rest) {
        long seconds = __VERIFIER_nondet_long();
        __VERIFIER_assume(seconds >= 0 && seconds <= duration->seconds);
        rest->seconds = seconds;
        rest->fraction = (unsigned long)__VERIFIER_nondet_long() % 1000000000;
    }
    *__errno_location() = 4;
    return -1;
}

long clock(void) {
    static long last;
    if (__VERIFIER_nondet_bool())
        return -1;
    long now = __VERIFIER_nondet_long();
    __VERIFIER_assume(now >= last);
    last = now;
    return now;
}

double difftime(long end, long begin) {
    return end < begin ? -(double)((unsigned long)begin - (unsigned long)end) : (double)((unsigned long)end - (unsigned long)begin);
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

static void some_date(_Bool is_usual, struct calendar_time *out) {
    out->second = (int)(__result_of_localtime() % 61);
    out->minute = (int)(__result_of_localtime() % 60);
    out->hour = (int)(__result_of_localtime() % 24);
    out->day = (int)(__result_of_localtime() % 31) + 1;
    out->month = (int)(__result_of_localtime() % 12);
    out->year = is_usual ? (int)(__result_of_localtime() % 8031) + 69 : (int)__result_of_localtime();
    out->weekday = (int)(__result_of_localtime() % 7);
    out->day_of_year = (int)(__result_of_localtime() % 366);
    out->summer_time = (int)(__result_of_localtime() % 2);
    out->offset = (int)__result_of_localtime();
    out->zone = "UTC";
}

static void look_at(const struct calendar_time *time) {
    int sum = time->second ^ time->minute ^ time->hour ^ time->day ^ time->month ^ time->year ^ time->weekday;
    (void)sum;
}

struct calendar_time *localtime_r(const long *time, struct calendar_time *out) {
    _Bool is_usual = *time >= 0 && *time <= 253402214400LL;
    // The year of a time far away is no `int`.
    if ((*time > 67767976233532799LL || *time < -67768040609740800LL) && __result_of_localtime())
        return 0;
    some_date(is_usual, out);
    return out;
}

long mktime(struct calendar_time *time) {
    look_at(time);
    long seconds = __result_of_mktime();
    if (seconds != -1)
        some_date(0, time);
    return seconds;
}

long timelocal(struct calendar_time *time) {
    return mktime(time);
}

long timegm(struct calendar_time *time) {
    return mktime(time);
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

// A year of more than four digits does not fit.
char *asctime_r(const struct calendar_time *time, char *text) {
    look_at(time);
    if (time->year < -2899 || time->year > 8099)
        return 0;
    for (int i = 0; i < 24; i++)
        text[i] = (char)(__result_of_asctime() % 90 + ' ');
    text[24] = '\n';
    text[25] = 0;
    return text;
}

char *asctime(const struct calendar_time *time) {
    static char text[26];
    return asctime_r(time, text);
}

char *ctime_r(const long *time, char *text) {
    struct calendar_time broken_down;
    return localtime_r(time, &broken_down) ? asctime_r(&broken_down, text) : 0;
}

char *ctime(const long *time) {
    struct calendar_time broken_down;
    return localtime_r(time, &broken_down) ? asctime(&broken_down) : 0;
}

unsigned long strftime(char *text, unsigned long size, const char *format, const struct calendar_time *time) {
    unsigned long length = strlen(format);
    (void)length;
    look_at(time);
    unsigned long written = __result_of_strftime();
    if (written == 0 || written >= size)
        return 0;
    __VERIFIER_nondet_memory(text, written);
    text[written] = 0;
    return written;
}
