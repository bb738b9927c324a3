//! What the tests of this crate share: the way from C text to a program, and a check of lifetimes.

#![allow(dead_code)]

pub(crate) mod lifetimes;

use csema::typed::TypedUnit;
use csema::types::DataModel;
use fafnir_lower::{LowerResult, Options};

/// The typed tree of a text without errors.
pub(crate) fn unit(text: &str, model: DataModel) -> TypedUnit {
    let parsed = csyntax::parse(text.as_bytes(), 0, &csyntax::ParseOptions::default());
    assert!(parsed.errors.is_empty(), "{:#?}", parsed.errors);
    let analyzed = csema::analyze(parsed.ast, csema::Options { model });
    assert!(!analyzed.has_errors(), "{:#?}", analyzed.diagnostics);
    analyzed.unit
}

/// The program of one file, which is well-formed and keeps to the lifetimes of its variables.
pub(crate) fn program(text: &str, model: DataModel, options: &Options) -> ir::Program {
    let result = fafnir_lower::lower(vec![unit(text, model)], options);
    assert_eq!(result.diagnostics, []);
    checked(result)
}

pub(crate) fn lp64(text: &str) -> ir::Program {
    program(text, DataModel::Lp64, &Options::default())
}

pub(crate) fn checked(result: LowerResult) -> ir::Program {
    let errors: Vec<String> = ir::verify(&result.program).iter().map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{errors:#?}\n{}", ir::print(&result.program));
    let errors = lifetimes::check(&result.program);
    assert!(errors.is_empty(), "{errors:#?}\n{}", ir::print(&result.program));
    result.program
}

/// The text of one function.
pub(crate) fn function_text(program: &ir::Program, name: &str) -> String {
    let id = program.function_named(name).expect("the function is there");
    ir::print_function(program, id, ir::PrintOptions::default())
}
