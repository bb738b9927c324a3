//! Several hundred random record types are laid out as gcc lays them out, in both data models.
//!
//! A deterministic generator writes the types; gcc compiles and runs a program that prints sizes, alignments, offsets and the bits
//! that each bit-field occupies; our own layout must agree. Skipped, with a message, where gcc (or its -m32) is missing.

mod common;

use base::Interner;
use csema::types::{DataModel, Record, TypeKind};
use fafnir_csema as csema;
use std::fmt::Write as _;

const RECORDS: usize = 400;

/// xorshift64*: the same types on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }
    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len() as u64) as usize]
    }
}

const BIT_TYPES: &[(&str, u64)] = &[
    ("char", 8),
    ("signed char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long", 32),
    ("unsigned long", 32),
    ("long long", 64),
    ("unsigned long long", 64),
    ("_Bool", 1),
    ("enum small", 32),
    ("enum tiny", 8),
    ("aligned_int", 32),
    ("misaligned_long_long", 64),
];

const PLAIN_TYPES: &[&str] = &[
    "char",
    "short",
    "int",
    "long",
    "long long",
    "float",
    "double",
    "long double",
    "void *",
    "_Bool",
    "enum small",
    "enum tiny",
    "enum wide",
    "aligned_int",
    "misaligned_int",
    "misaligned_long_long",
    "aligned_double",
    "_Complex double",
    "_Complex float",
    "__float128",
    "_Atomic int",
    "vec",
];

const PRELUDE: &str = "
enum small { SMALL_A, SMALL_B = 100 };
enum tiny { TINY_A, TINY_B = 200 } __attribute__((packed));
enum wide { WIDE_A = -1, WIDE_B = 0x1ffffffffLL };
typedef int aligned_int __attribute__((aligned(16)));
typedef int misaligned_int __attribute__((aligned(2)));
typedef long long misaligned_long_long __attribute__((aligned(2)));
typedef double aligned_double __attribute__((aligned(8)));
typedef int vec __attribute__((vector_size(16)));
";

fn alignment(random: &mut Random) -> &'static str {
    random.pick(&["aligned", "aligned(2)", "aligned(4)", "aligned(8)", "aligned(16)", "aligned(32)"])
}

/// Writes record number `n`; returns its text and, per field, whether it is a bit-field.
fn write_record(random: &mut Random, n: usize) -> (String, Vec<(String, bool)>) {
    let mut text = String::new();
    let mut fields = Vec::new();
    let pack = random.chance(15).then(|| random.pick(&["1", "2", "4", "8", "16"]));
    if let Some(pack) = pack {
        writeln!(text, "#pragma pack(push, {pack})").unwrap();
    }
    let keyword = if random.chance(12) { "union" } else { "struct" };
    writeln!(text, "{keyword} r{n} {{").unwrap();
    let bit_heavy = random.chance(50);
    let count = random.below(7);
    for i in 0..count {
        let name = format!("f{i}");
        if bit_heavy && random.chance(75) {
            let (ty, limit) = BIT_TYPES[random.below(BIT_TYPES.len() as u64) as usize];
            if random.chance(8) {
                writeln!(text, "  {ty} : {};", random.below(limit + 1)).unwrap();
                continue;
            }
            if random.chance(6) {
                writeln!(text, "  {ty} : 0;").unwrap();
                continue;
            }
            let width = if random.chance(15) { limit } else { 1 + random.below(limit) };
            let attr = match random.below(20) {
                0 => " __attribute__((packed))".to_string(),
                1 => format!(" __attribute__(({}))", alignment(random)),
                _ => String::new(),
            };
            writeln!(text, "  {ty} {name} : {width}{attr};").unwrap();
            fields.push((name, true));
            continue;
        }
        let mut ty = if n > 0 && random.chance(20) {
            // An earlier record, under its typedef name.
            format!("t{}", random.below(n as u64))
        } else {
            random.pick(PLAIN_TYPES).to_string()
        };
        let array = match random.below(10) {
            // gcc refuses arrays of types that are aligned beyond their size.
            0 if !ty.contains("aligned") => "[3]",
            1 if !ty.contains("aligned") => "[0]",
            _ => "",
        };
        if random.chance(5) && !ty.contains("aligned") && !ty.starts_with('t') {
            ty = format!("_Alignas(16) {ty}");
        }
        let attr = match random.below(14) {
            0 => " __attribute__((packed))".to_string(),
            1 => format!(" __attribute__(({}))", alignment(random)),
            2 => format!(" __attribute__((packed, {}))", alignment(random)),
            _ => String::new(),
        };
        writeln!(text, "  {ty} {name}{array}{attr};").unwrap();
        fields.push((name, false));
    }
    let attr = match random.below(8) {
        0 => " __attribute__((packed))".to_string(),
        1 => format!(" __attribute__(({}))", alignment(random)),
        2 => format!(" __attribute__((packed, {}))", alignment(random)),
        _ => String::new(),
    };
    writeln!(text, "}}{attr};\ntypedef {keyword} r{n} t{n};").unwrap();
    if pack.is_some() {
        writeln!(text, "#pragma pack(pop)").unwrap();
    }
    (text, fields)
}

/// The program that prints what gcc thinks.
fn printer(types: &str, records: &[Vec<(String, bool)>]) -> String {
    let mut text = String::from("#include <stdio.h>\n#include <string.h>\n#include <stddef.h>\n");
    text.push_str(types);
    text.push_str(
        "static void dump(int n, const char *f, const void *p, size_t size) {\n  const unsigned char *b = p;\n  \
         printf(\"%d.%s bits\", n, f);\n  for (size_t i = 0; i < size; i++) if (b[i]) printf(\" %zu:%02x\", i, b[i]);\n  \
         printf(\"\\n\");\n}\nint main(void) {\n",
    );
    for (n, fields) in records.iter().enumerate() {
        writeln!(text, "  {{ static t{n} v; printf(\"{n} %zu %zu\\n\", sizeof(t{n}), _Alignof(t{n}));")
            .unwrap();
        for (field, bits) in fields {
            if *bits {
                writeln!(
                    text,
                    "  memset(&v, 0, sizeof v); v.{field} = -1; dump({n}, \"{field}\", &v, sizeof v);"
                )
                .unwrap();
            } else {
                writeln!(text, "  printf(\"{n}.{field} at %zu\\n\", offsetof(t{n}, {field}));").unwrap();
            }
        }
        text.push_str("  }\n");
    }
    text.push_str("  return 0;\n}\n");
    text
}

fn our_answer(source: &str, model: DataModel, records: &[Vec<(String, bool)>]) -> String {
    let analysis = common::analyze("types.c", source, model);
    let messages = analysis.messages(true);
    assert!(messages.is_empty(), "{:?}", messages[0]);
    let result = &analysis.result;
    let unit = &result.unit;
    let record_named = |name: &str| -> &Record {
        let found = unit.types.kinds.iter().find_map(|kind| match kind {
            TypeKind::Record(id) => {
                let record = &unit.types.records[*id];
                record.tag.is_some_and(|tag| unit.names.resolve(tag) == name).then_some(record)
            }
            _ => None,
        });
        found.unwrap()
    };
    let mut text = String::new();
    for (n, fields) in records.iter().enumerate() {
        let record = record_named(&format!("r{n}"));
        writeln!(text, "{n} {} {}", record.size, record.align).unwrap();
        for (name, _) in fields {
            describe_field(&mut text, n, record, name, &unit.names);
        }
    }
    text
}

fn describe_field(text: &mut String, n: usize, record: &Record, name: &str, names: &Interner) {
    let field = record.fields.iter().find(|f| f.name.is_some_and(|f| names.resolve(f) == name)).unwrap();
    let Some(bits) = field.bits else {
        writeln!(text, "{n}.{name} at {}", field.offset).unwrap();
        return;
    };
    assert!(field.offset + u64::from(bits.unit) <= record.size, "the unit of r{n}.{name} leaves the record");
    let mut bytes = vec![0u8; record.size as usize];
    for i in 0..u64::from(bits.width) {
        let position = field.offset * 8 + u64::from(bits.start) + i;
        bytes[(position / 8) as usize] |= 1 << (position % 8);
    }
    write!(text, "{n}.{name} bits").unwrap();
    for (i, byte) in bytes.iter().enumerate().filter(|(_, b)| **b != 0) {
        write!(text, " {i}:{byte:02x}").unwrap();
    }
    text.push('\n');
}

fn compare(model: DataModel, flag: &str, seed: u64) {
    let mut random = Random(seed);
    let mut types = String::from(PRELUDE);
    let mut records = Vec::new();
    let mut texts = Vec::new();
    for n in 0..RECORDS {
        let (text, fields) = write_record(&mut random, n);
        types.push_str(&text);
        texts.push(text);
        records.push(fields);
    }
    let Some(expected) = common::compile_and_run("layouts", &printer(&types, &records), flag) else { return };
    let ours = our_answer(&types, model, &records);
    for (line, (ours, expected)) in ours.lines().zip(expected.lines()).enumerate() {
        if ours != expected {
            let n: usize = expected.split(['.', ' ']).next().unwrap().parse().unwrap();
            panic!("{flag}, line {line}:\n  gcc:  {expected}\n  ours: {ours}\n{}", texts[n]);
        }
    }
    assert_eq!(ours.lines().count(), expected.lines().count());
}

#[test]
fn records_of_lp64() {
    compare(DataModel::Lp64, "-m64", 0x9e37_79b9_7f4a_7c15);
}

#[test]
fn records_of_ilp32() {
    compare(DataModel::Ilp32, "-m32", 0xd1b5_4a32_d192_ed03);
}
