//! What a function calls that the program does not contain: functions that its caller chose, and functions that are defined nowhere.
//!
//! A pointer to a function that the caller chose leads to one of those that the program itself puts there; other callers may choose
//! another one, so nothing is proved that way. If the program puts none there, it is a function that is defined nowhere. Such a function
//! may change whatever it can reach from its arguments and from variables; that it frees and keeps nothing is assumed, and printed. What
//! it gives, and what it may have changed, is *foreign*: no finding may depend on it.

use crate::abduce::Open;
use crate::executor::Executor;
use crate::harness;
use crate::state::{ArgValue, Before, Kind, State};
use base::Idx;
use ir::{FuncId, TerminatorKind};
use semantics::execution::Argument;
use sl::SegmentId;
use smt::path::Questions as _;
use smt::{Sort, TermId};
use std::rc::Rc;
use symexec::{Bytes as _, Machine as _, Res, Stop, undetermined};
use verdict::{Assumption, UnknownKind};

/// A call that may go to more functions than this is not followed.
const MOST_CALLEES: usize = 4;

impl Executor<'_> {
    /// Before a call through a pointer of the caller: the path is split by where it leads.
    pub(crate) fn choose_callee(&mut self, state: &State, pointer: TermId) -> Res<()> {
        const MESSAGE: &str = "a function is called that the caller chooses";
        let is_chosen = |open: &Rc<Open>| open.chosen.get(&pointer) == Some(&true);
        if state.own.open.is_none() || state.memory.decompose(&mut self.prover, pointer).is_some() {
            return Ok(());
        }
        if !state.own.open.as_ref().is_some_and(is_chosen) {
            return undetermined(MESSAGE);
        }
        let frame = state.top();
        let program = self.work.program;
        let Some(body) = program.functions[frame.func].body() else { return undetermined(MESSAGE) };
        let TerminatorKind::Call(call) = &body.blocks[frame.block].terminator.kind else {
            return undetermined(MESSAGE);
        };
        let fits = |&id: &FuncId| program.mismatch(id, call, &body.locals).is_none();
        let facts = self.work.facts;
        let mut callees = facts.points_to().known_callees(frame.func, frame.block);
        callees.retain(fits);
        if callees.is_empty() {
            callees = facts.function_members().callees(program, body, frame.block);
            callees.retain(fits);
        }
        if callees.is_empty() || callees.len() > MOST_CALLEES {
            callees = harness::callback(program, frame.func, call).into_iter().collect();
        }
        let mut cases = Vec::new();
        for callee in callees {
            let address = state.memory.get(self.functions[callee.index()]).base;
            let leads_there = self.prover.terms.eq(pointer, address);
            if state.path.conditions.contains(&leads_there) {
                return Ok(());
            }
            if let Ok(Some(case)) = self.prover.on(&state.memory).case_of(&state.path, leads_there)? {
                cases.push(case);
            }
        }
        self.cut(UnknownKind::Nondeterminism, MESSAGE);
        match cases.is_empty() {
            true => undetermined(MESSAGE),
            false => Err(Box::new(Stop::Fork(cases))),
        }
    }

    /// The function that a pointer leads to, as far as the path says it.
    pub(crate) fn function_at(&mut self, state: &State, pointer: TermId) -> Option<FuncId> {
        let segment = match state.memory.decompose(&mut self.prover, pointer) {
            Some((id, _)) => id,
            None => *state.own.open.as_ref()?.aliases.get(&pointer)?,
        };
        match state.memory.get(segment).origin.kind {
            Kind::Function(id) => Some(id),
            _ => None,
        }
    }

    /// One more variable for what a function that is defined nowhere left behind.
    fn foreign(&mut self, state: &mut State, width: u32) -> TermId {
        let Some(open) = &mut state.own.open else { return TermId::FALSE };
        let open = Rc::make_mut(open);
        let name = format!("f{}", open.foreign.len());
        let variable = self.prover.terms.var(&name, Sort::Bv(width));
        open.foreign.insert(variable);
        variable
    }

    /// Gives what may have been changed from outside in a range a value of which nothing is known.
    pub(crate) fn define_foreign(&mut self, state: &mut State, id: SegmentId, offset: u64, size: u64) {
        let bytes = state.memory.bytes(id, offset, size);
        if bytes.iter().all(|b| b.undefined == 0xff) && size <= 16 {
            let term = self.foreign(state, 8 * size as u32);
            let undefined = self.undefined_byte();
            state.memory.write(id, offset, size, Some(term), undefined);
            return;
        }
        for (at, _) in (offset..).zip(&bytes).filter(|(_, b)| b.undefined == 0xff) {
            let term = self.foreign(state, 8);
            let undefined = self.undefined_byte();
            state.memory.write(id, at, 1, Some(term), undefined);
        }
    }

    /// Whether a condition or a value depends on what came from outside.
    pub(crate) fn is_foreign(&mut self, state: &State, term: TermId) -> bool {
        self.prover.variables_of(term).iter().any(|&v| Self::comes_from_outside(state, v))
    }

    /// A function that is defined nowhere is called: what it can reach is no longer known.
    pub(crate) fn call_outside(
        &mut self,
        state: &mut State,
        function: FuncId,
        args: &[ArgValue],
    ) -> Assumption {
        let program = self.work.program;
        let name = program.names.resolve(program.functions[function].name).to_owned();
        let assumption = match harness::is_callback(program, function) {
            true => Assumption::Other("functions that a caller passes free and keep nothing".to_owned()),
            false => Assumption::ExternalKeepsNothing(name.clone()),
        };
        let caller = state.frames.last().map_or(0, |frame| frame.func.index());
        let from_library = self.library.get(caller).copied().unwrap_or(false);
        // A model of the library makes up a result that way; memory stays as it is.
        if state.own.open.is_none() || from_library && !harness::is_callback(program, function) {
            return Assumption::ExternalFunction(name);
        }
        let mut roots = Vec::new();
        for arg in args {
            match arg {
                Argument::Scalar(value, _) => roots.push(*value),
                Argument::Block(bytes) => {
                    roots.extend(bytes.iter().filter(|b| b.undefined == 0).map(|b| b.term));
                }
            }
        }
        let memory = &state.memory;
        let is_variable =
            |id: SegmentId| memory.get(id).origin.kind == Kind::Static && !memory.get(id).origin.external;
        let reached = sl::reach::reachable(&mut self.prover, memory, roots, is_variable);
        let undefined = self.undefined_byte();
        for &id in reached.keys() {
            let segment = state.memory.get(id);
            let changes = match segment.origin.kind {
                Kind::Heap | Kind::Stack | Kind::Given => true,
                // What is assumed of tables is assumed of all code.
                Kind::Static => segment.origin.before == Before::Chosen,
                _ => false,
            };
            if !changes || !segment.is_live() {
                continue;
            }
            if let (Kind::Heap, Some(open)) = (segment.origin.kind, &mut state.own.open) {
                Rc::make_mut(open).escaped.insert(id);
            }
            state.memory.fill_all(id, undefined);
            state.memory.get_mut(id).origin.before = Before::Foreign;
        }
        assumption
    }
}
