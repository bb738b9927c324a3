// Records with fields of different sizes, at an index from outside.
//@ property: valid-deref unreach-call
//@ engines: hunt
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
struct record {
    short kind;
    char name[3];
    int value;
};
int main(void) { //~ SAFE
    struct record records[4] = {{1, "a", 10}, {2, "b", 20}, {1, "c", 30}, {3, "d", 40}};
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 4)
        return 0;
    records[i].value += records[i].kind;
    if (records[i].value < 11 || records[i].value > 43 || records[i].name[1])
        reach_error();
    return 0;
}
