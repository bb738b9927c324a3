//! Statements and terminators. A statement either completes, or stops before it has changed anything that executing it again
//! would not change in the same way: a fork then repeats it in each case.

use crate::call::Returned;
use crate::fault::{Res, Stop, fault, undetermined, unsupported};
use crate::hunter::Hunter;
use crate::memory::{Kind, Life, NewObject};
use crate::primitives::Path;
use crate::state::State;
use base::Idx;
use encode::path::{Prov, Value};
use encode::scalar;
use ir::{
    Arg, BlockId, Body, LocalId, Operand, Place, PlaceBase, Rvalue, Scalar, StatementKind, TerminatorKind,
};
use semantics::execution::Execution as _;
use verdict::{Access, FindingKind, UnknownKind};

/// What the state does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The next statement.
    Continue,
    /// Control has come to another block.
    Jumped,
}

/// Larger stack blocks are not modelled byte by byte.
const LARGEST: u64 = 1 << 24;

impl<'p> Hunter<'p> {
    pub(crate) fn body(&self, state: &State) -> &'p Body {
        self.program.functions[state.top().func].body().expect("a frame runs a body")
    }

    /// Executes one statement or terminator of the top frame.
    pub(crate) fn step(&mut self, state: &mut State) -> Res<Progress> {
        self.tick(1)?;
        state.steps += 1;
        let body = self.body(state);
        let frame = state.top();
        let block = &body.blocks[frame.block];
        if let Some(statement) = block.statements.get(frame.at) {
            self.statement(state, body, &statement.kind)?;
            state.top_mut().at += 1;
            return Ok(Progress::Continue);
        }
        self.terminator(state, body, &block.terminator.kind)
    }

    fn statement(&mut self, state: &mut State, body: &Body, kind: &StatementKind) -> Res<()> {
        match kind {
            StatementKind::Assign(dst, rvalue) => {
                let value = self.rvalue(state, rvalue)?;
                state.top_mut().regs[dst.index()] = value;
            }
            StatementKind::Store(place, operand) => {
                let value = self.operand(state, *operand)?;
                let pointer = self.place(state, place, true)?;
                let access = writing(place);
                match place.bits {
                    None => self.store(state, pointer, place.access, value, access)?,
                    Some(bits) => self.store_bits(state, pointer, bits, value, access)?,
                }
            }
            StatementKind::CopyBlock(copy) => {
                let to = self.place(state, &copy.dst, true)?;
                let from = self.place(state, &copy.src, true)?;
                if copy.size > 0 {
                    Path { hunter: self, state }.assign_block(to, from, copy.size, writing(&copy.dst))?;
                }
            }
            StatementKind::ZeroBlock(place, size) => {
                let pointer = self.place(state, place, true)?;
                if *size > 0 {
                    let (id, offset) = self.resolve(state, pointer, *size, writing(place))?;
                    let zero = self.zero_byte;
                    self.fill(state, id, offset, *size, zero)?;
                }
            }
            StatementKind::StorageLive(local) => self.storage_live(state, body, *local)?,
            StatementKind::StorageDead(local) => self.storage_dead(state, body, *local),
            StatementKind::StackAlloc { dst, size, align } => {
                self.stack_alloc(state, body, *dst, *size, *align)?;
            }
            StatementKind::StackFree(local) => {
                let value = state.top().regs[local.index()];
                if let Some(id) = value.prov.object()
                    && let Some(position) = state.top().blocks.iter().rposition(|&b| b == id)
                {
                    state.top_mut().blocks.remove(position);
                    state.memory.kill(id, Life::OutOfScope);
                }
            }
            StatementKind::Unsupported(what) => {
                return crate::fault::unknown(
                    UnknownKind::Unsupported,
                    format!("{} is not supported", self.program.names.resolve(*what)),
                );
            }
        }
        Ok(())
    }

    fn rvalue(&mut self, state: &mut State, rvalue: &Rvalue) -> Res<Value> {
        match *rvalue {
            Rvalue::Use(operand) => self.operand(state, operand),
            Rvalue::Load(place) => {
                let pointer = self.place(state, &place, true)?;
                match place.bits {
                    None => self.load(state, pointer, place.access),
                    Some(bits) => self.load_bits(state, pointer, bits, place.access),
                }
            }
            Rvalue::AddressOf(place) => self.address_of(state, &place),
            Rvalue::Unary(op, scalar, operand) => {
                let a = self.operand(state, operand)?;
                self.unary(state, op, scalar, a)
            }
            Rvalue::Binary(op, scalar, left, right) => {
                let a = self.operand(state, left)?;
                let b = self.operand(state, right)?;
                self.binary(state, op, scalar, a, b)
            }
            Rvalue::Cast { from, to, operand } => {
                let a = self.operand(state, operand)?;
                self.cast(state, from, to, a)
            }
        }
    }

    fn address_of(&mut self, state: &mut State, place: &Place) -> Res<Value> {
        let pointer = self.place(state, place, false)?;
        if pointer.undef {
            return Ok(self.undefined(Scalar::Ptr));
        }
        Ok(pointer)
    }

    /// A local comes into scope with indeterminate content.
    pub(crate) fn storage_live(&mut self, state: &mut State, body: &Body, local: LocalId) -> Res<()> {
        let declared = &body.locals[local];
        if declared.register {
            let value = self.undefined(declared.scalar.unwrap_or(Scalar::I32));
            state.top_mut().regs[local.index()] = value;
            return Ok(());
        }
        if let Some(old) = state.top().regs[local.index()].prov.object() {
            state.memory.kill(old, Life::OutOfScope);
        }
        let ty = &self.program.types[declared.ty];
        if ty.size > LARGEST {
            return unsupported(format_args!("a local variable of {} bytes", ty.size));
        }
        let span = if declared.span.is_none() { self.span(state) } else { declared.span };
        let id = state.memory.allocate(NewObject {
            size: ty.size,
            align: ty.align.clamp(1, 4096),
            kind: if declared.constant { Kind::ConstantLocal } else { Kind::Stack },
            span,
            name: declared.name,
            fill: self.undef_byte,
        });
        let pointer = self.object_pointer(id);
        state.top_mut().regs[local.index()] = pointer;
        Ok(())
    }

    fn storage_dead(&mut self, state: &mut State, body: &Body, local: LocalId) {
        let declared = &body.locals[local];
        if declared.register {
            // A variable out of scope holds no block any more.
            if matches!(declared.scalar, Some(Scalar::Ptr | Scalar::I64 | Scalar::U64)) {
                let value = self.undefined(declared.scalar.unwrap_or(Scalar::I32));
                state.top_mut().regs[local.index()] = value;
            }
        } else if let Some(id) = state.top().regs[local.index()].prov.object() {
            state.memory.kill(id, Life::OutOfScope);
        }
    }

    fn stack_alloc(
        &mut self,
        state: &mut State,
        body: &Body,
        dst: LocalId,
        size: Operand,
        align: u64,
    ) -> Res<()> {
        let scalar = match size {
            Operand::Local(local) => body.locals[local].scalar.unwrap_or(Scalar::I32),
            Operand::Int(_, scalar) => scalar,
            _ => self.model.unsigned_word(),
        };
        let value = self.operand(state, size)?;
        if value.undef {
            return fault(FindingKind::UninitRead);
        }
        if !value.prov.is_none() {
            return undetermined("a size depends on the address of a block");
        }
        let width = scalar.width(self.model);
        let limit = self.constant(
            width,
            if width >= 64 { u128::from(self.address_mask() >> 1) } else { (1 << width) - 1 },
        );
        let terms = &mut self.oracle.terms;
        let mut bad = terms.ugt(value.bits, limit);
        if scalar.is_signed() {
            let negative = terms.is_negative(value.bits);
            bad = terms.or(bad, negative);
        }
        if self.decide(state, bad)? {
            return fault(FindingKind::BadArgument);
        }
        let size = self.size_value(state, value.bits)?;
        if size > LARGEST {
            return crate::fault::unknown(
                UnknownKind::MemoryBudget,
                format!("a stack block of {size} bytes exhausts the stack"),
            );
        }
        let span = self.span(state);
        let id = self.stack_object(state, size, align.clamp(1, 1 << 20), span);
        let pointer = self.object_pointer(id);
        let frame = state.top_mut();
        frame.blocks.push(id);
        frame.regs[dst.index()] = pointer;
        Ok(())
    }

    /// The number of bytes that a size stands for.
    pub(crate) fn size_value(&mut self, state: &State, bits: smt::TermId) -> Res<u64> {
        const LIKELY: [u128; 10] = [0, 1, 2, 4, 8, 12, 16, 24, 32, 64];
        let size =
            self.oracle.value(state, bits, 16.min(self.config.enumerate), &LIKELY, "the size of a block")?;
        Ok(size as u64)
    }

    fn jump(&mut self, state: &mut State, target: BlockId) -> Progress {
        let frame = state.top_mut();
        frame.block = target;
        frame.at = 0;
        Progress::Jumped
    }

    /// Whether a value that control depends on is not zero.
    fn truth_of(&mut self, state: &State, value: Value) -> Res<bool> {
        if value.undef {
            return fault(FindingKind::UninitRead);
        }
        if !value.prov.is_none() {
            return undetermined("the condition depends on the address of a block");
        }
        let condition = self.oracle.terms.bv_to_bool(value.bits);
        self.decide(state, condition)
    }

    fn terminator(&mut self, state: &mut State, body: &Body, kind: &TerminatorKind) -> Res<Progress> {
        match kind {
            TerminatorKind::Goto(target) => Ok(self.jump(state, *target)),
            TerminatorKind::Branch { cond, then_block, else_block } => {
                let value = self.operand(state, *cond)?;
                let taken = self.truth_of(state, value)?;
                Ok(self.jump(state, if taken { *then_block } else { *else_block }))
            }
            TerminatorKind::Switch { value, scalar: kind, cases, default } => {
                let value = self.operand(state, *value)?;
                if value.undef {
                    return fault(FindingKind::UninitRead);
                }
                if !value.prov.is_none() {
                    return undetermined("the switch value depends on the address of a block");
                }
                for case in cases {
                    let terms = &mut self.oracle.terms;
                    let range = (case.low, case.high);
                    let condition = scalar::within(terms, self.model, *kind, value.bits, range);
                    if self.decide(state, condition)? {
                        return Ok(self.jump(state, case.target));
                    }
                }
                Ok(self.jump(state, *default))
            }
            TerminatorKind::IndirectGoto { target, candidates } => {
                let value = self.operand(state, *target)?;
                if value.undef {
                    return fault(FindingKind::UninitRead);
                }
                let func = state.top().func;
                if let Prov::Plain(id) = value.prov
                    && let Kind::Label(owner, block) = state.memory.get(id).kind
                    && owner == func
                    && candidates.contains(&block)
                    && self.oracle.constant(value.bits) == Some(0)
                {
                    return Ok(self.jump(state, block));
                }
                fault(FindingKind::InvalidCall)
            }
            TerminatorKind::Call(call) => self.call(state, call),
            TerminatorKind::Return(None) => self.leave(state, body, Returned::Nothing),
            TerminatorKind::Return(Some(Arg::Scalar(operand, scalar))) => {
                let value = self.operand(state, *operand)?;
                self.leave(state, body, Returned::Scalar(value, *scalar))
            }
            TerminatorKind::Return(Some(Arg::Block(place, size))) => {
                let bytes = self.read_block(state, place, *size)?;
                self.leave(state, body, Returned::Block(bytes))
            }
            TerminatorKind::Unreachable => Err(Box::new(Stop::Fault(FindingKind::UnreachableReached))),
        }
    }
}

/// What a statement's write asks of the object. A constant is written by its own place only to initialise it, so nothing is asked
/// but a valid range, as for a read.
fn writing(place: &Place) -> Access {
    match place.base {
        PlaceBase::Local(_) => Access::Read,
        PlaceBase::Global(_) | PlaceBase::Deref(_) => Access::Write,
    }
}
