//! Functions that cannot be followed into, because they call themselves: in a program that is made they are functions of their own, with
//! the variables that they may reach as parameters and results. Their clauses are non-linear: one for what a call is given, one for what it does.

use crate::classes::Member;
use crate::state::{Fixed, State, Value};
use crate::translate::{Mode, Res, Returned, Translator};
use base::{FxHashMap, Idx};
use encodings::{Function, FunctionId, Location, LocationId, Statement};
use facts::ObjectKind;
use ir::{Arg, BlockId, Call, FuncId, LocalId, Scalar};
use smt::{Sort, TermId};
use std::ops::Range;

/// The functions of the program that is made, and the numbers of the calls inside of each.
#[derive(Debug, Default)]
pub(crate) struct Functions {
    made: FxHashMap<FuncId, FunctionId>,
    pub contexts: FxHashMap<FuncId, Range<u32>>,
}

impl Translator<'_> {
    /// Whether a fixed object is one that the function may reach, so that it is given to it and comes back.
    fn is_shared(&self, class: usize, index: usize, callee: FuncId) -> bool {
        let Some((context, member)) = self.fixed_key(class, index) else { return false };
        let own = self.functions.contexts.get(&callee).is_some_and(|range| range.contains(&context));
        match member {
            Member::Global(_) => true,
            // One that no pointer leads to belongs to its own call.
            Member::Local(func, local) => {
                !own && self.facts.points_to().object(ObjectKind::Local(func, local)).is_some()
            }
            Member::Heap(..) | Member::Stack(..) => !own,
        }
    }

    /// What a function is given and gives beside its parameters and its result.
    fn shared(&self, state: &mut State, callee: FuncId, f: &mut dyn FnMut(&mut TermId)) {
        for class in 0..state.fixed.len() {
            for index in 0..state.fixed[class].len() {
                if self.is_shared(class, index, callee) {
                    let Fixed { live, size, cells, .. } = &mut state.fixed[class][index];
                    f(live);
                    f(size);
                    cells.iter_mut().for_each(|cell| cell.for_each(f));
                }
            }
        }
        state.counts.iter_mut().for_each(f);
    }

    /// A value as terms of its type.
    fn as_scalar(&mut self, value: Value, scalar: Scalar) -> Vec<TermId> {
        match scalar {
            Scalar::Ptr => {
                let (object, offset) = self.as_pointer(value);
                vec![object, offset]
            }
            _ => vec![self.as_bits(value, scalar.width(self.model))],
        }
    }

    /// Any value of a type, and its terms.
    fn any_scalar(&mut self, scalar: Scalar) -> (Value, Vec<TermId>) {
        let value = self.any(scalar);
        let terms = match value {
            Value::Pointer(object, offset) => vec![object, offset],
            Value::Bits(bits) => vec![bits],
            Value::Any => Vec::new(),
        };
        (value, terms)
    }

    fn parameters(&self, callee: FuncId) -> Option<Vec<(LocalId, Scalar)>> {
        let body = self.program.functions[callee].body()?;
        body.params().map(|param| body.locals[param].scalar.map(|scalar| (param, scalar))).collect()
    }

    /// A call of a function that is not followed into.
    pub(crate) fn call_made(&mut self, mut state: State, call: &Call, callee: FuncId) -> Res<()> {
        let name = self.program.names.resolve(self.program.functions[callee].name).to_owned();
        let Some(params) = self.parameters(callee) else {
            return self.unsupported(
                &mut state,
                format!("a structure as a parameter of `{name}`, which calls itself"),
            );
        };
        let mut args = Vec::new();
        for (arg, (_, scalar)) in call.args.iter().zip(&params) {
            let Arg::Scalar(operand, _) = arg else {
                return self
                    .unsupported(&mut state, "a structure that is given to a function that calls itself");
            };
            let value = self.operand(&mut state, *operand)?;
            args.extend(self.as_scalar(value, *scalar));
        }
        let Some(function) = self.made(callee, &params)? else {
            return self.unsupported(&mut state, format!("the recursion of `{name}`"));
        };
        let mut slots = Vec::new();
        self.shared(&mut state, callee, &mut |term| slots.push(*term));
        args.extend(slots);
        let (returned, mut results) = match self.result_scalar(callee) {
            Some(scalar) => {
                let (value, terms) = self.any_scalar(scalar);
                (Returned::Scalar(value, scalar), terms)
            }
            None => (Returned::Nothing, Vec::new()),
        };
        let mut after = state.clone();
        let mut fresh = Vec::new();
        self.shared(&mut state, callee, &mut |term| fresh.push(*term));
        let fresh: Vec<TermId> = fresh
            .into_iter()
            .map(|term| {
                let sort = self.terms.sort(term);
                self.terms.fresh("after", sort)
            })
            .collect();
        let mut next = fresh.iter();
        self.shared(&mut after, callee, &mut |term| *term = next.next().copied().unwrap_or(*term));
        results.extend(fresh);
        self.assumed(&mut after);
        after.ops.push(Statement::Call { function, args, results });
        after.seen.clear();
        after.cache.clear();
        self.returned(after, returned)
    }

    /// The function of the program that is made; its body is looked at later.
    fn made(&mut self, callee: FuncId, params: &[(LocalId, Scalar)]) -> Res<Option<FunctionId>> {
        if let Some(known) = self.functions.made.get(&callee) {
            return Ok(Some(*known));
        }
        let Some(context) = self.functions.contexts.get(&callee).map(|range| range.start) else {
            return Ok(None);
        };
        let mut state = self.blank();
        let mut variables = Vec::new();
        let mut given = Vec::new();
        for (param, scalar) in params {
            let (value, terms) = self.any_scalar(*scalar);
            given.push((*param, value));
            variables.extend(terms);
        }
        let mut slots = Vec::new();
        self.shared(&mut state, callee, &mut |term| slots.push(*term));
        let fresh: Vec<TermId> = slots
            .iter()
            .map(|term| {
                let sort = self.terms.sort(*term);
                self.terms.fresh("given", sort)
            })
            .collect();
        let mut next = fresh.iter();
        self.shared(&mut state, callee, &mut |term| *term = next.next().copied().unwrap_or(*term));
        let mut results: Vec<Sort> = match self.result_scalar(callee) {
            Some(scalar) => {
                let terms = self.any_scalar(scalar).1;
                terms.into_iter().map(|term| self.terms.sort(term)).collect()
            }
            None => Vec::new(),
        };
        results.extend(fresh.iter().map(|term| self.terms.sort(*term)));
        variables.extend(fresh);
        let name = self.program.names.resolve(self.program.functions[callee].name).to_owned();
        let Mode::Program(build) = &mut self.mode else { return Ok(None) };
        let entry = LocationId::from_raw(build.program.locations.len() as u32);
        let id = build.program.functions.push(Function { name: name.clone(), entry, results });
        build.program.locations.push(Location { name, function: Some(id), variables, ways: Vec::new() });
        self.functions.made.insert(callee, id);
        state.location = entry.raw();
        state.function = Some((id.raw(), callee));
        let before = (self.span, self.index);
        self.push_frame(&mut state, callee, context)?;
        for (param, value) in given {
            self.set_local(&mut state, param, value)?;
        }
        state.top().block = BlockId::new(0);
        (self.span, self.index) = before;
        self.push_region(state);
        Ok(Some(id))
    }

    /// Such a function returns.
    pub(crate) fn return_made(&mut self, mut state: State, callee: FuncId, returned: Returned) -> Res<()> {
        let mut values = match (self.result_scalar(callee), returned) {
            (Some(scalar), Returned::Scalar(value, _)) => self.as_scalar(value, scalar),
            (Some(scalar), _) => self.any_scalar(scalar).1,
            (None, Returned::Block(_)) => {
                return self
                    .unsupported(&mut state, "a structure as the result of a function that calls itself");
            }
            (None, _) => Vec::new(),
        };
        let mut slots = Vec::new();
        self.shared(&mut state, callee, &mut |term| slots.push(*term));
        values.extend(slots);
        self.end_way(state, Statement::Return(values));
        Ok(())
    }
}
