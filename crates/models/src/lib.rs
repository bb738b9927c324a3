//! What library functions do: the table from C names to the intrinsics that the engines know, and models in C that are
//! shipped inside the binary and read by the same front end as the user's program.
//!
//! Architecture invariant: this crate never knows an engine, and never parses anything: it hands out names, rows and
//! source texts. Who links a C model into a program decides how.

mod choices;
mod claims;
mod later;
mod library;
mod questions;
mod sources;
mod table;

pub use claims::{Claim, Runs, claim};
pub use library::{Library, library};
pub use sources::{ModelSource, is_known, model_of_variable, needed_models, sources};
pub use table::{Row, lookup, rows};

use base::IndexVec;
use ir::{Callee, FuncId, FunctionBody, Intrinsic, Program, TerminatorKind, Type, TypeId, TypeKind};

/// Names whose user definition does not count, because SV-COMP defines what reaching the call means: a body such as
/// `void reach_error() { assert(0); }` only exists to make the file compile.
const MEANING_IS_FIXED: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// A model says with a function of such a name that what the rest of the name gives is not known. It stands for a value that
/// exists, but that the model makes up.
const MADE_UP: &str = "__result_of_";

/// A model says by calling a function of such a name that the function of the rest of the name may do otherwise than it, in a way
/// that the model does not contain.
const LEFT_OUT: &str = "__other_behaviour_of_";

/// Variables of the library whose content is not any content.
const LIBRARY_OBJECTS: [&str; 16] = [
    "daylight",
    "timezone",
    "tzname",
    "__daylight",
    "__timezone",
    "__tzname",
    "environ",
    "__environ",
    "optarg",
    "optind",
    "opterr",
    "optopt",
    "signgam",
    "program_invocation_name",
    "program_invocation_short_name",
    "getdate_err",
];

/// Whether the name is that of a variable of the library.
pub fn is_library_object(name: &str) -> bool {
    LIBRARY_OBJECTS.contains(&name)
}

/// Whether the name is that of a function of the C library or POSIX, or of one that the models here use for them.
pub fn is_of_library(name: &str) -> bool {
    let known = |name: &str| is_known(name) || lookup(name).is_some() || library(name).is_some();
    name.starts_with("__fafnir_") || known(name) || known(shown_name(name))
}

/// Whether engines know what the function does: any value stands for it only where that is what the function gives.
pub fn is_modelled(name: &str) -> bool {
    is_known(name) && lookup(name) != Some(Intrinsic::Unsupported)
}

/// A function of the library as the program's author wrote it: headers redirect some to names of their own.
pub fn shown_name(name: &str) -> &str {
    match name {
        "_setjmp" | "__setjmp" => "setjmp",
        "__sigsetjmp" => "sigsetjmp",
        "__fafnir_any_text" => "getenv",
        "__errno_location" => "errno",
        _ => ["__builtin_", "__isoc99_", "__isoc23_", "__xpg_", "_IO_"]
            .iter()
            .find_map(|prefix| name.strip_prefix(prefix))
            .unwrap_or(name),
    }
}

/// Functions that touch no memory that a program can see without calling another function; what they allocate is new.
const TOUCH_NOTHING: &str = "malloc calloc aligned_alloc memalign valloc pvalloc abs labs llabs imaxabs div ldiv lldiv \
    reach_error __VERIFIER_error __VERIFIER_assume __VERIFIER_assert assume_abort_if_not __assert_fail abort";
/// Functions that only read, or whose output nobody can see from inside.
const ONLY_READ: &str = "memcmp bcmp memchr memrchr rawmemchr strlen strnlen strcmp strncmp strcasecmp strncasecmp strcoll strchr strrchr \
    strchrnul index rindex strstr strcasestr memmem strspn strcspn strpbrk strdup strndup atoi atol atoll atof puts \
    putchar fputs fputc putc fwrite perror wcslen wcscmp wcsncmp";

/// Whether a function that the program does not define may read, and whether it may write, memory that the program can see. One that is not
/// of the library is pure, as everywhere.
pub fn touches_memory(name: &str) -> (bool, bool) {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let listed = |names: &str| names.split_ascii_whitespace().any(|known| known == name);
    if matches!(lookup(name), Some(Intrinsic::Nondet | Intrinsic::Math(_))) || listed(TOUCH_NOTHING) {
        return (false, false);
    }
    if listed(ONLY_READ) || library(name) == Some(Library::Value) {
        return (true, false);
    }
    let known = is_known(name) || lookup(name).is_some() || library(name).is_some();
    (known, known)
}

/// Turns functions without a definition into the intrinsics of their names. A definition in the program always wins,
/// except for the error functions of SV-COMP.
pub fn bind(program: &mut Program) {
    bind_names(program);
    questions::answer(program);
    later::effects_of_intrinsics(program);
    choices::add(program);
}

fn bind_names(program: &mut Program) {
    for function in program.functions.iter_mut() {
        let name = program.names.resolve(function.name);
        match function.body {
            FunctionBody::External => match lookup(name) {
                Some(Intrinsic::Unsupported)
                    if !library::may_do_without_pointers(name)
                        && !handles_memory(&program.types, function.ty) => {}
                Some(intrinsic) => function.body = FunctionBody::Intrinsic(intrinsic),
                // What was taken on trust has the name of the function that the program knows.
                None if name.starts_with(LEFT_OUT) => {
                    let known = name[LEFT_OUT.len()..].to_owned();
                    function.name = program.names.intern(&known);
                    function.body = FunctionBody::Intrinsic(Intrinsic::Unsupported);
                }
                None => {
                    if let Some(known) = name.strip_prefix(MADE_UP).map(str::to_owned) {
                        function.name = program.names.intern(&known);
                    }
                }
            },
            FunctionBody::Defined(_) if MEANING_IS_FIXED.contains(&name) => {
                function.body = FunctionBody::Intrinsic(Intrinsic::ReachError);
            }
            FunctionBody::Defined(_) | FunctionBody::Intrinsic(_) => {}
        }
    }
}

/// A program may have a function of its own that is called like one of the library's: without a pointer among its parameters and
/// its result, it is not the one that handles memory.
fn handles_memory(types: &IndexVec<TypeId, Type>, function: TypeId) -> bool {
    let TypeKind::Function { ret, params, variadic } = &types[function].kind else { return true };
    let is_pointer = |ty: &TypeId| matches!(types[*ty].kind, TypeKind::Pointer(_));
    params.is_empty() || *variadic || params.iter().chain([ret]).any(is_pointer)
}

/// The library function whose result the runs that called these externals made up, if there is one: it is part of the library,
/// its value is not any value, and the program uses it.
pub fn made_up<'n>(program: &Program, mut externals: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    externals.find(|name| {
        let named =
            || program.functions.iter_enumerated().filter(|(_, f)| program.names.resolve(f.name) == *name);
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        // Beside what a model makes up there is the model, if the name is not one of the program's own.
        let has_model = || {
            let is_linked = |source: &&ModelSource| {
                program.bodies().any(|(_, f, _)| source.functions.contains(&program.names.resolve(f.name)))
            };
            sources()
                .iter()
                .filter(|source| source.functions.contains(&plain))
                .any(|source| is_linked(&source))
        };
        named().any(|(id, f)| {
            matches!(f.body, FunctionBody::External)
                && (library(plain) == Some(Library::Value) || has_model())
                && uses_result(program, id)
        })
    })
}

/// Whether the program may look at what the function returns.
fn uses_result(program: &Program, wanted: FuncId) -> bool {
    if let TypeKind::Function { ret, .. } = &program.types[program.functions[wanted].ty].kind
        && matches!(program.types[*ret].kind, TypeKind::Void)
    {
        return false;
    }
    let mut calls = program.bodies().flat_map(|(_, _, body)| {
        body.blocks.iter().filter_map(|block| match &block.terminator.kind {
            TerminatorKind::Call(call) => Some(call),
            _ => None,
        })
    });
    let mut called = false;
    let used = calls.any(|call| {
        let is_meant = call.callee == Callee::Direct(wanted);
        called |= is_meant;
        is_meant && call.dst.is_some()
    });
    // Without a call that names it, it was called through a pointer.
    used || !called
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{IndexVec, Interner, Span};
    use ir::{Body, DataModel, FuncId, Function, Type, TypeKind};

    fn program(functions: &[(&str, bool)]) -> Program {
        let mut names = Interner::new();
        let mut types = IndexVec::new();
        let void = types.push(Type { kind: TypeKind::Void, size: 0, align: 1 });
        let ty = types.push(Type {
            kind: TypeKind::Function { ret: void, params: Vec::new(), variadic: false },
            size: 0,
            align: 1,
        });
        let mut list: IndexVec<FuncId, Function> = IndexVec::new();
        for (name, defined) in functions {
            let body = if *defined { FunctionBody::Defined(Body::default()) } else { FunctionBody::External };
            list.push(Function { name: names.intern(name), ty, body, noreturn: false, span: Span::NONE });
        }
        Program {
            model: DataModel::Lp64,
            names,
            types,
            globals: IndexVec::new(),
            functions: list,
            entry: None,
        }
    }

    fn bound(program: &Program, index: usize) -> Option<Intrinsic> {
        match program.functions.as_slice()[index].body {
            FunctionBody::Intrinsic(intrinsic) => Some(intrinsic),
            _ => None,
        }
    }

    #[test]
    fn definitions_win_except_for_error_functions() {
        let mut p = program(&[
            ("malloc", false),
            ("free", true),
            ("reach_error", true),
            ("__VERIFIER_assert", true),
            ("__VERIFIER_assert", false),
            ("frobnicate", false),
        ]);
        bind(&mut p);
        assert_eq!(bound(&p, 0), Some(Intrinsic::Allocate));
        assert_eq!(bound(&p, 1), None);
        assert_eq!(bound(&p, 2), Some(Intrinsic::ReachError));
        assert_eq!(bound(&p, 3), None);
        assert_eq!(bound(&p, 4), Some(Intrinsic::Assert));
        assert_eq!(bound(&p, 5), None);
    }

    #[test]
    fn a_model_is_needed_only_for_an_undefined_function() {
        let p = program(&[("strtok", true), ("frobnicate", false)]);
        assert!(needed_models(&p).is_empty());
        let p = program(&[("strtok", false), ("strsep", false)]);
        let needed = needed_models(&p);
        assert_eq!(needed.len(), 1);
        assert!(needed[0].functions.contains(&"strtok"));
    }
}
