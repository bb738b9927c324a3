// A compound literal in a block lives as long as the block.
struct point { int x, y; };
int main(void) {
    struct point *p;
    {
        p = &(struct point){ 1, 2 };
        p->x = 5;
    }
    return p->y; //~ ERROR out-of-scope
}
