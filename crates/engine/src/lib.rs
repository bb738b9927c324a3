//! The interface of engines. An [`Engine`] gets a [`Task`] (a program or one function of it, the properties, the options of
//! the analysis) and a [`Context`] (what it may cost, who is told of its progress, which evidence is wanted), and answers
//! with a [`verdict::Outcome`]: one verdict per property.
//!
//! Engines know nothing of each other. They help each other through data: what one proves under a condition another may
//! show ([`verdict::Condition`]), lemmas go through the [`Store`], and a [`Candidate`] for a violation is confirmed by
//! whoever the context names ([`Confirm`]).
//!
//! Architecture invariant: this crate knows no engine, starts no thread and looks at no clock but in [`Budget`] and
//! [`Throttle`], when an engine polls them.

mod budget;
mod candidate;
mod delayed;
mod functions;
mod options;
mod place;
mod progress;
mod store;
mod throttle;
mod unreachable;

pub use budget::Budget;
pub use candidate::{Candidate, Confirm, Confirmation, Disagreement};
pub use delayed::DelayedStart;
pub use functions::{CheckFunctions, Exported, FunctionReport, FunctionTask, Precondition, RunHarness};
pub use options::{AllocationCheck, AnalysisOptions, Ignored, InvariantDomain};
pub use place::{Point, loop_heads, plots, span_of};
pub use progress::ProgressCounters;
pub use store::Store;
pub use throttle::Throttle;

use facts::Facts;
use ir::{FuncId, Program};
use std::sync::Arc;
use verdict::{Outcome, Property, PropertySet};

/// What is known of an engine before it runs.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// What users, reports and tests call it.
    pub name: &'static str,
    /// What it is for, in one line.
    pub summary: &'static str,
    pub roles: Roles,
    /// The ways in which it can be run, by name; [`Context::stage`] is an index into them. Most engines have one.
    pub stages: &'static [&'static str],
    /// Whether it fills [`Outcome::shapes`] for the points of [`Evidence::shapes_at`].
    pub describes_memory: bool,
    /// The constants that `--tune` can set ([`AnalysisOptions::tuning`]), each with what it is.
    pub tuning: &'static [(&'static str, &'static str)],
}

impl About {
    pub const fn new(name: &'static str, summary: &'static str, roles: Roles) -> About {
        About { name, summary, roles, stages: &["whole"], describes_memory: false, tuning: &[] }
    }
}

/// An engine: one value per engine, without state of its own.
pub trait Engine: Sync {
    fn about(&self) -> &'static About;

    fn name(&self) -> &'static str {
        self.about().name
    }

    fn supports(&self, task: &Task) -> Support;

    fn run(&self, task: &Task, context: &Context<'_>) -> Outcome;

    /// How it checks single functions, if it does.
    fn functions(&self) -> Option<&dyn CheckFunctions> {
        None
    }
}

impl std::fmt::Debug for dyn Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Engine({})", self.name())
    }
}

/// What an engine's answers can be: a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Roles(u8);

impl Roles {
    /// It executes the program: whatever it answers is exact.
    pub const DECIDES: Roles = Roles(1);
    /// Its proofs cover all runs.
    pub const PROVES: Roles = Roles(2);
    /// Its findings come with a run that shows them.
    pub const FINDS: Roles = Roles(4);

    pub const fn and(self, other: Roles) -> Roles {
        Roles(self.0 | other.0)
    }

    pub fn contains(self, other: Roles) -> bool {
        self.0 & other.0 == other.0
    }

    /// The roles in words.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        [(Roles::DECIDES, "decides exactly"), (Roles::PROVES, "proves"), (Roles::FINDS, "finds")]
            .into_iter()
            .filter(move |(role, _)| self.contains(*role))
            .map(|(_, word)| word)
    }
}

/// Whether an engine can do something with a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Support {
    Full,
    /// It may come to an answer, but not on everything; why.
    Partial(Vec<String>),
    /// It need not be asked; why.
    No(Vec<String>),
}

/// What is to be checked; clones share the program and the facts about it.
#[derive(Clone, Debug)]
pub struct Task {
    pub facts: Arc<Facts<'static>>,
    pub scope: Scope,
    pub properties: PropertySet,
    pub options: AnalysisOptions,
}

/// Which runs are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Scope {
    /// Those of the whole program, from its entry.
    #[default]
    Program,
    /// Those of one function, from any state in which it may be called.
    Function(FuncId),
}

impl Task {
    /// The runs of the whole program.
    pub fn new(program: &Arc<Program>, properties: PropertySet, options: AnalysisOptions) -> Task {
        Task { facts: Arc::new(Facts::new(program)), scope: Scope::Program, properties, options }
    }

    pub fn program(&self) -> &Program {
        self.facts.program()
    }

    /// The support of an engine that begins at the program's entry and takes what has no value as any value.
    pub fn needs_initialised_values(&self) -> Support {
        if self.properties.iter().all(|p| p == Property::NoUninit) {
            return Support::No(vec!["it does not follow which values are initialised".to_owned()]);
        }
        self.needs_whole_program()
    }

    /// The support of an engine that begins at the program's entry and knows nothing else.
    pub fn needs_whole_program(&self) -> Support {
        match self.scope {
            Scope::Program => Support::Full,
            Scope::Function(_) => {
                Support::No(vec!["it looks at runs from `main` only, not at a single function".to_owned()])
            }
        }
    }
}

/// How a task is worked on.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Which of the engine's stages is asked for.
    pub stage: usize,
    pub budget: Budget<'a>,
    /// Told of every state that is taken up.
    pub progress: Option<&'a Arc<ProgressCounters>>,
    /// Polled by an engine that must not take all the time there is.
    pub throttle: Option<&'a Arc<Throttle>>,
    pub evidence: &'a Evidence,
    pub confirm: &'a dyn Confirm,
    pub store: &'a Store,
}

impl std::fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context")
            .field("stage", &self.stage)
            .field("budget", &self.budget)
            .field("evidence", &self.evidence)
            .finish_non_exhaustive()
    }
}

/// What is wanted besides the verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The invariants that a proof rests on.
    pub invariants: bool,
    /// The invariants are checked by a second pass: one that does not hold up makes the answer unknown.
    pub recheck: bool,
    /// What the memory may look like at these points.
    pub shapes_at: Vec<Point>,
}
