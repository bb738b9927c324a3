// Turkish has two letters i: the capital of this one is not ASCII.
// Checked: glibc's toupper in tr_TR.UTF-8 gives 'i'.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#include <ctype.h>
#include <locale.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    setlocale(LC_ALL, "");
    if (toupper('i') != 'I')
        reach_error();
}
