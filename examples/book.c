/*
 * A book: chapters of sections of paragraphs of sentences of words, each a list of one or more.
 *
 * fafnir check examples/book.c: Proved, for every number of each.
 */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct word { struct word *next; int length; };
struct sentence { struct sentence *next; struct word *words; };
struct paragraph { struct paragraph *next; struct sentence *sentences; };
struct section { struct section *next; struct paragraph *paragraphs; };
struct chapter { struct chapter *next; struct section *sections; };

static struct word *read_words(void) {
    struct word *all = NULL;
    do {
        struct word *w = malloc(sizeof *w);
        w->length = 1;
        w->next = all;
        all = w;
    } while (__VERIFIER_nondet_int());
    return all;
}

#define READ(part, below) \
    static struct part *read_##part##s(void) { \
        struct part *all = NULL; \
        do { \
            struct part *p = malloc(sizeof *p); \
            p->below = read_##below(); \
            p->next = all; \
            all = p; \
        } while (__VERIFIER_nondet_int()); \
        return all; \
    }

READ(sentence, words)
READ(paragraph, sentences)
READ(section, paragraphs)
READ(chapter, sections)

static void burn(struct chapter *book) {
    while (book) {
        struct chapter *chapter = book;
        book = book->next;
        while (chapter->sections) {
            struct section *section = chapter->sections;
            chapter->sections = section->next;
            while (section->paragraphs) {
                struct paragraph *paragraph = section->paragraphs;
                section->paragraphs = paragraph->next;
                while (paragraph->sentences) {
                    struct sentence *sentence = paragraph->sentences;
                    paragraph->sentences = sentence->next;
                    while (sentence->words) {
                        struct word *word = sentence->words;
                        sentence->words = word->next;
                        free(word);
                    }
                    free(sentence);
                }
                free(paragraph);
            }
            free(section);
        }
        free(chapter);
    }
}

int main(void) {
    struct chapter *book = read_chapters();
    burn(book);
    return 0;
}
