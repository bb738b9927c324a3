// Models of qsort and bsearch.

void *memcpy(void *dst, const void *src, unsigned long n);
void *memmove(void *dst, const void *src, unsigned long n);

typedef int (*comparison)(const void *, const void *);
typedef int (*comparison_with)(const void *, const void *, void *);

// Elements are inserted one by one, each after those that are not greater: equal elements keep their order, as with the
// merge sort of glibc. A binary search finds the place, so that there are not more comparisons than needed.
void qsort(void *base, unsigned long n, unsigned long size, comparison compare) {
    char *elements = base;
    if (n < 2 || size == 0)
        return;
    char held[size];
    for (unsigned long i = 1; i < n; i++) {
        char *element = elements + i * size;
        if (compare(element - size, element) <= 0)
            continue;
        unsigned long low = 0;
        unsigned long high = i - 1;
        while (low < high) {
            unsigned long middle = low + (high - low) / 2;
            if (compare(elements + middle * size, element) <= 0)
                low = middle + 1;
            else
                high = middle;
        }
        char *place = elements + low * size;
        memcpy(held, element, size);
        memmove(place + size, place, element - place);
        memcpy(place, held, size);
    }
}

void qsort_r(void *base, unsigned long n, unsigned long size, comparison_with compare, void *state) {
    char *elements = base;
    if (n < 2 || size == 0)
        return;
    char held[size];
    for (unsigned long i = 1; i < n; i++) {
        char *element = elements + i * size;
        unsigned long low = 0;
        unsigned long high = i;
        while (low < high) {
            unsigned long middle = low + (high - low) / 2;
            if (compare(elements + middle * size, element, state) <= 0)
                low = middle + 1;
            else
                high = middle;
        }
        if (low == i)
            continue;
        char *place = elements + low * size;
        memcpy(held, element, size);
        memmove(place + size, place, element - place);
        memcpy(place, held, size);
    }
}

void *bsearch(const void *key, const void *base, unsigned long n, unsigned long size, comparison compare) {
    const char *elements = base;
    unsigned long low = 0;
    unsigned long high = n;
    while (low < high) {
        unsigned long middle = low + (high - low) / 2;
        const char *element = elements + middle * size;
        int order = compare(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}
