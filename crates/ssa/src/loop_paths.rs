//! Access paths around a cut loop: those that its head sees are free variables, of which rows are looked for.

use crate::build::Builder;
use crate::loops::Changed;
use crate::paths::Paths;
use crate::state::State;
use crate::{LoopVariable, Path, PathEnd, Witness};
use encode::pointer::{ObjectId, Value};
use smt::{Sort, TermId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A path between two slots at the head of a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeadPath {
    link: u64,
    from: PathEnd,
    to: PathEnd,
    variable: TermId,
}

impl Builder<'_> {
    /// The paths at the head of a loop: free variables, which are what the loop is entered with in the first round.
    pub(crate) fn paths_at_head(
        &mut self,
        state: &mut State,
        entry: &State,
        number: usize,
        select: TermId,
        first: &mut Vec<(TermId, TermId)>,
    ) -> Vec<HeadPath> {
        let mut all = Vec::new();
        if !self.follows_paths() {
            return all;
        }
        let mut paths = Paths::new();
        let none = self.no_object();
        let mut slots = self.slots(state);
        slots.push((PathEnd::Null, none));
        for link in self.options.links.clone() {
            for &(from, a) in &slots {
                for &(to, b) in &slots {
                    if from == to || from == PathEnd::Null || paths.contains_key(&(link, a, b)) {
                        continue;
                    }
                    let name = format!("l{number}.path{link}.{from:?}.{to:?}");
                    let variable = self.terms.var(&name, Sort::Bool);
                    let before = self.slot_path(entry, link, from, to);
                    let equal = self.terms.eq(variable, before);
                    let fact = self.terms.or(select, equal);
                    self.out.facts.push(fact);
                    first.push((variable, before));
                    if a != b {
                        paths.insert((link, a, b), variable);
                    }
                    all.push(HeadPath { link, from, to, variable });
                }
            }
        }
        state.paths = Rc::new(paths);
        self.path_axioms(state, &slots, &all);
        all
    }

    /// What is true of all paths where control is at the head: they go on, a path to null goes through objects whose paths end
    /// there, and two objects of it that lead to each other are one. Elsewhere the variables mean nothing.
    fn path_axioms(&mut self, state: &State, slots: &[(PathEnd, TermId)], all: &[HeadPath]) {
        let known: BTreeMap<(u64, PathEnd, PathEnd), TermId> =
            all.iter().map(|path| ((path.link, path.from, path.to), path.variable)).collect();
        let mut facts = Vec::new();
        for link in self.options.links.clone() {
            let get = |from: PathEnd, to: PathEnd| known.get(&(link, from, to)).copied();
            for &(a, x) in slots {
                for &(b, y) in slots.iter().filter(|(b, _)| *b != a && *b != PathEnd::Null) {
                    let Some(comes) = get(a, b) else { continue };
                    let (same, none) = (self.same_object(&Paths::new(), x, y), self.no_object());
                    let is_object = self.terms.ne(y, none);
                    facts.push((vec![same, is_object], comes));
                    for &(c, _) in slots.iter().filter(|(c, _)| *c != a && *c != b) {
                        if let (Some(on), Some(all)) = (get(b, c), get(a, c)) {
                            facts.push((vec![comes, on], all));
                        }
                    }
                    if let (Some(ends), Some(others)) = (get(a, PathEnd::Null), get(b, PathEnd::Null)) {
                        facts.push((vec![comes, ends], others));
                        if let Some(back) = get(b, a) {
                            facts.push((vec![comes, back, ends], same));
                        }
                    }
                }
            }
        }
        for (conditions, follows) in facts {
            let all = self.terms.and_all(conditions.into_iter().chain([state.guard]));
            let fact = self.terms.implies(all, follows);
            self.out.facts.push(fact);
        }
    }

    /// The path between two slots. One to a pointer that is null counts as one to null only.
    fn slot_path(&mut self, state: &State, link: u64, from: PathEnd, to: PathEnd) -> TermId {
        let ends = (self.slot_term(state, from), self.slot_term(state, to));
        let (Some(a), Some(b)) = ends else { return self.free_path() };
        let paths = Rc::clone(&state.paths);
        let path = self.path(&paths, link, a, b);
        if to == PathEnd::Null {
            return path;
        }
        let none = self.no_object();
        let is_object = self.terms.ne(b, none);
        self.terms.and(path, is_object)
    }

    /// The paths of a loop as variables: each one, those to objects that are not there any more, and that some pointer comes to an
    /// object.
    pub(crate) fn path_variables(
        &mut self,
        changed: &Changed,
        (head, next): (&State, &State),
        paths: &[HeadPath],
        witnesses: &[Witness],
    ) -> Vec<LoopVariable> {
        let mut variables = Vec::new();
        let mut held: BTreeMap<ObjectId, (TermId, TermId)> = BTreeMap::new();
        for path in paths {
            let after = self.slot_path(next, path.link, path.from, path.to);
            let mut guards: Option<(TermId, TermId)> = None;
            for end in [path.from, path.to] {
                if let PathEnd::Object(id) = end {
                    let (back, now) = self.live_around(changed, (head, next), id);
                    guards = Some(match guards {
                        None => (back, now),
                        Some((a, b)) => (self.terms.and(a, back), self.terms.and(b, now)),
                    });
                }
            }
            let said = Path { link: path.link, from: path.from, to: path.to };
            variables.push(self.path_variable(path.variable, after, guards, Some(said)));
            let PathEnd::Object(id) = path.to else { continue };
            if matches!(path.from, PathEnd::Object(_)) {
                continue;
            }
            let (x, y) = held.get(&id).copied().unwrap_or((TermId::FALSE, TermId::FALSE));
            held.insert(id, (self.terms.or(x, path.variable), self.terms.or(y, after)));
            if let Some(witness) = witnesses.iter().find(|w| w.object == id) {
                let gone = [0, 1].map(|side| self.terms.not(witness.live[side]));
                let (x, y) = (self.terms.and(path.variable, gone[0]), self.terms.and(after, gone[1]));
                variables.push(self.path_variable(x, y, None, None));
            }
        }
        let none = self.no_object();
        let mut pointers: Vec<PathEnd> = paths.iter().map(|path| path.from).collect();
        pointers.dedup();
        for end in pointers {
            let sides = (self.slot_term(head, end), self.slot_term(next, end));
            let (Some(a), Some(b), false) = (sides.0, sides.1, matches!(end, PathEnd::Object(_))) else {
                continue;
            };
            // While there are blocks a pointer leads to one.
            let (back, now) = (self.terms.ne(a, none), self.terms.ne(b, none));
            for witness in witnesses {
                let guards = (witness.live[0], witness.live[1]);
                variables.push(self.path_variable(back, now, Some(guards), None));
            }
        }
        for (id, (back, now)) in held {
            let guards = self.live_around(changed, (head, next), id);
            variables.push(self.path_variable(back, now, Some(guards), None));
        }
        variables
    }

    fn path_variable(
        &mut self,
        back: TermId,
        next: TermId,
        guards: Option<(TermId, TermId)>,
        path: Option<Path>,
    ) -> LoopVariable {
        let [back, next] = [back, next].map(|t| Value::Number(self.terms.bool_to_bv(t, 1)));
        LoopVariable { back, next, head: back, ghost: true, guards, path, ..LoopVariable::default() }
    }
}
