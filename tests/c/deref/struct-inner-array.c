// An index past an inner array stays inside the object: memory is valid, as SV-COMP sees it.
struct s { int a[2]; int b[2]; };
int main(void) { //~ SAFE
    struct s s = { { 1, 2 }, { 3, 4 } };
    int i = 2;
    return s.a[i] == 3 ? 0 : 1;
}
