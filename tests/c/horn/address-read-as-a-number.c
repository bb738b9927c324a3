// The number of an address is not the bytes that the file has in its place.
//@ engines: horn
//@ property: unreach-call
void reach_error(void);
static char text[4];
static union {
    char *pointer;
    unsigned long number;
} both = {text};
int main(void) {
    if (both.number)
        reach_error(); //~ NOT-PROVED
}
