// Writing to a string literal.
int main(void) {
    char *s = "constant";
    s[0] = 'C'; //~ ERROR write-to-constant
    return 0;
}
