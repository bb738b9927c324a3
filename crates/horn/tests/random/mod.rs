//! Random clause sets.

use fafnir_horn::{Atom, PredId, System};
use smt::{Sort, TermId, Terms};

#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
}

fn term(terms: &mut Terms, random: &mut Random, variables: &[TermId], depth: u32) -> TermId {
    if depth == 0 || random.below(3) == 0 {
        return match random.below(4) {
            0 => terms.bv_const(terms.width(variables[0]), u128::from(random.below(4))),
            _ => variables[random.below(variables.len() as u64) as usize],
        };
    }
    let a = term(terms, random, variables, depth - 1);
    let b = term(terms, random, variables, depth - 1);
    match random.below(4) {
        0 => terms.sub(a, b),
        1 => terms.bvand(a, b),
        _ => terms.add(a, b),
    }
}

pub(crate) fn condition(terms: &mut Terms, random: &mut Random, variables: &[TermId]) -> TermId {
    let mut result = TermId::TRUE;
    for _ in 0..=random.below(2) {
        let a = term(terms, random, variables, 1);
        let b = term(terms, random, variables, 1);
        let atom = match random.below(5) {
            0 => terms.ult(a, b),
            1 => terms.slt(a, b),
            2 => terms.ne(a, b),
            _ => terms.eq(a, b),
        };
        result = match random.below(4) {
            0 => terms.or(result, atom),
            _ => terms.and(result, atom),
        };
    }
    result
}

pub(crate) fn system(terms: &mut Terms, random: &mut Random, width: u32) -> System {
    let mut system = System::new();
    let preds: Vec<(PredId, u64)> = (0..1 + random.below(3))
        .map(|i| {
            let arity = 1 + random.below(2);
            (system.predicate(format!("p{i}"), vec![Sort::Bv(width); arity as usize]), arity)
        })
        .collect();
    let variables: Vec<TermId> = (0..4).map(|i| terms.bv_var(&format!("v{i}"), width)).collect();
    let clauses = 3 + random.below(5);
    for i in 0..clauses {
        let atom = |terms: &mut Terms, random: &mut Random, plain: bool| {
            let (pred, arity) = preds[random.below(preds.len() as u64) as usize];
            let depth = u32::from(!plain);
            Atom { pred, args: (0..arity).map(|_| term(terms, random, &variables, depth)).collect() }
        };
        let body: Vec<Atom> = match i {
            0 => Vec::new(),
            _ => (0..1 + random.below(2)).map(|_| atom(terms, random, true)).collect(),
        };
        let head = (i + 1 < clauses).then(|| atom(terms, random, false));
        let constraint = condition(terms, random, &variables);
        system.clause(head, body, constraint);
    }
    system
}
