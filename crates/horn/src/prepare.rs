//! Systems that are easier to solve than the one that is asked about, and the way back to it: our own search and other solvers start from them.

use crate::inline::{Inlined, inline};
use crate::narrow::{Widths, narrow};
use crate::simplify::{Back, simplify};
use crate::solve::{Bounds, Effort};
use crate::split::{Parts, split};
use crate::{Answer, Derivation, Solution, System, check};
use smt::Terms;

/// How one system became the next one.
#[derive(Debug)]
enum Step {
    PutIn(Inlined),
    Smaller(Back),
    Narrower(Widths),
    Split(Parts),
}

/// A system, and the steps that led to it from the one before.
#[derive(Debug)]
pub(crate) struct Prepared<'a> {
    pub(crate) system: System,
    before: Before<'a>,
    step: Step,
}

#[derive(Clone, Copy, Debug)]
enum Before<'a> {
    Original(&'a System),
    Prepared(&'a Prepared<'a>),
}

impl Before<'_> {
    fn system(&self) -> &System {
        match self {
            Before::Original(system) => system,
            Before::Prepared(prepared) => &prepared.system,
        }
    }
}

/// Predicates that are derived or used once are put in.
pub(crate) fn inlined<'a>(terms: &mut Terms, original: &'a System, bounds: &Bounds) -> Prepared<'a> {
    let (system, inlined) = inline(terms, original, bounds);
    Prepared { system, before: Before::Original(original), step: Step::PutIn(inlined) }
}

impl Prepared<'_> {
    /// With fewer predicates and arguments; nothing if the time is over.
    pub(crate) fn simplified(&self, terms: &mut Terms, bounds: &Bounds) -> Option<Prepared<'_>> {
        let (system, back) = simplify(terms, &self.system, bounds)?;
        Some(Prepared { system, before: Before::Prepared(self), step: Step::Smaller(back) })
    }

    /// With narrow numbers, if there are wide ones.
    pub(crate) fn narrowed(&self, terms: &mut Terms, bounds: &Bounds) -> Option<Prepared<'_>> {
        let (system, widths) = narrow(terms, &self.system, bounds)?;
        Some(Prepared { system, before: Before::Prepared(self), step: Step::Narrower(widths) })
    }

    /// With a predicate for each case of arguments that have few values, if there are any.
    pub(crate) fn split(&self, terms: &mut Terms, bounds: &Bounds) -> Option<Prepared<'_>> {
        let (system, parts) = split(terms, &self.system, bounds)?;
        Some(Prepared { system, before: Before::Prepared(self), step: Step::Split(parts) })
    }

    fn solution(&self, terms: &mut Terms, solved: Solution) -> Option<Solution> {
        let before = self.before.system();
        let solution = match &self.step {
            Step::PutIn(inlined) => inlined.solution(terms, before, solved),
            Step::Smaller(back) => back.solution(terms, before, &solved),
            Step::Narrower(widths) => widths.solution(terms, before, &solved)?,
            Step::Split(parts) => parts.solution(terms, before, &solved),
        };
        match self.before {
            Before::Original(_) => Some(solution),
            Before::Prepared(prepared) => prepared.solution(terms, solution),
        }
    }

    fn derivation(&self, terms: &Terms, found: Derivation) -> Derivation {
        let before = self.before.system();
        let derivation = match &self.step {
            Step::PutIn(inlined) => inlined.derivation(terms, found),
            Step::Smaller(back) => back.derivation(terms, before, &found),
            Step::Narrower(widths) => widths.derivation(&found),
            Step::Split(parts) => parts.derivation(terms, before, &found),
        };
        match self.before {
            Before::Original(_) => derivation,
            Before::Prepared(prepared) => prepared.derivation(terms, derivation),
        }
    }

    fn original(&self) -> &System {
        match self.before {
            Before::Original(system) => system,
            Before::Prepared(prepared) => prepared.original(),
        }
    }

    /// An answer for this system as one for the original clauses, if it is one.
    pub(crate) fn judged(&self, terms: &mut Terms, answer: Answer, effort: &Effort) -> Answer {
        match answer {
            Answer::Solved(solution) => {
                let Some(solution) = self.solution(terms, solution) else {
                    return Answer::Unknown("the solution is none with all bits");
                };
                match check::solution(terms, self.original(), &solution, &effort.of_check()) {
                    Ok(()) => Answer::Solved(solution),
                    Err(check::Refusal::Undecided(_)) => {
                        Answer::Unknown("the solution was not checked in time")
                    }
                    Err(_) => Answer::Unknown("the solution was refused by its check"),
                }
            }
            Answer::Refuted(derivation) => {
                let derivation = self.derivation(terms, derivation);
                match check::derivation(terms, self.original(), &derivation) {
                    Ok(()) => Answer::Refuted(derivation),
                    Err(_) => Answer::Unknown("the derivation was refused by its check"),
                }
            }
            unknown => unknown,
        }
    }
}
