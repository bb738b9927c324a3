//! Translation of a function into the machine's operations, once, before its first call.

mod select;

use crate::code::*;
use crate::fault::{Res, unknown};
use crate::float;
use crate::value::{Value, Wide, is_wide, narrow};
use base::{FxHashMap, Idx, Span};
use ir::*;
use select::{assigned_before_use, binary_op, dense, for_each_target, near};
use verdict::UnknownKind;

/// What the translation needs to know of the machine.
pub(crate) trait Addresses {
    fn global(&mut self, id: GlobalId) -> Value;
    fn function(&mut self, id: FuncId) -> Value;
    fn label(&mut self, function: FuncId, block: BlockId) -> Res<Value>;
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DecodeOptions {
    /// Registers without a value get one from the inputs when they are used.
    pub(crate) define_registers: bool,
    /// The parameters (of `main`) are not determined.
    pub(crate) params_unknown: bool,
    /// Each operation is to know its statement.
    pub(crate) origins: bool,
}

/// No stack holds more than this in one frame.
const FRAME_LIMIT: u64 = 1 << 40;

#[derive(PartialEq, Eq, Hash)]
enum Constant {
    Int(i64, Scalar),
    Float(u64, Scalar),
    Global(GlobalId),
    Func(FuncId),
    Label(BlockId),
}

struct Decoder<'a, A: Addresses> {
    program: &'a Program,
    body: &'a Body,
    options: DecodeOptions,
    addresses: &'a mut A,
    code: FunctionCode,
    slots: Vec<Slot>,
    constants: FxHashMap<Constant, Slot>,
    /// Position of each emitted block.
    positions: Vec<Option<Target>>,
    predecessors: Vec<u32>,
    span: Span,
    /// The statement (or, after the last, the terminator) that is being translated.
    origin: (BlockId, u32),
    /// Registers that have a value for sure at this point of the block.
    defined: Vec<LocalId>,
    memory_index: Vec<Option<u32>>,
}

pub(crate) fn decode<A: Addresses>(
    program: &Program,
    id: FuncId,
    body: &Body,
    options: DecodeOptions,
    addresses: &mut A,
) -> Res<FunctionCode> {
    let code = FunctionCode {
        id,
        name: program.functions[id].name,
        ops: Vec::new(),
        spans: Vec::new(),
        costs: Vec::new(),
        template: Vec::new(),
        entry_cost: 0,
        params: Vec::new(),
        variadic: body.variadic,
        memory_locals: Vec::new(),
        frame_size: 0,
        frame_align: 16,
        places: Vec::new(),
        copies: Vec::new(),
        zeros: Vec::new(),
        blocks: Vec::new(),
        switches: Vec::new(),
        gotos: Vec::new(),
        calls: Vec::new(),
        registers: Vec::new(),
        origins: Vec::new(),
        starts: Vec::new(),
    };
    let mut decoder = Decoder {
        program,
        body,
        options,
        addresses,
        code,
        slots: Vec::new(),
        constants: FxHashMap::default(),
        positions: vec![None; body.blocks.len()],
        predecessors: vec![0; body.blocks.len()],
        span: Span::NONE,
        origin: (BlockId::new(0), 0),
        defined: Vec::new(),
        memory_index: Vec::new(),
    };
    decoder.locals()?;
    decoder.blocks()?;
    decoder.patch();
    Ok(decoder.code)
}

impl<A: Addresses> Decoder<'_, A> {
    fn locals(&mut self) -> Res<()> {
        let mut has_storage = vec![false; self.body.locals.len()];
        for block in self.body.blocks.iter() {
            for statement in &block.statements {
                if let StatementKind::StorageLive(local) = statement.kind {
                    has_storage[local.index()] = true;
                }
            }
        }
        for (id, local) in self.body.locals.iter_enumerated() {
            let slot = self.code.template.len() as Slot;
            self.slots.push(slot);
            self.code.template.push(Value::UNDEF);
            if local.register {
                if local.scalar.is_some_and(is_wide) {
                    self.code.template.push(Value::UNDEF);
                }
                self.code.registers.push((id, slot));
                self.memory_index.push(None);
            } else {
                let ty = &self.program.types[local.ty];
                let align = ty.align.clamp(1, 4096);
                // A gap after every object: one past its end is nobody's address.
                // Aggregates lie as gcc puts them on x86-64.
                let place = align.max(semantics::address::stack_alignment(ty.size));
                let offset = self.code.frame_size.next_multiple_of(place);
                if ty.size > FRAME_LIMIT || offset > FRAME_LIMIT {
                    let message = format!("the local variables take more than {FRAME_LIMIT} bytes");
                    return unknown(UnknownKind::MemoryBudget, message);
                }
                self.code.frame_size = offset + ty.size + 8;
                self.code.frame_align = self.code.frame_align.max(align);
                self.memory_index.push(Some(self.code.memory_locals.len() as u32));
                self.code.memory_locals.push(MemoryLocal {
                    local: id,
                    slot,
                    size: ty.size,
                    align,
                    offset,
                    name: local.name,
                    span: local.span,
                    on_entry: id.index() < self.body.param_count as usize || !has_storage[id.index()],
                    constant: local.constant,
                });
            }
            if id.index() < self.body.param_count as usize {
                let param = match (self.memory_index[id.index()], local.scalar) {
                    (Some(index), scalar) => Param::Memory(index, scalar),
                    (None, scalar) => Param::Register(slot, scalar.unwrap_or(Scalar::I32)),
                };
                self.code.params.push(param);
            }
        }
        Ok(())
    }

    /// Emits the reachable blocks, each after a block that jumps to it where that saves the jump.
    fn blocks(&mut self) -> Res<()> {
        for block in self.body.blocks.iter() {
            for_each_target(&block.terminator.kind, |target| self.predecessors[target.index()] += 1);
        }
        if self.body.blocks.is_empty() {
            self.emit(Op::Unreachable);
            return Ok(());
        }
        let mut work = vec![BlockId::new(0)];
        while let Some(start) = work.pop() {
            let mut current = Some(start);
            while let Some(id) = current.filter(|id| self.positions[id.index()].is_none()) {
                current = self.block(id, &mut work)?;
            }
        }
        self.code.entry_cost = self.code.costs.first().copied().unwrap_or(0);
        Ok(())
    }

    /// Emits one block and those that follow it alone; returns the block that should come next, and adds the others that
    /// control can reach to the work.
    fn block(&mut self, first: BlockId, work: &mut Vec<BlockId>) -> Res<Option<BlockId>> {
        let head = self.code.ops.len();
        let mut id = first;
        let mut cost = 0u32;
        let next = loop {
            let body = self.body;
            let block = &body.blocks[id];
            self.positions[id.index()] = Some(self.code.ops.len() as Target);
            self.defined.clear();
            cost = cost.saturating_add(block.statements.len() as u32 + 1);
            for_each_target(&block.terminator.kind, |target| work.push(target));
            let fused = self.fused_comparison(block);
            let plain = block.statements.len() - usize::from(fused);
            let mut stopped = false;
            for (i, statement) in block.statements[..plain].iter().enumerate() {
                self.span = statement.span;
                self.origin = (id, i as u32);
                self.statement(statement, &block.statements[i + 1..], &block.terminator)?;
                if matches!(statement.kind, StatementKind::Unsupported(_)) {
                    stopped = true;
                    break;
                }
            }
            if stopped {
                break None;
            }
            self.span = block.terminator.span;
            self.origin = (id, plain as u32);
            if fused {
                self.comparison_and_branch(block)?;
                break None;
            }
            let target = match &block.terminator.kind {
                TerminatorKind::Goto(target) => Some(*target),
                TerminatorKind::Call(call) => {
                    self.call(call)?;
                    call.next
                }
                kind => {
                    self.terminator(kind)?;
                    None
                }
            };
            let Some(target) = target else { break None };
            let alone = self.predecessors[target.index()] == 1 && self.positions[target.index()].is_none();
            if alone && target.index() != 0 {
                id = target;
                continue;
            }
            // A call before it is over here: what it gave is read from there on.
            self.origin = (target, 0);
            self.emit(Op::Goto { target: target.raw() });
            break Some(target);
        };
        if let Some(slot) = self.code.costs.get_mut(head) {
            *slot = cost;
        }
        Ok(next)
    }

    fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.spans.push(self.span);
        self.code.costs.push(0);
        if self.options.origins {
            self.code.origins.push(self.origin);
        }
    }

    fn slot(&self, local: LocalId) -> Slot {
        self.slots[local.index()]
    }

    fn scalar_of(&self, local: LocalId) -> Scalar {
        self.body.locals[local].scalar.unwrap_or(Scalar::I32)
    }

    /// The register that holds the operand.
    fn operand(&mut self, operand: Operand) -> Res<Slot> {
        let key = match operand {
            Operand::Local(local) => {
                self.about_to_use(local);
                return Ok(self.slot(local));
            }
            Operand::Int(value, scalar) => Constant::Int(value, scalar),
            Operand::Float(bits, scalar) => Constant::Float(bits, scalar),
            Operand::Global(id) => Constant::Global(id),
            Operand::Func(id) => Constant::Func(id),
            Operand::Label(block) => Constant::Label(block),
        };
        if let Some(&slot) = self.constants.get(&key) {
            return Ok(slot);
        }
        let slot = self.code.template.len() as Slot;
        match operand {
            Operand::Local(_) => {}
            Operand::Int(value, scalar) => {
                let bits = scalar.constant_value(value) as u128;
                self.constant_value(Wide::int(bits), scalar);
            }
            Operand::Float(bits, scalar) => {
                let bits = float::constant(bits, scalar);
                self.constant_value(Wide::int(bits), scalar);
            }
            Operand::Global(id) => {
                let value = self.addresses.global(id);
                self.code.template.push(value);
            }
            Operand::Func(id) => {
                let value = self.addresses.function(id);
                self.code.template.push(value);
            }
            Operand::Label(block) => {
                let value = self.addresses.label(self.code.id, block)?;
                self.code.template.push(value);
            }
        }
        self.constants.insert(key, slot);
        Ok(slot)
    }

    fn constant_value(&mut self, wide: Wide, scalar: Scalar) {
        let (low, high) = narrow(wide, scalar, self.program.model);
        self.code.template.push(low);
        if is_wide(scalar) {
            self.code.template.push(high);
        }
    }

    /// Emits what has to happen before a local is read.
    fn about_to_use(&mut self, local: LocalId) {
        if self.options.params_unknown && local.index() < self.body.param_count as usize {
            self.emit(Op::CommandLine);
        }
        if self.options.define_registers && self.body.locals[local].register && !self.defined.contains(&local)
        {
            self.defined.push(local);
            let (slot, scalar) = (self.slot(local), self.scalar_of(local));
            self.emit(Op::Define { slot, scalar });
        }
    }

    fn place(&mut self, place: &Place) -> Res<PlaceCode> {
        let base = match place.base {
            PlaceBase::Local(local) => {
                if self.options.params_unknown && local.index() < self.body.param_count as usize {
                    self.emit(Op::CommandLine);
                }
                self.slot(local)
            }
            PlaceBase::Deref(local) => {
                self.about_to_use(local);
                self.slot(local)
            }
            PlaceBase::Global(id) => self.operand(Operand::Global(id))?,
        };
        let index = match place.index {
            Some(index) => {
                self.about_to_use(index.local);
                Some((self.slot(index.local), index.scale))
            }
            None => None,
        };
        Ok(PlaceCode { base, index, offset: place.offset, access: place.access, bits: place.bits })
    }

    fn place_index(&mut self, place: PlaceCode) -> u32 {
        self.code.places.push(place);
        self.code.places.len() as u32 - 1
    }

    fn statement(&mut self, statement: &Statement, rest: &[Statement], end: &Terminator) -> Res<()> {
        match &statement.kind {
            StatementKind::Assign(dst, rvalue) => self.assign(*dst, rvalue)?,
            StatementKind::Store(place, operand) => {
                let src = self.operand(*operand)?;
                let initialised = self.open(place);
                self.store(place, src)?;
                self.seal(initialised);
            }
            StatementKind::CopyBlock(copy) => {
                let dst = self.place(&copy.dst)?;
                let src = self.place(&copy.src)?;
                let is_padding = matches!(copy.src.base, ir::PlaceBase::Global(global)
                    if self.program.names.resolve(self.program.globals[global].name) == ir::PADDING);
                self.code.copies.push(CopyCode { dst, src, size: copy.size, is_padding });
                let initialised = self.open(&copy.dst);
                self.emit(Op::CopyBlock { copy: self.code.copies.len() as u32 - 1 });
                self.seal(initialised);
            }
            StatementKind::ZeroBlock(place, size) => {
                let initialised = self.open(place);
                let place = self.place(place)?;
                self.code.zeros.push((place, *size));
                self.emit(Op::ZeroBlock { zero: self.code.zeros.len() as u32 - 1 });
                self.seal(initialised);
            }
            StatementKind::StorageLive(local) => match self.memory_index[local.index()] {
                Some(local) => self.emit(Op::Live { local }),
                None if assigned_before_use(*local, rest, end) => {}
                None => self.undefine(*local),
            },
            StatementKind::StorageDead(local) => match self.memory_index[local.index()] {
                Some(local) => self.emit(Op::Dead { local }),
                // A variable out of scope holds no block any more.
                None if matches!(self.scalar_of(*local), Scalar::Ptr | Scalar::I64 | Scalar::U64) => {
                    self.undefine(*local);
                }
                None => {}
            },
            StatementKind::StackAlloc { dst, size, align } => {
                let scalar = match size {
                    Operand::Local(local) => self.scalar_of(*local),
                    Operand::Int(_, scalar) => *scalar,
                    _ => self.program.model.unsigned_word(),
                };
                let size = self.operand(*size)?;
                let align = (*align).clamp(1, 1 << 20) as u32;
                let dst = self.slot(*dst);
                self.emit(Op::StackAlloc { dst, size, align, scalar });
            }
            StatementKind::StackFree(local) => {
                let dst = self.slot(*local);
                self.emit(Op::StackFree { dst });
            }
            StatementKind::Unsupported(what) => self.emit(Op::Unsupported { what: *what }),
        }
        Ok(())
    }

    /// A write to a constant by its own place initialises it: the object is open to writing for as long.
    fn open(&mut self, place: &Place) -> Option<Slot> {
        let local = place.memory_local().filter(|&local| self.body.locals[local].constant)?;
        let slot = self.slot(local);
        self.emit(Op::Open { slot });
        Some(slot)
    }

    fn seal(&mut self, initialised: Option<Slot>) {
        if let Some(slot) = initialised {
            self.emit(Op::Seal { slot });
        }
    }

    fn undefine(&mut self, local: LocalId) {
        self.defined.retain(|&d| d != local);
        let dst = self.slot(local);
        if is_wide(self.scalar_of(local)) {
            self.emit(Op::UndefWide { dst });
        } else {
            self.emit(Op::Undef { dst });
        }
    }

    fn assign(&mut self, local: LocalId, rvalue: &Rvalue) -> Res<()> {
        let dst = self.slot(local);
        let model = self.program.model;
        match *rvalue {
            Rvalue::Use(operand) => {
                let src = self.operand(operand)?;
                if is_wide(self.scalar_of(local)) {
                    self.emit(Op::MoveWide { dst, src });
                } else {
                    self.emit(Op::Move { dst, src });
                }
            }
            Rvalue::Load(place) => self.load(&place, dst)?,
            Rvalue::AddressOf(place) => {
                if let PlaceBase::Local(local) = place.base {
                    let slot = self.slot(local);
                    self.emit(Op::Addressed { slot });
                }
                let place = self.place(&place)?;
                self.address(place, dst);
            }
            Rvalue::Unary(op, scalar, operand) => {
                let a = self.operand(operand)?;
                self.emit(Op::Unary { op, scalar, dst, a });
            }
            Rvalue::Binary(op, scalar, left, right) => {
                let a = self.operand(left)?;
                let b = self.operand(right)?;
                self.emit(binary_op(op, scalar, dst, a, b, model));
            }
            Rvalue::Cast { from, to, operand } => {
                let a = self.operand(operand)?;
                let narrow = |s: Scalar| !is_wide(s) && !s.is_float();
                let op = if narrow(from) && narrow(to) {
                    let shift = (64 - to.width(model)) as u8;
                    if to.is_signed() {
                        Op::CastS { dst, a, shift, from, to }
                    } else {
                        Op::CastU { dst, a, shift, from, to }
                    }
                } else {
                    Op::Cast { dst, a, from, to }
                };
                self.emit(op);
            }
        }
        self.defined.push(local);
        Ok(())
    }

    fn load(&mut self, place: &Place, dst: Slot) -> Res<()> {
        let code = self.place(place)?;
        let scalar = place.access;
        let size = scalar.size(self.program.model);
        let signed = scalar.is_signed();
        let op = match (near(&code), code.index) {
            (Some(offset), None) => {
                let base = code.base;
                match (size, signed) {
                    (1, true) => Some(Op::Load1S { dst, base, offset, scalar }),
                    (1, false) => Some(Op::Load1U { dst, base, offset, scalar }),
                    (2, true) => Some(Op::Load2S { dst, base, offset, scalar }),
                    (2, false) => Some(Op::Load2U { dst, base, offset, scalar }),
                    (4, true) => Some(Op::Load4S { dst, base, offset, scalar }),
                    (4, false) => Some(Op::Load4U { dst, base, offset, scalar }),
                    (8, _) => Some(Op::Load8 { dst, base, offset, scalar }),
                    _ => None,
                }
            }
            (Some(offset), Some((index, scale))) => {
                let base = code.base;
                match (size, signed) {
                    (1, true) => Some(Op::LoadX1S { dst, base, index, scale, offset, scalar }),
                    (1, false) => Some(Op::LoadX1U { dst, base, index, scale, offset, scalar }),
                    (2, true) => Some(Op::LoadX2S { dst, base, index, scale, offset, scalar }),
                    (2, false) => Some(Op::LoadX2U { dst, base, index, scale, offset, scalar }),
                    (4, true) => Some(Op::LoadX4S { dst, base, index, scale, offset, scalar }),
                    (4, false) => Some(Op::LoadX4U { dst, base, index, scale, offset, scalar }),
                    (8, _) => Some(Op::LoadX8 { dst, base, index, scale, offset, scalar }),
                    _ => None,
                }
            }
            (None, _) => None,
        };
        match op {
            Some(op) => self.emit(op),
            None => {
                let place = self.place_index(code);
                self.emit(Op::LoadPlace { dst, place });
            }
        }
        Ok(())
    }

    fn store(&mut self, place: &Place, src: Slot) -> Res<()> {
        let code = self.place(place)?;
        let scalar = place.access;
        let size = scalar.size(self.program.model);
        let base = code.base;
        let op = match (near(&code), code.index, size) {
            (Some(offset), None, 1) => Some(Op::Store1 { src, base, offset, scalar }),
            (Some(offset), None, 2) => Some(Op::Store2 { src, base, offset, scalar }),
            (Some(offset), None, 4) => Some(Op::Store4 { src, base, offset, scalar }),
            (Some(offset), None, 8) => Some(Op::Store8 { src, base, offset, scalar }),
            (Some(offset), Some((index, scale)), 1) => {
                Some(Op::StoreX1 { src, base, index, scale, offset, scalar })
            }
            (Some(offset), Some((index, scale)), 2) => {
                Some(Op::StoreX2 { src, base, index, scale, offset, scalar })
            }
            (Some(offset), Some((index, scale)), 4) => {
                Some(Op::StoreX4 { src, base, index, scale, offset, scalar })
            }
            (Some(offset), Some((index, scale)), 8) => {
                Some(Op::StoreX8 { src, base, index, scale, offset, scalar })
            }
            _ => None,
        };
        match op {
            Some(op) => self.emit(op),
            None => {
                let place = self.place_index(code);
                self.emit(Op::StorePlace { src, place });
            }
        }
        Ok(())
    }

    fn address(&mut self, place: PlaceCode, dst: Slot) {
        let base = place.base;
        let op = match (i32::try_from(place.offset), place.index) {
            (Ok(offset), None) => Op::Addr { dst, base, offset },
            (Ok(offset), Some((index, scale))) => Op::AddrX { dst, base, index, scale, offset },
            (Err(_), _) => Op::AddrPlace { dst, place: self.place_index(place) },
        };
        self.emit(op);
    }

    fn call(&mut self, call: &Call) -> Res<()> {
        let callee = match call.callee {
            Callee::Direct(id) => CalleeCode::Direct(id),
            Callee::Indirect(operand) => CalleeCode::Indirect(self.operand(operand)?),
        };
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            args.push(match arg {
                Arg::Scalar(operand, scalar) => ArgCode::Scalar(self.operand(*operand)?, *scalar),
                Arg::Block(place, size) => ArgCode::Block(self.place(place)?, *size),
            });
        }
        let dst = match call.dst {
            None => Destination::Nothing,
            Some(local) => {
                let declared = &self.body.locals[local];
                match (self.memory_index[local.index()], declared.scalar) {
                    (None, scalar) => Destination::Register(self.slot(local), scalar.unwrap_or(Scalar::I32)),
                    (Some(index), _) => {
                        let size = self.code.memory_locals[index as usize].size;
                        Destination::Memory(self.slot(local), size)
                    }
                }
            }
        };
        let mismatch = match call.callee {
            Callee::Direct(id) => self.program.mismatch(id, call, &self.body.locals),
            Callee::Indirect(_) => None,
        };
        self.code.calls.push(CallSite { callee, args, dst, next: call.next, mismatch });
        self.emit(Op::Call { site: self.code.calls.len() as u32 - 1 });
        if call.next.is_none() {
            self.emit(Op::Unreachable);
        }
        Ok(())
    }

    /// Whether the block ends with a comparison whose result the branch looks at.
    fn fused_comparison(&self, block: &Block) -> bool {
        let TerminatorKind::Branch { cond: Operand::Local(cond), .. } = block.terminator.kind else {
            return false;
        };
        let Some(Statement { kind: StatementKind::Assign(dst, Rvalue::Binary(op, scalar, ..)), .. }) =
            block.statements.last()
        else {
            return false;
        };
        if *dst != cond || is_wide(*scalar) || scalar.is_float() {
            return false;
        }
        match op {
            BinOp::Eq | BinOp::Ne => true,
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => *scalar != Scalar::Ptr,
            _ => false,
        }
    }

    fn comparison_and_branch(&mut self, block: &Block) -> Res<()> {
        let (
            TerminatorKind::Branch { then_block, else_block, .. },
            Some(Statement {
                kind: StatementKind::Assign(dst, Rvalue::Binary(op, scalar, left, right)),
                span,
            }),
        ) = (&block.terminator.kind, block.statements.last())
        else {
            return Ok(());
        };
        self.span = *span;
        let (then, other) = (then_block.raw(), else_block.raw());
        let dst = self.slot(*dst);
        let mut a = self.operand(*left)?;
        let mut b = self.operand(*right)?;
        let scalar = *scalar;
        if matches!(op, BinOp::Gt | BinOp::Ge) {
            std::mem::swap(&mut a, &mut b);
        }
        let op = match (op, scalar.is_signed()) {
            (BinOp::Eq, _) if scalar == Scalar::Ptr => Op::BranchPtrEq { dst, a, b, then, other },
            (BinOp::Ne, _) if scalar == Scalar::Ptr => Op::BranchPtrNe { dst, a, b, then, other },
            (BinOp::Eq, _) => Op::BranchEq { dst, a, b, then, other, scalar },
            (BinOp::Ne, _) => Op::BranchNe { dst, a, b, then, other, scalar },
            (BinOp::Lt | BinOp::Gt, true) => Op::BranchLtS { dst, a, b, then, other, scalar },
            (BinOp::Lt | BinOp::Gt, false) => Op::BranchLtU { dst, a, b, then, other, scalar },
            (_, true) => Op::BranchLeS { dst, a, b, then, other, scalar },
            (_, false) => Op::BranchLeU { dst, a, b, then, other, scalar },
        };
        self.emit(op);
        Ok(())
    }

    fn terminator(&mut self, kind: &TerminatorKind) -> Res<()> {
        match kind {
            TerminatorKind::Goto(_) | TerminatorKind::Call(_) => {}
            TerminatorKind::Branch { cond, then_block, else_block } => {
                let cond = self.operand(*cond)?;
                self.emit(Op::Branch { cond, then: then_block.raw(), other: else_block.raw() });
            }
            TerminatorKind::Switch { value, scalar, cases, default } => {
                let value = self.operand(*value)?;
                let cases: Vec<(i64, i64, Target)> =
                    cases.iter().map(|c| (c.low, c.high, c.target.raw())).collect();
                let code = SwitchCode { scalar: *scalar, cases, default: default.raw(), dense: None };
                self.code.switches.push(code);
                self.emit(Op::Switch { value, table: self.code.switches.len() as u32 - 1 });
            }
            TerminatorKind::IndirectGoto { target, candidates } => {
                let value = self.operand(*target)?;
                self.code.gotos.push(candidates.iter().map(|&block| (block, block.raw())).collect());
                self.emit(Op::IndirectGoto { value, table: self.code.gotos.len() as u32 - 1 });
            }
            TerminatorKind::Return(None) => self.emit(Op::Return),
            TerminatorKind::Return(Some(Arg::Scalar(operand, scalar))) => {
                let src = self.operand(*operand)?;
                self.emit(Op::ReturnScalar { src, scalar: *scalar });
            }
            TerminatorKind::Return(Some(Arg::Block(place, size))) => {
                let place = self.place(place)?;
                self.code.blocks.push((place, *size));
                self.emit(Op::ReturnBlock { block: self.code.blocks.len() as u32 - 1 });
            }
            TerminatorKind::Unreachable => self.emit(Op::Unreachable),
        }
        Ok(())
    }

    /// Replaces block numbers by positions.
    fn patch(&mut self) {
        let positions = std::mem::take(&mut self.positions);
        let at = |target: &mut Target| {
            *target = positions.get(*target as usize).copied().flatten().unwrap_or(u32::MAX);
        };
        for op in &mut self.code.ops {
            match op {
                Op::Goto { target } => at(target),
                Op::Branch { then, other, .. }
                | Op::BranchEq { then, other, .. }
                | Op::BranchNe { then, other, .. }
                | Op::BranchLtS { then, other, .. }
                | Op::BranchLeS { then, other, .. }
                | Op::BranchLtU { then, other, .. }
                | Op::BranchLeU { then, other, .. }
                | Op::BranchPtrEq { then, other, .. }
                | Op::BranchPtrNe { then, other, .. } => {
                    at(then);
                    at(other);
                }
                _ => {}
            }
        }
        for switch in &mut self.code.switches {
            at(&mut switch.default);
            for case in &mut switch.cases {
                at(&mut case.2);
            }
            switch.dense = dense(switch);
        }
        for goto in &mut self.code.gotos {
            for (_, target) in goto {
                at(target);
            }
        }
        if self.options.origins {
            self.code.starts = positions;
        }
    }
}
