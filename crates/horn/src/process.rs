//! Other Horn solvers, as processes: they get the clauses as text and are asked for definitions. Their word is never taken: a solution
//! counts if the judge finds every clause to hold, and that `false` follows is not believed at all.
//!
//! A process has a time limit of its own, is killed with all that it started when the search ends in whatever way, and dies with us: `setpriv`
//! asks the kernel for a signal then, which `timeout` gives to the whole group. Where those are not installed, the solver's own limit is left.

use crate::solver::{HornSolver, race};
use crate::text::{integers, read_solution, write};
use crate::{Answer, Effort, Solution, System};
use smt::{Limits, Terms};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A solver that reads SMT-LIB from its input and answers with definitions.
#[derive(Clone, Debug)]
pub struct Process {
    pub program: PathBuf,
    kind: Kind,
}

/// How a solver is called, and what it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Z3, whose engine for clauses is Spacer.
    Z3,
    Eldarica,
    /// Reads clauses over integers only.
    Golem,
}

/// What numbers are in a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Vectors,
    Integers(integers::Wrapping),
}

/// So often it is looked whether the process has ended, or is to end.
const POLL: Duration = Duration::from_millis(5);
/// A solver that has no time limit gets this one.
const LONGEST: Duration = Duration::from_secs(900);
/// Less memory than this is not given.
const LEAST_MEMORY: u64 = 1 << 29;
/// Definitions longer than this are not read.
const MOST_TEXT: u64 = 16 << 20;

impl Process {
    /// The solvers that are looked for, by the names of their programs.
    pub const NAMES: [&'static str; 3] = ["z3", "eld", "golem"];

    /// The solver of that name or path, if it is there.
    pub fn find(name: &str) -> Option<Process> {
        let name = if name == "eldarica" { "eld" } else { name };
        let program = match name.contains('/') {
            true => Path::new(name).is_file().then(|| PathBuf::from(name))?,
            false => in_path(name)?,
        };
        let file = program.file_stem()?.to_string_lossy().into_owned();
        let kind = match file.as_str() {
            _ if file.starts_with("eld") => Kind::Eldarica,
            _ if file.starts_with("golem") => Kind::Golem,
            _ => Kind::Z3,
        };
        Some(Process { program, kind })
    }

    /// The forms in which the solver is asked: integers are what it does better with, vectors what the clauses mean.
    pub(crate) fn forms(&self) -> &'static [Form] {
        const ASSUMED: Form = Form::Integers(integers::Wrapping::Excluded);
        const REFUSED: Form = Form::Integers(integers::Wrapping::Error);
        match self.kind {
            Kind::Z3 | Kind::Eldarica => &[ASSUMED, REFUSED, Form::Vectors],
            Kind::Golem => &[ASSUMED, REFUSED],
        }
    }

    /// What the process is to read.
    pub(crate) fn script(&self, terms: &Terms, system: &System, form: Form) -> String {
        let mut script = match form {
            Form::Vectors => write(terms, system),
            Form::Integers(wrapping) => integers::write(terms, system, wrapping),
        };
        if self.kind == Kind::Z3 {
            script.push_str("(get-model)\n");
        }
        script
    }

    /// The definitions that an answer has, which nobody has checked; or why there are none.
    pub(crate) fn solution(
        terms: &mut Terms,
        system: &System,
        form: Form,
        answer: &str,
    ) -> Result<Solution, &'static str> {
        match answer.split_whitespace().next() {
            Some("sat") => {}
            Some("unsat") => return Err("the other solver refutes the clauses, which is not believed"),
            _ => return Err("the other solver gave no answer"),
        }
        let read = match form {
            Form::Integers(_) => integers::read_solution(terms, system, answer),
            Form::Vectors => read_solution(terms, system, answer),
        };
        read.map_err(|_| "the other solver's definitions could not be read")
    }

    fn arguments(&self, seconds: u64) -> Vec<String> {
        let all: &[&str] = match self.kind {
            // Models that can be checked: without these options, predicates are missing.
            Kind::Z3 => &[
                "-in",
                "-T:{}",
                "fp.engine=spacer",
                "fp.xform.inline_eager=false",
                "fp.xform.inline_linear=false",
                "fp.xform.slice=false",
                // Lemmas over the variables of the clauses only: often the difference between an instant and no end.
                "fp.spacer.keep_proxy=false",
            ],
            Kind::Eldarica => &["-in", "-hsmt", "-ssol", "-t:{}"],
            Kind::Golem => &["--logic", "QF_LIA", "--print-witness", "/dev/stdin"],
        };
        all.iter().map(|arg| arg.replace("{}", &seconds.to_string())).collect()
    }

    /// What the process says of a script, with so many bytes of memory. Nobody has checked it.
    pub fn run(&self, script: String, limits: &Limits, memory: u64) -> Result<String, &'static str> {
        const NOT_STARTED: &str = "the other solver could not be started";
        let time = limits.deadline.map_or(LONGEST, |d| d.saturating_duration_since(Instant::now()));
        let seconds = time.as_secs() + 1;
        let mut words: Vec<String> = Vec::new();
        if let Some(helper) = in_path("setpriv") {
            words.extend([helper.display().to_string()]);
            words.extend(["--pdeathsig", "TERM", "--"].map(str::to_owned));
        }
        if let Some(helper) = in_path("timeout") {
            words.extend([helper.display().to_string(), "--kill-after=1".to_owned(), seconds.to_string()]);
        }
        // A virtual machine reserves more than it uses, and has a limit of its own.
        let memory = memory.max(LEAST_MEMORY);
        if let Some(helper) = in_path("prlimit").filter(|_| self.kind != Kind::Eldarica) {
            words.extend([helper.display().to_string(), format!("--as={memory}"), "--".to_owned()]);
        }
        words.push(self.program.display().to_string());
        words.extend(self.arguments(seconds));
        let child = Command::new(&words[0])
            .args(&words[1..])
            .env("JAVA_OPTS", format!("-Xmx{}m", memory >> 20))
            // A group of its own: whatever it starts ends with it.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = Killed(child.map_err(|_| NOT_STARTED)?);
        let (Some(mut input), Some(output)) = (child.0.stdin.take(), child.0.stdout.take()) else {
            return Err(NOT_STARTED);
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

impl HornSolver for Process {
    fn name(&self) -> String {
        self.program.display().to_string()
    }

    fn solve(&self, terms: &mut Terms, system: &System, effort: &Effort) -> Answer {
        race(terms, system, effort, std::slice::from_ref(self), false)
    }
}

/// A process that does not outlive us, nor do those that it started.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let group = self.0.id().to_string();
        let _ = Command::new("sh")
            .args(["-c", "kill -s KILL -- \"-$1\" 2>/dev/null", "sh", &group])
            .stdin(Stdio::null())
            .status();
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn in_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|file| file.is_file())
}
