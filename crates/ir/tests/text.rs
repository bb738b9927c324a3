//! The text form: golden files, random programs, mistakes, and texts that were damaged at random.

extern crate fafnir_ir as ir;

mod support;

use fafnir_ir::builder::{BodyBuilder, ProgramBuilder};
use fafnir_ir::*;
use support::{Random, files, random_program};

const SHORT: PrintOptions = PrintOptions { spans: false, names: false };
const FULL: PrintOptions = PrintOptions { spans: true, names: true };

fn read_file(path: &std::path::Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

fn must_read(text: &str, what: &str) -> Program {
    read(text).unwrap_or_else(|errors| {
        let list: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{what}: {}\n{text}", list.join("\n"))
    })
}

/// Golden files are exactly what the printer writes. `UPDATE_GOLDEN=1 cargo test` rewrites them.
#[test]
fn golden_files_round_trip() {
    for path in files("golden") {
        let text = read_file(&path);
        let program = must_read(&text, &path.display().to_string());
        let errors = verify(&program);
        assert!(errors.is_empty(), "{}: {errors:#?}", path.display());
        let printed = print_with(&program, FULL);
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&path, &printed).unwrap();
        } else {
            assert_eq!(printed, text, "{}", path.display());
        }
        let again = must_read(&print_with(&program, SHORT), "short form");
        assert_eq!(print(&again), print(&program));
    }
}

/// Printing a program and reading it gives the same program: every part of it, whatever the verifier thinks of it.
#[test]
fn random_programs_round_trip() {
    for seed in 0..600 {
        let program = random_program(&mut Random::new(seed));
        let text = print_with(&program, FULL);
        let back = must_read(&text, "full form");
        assert_eq!(print_with(&back, FULL), text, "seed {seed}");
        // Symbols are numbered by first appearance, so two readings are equal in every field.
        let twice = must_read(&print_with(&back, FULL), "full form again");
        assert_eq!(format!("{back:?}"), format!("{twice:?}"), "seed {seed}");
        assert_eq!(format!("{:?}", without_symbols(&program)), format!("{:?}", without_symbols(&back)));

        let short = must_read(&print_with(&program, SHORT), "short form");
        assert_eq!(print(&short), print(&program), "seed {seed}");
        assert_eq!(print_with(&short, FULL), print(&program), "spans are lost in the short form");
    }
}

/// The program with every symbol replaced by a hash of its text: two interners number the same names differently.
fn without_symbols(program: &Program) -> Program {
    let mut copy = program.clone();
    let number = |symbol: base::Symbol| {
        let text = program.names.resolve(symbol);
        let mut hash = 17u32;
        for byte in text.bytes() {
            hash = hash.wrapping_mul(31).wrapping_add(u32::from(byte));
        }
        base::Symbol::from_raw(hash)
    };
    for ty in copy.types.iter_mut() {
        match &mut ty.kind {
            TypeKind::Enum { name, constants, .. } => {
                *name = name.map(number);
                constants.iter_mut().for_each(|(constant, _)| *constant = number(*constant));
            }
            TypeKind::Record(record) => {
                record.name = record.name.map(number);
                record.fields.iter_mut().for_each(|field| field.name = field.name.map(number));
            }
            _ => {}
        }
    }
    copy.globals.iter_mut().for_each(|global| global.name = number(global.name));
    for function in copy.functions.iter_mut() {
        function.name = number(function.name);
        if let FunctionBody::Defined(body) = &mut function.body {
            body.locals.iter_mut().for_each(|local| local.name = local.name.map(number));
            for statement in body.blocks.iter_mut().flat_map(|block| &mut block.statements) {
                if let StatementKind::Unsupported(what) = &mut statement.kind {
                    *what = number(*what);
                }
            }
        }
    }
    copy.names = base::Interner::new();
    copy
}

/// `//~ words` beside a mistake: the reader must say these words about that line, and nothing about other lines.
#[test]
fn mistakes_are_reported_where_they_are() {
    for path in files("errors") {
        let text = read_file(&path);
        let errors = read(&text).expect_err(&path.display().to_string());
        let mut expected: Vec<(u32, &str)> = Vec::new();
        for (i, line) in text.lines().enumerate() {
            expected.extend(line.split("//~ ").skip(1).map(|words| (i as u32 + 1, words.trim())));
        }
        for error in &errors {
            let found = expected
                .iter()
                .position(|(line, words)| *line == error.line && error.message.contains(words));
            match found {
                Some(index) => drop(expected.remove(index)),
                None => panic!("{}: not expected: {error}", path.display()),
            }
        }
        assert!(expected.is_empty(), "{}: not reported: {expected:?}", path.display());
    }
}

#[test]
fn errors_have_columns_in_characters() {
    let errors = read("fn fn0'\"größe\": i32 oops\n").unwrap_err();
    assert_eq!((errors[0].line, errors[0].column), (1, 21));
    assert_eq!(errors[0].to_string(), "1:21: expected `{`, found `oops`");
}

/// A damaged text gives errors or another program, never a panic; and what is read can be printed and verified.
#[test]
fn damaged_texts_are_survived() {
    let mut texts: Vec<String> = files("golden").iter().map(|path| read_file(path)).collect();
    texts.extend((0..12).map(|seed| print_with(&random_program(&mut Random::new(seed + 1000)), FULL)));
    let mut random = Random::new(7);
    let (mut accepted, mut rejected) = (0, 0);
    let mut check = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        match read(&text) {
            Ok(program) => {
                accepted += 1;
                let printed = print_with(&program, FULL);
                assert_eq!(print_with(&must_read(&printed, "printed"), FULL), printed);
                let _ = verify(&program);
            }
            Err(errors) => {
                rejected += 1;
                assert!(!errors.is_empty());
                let lines = text.matches('\n').count() as u32 + 1;
                assert!(errors.iter().all(|error| error.line <= lines && error.column > 0));
            }
        }
    };
    // Words of the language in unexpected places find more than random bytes do.
    let words: Vec<&str> = "_0 _1 _99 @0 @7 fn0 fn9 bb0 bb1 bb4294967295 ty0 ty99 { } [ ] ( ) , : = -> .. ..= ... ! ' \
        \" + - * & // 0 1 18446744073709551615 99999999999999999999 1_i32 1_q 1.5_f64 null load store call return \
        goto switch else bits size align at in of never \\x"
        .split(' ')
        .collect();
    for text in &texts {
        let bytes = text.as_bytes();
        for cut in 0..80 {
            check(&bytes[..bytes.len() * cut / 80]);
        }
        for _ in 0..300 {
            let mut damaged = bytes.to_vec();
            for _ in 0..1 + random.below(4) {
                let at = random.below(damaged.len());
                match random.below(5) {
                    0 => damaged[at] = random.next() as u8,
                    1 => drop(damaged.remove(at)),
                    2 => {
                        let word = random.pick(&words);
                        damaged.splice(at..at, word.bytes());
                    }
                    3 => {
                        let end = (at + random.below(40)).min(damaged.len());
                        damaged.drain(at..end);
                    }
                    _ => {
                        // A digit becomes another, so that ids go wrong.
                        if let Some(digit) = damaged[at..].iter_mut().find(|b| b.is_ascii_digit()) {
                            *digit = b'0' + random.below(10) as u8;
                        }
                    }
                }
                if damaged.is_empty() {
                    break;
                }
            }
            check(&damaged);
        }
    }
    assert!(accepted > 100 && rejected > 1000, "too easy: {accepted} accepted, {rejected} rejected");
}

#[test]
fn deep_and_long_texts_are_survived() {
    for text in [
        "[".repeat(1_000_000),
        "type ty0 = *".repeat(100_000),
        "fn ".repeat(300_000),
        format!("fn fn0: fn() -> void {{ bb0: {}", "call fn0(".repeat(200_000)),
        format!("global @0: {}", "'".repeat(500_000)),
    ] {
        assert!(read(&text).is_err());
    }
}

/// How to make a program by hand, with the builder and as text: both are the same program.
#[test]
fn the_builder_and_the_text_agree() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.scalar(Scalar::I32);
    let pointer = builder.pointer(int);
    let (p, sum) = (builder.name("p"), builder.name("sum"));
    let mut body = BodyBuilder::new();
    let p = body.param(p, pointer, Scalar::Ptr);
    let sum = body.register(Some(sum), int, Scalar::I32);
    let first = body.register(None, int, Scalar::I32);
    body.load(first, Place::deref(p, Scalar::I32));
    body.load(sum, Place::deref(p, Scalar::I32).at(4));
    body.assign(sum, Rvalue::Binary(BinOp::Add, Scalar::I32, first.into(), sum.into()));
    body.store(Place::deref(p, Scalar::I32).at(8), sum);
    body.return_scalar(sum, Scalar::I32);
    builder.define("sum", int, &[pointer], body);
    assert_eq!(verify(&builder.program), []);

    let text = "
        type ty0 = i32
        type ty1 = *ty0
        fn fn0'sum: fn(ty1) -> ty0 {
            param _0'p: ty1
            local _1'sum: ty0
            local _2: ty0
        bb0:
            _2 = load i32 [_0]
            _1 = load i32 [_0'p + 4]
            _1 = add i32 _2, _1'sum
            store [_0 + 8] = _1
            return _1: i32
        }";
    assert_eq!(print(&must_read(text, "by hand")), print(&builder.program));
}

#[test]
fn one_function_can_be_printed_alone() {
    let program = must_read(&read_file(&files("golden")[0]), "golden");
    let all = print(&program);
    for id in program.functions.ids() {
        assert!(all.contains(&print_function(&program, id, PrintOptions::default())));
    }
}
