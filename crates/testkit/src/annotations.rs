//! The comments of a test file.
//!
//! Directives stand on lines of their own and say how the file is checked:
//!
//! ```text
//! //@ property: valid-deref valid-free     default: what `check` asks by default
//! //@ engines: interp smg                  default: every engine there is
//! //@ data-model: lp64 ilp32               default: lp64
//! //@ command: run                         default: check
//! //@ args: --malloc-may-fail              further options of the command
//! //@ input: 1,2,3                         inputs of `run`
//! //@ exit: 1                              exit code, in golden tests
//! //@ wrong-today: smg auto                engines that answer otherwise than the file says, known to be wrong
//! ```
//!
//! Expectations stand on the line they speak of; `//~^` speaks of the line above, `//~^^` of the one before that:
//!
//! ```text
//! //~ ERROR use-after-free      a true bug that must be found
//! //~ SAFE                      asks for a proof
//! //~ UNKNOWN nondeterminism    no answer, for this reason
//! //~ FALSE-ALARM memory-leak   a possible finding that is no bug
//! //~ NOT-PROVED                the program has a bug: found or not, it may not be proved correct
//! //~ NOT-VIOLATED              the program has no bug: proved or not, it may not be called wrong
//! //~ FIXME reason              what the file says is today's answer, not the right one
//! ```

use std::fmt;
use verdict::{FindingKind, Property};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataModel {
    Lp64,
    Ilp32,
}

impl DataModel {
    pub const BOTH: [DataModel; 2] = [DataModel::Lp64, DataModel::Ilp32];

    pub fn name(self) -> &'static str {
        match self {
            DataModel::Lp64 => "lp64",
            DataModel::Ilp32 => "ilp32",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Command {
    #[default]
    Check,
    Run,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    Error(FindingKind),
    FalseAlarm(FindingKind),
    Safe,
    Unknown(String),
    /// Any answer but a proof.
    NotProved,
    /// Any answer but a confirmed violation.
    NotViolated,
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expectation::Error(kind) => write!(f, "ERROR {}", kind.name()),
            Expectation::FalseAlarm(kind) => write!(f, "FALSE-ALARM {}", kind.name()),
            Expectation::Safe => write!(f, "SAFE"),
            Expectation::Unknown(reason) => write!(f, "UNKNOWN {reason}"),
            Expectation::NotProved => write!(f, "NOT-PROVED"),
            Expectation::NotViolated => write!(f, "NOT-VIOLATED"),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// Counted from one.
    pub line: u32,
    pub what: Expectation,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestFile {
    /// `None`: the default of `check`.
    pub properties: Option<Vec<Property>>,
    /// Empty: the engine that the suite takes for such files.
    pub engines: Vec<String>,
    pub data_models: Vec<DataModel>,
    pub command: Command,
    pub args: Vec<String>,
    pub input: Option<String>,
    pub exit: Option<i32>,
    pub expected: Vec<Expected>,
    /// The file pins an answer that is known not to be the right one.
    pub fixme: Option<String>,
    /// Engines whose answer is known not to be what the file says.
    pub wrong_today: Vec<String>,
}

impl TestFile {
    /// Whether the file says that the program has no bug, whatever the answer is.
    pub fn is_safe(&self) -> bool {
        self.expected.iter().any(|e| matches!(e.what, Expectation::Safe | Expectation::NotViolated))
    }

    /// Says which engine the file names that is not among those that there are.
    pub fn check_engines(&self, known: &[&str]) -> Result<(), String> {
        match self.engines.iter().chain(&self.wrong_today).find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(format!("there is no engine `{name}`: there are {}", known.join(", "))),
            None => Ok(()),
        }
    }

    /// Reads the annotations, or says what is wrong with them.
    pub fn parse(text: &str) -> Result<TestFile, String> {
        let mut file = TestFile::default();
        for (index, line) in text.lines().enumerate() {
            let number = index as u32 + 1;
            let at = |message: String| format!("line {number}: {message}");
            if let Some(directive) = line.trim_start().strip_prefix("//@") {
                file.directive(directive).map_err(at)?;
                continue;
            }
            let mut rest = line;
            while let Some(begin) = rest.find("//~") {
                let end = rest[begin + 3..].find("//~").map_or(rest.len(), |next| begin + 3 + next);
                file.expectation(number, &rest[begin + 3..end]).map_err(at)?;
                rest = &rest[end..];
            }
        }
        if file.data_models.is_empty() {
            file.data_models.push(DataModel::Lp64);
        }
        Ok(file)
    }

    fn directive(&mut self, text: &str) -> Result<(), String> {
        let (key, value) = text.split_once(':').ok_or("a directive has the form `//@ key: value`")?;
        let words = || value.split_whitespace().map(str::to_owned);
        match key.trim() {
            "property" | "properties" => {
                let parse = |name: String| {
                    Property::from_name(&name).ok_or_else(|| format!("there is no property `{name}`"))
                };
                let properties = words().map(parse).collect::<Result<Vec<_>, _>>()?;
                self.properties.get_or_insert_default().extend(properties);
            }
            "engines" => self.engines.extend(words()),
            "wrong-today" => self.wrong_today.extend(words()),
            "data-model" => {
                for word in words() {
                    let model = DataModel::BOTH.into_iter().find(|m| m.name() == word);
                    self.data_models.push(model.ok_or_else(|| format!("there is no data model `{word}`"))?);
                }
            }
            "command" => {
                self.command = match value.trim() {
                    "check" => Command::Check,
                    "run" => Command::Run,
                    other => return Err(format!("there is no command `{other}`")),
                }
            }
            "args" => self.args.extend(words()),
            "input" => self.input = Some(value.trim().to_owned()),
            "exit" => self.exit = Some(value.trim().parse().map_err(|_| "the exit code is a number")?),
            other => return Err(format!("there is no directive `{other}`")),
        }
        Ok(())
    }

    fn expectation(&mut self, line: u32, text: &str) -> Result<(), String> {
        let up = text.chars().take_while(|&c| c == '^').count();
        let line = line.checked_sub(up as u32).filter(|&l| l > 0).ok_or("there is no such line above")?;
        let (word, rest) = match text[up..].trim().split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (text[up..].trim(), ""),
        };
        let kind =
            || FindingKind::from_name(rest).ok_or_else(|| format!("there is no kind of finding `{rest}`"));
        let what = match word {
            "ERROR" => Expectation::Error(kind()?),
            "FALSE-ALARM" => Expectation::FalseAlarm(kind()?),
            "SAFE" => Expectation::Safe,
            "NOT-PROVED" => Expectation::NotProved,
            "NOT-VIOLATED" => Expectation::NotViolated,
            "UNKNOWN" if !rest.is_empty() => Expectation::Unknown(rest.to_owned()),
            "UNKNOWN" => return Err("`UNKNOWN` needs a reason".to_owned()),
            "FIXME" => {
                self.fixme = Some(rest.to_owned());
                return Ok(());
            }
            other => return Err(format!("there is no annotation `{other}`")),
        };
        self.expected.push(Expected { line, what });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_read() {
        let file = TestFile::parse(
            "//@ property: valid-deref\n//@ engines: smg interp\n//@ data-model: ilp32 lp64\n//@ args: -DX=1 --strict\n\
             int main(void) { //~ SAFE\n  f(); //~ ERROR double-free //~ ERROR memory-leak\n\
             //~^ FALSE-ALARM null-deref\n//~ UNKNOWN nondeterminism\n//~ FIXME inputs are not explored\n}",
        )
        .unwrap();
        assert_eq!(file.properties, Some(vec![Property::ValidDeref]));
        assert_eq!(file.engines, ["smg", "interp"]);
        assert_eq!(file.data_models, [DataModel::Ilp32, DataModel::Lp64]);
        assert_eq!(file.args, ["-DX=1", "--strict"]);
        assert_eq!(file.fixme.as_deref(), Some("inputs are not explored"));
        let shown: Vec<String> = file.expected.iter().map(|e| format!("{} {}", e.line, e.what)).collect();
        assert_eq!(
            shown,
            [
                "5 SAFE",
                "6 ERROR double-free",
                "6 ERROR memory-leak",
                "6 FALSE-ALARM null-deref",
                "8 UNKNOWN nondeterminism"
            ]
        );
    }

    #[test]
    fn misspelt_annotations_are_refused() {
        for text in [
            "//~ EROR null-deref",
            "//~ ERROR null-dref",
            "//~ ERROR",
            "//@ propety: x",
            "//@ property: memory-safety",
            "//@ data-model: lp32",
            "//~ UNKNOWN",
            "//~^ SAFE",
            "//@ nothing",
        ] {
            assert!(TestFile::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_engine_that_there_is_not_is_a_mistake() {
        let known = ["smg", "auto"];
        let check = |text: &str| TestFile::parse(text).unwrap().check_engines(&known);
        assert_eq!(check("//@ engines: smg auto\n//@ wrong-today: smg"), Ok(()));
        assert_eq!(check("int main(void) {}"), Ok(()));
        for text in ["//@ engines: smg gms", "//@ wrong-today: hunter"] {
            assert!(check(text).unwrap_err().contains("there is no engine"), "{text}");
        }
    }
}
