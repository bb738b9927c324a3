//! `fafnir lsp`: a language server, on standard input and output.
//!
//! A file is checked when it is opened and when it is saved, by a worker: the newest version of a file is the one that counts, so a
//! check of an older one is cancelled. Hovering a variable shows what it may hold before the line is executed; a lens at every loop
//! shows the loop's invariant as a picture (`queries`). The first thread only reads messages and passes them on.

mod diagnostics;
mod queries;

use crate::args::{CheckArgs, Cli, Command};
use crate::check::{self, Answer, Failure, Session};
use crate::driver::LoadError;
use crate::preprocess::ReadError;
use crate::stop::Stop;
use crate::{Exit, guard};
use base::Span;
use clap::Parser as _;
use diagnostics::{lsp_diagnostic, path_of, preprocessor_errors};
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use portfolio::Activity;
use queries::Queries;
use report::{Diagnostic, Severity, Sources, messages};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use verdict::picture::Shapes;
use verdict::{InvariantContent, PlaceKind, Verdict};

/// What one check may take, unless the client says otherwise.
const TIME: Duration = Duration::from_secs(10);
/// How often the client hears of a check that goes on; one that is over sooner is not worth a word.
const TICK: Duration = Duration::from_millis(500);
/// The protocol's number for a request that the client does not want any more.
const CANCELLED: i32 = -32800;

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}

/// What the client has asked for when it began.
#[derive(Debug)]
struct Settings {
    time: Duration,
    /// Options for every check, as on the command line.
    options: Vec<String>,
    /// The client shows what the server is doing.
    shows_progress: bool,
}

impl Settings {
    /// The arguments of `fafnir check` for a file.
    fn arguments(&self, path: &Path) -> Result<CheckArgs, String> {
        let mut line: Vec<std::ffi::OsString> = vec!["fafnir".into(), "check".into(), "--quiet".into()];
        line.extend(self.options.iter().map(Into::into));
        line.push(path.into());
        match Cli::try_parse_from(crate::args::normalize(line.into_iter())) {
            Ok(Cli { command: Command::Check(mut args) }) => {
                args.limits.time.get_or_insert(self.time);
                Ok(*args)
            }
            Ok(_) => Err("the options are not those of a check".to_owned()),
            Err(e) => Err(e.to_string()),
        }
    }
}

#[derive(Default)]
struct LoopInvariant {
    formulas: Vec<String>,
    shapes: Vec<Shapes>,
}

/// What checks have found so far.
#[derive(Default)]
struct Shared {
    /// What the last proof of a file rests on, by the lines of loops.
    invariants: HashMap<PathBuf, BTreeMap<u32, LoopInvariant>>,
    /// Files that have diagnostics, by the file whose check found them.
    published: HashMap<PathBuf, Vec<String>>,
}

/// What the client has heard of a check.
#[derive(Clone, Copy, PartialEq)]
enum Stage {
    Silent,
    Announced,
    Over,
}

/// A check that waits, or is at work.
#[derive(Clone)]
struct Job {
    uri: String,
    path: PathBuf,
    /// The name of its progress.
    token: String,
    stop: Arc<Stop>,
    activity: Arc<Activity>,
    stage: Arc<Mutex<Stage>>,
}

enum Query {
    Ask { id: RequestId, method: String, params: Value, stop: Arc<Stop> },
    Forget(PathBuf),
}

pub fn main() -> Exit {
    let (connection, _threads) = Connection::stdio();
    let client = Arc::new(connection);
    let settings = Arc::new(Mutex::new(Settings { time: TIME, options: Vec::new(), shows_progress: false }));
    let shared = Arc::new(Mutex::new(Shared::default()));
    let (jobs, waiting) = channel::<Job>();
    let (questions, asked) = channel::<Query>();
    let worker = {
        let (client, settings, shared) = (Arc::clone(&client), Arc::clone(&settings), Arc::clone(&shared));
        move || {
            for job in waiting.iter().filter(|job| !job.stop.is_set()) {
                if let Err(panicked) = guard::run(|| check(&job, &client, &settings, &shared)) {
                    let message = format!("internal error: {}", panicked.message);
                    notify(&client, "window/showMessage", json!({ "type": 1, "message": message }));
                }
                end_progress(&job, &client);
            }
        }
    };
    let answerer = {
        let (client, settings, shared) = (Arc::clone(&client), Arc::clone(&settings), Arc::clone(&shared));
        move || {
            let mut queries = Queries::new(settings, shared);
            for query in asked {
                match query {
                    Query::Forget(path) => queries.forget(&path),
                    Query::Ask { id, method, params, stop } => {
                        let answer = guard::run(|| queries.answer(&method, &params, &stop))
                            .unwrap_or_else(|panicked| Err((-32603, panicked.message)));
                        respond(&client, id, if stop.is_set() { cancelled() } else { answer });
                    }
                }
            }
        }
    };
    let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
        std::thread::Builder::new().name(name.to_owned()).spawn(work).is_ok()
    };
    if !spawn("checks", Box::new(worker)) || !spawn("questions", Box::new(answerer)) {
        return Exit::Unknown;
    }
    let mut server = Server {
        client,
        settings,
        shared,
        jobs,
        questions,
        latest: HashMap::new(),
        pending: Vec::new(),
        next_token: 0,
        shut_down: false,
    };
    loop {
        match server.client.receiver.recv_timeout(TICK) {
            Ok(Message::Request(request)) => server.request(request),
            Ok(Message::Notification(note)) if note.method == "exit" => {
                return if server.shut_down { Exit::Proved } else { Exit::Violated };
            }
            Ok(Message::Notification(note)) => server.notification(&note),
            Ok(Message::Response(_)) => {}
            Err(e) if e.is_timeout() => {}
            Err(_) => return Exit::Violated,
        }
        server.report_progress();
    }
}

fn cancelled() -> Result<Value, queries::Failure> {
    Err((CANCELLED, "the request was cancelled".to_owned()))
}

fn respond(client: &Connection, id: RequestId, answer: Result<Value, queries::Failure>) {
    let response = match answer {
        Ok(result) => Response::new_ok(id, result),
        Err((code, message)) => Response::new_err(id, code, message),
    };
    let _ = client.sender.send(Message::Response(response));
}

fn notify(client: &Connection, method: &str, params: Value) {
    let _ = client.sender.send(Message::Notification(Notification::new(method.to_owned(), params)));
}

fn end_progress(job: &Job, client: &Connection) {
    let before = std::mem::replace(&mut *held(&job.stage), Stage::Over);
    if before == Stage::Announced {
        notify(client, "$/progress", json!({ "token": job.token, "value": { "kind": "end" } }));
    }
}

struct Server {
    client: Arc<Connection>,
    settings: Arc<Mutex<Settings>>,
    shared: Arc<Mutex<Shared>>,
    jobs: Sender<Job>,
    questions: Sender<Query>,
    /// The last check of each file.
    latest: HashMap<PathBuf, Job>,
    /// Questions that may still be open.
    pending: Vec<(RequestId, Arc<Stop>)>,
    next_token: u64,
    shut_down: bool,
}

impl Server {
    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        match method.as_str() {
            "initialize" => {
                let answer = self.initialize(&params);
                respond(&self.client, id, Ok(answer));
            }
            "shutdown" => {
                self.shut_down = true;
                self.latest.values().for_each(|job| job.stop.set());
                respond(&self.client, id, Ok(Value::Null));
            }
            _ => {
                let stop = Arc::new(Stop::default());
                // Whoever asks so much has forgotten the first questions.
                const REMEMBERED: usize = 64;
                if self.pending.len() >= REMEMBERED {
                    self.pending.remove(0);
                }
                self.pending.push((id.clone(), Arc::clone(&stop)));
                let _ = self.questions.send(Query::Ask { id, method, params, stop });
            }
        }
    }

    fn notification(&mut self, note: &Notification) {
        let params = &note.params;
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
        match note.method.as_str() {
            "textDocument/didOpen" | "textDocument/didSave" => self.start(uri),
            "textDocument/didClose" => self.forget(uri),
            "$/cancelRequest" => {
                let id = serde_json::from_value::<RequestId>(params["id"].clone()).ok();
                let meant = self.pending.iter().filter(|(pending, _)| Some(pending) == id.as_ref());
                meant.for_each(|(_, stop)| stop.set());
            }
            "window/workDoneProgress/cancel" => {
                let meant = self.latest.values().filter(|job| params["token"] == job.token.as_str());
                meant.for_each(|job| job.stop.set());
            }
            _ => {}
        }
    }

    fn initialize(&mut self, params: &Value) -> Value {
        let options = &params["initializationOptions"];
        let mut settings = held(&self.settings);
        if let Some(seconds) = options["timeSeconds"].as_f64().filter(|s| (0.1..=3600.0).contains(s)) {
            settings.time = Duration::from_secs_f64(seconds);
        }
        if let Some(list) = options["options"].as_array() {
            settings.options = list.iter().filter_map(|o| o.as_str().map(str::to_owned)).collect();
        }
        settings.shows_progress = params["capabilities"]["window"]["workDoneProgress"] == true;
        json!({
            "capabilities": {
                "positionEncoding": "utf-16",
                "textDocumentSync": { "openClose": true, "change": 0, "save": true },
                "hoverProvider": true,
                "codeLensProvider": { "resolveProvider": false },
                "executeCommandProvider": { "commands": ["fafnir.showInvariant"] },
            },
            "serverInfo": { "name": "fafnir", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    /// Lets the worker check a file; what it still does about an older version is of no use.
    fn start(&mut self, uri: &str) {
        let Some(path) = path_of(uri) else { return };
        self.next_token += 1;
        let job = Job {
            uri: uri.to_owned(),
            path: path.clone(),
            token: format!("fafnir/{}", self.next_token),
            stop: Arc::default(),
            activity: Arc::default(),
            stage: Arc::new(Mutex::new(Stage::Silent)),
        };
        if let Some(older) = self.latest.insert(path.clone(), job.clone()) {
            older.stop.set();
        }
        held(&self.shared).invariants.remove(&path);
        let _ = self.questions.send(Query::Forget(path));
        let _ = self.jobs.send(job);
    }

    fn forget(&mut self, uri: &str) {
        let Some(path) = path_of(uri) else { return };
        if let Some(job) = self.latest.remove(&path) {
            job.stop.set();
        }
        let _ = self.questions.send(Query::Forget(path.clone()));
        let mut shared = held(&self.shared);
        shared.invariants.remove(&path);
        for file in shared.published.remove(&path).unwrap_or_default() {
            notify(
                &self.client,
                "textDocument/publishDiagnostics",
                json!({ "uri": file, "diagnostics": [] }),
            );
        }
    }

    /// Says what the check that is at work does.
    fn report_progress(&mut self) {
        if !held(&self.settings).shows_progress {
            return;
        }
        for job in self.latest.values().filter(|job| !job.activity.engines().is_empty()) {
            let mut stage = held(&job.stage);
            let name = job.path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            let (states, _) = job.activity.states();
            let message = format!("{name}: {}, {states} states", job.activity.engines().join(", "));
            let value = match *stage {
                Stage::Over => continue,
                Stage::Silent => {
                    let params = json!({ "token": job.token });
                    let id = RequestId::from(job.token.clone());
                    let request = Request::new(id, "window/workDoneProgress/create".to_owned(), params);
                    let _ = self.client.sender.send(Message::Request(request));
                    *stage = Stage::Announced;
                    json!({ "kind": "begin", "title": "Checking", "message": message, "cancellable": true })
                }
                Stage::Announced => json!({ "kind": "report", "message": message }),
            };
            notify(&self.client, "$/progress", json!({ "token": job.token, "value": value }));
        }
    }
}

/// Checks a file and publishes what is found, unless nobody wants to know any more.
fn check(job: &Job, client: &Connection, settings: &Mutex<Settings>, shared: &Mutex<Shared>) {
    let Job { uri, path, .. } = job;
    let complain = |message: String| {
        notify(client, "window/showMessage", json!({ "type": 1, "message": message }));
    };
    let args = match held(settings).arguments(path) {
        Ok(args) => CheckArgs { invariants: true, ..args },
        Err(message) => return complain(message),
    };
    let mut found: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    found.insert(uri.clone(), Vec::new());
    let mut add = |(file, value): (String, Value)| found.entry(file).or_default().push(value);
    let of = |diagnostic: &Diagnostic, sources: &Sources<'_>| lsp_diagnostic(diagnostic, sources, uri);
    let session = Session {
        exits: false,
        stop: Some(Arc::clone(&job.stop)),
        activity: Some(Arc::clone(&job.activity)),
    };
    let answer = check::answer_in(args, &session);
    if job.stop.is_set() {
        return;
    }
    match answer {
        Ok(answer) => {
            held(shared).invariants.insert(path.clone(), loop_invariants(&answer, path));
            let sources = answer.input.sources();
            answer.warnings.iter().for_each(|w| add(of(w, &sources)));
            for message in answer.messages() {
                add(of(&message, &sources));
            }
            if let Verdict::Unknown(reason) = answer.outcome.verdict() {
                let mut message = messages::unknown(reason);
                message.severity = Severity::Note;
                add(of(&message, &sources));
            }
        }
        Err(Failure::Load(LoadError::Program { input, diagnostics })) => {
            let sources = input.sources();
            diagnostics.iter().for_each(|d| add(of(d, &sources)));
        }
        Err(Failure::Load(LoadError::Read(ReadError::Message(message)))) => {
            let input = crate::driver::Input::default();
            add(of(&Diagnostic::error(message, Span::NONE), &input.sources()));
        }
        Err(Failure::Load(LoadError::Read(ReadError::Preprocessor(bytes)))) => {
            preprocessor_errors(&String::from_utf8_lossy(&bytes), uri).into_iter().for_each(&mut add);
        }
        Err(Failure::Usage(message)) => return complain(message),
    }
    let files: Vec<String> = found.keys().cloned().collect();
    let before = held(shared).published.insert(path.clone(), files).unwrap_or_default();
    for old in before {
        found.entry(old).or_default();
    }
    for (file, diagnostics) in found {
        let params = json!({ "uri": file, "diagnostics": diagnostics });
        notify(client, "textDocument/publishDiagnostics", params);
    }
}

/// The invariants of the loops in a file, by the lines that they begin on.
fn loop_invariants(answer: &Answer, path: &Path) -> BTreeMap<u32, LoopInvariant> {
    let mut lines: BTreeMap<u32, LoopInvariant> = BTreeMap::new();
    for invariant in answer.outcome.invariants.iter().filter(|i| i.at.kind == PlaceKind::LoopHead) {
        let Some(at) = answer.input.map.locate(invariant.at.span) else { continue };
        if Path::new(&*at.file) != path {
            continue;
        }
        let known = lines.entry(at.line).or_default();
        match &invariant.what {
            InvariantContent::Formula(formula) => {
                let text = formula.to_text(&answer.names);
                known.formulas.extend(Some(text).filter(|text| text != "1"));
            }
            what @ (InvariantContent::Blocks(_) | InvariantContent::Heaps(_)) => {
                let place = |span| answer.input.map.locate(span).map(|at| format!("line {}", at.line));
                let text = report::content_in_words(what, &answer.names, &place);
                known.formulas.extend(text.lines().map(str::to_owned));
            }
            InvariantContent::Shapes(pictures) => known.shapes.push(Shapes {
                span: invariant.at.span,
                function: answer.names.resolve(invariant.at.function).to_owned(),
                name: None,
                pictures: pictures.clone(),
                incomplete: None,
            }),
        }
    }
    lines
}
