//! Takes preprocessed files through parser, semantics, lowering and verifier, and prints how long each stage took.
//!
//!     lower_file [-m32] [--print] [--lifetimes] [--repeat N] FILE.i ...

#[path = "../tests/common/lifetimes.rs"]
mod lifetimes;

use fafnir_lower as lower;
use std::process::ExitCode;
use std::time::Duration;

#[derive(Clone, Copy, Default)]
struct Show {
    print: bool,
    lifetimes: bool,
}

#[derive(Default)]
struct Times {
    parse: Duration,
    sema: Duration,
    lower: Duration,
    verify: Duration,
}

fn main() -> ExitCode {
    let mut model = csema::types::DataModel::Lp64;
    let mut show = Show::default();
    let mut repeat = 1;
    let mut files = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-m32" => model = csema::types::DataModel::Ilp32,
            "--print" => show.print = true,
            "--lifetimes" => show.lifetimes = true,
            "--repeat" => repeat = args.next().and_then(|n| n.parse().ok()).unwrap_or(1),
            _ => files.push(arg),
        }
    }
    let mut times = Times::default();
    let mut bytes = 0u64;
    let mut failed = 0;
    for path in &files {
        let text = match std::fs::read(path) {
            Ok(text) => text,
            Err(error) => {
                println!("{path}: {error}");
                failed += 1;
                continue;
            }
        };
        bytes += text.len() as u64 * repeat;
        for round in 0..repeat {
            let show = if round == 0 { show } else { Show::default() };
            if !lower_text(path, &text, model, show, &mut times) {
                failed += 1;
                break;
            }
        }
    }
    let rate = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64().max(1e-9);
    println!(
        "{} files, {failed} failed, {:.1} MB: parse {:.1} MB/s, sema {:.1} MB/s, lower {:.1} MB/s, verify {:.1} MB/s, all but verify {:.1} MB/s",
        files.len(),
        bytes as f64 / 1e6,
        rate(times.parse),
        rate(times.sema),
        rate(times.lower),
        rate(times.verify),
        rate(times.parse + times.sema + times.lower),
    );
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn lower_text(
    path: &str,
    text: &[u8],
    model: csema::types::DataModel,
    show: Show,
    times: &mut Times,
) -> bool {
    let mut map = base::SourceMap::new();
    let Some(file) = map.add(path, text.to_vec()) else { return false };
    let start = map.file(file).start;
    let begin = cpu_time();
    let parsed = csyntax::parse(text, start, &csyntax::ParseOptions::default());
    times.parse += cpu_time() - begin;
    for error in parsed.errors.iter().take(3) {
        println!("{}: syntax: {}", locate(&map, error.span, path), error.message);
    }
    if !parsed.errors.is_empty() {
        return false;
    }
    let begin = cpu_time();
    let analyzed = csema::analyze(parsed.ast, csema::Options { model });
    times.sema += cpu_time() - begin;
    if analyzed.has_errors() {
        let errors = analyzed.diagnostics.iter().filter(|d| d.severity == csema::Severity::Error);
        for error in errors.take(3) {
            println!("{}: semantics: {}", locate(&map, error.span, path), error.message);
        }
        return false;
    }
    let begin = cpu_time();
    let lowered = lower::lower(vec![analyzed.unit], &lower::Options::default());
    times.lower += cpu_time() - begin;
    for diagnostic in lowered.diagnostics.iter().take(3) {
        println!("{}: linking: {}", locate(&map, diagnostic.span, path), diagnostic.message);
    }
    let begin = cpu_time();
    let errors = ir::verify(&lowered.program);
    times.verify += cpu_time() - begin;
    if show.print {
        println!("{}", ir::print(&lowered.program));
    }
    for error in errors.iter().take(3) {
        let name =
            error.function.map_or("", |id| lowered.program.names.resolve(lowered.program.functions[id].name));
        println!("{path}: verifier: {name}: {error}");
    }
    let mut lifetimes = Vec::new();
    if show.lifetimes {
        lifetimes = lifetimes::check(&lowered.program);
        for error in lifetimes.iter().take(3) {
            println!("{path}: lifetimes: {error}");
        }
    }
    lowered.diagnostics.is_empty() && errors.is_empty() && lifetimes.is_empty()
}

/// The time this thread has been running, which is what counts on a machine that others use too. Where the kernel does not say,
/// the time of day.
fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match stat.split(' ').next().and_then(|nanoseconds| nanoseconds.parse().ok()) {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        None => std::time::UNIX_EPOCH.elapsed().unwrap_or_default(),
    }
}

fn locate(map: &base::SourceMap, span: base::Span, path: &str) -> String {
    map.locate(span).map_or_else(|| path.to_owned(), |location| location.to_string())
}
