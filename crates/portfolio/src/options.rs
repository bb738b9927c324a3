//! What the caller says and hears.

use crate::registry::{Engines, Entry};
use ::engine::{Disagreement, Evidence, ProgressCounters};
use ir::FuncId;
use std::sync::{Arc, Mutex, MutexGuard};
use verdict::Outcome;

/// Who is asked, what is wanted besides the verdict, and what the caller knows of the process.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub engines: Engines,
    pub evidence: Evidence,
    /// Bytes of memory that the process has in use.
    pub resident: Option<fn() -> Option<u64>>,
    /// Whether the user wants the answer now. Asked only when the work takes longer than an instant.
    pub interrupt: Option<fn() -> bool>,
    /// The process exits with the answer: engines need not take the time to give back what they hold.
    pub exits_with_answer: bool,
    pub activity: Option<Arc<Activity>>,
}

/// What goes on, for whoever looks from outside.
#[derive(Debug, Default)]
pub struct Activity {
    running: Mutex<Vec<&'static str>>,
    /// One per engine, in the order in which they were first started.
    counters: Mutex<Vec<(&'static str, Arc<ProgressCounters>)>>,
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}

impl Activity {
    /// The engines that run.
    pub fn engines(&self) -> Vec<&'static str> {
        let mut all = held(&self.running).clone();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// How many states all engines have looked at, and the function that one of them is in.
    pub fn states(&self) -> (u64, Option<FuncId>) {
        let counters = held(&self.counters);
        let states = counters.iter().map(|(_, counters)| counters.states()).sum();
        (states, counters.iter().find_map(|(_, counters)| counters.function()))
    }

    pub(crate) fn begin(&self, entry: &Entry) -> Arc<ProgressCounters> {
        let name = entry.engine.name();
        held(&self.running).push(name);
        let mut all = held(&self.counters);
        if let Some((_, known)) = all.iter().find(|(other, _)| *other == name) {
            return Arc::clone(known);
        }
        let counters = Arc::<ProgressCounters>::default();
        all.push((name, Arc::clone(&counters)));
        counters
    }

    pub(crate) fn end(&self, entry: &Entry) {
        let mut running = held(&self.running);
        if let Some(at) = running.iter().position(|name| *name == entry.engine.name()) {
            running.swap_remove(at);
        }
    }
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub outcome: Outcome,
    /// What engines found and the concrete machine did not: bugs of ours, not of the program.
    pub disagreements: Vec<Disagreement>,
}
