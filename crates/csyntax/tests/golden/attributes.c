// Attributes in every position that gcc knows.
__attribute__((unused)) static int before_specifiers;
static __attribute__((unused)) int between_specifiers;
static int __attribute__((unused)) after_specifiers;
int after_declarator __attribute__((unused, aligned(16))), second __attribute__((__section__(".x"))) = 1;
int first, __attribute__((unused)) before_second, *__attribute__((unused)) third;
int asm_and_attribute __asm__("asm_name") __attribute__((unused));
int *__attribute__((aligned(8))) const after_star;
void (__attribute__((noreturn)) *in_parentheses)(void);
void (*__attribute__((noreturn)) after_inner_star)(void);
extern void prototype(const char *, ...) __attribute__((__format__(__printf__, 1, 2), __nonnull__(1)));
extern void many(void) __attribute__((cold)) __attribute__((__nothrow__, __leaf__));
extern void empty(void) __attribute__(()) __attribute__((, cold, ));
__attribute__((noreturn)) void definition(void) { for (;;); }
static __inline__ __attribute__((__always_inline__, gnu_inline)) int inlined(int x) { return x; }
struct __attribute__((packed)) before_tag { char c; int i; };
struct after_body { char c; int i __attribute__((packed)), j __attribute__((aligned(8))); } __attribute__((packed, aligned(2)));
struct __attribute__((packed)) { char c; } __attribute__((aligned(4))) both __attribute__((unused));
struct fields { __attribute__((aligned(8))) int a; int __attribute__((aligned(4))) b, c __attribute__((aligned(16)));
    int d : 3 __attribute__((packed)); };
union __attribute__((transparent_union)) transparent { int *i; float *f; };
typedef union { int *i; const int *c; } also_transparent __attribute__((__transparent_union__));
enum __attribute__((packed)) small { SMALL_A, SMALL_B __attribute__((deprecated)), SMALL_C __attribute__((unused)) = 5 };
enum after_enum { AFTER } __attribute__((packed));
typedef int word __attribute__((mode(DI))), byte __attribute__((__mode__(__QI__)));
typedef float vector __attribute__((vector_size(4 * sizeof(float))));
typedef int unaligned __attribute__((aligned(1)));
int parameters(int a __attribute__((unused)), __attribute__((unused)) int b, int __attribute__((unused)) c,
               int *__attribute__((unused)) d, int(__attribute__((unused)) e)) {
    return c;
}
static void release(int **p) { (void)p; }
void locals(int x) {
    __attribute__((unused)) int a;
    int *b __attribute__((cleanup(release))) = 0, c __attribute__((unused));
    __attribute__((unused)) static __attribute__((aligned(32))) int d;
    switch (x) {
    case 1:
        x++;
        __attribute__((fallthrough));
    case 2:
        x--;
        [[fallthrough]];
    default:
        break;
    }
label: __attribute__((unused));
    x = (int __attribute__((aligned(8))))x + sizeof(int __attribute__((mode(HI))));
    x = *(int *__attribute__((may_alias)))b;
    for (__attribute__((unused)) int i = 0; i < 1; i++);
}
[[deprecated("old"), gnu::cold]] void standard([[maybe_unused]] int x, int y [[gnu::unused]]);
struct [[gnu::packed]] standard_record { int x [[gnu::aligned(2)]]; };
[[maybe_unused]] int standard_variable [[gnu::aligned(8)]] = 1, standard_array [[gnu::unused]] [2];
extern int alias_target(void);
int alias_target(void) { return 0; }
extern int alias(void) __attribute__((alias("alias_target"), visibility("hidden"), weak));
void *allocates(unsigned long) __attribute__((malloc, alloc_size(1), assume_aligned(16, 0), const));
