//! Narrow numbers for the search: addresses and counters are wider than any run needs, and what holds of them is about order and
//! equality, which fewer bits show as well. A solution is widened again and counts if the judge finds all original clauses to hold.

use crate::solve::Bounds;
use crate::system::params;
use crate::{Atom, Clause, Definition, Derivation, DerivationNode, Predicate, Solution, System};
use base::FxHashMap;
use smt::{Bv, Op, Sort, TermId, Terms, Value};

/// Numbers of more bits are narrowed.
const WIDE: u32 = 64;
/// The fewest bits of a narrowed number.
const NARROW: u32 = 8;
/// Bits at the top that a narrowed constant keeps: limits and numbers that stand for something else are told by them.
const TOP: u32 = 4;

/// Which widths stand for which others, and what variables became of which.
#[derive(Debug)]
pub(crate) struct Widths {
    to_narrow: FxHashMap<u32, u32>,
    to_wide: FxHashMap<u32, u32>,
    /// The wide variable of each narrow one.
    variables: FxHashMap<TermId, TermId>,
}

/// The system with narrow numbers; nothing if there are no wide ones, or if they are taken apart into bits.
pub(crate) fn narrow(terms: &mut Terms, system: &System, bounds: &Bounds) -> Option<(System, Widths)> {
    let mut roots: Vec<TermId> = Vec::new();
    for clause in &system.clauses {
        roots.push(clause.constraint);
        roots.extend(clause.atoms().flat_map(|atom| atom.args.iter().copied()));
    }
    let mut used: Vec<u32> = terms.reachable(&roots, |_| false).into_iter().map(|t| terms.width(t)).collect();
    for sort in system.predicates.iter().flat_map(|p| &p.sorts) {
        used.extend(if let Sort::Bv(width) = sort { Some(*width) } else { None });
    }
    used.sort_unstable();
    used.dedup();
    let mut widths = Widths {
        to_narrow: FxHashMap::default(),
        to_wide: FxHashMap::default(),
        variables: FxHashMap::default(),
    };
    let mut next = NARROW;
    for wide in used.iter().copied().filter(|width| *width > WIDE) {
        // Another width than all others: it tells what is to be widened again.
        while used.contains(&next) {
            next += 1;
        }
        widths.to_narrow.insert(wide, next);
        widths.to_wide.insert(next, wide);
        next += 1;
    }
    if widths.to_narrow.is_empty() {
        return None;
    }
    let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut new = System::new();
    for predicate in &system.predicates {
        let sorts = predicate.sorts.iter().map(|sort| widths.narrow_sort(*sort)).collect();
        new.predicates.push(Predicate { name: format!("{}~", predicate.name), sorts });
    }
    for clause in &system.clauses {
        if bounds.exceeded(terms) {
            return None;
        }
        let mut atoms = Vec::new();
        for atom in clause.body.iter().chain(&clause.head) {
            let mut args = Vec::new();
            for arg in &atom.args {
                args.push(rebuilt(terms, *arg, &widths.to_narrow, &mut map)?);
            }
            atoms.push(Atom { pred: atom.pred, args });
        }
        let head = if clause.head.is_some() { atoms.pop() } else { None };
        let constraint = rebuilt(terms, clause.constraint, &widths.to_narrow, &mut map)?;
        new.clauses.push(Clause { head, body: atoms, constraint });
    }
    widths.variables = map.iter().filter(|(t, _)| terms.is_variable(**t)).map(|(t, n)| (*n, *t)).collect();
    Some((new, widths))
}

impl Widths {
    fn narrow_sort(&self, sort: Sort) -> Sort {
        match sort {
            Sort::Bv(width) => Sort::Bv(self.to_narrow.get(&width).copied().unwrap_or(width)),
            Sort::Bool => sort,
        }
    }

    /// The solution with wide numbers.
    pub(crate) fn solution(
        &self,
        terms: &mut Terms,
        original: &System,
        solved: &Solution,
    ) -> Option<Solution> {
        let mut definitions = base::IndexVec::new();
        for (pred, predicate) in original.predicates.iter_enumerated() {
            let wide = params(terms, pred, predicate);
            let narrow = &solved.definitions[pred];
            let mut map: FxHashMap<TermId, TermId> =
                narrow.params.iter().copied().zip(wide.iter().copied()).collect();
            let formula = rebuilt(terms, narrow.formula, &self.to_wide, &mut map)?;
            definitions.push(Definition { params: wide, formula });
        }
        Some(Solution { definitions })
    }

    /// The derivation with wide numbers.
    pub(crate) fn derivation(&self, found: &Derivation) -> Derivation {
        let wide = |(variable, value): (&TermId, &Value)| {
            let original = self.variables.get(variable).copied().unwrap_or(*variable);
            let value = match value {
                Value::Bv(number) => match self.to_wide.get(&number.width()) {
                    Some(width) => Value::Bv(resized(number, *width)),
                    None => value.clone(),
                },
                Value::Bool(_) => value.clone(),
            };
            (original, value)
        };
        let node = |node: &DerivationNode| DerivationNode {
            values: node.values.iter().map(wide).collect(),
            ..node.clone()
        };
        Derivation { nodes: found.nodes.iter().map(node).collect() }
    }
}

/// A number with the same bits at the top and at the bottom; between them, zeros, or ones if it is one of the last.
fn resized(number: &Bv, width: u32) -> Bv {
    let old = number.width();
    let low = old.min(width) - TOP;
    let is_last = (low - 1..old).all(|i| number.bit(i));
    let bit = |i: u32| match i {
        _ if i < low => number.bit(i),
        // The top is counted from the end.
        _ if i >= width - TOP => number.bit(old - (width - i)),
        _ => is_last,
    };
    let bits: Vec<bool> = (0..width).map(bit).collect();
    Bv::from_bits(bits.into_iter())
}

/// A term with the widths of its numbers changed; nothing if that changes what an operation means, or a constant cannot be told again.
fn rebuilt(
    terms: &mut Terms,
    root: TermId,
    widths: &FxHashMap<u32, u32>,
    map: &mut FxHashMap<TermId, TermId>,
) -> Option<TermId> {
    for t in terms.reachable(&[root], |t| map.contains_key(&t)) {
        let (op, width) = (terms.op(t), terms.width(t));
        let other = widths.get(&width).copied();
        let args: Vec<TermId> = terms.args(t).iter().map(|a| map[a]).collect();
        let is_changed = args.as_slice() != terms.args(t);
        let changes_width =
            other.is_some() || terms.args(t).iter().any(|a| widths.contains_key(&terms.width(*a)));
        let new = match (op, args.as_slice()) {
            (Op::Var, _) => match other {
                Some(width) => terms.fresh("narrow", Sort::Bv(width)),
                None => t,
            },
            (Op::BvConst, _) => match (other, terms.constant(t).cloned()) {
                (Some(width), Some(number)) => {
                    let new = resized(&number, width);
                    if resized(&new, number.width()) != number {
                        return None;
                    }
                    terms.bv(new)
                }
                _ => t,
            },
            _ if !is_changed => t,
            (Op::Not, [a]) => terms.not(*a),
            (Op::And, [a, b]) => terms.and(*a, *b),
            (Op::Eq, [a, b]) => terms.eq(*a, *b),
            (Op::Ite, [c, a, b]) => terms.ite(*c, *a, *b),
            (Op::Add, [a, b]) => terms.add(*a, *b),
            (Op::BvNeg, [a]) => terms.neg(*a),
            (Op::Ult, [a, b]) => terms.ult(*a, *b),
            (Op::Slt, [a, b]) => terms.slt(*a, *b),
            _ if changes_width => return None,
            (Op::Mul, [a, b]) => terms.mul(*a, *b),
            (Op::BvNot, [a]) => terms.bvnot(*a),
            (Op::BvAnd, [a, b]) => terms.bvand(*a, *b),
            (Op::BvOr, [a, b]) => terms.bvor(*a, *b),
            (Op::BvXor, [a, b]) => terms.bvxor(*a, *b),
            (Op::Udiv, [a, b]) => terms.udiv(*a, *b),
            (Op::Urem, [a, b]) => terms.urem(*a, *b),
            (Op::Sdiv, [a, b]) => terms.sdiv(*a, *b),
            (Op::Srem, [a, b]) => terms.srem(*a, *b),
            (Op::Shl, [a, b]) => terms.shl(*a, *b),
            (Op::Lshr, [a, b]) => terms.lshr(*a, *b),
            (Op::Ashr, [a, b]) => terms.ashr(*a, *b),
            (Op::Concat, [a, b]) => terms.concat(*a, *b),
            (Op::Extract, [a]) => {
                let low = terms.extract_low(t)?;
                terms.extract(*a, low + width - 1, low)
            }
            (Op::ZeroExt, [a]) => terms.zero_extend(*a, width),
            (Op::SignExt, [a]) => terms.sign_extend(*a, width),
            (Op::Umulo, [a, b]) => terms.umul_overflows(*a, *b),
            (Op::Smulo, [a, b]) => terms.smul_overflows(*a, *b),
            _ => return None,
        };
        map.insert(t, new);
    }
    map.get(&root).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_again() {
        let wide = 72;
        for number in [0, 1, 5, 15, 1 << 69, (1 << 71) + 3, (1u128 << 72) - 1, (1u128 << 72) - 4] {
            let number = Bv::new(wide, number);
            let small = resized(&number, 9);
            assert_eq!(small.width(), 9);
            assert_eq!(resized(&small, wide), number, "{number}");
        }
        // The order of those that are kept is kept.
        let of = |n: u128| resized(&Bv::new(wide, n), 9);
        assert!(of(3).ult(&of(1 << 69)) && of(1 << 69).ult(&of(1 << 71)));
    }
}
