/*
 * Lists as the Linux kernel writes them: the links live inside the elements,
 * and `container_of` goes back from a link to its element. The list's head is
 * a link without an element around it.
 *
 * fafnir check examples/kernel_list.c: Proved.
 */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

struct list_head {
    struct list_head *next, *prev;
};

#define container_of(ptr, type, member) \
    ((type *)((char *)(ptr) - offsetof(type, member)))

#define list_for_each_safe(pos, n, head) \
    for (pos = (head)->next, n = pos->next; pos != (head); pos = n, n = pos->next)

static void list_init(struct list_head *head)
{
    head->next = head;
    head->prev = head;
}

static void list_add_tail(struct list_head *link, struct list_head *head)
{
    link->prev = head->prev;
    link->next = head;
    head->prev->next = link;
    head->prev = link;
}

static void list_del(struct list_head *link)
{
    link->prev->next = link->next;
    link->next->prev = link->prev;
}

struct task {
    int priority;
    struct list_head run_queue;
};

static void enqueue(struct list_head *queue, int priority)
{
    struct task *task = malloc(sizeof *task);
    if (!task)
        abort();
    task->priority = priority;
    list_add_tail(&task->run_queue, queue);
}

/* Removes the tasks below a priority; returns how many are left. */
static int prune(struct list_head *queue, int least)
{
    struct list_head *pos, *next;
    int left = 0;
    list_for_each_safe(pos, next, queue) {
        struct task *task = container_of(pos, struct task, run_queue);
        if (task->priority < least) {
            list_del(pos);
            free(task);
        } else {
            left++;
        }
    }
    return left;
}

int main(void)
{
    struct list_head queue;
    list_init(&queue);
    for (int i = 0; i < 10; i++)
        enqueue(&queue, i * 7 % 10);
    assert(prune(&queue, 5) == 5);
    assert(prune(&queue, 10) == 0);
    assert(queue.next == &queue && queue.prev == &queue);
    return 0;
}
