//! Values on the command line: times, sizes, properties, lists of inputs, property files.

use std::time::Duration;
use verdict::{FindingKind, Property, PropertySet};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteSize(pub u64);

/// `500ms`, `10s`, `10`, `2.5min`, `1h`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_unit(text)?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("`{unit}` is not a unit of time (ms, s, min, h)")),
    };
    Duration::try_from_secs_f64(seconds).map_err(|e| e.to_string())
}

/// `65536`, `512M`, `4G`, `1.5GiB`.
pub fn byte_size(text: &str) -> Result<ByteSize, String> {
    let (number, unit) = split_unit(text)?;
    let unit = unit.trim_end_matches(['B', 'b']).trim_end_matches('i');
    let factor = match unit {
        "" => 1u64,
        "k" | "K" => 1 << 10,
        "m" | "M" => 1 << 20,
        "g" | "G" => 1 << 30,
        "t" | "T" => 1 << 40,
        _ => return Err(format!("`{unit}` is not a unit of memory (K, M, G)")),
    };
    Ok(ByteSize((number * factor as f64) as u64))
}

fn split_unit(text: &str) -> Result<(f64, &str), String> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 =
        text[..digits].parse().map_err(|_| "a number is expected, as in `10s` or `512M`".to_owned())?;
    Ok((number, text[digits..].trim()))
}

pub fn property(text: &str) -> Result<Property, String> {
    Property::from_name(text).ok_or_else(|| {
        let names: Vec<&str> = Property::ALL.iter().map(|p| p.name()).collect();
        format!("the properties are {}", names.join(", "))
    })
}

pub fn encoding(text: &str) -> Result<encodings::Encoding, String> {
    text.parse()
}

/// A solver of Horn clauses that is there, or a word for several.
pub fn horn_solver(text: &str) -> Result<String, String> {
    match horn::named(&[text.to_owned()]) {
        Ok(_) => Ok(text.to_owned()),
        Err(name) => {
            Err(format!("there is no solver `{name}` (own, z3, eldarica, golem, all, or the path of one)"))
        }
    }
}

pub fn finding_kind(text: &str) -> Result<FindingKind, String> {
    FindingKind::from_name(text).ok_or_else(|| "`fafnir explain` lists the kinds".to_owned())
}

/// What an SV-COMP property file asks.
#[derive(Debug, PartialEq, Eq)]
pub struct PropertyFile {
    pub properties: PropertySet,
    /// The function in `init(...)`.
    pub entry: Option<String>,
}

/// Reads lines such as `CHECK( init(main()), LTL(G valid-free) )`.
pub fn property_file(text: &str) -> Result<PropertyFile, String> {
    let mut properties = PropertySet::default();
    let mut entry = None;
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with("//")) {
        let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        let inner = compact
            .strip_prefix("CHECK(init(")
            .and_then(|rest| rest.strip_suffix(')'))
            .ok_or_else(|| format!("`{line}` is not of the form CHECK( init(main()), LTL(...) )"))?;
        let (start, formula) =
            inner.split_once("()),").ok_or_else(|| format!("`{line}` names no function to start from"))?;
        entry = Some(start.to_owned());
        let formula = formula
            .strip_prefix("LTL(")
            .and_then(|rest| rest.strip_suffix(')'))
            .ok_or_else(|| format!("`{formula}` is not an LTL formula"))?;
        let asked: &[Property] = match formula {
            "Gvalid-deref" => &[Property::ValidDeref],
            "Gvalid-free" => &[Property::ValidFree],
            "Gvalid-memtrack" => &[Property::ValidMemtrack],
            "Gvalid-memcleanup" => &[Property::ValidMemcleanup],
            "G!overflow" => &[Property::NoOverflow],
            "G!call(reach_error())" | "G!call(__VERIFIER_error())" => &[Property::UnreachCall],
            "Gassert" => &[Property::UnreachCall],
            _ => return Err(format!("fafnir does not check `{formula}`")),
        };
        asked.iter().for_each(|p| properties.insert(*p));
    }
    if properties.is_empty() {
        return Err("it asks for nothing".to_owned());
    }
    Ok(PropertyFile { properties, entry })
}

/// A list of inputs: numbers separated by commas or white space. Integers may be hexadecimal; whatever has a point, an
/// exponent or a name (`nan`, `inf`) is a floating number.
pub fn inputs(text: &str) -> Result<Vec<InputValue>, String> {
    text.split([',', ' ', '\t', '\n', '\r'])
        .filter(|word| !word.is_empty())
        .map(|word| input(word).ok_or_else(|| format!("`{word}` is not a number")))
        .collect()
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InputValue {
    Int(i128),
    Float(f64),
}

fn input(word: &str) -> Option<InputValue> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, word),
    };
    let magnitude = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u128::from_str_radix(hex, 16).ok(),
        None => digits.parse::<u128>().ok(),
    };
    if let Some(magnitude) = magnitude {
        // 2^127 and more are the bit patterns of `unsigned __int128`.
        let value = magnitude as i128;
        return Some(InputValue::Int(if negative { value.wrapping_neg() } else { value }));
    }
    word.parse().ok().map(InputValue::Float)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("10"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("1.5 min"), Ok(Duration::from_secs(90)));
        assert!(duration("ten").is_err() && duration("10x").is_err() && duration("").is_err());
        assert!(duration("99999999999999999999h").is_err());
        assert_eq!(byte_size("512M"), Ok(ByteSize(512 << 20)));
        assert_eq!(byte_size("2GiB"), Ok(ByteSize(2 << 30)));
        assert!(byte_size("2X").is_err());
    }

    #[test]
    fn property_files() {
        let text = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\n";
        let file = property_file(text).unwrap();
        assert_eq!(file.properties.iter().collect::<Vec<_>>(), [Property::ValidDeref, Property::ValidFree]);
        assert_eq!(file.entry.as_deref(), Some("main"));
        let text = "CHECK( init(start()), LTL(G ! call(reach_error())) )";
        let file = property_file(text).unwrap();
        assert!(file.properties.contains(Property::UnreachCall));
        assert_eq!(file.entry.as_deref(), Some("start"));
        for bad in [
            "",
            "CHECK( init(main()), LTL(F end) )",
            "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
            "x",
        ] {
            assert!(property_file(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn lists_of_inputs() {
        use InputValue::*;
        assert_eq!(inputs("1,-2 0x10\n2.5").unwrap(), [Int(1), Int(-2), Int(16), Float(2.5)]);
        assert_eq!(inputs("").unwrap(), []);
        assert_eq!(inputs("-inf").unwrap(), [Float(f64::NEG_INFINITY)]);
        assert!(inputs("1,two").is_err());
    }
}
