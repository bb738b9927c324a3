// Nobody has set the index, and nobody asks about that: the assumption allows one number too many.
//@ engines: hunt auto
//@ property: unreach-call valid-deref
void __VERIFIER_assume(int);
void reach_error(void);
struct task {
    void *data;
    int runs;
};
static struct task tasks[2];
static void run(void) {
    unsigned index;
    __VERIFIER_assume(index < 3);
    if (tasks[index].data) //~ ERROR out-of-bounds
        reach_error();
    tasks[index].runs++;
}
int main(void) {
    run();
    run();
    return 0;
}
