// Wide and UTF literals, escapes, concatenation, character constants.
#include <stddef.h>
#include <stdio.h>

static const wchar_t wide[] = L"a\u00e9\U0001F600";
static const unsigned short utf16[] = u"a\u00e9\U0001F600";
static const unsigned int utf32[] = U"a\u00e9\U0001F600";
static const char utf8[] = u8"a\u00e9\U0001F600";
static const char escapes[] = "\a\b\f\n\r\t\v\\\'\"\?\0\17\x41" "BC" "\e";

int main(void) {
    printf("%d %d %d %d\n", (int)(sizeof wide / sizeof *wide), (int)(sizeof utf16 / 2), (int)(sizeof utf32 / 4), (int)sizeof utf8);
    for (unsigned i = 0; i < sizeof wide / sizeof *wide; i++) printf("%x ", (unsigned)wide[i]);
    for (unsigned i = 0; i < sizeof utf16 / 2; i++) printf("%x ", utf16[i]);
    printf("\n");
    for (unsigned i = 0; i < sizeof utf8; i++) printf("%02x ", (unsigned char)utf8[i]);
    for (unsigned i = 0; i < sizeof escapes; i++) printf("%d ", escapes[i]);
    printf("\n");
    printf("%d %d %d %d\n", 'a', '\377', L'\u00e9', 'ab');
    printf("%d %d %d\n", u'x', (int)U'\U0001F600', '\x80');
    printf("%s\n", "con" "cat" "enated");
    printf("%d %d\n", (int)sizeof "abc", (int)sizeof L"abc" / (int)sizeof(wchar_t));
    printf("%c%c\n", "hello"[1], *("world" + 2));
    const wchar_t *p = L"xyz";
    int n = 0;
    while (p[n]) n++;
    printf("%d %d\n", n, __func__[0] == 'm');
    return 0;
}
