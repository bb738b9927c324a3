// What no engine can express is a statement of its own, and the rest goes on.
int asm_output(int x) {
    int y;
    if (x > 0)
        __asm__("mov %1, %0" : "=r"(y) : "r"(x));
    else
        y = 2;
    return y;
}
void *frame(void) { return __builtin_return_address(0); }
