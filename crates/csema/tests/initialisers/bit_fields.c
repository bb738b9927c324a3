/* Bit-fields of all kinds, packed and not. */
struct flags { unsigned a : 3, b : 5; int c : 12, : 4, d : 9; unsigned long long e : 40; _Bool f : 1; };
struct flags plain = { 5, 17, -100, 200, 0x123456789aULL, 1 };
struct flags named = { .e = -1, .c = 2047, .f = 3, .a = 15 };
struct __attribute__((packed)) tight { unsigned a : 3; unsigned long long b : 50; int c : 20; char d; unsigned e : 7; };
struct tight tight = { 6, 0x2aaaaaaaaaaaaULL, -300000, 'x', 99 };
struct tight array[3] = { { 1, 2, 3, 4, 5 }, [2] = { .c = -1, .e = 127 } };
#pragma pack(push, 1)
struct odd { int a : 20; };
struct odd odd = { 0x5a5a5 };
struct { char c; long long wide : 60; short s : 13; } mixed = { 1, -5, 4095 };
#pragma pack(pop)
enum colour { RED, GREEN, BLUE = 3 };
struct { enum colour c : 3; signed char s : 4; unsigned short u : 16; } of_types = { BLUE, -8, 65535 };
union { int bits : 5; unsigned all; } either = { .bits = 9 };
struct { int a : 4; int : 0; int b : 4; } separated = { 3, 4 };
