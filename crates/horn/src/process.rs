//! Other Horn solvers, as processes: they get the clauses as text and are asked for definitions. Their word is never taken: a solution
//! counts if the judge finds every clause to hold, and that `false` follows is not believed at all.
//!
//! A process has a time limit of its own, is killed when the search ends, and dies with us: `setpriv`, where there is one, asks the kernel
//! for that.

use crate::{Answer, Effort, System, check, text};
use smt::{Limits, Terms};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A solver that reads SMT-LIB from its input and answers with a model: Z3, whose engine for clauses is Spacer.
#[derive(Clone, Debug)]
pub struct Process {
    pub program: PathBuf,
}

/// So often it is looked whether the process has ended, or is to end.
const POLL: Duration = Duration::from_millis(5);
/// A solver that has no time limit gets this one.
const LONGEST: Duration = Duration::from_secs(900);
/// Definitions longer than this are not read.
const MOST_TEXT: u64 = 16 << 20;

impl Process {
    /// The solver of that name or path, if it is there.
    pub fn find(name: &str) -> Option<Process> {
        if name.contains('/') {
            return Path::new(name).is_file().then(|| Process { program: PathBuf::from(name) });
        }
        in_path(name).map(|program| Process { program })
    }

    pub fn solve(&self, terms: &mut Terms, system: &System, effort: &Effort) -> Answer {
        let script = format!("{}(get-model)\n", text::write(terms, system));
        let answer = match self.run(script, &effort.limits) {
            Ok(answer) => answer,
            Err(why) => return Answer::Unknown(why),
        };
        match answer.split_whitespace().next() {
            Some("sat") => {}
            Some("unsat") => {
                return Answer::Unknown("the other solver refutes the clauses, which is not believed");
            }
            _ => return Answer::Unknown("the other solver gave no answer"),
        }
        let Ok(solution) = text::read_solution(terms, system, &answer) else {
            return Answer::Unknown("the other solver's definitions could not be read");
        };
        let limits = Limits { deadline: None, ..effort.limits.clone() }.with_time(crate::solve::JUDGE);
        match check::solution(terms, system, &solution, &limits) {
            Ok(()) => Answer::Solved(solution),
            Err(_) => Answer::Unknown("the other solver's solution was refused by its check"),
        }
    }

    fn run(&self, script: String, limits: &Limits) -> Result<String, &'static str> {
        let time = limits.deadline.map_or(LONGEST, |d| d.saturating_duration_since(Instant::now()));
        let mut command = match in_path("setpriv") {
            Some(helper) => {
                let mut command = Command::new(helper);
                command.args(["--pdeathsig", "KILL", "--"]).arg(&self.program);
                command
            }
            None => Command::new(&self.program),
        };
        command
            .args(["-in", &format!("-T:{}", time.as_secs() + 1)])
            // Models that can be checked: without these, predicates are missing.
            .args(["fp.engine=spacer", "fp.xform.inline_eager=false"])
            .args(["fp.xform.inline_linear=false", "fp.xform.slice=false"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let Ok(child) = command.spawn() else { return Err("the other solver could not be started") };
        let mut child = Killed(child);
        let (Some(mut input), Some(output)) = (child.0.stdin.take(), child.0.stdout.take()) else {
            return Err("the other solver could not be started");
        };
        let writer = std::thread::spawn(move || input.write_all(script.as_bytes()));
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            output.take(MOST_TEXT).read_to_string(&mut text).map(|_| text)
        });
        let deadline = Instant::now() + time;
        while !reader.is_finished() {
            if limits.exceeded().is_some() || Instant::now() >= deadline {
                return Err("the other solver ran out of time");
            }
            std::thread::sleep(POLL);
        }
        let _ = writer.join();
        match reader.join() {
            Ok(Ok(text)) => Ok(text),
            _ => Err("the other solver's answer could not be read"),
        }
    }
}

/// A process that does not outlive us.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn in_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|file| file.is_file())
}
