//! Lexer, parser, analysis and lowering on any text.
#![no_main]

use fafnir_cli::driver::{Options, compile};
use fafnir_cli::output::FileLines;
use fafnir_cli::preprocess::Text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for model in [fafnir_ir::DataModel::Lp64, fafnir_ir::DataModel::Ilp32] {
        let text = Text { name: "fuzz.c".to_owned(), bytes: bytes.to_vec(), original: None, fresh: false };
        let options = Options { model, error_labels: Vec::new(), entry: "main".to_owned() };
        if let Ok(loaded) = compile(vec![text], Vec::new(), &options, FileLines::default()) {
            let errors = fafnir_ir::verify(&loaded.program);
            assert!(errors.is_empty(), "{errors:?}");
        }
    }
});
