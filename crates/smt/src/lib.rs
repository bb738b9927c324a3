//! Bit-vector terms and the solvers that decide them.
//!
//! - [`Terms`] makes hash-consed terms and simplifies them at construction.
//! - [`Solver`] is the one interface to decision procedures: incremental assertions, scopes, assumptions with failed
//!   cores, models, and limits.
//! - [`BvSolver`] decides by bit-blasting over a [`Sat`] solver: CaDiCaL by default, BatSat without C++.
//! - [`path`] asks what can hold along a path of a program.
//! - [`ProcessSolver`] speaks SMT-LIB to a z3 or cvc5 process.
//!
//! Division follows SMT-LIB, it is total: `x udiv 0` is all ones, `x urem 0` and `x srem 0` are `x`, `x sdiv 0` is 1 for
//! negative `x` and else -1. Shifts by the width or more shift everything out. A caller for whom these are undefined
//! asserts the side condition itself.
//!
//! Architecture invariant: this crate knows nothing of C, of the IR or of any engine. Only the back ends touch
//! the outside world (environment variables, processes, one temporary file for the options of CaDiCaL). Operands of wrong sorts are bugs of the caller and panic;
//! everything that depends on the formula or on the environment is an answer (`Unknown`) or an error value.
//! No algorithm recurses on the depth of terms.
//!
//! ```
//! use fafnir_smt::{Limits, SatResult, Terms, default_solver};
//!
//! let mut terms = Terms::new();
//! let x = terms.bv_var("x", 32);
//! let ten = terms.bv_const(32, 10);
//! let big = terms.slt(ten, x);
//! let one = terms.bv_const(32, 1);
//! let next = terms.add(x, one);
//! let wraps = terms.slt(next, x);
//!
//! let mut solver = default_solver();
//! solver.assert(&terms, big);
//! // Can x + 1 < x for signed x above 10? Yes, at the greatest number.
//! assert_eq!(solver.check(&terms, &[wraps], &Limits::none()), SatResult::Sat);
//! let value = solver.value(&terms, x).unwrap();
//! assert_eq!(value.to_u64(), Some(0x7fff_ffff));
//!
//! // Not if x is small.
//! let limit = terms.bv_const(32, 1000);
//! let small = terms.slt(x, limit);
//! assert_eq!(solver.check(&terms, &[small, wraps], &Limits::none()), SatResult::Unsat);
//! assert_eq!(solver.failed_assumptions().len(), 2);
//! ```

mod blast;
mod bv;
mod eval;
mod limits;
pub mod path;
mod sat;
mod smtlib;
mod solver;
mod terms;

pub use blast::Blaster;
pub use bv::Bv;
pub use eval::{Evaluator, Model, Value};
pub use limits::{Limits, SatResult, UnknownReason};
#[cfg(feature = "cadical")]
pub use sat::CaDiCaL;
pub use sat::{BatSat, Lit, Sat};
pub use smtlib::{
    ProcessConfig, ProcessError, ProcessSolver, declarations, name, operator_name, run_script, script,
};
pub use solver::{BvSolver, Solver, batsat_solver, default_solver};
pub use terms::{Op, Sort, TermId, Terms};
