// A list of lists is built and freed. One step is wrong.
//@ engines: sl
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct inner { struct inner *next; };
struct outer { struct outer *next; struct inner *list; int id; };
int main(void) {
    struct outer *all = 0;
    while (__VERIFIER_nondet_int()) {
        struct outer *o = malloc(sizeof *o);
        o->list = 0;
        o->id = 1;
        while (__VERIFIER_nondet_int()) {
            struct inner *i = malloc(sizeof *i);
            i->next = 0;
            o->list = i; //~ ERROR memory-leak
        }
        o->next = all;
        all = o;
    }
    while (all) {
        struct outer *o = all;
        all = o->next;
        while (o->list) {
            struct inner *i = o->list;
            o->list = i->next;
            free(i);
        }
        free(o);
    }
    return 0;
}
