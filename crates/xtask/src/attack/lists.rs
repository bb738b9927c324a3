//! Programs that build, change, walk and free lists: singly and doubly linked ones, and rings.

use super::Program;
use super::structure::{Operation, Structure, operation};
use crate::mutate::Random;

const SINGLY: &[Operation] = &[
    operation(
        "static struct @node *@reverse(struct @node *list) {
    struct @node *done = 0;
    while (list) {
        struct @node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}
",
        "list = @reverse(list);",
        "",
    ),
    operation(
        "static struct @node *@pop(struct @node *list) {
    if (!list)
        return 0;
    struct @node *next = list->next;
    free(list);
    return next;
}
",
        "list = @pop(list);",
        "if (n > 0)
        n = n - 1;",
    ),
    operation(
        "static void @append(struct @node **list, int value) {
    while (*list)
        list = &(*list)->next;
    *list = @make(value);
}
",
        "@append(&list, input(0, 2));",
        "n = n + 1;",
    ),
    operation(
        "static struct @node *@remove(struct @node *list, int value) {
    struct @node **place = &list;
    while (*place && (*place)->value != value)
        place = &(*place)->next;
    if (*place) {
        struct @node *gone = *place;
        *place = gone->next;
        free(gone);
    }
    return list;
}
",
        "list = @remove(list, input(0, 1));",
        "n = @length(list);",
    ),
    operation(
        "static struct @node *@insert_after(struct @node *list, int value) {
    struct @node *added = @make(value);
    if (!list)
        return added;
    added->next = list->next;
    list->next = added;
    return list;
}
",
        "list = @insert_after(list, 1);",
        "n = n + 1;",
    ),
    operation(
        "static struct @node *@remove_at(struct @node *list, int index) {
    struct @node *before = 0;
    struct @node *here = list;
    while (here && index > 0) {
        before = here;
        here = here->next;
        index = index - 1;
    }
    if (!here)
        return list;
    if (before)
        before->next = here->next;
    else
        list = here->next;
    free(here);
    return list;
}
",
        "list = @remove_at(list, input(0, 3));",
        "n = @length(list);",
    ),
    operation(
        "static struct @node *@copy(struct @node *list) {
    struct @node *first = 0;
    struct @node **end = &first;
    while (list) {
        *end = @make(list->value);
        end = &(*end)->next;
        list = list->next;
    }
    return first;
}
",
        "struct @node *twin = @copy(list);
    if (@length(twin) != n)
        reach_error();
    @destroy(twin);",
        "",
    ),
    operation(
        "static void @split(struct @node *list, struct @node **odd, struct @node **even) {
    *odd = 0;
    *even = 0;
    while (list) {
        struct @node *next = list->next;
        struct @node **to = list->value % 2 ? odd : even;
        list->next = *to;
        *to = list;
        list = next;
    }
}
static struct @node *@join(struct @node *one, struct @node *two) {
    if (!one)
        return two;
    struct @node *last = one;
    while (last->next)
        last = last->next;
    last->next = two;
    return one;
}
",
        "struct @node *odd;
    struct @node *even;
    @split(list, &odd, &even);
    list = @join(odd, even);",
        "",
    ),
    operation(
        "static struct @node *@last(struct @node *list) {
    struct @node *last = list;
    while (last && last->next)
        last = last->next;
    return last;
}
",
        "struct @node *end = @last(list);
    if (end && end->next != 0)
        reach_error();
    if (end)
        end->value = 0;",
        "",
    ),
    operation(
        "static struct @node *@drop_zeros(struct @node *list) {
    while (list && list->value == 0) {
        struct @node *next = list->next;
        free(list);
        list = next;
    }
    struct @node *here = list;
    while (here && here->next) {
        struct @node *next = here->next;
        if (next->value == 0) {
            here->next = next->next;
            free(next);
        } else {
            here = next;
        }
    }
    return list;
}
",
        "list = @drop_zeros(list);
    for (struct @node *p = list; p; p = p->next) {
        if (p->value == 0)
            reach_error();
    }",
        "n = @length(list);",
    ),
    operation(
        "static struct @node *@double_first(struct @node *list) {
    if (!list)
        return 0;
    struct @node *added = malloc(sizeof *added);
    *added = *list;
    list->next = added;
    return list;
}
",
        "struct @node *doubled = list;
    list = @double_first(list);
    if (doubled && list->next->value != list->value)
        reach_error();",
        "if (n > 0)
        n = n + 1;",
    ),
    operation(
        "static void @swap_values(struct @node *list) {
    while (list && list->next) {
        struct @node held = *list;
        struct @node *second = list->next;
        memcpy(list, second, sizeof held);
        *second = held;
        second->next = list->next;
        list->next = second;
        list = second->next;
    }
}
",
        "@swap_values(list);",
        "",
    ),
    operation(
        "static struct @node *@move_first(struct @node *list) {
    if (!list)
        return 0;
    struct @node *moved = realloc(list, 2 * sizeof *list);
    moved[1].value = moved->value;
    return moved;
}
",
        "list = @move_first(list);
    if (list && list[1].value != list->value)
        reach_error();",
        "",
    ),
    operation(
        "static struct @node *@through_array(struct @node *list, int n) {
    struct @node **all = malloc((n + 1) * sizeof *all);
    int used = 0;
    for (struct @node *p = list; p; p = p->next) {
        all[used] = p;
        used = used + 1;
    }
    all[used] = 0;
    if (used > 1)
        memmove(all, all + 1, used * sizeof *all);
    struct @node *out = 0;
    int at = used - 1;
    if (used > 1) {
        at = at - 1;
        list->next = 0;
        out = list;
    }
    for (; at >= 0; at--) {
        all[at]->next = out;
        out = all[at];
    }
    free(all);
    return out;
}
",
        "list = @through_array(list, n);",
        "",
    ),
    operation(
        "static int @count_if(struct @node *list, int (*wanted)(struct @node *)) {
    int count = 0;
again:
    if (list) {
        switch (wanted(list)) {
        case 0:
            break;
        default:
            count = count + 1;
        }
        list = list->next;
        goto again;
    }
    return count;
}
static int @is_small(struct @node *node) {
    return node->value < 2;
}
static int @is_large(struct @node *node) {
    return !@is_small(node);
}
",
        "if (@count_if(list, @is_small) + @count_if(list, @is_large) != n)
        reach_error();",
        "",
    ),
    operation(
        "static struct @node *@by_member(int *value) {
    return (struct @node *)((char *)value - __builtin_offsetof(struct @node, value));
}
",
        "int *place = list ? &list->value : 0;
    if (place && @by_member(place)->next != list->next)
        reach_error();
    if (place)
        *place = 1;",
        "",
    ),
];

const SINGLY_BASE: &str = "struct @node {
    struct @node *next;
    int value;
};
static struct @node *@make(int value) {
    struct @node *made = malloc(sizeof *made);
    made->next = 0;
    made->value = value;
    return made;
}
static struct @node *@push(struct @node *list, int value) {
    struct @node *made = @make(value);
    made->next = list;
    return made;
}
static int @length(struct @node *list) {
    int count = 0;
    while (list) {
        count = count + 1;
        list = list->next;
    }
    return count;
}
static void @destroy(struct @node *list) {
    while (list) {
        struct @node *next = list->next;
        free(list);
        list = next;
    }
}
";

const DOUBLY_BASE: &str = "struct @node {
    struct @node *next;
    struct @node *previous;
    int value;
};
static struct @node *@make(int value) {
    struct @node *made = malloc(sizeof *made);
    made->next = 0;
    made->previous = 0;
    made->value = value;
    return made;
}
static struct @node *@push(struct @node *list, int value) {
    struct @node *made = @make(value);
    made->next = list;
    if (list)
        list->previous = made;
    return made;
}
static int @length(struct @node *list) {
    int count = 0;
    while (list) {
        count = count + 1;
        list = list->next;
    }
    return count;
}
static void @destroy(struct @node *list) {
    while (list) {
        struct @node *next = list->next;
        free(list);
        list = next;
    }
}
";

const DOUBLY: &[Operation] = &[
    operation(
        "static struct @node *@unlink(struct @node *list, int value) {
    struct @node *here = list;
    while (here && here->value != value)
        here = here->next;
    if (!here)
        return list;
    if (here->previous)
        here->previous->next = here->next;
    else
        list = here->next;
    if (here->next)
        here->next->previous = here->previous;
    free(here);
    return list;
}
",
        "list = @unlink(list, input(0, 1));",
        "n = @length(list);",
    ),
    operation(
        "static void @check(struct @node *list) {
    while (list) {
        if (list->next && list->next->previous != list)
            reach_error();
        list = list->next;
    }
}
",
        "@check(list);",
        "",
    ),
    operation(
        "static struct @node *@append(struct @node *list, int value) {
    struct @node *made = @make(value);
    if (!list)
        return made;
    struct @node *last = list;
    while (last->next)
        last = last->next;
    last->next = made;
    made->previous = last;
    return list;
}
",
        "list = @append(list, 2);",
        "n = n + 1;",
    ),
    operation(
        "static struct @node *@reverse(struct @node *list) {
    struct @node *first = list;
    while (list) {
        struct @node *next = list->next;
        list->next = list->previous;
        list->previous = next;
        first = list;
        list = next;
    }
    return first;
}
",
        "list = @reverse(list);",
        "",
    ),
    operation(
        "static int @back(struct @node *list) {
    int count = 0;
    if (!list)
        return 0;
    while (list->next)
        list = list->next;
    while (list) {
        count = count + 1;
        list = list->previous;
    }
    return count;
}
",
        "if (@back(list) != @length(list))
        reach_error();",
        "",
    ),
    operation(
        "static struct @node *@pop(struct @node *list) {
    if (!list)
        return 0;
    struct @node *next = list->next;
    if (next)
        next->previous = 0;
    free(list);
    return next;
}
",
        "list = @pop(list);",
        "if (n > 0)
        n = n - 1;",
    ),
];

const RING_BASE: &str = "struct @node {
    struct @node *next;
    int value;
};
static struct @node *@push(struct @node *list, int value) {
    struct @node *made = malloc(sizeof *made);
    made->value = value;
    if (!list) {
        made->next = made;
        return made;
    }
    made->next = list->next;
    list->next = made;
    return list;
}
static int @length(struct @node *list) {
    int count = 0;
    if (!list)
        return 0;
    struct @node *here = list;
    do {
        count = count + 1;
        here = here->next;
    } while (here != list);
    return count;
}
static void @destroy(struct @node *list) {
    if (!list)
        return;
    struct @node *here = list->next;
    while (here != list) {
        struct @node *next = here->next;
        free(here);
        here = next;
    }
    free(list);
}
";

const RING: &[Operation] = &[
    operation("", "if (list)\n        list = list->next;", ""),
    operation(
        "static struct @node *@pop(struct @node *list) {
    if (!list)
        return 0;
    struct @node *gone = list->next;
    if (gone == list) {
        free(gone);
        return 0;
    }
    list->next = gone->next;
    free(gone);
    return list;
}
",
        "list = @pop(list);",
        "if (n > 0)
        n = n - 1;",
    ),
    operation(
        "static int @sum(struct @node *list) {
    int sum = 0;
    if (!list)
        return 0;
    struct @node *here = list->next;
    while (here != list) {
        sum = sum + here->value;
        here = here->next;
    }
    return sum + list->value;
}
",
        "if (@sum(list) < 0)
        reach_error();",
        "",
    ),
    operation("", "list = @push(list, input(0, 1));", "n = n + 1;"),
];

const fn list(shape: &'static str, base: &'static str, operations: &'static [Operation]) -> Structure {
    Structure { shape, variable: "list", base, operations }
}

const SINGLY_LINKED: Structure = list("singly linked list", SINGLY_BASE, SINGLY);
const DOUBLY_LINKED: Structure = list("doubly linked list", DOUBLY_BASE, DOUBLY);
const RINGS: Structure = list("ring", RING_BASE, RING);

/// A program that is right, before anybody changes it.
pub(super) fn generate(random: &mut Random) -> Program {
    [SINGLY_LINKED, SINGLY_LINKED, DOUBLY_LINKED, RINGS][random.below(4)].program(random)
}
