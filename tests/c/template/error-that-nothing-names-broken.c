// The function that reports an error is called by one that a table names.
//@ property: unreach-call
//@ engines: template auto
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct device {
    void (*start)(struct device *);
    struct device *next;
    int state;
};

void unused(struct device *d)
{
    if (d->state < 0)
        reach_error(); //~ ERROR error-reached
}

static void start(struct device *d)
{
    d->state += __VERIFIER_nondet_int();
}

static void (*const table[])(struct device *) = {start, unused};

int main(void)
{
    struct device d = {0, 0, 0};
    for (int i = 0; i < 2; i++) {
        d.start = table[i];
        d.start(&d);
    }
    return 0;
}
