// What `swprintf` stores ends with a zero, and its result says how much it is.
//@ property: valid-deref unreach-call
//@ engines: interp auto
#include <assert.h>
#include <wchar.h>

int main(void) {   //~ SAFE
    wchar_t text[16];
    assert(swprintf(text, 16, L"%ls=%d%%", L"x", 42) == 5);
    assert(wcslen(text) == 5 && text[2] == L'4');
    assert(swprintf(text, 3, L"%s", "abc") == -1 && text[2] == 0);
    wprintf(L"%ls\n", text);
    return 0;
}
