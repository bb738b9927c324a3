// There is a name at least, and no more arguments than the system passes on.
//@ engines: auto smg hunt sl
extern void reach_error(void);
int main(int argc, char **argv) { //~ SAFE
    if (argc < 1 || argc > 10000000)
        reach_error();
    return 0;
}
