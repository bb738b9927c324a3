// Without arguments, `argv[1]` is null.
//@ property: valid-deref
//@ engines: hunt auto
#include <stdio.h>

int main(int argc, char **argv) {
    (void)argc;
    return argv[1][0] == 'x';   //~ ERROR null-deref
}
