// main's value is the exit status; falling off its end is 0, but here it returns 42 from inside nested scopes.
int main(int argc, char **argv) {
    int code = 40;
    {
        int more = argc > 0 ? 2 : 0;
        if (argv[argc] == 0) {
            for (int i = 0;; i++) {
                int deep = code + more;
                if (i == 3) return deep;
            }
        }
    }
    return 1;
}
