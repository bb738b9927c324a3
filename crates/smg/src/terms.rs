//! How values were computed from each other: the same computation gives the same value again, with all that was found
//! out about it since, and splitting a value into cases splits what it was computed from.
//!
//! Terms are notes for the straight way from one statement to the next. They are not carried over loops and
//! calls: whoever does that to a graph forgets them first ([`Smg::forget_terms`]), which only loses precision. Where branches meet, those
//! stay that say what an array will grow to ([`Smg::drop_facts_at_branch`]); what compares states there compares them, too.

use crate::graph::Smg;
use crate::int::{BinOp, CastOp, IntDomain};
use crate::precision::Kept;
use crate::reach::IdSet;
use crate::value::{Content, ValId};
use base::Idx;
use std::sync::Arc;

/// The oldest are forgotten when there are more.
const MAX_TERMS: usize = 48;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TermOp {
    /// Of two integers of the same width.
    Binary(BinOp),
    /// The address `offset + scale * right` bytes from the left one.
    Move { scale: i64, offset: i64 },
    /// Of an integer of `from` bits; the right operand is not used.
    Cast { op: CastOp, from: u32, to: u32 },
    /// Not a computation: the address is a multiple of the operand, a power of two; both operands are the same.
    Multiple,
    /// What a function gives that depends on nothing but its arguments; with one, both operands are the same.
    Call { function: u32 },
}

/// `value = left op right`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Term {
    pub value: ValId,
    pub op: TermOp,
    pub left: ValId,
    pub right: ValId,
}

impl Term {
    fn mentions(&self, v: ValId) -> bool {
        self.value == v || self.left == v || self.right == v
    }
}

impl<D: IntDomain> Smg<D> {
    /// The terms that are remembered, the oldest first: operands before what is computed from them.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// What the computation has given before.
    pub fn known_result(&self, op: TermOp, left: ValId, right: ValId) -> Option<ValId> {
        let (left, right) = (self.resolve(left), self.resolve(right));
        let term = self.terms.iter().rev().find(|t| t.op == op && t.left == left && t.right == right)?;
        Some(term.value)
    }

    /// Remembers what a computation gave. Results and operands that do not stand for one bit pattern, and results
    /// that are constants, are nothing to remember.
    pub fn note_term(&mut self, value: ValId, op: TermOp, left: ValId, right: ValId) {
        let (value, left, right) = (self.resolve(value), self.resolve(left), self.resolve(right));
        let vague = |v: ValId| {
            v == ValId::UNINIT
                || matches!(self.content(v), Content::Unknown { may_be_uninit: true })
                || self.level_of(v) != 0
        };
        let constant = value == ValId::ZERO || self.is_const(value);
        if constant || value == left || value == right || vague(value) || vague(left) || vague(right) {
            return;
        }
        let terms = Arc::make_mut(&mut self.terms);
        if terms.len() >= MAX_TERMS {
            terms.remove(0);
        }
        terms.push(Term { value, op, left, right });
    }

    /// The numbers that are another one times a constant: the multiple, the number and the constant.
    pub(crate) fn multiples(&self) -> impl Iterator<Item = (ValId, ValId, u64)> {
        self.terms.iter().filter_map(|t| {
            let width = self.value(t.value).width;
            let number = |v: ValId| self.int_of(v, width).as_constant();
            let TermOp::Binary(op @ (BinOp::Mul | BinOp::Shl)) = t.op else { return None };
            match (op, number(t.left), number(t.right)) {
                (BinOp::Mul, Some(factor), None) => Some((t.value, t.right, factor)),
                (BinOp::Mul, None, Some(factor)) => Some((t.value, t.left, factor)),
                (BinOp::Shl, None, Some(bits)) if bits < u64::from(width) => {
                    Some((t.value, t.left, 1 << bits))
                }
                _ => None,
            }
        })
    }

    /// What [`Smg::drop_path_local_facts`] does, where branches meet: that a held number is a multiple of one that a size follows from, such as
    /// the capacity that an array is about to get, stays known. What is found out about the one later tells of the other.
    pub fn drop_facts_at_branch(&mut self, kept: Option<&Kept>) {
        let is_base = |v: ValId| self.sizes.iter().any(|s| self.resolve(s.1.base) == v);
        let of_sizes: Vec<(ValId, ValId)> =
            self.multiples().filter(|m| is_base(m.1)).map(|m| (m.0, m.1)).collect();
        let mut stay: Vec<Term> = Vec::new();
        if !of_sizes.is_empty() {
            let (_, held) = self.mark_from_roots(None);
            let is_kept = |t: &&Term| {
                of_sizes.iter().any(|&(multiple, base)| {
                    t.value == multiple
                        && (t.left == base || t.right == base)
                        && held.contains(multiple.index())
                        && held.contains(base.index())
                })
            };
            stay.extend(self.terms.iter().filter(is_kept));
        }
        self.drop_path_local_facts(kept);
        for t in stay {
            self.note_term(t.value, t.op, t.left, t.right);
        }
    }

    /// Forgets the terms, and the orders and what was read with them.
    pub fn forget_terms(&mut self) {
        self.forget_readings();
        if !self.terms.is_empty() {
            self.terms = Arc::default();
        }
        if !self.orders.is_empty() {
            self.orders = Arc::default();
        }
    }

    pub(crate) fn drop_terms_of(&mut self, v: ValId) {
        if self.terms.iter().any(|t| t.mentions(v)) {
            Arc::make_mut(&mut self.terms).retain(|t| !t.mentions(v));
        }
    }

    pub(crate) fn replace_in_terms(&mut self, old: ValId, new: ValId) {
        if !self.terms.iter().any(|t| t.mentions(old)) {
            return;
        }
        for t in Arc::make_mut(&mut self.terms).iter_mut() {
            for v in [&mut t.value, &mut t.left, &mut t.right] {
                if *v == old {
                    *v = new;
                }
            }
        }
    }

    /// A result that nothing holds stays known as long as its operands are held, and so does the number that the size of
    /// an object follows from.
    pub(crate) fn keep_results(&self, objects: &IdSet, values: &mut IdSet) {
        self.keep_facts(objects, values);
        self.keep_readings(objects, values);
        for o in self.orders.iter() {
            let (a, b) = (o.less.value, o.more.value);
            let leads_nowhere =
                |v: ValId| self.pointee(v).is_some_and(|to| !objects.contains(to.obj.index()));
            if (values.contains(a.index()) || values.contains(b.index()))
                && !leads_nowhere(a)
                && !leads_nowhere(b)
            {
                values.insert(a.index());
                values.insert(b.index());
            }
        }
        for t in self.terms.iter() {
            let held = |v: ValId| v.raw() <= 1 || self.is_const(v) || values.contains(v.index());
            let leads_nowhere = self.pointee(t.value).is_some_and(|to| !objects.contains(to.obj.index()));
            if held(t.left) && held(t.right) && !leads_nowhere {
                for v in [t.value, t.left, t.right] {
                    values.insert(v.index());
                }
            }
        }
        if self.has_places() {
            self.keep_ways(objects, values);
        }
    }

    /// Where there are sizes or ends of strings, what a held value was computed from may tell of its order, and what that one was: until
    /// the terms are forgotten.
    fn keep_ways(&self, objects: &IdSet, values: &mut IdSet) {
        let leads_nowhere = |v: ValId| self.pointee(v).is_some_and(|to| !objects.contains(to.obj.index()));
        let is_held = |values: &IdSet, v: ValId| values.contains(v.index());
        loop {
            let mut more: Vec<ValId> = Vec::new();
            for t in self.terms.iter().filter(|t| is_held(values, t.value)) {
                more.extend([t.left, t.right]);
            }
            let orders = self.orders.iter().map(|o| (o.less.value, o.more.value));
            let relations = self.relations.iter().map(|r| (r.left, r.right));
            for (a, b) in orders.chain(relations) {
                if is_held(values, a) != is_held(values, b) {
                    more.extend([a, b]);
                }
            }
            more.retain(|&v| !is_held(values, v) && v.raw() > 1 && !leads_nowhere(v));
            if more.is_empty() {
                return;
            }
            more.into_iter().for_each(|v| _ = values.insert(v.index()));
        }
    }
}
