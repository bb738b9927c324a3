//! Facts about small programs in C.

use fafnir_facts::{Definition, Facts};
use ir::{FuncId, Program};

fn program(text: &str) -> Program {
    let parsed = csyntax::parse(text.as_bytes(), 0, &csyntax::ParseOptions::default());
    assert!(parsed.errors.is_empty(), "{:#?}", parsed.errors);
    let analyzed = csema::analyze(parsed.ast, csema::Options { model: csema::types::DataModel::Lp64 });
    assert!(!analyzed.has_errors(), "{:#?}", analyzed.diagnostics);
    let mut program = lower::lower(vec![analyzed.unit], &lower::Options::default()).program;
    models::bind(&mut program);
    program
}

fn named(program: &Program, name: &str) -> FuncId {
    program.function_named(name).unwrap_or_else(|| panic!("no function {name}"))
}

fn names(program: &Program, functions: impl Iterator<Item = FuncId>) -> Vec<String> {
    let mut names: Vec<String> =
        functions.map(|f| program.names.resolve(program.functions[f].name).to_owned()).collect();
    names.sort();
    names
}

#[test]
fn calls_through_pointers_reach_what_fits() {
    let program = program(
        "int one(int x) { return x; } int two(int x) { return x + 1; } void other(void *p) {} int quiet(int x) { return 0; }
         int (*table[])(int) = { one, two }; void (*last)(void *) = other;
         int call(int i) { return table[i](i); }
         int main(void) { last(0); return call(1) + quiet(0); }",
    );
    let facts = Facts::of(&program);
    let calls = facts.calls();
    assert_eq!(names(&program, calls.callees(named(&program, "call"))), ["one", "two"]);
    assert_eq!(names(&program, calls.callees(named(&program, "main"))), ["call", "other", "quiet"]);
    assert!(calls.calls_pointers(named(&program, "call")));
}

#[test]
fn recursion_groups_come_before_their_callers() {
    let program = program(
        "int odd(int n); int even(int n) { return n ? odd(n - 1) : 1; } int odd(int n) { return n ? even(n - 1) : 0; }
         int alone(int n) { return n ? alone(n - 1) : 0; } int plain(int n) { return n; }
         int main(void) { return even(2) + alone(3) + plain(1); }",
    );
    let facts = Facts::of(&program);
    let calls = facts.calls();
    let group = |name: &str| calls.group(named(&program, name));
    assert_eq!(group("odd"), group("even"));
    assert!(group("odd") < group("main") && group("alone") < group("main"));
    for (name, recursive) in
        [("odd", true), ("even", true), ("alone", true), ("plain", false), ("main", false)]
    {
        assert_eq!(calls.is_recursive(named(&program, name)), recursive, "{name}");
    }
}

#[test]
fn effects_go_from_callees_to_callers() {
    let program = program(
        "void exit(int); void *malloc(unsigned long); int __VERIFIER_nondet_int(void);
         int a, b, c, d; int *p = &d;
         void write_a(void) { a = 1; } int read_b(void) { return b; } void both(void) { write_a(); read_b(); }
         void through(void) { *p = 1; } void leave(void) { if (c) exit(1); } void *get(void) { return malloc(4); }
         int ask(void) { return __VERIFIER_nondet_int(); }
         int main(void) { both(); through(); leave(); get(); return ask(); }",
    );
    let facts = Facts::of(&program);
    let effects = |name: &str| facts.effects().of(named(&program, name));
    let globals = |set: &fafnir_facts::SparseSet<ir::GlobalId>| -> Vec<&str> {
        set.iter().map(|g| program.names.resolve(program.globals[g].name)).collect()
    };
    assert_eq!(globals(&effects("both").writes), ["a"]);
    assert_eq!(globals(&effects("both").reads), ["b"]);
    assert_eq!(globals(&effects("leave").named), ["c"]);
    assert!(effects("through").writes_pointers && !effects("both").writes_pointers);
    assert!(effects("leave").ends_program && effects("main").ends_program && !effects("both").ends_program);
    assert!(effects("get").allocates && effects("main").allocates && !effects("ask").allocates);
    assert!(effects("ask").takes_input && !effects("both").takes_input);
    assert!(effects("read_b").is_readonly() && !effects("both").is_readonly());
}

#[test]
fn handlers_run_where_the_program_ends() {
    let program = program(
        "void exit(int); int atexit(void (*)(void)); int seen;
         void handler(void) { seen = 1; } void leave(void) { exit(0); }
         int main(void) { atexit(handler); leave(); return 0; }",
    );
    let facts = Facts::of(&program);
    let seen = program.globals.iter_enumerated().find(|(_, g)| program.names.resolve(g.name) == "seen");
    let seen = seen.map(|(id, _)| id).unwrap();
    assert!(facts.effects().of(named(&program, "leave")).writes.contains(seen));
}

#[test]
fn pure_functions_depend_on_their_arguments_alone() {
    let program = program(
        "int g; int square(int x) { int y = x * x; return y; } int twice(int x) { return square(x) + square(x); }
         int global(int x) { return x + g; } int again(int x) { return x ? again(x - 1) : 0; }
         int unset(int x) { int y; return x ? y : 1; } int loop(int x) { while (x > 10) x -= 3; return x; }
         int main(void) { return twice(1) + global(2) + again(3) + unset(4) + loop(5); }",
    );
    let facts = Facts::of(&program);
    for (name, pure) in [
        ("square", true),
        ("twice", true),
        ("loop", true),
        ("global", false),
        ("again", false),
        ("unset", false),
        ("main", false),
    ] {
        assert_eq!(facts.is_pure(named(&program, name)), pure, "{name}");
    }
}

#[test]
fn functions_that_never_return_are_known() {
    let program = program(
        "void exit(int); void die(void) { exit(1); } void maybe(int x) { if (x) die(); }
         void forever(void) { for (;;) ; } int back(int x) { return x ? back(x - 1) : 0; } int lost(int x) { return lost(x); }
         int main(void) { maybe(0); return back(3); }",
    );
    let facts = Facts::of(&program);
    for (name, returns) in
        [("die", false), ("maybe", true), ("forever", false), ("back", true), ("lost", false), ("main", true)]
    {
        assert_eq!(facts.returns().can_return(named(&program, name)), returns, "{name}");
    }
}

#[test]
fn loops_know_the_constants_they_compare_with() {
    let program = program(
        "int main(void) { int s = 0; for (int i = 0; i < 17; i++) { for (int j = 40; j > 23; j--) s += j; if (s == 99) s = 5; }
         return s; }",
    );
    let facts = Facts::of(&program);
    let function = facts.function(named(&program, "main")).unwrap();
    let loops = function.loops().loops();
    let constants: Vec<&[i64]> = loops.ids().map(|id| function.compared_constants(id)).collect();
    assert_eq!(constants.len(), 2);
    for constant in [17, 23, 99] {
        assert!(constants[0].contains(&constant), "{constants:?}");
    }
    assert!(constants[1].contains(&23) && !constants[1].contains(&17), "{constants:?}");
    assert!(facts.constants().contains(&40) && facts.constants().is_sorted());
}

#[test]
fn a_loop_counter_has_one_phi_at_the_head() {
    let program = program("int main(void) { int i = 0; while (i < 10) i++; return i; }");
    let facts = Facts::of(&program);
    let function = facts.function(named(&program, "main")).unwrap();
    let ssa = function.ssa();
    let phis: Vec<_> = ssa.values().filter(|&v| matches!(ssa.definition(v), Definition::Phi(_))).collect();
    assert_eq!(phis.len(), 1);
    let Definition::Phi(block) = ssa.definition(phis[0]) else { unreachable!() };
    assert!(function.is_loop_head(block));
    assert_eq!(ssa.arguments(phis[0]).flatten().count(), 2);
}
