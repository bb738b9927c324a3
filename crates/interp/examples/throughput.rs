//! Measures statements per second on tight loops: `cargo run --release -p fafnir-interp --example throughput [FILE.ir]`.

use fafnir_interp::{Budget, Discard, Inputs, Options};
use std::time::Instant;

const LOOPS: [(&str, &str); 3] = [
    ("registers", include_str!("loops/registers.ir")),
    ("array", include_str!("loops/array.ir")),
    ("calls", include_str!("loops/calls.ir")),
];

fn measure(name: &str, text: &str) {
    let mut program = match ir::read(text) {
        Ok(program) => program,
        Err(errors) => {
            eprintln!("{name}: {errors:?}");
            return;
        }
    };
    models::bind(&mut program);
    let start = Instant::now();
    let result =
        fafnir_interp::run(&program, &Options::run(), Inputs::None, &mut Discard, &Budget::default());
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{name}: {} steps in {seconds:.3} s, {:.1} million per second, {:?}",
        result.steps,
        result.steps as f64 / seconds / 1e6,
        result.exit
    );
}

fn main() {
    let mut given = false;
    for path in std::env::args().skip(1) {
        given = true;
        match std::fs::read_to_string(&path) {
            Ok(text) => measure(&path, &text),
            Err(error) => eprintln!("{path}: {error}"),
        }
    }
    if !given {
        for (name, text) in LOOPS {
            measure(name, text);
        }
    }
}
