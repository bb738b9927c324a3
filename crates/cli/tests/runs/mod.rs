//! What tests share that run annotated programs in the concrete machine.

use clap::Parser as _;
use fafnir_cli::args::{CheckArgs, Cli, Command, normalize};
use interp::InputRequest;
use std::ffi::OsString;
use std::path::Path;
use testkit::TestFile;

/// The command line that checks the program.
pub(crate) fn arguments(path: &Path, file: &TestFile) -> Option<CheckArgs> {
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
