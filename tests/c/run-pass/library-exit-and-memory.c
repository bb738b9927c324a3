// Handlers of atexit, aligned blocks, growing blocks, and memory functions.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *kept;
static void first(void) {
    printf("first registered, last run: %s\n", kept);
    free(kept);
}
static void second(void) {
    puts("second");
    kept[0] = 'C';
}
int main(void) {
    void *block = 0;
    printf("%d %d ", posix_memalign(&block, 3, 8), posix_memalign(&block, 0, 8));
    printf("%d ", posix_memalign(&block, 64, 100));
    printf("%d\n", (int)((uintptr_t)block % 64));
    memset(block, 1, 100);
    free(block);
    block = aligned_alloc(32, 64);
    printf("%d\n", (int)((uintptr_t)block % 32));
    free(block);
    kept = strdup("cake");
    atexit(first);
    atexit(second);
    int *grown = calloc(2, sizeof *grown);
    grown = realloc(grown, 6 * sizeof *grown);
    printf("%d %d\n", grown[0], grown[1]);
    free(grown);
    char move[] = "abcdef";
    memmove(move + 2, move, 4);
    printf("%s %d %d\n", move, memcmp("ab", "ac", 2) < 0, memcmp("ab", "ac", 1));
    printf("%s %s %zu %zu\n", strstr("haystack", "st"), strpbrk("key=value", "=:"), strspn("aabc", "ab"), strcspn("abc;", ";"));
    printf("%s %s %d %d\n", strchr("abcb", 'b'), strrchr("abcb", 'b'), strncmp("abc", "abd", 2), abs(-3));
    char list[] = "a,b;;c";
    for (char *word = strtok(list, ",;"); word; word = strtok(0, ",;"))
        printf("[%s]", word);
    putchar('\n');
    exit(3);
}
