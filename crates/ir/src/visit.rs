//! Who reads and who writes what: uses and definitions of locals, places, and the edges of the control-flow graph.

use crate::syntax::*;
use base::IndexVec;

/// What a statement does with a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceUse {
    Read,
    Write,
    /// Only its address is taken.
    Address,
}

impl Operand {
    pub const NULL: Operand = Operand::Int(0, Scalar::Ptr);

    #[inline]
    pub fn local(self) -> Option<LocalId> {
        match self {
            Operand::Local(local) => Some(local),
            _ => None,
        }
    }

    /// The scalar type of the operand; `None` if it is a local that is out of range or has none.
    pub fn scalar(self, locals: &IndexVec<LocalId, Local>) -> Option<Scalar> {
        match self {
            Operand::Local(local) => locals.get(local)?.scalar,
            Operand::Int(_, scalar) | Operand::Float(_, scalar) => Some(scalar),
            Operand::Global(_) | Operand::Func(_) | Operand::Label(_) => Some(Scalar::Ptr),
        }
    }
}

impl From<LocalId> for Operand {
    fn from(local: LocalId) -> Operand {
        Operand::Local(local)
    }
}

impl Place {
    pub fn new(base: PlaceBase, access: Scalar) -> Place {
        Place { base, offset: 0, index: None, access, bits: None }
    }

    /// A memory local, from its first byte on.
    pub fn local(local: LocalId, access: Scalar) -> Place {
        Place::new(PlaceBase::Local(local), access)
    }

    pub fn global(global: GlobalId, access: Scalar) -> Place {
        Place::new(PlaceBase::Global(global), access)
    }

    /// What the pointer in a register points to.
    pub fn deref(pointer: LocalId, access: Scalar) -> Place {
        Place::new(PlaceBase::Deref(pointer), access)
    }

    #[must_use]
    pub fn at(self, offset: i64) -> Place {
        Place { offset, ..self }
    }

    #[must_use]
    pub fn indexed(self, local: LocalId, scale: u32) -> Place {
        Place { index: Some(PlaceIndex { local, scale }), ..self }
    }

    /// The registers that the address is computed from.
    pub fn registers(&self) -> impl Iterator<Item = LocalId> + use<> {
        let base = match self.base {
            PlaceBase::Deref(local) => Some(local),
            PlaceBase::Local(_) | PlaceBase::Global(_) => None,
        };
        base.into_iter().chain(self.index.map(|index| index.local))
    }

    /// The memory local that the place lies in, if it lies in one.
    #[inline]
    pub fn memory_local(&self) -> Option<LocalId> {
        match self.base {
            PlaceBase::Local(local) => Some(local),
            PlaceBase::Global(_) | PlaceBase::Deref(_) => None,
        }
    }
}

impl BinOp {
    #[inline]
    pub const fn is_comparison(self) -> bool {
        matches!(self, BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge)
    }

    #[inline]
    pub const fn is_shift(self) -> bool {
        matches!(self, BinOp::Shl | BinOp::Shr)
    }

    /// The scalar of the result, for operands of the given scalar.
    pub const fn result(self, operands: Scalar, model: DataModel) -> Scalar {
        if self.is_comparison() {
            Scalar::I32
        } else if matches!(self, BinOp::PtrDiff) {
            model.signed_word()
        } else {
            operands
        }
    }
}

impl Rvalue {
    /// The place that it reads or takes the address of.
    pub fn place(&self) -> Option<(&Place, PlaceUse)> {
        match self {
            Rvalue::Load(place) => Some((place, PlaceUse::Read)),
            Rvalue::AddressOf(place) => Some((place, PlaceUse::Address)),
            Rvalue::Use(_) | Rvalue::Unary(..) | Rvalue::Binary(..) | Rvalue::Cast { .. } => None,
        }
    }

    pub fn for_each_operand(&self, mut f: impl FnMut(Operand)) {
        match *self {
            Rvalue::Use(operand) | Rvalue::Unary(_, _, operand) | Rvalue::Cast { operand, .. } => f(operand),
            Rvalue::Binary(_, _, left, right) => {
                f(left);
                f(right);
            }
            Rvalue::Load(_) | Rvalue::AddressOf(_) => {}
        }
    }

    /// The registers that are read.
    pub fn for_each_use(&self, mut f: impl FnMut(LocalId)) {
        self.for_each_operand(|operand| operand.local().into_iter().for_each(&mut f));
        if let Some((place, _)) = self.place() {
            place.registers().for_each(f);
        }
    }

    /// The scalar of the result; `None` if that of a used local is not known.
    pub fn scalar(&self, locals: &IndexVec<LocalId, Local>, model: DataModel) -> Option<Scalar> {
        match *self {
            Rvalue::Use(operand) => operand.scalar(locals),
            Rvalue::Load(place) => Some(place.access),
            Rvalue::AddressOf(_) => Some(Scalar::Ptr),
            Rvalue::Unary(_, scalar, _) => Some(scalar),
            Rvalue::Binary(op, scalar, _, _) => Some(op.result(scalar, model)),
            Rvalue::Cast { to, .. } => Some(to),
        }
    }
}

impl Arg {
    pub fn for_each_use(&self, f: impl FnMut(LocalId)) {
        match self {
            Arg::Scalar(operand, _) => operand.local().into_iter().for_each(f),
            Arg::Block(place, _) => place.registers().for_each(f),
        }
    }
}

impl StatementKind {
    /// The register that is written, if one is. (`StorageLive` and `StorageDead` only make a content indeterminate.)
    #[inline]
    pub fn def(&self) -> Option<LocalId> {
        match *self {
            StatementKind::Assign(dst, _) | StatementKind::StackAlloc { dst, .. } => Some(dst),
            _ => None,
        }
    }

    /// The registers that are read.
    pub fn for_each_use(&self, mut f: impl FnMut(LocalId)) {
        match self {
            StatementKind::Assign(_, rvalue) => rvalue.for_each_use(f),
            StatementKind::Store(place, operand) => {
                operand.local().into_iter().for_each(&mut f);
                place.registers().for_each(f);
            }
            StatementKind::CopyBlock(copy) => {
                copy.dst.registers().chain(copy.src.registers()).for_each(f);
            }
            StatementKind::ZeroBlock(place, _) => place.registers().for_each(f),
            StatementKind::StackAlloc { size, .. } => size.local().into_iter().for_each(f),
            StatementKind::StackFree(local) => f(*local),
            StatementKind::StorageLive(_) | StatementKind::StorageDead(_) | StatementKind::Unsupported(_) => {
            }
        }
    }

    /// Every place that is read, written or has its address taken, with the number of bytes for block operations.
    pub fn for_each_place(&self, mut f: impl FnMut(&Place, PlaceUse, Option<u64>)) {
        match self {
            StatementKind::Assign(_, rvalue) => {
                if let Some((place, how)) = rvalue.place() {
                    f(place, how, None);
                }
            }
            StatementKind::Store(place, _) => f(place, PlaceUse::Write, None),
            StatementKind::CopyBlock(copy) => {
                f(&copy.src, PlaceUse::Read, Some(copy.size));
                f(&copy.dst, PlaceUse::Write, Some(copy.size));
            }
            StatementKind::ZeroBlock(place, size) => f(place, PlaceUse::Write, Some(*size)),
            StatementKind::StorageLive(_)
            | StatementKind::StorageDead(_)
            | StatementKind::StackAlloc { .. }
            | StatementKind::StackFree(_)
            | StatementKind::Unsupported(_) => {}
        }
    }
}

impl TerminatorKind {
    /// The local that receives a call's result: a register, or a memory local for aggregates.
    #[inline]
    pub fn def(&self) -> Option<LocalId> {
        match self {
            TerminatorKind::Call(call) => call.dst,
            _ => None,
        }
    }

    /// The registers that are read.
    pub fn for_each_use(&self, mut f: impl FnMut(LocalId)) {
        match self {
            TerminatorKind::Branch { cond: operand, .. }
            | TerminatorKind::Switch { value: operand, .. }
            | TerminatorKind::IndirectGoto { target: operand, .. } => operand.local().into_iter().for_each(f),
            TerminatorKind::Call(call) => {
                if let Callee::Indirect(operand) = call.callee {
                    operand.local().into_iter().for_each(&mut f);
                }
                for arg in &call.args {
                    arg.for_each_use(&mut f);
                }
            }
            TerminatorKind::Return(value) => {
                if let Some(arg) = value {
                    arg.for_each_use(f);
                }
            }
            TerminatorKind::Goto(_) | TerminatorKind::Unreachable => {}
        }
    }

    /// The places whose bytes are read (aggregates passed or returned), with the number of bytes.
    pub fn for_each_place(&self, mut f: impl FnMut(&Place, PlaceUse, Option<u64>)) {
        let args = match self {
            TerminatorKind::Call(call) => call.args.as_slice(),
            TerminatorKind::Return(value) => value.as_slice(),
            _ => &[],
        };
        for arg in args {
            if let Arg::Block(place, size) = arg {
                f(place, PlaceUse::Read, Some(*size));
            }
        }
    }

    /// The blocks that control may go to, in the order they are written; a block may come more than once.
    pub fn successors(&self) -> impl DoubleEndedIterator<Item = BlockId> + '_ {
        let (first, cases, last, candidates): (_, &[SwitchCase], _, &[BlockId]) = match self {
            TerminatorKind::Goto(target) => (Some(*target), &[], None, &[]),
            TerminatorKind::Branch { then_block, else_block, .. } => {
                (Some(*then_block), &[], Some(*else_block), &[])
            }
            TerminatorKind::Switch { cases, default, .. } => (None, cases, Some(*default), &[]),
            TerminatorKind::IndirectGoto { candidates, .. } => (None, &[], None, candidates),
            TerminatorKind::Call(call) => (call.next, &[], None, &[]),
            TerminatorKind::Return(_) | TerminatorKind::Unreachable => (None, &[], None, &[]),
        };
        first
            .into_iter()
            .chain(cases.iter().map(|case| case.target))
            .chain(last)
            .chain(candidates.iter().copied())
    }

    pub fn successors_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut BlockId> {
        let (first, cases, last, candidates): (_, &mut [SwitchCase], _, &mut [BlockId]) = match self {
            TerminatorKind::Goto(target) => (Some(target), &mut [], None, &mut []),
            TerminatorKind::Branch { then_block, else_block, .. } => {
                (Some(then_block), &mut [], Some(else_block), &mut [])
            }
            TerminatorKind::Switch { cases, default, .. } => (None, cases, Some(default), &mut []),
            TerminatorKind::IndirectGoto { candidates, .. } => (None, &mut [], None, candidates),
            TerminatorKind::Call(call) => (call.next.as_mut(), &mut [], None, &mut []),
            TerminatorKind::Return(_) | TerminatorKind::Unreachable => (None, &mut [], None, &mut []),
        };
        first
            .into_iter()
            .chain(cases.iter_mut().map(|case| &mut case.target))
            .chain(last)
            .chain(candidates.iter_mut())
    }
}

impl Body {
    /// The parameters, in order.
    pub fn params(&self) -> impl ExactSizeIterator<Item = LocalId> + use<> {
        (0..self.param_count).map(LocalId::from_raw)
    }
}

impl Function {
    pub fn body(&self) -> Option<&Body> {
        match &self.body {
            FunctionBody::Defined(body) => Some(body),
            FunctionBody::Intrinsic(_) | FunctionBody::External => None,
        }
    }
}

impl Program {
    pub fn new(model: DataModel) -> Program {
        Program {
            model,
            names: base::Interner::new(),
            types: IndexVec::new(),
            globals: IndexVec::new(),
            functions: IndexVec::new(),
            entry: None,
        }
    }

    /// The functions that have a body.
    pub fn bodies(&self) -> impl Iterator<Item = (FuncId, &Function, &Body)> {
        self.functions.iter_enumerated().filter_map(|(id, function)| Some((id, function, function.body()?)))
    }

    /// The first function of that name that has a body, else the first of that name.
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        let symbol = self.names.lookup(name)?;
        let mut found = None;
        for (id, function) in self.functions.iter_enumerated() {
            if function.name == symbol {
                if function.body().is_some() {
                    return Some(id);
                }
                found = found.or(Some(id));
            }
        }
        found
    }
}
