// Arithmetic on floating numbers that are known: a tenth is not exact.
//@ property: unreach-call
//@ engines: template
void reach_error(void);
int main(void) {
    float fuel = 4.0f;
    int rounds = 0;
    while (fuel > 0) {
        fuel -= 0.1f;
        rounds++;
    }
    if (fuel != 0.0 || rounds != 40)
        reach_error(); //~ ERROR error-reached
    return 0;
}
