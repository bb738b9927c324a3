//! Functions on their own, from any state in which they may be called: what such an engine is asked, and what it answers.

use crate::{AnalysisOptions, Budget, Candidate, Confirmation};
use base::Span;
use facts::Facts;
use ir::{FuncId, Program};
use std::sync::Arc;
use verdict::{Assumption, Finding, PropertySet, UnknownKind};

/// Checks functions one by one.
pub trait CheckFunctions: Sync {
    /// Gives the program the names that harnesses use, so that what is found in a run of one can be said with the names of the program,
    /// and functions that stand for those that a caller passes.
    fn prepare(&self, program: &mut Program);

    fn check_function(
        &self,
        task: &FunctionTask<'_>,
        budget: Budget<'_>,
        run: &dyn RunHarness,
    ) -> FunctionReport;
}

/// What is asked about one function.
#[derive(Clone, Debug)]
pub struct FunctionTask<'a> {
    pub facts: &'a Facts<'a>,
    pub function: FuncId,
    pub properties: PropertySet,
    pub options: AnalysisOptions,
    /// Which functions are of the library: what they test is not tested by the program.
    pub library: &'a [bool],
    /// Which variables are of the library.
    pub library_globals: &'a [bool],
    /// Others in the program call it: what depends on its arguments is theirs to decide.
    pub internal: bool,
}

/// Runs a program that was made to show a candidate.
pub trait RunHarness {
    fn run(&self, program: Program, candidate: &Candidate) -> Confirmation;
}

/// What was found out.
#[derive(Clone, Debug, Default)]
pub struct FunctionReport {
    /// Confirmed by runs.
    pub findings: Vec<Finding>,
    pub assumptions: Vec<Assumption>,
    /// Why there is no proof; `None` if there is one, or a violation.
    pub unknown: Option<(UnknownKind, Span, String)>,
    /// What the function needs from its callers, in words.
    pub requires: Vec<String>,
    /// What it gives them, in words.
    pub ensures: Vec<String>,
    /// A test case for the first finding.
    pub exported: Option<Exported>,
    /// If there is neither a proof nor a violation: preconditions as programs, whose proof is one of the function.
    pub preconditions: Vec<Arc<dyn Precondition>>,
    pub states: u64,
    pub steps: u64,
}

impl FunctionReport {
    /// There was no check, or it went wrong.
    pub fn failed(kind: UnknownKind, message: impl Into<String>) -> FunctionReport {
        FunctionReport { unknown: Some((kind, Span::NONE, message.into())), ..FunctionReport::default() }
    }
}

/// A precondition that the paths of a function suggest.
pub trait Precondition: Send + Sync + std::fmt::Debug {
    /// In words.
    fn requires(&self) -> &[String];
    /// A program that builds any memory that satisfies it and calls the function; `None` if it cannot be written down.
    fn program(&self, task: &FunctionTask<'_>) -> Option<Program>;
}

/// The text of a test case in C, around the files that are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// Before them.
    pub head: String,
    /// Behind them.
    pub body: String,
}
