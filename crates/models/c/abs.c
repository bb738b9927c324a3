// Models of the absolute values: that of the least number overflows.

int abs(int x) {
    return x < 0 ? -x : x;
}

long labs(long x) {
    return x < 0 ? -x : x;
}

long long llabs(long long x) {
    return x < 0 ? -x : x;
}

long long imaxabs(long long x) {
    return x < 0 ? -x : x;
}
