// Initialisers with every kind of designator.
int scalar = 1, braced = { 2 }, doubly = {{ 3 }};
int array[] = { 1, 2, 3, }, empty[3] = {}, matrix[2][2] = { { 1, 2 }, { 3, 4 } }, flat[2][2] = { 1, 2, 3, 4 };
char text[] = "text", braced_text[] = { "text" }, letters[] = { 't', 'e' };
struct s { int a, b; struct { int x[4]; } in; union { int i; float f; } u; };
struct s plain = { 1, 2, { { 3, 4 } }, { 5 } };
struct s designated = { .b = 2, .a = 1, .in = { .x = { [2] = 3, 4 } }, .u.f = 1.5f };
struct s path = { .in.x[1] = 5, .in.x[2] = 6, .a = 7, 8 };
struct s overridden = { .in = { { 1, 2, 3, 4 } }, .in.x[1] = 9, .a = 1, .a = 2 };
struct s old_fields = { a: 1, b: 2, u: { f: 3.0 } };
int old_indices[4] = { [1] 5, [3] 6 };
int ranges[10] = { [0 ... 3] = 1, [5 ... 9] = 2, [7] = 3 };
int nested_ranges[2][4] = { [0 ... 1] = { [1 ... 2] = 4 }, [1][0 ... 1] = 5 };
struct s records[] = { [3] = { .a = 1 }, [1].in.x[2] = 5, { 0 } };
int (*functions[])(void) = { 0, (int (*)(void))0 };
int *compound = (int[]) { 1, 2, 3 };
struct s *pointer = &(struct s) { .a = 1 };
void locals(int n) {
    int x = n, y = (x = 1, 2), *p = &x;
    int vla[n], vla2[n][n + 1];
    struct s s = *(&designated), t = { n, .in.x = { n + 1 } };
    const char *strings[] = { "a" "b", [4] = "c" };
    p = (int[]){ n, n + 1 } + 1;
    s = (struct s){ .b = n };
    n = ((struct s){ 1 }).a + (int){ 2 } + ((int[2]){ 3 })[0] + sizeof (int[]){ 1, 2 } + (struct s){}.b;
    static int once = sizeof(int[3]);
    __auto_type z = n;
    (void)vla; (void)vla2; (void)s; (void)t; (void)strings; (void)y; (void)p; (void)once; (void)z;
}
