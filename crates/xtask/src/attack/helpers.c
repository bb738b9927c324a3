// What blocks of `tests/attack` call.
struct triple { int a, b; char c[2]; };
static struct triple make_triple(int a, int b) { struct triple t = {a, b, {'x', (char)(a + b)}}; return t; }
static int sum_triple(struct triple t) { t.c[0] = 0; return t.a + 10 * t.b + 100 * t.c[1]; }
static struct triple swap_triple(struct triple t) { int held = t.a; t.a = t.b; t.b = held; return t; }
static int add_ints(int a, int b) { return a + b; }
static int subtract_ints(int a, int b) { return a - b; }
static int multiply_ints(int a, int b) { return a * b; }
static int (*choose_function(int k))(int, int) {
    switch (k) { case 0: return add_ints; case 1: return subtract_ints; case 2: return &multiply_ints; }
    return 0;
}
static int apply_function(int f(int, int), int x) { return f(f(x, 1), 2); }
static void each_number(int n, void (*call)(int, void *), void *state) { for (int i = 0; i < n; i++) call(i, state); }
static void add_to_total(int i, void *state) { *(int *)state += i * i; }
static int sum_of(int count, ...) { va_list list; va_start(list, count); int sum = 0; while (count-- > 0) sum += va_arg(list, int); va_end(list); return sum; }
static int add_list(int count, va_list list) { int sum = 0; for (int i = 0; i < count; i++) sum += va_arg(list, int); return sum; }
static int forward_sum(int count, ...) { va_list list; va_start(list, count); int sum = add_list(count, list); va_end(list); return sum; }
static int sum_twice(int count, ...) { va_list list, copy; va_start(list, count); va_copy(copy, list); int sum = add_list(count, list); sum += 1000 * add_list(count, copy); va_end(copy); va_end(list); return sum; }
static int last_of(int count, ...) { va_list list; va_start(list, count); int last = 0; while (count--) last = va_arg(list, int); va_end(list); return last; }
static long mixed_of(const char *types, ...) {
    va_list list; va_start(list, types); long sum = 0;
    for (; *types; types++) switch (*types) {
        case 'i': sum += va_arg(list, int); break;
        case 'd': sum += (long)(va_arg(list, double) * 2); break;
        case 'l': sum ^= va_arg(list, long); break;
        case 'p': sum ^= va_arg(list, void *) == 0; break;
        case 's': sum += va_arg(list, char *)[0]; break;
    }
    va_end(list); return sum;
}
static int triple_of(int count, ...) { va_list list; va_start(list, count); int sum = 0; while (count--) sum += sum_triple(va_arg(list, struct triple)); sum += va_arg(list, int); va_end(list); return sum; }
static int float_of(int count, ...) { va_list list; va_start(list, count); double sum = 0; while (count--) sum += va_arg(list, double); va_end(list); return (int)(sum * 4); }
static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }
static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static int depth_of(int n) { int own[2] = {n, 0}; int *p = own; if (n > 0) p[1] = depth_of(n - 1); return own[1] + own[0]; }
static int *counter_place(void) { static int counter = 5; return &counter; }
static int next_number(void) { return ++*counter_place(); }
static void reset_counter(void) { *counter_place() = 5; }
static unsigned long address_of_local(int k) { int local = k; int *volatile p = &local; return (unsigned long)p; }
