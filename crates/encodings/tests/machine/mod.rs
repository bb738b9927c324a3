//! Executes programs as they are, for all inputs and choices.

use fafnir_encodings::{Address, FunctionId, HeapId, LocationId, Program, Statement};
use smt::{Bv, Model, Sort, TermId, Terms, Value};
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// An assertion fails in some run.
    pub fails: bool,
    /// Some run accesses an address where nothing is.
    pub invalid: bool,
}

struct Machine<'a> {
    terms: &'a Terms,
    program: &'a Program,
    heaps: BTreeMap<u32, Vec<Vec<Value>>>,
    outcome: Outcome,
    fuel: u32,
    choices: &'a mut Choices,
}

/// What is chosen in one run, each choice with the number of its values.
#[derive(Debug, Default)]
struct Choices {
    made: Vec<(u128, u128)>,
    next: usize,
}

impl Choices {
    fn choose(&mut self, values: u128) -> u128 {
        if self.next == self.made.len() {
            self.made.push((0, values));
        }
        self.next += 1;
        self.made[self.next - 1].0
    }

    /// The choices of the next run, if there is one.
    fn advance(&mut self) -> bool {
        self.next = 0;
        while let Some((choice, values)) = self.made.pop() {
            if choice + 1 < values {
                self.made.push((choice + 1, values));
                return true;
            }
        }
        false
    }
}

/// The run ended: at its end, at an assertion, or because an assumption does not hold.
struct Ended;

pub(crate) fn run_all(terms: &mut Terms, program: &Program) -> Outcome {
    let mut outcome = Outcome::default();
    let mut choices = Choices::default();
    loop {
        let mut model = Model::new();
        for global in &program.globals {
            let width = terms.width(global.variable);
            match global.initial {
                Some(first) => {
                    let value = model.value(terms, first);
                    model.set(global.variable, value);
                }
                None => {
                    model.set(global.variable, Value::Bv(Bv::new(width, choices.choose(1 << width))));
                }
            }
        }
        let (heaps, choices_of_run) = (BTreeMap::new(), &mut choices);
        let mut machine = Machine {
            terms,
            program,
            heaps,
            outcome: Outcome::default(),
            fuel: 10_000,
            choices: choices_of_run,
        };
        let _ = machine.run(LocationId::from_raw(0), model);
        assert!(machine.fuel > 0, "a run does not end");
        outcome.fails |= machine.outcome.fails;
        outcome.invalid |= machine.outcome.invalid;
        if !choices.advance() {
            return outcome;
        }
    }
}

fn zero(sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(false),
        Sort::Bv(width) => Value::Bv(Bv::new(width, 0)),
    }
}

impl Machine<'_> {
    /// Runs from a location to a return.
    fn run(&mut self, mut at: LocationId, mut model: Model) -> Result<Vec<Value>, Ended> {
        'locations: loop {
            let location = &self.program.locations[at];
            for way in &location.ways {
                // The first way whose first assumption holds is taken: they exclude each other.
                let open =
                    way.iter().all(|s| !matches!(s, Statement::Assume(t) if !model.holds(self.terms, *t)));
                if !open {
                    continue;
                }
                for statement in way {
                    self.fuel = self.fuel.saturating_sub(1);
                    if self.fuel == 0 {
                        return Err(Ended);
                    }
                    match statement {
                        Statement::Goto(to, args) => {
                            let values: Vec<Value> =
                                args.iter().map(|a| model.value(self.terms, *a)).collect();
                            let variables = &self.program.locations[*to].variables;
                            variables.iter().zip(values).for_each(|(v, value)| model.set(*v, value));
                            at = *to;
                            continue 'locations;
                        }
                        Statement::Return(values) => {
                            return Ok(values.iter().map(|v| model.value(self.terms, *v)).collect());
                        }
                        other => self.step(other, &mut model)?,
                    }
                }
                return Err(Ended);
            }
            return Err(Ended);
        }
    }

    fn object(&mut self, heap: HeapId, address: Address, model: &Model) -> Option<&mut Vec<Value>> {
        let number = model.value(self.terms, address.object).to_u64()?;
        let objects = self.heaps.entry(heap.raw()).or_default();
        let found = number.checked_sub(1).and_then(|index| objects.get_mut(usize::try_from(index).ok()?));
        self.outcome.invalid |= found.is_none();
        found
    }

    fn step(&mut self, statement: &Statement, model: &mut Model) -> Result<(), Ended> {
        let terms = self.terms;
        let value = |model: &Model, t: &TermId| model.value(terms, *t);
        match statement {
            Statement::Assume(t) if !model.holds(terms, *t) => return Err(Ended),
            Statement::Assert(t, _) if !model.holds(terms, *t) => {
                self.outcome.fails = true;
                return Err(Ended);
            }
            Statement::Assume(_) | Statement::Assert(..) => {}
            Statement::Set(variable, t) => {
                let new = value(model, t);
                model.set(*variable, new);
            }
            Statement::Havoc(variable) => {
                let width = terms.width(*variable);
                let chosen = self.choices.choose(1 << width);
                model.set(*variable, Value::Bv(Bv::new(width, chosen)));
            }
            Statement::If(condition, then, otherwise) => {
                let body = if model.holds(terms, *condition) { then } else { otherwise };
                for statement in body {
                    self.step(statement, model)?;
                }
            }
            Statement::Alloc { heap, dst, object, .. } => {
                let fields = object.iter().map(|t| value(model, t)).collect();
                let width = self.program.heaps[*heap].address;
                let objects = self.heaps.entry(heap.raw()).or_default();
                if objects.len() as u128 >= (1 << width) - 1 {
                    return Err(Ended);
                }
                objects.push(fields);
                let number = objects.len() as u128;
                model.set(*dst, Value::Bv(Bv::new(width, number)));
            }
            Statement::Write { heap, address, object, .. } => {
                let fields = object.iter().map(|t| value(model, t)).collect();
                if let Some(place) = self.object(*heap, *address, model) {
                    *place = fields;
                }
            }
            Statement::Read { heap, dst, address, .. } => {
                let nothing: Vec<Value> =
                    self.program.heaps[*heap].fields.iter().map(|f| zero(f.sort)).collect();
                let fields = self.object(*heap, *address, model).cloned().unwrap_or(nothing);
                dst.iter().zip(fields).for_each(|(d, value)| model.set(*d, value));
            }
            Statement::Call { function, args, results } => {
                let returned = self.call(*function, args, model)?;
                results.iter().zip(returned).for_each(|(r, value)| model.set(*r, value));
            }
            other => unreachable!("{other:?} is no statement of a program with heaps"),
        }
        Ok(())
    }

    fn call(&mut self, function: FunctionId, args: &[TermId], model: &Model) -> Result<Vec<Value>, Ended> {
        let entry = self.program.functions[function].entry;
        let mut inner = model.clone();
        for (param, arg) in self.program.locations[entry].variables.iter().zip(args) {
            inner.set(*param, model.value(self.terms, *arg));
        }
        self.run(entry, inner)
    }
}
