// What was written to a temporary file is read again.
// Checked: C11 7.21; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char line[8] = "";
    FILE *stream = tmpfile();
    if (!stream)
        return 0;
    if (fputs("ab\n", stream) >= 0 && fflush(stream) == 0) {
        rewind(stream);
        if (fgets(line, sizeof line, stream) && strcmp(line, "ab\n") != 0)
            reach_error();
    }
    fclose(stream);
    return 0;
}
