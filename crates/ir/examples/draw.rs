//! Draws every function of an IR text: `cargo run -p fafnir-ir --example draw -- FILE.ir OUTPUT-DIRECTORY`.

use fafnir_ir::{DrawOptions, draw_dot, draw_svg, read};
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(file), Some(directory)) = (args.next(), args.next().map(PathBuf::from)) else {
        return Err("usage: draw FILE.ir OUTPUT-DIRECTORY".into());
    };
    let program = read(&std::fs::read_to_string(file)?)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    std::fs::create_dir_all(&directory)?;
    for id in program.functions.ids() {
        if let Some(svg) = draw_svg(&program, id, DrawOptions::default()) {
            std::fs::write(directory.join(format!("{id}.svg")), svg)?;
        }
        if let Some(dot) = draw_dot(&program, id, DrawOptions::default()) {
            std::fs::write(directory.join(format!("{id}.dot")), dot)?;
        }
    }
    Ok(())
}
