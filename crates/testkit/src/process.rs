//! Running other programs with a time limit, and asking gcc what a C program does.

use crate::DataModel;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// `None` if a signal ended it.
    pub code: Option<i32>,
}

impl Finished {
    pub fn stdout_text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }
    pub fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }
}

#[derive(Debug)]
pub enum Failure {
    TimedOut,
    CannotStart(std::io::Error),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::TimedOut => write!(f, "timed out"),
            Failure::CannotStart(e) => write!(f, "cannot be started: {e}"),
        }
    }
}

/// Runs a command to its end, or kills it when the time is over.
pub fn run(command: &mut Command, stdin: &[u8], limit: Duration) -> Result<Finished, Failure> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(Failure::CannotStart)?;
    let (pipe_in, pipe_out, pipe_err) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        scope.spawn(move || pipe_in.map(|mut pipe| pipe.write_all(stdin).ok()));
        let out = scope.spawn(move || drain(pipe_out));
        let err = scope.spawn(move || drain(pipe_err));
        let deadline = Instant::now() + limit;
        let mut pause = Duration::from_micros(200);
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break Ok(status),
                Ok(None) if Instant::now() > deadline => {
                    let _ = child.kill();
                    let _ = child.wait();
                    break Err(Failure::TimedOut);
                }
                Ok(None) => {
                    std::thread::sleep(pause);
                    pause = (pause * 2).min(Duration::from_millis(5));
                }
                Err(e) => break Err(Failure::CannotStart(e)),
            }
        };
        let stdout = out.join().unwrap_or_default();
        let stderr = err.join().unwrap_or_default();
        Ok(Finished { stdout, stderr, code: status?.code() })
    })
}

fn drain(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        let _ = pipe.read_to_end(&mut bytes);
    }
    bytes
}

/// 32-bit code computes floats in SSE registers, too: the x87 ones have more digits than the types say.
fn model_flags(model: DataModel) -> &'static [&'static str] {
    match model {
        DataModel::Lp64 => &["-m64"],
        DataModel::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"],
    }
}

/// Compiles with `gcc -O0` and runs the result.
pub fn gcc_run(
    source: &Path,
    model: DataModel,
    options: &[String],
    scratch: &Path,
    limit: Duration,
) -> Result<Finished, String> {
    let stem = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let binary: PathBuf = scratch.join(format!("{stem}-{}", model.name()));
    let mut command = Command::new("gcc");
    command
        .args(["-O0", "-w", "-fwrapv"])
        .args(model_flags(model))
        .args(options)
        .arg("-o")
        .arg(&binary)
        .arg(source)
        .arg("-lm");
    let compiled = run(&mut command, b"", Duration::from_secs(60)).map_err(|e| format!("gcc {e}"))?;
    if compiled.code != Some(0) {
        return Err(format!("gcc refuses it:\n{}", compiled.stderr_text()));
    }
    let finished = run(&mut Command::new(&binary), b"", limit);
    let _ = std::fs::remove_file(&binary);
    finished.map_err(|e| e.to_string())
}

/// Whether gcc is here and can make programs of this data model (`-m32` needs 32-bit libraries).
pub fn gcc_works(model: DataModel, scratch: &Path) -> bool {
    let source = scratch.join(format!("probe-{}.c", model.name()));
    let program = "#include <stdlib.h>\nint main(void) { return 0; }\n";
    std::fs::write(&source, program).is_ok()
        && gcc_run(&source, model, &[], scratch, Duration::from_secs(10)).is_ok_and(|f| f.code == Some(0))
}

/// A random program, if csmith is installed.
pub fn csmith(seed: u64, options: &[&str]) -> Result<Vec<u8>, String> {
    let mut command = Command::new("csmith");
    command.arg("--seed").arg(seed.to_string()).args(options);
    let finished = run(&mut command, b"", Duration::from_secs(30)).map_err(|e| format!("csmith {e}"))?;
    match finished.code {
        Some(0) => Ok(finished.stdout),
        _ => Err(format!("csmith failed: {}", finished.stderr_text())),
    }
}

/// Where csmith's headers are.
pub fn csmith_headers() -> Option<PathBuf> {
    ["/usr/include/csmith", "/usr/local/include/csmith"]
        .into_iter()
        .map(PathBuf::from)
        .chain(std::fs::read_dir("/usr/include").into_iter().flatten().filter_map(|e| {
            let path = e.ok()?.path();
            path.file_name()?.to_str()?.starts_with("csmith").then_some(path)
        }))
        .find(|dir| dir.join("csmith.h").is_file())
}

/// What a comparison of `fafnir run` with gcc came to.
#[derive(Debug, PartialEq, Eq)]
pub enum Comparison {
    Agree,
    Disagree(String),
    /// Fafnir gave no answer: unsupported, or a limit.
    Unknown(String),
    /// The program does not end in time when compiled, or gcc refuses it.
    Skipped(String),
}

/// Compares standard output and exit status of `fafnir run` and of the program that gcc makes.
pub fn compare_with_gcc(
    fafnir: &Path,
    source: &Path,
    model: DataModel,
    options: &[String],
    scratch: &Path,
    limits: (Duration, Duration),
) -> Comparison {
    let expected = match gcc_run(source, model, options, scratch, limits.0) {
        Ok(finished) => finished,
        Err(e) => return Comparison::Skipped(e),
    };
    let Some(status) = expected.code else {
        return Comparison::Skipped("the compiled program was killed by a signal".to_owned());
    };
    let mut command = Command::new(fafnir);
    command.args(["run", "--quiet", "--exit-status", "--time", "0", "--data-model", model.name()]);
    command.args(options).arg(source);
    let actual = match run(&mut command, b"", limits.1) {
        Ok(finished) => finished,
        Err(e) => return Comparison::Unknown(e.to_string()),
    };
    let errors = actual.stderr_text();
    if actual.code == Some(3) && status != 3 {
        return Comparison::Unknown(errors);
    }
    if actual.stdout != expected.stdout || actual.code != Some(status) {
        let difference = crate::golden::difference(&expected.stdout_text(), &actual.stdout_text());
        return Comparison::Disagree(format!(
            "gcc's program exits with {status}, fafnir with {:?}\n{difference}{errors}",
            actual.code
        ));
    }
    Comparison::Agree
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_stopped_in_time() {
        let begin = Instant::now();
        let result = run(Command::new("sleep").arg("20"), b"", Duration::from_millis(100));
        assert!(matches!(result, Err(Failure::TimedOut)));
        assert!(begin.elapsed() < Duration::from_secs(5));
        let result = run(&mut Command::new("cat"), b"hello", Duration::from_secs(5)).unwrap();
        assert_eq!(result.stdout, b"hello");
        assert_eq!(result.code, Some(0));
        let missing = run(&mut Command::new("no-such-program"), b"", Duration::from_secs(5));
        assert!(matches!(missing, Err(Failure::CannotStart(_))));
    }
}
