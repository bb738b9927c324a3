// Clocks tell any time up to the year 9999; what its date is, nobody computes here.

long __VERIFIER_nondet_long(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __VERIFIER_assume(int condition);
unsigned long strlen(const char *s);
int __fafnir_fails_with(int reason);
void __fafnir_succeeds(void);
char *__fafnir_any_text(char *buffer, unsigned long size);
unsigned __result_of_localtime(void);
unsigned __result_of_asctime(void);
long __result_of_mktime(void);
long __result_of_clock_getres(void);
unsigned long __result_of_strftime(void);

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

enum { CLOCKS = 12 };

// The clocks of the day may be set back; the others never go back.
static _Bool is_steady(int clock) {
    return clock != 0 && clock != 5 && clock != 8 && clock != 11;
}

int clock_gettime(int clock, struct time_pair *out) {
    static struct time_pair last[CLOCKS];
    if (clock >= CLOCKS || clock < 0 && __VERIFIER_nondet_bool())
        return __fafnir_fails_with(22);
    struct time_pair now;
    tell(&now);
    if (clock >= 0 && is_steady(clock)) {
        struct time_pair *before = &last[clock];
        __VERIFIER_assume(now.seconds > before->seconds | (now.seconds == before->seconds & now.fraction >= before->fraction));
        *before = now;
    }
    *out = now;
    __fafnir_succeeds();
    return 0;
}

int clock_getres(int clock, struct time_pair *out) {
    if (clock > 11 || clock < 0 && __VERIFIER_nondet_bool())
        return __fafnir_fails_with(22);
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
        return __fafnir_fails_with(22);
    if (!__VERIFIER_nondet_bool())
        return 0;
    // A signal came.
    if (rest) {
        long seconds = __VERIFIER_nondet_long();
        __VERIFIER_assume(seconds >= 0 && seconds <= duration->seconds);
        rest->seconds = seconds;
        rest->fraction = (unsigned long)__VERIFIER_nondet_long() % 1000000000;
    }
    return __fafnir_fails_with(4);
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

static char zone[32];

static void some_date(_Bool is_usual, _Bool is_local, struct calendar_time *out) {
    out->second = (int)(__result_of_localtime() % 61);
    out->minute = (int)(__result_of_localtime() % 60);
    out->hour = (int)(__result_of_localtime() % 24);
    out->day = (int)(__result_of_localtime() % 31) + 1;
    out->month = (int)(__result_of_localtime() % 12);
    out->year = is_usual ? (int)(__result_of_localtime() % 8031) + 69 : (int)__result_of_localtime();
    out->weekday = (int)(__result_of_localtime() % 7);
    out->day_of_year = (int)(__result_of_localtime() % 366);
    out->summer_time = is_local ? (int)(__result_of_localtime() % 2) : 0;
    out->offset = is_local ? (int)__result_of_localtime() : 0;
    // The environment says what the zone is called.
    out->zone = is_local ? __fafnir_any_text(zone, sizeof zone) : "GMT";
}

static void look_at(const struct calendar_time *time) {
    int sum = time->second ^ time->minute ^ time->hour ^ time->day ^ time->month ^ time->year ^ time->weekday;
    (void)sum;
}

static struct calendar_time *broken_down(const long *time, _Bool is_local, struct calendar_time *out) {
    _Bool is_usual = *time >= 0 && *time <= 253402214400LL;
    // The year of a time far away is no `int`.
    if ((*time > 67767976233532799LL || *time < -67768040609740800LL) && __result_of_localtime()) {
        __fafnir_fails_with(75);
        return 0;
    }
    some_date(is_usual, is_local, out);
    __fafnir_succeeds();
    return out;
}

struct calendar_time *localtime_r(const long *time, struct calendar_time *out) {
    return broken_down(time, 1, out);
}

struct calendar_time *gmtime_r(const long *time, struct calendar_time *out) {
    return broken_down(time, 0, out);
}

struct calendar_time *localtime(const long *time) {
    return broken_down(time, 1, &some_calendar_time);
}

struct calendar_time *gmtime(const long *time) {
    return broken_down(time, 0, &some_calendar_time);
}

static long to_seconds(struct calendar_time *time, _Bool is_local) {
    look_at(time);
    long seconds = __result_of_mktime();
    if (seconds != -1)
        some_date(0, is_local, time);
    else if (__result_of_mktime())
        __fafnir_fails_with(75);
    return seconds;
}

long mktime(struct calendar_time *time) {
    return to_seconds(time, 1);
}

long timelocal(struct calendar_time *time) {
    return to_seconds(time, 1);
}

long timegm(struct calendar_time *time) {
    return to_seconds(time, 0);
}

static _Bool is_normal(const struct calendar_time *time) {
    return time->second >= 0 && time->second <= 60 && time->minute >= 0 && time->minute < 60 && time->hour >= 0 && time->hour < 24
        && time->day > 0 && time->day < 32;
}

// What has more digits than usual may not fit.
char *asctime_r(const struct calendar_time *time, char *text) {
    look_at(time);
    if ((time->year < -2899 || time->year > 8099 || !is_normal(time)) && __result_of_asctime()) {
        __fafnir_fails_with(75);
        return 0;
    }
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
    if (size == 0)
        return 0;
    // What does not fit leaves anything.
    if (written >= size) {
        __VERIFIER_nondet_memory(text, size);
        return 0;
    }
    if (written > 0)
        __VERIFIER_nondet_memory(text, written);
    text[written] = 0;
    return written;
}
