// It may be null.
//@ command: run
//@ input: 0
char *greeting(void);
int main(void) {
    return greeting() != 0;
}
//~ SAFE
