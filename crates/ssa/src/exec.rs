//! Blocks, statements and regions of the control-flow graph.

use crate::build::{Builder, Res};
use crate::place::Use;
use crate::state::State;
use crate::{CheckKind, ObjectId};
use base::{FxHashMap, Idx};
use encode::cells::{Object, Rest};
use encode::pointer::{Value, as_number};
use ir::{Arg, BlockId, LocalId, LoopId, Operand, Scalar, StatementKind, SwitchCase, TerminatorKind};
use smt::{Op, TermId};
use verdict::FindingKind;

/// A block on the stack that is larger than this may exhaust it.
const LARGEST_STACK_BLOCK: u128 = 1 << 24;

/// What a function gives back.
#[derive(Clone, Debug)]
pub(crate) enum Returned {
    Nothing,
    Scalar(Value, Scalar),
    Block(Object, u64),
}

/// What leaves a region.
#[derive(Default)]
pub(crate) struct Ends {
    /// Edges to blocks outside.
    pub exits: Vec<(BlockId, State)>,
    /// Edges back to the region's head.
    pub back: Vec<State>,
    pub returns: Vec<(State, Returned)>,
}

impl Builder<'_> {
    /// Runs the blocks of a loop, or of the whole function, from the region's head.
    pub(crate) fn run_region(&mut self, region: Option<LoopId>, head: BlockId, state: State) -> Res<Ends> {
        let func = state.top().func;
        let Some(facts) = self.facts.function(func) else { return Ok(Ends::default()) };
        let (cfg, loops) = (facts.cfg(), facts.loops());
        let mut ends = Ends::default();
        let mut incoming: FxHashMap<BlockId, Vec<State>> = FxHashMap::default();
        incoming.insert(head, vec![state]);
        // The region's own blocks, and inner loops by their heads, in an order in which predecessors come first.
        let mut order: Vec<BlockId> = match region {
            Some(id) => loops.blocks(id).to_vec(),
            None => cfg.reverse_postorder().to_vec(),
        };
        order.sort_by_key(|b| cfg.position(*b).unwrap_or(usize::MAX));
        for block in order {
            let Some(states) = incoming.remove(&block) else { continue };
            let Some(mut state) = self.join(states, Some(block)) else { continue };
            let inner =
                loops.innermost(block).filter(|id| Some(*id) != region && loops.loops()[*id].head == block);
            let out = match inner {
                Some(id) => {
                    if loops.loops()[id].irreducible {
                        self.span = facts.body().blocks[block].terminator.span;
                        self.unsupported(&mut state, "a loop that is entered at several places");
                        continue;
                    }
                    self.run_loop(id, state)?
                }
                None => self.run_block(block, state)?,
            };
            ends.returns.extend(out.returns);
            for (target, state) in out.exits {
                if target == head && region.is_some() {
                    ends.back.push(state);
                } else if region.is_none_or(|id| loops.contains(id, target)) {
                    incoming.entry(target).or_default().push(state);
                } else {
                    ends.exits.push((target, state));
                }
            }
        }
        // What came to a block after its turn closes a loop that was not entered at its head.
        let mut late: Vec<(BlockId, Vec<State>)> = incoming.into_iter().collect();
        late.sort_by_key(|(block, _)| *block);
        for mut state in late.into_iter().flat_map(|(_, states)| states) {
            self.unsupported(&mut state, "a loop that is entered at several places");
        }
        Ok(ends)
    }

    fn run_block(&mut self, block: BlockId, mut state: State) -> Res<Ends> {
        let mut ends = Ends::default();
        let program = self.program;
        let Some(body) = program.functions[state.top().func].body() else { return Ok(ends) };
        for statement in &body.blocks[block].statements {
            self.span = statement.span;
            self.tick()?;
            self.statement(&mut state, &statement.kind)?;
            if self.terms.bool_constant(state.guard) == Some(false) {
                return Ok(ends);
            }
        }
        let terminator = &body.blocks[block].terminator;
        self.span = terminator.span;
        self.tick()?;
        match &terminator.kind {
            TerminatorKind::Goto(target) => ends.exits.push((*target, state)),
            TerminatorKind::Branch { cond, then_block, else_block } => {
                let number = self.number(&mut state, *cond, 32);
                let zero = self.terms.bv_const(32, 0);
                let holds = self.terms.ne(number, zero);
                self.choice(holds);
                let not = self.terms.not(holds);
                for (target, condition) in [(*then_block, holds), (*else_block, not)] {
                    self.edge(&mut ends, &state, target, condition);
                }
            }
            TerminatorKind::Switch { value, scalar, cases, default } => {
                let width = scalar.width(self.model);
                let number = self.number(&mut state, *value, width);
                let mut other = TermId::TRUE;
                for case in cases {
                    let here = self.in_case(number, *scalar, case);
                    self.choice(here);
                    self.edge(&mut ends, &state, case.target, here);
                    let not = self.terms.not(here);
                    other = self.terms.and(other, not);
                }
                self.edge(&mut ends, &state, *default, other);
            }
            TerminatorKind::IndirectGoto { .. } => self.unsupported(&mut state, "a computed goto"),
            TerminatorKind::Unreachable => {
                self.require(&mut state, CheckKind::Finding(FindingKind::UnreachableReached), TermId::TRUE);
            }
            TerminatorKind::Return(arg) => {
                let returned = match arg {
                    None => Returned::Nothing,
                    Some(Arg::Scalar(operand, scalar)) => {
                        Returned::Scalar(self.operand(&mut state, *operand), *scalar)
                    }
                    Some(Arg::Block(place, size)) => {
                        let address = self.address(&mut state, place)?;
                        Returned::Block(self.block(&mut state, address, *size), *size)
                    }
                };
                ends.returns.push((state, returned));
            }
            TerminatorKind::Call(call) => {
                if let Some(state) = self.call(block, call, state)?
                    && let Some(next) = call.next
                {
                    ends.exits.push((next, state));
                }
            }
        }
        Ok(ends)
    }

    pub(crate) fn choice(&mut self, condition: TermId) {
        if !matches!(self.terms.op(condition), Op::True | Op::False) {
            self.out.choices.push(condition);
        }
    }

    fn edge(&mut self, ends: &mut Ends, state: &State, target: BlockId, condition: TermId) {
        let guard = self.terms.and(state.guard, condition);
        if self.terms.bool_constant(guard) != Some(false) {
            ends.exits.push((target, State { guard, ..state.clone() }));
        }
    }

    fn in_case(&mut self, number: TermId, scalar: Scalar, case: &SwitchCase) -> TermId {
        encode::scalar::within(self.terms, self.model, scalar, number, (case.low, case.high))
    }

    fn statement(&mut self, state: &mut State, kind: &StatementKind) -> Res<()> {
        match kind {
            StatementKind::Assign(local, rvalue) => {
                let value = self.rvalue(state, rvalue)?;
                state.top_mut().registers[local.index()] = value;
            }
            StatementKind::Store(place, operand) => {
                let value = self.operand(state, *operand);
                self.store(state, place, value)?;
            }
            StatementKind::CopyBlock(copy) => {
                let to = self.address(state, &copy.dst)?;
                let from = self.address(state, &copy.src)?;
                self.overlap_check(state, to, from, copy.size);
                self.copy(state, to, from, (copy.size, Use::of_write(&copy.dst)));
            }
            StatementKind::ZeroBlock(place, size) => {
                let to = self.address(state, place)?;
                let zero = Object::new(TermId::TRUE, Rest::Zero);
                self.write_block(state, to, &zero, (*size, Use::of_write(place)));
            }
            StatementKind::StorageLive(local) => self.storage_live(state, *local)?,
            StatementKind::StorageDead(local) => self.storage_dead(state, *local)?,
            StatementKind::StackAlloc { dst, size, .. } => self.stack_alloc(state, *dst, *size)?,
            StatementKind::StackFree(local) => self.stack_free(state, *local),
            StatementKind::Unsupported(what) => {
                let what = self.program.names.resolve(*what).to_owned();
                self.unsupported(state, what);
            }
        }
        Ok(())
    }

    /// Ranges of a structure assignment are equal or apart.
    pub(crate) fn overlap_check(
        &mut self,
        state: &mut State,
        to: (TermId, TermId),
        from: (TermId, TermId),
        size: u64,
    ) {
        let same = self.terms.eq(to.0, from.0);
        let equal = self.terms.eq(to.1, from.1);
        let distance = self.terms.sub(to.1, from.1);
        let back = self.terms.neg(distance);
        let size = self.terms.bv_const(self.word, u128::from(size));
        let near = self.terms.ult(distance, size);
        let near_back = self.terms.ult(back, size);
        let overlap = self.terms.or(near, near_back);
        let different = self.terms.not(equal);
        let fails = self.terms.and_all([same, different, overlap]);
        self.require(state, CheckKind::Finding(FindingKind::Overlap), fails);
    }

    pub(crate) fn storage_live(&mut self, state: &mut State, local: LocalId) -> Res<()> {
        let body = self.program.functions[state.top().func].body();
        if body.is_some_and(|body| body.locals[local].register) {
            state.top_mut().registers[local.index()] = Value::Any;
            return Ok(());
        }
        let id = self.local_object(state, local)?;
        self.new_generation(state, id);
        self.replace(state, id, Object::new(TermId::TRUE, Rest::Any));
        if body.is_some_and(|body| self.is_large_array(body.locals[local].ty)) {
            self.start_array(state, id, Rest::Any);
        }
        Ok(())
    }

    /// An object's number is used again. A pointer to the former one must not be around: it would lead to the new one.
    fn new_generation(&mut self, state: &mut State, id: ObjectId) {
        if self.cut_depth == 0 && !self.used_before.contains(&id) {
            self.used_before.insert(id);
            return;
        }
        let mut around = Vec::new();
        let mut look = |this: &mut Self, value: Value| {
            if let Value::Pointer { object, .. } = value
                && this.possible_objects(object).is_none_or(|set| set.contains(&id))
            {
                around.push(this.is_object(object, id));
            }
        };
        for frame in &state.frames.clone() {
            for &value in &frame.registers {
                look(self, value);
            }
        }
        for (&owner, object) in state.memory.iter() {
            if owner != id {
                object.cells.values().for_each(|(_, value)| look(self, *value));
            }
        }
        for value in crate::arrays::values(&state.arrays) {
            look(self, value);
        }
        let fails = self.terms.or_all(around);
        let what = "a pointer to a variable of an earlier round is still around".to_owned();
        self.require(state, CheckKind::Unsupported(what), fails);
    }

    pub(crate) fn storage_dead(&mut self, state: &mut State, local: LocalId) -> Res<()> {
        let body = self.program.functions[state.top().func].body();
        if body.is_some_and(|body| body.locals[local].register) {
            state.top_mut().registers[local.index()] = Value::Any;
            return Ok(());
        }
        let id = self.local_object(state, local)?;
        self.remove_object(state, id);
        Ok(())
    }

    fn stack_alloc(&mut self, state: &mut State, dst: LocalId, size: Operand) -> Res<()> {
        let scalar = self.operand_scalar(state, size);
        let value = self.operand(state, size);
        let bits = scalar.width(self.model);
        let number = as_number(self.terms, value, bits);
        let size = self.terms.resize(number, self.word, scalar.is_signed());
        // A size that is negative, or more than a pointer can span.
        let is_none = self.terms.is_negative(size);
        self.require(state, CheckKind::Finding(FindingKind::BadArgument), is_none);
        let most = self.terms.bv_const(self.word, LARGEST_STACK_BLOCK);
        let exhausts = self.terms.ugt(size, most);
        self.require(state, CheckKind::Unsupported("a stack block that exhausts the stack".into()), exhausts);
        if self.cut_depth > 0 {
            self.unsupported(state, "a stack block of variable size in a loop");
            return Ok(());
        }
        let key = crate::build::ObjectKey::Stack(self.context, dst);
        let id = self.allocate(key, crate::build::ObjectKind::Local, size)?;
        self.new_generation(state, id);
        self.replace(state, id, Object::new(TermId::TRUE, Rest::Any));
        self.start_array(state, id, Rest::Any);
        let zero = self.terms.bv_const(self.word, 0);
        state.top_mut().registers[dst.index()] = Value::pointer(self.terms, id, zero);
        Ok(())
    }

    fn stack_free(&mut self, state: &mut State, local: LocalId) {
        if let Value::Pointer { object, .. } = state.top().registers[local.index()]
            && let Some(set) = self.possible_objects(object)
        {
            for id in set {
                self.remove_object(state, id);
            }
        }
    }

    fn operand_scalar(&self, state: &State, operand: Operand) -> Scalar {
        let body = self.program.functions[state.top().func].body();
        body.and_then(|body| operand.scalar(&body.locals)).unwrap_or(self.model.unsigned_word())
    }
}
