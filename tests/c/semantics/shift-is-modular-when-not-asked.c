// GNU C defines a signed left shift modulo 2^width: without no-overflow nothing is assumed.
//@ engines: interp hunt
//@ property: unreach-call
extern void reach_error(void);
int main(void) {
    int n = 1 << 30;
    if (n << 1 != -2147483647 - 1)
        reach_error();
    if (-1 << 4 != -16)
        reach_error();
    return 0;
}
//~ SAFE
