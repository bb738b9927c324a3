// A random number below a bound is below it.
// Checked: arc4random(3) of glibc 2.36; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
unsigned arc4random(void);
unsigned arc4random_uniform(unsigned bound);
int main(void) { //~ NOT-VIOLATED
    if (arc4random_uniform(6) > 5 || arc4random() > 0xffffffff)
        reach_error();
    return 0;
}
