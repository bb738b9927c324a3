// The idioms of the Linux kernel's headers.
typedef unsigned char u8; typedef unsigned int u32; typedef unsigned long long u64; typedef _Bool bool; typedef unsigned long size_t;
struct list_head { struct list_head *next, *prev; };
struct hlist_node { struct hlist_node *next, **pprev; };
static inline __attribute__((__gnu_inline__)) __attribute__((__unused__)) __attribute__((no_instrument_function))
void INIT_LIST_HEAD(struct list_head *list)
{
    do { do { extern void __compiletime_assert_1(void) __attribute__((__error__("Unsupported access size")));
        if (!((sizeof(list->next) == sizeof(char) || sizeof(list->next) == sizeof(long)))) __compiletime_assert_1(); } while (0);
        do { *(volatile typeof(_Generic((list->next), char: (char)0, unsigned char: (unsigned char)0, default: (list->next))) *)&(list->next) = (list); } while (0);
    } while (0);
    list->prev = list;
}
struct item { u32 key : 12, flags : 20; union { struct list_head node; struct { void *a; void *b; }; }; struct hlist_node hash; u8 data[] __attribute__((__unused__)); } __attribute__((__packed__)) __attribute__((__aligned__(8)));
static struct list_head items = { &(items), &(items) };
static const struct operations { int (*open)(struct item *); long (*ioctl)(struct item *, unsigned, unsigned long); const char *name; } ops = { .open = 0, .ioctl = ((void *)0), .name = "ops" };
static __attribute__((__section__(".init.text"))) __attribute__((__cold__)) int __attribute__((__warn_unused_result__)) setup(char *arg) { return *arg; }
static const char __setup_str[] __attribute__((__section__(".init.rodata"))) __attribute__((__aligned__(1))) = "x="; static struct { const char *str; int (*f)(char *); } __setup __attribute__((__used__)) __attribute__((__section__(".init.setup"))) __attribute__((aligned((sizeof(long))))) = { __setup_str, setup };
static inline int walk(struct list_head *head)
{
    struct item *pos, *n; int count = 0;
    for (pos = ({ void *__mptr = (void *)((head)->next); _Static_assert(__builtin_types_compatible_p(typeof(*((head)->next)), typeof(((typeof(*pos) *)0)->node)) || __builtin_types_compatible_p(typeof(*((head)->next)), typeof(void)), "pointer type mismatch in container_of()"); ((typeof(*pos) *)(__mptr - __builtin_offsetof(typeof(*pos), node))); });
         !(&pos->node == (head)); pos = n) {
        n = ({ const typeof(((typeof(*(pos)) *)0)->node) *__m = ((pos)->node.next); (typeof(*(pos)) *)((char *)__m - ((size_t) & ((typeof(*(pos)) *)0)->node)); });
        count += ({ typeof(count) _a = (count); typeof(1) _b = (1); (void)(&_a == &_b); _a > _b ? _a : _b; });
        if (__builtin_expect(!!(pos->key == 3), 0)) { ({ int __ret = !!(1); if (__builtin_expect(!!(__ret), 0)) do { asm volatile("1:\tud2\n" ".pushsection __bug_table,\"aw\"\n" "2:\t.long 1b - ." "\t.word %c0\n" : : "i"(7), "i"(sizeof(struct item))); } while (0); __builtin_expect(!!(__ret), 0); }); }
    }
    return count;
}
static __attribute__((always_inline)) inline bool static_branch(int *const key, const bool branch)
{
    asm goto("1:" ".byte 0x0f\n\t" ".pushsection __jump_table, \"aw\"\n\t" ".long %l[l_yes] - . , %c0 + %c1 - .\n\t" : : "i"(0), "i"(branch) : : l_yes);
    return 0;
l_yes:
    return 1;
}
extern __attribute__((noreturn)) void panic(const char *fmt, ...) __attribute__((__cold__, __format__(printf, 1, 2)));
extern typeof(panic) panic_alias; typeof(panic) *panic_pointer = &panic;
static int (*const initcall)(char *) __attribute__((__used__)) = setup;
