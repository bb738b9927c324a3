//! Programs that build, change, walk and free binary trees, with and without pointers to the parents.

use super::Program;
use super::structure::{Operation, Structure, operation};
use crate::mutate::Random;

const PLAIN_BASE: &str = "struct @node {
    struct @node *left;
    struct @node *right;
    int value;
};
static int @length(struct @node *tree) {
    if (!tree)
        return 0;
    return 1 + @length(tree->left) + @length(tree->right);
}
static void @destroy(struct @node *tree) {
    if (!tree)
        return;
    @destroy(tree->left);
    @destroy(tree->right);
    free(tree);
}
static struct @node *@push(struct @node *tree, int value) {
    if (!tree) {
        struct @node *made = malloc(sizeof *made);
        made->left = 0;
        made->right = 0;
        made->value = value;
        return made;
    }
    if (value < tree->value)
        tree->left = @push(tree->left, value);
    else
        tree->right = @push(tree->right, value);
    return tree;
}
";

const PLAIN: &[Operation] = &[
    operation(
        "static struct @node *@find(struct @node *tree, int value) {
    while (tree && tree->value != value)
        tree = value < tree->value ? tree->left : tree->right;
    return tree;
}
",
        "struct @node *found = @find(tree, 1);
    if (found && found->value != 1)
        reach_error();",
        "",
    ),
    operation(
        "static int @depth(struct @node *tree) {
    if (!tree)
        return 0;
    int left = @depth(tree->left);
    int right = @depth(tree->right);
    return (left > right ? left : right) + 1;
}
",
        "if (@depth(tree) > n)
        reach_error();",
        "",
    ),
    operation(
        "static void @mirror(struct @node *tree) {
    if (!tree)
        return;
    struct @node *held = tree->left;
    tree->left = tree->right;
    tree->right = held;
    @mirror(tree->left);
    @mirror(tree->right);
}
",
        "@mirror(tree);",
        "",
    ),
    operation(
        "static void @drop_first(struct @node **tree) {
    if (!*tree)
        return;
    while ((*tree)->left)
        tree = &(*tree)->left;
    struct @node *gone = *tree;
    *tree = gone->right;
    free(gone);
}
",
        "@drop_first(&tree);",
        "if (n > 0)
        n = n - 1;",
    ),
    operation(
        "static struct @node *@rotate(struct @node *tree) {
    if (!tree || !tree->left)
        return tree;
    struct @node *top = tree->left;
    tree->left = top->right;
    top->right = tree;
    return top;
}
",
        "tree = @rotate(tree);",
        "",
    ),
    operation(
        "static struct @node *@copy(struct @node *tree) {
    if (!tree)
        return 0;
    struct @node *made = malloc(sizeof *made);
    *made = *tree;
    made->left = @copy(tree->left);
    made->right = @copy(tree->right);
    return made;
}
",
        "struct @node *twin = @copy(tree);
    if (@length(twin) != n)
        reach_error();
    @destroy(twin);",
        "",
    ),
    operation(
        "",
        "if (tree) {
        @destroy(tree->left);
        tree->left = 0;
    }",
        "n = @length(tree);",
    ),
    operation(
        "static int @leaves(struct @node *tree) {
    if (!tree)
        return 0;
    if (!tree->left && !tree->right) {
        tree->value = 5;
        return 1;
    }
    return @leaves(tree->left) + @leaves(tree->right);
}
",
        "if (@leaves(tree) > n || (tree && @leaves(tree) == 0))
        reach_error();",
        "",
    ),
    operation(
        "static void @prune(struct @node **tree) {
    while (*tree && ((*tree)->left || (*tree)->right))
        tree = (*tree)->left && input(0, 1) ? &(*tree)->left : (*tree)->right ? &(*tree)->right : &(*tree)->left;
    free(*tree);
    *tree = 0;
}
",
        "@prune(&tree);",
        "if (n > 0)
        n = n - 1;",
    ),
    operation(
        "static void @flatten(struct @node *tree) {
    while (tree) {
        while (tree->left) {
            struct @node *low = tree->left;
            struct @node *moved = malloc(sizeof *moved);
            moved->value = tree->value;
            moved->right = tree->right;
            moved->left = low->right;
            tree->value = low->value;
            tree->left = low->left;
            tree->right = moved;
            free(low);
        }
        tree = tree->right;
    }
}
",
        "@flatten(tree);
    for (struct @node *p = tree; p; p = p->right) {
        if (p->left)
            reach_error();
    }",
        "",
    ),
    operation(
        "static int @is_ordered(struct @node *tree, int low, int high) {
    if (!tree)
        return 1;
    return low <= tree->value && tree->value <= high && @is_ordered(tree->left, low, tree->value) &&
           @is_ordered(tree->right, tree->value, high);
}
",
        "if (!@is_ordered(tree, 0, 20))
        reach_error();",
        "",
    ),
    operation(
        "static void @destroy_by_stack(struct @node *tree) {
    struct @node *stack[40];
    int used = 0;
    if (tree) {
        stack[used] = tree;
        used = used + 1;
    }
    while (used > 0) {
        used = used - 1;
        struct @node *top = stack[used];
        if (top->left) {
            stack[used] = top->left;
            used = used + 1;
        }
        if (top->right) {
            stack[used] = top->right;
            used = used + 1;
        }
        free(top);
    }
}
",
        "@destroy_by_stack(tree);
    tree = 0;",
        "n = 0;",
    ),
];

const PARENT_BASE: &str = "struct @node {
    struct @node *left;
    struct @node *right;
    struct @node *parent;
    int value;
};
static int @length(struct @node *tree) {
    if (!tree)
        return 0;
    return 1 + @length(tree->left) + @length(tree->right);
}
static void @destroy(struct @node *tree) {
    if (!tree)
        return;
    @destroy(tree->left);
    @destroy(tree->right);
    free(tree);
}
static struct @node *@push(struct @node *tree, int value) {
    struct @node *made = malloc(sizeof *made);
    made->left = 0;
    made->right = 0;
    made->parent = 0;
    made->value = value;
    if (!tree)
        return made;
    struct @node *here = tree;
    while (1) {
        struct @node **place = value < here->value ? &here->left : &here->right;
        if (!*place) {
            *place = made;
            made->parent = here;
            return tree;
        }
        here = *place;
    }
}
";

const PARENT: &[Operation] = &[
    operation(
        "static void @check(struct @node *tree, struct @node *parent) {
    if (!tree)
        return;
    if (tree->parent != parent)
        reach_error();
    @check(tree->left, tree);
    @check(tree->right, tree);
}
",
        "@check(tree, 0);",
        "",
    ),
    operation(
        "static struct @node *@climb(struct @node *tree) {
    if (!tree)
        return 0;
    while (tree->left || tree->right)
        tree = tree->left ? tree->left : tree->right;
    while (tree->parent)
        tree = tree->parent;
    return tree;
}
",
        "if (@climb(tree) != tree)
        reach_error();",
        "",
    ),
    operation(
        "static void @take_apart(struct @node *tree) {
    struct @node *here = tree;
    while (here) {
        if (here->left) {
            here = here->left;
        } else if (here->right) {
            here = here->right;
        } else {
            struct @node *up = here->parent;
            if (up && up->left == here)
                up->left = 0;
            else if (up)
                up->right = 0;
            free(here);
            here = up;
        }
    }
}
",
        "@take_apart(tree);
    tree = 0;",
        "n = 0;",
    ),
    operation(
        "static struct @node *@drop_leaf(struct @node *tree) {
    struct @node *here = tree;
    if (!here)
        return 0;
    while (here->left || here->right)
        here = here->right ? here->right : here->left;
    struct @node *up = here->parent;
    if (!up) {
        free(here);
        return 0;
    }
    if (up->left == here)
        up->left = 0;
    else
        up->right = 0;
    free(here);
    return tree;
}
",
        "tree = @drop_leaf(tree);",
        "if (n > 0)
        n = n - 1;",
    ),
    operation(
        "static struct @node *@next(struct @node *node) {
    if (node->right) {
        node = node->right;
        while (node->left)
            node = node->left;
        return node;
    }
    while (node->parent && node->parent->right == node)
        node = node->parent;
    return node->parent;
}
",
        "struct @node *walker = tree;
    while (walker && walker->left)
        walker = walker->left;
    int walked = 0;
    while (walker) {
        walked = walked + 1;
        walker = @next(walker);
    }
    if (walked != n)
        reach_error();",
        "",
    ),
    operation(
        "static struct @node *@rotate(struct @node *tree) {
    struct @node *top = tree ? tree->right : 0;
    if (!top)
        return tree;
    tree->right = top->left;
    if (top->left)
        top->left->parent = tree;
    top->left = tree;
    top->parent = tree->parent;
    tree->parent = top;
    return top;
}
",
        "tree = @rotate(tree);",
        "",
    ),
];

const PLAIN_TREES: Structure =
    Structure { shape: "tree", variable: "tree", base: PLAIN_BASE, operations: PLAIN };
const TREES_WITH_PARENTS: Structure =
    Structure { shape: "tree with parents", variable: "tree", base: PARENT_BASE, operations: PARENT };

/// A program that is right, before anybody changes it.
pub(super) fn generate(random: &mut Random) -> Program {
    [PLAIN_TREES, PLAIN_TREES, TREES_WITH_PARENTS][random.below(3)].program(random)
}
