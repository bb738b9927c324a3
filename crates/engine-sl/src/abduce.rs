//! Abduction: what a function needs from its caller is found out when it is needed ([SL-CPA] §3.2.1, A * ?antiframe ⊢ B * ?frame).
//!
//! A dereference that nothing in Σ answers, of a pointer that the caller chose, adds the block that it needs to the precondition: a
//! segment at that pointer, of a size that is only known to suffice. Only along access paths from the parameters, never two names for
//! one block, and at most [`MOST_BLOCKS`] on one path. What the caller left in such a block is a variable when it is first read.

use crate::executor::Executor;
use crate::manifest::Way;
use crate::state::{Before, Kind, Origin, State};
use base::{FxHashMap, FxHashSet, Idx, Span};
use ir::{BlockId, FuncId, RelocationTarget};
use semantics::execution::Returned;
use semantics::initial::{self, Role};
use sl::{Byte, NewSegment, Part, SegmentId};
use smt::path::{Decision, Questions as _};
use smt::{Op, Sort, TermId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use symexec::{Bytes as _, Machine as _, Res, ReturnedOf, fault, undetermined, unknown};
use verdict::{Assumption, FindingKind, UnknownKind};

/// Blocks of the precondition on one path.
const MOST_BLOCKS: usize = 8;
/// Those blocks are no larger.
const LARGEST: u64 = 1 << 16;
/// A pointer into a block of the caller has no more bytes of it before.
const LEAD: u64 = 1 << 12;

/// The precondition of one path, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Open {
    pub(crate) given: Vec<Given>,
    /// The variables that stand for what the caller chose, and whether each is used as a pointer.
    pub(crate) chosen: FxHashMap<TermId, bool>,
    /// Other names of blocks of the precondition: a test on the path says so.
    pub(crate) aliases: FxHashMap<TermId, SegmentId>,
    /// What the blocks of the precondition held at the call.
    pub(crate) initial: BTreeMap<SegmentId, BTreeMap<u64, Byte>>,
    /// What the function returned.
    pub(crate) returned: Vec<TermId>,
    /// The statement that was split by a condition that the program does not test.
    pub(crate) split_at: Option<(usize, FuncId, BlockId, usize)>,
    /// A library function that still runs has tested what the caller chose.
    pub(crate) library_tested: bool,
    /// How often the function itself has tested what the caller chose.
    pub(crate) tests: u32,
    /// For blocks that were allocated or freed on the path: how many such tests came before that.
    pub(crate) events: BTreeMap<SegmentId, u32>,
    /// Likewise for the last allocation that failed.
    pub(crate) failed: Option<u32>,
    /// What says whether an allocation fails, and the function of the C library that the program calls for it.
    pub(crate) allocations: BTreeMap<TermId, String>,
    /// A pointer of the caller is null on this path because an operation had to decide it, not because the function tested it.
    pub(crate) null_untested: bool,
    /// A library function that still runs does something special for one value of a number of the caller (a size of zero), which
    /// the function itself did not test.
    pub(crate) special_number: bool,
    /// What was freed because of such a number.
    pub(crate) freed_by_number: BTreeSet<SegmentId>,
    /// How often the path was split by what the caller chose.
    pub(crate) splits: u32,
    /// The variables that stand for what functions gave that are defined nowhere.
    pub(crate) foreign: FxHashSet<TermId>,
    /// Blocks that such functions could reach.
    pub(crate) escaped: BTreeSet<SegmentId>,
    /// The test, by its number, by which the function last found a pointer in memory of the caller to be null, or two of them to be the
    /// same; 0 if none did.
    pub(crate) found_null: u32,
    /// The branches of the function itself that were taken.
    pub(crate) way: Way,
}

/// A block of the precondition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given {
    pub(crate) segment: SegmentId,
    pub(crate) variable: TermId,
    /// Where the bytes end that were used.
    pub(crate) needed: u64,
    /// How many bytes of the block come before the pointer, if some do: a variable.
    pub(crate) before: Option<TermId>,
    /// Of those, so many were used.
    pub(crate) needed_before: u64,
    /// How many are needed depends on more than the program's text.
    pub(crate) symbolic: bool,
    /// It was used without a test that the pointer is not null.
    pub(crate) untested: bool,
    pub(crate) freed: bool,
}

impl Executor<'_> {
    /// One more variable for what the caller chose.
    pub(crate) fn chosen(&mut self, state: &mut State, width: u32, pointer: bool) -> TermId {
        let Some(open) = &mut state.own.open else { return TermId::FALSE };
        let open = Rc::make_mut(open);
        // The same position on every path is the same variable, so that paths share what the solver learns.
        let name = format!("g{}", open.chosen.len());
        let variable = self.prover.terms.var(&name, Sort::Bv(width));
        open.chosen.insert(variable, pointer);
        variable
    }

    fn set_initial(&mut self, state: &mut State, id: SegmentId, offset: u64, bytes: &[Byte]) {
        state.memory.set_bytes(id, offset, bytes);
        if let Some(open) = &mut state.own.open {
            let initial = Rc::make_mut(open).initial.entry(id).or_default();
            for (i, &byte) in bytes.iter().enumerate() {
                initial.insert(offset + i as u64, byte);
            }
        }
    }

    /// Gives what was never written in a range the value that the caller left there: one variable if that is all of it.
    pub(crate) fn define_chosen(
        &mut self,
        state: &mut State,
        id: SegmentId,
        offset: u64,
        size: u64,
        pointer: bool,
    ) {
        let bytes = state.memory.bytes(id, offset, size);
        if !bytes.iter().any(|b| b.undefined == 0xff) {
            return;
        }
        if bytes.iter().all(|b| b.undefined == 0xff) {
            let term = self.chosen(state, 8 * size as u32, pointer);
            let bytes: Vec<Byte> = (0..size).map(|i| Byte { term, index: i as u8, undefined: 0 }).collect();
            self.set_initial(state, id, offset, &bytes);
            return;
        }
        for (at, _) in (offset..).zip(&bytes).filter(|(_, b)| b.undefined == 0xff) {
            let term = self.chosen(state, 8, false);
            self.set_initial(state, id, at, &[Byte { term, index: 0, undefined: 0 }]);
        }
    }

    /// Likewise for a range that is copied: words may be pointers.
    pub(crate) fn define_words(&mut self, state: &mut State, id: SegmentId, offset: u64, size: u64) {
        let word = self.word();
        let mut at = offset;
        while at < offset + size {
            let whole = at.is_multiple_of(word) && at + word <= offset + size;
            let step = if whole { word } else { 1 };
            self.define_chosen(state, id, at, step, whole);
            at += step;
        }
    }

    /// The pointer of the caller that an address is computed from, if it is one.
    fn root_of(&self, state: &State, address: TermId) -> Option<TermId> {
        let open = state.own.open.as_ref()?;
        let mut found = None;
        let mut stack = vec![address];
        let mut seen = 0;
        while let Some(t) = stack.pop() {
            seen += 1;
            if seen > 32 {
                return None;
            }
            if open.chosen.get(&t) == Some(&true) {
                if found.is_some() {
                    return None;
                }
                found = Some(t);
            } else if self.prover.terms.op(t) == Op::Add {
                stack.extend_from_slice(self.prover.terms.args(t));
            }
        }
        found.filter(|&v| self.prover.terms.width(v) == state.memory.word())
    }

    /// The missing cell: adds the block that a pointer of the caller must lead to, and says where the address is in it.
    pub(crate) fn abduce(&mut self, state: &mut State, address: TermId) -> Res<Option<(SegmentId, TermId)>> {
        let Some(variable) = self.root_of(state, address) else { return Ok(None) };
        // A test on the path says that it is another name of a block that is known.
        let conditions = state.path.conditions.clone();
        for &condition in conditions.iter() {
            if self.prover.terms.op(condition) != Op::Eq {
                continue;
            }
            let (a, b) = (self.prover.terms.args(condition)[0], self.prover.terms.args(condition)[1]);
            let other = if a == variable {
                b
            } else if b == variable {
                a
            } else {
                continue;
            };
            if let Some(id) = state.memory.at_base(&self.prover, other) {
                if let Some(open) = &mut state.own.open {
                    Rc::make_mut(open).aliases.insert(variable, id);
                }
                let offset = state.memory.distance(&mut self.prover.terms, id, variable, address);
                return Ok(Some((id, offset)));
            }
        }
        let zero = self.word_constant(0);
        let not_null = self.prover.terms.ne(variable, zero);
        let untested = match self.prover.on(&state.memory).decide(&state.path, not_null)? {
            Decision::Holds => false,
            Decision::Fails => {
                self.follows_tested_null = Some(variable);
                return fault(FindingKind::NullDeref);
            }
            Decision::Open { holds, .. } => {
                state.path.assume(&holds);
                true
            }
            Decision::GaveUp(_) => {
                return unknown(UnknownKind::StepBudget, "the solver gave up on a pointer");
            }
        };
        if state.own.open.as_ref().is_some_and(|open| open.given.len() >= MOST_BLOCKS) {
            let message = format!("a path follows more than {MOST_BLOCKS} pointers of the caller");
            return unknown(UnknownKind::StepBudget, message);
        }
        let number = state.own.open.as_ref().map_or(0, |open| open.given.len());
        let bits = self.word_bits();
        let size = self.prover.terms.var(&format!("s{number}"), Sort::Bv(bits));
        let origin = Origin {
            kind: Kind::Given,
            span: Span::NONE,
            name: None,
            external: false,
            before: Before::Chosen,
        };
        let fill = self.undefined_byte();
        let new = NewSegment { size, align: 1, part: Part::Heap, origin, fill };
        let is_interior = self.interior.contains(&variable);
        let lead = if is_interior { LEAD } else { 0 };
        let segment = state.memory.allocate_around(&mut self.prover.terms, variable, lead, new);
        let offset = state.memory.distance(&mut self.prover.terms, segment, variable, address);
        let most = self.word_constant(LARGEST);
        let mut bounded = self.prover.terms.ule(size, most);
        let before = is_interior.then(|| self.prover.terms.var(&format!("l{number}"), Sort::Bv(bits)));
        if let Some(before) = before {
            let most = self.word_constant(LEAD);
            let room = self.prover.terms.ule(before, most);
            bounded = self.prover.terms.and(bounded, room);
        }
        // Together with the rest of the precondition: its blocks are separate.
        match self.prover.on(&state.memory).case_of(&state.path, bounded)? {
            Ok(Some(case)) => state.path.assume(&case),
            _ => return undetermined("pointers of the caller may lead to one block"),
        }
        let given = Given {
            segment,
            variable,
            needed: lead,
            before,
            needed_before: 0,
            symbolic: false,
            untested,
            freed: false,
        };
        if let Some(open) = &mut state.own.open {
            Rc::make_mut(open).given.push(given);
        }
        Ok(Some((segment, offset)))
    }

    /// A variable of the program is read in a function that is checked on its own.
    pub(crate) fn note_global(&mut self, origin: &Origin) {
        match origin.before {
            Before::Chosen | Before::Foreign => {}
            Before::Assumed => {
                let words =
                    "variables that nothing in these files writes hold what they were initialised with";
                self.work.assumptions.insert(Assumption::Other(words.to_owned()));
            }
            Before::Known => {
                let name = origin.name.map_or("a variable", |name| self.work.program.names.resolve(name));
                let message = format!("what `{name}` holds at the call is not known");
                self.cut(UnknownKind::Nondeterminism, message);
            }
        }
    }

    /// Variables of the program hold anything when a function of it is called, but what nobody writes is taken to keep its content, and
    /// so are tables of functions. What the models of the library keep is as at the start, which is no proof.
    pub(crate) fn open_globals(&mut self, state: &mut State, library: &[bool]) {
        let program = self.work.program;
        let unwritten = facts::never_written(program);
        for (id, global) in program.globals.iter_enumerated() {
            let segment = self.global_segment(id);
            if state.memory.get(segment).origin.kind != Kind::Static
                || initial::global(program, global).role != Role::Variable
            {
                continue;
            }
            let to_functions = |r: &ir::Relocation| matches!(r.target, RelocationTarget::Function(_));
            if unwritten[id] || global.init.relocations.iter().any(to_functions) {
                state.memory.get_mut(segment).origin.before = Before::Assumed;
            } else if !library.get(id.index()).copied().unwrap_or(false) {
                state.memory.get_mut(segment).origin.before = Before::Chosen;
                let undefined = self.undefined_byte();
                state.memory.fill_all(segment, undefined);
            }
        }
    }

    fn given(&self, state: &State, id: SegmentId) -> Option<Given> {
        state.own.open.as_ref()?.given.iter().find(|given| given.segment == id).copied()
    }

    /// What is before a pointer of the caller is used: the next search takes it for a pointer into a block.
    pub(crate) fn note_interior(&mut self, state: &State, id: SegmentId, offset: TermId) {
        if let Some(given) = self.given(state, id)
            && given.before.is_none()
            && self.prover.constant(offset).is_some_and(|at| at >> (state.memory.word() - 1) == 1)
        {
            self.interior.insert(given.variable);
        }
    }

    /// The offset in a block of the caller at which it begins, if a pointer into it names it.
    pub(crate) fn start_of_given(&mut self, state: &State, id: SegmentId) -> Option<TermId> {
        let before = self.given(state, id)?.before?;
        let lead = self.word_constant(LEAD);
        Some(self.prover.terms.sub(lead, before))
    }

    fn given_mut<'s>(&self, state: &'s mut State, id: SegmentId) -> Option<&'s mut Given> {
        let open = Rc::make_mut(state.own.open.as_mut()?);
        open.given.iter_mut().find(|given| given.segment == id)
    }

    /// A block is allocated or freed.
    pub(crate) fn note_event(state: &mut State, id: SegmentId) {
        if let Some(open) = &mut state.own.open {
            let open = Rc::make_mut(open);
            open.events.insert(id, open.tests);
            if open.special_number {
                open.freed_by_number.insert(id);
            }
        }
    }

    pub(crate) fn note_freed(&self, state: &mut State, id: SegmentId) {
        if let Some(given) = self.given_mut(state, id) {
            given.freed = true;
        }
    }

    /// The precondition gets one more condition: the access lies in the block.
    pub(crate) fn assume_inside(&mut self, state: &mut State, inside: TermId) -> Res<()> {
        match self.prover.on(&state.memory).decide(&state.path, inside)? {
            Decision::Holds => {}
            Decision::Open { holds, .. } => state.path.assume(&holds),
            Decision::Fails => return undetermined("memory before a pointer of the caller is used"),
            Decision::GaveUp(_) => {
                return unknown(UnknownKind::StepBudget, "the solver gave up on an access");
            }
        }
        Ok(())
    }

    /// A valid access to a block of the precondition.
    pub(crate) fn resolve_given(
        &mut self,
        state: &mut State,
        id: SegmentId,
        offset: TermId,
        n: u64,
    ) -> Res<(SegmentId, u64)> {
        let constant = self.prover.constant(offset);
        if constant.is_some_and(|at| at + u128::from(n) > u128::from(LARGEST)) {
            self.note_interior(state, id, offset);
            return undetermined("memory before a pointer of the caller is used");
        }
        let mut inside = self.prover.offset_inside(&state.memory, id, offset, n);
        if let Some(start) = self.start_of_given(state, id) {
            let behind = self.prover.terms.ule(start, offset);
            inside = self.prover.terms.and(inside, behind);
        }
        self.assume_inside(state, inside)?;
        if constant.is_none()
            && let Some(given) = self.given_mut(state, id)
        {
            given.symbolic = true;
        }
        let at = self.value_of(state, offset, self.work.config.enumerate, &[0], "an offset")? as u64;
        if let Some(given) = self.given_mut(state, id) {
            given.needed = given.needed.max(at + n);
            if given.before.is_some() {
                given.needed_before = given.needed_before.max(LEAD.saturating_sub(at));
            }
        }
        Ok((id, at))
    }

    /// Whether the number is a pointer of the caller, who cannot know the address of this segment, or is taken not to have it.
    pub(crate) fn cannot_be_known_to_caller(&mut self, state: &State, id: SegmentId, number: TermId) -> bool {
        if self.root_of(state, number).is_none() {
            return false;
        }
        match state.memory.get(id).origin.kind {
            Kind::Given => false,
            Kind::Heap | Kind::Stack | Kind::ConstantLocal => true,
            _ => {
                let message = "a pointer of the caller is compared with the address of a variable";
                self.cut(UnknownKind::Nondeterminism, message);
                true
            }
        }
    }

    /// Remembers what the function gives back: it holds blocks.
    pub(crate) fn keep_returned(&self, state: &mut State, returned: &ReturnedOf<'static, Executor<'static>>) {
        let Some(open) = &mut state.own.open else { return };
        let open = Rc::make_mut(open);
        match returned {
            Returned::Nothing => {}
            Returned::Scalar(value, _) => open.returned.push(*value),
            Returned::Block(bytes) => {
                open.returned.extend(bytes.iter().filter(|b| b.undefined == 0).map(|b| b.term));
            }
        }
    }
}
