//! The interface to SAT solvers, and the back ends behind it.

mod batsat;
#[cfg(feature = "cadical")]
mod cadical;

use std::fmt;
use std::ops::Not;

pub use self::batsat::BatSat;
#[cfg(feature = "cadical")]
pub use self::cadical::CaDiCaL;

use crate::limits::{Limits, SatResult};

/// A literal in the manner of DIMACS: the number of a variable (from 1), negative if negated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(i32);

impl Lit {
    pub(crate) const ONE: Lit = Lit(1);
    pub(crate) const MINUS_ONE: Lit = Lit(-1);

    /// The positive literal of a variable, counted from 1.
    pub fn from_variable(variable: u32) -> Lit {
        debug_assert!(variable > 0 && variable <= i32::MAX as u32);
        Lit(variable as i32)
    }
    pub fn dimacs(self) -> i32 {
        self.0
    }
    pub fn variable(self) -> u32 {
        self.0.unsigned_abs()
    }
    pub fn is_negated(self) -> bool {
        self.0 < 0
    }
    /// The literal, negated if `flip`.
    #[must_use]
    pub fn flip_if(self, flip: bool) -> Lit {
        if flip { !self } else { self }
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// An incremental SAT solver.
pub trait Sat: Send + fmt::Debug {
    fn name(&self) -> &'static str;
    fn new_variable(&mut self) -> Lit;
    fn add_clause(&mut self, clause: &[Lit]);
    /// Decides the clauses under the assumptions, within time, conflicts and cancellation.
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> SatResult;
    /// The value of a literal in the model. Only after `Sat`, and before the next clause.
    fn value(&self, lit: Lit) -> bool;
    /// Is the assumption part of the reason? Only after `Unsat`, and before the next clause.
    fn failed(&self, lit: Lit) -> bool;
}
