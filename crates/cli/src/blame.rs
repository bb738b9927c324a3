//! Findings inside of the shipped models are the business of whoever called the library function.

use crate::driver::Input;
use base::Span;
use verdict::{Finding, Step, StepKind};

/// Moves findings, and the places their blocks come from, out of the shipped models to the calls in the program.
pub fn callers(findings: &mut [Finding], input: &Input) {
    let in_model = |span: Span| input.map.locate(span).is_some_and(|l| l.file.starts_with("<model "));
    for finding in findings {
        let steps = &finding.trace.steps;
        if in_model(finding.span)
            && let Some(call) = enclosing_call(steps, &in_model)
        {
            finding.span = call;
        }
        let Some(block) = &mut finding.block else { continue };
        let moved = |place: Span| {
            let step = steps.iter().rposition(|step| step.span == place)?;
            enclosing_call(&steps[..step], &in_model)
        };
        if in_model(block.allocated) {
            block.allocated = moved(block.allocated).unwrap_or(block.allocated);
        }
        if let Some(freed) = block.freed.filter(|&s| in_model(s)) {
            block.freed = moved(freed).or(block.freed);
        }
    }
}

/// The innermost call in the program's own text that has not returned where the steps end.
fn enclosing_call(steps: &[Step], in_model: &impl Fn(Span) -> bool) -> Option<Span> {
    let mut returned = 0usize;
    for step in steps.iter().rev() {
        match step.kind {
            StepKind::Return { .. } => returned += 1,
            StepKind::Call { .. } if returned > 0 => returned -= 1,
            StepKind::Call { .. } if !in_model(step.span) => return Some(step.span),
            _ => {}
        }
    }
    None
}
