//! Programs whose functions over lists call themselves.

use super::Program;
use super::structure::{Operation, Structure, operation};
use crate::mutate::Random;

const BASE: &str = "struct @node {
    struct @node *next;
    int value;
};
static struct @node *@push(struct @node *list, int value) {
    if (list && list->value < value) {
        list->next = @push(list->next, value);
        return list;
    }
    struct @node *made = malloc(sizeof *made);
    made->next = list;
    made->value = value;
    return made;
}
static int @length(struct @node *list) {
    if (!list)
        return 0;
    return 1 + @length(list->next);
}
static void @destroy(struct @node *list) {
    if (!list)
        return;
    @destroy(list->next);
    free(list);
}
";

const OPERATIONS: &[Operation] = &[
    operation(
        "static struct @node *@reverse(struct @node *list, struct @node *done) {
    if (!list)
        return done;
    struct @node *next = list->next;
    list->next = done;
    return @reverse(next, list);
}
",
        "list = @reverse(list, 0);",
        "",
    ),
    operation(
        "static struct @node *@remove(struct @node *list, int value) {
    if (!list)
        return 0;
    if (list->value == value) {
        struct @node *next = list->next;
        free(list);
        return @remove(next, value);
    }
    list->next = @remove(list->next, value);
    return list;
}
static int @has(struct @node *list, int value) {
    return list && (list->value == value || @has(list->next, value));
}
",
        "int gone = input(0, 1);
    list = @remove(list, gone);
    if (@has(list, gone))
        reach_error();",
        "n = @length(list);",
    ),
    operation(
        "static struct @node *@copy(struct @node *list) {
    if (!list)
        return 0;
    struct @node *made = malloc(sizeof *made);
    made->value = list->value;
    made->next = @copy(list->next);
    return made;
}
",
        "struct @node *twin = @copy(list);
    if (@length(twin) != n)
        reach_error();
    if (twin)
        twin->value = 7;
    if (list && list->value == 7)
        reach_error();
    @destroy(twin);",
        "",
    ),
    operation(
        "static void @append(struct @node **list, struct @node *last) {
    if (*list)
        @append(&(*list)->next, last);
    else
        *list = last;
}
",
        "struct @node *extra = malloc(sizeof *extra);
    extra->value = 3;
    extra->next = 0;
    @append(&list, extra);
    if (!list)
        reach_error();",
        "n = n + 1;",
    ),
    operation(
        "static int @is_sorted(struct @node *list) {
    if (!list || !list->next)
        return 1;
    return list->value <= list->next->value && @is_sorted(list->next);
}
",
        "if (!@is_sorted(list))
        reach_error();",
        "",
    ),
    operation(
        "static int @total;
static void @each(struct @node *list, void (*call)(struct @node *)) {
    if (!list)
        return;
    call(list);
    @each(list->next, call);
}
static void @count_one(struct @node *node) {
    node->value = 1;
    @total = @total + 1;
}
",
        "@total = 0;
    @each(list, @count_one);
    if (@total != n || (list && list->value != 1))
        reach_error();",
        "",
    ),
    operation(
        "static void @drop_odd(struct @node **list);
static void @keep_even(struct @node **list) {
    if (*list)
        @drop_odd(&(*list)->next);
}
static void @drop_odd(struct @node **list) {
    if (*list) {
        struct @node *gone = *list;
        *list = gone->next;
        free(gone);
        @keep_even(list);
    }
}
",
        "@keep_even(&list);
    if (@length(list) != (n + 1) / 2)
        reach_error();",
        "n = @length(list);",
    ),
    operation(
        "static struct @node *@merge(struct @node *one, struct @node *two) {
    if (!one)
        return two;
    if (!two)
        return one;
    if (one->value <= two->value) {
        one->next = @merge(one->next, two);
        return one;
    }
    two->next = @merge(one, two->next);
    return two;
}
",
        "struct @node *other = @push(0, input(0, 2));
    list = @merge(list, other);",
        "n = n + 1;",
    ),
    operation(
        "static int @deepen(struct @node *list, int *deepest, int depth) {
    int here = depth;
    int *place = &here;
    if (here > *deepest)
        *deepest = *place;
    if (!list)
        return here;
    return @deepen(list->next, deepest, *place + 1);
}
",
        "int deepest = -1;
    int ended = @deepen(list, &deepest, 0);
    if (ended != deepest || deepest != n)
        reach_error();",
        "",
    ),
];

const LISTS: Structure =
    Structure { shape: "list by recursion", variable: "list", base: BASE, operations: OPERATIONS };

/// A program that is right, before anybody changes it.
pub(super) fn generate(random: &mut Random) -> Program {
    LISTS.program(random)
}
