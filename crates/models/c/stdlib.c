// Models of <stdlib.h> and <search.h> functions.

void *malloc(unsigned long size);
void *memcpy(void *dst, const void *src, unsigned long n);

struct int_division {
    int quot;
    int rem;
};

struct long_division {
    long quot;
    long rem;
};

struct long_long_division {
    long long quot;
    long long rem;
};

struct int_division div(int a, int b) {
    struct int_division result = {a / b, a % b};
    return result;
}

struct long_division ldiv(long a, long b) {
    struct long_division result = {a / b, a % b};
    return result;
}

struct long_long_division lldiv(long long a, long long b) {
    struct long_long_division result = {a / b, a % b};
    return result;
}

struct long_long_division imaxdiv(long long a, long long b) {
    return lldiv(a, b);
}

typedef int (*comparison)(const void *, const void *);

void *lfind(const void *key, const void *base, unsigned long *count, unsigned long size, comparison compare) {
    const char *element = base;
    for (unsigned long i = 0; i < *count; i++, element += size)
        if (compare(key, element) == 0)
            return (void *)element;
    return 0;
}

void *lsearch(const void *key, void *base, unsigned long *count, unsigned long size, comparison compare) {
    void *found = lfind(key, base, count, size, compare);
    if (!found) {
        found = memcpy((char *)base + *count * size, key, size);
        *count += 1;
    }
    return found;
}

struct queue_element {
    struct queue_element *next;
    struct queue_element *prev;
};

void insque(void *element, void *previous) {
    struct queue_element *e = element;
    struct queue_element *p = previous;
    if (!p) {
        e->next = 0;
        e->prev = 0;
        return;
    }
    e->next = p->next;
    e->prev = p;
    if (p->next)
        p->next->prev = e;
    p->next = e;
}

void remque(void *element) {
    struct queue_element *e = element;
    if (e->next)
        e->next->prev = e->prev;
    if (e->prev)
        e->prev->next = e->next;
}

int ffsll(long long x) {
    unsigned long long bits = x;
    if (!bits)
        return 0;
    int n = 1;
    while (!(bits & 1)) {
        bits >>= 1;
        n++;
    }
    return n;
}

int ffsl(long x) {
    return ffsll(x);
}

int ffs(int x) {
    return ffsll(x);
}

void *memalign(unsigned long alignment, unsigned long size);

void *valloc(unsigned long size) {
    return memalign(4096, size);
}
