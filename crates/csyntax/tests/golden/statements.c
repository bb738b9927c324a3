// Statements.
int f(int x, int y) {
    ;
    {}
    { ; { int z; } }
    if (x) y = 1;
    if (x) y = 1; else y = 2;
    if (x) if (y) x = 1; else x = 2;
    if (x) { if (y) x = 1; } else x = 2;
    if (x) y = 1; else if (y) y = 2; else if (x + y) y = 3; else { y = 4; }
    while (x) x--;
    while (x--) { if (x == 2) continue; if (x == 1) break; }
    do x++; while (x < 3);
    do { x--; } while (0);
    for (;;) break;
    for (x = 0; x < 3; x++) y += x;
    for (int i = 0, j = 1; i < j; i++, j--) ;
    for (struct { int a; } s = { 0 }; s.a < 1; s.a++) {}
    switch (x) {
    case 1: y = 1; break;
    case 2: case 3: case 4: y = 2;
    case 5 ... 9: case 'a' ... 'z': y = 3; break;
    case 1 ? 10 : 11: { y = 4; }
    default: y = 5;
    }
    switch (x) case 1: y = 1;
    switch (x) { int unreachable; default: case 7: ; }
    switch (x) { case 1: default: }
    goto end;
again: x++;
    if (x) goto again;
both: and: x = 2;
declaration: int after_label = 1;
    switch (y) { case 1: int after_case = 2; (void)after_case; }
    void *target = &&end;
    goto *target;
    goto *(x ? target : &&both);
    { __label__ local, other; goto local; local: other: ; goto other; }
    return x;
    return (y);
end:
    return after_label;
last:
}
void g(void) { return; }
