//! Programs of the other tests, damaged at random: whatever the parser makes of them, the analyser must neither panic nor
//! hang, and what it accepts must be a sound tree. `FAFNIR_ROUNDS` sets the number of damaged programs.

mod common;

use csema::types::DataModel;
use fafnir_csema as csema;

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16) % n as u64) as usize
    }
}

/// Words, numbers, strings and single signs; enough to damage a program in interesting places.
fn tokens(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let len = if first.is_alphanumeric() || first == '_' {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else if first == '"' {
            rest[1..].find('"').map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let token = &rest[..len];
        if !token.starts_with("//") {
            all.push(token.to_string());
        }
        rest = &rest[len..];
    }
    all
}

#[test]
fn nothing_panics() {
    let rounds: usize = std::env::var("FAFNIR_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(600);
    let seed = std::env::var("FAFNIR_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(0x5eed_u64);
    let mut programs = Vec::new();
    for directory in ["accept", "reject", "initialisers"] {
        for path in common::c_files(directory) {
            programs.push(tokens(&std::fs::read_to_string(path).unwrap()));
        }
    }
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for round in 0..rounds {
        let mut program = programs[random.below(programs.len())].clone();
        // A part of it, so that a damage early in the file does not hide the rest.
        let start = random.below(program.len());
        let keep = 200 + random.below(600);
        program = program[start..(start + keep).min(program.len())].to_vec();
        for _ in 0..1 + random.below(6) {
            if program.is_empty() {
                break;
            }
            let at = random.below(program.len());
            let other = &programs[random.below(programs.len())];
            let from = random.below(other.len());
            match random.below(5) {
                0 => drop(program.remove(at)),
                1 => program.insert(at, program[at].clone()),
                2 => program[at] = other[from].clone(),
                3 => {
                    let with = random.below(program.len());
                    program.swap(at, with);
                }
                _ => {
                    let piece = other[from..(from + 1 + random.below(12)).min(other.len())].to_vec();
                    program.splice(at..at, piece);
                }
            }
        }
        let text = program.concat();
        let model = if round % 2 == 0 { DataModel::Lp64 } else { DataModel::Ilp32 };
        let parsed = csyntax::parse(text.as_bytes(), 0, &csyntax::ParseOptions::default());
        let errors = !parsed.errors.is_empty();
        let outcome = std::panic::catch_unwind(|| {
            let result = csema::analyze(parsed.ast, csema::Options { model });
            if errors || result.has_errors() { Vec::new() } else { csema::verify(&result.unit) }
        });
        match outcome {
            Ok(problems) => assert!(problems.is_empty(), "round {round}: {problems:?}\n{text}"),
            Err(_) => panic!("round {round} panics:\n{text}"),
        }
    }
}
