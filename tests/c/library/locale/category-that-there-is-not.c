// There is no such category.
// Checked: POSIX; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template
#include <locale.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (setlocale(99, "C"))
        reach_error();
    return 0;
}
