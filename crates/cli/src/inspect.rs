//! `fafnir ir` and `fafnir cfg`: what the engines see.

use crate::Exit;
use crate::args::{CfgArgs, FrontArgs, IrArgs, OutputArgs};
use crate::check::{Failure, fail, file_names, is_ir, print_diagnostics};
use crate::driver::{self, Input};
use crate::output::{complain, print};
use ir::{FuncId, FunctionBody, Program};
use report::cfg;
use std::path::PathBuf;
use std::sync::Arc;

/// The program in the files: compiled from C, or read from the IR's text form.
fn program(files: &[PathBuf], front: &FrontArgs, output: &OutputArgs) -> Result<(Program, Input), Exit> {
    if let [file] = files
        && is_ir(file)
    {
        let shown = file.display();
        let text = std::fs::read_to_string(file).map_err(|e| {
            complain(format!("fafnir: cannot read {shown}: {e}\n"));
            Exit::Usage
        })?;
        let program = ir::read(&text).map_err(|errors| {
            for error in errors {
                complain(format!("{shown}:{error}\n"));
            }
            Exit::Usage
        })?;
        let errors = ir::verify(&program);
        for error in &errors {
            complain(format!("{shown}: {error}\n"));
        }
        return if errors.is_empty() { Ok((program, Input::default())) } else { Err(Exit::Usage) };
    }
    let loaded =
        driver::load(files, front).map_err(|error| fail(Failure::Load(error), &file_names(files), output))?;
    if !output.quiet {
        print_diagnostics(&loaded.warnings, &loaded.input, output);
    }
    Ok((Arc::unwrap_or_clone(loaded.program), loaded.input))
}

/// The function of that name, or the entry.
fn function(program: &Program, name: Option<&str>) -> Result<FuncId, Exit> {
    let found = match name {
        Some(name) => program.names.lookup(name).and_then(|symbol| {
            program.functions.iter_enumerated().find(|(_, f)| f.name == symbol).map(|(id, _)| id)
        }),
        None => program.entry,
    };
    found.ok_or_else(|| {
        let defined: Vec<&str> = program
            .functions
            .iter()
            .filter(|f| matches!(f.body, FunctionBody::Defined(_)))
            .map(|f| program.names.resolve(f.name))
            .take(20)
            .collect();
        let name = name.unwrap_or("main");
        complain(format!("fafnir: there is no function `{name}`; among others: {}\n", defined.join(", ")));
        Exit::Usage
    })
}

pub fn ir(args: &IrArgs) -> Exit {
    let program = match program(&args.files, &args.front, &args.output) {
        Ok((program, _)) => program,
        Err(exit) => return exit,
    };
    let options = ir::PrintOptions { spans: args.spans, ..ir::PrintOptions::default() };
    let text = match &args.function {
        Some(name) => match function(&program, Some(name)) {
            Ok(id) => ir::print_function(&program, id, options),
            Err(exit) => return exit,
        },
        None => ir::print_with(&program, options),
    };
    print(text);
    Exit::Proved
}

pub fn cfg(args: &CfgArgs) -> Exit {
    let (program, input) = match program(&args.files, &args.front, &args.output) {
        Ok(read) => read,
        Err(exit) => return exit,
    };
    let id = match function(&program, args.function.as_deref()) {
        Ok(id) => id,
        Err(exit) => return exit,
    };
    let by_name = args.out.as_ref().is_some_and(|out| out.extension().is_some_and(|e| e == "svg"));
    let locate = |span: base::Span| {
        let location = input.map.locate(span)?;
        Some(format!("{}:{}", location.file, location.line))
    };
    let options = cfg::DrawOptions { locate: Some(&locate), ..cfg::DrawOptions::default() };
    let drawn = match args.svg || (by_name && !args.dot) {
        true => cfg::svg(&program, id, options),
        false => cfg::dot(&program, id, options),
    };
    let Some(drawn) = drawn else {
        let name = program.names.resolve(program.functions[id].name);
        complain(format!("fafnir: `{name}` is only declared here, and has no body to draw\n"));
        return Exit::Usage;
    };
    let Some(out) = &args.out else {
        print(drawn);
        return Exit::Proved;
    };
    match std::fs::write(out, drawn) {
        Ok(()) => Exit::Proved,
        Err(e) => {
            complain(format!("fafnir: cannot write {}: {e}\n", out.display()));
            Exit::Usage
        }
    }
}
