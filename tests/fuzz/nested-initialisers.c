struct s { struct s *p; int b : 3, : 0, c : 31; union { int u; float v; }; int f[]; } x = { .c = 1, .f = { [0 ... 2] = 4, [1] = 5 } };
int main(void) { return x.f[1] - 5; }
