//! What library functions do: the table from C names to the intrinsics that the engines know, and models in C that are
//! shipped inside the binary and read by the same front end as the user's program.
//!
//! Architecture invariant: this crate never knows an engine, and never parses anything: it hands out names, rows and
//! source texts. Who links a C model into a program decides how.

mod sources;
mod table;

pub use sources::{ModelSource, is_known, needed_models, sources};
pub use table::{Row, lookup, rows};

use ir::{FunctionBody, Intrinsic, Program};

/// Names whose user definition does not count, because SV-COMP defines what reaching the call means: a body such as
/// `void reach_error() { assert(0); }` only exists to make the file compile.
const MEANING_IS_FIXED: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// Turns functions without a definition into the intrinsics of their names. A definition in the program always wins,
/// except for the error functions of SV-COMP.
pub fn bind(program: &mut Program) {
    let names = &program.names;
    for function in program.functions.iter_mut() {
        let name = names.resolve(function.name);
        match function.body {
            FunctionBody::External => {
                if let Some(intrinsic) = lookup(name) {
                    function.body = FunctionBody::Intrinsic(intrinsic);
                }
            }
            FunctionBody::Defined(_) if MEANING_IS_FIXED.contains(&name) => {
                function.body = FunctionBody::Intrinsic(Intrinsic::ReachError);
            }
            FunctionBody::Defined(_) | FunctionBody::Intrinsic(_) => {}
        }
    }
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
        assert_eq!(bound(&p, 0), Some(Intrinsic::Malloc));
        assert_eq!(bound(&p, 1), None);
        assert_eq!(bound(&p, 2), Some(Intrinsic::ReachError));
        assert_eq!(bound(&p, 3), None);
        assert_eq!(bound(&p, 4), Some(Intrinsic::VerifierAssert));
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
