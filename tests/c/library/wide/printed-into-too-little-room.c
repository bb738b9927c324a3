// `swprintf` gets the room in bytes where it counts characters.
//@ property: valid-deref
//@ engines: interp auto
#include <wchar.h>

int main(void) {
    wchar_t small[4];
    swprintf(small, sizeof small, L"%ls!", L"hello");   //~ ERROR out-of-bounds
    return 0;
}
