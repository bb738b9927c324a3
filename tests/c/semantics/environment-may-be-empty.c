// The environment may be empty: behind the null there is nothing.
// Checked: POSIX; `env -i` starts a program so.
//@ engines: auto interp smg hunt template sl horn
int main(int argc, char **argv, char **envp) { //~ NOT-PROVED
    (void)argc, (void)argv;
    return envp[1] != 0;
}
