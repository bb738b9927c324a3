// Literals.
int a = 08, b = 0b12, c = 1uu, d = 1lul, e = 0x, f = 99999999999999999999, g = 12abc, h = 0xe+1; //~ invalid digit `8` in octal constant //~ invalid digit `2` in binary constant //~ invalid suffix `uu` on integer constant //~ invalid suffix `lul` on integer constant //~ a hexadecimal constant needs digits //~ integer constant does not fit in 64 bits //~ invalid suffix `abc` on integer constant //~ invalid suffix `+1` on integer constant
double i = 1e, j = 1.0ff, k = 0x1.8, l = 1.2.3, m = 1e+; //~ the exponent has no digits //~ invalid suffix `ff` on floating constant //~ a hexadecimal floating constant needs an exponent //~ invalid suffix `.3` on floating constant //~ the exponent has no digits
int n = '', o = '\x', p = '\u12', q = '\ud800', r = L'\N{DASH}'; //~ empty character literal //~ `\x` needs hexadecimal digits //~ `\u` needs 4 hexadecimal digits //~ `\ud800` is not a valid universal character //~ named characters (`\N{...}`) are not C
char *s = "\xg", *t = "\u004", *u = "ok\U00110000", v[] = "unterminated //~ `\x` needs hexadecimal digits //~ `\u` needs 4 hexadecimal digits //~ `\U00110000` is not a valid universal character //~ unterminated string literal
int w = 'x; //~ unterminated character literal
int x = 'y', *y = L"a" u"b", *z = u8"a" L"b"; //~ adjacent string literals have different encodings //~ adjacent string literals have different encodings
int ok = 1;
