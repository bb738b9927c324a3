//! Clauses and solutions as text.

use crate::{Atom, System};
use smt::{Op, Sort, TermId, Terms};
use std::fmt::Write;

pub fn sort_text(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Bv(width) => format!("(_ BitVec {width})"),
    }
}

/// What a predicate is called in a script: names need not be different.
pub(super) fn predicate_name(system: &System, pred: crate::PredId) -> String {
    format!("{}_{}", system.predicates[pred].name, pred.raw())
}

/// The clauses as one script that ends with `check-sat`.
pub fn write(terms: &Terms, system: &System) -> String {
    let mut out = String::from("(set-logic HORN)\n");
    let name = |pred: crate::PredId| format!("|{}|", predicate_name(system, pred));
    for (pred, predicate) in system.predicates.iter_enumerated() {
        let sorts: Vec<String> = predicate.sorts.iter().map(|s| sort_text(*s)).collect();
        let _ = writeln!(out, "(declare-fun {} ({}) Bool)", name(pred), sorts.join(" "));
    }
    for index in 0..system.clauses.len() {
        let clause = &system.clauses[index];
        let variables = crate::sample::clause_variables(terms, system, index);
        let apply = |atom: &Atom| {
            let args: Vec<String> = atom.args.iter().map(|a| term_text(terms, *a)).collect();
            match args.is_empty() {
                true => name(atom.pred),
                false => format!("({} {})", name(atom.pred), args.join(" ")),
            }
        };
        let mut body: Vec<String> = clause.body.iter().map(apply).collect();
        if clause.constraint != TermId::TRUE || body.is_empty() {
            body.push(term_text(terms, clause.constraint));
        }
        let body = match body.len() {
            1 => body.remove(0),
            _ => format!("(and {})", body.join(" ")),
        };
        let head = clause.head.as_ref().map_or("false".to_owned(), apply);
        let implication = format!("(=> {body} {head})");
        let bound: Vec<String> =
            variables.iter().map(|v| format!("(x{} {})", v.raw(), sort_text(terms.sort(*v)))).collect();
        let _ = match bound.is_empty() {
            true => writeln!(out, "(assert {implication})"),
            false => writeln!(out, "(assert (forall ({}) {implication}))", bound.join(" ")),
        };
    }
    out.push_str("(check-sat)\n");
    out
}

/// A term with `let` for what is used more than once.
pub fn term_text(terms: &Terms, root: TermId) -> String {
    let order = terms.reachable(&[root], |_| false);
    let mut uses: base::FxHashMap<TermId, u32> = base::FxHashMap::default();
    for t in &order {
        terms.args(*t).iter().for_each(|a| *uses.entry(*a).or_default() += 1);
    }
    let mut text: base::FxHashMap<TermId, String> = base::FxHashMap::default();
    let mut bindings = Vec::new();
    for &t in &order {
        let args: Vec<&str> = terms.args(t).iter().map(|a| text[a].as_str()).collect();
        let width = terms.width(t);
        let shown = match terms.op(t) {
            Op::True => "true".to_owned(),
            Op::False => "false".to_owned(),
            Op::BvConst => terms.constant(t).map_or_else(String::new, ToString::to_string),
            Op::Var => format!("x{}", t.raw()),
            Op::Extract => {
                let low = terms.extract_low(t).unwrap_or(0);
                format!("((_ extract {} {low}) {})", low + width - 1, args[0])
            }
            Op::ZeroExt => format!("((_ zero_extend {}) {})", width - terms.width(terms.args(t)[0]), args[0]),
            Op::SignExt => format!("((_ sign_extend {}) {})", width - terms.width(terms.args(t)[0]), args[0]),
            Op::Umulo | Op::Smulo => {
                // Computed in twice the width: the upper half must repeat the sign, or be zero.
                let of = terms.width(terms.args(t)[0]);
                let extend = if terms.op(t) == Op::Smulo { "sign_extend" } else { "zero_extend" };
                let wide = |a: &str| format!("((_ {extend} {of}) {a})");
                let product = format!("(bvmul {} {})", wide(args[0]), wide(args[1]));
                let low = format!("((_ {extend} {of}) ((_ extract {} 0) {product}))", of - 1);
                format!("(distinct {product} {low})")
            }
            op => format!("({} {})", smt::operator_name(op).unwrap_or("?"), args.join(" ")),
        };
        let is_leaf = terms.args(t).is_empty();
        if !is_leaf && t != root && uses.get(&t).is_some_and(|n| *n > 1) {
            bindings.push(format!("(let ((t{} {shown})) ", t.raw()));
            text.insert(t, format!("t{}", t.raw()));
        } else {
            text.insert(t, shown);
        }
    }
    let closing = ")".repeat(bindings.len());
    format!("{}{}{closing}", bindings.concat(), text[&root])
}

/// The definitions of a solution, one `define-fun` each.
pub fn solution(terms: &mut Terms, system: &System, solution: &crate::Solution) -> String {
    let mut out = String::new();
    for (pred, definition) in solution.definitions.iter_enumerated() {
        let predicate = &system.predicates[pred];
        let bound: Vec<String> = definition
            .params
            .iter()
            .map(|p| format!("(x{} {})", p.raw(), sort_text(terms.sort(*p))))
            .collect();
        let formula = term_text(terms, definition.formula);
        let _ = writeln!(out, "(define-fun |{}| ({}) Bool {formula})", predicate.name, bound.join(" "));
    }
    out
}
