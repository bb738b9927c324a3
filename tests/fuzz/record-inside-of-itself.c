struct link {
    struct link {
        struct link *next;
    };
    struct link inner;
};

int main(void) {
    struct link whole = {0};
    return whole.inner.inner.next != 0;
}
