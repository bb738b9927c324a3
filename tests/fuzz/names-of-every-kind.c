typedef T; T T(T) { T: goto T; }
int main() { __label__ l; l: return ({ goto l; 1; }); }
