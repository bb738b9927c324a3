//! Several units become one program.

mod common;

use common::{checked, function_text, unit};
use csema::types::DataModel;
use fafnir_lower::{Linker, LowerResult, Options};
use ir::{FunctionBody, GlobalKind, Program, RelocationTarget};

fn link(program: &[&str], models: &[&str]) -> LowerResult {
    let mut linker = Linker::new(&Options::default());
    program.iter().for_each(|text| linker.program(unit(text, DataModel::Lp64)));
    models.iter().for_each(|text| linker.model(unit(text, DataModel::Lp64)));
    linker.link()
}

fn linked(program: &[&str], models: &[&str]) -> Program {
    let result = link(program, models);
    assert_eq!(result.diagnostics, []);
    checked(result)
}

fn functions(program: &Program) -> Vec<&str> {
    program.functions.iter().map(|function| program.names.resolve(function.name)).collect()
}

fn globals(program: &Program) -> Vec<(&str, u64, GlobalKind)> {
    let describe = |global: &ir::Global| (global.size, global.kind);
    program
        .globals
        .iter()
        .map(|global| (program.names.resolve(global.name), describe(global).0, describe(global).1))
        .collect()
}

fn is_defined(program: &Program, name: &str) -> bool {
    let id = program.function_named(name).expect("the function is there");
    matches!(program.functions[id].body, FunctionBody::Defined(_))
}

#[test]
fn definitions_win_over_declarations_in_other_units() {
    let program = linked(
        &[
            "int helper(int); extern int shared; int main(void) { return helper(shared); }",
            "int shared = 4; int helper(int x) { return x + shared; }",
        ],
        &[],
    );
    assert_eq!(functions(&program), ["main", "helper"]);
    assert_eq!(globals(&program), [("shared", 4, GlobalKind::Variable)]);
    assert!(is_defined(&program, "helper"));
    assert_eq!(program.entry, program.function_named("main"));
}

#[test]
fn internal_linkage_stays_separate() {
    let program = linked(
        &[
            "static int n = 1; static int get(void) { return n; } int a(void) { return get(); }",
            "static int n = 2; static int get(void) { return n; } int b(void) { return get(); }",
        ],
        &[],
    );
    assert_eq!(functions(&program), ["get", "a", "get", "b"]);
    assert_eq!(globals(&program).len(), 2);
    let second = function_text(&program, "b");
    assert!(second.contains("fn2'get"), "{second}");
}

#[test]
fn two_strong_definitions_are_an_error() {
    let result = link(&["int f(void) { return 1; } int v = 1;", "int f(void) { return 2; } int v = 2;"], &[]);
    let messages: Vec<&str> = result.diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(messages, ["the function `f` is defined twice", "the variable `v` is defined twice"]);
    let program = checked(result);
    assert_eq!(functions(&program), ["f"]);
    assert!(function_text(&program, "f").contains("return 1_i32"));
}

#[test]
fn the_program_wins_over_models_and_inline_gives_way() {
    let program = linked(
        &[
            "inline int weak(void) { return 1; } int mine(void) { return 1; } int main(void) { return weak() + mine() + used(); }",
        ],
        &[
            "int mine(void) { return 2; } int weak(void) { return 2; } int used(void) { return inner(); } int inner(void) { return 5; } int unused(void) { return 3; } int table[4];",
            "int used(void) { return 9; }",
        ],
    );
    assert_eq!(functions(&program), ["mine", "main", "weak", "used", "inner"]);
    assert!(function_text(&program, "mine").contains("return 1_i32"));
    assert!(function_text(&program, "weak").contains("return 2_i32"));
    assert!(!function_text(&program, "used").contains("9_i32"));
    assert_eq!(globals(&program), []);
}

#[test]
fn inline_definitions_of_library_functions_are_not_used() {
    let mut linker = Linker::new(&Options::default());
    let text = "extern inline __attribute__((gnu_inline)) int puts(const char *s) { return 1; } \
                static inline int abs(int x) { return 2; } int main(void) { return puts(\"\") + abs(1); }";
    linker.program(unit(text, DataModel::Lp64));
    linker.library(|name| matches!(name, "puts" | "abs"));
    let program = checked(linker.link());
    assert!(!is_defined(&program, "puts"));
    assert!(is_defined(&program, "abs"));
}

#[test]
fn tentative_definitions_merge_and_the_larger_size_holds() {
    let program = linked(
        &[
            "int a[2]; int b; int *p = &b;",
            "int a[5]; int b = 7;",
            "extern int b; int get(void) { return b; }",
        ],
        &[],
    );
    assert_eq!(
        globals(&program),
        [("a", 20, GlobalKind::Variable), ("b", 4, GlobalKind::Variable), ("p", 8, GlobalKind::Variable)]
    );
    let b = &program.globals.as_slice()[1];
    assert_eq!(b.init.bytes.first(), Some(&7));
    let target = program.globals.as_slice()[2].init.relocations[0].target;
    assert_eq!(target, RelocationTarget::Global(ir::GlobalId::from_raw(1)));
}

#[test]
fn only_what_is_used_of_the_declarations_is_kept() {
    let program = linked(
        &["int puts(const char *); int putchar(int); extern int stdin_, unused_; extern const int limit; \
           inline int helper(void) { return 1; } inline int other(void) { return helper(); } \
           static void never_called(void) {} int main(void) { puts(\"a\"); return stdin_ + limit; }"],
        &[],
    );
    assert_eq!(functions(&program), ["never_called", "main", "puts"]);
    assert_eq!(
        globals(&program),
        [
            (".str0", 2, GlobalKind::StringLiteral),
            ("stdin_", 4, GlobalKind::External),
            ("limit", 4, GlobalKind::External)
        ]
    );
}

#[test]
fn types_are_merged_by_structure_and_records_by_identity() {
    let program = linked(
        &[
            "struct s { int *a; long b[3]; }; int *f(struct s *p) { return p->a; }",
            "struct s { char c; }; int *g(struct s *p, int *q, long (*r)[3]) { return q; }",
        ],
        &[],
    );
    let count =
        |wanted: &dyn Fn(&ir::TypeKind) -> bool| program.types.iter().filter(|ty| wanted(&ty.kind)).count();
    assert_eq!(count(&|kind| matches!(kind, ir::TypeKind::Record(_))), 2);
    assert_eq!(count(&|kind| *kind == ir::TypeKind::Scalar(ir::Scalar::I32)), 1);
    assert_eq!(count(&|kind| matches!(kind, ir::TypeKind::Array { len: Some(3), .. })), 1);
    // To each struct, to int, and to the array.
    assert_eq!(count(&|kind| matches!(kind, ir::TypeKind::Pointer(_))), 4);
}

#[test]
fn noreturn_is_taken_from_any_declaration() {
    let program = linked(
        &[
            "__attribute__((noreturn)) void stop(void); int main(void) { stop(); return 1; }",
            "void stop(void) { for (;;); }",
        ],
        &[],
    );
    let main = function_text(&program, "main");
    assert!(main.contains("never") && !main.contains("return"), "{main}");
}

#[test]
fn reaching_an_error_label_is_a_call() {
    let options = Options { error_labels: vec!["ERROR".to_owned()], ..Options::default() };
    let text =
        "int main(int n, char **v) { if (n > 3) goto ERROR; OTHER: return 0; ERROR: n = 1; goto OTHER; }";
    let program = common::program(text, DataModel::Lp64, &options);
    let id = program.function_named("ERROR").expect("the label's function");
    assert!(matches!(program.functions[id].body, FunctionBody::Intrinsic(ir::Intrinsic::ReachError)));
    let (_, _, body) = program.bodies().next().unwrap();
    let span = body
        .blocks
        .iter()
        .find(|block| matches!(&block.terminator.kind, ir::TerminatorKind::Call(call) if call.callee == ir::Callee::Direct(id)))
        .map(|block| block.terminator.span)
        .expect("the call");
    let at = text.find("ERROR:").unwrap();
    assert_eq!(span.lo as usize, at);
}

#[test]
fn no_units_make_an_empty_program() {
    let program = linked(&[], &[]);
    assert!(program.functions.is_empty() && program.entry.is_none());
}
