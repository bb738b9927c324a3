// `__auto_type` is for plain variables with an initialiser.
__auto_type number(void) { return 1; }
__auto_type *pointer = 0;
__auto_type nothing;
int main(void) {
    __auto_type three = 3;
    return three - (int)sizeof(__auto_type);
}
