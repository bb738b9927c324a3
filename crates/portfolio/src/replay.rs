//! Confirmation: a hunter's inputs, executed by the concrete machine, must show the same violation.

use absint::Budget;
use engine_hunt::{Candidate, Confirmation};
use interp::{Discard, Exit, Inputs};
use ir::Program;
use verdict::{Finding, FindingKind};

/// A run that repeats a hunter's path is not much longer than the path.
const STEPS: u64 = 50_000_000;

/// Executes the program with the candidate's inputs.
pub fn confirm(
    program: &Program,
    options: &interp::Options,
    budget: &Budget<'_>,
    candidate: &Candidate,
) -> Confirmation {
    let budget = Budget { steps: budget.steps.min(STEPS), ..*budget };
    let inputs = Inputs::Replay(candidate.inputs.clone());
    let result = interp::run(program, options, inputs, &mut Discard, &budget);
    let same = |finding: &Finding| {
        let place = match finding.kind {
            // The machine says where the block was lost, the hunter where it was allocated.
            FindingKind::MemoryLeak => {
                finding.block.as_ref().map_or(finding.span, |block| block.allocated) == candidate.span
                    || finding.span == candidate.span
            }
            _ => finding.span == candidate.span,
        };
        place && finding.kind == candidate.kind
    };
    let instead = match result.exit {
        Exit::Finding(finding) if same(&finding) => {
            return Confirmation::Confirmed(vec![*finding], result.assumptions);
        }
        Exit::Finding(finding) => format!("{} at another place or of another kind", finding.kind.name()),
        Exit::Unknown(reason) => reason.message,
        Exit::AssumptionFailed(_) => "an assumption of the program does not hold".to_owned(),
        Exit::Exited(_) | Exit::Aborted(_) => {
            if result.leaks.iter().any(same) {
                return Confirmation::Confirmed(result.leaks, result.assumptions);
            }
            match result.leaks.first() {
                Some(leak) => format!("{} at another place", leak.kind.name()),
                None => "the run ends and nothing goes wrong".to_owned(),
            }
        }
    };
    Confirmation::Refused(instead)
}
