//! What tests share that run annotated programs in the concrete machine.

use clap::Parser as _;
use engine::Task;
use fafnir_cli::args::{CheckArgs, Cli, Command, normalize};
use fafnir_cli::driver;
use interp::{InputRequest, Mode};
use ir::{FuncId, FunctionBody, Intrinsic, Program};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use testkit::{Command as Asked, TestFile};
use verdict::{Property, PropertySet};

/// A test program that is checked, with the command line and the properties.
pub(crate) fn load(path: &Path) -> Option<(CheckArgs, PropertySet, Arc<Program>)> {
    let text = std::fs::read(path).ok()?;
    let file = TestFile::parse(&String::from_utf8_lossy(&text)).ok()?;
    if file.command != Asked::Check {
        return None;
    }
    let args = arguments(path, &file)?;
    let loaded = driver::load(&[path.to_owned()], &args.front).ok()?;
    let properties = match args.properties.is_empty() {
        true => Property::DEFAULT.into_iter().collect(),
        false => args.properties.iter().copied().collect(),
    };
    Some((args, properties, loaded.program))
}

/// The machine that stops where a property is violated.
pub(crate) fn machine(args: &CheckArgs, properties: PropertySet) -> interp::Options {
    interp::Options {
        analysis: args.analysis.options(),
        trace: false,
        mode: Mode::Check(properties),
        ..interp::Options::check(properties)
    }
}

fn arguments(path: &Path, file: &TestFile) -> Option<CheckArgs> {
    let mut line: Vec<OsString> = ["fafnir", "check"].map(OsString::from).to_vec();
    for property in file.properties.iter().flatten() {
        line.extend(["--property", property.name()].map(OsString::from));
    }
    line.extend(file.args.iter().map(OsString::from));
    line.push(path.into());
    match Cli::try_parse_from(normalize(line.into_iter())).ok()?.command {
        Command::Check(args) => Some(*args),
        _ => None,
    }
}

/// Inputs that make loops run for some rounds.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> i128 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        i128::from((self.0 >> 33) % sides)
    }

    /// Inputs of which few are zero: loops run for many rounds.
    #[allow(dead_code, reason = "not every test runs that long")]
    pub(crate) fn long_input(&mut self, request: &InputRequest) -> i128 {
        if self.roll(48) != 0 && request.min <= 1 && 1 <= request.max { 1 } else { self.input(request) }
    }

    pub(crate) fn input(&mut self, request: &InputRequest) -> i128 {
        let value = match self.roll(12) {
            0..2 => 0,
            2..6 => 1,
            6..10 => self.roll(12),
            10 => self.roll(300),
            _ => -self.roll(12),
        };
        if value < request.min || value > request.max { request.min + self.roll(2) } else { value }
    }
}

/// Whether the model of a library function says less to an engine than what the machine does: it, or what it calls, asks for that.
pub(crate) fn model_differs(task: &Task, func: FuncId) -> bool {
    let program = task.program();
    let asks = |callee: FuncId| {
        let body = &program.functions[callee].body;
        matches!(body, FunctionBody::Intrinsic(Intrinsic::Summarise | Intrinsic::LikeGlibc))
    };
    let is_model = models::is_of_library(program.names.resolve(program.functions[func].name));
    task.facts.calls().callees(func).any(asks)
        || is_model && facts::reachable(program, func).0.into_iter().any(asks)
}
