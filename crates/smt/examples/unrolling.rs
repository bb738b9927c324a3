//! A loop unrolled step by step, with two queries per step: the growing incremental formulas that bounded search
//! and template refinement pose.
//!
//! Usage: `cargo run --release -p fafnir-smt --example unrolling [steps] [cadical|batsat|z3|cvc5]…`
//!
//! The loop, on 32-bit integers with one input per round:
//! ```c
//! unsigned hash = 5381, sum = 0; int low = 0, high = 1000;
//! for (;;) {
//!     unsigned char c = input();
//!     hash = hash * 33 + c;
//!     sum += c < 128 ? c : 2 * c;
//!     int middle = low + (high - low) / 2;
//!     if (sum & 1) low = middle; else high = middle;
//!     assert(low <= high);           // holds: unsatisfiable
//!     assert(hash % 1009 != 7);      // fails: satisfiable
//! }
//! ```

use std::time::{Duration, Instant};

use fafnir_smt::{Limits, ProcessSolver, SatResult, Solver, TermId, Terms, batsat_solver, default_solver};

struct Loop {
    terms: Terms,
    hash: TermId,
    sum: TermId,
    low: TermId,
    high: TermId,
}

impl Loop {
    fn new() -> Loop {
        let mut terms = Terms::new();
        let [hash, sum, low, high] = [5381, 0, 0, 1000].map(|v| terms.bv_const(32, v));
        Loop { terms, hash, sum, low, high }
    }
    /// Runs one round; gives the negation of both assertions.
    fn step(&mut self, round: usize) -> (TermId, TermId) {
        let t = &mut self.terms;
        let c = t.bv_var(&format!("c{round}"), 8);
        let wide = t.zero_extend(c, 32);
        let [factor, two, one, modulus, residue] = [33, 2, 1, 1009, 7].map(|v| t.bv_const(32, v));
        let scaled = t.mul(self.hash, factor);
        self.hash = t.add(scaled, wide);
        let limit = t.bv_const(32, 128);
        let small = t.ult(wide, limit);
        let doubled = t.mul(wide, two);
        let summand = t.ite(small, wide, doubled);
        self.sum = t.add(self.sum, summand);
        let span = t.sub(self.high, self.low);
        let half = t.sdiv(span, two);
        let middle = t.add(self.low, half);
        let odd = t.bvand(self.sum, one);
        let odd = t.bv_to_bool(odd);
        self.low = t.ite(odd, middle, self.low);
        self.high = t.ite(odd, self.high, middle);
        let ordered = t.sle(self.low, self.high);
        let remainder = t.urem(self.hash, modulus);
        (t.not(ordered), t.eq(remainder, residue))
    }
}

fn run(mut solver: Box<dyn Solver>, steps: usize) {
    let mut program = Loop::new();
    let (mut unsat_time, mut sat_time) = (Duration::ZERO, Duration::ZERO);
    let mut slowest = Duration::ZERO;
    let (mut unsat, mut sat, mut unknown) = (0, 0, 0);
    let limits = || Limits::none().with_time(Duration::from_secs(20));
    for round in 0..steps {
        let (disordered, collision) = program.step(round);
        for (goal, total) in [(disordered, &mut unsat_time), (collision, &mut sat_time)] {
            let started = Instant::now();
            let result = solver.check(&program.terms, &[goal], &limits());
            if result.is_sat() {
                let model = solver.model(&program.terms).expect("a model after Sat");
                assert!(model.holds(&program.terms, goal));
            }
            let elapsed = started.elapsed();
            *total += elapsed;
            slowest = slowest.max(elapsed);
            match result {
                SatResult::Sat => sat += 1,
                SatResult::Unsat => unsat += 1,
                SatResult::Unknown(_) => unknown += 1,
            }
            // What is proved stays proved.
            if result.is_unsat() {
                let proved = program.terms.not(goal);
                solver.assert(&program.terms, proved);
            }
        }
    }
    let per_query = |total: Duration| total.as_secs_f64() * 1e3 / steps as f64;
    println!(
        "{:8} {steps} rounds: {:7.2} ms per proof query, {:7.2} ms per search query, slowest {:6.1} ms; \
         {unsat} unsat, {sat} sat, {unknown} unknown; {} terms",
        solver.name(),
        per_query(unsat_time),
        per_query(sat_time),
        slowest.as_secs_f64() * 1e3,
        program.terms.len()
    );
}

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let steps = arguments.next_if(|a| a.parse::<usize>().is_ok()).and_then(|a| a.parse().ok()).unwrap_or(60);
    let mut names: Vec<String> = arguments.collect();
    if names.is_empty() {
        names = ["cadical", "batsat"].map(str::to_owned).to_vec();
    }
    for name in names {
        let solver: Result<Box<dyn Solver>, String> = match name.as_str() {
            // Without the feature this is BatSat, and says so.
            "cadical" => Ok(default_solver()),
            "batsat" => Ok(Box::new(batsat_solver())),
            "z3" => ProcessSolver::z3().map(|s| Box::new(s) as Box<dyn Solver>).map_err(|e| e.to_string()),
            "cvc5" => {
                ProcessSolver::cvc5().map(|s| Box::new(s) as Box<dyn Solver>).map_err(|e| e.to_string())
            }
            other => Err(format!("no solver `{other}`: cadical, batsat, z3 and cvc5 are known")),
        };
        match solver {
            Ok(solver) => run(solver, steps),
            Err(error) => eprintln!("{error}"),
        }
    }
}
