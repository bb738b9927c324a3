/*
 * Departments with any number of people each, in a doubly-linked list of singly-linked lists.
 *
 * fafnir check examples/list_of_lists.c: Proved, for every number of departments and people.
 * fafnir show examples/list_of_lists.c --at 44 -o departments.svg draws the shapes of the heap at the last loop.
 */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct person {
    struct person *next;
    int number;
};

struct department {
    struct department *next;
    struct department *prev;
    struct person *people;
};

static struct person *hire(struct person *people, int number)
{
    struct person *person = malloc(sizeof *person);
    person->number = number;
    person->next = people;
    return person;
}

int main(void)
{
    struct department *first = NULL;
    while (__VERIFIER_nondet_int()) {
        struct department *department = calloc(1, sizeof *department);
        department->people = hire(NULL, 1);
        while (__VERIFIER_nondet_int())
            department->people = hire(department->people, 2);
        department->next = first;
        if (first)
            first->prev = department;
        first = department;
    }

    while (first) {
        struct department *next = first->next;
        while (first->people) {
            struct person *person = first->people;
            first->people = person->next;
            free(person);
        }
        free(first);
        first = next;
    }
    return 0;
}
