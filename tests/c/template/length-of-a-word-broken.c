// The length of a few bytes of any value, and of the first three of them. It may be more than three.
//@ property: valid-deref unreach-call
//@ engines: template
#include <string.h>
char __VERIFIER_nondet_char(void);
void reach_error(void);
int main(void) {
    char word[8];
    for (int i = 0; i < 7; i++)
        word[i] = __VERIFIER_nondet_char();
    word[7] = '\0';
    unsigned long length = strlen(word);
    if (length > 7 || word[length] != '\0')
        reach_error();
    unsigned long first = strnlen(word, 3);
    if (first != length)
        reach_error(); //~ ERROR error-reached
    if (first < 3 && first != length)
        reach_error();
    return 0;
}
