//@ args: check
static int level;
static int helper(void) { return level; }
int of_variable(void) __attribute__((fafnir_contract(returns(level))));
int of_function(void) __attribute__((fafnir_contract(returns(helper()))));
int main(void) {
    level = 1;
    return of_variable() + of_function();
}
