// The function with the assertion is called by nobody's name, but a table leads to it.
//@ engines: hunt auto
//@ property: unreach-call
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

struct device {
    int (*open)(int);
    int (*close)(int);
};

static int ports;

static int is_claimed(int port) {
    if (port >= ports)
        __VERIFIER_error(); //~ ERROR error-reached
    return 1;
}

static int claim(int port) {
    ports = port + 1;
    return 0;
}

static int release(int port) {
    ports = port;
    return 0;
}

static struct device device = {claim, is_claimed};

int main(void) {
    while (__VERIFIER_nondet_int()) {
        int (*what)(int) = __VERIFIER_nondet_int() ? device.open : device.close;
        what(__VERIFIER_nondet_int());
    }
    return 0;
}
