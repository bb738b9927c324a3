// A function that is defined nowhere returns anything.
int unknown_function(int);
int main(void) {
    return unknown_function(1) ? 0 : 1;
}
//~ UNKNOWN nondeterminism
