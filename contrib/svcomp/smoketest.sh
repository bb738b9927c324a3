#!/bin/sh
# Answers one small task of each kind: that the tool starts here and that its answers have the competition's form.
# Usage: smoketest.sh [FAFNIR]
set -u
fafnir=${1:-fafnir}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

printf 'CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n' > "$dir/memsafety.prp"
printf 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n' > "$dir/unreach.prp"

failed=0
expect() { # name, property file, expected line
    got=$("$fafnir" svcomp --prp "$dir/$2" --data-model lp64 --witness "$dir/$1.yml" "$dir/$1.c" 2>/dev/null)
    if [ "$got" = "$3" ] && [ -s "$dir/$1.yml" ]; then
        echo "ok    $1: $got"
    else
        echo "WRONG $1: $got (expected $3)"
        failed=1
    fi
}

cat > "$dir/list.c" <<'C'
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) { struct node *n = malloc(sizeof *n); n->next = list; list = n; }
    while (list) { struct node *n = list->next; free(list); list = n; }
    return 0;
}
C
sed 's/free(list); list = n;/free(list); list = list->next;/' "$dir/list.c" > "$dir/deref.c"
sed 's/free(list); list = n;/free(list); free(list); list = n;/' "$dir/list.c" > "$dir/double.c"
sed 's/free(list); list = n;/list = n;/' "$dir/list.c" > "$dir/leak.c"
cat > "$dir/reach.c" <<'C'
extern void reach_error(void);
int main(void) { reach_error(); return 0; }
C

expect list memsafety.prp true
expect deref memsafety.prp 'false(valid-deref)'
expect double memsafety.prp 'false(valid-free)'
expect leak memsafety.prp 'false(valid-memtrack)'
expect reach unreach.prp 'false(unreach-call)'
exit $failed
