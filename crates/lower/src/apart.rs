//! Operands that access different members through the same pointer: `a->items[a->count++]`, and so on. What is reached through pointers is
//! all one elsewhere ([`crate::touches`]); here two operands are compared access by access. What cannot be told apart here is compared where
//! the program runs, by the addresses.

use crate::func::FnLower;
use crate::place::Lvalue;
use crate::touches::operands;
use base::Span;
use csema::typed::{ExprId, ExprKind, VarId};
use ir::{BinOp, BlockId, Operand, Rvalue, Scalar, TerminatorKind};

/// More accesses are not compared.
const MAX_ACCESSES: usize = 16;

/// More addresses are not compared.
const MAX_COMPARISONS: usize = 16;

/// What an operand accesses.
enum Place {
    /// A variable that nobody has the address of.
    Own(VarId),
    /// Bytes from the start of what such a variable leads to.
    Through(VarId, u64, u64),
}

struct Access {
    place: Place,
    writes: bool,
}

impl FnLower<'_, '_> {
    /// Whether the operands certainly access different bytes, as far as either of them writes.
    pub(crate) fn are_apart(&self, left: ExprId, right: ExprId) -> bool {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        if !self.collect_accesses(left, &mut ours) || !self.collect_accesses(right, &mut theirs) {
            return false;
        }
        let is_written = |var: VarId| {
            let all = ours.iter().chain(&theirs);
            all.filter(|a| a.writes).any(|a| matches!(a.place, Place::Own(written) if written == var))
        };
        ours.iter().all(|a| {
            theirs.iter().all(|b| match (&a.place, &b.place) {
                _ if !a.writes && !b.writes => true,
                (Place::Through(x, from, to), Place::Through(y, start, end)) => {
                    x == y && !is_written(*x) && (to <= start || end <= from)
                }
                // An expression that changes such a variable beside another use is undefined, and no pointer leads to it.
                _ => true,
            })
        })
    }

    /// Lists what the expression accesses; whether that is all that it does.
    fn collect_accesses(&self, expr: ExprId, out: &mut Vec<Access>) -> bool {
        let mut stack = vec![expr];
        while let Some(next) = stack.pop() {
            let kind = &self.body.exprs[next].kind;
            let accesses: &[(ExprId, bool)] = match *kind {
                ExprKind::Load(lvalue) => &[(lvalue, false)],
                ExprKind::Assign { target, .. } | ExprKind::Update { target, .. } => {
                    &[(target, false), (target, true)]
                }
                ExprKind::Call { .. }
                | ExprKind::Builtin(..)
                | ExprKind::VaArg(_)
                | ExprKind::StmtExpr { .. }
                | ExprKind::CompoundLiteral { .. }
                | ExprKind::Unsupported(_) => return false,
                _ => &[],
            };
            for &(lvalue, writes) in accesses {
                let Some(place) = self.place_of(lvalue) else { return false };
                out.push(Access { place, writes });
            }
            if out.len() > MAX_ACCESSES {
                return false;
            }
            operands(kind, &mut |x| stack.push(x));
        }
        true
    }

    fn place_of(&self, lvalue: ExprId) -> Option<Place> {
        let path = self.path(lvalue);
        let own = |x: ExprId| match self.body.exprs[x].kind {
            ExprKind::Var(var) if !self.body.vars[var].address_taken => Some(var),
            _ => None,
        };
        match self.body.exprs[path.base].kind {
            ExprKind::Var(_) => own(path.base).map(Place::Own),
            ExprKind::Deref(pointer) => match self.body.exprs[pointer].kind {
                ExprKind::Load(variable) if path.bits.is_none() => {
                    let size = self.expr_layout(lvalue).size;
                    let end = path.offset.checked_add(size).filter(|_| size > 0)?;
                    own(variable).map(|var| Place::Through(var, path.offset, end))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Compares the addresses of what one operand writes with those of what the other one reads. Where none are equal, the order of the
    /// operands does not matter, and the program goes on in the block that is returned; otherwise it goes on here. Only for one operand
    /// that writes one scalar, beside one that only reads scalars: their addresses are then the same in every order.
    pub(crate) fn leave_if_apart(&mut self, first: ExprId, second: ExprId, span: Span) -> Option<BlockId> {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        if !self.plain_accesses(first, &mut ours) || !self.plain_accesses(second, &mut theirs) {
            return None;
        }
        let writes = |accesses: &[(ExprId, bool)]| accesses.iter().filter(|access| access.1).count();
        let (written, read) = match (writes(&ours), writes(&theirs)) {
            (1, 0) => (ours, theirs),
            (0, 1) => (theirs, ours),
            _ => return None,
        };
        let written = written.into_iter().find(|access| access.1)?.0;
        // Two pointers that are set in one expression have the same value in both orders, mostly; and to an engine that tells blocks apart by
        // what they are compared with, a comparison makes those of all their types one.
        if self.scalar_of(written)? == Scalar::Ptr {
            return None;
        }
        let size = self.aligned_scalar(written)?;
        let mut pairs = Vec::new();
        let mut count = 0;
        for (lvalue, _) in read {
            if self.is_own(lvalue) {
                continue;
            }
            let other = self.aligned_scalar(lvalue)?;
            count += (size.max(other) / size.min(other)) as usize;
            pairs.push((lvalue, other));
        }
        if pairs.is_empty() || count > MAX_COMPARISONS || self.is_own(written) {
            return None;
        }
        let (usual, order) = (self.new_block(), self.new_block());
        for (lvalue, other) in pairs {
            for distance in (0..size.max(other)).step_by(size.min(other) as usize) {
                let in_larger = |is_larger: bool| if is_larger { distance } else { 0 };
                let ours = self.address_at(written, in_larger(size > other), span);
                let theirs = self.address_at(lvalue, in_larger(size <= other), span);
                let equal = Rvalue::Binary(BinOp::Eq, Scalar::Ptr, ours, theirs);
                let cond = Operand::Local(self.assign_temp(equal, Scalar::I32, span));
                let next = self.new_block();
                let branch = TerminatorKind::Branch { cond, then_block: order, else_block: next };
                self.s.draft.terminate(branch, span);
                self.start(next, span);
            }
        }
        self.goto(usual, span);
        self.start(order, span);
        Some(usual)
    }

    fn address_at(&mut self, lvalue: ExprId, distance: u64, span: Span) -> Operand {
        let place = match self.lvalue(lvalue) {
            Lvalue::Memory(place) => place,
            Lvalue::Register(_) => self.memory_lvalue(lvalue),
        };
        let offset = place.offset.wrapping_add(distance as i64);
        let address = Rvalue::AddressOf(ir::Place { access: Scalar::U8, bits: None, offset, ..place });
        Operand::Local(self.assign_temp(address, Scalar::Ptr, span))
    }

    /// A variable that nobody has the address of.
    fn is_own(&self, lvalue: ExprId) -> bool {
        matches!(self.body.exprs[self.path(lvalue).base].kind, ExprKind::Var(var) if !self.body.vars[var].address_taken)
    }

    /// The size of a scalar that is aligned to it.
    fn aligned_scalar(&self, lvalue: ExprId) -> Option<u64> {
        let scalar = self.scalar_of(lvalue)?;
        let size = scalar.size(self.model);
        let path = self.path(lvalue);
        let mut aligned =
            scalar.align(self.model) == size && path.bits.is_none() && path.offset.is_multiple_of(size);
        let mut next = lvalue;
        while let ExprKind::Member { base, record, .. } = self.body.exprs[next].kind {
            aligned &= self.unit.types.records[record].align >= size;
            next = base;
        }
        aligned.then_some(size)
    }

    /// Lists what the expression accesses, with whether it writes; whether that is all that it does, in every run, and no address depends
    /// on what it writes.
    fn plain_accesses(&self, expr: ExprId, out: &mut Vec<(ExprId, bool)>) -> bool {
        let mut stack = vec![(expr, false)];
        while let Some((next, in_address)) = stack.pop() {
            let kind = &self.body.exprs[next].kind;
            let mut is_address = in_address;
            match *kind {
                ExprKind::Load(lvalue) => {
                    out.push((lvalue, false));
                    is_address = true;
                }
                ExprKind::Assign { target, value } | ExprKind::Update { target, value, .. }
                    if !in_address =>
                {
                    out.push((target, true));
                    stack.extend([(target, true), (value, false)]);
                    continue;
                }
                ExprKind::Opaque(_) if !in_address => {}
                ExprKind::Int(_)
                | ExprKind::WideInt(_)
                | ExprKind::Float(_)
                | ExprKind::Var(_)
                | ExprKind::Object(_)
                | ExprKind::Function(_)
                | ExprKind::Deref(_)
                | ExprKind::Member { .. }
                | ExprKind::AddressOf(_)
                | ExprKind::Decay(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::PtrAdd { .. }
                | ExprKind::Cast(_) => {}
                _ => return false,
            }
            operands(kind, &mut |x| stack.push((x, is_address)));
        }
        out.len() <= MAX_ACCESSES
    }
}
