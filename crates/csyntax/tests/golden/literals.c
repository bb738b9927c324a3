// Numbers, characters and strings.
unsigned long long integers[] = { 0, 1, 12u, 13U, 14l, 15L, 16ul, 17lu, 18UL, 19LU, 20ll, 21LL, 22ull, 23LLU, 24uLL, 0x1f, 0X1Ful,
    017, 00, 0b101, 0B11u, 18446744073709551615u, 0xffffffffffffffff, 9223372036854775807, 0x80000000, 2147483648 };
double floats[] = { 1.0, 1., .5, 1e3, 1E+3, 1.5e-3, 1.5f, 1.5F, 1.5l, 1.5L, 0x1p3, 0x1.8p-2, 0X.8P1f, 1e400, 0.1, 0.1f, 010.5, 1.5q, 2.5Q,
    1.0f32, 1.0F64, 1.0f128, 3.0f32x, 4.0F64x, 1.0w };
_Complex double imaginary[] = { 1i, 2.0i, 3.5if, 4.5fi, 5j, 6.0J, 7ui, 8iLL };
int characters[] = { 'a', '\n', '\t', '\\', '\'', '"', '\"', '\?', '\a', '\b', '\f', '\r', '\v', '\e', '\E', '\0', '\12', '\377', '\xff',
    '\x7f', 'ab', 'abcd', L'a', L'\xffff', u'b', U'c', L'\u20ac', u'\u20ac', U'\U0001f600', L'é', '?', '\$', '\%' };
const char *strings[] = { "", "a", "tab\there", "nul\0in", "\x41\102", "\u00e9\U0001f600", "é", "a" "b" "c", "\x4" "1", u8"utf", u8"é" "x" };
const int *wide[] = { L"wide", L"a" "b", "a" L"\xff", L"\U0001f600", L"" };
const unsigned short *utf16[] = { u"x", u"\U0001f600", "a" u"b" };
const unsigned *utf32[] = { U"x", U"\U0001f600" "y" };
int caf\u00e9 = 1, café2 = 2, $dollar = 3, _under = 4;
int use(void) { return café + caf\u00e92 + $dollar; }
