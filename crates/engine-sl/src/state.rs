//! One state of the search ([SL-CPA] §5.2): the call stack, Σs * Σh, Π, and the inputs that were asked for.

use crate::abduce::Open;
use crate::executor::Executor;
use base::{Span, Symbol};
use smt::TermId;
use std::rc::Rc;
pub(crate) use symexec::Kind;
use symexec::{ArgumentOf, StateOf};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    pub(crate) kind: Kind,
    /// Where it was allocated or declared.
    pub(crate) span: Span,
    pub(crate) name: Option<Symbol>,
    /// Defined outside the program: what was not written is arbitrary.
    pub(crate) external: bool,
    pub(crate) before: Before,
}

/// What is known of the content that a segment had when the function was called that is checked on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Before {
    /// What the segment holds is what the path wrote, or how the program begins.
    Known,
    /// What was not written is what the caller left there.
    Chosen,
    /// What was not written may have been changed by a function that is defined nowhere.
    Foreign,
    /// A variable that the program never writes: it holds what it was initialised with, unless others write it.
    Assumed,
}

/// What a state keeps beside what all engines do.
#[derive(Clone, Debug)]
pub(crate) struct Own {
    /// No decision depended on where a block lies: a run with these inputs goes the same way.
    pub(crate) exact: bool,
    /// What was found out about the precondition, if one function is executed from any state.
    pub(crate) open: Option<Rc<Open>>,
    /// Values of the caller that a function's result has to be related to, if the function is executed for all its callers.
    pub(crate) shared: Rc<Vec<TermId>>,
}

impl sl::Site for Origin {
    fn is_like(&self, other: &Origin) -> bool {
        self.kind == other.kind && self.external == other.external && self.before == other.before
    }
}

pub(crate) type State = StateOf<'static, Executor<'static>>;

pub(crate) type ArgValue = ArgumentOf<'static, Executor<'static>>;
