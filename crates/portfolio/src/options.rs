//! What the caller says and hears.

use absint::Sight;
use engine_hunt::Disagreement;
use ir::FuncId;
use std::sync::{Arc, Mutex};
use verdict::Outcome;

/// Who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Engine {
    #[default]
    Auto,
    Interp,
    Smg,
    Hunt,
}

/// What the caller wants, and what it knows of the process.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub engine: Engine,
    pub malloc_may_fail: bool,
    pub strict_externals: bool,
    /// A block that variables hold is lost when their scope ends, rather than when they are read for the last time.
    pub lost_with_scope: bool,
    pub evidence: engine_smg::Evidence,
    /// Bytes of memory that the process has in use.
    pub resident: Option<fn() -> Option<u64>>,
    /// Whether the user wants the answer now. Asked only when the work takes longer than an instant.
    pub interrupt: Option<fn() -> bool>,
    /// The process ends with the answer: engines need not take the time to give back what they hold.
    pub leaving: bool,
    pub activity: Option<Arc<Activity>>,
}

/// What goes on, for whoever looks from outside.
#[derive(Debug, Default)]
pub struct Activity {
    running: Mutex<Vec<&'static str>>,
    pub(crate) hunters: Arc<Sight>,
    pub(crate) verifier: Arc<Sight>,
}

impl Activity {
    /// The engines that run.
    pub fn engines(&self) -> Vec<&'static str> {
        let mut all = self.running.lock().unwrap_or_else(|e| e.into_inner()).clone();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// How many states the hunters have looked at, and the function that one of them is in.
    pub fn hunted(&self) -> (u64, Option<FuncId>) {
        (self.hunters.states(), self.hunters.function())
    }

    /// How many states the verifier has looked at, and the function that it is in.
    pub fn verified(&self) -> (u64, Option<FuncId>) {
        (self.verifier.states(), self.verifier.function())
    }

    pub(crate) fn begins(&self, engine: &'static str) {
        self.running.lock().unwrap_or_else(|e| e.into_inner()).push(engine);
    }

    pub(crate) fn ends(&self, engine: &'static str) {
        let mut running = self.running.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(at) = running.iter().position(|r| *r == engine) {
            running.swap_remove(at);
        }
    }
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub outcome: Outcome,
    /// What hunters found and the concrete machine did not: bugs of ours, not of the program.
    pub disagreements: Vec<Disagreement>,
}
