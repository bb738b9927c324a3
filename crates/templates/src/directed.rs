//! Property-directed reachability ([PDR]) over the rows of a system that hold or do not: clauses of them, where the strongest conjunction
//! leaves something open.
//!
//! A frame has clauses that hold at the ends of all rounds that at most so many rounds came before. What a state that leads to something bad
//! has in common with others is a *cube*: rows that hold in it, and rows that do not. A cube is excluded from a frame if no round leads
//! from the frame before it into the cube; otherwise what comes before it is to be excluded first. A round may begin in states of several
//! loops; to exclude one of them is enough.

use crate::synthesis::{Effort, Stopped};
use crate::system::System;
use crate::value::Domain;
use base::{FxHashMap, FxHashSet};
use smt::{Evaluator, Limits, SatResult, Solver, Sort, TermId, Terms};

/// A row of a loop, and whether it holds.
pub type Literal = (usize, bool);
/// One of these is true at the ends of a loop's rounds.
pub type Clause = Vec<Literal>;

/// What is to be excluded, and what may matter for it.
#[derive(Clone, Debug)]
pub struct Target {
    pub bad: TermId,
    /// The loops that it depends on.
    pub after: Vec<usize>,
    /// For each loop those that the ends of its rounds depend on.
    pub before: Vec<Vec<usize>>,
    /// For each loop the rows that clauses may speak of.
    pub rows: Vec<Vec<usize>>,
}

const MOST_LEVELS: usize = 50;
/// Attempts to leave out a literal of a clause.
const DROPS: usize = 40;

/// Clauses for each loop that are inductive together, beside what the solver knows, and exclude the target; `None` if there are none
/// of these rows. The formula must have been asserted in the solver.
pub fn exclude(
    terms: &mut Terms,
    solver: &mut dyn Solver,
    system: &System,
    target: &Target,
    effort: &Effort,
) -> Result<Option<Vec<Vec<Clause>>>, Stopped> {
    let count = system.loops.len();
    let mut inactive = Vec::with_capacity(count);
    for of in &system.loops {
        let active: Vec<TermId> = of.begins.iter().map(|begin| begin.active).collect();
        let active = terms.or_all(active);
        inactive.push(terms.not(active));
    }
    let search = Directed {
        terms,
        solver,
        system,
        target,
        limits: &effort.limits,
        left: effort.questions,
        inactive,
        lemmas: vec![Vec::new(); count],
        levels: Vec::new(),
        reachable: FxHashSet::default(),
    };
    search.run()
}

/// Whether rows of a loop can be literals: they mean something in all states, and of one object only.
pub fn is_literal(system: &System, in_loop: usize, row: usize) -> bool {
    let of = &system.loops[in_loop];
    let [begin] = &of.begins[..] else { return false };
    of.domains[row] == Domain::Holds
        && matches!(begin.rows[row][..], [(TermId::TRUE, _)])
        && begin.splits.is_empty()
        && of.ends.iter().all(|end| end.rows[row].0 == TermId::TRUE)
}

#[derive(Clone)]
struct Lemma {
    cube: Vec<Literal>,
    level: usize,
}

struct Directed<'a> {
    terms: &'a mut Terms,
    solver: &'a mut dyn Solver,
    system: &'a System,
    target: &'a Target,
    limits: &'a Limits,
    /// Questions that may still be asked.
    left: u64,
    /// For each loop, that no round of it came before.
    inactive: Vec<TermId>,
    lemmas: Vec<Vec<Lemma>>,
    /// The assumption that switches on the lemmas of each level.
    levels: Vec<TermId>,
    /// Cubes that cannot be excluded from a level.
    reachable: FxHashSet<(usize, usize, Vec<Literal>)>,
}

/// Where a question's state comes from: for each loop that matters, in which cube its round begins.
type Origin = Vec<(usize, Vec<Literal>)>;

impl Directed<'_> {
    fn run(mut self) -> Result<Option<Vec<Vec<Clause>>>, Stopped> {
        self.new_level();
        self.new_level();
        for top in 1..MOST_LEVELS {
            self.new_level();
            let (bad, after) = (self.target.bad, self.target.after.clone());
            while let Some(origin) = self.origin(top, &[bad], &after)? {
                if !self.exclude_one(origin, top)? {
                    return Ok(None);
                }
            }
            for level in 1..=top {
                if self.propagate(level)? {
                    let kept = |lemmas: &Vec<Lemma>| -> Vec<Clause> {
                        let kept = lemmas.iter().filter(|lemma| lemma.level > level);
                        kept.map(|lemma| lemma.cube.iter().map(|&(row, holds)| (row, !holds)).collect())
                            .collect()
                    };
                    return Ok(Some(self.lemmas.iter().map(kept).collect()));
                }
            }
        }
        Ok(None)
    }

    fn new_level(&mut self) {
        self.levels.push(self.terms.fresh("level", Sort::Bool));
    }

    fn ask(&mut self, question: &[TermId]) -> Result<bool, Stopped> {
        if self.left == 0 {
            return Err(Stopped::Questions);
        }
        self.left -= 1;
        match self.solver.check(self.terms, question, self.limits) {
            SatResult::Sat => Ok(true),
            SatResult::Unsat => Ok(false),
            SatResult::Unknown(reason) => Err(Stopped::Solver(reason)),
        }
    }

    /// That a state of the frame comes first: after at most so many rounds.
    fn frame(&self, level: usize) -> Vec<TermId> {
        match level {
            0 => self.inactive.clone(),
            _ => self.levels[level..].to_vec(),
        }
    }

    fn at_begin(&mut self, in_loop: usize, (row, holds): Literal) -> TermId {
        let expression = self.system.loops[in_loop].begins[0].rows[row][0].1;
        if holds { expression } else { self.terms.not(expression) }
    }

    fn at_end(&mut self, in_loop: usize, end: usize, (row, holds): Literal) -> TermId {
        let expression = self.system.loops[in_loop].ends[end].rows[row].1;
        if holds { expression } else { self.terms.not(expression) }
    }

    /// That the loop's round does not begin in the cube.
    fn outside(&mut self, in_loop: usize, cube: &[Literal]) -> TermId {
        let literals: Vec<TermId> = cube.iter().map(|l| self.at_begin(in_loop, *l)).collect();
        let inside = self.terms.and_all(literals);
        let outside = self.terms.not(inside);
        self.terms.or(self.inactive[in_loop], outside)
    }

    /// If what is asked is possible after the frame: a state that it comes from.
    fn origin(&mut self, level: usize, asked: &[TermId], from: &[usize]) -> Result<Option<Origin>, Stopped> {
        let mut question = self.frame(level);
        question.extend(asked);
        if !self.ask(&question)? {
            return Ok(None);
        }
        let model = self.solver.model(self.terms).unwrap_or_default();
        let mut evaluator = Evaluator::new(self.terms, &model);
        let mut holds = |t: TermId| evaluator.value(t).as_bool() == Some(true);
        let mut origin = Vec::new();
        for &in_loop in from {
            let begin = &self.system.loops[in_loop].begins[0];
            if holds(begin.active) {
                let rows = self.target.rows[in_loop].iter();
                origin.push((in_loop, rows.map(|&row| (row, holds(begin.rows[row][0].1))).collect()));
            }
        }
        Ok(Some(origin))
    }

    fn exclude_one(&mut self, origin: Origin, level: usize) -> Result<bool, Stopped> {
        // The loop that is closest comes last.
        for (in_loop, cube) in origin.into_iter().rev() {
            if level > 0 && self.block(in_loop, cube, level)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the cube can be excluded from the frame; then a clause does it.
    fn block(&mut self, in_loop: usize, cube: Vec<Literal>, level: usize) -> Result<bool, Stopped> {
        let key = (in_loop, level, cube);
        if self.reachable.contains(&key) {
            return Ok(false);
        }
        loop {
            let cube = &key.2;
            if let Some(core) = self.core(in_loop, cube, level - 1, true)? {
                let core = self.generalise(in_loop, core, level - 1)?;
                self.assert_lemma(in_loop, &core, level);
                self.lemmas[in_loop].push(Lemma { cube: core, level });
                return Ok(true);
            }
            for end in 0..self.system.loops[in_loop].ends.len() {
                let mut asked: Vec<TermId> = cube.iter().map(|l| self.at_end(in_loop, end, *l)).collect();
                asked.push(self.system.loops[in_loop].ends[end].reached);
                asked.push(self.outside(in_loop, cube));
                let before = self.target.before[in_loop].clone();
                if let Some(origin) = self.origin(level - 1, &asked, &before)?
                    && !self.exclude_one(origin, level - 1)?
                {
                    self.reachable.insert(key);
                    return Ok(false);
                }
            }
        }
    }

    /// Literals of the cube that are true together at no end of a round that begins in the frame; `None` if all of them may be.
    fn core(
        &mut self,
        in_loop: usize,
        cube: &[Literal],
        level: usize,
        relative: bool,
    ) -> Result<Option<Vec<Literal>>, Stopped> {
        let mut needed: FxHashSet<Literal> = FxHashSet::default();
        let outside = self.outside(in_loop, cube);
        for end in 0..self.system.loops[in_loop].ends.len() {
            let mut question = self.frame(level);
            if relative {
                question.push(outside);
            }
            question.push(self.system.loops[in_loop].ends[end].reached);
            let mut of: FxHashMap<TermId, Vec<Literal>> = FxHashMap::default();
            for &literal in cube {
                let t = self.at_end(in_loop, end, literal);
                of.entry(t).or_default().push(literal);
                question.push(t);
            }
            if self.ask(&question)? {
                return Ok(None);
            }
            let failed = self.solver.failed_assumptions().iter();
            needed.extend(failed.filter_map(|t| of.get(t)).map(|literals| literals[0]));
        }
        Ok(Some(cube.iter().copied().filter(|l| needed.contains(l)).collect()))
    }

    /// Fewer literals that are excluded as well.
    fn generalise(
        &mut self,
        in_loop: usize,
        mut core: Vec<Literal>,
        level: usize,
    ) -> Result<Vec<Literal>, Stopped> {
        let mut at = 0;
        for _ in 0..DROPS {
            if at >= core.len() || core.len() <= 1 {
                break;
            }
            let mut fewer = core.clone();
            fewer.remove(at);
            match self.core(in_loop, &fewer, level, true)? {
                Some(smaller) => core = smaller,
                None => at += 1,
            }
        }
        Ok(core)
    }

    fn assert_lemma(&mut self, in_loop: usize, cube: &[Literal], level: usize) {
        let outside = self.outside(in_loop, cube);
        let off = self.terms.not(self.levels[level]);
        let lemma = self.terms.or(off, outside);
        self.solver.assert(self.terms, lemma);
    }

    /// Raises the lemmas of a level that hold one level higher; whether all of them do.
    fn propagate(&mut self, level: usize) -> Result<bool, Stopped> {
        let mut all = true;
        for in_loop in 0..self.lemmas.len() {
            for index in 0..self.lemmas[in_loop].len() {
                let Lemma { cube, level: at } = self.lemmas[in_loop][index].clone();
                if at != level {
                    continue;
                }
                if self.core(in_loop, &cube, level, false)?.is_some() {
                    self.lemmas[in_loop][index].level = level + 1;
                    self.assert_lemma(in_loop, &cube, level + 1);
                } else {
                    all = false;
                }
            }
        }
        Ok(all)
    }
}
