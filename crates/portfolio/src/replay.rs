//! Confirmation: a candidate's inputs, executed by the concrete machine, must show the same violation.

use ::engine::{Budget, Candidate, Confirm, Confirmation, Disagreement, Task};
use base::{FxHashSet, Span};
use interp::{Discard, Exit, Inputs, RunResult};
use ir::{Callee, FunctionBody, Intrinsic, Program, TerminatorKind};
use std::sync::Mutex;
use verdict::{Assumption, FILE_INPUT, Finding, FindingKind, Input, Property, STANDARD_INPUT, UnknownKind};

/// A run that repeats a path is not much longer than the path.
const STEPS: u64 = 50_000_000;
/// Runs that are spent on inputs that are easier to read; longer runs are left as they are.
const SIMPLER_RUNS: usize = 60;
const SIMPLER_STEPS: u64 = 20_000;
/// Runs up to this length are repeated with blocks at other addresses, if they do not show what they should.
const REPEATED_STEPS: u64 = 1_000_000;
/// Numbers up to this size are simple enough.
const SIMPLE: i128 = 9;
/// What stands in a text where anything may.
const LETTER: i128 = b'a' as i128;

/// Executes the candidates of one engine on the concrete machine.
#[derive(Debug)]
pub struct Replay<'a> {
    pub task: &'a Task,
    /// Whose candidates they are.
    pub engine: &'static str,
    pub budget: Budget<'a>,
    /// Where candidates are kept that the machine does not confirm.
    pub disagreements: &'a Mutex<Vec<Disagreement>>,
}

impl Confirm for Replay<'_> {
    fn confirm(&self, candidate: &Candidate) -> Confirmation {
        let options = interp::Options::of_task(self.task);
        let budget = Budget { steps: self.budget.steps.min(STEPS), ..self.budget };
        let replay = Attempt { program: self.task.program(), options: &options, budget, candidate };
        let confirmation = replay.confirm();
        if let Confirmation::Refused(instead) = &confirmation
            && candidate.is_exact
        {
            let (candidate, instead) = (candidate.clone(), instead.clone());
            let disagreement = Disagreement { engine: self.engine, candidate, instead };
            self.disagreements.lock().unwrap_or_else(|e| e.into_inner()).push(disagreement);
        }
        confirmation
    }
}

/// One candidate.
struct Attempt<'a> {
    program: &'a Program,
    options: &'a interp::Options,
    budget: Budget<'a>,
    candidate: &'a Candidate,
}

impl Attempt<'_> {
    fn confirm(&self) -> Confirmation {
        let first = self.run(self.candidate.inputs.clone(), false);
        if !self.shows(&first) {
            if let Some(elsewhere) = self.elsewhere(&first) {
                return elsewhere;
            }
            return match first.exit {
                Exit::Unknown(reason) if is_out_of_budget(reason.kind) => {
                    Confirmation::OutOfBudget(reason.kind, reason.message)
                }
                _ => Confirmation::Refused(instead(first)),
            };
        }
        if self.is_ignored_leak(&first) {
            return Confirmation::Ignored;
        }
        // Nobody repeats a run that rests on what was made up.
        let mut inputs = match crate::invented::reason(self.program, &first.assumptions) {
            Some(_) => self.candidate.inputs.clone(),
            None => self.simpler(&first),
        };
        let mut result = self.run(inputs.clone(), true);
        if !self.shows(&result) {
            // The time ran out meanwhile: what is confirmed stays so.
            inputs = self.candidate.inputs.clone();
            result = first;
        }
        let findings = match result.exit {
            Exit::Finding(finding) => vec![self.uninitialised(&inputs).unwrap_or(*finding)],
            _ => result.leaks,
        };
        let findings = self.options.without_ignored(findings);
        if findings.is_empty() {
            return Confirmation::Ignored;
        }
        match crate::invented::reason(self.program, &result.assumptions) {
            Some(reason) => Confirmation::Doubtful(findings, result.assumptions, reason),
            None => Confirmation::Confirmed(findings, result.assumptions),
        }
    }

    /// Other blocks may be equal where a new one lies where another was freed: what happens may depend on that.
    fn elsewhere(&self, first: &RunResult) -> Option<Confirmation> {
        if self.options.reuse_addresses || first.steps > REPEATED_STEPS {
            return None;
        }
        let options = interp::Options { reuse_addresses: true, ..self.options.clone() };
        let attempt = Attempt { options: &options, budget: self.budget, ..*self };
        let result = attempt.run(self.candidate.inputs.clone(), false);
        let matters = result.assumptions.contains(&Assumption::AddressesReused) && attempt.shows(&result);
        matters.then(|| attempt.confirm())
    }

    /// Whether the run loses only blocks that the user does not want to hear of; where they are lost takes another run. Many
    /// paths may lose the same block, so this comes before the search for simpler inputs.
    fn is_ignored_leak(&self, first: &RunResult) -> bool {
        if self.options.analysis.ignored.is_none() || first.leaks.is_empty() {
            return false;
        }
        let traced = self.run(self.candidate.inputs.clone(), true);
        self.shows(&traced) && self.options.without_ignored(traced.leaks).is_empty()
    }

    fn run(&self, inputs: Vec<i128>, trace: bool) -> RunResult {
        let options = interp::Options { trace, ..self.options.clone() };
        interp::run(self.program, &options, Inputs::Replay(inputs), &mut Discard, &self.budget)
    }

    /// Whether the finding is what the candidate says, where it says so.
    fn is_same(&self, finding: &Finding) -> bool {
        let place = match finding.kind {
            // The machine says where the block was lost, the candidate where it was allocated.
            FindingKind::MemoryLeak => {
                finding.block.as_ref().map_or(finding.span, |block| block.allocated) == self.candidate.span
                    || finding.span == self.candidate.span
            }
            _ => finding.span == self.candidate.span,
        };
        place && finding.kind == self.candidate.kind
    }

    fn shows(&self, result: &RunResult) -> bool {
        match &result.exit {
            Exit::Finding(finding) => self.is_same(finding),
            Exit::Exited(_) | Exit::Aborted(_) => result.leaks.iter().any(|leak| self.is_same(leak)),
            Exit::AssumptionFailed(_) | Exit::Unknown(_) => false,
        }
    }

    /// Inputs that show the same, with small numbers and plain letters where any would do.
    fn simpler(&self, first: &RunResult) -> Vec<i128> {
        let mut inputs = self.candidate.inputs.clone();
        if first.steps > SIMPLER_STEPS {
            return inputs;
        }
        let mut runs = 0;
        let text = self.text(&first.inputs);
        let is_text = |index: usize| text.get(index).copied().unwrap_or(false);
        // Most often the contents of a text do not matter, and one run is enough.
        let strange = |inputs: &[i128], i: usize| is_text(i) && !is_plain(inputs[i]);
        let with_letters: Vec<i128> =
            (0..inputs.len()).map(|i| if strange(&inputs, i) { LETTER } else { inputs[i] }).collect();
        if with_letters != inputs {
            runs += 1;
            if self.shows_soon(with_letters.clone()) {
                inputs = with_letters;
            }
        }
        for index in 0..inputs.len() {
            let old = inputs[index];
            // What uninitialised memory holds is not given by anybody.
            let is_simple = match is_text(index) {
                true => is_plain(old),
                false => (0..=SIMPLE).contains(&old),
            };
            if is_simple || self.is_uninitialised(index) {
                continue;
            }
            let simple: &[i128] = if is_text(index) { &[LETTER] } else { &[0, 1, 2, -1] };
            for &new in simple {
                if runs == SIMPLER_RUNS {
                    return inputs;
                }
                if new == old {
                    break;
                }
                runs += 1;
                inputs[index] = new;
                if self.shows_soon(inputs.clone()) {
                    break;
                }
                inputs[index] = old;
            }
            self.smaller(&mut inputs, index, &mut runs);
        }
        inputs
    }

    /// Makes a large number as small as it may be between 2 and what it is, as if there were one limit.
    fn smaller(&self, inputs: &mut [i128], index: usize, runs: &mut usize) {
        let mut too_small = 2;
        let mut shown = inputs[index];
        if shown <= SIMPLE {
            return;
        }
        while shown - too_small > 1 && *runs < SIMPLER_RUNS {
            *runs += 1;
            inputs[index] = too_small + (shown - too_small) / 2;
            match self.shows_soon(inputs.to_vec()) {
                true => shown = inputs[index],
                false => too_small = inputs[index],
            }
        }
        inputs[index] = shown;
    }

    /// Whether a run with these inputs shows the same, and does not take much longer than one that is easy to read.
    fn shows_soon(&self, inputs: Vec<i128>) -> bool {
        let budget = Budget { steps: self.budget.steps.min(10 * SIMPLER_STEPS), ..self.budget };
        let attempt = Attempt { budget, ..*self };
        attempt.shows(&attempt.run(inputs, false))
    }

    /// Which inputs are bytes of a text: of the standard input, or of memory that is filled with anything.
    fn text(&self, inputs: &[Input]) -> Vec<bool> {
        let mut fills: FxHashSet<Span> = FxHashSet::default();
        for (_, _, body) in self.program.bodies() {
            for block in body.blocks.iter() {
                if let TerminatorKind::Call(call) = &block.terminator.kind
                    && let Callee::Direct(callee) = call.callee
                    && let FunctionBody::Intrinsic(Intrinsic::NondetMemory) =
                        self.program.functions[callee].body
                {
                    fills.insert(block.terminator.span);
                }
            }
        }
        let is_text = |input: &Input| {
            matches!(input.ty, STANDARD_INPUT | FILE_INPUT)
                || input.ty.ends_with("char") && fills.contains(&input.span)
        };
        inputs.iter().map(is_text).collect()
    }

    fn is_uninitialised(&self, index: usize) -> bool {
        self.candidate.uninitialised.get(index).copied().unwrap_or(false)
    }

    /// A pointer that was never written is worth saying so: the same run, in which such a value is an error of its own
    /// rather than one more input.
    fn uninitialised(&self, inputs: &[i128]) -> Option<Finding> {
        let interp::Mode::Check(mut properties) = self.options.mode else { return None };
        let given: Vec<i128> =
            (0..inputs.len()).filter(|&i| !self.is_uninitialised(i)).map(|i| inputs[i]).collect();
        if given.len() == inputs.len() {
            return None;
        }
        properties.insert(Property::NoUninit);
        let options = interp::Options { mode: interp::Mode::Check(properties), ..self.options.clone() };
        let result = interp::run(self.program, &options, Inputs::Replay(given), &mut Discard, &self.budget);
        match result.exit {
            Exit::Finding(finding)
                if finding.span == self.candidate.span
                    && finding.kind.property() == self.candidate.kind.property() =>
            {
                Some(*finding)
            }
            _ => None,
        }
    }
}

/// Whether a byte of a text, or its end, is easy to read.
fn is_plain(byte: i128) -> bool {
    // -1 is the end of the standard input.
    matches!(byte, 0 | -1)
        || byte == i128::from(b'\n')
        || (i128::from(b' ')..=i128::from(b'~')).contains(&byte)
}

fn is_out_of_budget(kind: UnknownKind) -> bool {
    matches!(
        kind,
        UnknownKind::TimeBudget
            | UnknownKind::MemoryBudget
            | UnknownKind::StepBudget
            | UnknownKind::Cancelled
    )
}

/// What a run shows that does not show what it should.
fn instead(result: RunResult) -> String {
    match result.exit {
        Exit::Finding(finding) => format!("{} at another place or of another kind", finding.kind.name()),
        Exit::Unknown(reason) => reason.message,
        Exit::AssumptionFailed(_) => "an assumption of the program does not hold".to_owned(),
        Exit::Exited(_) | Exit::Aborted(_) => match result.leaks.first() {
            Some(leak) => format!("{} at another place", leak.kind.name()),
            None => "the run ends and nothing goes wrong".to_owned(),
        },
    }
}
