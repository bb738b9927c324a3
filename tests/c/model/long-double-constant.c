// A constant that a double cannot hold is not taken for another one.
int main(void) {
    long double third = 0.1L; //~ UNKNOWN unsupported
    return third == 0.1;
}
