// Different functions have different addresses.
//@ engines: interp smg hunt
//@ property: unreach-call
extern void reach_error(void);
void one(void) {}
void two(void) {}
int main(void) {
    if (one == two)
        reach_error();
    return 0;
}
//~ SAFE
