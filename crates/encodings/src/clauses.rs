//! The clauses of a program without a heap: a predicate for each location and relation, for each function its entry and what it does.

use crate::program::{FunctionId, Global, Location, LocationId, Program, RelationId, Statement};
use base::{FxHashMap, IndexVec};
use horn::{Atom, PredId, System};
use smt::{Limits, Sort, TermId, Terms};

/// A clause without a head, and what it says if it applies.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    pub clause: usize,
    /// A number of `Program::labels`.
    pub label: usize,
}

#[derive(Debug)]
pub struct Clauses {
    pub system: System,
    pub queries: Vec<Query>,
    pub relations: IndexVec<RelationId, PredId>,
}

struct Translation<'a> {
    terms: &'a mut Terms,
    program: &'a Program,
    system: System,
    queries: Vec<Query>,
    relations: IndexVec<RelationId, PredId>,
    locations: IndexVec<LocationId, PredId>,
    /// Entry and summary.
    functions: IndexVec<FunctionId, (PredId, PredId)>,
    limits: &'a Limits,
    /// Something was left out: the clauses are of no use.
    is_too_large: bool,
}

#[derive(Clone)]
struct State {
    values: FxHashMap<TermId, TermId>,
    constraint: TermId,
    atoms: Vec<Atom>,
    /// Relations that were shown and that nothing has asked for since. A run that ends before anything does need not have shown
    /// them, so that what is assumed in between counts.
    shown: Vec<Atom>,
    /// Globals and parameters when the function was entered.
    entry: Vec<TermId>,
}

impl State {
    fn of(&self, terms: &mut Terms, term: TermId) -> TermId {
        terms.substitute(term, &self.values)
    }

    fn all(&self, terms: &mut Terms, list: &[TermId]) -> Vec<TermId> {
        list.iter().map(|t| terms.substitute(*t, &self.values)).collect()
    }
}

/// More clauses are not made: ways that part at every access are as many as their combinations.
const MOST_CLAUSES: usize = 20_000;

/// The clauses of a program without heaps: those are to be encoded first. Or why there are none.
pub fn clauses(terms: &mut Terms, program: &Program, limits: &Limits) -> Result<Clauses, &'static str> {
    if !program.heaps.is_empty() {
        return Err("a heap is left");
    }
    let mut system = System::new();
    let globals: Vec<Sort> = program.globals.iter().map(|g| terms.sort(g.variable)).collect();
    let changing: Vec<Sort> =
        program.globals.iter().filter(|g| !g.constant).map(|g| terms.sort(g.variable)).collect();
    let sorts = |terms: &Terms, list: &[TermId]| list.iter().map(|v| terms.sort(*v)).collect::<Vec<_>>();
    let mut functions = IndexVec::new();
    for function in program.functions.iter() {
        let params = sorts(terms, &program.locations[function.entry].variables);
        let entry: Vec<Sort> = globals.iter().chain(&params).copied().collect();
        let summary = entry.iter().chain(&changing).chain(&function.results).copied().collect();
        functions.push((
            system.predicate(format!("enter_{}", function.name), entry),
            system.predicate(format!("does_{}", function.name), summary),
        ));
    }
    let mut locations = IndexVec::new();
    for location in program.locations.iter() {
        let mut all = Vec::new();
        if let Some(function) = location.function {
            all.extend(globals.iter().copied());
            all.extend(sorts(terms, &program.locations[program.functions[function].entry].variables));
        }
        all.extend(globals.iter().copied());
        all.extend(sorts(terms, &location.variables));
        locations.push(system.predicate(location.name.clone(), all));
    }
    let relations =
        program.relations.iter().map(|r| system.predicate(r.name.clone(), r.sorts.clone())).collect();
    let mut this = Translation {
        terms,
        program,
        system,
        queries: Vec::new(),
        relations,
        locations,
        functions,
        limits,
        is_too_large: false,
    };
    for (id, location) in program.locations.iter_enumerated() {
        this.location(id, location);
        if this.is_too_large {
            return Err("there are too many clauses, or the time is up");
        }
    }
    Ok(Clauses { system: this.system, queries: this.queries, relations: this.relations })
}

impl Translation<'_> {
    fn fresh(&mut self, like: TermId) -> TermId {
        let sort = self.terms.sort(like);
        self.terms.fresh("c", sort)
    }

    fn location(&mut self, id: LocationId, location: &Location) {
        let program = self.program;
        let mut values: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut state = State {
            values: FxHashMap::default(),
            constraint: TermId::TRUE,
            atoms: Vec::new(),
            shown: Vec::new(),
            entry: Vec::new(),
        };
        if id.raw() == 0 {
            for Global { variable, initial, .. } in &program.globals {
                let first = match initial {
                    Some(term) => *term,
                    None => self.fresh(*variable),
                };
                values.insert(*variable, first);
            }
        } else {
            let all = program.globals.iter().map(|g| &g.variable).chain(&location.variables);
            for variable in all {
                let new = self.fresh(*variable);
                values.insert(*variable, new);
            }
            let mut args = Vec::new();
            let is_entry = location.function.is_some_and(|f| program.functions[f].entry == id);
            if let Some(function) = location.function {
                let params = &program.locations[program.functions[function].entry].variables;
                let at_entry: Vec<TermId> =
                    program.globals.iter().map(|g| g.variable).chain(params.iter().copied()).collect();
                let constants = program.globals.len();
                for (i, variable) in at_entry.iter().enumerate() {
                    let constant = i < constants && program.globals[i].constant;
                    let same = (is_entry || constant).then(|| values.get(variable).copied()).flatten();
                    let term = same.unwrap_or_else(|| self.fresh(*variable));
                    state.entry.push(term);
                }
                args.extend(&state.entry);
            }
            args.extend(
                program.globals.iter().map(|g| &g.variable).chain(&location.variables).map(|v| values[v]),
            );
            if let Some(function) = location.function.filter(|_| is_entry) {
                let atom = Atom { pred: self.functions[function].0, args: state.entry.clone() };
                self.system.clause(
                    Some(Atom { pred: self.locations[id], args: args.clone() }),
                    vec![atom],
                    TermId::TRUE,
                );
            }
            state.atoms.push(Atom { pred: self.locations[id], args });
        }
        state.values = values;
        for way in &location.ways {
            self.run(location.function, vec![state.clone()], way);
        }
    }

    fn run(&mut self, function: Option<FunctionId>, mut states: Vec<State>, way: &[Statement]) -> Vec<State> {
        for statement in way {
            let mut next = Vec::new();
            for state in states {
                self.is_too_large |= next.len().max(self.system.clauses.len()) > MOST_CLAUSES
                    || self.limits.exceeded().is_some();
                if self.is_too_large {
                    return Vec::new();
                }
                self.step(function, state, statement, &mut next);
            }
            next.retain(|state| state.constraint != TermId::FALSE);
            states = next;
        }
        states
    }

    /// Clauses for what was shown.
    fn flush(&mut self, state: &mut State) {
        for head in std::mem::take(&mut state.shown) {
            self.system.clause(Some(head), state.atoms.clone(), state.constraint);
        }
    }

    fn step(
        &mut self,
        function: Option<FunctionId>,
        mut state: State,
        statement: &Statement,
        next: &mut Vec<State>,
    ) {
        let program = self.program;
        match statement {
            Statement::Assume(condition) => {
                let holds = state.of(self.terms, *condition);
                state.constraint = self.terms.and(state.constraint, holds);
            }
            Statement::Assert(condition, label) => {
                let holds = state.of(self.terms, *condition);
                let fails = self.terms.not(holds);
                let fails = self.terms.and(state.constraint, fails);
                if fails != TermId::FALSE {
                    let clause = self.system.clauses.len();
                    self.queries.push(Query { clause, label: *label });
                    self.system.clause(None, state.atoms.clone(), fails);
                }
                state.constraint = self.terms.and(state.constraint, holds);
            }
            Statement::Set(variable, term) => {
                let value = state.of(self.terms, *term);
                state.values.insert(*variable, value);
            }
            Statement::Havoc(variable) => {
                let any = self.fresh(*variable);
                state.values.insert(*variable, any);
            }
            Statement::If(condition, then, otherwise) => {
                let holds = state.of(self.terms, *condition);
                let not = self.terms.not(holds);
                if then.iter().chain(otherwise).any(Statement::is_fork)
                    || holds == TermId::TRUE
                    || not == TermId::TRUE
                {
                    for (when, body) in [(holds, then), (not, otherwise)] {
                        let mut way = state.clone();
                        way.constraint = self.terms.and(way.constraint, when);
                        if way.constraint != TermId::FALSE {
                            next.extend(self.run(function, vec![way], body));
                        }
                    }
                    return;
                }
                let [a, b] = [(holds, then), (not, otherwise)].map(|(when, body)| {
                    let mut way = state.clone();
                    way.constraint = self.terms.and(way.constraint, when);
                    let before = way.shown.len();
                    let mut way = self.run(function, vec![way], body).pop()?;
                    // What one branch shows is shown on its condition.
                    let inside = way.shown.split_off(before);
                    let outside = std::mem::replace(&mut way.shown, inside);
                    self.flush(&mut way);
                    way.shown = outside;
                    Some(way)
                });
                match (a, b) {
                    (Some(a), Some(b)) => {
                        for (variable, value) in &a.values {
                            let other = b.values.get(variable).copied().unwrap_or(*variable);
                            let both = self.terms.ite(holds, *value, other);
                            state.values.insert(*variable, both);
                        }
                        for (variable, value) in &b.values {
                            if !a.values.contains_key(variable) {
                                let both = self.terms.ite(holds, *variable, *value);
                                state.values.insert(*variable, both);
                            }
                        }
                        state.constraint = self.terms.or(a.constraint, b.constraint);
                    }
                    (one, other) => {
                        next.extend(one.or(other));
                        return;
                    }
                }
            }
            Statement::Shown(relation, args) => {
                let args = state.all(self.terms, args);
                state.shown.push(Atom { pred: self.relations[*relation], args });
            }
            Statement::Given(relation, args) => {
                self.flush(&mut state);
                let args = state.all(self.terms, args);
                state.atoms.push(Atom { pred: self.relations[*relation], args });
            }
            Statement::Call { function: callee, args, results } => {
                self.flush(&mut state);
                let (enter, does) = self.functions[*callee];
                let globals: Vec<TermId> = program.globals.iter().map(|g| g.variable).collect();
                let mut given = state.all(self.terms, &globals);
                given.extend(state.all(self.terms, args));
                let head = Atom { pred: enter, args: given.clone() };
                self.system.clause(Some(head), state.atoms.clone(), state.constraint);
                let changing = program.globals.iter().filter(|g| !g.constant).map(|g| g.variable);
                for variable in changing.chain(results.iter().copied()) {
                    let new = self.fresh(variable);
                    state.values.insert(variable, new);
                    given.push(new);
                }
                state.atoms.push(Atom { pred: does, args: given });
            }
            Statement::Goto(target, args) => {
                self.flush(&mut state);
                let mut all = state.entry.clone();
                let globals: Vec<TermId> = program.globals.iter().map(|g| g.variable).collect();
                all.extend(state.all(self.terms, &globals));
                all.extend(state.all(self.terms, args));
                let head = Atom { pred: self.locations[*target], args: all };
                self.system.clause(Some(head), state.atoms, state.constraint);
                return;
            }
            Statement::Return(values) => {
                let Some(function) = function else { return };
                self.flush(&mut state);
                let mut all = state.entry.clone();
                let changing: Vec<TermId> =
                    program.globals.iter().filter(|g| !g.constant).map(|g| g.variable).collect();
                all.extend(state.all(self.terms, &changing));
                all.extend(state.all(self.terms, values));
                let head = Atom { pred: self.functions[function].1, args: all };
                self.system.clause(Some(head), state.atoms, state.constraint);
                return;
            }
            Statement::Alloc { .. } | Statement::Read { .. } | Statement::Write { .. } => {
                unreachable!("a program without heaps has no heap operations")
            }
        }
        next.push(state);
    }
}
