//! The order in which refutation, candidate elimination and reachability are tried. Whatever comes of it is judged by [`check`].

use crate::atoms::{self, Comparison, Literal};
use crate::houdini::Houdini;
use crate::prepare::{self, Prepared};
use crate::reach::{Reach, Reached};
use crate::sample::Samples;
use crate::system::params;
use crate::{Definition, Derivation, PredId, Solution, System};
use base::{FxHashMap, FxHashSet, IndexVec};
use smt::{Limits, TermId, Terms};
use std::time::Instant;

/// What a search may cost.
#[derive(Clone, Debug)]
pub struct Effort {
    /// For the search and the check of what it finds.
    pub limits: Limits,
    /// The check may take until then, if that is later.
    pub check_until: Option<Instant>,
    /// Bytes for formulas and solvers.
    pub memory: u64,
    /// Facts per predicate that are derived before candidates are tried.
    pub facts: usize,
    /// Look for a derivation of `false` only.
    pub refute_only: bool,
}

/// The answer; solutions and derivations are checked.
#[derive(Clone, Debug)]
pub enum Answer {
    /// All clauses hold under these definitions.
    Solved(Solution),
    /// `false` follows.
    Refuted(Derivation),
    Unknown(&'static str),
}

/// What terms take in all tables, and a clause of a SAT solver, in bytes.
const TERM: u64 = 400;
const CLAUSE: u64 = 75;

/// What all parts of a search look at before they ask a solver.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    pub limits: Limits,
    terms: usize,
}

impl Bounds {
    /// Half of the memory is for terms, half for the solvers, of which every clause has one.
    pub(crate) fn new(effort: &Effort, clauses: usize) -> Bounds {
        let most = effort.memory / 2 / CLAUSE / (clauses as u64).max(1);
        let max_clauses = most.clamp(30_000, effort.limits.max_clauses.max(30_000));
        let limits = Limits { max_clauses, ..effort.limits.clone() };
        Bounds { limits, terms: usize::try_from(effort.memory / 2 / TERM).unwrap_or(usize::MAX) }
    }

    pub(crate) fn exceeded(&self, terms: &Terms) -> bool {
        terms.len() > self.terms || self.limits.exceeded().is_some()
    }
}

const OUT_OF_BUDGET: Answer = Answer::Unknown("the search for a solution ran out of its budget");
/// Candidates of one predicate that are disjunctions of one kind.
const MOST_DISJUNCTIONS: usize = 4_000;
/// Facts of one predicate that filter candidates.
const FIRST_FACTS: usize = 30;
const MOST_FACTS: usize = 200;
/// Questions of reachability before what it found is looked at.
const FIRST_QUESTIONS: usize = 2_000;
const MOST_TURNS: u32 = 10;
/// The part of the time that is left for the check of a solution.
const CHECK_SHARE: u32 = 10;
/// The part of the time that is left for a search with all bits of wide numbers.
const WIDE_SHARE: u32 = 4;

impl Effort {
    /// What the search may cost, so that its result can be checked.
    pub(crate) fn of_search(&self) -> Effort {
        let mut search = self.clone();
        if let (Some(deadline), None) = (self.limits.deadline, self.check_until) {
            let left = deadline.saturating_duration_since(Instant::now());
            search.limits.deadline = deadline.checked_sub(left / CHECK_SHARE);
        }
        search
    }

    pub(crate) fn of_check(&self) -> Limits {
        let deadline =
            self.limits.deadline.map(|deadline| self.check_until.unwrap_or(deadline).max(deadline));
        Limits { deadline, ..self.limits.clone() }
    }
}

pub fn solve(terms: &mut Terms, system: &System, effort: &Effort) -> Answer {
    let of_search = effort.of_search();
    let bounds = Bounds::new(&of_search, system.clauses.len());
    let inlined = prepare::inlined(terms, system, &bounds);
    let Some(smaller) = inlined.simplified(terms, &bounds) else { return OUT_OF_BUDGET };
    if let Some(narrowed) = smaller.narrowed(terms, &bounds) {
        // The rest is for what only wide numbers show.
        let mut first = of_search.clone();
        if let Some(deadline) = of_search.limits.deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            first.limits.deadline = deadline.checked_sub(left / WIDE_SHARE);
        }
        let judged = search_split(terms, &narrowed, &first, effort);
        if !matches!(judged, Answer::Unknown(_)) {
            return judged;
        }
    }
    search_split(terms, &smaller, &of_search, effort)
}

/// Searches in the system split by the values of arguments, if it can be split.
fn search_split(
    terms: &mut Terms,
    prepared: &Prepared<'_>,
    search_effort: &Effort,
    effort: &Effort,
) -> Answer {
    let bounds = Bounds::new(search_effort, prepared.system.clauses.len());
    if let Some(parts) = prepared.split(terms, &bounds) {
        let Some(smaller) = parts.simplified(terms, &bounds) else { return OUT_OF_BUDGET };
        match search(terms, &smaller.system, search_effort) {
            // Implications across the cases may do what conjunctions in each did not.
            Answer::Unknown(_) if !bounds.exceeded(terms) => {}
            answer => return smaller.judged(terms, answer, effort),
        }
    }
    let answer = search(terms, &prepared.system, search_effort);
    prepared.judged(terms, answer, effort)
}

struct Search<'a> {
    system: &'a System,
    effort: &'a Effort,
    bounds: Bounds,
    params: IndexVec<PredId, Vec<TermId>>,
    samples: Samples,
}

fn search(terms: &mut Terms, system: &System, effort: &Effort) -> Answer {
    let params: IndexVec<PredId, Vec<TermId>> =
        system.predicates.iter_enumerated().map(|(id, p)| params(terms, id, p)).collect();
    let bounds = Bounds::new(effort, system.clauses.len());
    let mut search = Search { system, effort, bounds, params, samples: Samples::new(system) };
    if system.clauses.iter().all(|clause| clause.head.is_some()) {
        let none = system.predicates.iter().map(|_| Vec::new()).collect();
        return Answer::Solved(search.solution(terms, none));
    }
    search.run(terms)
}

impl Search<'_> {
    fn run(&mut self, terms: &mut Terms) -> Answer {
        if let Some(refuted) = self.sample(terms, 16, FIRST_FACTS) {
            return refuted;
        }
        if self.effort.refute_only {
            return self.only_refute(terms);
        }
        let mut literals = IndexVec::new();
        let mut counts: IndexVec<PredId, usize> = IndexVec::new();
        // Conjunctions of all atoms are cheap, and enough where predicates are split: they come before everything else.
        for (rich, levels) in [
            (false, &Level::ALL[..1]),
            (true, &Level::ALL[..1]),
            (false, &Level::ALL[1..]),
            (true, &Level::ALL[1..]),
        ] {
            let vocabulary = atoms::vocabulary(terms, self.system);
            let models = atoms::models(&self.params, &self.samples);
            literals = IndexVec::new();
            for (pred, params) in self.params.iter_enumerated() {
                if self.bounds.exceeded(terms) {
                    return OUT_OF_BUDGET;
                }
                literals.push(atoms::literals(terms, &vocabulary, params, &models[pred], rich));
            }
            counts = models.iter().map(Vec::len).collect();
            let mut candidates: IndexVec<PredId, Vec<TermId>> =
                literals.iter_enumerated().map(|(pred, list)| always(list, counts[pred])).collect();
            // What is inductive by itself needs no condition.
            let mut held = candidates.clone();
            let mut houdini = Houdini::new(self.system, &self.params, candidates.clone(), &self.bounds);
            if !levels.contains(&Level::Atoms) {
                if houdini.eliminate(terms).is_err() {
                    return OUT_OF_BUDGET;
                }
                held.clone_from(&houdini.candidates);
            }
            for level in levels {
                for (pred, list) in literals.iter_enumerated() {
                    let more = disjunctions(terms, list, counts[pred], &held[pred], *level, &self.bounds);
                    candidates[pred].extend(more);
                }
                houdini.restart(candidates.clone());
                match houdini.prove(terms) {
                    Err(_) => return OUT_OF_BUDGET,
                    Ok(Some(solution)) => return Answer::Solved(self.solution(terms, solution)),
                    Ok(None) => {}
                }
            }
            if let Some(refuted) = self.sample(terms, 60, MOST_FACTS) {
                return refuted;
            }
        }
        self.in_turns(terms, &literals, &counts)
    }

    /// Reachability and candidate elimination, each with what the other has found: what is inductive is known beside what reachability looks
    /// for, and the lemmas of that are candidates.
    fn in_turns(
        &self,
        terms: &mut Terms,
        literals: &IndexVec<PredId, Vec<Literal>>,
        counts: &IndexVec<PredId, usize>,
    ) -> Answer {
        let single = literals.iter_enumerated().map(|(pred, list)| always(list, counts[pred])).collect();
        let mut houdini = Houdini::new(self.system, &self.params, single, &self.bounds);
        if houdini.eliminate(terms).is_err() {
            return OUT_OF_BUDGET;
        }
        let mut known = houdini.candidates.clone();
        let all: IndexVec<PredId, Vec<TermId>> =
            literals.iter().map(|list| list.iter().map(|l| l.term).collect()).collect();
        for turn in 0..MOST_TURNS {
            let reach = Reach::new(terms, self.system, &self.params, all.clone(), &known, &self.bounds);
            match reach.run(terms, FIRST_QUESTIONS << turn) {
                Reached::Excluded(lemmas) => {
                    for (pred, lemmas) in lemmas.iter_enumerated() {
                        known[pred].extend(lemmas);
                    }
                    return Answer::Solved(self.solution(terms, known));
                }
                Reached::NotExcluded => {
                    return Answer::Unknown(
                        "no solution was found among the combinations of the atoms that were tried",
                    );
                }
                Reached::Stopped(lemmas) => {
                    let mut candidates = known.clone();
                    for (pred, lemmas) in lemmas.iter_enumerated() {
                        let new = lemmas.iter().filter(|lemma| !known[pred].contains(lemma));
                        candidates[pred].extend(new.copied().collect::<FxHashSet<TermId>>());
                        candidates[pred].sort_unstable();
                    }
                    houdini.restart(candidates.clone());
                    match houdini.prove(terms) {
                        Err(_) => return OUT_OF_BUDGET,
                        Ok(Some(solution)) => return Answer::Solved(self.solution(terms, solution)),
                        Ok(None) => houdini.restart(candidates),
                    }
                    if houdini.eliminate(terms).is_err() {
                        return OUT_OF_BUDGET;
                    }
                    known.clone_from(&houdini.candidates);
                }
            }
        }
        OUT_OF_BUDGET
    }

    fn only_refute(&mut self, terms: &mut Terms) -> Answer {
        let mut most = MOST_FACTS;
        while !self.bounds.exceeded(terms) && most < self.effort.facts {
            if let Some(refuted) = self.sample(terms, 16, most) {
                return refuted;
            }
            most *= 2;
        }
        Answer::Unknown("no derivation was found")
    }

    fn sample(&mut self, terms: &mut Terms, rounds: usize, most: usize) -> Option<Answer> {
        for _ in 0..rounds {
            match self.samples.round(terms, self.system, most, &self.bounds) {
                Err(derivation) => return Some(Answer::Refuted(derivation)),
                Ok(false) => break,
                Ok(true) => {}
            }
        }
        None
    }

    fn solution(&self, terms: &mut Terms, parts: IndexVec<PredId, Vec<TermId>>) -> Solution {
        let definitions = self.params.iter_enumerated().map(|(pred, params)| Definition {
            params: params.clone(),
            formula: terms.and_all(parts[pred].iter().copied()),
        });
        Solution { definitions: definitions.collect() }
    }
}

/// The literals that hold of all facts; without any fact, `false`.
fn always(literals: &[Literal], facts: usize) -> Vec<TermId> {
    match facts {
        0 => vec![TermId::FALSE],
        _ => literals.iter().filter(|l| l.holds_always(facts)).map(|l| l.term).collect(),
    }
}

/// What candidates look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Atoms,
    /// What depends on a Boolean: it tells apart what is there and what is not.
    Booleans,
    /// And on a simple atom.
    BooleansAndAtoms,
    /// What depends on a simple atom.
    Pairs,
    /// What is so of a thing that is there, but for one: a constant.
    AllButOne,
    /// What two things have in common if one leads to the other.
    Links,
}

impl Level {
    const ALL: [Level; 6] = [
        Level::Atoms,
        Level::Booleans,
        Level::BooleansAndAtoms,
        Level::Pairs,
        Level::Links,
        Level::AllButOne,
    ];
}

/// Disjunctions of two or three literals that hold of all facts, where no shorter one does; some of them if the time is over.
fn disjunctions(
    terms: &mut Terms,
    literals: &[Literal],
    count: usize,
    held: &[TermId],
    level: Level,
    bounds: &Bounds,
) -> Vec<TermId> {
    if count == 0 {
        return Vec::new();
    }
    let held: FxHashSet<TermId> = held.iter().copied().collect();
    let words = count.div_ceil(64);
    let last = if count.is_multiple_of(64) { u64::MAX } else { (1 << (count % 64)) - 1 };
    let covers = |bits: &dyn Fn(usize) -> u64| {
        (0..words).all(|w| bits(w) | !(if w + 1 == words { last } else { u64::MAX }) == u64::MAX)
    };
    let usable = |l: &&Literal| !held.contains(&l.term) && !l.holds_never();
    let all: Vec<&Literal> = literals.iter().filter(usable).collect();
    let booleans: Vec<&Literal> = all.iter().copied().filter(|l| l.boolean).collect();
    let mut simple: Vec<&Literal> = all.iter().copied().filter(|l| l.simple && !l.boolean).collect();
    // Where there are too many: what holds if two things are the same is more than what holds if they are not.
    simple.sort_by_key(|l| l.rank());
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut add = |terms: &mut Terms, parts: &[TermId]| {
        let some = terms.or_all(parts.iter().copied());
        if some != TermId::TRUE && !held.contains(&some) && seen.insert(some) {
            found.push(some);
        }
        found.len() >= MOST_DISJUNCTIONS
    };
    match level {
        Level::Atoms => {}
        Level::Booleans | Level::Pairs => {
            let conditions = if level == Level::Booleans { &booleans } else { &simple };
            let mut pairs: Vec<(u32, TermId, TermId)> = Vec::new();
            for condition in conditions {
                for other in &all {
                    // Of two that hold of all facts, one may be needed where the other does not hold, but few of them are.
                    let is_likely = || condition.rank() < 2 && other.unary.is_some();
                    if condition.term != other.term
                        && (!condition.holds_always(count) || !other.holds_always(count) || is_likely())
                        && covers(&|w| condition.bits[w] | other.bits[w])
                    {
                        pairs.push((condition.rank() + other.weight(), condition.term, other.term));
                    }
                }
            }
            pairs.sort_by_key(|(rank, _, _)| *rank);
            for (_, condition, other) in pairs {
                if add(terms, &[condition, other]) {
                    return found;
                }
            }
        }
        Level::Links => {
            // By what is said of one parameter, all that it is said of.
            let mut said: FxHashMap<TermId, Vec<(TermId, &Literal)>> = FxHashMap::default();
            for literal in literals {
                if let Some((param, what)) = literal.unary {
                    said.entry(what).or_default().push((param, literal));
                }
            }
            let mut pairs: Vec<(&Literal, &Literal)> = Vec::new();
            for (what, ones) in &said {
                let opposite = terms.not(*what);
                for (x, literal) in said.get(&opposite).into_iter().flatten() {
                    pairs.extend(ones.iter().filter(|(y, _)| x != y).map(|(_, other)| (*literal, *other)));
                }
            }
            pairs.sort_by_key(|(a, b)| (a.term, b.term));
            for link in all.iter().filter(|l| l.kind == Comparison::Different) {
                if bounds.exceeded(terms) {
                    return found;
                }
                // Whether a part holds of all facts does not matter: it need not be inductive.
                for (a, b) in &pairs {
                    if covers(&|w| link.bits[w] | a.bits[w] | b.bits[w])
                        && add(terms, &[link.term, a.term, b.term])
                    {
                        return found;
                    }
                }
            }
        }
        Level::AllButOne => {
            let of = |kind: Comparison| all.iter().copied().filter(move |l| l.kind == kind);
            for first in of(Comparison::Outside) {
                for second in of(Comparison::Same) {
                    if bounds.exceeded(terms) {
                        return found;
                    }
                    for third in of(Comparison::Constant) {
                        let two = [(first, second), (first, third), (second, third)]
                            .into_iter()
                            .any(|(a, b)| covers(&|w| a.bits[w] | b.bits[w]));
                        if !two
                            && covers(&|w| first.bits[w] | second.bits[w] | third.bits[w])
                            && add(terms, &[first.term, second.term, third.term])
                        {
                            return found;
                        }
                    }
                }
            }
        }
        Level::BooleansAndAtoms => {
            for first in &booleans {
                for second in &simple {
                    if bounds.exceeded(terms) {
                        return found;
                    }
                    if covers(&|w| first.bits[w] | second.bits[w]) {
                        continue;
                    }
                    for third in &all {
                        let two = covers(&|w| first.bits[w] | third.bits[w])
                            || covers(&|w| second.bits[w] | third.bits[w]);
                        if !two
                            && covers(&|w| first.bits[w] | second.bits[w] | third.bits[w])
                            && add(terms, &[first.term, second.term, third.term])
                        {
                            return found;
                        }
                    }
                }
            }
        }
    }
    found
}
