//! Atoms that definitions are made of: comparisons of a predicate's parameters with each other and with constants of the clauses.

use crate::sample::Samples;
use crate::{PredId, System};
use base::{FxHashMap, FxHashSet, IndexVec};
use smt::{Model, Op, Sort, TermId, Terms};

/// An atom over the parameters, and where it holds among the samples.
#[derive(Clone, Debug)]
pub(crate) struct Literal {
    pub term: TermId,
    pub bits: Vec<u64>,
    /// Tests a Boolean, or compares a parameter with a constant, or two for equality: what other atoms may depend on.
    pub simple: bool,
    /// A Boolean parameter or its negation.
    pub boolean: bool,
    /// How it compares, for what depends on two atoms.
    pub kind: Comparison,
    /// If it speaks of one parameter: which one, and what it says, of a variable that is the same for all parameters of its width.
    pub unary: Option<(TermId, TermId)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// Zero, or more than another parameter: no number of a thing that is there.
    Outside,
    /// Two parameters are equal.
    Same,
    /// They are not.
    Different,
    /// A parameter is a constant.
    Constant,
    Other,
}

impl Literal {
    /// How rarely other atoms depend on this one.
    pub(crate) fn rank(&self) -> u32 {
        match self.kind {
            Comparison::Different => 0,
            Comparison::Outside => 1,
            Comparison::Constant => 2,
            Comparison::Other => 3,
            Comparison::Same => 4,
        }
    }

    /// How rarely this one depends on others: numbers by themselves do, then equalities.
    pub(crate) fn weight(&self) -> u32 {
        match self.kind {
            _ if self.unary.is_some() => 0,
            Comparison::Same | Comparison::Different => 1,
            _ => 2,
        }
    }

    pub(crate) fn holds_always(&self, samples: usize) -> bool {
        (0..samples).all(|i| self.bits[i / 64] >> (i % 64) & 1 == 1)
    }
    pub(crate) fn holds_never(&self) -> bool {
        self.bits.iter().all(|word| *word == 0)
    }
}

/// How many constants of one width are compared with.
const CONSTANTS: usize = 12;
/// Predicates with more parameters of one width get no comparisons between them but equality.
const MOST_RELATED: usize = 40;

/// What the clauses compare.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    constants: FxHashMap<u32, Vec<TermId>>,
    signed: FxHashSet<u32>,
    unsigned: FxHashSet<u32>,
}

pub(crate) fn vocabulary(terms: &mut Terms, system: &System) -> Vocabulary {
    let mut roots = Vec::new();
    for clause in &system.clauses {
        roots.push(clause.constraint);
        roots.extend(clause.atoms().flat_map(|atom| atom.args.iter().copied()));
    }
    let mut result = Vocabulary::default();
    let mut counts: FxHashMap<TermId, u32> = FxHashMap::default();
    for t in terms.reachable(&roots, |_| false) {
        let args = terms.args(t);
        match terms.op(t) {
            Op::Slt => _ = result.signed.insert(terms.width(args[0])),
            Op::Ult => _ = result.unsigned.insert(terms.width(args[0])),
            _ => {}
        }
        // What is compared or chosen, not what is added.
        if !matches!(terms.op(t), Op::Slt | Op::Ult | Op::Eq | Op::Ite) {
            continue;
        }
        for &arg in args {
            if terms.op(arg) == Op::BvConst {
                *counts.entry(arg).or_default() += 1;
            }
        }
    }
    for clause in &system.clauses {
        for &arg in clause.atoms().flat_map(|atom| &atom.args) {
            if terms.op(arg) == Op::BvConst {
                *counts.entry(arg).or_default() += 1;
            }
        }
    }
    let mut all: Vec<(TermId, u32)> = counts.into_iter().collect();
    all.sort_by_key(|(term, count)| (std::cmp::Reverse(*count), *term));
    for (constant, _) in all {
        // Bounds that only keep counters from coming round.
        if terms.width(constant) > 64 && terms.constant(constant).is_some_and(|c| c.to_u64().is_none()) {
            continue;
        }
        let list = result.constants.entry(terms.width(constant)).or_default();
        if list.len() < CONSTANTS {
            list.push(constant);
        }
    }
    let widths: FxHashSet<u32> = system
        .predicates
        .iter()
        .flat_map(|p| &p.sorts)
        .filter_map(|sort| match sort {
            Sort::Bv(width) => Some(*width),
            Sort::Bool => None,
        })
        .collect();
    let mut widths: Vec<u32> = widths.into_iter().collect();
    widths.sort_unstable();
    for width in widths {
        let zero = terms.bv_const(width, 0);
        let list = result.constants.entry(width).or_default();
        if !list.contains(&zero) {
            list.push(zero);
        }
    }
    result
}

/// The literals of one predicate: atoms and their negations. `rich` adds bounds by constants and sums.
pub(crate) fn literals(
    terms: &mut Terms,
    vocabulary: &Vocabulary,
    params: &[TermId],
    samples: &[Model],
    rich: bool,
) -> Vec<Literal> {
    let mut atoms: Vec<(TermId, bool, bool)> = Vec::new();
    let mut kinds: FxHashMap<TermId, Comparison> = FxHashMap::default();
    let mut widths: FxHashMap<u32, Vec<TermId>> = FxHashMap::default();
    let mut order = Vec::new();
    for &p in params {
        match terms.sort(p) {
            Sort::Bool => atoms.push((p, true, true)),
            Sort::Bv(width) => {
                let list = widths.entry(width).or_default();
                if list.is_empty() {
                    order.push(width);
                }
                list.push(p);
            }
        }
    }
    for width in order {
        let of_width = &widths[&width];
        let (signed, unsigned) = (vocabulary.signed.contains(&width), vocabulary.unsigned.contains(&width));
        for (i, &p) in of_width.iter().enumerate() {
            for &c in vocabulary.constants.get(&width).into_iter().flatten() {
                atoms.push((terms.eq(p, c), true, false));
                kinds.insert(terms.eq(p, c), Comparison::Constant);
                if signed && rich {
                    atoms.push((terms.slt(p, c), false, false));
                    atoms.push((terms.slt(c, p), false, false));
                }
                if unsigned && rich && terms.constant(c).is_some_and(|c| !c.is_zero()) {
                    atoms.push((terms.ult(p, c), false, false));
                    atoms.push((terms.ult(c, p), false, false));
                }
            }
            if signed {
                let zero = terms.bv_const(width, 0);
                atoms.push((terms.slt(p, zero), false, false));
            }
            for &q in &of_width[i + 1..] {
                atoms.push((terms.eq(p, q), true, false));
                kinds.insert(terms.eq(p, q), Comparison::Same);
                kinds.insert(terms.ne(p, q), Comparison::Different);
                if of_width.len() > MOST_RELATED {
                    continue;
                }
                if signed {
                    atoms.push((terms.slt(p, q), false, false));
                    atoms.push((terms.slt(q, p), false, false));
                }
                if unsigned || !signed {
                    atoms.push((terms.ult(p, q), false, false));
                    atoms.push((terms.ult(q, p), false, false));
                }
                if unsigned || rich {
                    // Not zero, and at most the other.
                    let one = terms.bv_const(width, 1);
                    for (a, b) in [(p, q), (q, p)] {
                        let before = terms.sub(a, one);
                        let there = terms.ult(before, b);
                        atoms.push((there, true, false));
                        kinds.insert(terms.not(there), Comparison::Outside);
                    }
                }
                if let Some(delta) = differences(terms, p, q, samples) {
                    let shifted = terms.add(q, delta);
                    atoms.push((terms.eq(p, shifted), false, false));
                }
            }
        }
    }
    let mut seen = FxHashSet::default();
    let mut result = Vec::new();
    for (atom, simple, boolean) in atoms {
        for term in [atom, terms.not(atom)] {
            if term != TermId::TRUE && term != TermId::FALSE && seen.insert(term) {
                let kind = kinds.get(&term).copied().unwrap_or(Comparison::Other);
                let unary = match terms.variables_of(&[term]).as_slice() {
                    [param] if !boolean => {
                        let sort = terms.sort(*param);
                        let it = terms.var(&format!("it!{}", terms.width(*param)), sort);
                        Some((*param, terms.substitute(term, &[(*param, it)].into_iter().collect())))
                    }
                    _ => None,
                };
                result.push(Literal { term, bits: Vec::new(), simple, boolean, kind, unary });
            }
        }
    }
    let words = samples.len().div_ceil(64).max(1);
    result.iter_mut().for_each(|literal| literal.bits = vec![0; words]);
    for (i, sample) in samples.iter().enumerate() {
        let mut evaluator = smt::Evaluator::new(terms, sample);
        for literal in &mut result {
            if evaluator.value(literal.term).as_bool() == Some(true) {
                literal.bits[i / 64] |= 1 << (i % 64);
            }
        }
    }
    result
}

/// The constant that the difference of two parameters is in all samples, if it is not zero.
fn differences(terms: &mut Terms, p: TermId, q: TermId, samples: &[Model]) -> Option<TermId> {
    let difference = terms.sub(p, q);
    let mut found = None;
    for sample in samples {
        let value = sample.value(terms, difference);
        match &found {
            None => found = Some(value),
            Some(old) if *old == value => {}
            Some(_) => return None,
        }
    }
    let value = found?;
    (samples.len() > 1 && !value.as_bv()?.is_zero()).then(|| terms.value(value))
}

/// The facts of each predicate as values of its parameters.
pub(crate) fn models(
    params: &IndexVec<PredId, Vec<TermId>>,
    samples: &Samples,
) -> IndexVec<PredId, Vec<Model>> {
    params
        .iter_enumerated()
        .map(|(pred, params)| {
            let model = |fact: &crate::sample::Fact| {
                let mut model = Model::new();
                params.iter().zip(&fact.values).for_each(|(p, v)| model.set(*p, v.clone()));
                model
            };
            samples.facts[pred].iter().map(model).collect()
        })
        .collect()
}
