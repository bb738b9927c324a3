// The weak function is called only if it is there.
//@ engines: smg hunt
extern void hook(void) __attribute__((__weak__));
int main(void) {
    if (hook)
        hook();
    return 0;
}
//~ SAFE
