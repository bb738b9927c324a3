//! Operands that access different members through the same pointer: `a->items[a->count++]`, and so on. What is reached through pointers is
//! all one elsewhere ([`crate::touches`]); here two operands are compared access by access.

use crate::func::FnLower;
use crate::touches::operands;
use csema::typed::{ExprId, ExprKind, VarId};

/// More accesses are not compared.
const MAX_ACCESSES: usize = 16;

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
}
