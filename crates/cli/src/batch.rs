//! `fafnir batch`: many tasks, each in a process of its own, with results that survive an interruption.

use crate::Exit;
use crate::args::BatchArgs;
use crate::output::{complain, print};
use crate::task::{self, Expected, Task};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use report::batch::{Record, Results, Score};
use std::collections::{HashMap, VecDeque};
use std::io::{IsTerminal, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A task that does not end by itself when its time is over gets this much more.
const GRACE: Duration = Duration::from_secs(5);
const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// Results are written after so much time, and at the end.
const SAVE_EVERY: Duration = Duration::from_millis(500);

pub fn main(args: &BatchArgs) -> Exit {
    match run(args) {
        Ok(exit) => exit,
        Err(message) => {
            complain(format!("fafnir: {message}\n"));
            Exit::Usage
        }
    }
}

fn run(args: &BatchArgs) -> Result<Exit, String> {
    if let Some([old, new]) = args.compare.as_deref().and_then(|c| <&[_; 2]>::try_from(c).ok()) {
        print(report::batch::comparison(&load(old)?, &load(new)?));
        return Ok(Exit::Proved);
    }
    let mut tasks: Vec<Task> = Vec::new();
    for argument in &args.tasks {
        tasks.extend(task::tasks(argument)?);
    }
    if tasks.is_empty() {
        return Err("there are no tasks".to_owned());
    }
    let time = args.limits.time.filter(|t| !t.is_zero()).unwrap_or(DEFAULT_TIME);
    let settings = settings(args, time);
    let known = match args.out.exists() && !args.fresh {
        true => load(&args.out)?,
        false => Results::default(),
    };
    // Results under other limits are other results.
    let known: HashMap<String, Record> = match known.settings == settings {
        true => known.records.into_iter().map(|r| (r.name.clone(), r)).collect(),
        false => HashMap::new(),
    };
    let mut done: Vec<Option<Record>> = tasks.iter().map(|t| known.get(&t.name).cloned()).collect();
    let open: VecDeque<usize> = (0..tasks.len()).filter(|i| done[*i].is_none()).collect();
    if !args.quiet && open.len() < tasks.len() {
        complain(format!("fafnir: {} of {} tasks are done already\n", tasks.len() - open.len(), tasks.len()));
    }
    let bar = bar(!args.quiet, tasks.len(), tasks.len() - open.len());
    let shared = Mutex::new((open, &mut done, Instant::now()));
    let failure: Mutex<Option<String>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..args.jobs.clamp(1, 256) {
            scope.spawn(|| {
                loop {
                    let next = shared.lock().ok().and_then(|mut s| s.0.pop_front());
                    let Some(index) = next else { return };
                    let record = one(&tasks[index], args, time);
                    let Ok(mut state) = shared.lock() else { return };
                    bar.set_message(format!("{} {}", record.answer, record.name));
                    bar.inc(1);
                    state.1[index] = Some(record);
                    if state.2.elapsed() > SAVE_EVERY {
                        state.2 = Instant::now();
                        if let Err(message) = save(&args.out, &settings, state.1.iter().flatten())
                            && let Ok(mut failure) = failure.lock()
                        {
                            *failure = Some(message);
                            state.0.clear();
                        }
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    if let Some(message) = failure.into_inner().ok().flatten() {
        return Err(message);
    }
    save(&args.out, &settings, done.iter().flatten())?;
    let results = Results { settings, records: done.into_iter().flatten().collect() };
    print(report::batch::table(&results));
    if let Some(path) = &args.html {
        std::fs::write(path, report::batch::html(&results))
            .map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    let wrong = results.records.iter().any(|r| r.score() == Score::Wrong);
    Ok(if wrong { Exit::Violated } else { Exit::Proved })
}

/// How far the batch is, on a terminal; nothing in a pipe.
fn bar(wanted: bool, total: usize, done: usize) -> ProgressBar {
    if !wanted || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr());
    // What is done already says nothing about the time that the rest takes.
    let bar = bar.with_position(done as u64);
    bar.reset_eta();
    let template = "{bar:32} {pos}/{len} {elapsed} (about {eta} left) {wide_msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("█▓░"));
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// What makes results comparable, in words.
fn settings(args: &BatchArgs, time: Duration) -> String {
    let mut text = format!("time {}s", time.as_secs_f64());
    if let Some(memory) = &args.limits.memory {
        text.push_str(&format!(", memory {}", memory.0));
    }
    if let Some(steps) = args.limits.steps {
        text.push_str(&format!(", steps {steps}"));
    }
    if !args.engines.engines.is_all() {
        text.push_str(&format!(", engine {}", args.engines.engines));
    }
    if !args.options.trim().is_empty() {
        text.push_str(&format!(", {}", args.options.trim()));
    }
    text
}

fn load(path: &Path) -> Result<Results, String> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read {shown}: {e}"))?;
    Results::from_json(&text).map_err(|e| format!("{shown}: {e}"))
}

/// Writes the file as a whole or not at all, so that a killed batch leaves one that can be read.
fn save<'a>(path: &Path, settings: &str, records: impl Iterator<Item = &'a Record>) -> Result<(), String> {
    let results = Results { settings: settings.to_owned(), records: records.cloned().collect() };
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.tmp", std::process::id()));
    let write = || {
        std::fs::write(&beside, results.to_json())?;
        std::fs::rename(&beside, path)
    };
    write().map_err(|e: std::io::Error| format!("cannot write {}: {e}", path.display()))
}

fn one(task: &Task, args: &BatchArgs, time: Duration) -> Record {
    let begin = Instant::now();
    let mut record = Record {
        name: task.name.clone(),
        expected: match &task.expected {
            Expected::Unknown => None,
            Expected::True => Some("true".to_owned()),
            Expected::False(names) if names.is_empty() => Some("false".to_owned()),
            Expected::False(names) => Some(format!("false({})", names.join(" "))),
        },
        answer: "error".to_owned(),
        reason: String::new(),
        seconds: 0.0,
        engine: String::new(),
    };
    let Ok(program) = std::env::current_exe() else {
        record.reason = "the program's own file cannot be found".to_owned();
        return record;
    };
    let mut command = Command::new(program);
    command.args(["check", "--format", "json", "--data-model", &task.data_model]);
    command.arg("--time").arg(format!("{}s", time.as_secs_f64()));
    if let Some(memory) = &args.limits.memory {
        command.arg("--memory").arg(memory.0.to_string());
    }
    if let Some(steps) = args.limits.steps {
        command.arg("--steps").arg(steps.to_string());
    }
    if let Some(prp) = &task.prp {
        command.arg("--prp").arg(prp);
    }
    command.arg("--engine").arg(args.engines.engines.to_string());
    command.args(args.options.split_whitespace()).arg(&task.file);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    match command.spawn() {
        Ok(child) => finish(child, time + GRACE, &mut record),
        Err(e) => record.reason = e.to_string(),
    }
    record.seconds = begin.elapsed().as_secs_f64();
    record
}

fn finish(mut child: Child, limit: Duration, record: &mut Record) {
    let mut pipe = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        if let Some(pipe) = &mut pipe {
            // A program's messages may hold anything; what is not UTF-8 ends as an error below.
            let _ = pipe.read_to_string(&mut text);
        }
        text
    });
    let deadline = Instant::now() + limit;
    let mut pause = Duration::from_millis(1);
    let ended = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if Instant::now() < deadline => {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(20));
            }
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
        }
    };
    let text = reader.join().unwrap_or_default();
    match ended {
        None => (record.answer, record.reason) = ("timeout".to_owned(), "killed".to_owned()),
        Some(status) => record.read_answer(&text, status.code()),
    }
}
