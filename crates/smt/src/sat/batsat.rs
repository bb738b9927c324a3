//! BatSat: pure Rust, for builds without a C++ compiler.

use std::cell::Cell;
use std::fmt;

use batsat::{Callbacks, ClauseKind, SolverInterface, lbool};

use super::{Lit, Sat};
use crate::limits::{Limits, SatResult, UnknownReason};

/// BatSat behind the `Sat` interface. Limits are polled through its callbacks.
pub struct BatSat {
    solver: batsat::Solver<Budget>,
    variables: u32,
    clause: Vec<batsat::Lit>,
}

/// The budget of the running query.
#[derive(Default)]
struct Budget {
    limits: Limits,
    conflicts: u64,
    polls: Cell<u32>,
    stopped: Cell<bool>,
}

/// The solver asks at every decision; the clock is read once in so many times.
const POLL_INTERVAL: u32 = 64;

impl Callbacks for Budget {
    fn on_new_clause(&mut self, _clause: &[batsat::Lit], kind: ClauseKind) {
        if matches!(kind, ClauseKind::Learnt) {
            self.conflicts += 1;
        }
    }
    fn stop(&self) -> bool {
        if self.stopped.get() {
            return true;
        }
        self.polls.set(self.polls.get().wrapping_add(1));
        let exhausted = self.limits.conflicts.is_some_and(|limit| self.conflicts >= limit);
        let poll = self.polls.get().is_multiple_of(POLL_INTERVAL);
        let stop = exhausted || poll && self.limits.exceeded().is_some();
        self.stopped.set(stop);
        stop
    }
}

impl BatSat {
    pub fn new() -> BatSat {
        BatSat {
            solver: batsat::Solver::new(batsat::SolverOpts::default(), Budget::default()),
            variables: 0,
            clause: Vec::new(),
        }
    }
}

impl Default for BatSat {
    fn default() -> BatSat {
        BatSat::new()
    }
}

impl fmt::Debug for BatSat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BatSat({} variables)", self.variables)
    }
}

/// Our variables count from 1 and are made in the order of BatSat's own.
fn translate(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.variable() - 1), !lit.is_negated())
}

impl Sat for BatSat {
    fn name(&self) -> &'static str {
        "batsat"
    }
    fn new_variable(&mut self) -> Lit {
        self.variables += 1;
        let variable = self.solver.new_var_default();
        debug_assert_eq!(variable.idx() + 1, self.variables);
        Lit::from_variable(self.variables)
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().copied().map(translate));
        self.solver.add_clause_reuse(&mut self.clause);
    }
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> SatResult {
        if let Some(reason) = limits.exceeded() {
            return SatResult::Unknown(reason);
        }
        *self.solver.cb_mut() = Budget { limits: limits.clone(), ..Budget::default() };
        let assumptions: Vec<batsat::Lit> = assumptions.iter().copied().map(translate).collect();
        let result = self.solver.solve_limited(&assumptions);
        if result == lbool::TRUE {
            SatResult::Sat
        } else if result == lbool::FALSE {
            SatResult::Unsat
        } else {
            SatResult::Unknown(limits.exceeded().unwrap_or(UnknownReason::Conflicts))
        }
    }
    fn value(&self, lit: Lit) -> bool {
        self.solver.value_lit(translate(lit)) == lbool::TRUE
    }
    fn failed(&self, lit: Lit) -> bool {
        // Which sign the conflict carries is not documented; the variable decides either way.
        self.solver.unsat_core_contains_var(translate(lit).var())
    }
}
