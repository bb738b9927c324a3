//! Clauses over integers, for solvers that read no others or do better with them. They are those of numbers that do not wrap, and what integers
//! have no linear operation for is any number. That sums stay in the range of their type is assumed, or to be shown ([`Wrapping`]). A solution
//! need not be one of the clauses over bit-vectors: what counts is the check of its translation.

use super::read::{ReadError, read_integer_solution};
use super::write::predicate_name;
use crate::{Atom, Solution, System};
use base::{FxHashMap, FxHashSet};
use smt::{Op, Sort, TermId, Terms};
use std::fmt::Write;

/// What becomes of a sum that leaves the range of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrapping {
    /// There is none: a solution may be refused where one wraps.
    Excluded,
    /// It is an error, unless the type is so wide that nothing counts so far.
    Error,
}

/// Nothing counts to the end of wider types, and no clause says so.
const WIDEST_OBLIGATION: u32 = 64;

/// The widths whose numbers are signed: those that are compared so. All others are not.
fn signed_widths(terms: &Terms, system: &System) -> FxHashSet<u32> {
    let mut roots = Vec::new();
    for clause in &system.clauses {
        roots.push(clause.constraint);
        roots.extend(clause.atoms().flat_map(|atom| atom.args.iter().copied()));
    }
    let compared = |t: &TermId| terms.op(*t) == Op::Slt;
    let all = terms.reachable(&roots, |_| false);
    all.into_iter().filter(compared).map(|t| terms.width(terms.args(t)[0])).collect()
}

fn sort_text(sort: Sort) -> &'static str {
    match sort {
        Sort::Bool => "Bool",
        Sort::Bv(_) => "Int",
    }
}

/// Two to the power of a width that a number of this machine holds.
fn power(width: u32) -> Option<i128> {
    1i128.checked_shl(width).filter(|_| width < 127)
}

struct Writer<'a> {
    terms: &'a Terms,
    signed: FxHashSet<u32>,
    text: FxHashMap<TermId, String>,
    /// Further variables, and conditions that hold.
    bound: Vec<String>,
    conditions: Vec<String>,
    /// Conditions that are to be shown.
    obligations: Vec<String>,
    wrapping: Wrapping,
}

impl Writer<'_> {
    fn range(&self, shown: &str, width: u32) -> Vec<String> {
        let Some(size) = power(width) else { return Vec::new() };
        let (low, high) = match self.signed.contains(&width) {
            true => (-(size / 2), size / 2 - 1),
            false => (0, size - 1),
        };
        vec![format!("(<= {} {shown})", number(low)), format!("(<= {shown} {})", number(high))]
    }

    fn in_range(&mut self, shown: &str, width: u32) {
        let range = self.range(shown, width);
        self.conditions.extend(range);
    }

    fn fresh(&mut self, t: TermId, sort: Sort) -> String {
        let name = format!("any{}", t.raw());
        self.bound.push(format!("({name} {})", sort_text(sort)));
        if let Sort::Bv(width) = sort {
            self.in_range(&name, width);
        }
        name
    }

    /// A number as if it had no sign, and as if it had one.
    fn unsigned(&self, shown: &str, width: u32) -> Option<String> {
        match self.signed.contains(&width) {
            false => Some(shown.to_owned()),
            true => power(width).map(|size| format!("(ite (< {shown} 0) (+ {shown} {size}) {shown})")),
        }
    }

    fn signed(&self, shown: &str, width: u32) -> Option<String> {
        match self.signed.contains(&width) {
            true => Some(shown.to_owned()),
            false => {
                power(width).map(|size| format!("(ite (<= {} {shown}) (- {shown} {size}) {shown})", size / 2))
            }
        }
    }

    /// A number that is added: what is taken away is less than nothing, whatever its type.
    fn summand(&self, t: TermId) -> String {
        let terms = self.terms;
        match terms.op(t) {
            Op::BvConst => match terms.constant(t).and_then(|c| c.to_i128()) {
                Some(value) => number(value),
                None => self.text[&t].clone(),
            },
            Op::BvNeg => format!("(- {})", self.text[&terms.args(t)[0]]),
            _ => self.text[&t].clone(),
        }
    }

    fn one(&mut self, t: TermId) -> String {
        let terms = self.terms;
        let args: Vec<String> = terms.args(t).iter().map(|a| self.text[a].clone()).collect();
        let of = |i: usize| terms.width(terms.args(t)[i]);
        let sort = terms.sort(t);
        let plain = match terms.op(t) {
            Op::True => Some("true".to_owned()),
            Op::False => Some("false".to_owned()),
            Op::Var => Some(format!("x{}", t.raw())),
            Op::BvConst => terms.constant(t).and_then(|c| match self.signed.contains(&terms.width(t)) {
                true => c.to_i128().map(number),
                false => c.to_u128().and_then(|v| i128::try_from(v).ok()).map(number),
            }),
            Op::Not => Some(format!("(not {})", args[0])),
            Op::And => Some(format!("(and {})", args.join(" "))),
            Op::Eq => Some(format!("(= {})", args.join(" "))),
            Op::Ite => Some(format!("(ite {})", args.join(" "))),
            Op::Ult => match (self.unsigned(&args[0], of(0)), self.unsigned(&args[1], of(1))) {
                (Some(a), Some(b)) => Some(format!("(< {a} {b})")),
                _ => None,
            },
            Op::Slt => Some(format!("(< {} {})", args[0], args[1])),
            Op::ZeroExt => self.unsigned(&args[0], of(0)),
            Op::SignExt => self.signed(&args[0], of(0)),
            // Exact: of one number, the opposite wraps in one case.
            Op::BvNeg => match (power(terms.width(t)), self.signed.contains(&terms.width(t))) {
                (Some(size), true) => {
                    let least = number(-(size / 2));
                    Some(format!("(ite (= {0} {least}) {least} (- {0}))", args[0]))
                }
                (Some(size), false) => Some(format!("(ite (= {0} 0) 0 (- {size} {0}))", args[0])),
                (None, _) => Some(format!("(- {})", args[0])),
            },
            Op::Add => {
                let parts: Vec<String> = terms.args(t).iter().map(|a| self.summand(*a)).collect();
                Some(format!("(+ {})", parts.join(" ")))
            }
            Op::Mul => {
                let constants = terms.args(t).iter().filter(|a| terms.is_constant(**a)).count();
                let parts: Vec<String> = terms.args(t).iter().map(|a| self.summand(*a)).collect();
                (constants + 1 >= args.len()).then(|| format!("(* {})", parts.join(" ")))
            }
            _ => None,
        };
        let Some(shown) = plain else { return self.fresh(t, sort) };
        if args.is_empty() {
            return shown;
        }
        // A name for every operation: what is used twice is written once.
        let name = format!("t{}", t.raw());
        self.bound.push(format!("({name} {})", sort_text(sort)));
        self.conditions.push(format!("(= {name} {shown})"));
        if let (Op::Add | Op::Mul, Sort::Bv(width)) = (terms.op(t), sort) {
            let range = self.range(&name, width);
            if self.wrapping == Wrapping::Error && width <= WIDEST_OBLIGATION {
                self.obligations.extend(range);
            } else {
                self.conditions.extend(range);
            }
        }
        name
    }

    fn term(&mut self, root: TermId) -> String {
        for t in self.terms.reachable(&[root], |_| false) {
            if !self.text.contains_key(&t) {
                let shown = self.one(t);
                self.text.insert(t, shown);
            }
        }
        self.text[&root].clone()
    }
}

fn number(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

/// The clauses over integers as one script.
pub fn write(terms: &Terms, system: &System, wrapping: Wrapping) -> String {
    let mut out = String::from("(set-logic HORN)\n");
    let name = |pred: crate::PredId| format!("|{}|", predicate_name(system, pred));
    let signed = signed_widths(terms, system);
    for (pred, predicate) in system.predicates.iter_enumerated() {
        let sorts: Vec<&str> = predicate.sorts.iter().map(|s| sort_text(*s)).collect();
        let _ = writeln!(out, "(declare-fun {} ({}) Bool)", name(pred), sorts.join(" "));
    }
    for index in 0..system.clauses.len() {
        let clause = &system.clauses[index];
        let mut writer = Writer {
            terms,
            signed: signed.clone(),
            text: FxHashMap::default(),
            bound: Vec::new(),
            conditions: Vec::new(),
            obligations: Vec::new(),
            wrapping,
        };
        for v in crate::sample::clause_variables(terms, system, index) {
            writer.bound.push(format!("(x{} {})", v.raw(), sort_text(terms.sort(v))));
            if let Sort::Bv(width) = terms.sort(v) {
                writer.in_range(&format!("x{}", v.raw()), width);
            }
        }
        let mut apply = |atom: &Atom| {
            let args: Vec<String> = atom.args.iter().map(|a| writer.term(*a)).collect();
            match args.is_empty() {
                true => name(atom.pred),
                false => format!("({} {})", name(atom.pred), args.join(" ")),
            }
        };
        let mut body: Vec<String> = clause.body.iter().map(&mut apply).collect();
        let head = clause.head.as_ref().map_or("false".to_owned(), &mut apply);
        body.push(writer.term(clause.constraint));
        body.append(&mut writer.conditions);
        let mut assert = |body: &[String], head: &str| {
            let implication = format!("(=> (and {} true) {head})", body.join(" "));
            let _ = match writer.bound.is_empty() {
                true => writeln!(out, "(assert {implication})"),
                false => writeln!(out, "(assert (forall ({}) {implication}))", writer.bound.join(" ")),
            };
        };
        for obligation in &writer.obligations {
            let mut wraps = body.clone();
            wraps.push(format!("(not {obligation})"));
            assert(&wraps, "false");
        }
        body.append(&mut writer.obligations);
        assert(&body, &head);
    }
    out.push_str("(check-sat)\n");
    out
}

/// Definitions over integers as ones over bit-vectors: numbers are computed wide enough to be exact.
pub fn read_solution(terms: &mut Terms, system: &System, text: &str) -> Result<Solution, ReadError> {
    let signed = signed_widths(terms, system);
    read_integer_solution(terms, system, text, &signed)
}
