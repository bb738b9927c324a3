//@ args: check
int f(int) __attribute__((fafnir_contract(returns(1))));
int g(int a) __attribute__((fafnir_contract(gives(1))));
void h(int a) __attribute__((fafnir_contract(returns(a))));
int both(int a) __attribute__((fafnir_contract(returns(a), allocates(a))));
int defined(int a) __attribute__((fafnir_contract(returns(a)))) { return a; }
int main(void) { return f(1) + g(2) + both(3); }
