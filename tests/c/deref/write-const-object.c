// Writing to an object defined const, around the type system.
static const int limit = 10;
int main(void) {
    *(int *)&limit = 11; //~ ERROR write-to-constant
    return limit;
}
