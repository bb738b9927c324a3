//! Findings inside of the shipped models are the business of whoever called the library function.

use crate::driver::Input;
use base::{Span, Symbol};
use ir::{FunctionBody, Program};
use std::collections::BTreeSet;
use verdict::{Finding, Step, StepKind, Trace};

/// Moves findings, the places their blocks come from and the steps that lead to them out of the shipped models to the calls in the
/// program.
pub fn callers(findings: &mut [Finding], program: &Program, input: &Input) {
    let in_model = |span: Span| input.map.locate(span).is_some_and(|l| l.file.starts_with("<model "));
    for finding in findings.iter_mut() {
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
    let models: BTreeSet<Symbol> = program
        .functions
        .iter()
        .filter(|f| matches!(f.body, FunctionBody::Defined(_)) && in_model(f.span))
        .map(|f| f.name)
        .collect();
    if !models.is_empty() {
        for finding in findings {
            leave_models(&mut finding.trace, &models, &in_model);
        }
    }
}

/// A library function allocates and frees where it is called; how it goes about it is not shown.
fn leave_models(trace: &mut Trace, models: &BTreeSet<Symbol>, in_model: &impl Fn(Span) -> bool) {
    let mut call: Option<(Span, u32)> = None;
    let mut kept = Vec::with_capacity(trace.steps.len());
    let mut omitted_at = trace.omitted_at;
    for (i, mut step) in std::mem::take(&mut trace.steps).into_iter().enumerate() {
        let inside = in_model(step.span);
        let keep = match step.kind {
            StepKind::Call { function } if models.contains(&function) => {
                if !inside {
                    call = Some((step.span, step.depth.saturating_sub(1)));
                }
                false
            }
            StepKind::Return { function } if models.contains(&function) => false,
            StepKind::Allocate { .. } | StepKind::Free if inside => {
                if let Some(call) = call {
                    (step.span, step.depth) = call;
                }
                true
            }
            // What was read from outside is part of the run.
            StepKind::Input { .. } => true,
            _ => !inside,
        };
        if keep {
            kept.push(step);
        } else if i < trace.omitted_at {
            omitted_at -= 1;
        }
    }
    trace.steps = kept;
    trace.omitted_at = omitted_at;
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
