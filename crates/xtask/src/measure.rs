//! CPU time and peak memory of one child process.
//!
//! The kernel counts these for all children of a process together, so each measured command gets a parent of its own:
//! this program starts itself with a hidden command, which starts the command, waits, and prints what it cost.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::ffi::OsStr;
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use testkit::process::{self, Failure};

pub(crate) const COMMAND: &str = "__measure";
const MARK: &str = "\u{1}xtask-measure ";

#[derive(Debug, Clone)]
pub(crate) struct Measured {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
    pub(crate) timed_out: bool,
    pub(crate) cpu: Duration,
    /// In KiB.
    pub(crate) peak: u64,
}

/// Runs a command to its end or until `limit`.
pub(crate) fn run<A: AsRef<OsStr>>(program: &OsStr, args: &[A], limit: Duration) -> Result<Measured, String> {
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut command = Command::new(own);
    command.arg(COMMAND).arg(limit.as_millis().to_string()).arg(program).args(args);
    let begin = Instant::now();
    let finished = process::run(&mut command, b"", limit + Duration::from_secs(5));
    let wall = begin.elapsed();
    let finished = match finished {
        Ok(finished) => finished,
        Err(Failure::TimedOut) => {
            let (stdout, stderr) = (Vec::new(), String::new());
            return Ok(Measured { stdout, stderr, code: None, timed_out: true, cpu: wall, peak: 0 });
        }
        Err(e) => return Err(e.to_string()),
    };
    let stderr = finished.stderr_text();
    let (stderr, numbers) = stderr.rsplit_once(MARK).ok_or("the measuring process failed")?;
    let numbers: Vec<u64> = numbers.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let &[cpu, peak, timed_out] = numbers.as_slice() else {
        return Err("the measuring process failed".to_owned());
    };
    Ok(Measured {
        stdout: finished.stdout,
        stderr: stderr.to_owned(),
        code: finished.code,
        timed_out: timed_out != 0,
        cpu: Duration::from_micros(cpu),
        peak,
    })
}

/// As [`run`] for the time alone, started straight from here: a process in between would hand over cold caches. The program
/// must end by itself.
pub(crate) fn time<A: AsRef<OsStr>>(program: &OsStr, args: &[A]) -> Result<(Duration, ExitStatus), String> {
    let before = time_of(UsageWho::RUSAGE_CHILDREN);
    let mut command = Command::new(program);
    let quiet = command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = quiet.status().map_err(|e| e.to_string())?;
    Ok((time_of(UsageWho::RUSAGE_CHILDREN).saturating_sub(before), status))
}

/// CPU time of the calling thread, which other work on the machine does not stretch.
pub(crate) fn thread_time() -> Duration {
    time_of(UsageWho::RUSAGE_THREAD)
}

fn time_of(who: UsageWho) -> Duration {
    let Ok(usage) = getrusage(who) else { return Duration::ZERO };
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(micros.unsigned_abs())
}

/// The hidden command: `LIMIT_MS PROGRAM ARGS...`.
pub(crate) fn child(args: &[String]) -> ExitCode {
    let [limit, program, args @ ..] = args else { return ExitCode::from(2) };
    let limit = Duration::from_millis(limit.parse().unwrap_or(60_000));
    let result = process::run(Command::new(program).args(args), b"", limit);
    let (code, timed_out) = match &result {
        Ok(finished) => {
            use std::io::Write as _;
            let _ = std::io::stdout().write_all(&finished.stdout);
            let _ = std::io::stderr().write_all(&finished.stderr);
            (finished.code.unwrap_or(125), 0)
        }
        Err(Failure::TimedOut) => (124, 1),
        Err(e) => {
            eprintln!("{program}: {e}");
            (127, 0)
        }
    };
    let (cpu, peak) = match getrusage(UsageWho::RUSAGE_CHILDREN) {
        Ok(usage) => {
            let cpu = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
            (cpu, usage.max_rss())
        }
        Err(_) => (0, 0),
    };
    eprint!("{MARK}{cpu} {peak} {timed_out}");
    ExitCode::from(code as u8)
}
