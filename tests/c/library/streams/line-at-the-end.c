// At the end of the file, the array is left alone.
// Checked: C11 7.21.7.2p3; the gcc binary exits with 0 (input is empty).
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char line[8] = "abc";
    if (!fgets(line, sizeof line, stdin) && feof(stdin) && !ferror(stdin) && line[0] != 'a')
        reach_error();
    return 0;
}
