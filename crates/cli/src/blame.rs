//! Findings inside of the shipped models are the business of whoever called the library function.

use crate::driver::Input;
use base::{Span, Symbol};
use ir::{FunctionBody, Program};
use std::collections::BTreeSet;
use verdict::picture::{Picture, Storage};
use verdict::{Finding, Outcome, Step, StepKind, Trace, UnknownReason, Verdict};

/// Moves findings, the places their blocks come from and the steps that lead to them out of the shipped models to the calls in the
/// program.
pub fn callers(findings: &mut [Finding], program: &Program, input: &Input) {
    // To locate the first place costs a walk through the whole text.
    if findings.is_empty() {
        return;
    }
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

/// Leaves the variables of the shipped models out of pictures: the program has none of these names.
pub fn variables<'p>(pictures: impl Iterator<Item = &'p mut Picture>, input: &Input) {
    for picture in pictures {
        picture.retain_objects(|object| {
            let from = input.map.locate(object.allocated).filter(|_| object.storage == Storage::Static);
            !from.is_some_and(|location| location.file.starts_with("<model "))
        });
    }
}

/// Moves the reasons why there is no answer out of the shipped models to a call in the program that leads there.
pub fn reasons(outcome: &mut Outcome, program: &Program, input: &Input) {
    let in_model = |span: Span| input.map.locate(span).is_some_and(|l| l.file.starts_with("<model "));
    let move_out = |reason: &mut UnknownReason| {
        if !in_model(reason.span) {
            return;
        }
        let calls = calls_that_lead_to(reason.span, program, &in_model);
        reason.span = calls.first().copied().unwrap_or(Span::NONE);
        if calls.len() > 1 {
            reason.message.push_str(&format!(" (one of {} calls)", calls.len()));
        }
    };
    outcome.attempts.iter_mut().for_each(|attempt| move_out(&mut attempt.reason));
    for property in outcome.verdicts.asked().iter() {
        if let Some(Verdict::Unknown(reason)) = outcome.verdicts.get(property)
            && in_model(reason.span)
        {
            let mut reason = reason.clone();
            move_out(&mut reason);
            outcome.verdicts.set([property].into_iter().collect(), Verdict::Unknown(reason));
        }
    }
}

/// The calls in the program's own text from which a place in a model can be reached, in the order of the text.
fn calls_that_lead_to(place: Span, program: &Program, in_model: &impl Fn(Span) -> bool) -> Vec<Span> {
    let holds_place = |body: &ir::Body| {
        body.blocks.iter().any(|block| {
            block.terminator.span == place || block.statements.iter().any(|statement| statement.span == place)
        })
    };
    let mut wanted: BTreeSet<ir::FuncId> =
        program.bodies().filter(|(_, _, body)| holds_place(body)).map(|(id, ..)| id).collect();
    let mut calls = BTreeSet::new();
    let mut work: Vec<ir::FuncId> = wanted.iter().copied().collect();
    while let Some(callee) = work.pop() {
        for (caller, _, body) in program.bodies() {
            for block in body.blocks.iter() {
                let span = block.terminator.span;
                let is_call = matches!(&block.terminator.kind,
                    ir::TerminatorKind::Call(call) if call.callee == ir::Callee::Direct(callee));
                if is_call && !in_model(span) {
                    calls.insert(span);
                } else if is_call && wanted.insert(caller) {
                    work.push(caller);
                }
            }
        }
    }
    calls.into_iter().collect()
}

/// A library function allocates and frees where it is called; how it goes about it is not shown.
fn leave_models(trace: &mut Trace, models: &BTreeSet<Symbol>, in_model: &impl Fn(Span) -> bool) {
    let mut call: Option<(Span, u32)> = None;
    let mut below = 0;
    let mut kept = Vec::with_capacity(trace.steps.len());
    let mut omitted_at = trace.omitted_at;
    for (i, mut step) in std::mem::take(&mut trace.steps).into_iter().enumerate() {
        let inside = in_model(step.span);
        // `main` is called by a model that makes its arguments.
        if let (StepKind::Call { function }, true) = (&step.kind, inside)
            && !models.contains(function)
            && call.is_none()
        {
            below = step.depth;
        }
        let keep = match step.kind {
            StepKind::Call { function } if models.contains(&function) => {
                // Nobody calls what the program starts with.
                if !inside && !step.span.is_none() {
                    call = Some((step.span, step.depth.saturating_sub(1)));
                }
                false
            }
            StepKind::Return { function } if models.contains(&function) => false,
            // What was read from outside is part of the run, too; what made the arguments, before `main`, is not.
            StepKind::Allocate { .. } | StepKind::Free | StepKind::Input { .. } if inside => {
                if let Some(call) = call {
                    (step.span, step.depth) = call;
                }
                call.is_some()
            }
            _ => !inside,
        };
        if keep {
            step.depth = step.depth.saturating_sub(below);
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
