//! `__atomic_*` and `__sync_*`: the operation without its memory order, since execution is sequential.
//!
//! Argument order of the resulting operations: as documented at [`Builtin`]. Orders and the `weak` flag are dropped.

use crate::analyzer::Analyzer;
use crate::convert::AssignTo;
use crate::expr::Operand;
use crate::intern::ids;
use crate::typed::{Builtin, ExprKind};
use crate::types::{QualType, TypeId, TypeKind};
use base::Span;
use csyntax::ast;

fn fetch_operation(name: &str) -> Option<(Builtin, Builtin)> {
    Some(match name {
        "add" => (Builtin::FetchAdd, Builtin::AddFetch),
        "sub" => (Builtin::FetchSub, Builtin::SubFetch),
        "and" => (Builtin::FetchAnd, Builtin::AndFetch),
        "or" => (Builtin::FetchOr, Builtin::OrFetch),
        "xor" => (Builtin::FetchXor, Builtin::XorFetch),
        "nand" => (Builtin::FetchNand, Builtin::NandFetch),
        _ => return None,
    })
}

impl<'a> Analyzer<'a> {
    /// `name` without `__sync_`.
    pub(crate) fn sync_call(&mut self, name: &str, args: &'a [ast::ExprId], span: Span) -> Operand {
        // A size may be part of the name: `__sync_fetch_and_add_4`.
        let name = ["_1", "_2", "_4", "_8", "_16"].iter().find_map(|s| name.strip_suffix(s)).unwrap_or(name);
        if name == "synchronize" {
            return self.builtin_op(Builtin::Fence, &[], ids::VOID, span);
        }
        if let Some(builtin) = name.strip_prefix("fetch_and_").and_then(fetch_operation) {
            return self.fetch(builtin.0, args, span);
        }
        if let Some(builtin) = name.strip_suffix("_and_fetch").and_then(fetch_operation) {
            return self.fetch(builtin.1, args, span);
        }
        match name {
            "bool_compare_and_swap" | "val_compare_and_swap" => {
                let Some((pointer, target)) = self.atomic_pointer(args, 3, span) else {
                    return self.poison(span);
                };
                let expected = self.value_as(args[1], target);
                let desired = self.value_as(args[2], target);
                if name == "bool_compare_and_swap" {
                    let operands = [pointer, expected, desired];
                    self.builtin_op(Builtin::CompareExchangeBool, &operands, ids::BOOL, span)
                } else {
                    self.builtin_op(
                        Builtin::CompareExchangeValue,
                        &[pointer, expected, desired],
                        target,
                        span,
                    )
                }
            }
            "lock_test_and_set" => {
                let Some((pointer, target)) = self.atomic_pointer(args, 2, span) else {
                    return self.poison(span);
                };
                let value = self.value_as(args[1], target);
                self.builtin_op(Builtin::AtomicExchange, &[pointer, value], target, span)
            }
            "lock_release" => {
                let Some((pointer, target)) = self.atomic_pointer(args, 1, span) else {
                    return self.poison(span);
                };
                let zero = self.make_int(0, ids::INT, span);
                let zero = self.cast(zero, target);
                self.builtin_op(Builtin::AtomicStore, &[pointer, zero], ids::VOID, span)
            }
            _ => {
                self.warning(span, format!("built-in function '__sync_{name}' is not supported"));
                self.unsupported("unknown built-in function", ids::INT, span)
            }
        }
    }

    /// `name` without `__atomic_`.
    pub(crate) fn atomic_call(&mut self, name: &str, args: &'a [ast::ExprId], span: Span) -> Operand {
        match name {
            "thread_fence" | "signal_fence" => return self.builtin_op(Builtin::Fence, &[], ids::VOID, span),
            "always_lock_free" | "is_lock_free" => return self.make_int(1, ids::BOOL, span),
            _ => {}
        }
        if let Some(builtin) = name.strip_prefix("fetch_").and_then(fetch_operation) {
            return self.fetch(builtin.0, args, span);
        }
        if let Some(builtin) = name.strip_suffix("_fetch").and_then(fetch_operation) {
            return self.fetch(builtin.1, args, span);
        }
        let least = match name {
            "load_n" | "test_and_set" | "clear" => 2,
            "load" | "store" | "store_n" | "exchange_n" => 3,
            "exchange" => 4,
            "compare_exchange_n" | "compare_exchange" => 6,
            _ => {
                self.warning(span, format!("built-in function '__atomic_{name}' is not supported"));
                return self.unsupported("unknown built-in function", ids::INT, span);
            }
        };
        if matches!(name, "test_and_set" | "clear") {
            return self.atomic_flag(name == "clear", args, span);
        }
        let Some((pointer, target)) = self.atomic_pointer(args, least, span) else {
            return self.poison(span);
        };
        match name {
            "load_n" => self.builtin_op(Builtin::AtomicLoad, &[pointer], target, span),
            "load" => {
                let value = self.builtin_op(Builtin::AtomicLoad, &[pointer], target, span);
                self.store_through(args[1], value, span)
            }
            "store_n" => {
                let value = self.value_as(args[1], target);
                self.builtin_op(Builtin::AtomicStore, &[pointer, value], ids::VOID, span)
            }
            "store" => {
                let value = self.load_through(args[1], target, span);
                self.builtin_op(Builtin::AtomicStore, &[pointer, value], ids::VOID, span)
            }
            "exchange_n" => {
                let value = self.value_as(args[1], target);
                self.builtin_op(Builtin::AtomicExchange, &[pointer, value], target, span)
            }
            "exchange" => {
                let value = self.load_through(args[1], target, span);
                let old = self.builtin_op(Builtin::AtomicExchange, &[pointer, value], target, span);
                self.store_through(args[2], old, span)
            }
            _ => {
                let wanted = self.types.pointer(target);
                let expected = self.value_as(args[1], wanted);
                let desired = if name == "compare_exchange_n" {
                    self.value_as(args[2], target)
                } else {
                    self.load_through(args[2], target, span)
                };
                self.builtin_op(Builtin::CompareExchange, &[pointer, expected, desired], ids::BOOL, span)
            }
        }
    }

    /// The first argument: a pointer to something that can be exchanged in one piece. Qualifiers of the target are dropped.
    fn atomic_pointer(
        &mut self,
        args: &[ast::ExprId],
        least: usize,
        span: Span,
    ) -> Option<(Operand, TypeId)> {
        if args.len() < least {
            self.error(span, format!("too few arguments: {least} expected, {} given", args.len()));
            return None;
        }
        let pointer = self.value(args[0]);
        if pointer.ty == ids::ERROR {
            return None;
        }
        let target = self.types.arena.pointee(pointer.ty).map(|t| t.ty);
        let valid = target.is_some_and(|t| self.types.size_of(t).is_some());
        let Some(target) = target.filter(|_| valid) else {
            let message = format!("a pointer to an object is required, not '{}'", self.type_text(pointer.ty));
            self.error(span, message);
            return None;
        };
        let plain = self.types.pointer(target);
        Some((self.cast(pointer, plain), target))
    }

    fn fetch(&mut self, builtin: Builtin, args: &'a [ast::ExprId], span: Span) -> Operand {
        let Some((pointer, target)) = self.atomic_pointer(args, 2, span) else { return self.poison(span) };
        match self.types.kind(target) {
            TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Bool => {
                let value = self.value_as(args[1], target);
                self.builtin_op(builtin, &[pointer, value], target, span)
            }
            TypeKind::Pointer(_) => {
                // Addresses are counted in bytes here.
                let address = self.types.size_type;
                let address_pointer = self.types.pointer(address);
                let pointer = self.cast(pointer, address_pointer);
                let value = self.value(args[1]);
                let value = self.explicit_cast(value, address, span);
                let result = self.builtin_op(builtin, &[pointer, value], address, span);
                self.cast(result, target)
            }
            _ => {
                self.error(span, "a pointer to an integer or pointer is required");
                self.poison(span)
            }
        }
    }

    /// A flag is one byte, whatever the pointer points to.
    fn atomic_flag(&mut self, clear: bool, args: &'a [ast::ExprId], span: Span) -> Operand {
        let Some(&first) = args.first() else {
            self.error(span, "too few arguments");
            return self.poison(span);
        };
        let pointer = self.value(first);
        let byte_pointer = self.types.pointer(ids::UCHAR);
        let pointer = self.assign_convert_quietly(pointer, byte_pointer, span);
        let value = self.make_int(i128::from(!clear), ids::UCHAR, span);
        if clear {
            return self.builtin_op(Builtin::AtomicStore, &[pointer, value], ids::VOID, span);
        }
        let old = self.builtin_op(Builtin::AtomicExchange, &[pointer, value], ids::UCHAR, span);
        self.cast(old, ids::BOOL)
    }

    fn assign_convert_quietly(&mut self, op: Operand, ty: TypeId, span: Span) -> Operand {
        if self.is_pointer(op.ty) {
            self.cast(op, ty)
        } else {
            self.assign_convert(op, ty, AssignTo::Argument(1), span)
        }
    }

    /// `*arg` as a value of the type.
    fn load_through(&mut self, arg: ast::ExprId, ty: TypeId, span: Span) -> Operand {
        let wanted = self.types.pointer_to(QualType::plain(ty));
        let pointer = self.value_as(arg, wanted);
        if pointer.ty == ids::ERROR {
            return pointer;
        }
        let id = self.push(ExprKind::Deref(pointer.id), ty, span);
        self.rvalue(Operand::lvalue(id, QualType::plain(ty)))
    }

    /// `*arg = value`, without a result.
    fn store_through(&mut self, arg: ast::ExprId, value: Operand, span: Span) -> Operand {
        let wanted = self.types.pointer(value.ty);
        let pointer = self.value_as(arg, wanted);
        if pointer.ty == ids::ERROR || value.ty == ids::ERROR {
            return self.poison(span);
        }
        let target = self.push(ExprKind::Deref(pointer.id), value.ty, span);
        let assign = self.make(ExprKind::Assign { target, value: value.id }, value.ty, span);
        self.make(ExprKind::Cast(assign.id), ids::VOID, span)
    }
}
