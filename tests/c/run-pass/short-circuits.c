// && || ! ?: and the comma: which operands are evaluated, and their values.
#include <stdio.h>

static char log_[64];
static int length;
static int t(char c) { log_[length++] = c; return 1; }
static int f(char c) { log_[length++] = c; return 0; }
static void show(int v) { log_[length] = 0; printf("%s=%d\n", log_, v); length = 0; }

int main(void) {
    show(t('a') && t('b'));
    show(f('a') && t('b'));
    show(t('a') || t('b'));
    show(f('a') || f('b'));
    show(f('a') && t('b') || t('c') && !f('d'));
    show((t('a') || f('b')) && (f('c') || t('d')));
    show(!(t('a') && f('b')) + (t('c') ? 10 : 20));
    show(f('a') ? t('b') : f('c') ? t('d') : t('e') + 4);
    show((t('a'), f('b'), t('c')) + 5);
    show(t('a') == !f('b'));
    show(!!5 + !0 * 2);
    int x = 0, *p = 0;
    if (p && *p) x = 1;
    if (!p || *p) x += 2;
    x += (p != 0) + (x > 1 && x < 3);
    show(x);
    int i = 0;
    while (i < 10 && !(i > 4)) i++;
    do { i--; } while (i > 2 || f('w'));
    for (i = 0, x = 5; i < x; i++, x--) t('l');
    show(i * 10 + x);
    if (t('a') && (f('b') || t('c')) && !f('d')) show(1);
    else show(0);
    _Bool b = t('x') && 7;
    double d = 0.5;
    show(b + (d && 1) + (d || 0) * 2);
    show(1 ? (t('a') ? 2 : 3) : 4);
    return 0;
}
