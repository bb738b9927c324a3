int a[(((((((((((((((((((((((((1)))))))))))))))))))))))));
int main(void) { return sizeof(struct { int : 0; char c[0]; }) + a[