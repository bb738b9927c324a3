//! Determinisation: what is chosen once becomes an input, which is chosen before the program starts; a loop that goes on as long as
//! somebody says becomes one with a number of rounds; what is chosen again and again is read from an array of inputs with a counter.
//!
//! It buys completeness of the encodings with inputs among the arguments of relations. Of an array, one cell is followed, whose number is
//! chosen before the program starts, too: what is read from the others stays a choice, which is sound.

use crate::program::{Global, LocationId, Program, Statement};
use base::{FxHashMap, FxHashSet};
use smt::{Op, Sort, TermId, Terms};

/// A number of rounds has at least so many bits more than all variables of the program together: no loop counts so far without
/// being in the same state again.
const MORE_BITS: u32 = 80;
/// All cells of an array are followed if its indexes are so narrow.
const FEW_CELLS: u32 = 2;

/// The same program with inputs instead of choices, as far as they are recognised.
pub fn determinise(terms: &mut Terms, program: &Program) -> Program {
    let mut bits: u32 = MORE_BITS;
    for location in program.locations.iter() {
        bits += location.variables.iter().map(|v| terms.width(*v).max(1)).sum::<u32>();
    }
    for heap in program.heaps.iter() {
        bits += heap.fields.iter().map(|f| if let Sort::Bv(width) = f.sort { width } else { 1 }).sum::<u32>();
    }
    determinise_to(terms, program, bits)
}

/// The same with numbers of rounds and indexes of so many bits, which are to be more than any loop of the program counts.
pub fn determinise_to(terms: &mut Terms, program: &Program, bits: u32) -> Program {
    let mut result = program.clone();
    once(terms, &mut result);
    rounds(terms, &mut result, bits);
    elsewhere(terms, &mut result, bits);
    result
}

/// Choices at the start are made once.
fn once(terms: &Terms, program: &mut Program) {
    let Some(start) = program.locations.iter_mut().next() else { return };
    let mut chosen: Vec<TermId> = Vec::new();
    for way in &mut start.ways {
        // A variable that is chosen twice in a way is two inputs.
        let mut counts: FxHashMap<TermId, u32> = FxHashMap::default();
        for statement in way.iter() {
            if let Statement::Havoc(variable) | Statement::Set(variable, _) = statement {
                *counts.entry(*variable).or_default() += 1;
            }
        }
        let is_input = |s: &Statement| matches!(s, Statement::Havoc(v) if counts[v] == 1);
        chosen.extend(way.iter().filter(|s| is_input(s)).filter_map(|s| match s {
            Statement::Havoc(variable) => Some(*variable),
            _ => None,
        }));
        way.retain(|s| !is_input(s));
    }
    chosen.sort_unstable();
    chosen.dedup();
    for variable in chosen {
        debug_assert!(terms.is_variable(variable));
        program.globals.push(Global { variable, initial: None, constant: true });
        program.inputs.push(variable);
    }
}

/// What is chosen behind the start: an input at a location that is not come back to, and an array with a counter at all others, for each variable
/// of a location. Its ways have the same ones: which of them is taken depends on what is chosen.
fn elsewhere(terms: &mut Terms, program: &mut Program, bits: u32) {
    for index in 0..program.locations.len() {
        let id = LocationId::from_raw(index as u32);
        let is_again = program.locations[id].function.is_some() || {
            let mut all = program.locations[id].ways.iter().flatten();
            all.any(|s| matches!(s, Statement::Goto(to, _) if reaches(program, *to, id)))
        };
        let (mut arrays, mut single) = (FxHashMap::default(), FxHashMap::default());
        for number in 0..program.locations[id].ways.len() {
            let mut way = std::mem::take(&mut program.locations[id].ways[number]);
            let mut inputs = Inputs {
                terms,
                program,
                bits,
                is_again,
                arrays: &mut arrays,
                single: &mut single,
                number: 0,
            };
            inputs.replace(&mut way);
            program.locations[id].ways[number] = way;
        }
    }
}

/// An array of inputs: the number of the next one, and the cells that are followed.
#[derive(Clone)]
struct Array {
    next: TermId,
    cells: Vec<(TermId, TermId)>,
}

struct Inputs<'a> {
    terms: &'a mut Terms,
    program: &'a mut Program,
    bits: u32,
    is_again: bool,
    arrays: &'a mut FxHashMap<TermId, Array>,
    /// By the variable, and how many choices are before this one in the way.
    single: &'a mut FxHashMap<(TermId, u32), TermId>,
    number: u32,
}

impl Inputs<'_> {
    fn input(&mut self, name: &str, sort: Sort) -> TermId {
        let variable = self.terms.fresh(name, sort);
        self.program.globals.push(Global { variable, initial: None, constant: true });
        self.program.inputs.push(variable);
        variable
    }

    fn replace(&mut self, statements: &mut Vec<Statement>) {
        for mut statement in std::mem::take(statements) {
            match &mut statement {
                Statement::If(_, then, otherwise) => {
                    self.replace(then);
                    self.replace(otherwise);
                    statements.push(statement);
                }
                Statement::Havoc(variable) if self.is_again => self.read(*variable, statements),
                Statement::Havoc(variable) => {
                    self.number += 1;
                    let (sort, key) = (self.terms.sort(*variable), (*variable, self.number));
                    let input = match self.single.get(&key) {
                        Some(input) => *input,
                        None => self.input("input", sort),
                    };
                    self.single.insert(key, input);
                    statements.push(Statement::Set(*variable, input));
                }
                _ => statements.push(statement),
            }
        }
    }

    /// `variable = inputs[next++]`. The last index is that of all reads for which there is no other: nothing is followed there.
    fn read(&mut self, variable: TermId, out: &mut Vec<Statement>) {
        let Array { next, cells } = self.array(variable);
        let (zero, one) = (self.terms.bv_const(self.bits, 0), self.terms.bv_const(self.bits, 1));
        let last = self.terms.bvnot(zero);
        let is_last = self.terms.eq(next, last);
        let is_cell = self.terms.not(is_last);
        let mut read = vec![Statement::Havoc(variable)];
        for (cell, value) in cells {
            let here = self.terms.eq(next, cell);
            let here = self.terms.and(here, is_cell);
            read = vec![Statement::If(here, vec![Statement::Set(variable, value)], read)];
        }
        out.extend(read);
        let more = self.terms.add(next, one);
        let more = self.terms.ite(is_last, next, more);
        out.push(Statement::Set(next, more));
    }

    fn array(&mut self, variable: TermId) -> Array {
        if let Some(array) = self.arrays.get(&variable) {
            return array.clone();
        }
        let index = Sort::Bv(self.bits);
        let next = self.terms.fresh("next", index);
        let first = self.terms.bv_const(self.bits, 0);
        self.program.globals.push(Global { variable: next, initial: Some(first), constant: false });
        let sort = self.terms.sort(variable);
        let mut cells = Vec::new();
        if self.bits <= FEW_CELLS {
            for number in 0..(1 << self.bits) - 1 {
                cells.push((self.terms.bv_const(self.bits, number), self.input("input", sort)));
            }
        } else {
            let cell = self.input("followed", index);
            cells.push((cell, self.input("input", sort)));
        }
        let array = Array { next, cells };
        self.arrays.insert(variable, array.clone());
        array
    }
}

/// A location whose ways are chosen by whether one value is zero, and which is not come back to once it was left.
fn rounds(terms: &mut Terms, program: &mut Program, bits: u32) {
    for index in 1..program.locations.len() {
        let id = LocationId::from_raw(index as u32);
        if program.locations[id].function.is_some() {
            continue;
        }
        let Some((choice, stops)) = choice(terms, program, id) else { continue };
        let rounds = terms.fresh("rounds", Sort::Bv(bits));
        let left = terms.fresh("left", Sort::Bv(bits));
        let (none, one) = (terms.bv_const(bits, 0), terms.bv_const(bits, 1));
        let (is_last, fewer) = (terms.eq(left, none), terms.sub(left, one));
        let more = terms.not(is_last);
        program.globals.push(Global { variable: rounds, initial: None, constant: true });
        program.globals.push(Global { variable: left, initial: Some(rounds), constant: false });
        program.inputs.push(rounds);
        let value = match terms.sort(choice) {
            Sort::Bool => more,
            Sort::Bv(width) => terms.bool_to_bv(more, width),
        };
        let map: FxHashMap<TermId, TermId> = [(choice, value)].into_iter().collect();
        for (way, stops) in program.locations[id].ways.iter_mut().zip(stops) {
            way.retain(|s| *s != Statement::Havoc(choice));
            way.iter_mut().for_each(|s| s.for_each_term(&mut |t| *t = terms.substitute(*t, &map)));
            if !stops {
                let end = way.len().saturating_sub(1);
                way.insert(end, Statement::Set(left, fewer));
            }
        }
    }
}

/// The value that a location's ways depend on by its being zero or not, and which ways need it to be zero.
fn choice(terms: &mut Terms, program: &Program, id: LocationId) -> Option<(TermId, Vec<bool>)> {
    let location = &program.locations[id];
    let first = location.ways.first()?;
    let candidates: Vec<TermId> =
        first.iter().filter_map(|s| if let Statement::Havoc(v) = s { Some(*v) } else { None }).collect();
    'candidates: for choice in candidates {
        let zero = match terms.sort(choice) {
            Sort::Bool => terms.not(choice),
            Sort::Bv(width) => {
                let zero = terms.bv_const(width, 0);
                terms.eq(choice, zero)
            }
        };
        let mut stops = Vec::new();
        for way in &location.ways {
            if way.iter().filter(|s| **s == Statement::Havoc(choice)).count() != 1 {
                continue 'candidates;
            }
            let mut stop = None;
            for statement in way {
                match statement {
                    Statement::Havoc(v) if *v == choice => {}
                    Statement::Assume(condition) => {
                        for part in conjuncts(terms, *condition) {
                            if part == zero {
                                stop = Some(true);
                            } else if terms.op(part) == Op::Not && terms.args(part)[0] == zero
                                || part == choice
                            {
                                stop = Some(false);
                            } else if terms.variables_of(&[part]).contains(&choice) {
                                continue 'candidates;
                            }
                        }
                    }
                    other => {
                        let mut used = false;
                        other
                            .clone()
                            .for_each_term(&mut |t| used |= terms.variables_of(&[*t]).contains(&choice));
                        if used {
                            continue 'candidates;
                        }
                    }
                }
            }
            let Some(stop) = stop else { continue 'candidates };
            if stop && way.iter().any(|s| matches!(s, Statement::Goto(to, _) if reaches(program, *to, id))) {
                continue 'candidates;
            }
            // Whoever goes on comes back here next, or never.
            if !stop && way.iter().any(|s| matches!(s, Statement::Goto(to, _) if *to != id)) {
                continue 'candidates;
            }
            stops.push(stop);
        }
        return Some((choice, stops));
    }
    None
}

fn conjuncts(terms: &Terms, term: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut stack = vec![term];
    while let Some(t) = stack.pop() {
        match terms.op(t) {
            Op::And => stack.extend(terms.args(t)),
            _ => found.push(t),
        }
    }
    found
}

fn reaches(program: &Program, from: LocationId, to: LocationId) -> bool {
    let mut seen: FxHashSet<LocationId> = FxHashSet::default();
    let mut stack = vec![from];
    while let Some(id) = stack.pop() {
        if id == to {
            return true;
        }
        if !seen.insert(id) {
            continue;
        }
        for statement in program.locations[id].ways.iter().flatten() {
            if let Statement::Goto(next, _) = statement {
                stack.push(*next);
            }
        }
    }
    false
}
