// Labels as values: the table in static storage knows the blocks, and so does every computed goto.
int run(const char *code) {
    static const void *const table[] = {&&stop, &&more};
    int count = 0;
    goto *table[*code++ & 1];
more: {
        int step = 2;
        count += step;
        goto *table[*code++ & 1];
    }
stop:
    return count;
}
