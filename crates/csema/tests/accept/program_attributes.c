/* Attributes that speak of the program or of a declared thing, in the places where they are written. */
int atexit(void (*)(void));
static int started;
__attribute__((constructor)) static void before(void) { started = 1; }
static void __attribute__((constructor(101))) first(void) { started = 2; }
void after(void) __attribute__((destructor));
void after(void) { started = 0; }
int target(int x) { return x + 1; }
int other_name(int) __attribute__((alias("target")));
int value = 3;
extern int other_value __attribute__((alias("value")));
int (*through)(int) = other_name;
void release(char **p);
_Alignas(int __attribute__((aligned(16)))) int aligned_by_type;
_Static_assert(_Alignof(aligned_by_type) == 16, "");
enum { in = 0 };
int main(void) {
    char *__attribute__((cleanup(release))) behind_the_star = 0;
    int *__attribute__((aligned(32))) aligned_pointer = &other_value;
    if (sizeof(enum { in = 1 })) { _Static_assert(in == 1, ""); }
    _Static_assert(in == 0, "the tag's scope is the statement");
    while (sizeof(struct inner { int a; }) > 100) ;
    return other_name(*aligned_pointer) + started + (behind_the_star == 0);
}
asm(".globl nothing");                     //~ WARNING ignored
