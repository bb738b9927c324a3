// A run does not know either what somebody else's function points to.
//@ command: run
//@ input: 1
char *greeting(void);
int main(void) {
    return greeting()[0]; //~ UNKNOWN external-function
}
