// The weak variable is used only if it is there.
//@ engines: smg hunt
extern int setting __attribute__((weak));
int main(void) {
    if (&setting)
        setting = 1;
    return 0;
}
//~ SAFE
