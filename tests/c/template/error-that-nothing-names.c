// The function that reports an error is called by one that nothing calls, whatever else the program does through pointers.
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
        reach_error();
}

static void start(struct device *d)
{
    d->state += __VERIFIER_nondet_int();
}

extern struct device *first_device(void);

int main(void) //~ SAFE
{
    for (struct device *d = first_device(); d; d = d->next) {
        d->start = start;
        d->start(d);
    }
    return 0;
}
