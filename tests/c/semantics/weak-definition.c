// A weak definition is a definition.
//@ engines: interp smg hunt
//@ property: unreach-call
extern void reach_error(void);
__attribute__((weak)) int hook(void) { return 7; }
int main(void) {
    if (!hook || hook() != 7)
        reach_error();
    return 0;
}
//~ SAFE
