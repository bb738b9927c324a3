// A number is not an address.
int main(void) {
    return *(int *)4096; //~ ERROR wild-pointer
}
