// Nobody has set the index, and nobody asks about that: it is one number, and an assumption bounds it.
//@ engines: smg template auto
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
    __VERIFIER_assume(index < 2);
    if (tasks[index].data)
        reach_error();
    tasks[index].runs++;
}
int main(void) { //~ SAFE
    run();
    run();
    return 0;
}
