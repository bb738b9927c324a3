//! The state of the pass, and what it begins with.

use crate::state::{Frame, State};
use crate::{CallStep, Check, CheckKind, Formula, HeapObject, Input, ObjectName};
use base::{FxHashMap, Idx, Span};
use encode::cells::{Initial, Object, Rest};
use encode::pointer::{NO_OBJECT, ObjectId, UNKNOWN_OBJECT, Value};
use facts::Facts;
use ir::{
    BlockId, DataModel, FuncId, FunctionBody, GlobalId, GlobalKind, Intrinsic, LocalId, Program,
    RelocationTarget,
};
use semantics::Policy;
use smt::{Sort, TermId, Terms};
use std::collections::BTreeSet;
use std::rc::Rc;
use verdict::{Assumption, FindingKind, Property};

/// How often loops are unwound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unwind {
    /// Rounds before the cut.
    pub peel: u32,
    /// Rounds behind it, at least 1; 0: loops are not cut but left after the peeled rounds, which is a check that fails.
    pub step: u32,
}

/// Which functions that do not call themselves are called by summary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Summaries {
    /// None: all are inlined.
    #[default]
    Never,
    /// Those that are called often in a program that is large when they are inlined.
    Large,
    /// All that can be.
    Always,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub unwind: Unwind,
    pub policy: Policy,
    pub malloc_may_fail: bool,
    pub strict_externals: bool,
    /// A read through a pointer of which nothing is known goes on with any value, if nobody asks about it; otherwise it is a check.
    pub reads_anywhere: bool,
    /// Offsets of the pointers over which paths are followed; they do not overlap.
    pub links: Vec<u64>,
    pub summaries: Summaries,
    /// Statements that the formula may have; more are too large.
    pub steps: u64,
}

/// Why there is no formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TooLarge {
    Steps(Span),
    Objects(Span),
    Cancelled,
    NoMain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ObjectKey {
    Local(u32, LocalId),
    /// The block that a call of an allocating function in this context makes.
    Site(u32, FuncId, BlockId),
    Stack(u32, LocalId),
    /// Of a witness.
    Ghost(ObjectId),
    Others(ObjectId),
    /// What a parameter leads to, by a number.
    Reached(u32),
}

#[derive(Clone, Debug)]
pub(crate) struct ObjectInfo {
    pub kind: ObjectKind,
    /// In bytes.
    pub size: TermId,
    pub constant: bool,
    /// The variable that it is.
    pub symbol: Option<base::Symbol>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectKind {
    None,
    Global(GlobalId),
    Function(FuncId),
    Local,
    Heap,
    /// All objects of a site but the witness.
    Others(ObjectId),
    /// Whether a witness is chosen.
    Ghost,
}

/// One step of the way to a place: a call, or a round of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    Call(FuncId, BlockId, FuncId),
    Round(BlockId, u32),
}

/// The initial content of globals.
#[derive(Clone, Copy)]
pub(crate) struct Globals<'a> {
    pub program: &'a Program,
}

pub(crate) struct Builder<'a> {
    pub program: &'a Program,
    pub facts: &'a Facts<'a>,
    pub globals: Globals<'a>,
    pub model: DataModel,
    pub word: u32,
    pub terms: &'a mut Terms,
    pub options: Options,
    pub out: Formula,
    pub objects: Vec<ObjectInfo>,
    pub object_ids: FxHashMap<ObjectKey, ObjectId>,
    pub contexts: FxHashMap<(u32, Step), u32>,
    /// Where control is: calls and rounds.
    pub context: u32,
    /// How many cut loops are around.
    pub cut_depth: u32,
    pub depth: u32,
    pub active: Vec<FuncId>,
    pub loops: FxHashMap<crate::loops::LoopKey, crate::loops::Changed>,
    /// The objects that a loop-back pointer may lead to.
    pub pointer_sets: FxHashMap<TermId, BTreeSet<ObjectId>>,
    /// As what a cell was accessed last.
    pub cell_scalars: FxHashMap<(ObjectId, u64), ir::Scalar>,
    /// Where structures have pointers, by their sizes.
    pub pointer_members: base::FxHashSet<(u64, u64)>,
    /// Local objects that came into scope before.
    pub used_before: base::FxHashSet<ObjectId>,
    /// Stack blocks of the functions that are active.
    pub owned: Vec<Vec<ObjectId>>,
    /// Aggregates on their way to the function that is called next: parameter, bytes, size.
    pub pending_blocks: Vec<(usize, Object, u64)>,
    /// The objects that stand for their allocation sites.
    pub witnesses: BTreeSet<ObjectId>,
    /// Those of them whose site makes blocks of several sizes.
    pub sized: BTreeSet<ObjectId>,
    /// The terms that were made in rounds of cut loops or in functions that are looked at for several calls, and those that are being made.
    pub rounds: Vec<std::ops::Range<usize>>,
    pub rounds_since: Option<usize>,
    /// Whoever writes says itself what becomes of paths.
    pub is_linking: bool,
    pub views: u32,
    /// What one of the others holds where a site stands, for the cell that is being read; by the place of the site in memory.
    pub site_reads: FxHashMap<usize, (Value, TermId)>,
    /// Numbers contents of arrays of which nothing is known.
    pub contents: u32,
    pub known_contents: Vec<(Rc<Object>, u32)>,
    /// What those hold, by their number and the size: offsets and values.
    pub any_elements: FxHashMap<(u32, u64), Vec<(TermId, TermId)>>,
    /// Hold in every run; they speak of elements of arrays.
    pub element_facts: Vec<TermId>,
    /// Of arrays; the size of the first access at an unknown offset.
    pub element_sizes: FxHashMap<ObjectId, u64>,
    pub element_scalars: FxHashMap<ObjectId, ir::Scalar>,
    /// The unknown offsets at which arrays are accessed.
    pub array_offsets: Vec<TermId>,
    pub watchers: Vec<crate::arrays::Watcher>,
    /// The functions that call themselves and are under way, each cut at its outermost call.
    pub recursions: Vec<crate::recursion::Recursion>,
    /// What calls they make of themselves.
    pub recursive_calls: Vec<crate::recursion::RecursiveCall>,
    /// The functions that are called by summary though they do not call themselves, their calls, and what they change.
    pub shared: BTreeSet<FuncId>,
    pub shared_calls: Vec<crate::shared::SharedCall>,
    pub shared_changes: FxHashMap<FuncId, crate::loops::Changed>,
    /// The instances of the loops' invariants that are known of an object, by the loop, its witness and the object term.
    pub instances: FxHashMap<(usize, ObjectId, TermId), crate::nodes::InstanceId>,
    /// What the functions are given there.
    pub given: FxHashMap<crate::loops::LoopKey, crate::recursion::Given>,
    /// Whether the program frees blocks at all.
    pub frees: bool,
    /// A check counts only where this holds.
    pub counts: TermId,
    pub span: Span,
    pub poll: &'a dyn Fn() -> bool,
}

pub(crate) type Res<T> = Result<T, TooLarge>;

/// The formula of a program from its entry. `poll` says whether to give up.
pub fn build<'a>(
    facts: &'a Facts<'a>,
    terms: &'a mut Terms,
    options: Options,
    poll: &'a dyn Fn() -> bool,
) -> Result<Formula, TooLarge> {
    let Some(main) = facts.program().entry else { return Err(TooLarge::NoMain) };
    let mut builder = Builder::new(facts, terms, options, poll);
    builder.frees = frees(facts.program(), main);
    builder.shared = crate::shared::shared_functions(facts, builder.options.summaries);
    builder.fixed_objects()?;
    let mark = builder.mark();
    loop {
        builder.run_main(main)?;
        if !builder.run_shared()? {
            break;
        }
        builder.undo(&mark);
        builder.used_before.clear();
    }
    builder.summaries()?;
    builder.out.objects = builder.names();
    builder.out.contexts = builder.calls();
    if !builder.element_facts.is_empty() {
        // They may speak of any of the loops.
        builder.out.facts.append(&mut builder.element_facts);
        let all = builder.out.facts.len();
        builder.out.loops.iter_mut().for_each(|cut| cut.facts = all);
    }
    Ok(builder.out)
}

/// Whether a block may be freed in some run.
fn frees(program: &Program, main: FuncId) -> bool {
    let frees = |func: &FuncId| match &program.functions[*func].body {
        FunctionBody::Intrinsic(intrinsic) => {
            matches!(intrinsic, Intrinsic::Free | Intrinsic::Resize | Intrinsic::Unsupported)
        }
        FunctionBody::Defined(_) | FunctionBody::External => false,
    };
    facts::reachable(program, main).0.iter().any(frees)
}

impl<'a> Builder<'a> {
    pub(crate) fn new(
        facts: &'a Facts<'a>,
        terms: &'a mut Terms,
        options: Options,
        poll: &'a dyn Fn() -> bool,
    ) -> Builder<'a> {
        let program = facts.program();
        let word = 8 * program.model.pointer_size() as u32;
        Builder {
            program,
            facts,
            globals: Globals { program },
            model: program.model,
            word,
            counts: TermId::TRUE,
            frees: true,
            terms,
            options,
            out: Formula::default(),
            objects: Vec::new(),
            object_ids: FxHashMap::default(),
            contexts: FxHashMap::default(),
            context: 0,
            cut_depth: 0,
            depth: 0,
            active: Vec::new(),
            loops: FxHashMap::default(),
            pointer_sets: FxHashMap::default(),
            cell_scalars: FxHashMap::default(),
            pointer_members: crate::unknown_offsets::pointer_members(program),
            used_before: base::FxHashSet::default(),
            owned: Vec::new(),
            witnesses: BTreeSet::new(),
            sized: BTreeSet::new(),
            rounds: Vec::new(),
            rounds_since: None,
            is_linking: false,
            views: 0,
            site_reads: FxHashMap::default(),
            contents: 0,
            known_contents: Vec::new(),
            any_elements: FxHashMap::default(),
            element_facts: Vec::new(),
            element_sizes: FxHashMap::default(),
            element_scalars: FxHashMap::default(),
            array_offsets: Vec::new(),
            watchers: Vec::new(),
            recursions: Vec::new(),
            recursive_calls: Vec::new(),
            shared: BTreeSet::new(),
            shared_calls: Vec::new(),
            shared_changes: FxHashMap::default(),
            instances: FxHashMap::default(),
            given: FxHashMap::default(),
            pending_blocks: Vec::new(),
            span: Span::NONE,
            poll,
        }
    }
}

impl Builder<'_> {
    pub(crate) fn names(&self) -> Vec<ObjectName> {
        let mut names: Vec<ObjectName> = self
            .objects
            .iter()
            .map(|info| match info.kind {
                ObjectKind::None => ObjectName::Nothing,
                ObjectKind::Global(id) => ObjectName::Global(id),
                ObjectKind::Function(id) => ObjectName::Function(id),
                ObjectKind::Others(witness) => ObjectName::Others(witness),
                ObjectKind::Local | ObjectKind::Heap | ObjectKind::Ghost => ObjectName::Other,
            })
            .collect();
        for (key, &id) in &self.object_ids {
            let name = &mut names[usize::from(id)];
            match *key {
                ObjectKey::Local(context, local) => *name = ObjectName::Local(context, local),
                ObjectKey::Site(context, _, block) => *name = ObjectName::Site(context, block),
                ObjectKey::Stack(..) | ObjectKey::Ghost(_) | ObjectKey::Others(_) | ObjectKey::Reached(_) => {
                }
            }
        }
        names
    }

    /// The calls under way in each context.
    pub(crate) fn calls(&self) -> Vec<Vec<CallStep>> {
        let mut steps: Vec<(u32, u32, Step)> =
            self.contexts.iter().map(|(&(from, step), &to)| (to, from, step)).collect();
        // A context is made after the one that it is in.
        steps.sort_unstable_by_key(|(to, _, _)| *to);
        let mut calls = vec![Vec::new(); steps.len() + 1];
        for (to, from, step) in steps {
            let mut here: Vec<CallStep> = calls[from as usize].clone();
            if let Step::Call(caller, block, callee) = step {
                here.push((caller, block, callee));
            }
            calls[to as usize] = here;
        }
        calls
    }

    pub(crate) fn fixed_objects(&mut self) -> Res<()> {
        let zero = self.terms.bv_const(self.word, 0);
        self.objects.push(ObjectInfo { kind: ObjectKind::None, size: zero, constant: true, symbol: None });
        if self.program.globals.len() + self.program.functions.len() > usize::from(u16::MAX) / 2 {
            return Err(TooLarge::Objects(Span::NONE));
        }
        for (id, global) in self.program.globals.iter_enumerated() {
            let size = self.terms.bv_const(self.word, u128::from(global.size));
            let constant = matches!(global.kind, GlobalKind::StringLiteral | GlobalKind::Constant);
            let symbol = (global.kind == GlobalKind::Variable).then_some(global.name);
            self.objects.push(ObjectInfo { kind: ObjectKind::Global(id), size, constant, symbol });
        }
        for id in self.program.functions.ids() {
            self.objects.push(ObjectInfo {
                kind: ObjectKind::Function(id),
                size: zero,
                constant: true,
                symbol: None,
            });
        }
        Ok(())
    }

    pub(crate) fn global_object(&self, id: GlobalId) -> ObjectId {
        1 + id.index() as ObjectId
    }

    pub(crate) fn function_object(&self, id: FuncId) -> ObjectId {
        (1 + self.program.globals.len() + id.index()) as ObjectId
    }

    /// The number of an object that comes into being at a place.
    pub(crate) fn object(
        &mut self,
        key: ObjectKey,
        make: impl FnOnce(&mut Self) -> ObjectInfo,
    ) -> Res<ObjectId> {
        if let Some(&id) = self.object_ids.get(&key) {
            return Ok(id);
        }
        if self.objects.len() + 1 >= usize::from(UNKNOWN_OBJECT) {
            return Err(TooLarge::Objects(self.span));
        }
        let info = make(self);
        let id = self.objects.len() as ObjectId;
        self.objects.push(info);
        self.object_ids.insert(key, id);
        Ok(id)
    }

    /// An object that no memory says anything of: a global in the beginning, or something that does not exist.
    pub(crate) fn absent_object(&mut self, id: ObjectId) -> Rc<Object> {
        let (live, rest) = match self.objects[usize::from(id)].kind {
            ObjectKind::Global(global) => {
                let external = self.program.globals[global].kind == GlobalKind::External;
                (true, if external { Rest::Any } else { Rest::Initial(global) })
            }
            ObjectKind::Function(_) => (true, Rest::Any),
            ObjectKind::Ghost => (true, Rest::Zero),
            ObjectKind::None | ObjectKind::Local | ObjectKind::Heap | ObjectKind::Others(_) => {
                (false, Rest::Any)
            }
        };
        Rc::new(Object::new(self.terms.bool_const(live), rest))
    }

    pub(crate) fn enter(&mut self, step: Step) -> u32 {
        let next = self.contexts.len() as u32 + 1;
        let context = *self.contexts.entry((self.context, step)).or_insert(next);
        std::mem::replace(&mut self.context, context)
    }

    fn run_main(&mut self, main: FuncId) -> Res<()> {
        let mut state = State::initial();
        for (id, global) in self.program.globals.iter_enumerated() {
            if self.is_large_array(global.ty) {
                let rest = match global.kind {
                    GlobalKind::External => Rest::Any,
                    _ => Rest::Initial(id),
                };
                self.start_array(&mut state, self.global_object(id), rest);
            }
        }
        let Some(body) = self.program.functions[main].body() else { return Err(TooLarge::NoMain) };
        // `argc` and `argv` may be anything.
        let arguments = vec![Value::Any; body.params().len()];
        let context = self.enter(Step::Call(main, BlockId::new(0), main));
        let ends = self.run_function(main, state, &arguments)?;
        self.context = context;
        if let Some((state, _)) = ends {
            self.at_exit(&state);
        }
        Ok(())
    }

    /// What must hold when the program is aborted, or may run for ever: no block is lost.
    pub(crate) fn at_abort(&mut self, state: &State) {
        if self.options.policy.asks(verdict::Property::ValidMemtrack) {
            if self.options.unwind.step == 0 {
                return self.name_leaks(state, [true, false]);
            }
            let lost = self.lost(state);
            self.check(state, leak(), lost);
        }
    }

    /// That some heap block is there.
    pub(crate) fn held(&mut self, state: &State) -> TermId {
        let heap = self.heap(state);
        self.terms.or_all(heap.into_iter().map(|object| object.live))
    }

    /// The heap objects that there may be.
    pub(crate) fn heap(&self, state: &State) -> Vec<HeapObject> {
        let heap = |id: ObjectId| self.objects[usize::from(id)].kind == ObjectKind::Heap;
        let objects = state.memory.iter().filter(|(id, _)| heap(**id));
        let described = objects.map(|(id, object)| HeapObject {
            object: *id,
            live: object.live,
            cells: object.cells.iter().map(|(at, (_, value))| (*at, *value)).collect(),
        });
        described.collect()
    }

    /// What must hold when the program ends: everything on the heap is freed, if somebody asked about leaks.
    pub(crate) fn at_exit(&mut self, state: &State) {
        use verdict::Property::{ValidMemcleanup, ValidMemtrack};
        let asked = [ValidMemtrack, ValidMemcleanup].map(|p| self.options.policy.asks(p));
        if !asked.contains(&true) {
            return;
        }
        if self.options.unwind.step == 0 {
            return self.name_leaks(state, asked);
        }
        // A block that can be reached in the end, or was freed, was never lost.
        if asked == [true, false] {
            let lost = self.lost(state);
            self.check(state, leak(), lost);
        } else {
            let held = self.held(state);
            self.check(state, CheckKind::Finding(FindingKind::NotFreedAtExit), held);
        }
    }

    /// Records that `fails` must not happen here. Whoever goes on has to make its opposite part of the guard.
    pub(crate) fn check(&mut self, state: &State, what: CheckKind, fails: TermId) {
        let fails = self.terms.and(state.guard, fails);
        let fails = self.terms.and(self.counts, fails);
        if self.terms.bool_constant(fails) == Some(false) {
            return;
        }
        let func = self.active.last().copied().unwrap_or_else(|| FuncId::new(0));
        self.out.checks.push(Check { what, span: self.span, func, fails });
    }

    /// A check, behind which its condition holds.
    pub(crate) fn require(&mut self, state: &mut State, what: CheckKind, fails: TermId) {
        self.check(state, what, fails);
        let holds = self.terms.not(fails);
        state.guard = self.terms.and(state.guard, holds);
    }

    /// The path ends here, with no answer.
    pub(crate) fn unsupported(&mut self, state: &mut State, what: impl Into<String>) {
        self.require(state, CheckKind::Unsupported(what.into()), TermId::TRUE);
    }

    pub(crate) fn input(&mut self, state: &State, width: u32, signed: bool) -> TermId {
        let value = self.terms.fresh("input", Sort::Bv(width));
        self.out.inputs.push(Input { guard: state.guard, value, signed, uninitialised: false });
        value
    }

    pub(crate) fn assume(&mut self, state: &State, assumption: Assumption, when: TermId) {
        let when = self.terms.and(state.guard, when);
        if self.terms.bool_constant(when) != Some(false) {
            self.out.assumptions.push((assumption, when));
        }
    }

    /// Counts work.
    pub(crate) fn tick(&mut self) -> Res<()> {
        self.out.steps += 1;
        if self.out.steps > self.options.steps {
            return Err(TooLarge::Steps(self.span));
        }
        if self.out.steps.is_multiple_of(64) && (self.poll)() {
            return Err(TooLarge::Cancelled);
        }
        Ok(())
    }

    pub(crate) fn new_frame(&self, func: FuncId) -> Frame {
        let locals = self.program.functions[func].body().map_or(0, |body| body.locals.len());
        Frame { func, context: self.context, registers: vec![Value::Any; locals] }
    }
}

impl Initial for Globals<'_> {
    fn initial(&self, terms: &mut Terms, id: GlobalId, offset: u64, size: u64) -> Value {
        let global = &self.program.globals[id];
        let word = self.program.model.pointer_size();
        if global.kind == GlobalKind::External {
            return Value::Any;
        }
        for relocation in &global.init.relocations {
            let covered = relocation.offset < offset + size && offset < relocation.offset + word;
            if !covered {
                continue;
            }
            if relocation.offset != offset || size != word {
                return Value::Any;
            }
            let object = match relocation.target {
                RelocationTarget::Global(target) => 1 + target.index(),
                RelocationTarget::Function(target) => 1 + self.program.globals.len() + target.index(),
                RelocationTarget::Label(..) => return Value::Any,
            };
            let offset = terms.bv_signed(self.word(), i128::from(relocation.addend));
            return Value::pointer(terms, object as ObjectId, offset);
        }
        if size > 16 {
            return Value::Any;
        }
        let mut number = 0u128;
        for i in 0..size {
            let byte = global.init.bytes.get((offset + i) as usize).copied().unwrap_or(0);
            number |= u128::from(byte) << (8 * i);
        }
        Value::Number(terms.bv_const(8 * size as u32, number))
    }

    fn word(&self) -> u32 {
        8 * self.program.model.pointer_size() as u32
    }
}

/// A block that is not freed may be reachable or lost.
fn leak() -> CheckKind {
    let what = "telling whether a block that is not freed is still reachable";
    CheckKind::Undecided(Property::ValidMemtrack, what.to_owned())
}

const _: () = assert!(NO_OBJECT == 0);
