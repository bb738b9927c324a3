// Arithmetic on floating numbers that are known.
//@ property: unreach-call
//@ engines: template
void reach_error(void);
int main(void) { //~ SAFE
    float fuel = 4.0f;
    int rounds = 0;
    while (fuel > 0) {
        fuel -= 0.5f;
        rounds++;
    }
    if (fuel != 0.0 || rounds != (int)(2 * 4.25))
        reach_error();
    return 0;
}
