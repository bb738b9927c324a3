/* Braces, elided braces, strings, unions, nested designators. */
struct point { int x, y; };
struct line { struct point from, to; };
struct mixed { char c; short s; long l; double d; float f; struct point p[2]; char name[6]; };

int scalar = 5, in_braces = { 7 }, in_more_braces = {{ 8 }};
int matrix[2][3] = { 1, 2, 3, 4, 5, 6 };
int partly[2][3] = { { 1 }, { 2, 3 } };
int mixed_braces[3][2] = { 1, { 2 }, 3, 4 };
struct line plain = { 1, 2, 3, 4 };
struct line inner = { { 1 }, { 3, 4 } };
struct line designated = { .to = { .y = 9, .x = 8 }, .from.y = 7 };
struct line continued = { .from.y = 1, 2, 3 };
struct mixed everything = { 'a', -2, 3, 4.5, 5.5f, 1, 2, 3, 4, "hello" };
struct mixed some = { .p[1].y = 4, "abc", .c = 'z', .d = 1e10 };
struct line lines[] = { { 1, 2, 3, 4 }, [3] = { .to.x = 5 }, [1].from = { 6, 7 }, 8, 9 };

char exact[3] = "abc", longer[8] = "abc", braced[] = { "braced" }, unsized[] = "with\0zero";
char rows[][4] = { "a", "bc", { 'd', 'e' }, "ghi" };
unsigned char bytes[] = "\xff\x80";
typeof(L'x') wide[] = L"wide";
unsigned short sixteen[] = u"\u00e9\U0001f600";
unsigned int thirty_two[4] = U"\U0001f600x";
char utf8[] = u8"\u00e9";

int ranges[10] = { [2 ... 4] = 7, 8, [8] = 9 };
struct point range_of_records[5] = { [1 ... 3] = { 4, 5 } };
struct point range_of_members[5] = { [1 ... 3].y = 6 };
int range_of_rows[4][2] = { [0 ... 1] = { 1, 2 }, [2][0 ... 1] = 3 };

int overridden[5] = { 1, 2, 3, [1] = 20, 30, [0] = 10 };
struct line overridden_whole = { .from = { 1, 2 }, .from = { .y = 3 } };
struct line overridden_part = { .from = { 1, 2 }, .from.x = 3, .to = { 4, 5 }, .to.y = 6 };

union number { int i; float f; char bytes[8]; struct { short lo, hi; } halves; };
union number first = { 258 };
union number by_name = { .f = 1.0f };
union number inner_record = { .halves = { 1, 2 } };
union number last_wins = { .i = -1, .bytes = { 1 } };
union number same_member = { .halves.hi = 3, .halves.lo = 4 };
union number unions[3] = { 1, { .bytes = "abcdefg" }, { .halves.hi = 7 } };

struct anonymous { int a; struct { int b; union { int c; float d; }; }; int e; };
struct anonymous through = { 1, 2, 3, 4 };
struct anonymous by_member = { .c = 5, .b = 6, .e = 7 };
struct anonymous by_braces = { 1, { 2, { .d = 2.0f } }, 9 };

struct empty {};
struct with_empty { int a; struct empty e; int b; };
struct with_empty holes = { 1, {}, 2 };
struct with_empty holes_elided[2] = { { .a = 1, .b = 2 }, { .b = 3 } };

struct flexible { int count; short items[]; };
struct flexible flexible = { 3, { 1, 2, 3 } };
struct flexible_text { int n; char text[]; };
struct flexible_text flexible_text = { 1, "text" };
struct zero_length { int n; int items[0]; };
struct zero_length zero_length = { 4 };

const struct point literal = (struct point){ 3, 4 };
int from_literal[] = (int[]){ 1, 2, 3 };
struct line of_literals = { (struct point){ 1, 2 }, .to = (struct point){ .y = 5 } };
int in_literal = (int){ 6 };
