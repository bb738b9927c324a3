//! Analyses preprocessed files and prints what is said about them, with the time each stage took:
//! `cargo run --release -p fafnir-csema --example analyze -- [-m32] [-w] FILES`.

use base::SourceMap;
use fafnir_csema as csema;
use fafnir_csema::types::DataModel;
use std::time::Duration;

/// The processor time of this thread, which does not depend on what else runs on the machine.
fn cpu_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
    Duration::from_nanos(nanoseconds)
}

fn main() {
    let mut options = csema::Options::default();
    let mut warnings = false;
    let mut files = Vec::new();
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "-m32" => options.model = DataModel::Ilp32,
            "-w" => warnings = true,
            _ => files.push(arg),
        }
    }
    let (mut parsing, mut analysis) = (Duration::ZERO, Duration::ZERO);
    let (mut bytes, mut bad) = (0, 0);
    for file in &files {
        let text = match std::fs::read(file) {
            Ok(text) => text,
            Err(error) => {
                println!("{file}: {error}");
                continue;
            }
        };
        bytes += text.len();
        let mut map = SourceMap::new();
        let Some(id) = map.add(file, text) else { continue };
        let start = cpu_time();
        let source = map.file(id);
        let parsed = csyntax::parse(&source.text, source.start, &csyntax::ParseOptions::default());
        parsing += cpu_time().saturating_sub(start);
        for error in &parsed.errors {
            println!(
                "{}: syntax error: {error:?}",
                map.locate(error.span).map_or(String::new(), |l| l.to_string())
            );
        }
        let start = cpu_time();
        let result = csema::analyze(parsed.ast, options);
        analysis += cpu_time().saturating_sub(start);
        if !result.has_errors() && parsed.errors.is_empty() {
            for problem in csema::verify(&result.unit).iter().take(20) {
                println!("{file}: VERIFIER: {problem}");
            }
        }
        bad += usize::from(result.has_errors() || !parsed.errors.is_empty());
        for diagnostic in &result.diagnostics {
            if diagnostic.severity == csema::Severity::Error || warnings {
                let place = map.locate(diagnostic.span).map_or(String::new(), |l| l.to_string());
                println!("{file}: {place}: {:?}: {}", diagnostic.severity, diagnostic.message);
                for (_, note) in &diagnostic.notes {
                    println!("    {note}");
                }
            }
        }
    }
    let speed = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
    println!(
        "{} files, {bad} with errors, {:.1} MB; parsing {:.1} MB/s, analysis {:.1} MB/s",
        files.len(),
        bytes as f64 / 1e6,
        speed(parsing),
        speed(analysis)
    );
}
