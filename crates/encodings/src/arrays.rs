//! The theory of heaps for solvers that know arrays: a heap is the number of its objects, and an array from addresses to values for each
//! field. The clauses are text only; our own solver and the check of solutions know no arrays.
//!
//! | theory of heaps | here |
//! | --- | --- |
//! | `emptyHeap` | no objects, any arrays |
//! | `allocate` | one object more, stored at the new number |
//! | `valid` | not zero, and at most the number of objects |
//! | `read` | `select`, zeros where the address is not valid |
//! | `write` | `store` where the address is valid |

use crate::program::{Address, FunctionId, Heap, HeapId, LocationId, Program, Statement, most_objects, zero};
use base::FxHashMap;
use horn::text::{sort_text, term_text};
use smt::{Limits, Sort, TermId, Terms};
use std::fmt::Write as _;

/// A heap at one moment: how many objects there are, and the names of the arrays.
#[derive(Clone, Debug)]
struct Memory {
    size: TermId,
    arrays: Vec<String>,
}

#[derive(Clone, Debug)]
struct State {
    values: FxHashMap<TermId, TermId>,
    memories: Vec<Memory>,
    /// Everything that the body says, as text, and the terms in it.
    body: Vec<String>,
    used: Vec<TermId>,
    arrays: Vec<(String, String)>,
    /// The arguments of the function's entry, as text.
    entry: Vec<String>,
}

struct Writer<'a> {
    terms: &'a mut Terms,
    program: &'a Program,
    limits: &'a Limits,
    out: String,
    clauses: usize,
    names: usize,
}

const MOST_CLAUSES: usize = 20_000;

/// The program as a script in SMT-LIB's logic HORN, with arrays.
pub fn with_arrays(terms: &mut Terms, program: &Program, limits: &Limits) -> Result<String, &'static str> {
    let out = String::from("(set-logic HORN)\n");
    let mut writer = Writer { terms, program, limits, out, clauses: 0, names: 0 };
    writer.declare();
    for (id, location) in program.locations.iter_enumerated() {
        let state = writer.begin(id);
        for way in &location.ways {
            writer.run(location.function, vec![state.clone()], way)?;
        }
    }
    writer.out.push_str("(check-sat)\n");
    Ok(writer.out)
}

impl Writer<'_> {
    fn array_sorts(&self, heap: &Heap) -> Vec<String> {
        let field = |sort: Sort| match heap.element {
            Some(width) => format!("(Array {} {})", sort_text(Sort::Bv(width)), sort_text(sort)),
            None => sort_text(sort),
        };
        let address = sort_text(Sort::Bv(heap.address));
        heap.fields.iter().map(|f| format!("(Array {address} {})", field(f.sort))).collect()
    }

    /// What every location has: globals and heaps.
    fn common(&self) -> Vec<String> {
        let mut sorts: Vec<String> =
            self.program.globals.iter().map(|g| sort_text(self.terms.sort(g.variable))).collect();
        for heap in self.program.heaps.iter() {
            sorts.push(sort_text(Sort::Bv(heap.address)));
            sorts.extend(self.array_sorts(heap));
        }
        sorts
    }

    fn variable_sorts(&self, id: LocationId) -> Vec<String> {
        self.program.locations[id].variables.iter().map(|v| sort_text(self.terms.sort(*v))).collect()
    }

    fn name(&self, id: LocationId) -> String {
        format!("|{}_{}|", self.program.locations[id].name, id.raw())
    }

    fn function_names(&self, id: FunctionId) -> [String; 2] {
        let name = &self.program.functions[id].name;
        ["enter", "does"].map(|what| format!("|{what}_{name}_{}|", id.raw()))
    }

    fn declare(&mut self) {
        let common = self.common();
        for (id, location) in self.program.locations.iter_enumerated().skip(1) {
            let mut sorts = Vec::new();
            if let Some(function) = location.function {
                sorts.extend(common.clone());
                sorts.extend(self.variable_sorts(self.program.functions[function].entry));
            }
            sorts.extend(common.clone());
            sorts.extend(self.variable_sorts(id));
            let _ = writeln!(self.out, "(declare-fun {} ({}) Bool)", self.name(id), sorts.join(" "));
        }
        for (id, function) in self.program.functions.iter_enumerated() {
            let [enter, does] = self.function_names(id);
            let mut sorts = common.clone();
            sorts.extend(self.variable_sorts(function.entry));
            let _ = writeln!(self.out, "(declare-fun {enter} ({}) Bool)", sorts.join(" "));
            sorts.extend(common.clone());
            sorts.extend(function.results.iter().map(|sort| sort_text(*sort)));
            let _ = writeln!(self.out, "(declare-fun {does} ({}) Bool)", sorts.join(" "));
        }
    }

    fn fresh(&mut self, sort: Sort) -> TermId {
        self.terms.fresh("a", sort)
    }

    fn array(&mut self, state: &mut State, sort: String) -> String {
        self.names += 1;
        let name = format!("h{}", self.names);
        state.arrays.push((name.clone(), sort));
        name
    }

    /// Any heaps.
    fn memories(&mut self, state: &mut State) -> Vec<Memory> {
        let program = self.program;
        let mut memories = Vec::new();
        for heap in program.heaps.iter() {
            let size = self.fresh(Sort::Bv(heap.address));
            let sorts = self.array_sorts(heap);
            let arrays = sorts.into_iter().map(|sort| self.array(state, sort)).collect();
            memories.push(Memory { size, arrays });
        }
        memories
    }

    /// Globals and heaps as arguments.
    fn common_args(&mut self, state: &mut State) -> Vec<String> {
        let globals: Vec<TermId> = self.program.globals.iter().map(|g| g.variable).collect();
        let mut args = self.all(state, &globals);
        for memory in state.memories.clone() {
            args.push(self.text(state, memory.size));
            args.extend(memory.arrays);
        }
        args
    }

    /// A term as text; its variables are bound by the clause.
    fn text(&self, state: &mut State, term: TermId) -> String {
        state.used.push(term);
        term_text(self.terms, term)
    }

    fn value(&mut self, state: &State, term: TermId) -> TermId {
        self.terms.substitute(term, &state.values)
    }

    fn all(&mut self, state: &mut State, list: &[TermId]) -> Vec<String> {
        let mut texts = Vec::new();
        for term in list {
            let value = self.value(state, *term);
            texts.push(self.text(state, value));
        }
        texts
    }

    fn assume(&self, state: &mut State, condition: TermId) {
        if condition != TermId::TRUE {
            let text = self.text(state, condition);
            state.body.push(text);
        }
    }

    fn begin(&mut self, id: LocationId) -> State {
        let program = self.program;
        let mut state = State {
            values: FxHashMap::default(),
            memories: Vec::new(),
            body: Vec::new(),
            used: Vec::new(),
            arrays: Vec::new(),
            entry: Vec::new(),
        };
        state.memories = self.memories(&mut state);
        if id.raw() == 0 {
            for global in &program.globals {
                let first = match global.initial {
                    Some(term) => self.value(&state, term),
                    None => self.fresh(self.terms.sort(global.variable)),
                };
                state.values.insert(global.variable, first);
            }
            for (memory, heap) in state.memories.iter_mut().zip(program.heaps.iter()) {
                memory.size = self.terms.bv_const(heap.address, 0);
            }
            return state;
        }
        let location = &program.locations[id];
        let globals: Vec<TermId> = program.globals.iter().map(|g| g.variable).collect();
        for variable in globals.iter().chain(&location.variables) {
            let new = self.fresh(self.terms.sort(*variable));
            state.values.insert(*variable, new);
        }
        let mut args = self.common_args(&mut state);
        args.extend(self.all(&mut state, &location.variables));
        if let Some(function) = location.function {
            let entry = program.functions[function].entry;
            if entry == id {
                state.entry = args.clone();
                let [enter, _] = self.function_names(function);
                let mut first = state.clone();
                first.body.push(apply(&enter, &args));
                let both: Vec<String> = args.iter().chain(&args).cloned().collect();
                self.clause(&first, &apply(&self.name(id), &both));
            } else {
                // What it was at the entry, of variables of its own.
                let mut before = state.clone();
                before.memories = self.memories(&mut before);
                for variable in globals.iter().chain(&program.locations[entry].variables) {
                    let new = self.fresh(self.terms.sort(*variable));
                    before.values.insert(*variable, new);
                }
                let mut texts = self.common_args(&mut before);
                texts.extend(self.all(&mut before, &program.locations[entry].variables));
                (state.used, state.arrays, state.entry) = (before.used, before.arrays, texts);
            }
            args = state.entry.iter().cloned().chain(args).collect();
        }
        state.body.push(apply(&self.name(id), &args));
        state
    }

    fn clause(&mut self, state: &State, head: &str) {
        self.clauses += 1;
        let variables = self.terms.variables_of(&state.used);
        let mut bound: Vec<String> =
            variables.iter().map(|v| format!("(x{} {})", v.raw(), sort_text(self.terms.sort(*v)))).collect();
        bound.extend(state.arrays.iter().map(|(name, sort)| format!("({name} {sort})")));
        let body = match state.body.as_slice() {
            [] => "true".to_owned(),
            [one] => one.clone(),
            many => format!("(and {})", many.join(" ")),
        };
        let _ = match bound.is_empty() {
            true => writeln!(self.out, "(assert (=> {body} {head}))"),
            false => writeln!(self.out, "(assert (forall ({}) (=> {body} {head})))", bound.join(" ")),
        };
    }

    fn run(
        &mut self,
        function: Option<FunctionId>,
        mut states: Vec<State>,
        way: &[Statement],
    ) -> Result<Vec<State>, &'static str> {
        for statement in way {
            let mut next = Vec::new();
            for state in states {
                if self.clauses.max(next.len()) > MOST_CLAUSES || self.limits.exceeded().is_some() {
                    return Err("there are too many clauses, or the time is up");
                }
                self.step(function, state, statement, &mut next)?;
            }
            states = next;
        }
        Ok(states)
    }

    /// That an address is valid; asserted with a label.
    fn valid(&mut self, state: &mut State, heap: HeapId, object: TermId, label: Option<usize>) -> TermId {
        let none = zero(self.terms, self.terms.sort(object));
        let (some, there) =
            (self.terms.ne(object, none), self.terms.ule(object, state.memories[heap.raw() as usize].size));
        let valid = self.terms.and(some, there);
        if label.is_some() {
            self.assert(state, valid);
        }
        valid
    }

    fn assert(&mut self, state: &mut State, condition: TermId) {
        let mut failing = state.clone();
        let fails = self.terms.not(condition);
        if fails != TermId::FALSE {
            self.assume(&mut failing, fails);
            self.clause(&failing, "false");
        }
        self.assume(state, condition);
    }

    /// Stores an object; `when` it is there.
    fn store(
        &mut self,
        state: &mut State,
        heap: HeapId,
        (object, element): (TermId, Option<TermId>),
        fields: &[TermId],
        when: TermId,
    ) {
        let data = &self.program.heaps[heap];
        let sorts = self.array_sorts(data);
        let at = self.text(state, object);
        let when = (when != TermId::TRUE).then(|| self.text(state, when));
        for (index, field) in fields.iter().enumerate() {
            let value = self.text(state, *field);
            let old = state.memories[heap.raw() as usize].arrays[index].clone();
            let value = match (data.element, element) {
                (None, _) => value,
                (Some(_), Some(element)) => {
                    let element = self.text(state, element);
                    format!("(store (select {old} {at}) {element} {value})")
                }
                // A new object: all its elements hold the same.
                (Some(width), None) => {
                    let inner = format!(
                        "(Array {} {})",
                        sort_text(Sort::Bv(width)),
                        sort_text(data.fields[index].sort)
                    );
                    format!("((as const {inner}) {value})")
                }
            };
            let stored = format!("(store {old} {at} {value})");
            let new = match &when {
                Some(when) => format!("(ite {when} {stored} {old})"),
                None => stored,
            };
            let name = self.array(state, sorts[index].clone());
            state.body.push(format!("(= {name} {new})"));
            state.memories[heap.raw() as usize].arrays[index] = name;
        }
    }

    fn at(&mut self, state: &State, address: Address) -> (TermId, Option<TermId>) {
        (self.value(state, address.object), address.element.map(|element| self.value(state, element)))
    }

    fn step(
        &mut self,
        function: Option<FunctionId>,
        mut state: State,
        statement: &Statement,
        next: &mut Vec<State>,
    ) -> Result<(), &'static str> {
        match statement {
            Statement::Assume(condition) => {
                let holds = self.value(&state, *condition);
                self.assume(&mut state, holds);
                if holds == TermId::FALSE {
                    return Ok(());
                }
            }
            Statement::Assert(condition, _) => {
                let holds = self.value(&state, *condition);
                self.assert(&mut state, holds);
            }
            Statement::Set(variable, term) => {
                let value = self.value(&state, *term);
                state.values.insert(*variable, value);
            }
            Statement::Havoc(variable) => {
                let any = self.fresh(self.terms.sort(*variable));
                state.values.insert(*variable, any);
            }
            Statement::If(condition, then, otherwise) => {
                let holds = self.value(&state, *condition);
                let not = self.terms.not(holds);
                for (when, body) in [(holds, then), (not, otherwise)] {
                    if when != TermId::FALSE {
                        let mut way = state.clone();
                        self.assume(&mut way, when);
                        next.extend(self.run(function, vec![way], body)?);
                    }
                }
                return Ok(());
            }
            Statement::Alloc { heap, dst, object, .. } => {
                let width = self.program.heaps[*heap].address;
                let size = state.memories[heap.raw() as usize].size;
                let most = self.terms.bv_const(width, most_objects(width));
                let below = self.terms.ult(size, most);
                self.assume(&mut state, below);
                let one = self.terms.bv_const(width, 1);
                let new = self.terms.add(size, one);
                let fields: Vec<TermId> = object.iter().map(|t| self.value(&state, *t)).collect();
                state.memories[heap.raw() as usize].size = new;
                state.values.insert(*dst, new);
                self.store(&mut state, *heap, (new, None), &fields, TermId::TRUE);
            }
            Statement::Write { heap, address, object, label, .. } => {
                let at = self.at(&state, *address);
                let valid = self.valid(&mut state, *heap, at.0, *label);
                let fields: Vec<TermId> = object.iter().map(|t| self.value(&state, *t)).collect();
                let when = if label.is_some() { TermId::TRUE } else { valid };
                self.store(&mut state, *heap, at, &fields, when);
            }
            Statement::Read { heap, dst, address, label, .. } => {
                let (object, element) = self.at(&state, *address);
                let valid = self.valid(&mut state, *heap, object, *label);
                let (at, valid) = (self.text(&mut state, object), self.text(&mut state, valid));
                for (index, variable) in dst.iter().enumerate() {
                    let sort = self.terms.sort(*variable);
                    let nothing = zero(self.terms, sort);
                    let nothing = self.text(&mut state, nothing);
                    let array = &state.memories[heap.raw() as usize].arrays[index];
                    let mut read = format!("(select {array} {at})");
                    if let Some(element) = element {
                        let element = self.text(&mut state, element);
                        read = format!("(select {read} {element})");
                    }
                    let value = self.fresh(sort);
                    let name = self.text(&mut state, value);
                    state.body.push(format!("(= {name} (ite {valid} {read} {nothing}))"));
                    state.values.insert(*variable, value);
                }
            }
            Statement::Call { function: callee, args, results } => {
                let [enter, does] = self.function_names(*callee);
                let mut given = self.common_args(&mut state);
                given.extend(self.all(&mut state, args));
                self.clause(&state, &apply(&enter, &given));
                state.memories = self.memories(&mut state);
                let changing = self.program.globals.iter().filter(|g| !g.constant).map(|g| g.variable);
                for variable in changing.chain(results.iter().copied()).collect::<Vec<_>>() {
                    let new = self.fresh(self.terms.sort(variable));
                    state.values.insert(variable, new);
                }
                given.extend(self.common_args(&mut state));
                given.extend(self.all(&mut state, results));
                state.body.push(apply(&does, &given));
            }
            Statement::Goto(target, args) => {
                let mut all = state.entry.clone();
                all.extend(self.common_args(&mut state));
                all.extend(self.all(&mut state, args));
                self.clause(&state, &apply(&self.name(*target), &all));
                return Ok(());
            }
            Statement::Return(values) => {
                let Some(function) = function else { return Ok(()) };
                let [_, does] = self.function_names(function);
                let mut all = state.entry.clone();
                all.extend(self.common_args(&mut state));
                all.extend(self.all(&mut state, values));
                self.clause(&state, &apply(&does, &all));
                return Ok(());
            }
            Statement::Shown(..) | Statement::Given(..) => {
                return Err("relations stand for another encoding");
            }
        }
        next.push(state);
        Ok(())
    }
}

fn apply(name: &str, args: &[String]) -> String {
    match args {
        [] => name.to_owned(),
        args => format!("({name} {})", args.join(" ")),
    }
}
