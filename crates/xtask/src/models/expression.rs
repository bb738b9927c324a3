//! Random expressions of whole numbers that C defines: what could overflow is narrowed or unsigned, amounts of shifts are masked.

use crate::mutate::Random;

/// An expression over variables of any whole type.
pub(crate) fn draw(random: &mut Random, names: &[&str], depth: usize) -> String {
    if depth == 0 || random.below(6) == 0 {
        return leaf(random, names);
    }
    let one = draw(random, names, depth - 1);
    let shallower = depth - 1 - random.below(depth);
    let two = draw(random, names, shallower);
    match random.below(16) {
        0 => format!("({}({one}))", cast(random)),
        1 => format!("({}({one}))", pick(random, &["!", "~", "-(short)", "+", "-(unsigned)", "!!"])),
        2 | 3 => format!("((short)({one}) {} (short)({two}))", pick(random, &["+", "-", "*"])),
        4 | 5 => format!("((unsigned)({one}) {} (unsigned)({two}))", pick(random, &["+", "-", "*"])),
        6 => format!("((unsigned long)({one}) {} ({two}))", pick(random, &["+", "-", "*"])),
        7 | 8 => format!("(({one}) {} ({two}))", pick(random, &["&", "|", "^"])),
        9 => format!("((unsigned)({one}) << (({two}) & 31))"),
        10 => format!("(({one}) >> (({two}) & {}))", pick(random, &["7", "31", "15"])),
        11 => format!("(({one}) {} ((({two}) & 7) + 1))", pick(random, &["/", "%"])),
        12 | 13 => format!("(({one}) {} ({two}))", pick(random, &["<", "<=", "==", "!=", ">", ">="])),
        14 => format!("(({one}) {} ({two}))", pick(random, &["&&", "||"])),
        _ => format!("(({one}) ? ({two}) : ({}))", leaf(random, names)),
    }
}

fn leaf(random: &mut Random, names: &[&str]) -> String {
    if !names.is_empty() && random.below(4) != 0 {
        return names[random.below(names.len())].to_owned();
    }
    let literals = [
        "0",
        "1",
        "-1",
        "2",
        "7",
        "255u",
        "0x80",
        "127",
        "-128",
        "65535",
        "0x7fffffff",
        "0x80000000",
        "4294967295u",
        "'a'",
        "'\\377'",
        "sizeof(int)",
        "1ul",
        "-1L",
        "0xffffffffffffffffull",
        "(char)200",
    ];
    pick(random, &literals).to_owned()
}

fn cast(random: &mut Random) -> &'static str {
    let types = [
        "(char)",
        "(signed char)",
        "(unsigned char)",
        "(short)",
        "(unsigned short)",
        "(int)",
        "(unsigned)",
        "(long)",
        "(unsigned long)",
        "(_Bool)",
    ];
    pick(random, &types)
}

fn pick<'a>(random: &mut Random, of: &[&'a str]) -> &'a str {
    of[random.below(of.len())]
}
