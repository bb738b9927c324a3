// Following a pointer that was never set.
int main(void) {
    int *p;
    return *p; //~ ERROR uninit-pointer
}
