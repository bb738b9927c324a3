//! Static initialisers and constant expressions have the bytes that gcc gives them.
//!
//! Every object of the programs in `initialisers/` (and of a generated table of constant expressions) is compared: a program is made
//! of the test's text and a `main` that knows our bytes and our relocations; compiled by gcc it says where they differ.

mod common;

use csema::typed::{Linkage, ObjectKind, StaticTarget, TypedUnit};
use csema::types::DataModel;
use fafnir_csema as csema;
use std::fmt::Write as _;

/// A `main` that compares every file-scope object with what we computed, and how many objects those are.
fn checker(unit: &TypedUnit) -> (String, usize) {
    let mut text = String::from(
        "\nint printf(const char *, ...); int memcmp(const void *, const void *, __SIZE_TYPE__);\n\
         void *memcpy(void *, const void *, __SIZE_TYPE__); void *memset(void *, int, __SIZE_TYPE__); int strcmp(const char *, const char *);\n\
         static int check_bytes(const char *name, const void *object, const void *ours, const unsigned char *skip, unsigned long size) {\n\
         \x20 const unsigned char *a = object, *b = ours;\n\
         \x20 for (unsigned long i = 0; i < size; i++)\n\
         \x20   if (!skip[i] && a[i] != b[i]) { printf(\"%s: byte %lu is %02x, ours %02x\\n\", name, i, a[i], b[i]); return 1; }\n\
         \x20 return 0;\n}\nint main(void) {\n  int bad = 0;\n",
    );
    let mut count = 0;
    let pointer = unit.model.pointer_size();
    for object in &unit.objects {
        let Some(init) = object.init.as_ref().filter(|_| object.kind == ObjectKind::Variable) else {
            continue;
        };
        if object.linkage == Linkage::None {
            continue;
        }
        count += 1;
        let name = unit.names.resolve(object.name);
        let mut bytes = init.bytes.clone();
        bytes.resize(object.size as usize, 0);
        let mut skip = vec![0u8; bytes.len()];
        for relocation in &init.relocations {
            skip[relocation.offset as usize..(relocation.offset + pointer) as usize].fill(1);
            let place = format!("*(char **)((char *)&{name} + {})", relocation.offset);
            let (target, strings) = match relocation.target {
                StaticTarget::Function(function) => {
                    (format!("(char *){}", unit.names.resolve(unit.functions[function].name)), false)
                }
                StaticTarget::Object(target) => {
                    let target = &unit.objects[target];
                    match target.kind {
                        ObjectKind::Variable => {
                            (format!("(char *)&{}", unit.names.resolve(target.name)), false)
                        }
                        ObjectKind::StringLiteral => {
                            let content = &target.init.as_ref().unwrap().bytes;
                            let mut literal = String::from("\"");
                            for byte in &content[..content.len().saturating_sub(0)] {
                                write!(literal, "\\{byte:03o}").unwrap();
                            }
                            literal.push('"');
                            (literal, true)
                        }
                        _ => continue,
                    }
                }
                StaticTarget::Label(..) => continue,
            };
            let test = if strings {
                format!("strcmp({place}, {target} + {}) != 0", relocation.addend)
            } else {
                format!("{place} != {target} + {}", relocation.addend)
            };
            writeln!(
                text,
                "  if ({test}) {{ bad = 1; printf(\"{name}: the address at {} differs\\n\"); }}",
                relocation.offset
            )
            .unwrap();
        }
        let list = |bytes: &[u8]| bytes.iter().map(|b| b.to_string()).collect::<Vec<_>>().join(",");
        writeln!(
            text,
            "  {{ static const unsigned char ours[] = {{{}}}, skip[] = {{{}}}; bad |= check_bytes(\"{name}\", &{name}, ours, skip, {}); }}",
            list(&bytes),
            list(&skip),
            bytes.len()
        )
        .unwrap();
    }
    text.push_str("  if (!bad) printf(\"same\\n\");\n  return bad;\n}\n");
    (text, count)
}

fn compare(name: &str, text: &str, model: DataModel, flag: &str) {
    let analysis = common::analyze(name, text, model);
    let errors = analysis.messages(false);
    assert!(errors.is_empty(), "{name} {flag}: {errors:?}");
    assert_eq!(csema::verify(&analysis.result.unit), Vec::<String>::new(), "{name} {flag}");
    let (checker, count) = checker(&analysis.result.unit);
    assert!(count > 0, "{name}: nothing to compare");
    if let Some(answer) = common::compile_and_run(name, &format!("{text}{checker}"), flag) {
        assert_eq!(answer, "same\n", "{name} {flag}");
    }
}

#[test]
fn programs() {
    for path in common::c_files("initialisers") {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        compare(&name, &text, DataModel::Lp64, "-m64");
        compare(&name, &text, DataModel::Ilp32, "-m32");
    }
}

// ----- generated constant expressions -----

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16) % n
    }
    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len() as u64) as usize]
    }
}

const LITERALS: &[&str] = &[
    "0",
    "1",
    "2",
    "7",
    "-1",
    "127",
    "255",
    "0x7fffffff",
    "0x80000000",
    "0xffffffffu",
    "4294967296",
    "0x7fffffffffffffff",
    "'a'",
    "'\\377'",
    "1u",
    "3l",
    "5ul",
    "9ll",
    "0xffffffffffffffffull",
    "sizeof(int)",
    "sizeof(long)",
    "(char)200",
    "(short)-3",
    "1.5",
    "2.75f",
    "(unsigned char)-1",
    "(_Bool)7",
    "L'x'",
    "A_CONSTANT",
    "NEGATIVE_CONSTANT",
    "BIG_CONSTANT",
];

/// An expression of arithmetic type.
fn expression(random: &mut Random, depth: u32) -> String {
    if depth == 0 || random.below(6) == 0 {
        return random.pick(LITERALS).to_string();
    }
    let a = expression(random, depth - 1);
    match random.below(14) {
        0 => format!("({a} + {})", expression(random, depth - 1)),
        1 => format!("({a} - {})", expression(random, depth - 1)),
        2 => format!("({a} * {})", expression(random, depth - 1)),
        3 => format!("({a} / {})", random.pick(&["3", "7u", "-5ll", "2.5", "9ul"])),
        4 => format!("((long long){a} % {})", random.pick(&["3", "7u", "-5ll", "9ul"])),
        5 => format!(
            "((long long){a} {} (unsigned long){})",
            random.pick(&["&", "|", "^"]),
            integer(random, depth - 1)
        ),
        6 => format!(
            "(({}){} {} {})",
            random.pick(&["int", "unsigned", "long long", "unsigned long", "char"]),
            integer(random, depth - 1),
            random.pick(&["<<", ">>"]),
            random.below(8)
        ),
        7 => format!(
            "({a} {} {})",
            random.pick(&["<", ">", "<=", ">=", "==", "!="]),
            expression(random, depth - 1)
        ),
        8 => format!("({a} {} {})", random.pick(&["&&", "||"]), expression(random, depth - 1)),
        9 => format!("(!{a})"),
        10 => format!("(-{a})"),
        11 => format!("(~{})", integer(random, depth - 1)),
        12 => {
            let (b, c) = (expression(random, depth - 1), expression(random, depth - 1));
            format!("({a} ? {b} : {c})")
        }
        _ => integer(random, depth),
    }
}

/// An expression of integer type, made of integers only: converting a number that is too large for its type is undefined.
fn integer(random: &mut Random, depth: u32) -> String {
    if depth == 0 {
        let text = random.pick(LITERALS);
        return if text.contains('.') { "11".into() } else { text.into() };
    }
    let ty = random.pick(&[
        "char",
        "unsigned char",
        "short",
        "unsigned short",
        "int",
        "unsigned",
        "long",
        "unsigned long",
        "long long",
        "_Bool",
    ]);
    let (a, b) = (integer(random, depth - 1), integer(random, depth - 1));
    format!("(({ty})({a} {} {b}))", random.pick(&["+", "-", "*", "&", "|", "^", "<", "=="]))
}

fn constant_table() -> String {
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut text =
        String::from("enum { A_CONSTANT = 42, NEGATIVE_CONSTANT = -9, BIG_CONSTANT = 0x123456789 };\n");
    for n in 0..600 {
        let expression = if n % 3 == 0 { expression(&mut random, 4) } else { integer(&mut random, 4) };
        // Floating values are stored as such: converting them to an integer may be undefined.
        let ty = if expression.contains('.') {
            "double"
        } else {
            random.pick(&["int", "long long", "unsigned long", "char", "_Bool", "float"])
        };
        writeln!(text, "{ty} c{n} = {expression};").unwrap();
    }
    text
}

#[test]
fn constant_expressions() {
    let table = constant_table();
    compare("constants", &table, DataModel::Lp64, "-m64");
    compare("constants", &table, DataModel::Ilp32, "-m32");
}

#[test]
fn large_tables_are_read_in_linear_time() {
    let table = |n: usize| {
        let mut text =
            String::from("struct point { int x, y; const char *name; };\nstruct point table[] = {\n");
        for i in 0..n {
            // Half of them with designators, from the last to the first, without inner braces.
            writeln!(text, "  [{}] = {i}, {}, \"n{}\",", n - 1 - i, -(i as i64), i % 100).unwrap();
        }
        text.push_str("};\nvoid f(void) { int local[] = {");
        for i in 0..n {
            write!(text, "[{}] = {i},", n - 1 - i).unwrap();
        }
        text.push_str("}; }\n");
        text
    };
    let time = |n: usize| {
        let text = table(n);
        let start = std::time::Instant::now();
        let analysis = common::analyze("table", &text, DataModel::Lp64);
        assert!(analysis.messages(false).is_empty());
        start.elapsed()
    };
    time(1000);
    let (small, large) = (time(5_000), time(50_000));
    // Ten times the text in less than forty times the time: far from the hundred of a quadratic walk.
    assert!(
        large < small * 40 + std::time::Duration::from_millis(200),
        "{small:?} for 5,000, {large:?} for 50,000 entries"
    );
}
