// What somebody else's function returns may well point to something: the access is not known to be wrong.
//@ engines: hunt
char *greeting(void);
int main(void) {
    char *text = greeting();
    if (!text)
        return 0;
    return text[0]; //~ UNKNOWN external-function
}
