// A bit-field of three bits has eight values, from 0 or from -4.
//@ engines: hunt smg
extern unsigned __VERIFIER_nondet_uint(void);
struct fields { unsigned plain : 3; int with_sign : 3; };
int main(void) {
    struct fields f;
    f.plain = __VERIFIER_nondet_uint();
    f.with_sign = 4;
    int table[8] = { 0 };
    table[f.plain] = 1;
    table[f.with_sign + 4] = 2;
    return table[f.with_sign]; //~ ERROR out-of-bounds
}
