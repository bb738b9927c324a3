//! How fast a preprocessed file is read: `cargo run --release -p fafnir-csyntax --example parse_speed -- FILE...`
//! Prints the errors and the best of several runs; `--dump` prints the tree, `--quiet` only files with errors.

use fafnir_csyntax::{ParseOptions, ParseResult, SyntaxError, parse};
use std::time::Instant;

fn main() {
    let (options, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|a| a.starts_with("--"));
    let has = |option: &str| options.iter().any(|o| o == option);
    let mut failed = 0;
    for file in &files {
        let text = match std::fs::read(file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{file}: {error}");
                failed += 1;
                continue;
            }
        };
        let runs = if has("--quiet") { 1 } else { 15 };
        let mut best = f64::INFINITY;
        let mut result = None;
        for _ in 0..runs {
            let begin = Instant::now();
            let parsed = parse(&text, 0, &ParseOptions::default());
            best = best.min(begin.elapsed().as_secs_f64());
            result = Some(parsed);
        }
        let Some(ParseResult { ast, errors }) = result else { continue };
        for error in &errors {
            print_error(file, &text, error);
        }
        failed += usize::from(!errors.is_empty());
        if has("--dump") {
            print!("{}", fafnir_csyntax::dump(&ast));
        }
        if !has("--quiet") {
            let megabytes = text.len() as f64 / 1e6;
            println!(
                "{file}: {megabytes:.3} MB in {:.2} ms, {:.0} MB/s; {} errors, {} expressions, {} statements, {} names",
                best * 1e3,
                megabytes / best,
                errors.len(),
                ast.exprs.len(),
                ast.stmts.len(),
                ast.names.len(),
            );
        }
    }
    println!("{} files, {failed} with errors", files.len());
    std::process::exit(i32::from(failed > 0));
}

fn print_error(file: &str, text: &[u8], error: &SyntaxError) {
    let line = |offset: u32| text[..offset as usize].iter().filter(|&&b| b == b'\n').count() + 1;
    println!("{file}:{}: {}", line(error.span.lo), error.message);
    for note in &error.notes {
        println!("  {}: note: {}", line(note.span.lo), note.message);
    }
    if let Some(help) = &error.help {
        println!("  help: {help}");
    }
}
