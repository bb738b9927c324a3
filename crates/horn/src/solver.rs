//! What looks for solutions of clauses: our own search, processes, or several of them at once.

use crate::process::{Process, checked};
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

const POLL: Duration = Duration::from_millis(5);

impl HornSolver for Race {
    fn name(&self) -> String {
        let names = std::iter::once("own".to_owned()).chain(self.others.iter().map(HornSolver::name));
        names.collect::<Vec<_>>().join(", ")
    }

    fn solve(&self, terms: &mut Terms, system: &System, effort: &Effort) -> Answer {
        let limits = effort.of_search().limits;
        // Ends the processes, and our search.
        let (end_others, end_own) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let scripts: Vec<String> = self.others.iter().map(|other| other.script(terms, system)).collect();
        std::thread::scope(|scope| {
            let running: Vec<_> = self
                .others
                .iter()
                .zip(scripts)
                .map(|(other, script)| {
                    let limits = limits.clone().with_cancel(Arc::clone(&end_others));
                    let end_own = Arc::clone(&end_own);
                    let run = move || {
                        let answer = other.run(script, &limits)?;
                        if answer.trim_start().starts_with("sat") {
                            end_own.store(true, Ordering::Relaxed);
                        }
                        Ok::<String, &'static str>(answer)
                    };
                    (other, scope.spawn(run))
                })
                .collect();
            // There is one flag that ends a search: it is raised for what the caller's flag says, too.
            let watch = {
                let (end_others, end_own) = (Arc::clone(&end_others), Arc::clone(&end_own));
                let outer = effort.limits.clone();
                scope.spawn(move || {
                    while !end_others.load(Ordering::Relaxed) {
                        if outer.exceeded().is_some() {
                            end_own.store(true, Ordering::Relaxed);
                            end_others.store(true, Ordering::Relaxed);
                        }
                        std::thread::sleep(POLL);
                    }
                })
            };
            let own_limits = Limits { ..effort.limits.clone() }.with_cancel(Arc::clone(&end_own));
            let own = solve(terms, system, &Effort { limits: own_limits, ..effort.clone() });
            let mut result = own;
            if !matches!(result, Answer::Unknown(_)) {
                end_others.store(true, Ordering::Relaxed);
            }
            for (other, thread) in running {
                let answer = thread.join().unwrap_or(Err("the other solver failed"));
                if !matches!(result, Answer::Unknown(_)) {
                    continue;
                }
                if let Ok(solution) = answer.and_then(|answer| other.solution(terms, system, &answer)) {
                    result = checked(terms, system, solution, effort);
                    if matches!(result, Answer::Solved(_)) {
                        end_others.store(true, Ordering::Relaxed);
                    }
                }
            }
            end_others.store(true, Ordering::Relaxed);
            let _ = watch.join();
            result
        })
    }
}
