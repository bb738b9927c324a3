//! What the machine is asked to do, and what it answers.

use ::engine::AnalysisOptions;
use base::Span;
use verdict::{Assumption, Finding, Input, PropertySet, UnknownReason};

/// What stops a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Everything undefined, and every error the program reports.
    Run,
    /// Only violations of these properties are findings. Without `no-uninit`, an uninitialised value is one more input;
    /// without `no-overflow`, signed arithmetic wraps; any other undefined behaviour makes the answer unknown.
    Check(PropertySet),
}

#[derive(Clone, Debug)]
pub struct Options {
    pub mode: Mode,
    /// If `malloc` may fail, whether an allocation succeeds is one more input.
    pub analysis: AnalysisOptions,
    /// A new block gets the address of the block of its size that was freed last. Otherwise all blocks have addresses of
    /// their own.
    pub reuse_addresses: bool,
    /// The program's name and arguments; `None` means that they are not determined.
    pub args: Option<Vec<Vec<u8>>>,
    /// Where bytes of the standard input come from, if not from the inputs.
    pub standard_input: Option<fn() -> i128>,
    /// Strings of the form `NAME=value`.
    pub env: Vec<Vec<u8>>,
    /// On a finding, run again to collect the way there.
    pub trace: bool,
}

impl Options {
    pub fn run() -> Options {
        Options {
            mode: Mode::Run,
            analysis: AnalysisOptions::default(),
            reuse_addresses: false,
            args: Some(vec![b"program".to_vec()]),
            standard_input: None,
            env: Vec::new(),
            trace: true,
        }
    }

    pub fn check(properties: PropertySet) -> Options {
        Options { mode: Mode::Check(properties), args: None, ..Options::run() }
    }

    /// Leaves out what the user does not want to hear of.
    pub fn without_ignored(&self, findings: Vec<Finding>) -> Vec<Finding> {
        findings.into_iter().filter(|f| !self.analysis.is_ignored(f.kind, f.span)).collect()
    }
}

/// What a nondeterministic input may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InputRequest {
    /// The C type's name.
    pub ty: &'static str,
    /// The range of an integer input; floats are asked for by their bits.
    pub min: i128,
    pub max: i128,
    pub span: Span,
}

/// Where nondeterministic inputs come from.
pub enum Inputs<'a> {
    /// Nowhere: the first input that is needed ends the run with `Unknown(Nondeterminism)`.
    None,
    /// From a list; values outside the asked range wrap into the type.
    Replay(Vec<i128>),
    /// From a generator that gives the same values for the same seed.
    Seed(u64),
    /// From the caller; `None` ends the run as an exhausted list does.
    Callback(Box<dyn FnMut(&InputRequest) -> Option<i128> + 'a>),
}

impl std::fmt::Debug for Inputs<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Inputs::None => write!(f, "None"),
            Inputs::Replay(values) => write!(f, "Replay({values:?})"),
            Inputs::Seed(seed) => write!(f, "Seed({seed})"),
            Inputs::Callback(_) => write!(f, "Callback"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    Output,
    Errors,
}

/// Where the program's output goes.
pub trait Output {
    fn write(&mut self, stream: Stream, bytes: &[u8]);
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discard;

impl Output for Discard {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}

/// Keeps what is written, both streams in one.
impl Output for Vec<u8> {
    fn write(&mut self, _: Stream, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// `main` returned or `exit` was called. What is still allocated is in [`RunResult::leaks`].
    Exited(i32),
    /// `abort`, a trap, or (if nobody asked for them) a failed assertion or a reached error.
    Aborted(Span),
    /// A `__VERIFIER_assume` does not hold: the run does not count.
    AssumptionFailed(Span),
    Finding(Box<Finding>),
    Unknown(UnknownReason),
}

#[derive(Clone, Debug)]
pub struct RunResult {
    pub exit: Exit,
    /// Blocks that were lost, or not freed, at the program's end: one finding per allocation site and kind.
    pub leaks: Vec<Finding>,
    /// The values given to nondeterministic inputs, in order: replaying them repeats the run.
    pub inputs: Vec<Input>,
    pub assumptions: Vec<Assumption>,
    pub steps: u64,
    pub peak_objects: u64,
}
