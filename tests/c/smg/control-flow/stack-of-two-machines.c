// Two machines that are run by hand put items on a stack and take them, each in several steps.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *below;
};
static struct item *top, *done;

/* Puts one item on the stack, a step with each call; begins again where another one was faster. */
static void giver(void)
{
    static int step = 0;
    static struct item *mine, *seen;
    switch (step++) {
    case 0:
        mine = malloc(sizeof *mine);
        if (!mine)
            exit(1);
        return;
    case 1:
        seen = top;
        return;
    case 2:
        mine->below = seen;
        return;
    default:
        if (top == seen) {
            top = mine;
            mine = 0;
            step = 0;
        } else {
            step = 1;
        }
        seen = 0;
        return;
    }
}

/* Takes one item and keeps it. */
static void taker(void)
{
    static int step = 0;
    static struct item *seen, *next;
    switch (step++) {
    case 0:
        seen = top;
        return;
    case 1:
        if (!seen)
            step = 0;
        return;
    case 2:
        next = seen->below;
        return;
    default:
        if (top == seen) {
            top = next;
            seen->below = done;
            done = seen;
        }
        seen = next = 0;
        step = 0;
        return;
    }
}

int main(void) //~ SAFE
{
    for (;;) {
        if (__VERIFIER_nondet_int())
            giver();
        else
            taker();
    }
}
