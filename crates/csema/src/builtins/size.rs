//! `__builtin_object_size`, as far as the expression itself tells: the address of a variable or of a part of one.

use crate::analyzer::Analyzer;
use crate::typed::{ExprId, ExprKind};

impl Analyzer<'_> {
    /// The bytes from where the pointer points to the end of its object, or (if `part`) of the closest member around it.
    pub(super) fn bytes_ahead(&mut self, pointer: ExprId, part: bool) -> Option<i128> {
        let mut spine = Vec::new();
        let mut current = pointer;
        let size = loop {
            let expr = &self.body.exprs[current];
            spine.push(current);
            current = match &expr.kind {
                ExprKind::Var(_) | ExprKind::Object(_) => break self.types.size_of(expr.ty)?,
                ExprKind::Cast(_) if self.types.arena.is_integer(expr.ty) => return None,
                ExprKind::Decay(inner)
                | ExprKind::AddressOf(inner)
                | ExprKind::Deref(inner)
                | ExprKind::Cast(inner) => *inner,
                ExprKind::Member { base, .. } => *base,
                ExprKind::PtrAdd { ptr, .. } => *ptr,
                _ => return None,
            };
        };
        let (mut at, whole) = (0i128, i128::from(size));
        let mut end = whole;
        for &id in spine.iter().rev() {
            match self.body.exprs[id].kind {
                ExprKind::Member { record, field, .. } => {
                    let field = &self.types.arena.records[record].fields[field as usize];
                    if field.bits.is_some() {
                        return None;
                    }
                    at += i128::from(field.offset);
                    // A flexible array reaches to the end.
                    end = self.types.size_of(field.ty.ty).map_or(whole, |size| at + i128::from(size));
                }
                ExprKind::PtrAdd { index, elem, subtract, .. } => {
                    let distance =
                        self.fold_int(index)?.checked_mul(i128::from(self.types.size_of(elem)?))?;
                    at = if subtract { at.checked_sub(distance)? } else { at.checked_add(distance)? };
                }
                _ => {}
            }
            if at < 0 {
                return None;
            }
        }
        Some((if part { end } else { whole } - at).max(0))
    }
}
