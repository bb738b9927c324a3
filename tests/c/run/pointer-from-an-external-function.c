// A run does not know either what somebody else's function returns.
//@ command: run
//@ input: 81985529216486895
char *greeting(void);
int main(void) {
    return greeting()[0]; //~ UNKNOWN external-function
}
