//! `--export-test`: a C file that, linked with the program, makes it take the run that goes wrong.

use base::{FxHashMap, Span, Symbol};
use ir::{Callee, DataModel, FunctionBody, Intrinsic, Program, Scalar, TerminatorKind, TypeKind};
use report::trace::Given;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use verdict::{ALLOCATION, Input, STANDARD_INPUT};

/// The file's text. Addresses are used again if the run needs it.
pub(crate) fn test_case(
    program: &Program,
    files: &[String],
    what: &str,
    reuses_addresses: bool,
    is_library: impl Fn(Span) -> bool,
    given: &Given<'_>,
) -> String {
    let sources = callers(program);
    let mut values: BTreeMap<&str, Vec<&Input>> = BTreeMap::new();
    let mut elsewhere = 0;
    let mut allocations = Vec::new();
    for input in given.others.iter().copied() {
        match sources.get(&input.span) {
            _ if input.ty == ALLOCATION => allocations.push(input.value != 0),
            // The standard input is given as a whole.
            _ if input.ty == STANDARD_INPUT => {}
            // What a model asks for, the library finds out by itself.
            _ if is_library(input.span) => elsewhere += 1,
            Some(name) => values.entry(program.names.resolve(*name)).or_default().push(input),
            None => elsewhere += 1,
        }
    }
    let mut out = String::new();
    let wrapped = if allocations.contains(&false) { allocators(program) } else { Vec::new() };
    let wraps: String = wrapped.iter().map(|(name, _)| format!(" -Wl,--wrap={name}")).collect();
    let m32 = if program.model == DataModel::Ilp32 { " -m32" } else { "" };
    let _ = write!(
        out,
        "/* Makes the program show the error that fafnir found:\n\
         \x20    {what}\n\
         \x20  gcc{m32} -g -fno-builtin -fsanitize=address,undefined -fno-sanitize-recover=all{wraps} {} THIS_FILE -o test && ./test\n\
         \x20  Objects that a function left behind are noticed with\n\
         \x20    ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=1 ./test\n",
        files.join(" ")
    );
    if elsewhere > 0 {
        let _ = write!(
            out,
            "\x20  {elsewhere} of the values that the error needs are not the result of a function of the program\n\
             \x20  (uninitialised variables, or what the library finds): this file cannot give them.\n"
        );
    }
    out.push_str(
        "   The definitions are weak: those of the program come first. */\n\
         #include <stdio.h>\n#include <stdlib.h>\n\n\
         #define WEAK __attribute__((weak))\n\n",
    );
    if reuses_addresses {
        out.push_str(
            "/* A new block gets the address of one that was freed; the sanitizer otherwise takes care that it does not. */\n\
             WEAK const char *__asan_default_options(void)\n\
             { return \"quarantine_size_mb=0:thread_local_quarantine_size_kb=0\"; }\n\n",
        );
    }
    outside(&mut out, given);
    allocation_wrappers(&mut out, &wrapped, &allocations);
    let mut done = BTreeSet::new();
    for (name, list) in &values {
        done.insert((*name).to_owned());
        inputs_function(&mut out, program, name, list);
    }
    for function in program.functions.iter() {
        let name = program.names.resolve(function.name);
        if done.contains(name) {
            continue;
        }
        let result = result_text(program, function.ty);
        match function.body {
            FunctionBody::Intrinsic(Intrinsic::ReachError) => {
                let _ = writeln!(
                    out,
                    "WEAK void {name}() {{ fprintf(stderr, \"{name} is reached\\n\"); abort(); }}"
                );
            }
            FunctionBody::Intrinsic(Intrinsic::Assert) if name != "assert" => {
                let _ = writeln!(
                    out,
                    "WEAK void {name}(int c) {{ if (!c) {{ fprintf(stderr, \"{name} fails\\n\"); abort(); }} }}"
                );
            }
            FunctionBody::Intrinsic(Intrinsic::Assume) => {
                let _ = writeln!(out, "WEAK void {name}(int c) {{ if (!c) exit(0); }}");
            }
            FunctionBody::Intrinsic(Intrinsic::Plot | Intrinsic::Nop) if name.starts_with("__") => {
                let _ = writeln!(out, "WEAK void {name}() {{ }}");
            }
            // Not called on this run, but the linker wants them.
            FunctionBody::Intrinsic(Intrinsic::Nondet | Intrinsic::NondetMemory) => {
                if let Some(result) = result {
                    let _ = writeln!(out, "WEAK {result}{name}() {{ abort(); }}");
                }
            }
            // It gave nothing back, so the run does not tell whether it was called.
            FunctionBody::External if result.as_deref() == Some("void ") && !function.noreturn => {
                let _ = writeln!(out, "WEAK void {name}() {{ }}");
            }
            FunctionBody::External if !is_library(function.span) => {
                if let Some(result) = result {
                    let _ = writeln!(
                        out,
                        "WEAK {result}{name}() {{ fprintf(stderr, \"{name} is not defined\\n\"); exit(0); }}"
                    );
                }
            }
            _ => {}
        }
    }
    out
}

/// Before `main`, the program starts itself again with its arguments and its environment, and gets its standard input from a file.
fn outside(out: &mut String, given: &Given<'_>) {
    let is_given =
        given.arguments.len() > 1 || !given.standard_input.is_empty() || !given.environment.is_empty();
    if !is_given {
        return;
    }
    let arguments: Vec<String> = given.arguments.iter().skip(1).map(|text| literal(text)).collect();
    let variables: String = given
        .environment
        .iter()
        .map(|(name, value)| format!("    setenv({}, {}, 1);\n", literal(name.as_bytes()), literal(value)))
        .collect();
    let _ = write!(
        out,
        "#include <unistd.h>\n\n\
         /* The arguments, the environment and the standard input that show the error. */\n\
         static char *fafnir_arguments[] = {{ \"test\", {}0 }};\n\
         __attribute__((constructor)) static void fafnir_outside(void) {{\n\
         \x20   static const char input[] = {};\n\
         \x20   FILE *file = tmpfile();\n\
         \x20   if (getenv(\"FAFNIR_TEST\") || !file) return;\n\
         \x20   fwrite(input, 1, sizeof input - 1, file);\n\
         \x20   rewind(file);\n\
         \x20   dup2(fileno(file), 0);\n\
         \x20   setenv(\"FAFNIR_TEST\", \"1\", 1);\n\
         {variables}\
         \x20   execv(\"/proc/self/exe\", fafnir_arguments);\n\
         }}\n\n",
        arguments.iter().map(|text| format!("{text}, ")).collect::<String>(),
        literal(&given.standard_input)
    );
}

/// Any bytes as a string literal of C. Escapes have three digits, so that no digit behind is taken for one of theirs.
pub(crate) fn literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'\n' => text.push_str("\\n"),
            b'"' | b'\\' => text.extend(['\\', byte as char]),
            // Two question marks may begin a trigraph.
            b' '..=b'~' if byte != b'?' => text.push(byte as char),
            _ => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text.push('"');
    text
}

/// The functions of the program that allocate, with their parameters.
fn allocators(program: &Program) -> Vec<(&str, &'static [&'static str])> {
    let all = program.functions.iter().filter_map(|function| {
        let FunctionBody::Intrinsic(intrinsic) = function.body else { return None };
        let (name, parameters): (_, &[&str]) = match intrinsic {
            Intrinsic::Allocate => ("malloc", &["size_t"]),
            Intrinsic::AllocateZeroed => ("calloc", &["size_t", "size_t"]),
            Intrinsic::AllocateAligned => ("aligned_alloc", &["size_t", "size_t"]),
            Intrinsic::Resize => ("realloc", &["void *", "size_t"]),
            _ => return None,
        };
        Some((name, parameters))
    });
    all.collect()
}

/// Functions that the linker puts before those that allocate: they let them fail where the run needs it.
fn allocation_wrappers(out: &mut String, wrapped: &[(&str, &[&str])], succeeds: &[bool]) {
    if wrapped.is_empty() {
        return;
    }
    let values: Vec<&str> = succeeds.iter().map(|&s| if s { "1" } else { "0" }).collect();
    let _ = write!(
        out,
        "static int allocation_fails(void) {{\n\
         \x20   static char const succeeds[] = {{ {} }};\n\
         \x20   static unsigned next;\n\
         \x20   return next < sizeof succeeds && !succeeds[next++];\n\
         }}\n",
        values.join(", ")
    );
    for (name, types) in wrapped {
        let letters = ["a", "b"];
        let parameters: Vec<String> =
            types.iter().zip(letters).map(|(ty, letter)| format!("{ty} {letter}")).collect();
        let (types, parameters) = (types.join(", "), parameters.join(", "));
        let arguments = letters[..types.split(", ").count()].join(", ");
        let _ = write!(
            out,
            "void *__real_{name}({types});\n\
             void *__wrap_{name}({parameters}) {{ return allocation_fails() ? NULL : __real_{name}({arguments}); }}\n",
        );
    }
}

/// The function that each place of the program asks for an input.
fn callers(program: &Program) -> FxHashMap<Span, Symbol> {
    let mut found = FxHashMap::default();
    for (_, _, body) in program.bodies() {
        for block in body.blocks.iter() {
            let TerminatorKind::Call(call) = &block.terminator.kind else { continue };
            let Callee::Direct(callee) = call.callee else { continue };
            let function = &program.functions[callee];
            if matches!(
                function.body,
                FunctionBody::External | FunctionBody::Intrinsic(Intrinsic::Nondet | Intrinsic::Getchar)
            ) {
                found.insert(block.terminator.span, function.name);
            }
        }
    }
    found
}

/// A function that returns the values in order; after the last, the program has gone another way.
fn inputs_function(out: &mut String, program: &Program, name: &str, list: &[&Input]) {
    let function = program.functions.iter().find(|f| program.names.resolve(f.name) == name);
    let Some(result) = function.and_then(|f| result_text(program, f.ty)) else {
        let _ = writeln!(out, "/* The results of {name} cannot be given. */");
        return;
    };
    let values: Vec<String> = list.iter().map(|input| value_text(input)).collect();
    let values = values.join(", ");
    // A floating value is given by its bits, so that it is this value and no other.
    let (element, last) = match list.first().map(|input| input.ty) {
        Some("float") => (
            "unsigned ",
            "union { unsigned bits; float number; } value = { values[next++] }; return value.number;",
        ),
        Some("double") => (
            "unsigned long long ",
            "union { unsigned long long bits; double number; } value = { values[next++] }; return value.number;",
        ),
        _ => (result.as_str(), "return values[next++];"),
    };
    let _ = write!(
        out,
        "WEAK {result}{name}() {{\n\
         \x20   static {element}const values[] = {{ {values} }};\n\
         \x20   static unsigned next;\n\
         \x20   if (next == sizeof values / sizeof *values) exit(0);\n\
         \x20   {last}\n\
         }}\n",
    );
}

fn value_text(input: &Input) -> String {
    match input.ty {
        "void *" => format!("(void *){:#x}UL", input.value),
        _ if input.value == i128::from(i64::MIN) => "(-9223372036854775807LL - 1)".to_owned(),
        _ if input.value > i128::from(i64::MAX) => format!("{}ULL", input.value as u64),
        _ => format!("{}LL", input.value as i64),
    }
}

/// The C type of a function's result, with a space or star at its end; `None` for what cannot be written.
fn result_text(program: &Program, ty: ir::TypeId) -> Option<String> {
    let TypeKind::Function { ret, .. } = &program.types[ty].kind else { return None };
    let ty = &program.types[*ret];
    Some(match (&ty.kind, ty.scalar()) {
        (TypeKind::Void, _) => "void ".to_owned(),
        (TypeKind::Bool, _) => "_Bool ".to_owned(),
        (_, Some(Scalar::Ptr)) => "void *".to_owned(),
        (_, Some(scalar)) => {
            let name = match scalar {
                Scalar::I8 => "signed char",
                Scalar::U8 => "unsigned char",
                Scalar::I16 => "short",
                Scalar::U16 => "unsigned short",
                Scalar::I32 => "int",
                Scalar::U32 => "unsigned",
                Scalar::I64 => "long long",
                Scalar::U64 => "unsigned long long",
                Scalar::I128 => "__int128",
                Scalar::U128 => "unsigned __int128",
                Scalar::F32 => "float",
                Scalar::F64 => "double",
                Scalar::F80 => "long double",
                Scalar::F128 | Scalar::Ptr => return None,
            };
            format!("{name} ")
        }
        (_, None) => return None,
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn bytes_are_literals_of_c() {
        assert_eq!(super::literal(b"a\"b\\\n?\x011"), r#""a\"b\\\n\077\0011""#);
    }
}
