//! From terms to clauses.

mod circuits;
mod gates;

use base::Idx;

use crate::bv::Bv;
use crate::eval::Value;
use crate::limits::{Limits, UnknownReason};
use crate::sat::{Lit, Sat};
use crate::terms::{Op, TermId, Terms};
use gates::Gates;

/// Translates terms to literals over a SAT solver. Each term is translated once, for the life of the blaster.
#[derive(Debug)]
pub struct Blaster<S> {
    gates: Gates<S>,
    /// Where a term's literals begin in `pool`, by term id; the lowest bit comes first.
    start: Vec<u32>,
    pool: Vec<Lit>,
    scratch: Operands,
}

const NOT_BLASTED: u32 = u32::MAX;

/// Operand literals are copied here, so that the gates can be borrowed mutably meanwhile.
#[derive(Debug, Default)]
struct Operands {
    a: Vec<Lit>,
    b: Vec<Lit>,
    c: Vec<Lit>,
}

impl<S: Sat> Blaster<S> {
    pub fn new(sat: S) -> Blaster<S> {
        Blaster { gates: Gates::new(sat), start: Vec::new(), pool: Vec::new(), scratch: Operands::default() }
    }
    pub fn sat(&self) -> &S {
        self.gates.sat()
    }
    pub fn sat_mut(&mut self) -> &mut S {
        self.gates.sat_mut()
    }
    pub fn clauses(&self) -> u64 {
        self.gates.clauses()
    }
    pub fn new_variable(&mut self) -> Lit {
        self.gates.new_variable()
    }
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.gates.add_clause(clause);
    }
    /// The literal that is always true.
    pub fn true_literal(&self) -> Lit {
        gates::TRUE
    }

    fn start_of(&self, t: TermId) -> Option<usize> {
        match self.start.get(t.index()) {
            None | Some(&NOT_BLASTED) => None,
            Some(&start) => Some(start as usize),
        }
    }
    /// The literals of a term that has been blasted: one for a Boolean, else one per bit.
    pub fn literals(&self, terms: &Terms, t: TermId) -> Option<&[Lit]> {
        let start = self.start_of(t)?;
        Some(&self.pool[start..start + terms.width(t).max(1) as usize])
    }
    /// The value of a blasted term in the SAT solver's model.
    pub fn value(&self, terms: &Terms, t: TermId) -> Option<Value> {
        let literals = self.literals(terms, t)?;
        let value = |lit: &Lit| self.gates.sat().value(*lit);
        Some(if terms.is_bool(t) {
            Value::Bool(value(&literals[0]))
        } else {
            Value::Bv(Bv::from_bits(literals.iter().map(value)))
        })
    }

    /// Blasts a Boolean term and gives its literal. When a limit stops it half-way, what has been built stays
    /// valid (it only defines gates), and a later call goes on from there.
    pub fn literal(&mut self, terms: &Terms, t: TermId, limits: &Limits) -> Result<Lit, UnknownReason> {
        debug_assert!(terms.is_bool(t));
        self.blast(terms, t, limits)?;
        let start = self.start_of(t).expect("just blasted");
        Ok(self.pool[start])
    }

    pub fn blast(&mut self, terms: &Terms, root: TermId, limits: &Limits) -> Result<(), UnknownReason> {
        if self.start_of(root).is_some() {
            return Ok(());
        }
        self.gates.set_limits(limits);
        if self.start.len() < terms.len() {
            self.start.resize(terms.len(), NOT_BLASTED);
        }
        for t in terms.reachable(&[root], |t| self.start_of(t).is_some()) {
            let cost = quadratic_cost(terms, t);
            if self.gates.clauses().saturating_add(cost) > limits.max_clauses {
                return Err(UnknownReason::Size);
            }
            let bits = self.blast_operator(terms, t);
            if let Some(reason) = self.gates.interruption() {
                return Err(reason);
            }
            debug_assert_eq!(bits.len(), terms.width(t).max(1) as usize);
            let start = u32::try_from(self.pool.len()).ok().filter(|&s| s != NOT_BLASTED);
            let Some(start) = start else { return Err(UnknownReason::Size) };
            self.pool.extend_from_slice(&bits);
            self.start[t.index()] = start;
        }
        Ok(())
    }

    /// All arguments have been blasted.
    fn blast_operator(&mut self, terms: &Terms, t: TermId) -> Vec<Lit> {
        let width = terms.width(t);
        let mut operands = std::mem::take(&mut self.scratch);
        for (slot, index) in [&mut operands.a, &mut operands.b, &mut operands.c].into_iter().zip(0..) {
            slot.clear();
            if let Some(&arg) = terms.args(t).get(index) {
                slot.extend_from_slice(self.literals(terms, arg).expect("arguments come first"));
            }
        }
        let Operands { a, b, c } = &operands;
        let gates = &mut self.gates;
        let bits = match terms.op(t) {
            Op::False => vec![gates::FALSE],
            Op::True => vec![gates::TRUE],
            Op::BvConst => {
                let value = terms.constant(t).expect("a constant");
                value.bits().map(gates::constant).collect()
            }
            Op::Var => (0..width.max(1)).map(|_| gates.new_variable()).collect(),
            Op::Not => vec![!a[0]],
            Op::And => vec![gates.and(a[0], b[0])],
            Op::Eq => vec![gates.equal(a, b)],
            Op::Ite => gates.mux_all(a[0], b, c),
            Op::BvNot => a.iter().map(|&l| !l).collect(),
            Op::BvNeg => gates.negate(a),
            Op::BvAnd => a.iter().zip(b).map(|(&x, &y)| gates.and(x, y)).collect(),
            Op::BvOr => a.iter().zip(b).map(|(&x, &y)| gates.or(x, y)).collect(),
            Op::BvXor => a.iter().zip(b).map(|(&x, &y)| gates.xor(x, y)).collect(),
            Op::Add => self.blast_sum(terms, t, a, b),
            Op::Mul => gates.multiply(a, b),
            Op::Udiv => gates.divide(a, b).0,
            Op::Urem => gates.divide(a, b).1,
            Op::Sdiv => gates.divide_signed(a, b).0,
            Op::Srem => gates.divide_signed(a, b).1,
            Op::Shl => gates.shift_left(a, b),
            Op::Lshr => gates.shift_right(a, b, gates::FALSE),
            Op::Ashr => gates.shift_right(a, b, a[a.len() - 1]),
            Op::Concat => b.iter().chain(a).copied().collect(),
            Op::Extract => {
                let low = terms.extract_low(t).unwrap_or(0) as usize;
                a[low..low + width as usize].to_vec()
            }
            Op::ZeroExt => extended(a, width, gates::FALSE),
            Op::SignExt => extended(a, width, a[a.len() - 1]),
            Op::Ult => vec![gates.less(a, b)],
            Op::Slt => vec![gates.less_signed(a, b)],
            Op::Umulo => vec![gates.multiply_overflows(a, b)],
            Op::Smulo => vec![gates.multiply_overflows_signed(a, b)],
        };
        self.scratch = operands;
        bits
    }
    /// `x + (-y)` is one subtracter instead of an adder behind a negation.
    fn blast_sum(&mut self, terms: &Terms, t: TermId, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let args = terms.args(t);
        for (other, negated) in [(a, args[1]), (b, args[0])] {
            if terms.op(negated) == Op::BvNeg {
                let start = self.start_of(terms.args(negated)[0]).expect("arguments come first");
                let subtrahend = self.pool[start..start + a.len()].to_vec();
                return self.gates.subtract_truncated(other, &subtrahend);
            }
        }
        self.gates.add_truncated(a, b, gates::FALSE)
    }
}

fn extended(a: &[Lit], width: u32, fill: Lit) -> Vec<Lit> {
    let mut bits = a.to_vec();
    bits.resize(width as usize, fill);
    bits
}

/// A bound on the clauses of the operators that may be large, to refuse them before they are begun.
fn quadratic_cost(terms: &Terms, t: TermId) -> u64 {
    let Some(&first) = terms.args(t).first() else { return 0 };
    let width = u64::from(terms.width(first));
    match terms.op(t) {
        Op::Mul | Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem | Op::Umulo | Op::Smulo => {
            // A constant operand makes most of the circuit vanish.
            let constant = terms.args(t).iter().any(|&a| terms.is_constant(a));
            if constant { 0 } else { 5 * width * width }
        }
        _ => 0,
    }
}
