//! The formula of the template engine against the concrete machine: random programs with three inputs of two bits each run with all of
//! them, and what goes wrong in a run is what the formula says, no more and no less. Loops are unwound.
//! `FAFNIR_FORMULAS=2000 cargo test --test formulas` makes more programs.

use clap::Parser as _;
use engine::Task;
use fafnir_cli::args::{Cli, Command, normalize};
use fafnir_cli::driver;
use interp::{Discard, Exit, Inputs, Mode};
use smt::{Limits, SatResult};
use ssa::{CheckKind, Options, Unwind};
use std::ffi::OsString;
use std::fmt::Write as _;
use verdict::{FindingKind, Property, PropertySet};

const PROGRAMS: u64 = 60;
/// Rounds of a loop that are unwound: more than any loop makes.
const ROUNDS: u32 = 5;

#[derive(Debug, Default)]
struct Counts {
    agreed: u64,
    /// Of those, runs that go wrong.
    wrong: u64,
    /// Runs that the formula does not follow to their ends.
    left: u64,
}

#[test]
fn formulas_say_what_runs_do() {
    let programs = std::env::var("FAFNIR_FORMULAS").ok().and_then(|n| n.parse().ok()).unwrap_or(PROGRAMS);
    let directory = std::env::temp_dir().join(format!("fafnir-formulas-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let mut counts = Counts::default();
    let mut failures = Vec::new();
    for seed in 0..programs {
        let text = Generator::new(seed).program();
        let path = directory.join("program.c");
        std::fs::write(&path, &text).unwrap();
        if let Err(difference) = compare(&path, &mut counts) {
            failures.push(format!("seed {seed}: {difference}\n{text}"));
        }
    }
    std::fs::remove_dir_all(&directory).unwrap();
    println!("{counts:?}");
    assert!(failures.is_empty(), "{} differ\n{}", failures.len(), failures.join("\n"));
    assert!(counts.agreed > 10 * counts.left && counts.wrong > programs, "{counts:?}");
}

fn compare(path: &std::path::Path, counts: &mut Counts) -> Result<(), String> {
    let line = [OsString::from("fafnir"), "check".into(), path.into()];
    let Ok(Cli { command: Command::Check(args) }) = Cli::try_parse_from(normalize(line.into_iter())) else {
        return Err("the command line is not understood".to_owned());
    };
    let loaded = driver::load(&[path.to_owned()], &args.front).map_err(|error| format!("{error:?}"))?;
    let asked = [Property::ValidDeref, Property::ValidFree, Property::UnreachCall, Property::NoOverflow];
    let properties: PropertySet = asked.into_iter().collect();
    let program = loaded.program;
    let task = Task::new(&program, properties, args.analysis.options());
    let mut terms = smt::Terms::new();
    let options = Options {
        unwind: Unwind { peel: ROUNDS, step: 0 },
        policy: semantics::Policy::check(properties),
        malloc_may_fail: false,
        strict_externals: false,
        reads_anywhere: true,
        links: Vec::new(),
        summaries: ssa::Summaries::Never,
        steps: 100_000,
    };
    let formula = ssa::build(&task.facts, &mut terms, options, &|| false).map_err(|e| format!("{e:?}"))?;
    let mut solver = smt::default_solver();
    for &fact in &formula.facts {
        solver.assert(&terms, fact);
    }
    let open = |check: &&ssa::Check| !matches!(check.what, CheckKind::Finding(_));
    let left = terms.or_all(formula.checks.iter().filter(open).map(|check| check.fails));
    let fails = terms.or_all(formula.checks.iter().filter(|c| !open(c)).map(|check| check.fails));
    let inputs: Vec<_> = formula.inputs.iter().take(3).map(|input| input.value).collect();
    for number in 0..64u8 {
        let values = [number & 3, number >> 2 & 3, number >> 4];
        let mut state = Vec::new();
        for (&input, value) in inputs.iter().zip(values) {
            let value = terms.bv_const(terms.width(input), value.into());
            state.push(terms.eq(input, value));
        }
        state.push(left);
        if solver.check(&terms, &state, &Limits::none()) != SatResult::Unsat {
            counts.left += 1;
            continue;
        }
        state.pop();
        state.push(fails);
        let said: Option<FindingKind> = match solver.check(&terms, &state, &Limits::none()) {
            SatResult::Sat => {
                let model = solver.model(&terms).unwrap_or_default();
                formula.checks.iter().find(|check| model.holds(&terms, check.fails)).and_then(|check| {
                    match check.what {
                        CheckKind::Finding(kind) => Some(kind),
                        _ => None,
                    }
                })
            }
            _ => None,
        };
        let options = interp::Options {
            analysis: args.analysis.options(),
            trace: false,
            mode: Mode::Check(properties),
            ..interp::Options::check(properties)
        };
        let replay = Inputs::Replay(values.map(i128::from).to_vec());
        let budget = interp::Budget { steps: 20_000, ..interp::Budget::default() };
        let run = interp::run(&program, &options, replay, &mut Discard, &budget);
        let seen = match run.exit {
            Exit::Finding(finding) => Some(finding.kind),
            Exit::Exited(_) => None,
            other => return Err(format!("{values:?}: the machine ends with {other:?}")),
        };
        if seen != said {
            return Err(format!("{values:?}: the machine says {seen:?}, the formula {said:?}"));
        }
        counts.agreed += 1;
        counts.wrong += u64::from(seen.is_some());
    }
    Ok(())
}

/// Makes programs of assignments, branches, short loops, calls, pointers, arrays and blocks.
struct Generator {
    seed: u64,
    text: String,
    loops: u32,
    depth: u32,
}

impl Generator {
    fn new(seed: u64) -> Generator {
        Generator {
            seed: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1,
            text: String::new(),
            loops: 0,
            depth: 0,
        }
    }

    fn roll(&mut self, sides: u64) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        (self.seed >> 11) % sides
    }

    fn pick(&mut self, of: &[&str]) -> String {
        of[self.roll(of.len() as u64) as usize].to_owned()
    }

    fn program(mut self) -> String {
        self.text.push_str(
            "#include <stdlib.h>\n\
             extern unsigned char __VERIFIER_nondet_uchar(void);\n\
             extern void reach_error(void);\n\
             struct node { int v; short w; unsigned char c[4]; struct node *next; int *at; };\n\
             static int g = 3; static unsigned char bytes[4] = {1, 2};\n\
             static struct node zero;\n\
             static int twice(int v, int *to) { if (v > 4) { *to = v; return v - 1; } *to += 1; return v + v; }\n\
             static struct node *pick(struct node *a, struct node *b, int v) { return v & 1 ? a : b; }\n\
             int main(void) {\n\
             \x20   int a = __VERIFIER_nondet_uchar() & 3, b = __VERIFIER_nondet_uchar() & 3;\n\
             \x20   int t = __VERIFIER_nondet_uchar() & 3;\n\
             \x20   int x = a, y = b, z = 1; int arr[4] = {a, 1, b, 2}; unsigned u = a;\n\
             \x20   int *p = &x, *q = &y; struct node *n = malloc(sizeof *n), *m = calloc(1, sizeof *m);\n\
             \x20   n->v = b; n->w = 2; n->c[0] = 5; n->c[1] = n->c[2] = n->c[3] = 0; n->next = m; n->at = &n->v;\n\
             \x20   m->at = &z;\n",
        );
        let count = 4 + self.roll(8);
        for _ in 0..count {
            self.statement(1);
        }
        let sum = self.pick(&[
            "x + y + z",
            "x ^ y ^ *p",
            "n->v + *q",
            "arr[a] + g",
            "bytes[b] + u",
            "m->v + zero.v + x",
        ]);
        writeln!(self.text, "    if ((({sum}) & 3) == t)\n        reach_error();\n    return 0;\n}}")
            .unwrap();
        self.text
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.roll(3) == 0 {
            return match self.roll(14) {
                0..8 => self.pick(&["a", "b", "x", "y", "z", "g", "(int)u", "*p"]),
                8 => self.pick(&["*q", "n->v", "m->v", "n->w", "zero.v", "m->c[1]"]),
                9 => format!("arr[{} & 3]", self.pick(&["x", "a", "b", "y"])),
                10 => format!("bytes[{} & 3]", self.pick(&["x", "a", "b", "y"])),
                11 => format!("n->c[{} & 3]", self.pick(&["a", "b", "z"])),
                12 => self.pick(&["(p == q)", "(n == m)", "(n->next != 0)", "(zero.next == 0)"]),
                _ => self.roll(9).to_string(),
            };
        }
        let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.roll(14) {
            0..3 => format!("({left} + {right})"),
            3 => format!("({left} - {right})"),
            4 => format!("(({left} & 7) * ({right} & 7))"),
            5 => format!("({left} & {right})"),
            6 => format!("({left} ^ {right})"),
            7 => format!("({left} < {right} ? {right} : 2)"),
            8 => format!("(({left} & 15) >> ({right} & 3))"),
            9 => format!("((unsigned char)({left}) + ({right} == 1))"),
            10 => format!("({left} / (({right} & 3) + 1))"),
            11 => format!("({left} % (({right} & 3) - 4))"),
            12 => format!("(int)((unsigned){left} << ({right} & 7))"),
            _ => format!("(short)({left} | {right})"),
        }
    }

    fn statement(&mut self, indent: usize) {
        let space = "    ".repeat(indent);
        let value = self.expression(2);
        let simple = match self.roll(30) {
            0..4 => format!("{} = {value};", self.pick(&["x", "y", "z", "g"])),
            4 => format!("u = (unsigned){value};"),
            5 => format!("arr[{} & 3] = {value};", self.expression(1)),
            6 => format!("bytes[{} & 3] = (unsigned char){value};", self.expression(1)),
            7 => format!("*{} = {value};", self.pick(&["p", "q"])),
            8 => format!("p = {value} & 1 ? {} : {};", self.target(), self.target()),
            9 => format!("q = {};", self.target()),
            10 => format!("{}->v = {value};", self.pick(&["n", "m"])),
            11 => format!("{}->w = (short)({value});", self.pick(&["n", "m"])),
            12 => format!(
                "{}->c[{} & 3] = (unsigned char)({value});",
                self.pick(&["n", "m"]),
                self.expression(1)
            ),
            13 => "*m = *n;".to_owned(),
            14 => "zero = *pick(n, m, a);".to_owned(),
            15 => format!("{} = twice({value}, {});", self.pick(&["x", "z"]), self.pick(&["p", "&y", "q"])),
            16 => format!("{} = pick(n, m, {value});", self.pick(&["n", "m", "n->next"])),
            17 => "*m->at = x;".to_owned(),
            18 => format!("m->at = {};", self.target()),
            // These may go wrong.
            19 => format!("arr[{} & 7] = 1;", self.expression(1)),
            20 => format!("x = y / ({value} & 1);"),
            21 => format!("if ({value} == 3) {{ free(n); n = m; }}"),
            22 => "y = n->next->v;".to_owned(),
            23 => format!("if ({value} > 2) q = 0;"),
            _ => return self.block(indent, &value),
        };
        writeln!(self.text, "{space}{simple}").unwrap();
    }

    fn target(&mut self) -> String {
        self.pick(&["&x", "&y", "&g", "arr + 1", "&n->v", "&m->v", "&arr[b]", "p"])
    }

    fn block(&mut self, indent: usize, condition: &str) {
        let space = "    ".repeat(indent);
        if self.depth >= 2 {
            writeln!(self.text, "{space}z = {condition};").unwrap();
            return;
        }
        self.depth += 1;
        let kind = self.roll(7);
        match kind {
            0..3 => {
                let bound = self.roll(4);
                writeln!(self.text, "{space}if ({condition} > {bound}) {{").unwrap();
            }
            3 => writeln!(self.text, "{space}switch ({condition} & 3) {{\n{space}case 0:").unwrap(),
            _ => {
                let counter = format!("i{}", self.loops);
                self.loops += 1;
                let bound = self.pick(&["a", "b", "3", "(x & 3)"]);
                writeln!(
                    self.text,
                    "{space}for (int {counter} = 0; {counter} < {bound} && {counter} < 4; {counter}++) {{"
                )
                .unwrap();
            }
        }
        for _ in 0..=self.roll(2) {
            self.statement(indent + 1);
        }
        match kind {
            0..3 => {
                writeln!(self.text, "{space}}} else {{").unwrap();
                self.statement(indent + 1);
            }
            3 => {
                writeln!(self.text, "{space}    break;\n{space}case 1 ... 2:").unwrap();
                self.statement(indent + 1);
            }
            _ => {}
        }
        writeln!(self.text, "{space}}}").unwrap();
        self.depth -= 1;
    }
}
