//! Programs that build, change and free one structure of nodes: what lists and trees have in common.

use super::Program;
use crate::mutate::Random;

/// A function of the program, and a line of `main` that calls it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operation {
    pub(super) function: &'static str,
    pub(super) call: &'static str,
    /// How the number of nodes `n` changes, after the call.
    pub(super) count: &'static str,
}

pub(super) const fn operation(function: &'static str, call: &'static str, count: &'static str) -> Operation {
    Operation { function, call, count }
}

/// A kind of structure. Its base declares `struct @node`, `@push`, `@length` and `@destroy`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Structure {
    pub(super) shape: &'static str,
    /// What `main` calls it.
    pub(super) variable: &'static str,
    pub(super) base: &'static str,
    pub(super) operations: &'static [Operation],
}

impl Structure {
    /// A program that is right, before anybody changes it.
    pub(super) fn program(&self, random: &mut Random) -> Program {
        let mut chosen: Vec<&Operation> = Vec::new();
        for _ in 0..=random.below(3) {
            let operation = &self.operations[random.below(self.operations.len())];
            // A name is declared once in `main`.
            if !chosen.iter().any(|o| std::ptr::eq(*o, operation)) {
                chosen.push(operation);
            }
        }
        let variable = self.variable;
        let mut text = String::from(self.base);
        for operation in &chosen {
            text.push_str(operation.function);
        }
        text.push_str(&format!("int @main(void) {{\n    struct @node *{variable} = 0;\n    int n = 0;\n"));
        let value = ["i", "i % 2", "0", "input(0, 1)", "1"][random.below(5)];
        let add = format!("{variable} = @push({variable}, {value});\n        n = n + 1;\n");
        match random.below(4) {
            0 => text.push_str(&format!(
                "    int i = 0;\n    while (input(0, 1)) {{\n        {add}        i = i + 1;\n    }}\n"
            )),
            1 => text.push_str(&format!(
                "    for (int i = 0; i < {}; i++) {{\n        {add}    }}\n",
                1 + random.below(4)
            )),
            _ => text.push_str(&format!(
                "    int most = input(0, {});\n    for (int i = 0; i < most; i++) {{\n        {add}    }}\n",
                [3, 5, 12][random.below(3)]
            )),
        }
        for operation in &chosen {
            text.push_str(&format!("    {}\n", operation.call));
            if !operation.count.is_empty() {
                text.push_str(&format!("    {}\n", operation.count));
            }
        }
        if random.below(3) > 0 {
            text.push_str(&format!("    if (@length({variable}) != n)\n        reach_error();\n"));
        }
        text.push_str(&format!("    @destroy({variable});\n    return 0;\n}}\n"));
        Program::new(text, self.shape.to_owned())
    }
}
