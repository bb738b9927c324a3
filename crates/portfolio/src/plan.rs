//! The schedule, as data: when each stage of an engine is started, and what it may take.

use engine_hunt::PathSearch;
use engine_sl::SeparationLogic;
use interp::ConcreteMachine;
use std::time::Duration;

/// Statements that the concrete machine may execute before anybody else is asked: a program without inputs that ends by
/// then is decided exactly and at once. Most such programs are that short, and it takes less time than to read the program.
const FIRST_STEPS: u64 = 4_000;
/// Those that it may execute, in a few milliseconds, when the lead takes longer than its head start; longer runs wait.
const BRIEF_STEPS: u64 = 200_000;
/// A long concrete run begins when the lead has not answered by then.
const LONG_RUN_WAITS: Duration = Duration::from_millis(800);
/// What the lead decides by then costs no other engine's work.
pub(crate) const HEAD_START: Duration = Duration::from_millis(30);
/// As long as the lead works, the throttled engines do so for this percentage of the time that passes after its head start, so
/// that a proof costs little more than the lead alone; a lead that takes longer than this, or a quarter of all the time, has no such right.
pub(crate) const THROTTLE_PERCENT: u64 = 18;
pub(crate) const THROTTLED: Duration = Duration::from_secs(10);
pub(crate) const THROTTLED_PART: u32 = 4;
/// When the lead has taken this part of the time, the others have as many threads as there are cores: what is looked for last beside it
/// would not begin otherwise.
pub(crate) const LEAD_ALONE_PART: u32 = 2;
/// A share of the time is one of this, if there is no limit of the time.
pub(crate) const UNLIMITED: Duration = Duration::from_secs(20);

/// One stage of an engine: when it is started, and what it may take.
#[derive(Clone, Copy, Debug)]
pub struct Phase {
    /// An index into [`engine::Engine::stages`].
    pub stage: usize,
    pub start: Start,
    /// The part of the remaining time that it may take.
    pub share: Share,
    /// Beside others it ends after so many steps.
    pub steps: Option<u64>,
    /// Work that ran out of these steps begins again, without that limit, when so much time has passed since the start of the
    /// lead.
    pub resumes_after: Option<Duration>,
    /// Beside others it gets the memory divided by this.
    pub memory_divisor: u64,
    /// When the process has this much memory in use, it is cancelled.
    pub memory_limit: MemoryLimit,
    /// While the lead works, all throttled phases together work for a small part of the time.
    pub throttled: bool,
}

/// When a phase is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Before all others, on the calling thread.
    First,
    /// When the first phases gave no answer, on the calling thread. Others wait for its head start.
    Lead,
    /// When the lead has had its head start, on one of the other cores: lower ranks first.
    Beside { rank: u8, after: AfterFirst },
}

/// How the engine's own first phase must have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterFirst {
    Any,
    /// It ran out of its steps.
    OutOfSteps,
    /// What happens depends on inputs, addresses or undefined behaviour.
    MetInputs,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// If no other engine is asked; `None` if the phase is left out then.
    pub alone: Option<f64>,
    pub beside: f64,
    /// On more than two cores.
    pub many_cores: f64,
}

impl Share {
    const WHOLE: Share = Share { alone: Some(1.0), beside: 1.0, many_cores: 1.0 };
    const NOT_ALONE: Share = Share { alone: None, ..Share::WHOLE };
}

/// Percent of the memory at which a phase ends. What an ended engine gives back is used again by the next one of its thread and
/// seldom leaves the process, so that these are thresholds of a growing number: who takes most goes first, and without it the
/// others may still get to their end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MemoryLimit {
    /// For searches that keep all paths that are not finished.
    Early,
    /// For all that only look for violations.
    Middle,
    Late,
}

impl MemoryLimit {
    pub(crate) const ALL: [MemoryLimit; 3] = [MemoryLimit::Early, MemoryLimit::Middle, MemoryLimit::Late];

    pub(crate) fn percent(self) -> u64 {
        match self {
            MemoryLimit::Early => 55,
            MemoryLimit::Middle => 75,
            MemoryLimit::Late => 90,
        }
    }
}

const PLAIN: Phase = Phase {
    stage: 0,
    start: Start::Beside { rank: 2, after: AfterFirst::Any },
    share: Share { alone: Some(1.0), beside: 0.5, many_cores: 1.0 },
    steps: None,
    resumes_after: None,
    memory_divisor: 1,
    memory_limit: MemoryLimit::Middle,
    throttled: true,
};

/// For an engine without tuned numbers of its own: it runs beside the lead.
pub const BESIDE: &[Phase] = &[PLAIN];

/// Invariants take a while to be found, and a search for them that is cut off has nothing to show; when it ends, the longest path search is
/// often all that is left to do.
pub(crate) const INVARIANTS: &[Phase] =
    &[Phase { share: Share { alone: Some(1.0), beside: 0.7, many_cores: 1.0 }, ..PLAIN }];

/// For an engine that decides few programs that no other one does: it runs when all others have begun, and for a small part of the time.
pub(crate) const LATE: &[Phase] = &[Phase {
    start: Start::Beside { rank: 4, after: AfterFirst::Any },
    share: Share { alone: Some(1.0), beside: 0.2, many_cores: 0.5 },
    memory_limit: MemoryLimit::Early,
    memory_divisor: 2,
    ..PLAIN
}];

/// A proof with predicates takes some milliseconds where there is one, and is looked for first, for two seconds at most; paths are left to
/// the others for long.
pub(crate) const PREDICATES: &[Phase] = &[
    Phase {
        stage: SeparationLogic::PREDICATES,
        start: Start::Beside { rank: 0, after: AfterFirst::Any },
        share: Share { alone: None, beside: 0.2, many_cores: 0.5 },
        // It ends soon, and little of it is left when it only works now and then.
        throttled: false,
        ..PLAIN
    },
    LATE[0],
];

/// A brief run at first; beside others the same run for longer, or some in which all inputs are alike.
pub(crate) const EXECUTION: &[Phase] = &[
    Phase {
        stage: ConcreteMachine::ONLY_RUN,
        start: Start::First,
        share: Share::WHOLE,
        steps: Some(FIRST_STEPS),
        ..BRIEF_EXECUTION
    },
    Phase {
        stage: ConcreteMachine::ONLY_RUN,
        start: Start::Beside { rank: 0, after: AfterFirst::OutOfSteps },
        ..BRIEF_EXECUTION
    },
    Phase {
        stage: ConcreteMachine::SAME_INPUTS,
        start: Start::Beside { rank: 0, after: AfterFirst::MetInputs },
        ..BRIEF_EXECUTION
    },
];

const BRIEF_EXECUTION: Phase = Phase {
    share: Share::NOT_ALONE,
    steps: Some(BRIEF_STEPS),
    resumes_after: Some(LONG_RUN_WAITS),
    // The program may take this part of the memory while others work.
    memory_divisor: 3,
    throttled: false,
    ..PLAIN
};

/// The engine that proves most programs at once.
pub(crate) const LEAD: &[Phase] = &[Phase {
    start: Start::Lead,
    share: Share::WHOLE,
    memory_limit: MemoryLimit::Late,
    throttled: false,
    ..PLAIN
}];

/// In the order in which they run if nobody else is asked. What short paths show is found at once; the breadth-first search
/// may exhaust the program; long paths take the rest.
pub(crate) const SEARCHES: &[Phase] = &[
    Phase {
        stage: PathSearch::BREADTH_FIRST,
        start: Start::Beside { rank: 2, after: AfterFirst::Any },
        share: Share { alone: Some(0.6), beside: 0.75, many_cores: 1.0 },
        memory_limit: MemoryLimit::Early,
        ..PLAIN
    },
    Phase {
        stage: PathSearch::SHORT_PATHS,
        start: Start::Beside { rank: 1, after: AfterFirst::Any },
        share: Share { alone: Some(0.3), beside: 0.12, many_cores: 0.12 },
        ..PLAIN
    },
    Phase {
        stage: PathSearch::LONG_PATHS,
        start: Start::Beside { rank: 3, after: AfterFirst::Any },
        share: Share::WHOLE,
        ..PLAIN
    },
];
