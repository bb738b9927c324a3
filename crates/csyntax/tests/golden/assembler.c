// asm in all its forms.
asm(".globl x");
__asm__ (".section .note" "\n" ".previous");
int renamed(int) __asm__("other_name"), also __asm("" "also_name") = 1;
register long stack asm("rsp");
int f(int x, int y, int *p) {
    asm("nop");
    asm volatile ("nop");
    __asm__ __volatile__ ("mov %1, %0" : "=r" (x) : "r" (y));
    asm("add %2, %0" : "=r"(x), "+m"(*p) : "0"(x), "ri"(y + 1) : "memory", "cc");
    asm volatile("" ::: "memory");
    asm volatile("" : : : );
    asm("%[out] %[in]" : [out] "=r"(x) : [in] "r"(y), [three] "i"(3));
    asm goto("jmp %l0" : : : : done);
    asm volatile goto("jmp %l[done]" :: "r"(x) : "memory" : done, other);
    asm inline volatile("nop");
    register int r asm("eax") = x;
done: other:
    return r;
}
