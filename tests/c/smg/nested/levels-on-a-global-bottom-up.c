// Lists of lists hang on a global variable; they are freed level by level from below, by functions that never name it.
//@ engines: smg
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct leaf {
    struct leaf *next;
    char *text;
};

struct twig {
    struct leaf *leaves;
    struct twig *next;
};

struct branch {
    struct branch *next;
    struct twig *twigs;
};

static struct branch *branches;

static void add_leaf(struct twig *twig) {
    struct leaf *leaf = malloc(sizeof *leaf);
    leaf->text = malloc(7);
    leaf->next = twig->leaves;
    twig->leaves = leaf;
}

static void add_twig(struct branch *branch) {
    struct twig *twig = malloc(sizeof *twig);
    twig->leaves = NULL;
    do
        add_leaf(twig);
    while (__VERIFIER_nondet_int());
    twig->next = branch->twigs;
    branch->twigs = twig;
}

static void add_branch(void) {
    struct branch *branch = malloc(sizeof *branch);
    branch->twigs = NULL;
    do
        add_twig(branch);
    while (__VERIFIER_nondet_int());
    branch->next = branches;
    branches = branch;
}

static void free_leaves(struct leaf *leaf, int level) {
    do {
        struct leaf *next = leaf->next;
        if (level == 3)
            free(leaf->text);
        if (level == 2)
            free(leaf);
        leaf = next;
    } while (leaf);
}

static void free_twigs(struct twig *twig, int level) {
    do {
        struct twig *next = twig->next;
        if (level > 1)
            free_leaves(twig->leaves, level);
        if (level == 1)
            free(twig);
        twig = next;
    } while (twig);
}

static void free_branches(struct branch *branch, int level) {
    do {
        struct branch *next = branch->next;
        if (level > 0)
            free_twigs(branch->twigs, level);
        if (level == 0)
            free(branch);
        branch = next;
    } while (branch);
}

int main(void) { //~ SAFE
    do
        add_branch();
    while (__VERIFIER_nondet_int());
    for (int level = 3; level >= 0; level--)
        free_branches(branches, level);
    return 0;
}
