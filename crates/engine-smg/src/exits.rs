//! What runs when the program ends: the functions that were registered with `atexit`, the last one first.
//!
//! They are kept in an object that goes along with every call: a word with their number, and the functions behind it.

use crate::calls::Caller;
use crate::engine::{Engine, Stop};
use crate::state::{State, key};
use base::Span;
use ir::{FuncId, FunctionBody, Intrinsic, Scalar};
use smg::{Content, Field, IntDomain, NewObject, Origin, ReadKind, SizeRange, ValId};
use verdict::StepKind;

/// More handlers, in one run, are not followed.
const MOST_HANDLERS: u64 = 32;
/// Nor handlers that register others without end.
const MOST_CALLS: usize = 256;

impl<'p> Engine<'p> {
    /// The object that handlers are kept in, if the program registers any.
    pub(crate) fn create_handlers(&mut self, state: &mut State) {
        let registers = |body: &FunctionBody| matches!(body, FunctionBody::Intrinsic(Intrinsic::Atexit));
        if !self.program.functions.iter().any(|function| registers(&function.body)) {
            return;
        }
        let label = self.findings.allocation_site(Span::default(), None);
        let word = self.pointer_size();
        let handlers = state.graph.add_object(NewObject {
            size: SizeRange::exact((MOST_HANDLERS + 1) * word),
            origin: Origin::Static,
            label,
            type_hint: None,
            contents: smg::BlockKind::Zero,
        });
        state.graph.set_root(key::AT_EXIT, handlers);
    }

    fn handler_word(&self, index: u64) -> Field {
        let word = self.pointer_size();
        Field::bytes(index * word, word)
    }

    /// How many handlers there are, in each of the states that the state is.
    fn count_handlers(&mut self, span: Span, mut state: State) -> Vec<(State, u64)> {
        let width = self.width(Scalar::Ptr);
        let Some(handlers) = state.graph.root(key::AT_EXIT) else { return vec![(state, 0)] };
        let Ok(read) = state.graph.read(handlers, self.handler_word(0), ReadKind::Int) else {
            self.findings.unsupported(span, "the functions registered with atexit are not known");
            return Vec::new();
        };
        let mut split = Vec::new();
        self.split_value(read.value, width, MOST_HANDLERS + 1, state, &mut split);
        let mut counted = Vec::new();
        for state in split {
            match state.graph.int_of(read.value, width).as_constant() {
                Some(count) => counted.push((state, count)),
                None => self.findings.unsupported(span, "the functions registered with atexit are not known"),
            }
        }
        counted
    }

    fn set_handlers(&mut self, count: u64, span: Span, state: &mut State) -> bool {
        let width = self.width(Scalar::Ptr);
        let Some(handlers) = state.graph.root(key::AT_EXIT) else { return false };
        let count = if count == 0 { ValId::ZERO } else { state.graph.int_const(width, count) };
        let is_written = state.graph.write(handlers, self.handler_word(0), count).is_ok();
        if !is_written {
            self.findings.unsupported(span, "the functions registered with atexit are not known");
        }
        is_written
    }

    /// Registers a handler; gives the states behind that.
    pub(crate) fn register_handler(&mut self, handler: ValId, span: Span, state: State) -> Vec<State> {
        let mut out = Vec::new();
        for (mut state, count) in self.count_handlers(span, state) {
            let handlers = state.graph.root(key::AT_EXIT);
            let is_function = matches!(state.graph.content(handler), Content::Code(set) if !set.or_null);
            let (Some(handlers), true, true) = (handlers, is_function, count < MOST_HANDLERS) else {
                self.findings.unsupported(span, "this call of atexit is not supported");
                continue;
            };
            let place = self.handler_word(count + 1);
            if state.graph.write(handlers, place, handler).is_ok()
                && self.set_handlers(count + 1, span, &mut state)
            {
                out.push(state);
            }
        }
        out
    }

    /// Runs the handlers; gives the states in which the program ends.
    pub(crate) fn run_handlers(&mut self, span: Span, state: State) -> Result<Vec<State>, Stop> {
        let mut ended = Vec::new();
        let mut work = vec![state];
        let mut calls = 0;
        while let Some(state) = work.pop() {
            for (mut state, count) in self.count_handlers(span, state) {
                if count == 0 {
                    ended.push(state);
                    continue;
                }
                calls += 1;
                let handlers = state.graph.root(key::AT_EXIT).expect("there are handlers");
                let read = state.graph.read(handlers, self.handler_word(count), ReadKind::Pointer);
                let Ok(read) = read else {
                    self.findings.unsupported(span, "the functions registered with atexit are not known");
                    continue;
                };
                let Content::Code(set) = state.graph.content(read.value) else {
                    self.findings.unsupported(span, "the functions registered with atexit are not known");
                    continue;
                };
                let set = set.clone();
                if calls > MOST_CALLS || !self.set_handlers(count - 1, span, &mut state) {
                    self.findings.unsupported(span, "too many functions are registered with atexit");
                    continue;
                }
                // Where states were joined, the place may hold nothing in those that have fewer handlers: this is none of them.
                for &function in set.functions.iter() {
                    let code = state.graph.code(function);
                    for graph in state.graph.clone().assume_equal(read.value, code) {
                        self.run_handler(FuncId::from_raw(function), span, state.with(graph), &mut work)?;
                    }
                }
            }
        }
        Ok(ended)
    }

    fn run_handler(
        &mut self,
        func: FuncId,
        span: Span,
        state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let function = &self.program.functions[func];
        let FunctionBody::Defined(callee) = &function.body else {
            self.findings.unsupported(span, "this function registered with atexit is not supported");
            return Ok(());
        };
        if callee.param_count != 0
            || callee.variadic
            || self.active.len() as u32 >= self.config.max_call_depth
        {
            self.findings.unsupported(span, "this function registered with atexit is not supported");
            return Ok(());
        }
        let depth = self.active.len() as u32;
        let Some((mut entry, caller)): Option<(State, Caller)> =
            self.carve(func, &[], |_| true, span, &state)
        else {
            return Ok(());
        };
        let path = state.path.then(StepKind::Call { function: function.name }, span, depth);
        entry.path = path.clone();
        self.enter(callee, &[], &mut entry);
        self.collect(span, &mut entry);
        let exits = self.summarise(func, entry, span)?;
        self.check_frame(func, &caller, &path, span);
        for graph in exits {
            let path = path.then(StepKind::Return { function: function.name }, span, depth);
            let Some(mut state) = self.restore_frame(&caller, graph, path, span) else { continue };
            state.graph.remove_named(key::RESULT);
            state.graph.remove_root(key::RESULT);
            self.collect(span, &mut state);
            out.push(state);
        }
        Ok(())
    }
}
