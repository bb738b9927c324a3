//! The command line: arguments, files, the preprocessor, progress, exit codes.
//!
//! Architecture invariant: this crate analyses nothing. It reads texts, hands them down the pipeline of [`driver`], and
//! prints what comes back through `report`. Files, environment variables, processes and the terminal are touched
//! here and nowhere else.

pub mod args;
pub mod batch;
mod behind;
pub mod blame;
mod cache;
pub mod check;
mod contracts;
pub mod driver;
mod export;
mod extras;
mod functions;
pub mod guard;
mod horn;
mod html;
pub mod inspect;
pub mod lsp;
mod missing;
pub mod output;
pub mod preprocess;
mod process;
pub mod progress;
pub mod project;
mod repro;
pub mod run;
pub mod show;
pub mod standing;
mod stop;
mod surroundings;
pub mod svcomp;
pub mod task;
mod trace;
pub mod values;
pub mod waypoints;
pub mod witness;

use args::{Cli, Command, ExplainArgs};
use std::process::ExitCode;
use verdict::FindingKind;

/// What the process's exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Proved, or done without complaint.
    Proved,
    Violated,
    /// Bad usage, or a program that cannot be read.
    Usage,
    Unknown,
    /// The status of the program that was run.
    Status(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Proved => 0,
            Exit::Violated => 1,
            Exit::Usage => 2,
            Exit::Unknown => 3,
            Exit::Status(status) => status,
        })
    }
}

pub fn main() -> ExitCode {
    let cli = match Cli::read(project::compiler_options(std::env::args_os())) {
        Ok(cli) => cli,
        Err(e) => {
            // Help that nobody reads to its end is no error.
            let _ = e.print();
            return ExitCode::from(e.exit_code() as u8);
        }
    };
    guard::silence_panics();
    match guard::run(|| command(cli.command)) {
        Ok(exit) => exit.into(),
        Err(panicked) => {
            output::complain(format!(
                "fafnir: internal error: {} ({})\n\
                 This is a defect of fafnir, not of your program: please report it with the input.\n",
                panicked.message, panicked.location
            ));
            Exit::Unknown.into()
        }
    }
}

fn command(command: Command) -> Exit {
    match command {
        Command::Check(args) => check::main(*args),
        Command::Contracts(args) => check::contracts(*args),
        Command::Run(args) => run::main(args),
        Command::Ir(args) => inspect::ir(&args),
        Command::Cfg(args) => inspect::cfg(&args),
        Command::Svcomp(args) => svcomp::main(args),
        Command::Batch(args) => batch::main(&args),
        Command::Horn(args) => horn::main(&args),
        Command::Lsp => lsp::main(),
        Command::Engines => engines(),
        Command::Show(args) => show::main(&args),
        Command::Models(args) => models_list(&args.names),
        Command::Cache(args) => cache::main(&args),
        Command::Explain(args) => explain(&args),
    }
}

/// One line per engine: its name, its roles, and what it is for.
fn engines() -> Exit {
    for entry in portfolio::REGISTRY {
        let roles: Vec<&str> = entry.engine.about().roles.words().collect();
        output::print(format!(
            "{:8}  {:18}  {}\n",
            entry.engine.name(),
            roles.join(", "),
            entry.engine.about().summary
        ));
    }
    Exit::Proved
}

/// One line per library function: its name, how it is known, and what may rest on it.
fn models_list(wanted: &[String]) -> Exit {
    let known = models::rows()
        .iter()
        .flat_map(|row| row.names)
        .chain(models::sources().iter().flat_map(|s| s.functions));
    let mut names: Vec<String> = match wanted.is_empty() {
        true => known.filter(|name| !name.starts_with("__")).map(|name| (*name).to_owned()).collect(),
        false => wanted.to_vec(),
    };
    names.sort_unstable();
    names.dedup();
    let mut all_known = true;
    for name in names {
        let source = models::sources().iter().find(|source| source.functions.contains(&name.as_str()));
        let how = match (source, models::is_modelled(&name), models::library(&name)) {
            (Some(source), ..) => {
                format!("in C: {}", source.name.trim_start_matches("<model ").trim_end_matches('>'))
            }
            (None, true, _) => "by the engines".to_owned(),
            (None, false, Some(models::Library::Value)) => "any value; no violation rests on it".to_owned(),
            (None, false, Some(models::Library::Effects)) => {
                "not supported: the answer is Unknown where it is called".to_owned()
            }
            (None, false, None) => "not of the library: taken as pure".to_owned(),
        };
        all_known &= models::is_modelled(&name);
        let limits = match models::claim(&name) {
            Some(claim) => match (claim.contains_all, claim.only_real) {
                (models::Runs::All, models::Runs::All) => "",
                (models::Runs::Unmarked, models::Runs::All) => {
                    "; some behaviour is left out, and the answer says so where it matters"
                }
                (_, models::Runs::Unmarked) => "; some results are made up, and no violation rests on them",
            },
            None => "",
        };
        output::print(format!("{name:24}  {how}{limits}\n"));
    }
    if all_known { Exit::Proved } else { Exit::Unknown }
}

fn explain(args: &ExplainArgs) -> Exit {
    match args.kind {
        Some(kind) => output::print(report::explain::page(kind)),
        None => {
            let line = |kind: FindingKind| {
                let property = kind.property().map_or("-", |p| p.name());
                format!("{:22}{property}\n", kind.name())
            };
            output::print(FindingKind::ALL.into_iter().map(line).collect::<String>());
        }
    }
    Exit::Proved
}
