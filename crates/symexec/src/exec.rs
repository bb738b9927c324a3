//! Statements and terminators. A statement either completes, or stops before it has changed anything that executing it again
//! would not change in the same way: a fork then repeats it in each case.

use crate::call::{Calls, ReturnedOf};
use crate::machine::{Kind, StateOf};
use crate::primitives::Execute;
use crate::stop::{Res, fault, undetermined, unknown};
use base::Idx;
use encode::scalar;
use ir::{
    Arg, BlockId, Body, LocalId, Operand, Place, PlaceBase, Rvalue, Scalar, StatementKind, TerminatorKind,
};
use semantics::execution::{Execution as _, Returned};
use smt::TermId;
use verdict::{Access, FindingKind, UnknownKind};

/// What the state does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The next statement.
    Continue,
    /// Control has come to another block.
    Jumped,
}

/// The program executes its next operation.
pub trait Steps<'p>: Calls<'p> {
    /// Executes one statement or terminator of the top frame.
    fn step(&mut self, state: &mut StateOf<'p, Self>) -> Res<Progress> {
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

    fn statement(&mut self, state: &mut StateOf<'p, Self>, body: &Body, kind: &StatementKind) -> Res<()> {
        match kind {
            StatementKind::Assign(dst, rvalue) => {
                let value = self.rvalue(state, rvalue)?;
                state.top_mut().regs[dst.index()] = Self::register(value);
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
                    let access = writing(&copy.dst);
                    Execute { machine: self, state }.assign_block(to, from, copy.size, access)?;
                }
            }
            StatementKind::ZeroBlock(place, size) => {
                let pointer = self.place(state, place, true)?;
                if *size > 0 {
                    let (object, offset) = self.resolve(state, pointer, *size, writing(place))?;
                    let zero = self.zero_byte();
                    self.fill(state, object, offset, *size, zero)?;
                }
            }
            StatementKind::StorageLive(local) => self.declare(state, body, *local)?,
            StatementKind::StorageDead(local) => self.storage_dead(state, body, *local),
            StatementKind::StackAlloc { dst, size, align } => {
                self.stack_alloc(state, body, *dst, *size, *align)?;
            }
            StatementKind::StackFree(local) => {
                if let Some(object) = self.home(state, *local)
                    && let Some(position) = state.top().blocks.iter().rposition(|&b| b == object)
                {
                    state.top_mut().blocks.remove(position);
                    self.end_scope(state, object);
                }
            }
            StatementKind::Unsupported(what) => {
                let what = self.work().program.names.resolve(*what);
                return unknown(UnknownKind::Unsupported, format!("{what} is not supported"));
            }
        }
        Ok(())
    }

    fn rvalue(&mut self, state: &mut StateOf<'p, Self>, rvalue: &Rvalue) -> Res<Self::Value> {
        match *rvalue {
            Rvalue::Use(operand) => self.operand(state, operand),
            Rvalue::Load(place) => {
                let pointer = self.place(state, &place, true)?;
                match place.bits {
                    None => self.load(state, pointer, place.access),
                    Some(bits) => self.load_bits(state, pointer, bits, place.access),
                }
            }
            Rvalue::AddressOf(place) => self.place(state, &place, false),
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

    fn storage_dead(&mut self, state: &mut StateOf<'p, Self>, body: &Body, local: LocalId) {
        let declared = &body.locals[local];
        if declared.register {
            // A variable out of scope holds no block any more.
            if matches!(declared.scalar, Some(Scalar::Ptr | Scalar::I64 | Scalar::U64)) {
                let none = self.no_value(declared.scalar.unwrap_or(Scalar::I32));
                state.top_mut().regs[local.index()] = none;
            }
        } else if let Some(object) = self.home(state, local) {
            self.end_scope(state, object);
        }
    }

    /// `alloca` and variable-length arrays.
    fn stack_alloc(
        &mut self,
        state: &mut StateOf<'p, Self>,
        body: &Body,
        dst: LocalId,
        size: Operand,
        align: u64,
    ) -> Res<()> {
        let model = self.work().model;
        let scalar = match size {
            Operand::Local(local) => body.locals[local].scalar.unwrap_or(Scalar::I32),
            Operand::Int(_, scalar) => scalar,
            _ => model.unsigned_word(),
        };
        let value = self.operand(state, size)?;
        let bits = self.looked_at(value, "a size depends on the address of a block")?;
        let width = scalar.width(model);
        let most = if width >= 64 { u128::from(self.address_mask() >> 1) } else { (1 << width) - 1 };
        let terms = &mut self.solver().terms;
        let most = terms.bv_const(width, most);
        let mut bad = terms.ugt(bits, most);
        if scalar.is_signed() {
            let negative = terms.is_negative(bits);
            bad = terms.or(bad, negative);
        }
        if self.decide(state, bad)? {
            return fault(FindingKind::BadArgument);
        }
        let word = self.word_bits();
        let size = self.solver().terms.resize(bits, word, scalar.is_signed());
        let object = self.stack_object(state, size, align.clamp(1, 1 << 20))?;
        let pointer = self.pointer_to(state, object);
        let frame = state.top_mut();
        frame.blocks.push(object);
        frame.regs[dst.index()] = Self::register(pointer);
        Ok(())
    }

    fn jump(&mut self, state: &mut StateOf<'p, Self>, target: BlockId) -> Progress {
        let frame = state.top_mut();
        frame.block = target;
        frame.at = 0;
        Progress::Jumped
    }

    /// The bits of a value that control or a size depends on.
    fn looked_at(&mut self, value: Self::Value, otherwise: &str) -> Res<TermId> {
        if Self::is_undefined(value) {
            return fault(FindingKind::UninitRead);
        }
        if Self::hides_address(value) {
            return undetermined(otherwise);
        }
        Ok(Self::bits(value))
    }

    fn terminator(
        &mut self,
        state: &mut StateOf<'p, Self>,
        body: &Body,
        kind: &TerminatorKind,
    ) -> Res<Progress> {
        match kind {
            TerminatorKind::Goto(target) => Ok(self.jump(state, *target)),
            TerminatorKind::Branch { cond, then_block, else_block } => {
                let value = self.operand(state, *cond)?;
                let bits = self.looked_at(value, "the condition depends on the address of a block")?;
                let condition = self.solver().terms.bv_to_bool(bits);
                let taken = self.decide(state, condition)?;
                Ok(self.jump(state, if taken { *then_block } else { *else_block }))
            }
            TerminatorKind::Switch { value, scalar: kind, cases, default } => {
                let value = self.operand(state, *value)?;
                let bits = self.looked_at(value, "the switch value depends on the address of a block")?;
                let model = self.work().model;
                for case in cases {
                    let range = (case.low, case.high);
                    let condition = scalar::within(&mut self.solver().terms, model, *kind, bits, range);
                    if self.decide(state, condition)? {
                        return Ok(self.jump(state, case.target));
                    }
                }
                Ok(self.jump(state, *default))
            }
            TerminatorKind::IndirectGoto { target, candidates } => {
                let value = self.operand(state, *target)?;
                if Self::is_undefined(value) {
                    return fault(FindingKind::UninitRead);
                }
                let func = state.top().func;
                if self.is_address(state, value) {
                    let (object, offset) = self.locate(state, value)?;
                    if let Kind::Label(owner, block) = Self::kind(state, object)
                        && owner == func
                        && candidates.contains(&block)
                        && self.solver().constant(offset) == Some(0)
                    {
                        return Ok(self.jump(state, block));
                    }
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
                let returned: ReturnedOf<'p, Self> = Returned::Block(self.read_block(state, place, *size)?);
                self.leave(state, body, returned)
            }
            TerminatorKind::Unreachable => fault(FindingKind::UnreachableReached),
        }
    }
}

impl<'p, M: Calls<'p>> Steps<'p> for M {}

/// What a statement's write asks of the object. A constant is written by its own place only to initialise it, so nothing is asked
/// but a valid range, as for a read.
fn writing(place: &Place) -> Access {
    match place.base {
        PlaceBase::Local(_) => Access::Read,
        PlaceBase::Global(_) | PlaceBase::Deref(_) => Access::Write,
    }
}
