// A ring of any length is walked and freed. One step is wrong.
//@ engines: sl
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next; int value; };
int main(void) {
    struct node *ring = malloc(sizeof *ring);
    ring->next = ring;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        new->next = ring->next;
        ring->next = new;
    }
    struct node *p = ring;
    do {
        struct node *next = p->next;
        free(p);
        p = next;
    } while (p != ring->next); //~ ERROR use-after-free
    return 0;
}
