//! What the program itself compares: predicates over the variables of a loop, the constants and the variables that a variable is
//! compared with, and the constants that it is set to.
//!
//! A predicate is found in the formula as a comparison all of whose leaves are what the head of some loop sees. It is carried over
//! to every other loop that has the same variables: a bound that one loop tests is often what another one has to keep.

use crate::template::{Part, What};
use base::{FxHashMap, FxHashSet};
use ir::Scalar;
use smt::{Op, TermId, Terms};
use ssa::{CutLoop, Formula, LoopVariable, ObjectId, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Larger predicates say too much of one path.
const MOST_TERMS: usize = 24;
const MOST_LEAVES: usize = 4;
const MOST_PREDICATES: usize = 48;
const MOST_DISTANCES: usize = 3;
const LARGEST_DISTANCE: i128 = 1 << 20;
/// Variables by whose values states are kept apart.
const MOST_STATE_VARIABLES: usize = 3;

/// What was found for a loop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mined {
    /// Over what the loop's head sees, with the parts that occur.
    pub predicates: Vec<(TermId, Vec<Part>)>,
    /// What a part is compared with.
    pub constants: BTreeMap<Part, BTreeSet<i128>>,
    /// With which constants for equality.
    equal_to: BTreeMap<Part, BTreeSet<u128>>,
    /// What a round may set a part to.
    assigned: BTreeMap<Part, Assigned>,
    /// Predicates that a round does not change, with how often the program asks for them: what follows from the first answer is often
    /// needed at the second one. The most frequent come first.
    fixed: Vec<(TermId, usize)>,
    /// Constants that are added to one side of a comparison.
    pub distances: BTreeSet<i128>,
    /// Parts that occur in one predicate.
    pub together: BTreeSet<(Part, Part)>,
}

/// What a round may set a part to: constants, and other parts.
#[derive(Clone, Debug, Default)]
struct Assigned {
    constants: BTreeSet<u128>,
    others: BTreeSet<Part>,
    /// It may be set to something else as well.
    computed: bool,
}

/// A variable, whatever loop sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Identity {
    Register(u32, usize),
    Cell(ObjectId, u64),
}

fn identity(variable: &LoopVariable) -> Option<Identity> {
    match (variable.register, variable.cell) {
        (Some((context, index)), _) => Some(Identity::Register(context, index)),
        (_, Some((id, at))) => Some(Identity::Cell(id, at)),
        _ => None,
    }
}

/// The parts of a loop's variables with their terms at its head.
fn parts(cut: &CutLoop) -> impl Iterator<Item = (Part, Identity, TermId)> + '_ {
    cut.variables.iter().enumerate().flat_map(|(variable, v)| {
        let terms = match v.head {
            Value::Number(number) => vec![(What::Number, number)],
            Value::Pointer { object, offset } => vec![(What::Object, object), (What::Offset, offset)],
            Value::Any => Vec::new(),
        };
        let known = identity(v).filter(|_| !v.ghost);
        terms.into_iter().filter_map(move |(what, t)| Some((Part { variable, what }, known?, t)))
    })
}

/// The leaves of a term, if all of them are what some loop's head sees.
#[derive(Clone)]
struct Support {
    leaves: Vec<TermId>,
    size: usize,
}

pub(crate) fn mine(terms: &mut Terms, formula: &Formula) -> Vec<Mined> {
    let mut identities: FxHashMap<TermId, Vec<(Identity, What)>> = FxHashMap::default();
    for cut in &formula.loops {
        for (part, identity, term) in parts(cut) {
            if !terms.is_constant(term) {
                let known = identities.entry(term).or_default();
                if !known.contains(&(identity, part.what)) {
                    known.push((identity, part.what));
                }
            }
        }
    }
    let distances = distances(terms, formula);
    let comparisons = comparisons(terms, formula, &identities);
    let mut asked: FxHashMap<TermId, usize> = FxHashMap::default();
    for &choice in &formula.choices {
        let plain = if terms.op(choice) == Op::Not { terms.args(choice)[0] } else { choice };
        *asked.entry(plain).or_insert(0) += 1;
    }
    let mut all = Vec::with_capacity(formula.loops.len());
    for cut in &formula.loops {
        let mut here: FxHashMap<(Identity, What), (Part, TermId)> = FxHashMap::default();
        for (part, identity, term) in parts(cut) {
            here.entry((identity, part.what)).or_insert((part, term));
        }
        let mut mined = Mined { distances: distances.clone(), ..Mined::default() };
        let mut seen = FxHashSet::default();
        for (predicate, leaves) in &comparisons {
            if mined.predicates.len() >= MOST_PREDICATES {
                break;
            }
            let mut map = FxHashMap::default();
            let mut found = Vec::with_capacity(leaves.len());
            for leaf in leaves {
                // The same memory may be one cell in this loop and a wider one, or bytes of it, in another.
                let translated = identities[leaf].iter().find_map(|key| here.get(key));
                let Some(&(part, term)) = translated else { break };
                if terms.width(term) != terms.width(*leaf) {
                    break;
                }
                map.insert(*leaf, term);
                found.push(part);
            }
            if found.len() < leaves.len() {
                continue;
            }
            // Another loop's value of a variable that this one leaves as it is need not be the same in all rounds of this one.
            let (asked_as, predicate) = (*predicate, terms.substitute(*predicate, &map));
            if !found.iter().any(|part| cut.variables[part.variable].changes) {
                mined.note(terms, cut, predicate, &found);
                if let Some(&often) = asked.get(&asked_as)
                    && terms.bool_constant(predicate).is_none()
                {
                    mined.fixed.push((predicate, often));
                }
                continue;
            }
            if terms.bool_constant(predicate).is_none() && seen.insert(predicate) {
                mined.note(terms, cut, predicate, &found);
                mined.predicates.push((predicate, found));
            }
        }
        mined.fixed.sort_by_key(|(_, often)| std::cmp::Reverse(*often));
        let mut at_head = FxHashMap::default();
        for (part, _, term) in parts(cut) {
            at_head.entry(term).or_insert(part);
        }
        for (variable, v) in cut.variables.iter().enumerate() {
            if let (Value::Number(next), true) = (v.next, v.changes && v.guards.is_none() && !v.ghost) {
                let part = Part { variable, what: What::Number };
                mined.assigned.insert(part, set_to(terms, next, &at_head));
            }
        }
        all.push(mined);
    }
    all
}

/// The constants that the program adds where it compares, without those that count.
fn distances(terms: &Terms, formula: &Formula) -> BTreeSet<i128> {
    let mut found = BTreeSet::new();
    for t in terms.reachable(&formula.choices, |_| false) {
        if !matches!(terms.op(t), Op::Ult | Op::Slt) {
            continue;
        }
        for &side in terms.args(t).iter().filter(|side| terms.op(**side) == Op::Add) {
            let constants = terms.args(side).iter().filter_map(|arg| terms.constant(*arg)?.to_i128());
            found.extend(constants.filter(|c| (2..=LARGEST_DISTANCE).contains(&c.abs())).map(i128::abs));
        }
    }
    while found.len() > MOST_DISTANCES {
        found.pop_last();
    }
    found
}

/// All comparisons of the formula whose leaves are seen by heads of loops.
fn comparisons(
    terms: &Terms,
    formula: &Formula,
    identities: &FxHashMap<TermId, Vec<(Identity, What)>>,
) -> Vec<(TermId, Vec<TermId>)> {
    let mut roots: Vec<TermId> = formula.choices.clone();
    roots.extend(formula.checks.iter().map(|check| check.fails));
    roots.extend(formula.loops.iter().map(|cut| cut.end));
    let mut supports: FxHashMap<TermId, Support> = FxHashMap::default();
    let mut found = Vec::new();
    for t in terms.reachable(&roots, |_| false) {
        if identities.contains_key(&t) {
            supports.insert(t, Support { leaves: vec![t], size: 1 });
            continue;
        }
        if terms.is_constant(t) || terms.bool_constant(t).is_some() {
            supports.insert(t, Support { leaves: Vec::new(), size: 0 });
            continue;
        }
        if terms.is_variable(t) {
            continue;
        }
        let mut support = Support { leaves: Vec::new(), size: 1 };
        let is_pure = terms.args(t).iter().all(|arg| {
            let Some(of) = supports.get(arg) else { return false };
            support.size += of.size;
            for leaf in &of.leaves {
                if !support.leaves.contains(leaf) {
                    support.leaves.push(*leaf);
                }
            }
            true
        });
        if !is_pure || support.size > MOST_TERMS || support.leaves.len() > MOST_LEAVES {
            continue;
        }
        let compares = match terms.op(t) {
            Op::Ult | Op::Slt => true,
            Op::Eq => !terms.is_bool(terms.args(t)[0]),
            _ => false,
        };
        if compares && !support.leaves.is_empty() {
            found.push((t, support.leaves.clone()));
        }
        supports.insert(t, support);
    }
    found
}

/// The constants and parts that a term chooses between.
fn set_to(terms: &Terms, term: TermId, at_head: &FxHashMap<TermId, Part>) -> Assigned {
    let mut found = Assigned::default();
    let mut seen = FxHashSet::default();
    let mut stack = vec![term];
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        if let Some(constant) = terms.constant(t) {
            found.constants.extend(constant.to_u128());
            found.computed |= constant.to_u128().is_none();
        } else if let Some(part) = at_head.get(&t) {
            found.others.insert(*part);
        } else if terms.op(t) == Op::Ite && seen.len() < 2_000 {
            stack.extend(&terms.args(t)[1..]);
        } else {
            found.computed = true;
        }
    }
    found
}

impl Mined {
    fn note(&mut self, terms: &Terms, cut: &CutLoop, predicate: TermId, leaves: &[Part]) {
        for (i, &a) in leaves.iter().enumerate() {
            for &b in &leaves[i + 1..] {
                self.together.insert(if a < b { (a, b) } else { (b, a) });
            }
        }
        let [part] = leaves else { return };
        let &[a, b] = terms.args(predicate) else { return };
        for (term, constant) in [(a, b), (b, a)] {
            let (Some(constant), true) = (terms.constant(constant), is_leaf(terms, term)) else { continue };
            let variable = &cut.variables[part.variable];
            let signed = part.what == What::Offset || variable.scalar.is_none_or(Scalar::is_signed);
            let value = if signed { constant.to_i128() } else { constant.to_u128().map(|c| c as i128) };
            self.constants.entry(*part).or_default().extend(value);
            if terms.op(predicate) == Op::Eq {
                self.equal_to.entry(*part).or_default().extend(constant.to_u128());
            }
        }
    }

    /// Predicates that a round does not change and that the program asks for so often.
    pub(crate) fn fixed(&self, at_least: usize) -> impl Iterator<Item = TermId> + '_ {
        self.fixed.iter().filter(move |(_, often)| *often >= at_least).map(|(predicate, _)| *predicate)
    }

    /// Parts that are only ever set to constants, and to each other.
    fn finite(&self) -> BTreeSet<Part> {
        let is_plain = |(part, assigned): (&Part, &Assigned)| (!assigned.computed).then_some(*part);
        let mut finite: BTreeSet<Part> = self.assigned.iter().filter_map(is_plain).collect();
        loop {
            let before = finite.len();
            let known = finite.clone();
            finite.retain(|part| self.assigned[part].others.iter().all(|f| f == part || known.contains(f)));
            if finite.len() == before {
                return finite;
            }
        }
    }

    /// Parts that choose between cases of the program: they are compared with constants, and set to them or to something that is
    /// computed, or become the value of such a part. With the constants that tell their values apart.
    pub(crate) fn states(&self) -> Vec<(Part, BTreeSet<u128>)> {
        let finite = self.finite();
        let chooses = |part: &Part| self.equal_to.get(part).map_or(0, BTreeSet::len);
        let rank = |part: &Part| (chooses(part), finite.contains(part));
        let Some(first) = self.assigned.keys().max_by_key(|part| rank(part)).filter(|p| chooses(p) >= 2)
        else {
            return Vec::new();
        };
        let is_source = |part: &Part| self.assigned[first].others.contains(part);
        let mut others: Vec<&Part> = self.assigned.keys().filter(|part| *part != first).collect();
        others.retain(|part| chooses(part) >= 2 || finite.contains(part) && is_source(part));
        others.sort_by_key(|part| std::cmp::Reverse((is_source(part), rank(part))));
        let none = BTreeSet::new();
        let values = |part: &Part| -> BTreeSet<u128> {
            let Assigned { constants, others, .. } = &self.assigned[part];
            let inherited = others.iter().filter_map(|f| self.assigned.get(f)).flat_map(|of| &of.constants);
            constants
                .iter()
                .chain(inherited)
                .chain(self.equal_to.get(part).unwrap_or(&none))
                .copied()
                .collect()
        };
        let chosen = [first].into_iter().chain(others).take(MOST_STATE_VARIABLES);
        chosen.map(|part| (*part, values(part))).collect()
    }
}

/// A variable as it is, or with another width.
fn is_leaf(terms: &Terms, t: TermId) -> bool {
    match terms.op(t) {
        Op::Var | Op::Ite => true,
        Op::ZeroExt | Op::SignExt => is_leaf(terms, terms.args(t)[0]),
        Op::Extract => terms.extract_low(t) == Some(0) && is_leaf(terms, terms.args(t)[0]),
        _ => false,
    }
}
