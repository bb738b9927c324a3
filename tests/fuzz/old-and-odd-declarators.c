int f(a, b) char a; double b; { return a ? : b; }
int (*(*g(void))[3])(int, ...);
int main(void) { switch (1) case 1 ... 2: default: for (;;) break; return f(1, 2.); }
