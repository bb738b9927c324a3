// Clocks tell any time up to the year 9999. Dates follow from it, in local time by any distance from Greenwich that does not change;
// that a zone may have rules is said, but not what they are.

long __VERIFIER_nondet_long(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __VERIFIER_assume(int condition);
unsigned long strlen(const char *s);
int snprintf(char *dst, unsigned long n, const char *format, ...);
int __VERIFIER_nondet_int(void);
int __fafnir_like_glibc(void);
int __fafnir_summarise(void);
int __fafnir_locale_is_foreign(void);
int __fafnir_fails_with(int reason);
void __fafnir_succeeds(void);
char *__fafnir_any_text(char *buffer, unsigned long size);
unsigned __result_of_localtime(void);
unsigned __result_of_asctime(void);
void __other_behaviour_of_asctime(void);
long __result_of_mktime(void);
long __result_of_clock_getres(void);
unsigned long __result_of_strftime(void);

struct time_pair {
    long seconds;
    long fraction;
};

// The program has asked a clock, or for local time: what dates it has is not followed exactly, which would be too much.
static _Bool dates_are_open;

// A choice of paths: the clock stands still, and the zone is Greenwich without rules. Then dates are followed exactly, so that errors
// which do not depend on them are confirmed.
static _Bool is_greenwich(void) {
    static _Bool is_chosen, answer;
    if (!is_chosen) {
        is_chosen = 1;
        answer = !__fafnir_like_glibc() && !__fafnir_summarise() && __VERIFIER_nondet_bool();
    }
    return answer;
}

static long some_time(void) {
    if (is_greenwich())
        return 1000000000;
    dates_are_open = 1;
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

// The first day of the year, or of a month in it, as days after 1970-01-01. The months are counted from March of a year long before.
static long long first_day(long long year, int month) {
    unsigned years = (unsigned)(year + 4800 - (month < 2));
    unsigned months = (unsigned)(month < 2 ? month + 10 : month - 2);
    return (long long)(365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5) - 2472632;
}

enum { FIRST_YEAR = -999, LAST_YEAR = 9999 };
static const long long begin_of_time = -93692592000, end_of_time = 253402300799;

static int between(int low, int high) {
    int number = __VERIFIER_nondet_int();
    __VERIFIER_assume(number >= low);
    __VERIFIER_assume(number <= high);
    return number;
}

// The date and time of these seconds after 1970, between the first and the last year. Years begin in March here, and are counted from
// the first year of 400 that have the same days.
static void break_down(long long seconds, struct calendar_time *out) {
    unsigned long long since = (unsigned long long)(seconds - begin_of_time);
    unsigned rest = (unsigned)(since % 86400);
    int day = (int)(since / 86400) + (int)(begin_of_time / 86400);
    // 1970-01-01 is that many days after the first of March in the year -1200.
    unsigned shifted = (unsigned)(day + 1157759);
    unsigned in_cycle = shifted % 146097;
    unsigned year = (in_cycle - in_cycle / 1460 + in_cycle / 36524 - in_cycle / 146096) / 365;
    unsigned in_year = in_cycle - (365 * year + year / 4 - year / 100);
    unsigned month = (5 * in_year + 2) / 153;
    out->second = (int)(rest % 60);
    out->minute = (int)(rest / 60 % 60);
    out->hour = (int)(rest / 3600);
    out->day = (int)(in_year - (153 * month + 2) / 5) + 1;
    out->month = (int)(month < 10 ? month + 2 : month - 10);
    int whole = (int)(year + 400 * (shifted / 146097) + (month >= 10)) - 1200;
    out->year = whole - 1900;
    out->weekday = (int)((unsigned)(day + 4 + 7 * 200000) % 7);
    out->day_of_year = day - (int)first_day(whole, 0);
}

// Any date.
static void some_date(_Bool is_usual, struct calendar_time *out) {
    out->second = (int)(__result_of_localtime() % 61);
    out->minute = (int)(__result_of_localtime() % 60);
    out->hour = (int)(__result_of_localtime() % 24);
    out->day = (int)(__result_of_localtime() % 31) + 1;
    out->month = (int)(__result_of_localtime() % 12);
    out->year = is_usual ? (int)(__result_of_localtime() % 8031) + 69 : (int)__result_of_localtime();
    out->weekday = (int)(__result_of_localtime() % 7);
    out->day_of_year = (int)(__result_of_localtime() % 366);
}

// The environment says what the zone is called: three letters at least.
static const char *name_of_zone(void) {
    static char buffer[32] = "UTC";
    static const char *name;
    if (!name) {
        // A name that is elsewhere leaves the buffer as it is.
        name = __fafnir_any_text(buffer, sizeof buffer);
        __VERIFIER_assume(buffer[0] != 0 & buffer[1] != 0 & buffer[2] != 0);
    }
    return name;
}

// Seconds east of Greenwich.
static int offset_of_zone(void) {
    static _Bool is_known;
    static int offset;
    if (!is_known) {
        is_known = 1;
        offset = __fafnir_like_glibc() || is_greenwich() ? 0 : between(-86399, 86399);
    }
    return offset;
}

static void set_zone(_Bool is_local, int offset, int summer_time, struct calendar_time *out) {
    out->summer_time = summer_time;
    out->offset = offset;
    out->zone = is_local ? __fafnir_like_glibc() || is_greenwich() ? "UTC" : name_of_zone() : "GMT";
}

static void look_at(const struct calendar_time *time) {
    int sum = time->second ^ time->minute ^ time->hour ^ time->day ^ time->month ^ time->year ^ time->weekday;
    (void)sum;
}

static _Bool is_exact(void) {
    return __fafnir_like_glibc() || !dates_are_open && !__fafnir_summarise();
}

static struct calendar_time *broken_down(const long *time, _Bool is_local, struct calendar_time *out) {
    long long seconds = *time;
    // The year of a time far away is no `int`.
    if (seconds > 67768036191676799LL + 86400 || seconds < -67768040609740800LL - 86400) {
        __fafnir_fails_with(75);
        return 0;
    }
    _Bool is_usual = seconds >= 0 && seconds <= 253402214400LL;
    if ((seconds > 67767976233532799LL || seconds < -67768040609740800LL) && __result_of_localtime()) {
        __fafnir_fails_with(75);
        return 0;
    }
    // A zone may have rules.
    _Bool has_rules = is_local && !__fafnir_like_glibc() && !is_greenwich() && __VERIFIER_nondet_bool();
    int offset = !is_local ? 0 : has_rules ? (int)__result_of_localtime() % 86400 : offset_of_zone();
    _Bool is_near = seconds + offset >= begin_of_time && seconds + offset <= end_of_time;
    if (!is_near || !is_exact())
        some_date(is_usual, out);
    else
        break_down(seconds + offset, out);
    dates_are_open |= is_local && !is_greenwich();
    set_zone(is_local, offset, has_rules ? (int)(__result_of_localtime() % 2) : 0, out);
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

// The seconds that a date stands for, which need not be a usual one, as if in Greenwich.
static long long seconds_of(const struct calendar_time *time) {
    long long months = 12LL * (time->year + 1900LL) + time->month;
    long long year = months / 12 - (months % 12 < 0);
    int month = (int)(months - 12 * year);
    if (year < FIRST_YEAR || year > LAST_YEAR)
        return end_of_time + 1;
    return (first_day(year, month) + time->day - 1) * 86400 + time->hour * 3600LL + time->minute * 60LL + time->second;
}

static long to_seconds(struct calendar_time *time, _Bool is_local) {
    look_at(time);
    _Bool has_rules = is_local && !__fafnir_like_glibc() && (time->summer_time > 0 || !is_greenwich() && __VERIFIER_nondet_bool());
    long long seconds = is_exact() ? seconds_of(time) : end_of_time + 1;
    int offset = is_local ? offset_of_zone() : 0;
    if (has_rules || seconds < begin_of_time || seconds > end_of_time || seconds - offset != (long)(seconds - offset)) {
        long some = __result_of_mktime();
        if (some != -1) {
            some_date(0, time);
            set_zone(is_local, is_local ? (int)__result_of_localtime() : 0, is_local ? (int)(__result_of_localtime() % 2) : 0, time);
        } else if (__result_of_mktime())
            __fafnir_fails_with(75);
        return some;
    }
    break_down(seconds, time);
    set_zone(is_local, offset, 0, time);
    dates_are_open |= is_local && !is_greenwich();
    return (long)(seconds - offset);
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

static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

// Dates of which the conversions here know what they are.
static _Bool is_normal(const struct calendar_time *time) {
    return time->second >= 0 && time->second <= 60 && time->minute >= 0 && time->minute < 60 && time->hour >= 0 && time->hour < 24
        && time->day > 0 && time->day < 32 && time->month >= 0 && time->month < 12 && time->weekday >= 0 && time->weekday < 7
        && time->day_of_year >= 0 && time->day_of_year < 366 && time->year >= -900 && time->year < 8100;
}

static char *as_text(const struct calendar_time *time, char *text, unsigned long size) {
    look_at(time);
    if (time->year > 0x7fffffff - 1900) {
        __fafnir_fails_with(75);
        return 0;
    }
    if (!is_exact()) {
        // A usual date has 25 characters.
        unsigned long length = is_normal(time) ? 25 : __result_of_asctime();
        if (length >= size) {
            __fafnir_fails_with(75);
            return 0;
        }
        for (unsigned long i = 0; i < 24 && i < length; i++)
            text[i] = (char)(__result_of_asctime() % 90 + ' ');
        if (length > 25)
            __VERIFIER_nondet_memory(text + 24, length - 24);
        if (length > 0)
            text[length - 1] = '\n';
        text[length] = 0;
        return text;
    }
    // C does not define what comes of other dates.
    if (!is_normal(time) && !__fafnir_like_glibc())
        __other_behaviour_of_asctime();
    const char *day = time->weekday < 0 || time->weekday > 6 ? "???" : days[time->weekday];
    const char *month = time->month < 0 || time->month > 11 ? "???" : months[time->month];
    int length = snprintf(text, size, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day, month, time->day, time->hour, time->minute,
                          time->second, 1900 + time->year);
    if ((unsigned long)length >= size) {
        __fafnir_fails_with(75);
        return 0;
    }
    return text;
}

char *asctime_r(const struct calendar_time *time, char *text) {
    return as_text(time, text, 26);
}

char *asctime(const struct calendar_time *time) {
    static char text[114];
    return as_text(time, text, sizeof text);
}

char *ctime_r(const long *time, char *text) {
    struct calendar_time broken_down;
    return localtime_r(time, &broken_down) ? asctime_r(&broken_down, text) : 0;
}

char *ctime(const long *time) {
    struct calendar_time broken_down;
    return localtime_r(time, &broken_down) ? asctime(&broken_down) : 0;
}

// What strftime writes.
struct output {
    char *text;
    unsigned long size;
    unsigned long length;
};

static void put(struct output *out, char c) {
    if (out->length < out->size)
        out->text[out->length] = c;
    out->length++;
}

static void put_text(struct output *out, const char *text, int most) {
    for (int i = 0; i < most && text[i]; i++)
        put(out, text[i]);
}

static void put_number(struct output *out, int number, int width, char pad) {
    int digits = 1;
    for (int rest = number; rest > 9; rest /= 10)
        digits++;
    for (; width > digits; width--)
        put(out, pad);
    int power = 1;
    for (; digits > 1; digits--)
        power *= 10;
    for (; power > 0; power /= 10)
        put(out, (char)('0' + number / power % 10));
}

// In the locale "C". Whether the conversion is known here.
static _Bool convert(struct output *out, char conversion, const struct calendar_time *time) {
    int hour = time->hour % 12 == 0 ? 12 : time->hour % 12;
    int year = time->year + 1900;
    switch (conversion) {
    case '%':
        put(out, '%');
        return 1;
    case 'n':
        put(out, '\n');
        return 1;
    case 't':
        put(out, '\t');
        return 1;
    case 'Y':
        put_number(out, year, 1, '0');
        return 1;
    case 'C':
        put_number(out, year / 100, 2, '0');
        return 1;
    case 'y':
        put_number(out, year % 100, 2, '0');
        return 1;
    case 'm':
        put_number(out, time->month + 1, 2, '0');
        return 1;
    case 'd':
        put_number(out, time->day, 2, '0');
        return 1;
    case 'e':
        put_number(out, time->day, 2, ' ');
        return 1;
    case 'H':
        put_number(out, time->hour, 2, '0');
        return 1;
    case 'k':
        put_number(out, time->hour, 2, ' ');
        return 1;
    case 'I':
        put_number(out, hour, 2, '0');
        return 1;
    case 'l':
        put_number(out, hour, 2, ' ');
        return 1;
    case 'M':
        put_number(out, time->minute, 2, '0');
        return 1;
    case 'S':
        put_number(out, time->second, 2, '0');
        return 1;
    case 'j':
        put_number(out, time->day_of_year + 1, 3, '0');
        return 1;
    case 'u':
        put_number(out, time->weekday == 0 ? 7 : time->weekday, 1, '0');
        return 1;
    case 'w':
        put_number(out, time->weekday, 1, '0');
        return 1;
    case 'F':
        return convert(out, 'Y', time) && (put(out, '-'), convert(out, 'm', time)) && (put(out, '-'), convert(out, 'd', time));
    case 'T':
        return convert(out, 'R', time) && (put(out, ':'), convert(out, 'S', time));
    case 'R':
        return convert(out, 'H', time) && (put(out, ':'), convert(out, 'M', time));
    case 'D':
        return convert(out, 'm', time) && (put(out, '/'), convert(out, 'd', time)) && (put(out, '/'), convert(out, 'y', time));
    }
    if (__fafnir_locale_is_foreign())
        return 0;
    switch (conversion) {
    case 'a':
        put_text(out, days[time->weekday], 3);
        return 1;
    case 'A':
        put_text(out, days[time->weekday], 9);
        return 1;
    case 'b':
    case 'h':
        put_text(out, months[time->month], 3);
        return 1;
    case 'B':
        put_text(out, months[time->month], 9);
        return 1;
    case 'p':
        put_text(out, time->hour < 12 ? "AM" : "PM", 2);
        return 1;
    case 'P':
        put_text(out, time->hour < 12 ? "am" : "pm", 2);
        return 1;
    case 'x':
        return convert(out, 'D', time);
    case 'X':
        return convert(out, 'T', time);
    case 'r':
        return convert(out, 'I', time) && (put(out, ':'), convert(out, 'M', time)) && (put(out, ':'), convert(out, 'S', time))
            && (put(out, ' '), convert(out, 'p', time));
    case 'c':
        return convert(out, 'a', time) && (put(out, ' '), convert(out, 'b', time)) && (put(out, ' '), convert(out, 'e', time))
            && (put(out, ' '), convert(out, 'T', time)) && (put(out, ' '), convert(out, 'Y', time));
    }
    return 0;
}

unsigned long strftime(char *text, unsigned long size, const char *format, const struct calendar_time *time) {
    unsigned long length = strlen(format);
    (void)length;
    look_at(time);
    _Bool is_known = is_exact() && is_normal(time);
    struct output out = {text, size, 0};
    for (; is_known && *format; format++) {
        if (*format != '%')
            put(&out, *format);
        else
            is_known = convert(&out, *++format, time);
    }
    unsigned long written = out.length;
    if (!is_known) {
        written = __result_of_strftime();
        if (written > 0 && written < size)
            __VERIFIER_nondet_memory(text, written);
    }
    if (size == 0)
        return 0;
    // What does not fit leaves anything.
    if (written >= size) {
        __VERIFIER_nondet_memory(text, size);
        return 0;
    }
    text[written] = 0;
    return written;
}
