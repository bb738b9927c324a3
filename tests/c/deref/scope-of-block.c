// A pointer to a variable of an inner block, followed after the block.
int main(void) {
    int *p;
    {
        int x = 3;
        p = &x;
    }
    return *p; //~ ERROR out-of-scope
}
