//! `cargo xtask`: what developers run besides `cargo test`.
//!
//! Nothing here is part of the tool; each command measures or attacks it from outside.

mod ask;
mod attack;
mod bench;
mod bench_engine;
mod bench_horn;
mod bench_incremental;
mod diff_gcc;
mod exports;
mod fuzz;
mod graph;
mod library_coverage;
mod measure;
mod models;
mod mutate;
mod options;
mod read;
mod sanitize;
mod seed_bugs;
mod suite;
mod tidy;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

  attack lists|arrays|strings|library|mutants N [--engine E,...] [--seed S] [--time SECONDS]
      N random programs whose truth is known from all runs of their binary under AddressSanitizer; what the engines say of
      them. Wrong answers are kept under target/attack
  bench front [FILE...]
      speed of the front end on SQLite's amalgamation (or the files), stage by stage, and the process time of
      `fafnir check` on a one-page program
  bench facts [FILE...]
      how long each fact about a program takes to compute
  bench interp
      IR statements per second of the concrete machine on tight loops
  bench (smg | template) TASKS.tsv [--time SECONDS] [--filter TEXT] [--fafnir PATH]
      time and memory of an engine on a suite, as ratios to what its list records for a peer
  bench horn [--suite DIR] [--time SECONDS] [--filter ENCODING] [--horn-solver PROGRAM] [--fafnir PATH]
      the programs of tests/horn-table by every encoding of the heap and by the Horn engine, one line each; DIR has SV-COMP's
  bench incremental [--fafnir PATH]
      a second run of `check` after an edit of one function of a file without `main`, as a ratio to the first
  bench growth [smg | template]
      time of an engine on programs that grow (nested lists, statements, calls; loops, variables), and the curve's
      exponent
  diff-gcc N [--seed S] [--data-model lp64|ilp32] [--jobs J] [--time SECONDS]
      compares `fafnir run` with gcc -O0 on N random programs of csmith, for both data models;
      disagreements are kept under target/diff-gcc
  exports [--filter TEXT] [--jobs J]
      compiles the test case that `fafnir check --export-test` writes for every buggy program under tests/c with gcc's
      sanitizers: each must show its error
  fuzz front|ir|machine SECONDS [--seed S]
      mutated inputs for the front end, the IR reader, or the machine; what fails is saved under target/fuzz
  library-coverage PATH... [-- -I DIR -D NAME ...]
      which functions of the C library and POSIX the C files call, how often, and which of them are not modelled
  models [FUNCTION] [--calls N] [--outcomes N] [--seed S] [--engine E,...|none] [--time SECONDS] [--filter FILE]
      the model test bench: calls of the library functions that are described under tests/models, as glibc does them,
      as the machine does them, and as programs that no engine may prove or call wrong
  read PATH... [--data-model M] [--jobs J] [-- -I DIR -D NAME ...]
      reads C files, directories of them or the files of a suite's list to well-formed IR, and lists what cannot be read
      although gcc accepts it
  sanitize [--filter TEXT] [--seed S] [--jobs J]
      compares `fafnir run` with AddressSanitizer and valgrind on the programs under tests/c and examples
  seed-bugs FILE.c... [--count N] [--seed S] [--time SECONDS] [-- -I DIR ...]
      N bugs of known kinds (a missing or doubled free, a use after it, a missing test of an allocation, one step too many), put at
      random places of functions of libraries without a `main`; how many of them `fafnir check` shows in those functions
  suite TASKS.tsv [--filter TEXT] [--time SECONDS] [--jobs J] [-- FAFNIR OPTIONS]
      runs `fafnir check` over a laid-out suite and compares with what is expected
  tidy
      file lengths, unfinished code, crate documentation, the crate graph

Commands that run fafnir build it first, or take the binary that --fafnir PATH names.
";

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    if args.is_empty() {
        eprint!("{HELP}");
        return ExitCode::from(2);
    }
    let command = args.remove(0);
    let result = match command.as_str() {
        "attack" => attack::main(&args),
        "bench" => bench::main(&args),
        "fuzz" => fuzz::main(&args),
        "exports" => exports::main(&args),
        "diff-gcc" => diff_gcc::main(&args),
        "library-coverage" => library_coverage::main(&args),
        "models" => models::main(&args),
        "read" => read::main(&args),
        "sanitize" => sanitize::main(&args),
        "seed-bugs" => seed_bugs::main(&args),
        "suite" => suite::main(&args),
        "tidy" => tidy::main(),
        measure::COMMAND => return measure::child(&args),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        other => Err(format!("there is no command `{other}`; `cargo xtask help` lists them")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("xtask: {e}");
            ExitCode::FAILURE
        }
    }
}
