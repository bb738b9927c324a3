//! The reader of the IR's text form.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(program) = fafnir_ir::read(text)
        && fafnir_ir::verify(&program).is_empty()
    {
        let printed = fafnir_ir::print(&program);
        let again = fafnir_ir::read(&printed).expect("the printed form can be read");
        assert_eq!(fafnir_ir::print(&again), printed);
    }
});
