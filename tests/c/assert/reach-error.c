// SV-COMP's error function; its body does not count.
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
    int x = 3;
    if (x % 2)
        reach_error(); //~ ERROR error-reached
    return 0;
}
