// Capital letters are letters, too, and lie below the small ones.
//@ engines: hunt auto
#include <ctype.h>
int main(int argc, char **argv) {
    static int counts[26];
    if (argc < 2)
        return 0;
    for (char *p = argv[1]; *p; p++)
        if (isalpha((unsigned char)*p))
            counts[*p - 'a']++; //~ ERROR out-of-bounds
    return counts[0];
}
