// Wide characters take four bytes each.
//@ engines: interp hunt
#include <wchar.h>
int main(void) {
    wchar_t name[4];
    wcscpy(name, L"abcd"); //~ ERROR out-of-bounds
    return 0;
}
