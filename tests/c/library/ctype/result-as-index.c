// What is true is anything but zero, and no index.
// Checked: C11 7.4.1p1; the sanitizers report the index 1024.
//@ engines: auto interp smg hunt template sl horn
int isalpha(int c);
int main(void) { //~ NOT-PROVED
    int counts[2] = {0};
    return counts[isalpha('a')];
}
