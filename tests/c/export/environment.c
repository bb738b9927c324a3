// What shows the error is a variable of the environment.
//@ property: valid-deref
//@ engines: auto
#include <stdlib.h>
#include <string.h>

int main(void) {
    char name[8] = "";
    const char *home = getenv("FAFNIR_TEST_HOME");
    if (home && home[0] == '/')
        strcpy(name, home);   //~ ERROR out-of-bounds
    return name[0];
}
