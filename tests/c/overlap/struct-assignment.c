// A structure assigned to a place that overlaps it in part.
struct triple { int a, b, c; };
int main(void) {
    int buffer[6] = { 1, 2, 3, 4, 5, 6 };
    struct triple *from = (struct triple *)buffer, *to = (struct triple *)(buffer + 1);
    *to = *from; //~ ERROR overlap
    return 0;
}
