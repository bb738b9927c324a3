//! Violations that an engine believes in, and how they become certain.

use base::Span;
use verdict::{Assumption, Finding, FindingKind, UnknownKind};

/// What an engine believes to go wrong, and the inputs that lead there.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub kind: FindingKind,
    /// Where; for a leak, where the block was allocated.
    pub span: Span,
    /// The value of every input, in order.
    pub inputs: Vec<i128>,
    /// Which of them stand for uninitialised values.
    pub uninitialised: Vec<bool>,
    /// The engine computes as the concrete machine does: if that does not confirm it, one of the two is wrong.
    pub is_exact: bool,
}

/// What a concrete run with a candidate's inputs says.
#[derive(Clone, Debug)]
pub enum Confirmation {
    /// The same thing goes wrong at the same place.
    Confirmed(Vec<Finding>, Vec<Assumption>),
    /// The same, but the run rests on a value that need not be what the program gets; why, in words.
    Doubtful(Vec<Finding>, Vec<Assumption>, String),
    /// The same, and the user does not want to hear of it ([`crate::AnalysisOptions::ignored`]).
    Ignored,
    /// It does not; what happens instead, in words.
    Refused(String),
    /// The run did not get so far; why, and in words.
    OutOfBudget(UnknownKind, String),
}

/// Executes candidates: the concrete machine, which engines do not know.
pub trait Confirm {
    fn confirm(&self, candidate: &Candidate) -> Confirmation;
}

/// An engine and the concrete machine do not agree: a bug of ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// Whose candidate it is.
    pub engine: &'static str,
    pub candidate: Candidate,
    pub instead: String,
}
