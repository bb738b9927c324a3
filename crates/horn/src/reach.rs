//! Property-directed reachability over mined atoms: frames of lemmas, each a disjunction of literals, that hold of all facts whose
//! derivations are at most so high. What is to be excluded is a conjunction of literals; it is generalised by the assumptions
//! that the solver needed, and by leaving out literals as long as the rest is still excluded. Clauses may have several body
//! atoms: then one of them is to be excluded.

use crate::solve::Bounds;
use crate::{PredId, System};
use base::{FxHashMap, FxHashSet, IndexVec};
use smt::{Evaluator, SatResult, Solver, Sort, TermId, Terms};

const CONFLICTS: u64 = 20_000;
/// Attempts to leave out a literal of a lemma.
const DROPS: usize = 24;
const MOST_LEVELS: usize = 60;

struct Lemma {
    literals: Vec<TermId>,
    level: usize,
}

/// What came of it.
pub(crate) enum Reached {
    /// Lemmas that together are inductive and exclude all errors, beside the background.
    Excluded(IndexVec<PredId, Vec<TermId>>),
    /// Not with these atoms.
    NotExcluded,
    /// The questions or the budget are used up; these lemmas were found, which need not be inductive.
    Stopped(IndexVec<PredId, Vec<TermId>>),
}

enum Block {
    Excluded,
    Reachable,
}

struct Stop;

pub(crate) struct Reach<'a> {
    system: &'a System,
    params: &'a IndexVec<PredId, Vec<TermId>>,
    /// Literals of each predicate; an atom and its negation are both there.
    literals: IndexVec<PredId, Vec<TermId>>,
    solvers: Vec<Box<dyn Solver>>,
    instances: FxHashMap<(usize, usize, TermId), TermId>,
    lemmas: IndexVec<PredId, Vec<Lemma>>,
    /// The assumption that switches on the lemmas of each level.
    levels: Vec<TermId>,
    reachable: FxHashSet<(PredId, usize, Vec<TermId>)>,
    bounds: Bounds,
    /// Questions that may still be asked.
    left: usize,
}

impl<'a> Reach<'a> {
    pub(crate) fn new(
        terms: &mut Terms,
        system: &'a System,
        params: &'a IndexVec<PredId, Vec<TermId>>,
        literals: IndexVec<PredId, Vec<TermId>>,
        background: &IndexVec<PredId, Vec<TermId>>,
        bounds: &Bounds,
    ) -> Reach<'a> {
        let mut reach = Reach {
            system,
            params,
            literals,
            solvers: Vec::new(),
            instances: FxHashMap::default(),
            lemmas: system.predicates.iter().map(|_| Vec::new()).collect(),
            levels: Vec::new(),
            reachable: FxHashSet::default(),
            bounds: bounds.clone(),
            left: 0,
        };
        for (index, clause) in system.clauses.iter().enumerate() {
            let mut solver = smt::default_solver();
            solver.assert(terms, clause.constraint);
            for (place, atom) in clause.body.iter().enumerate() {
                for &fact in &background[atom.pred] {
                    let instance = reach.instance(terms, index, place + 1, fact);
                    solver.assert(terms, instance);
                }
            }
            reach.solvers.push(solver);
        }
        reach
    }

    /// Searches with so many questions.
    pub(crate) fn run(mut self, terms: &mut Terms, questions: usize) -> Reached {
        self.left = questions;
        match self.search(terms) {
            Ok(result) => result,
            Err(Stop) => {
                let found = |lemmas: &Vec<Lemma>| {
                    lemmas.iter().map(|lemma| terms.or_all(lemma.literals.iter().copied())).collect()
                };
                Reached::Stopped(self.lemmas.iter().map(found).collect())
            }
        }
    }

    fn search(&mut self, terms: &mut Terms) -> Result<Reached, Stop> {
        self.new_level(terms);
        self.new_level(terms);
        for top in 1..MOST_LEVELS {
            self.new_level(terms);
            for index in 0..self.system.clauses.len() {
                if self.system.clauses[index].head.is_some() {
                    continue;
                }
                while let Some(cubes) = self.predecessors(terms, index, top, &[], None)? {
                    if !self.exclude_one(terms, index, cubes, top)? {
                        return Ok(Reached::NotExcluded);
                    }
                }
            }
            for level in 1..top + 1 {
                if self.propagate(terms, level)? {
                    let kept = self.lemmas.iter().map(|lemmas| {
                        lemmas
                            .iter()
                            .filter(|lemma| lemma.level > level)
                            .map(|lemma| terms.or_all(lemma.literals.iter().copied()))
                            .collect()
                    });
                    return Ok(Reached::Excluded(kept.collect()));
                }
            }
        }
        Ok(Reached::NotExcluded)
    }

    fn new_level(&mut self, terms: &mut Terms) {
        self.levels.push(terms.fresh("level", Sort::Bool));
    }

    /// Raises the lemmas of a level that hold one level higher; says whether all of them do.
    fn propagate(&mut self, terms: &mut Terms, level: usize) -> Result<bool, Stop> {
        let mut all = true;
        for pred in self.system.predicates.ids() {
            for index in 0..self.lemmas[pred].len() {
                if self.lemmas[pred][index].level != level {
                    continue;
                }
                let cube: Vec<TermId> =
                    self.lemmas[pred][index].literals.clone().into_iter().map(|l| terms.not(l)).collect();
                if self.core(terms, pred, &cube, level, false)?.is_some() {
                    self.lemmas[pred][index].level = level + 1;
                    let literals = self.lemmas[pred][index].literals.clone();
                    self.assert_lemma(terms, pred, &literals, level + 1);
                } else {
                    all = false;
                }
            }
        }
        Ok(all)
    }

    fn instance(&mut self, terms: &mut Terms, clause: usize, place: usize, term: TermId) -> TermId {
        if let Some(&known) = self.instances.get(&(clause, place, term)) {
            return known;
        }
        let data = &self.system.clauses[clause];
        let atom = match place {
            0 => data.head.as_ref(),
            _ => data.body.get(place - 1),
        };
        let Some(atom) = atom else { return TermId::TRUE };
        let params = &self.params[atom.pred];
        let map: FxHashMap<TermId, TermId> = params.iter().copied().zip(atom.args.iter().copied()).collect();
        let result = terms.substitute(term, &map);
        self.instances.insert((clause, place, term), result);
        result
    }

    /// Assumptions for a clause whose body holds at a level and whose head is in a cube.
    fn assumptions(
        &mut self,
        terms: &mut Terms,
        index: usize,
        level: usize,
        cube: &[TermId],
        excluded: Option<PredId>,
    ) -> (Vec<TermId>, FxHashMap<TermId, TermId>) {
        let mut assumptions: Vec<TermId> = self.levels[level..].to_vec();
        if let Some(pred) = excluded {
            let inside = terms.and_all(cube.iter().copied());
            let outside = terms.not(inside);
            for place in 0..self.system.clauses[index].body.len() {
                if self.system.clauses[index].body[place].pred == pred {
                    let instance = self.instance(terms, index, place + 1, outside);
                    assumptions.push(instance);
                }
            }
        }
        let mut of = FxHashMap::default();
        for &literal in cube {
            let instance = self.instance(terms, index, 0, literal);
            of.insert(instance, literal);
            assumptions.push(instance);
        }
        (assumptions, of)
    }

    fn ask(&mut self, terms: &Terms, index: usize, assumptions: &[TermId]) -> Result<SatResult, Stop> {
        if self.bounds.exceeded(terms) || self.left == 0 {
            return Err(Stop);
        }
        self.left -= 1;
        let limits = self.bounds.limits.clone().with_conflicts(CONFLICTS);
        match self.solvers[index].check(terms, assumptions, &limits) {
            SatResult::Unknown(_) => Err(Stop),
            decided => Ok(decided),
        }
    }

    /// If the clause can derive something in the cube from facts of the level: the literals that hold of its body's atoms then.
    fn predecessors(
        &mut self,
        terms: &mut Terms,
        index: usize,
        level: usize,
        cube: &[TermId],
        excluded: Option<PredId>,
    ) -> Result<Option<Vec<Vec<TermId>>>, Stop> {
        // At level 0 there are no facts.
        if level == 0 && !self.system.clauses[index].body.is_empty() {
            return Ok(None);
        }
        let (assumptions, _) = self.assumptions(terms, index, level, cube, excluded);
        if self.ask(terms, index, &assumptions)?.is_unsat() {
            return Ok(None);
        }
        let preds: Vec<PredId> = self.system.clauses[index].body.iter().map(|atom| atom.pred).collect();
        let mut wanted = Vec::new();
        for (place, pred) in preds.iter().enumerate() {
            let literals = self.literals[*pred].clone();
            let instances: Vec<TermId> =
                literals.iter().map(|l| self.instance(terms, index, place + 1, *l)).collect();
            wanted.push((literals, instances));
        }
        let Some(model) = self.solvers[index].model(terms) else { return Err(Stop) };
        let mut evaluator = Evaluator::new(terms, &model);
        let mut holds = |t: TermId| evaluator.value(t).as_bool() == Some(true);
        let cubes = wanted.into_iter().map(|(literals, instances)| {
            let both = literals.into_iter().zip(instances);
            both.filter(|(_, instance)| holds(*instance)).map(|(literal, _)| literal).collect()
        });
        Ok(Some(cubes.collect()))
    }

    /// Excludes one of the cubes of a clause's body at a level, if it can be.
    fn exclude_one(
        &mut self,
        terms: &mut Terms,
        index: usize,
        cubes: Vec<Vec<TermId>>,
        level: usize,
    ) -> Result<bool, Stop> {
        let preds: Vec<PredId> = self.system.clauses[index].body.iter().map(|atom| atom.pred).collect();
        for (pred, cube) in preds.into_iter().zip(cubes) {
            if matches!(self.block(terms, pred, cube, level)?, Block::Excluded) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Shows that no fact of the level is in the cube.
    fn block(
        &mut self,
        terms: &mut Terms,
        pred: PredId,
        cube: Vec<TermId>,
        level: usize,
    ) -> Result<Block, Stop> {
        if self.reachable.contains(&(pred, level, cube.clone())) {
            return Ok(Block::Reachable);
        }
        loop {
            if let Some(core) = self.core(terms, pred, &cube, level - 1, true)? {
                let core = self.generalise(terms, pred, core, level - 1)?;
                let literals: Vec<TermId> = core.into_iter().map(|l| terms.not(l)).collect();
                self.assert_lemma(terms, pred, &literals, level);
                self.lemmas[pred].push(Lemma { literals, level });
                return Ok(Block::Excluded);
            }
            let mut progress = false;
            for index in self.clauses_of(pred) {
                let Some(cubes) = self.predecessors(terms, index, level - 1, &cube, Some(pred))? else {
                    continue;
                };
                if cubes.is_empty() || !self.exclude_one(terms, index, cubes, level - 1)? {
                    self.reachable.insert((pred, level, cube));
                    return Ok(Block::Reachable);
                }
                progress = true;
            }
            if !progress {
                return Err(Stop);
            }
        }
    }

    fn clauses_of(&self, pred: PredId) -> Vec<usize> {
        let is_head = |i: &usize| self.system.clauses[*i].head.as_ref().is_some_and(|h| h.pred == pred);
        (0..self.system.clauses.len()).filter(is_head).collect()
    }

    /// Literals of the cube that no clause can derive together from facts of the level; `None` if some clause can derive all.
    fn core(
        &mut self,
        terms: &mut Terms,
        pred: PredId,
        cube: &[TermId],
        level: usize,
        relative: bool,
    ) -> Result<Option<Vec<TermId>>, Stop> {
        let mut needed: FxHashSet<TermId> = FxHashSet::default();
        for index in self.clauses_of(pred) {
            if level == 0 && !self.system.clauses[index].body.is_empty() {
                continue;
            }
            let (assumptions, of) = self.assumptions(terms, index, level, cube, relative.then_some(pred));
            if !self.ask(terms, index, &assumptions)?.is_unsat() {
                return Ok(None);
            }
            needed.extend(self.solvers[index].failed_assumptions().iter().filter_map(|t| of.get(t)));
        }
        Ok(Some(cube.iter().copied().filter(|l| needed.contains(l)).collect()))
    }

    fn generalise(
        &mut self,
        terms: &mut Terms,
        pred: PredId,
        mut core: Vec<TermId>,
        level: usize,
    ) -> Result<Vec<TermId>, Stop> {
        let mut at = 0;
        for _ in 0..DROPS {
            if at >= core.len() || core.len() <= 1 {
                break;
            }
            let mut fewer = core.clone();
            fewer.remove(at);
            match self.core(terms, pred, &fewer, level, true)? {
                Some(smaller) => core = smaller,
                None => at += 1,
            }
        }
        Ok(core)
    }

    fn assert_lemma(&mut self, terms: &mut Terms, pred: PredId, literals: &[TermId], level: usize) {
        let lemma = terms.or_all(literals.iter().copied());
        let off = terms.not(self.levels[level]);
        for index in 0..self.system.clauses.len() {
            for place in 0..self.system.clauses[index].body.len() {
                if self.system.clauses[index].body[place].pred == pred {
                    let instance = self.instance(terms, index, place + 1, lemma);
                    let guarded = terms.or(off, instance);
                    self.solvers[index].assert(terms, guarded);
                }
            }
        }
    }
}
