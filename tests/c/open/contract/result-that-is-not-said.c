// A result of which a contract says only a part: what goes wrong for some of its values may never happen.
//@ engines: sl auto
#ifdef __FAFNIR__
#define CONTRACT(...) __attribute__((fafnir_contract(__VA_ARGS__)))
#else
#define CONTRACT(...)
#endif
int level(void) CONTRACT(ensures(result >= 0 && result < 5));

int outside(void) { //~ NOT-PROVED
    static const int table[4];
    return table[level()];
}
