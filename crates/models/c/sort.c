// Models of qsort and bsearch. Which elements are compared, how often and in which order, and in which order elements come that
// are equal, is the library's choice. A program that sees the comparisons gets those of glibc, and that there are others is said;
// for one that does not, every comparison that may be made is made first.

void *memcpy(void *dst, const void *src, unsigned long n);
void *memmove(void *dst, const void *src, unsigned long n);
_Bool __VERIFIER_nondet_bool(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int condition);
int __fafnir_comparisons_are_seen(void);
int __fafnir_like_glibc(void);
void __other_behaviour_of_qsort(void);
void __other_behaviour_of_bsearch(void);

typedef int (*comparison)(const void *, const void *);
typedef int (*comparison_with)(const void *, const void *, void *);

// A comparison, of which there are two kinds.
static int compare(const void *a, const void *b, comparison plain, comparison_with with, void *state) {
    return plain ? plain(a, b) : with(a, b, state);
}

// glibc's merge sort. Its copies of elements are not compared: it merges into the copy.
static void merge_sort(char *elements, unsigned long n, unsigned long size, char *copy, comparison plain, comparison_with with,
                       void *state) {
    if (n < 2)
        return;
    unsigned long left = n / 2, right = n - left;
    char *a = elements, *b = elements + left * size, *out = copy;
    merge_sort(a, left, size, copy, plain, with, state);
    merge_sort(b, right, size, copy, plain, with, state);
    while (left > 0 && right > 0) {
        if (compare(a, b, plain, with, state) <= 0) {
            memcpy(out, a, size);
            a += size;
            left--;
        } else {
            memcpy(out, b, size);
            b += size;
            right--;
        }
        out += size;
    }
    if (left > 0)
        memcpy(out, a, left * size);
    memcpy(elements, copy, (n - right) * size);
}

static void compare_pairs(char *elements, unsigned long n, unsigned long size, comparison plain, comparison_with with,
                          void *state) {
    if (n > 32) {
        unsigned long i = __VERIFIER_nondet_ulong(), j = __VERIFIER_nondet_ulong();
        __VERIFIER_assume(i < n);
        __VERIFIER_assume(j < n);
        compare(elements + i * size, elements + j * size, plain, with, state);
        return;
    }
    for (unsigned long i = 0; i < n; i++)
        for (unsigned long j = 0; j < n; j++)
            if (i != j)
                compare(elements + i * size, elements + j * size, plain, with, state);
}

static void sort(char *elements, unsigned long n, unsigned long size, comparison plain, comparison_with with, void *state) {
    if (n < 2 || size == 0)
        return;
    // Where the comparison does not look at the elements, they are moved all the same.
    char *end = elements + (n * size - 1);
    memmove(end, end, 1);
    char copy[n * size];
    if (__fafnir_comparisons_are_seen() || __fafnir_like_glibc()) {
        if (!__fafnir_like_glibc() && __VERIFIER_nondet_bool())
            __other_behaviour_of_qsort();
        merge_sort(elements, n, size, copy, plain, with, state);
        return;
    }
    compare_pairs(elements, n, size, plain, with, state);
    // Elements are inserted one by one, each behind those that are not greater, or anywhere among those that are equal.
    for (unsigned long i = 1; i < n; i++) {
        char *element = elements + i * size;
        unsigned long low = 0, high = i;
        while (low < high) {
            unsigned long middle = low + (high - low) / 2;
            if (compare(elements + middle * size, element, plain, with, state) <= 0)
                low = middle + 1;
            else
                high = middle;
        }
        while (low > 0 && compare(elements + (low - 1) * size, element, plain, with, state) == 0 && __VERIFIER_nondet_bool())
            low--;
        if (low == i)
            continue;
        char *place = elements + low * size;
        memcpy(copy, element, size);
        memmove(place + size, place, element - place);
        memcpy(place, copy, size);
    }
}

void qsort(void *base, unsigned long n, unsigned long size, comparison plain) {
    sort(base, n, size, plain, 0, 0);
}

void qsort_r(void *base, unsigned long n, unsigned long size, comparison_with with, void *state) {
    sort(base, n, size, 0, with, state);
}

void *bsearch(const void *key, const void *base, unsigned long n, unsigned long size, comparison plain) {
    const char *elements = base;
    int is_seen = __fafnir_comparisons_are_seen() || __fafnir_like_glibc();
    if (is_seen && !__fafnir_like_glibc() && n > 1 && __VERIFIER_nondet_bool())
        __other_behaviour_of_bsearch();
    if (!is_seen && n > 1) {
        if (n > 32) {
            unsigned long i = __VERIFIER_nondet_ulong();
            __VERIFIER_assume(i < n);
            plain(key, elements + i * size);
        } else {
            for (unsigned long i = 0; i < n; i++)
                plain(key, elements + i * size);
        }
    }
    unsigned long low = 0, high = n;
    while (low < high) {
        unsigned long middle = low + (high - low) / 2;
        const char *element = elements + middle * size;
        int order = plain(key, element);
        if (order == 0) {
            // Any of the elements that are equal.
            while (!is_seen && middle > 0 && plain(key, elements + (middle - 1) * size) == 0 && __VERIFIER_nondet_bool())
                middle--;
            while (!is_seen && middle + 1 < n && plain(key, elements + (middle + 1) * size) == 0 && __VERIFIER_nondet_bool())
                middle++;
            return (void *)(elements + middle * size);
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}
