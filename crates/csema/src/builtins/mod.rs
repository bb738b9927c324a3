//! Built-in functions: what `__builtin_*`, `__sync_*` and `__atomic_*` mean.
//!
//! Those with a library function behind them are ordinary calls with the signature of [`library`]; constants are computed; the
//! others become [`Builtin`] operations or arithmetic. A name that starts like a built-in and is in no table is an
//! unsupported expression.

mod atomic;
mod float;
mod library;
mod overflow;
mod size;

pub(crate) use library::library_function;

use crate::analyzer::Analyzer;
use crate::expr::Operand;
use crate::intern::{TypeTable, ids};
use crate::typed::{Builtin, ExprKind};
use crate::types::{DataModel, FloatKind, IntKind, TypeId, TypeKind};
use base::{Span, Symbol};
use csyntax::ast;

impl<'a> Analyzer<'a> {
    /// The call if the name is one of a built-in function that is no ordinary function, else `None`.
    pub(crate) fn builtin_call(
        &mut self,
        name: Symbol,
        args: &'a [ast::ExprId],
        span: Span,
    ) -> Option<Operand> {
        let text = self.names.resolve(name);
        if !text.starts_with("__") && text != "alloca" {
            return None;
        }
        let text = text.to_string();
        if let Some(operation) = text.strip_prefix("__sync_") {
            return Some(self.sync_call(operation, args, span));
        }
        if let Some(operation) = text.strip_prefix("__atomic_") {
            return Some(self.atomic_call(operation, args, span));
        }
        let short = match text.strip_prefix("__builtin_") {
            Some(short) => short,
            None if text == "alloca" => "alloca",
            None => return None,
        };
        if let Some(result) = self.plain_builtin(short, args, span) {
            return Some(result);
        }
        if let Some(result) = self.bit_builtin(short, args, span) {
            return Some(result);
        }
        if let Some(result) = self.overflow_builtin(short, args, span) {
            return Some(result);
        }
        if let Some(result) = self.float_builtin(short, args, span) {
            return Some(result);
        }
        if library_function(short).is_some() {
            return None;
        }
        self.warning(span, format!("built-in function '{text}' is not supported"));
        for &arg in args {
            self.unevaluated_expr(arg);
        }
        let what =
            if short.starts_with("ia32_") { "x86 vector instruction" } else { "unknown built-in function" };
        Some(self.unsupported(what, ids::INT, span))
    }

    /// Checks the number of arguments; a call with too few is an error.
    fn expect_args(&mut self, args: &[ast::ExprId], least: usize, name: &str, span: Span) -> bool {
        if args.len() < least {
            self.error(
                span,
                format!("too few arguments to '{name}': {least} expected, {} given", args.len()),
            );
        }
        args.len() >= least
    }

    pub(crate) fn builtin_op(
        &mut self,
        builtin: Builtin,
        args: &[Operand],
        ty: TypeId,
        span: Span,
    ) -> Operand {
        if args.iter().any(|arg| arg.ty == ids::ERROR) {
            return self.poison(span);
        }
        let args = args.iter().map(|arg| arg.id).collect();
        self.make(ExprKind::Builtin(builtin, args), ty, span)
    }

    /// A value converted to a scalar type.
    pub(crate) fn value_as(&mut self, arg: ast::ExprId, ty: TypeId) -> Operand {
        let span = self.ast.exprs[arg].span;
        let operand = self.expr(arg);
        self.assign_convert(operand, ty, crate::convert::AssignTo::Argument(1), span)
    }

    fn plain_builtin(&mut self, name: &str, args: &'a [ast::ExprId], span: Span) -> Option<Operand> {
        let least = match name {
            "expect" | "object_size" | "dynamic_object_size" | "assume_aligned" | "va_copy" => 2,
            "expect_with_probability" => 3,
            "constant_p"
            | "prefetch"
            | "va_start"
            | "va_end"
            | "stdarg_start"
            | "c23_va_start"
            | "alloca"
            | "classify_type"
            | "extract_return_addr"
            | "frob_return_addr"
            | "speculation_safe_value" => 1,
            "alloca_with_align" | "alloca_with_align_and_max" | "frame_address" | "return_address" => 1,
            "unreachable" | "trap" | "FUNCTION" | "va_arg_pack" | "va_arg_pack_len" => 0,
            _ => return None,
        };
        if !self.expect_args(args, least, name, span) {
            return Some(self.poison(span));
        }
        let result = match name {
            "expect" | "expect_with_probability" => self.value_as(args[0], ids::LONG),
            "constant_p" => self.constant_p(args[0], span),
            "object_size" | "dynamic_object_size" => {
                let kind =
                    self.constant_int(args[1], "second argument of '__builtin_object_size'").unwrap_or(0);
                let mark = self.expr_mark();
                self.unevaluated += 1;
                let operand = self.value(args[0]);
                self.unevaluated -= 1;
                let known = self.bytes_ahead(operand.id, kind & 1 != 0);
                self.expr_release(mark);
                let ty = self.types.size_type;
                self.make_int(known.unwrap_or(if kind & 2 != 0 { 0 } else { -1 }), ty, span)
            }
            "assume_aligned" => self.value_as(args[0], ids::VOID_PTR),
            "prefetch" => {
                let address = self.expr(args[0]);
                self.explicit_cast(address, ids::VOID, span)
            }
            "va_start" | "stdarg_start" | "c23_va_start" | "va_end" => {
                let list = self.expr(args[0]);
                if name == "va_end" && !self.is_va_list(list) && list.ty != ids::ERROR {
                    // gcc does not look at the type, since there is nothing to do.
                    return Some(self.explicit_cast(list, ids::VOID, span));
                }
                let list = self.va_list_address(list, span);
                let builtin = if name == "va_end" { Builtin::VaEnd } else { Builtin::VaStart };
                self.builtin_op(builtin, &[list], ids::VOID, span)
            }
            "va_copy" => {
                let target = self.expr(args[0]);
                let target = self.va_list_address(target, span);
                let source = self.expr(args[1]);
                let source = self.va_list_address(source, span);
                self.builtin_op(Builtin::VaCopy, &[target, source], ids::VOID, span)
            }
            "va_arg_pack" | "va_arg_pack_len" => {
                let builtin = if name == "va_arg_pack" { Builtin::VaArgPack } else { Builtin::VaArgPackLen };
                self.body.packs_arguments = true;
                self.builtin_op(builtin, &[], ids::INT, span)
            }
            "alloca" | "alloca_with_align" | "alloca_with_align_and_max" => {
                let size_type = self.types.size_type;
                let size = self.value_as(args[0], size_type);
                self.builtin_op(Builtin::Alloca, &[size], ids::VOID_PTR, span)
            }
            "frame_address" | "return_address" => {
                let level = self.value_as(args[0], ids::UINT);
                self.builtin_op(Builtin::FrameAddress, &[level], ids::VOID_PTR, span)
            }
            "extract_return_addr" | "frob_return_addr" => self.value_as(args[0], ids::VOID_PTR),
            "speculation_safe_value" => self.value(args[0]),
            "classify_type" => {
                let operand = self.unevaluated_expr(args[0]);
                let class = self.type_class(operand.ty);
                self.make_int(class, ids::INT, span)
            }
            "unreachable" => self.builtin_op(Builtin::Unreachable, &[], ids::VOID, span),
            "trap" => self.builtin_op(Builtin::Trap, &[], ids::VOID, span),
            "FUNCTION" => {
                let name = self.known.func;
                self.function_name_expr(name, span)
            }
            _ => return None,
        };
        Some(result)
    }

    /// gcc's enumeration of type classes.
    fn type_class(&self, ty: TypeId) -> i128 {
        match self.types.kind(ty) {
            TypeKind::Void => 0,
            TypeKind::Int(_) | TypeKind::Bool | TypeKind::Enum(_) => 1,
            TypeKind::Pointer(_) | TypeKind::Array { .. } | TypeKind::Function(_) => 5,
            TypeKind::Float(_) => 8,
            TypeKind::Complex(_) => 9,
            TypeKind::Record(id) if self.types.arena.records[*id].union => 13,
            TypeKind::Record(_) => 12,
            TypeKind::Vector { .. } => 19,
            TypeKind::Error => -1,
        }
    }

    fn constant_p(&mut self, arg: ast::ExprId, span: Span) -> Operand {
        let mark = self.expr_mark();
        self.unevaluated += 1;
        let operand = self.value(arg);
        self.unevaluated -= 1;
        let constant = match self.evaluate(operand.id, false) {
            Ok(crate::constant::Const::Int(_) | crate::constant::Const::Float(_)) => true,
            Ok(crate::constant::Const::Address(crate::typed::StaticTarget::Object(object), 0)) => {
                self.objects[object].kind == crate::typed::ObjectKind::StringLiteral
            }
            _ => false,
        };
        self.expr_release(mark);
        self.make_int(i128::from(constant), ids::INT, span)
    }

    /// Bit counting and byte swapping. The suffix says the operand's type: none `int`, `l` `long`, `ll` `long long`.
    fn bit_builtin(&mut self, name: &str, args: &'a [ast::ExprId], span: Span) -> Option<Operand> {
        let families = [
            ("clz", Builtin::Clz, true),
            ("ctz", Builtin::Ctz, true),
            ("popcount", Builtin::Popcount, true),
            ("parity", Builtin::Parity, true),
            ("ffs", Builtin::Ffs, false),
            ("clrsb", Builtin::Clrsb, false),
        ];
        for (family, builtin, unsigned) in families {
            let Some(suffix) = name.strip_prefix(family) else { continue };
            let kind = match suffix {
                "" => IntKind::Int,
                "l" => IntKind::Long,
                "ll" => IntKind::LongLong,
                "imax" => {
                    if self.model() == DataModel::Lp64 {
                        IntKind::Long
                    } else {
                        IntKind::LongLong
                    }
                }
                _ => continue,
            };
            if !self.expect_args(args, 1, name, span) {
                return Some(self.poison(span));
            }
            let kind = if unsigned { kind.to_unsigned() } else { kind };
            let value = self.value_as(args[0], TypeTable::int_id(kind));
            return Some(self.builtin_op(builtin, &[value], ids::INT, span));
        }
        let kind = match name {
            "bswap16" => IntKind::UShort,
            "bswap32" => IntKind::UInt,
            "bswap64" if self.model() == DataModel::Lp64 => IntKind::ULong,
            "bswap64" => IntKind::ULongLong,
            "bswap128" => IntKind::UInt128,
            _ => return None,
        };
        if !self.expect_args(args, 1, name, span) {
            return Some(self.poison(span));
        }
        let ty = TypeTable::int_id(kind);
        let value = self.value_as(args[0], ty);
        Some(self.builtin_op(Builtin::Bswap, &[value], ty, span))
    }

    /// The function type that a signature of [`library`] stands for.
    pub(crate) fn signature_type(&mut self, signature: &[library::Code]) -> TypeId {
        let mut types = Vec::with_capacity(signature.len());
        let mut variadic = false;
        for &code in signature {
            if code == library::Code::Variadic {
                variadic = true;
                continue;
            }
            let ty = self.code_type(code);
            types.push(ty);
        }
        let ret = if types.is_empty() { ids::VOID } else { types.remove(0) };
        self.types.function(ret, types, variadic, true)
    }

    fn code_type(&mut self, code: library::Code) -> TypeId {
        use library::Code;
        match code {
            Code::Void | Code::Variadic => ids::VOID,
            Code::Int => ids::INT,
            Code::Long => ids::LONG,
            Code::LongLong => ids::LONG_LONG,
            Code::Size => self.types.size_type,
            Code::Pointer | Code::File => ids::VOID_PTR,
            Code::ConstPointer => ids::CONST_VOID_PTR,
            Code::String => ids::CHAR_PTR,
            Code::ConstString => ids::CONST_CHAR_PTR,
            Code::Float(kind) => TypeTable::float_id(kind),
            Code::FloatPointer(kind) => self.types.pointer(TypeTable::float_id(kind)),
            Code::IntPointer => self.types.pointer(ids::INT),
            Code::VaList => match *self.types.kind(self.types.va_list) {
                TypeKind::Array { elem, .. } => self.types.pointer_to(elem),
                _ => self.types.va_list,
            },
        }
    }

    pub(crate) fn real_float_kind(&self, ty: TypeId) -> Option<FloatKind> {
        match self.types.kind(ty) {
            TypeKind::Float(kind) => Some(*kind),
            _ => None,
        }
    }
}
