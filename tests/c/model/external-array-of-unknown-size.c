// The array is defined elsewhere, and so is its size.
//@ engines: interp hunt
extern int table[];
int main(void) {
    table[5] = 1; //~ UNKNOWN external-function
    return 0;
}
