// Whether another locale than "C" may be in force.

static int is_foreign;

int __fafnir_locale_is_foreign(void) {
    return is_foreign;
}

void __fafnir_set_foreign_locale(int is_so) {
    is_foreign = is_so;
}
