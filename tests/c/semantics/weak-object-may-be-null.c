// A weak variable that nobody defines has no place.
//@ engines: hunt auto
extern int setting __attribute__((weak));
int main(void) {
    setting = 1; //~ ERROR null-deref
    return 0;
}
