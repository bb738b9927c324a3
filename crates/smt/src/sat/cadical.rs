//! CaDiCaL, the default.

use std::fmt;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Lit, Sat};
use crate::limits::{Limits, SatResult, UnknownReason};

/// CaDiCaL behind the `Sat` interface. Limits are polled through its terminator.
pub struct CaDiCaL {
    solver: cadical::Solver<Terminator>,
    variables: u32,
}

struct Terminator {
    limits: Limits,
}

impl cadical::Callbacks for Terminator {
    fn terminate(&mut self) -> bool {
        self.limits.exceeded().is_some()
    }
}

impl CaDiCaL {
    pub fn new() -> CaDiCaL {
        let mut solver = cadical::Solver::new();
        // Without the options the answers are the same, on deep formulas later.
        let _ = set_options(&mut solver);
        CaDiCaL { solver, variables: 0 }
    }
}

/// Chronological backtracking is off: on formulas with 100,000 and more decision levels it goes back one level at
/// a time, 30 to 100 times slower in all, and looks neither at the conflict limit nor at the terminator meanwhile.
const OPTIONS: &str = "c --chrono=0\np cnf 0 0\n";

/// The crate's interface has no options, but CaDiCaL takes them from the comments of a DIMACS file.
fn set_options(solver: &mut cadical::Solver<Terminator>) -> std::io::Result<()> {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    let path: PathBuf =
        std::env::temp_dir().join(format!("fafnir-cadical-{}-{number}.cnf", std::process::id()));
    // A name that somebody else has taken is left alone.
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&path)?;
    let written = file.write_all(OPTIONS.as_bytes());
    drop(file);
    let read = written.and_then(|()| solver.read_dimacs(&path).map_err(|e| std::io::Error::other(e.msg)));
    fs::remove_file(&path)?;
    read.map(|_| ())
}

impl Default for CaDiCaL {
    fn default() -> CaDiCaL {
        CaDiCaL::new()
    }
}

impl fmt::Debug for CaDiCaL {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CaDiCaL({} variables)", self.variables)
    }
}

impl Sat for CaDiCaL {
    fn name(&self) -> &'static str {
        "cadical"
    }
    fn new_variable(&mut self) -> Lit {
        self.variables += 1;
        Lit::from_variable(self.variables)
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause.iter().map(|lit| lit.dimacs()));
    }
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> SatResult {
        if let Some(reason) = limits.exceeded() {
            return SatResult::Unknown(reason);
        }
        let polled = limits.deadline.is_some() || limits.cancel.is_some();
        self.solver.set_callbacks(polled.then(|| Terminator { limits: limits.clone() }));
        // CaDiCaL forgets the limit after each call; a negative one means none.
        let conflicts = limits.conflicts.map_or(-1, |n| i32::try_from(n).unwrap_or(i32::MAX));
        if self.solver.set_limit("conflicts", conflicts).is_err() {
            return SatResult::Unknown(UnknownReason::Backend("no conflict limits".to_owned()));
        }
        match self.solver.solve_with(assumptions.iter().map(|lit| lit.dimacs())) {
            Some(true) => SatResult::Sat,
            Some(false) => SatResult::Unsat,
            None => SatResult::Unknown(limits.exceeded().unwrap_or(UnknownReason::Conflicts)),
        }
    }
    fn value(&self, lit: Lit) -> bool {
        // A variable that occurs in no clause is unknown to CaDiCaL; it reads as false.
        self.solver.status() == Some(true) && self.solver.value(lit.dimacs()) == Some(true)
    }
    fn failed(&self, lit: Lit) -> bool {
        self.solver.status() == Some(false) && self.solver.failed(lit.dimacs())
    }
}
