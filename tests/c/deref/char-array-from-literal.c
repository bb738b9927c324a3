// An array initialised from a literal is one's own.
int main(void) { //~ SAFE
    char s[] = "constant";
    s[0] = 'C';
    return s[0] == 'C' && s[8] == 0 ? 0 : 1;
}
