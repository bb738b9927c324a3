//! `fafnir check`: the properties of a program.

use crate::Exit;
use crate::args::{CheckArgs, Format, LimitArgs, OutputArgs};
use crate::behind;
use crate::contracts;
use crate::driver::{self, Input, LoadError, Loaded};
use crate::extras;
use crate::guard::{self, Panicked};
use crate::output::{self, Stream, columns, complain, print, style};
use crate::preprocess::ReadError;
use crate::process;
use crate::progress::Progress;
use crate::project::Database;
use crate::stop::Stop;
use crate::{blame, export, functions, missing, repro, values};
use base::{IndexVec, Interner, Span};
use ir::Program;
use portfolio::{Activity, AnalysisOptions, Budget, Evidence, Ignored, Task};
use report::text::Style;
use report::{Diagnostic, Severity, Summary, gcc, invariants_in_words, json, messages, sarif, text};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use verdict::{
    Assumption, Confidence, InvariantContent, Outcome, Property, PropertySet, UnknownKind, UnknownReason,
    Verdict,
};

/// Without a limit of its own, `check` gives up after this time.
const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// Nobody reads the ways to more findings than this one by one: those of the others keep their first and last steps.
const WHOLE_TRACES: usize = 20;
const SHORT_TRACE: (usize, usize) = (4, 12);
/// Possible findings that are shown with their ways.
const POSSIBLE_IN_FULL: usize = 10;
pub(crate) const DEFAULT_MEMORY: u64 = 2 << 30;

/// Why there is no answer at all.
#[derive(Debug)]
pub enum Failure {
    Usage(String),
    Load(LoadError),
}

/// An answer and what is needed to print it.
#[derive(Debug)]
pub struct Answer {
    pub files: Vec<String>,
    pub outcome: Outcome,
    /// Which findings are reported; one per finding.
    pub standings: Vec<sarif::Standing>,
    /// The verdict apart from the findings that are not reported, if there are such.
    pub rest: Option<Verdict>,
    /// Findings were compared with an older report.
    pub compared: bool,
    pub properties: PropertySet,
    pub names: Interner,
    /// What was checked, if invariants were asked for.
    pub program: Option<Arc<Program>>,
    pub input: Input,
    /// About the program's text.
    pub warnings: Vec<Diagnostic>,
    pub time: Duration,
    /// Print the whole way to each finding.
    pub trace: bool,
    /// Print what is only possible.
    pub possible: bool,
    /// The options of a run that repeats what was found.
    pub again: Vec<String>,
}

pub fn main(mut args: CheckArgs) -> Exit {
    let output = args.output.clone();
    let Some(project) = &args.project else {
        let files = file_names(&args.files);
        return match last_answer(args) {
            Ok(answer) => answer.print(&output),
            Err(failure) => fail(failure, &files, &output),
        };
    };
    let database = match Database::read(project) {
        Ok(database) => Arc::new(database),
        Err(message) => return fail(Failure::Usage(message), &[], &output),
    };
    args.front = args.front.with_database(&database);
    if !args.files.is_empty() {
        args.project = None;
        return main(args);
    }
    let targets = match database.targets(args.target.as_deref()) {
        Ok(targets) => targets,
        Err(message) => return fail(Failure::Usage(message), &[], &output),
    };
    args.front.as_library = true;
    let several = targets.len() > 1;
    let mut worst = Exit::Proved;
    for target in targets {
        if several && !matches!(output.format, Format::Json | Format::Sarif) {
            print(format!("{}:\n", target.name));
        }
        let files = file_names(&target.files);
        let exit = match answer(CheckArgs { files: target.files, ..args.clone() }) {
            Ok(answer) => answer.print(&output),
            Err(failure) => fail(failure, &files, &output),
        };
        worst = worse(worst, exit);
    }
    worst
}

/// `fafnir contracts`: what functions need from their callers.
pub(crate) fn contracts(mut args: CheckArgs) -> Exit {
    let output = args.output.clone();
    args.all_functions = args.functions.is_empty();
    let files = file_names(&args.files);
    let answer = match last_answer(args) {
        Ok(answer) => answer,
        Err(failure) => return fail(failure, &files, &output),
    };
    match output.format {
        Format::Json | Format::Sarif => _ = answer.print(&output),
        Format::Text | Format::Gcc => {
            if !output.quiet {
                print_diagnostics(&answer.warnings, &answer.input, &output);
            }
            print(report::contracts(&answer.outcome, &answer.input.sources()));
        }
    }
    Exit::Proved
}

/// The exit code of several programs: an error of one is an error of all, and so is what one leaves open.
fn worse(a: Exit, b: Exit) -> Exit {
    let rank = |exit: Exit| match exit {
        Exit::Violated => 3,
        Exit::Usage => 2,
        Exit::Unknown => 1,
        Exit::Proved | Exit::Status(_) => 0,
    };
    if rank(b) > rank(a) { b } else { a }
}

pub(crate) fn file_names(files: &[PathBuf]) -> Vec<String> {
    files.iter().map(|f| f.to_string_lossy().into_owned()).collect()
}

/// Who asks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Session {
    /// The process ends with the answer: the engines do not take the time to give back what they hold.
    pub(crate) exits: bool,
    /// Ends the work.
    pub(crate) stop: Option<Arc<Stop>>,
    /// Where to say what goes on.
    pub(crate) activity: Option<Arc<Activity>>,
}

/// Reads the program and asks the engine. Whatever fails inside is an `Unknown`.
pub fn answer(args: CheckArgs) -> Result<Answer, Failure> {
    answer_in(args, &Session::default())
}

/// As [`answer`] for a process that ends with it.
pub(crate) fn last_answer(args: CheckArgs) -> Result<Answer, Failure> {
    answer_in(args, &Session { exits: true, ..Session::default() })
}

pub(crate) fn answer_in(mut args: CheckArgs, session: &Session) -> Result<Answer, Failure> {
    let begin = Instant::now();
    let properties = properties(&mut args).map_err(Failure::Usage)?;
    let files = file_names(&args.files);
    let progress = Progress::start(!args.output.quiet, format!("checking {}", files.join(" ")));
    let loaded = match guard::catch(|| driver::load(&args.files, &args.front)) {
        Ok(loaded) => loaded.map_err(Failure::Load)?,
        Err(panicked) => {
            return Ok(Answer {
                files,
                outcome: internal(properties, &panicked),
                standings: Vec::new(),
                rest: None,
                compared: false,
                properties,
                names: Interner::new(),
                program: None,
                input: Input::default(),
                warnings: Vec::new(),
                time: begin.elapsed(),
                trace: false,
                possible: false,
                again: Vec::new(),
            });
        }
    };
    let mut loaded = loaded;
    let open = functions::wanted(&args, &loaded).map_err(Failure::Usage)?;
    if open.is_some() {
        // Harnesses have names that the program must know, so that findings can be printed.
        portfolio::prepare_functions(&args.engines.engines, Arc::make_mut(&mut loaded.program));
    }
    let test_case = std::cell::RefCell::new(None);
    let activity = session.activity.clone().or_else(|| watch(&loaded, &progress));
    let limits = budget(&args.limits, Some(DEFAULT_TIME), begin);
    let ask = |ignored: Option<Arc<Vec<Ignored>>>| {
        let analysis = AnalysisOptions { ignored, ..args.analysis.options() };
        let token = session.stop.as_ref().map(|stop| stop.token());
        let limits = Budget { cancel: token.as_ref(), ..limits };
        if let Some(wanted) = &open {
            return guard::catch(|| {
                functions::check(&loaded, (wanted, &args), properties, analysis, &limits)
            })
            .map(|answer| {
                // A search behind the first findings has other test cases.
                let first = test_case.take();
                test_case.replace(first.or(answer.exported));
                portfolio::Answer { outcome: answer.outcome, disagreements: Vec::new() }
            })
            .unwrap_or_else(|panicked| portfolio::Answer {
                outcome: internal(properties, &panicked),
                disagreements: Vec::new(),
            });
        }
        let (task, assumed) = Task::new(&loaded.program, properties, analysis).until_last_assertion();
        let answer = guard::catch(|| decide(&task, &args, &limits, session.exits, activity.clone()));
        let mut answer = answer.unwrap_or_else(|panicked| portfolio::Answer {
            outcome: internal(properties, &panicked),
            disagreements: Vec::new(),
        });
        if matches!(answer.outcome.verdict(), Verdict::Proved(_)) {
            answer.outcome.assumptions.extend(assumed);
        }
        answer
    };
    let baseline = args.files_out.baseline.as_deref();
    let behind::Searched { mut outcome, standings, rest, disagreements } =
        behind::search(&loaded, baseline, args.max_findings, ask).map_err(Failure::Usage)?;
    blame::reasons(&mut outcome, &loaded.program, &loaded.input);
    contracts::put_into_assumptions(&mut outcome.assumptions, &loaded.program, &loaded.input.map);
    let shapes = outcome.invariants.iter_mut().filter_map(|invariant| match &mut invariant.what {
        InvariantContent::Shapes(pictures) => Some(pictures),
        InvariantContent::Formula(_) | InvariantContent::Blocks(_) | InvariantContent::Heaps(_) => None,
    });
    blame::variables(shapes.flatten(), &loaded.input);
    let mut loaded = loaded;
    if let Some(hint) = missing::hint(&loaded.program, &loaded.input, &args.files) {
        loaded.warnings.push(Diagnostic::warning(hint, Span::NONE));
    }
    let loaded = loaded;
    for finding in outcome.findings.iter_mut().skip(WHOLE_TRACES) {
        finding.trace.shorten(SHORT_TRACE.0, SHORT_TRACE.1);
    }
    if let (Some(path), Some(_)) = (&args.export_test, &open) {
        if let Some((_, exported)) = test_case.take() {
            std::fs::write(path, functions::test_file(&args.files, (&exported.head, &exported.body)))
                .map_err(|e| Failure::Usage(format!("cannot write {}: {e}", path.display())))?;
        }
    } else if let (Some(path), Some(finding)) = (&args.export_test, confirmed(&outcome)) {
        let what = messages::title(finding);
        let library = |span| {
            let place = loaded.input.map.locate(span);
            place.is_some_and(|l| l.system_header || l.file.starts_with("<model "))
        };
        let reuses = outcome.assumptions.contains(&Assumption::AddressesReused);
        let given = report::trace::given(&finding.trace, &loaded.input.sources());
        let text = export::test_case(&loaded.program, &files, &what, reuses, library, &given);
        std::fs::write(path, text)
            .map_err(|e| Failure::Usage(format!("cannot write {}: {e}", path.display())))?;
    }
    if !disagreements.is_empty() {
        repro::report(&disagreements, &loaded, &files, args.save_repro.as_deref()).map_err(Failure::Usage)?;
    }
    extras::after(&args, &loaded, properties, &outcome, &standings).map_err(Failure::Usage)?;
    let compared = args.files_out.baseline.is_some();
    let Loaded { program, input, warnings } = loaded;
    // Witnesses ask where variables are visible.
    let kept = args.invariants.then(|| Arc::clone(&program));
    // An engine that is still ending may hold the program, too.
    let names = match Arc::try_unwrap(program) {
        Ok(program) => program.names,
        Err(shared) => shared.names.clone(),
    };
    let again = again(&args, &outcome);
    Ok(Answer {
        files,
        outcome,
        standings,
        rest,
        compared,
        properties,
        names,
        program: kept,
        input,
        warnings,
        time: begin.elapsed(),
        trace: args.trace,
        possible: args.possible,
        again,
    })
}

/// The options of `fafnir run` that make it go the same way.
fn again(args: &CheckArgs, outcome: &Outcome) -> Vec<String> {
    let mut options = args.front.spelled();
    let flags = [
        (args.analysis.malloc_may_fail, "--malloc-may-fail"),
        (args.analysis.strict_externals, "--strict-externals"),
        (outcome.assumptions.contains(&Assumption::AddressesReused), "--reuse-addresses"),
    ];
    options.extend(flags.into_iter().filter(|(given, _)| *given).map(|(_, flag)| flag.to_owned()));
    options
}

/// The finding that decides, if a run shows it.
fn confirmed(outcome: &Outcome) -> Option<&verdict::Finding> {
    let first = outcome.findings.first()?;
    (*outcome.verdict() == Verdict::Violated && first.confidence == verdict::Confidence::Confirmed)
        .then_some(first)
}

/// Lets the line of progress say which engines work and what they look at.
fn watch(loaded: &Loaded, progress: &Progress) -> Option<Arc<Activity>> {
    if !progress.is_shown() {
        return None;
    }
    let program = &loaded.program;
    let names: IndexVec<ir::FuncId, String> =
        program.functions.iter().map(|f| program.names.resolve(f.name).to_owned()).collect();
    let activity = Arc::new(Activity::default());
    let seen = Arc::clone(&activity);
    progress.tell(move || {
        let mut text = seen.engines().join(", ");
        let (states, function) = seen.states();
        if states > 0 {
            text.push_str(&format!(", {states} states"));
        }
        if let Some(name) = function.and_then(|f| names.get(f)) {
            text.push_str(&format!(", in `{name}`"));
        }
        if let Some(bytes) = process::resident() {
            text.push_str(&format!(", {} MB", bytes >> 20));
        }
        text.push_str(": ");
        text
    });
    Some(activity)
}

/// Asks the engines.
fn decide(
    task: &Task,
    args: &CheckArgs,
    limits: &Budget<'_>,
    exits_with_answer: bool,
    activity: Option<Arc<Activity>>,
) -> portfolio::Answer {
    let options = portfolio::Options {
        engines: args.engines.engines.clone(),
        evidence: Evidence {
            invariants: args.invariants || args.files_out.html.is_some(),
            recheck: args.recheck,
            ..Evidence::default()
        },
        resident: Some(process::resident),
        interrupt: Some(process::interrupted),
        exits_with_answer,
        activity,
    };
    portfolio::decide(task, &options, limits)
}

pub(crate) fn budget(limits: &LimitArgs, default: Option<Duration>, begin: Instant) -> Budget<'static> {
    let time = limits.time.or(default).filter(|time| !time.is_zero());
    Budget {
        steps: limits.steps.unwrap_or(u64::MAX),
        deadline: time.and_then(|time| begin.checked_add(time)),
        memory: limits.memory.map_or(DEFAULT_MEMORY, |m| m.0),
        ..Budget::default()
    }
}

/// What is asked; a property file may also name the function to start from.
fn properties(args: &mut CheckArgs) -> Result<PropertySet, String> {
    let Some(path) = &args.prp else {
        return Ok(match args.properties.is_empty() {
            true => Property::DEFAULT.into_iter().collect(),
            false => args.properties.iter().copied().collect(),
        });
    };
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read {shown}: {e}"))?;
    let file = values::property_file(&text).map_err(|e| format!("{shown}: {e}"))?;
    if let Some(entry) = file.entry
        && args.front.entry == "main"
    {
        args.front.entry = entry;
    }
    Ok(file.properties)
}

/// The answer when something inside failed.
fn internal(asked: PropertySet, panicked: &Panicked) -> Outcome {
    Outcome::new(asked, Verdict::Unknown(internal_reason(panicked)), Vec::new())
}

pub(crate) fn internal_reason(panicked: &Panicked) -> UnknownReason {
    let message = match panicked.location.as_str() {
        "" => format!("internal error: {}", panicked.message),
        place => format!("internal error: {} ({place})", panicked.message),
    };
    UnknownReason { kind: UnknownKind::Internal, span: Span::NONE, message }
}

impl Answer {
    fn print(&self, args: &OutputArgs) -> Exit {
        let time = (!args.quiet).then_some(self.time);
        if args.format == Format::Json {
            let answer = json::Answer {
                outcome: &self.outcome,
                clean_run: false,
                standings: &self.standings,
                properties: self.properties,
                names: &self.names,
                time,
            };
            print(json::render(&self.files, Some(answer), &self.warnings, &self.input.sources()));
        } else if args.format == Format::Sarif {
            let answer = sarif::Answer {
                outcome: &self.outcome,
                standings: &self.standings,
                compared: self.compared,
                properties: self.properties,
                names: &self.names,
            };
            print(sarif::render(&self.files, Some(answer), &self.warnings, &self.input.sources()));
        } else {
            if !args.quiet {
                print_diagnostics(&self.warnings, &self.input, args);
            }
            print(self.rendered(args.format, style(args, Stream::Out), columns(Stream::Out), time));
        }
        // Whoever ignores a finding, or knows it already, does not want to hear of it again. A possible finding that is ignored
        // is taken for a false alarm: the search went on where it does not happen.
        let silent_are_possible =
            || self.outcome.findings.iter().all(|f| f.confidence == Confidence::Possible);
        match self.reported_verdict() {
            Verdict::Unknown(reason)
                if reason.kind == UnknownKind::AfterIgnored
                    && self.reported().next().is_none()
                    && silent_are_possible() =>
            {
                Exit::Proved
            }
            Verdict::Proved(_) => Exit::Proved,
            Verdict::Violated => Exit::Violated,
            Verdict::Unknown(_) => Exit::Unknown,
        }
    }

    /// The verdict apart from what is not reported.
    fn reported_verdict(&self) -> &Verdict {
        self.rest.as_ref().unwrap_or(self.outcome.verdict())
    }

    /// The findings that are neither ignored nor known.
    fn reported(&self) -> impl Iterator<Item = &verdict::Finding> {
        let standing = |i: usize| self.standings.get(i).unwrap_or(&sarif::Standing::Reported);
        let all = self.outcome.findings.iter().enumerate();
        all.filter(move |(i, _)| *standing(*i) == sarif::Standing::Reported).map(|(_, finding)| finding)
    }

    /// The messages about the findings that are reported; those that are only possible if they are asked for.
    pub(crate) fn messages(&self) -> Vec<Diagnostic> {
        let sources = self.input.sources();
        let is_shown = |f: &&verdict::Finding| self.possible || f.confidence == Confidence::Confirmed;
        self.reported().filter(is_shown).map(|f| messages::finding(f, &self.names, &sources)).collect()
    }

    /// Findings, the reason if there is no answer, and the closing lines.
    fn rendered(
        &self,
        format: Format,
        style: Style,
        columns: Option<usize>,
        time: Option<Duration>,
    ) -> String {
        let sources = self.input.sources();
        let is_shown = |f: &&verdict::Finding| self.possible || f.confidence == Confidence::Confirmed;
        let is_confirmed = |f: &verdict::Finding| f.confidence == Confidence::Confirmed;
        let mut possible = 0;
        let in_full = |f: &&verdict::Finding| {
            possible += usize::from(!is_confirmed(f));
            is_confirmed(f) || possible <= POSSIBLE_IN_FULL
        };
        let found = self.reported().filter(is_shown).filter(in_full);
        let found = found.map(|f| messages::finding(f, &self.names, &sources));
        let hidden = self.reported().filter(|f| !is_shown(f)).count();
        let reason = match self.reported_verdict() {
            Verdict::Unknown(reason) => Some(messages::unanswered(reason, &self.outcome, hidden, &sources)),
            _ => None,
        };
        let mut out = String::new();
        let found: Vec<_> = found.collect();
        for message in found.into_iter().chain(reason) {
            out.push_str(&match format {
                Format::Gcc => gcc::render(&message, &sources),
                _ => text::render_within(&message, &sources, style, columns) + "\n",
            });
        }
        if possible > POSSIBLE_IN_FULL {
            let left = possible - POSSIBLE_IN_FULL;
            out.push_str(&format!("… {left} more possible findings (--format json has all of them)\n\n"));
        }
        if self.trace && format == Format::Text {
            for finding in self.outcome.findings.iter().filter(is_shown) {
                out.push_str(&crate::trace::render(finding, self, &sources, style));
            }
        }
        out.push_str(&Summary { outcome: &self.outcome, properties: self.properties, time }.text());
        out.push_str(&crate::standing::summary(&self.standings, self.rest.as_ref()));
        if let (Verdict::Proved(_), Format::Text) = (self.outcome.verdict(), format) {
            let place = |span: Span| {
                let at = self.input.map.locate(span)?;
                Some(format!("{}:{}", at.file, at.line))
            };
            out.push_str(&invariants_in_words(&self.outcome.invariants, &self.names, &place));
        }
        out
    }

    /// What `--quiet` prints.
    pub fn text(&self) -> String {
        self.rendered(Format::Text, Style::Plain, None, None)
    }
}

/// Prints warnings and errors about the program's text to standard error.
pub(crate) fn print_diagnostics(diagnostics: &[Diagnostic], input: &Input, args: &OutputArgs) {
    let sources = input.sources();
    let mut out = String::new();
    for diagnostic in diagnostics {
        if diagnostic.severity != Severity::Error && from_system_header(diagnostic, input) {
            continue;
        }
        out.push_str(&match args.format {
            Format::Gcc => gcc::render(diagnostic, &sources),
            _ => {
                let (style, columns) = (style(args, Stream::Error), columns(Stream::Error));
                text::render_within(diagnostic, &sources, style, columns) + "\n"
            }
        });
    }
    complain(out);
}

/// Nobody can do anything about a warning there.
fn from_system_header(diagnostic: &Diagnostic, input: &Input) -> bool {
    input.map.locate(diagnostic.primary.span).is_some_and(|l| l.system_header || l.file.starts_with('<'))
}

/// Says why there is no answer.
pub(crate) fn fail(failure: Failure, files: &[String], args: &OutputArgs) -> Exit {
    let error = match failure {
        Failure::Usage(message) => {
            complain(format!("fafnir: {message}\n"));
            return Exit::Usage;
        }
        Failure::Load(error) => error,
    };
    let (diagnostics, input) = match error {
        LoadError::Read(ReadError::Message(message)) => {
            complain(format!("fafnir: {message}\n"));
            (vec![Diagnostic::error(message, Span::NONE)], Input::default())
        }
        LoadError::Read(ReadError::Preprocessor(message)) => {
            complain(&message);
            complain(
                "fafnir: the preprocessor reports errors (see above); is an `-I DIR` or `-D NAME` missing?\n",
            );
            let message = String::from_utf8_lossy(&message).trim_end().to_owned();
            (vec![Diagnostic::error(message, Span::NONE)], Input::default())
        }
        LoadError::Program { input, diagnostics } => {
            if !matches!(args.format, Format::Json | Format::Sarif) {
                print_diagnostics(&diagnostics, &input, args);
                let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
                let count = if errors == 1 { "1 error".to_owned() } else { format!("{errors} errors") };
                complain(format!("fafnir: {} cannot be read: {count}\n", files.join(" ")));
            }
            (diagnostics, input)
        }
    };
    match args.format {
        Format::Json => output::print(json::render(files, None, &diagnostics, &input.sources())),
        Format::Sarif => output::print(sarif::render(files, None, &diagnostics, &input.sources())),
        Format::Text | Format::Gcc => {}
    }
    Exit::Usage
}

/// Whether a path names a program in the IR's text form.
pub(crate) fn is_ir(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "ir")
}
