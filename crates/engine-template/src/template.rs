//! What a row says, and what it is for given values of a loop's variables.
//!
//! A row is an expression over the variables of a loop. It is made for several *valuations* of them: the loop-back values, the
//! values at the round's end, and, for each further object of an allocation site, the loop-back values with that object's
//! cells in the place of the witness'.

use ir::Scalar;
use smt::{TermId, Terms};
use ssa::{CutLoop, LoopVariable, ObjectId, Value};

/// Ways through a round that affine relations are told apart for.
const MOST_LEAVES: usize = 24;

/// A number in an expression: a variable of the loop, or the offset of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Part {
    pub variable: usize,
    pub what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum What {
    Number,
    Object,
    Offset,
}

/// What a row says: a sum with coefficients, or one part as it is. The condition restricts it to states in which a part has a
/// constant value.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub sum: Vec<(i64, Part)>,
    pub kind: Kind,
    pub condition: Option<Condition>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// A part has a value.
    Is(Part, u128),
    /// The pointer does not lead to the witness (by its index).
    NotFrom(Part, usize),
    /// The witness is there: what a loop knows of its variables where it makes an object holds while there is one.
    There(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A fact about a witness, by its index: once chosen it is there.
    StaysThere(usize),
    /// Where the part, an object, is a witness, that one is there.
    LeadsToLive(usize),
    Bound,
    /// The sum is at most this.
    AtMost(i128),
    /// A predicate over what the head sees; the sum lists the parts that occur.
    Predicate(TermId),
    Constants(usize),
    Congruence,
    /// Relations between all parts, as numbers of this width.
    Affine(u32),
}

/// Values of a loop's variables.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Valuation<'a> {
    Back,
    Next,
    /// What the loop's head sees, the first time or again.
    Head,
    Instance(&'a ssa::Instance),
    /// These, where a function is used.
    Given(&'a [Value]),
}

impl Template {
    pub(crate) fn new(sum: Vec<(i64, Part)>, kind: Kind) -> Template {
        Template { sum, kind, condition: None }
    }

    /// The same where a witness, by its index, is there.
    pub(crate) fn where_there(self, witness: usize) -> Template {
        Template { condition: Some(Condition::There(witness)), ..self }
    }

    /// It says something of some states only.
    pub(crate) fn is_conditional(&self) -> bool {
        self.condition.is_some()
    }

    fn parts(&self) -> impl Iterator<Item = Part> + '_ {
        self.sum.iter().map(|(_, part)| *part).chain(self.condition.and_then(|condition| match condition {
            Condition::Is(part, _) | Condition::NotFrom(part, _) => Some(part),
            Condition::There(_) => None,
        }))
    }

    /// A bound on the same sum that is at least as strong.
    pub(crate) fn implies(&self, other: &Template) -> bool {
        match (self.kind, other.kind) {
            (Kind::AtMost(a), Kind::AtMost(b)) => {
                self.sum == other.sum && a < b && self.condition == other.condition
            }
            _ => false,
        }
    }

    pub(crate) fn speaks_of(&self, cut: &CutLoop, witness: ObjectId) -> bool {
        let there =
            |condition| matches!(condition, Condition::There(w) if cut.witnesses[w].object == witness);
        self.parts().any(|part| is_of(&cut.variables[part.variable], witness))
            || self.condition.is_some_and(there)
    }

    /// The least and greatest value of a part.
    fn range(terms: &Terms, cut: &CutLoop, part: Part) -> Option<(i128, i128)> {
        let variable = &cut.variables[part.variable];
        let (width, signed) = match (part.what, variable.back) {
            (What::Number, Value::Number(n)) => {
                (terms.width(n), variable.scalar.is_some_and(Scalar::is_signed))
            }
            (What::Offset, Value::Pointer { offset, .. }) => (terms.width(offset), true),
            (What::Object, Value::Pointer { object, .. }) => (terms.width(object), false),
            _ => return None,
        };
        Some(match signed {
            true => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
            false => (0, (1i128 << width) - 1),
        })
    }

    pub(crate) fn most(&self, terms: &Terms, cut: &CutLoop) -> Option<i128> {
        let mut most = 0;
        for (coefficient, part) in &self.sum {
            let (low, high) = Template::range(terms, cut, *part)?;
            let c = i128::from(*coefficient);
            most += (c * low).max(c * high);
        }
        Some(most)
    }

    /// Bits in which no sum wraps.
    pub(crate) fn width(&self, terms: &Terms, cut: &CutLoop) -> Option<u32> {
        if !matches!(self.kind, Kind::Bound | Kind::AtMost(_)) {
            return Some(0);
        }
        let mut magnitude = 0i128;
        for (coefficient, part) in &self.sum {
            let (low, high) = Template::range(terms, cut, *part)?;
            magnitude += i128::from(coefficient.abs()) * low.abs().max(high);
        }
        if let Kind::AtMost(bound) = self.kind {
            magnitude = magnitude.max(bound.abs());
        }
        Some((128 - magnitude.leading_zeros() + 1).min(128))
    }

    /// The guard and the expression under a valuation.
    pub(crate) fn value(
        &self,
        terms: &mut Terms,
        cut: &CutLoop,
        at: Valuation<'_>,
        width: u32,
    ) -> Option<(TermId, TermId)> {
        let mut guard = TermId::TRUE;
        for part in self.parts() {
            let g = guard_of(&cut.variables[part.variable], at);
            guard = terms.and(guard, g);
        }
        if let Some(condition) = self.condition {
            let holds = condition_value(terms, cut, condition, at)?;
            guard = terms.and(guard, holds);
        }
        let side = usize::from(matches!(at, Valuation::Next));
        match self.kind {
            Kind::Bound | Kind::AtMost(_) => {}
            Kind::Predicate(predicate) => {
                let mut map = base::FxHashMap::default();
                for (_, part) in &self.sum {
                    map.insert(part_value(cut, *part, Valuation::Head)?, part_value(cut, *part, at)?);
                }
                // What the head sees may be computed, and the predicate simplified to one over what that is computed from: this
                // would be the same in all valuations.
                let is_said_of_them = |variable: &TermId| map.contains_key(variable);
                if !self.sum.is_empty() && !terms.variables_of(&[predicate]).iter().all(is_said_of_them) {
                    return None;
                }
                return Some((guard, terms.substitute(predicate, &map)));
            }
            Kind::Affine(width) => {
                let mut numbers = Vec::with_capacity(self.sum.len());
                for (_, part) in &self.sum {
                    let value = part_value(cut, *part, at)?;
                    numbers.push(terms.resize(value, width, is_signed(cut, *part)));
                }
                let mut leaves = MOST_LEAVES;
                return Some((guard, by_cases(terms, &numbers, &mut leaves)?));
            }
            Kind::Constants(_) | Kind::Congruence => {
                return Some((guard, part_value(cut, self.sum[0].1, at)?));
            }
            Kind::StaysThere(w) => {
                let witness = cut.witnesses[w];
                return Some((guard, terms.implies(witness.chosen[side], witness.live[side])));
            }
            Kind::LeadsToLive(w) => {
                let witness = cut.witnesses[w];
                let object = part_value(cut, self.sum[0].1, at)?;
                let number = terms.bv_const(terms.width(object), u128::from(witness.object));
                let leads = terms.eq(object, number);
                return Some((guard, terms.implies(leads, witness.live[side])));
            }
        }
        if let Some(plain) = self.plain_comparison(terms, cut, at) {
            return Some((guard, plain));
        }
        let mut total = terms.bv_const(width, 0);
        for (coefficient, part) in &self.sum {
            let value = part_value(cut, *part, at)?;
            let wide = terms.resize(value, width, is_signed(cut, *part));
            let product = match coefficient {
                1 => wide,
                -1 => terms.neg(wide),
                _ => {
                    let factor = terms.bv_signed(width, i128::from(*coefficient));
                    terms.mul(wide, factor)
                }
            };
            total = terms.add(total, product);
        }
        if let Kind::AtMost(bound) = self.kind {
            let bound = terms.bv_signed(width, bound);
            total = templates::at_most(terms, total, bound);
        }
        Some((guard, total))
    }

    /// Comparisons as the program itself makes them, without wider sums: of one number with a constant, of two of one type.
    fn plain_comparison(&self, terms: &mut Terms, cut: &CutLoop, at: Valuation<'_>) -> Option<TermId> {
        let Kind::AtMost(bound) = self.kind else { return None };
        match self.sum[..] {
            [(sign @ (1 | -1), part)] => {
                let value = part_value(cut, part, at)?;
                let (low, high) = Template::range(terms, cut, part)?;
                let limit = bound * i128::from(sign);
                if limit < low || limit > high {
                    return Some(terms.bool_const((limit > high) == (sign == 1)));
                }
                let limit = terms.bv_signed(terms.width(value), limit);
                let (a, b) = if sign == 1 { (value, limit) } else { (limit, value) };
                Some(if is_signed(cut, part) { terms.sle(a, b) } else { terms.ule(a, b) })
            }
            [(1, a), (-1, b)] | [(-1, b), (1, a)] if matches!(bound, 0 | -1) => {
                let (x, y) = (part_value(cut, a, at)?, part_value(cut, b, at)?);
                let signed = is_signed(cut, a);
                if terms.width(x) != terms.width(y) || signed != is_signed(cut, b) {
                    return None;
                }
                Some(match (signed, bound) {
                    (true, 0) => terms.sle(x, y),
                    (true, _) => terms.slt(x, y),
                    (false, 0) => terms.ule(x, y),
                    (false, _) => terms.ult(x, y),
                })
            }
            _ => None,
        }
    }

    /// The expression as the program's variables say it, with its value at the loop's head.
    pub(crate) fn at_head(
        &self,
        terms: &mut Terms,
        cut: &CutLoop,
    ) -> Option<(verdict::formula::Term, TermId)> {
        use verdict::formula::Term;
        if matches!(self.kind, Kind::Predicate(_) | Kind::Affine(_)) {
            return None;
        }
        let mut sum: Option<Term> = None;
        for (coefficient, part) in &self.sum {
            let variable = &cut.variables[part.variable];
            if part.what != What::Number || variable.guards.is_some() {
                return None;
            }
            let term = match cut.names() {
                Some(names) => names.get(part.variable)?.clone()?,
                None => said(terms, variable)?,
            };
            let term = if *coefficient == 1 {
                term
            } else {
                Term::Product(i128::from(*coefficient), Box::new(term))
            };
            sum = Some(match sum {
                Some(before) => Term::Sum(Box::new(before), Box::new(term)),
                None => term,
            });
        }
        if self.condition.is_some() {
            return None;
        }
        let width = self.width(terms, cut)?;
        let (_, value) = self.value(terms, cut, Valuation::Head, width)?;
        Some((sum?, value))
    }
}

/// The numbers one behind the other, the first lowest. What they choose between comes first: on each way through the round a relation
/// between them then is one between sums, which are compared as such, where the solver would have to find out bit by bit.
fn by_cases(terms: &mut Terms, numbers: &[TermId], leaves: &mut usize) -> Option<TermId> {
    let condition = numbers.iter().find_map(|&n| (terms.op(n) == smt::Op::Ite).then(|| terms.args(n)[0]));
    if let Some(condition) = condition.filter(|_| *leaves > 1) {
        *leaves -= 1;
        let mut sides = Vec::with_capacity(2);
        for value in [TermId::TRUE, TermId::FALSE] {
            let map: base::FxHashMap<TermId, TermId> = [(condition, value)].into_iter().collect();
            let there: Vec<TermId> = numbers.iter().map(|n| terms.substitute(*n, &map)).collect();
            sides.push(by_cases(terms, &there, leaves)?);
        }
        return Some(terms.ite(condition, sides[0], sides[1]));
    }
    let mut all = None;
    for &number in numbers {
        all = Some(match all {
            Some(low) => terms.concat(number, low),
            None => number,
        });
    }
    all
}

fn is_signed(cut: &CutLoop, part: Part) -> bool {
    part.what == What::Offset || cut.variables[part.variable].scalar.is_some_and(Scalar::is_signed)
}

pub(crate) fn is_of(variable: &LoopVariable, witness: ObjectId) -> bool {
    variable.cell.is_some_and(|(id, _)| id == witness) && variable.guards.is_some()
}

/// A number as the program's variables say it.
fn said(terms: &Terms, variable: &LoopVariable) -> Option<verdict::formula::Term> {
    use verdict::formula::Term;
    if let Some(name) = variable.symbol {
        return Some(Term::Variable(name));
    }
    let (name, (_, at)) = variable.member_of.zip(variable.own_cell())?;
    let Value::Number(number) = variable.back else { return None };
    Some(Term::Cell {
        pointer: Box::new(Term::Address(name)),
        offset: i64::try_from(at).ok()?,
        size: terms.width(number) / 8,
        signed: variable.scalar?.is_signed(),
    })
}

fn guard_of(variable: &LoopVariable, at: Valuation<'_>) -> TermId {
    match (variable.guards, at) {
        (None, _) => TermId::TRUE,
        (Some((back, _)), Valuation::Back | Valuation::Head | Valuation::Given(_)) => back,
        (Some((_, next)), Valuation::Next) => next,
        (Some(_), Valuation::Instance(instance)) if is_of(variable, instance.witness) => instance.guard,
        (Some((back, _)), Valuation::Instance(_)) => back,
    }
}

fn condition_value(
    terms: &mut Terms,
    cut: &CutLoop,
    condition: Condition,
    at: Valuation<'_>,
) -> Option<TermId> {
    match condition {
        Condition::Is(part, constant) => {
            let term = part_value(cut, part, at)?;
            let constant = terms.bv_const(terms.width(term), constant);
            Some(terms.eq(term, constant))
        }
        Condition::NotFrom(part, w) => {
            let object = part_value(cut, part, at)?;
            let witness = cut.witnesses[w];
            let leads = match at {
                Valuation::Instance(instance) if instance.witness == witness.object => {
                    let others = terms.bv_const(terms.width(object), u128::from(witness.others));
                    let is_other = terms.eq(object, others);
                    let same = ssa::same_node(terms, object, instance.object);
                    terms.and(is_other, same)
                }
                _ => {
                    let number = terms.bv_const(terms.width(object), u128::from(witness.object));
                    terms.eq(object, number)
                }
            };
            Some(terms.not(leads))
        }
        Condition::There(w) => {
            let witness = cut.witnesses[w];
            Some(match at {
                // Any other object of the site might be the witness.
                Valuation::Instance(instance) if instance.witness == witness.object => instance.guard,
                Valuation::Next => witness.live[1],
                _ => witness.live[0],
            })
        }
    }
}

pub(crate) fn part_value(cut: &CutLoop, part: Part, at: Valuation<'_>) -> Option<TermId> {
    let variable = &cut.variables[part.variable];
    let value = match at {
        Valuation::Back => variable.back,
        Valuation::Next => variable.next,
        Valuation::Head => variable.head,
        Valuation::Instance(instance) if is_of(variable, instance.witness) => {
            let offset = variable.cell?.1;
            instance.cells.iter().find(|(at, _)| *at == offset)?.1
        }
        Valuation::Instance(_) => variable.back,
        Valuation::Given(values) => *values.get(part.variable)?,
    };
    match (part.what, value) {
        (What::Number, Value::Number(n)) => Some(n),
        (What::Object, Value::Pointer { object, .. }) => Some(object),
        (What::Offset, Value::Pointer { offset, .. }) => Some(offset),
        _ => None,
    }
}
