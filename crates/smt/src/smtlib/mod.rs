//! SMT-LIB text: printing terms, reading answers, and driving a solver process.

mod print;
mod process;
mod sexpr;

pub(crate) use print::Shown;
pub use print::{declarations, name, operator_name, script};
pub use process::{ProcessConfig, ProcessError, ProcessSolver, run_script};
