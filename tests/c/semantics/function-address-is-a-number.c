// Nobody says where functions begin.
//@ engines: interp hunt
//@ property: unreach-call
extern void reach_error(void);
void callback(void) {}
int main(void) {
    if ((unsigned long)callback % 16 != 0) //~ UNKNOWN nondeterminism
        reach_error();
    return 0;
}
