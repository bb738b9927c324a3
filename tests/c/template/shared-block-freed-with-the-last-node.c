// All nodes lead to one block, which is freed with the last of them.
//@ property: valid-deref valid-free
//@ engines: template
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct page {
    struct page *next;
    char *title;
};
int main(void) { //~ SAFE
    char *title = malloc(40);
    struct page *book = NULL;
    do {
        struct page *page = malloc(sizeof *page);
        page->next = book;
        page->title = title;
        book = page;
    } while (__VERIFIER_nondet_int());
    while (book) {
        struct page *next = book->next;
        if (!next)
            free(book->title);
        free(book);
        book = next;
    }
    return 0;
}
