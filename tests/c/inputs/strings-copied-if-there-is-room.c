// Each buffer holds the string that was there at the beginning, or one that fits.
//@ engines: smg auto
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {   //~ SAFE
    char user[8] = "", host[16] = "", path[32] = "", file[64] = "";
    const char *text = getenv("USER");
    if (text && strlen(text) < sizeof user)
        strcpy(user, text);
    text = getenv("HOST");
    if (text && strlen(text) < sizeof host)
        strcpy(host, text);
    if (argc > 1 && strlen(argv[1]) < sizeof file)
        strcpy(file, argv[1]);
    printf("%s@%s:%s %s\n", user, host, path, file);
    return 0;
}
