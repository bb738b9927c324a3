//! Answers about single functions, kept from one run to the next by content: what a function and everything that it calls does, the
//! variables that they name, and what was asked. Where that is the same, so is the answer.
//!
//! No violation is kept: its run is shown anew each time. An answer that the time limit cut is kept for runs that have no more time.

use crate::functions::FunctionsTask;
use ::engine::FunctionReport;
use base::{FxHashMap, Idx, IndexVec};
use facts::Facts;
use ir::{Callee, FuncId, GlobalId, GlobalKind, PrintOptions, Program, RelocationTarget, TerminatorKind};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::sync::OnceLock;
use std::time::Duration;
use verdict::{Assumption, UnknownKind};

/// Where answers are kept: text by key.
pub trait AnswerStore: Sync + std::fmt::Debug {
    fn get(&self, key: &str) -> Option<String>;
    fn put(&self, key: &str, answer: &str);
}

/// The kinds of reasons that are kept; all but the first depend on nothing but the program.
const KINDS: [UnknownKind; 7] = [
    UnknownKind::TimeBudget,
    UnknownKind::Unsupported,
    UnknownKind::Nondeterminism,
    UnknownKind::StepBudget,
    UnknownKind::PossibleFindings,
    UnknownKind::ExternalFunction,
    UnknownKind::UndefinedBehaviour,
];

/// The contents of functions and variables, by which answers are found again. Numbers of functions, variables and types, which change
/// with every edit of the file, do not count.
pub(crate) struct Contents<'p> {
    program: &'p Program,
    facts: &'p Facts<'p>,
    unwritten: IndexVec<GlobalId, bool>,
    function_names: IndexVec<FuncId, String>,
    global_names: IndexVec<GlobalId, String>,
    functions: IndexVec<FuncId, OnceLock<[u8; 32]>>,
}

/// Each name, with its number among those that are the same.
fn distinct<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut seen: FxHashMap<&str, u32> = FxHashMap::default();
    let numbered = names.map(|name| {
        let number = seen.entry(name).or_insert(0);
        *number += 1;
        format!("{name}#{number}")
    });
    numbered.collect()
}

impl<'p> Contents<'p> {
    pub(crate) fn new(facts: &'p Facts<'p>) -> Contents<'p> {
        let program = facts.program();
        let names = &program.names;
        Contents {
            program,
            facts,
            unwritten: facts::never_written(program),
            function_names: distinct(program.functions.iter().map(|f| names.resolve(f.name)))
                .into_iter()
                .collect(),
            global_names: distinct(program.globals.iter().map(|g| names.resolve(g.name)))
                .into_iter()
                .collect(),
            functions: program.functions.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// The text of the IR without the numbers of what it refers to.
    fn normalised(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let word_before = out.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'');
            let found = ["fn", "@", "ty"].into_iter().filter(|_| !word_before).find_map(|prefix| {
                let digits = rest.strip_prefix(prefix)?;
                let len = digits.bytes().take_while(u8::is_ascii_digit).count();
                Some((prefix, digits[..len].parse::<usize>().ok()?, &digits[len..]))
            });
            match found {
                Some(("fn", id, behind)) if id < self.function_names.len() => {
                    let _ = write!(out, "fn {}", self.function_names[FuncId::new(id)]);
                    rest = behind;
                }
                Some(("@", id, behind)) if id < self.global_names.len() => {
                    let id = GlobalId::new(id);
                    match self.program.globals[id].kind {
                        // Literals have no names of their own.
                        GlobalKind::StringLiteral => {
                            let _ = write!(out, "@{:?}", self.program.globals[id].init.bytes);
                        }
                        _ => {
                            let _ = write!(out, "@{}", self.global_names[id]);
                        }
                    }
                    rest = behind;
                }
                Some(("ty", id, behind)) if id < self.program.types.len() => {
                    let id = ir::TypeId::new(id);
                    let ty = &self.program.types[id];
                    let _ = write!(out, "{}#{}#{}", ir::type_name(self.program, id), ty.size, ty.align);
                    rest = behind;
                }
                _ => {
                    out.push(first);
                    rest = &rest[first.len_utf8()..];
                }
            }
        }
        out
    }

    fn function(&self, id: FuncId) -> [u8; 32] {
        *self.functions[id].get_or_init(|| {
            let text = ir::print_function(self.program, id, PrintOptions::default());
            Sha256::digest(self.normalised(&text).as_bytes()).into()
        })
    }

    fn global(&self, id: GlobalId, is_library: bool, out: &mut String) {
        let global = &self.program.globals[id];
        let _ = write!(
            out,
            "{} {:?} {} {} {:?} {} {is_library}",
            self.global_names[id],
            global.kind,
            global.size,
            global.align,
            global.init.bytes,
            self.unwritten[id]
        );
        for relocation in &global.init.relocations {
            let target = match relocation.target {
                RelocationTarget::Global(target) => match self.program.globals[target].kind {
                    GlobalKind::StringLiteral => format!("{:?}", self.program.globals[target].init.bytes),
                    _ => self.global_names[target].clone(),
                },
                RelocationTarget::Function(target) => self.function_names[target].clone(),
                RelocationTarget::Label(function, block) => {
                    format!("{} {}", self.function_names[function], block.index())
                }
            };
            let _ = write!(out, " {}:{target}+{}", relocation.offset, relocation.addend);
        }
        out.push('\n');
    }

    /// Where calls through pointers lead, which other functions decide.
    fn callees(&self, id: FuncId, out: &mut String) {
        let Some(body) = self.program.functions[id].body() else { return };
        for (block, data) in body.blocks.iter_enumerated() {
            if let TerminatorKind::Call(call) = &data.terminator.kind
                && let Callee::Indirect(_) = call.callee
            {
                let mut callees = self.facts.points_to().known_callees(id, block);
                callees.extend(self.facts.function_members().callees(self.program, body, block));
                let mut names: Vec<&str> =
                    callees.into_iter().map(|id| self.function_names[id].as_str()).collect();
                names.sort_unstable();
                let _ = write!(out, " {}: {names:?}", block.index());
            }
        }
    }

    /// Everything that the answer about a function depends on, as one key.
    pub(crate) fn key(&self, task: &FunctionsTask<'_>, function: FuncId, internal: bool) -> String {
        let mut functions = vec![function];
        let mut globals: Vec<GlobalId> = Vec::new();
        let (mut seen_functions, mut seen_globals) =
            (vec![false; self.program.functions.len()], vec![false; self.program.globals.len()]);
        seen_functions[function.index()] = true;
        let (mut next_function, mut next_global) = (0, 0);
        while next_function < functions.len() || next_global < globals.len() {
            let (mut named, mut called): (Vec<GlobalId>, Vec<FuncId>) = (Vec::new(), Vec::new());
            if let Some(&id) = functions.get(next_function) {
                next_function += 1;
                named.extend(self.facts.mentions().globals(id));
                called.extend(self.facts.calls().callees(id));
            } else if let Some(&id) = globals.get(next_global) {
                next_global += 1;
                for relocation in &self.program.globals[id].init.relocations {
                    match relocation.target {
                        RelocationTarget::Global(target) => named.push(target),
                        RelocationTarget::Function(target) => called.push(target),
                        RelocationTarget::Label(..) => {}
                    }
                }
            }
            for id in named {
                if !std::mem::replace(&mut seen_globals[id.index()], true) {
                    globals.push(id);
                }
            }
            for id in called {
                if !std::mem::replace(&mut seen_functions[id.index()], true) {
                    functions.push(id);
                }
            }
        }
        let mut parts: Vec<String> = Vec::new();
        for &id in &functions {
            let mut part = String::new();
            let is_library = task.library.get(id.index()).copied().unwrap_or(false);
            let _ = write!(part, "{} {is_library} {:x?}", self.function_names[id], self.function(id));
            self.callees(id, &mut part);
            parts.push(part);
        }
        for &id in &globals {
            let mut part = String::new();
            self.global(id, task.library_globals.get(id.index()).copied().unwrap_or(false), &mut part);
            parts.push(part);
        }
        // The order in which others are found is not the function's.
        parts[1..].sort_unstable();
        let mut hash = Sha256::new();
        let asked: Vec<&str> = task.properties.iter().map(|property| property.name()).collect();
        let entry = self.program.entry.map(|entry| self.function_names[entry].as_str());
        hash.update(format!("{asked:?} {:?} {:?} {entry:?} {internal}\n", task.options, self.program.model));
        for part in parts {
            hash.update(part);
            hash.update("\n");
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The report of a run that had so much time as text, if it may be kept.
pub(crate) fn write(report: &FunctionReport, time: Option<Duration>) -> Option<String> {
    let mut out = String::new();
    match (&report.findings[..], &report.unknown) {
        ([], None) => out.push_str("proved\n"),
        ([], Some((kind, _, message))) if KINDS.contains(kind) && !message.contains('\n') => {
            let _ = writeln!(out, "unknown {} {message}", kind.name());
            if *kind == UnknownKind::TimeBudget {
                let _ = writeln!(out, "time {}", time?.as_millis());
            }
        }
        _ => return None,
    }
    let _ = writeln!(out, "work {} {}", report.states, report.steps);
    for text in &report.requires {
        let _ = writeln!(out, "requires {text}");
    }
    for text in &report.ensures {
        let _ = writeln!(out, "ensures {text}");
    }
    for assumption in &report.assumptions {
        let _ = match assumption {
            Assumption::ExternalFunction(name) => writeln!(out, "function {name}"),
            Assumption::ExternalKeepsNothing(name) => writeln!(out, "keeps-nothing {name}"),
            Assumption::ExternalObject(name) => writeln!(out, "object {name}"),
            Assumption::SignedOverflowWraps => writeln!(out, "wraps"),
            Assumption::UninitialisedIsArbitrary => writeln!(out, "arbitrary"),
            Assumption::MallocSucceeds => writeln!(out, "malloc"),
            Assumption::Other(words) => writeln!(out, "other {words}"),
            _ => return None,
        };
    }
    Some(out)
}

/// Reads a report back, for a run that has so much time; what is not understood is no report.
pub(crate) fn read(text: &str, time: Option<Duration>) -> Option<FunctionReport> {
    let mut report = FunctionReport::default();
    let mut lines = text.lines();
    match lines.next()?.split_once(' ') {
        Some(("unknown", reason)) => {
            let (kind, message) = reason.split_once(' ')?;
            let kind = KINDS.into_iter().find(|k| k.name() == kind)?;
            report.unknown = Some((kind, base::Span::NONE, message.to_owned()));
        }
        None if text.starts_with("proved\n") => {}
        _ => return None,
    }
    for line in lines {
        let (tag, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.to_owned();
        match tag {
            "work" => {
                let (states, steps) = rest.split_once(' ')?;
                (report.states, report.steps) = (states.parse().ok()?, steps.parse().ok()?);
            }
            "time" if time?.as_millis() > rest.parse::<u128>().ok()? => return None,
            "time" => {}
            "requires" => report.requires.push(rest),
            "ensures" => report.ensures.push(rest),
            "function" => report.assumptions.push(Assumption::ExternalFunction(rest)),
            "keeps-nothing" => report.assumptions.push(Assumption::ExternalKeepsNothing(rest)),
            "object" => report.assumptions.push(Assumption::ExternalObject(rest)),
            "wraps" => report.assumptions.push(Assumption::SignedOverflowWraps),
            "arbitrary" => report.assumptions.push(Assumption::UninitialisedIsArbitrary),
            "malloc" => report.assumptions.push(Assumption::MallocSucceeds),
            "other" => report.assumptions.push(Assumption::Other(rest)),
            _ => return None,
        }
    }
    Some(report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use verdict::PropertySet;

    fn program(text: &str) -> Arc<Program> {
        Arc::new(ir::read(text).expect("the program is well-formed"))
    }

    fn key(program: &Arc<Program>, name: &str) -> String {
        let facts = Facts::new(program);
        let function = program.function_named(name).expect("the function is there");
        let task = FunctionsTask {
            program,
            properties: PropertySet::default(),
            options: ::engine::AnalysisOptions::default(),
            functions: vec![function],
            library: Vec::new(),
            library_globals: Vec::new(),
            jobs: 1,
            engines: crate::Engines::all(),
            store: None,
        };
        Contents::new(&facts).key(&task, function, false)
    }

    const TWO: &str = "program lp64\n\ntype ty0 = i32\ntype ty1 = fn() -> ty0\n\n\
        fn fn0'first: ty1 {\nbb0:\n    return 1_i32: i32\n}\n\n\
        fn fn1'second: ty1 {\n    local _0: ty0, register i32\nbb0:\n    call _0 = fn0'first() -> bb1\nbb1:\n    return _0: i32\n}\n";

    #[test]
    fn a_key_depends_on_callees_and_not_on_numbers() {
        let before = program(TWO);
        let edited = program(&TWO.replace("1_i32", "2_i32"));
        assert_ne!(key(&before, "first"), key(&edited, "first"));
        assert_ne!(key(&before, "second"), key(&edited, "second"), "its callee has changed");
        let another = "fn fn0'new: ty1 {\nbb0:\n    return 7_i32: i32\n}\n\n";
        let shifted = TWO.replace("fn1", "fn2").replace("fn0", "fn1");
        let shifted = program(&shifted.replacen("fn fn1'first", &format!("{another}fn fn1'first"), 1));
        assert_eq!(key(&before, "first"), key(&shifted, "first"));
        assert_eq!(key(&before, "second"), key(&shifted, "second"));
    }

    #[test]
    fn reports_come_back() {
        let text = "unknown nondeterminism why it is so\nwork 3 17\nrequires `p` leads to 4 bytes\nwraps\nother words\n";
        let report = read(text, None).expect("it is one");
        assert_eq!(write(&report, None).as_deref(), Some(text));
        assert!(read("unknown internal why\n", None).is_none() && read("proved\nbad\n", None).is_none());
        let (short, long) = (Some(Duration::from_secs(1)), Some(Duration::from_secs(9)));
        let cut = "unknown time-budget late\ntime 5000\nwork 1 1\n";
        assert!(read(cut, short).is_some() && read(cut, long).is_none() && read(cut, None).is_none());
    }
}
