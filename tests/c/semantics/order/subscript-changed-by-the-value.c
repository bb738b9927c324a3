// The subscript may be read after the call has changed it.
//@ engines: auto interp smg hunt template sl horn
static int at;
static int content[2];
static int advance(void) {
    at = 2;
    return 7;
}
int main(void) { //~ NOT-PROVED
    content[at] = advance();
    return 0;
}
