//! A solver in a process of its own, spoken to in SMT-LIB.

use std::fmt;
use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use base::FxHashSet;

use super::print::{self, Name};
use super::sexpr::{self, SExpr};
use crate::eval::Model;
use crate::limits::{Limits, SatResult, UnknownReason};
use crate::solver::Solver;
use crate::terms::{Sort, TermId, Terms};

/// Which program to run, and how.
#[derive(Clone, Debug)]
pub struct ProcessConfig {
    pub name: String,
    pub program: PathBuf,
    pub arguments: Vec<String>,
    /// Does it know `(set-option :timeout ms)` between queries, as z3 does?
    pub soft_timeout: bool,
}

impl ProcessConfig {
    /// z3: the given program, else `$Z3`, else `z3` on the path.
    pub fn z3(program: Option<&Path>) -> ProcessConfig {
        ProcessConfig {
            name: "z3".to_owned(),
            program: locate(program, "Z3", "z3"),
            arguments: ["-in", "-smt2"].map(str::to_owned).to_vec(),
            soft_timeout: true,
        }
    }
    /// cvc5: the given program, else `$CVC5`, else `cvc5` on the path.
    pub fn cvc5(program: Option<&Path>) -> ProcessConfig {
        ProcessConfig {
            name: "cvc5".to_owned(),
            program: locate(program, "CVC5", "cvc5"),
            arguments: ["--quiet", "--lang=smt2", "--incremental"].map(str::to_owned).to_vec(),
            soft_timeout: false,
        }
    }
}

fn locate(given: Option<&Path>, variable: &str, default: &str) -> PathBuf {
    given
        .map(Path::to_path_buf)
        .or_else(|| std::env::var_os(variable).filter(|v| !v.is_empty()).map(PathBuf::from))
        .unwrap_or_else(|| PathBuf::from(default))
}

/// Why a solver process could not be started.
#[derive(Debug)]
pub struct ProcessError {
    pub program: PathBuf,
    pub cause: std::io::Error,
}

impl fmt::Display for ProcessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot run the solver `{}`: {}", self.program.display(), self.cause)
    }
}

impl std::error::Error for ProcessError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.cause)
    }
}

/// A solver process. It is killed when it misses a deadline and when this is dropped; after a kill the next
/// `check` starts another one and tells it everything again.
#[derive(Debug)]
pub struct ProcessSolver {
    config: ProcessConfig,
    assertions: Vec<Assertion>,
    scopes: Vec<u32>,
    next_scope: u32,
    running: Option<Running>,
    /// What the running process has been told.
    told: Told,
    model: Option<Model>,
    failed: Vec<TermId>,
}

#[derive(Debug)]
struct Assertion {
    term: TermId,
    scope: Option<u32>,
    sent: bool,
}

#[derive(Debug, Default)]
struct Told {
    defined: FxHashSet<TermId>,
    variables: Vec<TermId>,
    assumable: FxHashSet<TermId>,
    scopes: FxHashSet<u32>,
}

impl ProcessSolver {
    pub fn start(config: ProcessConfig) -> Result<ProcessSolver, ProcessError> {
        let running = Running::start(&config)?;
        Ok(ProcessSolver {
            config,
            assertions: Vec::new(),
            scopes: Vec::new(),
            next_scope: 0,
            running: Some(running),
            told: Told::default(),
            model: None,
            failed: Vec::new(),
        })
    }
    pub fn z3() -> Result<ProcessSolver, ProcessError> {
        ProcessSolver::start(ProcessConfig::z3(None))
    }
    pub fn cvc5() -> Result<ProcessSolver, ProcessError> {
        ProcessSolver::start(ProcessConfig::cvc5(None))
    }

    fn stop(&mut self) {
        self.running = None;
        self.told = Told::default();
        for assertion in &mut self.assertions {
            assertion.sent = false;
        }
    }
    fn define(&mut self, terms: &Terms, root: TermId, out: &mut String) {
        let told = &mut self.told;
        for t in terms.reachable(&[root], |t| told.defined.contains(&t)) {
            print::define(terms, t, out);
            told.defined.insert(t);
            if terms.is_variable(t) {
                told.variables.push(t);
            }
        }
    }
    /// Everything the process must know for this query, and the query.
    fn request(&mut self, terms: &Terms, assumptions: &[TermId], limits: &Limits) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let assertions = std::mem::take(&mut self.assertions);
        for assertion in assertions.iter().filter(|a| !a.sent) {
            self.define(terms, assertion.term, &mut out);
            let name = Name(terms, assertion.term);
            let _ = match assertion.scope {
                None => writeln!(out, "(assert {name})"),
                Some(scope) => {
                    if self.told.scopes.insert(scope) {
                        let _ = writeln!(out, "(declare-const scope{scope} Bool)");
                    }
                    writeln!(out, "(assert (=> scope{scope} {name}))")
                }
            };
        }
        self.assertions = assertions;
        for assertion in &mut self.assertions {
            assertion.sent = true;
        }
        for &t in assumptions {
            self.define(terms, t, &mut out);
            // Assumptions must be literals.
            if self.told.assumable.insert(t) {
                let id = t.raw();
                let _ = writeln!(out, "(declare-const a{id} Bool)\n(assert (= a{id} {}))", Name(terms, t));
            }
        }
        if self.config.soft_timeout {
            let left = limits.deadline.map(|d| d.saturating_duration_since(Instant::now()).as_millis());
            let left = left.map_or(u128::from(u32::MAX), |ms| ms.clamp(1, u128::from(u32::MAX)));
            let _ = writeln!(out, "(set-option :timeout {left})");
        }
        let mut literals = String::new();
        for scope in self.scopes.iter().filter(|s| self.told.scopes.contains(s)) {
            let _ = write!(literals, "scope{scope} ");
        }
        for t in assumptions {
            let _ = write!(literals, "a{} ", t.raw());
        }
        // cvc5 refuses an empty list.
        let _ = match literals.as_str() {
            "" => writeln!(out, "(check-sat)"),
            literals => writeln!(out, "(check-sat-assuming ({literals}))"),
        };
        out
    }
    fn check_inner(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        limits: &Limits,
    ) -> Result<SatResult, UnknownReason> {
        if let Some(reason) = limits.exceeded() {
            return Err(reason);
        }
        if self.running.is_none() {
            let started = Running::start(&self.config);
            self.running = Some(started.map_err(|e| UnknownReason::Backend(e.to_string()))?);
        }
        let request = self.request(terms, assumptions, limits);
        // A process with a time limit of its own gets the chance to answer by itself.
        let grace = Duration::from_millis(if self.config.soft_timeout { 150 } else { 0 });
        let Some(running) = self.running.as_mut() else {
            return Err(UnknownReason::Backend("not running".to_owned()));
        };
        running.send(request);
        let answer = running.receive(limits, grace)?;
        match answer.atom() {
            Some("sat") => {
                self.model = Some(self.fetch_model(limits)?);
                Ok(SatResult::Sat)
            }
            Some("unsat") => {
                self.fetch_failed(assumptions, limits)?;
                Ok(SatResult::Unsat)
            }
            Some("unknown") => {
                let near_deadline = limits.deadline.is_some_and(|d| Instant::now() + grace >= d);
                if near_deadline {
                    Ok(SatResult::Unknown(UnknownReason::Time))
                } else {
                    Ok(SatResult::Unknown(UnknownReason::Backend("unknown".to_owned())))
                }
            }
            _ => Err(unexpected(&answer)),
        }
    }
    fn ask(&mut self, question: String, limits: &Limits) -> Result<SExpr, UnknownReason> {
        let Some(running) = self.running.as_mut() else {
            return Err(UnknownReason::Backend("not running".to_owned()));
        };
        running.send(question);
        // The answer is there: give it the time to arrive, even if the deadline passes meanwhile.
        running.receive(limits, Duration::from_millis(500))
    }
    fn fetch_model(&mut self, limits: &Limits) -> Result<Model, UnknownReason> {
        let mut model = Model::new();
        if self.told.variables.is_empty() {
            return Ok(model);
        }
        let variables = std::mem::take(&mut self.told.variables);
        let mut question = String::from("(get-value (");
        for v in &variables {
            let _ = write!(question, "x{} ", v.raw());
        }
        question.push_str("))\n");
        let answer = self.ask(question, limits);
        self.told.variables = variables;
        let answer = answer?;
        let pairs = answer.list().filter(|pairs| pairs.len() == self.told.variables.len());
        for (variable, pair) in self.told.variables.iter().zip(pairs.ok_or_else(|| unexpected(&answer))?) {
            let value = pair.list().and_then(|pair| pair.get(1)).and_then(SExpr::value);
            model.set(*variable, value.ok_or_else(|| unexpected(&answer))?);
        }
        Ok(model)
    }
    fn fetch_failed(&mut self, assumptions: &[TermId], limits: &Limits) -> Result<(), UnknownReason> {
        if assumptions.is_empty() {
            return Ok(());
        }
        let answer = self.ask("(get-unsat-assumptions)\n".to_owned(), limits)?;
        if answer.error().is_some() {
            return Err(unexpected(&answer));
        }
        let failed: FxHashSet<&str> =
            answer.list().ok_or_else(|| unexpected(&answer))?.iter().filter_map(SExpr::atom).collect();
        for &t in assumptions {
            if failed.contains(format!("a{}", t.raw()).as_str()) && !self.failed.contains(&t) {
                self.failed.push(t);
            }
        }
        Ok(())
    }
}

fn unexpected(answer: &SExpr) -> UnknownReason {
    let words = answer.error().unwrap_or_else(|| {
        let mut text = format!("unexpected answer {answer:?}");
        if let Some((end, _)) = text.char_indices().nth(300) {
            text.truncate(end);
        }
        text
    });
    UnknownReason::Backend(words)
}

impl Solver for ProcessSolver {
    fn name(&self) -> &str {
        &self.config.name
    }
    fn assert(&mut self, terms: &Terms, t: TermId) {
        assert_eq!(terms.sort(t), Sort::Bool, "an assertion is a Boolean");
        self.assertions.push(Assertion { term: t, scope: self.scopes.last().copied(), sent: false });
    }
    fn check(&mut self, terms: &Terms, assumptions: &[TermId], limits: &Limits) -> SatResult {
        self.model = None;
        self.failed.clear();
        match self.check_inner(terms, assumptions, limits) {
            Ok(result) => result,
            Err(reason) => {
                // Whatever state it is in, its next answer could not be trusted.
                self.stop();
                SatResult::Unknown(reason)
            }
        }
    }
    fn model(&self, _terms: &Terms) -> Option<Model> {
        self.model.clone()
    }
    fn failed_assumptions(&self) -> &[TermId] {
        &self.failed
    }
    fn push(&mut self) {
        self.scopes.push(self.next_scope);
        self.next_scope += 1;
    }
    fn pop(&mut self) {
        if let Some(scope) = self.scopes.pop() {
            // What has been sent stays behind its scope's literal, which is never assumed again.
            self.assertions.retain(|a| a.scope != Some(scope));
        }
    }
}

/// The process with a thread for each direction, so that no full pipe can block us.
#[derive(Debug)]
struct Running {
    child: Child,
    to_child: Sender<String>,
    from_child: Receiver<Vec<u8>>,
    received: Vec<u8>,
}

const PREAMBLE: &str = "(set-option :print-success false)
(set-option :produce-models true)
(set-option :produce-unsat-assumptions true)
(set-logic QF_BV)
";

/// How often cancellation is looked at while waiting.
const POLL: Duration = Duration::from_millis(10);

impl Running {
    fn start(config: &ProcessConfig) -> Result<Running, ProcessError> {
        let error = |cause| ProcessError { program: config.program.clone(), cause };
        let mut child = Command::new(&config.program)
            .args(&config.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(error)?;
        let (to_child, requests) = mpsc::channel::<String>();
        let (answers, from_child) = mpsc::channel::<Vec<u8>>();
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        // From here on the process is killed whatever happens, by `Drop`.
        let running = Running { child, to_child, from_child, received: Vec::new() };
        let pipes = stdin.zip(stdout).ok_or_else(|| error(std::io::Error::other("no pipes")))?;
        let (mut stdin, mut stdout) = pipes;
        // Both threads end with the pipes, that is, with the process.
        std::thread::Builder::new()
            .name("smt-writer".to_owned())
            .spawn(move || {
                for request in requests {
                    if stdin.write_all(request.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                }
            })
            .map_err(error)?;
        std::thread::Builder::new()
            .name("smt-reader".to_owned())
            .spawn(move || {
                let mut buffer = vec![0u8; 1 << 16];
                while let Ok(count) = stdout.read(&mut buffer) {
                    if count == 0 || answers.send(buffer[..count].to_vec()).is_err() {
                        return;
                    }
                }
            })
            .map_err(error)?;
        running.send(PREAMBLE.to_owned());
        Ok(running)
    }
    fn send(&self, text: String) {
        // A writer that is gone shows as an end of the answers.
        let _ = self.to_child.send(text);
    }
    /// The next answer, or why there is none.
    fn receive(&mut self, limits: &Limits, grace: Duration) -> Result<SExpr, UnknownReason> {
        let deadline = limits.deadline.map(|d| d + grace);
        loop {
            // Only whole lines: an atom could go on.
            if self.received.ends_with(b"\n") {
                let text = String::from_utf8_lossy(&self.received).into_owned();
                match sexpr::read(&text) {
                    Ok(Some((answer, used))) => {
                        self.received = text[used..].trim_start().as_bytes().to_vec();
                        return match answer.error() {
                            Some(error) => Err(UnknownReason::Backend(error)),
                            None => Ok(answer),
                        };
                    }
                    Ok(None) => {}
                    Err(error) => return Err(UnknownReason::Backend(error)),
                }
            }
            match self.from_child.recv_timeout(POLL) {
                Ok(bytes) => self.received.extend_from_slice(&bytes),
                Err(RecvTimeoutError::Timeout) => {
                    let patient = Limits { deadline, ..limits.clone() };
                    if let Some(reason) = patient.exceeded() {
                        return Err(reason);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(UnknownReason::Backend("the solver process ended".to_owned()));
                }
            }
        }
    }
}

/// Gives a whole script with one `check-sat` to a process of its own and reads the answer: for logics in which solvers do not
/// work incrementally.
pub fn run_script(config: &ProcessConfig, script: String, limits: &Limits) -> SatResult {
    let backend = |words: String| SatResult::Unknown(UnknownReason::Backend(words));
    let started = Command::new(&config.program)
        .args(&config.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = match started {
        Ok(child) => child,
        Err(cause) => return backend(ProcessError { program: config.program.clone(), cause }.to_string()),
    };
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let (answers, from_child) = mpsc::channel::<String>();
    // Both threads end with the pipes, that is, with the process.
    if let (Some(mut stdin), Some(mut stdout)) = (stdin, stdout) {
        std::thread::spawn(move || {
            // A process that does not read shows as one that does not answer.
            let _ = stdin.write_all(script.as_bytes());
        });
        std::thread::spawn(move || {
            let mut text = String::new();
            if stdout.read_to_string(&mut text).is_ok() {
                let _ = answers.send(text);
            }
        });
    }
    let result = loop {
        match from_child.recv_timeout(POLL) {
            Ok(text) => {
                break match text.split_whitespace().next() {
                    Some("sat") => SatResult::Sat,
                    Some("unsat") => SatResult::Unsat,
                    _ => backend(text.lines().next().unwrap_or("no answer").to_owned()),
                };
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Some(reason) = limits.exceeded() {
                    break SatResult::Unknown(reason);
                }
            }
            Err(RecvTimeoutError::Disconnected) => break backend("the solver process ended".to_owned()),
        }
    };
    // Both fail only if the process has ended already.
    let _ = child.kill();
    let _ = child.wait();
    result
}

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail only if the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
