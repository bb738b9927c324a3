// A number is not an address.
int main(void) {
    return *(int *)0x12345678; //~ ERROR wild-pointer
}
