//! Arithmetic that says whether it overflowed.

use crate::analyzer::Analyzer;
use crate::convert::AssignTo;
use crate::expr::Operand;
use crate::intern::{TypeTable, ids};
use crate::typed::Builtin;
use crate::types::{IntKind, TypeId};
use base::Span;
use csyntax::ast;

impl<'a> Analyzer<'a> {
    /// `add_overflow` and the like for any types, `sadd_overflow`, `umulll_overflow` and the like for given ones, and the `_p`
    /// variants, whose third argument gives only the type.
    pub(crate) fn overflow_builtin(
        &mut self,
        name: &str,
        args: &'a [ast::ExprId],
        span: Span,
    ) -> Option<Operand> {
        let (stem, predicate) = match name.strip_suffix("_overflow") {
            Some(stem) => (stem, false),
            None => (name.strip_suffix("_overflow_p")?, true),
        };
        let operation = |text: &str| match text {
            "add" => Some(Builtin::AddOverflow),
            "sub" => Some(Builtin::SubOverflow),
            "mul" => Some(Builtin::MulOverflow),
            _ => None,
        };
        let (builtin, fixed) = match operation(stem) {
            Some(builtin) => (builtin, None),
            None => {
                let rank = match stem.get(4..)? {
                    "" => IntKind::Int,
                    "l" => IntKind::Long,
                    "ll" => IntKind::LongLong,
                    _ => return None,
                };
                let kind = match stem.get(..1)? {
                    "s" => rank,
                    "u" => rank.to_unsigned(),
                    _ => return None,
                };
                (operation(stem.get(1..4)?)?, Some(TypeTable::int_id(kind)))
            }
        };
        if args.len() != 3 {
            self.error(span, format!("'__builtin_{name}' takes three arguments, {} given", args.len()));
            return Some(self.poison(span));
        }
        let left = self.overflow_operand(args[0], fixed);
        let right = self.overflow_operand(args[1], fixed);
        let result = if predicate {
            let probe = self.unevaluated_expr(args[2]);
            if !self.types.arena.is_integer(probe.ty) {
                self.error(span, "the third argument must have integer type");
                return Some(self.poison(span));
            }
            let zero = self.make_int(0, ids::INT, span);
            let zero = self.cast(zero, probe.ty);
            let place = self.materialize(zero, span);
            self.address_of(place, span)
        } else {
            let pointer = self.value(args[2]);
            match fixed {
                Some(ty) => {
                    let wanted = self.types.pointer(ty);
                    self.assign_convert(pointer, wanted, AssignTo::Argument(3), span)
                }
                None => {
                    let target = self.types.arena.pointee(pointer.ty);
                    if pointer.ty != ids::ERROR && !target.is_some_and(|t| self.types.arena.is_integer(t.ty))
                    {
                        self.error(span, "the third argument must be a pointer to an integer");
                        return Some(self.poison(span));
                    }
                    pointer
                }
            }
        };
        Some(self.builtin_op(builtin, &[left, right, result], ids::BOOL, span))
    }

    fn overflow_operand(&mut self, arg: ast::ExprId, fixed: Option<TypeId>) -> Operand {
        match fixed {
            Some(ty) => self.value_as(arg, ty),
            None => {
                let span = self.ast.exprs[arg].span;
                let value = self.value(arg);
                if value.ty != ids::ERROR && !self.types.arena.is_integer(value.ty) {
                    self.error(span, "an integer is required");
                    return self.poison(span);
                }
                self.promote(value)
            }
        }
    }
}
