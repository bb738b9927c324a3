//! Where pointers lead in small programs in C.

use fafnir_facts::{Facts, Instruction, ObjectKind, PointsTo, Targets};
use ir::{FuncId, Program, StatementKind};

fn program(text: &str) -> Program {
    let parsed = csyntax::parse(text.as_bytes(), 0, &csyntax::ParseOptions::default());
    assert!(parsed.errors.is_empty(), "{:#?}", parsed.errors);
    let analyzed = csema::analyze(parsed.ast, csema::Options { model: csema::types::DataModel::Lp64 });
    assert!(!analyzed.has_errors(), "{:#?}", analyzed.diagnostics);
    let mut program = lower::lower(vec![analyzed.unit], &lower::Options::default()).program;
    models::bind(&mut program);
    program
}

fn describe(program: &Program, pointers: &PointsTo, targets: &Targets) -> String {
    let function = |func: FuncId| program.names.resolve(program.functions[func].name);
    let mut names: Vec<String> = targets
        .list
        .iter()
        .map(|target| {
            let object = match pointers.kind(target.object) {
                ObjectKind::Global(id) => program.names.resolve(program.globals[id].name).to_owned(),
                ObjectKind::Local(func, local) => {
                    let name = program.functions[func].body().and_then(|body| body.locals[local].name);
                    name.map_or("?".to_owned(), |name| program.names.resolve(name).to_owned())
                }
                ObjectKind::Heap(func, _) => format!("heap:{}", function(func)),
                ObjectKind::Function(func) => function(func).to_owned(),
                other => format!("{other:?}"),
            };
            match (target.offset, target.stride) {
                (0, 0) => object,
                (offset, 0) => format!("{object}+{offset}"),
                (_, 1) => format!("{object}+any"),
                (offset, stride) => format!("{object}+{offset}%{stride}"),
            }
        })
        .collect();
    names.sort();
    if targets.outside {
        names.push("outside".to_owned());
    }
    names.join(" ")
}

/// Where what `main` returns, as a pointer in an integer, may lead.
fn returned(text: &str) -> String {
    let program = program(text);
    let facts = Facts::of(&program);
    let pointers = facts.points_to();
    let main = program.entry.expect("main");
    describe(&program, pointers, &pointers.of_result(main))
}

/// `body` computes a pointer `r`.
fn result(declarations: &str, body: &str) -> String {
    returned(&format!(
        "void *malloc(unsigned long); void *__fafnir_resize(void *, unsigned long); void free(void *);
         void *memcpy(void *, const void *, unsigned long); int __VERIFIER_nondet_int(void);
         {declarations}
         long main(void) {{ void *r = 0; int i = __VERIFIER_nondet_int(); {body} return (long)r; }}"
    ))
}

#[test]
fn members_are_told_apart() {
    let types = "struct s { int *a; int *b; int n; }; int x, y, z;";
    assert_eq!(result(types, "struct s s; s.a = &x; s.b = &y; r = s.b;"), "y");
    assert_eq!(result(types, "struct s *p = malloc(sizeof *p); p->a = &x; p->b = &y; r = p->a;"), "x");
    assert_eq!(result(types, "struct s s, t; s.a = &x; s.b = &y; t = s; r = t.b;"), "y");
    assert_eq!(
        result(
            types,
            "struct s s, *t = malloc(sizeof s); s.a = &x; s.b = &y; memcpy(t, &s, sizeof s); r = t->b;"
        ),
        "y"
    );
    assert_eq!(result(types, "struct s s; r = &s.b;"), "s+8");
    assert_eq!(result(types, "struct s s; int **q = &s.b; r = (char *)q - 8;"), "s");
}

#[test]
fn elements_are_one() {
    let types = "struct s { int *a; int *b; }; int x, y, z; struct s table[4]; int *list[3] = { &x, &y };";
    assert_eq!(result(types, "table[i].a = &x; table[i].b = &y; r = table[3].b;"), "y");
    assert_eq!(result(types, "r = list[i];"), "x y");
    assert_eq!(result(types, "struct s *p = malloc(80); p[i].a = &x; p[i].b = &y; r = p[2].a;"), "x");
    assert_eq!(
        result(types, "struct s *p = malloc(80), *q; for (q = p; i; q++) q->b = &y; p->a = &z; r = p[1].b;"),
        "y"
    );
    assert_eq!(result(types, "struct s *p = malloc(80); while (i--) p++; r = p;"), "heap:main+0%16");
    // From a member to its structure. The result's address becomes an integer, so an integer may lead anywhere in it.
    let types = "struct item { int n; struct list { struct list *next; } list; };";
    let up = "(struct item *)((char *)l - (char *)&((struct item *)0)->list)";
    let body = format!("struct item *p = malloc(16); struct list *l = &p->list; r = {up};");
    assert_eq!(result(types, &body), "heap:main+any");
    // A member array: the index is not checked against it.
    let types = "struct s { char text[16]; int *a; int *b; }; int x, y;";
    assert_eq!(result(types, "struct s s; s.a = &x; s.b = &y; s.text[i] = 0; r = s.a;"), "x");
}

#[test]
fn casts_unions_and_bytes_keep_pointers() {
    let types =
        "union u { int *p; unsigned long n; char bytes[8]; }; int x, y, z; struct s { int *a; int *b; };";
    assert_eq!(result(types, "union u u; u.p = &x; r = (void *)u.n;"), "x+any");
    assert_eq!(
        result(types, "union u u, v; u.p = &x; for (i = 0; i < 8; i++) v.bytes[i] = u.bytes[i]; r = v.p;"),
        "x+any"
    );
    assert_eq!(
        result(
            types,
            "int *p = &x, *q; char *s = (char *)&p, *t = (char *)&q; while (i--) *t++ = *s++; r = q;"
        ),
        "x+any"
    );
    assert_eq!(result(types, "struct s s; s.a = &x; s.b = &y; r = *(void **)((char *)&s + 8);"), "y");
    let xor = result(
        types,
        "unsigned long m = (unsigned long)&x ^ (unsigned long)&y; r = (void *)(m ^ (unsigned long)&y);",
    );
    assert_eq!(xor, "x+any y+any");
    // An integer from elsewhere can only be an address that was made an integer.
    assert_eq!(
        result(types, "int *p = &x; long n = (long)&y; r = (void *)(long)i; r = p == 0 ? r : r;"),
        "y+any"
    );
}

#[test]
fn calls_are_followed() {
    let types = "int x, y; int *id(int *p) { return p; } int *other(int *p) { return &y; }
                 int *(*table[])(int *) = { id, other };
                 struct s { int *a; int *b; }; struct s make(int *a) { struct s s; s.a = a; s.b = &y; return s; }
                 int *second(struct s s) { return s.b; }
                 int *pick(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); int *p = __builtin_va_arg(ap, int *);
                     __builtin_va_end(ap); return p; }
                 int *next(__builtin_va_list ap) { return __builtin_va_arg(ap, int *); }
                 int *pass(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); int *p = next(ap);
                     __builtin_va_end(ap); return p; }";
    assert_eq!(result(types, "r = id(&x);"), "x");
    assert_eq!(result(types, "r = table[i](&x);"), "x y");
    assert_eq!(result(types, "r = make(&x).a;"), "x");
    assert_eq!(result(types, "struct s s; s.a = &x; s.b = &y; r = second(s);"), "y");
    assert_eq!(result(types, "r = pick(1, &x);"), "x");
    assert_eq!(result(types, "r = pass(2, i, &x);"), "x");
}

#[test]
fn library_functions_move_pointers() {
    let types = "int x, y; struct s { int *a; int *b; };";
    assert_eq!(result(types, "int **p = malloc(8), **q; *p = &x; q = __fafnir_resize(p, 16); r = *q;"), "x");
    assert_eq!(result(types, "int *a[2], *b[2]; a[1] = &y; memcpy(b, a, 16); r = b[1];"), "y");
}

#[test]
fn external_code_reaches_what_it_gets() {
    let types =
        "int x, y, z; int *ext(int **p); int *other(void); int *hidden; void back(int *p) { hidden = p; }
                 void reg(void (*f)(int *)); extern int *elsewhere;";
    assert_eq!(result(types, "r = other();"), "outside");
    assert_eq!(result(types, "int *p = &x; r = ext(&p); r = p;"), "outside");
    assert_eq!(result(types, "int *p = &x; ext(&p); hidden = &y; r = hidden;"), "y");
    assert_eq!(result(types, "reg(back); r = hidden;"), "outside");
    assert_eq!(result(types, "r = elsewhere;"), "outside");
    let text = "int x, y; int *ext(int **p); int main(void) { int *p = &x; ext(&p); return 0; }";
    let program = program(text);
    let facts = Facts::of(&program);
    let pointers = facts.points_to();
    let escaped = |name: &str| {
        let id = program.globals.iter_enumerated().find(|(_, g)| program.names.resolve(g.name) == name);
        pointers.has_escaped(pointers.global(id.expect("global").0))
    };
    assert!(escaped("x") && !escaped("y"));
}

#[test]
fn calls_through_pointers_reach_what_was_stored() {
    let program = program(
        "int one(int n) { return n; } int two(int n) { return n + 1; } int three(int n) { return 3; }
         struct ops { int (*a)(int); int (*b)(int); }; struct ops ops = { one, two }; int (*spare)(int) = three;
         int main(void) { return ops.b(1); }",
    );
    let facts = Facts::of(&program);
    let main = program.entry.expect("main");
    let block = facts.calls().sites(main)[0].block;
    let callees = facts.points_to().callees(main, block).expect("known");
    let names: Vec<&str> =
        callees.iter().map(|f| program.names.resolve(program.functions[*f].name)).collect();
    assert_eq!(names, ["two"]);
}

#[test]
fn accesses_that_cannot_meet_do_not_overlap() {
    let program = program(
        "struct s { int *a; int *b; }; void *malloc(unsigned long);
         int main(void) { struct s *p = malloc(16), *q = malloc(16); p->a = 0; p->b = 0; q->a = 0; *(char *)p = 0; return 0; }",
    );
    let facts = Facts::of(&program);
    let pointers = facts.points_to();
    let main = program.entry.expect("main");
    let function = facts.function(main).expect("body");
    let mut stores: Vec<(Targets, u64)> = Vec::new();
    for (block, data) in function.body().blocks.iter_enumerated() {
        for (index, statement) in data.statements.iter().enumerate() {
            if let StatementKind::Store(place, _) = &statement.kind {
                let at = Instruction { function, block, index };
                stores.push((pointers.of_place(at, place), place.access.size(program.model)));
            }
        }
    }
    let [pa, pb, qa, byte] = &stores[..] else { panic!("{stores:?}") };
    let meet = |x: &(Targets, u64), y: &(Targets, u64)| pointers.may_overlap(&x.0, x.1, &y.0, y.1);
    assert!(!meet(pa, pb) && !meet(pa, qa) && meet(pa, byte) && !meet(pb, byte) && meet(pa, pa));
}
