//! Calls of library functions as data: the files under `tests/models` hold blocks of C with places for arguments.
//!
//! A block starts with `//: NAME... exact`, `usual`, `determined` or `possible`: the functions it tries, and what is known of what it
//! observes ([`Outcome`]). In its text, `$kind(...)` stands for an argument:
//!
//! | written | becomes |
//! | --- | --- |
//! | `$int(low,high)` | a whole number, often one of the ends |
//! | `$any(int)` | a number of the type `int`, `uint`, `long` or `ulong`, often at its limits |
//! | `$byte()` | a character code from 0 to 255 |
//! | `$double()`, `$float()` | a floating-point number, also infinite or NaN |
//! | `$small(low,high)` | a `double` between the two, with a fraction |
//! | `$string(low,high)` | a string literal of a length between the two |
//! | `$text(name,size,low,high)` | a declaration: `char name[size]` with a string |
//! | `$numeral(name,size)` | a declaration: `char name[size]` with text that may be a number |
//! | `$buffer(name,size)` | a declaration: `char name[size]` of any bytes |
//! | `$fill(name,size)` | a declaration: `char name[size]`, to be written to |
//! | `$ints(name,count,low,high)` | a declaration: `int name[count]` |
//! | `$wide(name,size,low,high)` | a declaration: `wchar_t name[size]` with a string |
//! | `$pick(a\|b\|...)` | one of the texts |
//! | `$conversion()` | a format with one conversion, a comma and its argument |
//! | `$expr(names)` | an expression of whole numbers over the variables ([`super::expression`]) |
//!
//! All of them are drawn independently of each other: every combination must be a defined call.

use super::expression;
use super::observe::closing;
use crate::mutate::Random;
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// C determines it, and the machine computes it.
    Exact,
    /// The machine computes it; in reality it may come otherwise, as when a disk is full.
    Usual,
    /// C determines it; the model makes it up.
    Determined,
    /// It depends on more than the program.
    Possible,
}

#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) functions: Vec<String>,
    pub(crate) outcome: Outcome,
    pub(crate) body: String,
    /// File and line.
    pub(crate) place: String,
}

impl Block {
    pub(crate) fn label(&self) -> String {
        self.functions.join(" ")
    }

    /// Whether the machine must do what the C library does.
    pub(crate) fn is_computed(&self) -> bool {
        matches!(self.outcome, Outcome::Exact | Outcome::Usual)
    }
}

/// Reads all blocks below a directory.
pub(crate) fn read(directory: &Path) -> Result<Vec<Block>, String> {
    let mut blocks: Vec<Block> = Vec::new();
    for path in testkit::files::find(directory, "txt") {
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut inside = false;
        for (number, line) in text.lines().enumerate() {
            let place = format!("{file}:{}", number + 1);
            if let Some(head) = line.strip_prefix("//:") {
                let mut functions: Vec<String> = head.split_whitespace().map(str::to_owned).collect();
                let outcome = match functions.pop().as_deref() {
                    Some("exact") => Outcome::Exact,
                    Some("usual") => Outcome::Usual,
                    Some("determined") => Outcome::Determined,
                    Some("possible") => Outcome::Possible,
                    _ => {
                        return Err(format!(
                            "{place}: a block says `exact`, `usual`, `determined` or `possible`"
                        ));
                    }
                };
                blocks.push(Block { functions, outcome, body: String::new(), place });
                inside = true;
            } else if line.starts_with("//") {
                continue;
            } else if inside && let Some(block) = blocks.last_mut() {
                block.body.push_str(line);
                block.body.push('\n');
            } else if !line.trim().is_empty() {
                return Err(format!("{place}: this belongs to no block"));
            }
        }
    }
    if blocks.is_empty() { Err(format!("{}: no blocks", directory.display())) } else { Ok(blocks) }
}

/// The block's text with arguments. With `other`, whether an argument is that of `random` or one of `other` is decided by an
/// expression of the program: the first, if it is not 0.
pub(crate) fn instantiate(
    block: &Block,
    random: &mut Random,
    mut other: Option<(&mut Random, &str)>,
) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = block.body.as_str();
    let error = |what: &str| format!("{}: {what}", block.place);
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        // Formats have dollars of their own.
        let open = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
        if open == 0 || !rest[open..].starts_with('(') {
            out.push('$');
            continue;
        }
        let close = closing(rest, open).ok_or_else(|| error("a parenthesis is not closed"))?;
        let (kind, arguments) = (&rest[..open], &rest[open + 1..close]);
        let piece = draw(kind, arguments, random).map_err(|e| error(&e))?;
        let second = match &mut other {
            Some((random, choice)) => Some((draw(kind, arguments, random).map_err(|e| error(&e))?, *choice)),
            None => None,
        };
        out.push_str(&piece.text(second));
        rest = &rest[close + 1..];
    }
    out.push_str(rest);
    Ok(out)
}

enum Piece {
    Expression(String),
    /// Text that cannot depend on an input.
    Fixed(String),
    Array {
        ty: &'static str,
        name: String,
        size: usize,
        elements: Vec<i64>,
    },
}

impl Piece {
    fn text(&self, other: Option<(Piece, &str)>) -> String {
        match (self, other) {
            (Piece::Expression(one), Some((Piece::Expression(two), choice))) if *one != two => {
                format!("({choice} ? {one} : {two})")
            }
            (Piece::Expression(one) | Piece::Fixed(one), _) => one.clone(),
            (Piece::Array { ty, name, size, elements }, other) => {
                let values: Vec<String> = elements.iter().map(i64::to_string).collect();
                let values = if values.is_empty() { "0".to_owned() } else { values.join(", ") };
                let mut out = format!("{ty} {name}[{size}] = {{{values}}};");
                if let Some((Piece::Array { elements: second, .. }, choice)) = other {
                    out.push_str(&format!(" if (!{choice}) {{"));
                    for i in 0..elements.len().max(second.len()) {
                        let [one, two] = [elements, &second].map(|e| e.get(i).copied().unwrap_or(0));
                        if one != two {
                            out.push_str(&format!(" {name}[{i}] = {two};"));
                        }
                    }
                    out.push_str(" }");
                }
                out
            }
        }
    }
}

fn draw(kind: &str, arguments: &str, random: &mut Random) -> Result<Piece, String> {
    let parts: Vec<&str> = arguments.split(',').map(str::trim).collect();
    let number = |i: usize| -> Result<i64, String> {
        let text = parts.get(i).ok_or_else(|| format!("${kind}: too few arguments"))?;
        text.parse().map_err(|_| format!("${kind}: `{text}` is no number"))
    };
    let named = |ty: &'static str, elements: Vec<i64>| -> Result<Piece, String> {
        let size = number(1)? as usize;
        if elements.len() > size {
            return Err(format!("${kind}: {} elements do not fit", elements.len()));
        }
        Ok(Piece::Array { ty, name: parts[0].to_owned(), size, elements })
    };
    let text = |random: &mut Random, low: i64, high: i64| -> Vec<i64> {
        let length = between(random, low, high);
        let alphabet = alphabet(random);
        (0..length).map(|_| i64::from(alphabet[random.below(alphabet.len())])).collect()
    };
    match kind {
        "int" => Ok(Piece::Expression(literal(between(random, number(0)?, number(1)?)))),
        "any" => Ok(Piece::Expression(any(arguments, random)?)),
        "byte" => {
            let code = match random.below(3) {
                0 => random.below(256) as i64,
                _ => i64::from(b"abA0 zZ9/.\n"[random.below(11)]),
            };
            Ok(Piece::Expression(code.to_string()))
        }
        "double" => Ok(Piece::Expression(floating(random, false))),
        "float" => Ok(Piece::Expression(floating(random, true))),
        "small" => {
            let whole = between(random, number(0)?, number(1)? - 1);
            let fraction = [0, 25, 50, 75, 10, 99, 1][random.below(7)];
            Ok(Piece::Expression(format!("({whole} + 0.{fraction:02})")))
        }
        "string" => {
            let bytes = text(random, number(0)?, number(1)?);
            let escaped: String = bytes.iter().map(|b| format!("\\{b:03o}")).collect();
            Ok(Piece::Expression(format!("\"{escaped}\"")))
        }
        "text" => {
            let elements = text(random, number(2)?, number(3)?);
            named("char", elements.into_iter().map(signed_char).collect())
        }
        "numeral" => named("char", numeral(random).bytes().map(i64::from).collect()),
        "buffer" => {
            let size = number(1)?;
            let alphabet = alphabet(random);
            let byte = |random: &mut Random| match random.below(5) {
                0 => 0,
                1 => random.below(256) as i64,
                _ => i64::from(alphabet[random.below(alphabet.len())]),
            };
            named("char", (0..size).map(|_| signed_char(byte(random))).collect())
        }
        "fill" => named("char", vec![0x55; number(1)? as usize]),
        "ints" => {
            let [count, low, high] = [number(1)?, number(2)?, number(3)?];
            named("int", (0..count).map(|_| between(random, low, high)).collect())
        }
        "wide" => {
            let elements = text(random, number(2)?, number(3)?);
            let wider = if random.below(4) == 0 { 0x1_f000 } else { 0 };
            named("wchar_t", elements.into_iter().map(|c| c + wider).collect())
        }
        "pick" => {
            let choices: Vec<&str> = arguments.split('|').collect();
            Ok(Piece::Fixed(choices[random.below(choices.len())].to_owned()))
        }
        "conversion" => Ok(Piece::Fixed(conversion(random))),
        "expr" => {
            let names: Vec<&str> = arguments.split_whitespace().collect();
            Ok(Piece::Fixed(expression::draw(random, &names, 4)))
        }
        other => Err(format!("there is no `${other}`")),
    }
}

fn signed_char(byte: i64) -> i64 {
    if byte > 127 { byte - 256 } else { byte }
}

/// Texts over few letters have much in common; those over many show how a byte is read.
fn alphabet(random: &mut Random) -> &'static [u8] {
    [&b"ab"[..], b"aA b,", b"abcxyz,;/. \t", b"a\x80\xff\x01 ~", b"0123456789", b"/a"][random.below(6)]
}

fn between(random: &mut Random, low: i64, high: i64) -> i64 {
    if high <= low {
        return low;
    }
    match random.below(6) {
        0 => low,
        1 => high,
        _ => (i128::from(low) + i128::from(random.next()) % (i128::from(high) - i128::from(low) + 1)) as i64,
    }
}

/// The smallest number has no literal.
fn literal(value: i64) -> String {
    match value {
        i64::MIN => "(-9223372036854775807L - 1)".to_owned(),
        v if v < i64::from(i32::MIN) || v > i64::from(i32::MAX) => format!("({v}L)"),
        v if v == i64::from(i32::MIN) => "(-2147483647 - 1)".to_owned(),
        v if v < 0 => format!("({v})"),
        v => v.to_string(),
    }
}

fn any(ty: &str, random: &mut Random) -> Result<String, String> {
    let small = random.below(300) as i64 - 20;
    let wild = random.next() as i64 >> random.below(60);
    let value = match random.below(4) {
        0 => small,
        1 => wild,
        2 => [0, 1, -1, 2, 127, 128, 255, 256, 65535][random.below(9)],
        _ => [i64::MIN, i64::MAX, i64::MIN + 1, 1 << 31, (1 << 31) - 1, -(1 << 31), (1 << 32) - 1, 1 << 32]
            [random.below(8)],
    };
    Ok(match ty {
        "int" => literal(i64::from(value as i32)),
        "uint" => format!("{}u", value as u32),
        "long" => literal(value),
        "ulong" => format!("{}ul", value as u64),
        other => return Err(format!("$any: there is no type `{other}`")),
    })
}

fn floating(random: &mut Random, single: bool) -> String {
    let value = match random.below(8) {
        0 => {
            return [
                "(1.0 / 0.0)",
                "(-1.0 / 0.0)",
                "(0.0 / 0.0)",
                "__builtin_nan(\"\")",
                "-__builtin_nan(\"\")",
            ][random.below(5)]
            .to_owned();
        }
        1 => [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 10.0, 27.0, 64.0, 100.0, 1e15, 4_503_599_627_370_497.5]
            [random.below(12)],
        2 => [f64::MAX, f64::MIN_POSITIVE, f64::EPSILON, 5e-324, 2_147_483_648.0, 9.223_372_036_854_776e18]
            [random.below(6)],
        3 => (random.below(2001) as f64 - 1000.0) / 2.0,
        4 => f64::from_bits(random.next() & !(0x7ff << 52) | (0x3f0 + random.next() % 32) << 52),
        5 => f64::from_bits(random.next() & !(1 << 62)),
        6 => random.below(200) as f64,
        _ => (random.next() as i64 >> 40) as f64 / 997.0,
    };
    let sign = if random.below(4) == 0 { "-" } else { "" };
    match (value.is_finite(), single) {
        (false, _) => "0.0".to_owned(),
        (true, true) => format!("({sign}({:e}f))", (value as f32).clamp(f32::MIN, f32::MAX)),
        (true, false) => format!("({sign}({value:e}))"),
    }
}

/// Text that may be a number, whole or not.
fn numeral(random: &mut Random) -> String {
    let mut out = String::new();
    out.push_str(["", "", "", " ", "\t\n ", "  "][random.below(6)]);
    out.push_str(["", "", "-", "+", "--"][random.below(5)]);
    out.push_str(["", "", "", "0x", "0X", "0"][random.below(6)]);
    match random.below(6) {
        0 => out.push_str(
            [
                "9223372036854775807",
                "9223372036854775808",
                "2147483648",
                "18446744073709551616",
                "ffffffff",
                "z",
            ][random.below(6)],
        ),
        1 => out.push_str(
            ["inf", "nan", "1e5", "1.5e-3", "0x1.8p3", ".5", "5.", "1e400", "e1", "infinity"]
                [random.below(10)],
        ),
        _ => {
            for _ in 0..random.below(8) {
                out.push(char::from(b"0123456789012345678990ab"[random.below(24)]));
            }
        }
    }
    out.push_str(["", "", "", "x", " 7", ".25", "e2"][random.below(7)]);
    out
}

/// A format with one conversion and its argument.
fn conversion(random: &mut Random) -> String {
    let mut format = String::from(["", "", "a", "%%"][random.below(4)]);
    format.push('%');
    for flag in ['-', '+', ' ', '0', '#'] {
        if random.below(6) == 0 {
            format.push(flag);
        }
    }
    if random.below(3) == 0 {
        format.push_str(&random.below(14).to_string());
    }
    let precision = random.below(3) == 0;
    if precision {
        format.push_str(&format!(".{}", random.below(12)));
    }
    let (letter, argument) = match random.below(12) {
        0..=2 => (["d", "i"][random.below(2)].to_owned(), any("int", random)),
        3 => (["u", "x", "X", "o"][random.below(4)].to_owned(), any("uint", random)),
        4 => (
            ["ld", "li", "lld", "jd", "zd"][random.below(5)].to_owned(),
            any("long", random).map(|v| format!("(long){v}")),
        ),
        5 => (["lu", "lx", "lo", "zu", "llX"][random.below(5)].to_owned(), any("ulong", random)),
        6 => (["hhd", "hd", "hhu", "hu", "hx"][random.below(5)].to_owned(), any("int", random)),
        7 => ("c".to_owned(), Ok((32 + random.below(95)).to_string())),
        8 | 9 => {
            let text = ["", "a", "abc", "hello world", "tail\\n"][random.below(5)];
            ("s".to_owned(), Ok(format!("\"{text}\"")))
        }
        _ => {
            let letter = ["f", "e", "g", "F", "E", "G", "a"][random.below(7)];
            (letter.to_owned(), Ok(floating(random, false)))
        }
    };
    format.push_str(&letter);
    format.push_str(["", "", "|"][random.below(3)]);
    format!("\"{format}\", {}", argument.unwrap_or_else(|_| "0".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_drawn_independently_and_repeatably() {
        let body = "$text(s,20,0,12) OBSERVE(f(s, $int(0,9), $string(0,3), $any(int)));\n".to_owned();
        let block =
            Block { functions: vec!["f".to_owned()], outcome: Outcome::Exact, body, place: String::new() };
        let one = instantiate(&block, &mut Random::new(1), None).unwrap();
        assert_eq!(one, instantiate(&block, &mut Random::new(1), None).unwrap());
        assert!(one.starts_with("char s[20] = {") && !one.contains('$'), "{one}");
        let mut second = Random::new(9);
        let two = instantiate(&block, &mut Random::new(1), Some((&mut second, "c()"))).unwrap();
        assert!(two.contains("if (!c())") || two.contains("(c() ?"), "{two}");
    }

    #[test]
    fn the_limits_of_types_are_literals() {
        assert_eq!(literal(i64::MIN), "(-9223372036854775807L - 1)");
        assert_eq!(literal(i64::from(i32::MIN)), "(-2147483647 - 1)");
        assert_eq!(literal(-5), "(-5)");
    }
}
