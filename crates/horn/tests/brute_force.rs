//! Random clause sets over two bits: the solver and the judge against the least model, computed by enumeration.

mod random;

use base::FxHashMap;
use fafnir_horn::{Answer, Atom, Definition, Effort, PredId, Solution, System, check, solve};
use random::{Random, condition, system};
use smt::{Bv, Limits, Model, TermId, Terms, Value};
use std::collections::BTreeSet;
use std::time::Duration;

const WIDTH: u32 = 2;

/// All values of the variables.
fn assignments(terms: &Terms, system: &System, index: usize) -> Vec<Model> {
    let clause = &system.clauses[index];
    let mut roots: Vec<TermId> = clause.atoms().flat_map(|a| a.args.iter().copied()).collect();
    roots.push(clause.constraint);
    let variables = terms.variables_of(&roots);
    (0..1u64 << (WIDTH as usize * variables.len()))
        .map(|bits| {
            let mut model = Model::new();
            for (i, v) in variables.iter().enumerate() {
                let value = u128::from(bits >> (WIDTH as usize * i)) & 3;
                model.set(*v, Value::Bv(Bv::new(WIDTH, value)));
            }
            model
        })
        .filter(|model| model.holds(terms, clause.constraint))
        .collect()
}

type Fact = (PredId, Vec<u64>);

fn fact(terms: &Terms, model: &Model, atom: &Atom) -> Fact {
    (atom.pred, atom.args.iter().map(|a| model.value(terms, *a).to_u64().unwrap()).collect())
}

/// Whether `false` follows.
fn is_refuted(terms: &Terms, system: &System) -> bool {
    let all: Vec<Vec<Model>> = (0..system.clauses.len()).map(|i| assignments(terms, system, i)).collect();
    let mut facts: BTreeSet<Fact> = BTreeSet::new();
    loop {
        let before = facts.len();
        for (clause, models) in system.clauses.iter().zip(&all) {
            for model in models {
                if clause.body.iter().all(|atom| facts.contains(&fact(terms, model, atom))) {
                    match &clause.head {
                        None => return true,
                        Some(head) => _ = facts.insert(fact(terms, model, head)),
                    }
                }
            }
        }
        if facts.len() == before {
            return false;
        }
    }
}

/// Whether every clause holds under a solution, by enumeration.
fn holds(terms: &mut Terms, system: &System, solution: &Solution) -> bool {
    (0..system.clauses.len()).all(|i| {
        let clause = &system.clauses[i];
        let mut means = |atom: &Atom| solution.definitions[atom.pred].apply(terms, &atom.args);
        let body: Vec<TermId> = clause.body.iter().map(&mut means).collect();
        let head = clause.head.as_ref().map_or(TermId::FALSE, &mut means);
        assignments(terms, system, i)
            .iter()
            .all(|model| body.iter().any(|b| !model.holds(terms, *b)) || model.holds(terms, head))
    })
}

fn effort() -> Effort {
    let limits = Limits::none().with_time(Duration::from_secs(20));
    Effort { limits, check_until: None, memory: 1 << 30, facts: 100, refute_only: false }
}

#[test]
fn answers_are_those_of_the_least_model() {
    let (mut solved, mut refuted, mut unknown) = (0, 0, 0);
    for seed in 1..=300u64 {
        let mut random = Random::new(seed);
        let mut terms = Terms::new();
        let system = system(&mut terms, &mut random, WIDTH);
        let expected = is_refuted(&terms, &system);
        match solve(&mut terms, &system, &effort()) {
            Answer::Solved(solution) => {
                assert!(!expected, "seed {seed}");
                assert!(holds(&mut terms, &system, &solution), "seed {seed}");
                solved += 1;
            }
            Answer::Refuted(derivation) => {
                assert!(expected, "seed {seed}");
                assert_eq!(check::derivation(&terms, &system, &derivation), Ok(()));
                refuted += 1;
            }
            Answer::Unknown(why) => {
                assert!(!why.contains("refused"), "seed {seed}: {why}");
                unknown += 1;
            }
        }
    }
    // Most of them are decided, in both ways.
    assert!(solved > 40 && refuted > 40 && unknown < 30, "{solved} {refuted} {unknown}");
}

/// Solutions with one definition changed: the judge says what enumeration says.
#[test]
fn broken_solutions_are_refused() {
    let mut broken = 0;
    for seed in 1..=150u64 {
        let mut random = Random::new(seed + 1_000);
        let mut terms = Terms::new();
        let system = system(&mut terms, &mut random, WIDTH);
        let Answer::Solved(solution) = solve(&mut terms, &system, &effort()) else { continue };
        for (pred, definition) in solution.definitions.iter_enumerated() {
            let changed = [
                TermId::TRUE,
                TermId::FALSE,
                terms.not(definition.formula),
                {
                    let other = condition(&mut terms, &mut random, &definition.params);
                    terms.or(definition.formula, other)
                },
                {
                    let other = condition(&mut terms, &mut random, &definition.params);
                    terms.and(definition.formula, other)
                },
            ];
            for formula in changed {
                let mut other = solution.clone();
                other.definitions[pred] = Definition { params: definition.params.clone(), formula };
                let expected = holds(&mut terms, &system, &other);
                let judged = check::solution(&mut terms, &system, &other, &Limits::none());
                assert_eq!(judged.is_ok(), expected, "seed {seed}");
                broken += u32::from(!expected);
            }
        }
    }
    assert!(broken > 50, "{broken}");
}

/// Derivations with one thing changed are refused.
#[test]
fn broken_derivations_are_refused() {
    let mut tried = 0;
    for seed in 1..=80u64 {
        let mut random = Random::new(seed);
        let mut terms = Terms::new();
        let system = system(&mut terms, &mut random, WIDTH);
        let Answer::Refuted(derivation) = solve(&mut terms, &system, &effort()) else { continue };
        assert_eq!(check::derivation(&terms, &system, &derivation), Ok(()));
        let mut shorter = derivation.clone();
        shorter.nodes.pop();
        assert!(check::derivation(&terms, &system, &shorter).is_err(), "seed {seed}");
        let mut looped = derivation.clone();
        let last = looped.nodes.len() - 1;
        if let Some(child) = looped.nodes[last].children.first_mut() {
            *child = last;
            assert!(check::derivation(&terms, &system, &looped).is_err(), "seed {seed}");
        }
        let mut wrong = derivation.clone();
        let (values, clause) = (FxHashMap::default(), wrong.nodes[last].clause);
        wrong.nodes[last].values = values;
        wrong.nodes[last].clause = (clause + 1) % system.clauses.len();
        if system.clauses[wrong.nodes[last].clause].head.is_some() {
            assert!(check::derivation(&terms, &system, &wrong).is_err(), "seed {seed}");
        }
        tried += 1;
    }
    assert!(tried > 10);
}
