//! Random damage to the other tests' inputs: whatever comes in, what comes out must keep its promises.
//!
//! The seed is fixed, so that a failure can be repeated. `FUZZ_ROUNDS=1000000 cargo test --release -p fafnir-csyntax
//! --test fuzz` runs longer; `FUZZ_SEED` begins elsewhere.

use fafnir_csyntax::{MAX_ERRORS, ParseOptions, dump, parse};
use std::path::Path;

/// Small, and good enough to choose places in a text.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 11) as usize % limit.max(1)
    }
}

const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    ":",
    "?",
    "=",
    "*",
    "&",
    "&&",
    "...",
    ".",
    "->",
    "+",
    "-",
    "++",
    "#",
    "##",
    "\\\n",
    "\\",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "\n",
    "\r\n",
    "\0",
    "\u{feff}",
    "é",
    "\\u00e9",
    "\\U0001f600",
    "%:",
    "<:",
    ":>",
    "<%",
    "%>",
    "@",
    "`",
    "$",
    "int ",
    "typedef ",
    "struct ",
    "union ",
    "enum ",
    "if ",
    "else ",
    "for ",
    "while ",
    "do ",
    "switch ",
    "case ",
    "default ",
    "return ",
    "goto ",
    "break ",
    "sizeof ",
    "static ",
    "extern ",
    "const ",
    "unsigned ",
    "long ",
    "void ",
    "char ",
    "double ",
    "_Complex ",
    "T ",
    "x ",
    "0 ",
    "1 ",
    "1.5 ",
    "0x",
    "1e",
    "08",
    "\"s\" ",
    "L\"w\"",
    "u\"v\"",
    "'c'",
    "''",
    "__attribute__((",
    "__attribute__((packed)) ",
    "asm ",
    "asm(\"\" : \"=r\"(x)) ",
    "typeof(",
    "__extension__ ",
    "({",
    "})",
    "_Generic(",
    "_Static_assert(",
    "_Alignas(",
    "_Atomic(",
    "__builtin_va_arg(",
    "__builtin_offsetof(",
    "__builtin_choose_expr(",
    "__builtin_types_compatible_p(",
    "__auto_type ",
    "__label__ ",
    "[[",
    "]]",
    "# 1 \"f\"\n",
    "\n#pragma pack(push, 1)\n",
    "\n#pragma pack(pop)\n",
    "_Pragma(\"pack(2)\")",
    "_Pragma",
    "\n#define X\n",
    "T: ",
    "[1 ... 2] = ",
    ".a = ",
    "a: ",
    "int T; ",
    "typedef int T; ",
    "(T)",
    "int f(a) int a; {",
    "0b1",
    "\\N{x}",
    "\\x",
];

fn corpus() -> Vec<Vec<u8>> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut files = Vec::new();
    for directory in ["golden", "bad", "acceptance"] {
        files.extend(std::fs::read_dir(tests.join(directory)).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension != "ast"));
    files.sort();
    files.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// A stretch of one of the texts.
fn stretch<'c>(random: &mut Random, corpus: &'c [Vec<u8>], longest: usize) -> &'c [u8] {
    let text = &corpus[random.below(corpus.len())];
    let begin = random.below(text.len());
    let length = random.below(longest).min(text.len() - begin);
    &text[begin..begin + length]
}

fn damaged(random: &mut Random, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut text = stretch(random, corpus, 3000).to_vec();
    for _ in 0..=random.below(12) {
        let at = random.below(text.len() + 1);
        let end = (at + random.below(30)).min(text.len());
        match random.below(8) {
            0 => drop(text.drain(at..end)),
            1 => {
                let copy = text[at..end].to_vec();
                let to = random.below(text.len() + 1);
                text.splice(to..to, copy);
            }
            2 => {
                let other = stretch(random, corpus, 200).to_vec();
                text.splice(at..end, other);
            }
            3 if at < text.len() => text[at] = random.next() as u8,
            4 if at < text.len() => text[at] ^= 1 << random.below(8),
            _ => {
                let piece = PIECES[random.below(PIECES.len())].as_bytes();
                let times = if random.below(20) == 0 { random.below(400) } else { 1 };
                let repeated = piece.repeat(times);
                let until = if random.below(2) == 0 { at } else { end };
                text.splice(at..until, repeated);
            }
        }
    }
    text
}

fn check(text: &[u8]) {
    let start = 7;
    let result = parse(text, start, &ParseOptions::default());
    let inside = |lo: u32, hi: u32| lo >= start && lo <= hi && (hi - start) as usize <= text.len();
    assert!(result.errors.len() <= MAX_ERRORS);
    assert!(result.errors.windows(2).all(|pair| pair[0].span.lo <= pair[1].span.lo), "errors are in order");
    for error in &result.errors {
        assert!(inside(error.span.lo, error.span.hi), "{error:?}");
        assert!(error.notes.iter().all(|note| inside(note.span.lo, note.span.hi)), "{error:?}");
        assert!(!error.message.is_empty() && !error.message.contains('\n'), "{error:?}");
    }
    assert!(
        result.ast.exprs.iter().all(|e| inside(e.span.lo, e.span.hi)),
        "an expression is outside of the text"
    );
    assert!(
        result.ast.stmts.iter().all(|s| inside(s.span.lo, s.span.hi)),
        "a statement is outside of the text"
    );
    assert!(
        result.ast.decls.iter().all(|d| inside(d.span.lo, d.span.hi)),
        "a declaration is outside of the text"
    );
    let printed = dump(&result.ast);
    if result.errors.is_empty() {
        assert!(!printed.contains("<error>"), "an error in the tree was not reported");
    }
}

#[test]
fn damaged_texts_are_read_without_harm() {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    let corpus = corpus();
    let mut random = Random(number("FUZZ_SEED", 0x5eed) | 1);
    for round in 0..number("FUZZ_ROUNDS", 8000) {
        let text = damaged(&mut random, &corpus);
        let outcome = std::panic::catch_unwind(|| check(&text));
        if outcome.is_err() {
            let shown = String::from_utf8_lossy(&text);
            panic!("round {round}, {} bytes:\n{shown}\n{:?}", text.len(), text);
        }
    }
}
