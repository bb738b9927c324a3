// No array is large enough for `gets`.
//@ engines: hunt
char *gets(char *text);
int main(void) {
    char name[4];
    gets(name); //~ ERROR out-of-bounds
    return 0;
}
