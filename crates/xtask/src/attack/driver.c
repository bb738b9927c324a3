// Runs programs in all ways that their inputs allow, each program in a process of its own, and prints one line for each:
// its number, how it ended, the number of runs, and the inputs of the last one.
// The headers come before this text.
#include <sys/mman.h>
#include <sys/wait.h>

enum { MOST_INPUTS = 200, MOST_NOTES = 40 };
enum { COMPLETE, LIMIT, ERROR, LEAK, SANITIZER };
static struct driver_state {
    int count, position, runs, end;
    int choice[MOST_INPUTS], width[MOST_INPUTS], value[MOST_INPUTS];
    // The smallest and the greatest number that a program noted at a place.
    long long low[MOST_NOTES], high[MOST_NOTES];
    char noted[MOST_NOTES];
} *driver_shared;
static long driver_live;

__attribute__((weak)) int __sanitizer_install_malloc_and_free_hooks(
    void (*)(const volatile void *, size_t), void (*)(const volatile void *));
static void driver_count_malloc(const volatile void *p, size_t size) { (void)size; driver_live += p != 0; }
static void driver_count_free(const volatile void *p) { driver_live -= p != 0; }

static void driver_finish(int end) {
    driver_shared->end = end;
    _exit(0);
}

static int input(int low, int high) {
    int i = driver_shared->position++;
    if (i >= MOST_INPUTS)
        driver_finish(LIMIT);
    if (i >= driver_shared->count) {
        driver_shared->choice[i] = 0;
        driver_shared->width[i] = high - low + 1;
        driver_shared->count = i + 1;
    }
    return driver_shared->value[i] = low + driver_shared->choice[i];
}

static void reach_error(void) { driver_finish(ERROR); }

static void note(int place, long long value) {
    if (place >= MOST_NOTES)
        return;
    if (!driver_shared->noted[place] || value < driver_shared->low[place])
        driver_shared->low[place] = value;
    if (!driver_shared->noted[place] || value > driver_shared->high[place])
        driver_shared->high[place] = value;
    driver_shared->noted[place] = 1;
}

// The next run: the last input that has another value left takes it.
static int driver_next(void) {
    driver_shared->count = driver_shared->position;
    while (driver_shared->count > 0 && driver_shared->choice[driver_shared->count - 1] + 1 >= driver_shared->width[driver_shared->count - 1])
        driver_shared->count--;
    if (driver_shared->count == 0)
        return 0;
    driver_shared->choice[driver_shared->count - 1]++;
    return 1;
}

static void driver_all_runs(int (*program)(void), int most) {
    int again = 0;
    for (;;) {
        driver_shared->position = 0;
        driver_live = 0;
        program();
        driver_shared->runs++;
        // What a function of the library keeps for itself is left once only.
        if (driver_live > 0 && again)
            driver_finish(LEAK);
        again = driver_live > 0;
        if (again) {
            driver_shared->count = driver_shared->position;
            continue;
        }
        if (!driver_next())
            driver_finish(COMPLETE);
        if (driver_shared->runs >= most)
            driver_finish(LIMIT);
    }
}

static void driver_try_program(int number, int (*program)(void), int most) {
    memset(driver_shared, 0, sizeof *driver_shared);
    driver_shared->end = SANITIZER;
    fflush(stdout);
    int child = fork();
    if (child == 0) {
        char name[64];
        snprintf(name, sizeof name, "errors.%d", number);
        if (!freopen(name, "w", stderr) || !freopen("/dev/null", "w", stdout))
            _exit(1);
        alarm(4);
        if (__sanitizer_install_malloc_and_free_hooks)
            __sanitizer_install_malloc_and_free_hooks(driver_count_malloc, driver_count_free);
        driver_all_runs(program, most);
    }
    int status = 0;
    waitpid(child, &status, 0);
    const char *names[] = {"complete", "limit", "error", "leak", "sanitizer"};
    const char *end = names[driver_shared->end];
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        end = "timeout";
    printf("%d %s %d", number, end, driver_shared->runs);
    for (int i = 0; i < driver_shared->position && i < MOST_INPUTS; i++)
        printf(" %d", driver_shared->value[i]);
    for (int i = 0; i < MOST_NOTES; i++)
        if (driver_shared->noted[i])
            printf(" %d:%lld:%lld", i, driver_shared->low[i], driver_shared->high[i]);
    printf("\n");
}

static void driver_start(void) {
    driver_shared = mmap(0, sizeof *driver_shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}
