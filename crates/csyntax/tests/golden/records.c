// Structures and unions.
struct incomplete;
struct empty {};
union empty_union {};
struct point { int x, y; } origin, *where;
struct nested { struct inner { int a; } in; union { int i; float f; }; struct { struct { int deep; }; }; };
struct bits { unsigned a : 1, b : 2, : 0, c : 3 + 4; int : 5; signed d : 1; _Bool flag : 1; long wide : 40; enum { ONE } e : 2; };
struct flexible { int n; char data[]; };
struct zero_length { int n; char data[0]; };
struct self { struct self *next, **previous; struct other *other; };
struct functions { int (*call)(struct functions *, int), (*table[3])(void); };
struct semicolons { int a;; int b; ; };
struct no_last_semicolon { int a; int b };
struct asserting { int a; _Static_assert(sizeof(int) == 4, "int"); int b; _Static_assert(1); };
struct extension { __extension__ union { int a; }; __extension__ long long b; };
struct { int anonymous; } variable;
const struct qualified { const volatile int a; int *restrict b; } *constant;
struct aligned { _Alignas(16) char a; _Alignas(double) char b; };
typedef struct tagged tagged;
struct tagged { tagged *t; };
void scopes(void) {
    struct point;
    struct point { char c; } p;
    union { struct point p; long l; } u = { p };
    struct tagged *t = 0;
    (void)u; (void)t;
}
struct __attribute__((packed)) packed_and_pack { char c; };
#pragma pack(push, 1)
struct packed_one { char c; int i; };
#pragma pack(2)
struct packed_two { char c; int i; };
struct packed_inside { char c;
#pragma pack(4)
    int i; };
#pragma pack(pop)
struct unpacked { char c; int i; };
_Pragma("pack(push, 8)") struct packed_eight { char c; };
#pragma pack()
struct unpacked_again { char c; };
enum plain { A, B, C, };
enum valued { D = 1, E = D + 1, F = -1, G = 'x', H = sizeof(struct point) } enumerated = E;
enum plain later;
