//! The search for an inductive invariant ([2LS-shape] Eq. (7)): assume the current values of the loop-back terms, ask for a
//! state at some loop's end that is outside, join it in, until there is none.
//!
//! A bound that grows from round to round would take as many questions as the loop has rounds. Instead it is made a variable, before
//! and after the loop in one question, and the largest bound that is still exceeded is found by bisection, along the path that the
//! model took. Bounds that grow in one round grow together: all of them move along a line, by what each of them grew, and the
//! farthest point of the line that a round still exceeds is looked for. Each on its own would be held back by the others.

use crate::system::{Group, LoopInvariant, Part, System, in_part};
use crate::value::{Domain, RowValue, at_most};
use base::FxHashMap;
use smt::{Evaluator, Limits, Model, SatResult, Solver, Sort, TermId, Terms, UnknownReason};

/// Why there is no invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The solver gave up, or its limits are reached.
    Solver(UnknownReason),
    /// More questions were asked than allowed.
    Questions,
    /// A loop has more parts than this; its splits divide its states too finely.
    TooManyParts { in_loop: usize },
}

/// What a synthesis may cost.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Of each question.
    pub limits: Limits,
    /// Of a question for all rows at once: beyond, each row is asked for on its own.
    pub all: Limits,
    /// Of each step of a bisection: beyond, a bound is given up.
    pub steps: Limits,
    pub questions: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    pub questions: u64,
    /// Those that were steps of a bisection.
    pub bisections: u64,
}

/// More parts than this cost more questions than they can save.
const MOST_PARTS: usize = 600;
/// A bound that grows by more than this in a round is followed alone.
const STEEPEST: i128 = 1 << 16;
/// Bits of the number of rounds that bounds are followed for; longer growth is taken for endless.
const ROUND_BITS: u32 = 34;
/// A bound that grew so often is held back by others: those are relaxed, too.
const STALLED: u32 = 3;
/// Questions for statements that were too hard at first.
const MOST_RETRIES: u32 = 40;
/// A bound that grew so often is given up, and looked for again when all others are known.
const MOST_GROWTH: u32 = 9;

/// Finds the values of all rows. The solver is given the system's facts.
pub fn synthesise(
    terms: &mut Terms,
    solver: &mut dyn Solver,
    system: &System,
    effort: &Effort,
) -> Result<(Vec<LoopInvariant>, Stats), Stopped> {
    let invariants = vec![LoopInvariant::default(); system.loops.len()];
    let times = FxHashMap::default();
    // What is known of the groups before is assumed by one literal, so that others may ask the same solver without it.
    let settled = terms.fresh("settled", Sort::Bool);
    let mut search = Search {
        terms,
        solver,
        system,
        effort,
        invariants,
        stats: Stats::default(),
        times,
        given_up: Vec::new(),
        group: Group { loops: 0..0, choices: 0, facts: 0 },
        settled,
        asked: 0,
    };
    let mut groups = system.groups().into_iter().peekable();
    let mut has = 0;
    while let Some(group) = groups.next() {
        search.asked = 0;
        system.assert_facts(search.terms, search.solver, &mut has, group.facts);
        search.group = group;
        search.run()?;
        if groups.peek().is_some() {
            search.settle();
        }
    }
    system.assert_facts(search.terms, search.solver, &mut has, system.facts.len());
    Ok((search.invariants, search.stats))
}

struct Search<'a> {
    terms: &'a mut Terms,
    solver: &'a mut dyn Solver,
    system: &'a System,
    effort: &'a Effort,
    invariants: Vec<LoopInvariant>,
    stats: Stats,
    /// Bounds that were given up.
    given_up: Vec<At>,
    /// How often the bound of a row of a part grew.
    times: FxHashMap<(usize, usize, usize), u32>,
    /// The loops that are solved now.
    group: Group,
    /// What was found for the groups before holds.
    settled: TermId,
    /// Questions about the group.
    asked: u64,
}

/// A row of a part of a loop.
#[derive(Clone, Copy)]
struct At {
    in_loop: usize,
    part: usize,
    row: usize,
}

impl At {
    fn key(self) -> (usize, usize, usize) {
        (self.in_loop, self.part, self.row)
    }
}

/// The answer to a step of a bisection.
enum Step {
    Exceeded(Model),
    Holds,
    TooHard,
}

/// A bound that was exceeded, and where the round began that did it.
#[derive(Clone, Copy)]
struct Grown {
    at: At,
    /// The end where it was.
    end: usize,
    /// In a state of the same part, of which the old bound was assumed; otherwise the round's own inputs made the value.
    from_same_part: bool,
    old: i128,
    new: i128,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), Stopped> {
        loop {
            let mut question = self.assumptions(None);
            let mut outside = Vec::with_capacity(self.group.loops.len());
            for index in self.group.loops.clone() {
                outside.push(self.invariants[index].violated(self.terms, &self.system.loops[index]));
            }
            question.push(self.terms.or_all(outside));
            let model = match self.ask_within(&question, &self.effort.all) {
                Ok(model) => model,
                Err(Stopped::Solver(UnknownReason::Conflicts)) => match self.sweep()? {
                    true => continue,
                    false => None,
                },
                Err(stopped) => return Err(stopped),
            };
            let Some(model) = model else {
                let hard =
                    self.given_up.iter().copied().filter(|at| self.domain(*at) == Domain::Holds).collect();
                self.narrow()?;
                return self.retry(hard);
            };
            let grown = self.absorb(&model)?;
            let mut together: Vec<Grown> = Vec::new();
            for grown in grown {
                let first = together.first().map(|g| (g.at.in_loop, g.at.part, g.end));
                if !grown.from_same_part || grown.new - grown.old > STEEPEST {
                    self.climb(grown, &model)?;
                } else if first.is_none_or(|first| first == (grown.at.in_loop, grown.at.part, grown.end)) {
                    together.push(grown);
                } else {
                    self.climb_together(&together, &model)?;
                    together = vec![grown];
                }
            }
            self.climb_together(&together, &model)?;
        }
    }

    /// Asks for every row on its own, where all at once are too hard; a row that is too hard alone is given up. Whether anything
    /// changed: if not, all rows hold at the end of every loop.
    fn sweep(&mut self) -> Result<bool, Stopped> {
        let mut changed = false;
        let system = self.system;
        for in_loop in self.group.loops.clone() {
            let of = &system.loops[in_loop];
            for end in &of.ends {
                let uncovered = self.invariants[in_loop].uncovered(self.terms, end);
                if self.terms.and(end.reached, uncovered) != TermId::FALSE {
                    let mut question = self.assumptions(None);
                    question.extend([end.reached, uncovered]);
                    if let Some(model) = self.ask(&question)? {
                        self.absorb(&model)?;
                        changed = true;
                    }
                }
                // Parts that appear on the way are looked at next time.
                for part in 0..self.invariants[in_loop].parts.len() {
                    for row in 0..of.domains.len() {
                        let here = &self.invariants[in_loop].parts[part];
                        if of.is_implied(here, row) {
                            continue;
                        }
                        let value = here.values[row].clone();
                        let at = in_part(self.terms, &end.splits, &here.splits);
                        let fails = end.row_fails(self.terms, row, &value);
                        if fails == TermId::FALSE {
                            continue;
                        }
                        let mut question = self.assumptions(None);
                        question.extend([end.reached, at, fails]);
                        match self.ask_step(&question)? {
                            Step::Holds => {}
                            Step::Exceeded(model) => {
                                self.absorb(&model)?;
                                changed = true;
                            }
                            Step::TooHard => {
                                self.give_up(At { in_loop, part, row });
                                changed = true;
                            }
                        }
                    }
                }
            }
        }
        Ok(changed)
    }

    /// Bounds that were given up, from what is known now. What a round makes of an inductive invariant is one as well, so all
    /// of them may be taken at once.
    fn narrow(&mut self) -> Result<(), Stopped> {
        let mut found = Vec::new();
        for at in std::mem::take(&mut self.given_up) {
            let of = &self.system.loops[at.in_loop];
            let Domain::UpperBound { most } = of.domains[at.row] else { continue };
            let splits = self.invariants[at.in_loop].parts[at.part].splits.clone();
            let mut ends = Vec::with_capacity(of.ends.len());
            for end in &of.ends {
                let (guard, next) = end.rows[at.row];
                let here = in_part(self.terms, &end.splits, &splits);
                ends.push((self.terms.and_all([end.reached, guard, here]), next));
            }
            let width = self.terms.width(ends[0].1);
            let mut question = self.assumptions(None);
            let (mut low, mut high) = (-(1i128 << (width - 1).min(126)), most);
            let mut target = most;
            while low < high {
                let below = self.terms.bv_signed(width, target - 1);
                let mut cases = Vec::with_capacity(ends.len());
                for &(here, next) in &ends {
                    let within = at_most(self.terms, next, below);
                    let enough = self.terms.not(within);
                    cases.push(self.terms.and(here, enough));
                }
                question.push(self.terms.or_all(cases));
                let answer = self.ask_step(&question)?;
                question.pop();
                match answer {
                    Step::Exceeded(model) => {
                        let mut evaluator = Evaluator::new(self.terms, &model);
                        for &(here, next) in &ends {
                            if is_true(&mut evaluator, here) {
                                let seen = evaluator.value(next);
                                low = low.max(seen.as_bv().and_then(smt::Bv::to_i128).unwrap_or(most));
                            }
                        }
                        low = low.max(target);
                    }
                    Step::Holds => high = target - 1,
                    // Whatever holds up to here is a bound as well.
                    Step::TooHard => low = high,
                }
                target = low + (high - low + 1) / 2;
            }
            if low < most {
                found.push((at, RowValue::AtMost(smt::Bv::from_signed(width, low))));
            }
        }
        for (at, value) in found {
            self.invariants[at.in_loop].parts[at.part].values[at.row] = value;
        }
        Ok(())
    }

    /// Statements that were given up, with more effort and with what is known now: those that hold together at the end of every round.
    fn retry(&mut self, mut left: Vec<At>) -> Result<(), Stopped> {
        let mut questions = MOST_RETRIES;
        self.set_all(&left, &RowValue::Holds);
        let mut next = 0;
        while let Some(&at) = left.get(next) {
            let of = &self.system.loops[at.in_loop];
            let part = &self.invariants[at.in_loop].parts[at.part];
            let is_implied = of.is_implied(part, at.row);
            let splits = part.splits.clone();
            let mut refuted = None;
            for end in of.ends.iter().filter(|_| !is_implied) {
                let here = in_part(self.terms, &end.splits, &splits);
                let fails = end.row_fails(self.terms, at.row, &RowValue::Holds);
                if fails == TermId::FALSE {
                    continue;
                }
                if questions == 0 {
                    self.set_all(&left, &RowValue::Top);
                    return Ok(());
                }
                questions -= 1;
                let mut question = self.assumptions(None);
                question.extend([end.reached, here, fails]);
                match self.ask(&question) {
                    Ok(None) => {}
                    Ok(Some(model)) => refuted = Some(self.refuted(&left, &model)),
                    Err(Stopped::Solver(UnknownReason::Conflicts)) => refuted = Some(vec![at]),
                    Err(stopped) => return Err(stopped),
                }
                if refuted.is_some() {
                    break;
                }
            }
            next += 1;
            if let Some(refuted) = refuted {
                self.set_all(&refuted, &RowValue::Top);
                left.retain(|kept| refuted.iter().all(|other| other.key() != kept.key()));
                // What was shown may have followed from what is gone.
                next = 0;
            }
        }
        Ok(())
    }

    /// Those of the statements that do not hold at some end of their loop in a model.
    fn refuted(&self, rows: &[At], model: &Model) -> Vec<At> {
        let mut evaluator = Evaluator::new(self.terms, model);
        let mut found = Vec::new();
        for &at in rows {
            let splits = &self.invariants[at.in_loop].parts[at.part].splits;
            let fails = self.system.loops[at.in_loop].ends.iter().any(|end| {
                let (guard, holds) = end.rows[at.row];
                is_true(&mut evaluator, end.reached)
                    && end.splits.iter().zip(splits).all(|(s, v)| evaluator.value(*s) == *v)
                    && is_true(&mut evaluator, guard)
                    && !is_true(&mut evaluator, holds)
            });
            if fails {
                found.push(at);
            }
        }
        found
    }

    fn set_all(&mut self, rows: &[At], value: &RowValue) {
        for at in rows {
            self.invariants[at.in_loop].parts[at.part].values[at.row] = value.clone();
        }
    }

    fn domain(&self, at: At) -> Domain {
        self.system.loops[at.in_loop].domains[at.row]
    }

    /// As [`Search::ask`] for a step of a bisection; a step that is too hard is none, and the bounds are given up.
    fn ask_step(&mut self, question: &[TermId]) -> Result<Step, Stopped> {
        self.stats.bisections += 1;
        match self.ask_within(question, &self.effort.steps) {
            Ok(Some(model)) => Ok(Step::Exceeded(model)),
            Ok(None) => Ok(Step::Holds),
            Err(Stopped::Solver(UnknownReason::Conflicts)) => Ok(Step::TooHard),
            Err(stopped) => Err(stopped),
        }
    }

    fn ask(&mut self, question: &[TermId]) -> Result<Option<Model>, Stopped> {
        self.ask_within(question, &self.effort.limits)
    }

    fn ask_within(&mut self, question: &[TermId], limits: &Limits) -> Result<Option<Model>, Stopped> {
        self.stats.questions += 1;
        self.asked += 1;
        if self.asked > self.effort.questions {
            return Err(Stopped::Questions);
        }
        match self.solver.check(self.terms, question, limits) {
            SatResult::Sat => Ok(Some(self.solver.model(self.terms).unwrap_or_default())),
            SatResult::Unsat => Ok(None),
            SatResult::Unknown(reason) => Err(Stopped::Solver(reason)),
        }
    }

    /// The current values as assumptions; those of one row may be left out.
    fn assumptions(&mut self, without: Option<At>) -> Vec<TermId> {
        let weaker = without.map(|at| {
            let mut weaker = self.invariants[at.in_loop].clone();
            weaker.parts[at.part].values[at.row] = RowValue::Top;
            (at.in_loop, weaker)
        });
        self.assumptions_with(weaker)
    }

    /// The current values as assumptions, those of one loop replaced by others.
    fn assumptions_with(&mut self, replaced: Option<(usize, LoopInvariant)>) -> Vec<TermId> {
        let mut out = vec![self.settled];
        for index in self.group.loops.clone() {
            let invariant = match &replaced {
                Some((of, other)) if *of == index => other,
                _ => &self.invariants[index],
            };
            out.extend(invariant.assumed(self.terms, &self.system.loops[index]));
        }
        out
    }

    /// What was found for the group is known from now on.
    fn settle(&mut self) {
        for index in self.group.loops.clone() {
            for known in self.invariants[index].assumed(self.terms, &self.system.loops[index]) {
                let known = self.terms.implies(self.settled, known);
                self.solver.assert(self.terms, known);
            }
        }
    }

    /// Joins the states at the loops' ends that a model has. Gives the bounds that grew: those may grow on.
    fn absorb(&mut self, model: &Model) -> Result<Vec<Grown>, Stopped> {
        let mut grown = Vec::new();
        let mut evaluator = Evaluator::new(self.terms, model);
        let ends = self.group.loops.clone().map(|i| (i, &self.system.loops[i]));
        let ends = ends.flat_map(|(i, of)| of.ends.iter().enumerate().map(move |(e, end)| (i, of, e, end)));
        for (in_loop, of, index, end) in ends {
            if !is_true(&mut evaluator, end.reached) {
                continue;
            }
            let splits: Vec<smt::Value> = end.splits.iter().map(|s| evaluator.value(*s)).collect();
            let from_same_part = match &of.begins[..] {
                [begin] => {
                    is_true(&mut evaluator, begin.active)
                        && begin.splits.iter().zip(&splits).all(|(s, v)| evaluator.value(*s) == *v)
                }
                _ => false,
            };
            let parts = &mut self.invariants[in_loop].parts;
            let part = match parts.iter().position(|p| p.splits == splits) {
                Some(part) => part,
                None if parts.len() >= MOST_PARTS => return Err(Stopped::TooManyParts { in_loop }),
                None => {
                    parts.push(Part { splits, values: vec![RowValue::Bottom; of.domains.len()] });
                    parts.len() - 1
                }
            };
            for (row, &domain) in of.domains.iter().enumerate() {
                let (guard, expression) = end.rows[row];
                if parts[part].values[row] == RowValue::Top || !is_true(&mut evaluator, guard) {
                    continue;
                }
                let seen = evaluator.value(expression);
                let value = &mut parts[part].values[row];
                let joined = value.join(domain, &seen);
                if joined == *value {
                    continue;
                }
                let at = At { in_loop, part, row };
                let bounds = match (&*value, &joined) {
                    (RowValue::AtMost(old), RowValue::AtMost(new)) => old.to_i128().zip(new.to_i128()),
                    _ => None,
                };
                *value = joined;
                if let Some((old, new)) = bounds {
                    let times = self.times.entry(at.key()).or_insert(0);
                    *times += 1;
                    if *times > MOST_GROWTH {
                        *value = RowValue::Top;
                        self.given_up.push(at);
                    } else {
                        // A row that meant nothing before the round does not grow from what it was.
                        let from_same_part =
                            from_same_part && is_true(&mut evaluator, of.begins[0].rows[row][0].0);
                        grown.push(Grown { at, end: index, from_same_part, old, new });
                    }
                }
            }
        }
        Ok(grown)
    }

    /// Raises the bounds of a part that grew in one round along the line of their growth, as far as a round exceeds all of them.
    fn climb_together(&mut self, grown: &[Grown], model: &Model) -> Result<(), Stopped> {
        let Some(first) = grown.first() else { return Ok(()) };
        let (in_loop, part) = (first.at.in_loop, first.at.part);
        let of = &self.system.loops[in_loop];
        let (begin, end) = (&of.begins[0], &of.ends[first.end]);
        let rounds = self.terms.var("rounds", Sort::Bv(ROUND_BITS));
        let is_stalled = grown.iter().any(|g| self.times.get(&g.at.key()).is_some_and(|n| *n > STALLED));
        let beside = if is_stalled { self.rising(grown, model) } else { Vec::new() };
        let mut weaker = self.invariants[in_loop].clone();
        for row in grown.iter().chain(&beside) {
            weaker.parts[part].values[row.at.row] = RowValue::Top;
        }
        let mut question = self.assumptions_with(Some((in_loop, weaker)));
        let splits = self.invariants[in_loop].parts[part].splits.clone();
        question.extend([end.reached, begin.active]);
        question.push(in_part(self.terms, &end.splits, &splits));
        question.push(in_part(self.terms, &begin.splits, &splits));
        for (i, g) in grown.iter().chain(&beside).enumerate() {
            let ((back_guard, back), (next_guard, next)) = (begin.rows[g.at.row][0], end.rows[g.at.row]);
            let terms = &mut *self.terms;
            // Wide enough for the bound after all rounds.
            let width = (terms.width(next).max(ROUND_BITS + 18) + 2).min(128);
            let wide = terms.zero_extend(rounds, width);
            let step = terms.bv_signed(width, g.new - g.old);
            let old = terms.bv_signed(width, g.old);
            let by = terms.mul(wide, step);
            let bound = terms.add(old, by);
            let within = at_most(terms, back, bound);
            let not_beyond = at_most(terms, next, bound);
            let beyond = terms.not(not_beyond);
            if i < grown.len() {
                question.extend([back_guard, next_guard, within, beyond]);
            } else {
                question.push(terms.implies(back_guard, within));
            }
        }
        let path = self.path(model);
        question.extend(path);
        // The next round is known to exceed the old bounds; how many more do?
        let (mut low, mut high) = (0u64, (1u64 << ROUND_BITS) - 1);
        let mut step = 1;
        while low < high {
            let target = low.saturating_add(step).min(low + (high - low).div_ceil(2)).max(low + 1).min(high);
            let goal = self.terms.bv_const(ROUND_BITS, u128::from(target));
            question.push(self.terms.ule(goal, rounds));
            let answer = self.ask_step(&question)?;
            question.pop();
            match answer {
                Step::TooHard => {
                    for g in grown {
                        self.give_up(g.at);
                    }
                    return Ok(());
                }
                Step::Exceeded(model) => {
                    let mut evaluator = Evaluator::new(self.terms, &model);
                    low = evaluator.value(rounds).to_u64().unwrap_or(target).max(target);
                    let values = &mut self.invariants[in_loop].parts[part].values;
                    for ((value, &domain), &(guard, next)) in
                        values.iter_mut().zip(&of.domains).zip(&end.rows)
                    {
                        if is_true(&mut evaluator, guard) {
                            *value = value.join(domain, &evaluator.value(next));
                        }
                    }
                    step = step.saturating_mul(4);
                }
                Step::Holds => {
                    high = target - 1;
                    step = 1;
                }
            }
        }
        if low == (1u64 << ROUND_BITS) - 1 {
            for g in grown {
                self.invariants[in_loop].parts[part].values[g.at.row] = RowValue::Top;
            }
        }
        Ok(())
    }

    fn give_up(&mut self, at: At) {
        self.invariants[at.in_loop].parts[at.part].values[at.row] = RowValue::Top;
        self.given_up.push(at);
    }

    /// The other bounds of the part that the round of a model comes closer to, with how fast.
    fn rising(&self, grown: &[Grown], model: &Model) -> Vec<Grown> {
        let Some(first) = grown.first() else { return Vec::new() };
        let (in_loop, part) = (first.at.in_loop, first.at.part);
        let mut evaluator = Evaluator::new(self.terms, model);
        let mut found = Vec::new();
        let of = &self.system.loops[in_loop];
        for row in 0..of.domains.len() {
            let ((back_guard, back), (_, next)) = (of.begins[0].rows[row][0], of.ends[first.end].rows[row]);
            let RowValue::AtMost(bound) = &self.invariants[in_loop].parts[part].values[row] else { continue };
            if grown.iter().any(|g| g.at.row == row) || !is_true(&mut evaluator, back_guard) {
                continue;
            }
            let (back, next) = (evaluator.value(back), evaluator.value(next));
            let value = |v: &smt::Value| v.as_bv().and_then(smt::Bv::to_i128);
            let (Some(back), Some(next), Some(old)) = (value(&back), value(&next), bound.to_i128()) else {
                continue;
            };
            let slope = next - back;
            if slope > 0 && slope <= STEEPEST {
                found.push(Grown {
                    at: At { in_loop, part, row },
                    end: first.end,
                    from_same_part: true,
                    old,
                    new: old + slope,
                });
            }
        }
        found
    }

    /// Raises a bound to the largest one that the loop still exceeds along the model's path.
    fn climb(&mut self, grown: Grown, model: &Model) -> Result<(), Stopped> {
        let at = grown.at;
        let of = &self.system.loops[at.in_loop];
        let domain = of.domains[at.row];
        let next = of.ends[grown.end].rows[at.row].1;
        let Domain::UpperBound { most } = domain else { return Ok(()) };
        let RowValue::AtMost(bound) = &self.invariants[at.in_loop].parts[at.part].values[at.row] else {
            return Ok(());
        };
        let width = bound.width();
        let Some(mut lowest) = bound.to_i128() else { return Ok(()) };
        let symbolic = self.terms.var(&format!("bound{width}"), Sort::Bv(width));
        let mut question = self.assumptions(grown.from_same_part.then_some(at));
        let splits = self.invariants[at.in_loop].parts[at.part].splits.clone();
        let (begin, end) = (&of.begins[0], &of.ends[grown.end]);
        question.extend([end.reached, in_part(self.terms, &end.splits, &splits), end.rows[at.row].0]);
        if grown.from_same_part {
            // A round leads from within a symbolic bound beyond it.
            let (back_guard, back) = begin.rows[at.row][0];
            let within = at_most(self.terms, back, symbolic);
            let not_beyond = at_most(self.terms, next, symbolic);
            let beyond = self.terms.not(not_beyond);
            let before = in_part(self.terms, &begin.splits, &splits);
            question.extend([begin.active, before, back_guard, within, beyond]);
        }
        let path = self.path(model);
        question.extend(path);
        // Unbounded growth is frequent, and small bounds are more frequent than large ones: ask for the extreme first, then in
        // steps that double.
        let mut highest = most;
        let mut step = 1i128;
        let mut target = most - 1;
        while lowest < highest {
            let goal = self.terms.bv_signed(width, target);
            question.push(match grown.from_same_part {
                true => self.terms.sle(goal, symbolic),
                false => {
                    let within = at_most(self.terms, next, goal);
                    self.terms.not(within)
                }
            });
            let answer = self.ask_step(&question)?;
            question.pop();
            match answer {
                // What the round's inputs make is met again, in another model.
                Step::TooHard if !grown.from_same_part => return Ok(()),
                Step::TooHard => {
                    self.give_up(at);
                    return Ok(());
                }
                Step::Exceeded(model) => {
                    let mut evaluator = Evaluator::new(self.terms, &model);
                    let seen = evaluator.value(next);
                    let value = &mut self.invariants[at.in_loop].parts[at.part].values[at.row];
                    *value = value.join(domain, &seen);
                    match value {
                        RowValue::AtMost(bound) => lowest = bound.to_i128().unwrap_or(most).max(lowest + 1),
                        _ => return Ok(()),
                    }
                    step = step.saturating_mul(2);
                }
                Step::Holds => {
                    // No bound from the target on is exceeded.
                    highest = target;
                    step = 1;
                }
            }
            target = match highest == most - 1 {
                true => lowest.saturating_add(step).min(highest - 1).max(lowest),
                false => lowest + (highest - lowest) / 2,
            };
        }
        Ok(())
    }

    /// The path of a model, as literals.
    fn path(&mut self, model: &Model) -> Vec<TermId> {
        let choices = &self.system.choices[..self.group.choices];
        let values: Vec<bool> = {
            let mut evaluator = Evaluator::new(self.terms, model);
            choices.iter().map(|&c| is_true(&mut evaluator, c)).collect()
        };
        let mut out = Vec::with_capacity(values.len());
        for (&choice, value) in choices.iter().zip(values) {
            out.push(if value { choice } else { self.terms.not(choice) });
        }
        out
    }
}

fn is_true(evaluator: &mut Evaluator<'_>, t: TermId) -> bool {
    evaluator.value(t).as_bool() == Some(true)
}
