//! What looks for solutions of clauses: our own search, processes, or several of them at once.

use crate::prepare::{self, Prepared};
use crate::process::{Form, Process};
use crate::solve::Bounds;
use crate::{Answer, Effort, System, solve};
use smt::{Limits, Terms};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A solver of Horn clauses. Solutions and derivations that it gives are checked.
pub trait HornSolver {
    fn name(&self) -> String;
    fn solve(&self, terms: &mut Terms, system: &System, effort: &Effort) -> Answer;
}

/// The search of this crate.
#[derive(Clone, Copy, Debug)]
pub struct OwnSolver;

impl HornSolver for OwnSolver {
    fn name(&self) -> String {
        "own".to_owned()
    }

    fn solve(&self, terms: &mut Terms, system: &System, effort: &Effort) -> Answer {
        solve(terms, system, effort)
    }
}

/// The search of this crate and processes beside it: the first that finds a solution ends the others.
#[derive(Clone, Debug)]
pub struct Race {
    pub others: Vec<Process>,
}

/// The solver of these names: ours, another one, or several that race. A name that there is not is the error.
pub fn named(names: &[String]) -> Result<Box<dyn HornSolver>, String> {
    let mut others = Vec::new();
    for name in names.iter().filter(|name| *name != "own") {
        match name.as_str() {
            "all" => others.extend(Process::NAMES.into_iter().filter_map(Process::find)),
            _ => others.push(Process::find(name).ok_or_else(|| name.clone())?),
        }
    }
    let alone = names.len() == 1 && names[0] != "all";
    Ok(match others.pop() {
        None => Box::new(OwnSolver),
        Some(other) if alone => Box::new(other),
        Some(other) => {
            others.push(other);
            Box::new(Race { others })
        }
    })
}

const POLL: Duration = Duration::from_millis(5);

impl HornSolver for Race {
    fn name(&self) -> String {
        let names = std::iter::once("own".to_owned()).chain(self.others.iter().map(HornSolver::name));
        names.collect::<Vec<_>>().join(", ")
    }

    fn solve(&self, terms: &mut Terms, system: &System, effort: &Effort) -> Answer {
        race(terms, system, effort, &self.others, true)
    }
}

/// One process that is to be asked in one form, and what the form was made of.
struct Question<'a> {
    process: &'a Process,
    form: Form,
    prepared: &'a Prepared<'a>,
    script: String,
}

impl Question<'_> {
    /// The answer that the process's words are, judged by our check.
    fn answer(&self, terms: &mut Terms, words: &str, effort: &Effort) -> Answer {
        match Process::solution(terms, &self.prepared.system, self.form, words) {
            Ok(solution) => self.prepared.judged(terms, Answer::Solved(solution), effort),
            Err(why) => Answer::Unknown(why),
        }
    }
}

/// Processes, each asked in all its forms at once, and our own search beside them: the first solution that passes the check ends all others.
pub(crate) fn race(
    terms: &mut Terms,
    system: &System,
    effort: &Effort,
    others: &[Process],
    with_own: bool,
) -> Answer {
    const OUT_OF_BUDGET: Answer = Answer::Unknown("the search for a solution ran out of its budget");
    let of_search = effort.of_search();
    let limits = of_search.limits.clone();
    let bounds = Bounds::new(&of_search, system.clauses.len());
    // Others get what we start from: less of everything, narrow numbers where they are vectors.
    let inlined = prepare::inlined(terms, system, &bounds);
    let Some(smaller) = inlined.simplified(terms, &bounds) else { return OUT_OF_BUDGET };
    let narrowed = smaller.narrowed(terms, &bounds);
    let mut questions = Vec::new();
    for process in others {
        for &form in process.forms() {
            let prepared = match (form, &narrowed) {
                (Form::Vectors, Some(narrowed)) => narrowed,
                _ => &smaller,
            };
            let script = process.script(terms, &prepared.system, form);
            let is_asked = |(other, _): &(Question<'_>, Terms)| {
                std::ptr::eq(other.process, process) && other.script == script
            };
            if questions.iter().any(is_asked) {
                continue;
            }
            questions.push((Question { process, form, prepared, script }, terms.clone()));
        }
    }
    // Ends the processes, and our search.
    let (end_others, end_own) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let memory = effort.memory / (questions.len() as u64).max(1);
    std::thread::scope(|scope| {
        let running: Vec<_> = questions
            .into_iter()
            .map(|(question, mut terms)| {
                let limits = limits.clone().with_cancel(Arc::clone(&end_others));
                let (end_others, end_own) = (Arc::clone(&end_others), Arc::clone(&end_own));
                scope.spawn(move || {
                    let words = question.process.run(question.script.clone(), &limits, memory)?;
                    match question.answer(&mut terms, &words, effort) {
                        Answer::Unknown(why) => Err(why),
                        _ => {
                            end_own.store(true, Ordering::Relaxed);
                            end_others.store(true, Ordering::Relaxed);
                            Ok((question, words))
                        }
                    }
                })
            })
            .collect();
        let mut result = OUT_OF_BUDGET;
        if with_own {
            // There is one flag that ends a search: it is raised for what the caller's flag says, too.
            let is_over = Arc::new(AtomicBool::new(false));
            let watch = {
                let (end_own, is_over) = (Arc::clone(&end_own), Arc::clone(&is_over));
                let outer = effort.limits.clone();
                scope.spawn(move || {
                    while !is_over.load(Ordering::Relaxed) && outer.exceeded().is_none() {
                        std::thread::sleep(POLL);
                    }
                    end_own.store(true, Ordering::Relaxed);
                })
            };
            let own_limits = Limits { ..effort.limits.clone() }.with_cancel(Arc::clone(&end_own));
            result = solve(terms, system, &Effort { limits: own_limits, ..effort.clone() });
            is_over.store(true, Ordering::Relaxed);
            let _ = watch.join();
            if !matches!(result, Answer::Unknown(_)) {
                end_others.store(true, Ordering::Relaxed);
            }
        }
        for thread in running {
            let said = thread.join().unwrap_or(Err("the other solver failed"));
            if !matches!(result, Answer::Unknown(_)) {
                continue;
            }
            match said {
                // Read once more, into the terms that the caller has, and checked there.
                Ok((question, words)) => result = question.answer(terms, &words, effort),
                Err(why) if !with_own => result = Answer::Unknown(why),
                Err(_) => {}
            }
        }
        result
    })
}
