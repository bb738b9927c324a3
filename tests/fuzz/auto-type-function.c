// A run does not know either what somebody else's function returns.
//@ command: run
//@ inpu t: 81985529216486895
char *greeting(void);
__auto_type main(void) {
    return greeting()[0]; //~UNKNOWN external-function
}
