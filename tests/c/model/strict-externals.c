// With --strict-externals its call is the reason.
//@ args: --strict-externals
int unknown_function(int);
int main(void) {
    return unknown_function(1) ? 0 : 1;
}
//~ UNKNOWN external-function
