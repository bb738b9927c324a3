// The objects of a list carry a table with their operations; there are two kinds of lists.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct object;

struct operations {
    void (*touch)(struct object *);
    void (*destroy)(struct object *);
};

struct object {
    const struct operations *ops;
    int *data;
    struct object *next;
};

static void touch_data(struct object *o) {
    o->data[0]++;
}

static void touch_nothing(struct object *o) {
    (void)o;
}

static void destroy_with_data(struct object *o) {
    free(o->data);
    free(o);
}

static void destroy_plain(struct object *o) {
    free(o);
}

static const struct operations with_data = { touch_data, destroy_with_data };
static const struct operations plain = { touch_nothing, destroy_plain };

int main(void) { //~ SAFE
    struct object *all = NULL;
    int need_data = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        struct object *o = malloc(sizeof *o);
        o->ops = &plain;
        o->data = NULL;
        if (need_data) {
            o->ops = &with_data;
            o->data = calloc(1, sizeof *o->data);
        }
        o->next = all;
        all = o;
    }
    while (all) {
        struct object *o = all;
        all = o->next;
        o->ops->touch(o);
        o->ops->destroy(o);
    }
    return 0;
}
