//! Which expressions change something, so that operands evaluated before them must be copied to keep their value.

use base::IndexVec;
use csema::typed::{Body, Builtin, ExprId, ExprKind, InitValue, LocalInit};

/// The expression may assign to a variable.
const ASSIGNS: u8 = 1;
/// The expression may write to memory.
const WRITES: u8 = 2;
/// There are statements in the expression.
const STATEMENTS: u8 = 4;

#[derive(Debug, Default)]
pub(crate) struct Effects {
    flags: IndexVec<ExprId, u8>,
}

impl Effects {
    /// One pass: an expression comes after its operands. Where that is not so, everything is assumed.
    pub(crate) fn compute(&mut self, body: &Body) {
        self.flags.clear();
        for (_, expr) in body.exprs.iter_enumerated() {
            let flags = self.of_kind(&expr.kind);
            self.flags.push(flags);
        }
    }

    #[inline]
    fn of(&self, expr: ExprId) -> u8 {
        self.flags.get(expr).copied().unwrap_or(ASSIGNS | WRITES | STATEMENTS)
    }

    fn of_init(&self, init: &LocalInit) -> u8 {
        init.elems.iter().fold(ASSIGNS | WRITES, |flags, elem| match elem.value {
            InitValue::Expr(expr) => flags | self.of(expr),
            InitValue::String { .. } => flags,
        })
    }

    fn of_kind(&self, kind: &ExprKind) -> u8 {
        match kind {
            ExprKind::Int(_)
            | ExprKind::WideInt(_)
            | ExprKind::Float(_)
            | ExprKind::Var(_)
            | ExprKind::Object(_)
            | ExprKind::Function(_)
            | ExprKind::Opaque(_)
            | ExprKind::SizeofVla(_)
            | ExprKind::LabelAddr(_)
            | ExprKind::Unsupported(_) => 0,
            ExprKind::Deref(x)
            | ExprKind::Member { base: x, .. }
            | ExprKind::Load(x)
            | ExprKind::AddressOf(x)
            | ExprKind::Decay(x)
            | ExprKind::Unary(_, x)
            | ExprKind::Cast(x) => self.of(*x),
            ExprKind::VaArg(x) => self.of(*x) | WRITES,
            ExprKind::Binary(_, x, y)
            | ExprKind::PtrAdd { ptr: x, index: y, .. }
            | ExprKind::PtrDiff { left: x, right: y, .. }
            | ExprKind::LogicalAnd(x, y)
            | ExprKind::LogicalOr(x, y)
            | ExprKind::Let { value: x, body: y, .. }
            | ExprKind::Comma(x, y) => self.of(*x) | self.of(*y),
            ExprKind::Cond { cond, then, otherwise } => self.of(*cond) | self.of(*then) | self.of(*otherwise),
            ExprKind::Assign { target: x, value: y } | ExprKind::Update { target: x, value: y, .. } => {
                ASSIGNS | WRITES | self.of(*x) | self.of(*y)
            }
            ExprKind::StmtExpr { .. } => ASSIGNS | WRITES | STATEMENTS,
            ExprKind::CompoundLiteral { init, .. } => self.of_init(init),
            ExprKind::Call { callee, args } => {
                args.iter().fold(WRITES | self.of(*callee), |flags, &arg| flags | self.of(arg))
            }
            ExprKind::Builtin(Builtin::VaArgPack | Builtin::VaArgPackLen, _) => 0,
            ExprKind::Builtin(_, args) => args.iter().fold(WRITES, |flags, &arg| flags | self.of(arg)),
        }
    }

    /// Whether a register that is a variable may have another value afterwards.
    #[inline]
    pub(crate) fn assigns(&self, expr: ExprId) -> bool {
        self.flags[expr] & ASSIGNS != 0
    }

    /// Whether memory may have another content afterwards.
    #[inline]
    pub(crate) fn writes(&self, expr: ExprId) -> bool {
        self.flags[expr] != 0
    }

    /// Whether the expression can be lowered only once, because it declares something.
    pub(crate) fn has_statements(&self, expr: ExprId) -> bool {
        self.flags[expr] & STATEMENTS != 0
    }

    /// The last of the expressions that may assign to a variable.
    pub(crate) fn last_assigning(&self, exprs: &[ExprId]) -> usize {
        exprs.iter().rposition(|&expr| self.assigns(expr)).unwrap_or(0)
    }

    pub(crate) fn last_writing(&self, exprs: &[ExprId]) -> usize {
        exprs.iter().rposition(|&expr| self.writes(expr)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Idx;

    #[test]
    fn unknown_expressions_are_assumed_to_do_everything() {
        let effects = Effects::default();
        assert_eq!(effects.of(ExprId::new(7)), ASSIGNS | WRITES | STATEMENTS);
    }
}
