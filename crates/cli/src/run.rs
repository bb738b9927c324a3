//! `fafnir run`: one run of a program.

use crate::args::{Format, OutputArgs, RunArgs};
use crate::check::{Failure, budget, fail, file_names, internal_reason, print_diagnostics};
use crate::driver::{self, Loaded};
use crate::output::{Stream, columns, complain, style};
use crate::values::{self, InputValue};
use crate::{Exit, blame, guard, surroundings};
use base::Span;
use interp::{Exit as RunExit, InputRequest, Inputs, RunResult};
use report::{Diagnostic, Severity, gcc, json, messages, text};
use std::ffi::OsStr;
use std::io::{BufRead, BufWriter, IsTerminal, Write};
use std::os::unix::ffi::OsStrExt;
use std::time::Instant;
use verdict::{
    Certificate, Finding, FindingKind, Outcome, PropertySet, Stats, UnknownKind, UnknownReason, Verdict,
};

/// A run that ended, and what is needed to print it.
#[derive(Debug)]
pub struct Answer {
    pub files: Vec<String>,
    pub loaded: Loaded,
    pub result: RunResult,
    /// What stopped the program, then what it left behind.
    pub findings: Vec<Finding>,
    /// Why the run says nothing.
    pub unknown: Option<UnknownReason>,
}

pub fn main(args: RunArgs) -> Exit {
    let output = args.output.clone();
    let files = file_names(&args.files);
    // A list that the user typed is known already.
    let inputs_known = args.input.as_deref().is_some_and(|i| i != "-");
    let exit_status = args.exit_status;
    let mut program_output = ProgramOutput::new();
    let answer = answer(args, &mut program_output);
    program_output.finish();
    let answer = match answer {
        Ok(answer) => answer,
        Err(failure) => return fail(failure, &files, &output),
    };
    if !answer.result.inputs.is_empty() && !inputs_known {
        complain(format!("inputs: --input {}\n", messages::inputs(answer.result.inputs.iter())));
    }
    answer.print(&output);
    match answer.unknown {
        _ if answer.violated() => Exit::Violated,
        Some(_) => Exit::Unknown,
        None if exit_status => Exit::Status(answer.status()),
        None => Exit::Proved,
    }
}

/// Reads the program and runs it. Whatever fails inside is an unknown end.
pub fn answer(args: RunArgs, output: &mut dyn interp::Output) -> Result<Answer, Failure> {
    let files = file_names(&args.files);
    if args.output.format == Format::Sarif {
        return Err(Failure::Usage(
            "SARIF reports what `fafnir check` finds; use --format json here".to_owned(),
        ));
    }
    let given = match args.input.as_deref() {
        Some("-") | None => Vec::new(),
        Some(list) => values::inputs(list).map_err(|e| Failure::Usage(format!("--input: {e}")))?,
    };
    // What is given from outside is real, unless the user gives it.
    let outside = takes_outside(&args).then(|| surroundings::environment(std::env::vars_os()));
    let loaded = driver::load_with(&args.files, &args.front, outside).map_err(Failure::Load)?;
    if !args.output.quiet && args.output.format != Format::Json {
        print_diagnostics(&loaded.warnings, &loaded.input, &args.output);
    }
    let result = guard::catch(|| execute(&loaded.program, &args, given, output));
    let result = result.unwrap_or_else(|panicked| RunResult {
        exit: RunExit::Unknown(internal_reason(&panicked)),
        leaks: Vec::new(),
        inputs: Vec::new(),
        assumptions: Vec::new(),
        steps: 0,
        peak_objects: 0,
    });
    let mut findings = result.leaks.clone();
    let unknown = match &result.exit {
        RunExit::Exited(_) | RunExit::Aborted(_) => None,
        RunExit::AssumptionFailed(span) => Some(UnknownReason {
            kind: UnknownKind::NothingToCheck,
            span: *span,
            message: "the run does not count: what the program assumes does not hold".to_owned(),
        }),
        RunExit::Finding(finding) => {
            findings.insert(0, (**finding).clone());
            None
        }
        RunExit::Unknown(reason) => Some(reason.clone()),
    };
    blame::callers(&mut findings, &loaded.program, &loaded.input);
    Ok(Answer { files, loaded, result, findings, unknown })
}

/// Whether the standard input and the environment are the real ones.
fn takes_outside(args: &RunArgs) -> bool {
    args.input.is_none() && args.seed.is_none()
}

fn execute(
    program: &ir::Program,
    args: &RunArgs,
    given: Vec<InputValue>,
    output: &mut dyn interp::Output,
) -> RunResult {
    let mut options = interp::Options::run();
    options.analysis = args.analysis.options();
    options.reuse_addresses = args.reuse_addresses;
    let name = args.files.first().map(|f| f.as_os_str()).unwrap_or(OsStr::new("program"));
    let own = std::iter::once(name).chain(args.args.iter().map(|a| a.as_os_str()));
    options.args = Some(own.map(|arg| arg.as_bytes().to_vec()).collect());
    let mut list = given.into_iter();
    let mut words = Words::default();
    let inputs = match args.input.as_deref() {
        Some("-") => Inputs::Callback(Box::new(move |request| Some(convert(words.next()?, request)))),
        Some(_) => Inputs::Callback(Box::new(move |request| Some(convert(list.next()?, request)))),
        None => Inputs::Seed(args.seed.unwrap_or(0)),
    };
    if takes_outside(args) {
        options.standard_input = Some(standard_input_byte);
    }
    interp::run(program, &options, inputs, output, &budget(&args.limits, None, Instant::now()))
}

/// The next byte of the real standard input, or -1.
fn standard_input_byte() -> i128 {
    let mut byte = [0];
    match std::io::Read::read(&mut std::io::stdin().lock(), &mut byte) {
        Ok(1) => i128::from(byte[0]),
        _ => -1,
    }
}

/// A number as the asked type has it: floats are given by their bits.
fn convert(value: InputValue, request: &InputRequest) -> i128 {
    let float = |f: f64| match request.ty {
        "float" => Some(i128::from((f as f32).to_bits())),
        "double" | "long double" => Some(i128::from(f.to_bits())),
        _ => None,
    };
    match value {
        InputValue::Int(n) => float(n as f64).unwrap_or(n),
        InputValue::Float(f) => float(f).unwrap_or(f as i128),
    }
}

/// Numbers from standard input, read line by line as they are needed.
#[derive(Default)]
struct Words {
    pending: std::collections::VecDeque<InputValue>,
}

impl Words {
    fn next(&mut self) -> Option<InputValue> {
        while self.pending.is_empty() {
            let mut line = String::new();
            if std::io::stdin().lock().read_line(&mut line).ok()? == 0 {
                return None;
            }
            match values::inputs(&line) {
                Ok(values) => self.pending.extend(values),
                Err(e) => complain(format!("fafnir: input: {e}\n")),
            }
        }
        self.pending.pop_front()
    }
}

/// The program's standard output and error, passed on as they come.
struct ProgramOutput {
    out: BufWriter<std::io::Stdout>,
    by_line: bool,
}

impl ProgramOutput {
    fn new() -> ProgramOutput {
        let stdout = std::io::stdout();
        let by_line = stdout.is_terminal();
        ProgramOutput { out: BufWriter::with_capacity(1 << 16, stdout), by_line }
    }

    fn finish(&mut self) {
        let _ = self.out.flush();
    }
}

impl interp::Output for ProgramOutput {
    fn write(&mut self, stream: interp::Stream, bytes: &[u8]) {
        let mut written = match stream {
            interp::Stream::Output => self.out.write_all(bytes),
            interp::Stream::Errors => {
                self.out.flush().and_then(|()| std::io::stderr().lock().write_all(bytes))
            }
        };
        if self.by_line && bytes.contains(&b'\n') {
            written = written.and_then(|()| self.out.flush());
        }
        if written.is_err_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe) {
            // The reader went away. The system ends a program that goes on writing; a program without end would never do so
            // by itself.
            std::process::exit(0);
        }
    }
}

/// What global variables still hold at the end is worth a remark, but many correct programs leave it to the system.
fn is_error(kind: FindingKind) -> bool {
    kind != FindingKind::NotFreedAtExit
}

impl Answer {
    pub fn violated(&self) -> bool {
        self.findings.iter().any(|f| is_error(f.kind))
    }

    /// The status that the system would see.
    fn status(&self) -> u8 {
        match self.result.exit {
            RunExit::Exited(code) => code as u8,
            // 128 and the number of SIGABRT, as a shell shows it.
            _ => 134,
        }
    }

    /// Prints what happened, to standard error: standard output belongs to the program.
    fn print(&self, args: &OutputArgs) {
        if args.format == Format::Json {
            complain(self.json());
            return;
        }
        let sources = self.loaded.input.sources();
        for message in self.messages(args.quiet) {
            complain(match args.format {
                Format::Gcc => gcc::render(&message, &sources),
                _ => {
                    let (style, columns) = (style(args, Stream::Error), columns(Stream::Error));
                    text::render_within(&message, &sources, style, columns)
                }
            });
        }
    }

    /// What `--quiet` prints about the run.
    pub fn text(&self) -> String {
        let sources = self.loaded.input.sources();
        self.messages(true).iter().map(|m| text::render(m, &sources, text::Style::Plain)).collect()
    }

    fn messages(&self, quiet: bool) -> Vec<Diagnostic> {
        let sources = self.loaded.input.sources();
        let mut messages = Vec::new();
        match &self.result.exit {
            RunExit::Exited(code) if *code != 0 && !quiet => {
                let text = format!("the program exits with status {code}");
                messages.push(Diagnostic::new(Severity::Note, text, Span::NONE));
            }
            RunExit::Aborted(span) => {
                messages
                    .push(Diagnostic::new(Severity::Note, "the program aborts", *span).label("aborts here"));
            }
            _ => {}
        }
        for finding in self.findings.iter().filter(|f| !quiet || is_error(f.kind)) {
            let mut message = messages::finding(finding, &self.loaded.program.names, &sources);
            if !is_error(finding.kind) {
                message.severity = Severity::Warning;
                message.help = None;
            }
            messages.push(message);
        }
        messages.extend(self.unknown.as_ref().map(messages::unknown));
        messages
    }

    fn json(&self) -> String {
        let verdict = match &self.unknown {
            _ if self.violated() => Verdict::Violated,
            Some(reason) => Verdict::Unknown(reason.clone()),
            None => Verdict::Proved(Certificate::ExhaustiveExecution { steps: self.result.steps }),
        };
        let outcome = Outcome {
            assumptions: self.result.assumptions.clone(),
            stats: Stats {
                engine: "interp",
                steps: self.result.steps,
                peak_objects: self.result.peak_objects,
                ..Stats::default()
            },
            ..Outcome::new(PropertySet::default(), verdict, self.findings.clone())
        };
        let answer = json::Answer {
            outcome: &outcome,
            clean_run: !self.violated() && self.unknown.is_none(),
            standings: &[],
            properties: PropertySet::default(),
            names: &self.loaded.program.names,
            time: None,
        };
        json::render(&self.files, Some(answer), &self.loaded.warnings, &self.loaded.input.sources())
    }
}
