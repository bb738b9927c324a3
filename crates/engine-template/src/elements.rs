//! Rows over what arrays hold: of the element at the ghost offset, where that is below, at or above what a variable says.
//!
//! Each row is shown of an arbitrary offset and assumed of every offset at which an array is read.

use ir::Scalar;
use smt::{Op, TermId, Terms};
use ssa::{CutLoop, Element, Formula, LoopVariable, Pivot, Value};
use std::collections::BTreeSet;
use templates::{Domain, Row, RowValue};
use verdict::blocks::{self, ElementContent, ElementIs};

const MOST_ELEMENTS: usize = 4;
/// Variables that elements are compared with.
const MOST_NUMBERS: usize = 6;
const MOST_CONSTANTS: usize = 6;

/// Where the ghost offset is: compared with a variable, as an offset.
#[derive(Clone, Copy, Debug)]
enum Region {
    Everywhere,
    Below(Pivot),
    At(Pivot),
    Above(Pivot),
    /// Between what the variable was in the beginning and what it is now, which is not passed yet; and everywhere else.
    Passed(Pivot),
    NotPassed(Pivot),
}

/// The values of a loop's variables and elements that a row is made for.
#[derive(Clone, Copy, Debug)]
enum Valuation {
    Back,
    Next,
    /// At another offset, by the number of the instance.
    Instance(usize),
}

/// What a row says of an element.
#[derive(Clone, Copy, Debug)]
enum Said {
    Constants,
    /// It is not a constant that the program compares something with.
    Not(u128),
    /// An upper bound of the value with a sign.
    Bound(i64),
    /// It is at most a variable, or at least.
    AtMost(usize),
    AtLeast(usize),
    /// The distance to the element's number is a constant.
    FromIndex,
    /// An upper bound of that distance with a sign.
    BoundFromIndex(i64),
    /// The distance to another array's element is a constant; it is at most, at least that.
    From(usize),
    AtMostOf(usize),
    AtLeastOf(usize),
}

/// What a row is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    element: usize,
    region: Region,
    said: Said,
}

/// What rows say of the elements of arrays that have names, where an index is compared with a variable that has one.
pub(crate) fn told(terms: &Terms, cut: &CutLoop, rows: &[Told], values: &[RowValue]) -> Vec<ElementContent> {
    let mut out: Vec<ElementContent> = Vec::new();
    for (row, value) in rows.iter().zip(values) {
        let element = &cut.elements[row.element];
        let size = element.size;
        let name =
            |at: Pivot| cut.variables[at.variable].symbol.filter(|_| at.factor == size && at.plus == 0);
        let region = match row.region {
            Region::Everywhere => Some(blocks::Region::Everywhere),
            Region::Below(pivot) => name(pivot).map(blocks::Region::Below),
            Region::At(pivot) => name(pivot).map(blocks::Region::At),
            Region::Above(pivot) => name(pivot).map(blocks::Region::Above),
            Region::Passed(..) | Region::NotPassed(..) => None,
        };
        let (Some(array), Some(region)) = (element.symbol, region) else { continue };
        let width = terms.width(element.back);
        let number = |bits: u128| match is_signed(element) && bits >> (width - 1) == 1 {
            true => (bits as i128) - (1i128 << width),
            false => bits as i128,
        };
        let only = match value {
            RowValue::OneOf(seen) if seen.len() == 1 => seen.iter().next().copied(),
            _ => None,
        };
        let distance = |bits: u128| {
            if bits >> (width - 1) == 1 { bits as i128 - (1i128 << width) } else { bits as i128 }
        };
        let what = match (row.said, value) {
            (Said::Constants, RowValue::OneOf(seen)) => {
                let all: Vec<i128> = seen.iter().map(|bits| number(*bits)).collect();
                Some(ElementIs::Number(all.iter().min().copied(), all.iter().max().copied()))
            }
            (Said::Bound(1), RowValue::AtMost(bound)) => Some(ElementIs::Number(None, bound.to_i128())),
            (Said::Bound(_), RowValue::AtMost(bound)) => {
                Some(ElementIs::Number(bound.to_i128().map(|bound| -bound), None))
            }
            (Said::AtMost(i), RowValue::Holds) => cut.variables[i].symbol.map(ElementIs::AtMost),
            (Said::AtLeast(i), RowValue::Holds) => cut.variables[i].symbol.map(ElementIs::AtLeast),
            (Said::FromIndex, _) => only.map(|bits| ElementIs::Index(distance(bits))),
            (Said::From(other), _) => {
                let other = cut.elements[other].symbol;
                only.zip(other).map(|(bits, other)| ElementIs::Like(other, distance(bits)))
            }
            _ => None,
        };
        let Some(what) = what else { continue };
        let known =
            out.iter_mut().find(|said| said.array == array && said.region == region && is_range(said));
        match (known, what) {
            (Some(said), ElementIs::Number(low, high)) => {
                if let ElementIs::Number(a, b) = said.what {
                    let most =
                        |x: Option<i128>, y: Option<i128>| x.map_or(y, |x| Some(y.map_or(x, |y| x.max(y))));
                    let least =
                        |x: Option<i128>, y: Option<i128>| x.map_or(y, |x| Some(y.map_or(x, |y| x.min(y))));
                    said.what = ElementIs::Number(most(a, low), least(b, high));
                }
            }
            _ => out.push(ElementContent { array, region, what }),
        }
    }
    out
}

fn is_range(said: &ElementContent) -> bool {
    matches!(said.what, ElementIs::Number(..))
}

/// The constants that are compared with something for equality, by width.
pub(crate) fn constants(terms: &Terms, formula: &Formula) -> BTreeSet<(u32, u128)> {
    let mut found = BTreeSet::new();
    if formula.loops.iter().all(|cut| cut.elements.is_empty()) {
        return found;
    }
    let mut open: Vec<TermId> = formula.checks.iter().map(|check| check.fails).collect();
    open.extend(formula.loops.iter().map(|cut| cut.end));
    let mut seen = base::FxHashSet::default();
    while let Some(t) = open.pop() {
        if !seen.insert(t) {
            continue;
        }
        open.extend(terms.args(t));
        if let (Op::Eq, &[a, b]) = (terms.op(t), terms.args(t)) {
            for side in [a, b] {
                let constant = terms.constant(side).and_then(smt::Bv::to_u128);
                found.extend(constant.map(|constant| (terms.width(side), constant)));
            }
        }
    }
    found
}

/// Bounds have to be looked for; `bounds` says whether there is to be any.
pub(crate) fn rows(
    terms: &mut Terms,
    cut: &CutLoop,
    constants: &BTreeSet<(u32, u128)>,
    bounds: bool,
) -> Vec<(Row, Told)> {
    let mut out = Vec::new();
    let any_changes = |v: &&LoopVariable| v.changes;
    if cut.elements.is_empty() || cut.variables.iter().filter(any_changes).count() == 0 {
        return out;
    }
    let mut regions = vec![Region::Everywhere];
    for &pivot in &cut.pivots {
        let i = pivot.variable;
        if cut.variables[i].changes {
            regions.extend([Region::Below(pivot), Region::At(pivot), Region::Above(pivot)]);
            let begins_at_zero =
                entry_of(cut, i).is_none_or(|t| terms.constant(t).and_then(smt::Bv::to_u64) == Some(0));
            if !begins_at_zero || pivot.plus != 0 {
                regions.extend([Region::Passed(pivot), Region::NotPassed(pivot)]);
            }
        }
    }
    for (e, element) in cut.elements.iter().enumerate().take(MOST_ELEMENTS) {
        if element.scalar.is_some_and(|s| s.is_float() || s == Scalar::Ptr) {
            continue;
        }
        let mut said = vec![Said::Constants];
        if element.changes {
            said.push(Said::FromIndex);
            if bounds {
                said.extend([Said::Bound(1), Said::Bound(-1)]);
                if is_made_from_index(terms, cut, element) {
                    said.extend([Said::BoundFromIndex(1), Said::BoundFromIndex(-1)]);
                }
            }
        } else {
            said.clear();
        }
        let width = terms.width(element.back);
        let same_width = constants.range((width, 0)..=(width, u128::MAX));
        said.extend(same_width.take(MOST_CONSTANTS).map(|(_, constant)| Said::Not(*constant)));
        let numbers = cut.variables.iter().enumerate().filter(|(_, v)| {
            let is_number = matches!(v.back, Value::Number(n) if terms.width(n) == width);
            is_number && (v.changes || element.changes) && v.guards.is_none() && !v.ghost
        });
        for (i, _) in numbers.take(MOST_NUMBERS) {
            said.extend([Said::AtMost(i), Said::AtLeast(i)]);
        }
        for (other, b) in cut.elements.iter().enumerate().take(MOST_ELEMENTS) {
            if other != e && b.size == element.size && (element.changes && (!b.changes || e < other)) {
                said.extend([Said::From(other), Said::AtMostOf(other), Said::AtLeastOf(other)]);
            }
        }
        for &region in &regions {
            for &what in &said {
                let row = row(terms, cut, e, region, what);
                out.extend(row.map(|row| (row, Told { element: e, region, said: what })));
            }
        }
    }
    out
}

/// Whether a round writes something that is computed from the index and more than that and a constant.
fn is_made_from_index(terms: &mut Terms, cut: &CutLoop, element: &Element) -> bool {
    const MOST_TERMS: usize = 64;
    let ends = |pivot: &Pivot| [cut.variables[pivot.variable].back, cut.variables[pivot.variable].head];
    let indexes: Vec<TermId> = cut.pivots.iter().flat_map(ends).filter_map(number).collect();
    let mut written = Vec::new();
    let mut ways = vec![element.next];
    while let Some(t) = ways.pop() {
        match (terms.op(t), terms.args(t)) {
            (Op::Ite, &[_, a, b]) if written.len() + ways.len() < MOST_TERMS => ways.extend([a, b]),
            _ => written.push(t),
        }
    }
    let width = terms.width(element.next);
    written.retain(|t| {
        !indexes.iter().any(|index| {
            let index = terms.resize(*index, width, true);
            let distance = terms.sub(*t, index);
            terms.is_constant(distance)
        })
    });
    let mut seen = base::FxHashSet::default();
    while let Some(t) = written.pop() {
        if !seen.insert(t) || seen.len() > MOST_TERMS {
            continue;
        }
        if indexes.contains(&t) {
            return true;
        }
        written.extend(terms.args(t));
    }
    false
}

fn row(terms: &mut Terms, cut: &CutLoop, element: usize, region: Region, said: Said) -> Option<Row> {
    let (back_guard, back) = value(terms, cut, element, region, said, Valuation::Back)?;
    let (next_guard, next) = value(terms, cut, element, region, said, Valuation::Next)?;
    let mut also = Vec::new();
    for i in 0..cut.element_instances.len() {
        also.extend(value(terms, cut, element, region, said, Valuation::Instance(i)));
    }
    let of = &cut.elements[element];
    let domain = match said {
        Said::Constants => Domain::Constants { most: MOST_CONSTANTS },
        Said::FromIndex | Said::From(_) => Domain::Constants { most: 1 },
        Said::Bound(sign) => {
            let width = terms.width(of.back);
            let most = match (is_signed(of), sign) {
                (true, 1) => (1i128 << (width - 1)) - 1,
                (true, _) => 1i128 << (width - 1),
                (false, 1) => (1i128 << width) - 1,
                (false, _) => 0,
            };
            Domain::UpperBound { most }
        }
        Said::BoundFromIndex(_) => {
            Domain::UpperBound { most: (1i128 << 64) + (1i128 << terms.width(of.back)) }
        }
        _ => Domain::Holds,
    };
    Some(Row { back_guard, next_guard, back, next, domain, also })
}

fn is_signed(element: &Element) -> bool {
    element.scalar.is_none_or(Scalar::is_signed)
}

/// What a variable is when control comes to the loop.
fn entry_of(cut: &CutLoop, variable: usize) -> Option<TermId> {
    let back = number(cut.variables[variable].back)?;
    cut.entry.iter().find(|(of, _)| *of == back).map(|(_, entry)| *entry)
}

fn number(value: Value) -> Option<TermId> {
    match value {
        Value::Number(number) => Some(number),
        Value::Pointer { offset, .. } => Some(offset),
        Value::Any => None,
    }
}

/// The guard and the expression under a valuation.
fn value(
    terms: &mut Terms,
    cut: &CutLoop,
    element: usize,
    region: Region,
    said: Said,
    at: Valuation,
) -> Option<(TermId, TermId)> {
    let offset = match at {
        Valuation::Back | Valuation::Next => cut.ghost,
        Valuation::Instance(i) => cut.element_instances[i].offset,
    };
    let held = |element: &Element| match at {
        Valuation::Back => Some(element.back),
        Valuation::Next => Some(element.next),
        Valuation::Instance(i) => {
            let values = &cut.element_instances[i].values;
            values.iter().find(|(id, _)| *id == element.object).map(|(_, v)| *v)
        }
    };
    let variable = |i: usize| match at {
        Valuation::Next => number(cut.variables[i].next),
        _ => number(cut.variables[i].back),
    };
    let of = &cut.elements[element];
    let own = held(of)?;
    let word = terms.width(offset);
    // An element is at a multiple of its size, and not before its object.
    let zero = terms.bv_const(word, 0);
    let mut guard = terms.sle(zero, offset);
    if of.size > 1 {
        let mask = terms.bv_const(word, u128::from(of.size - 1));
        let rest = terms.bvand(offset, mask);
        let aligned = terms.eq(rest, zero);
        guard = terms.and(guard, aligned);
    }
    let compared = match region {
        Region::Everywhere => TermId::TRUE,
        Region::Below(Pivot { variable: i, factor, plus })
        | Region::At(Pivot { variable: i, factor, plus })
        | Region::Above(Pivot { variable: i, factor, plus })
        | Region::Passed(Pivot { variable: i, factor, plus })
        | Region::NotPassed(Pivot { variable: i, factor, plus }) => {
            let term = variable(i)?;
            let signed = cut.variables[i].scalar.is_some_and(Scalar::is_signed);
            let factor = terms.bv_const(word, u128::from(factor));
            let plus = terms.bv_const(word, u128::from(plus));
            let scaled = |terms: &mut Terms, t: TermId| {
                let wide = terms.resize(t, word, signed);
                let scaled = terms.mul(wide, factor);
                terms.add(scaled, plus)
            };
            let pivot = scaled(terms, term);
            match region {
                Region::Below(..) => terms.slt(offset, pivot),
                Region::Above(..) => terms.slt(pivot, offset),
                Region::Passed(..) | Region::NotPassed(..) => {
                    let entry = entry_of(cut, i)?;
                    let entry = scaled(terms, entry);
                    let (from, below) = (terms.sle(entry, offset), terms.slt(offset, pivot));
                    let (to, above) = (terms.sle(offset, entry), terms.slt(pivot, offset));
                    let (up, down) = (terms.and(from, below), terms.and(to, above));
                    let passed = terms.or(up, down);
                    if matches!(region, Region::Passed(..)) { passed } else { terms.not(passed) }
                }
                _ => terms.eq(offset, pivot),
            }
        }
    };
    let guard = terms.and(guard, compared);
    let width = terms.width(own);
    let signed = is_signed(of);
    let at_most = |terms: &mut Terms, a: TermId, b: TermId| match signed {
        true => terms.sle(a, b),
        false => terms.ule(a, b),
    };
    let expression = match said {
        Said::Constants => own,
        Said::Not(constant) => {
            let constant = terms.bv_const(width, constant);
            terms.ne(own, constant)
        }
        Said::Bound(sign) => {
            let wide = terms.resize(own, width + 2, signed);
            if sign == 1 { wide } else { terms.neg(wide) }
        }
        Said::AtMost(i) => {
            let other = variable(i)?;
            at_most(terms, own, other)
        }
        Said::AtLeast(i) => {
            let other = variable(i)?;
            at_most(terms, other, own)
        }
        Said::FromIndex => {
            let index = terms.shift_right_by(offset, of.size.trailing_zeros());
            let index = terms.resize(index, width, false);
            terms.sub(own, index)
        }
        Said::BoundFromIndex(sign) => {
            let index = terms.shift_right_by(offset, of.size.trailing_zeros());
            let wide = width.max(word) + 3;
            let (own, index) = (terms.resize(own, wide, signed), terms.resize(index, wide, false));
            if sign == 1 { terms.sub(own, index) } else { terms.sub(index, own) }
        }
        Said::From(other) => {
            let other = held(&cut.elements[other])?;
            terms.sub(own, other)
        }
        Said::AtMostOf(other) => {
            let other = held(&cut.elements[other])?;
            at_most(terms, own, other)
        }
        Said::AtLeastOf(other) => {
            let other = held(&cut.elements[other])?;
            at_most(terms, other, own)
        }
    };
    Some((guard, expression))
}
