// It is a pointer, not any number: it points to nothing of the program, and two calls give two.
//@ command: run
//@ input: 1,1
char *greeting(void);
static char mine;
int main(void) {
    char *text = greeting(), *other = greeting();
    return text == &mine || text == other || ((unsigned long)text & 15) != 0;
}
//~ SAFE
