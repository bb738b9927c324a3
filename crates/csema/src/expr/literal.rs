//! Constants and string literals.

use super::Operand;
use crate::analyzer::Analyzer;
use crate::intern::{TypeTable, ids};
use crate::typed::{ExprKind, ObjectId, ObjectKind, StaticInit};
use crate::types::{ArrayLen, FloatKind, IntKind, QualType, TypeId, TypeKind};
use base::{Span, Symbol};
use csyntax::ast::{Encoding, FloatSuffix, IntLiteral, Quals, StringId, StringUnits};

impl Analyzer<'_> {
    pub(crate) fn int_literal(&mut self, literal: &IntLiteral, span: Span) -> Operand {
        if literal.imaginary {
            let ty = self.types.intern(TypeKind::Complex(FloatKind::Double));
            return self.unsupported("imaginary constant", ty, span);
        }
        let kind = self.int_literal_kind(literal);
        self.make(ExprKind::Int(literal.value as i64), TypeTable::int_id(kind), span)
    }

    fn int_literal_kind(&self, literal: &IntLiteral) -> IntKind {
        if literal.value <= i32::MAX as u64 && literal.longs == 0 && !literal.unsigned {
            return IntKind::Int;
        }
        let model = self.types.model;
        let value = i128::from(literal.value);
        for (signed, longs) in [(IntKind::Int, 0), (IntKind::Long, 1), (IntKind::LongLong, 2)] {
            if longs < literal.longs {
                continue;
            }
            if !literal.unsigned && signed.wrap(value, model) == value {
                return signed;
            }
            let unsigned = signed.to_unsigned();
            if (literal.unsigned || !literal.decimal) && unsigned.wrap(value, model) == value {
                return unsigned;
            }
        }
        // A decimal constant beyond `long long`: gcc uses the 128-bit type, or warns and makes it unsigned.
        match model {
            crate::types::DataModel::Lp64 if literal.decimal && !literal.unsigned => IntKind::Int128,
            _ => IntKind::ULongLong,
        }
    }

    /// A constant that has more digits than the tree can hold: nobody computes with a wrong one.
    pub(crate) fn inexact_literal(&mut self, suffix: FloatSuffix, span: Span) -> Operand {
        let kind = if suffix == FloatSuffix::Q { FloatKind::Float128 } else { FloatKind::LongDouble };
        let what = "long double constant that no double is equal to";
        self.unsupported(what, TypeTable::float_id(kind), span)
    }

    pub(crate) fn float_literal(
        &mut self,
        value: f64,
        suffix: FloatSuffix,
        imaginary: bool,
        span: Span,
    ) -> Operand {
        let kind = match suffix {
            FloatSuffix::None => FloatKind::Double,
            FloatSuffix::F => FloatKind::Float,
            FloatSuffix::L => FloatKind::LongDouble,
            FloatSuffix::Q => FloatKind::Float128,
        };
        if imaginary {
            let ty = self.types.intern(TypeKind::Complex(kind));
            return self.unsupported("imaginary constant", ty, span);
        }
        let value = crate::constant::round_to(value, kind);
        self.make(ExprKind::Float(value), TypeTable::float_id(kind), span)
    }

    fn unit_type(&self, encoding: Encoding) -> TypeId {
        match encoding {
            Encoding::Narrow | Encoding::Utf8 => ids::CHAR,
            Encoding::Wide => self.types.wchar_type,
            Encoding::Utf16 => ids::USHORT,
            Encoding::Utf32 => ids::UINT,
        }
    }

    pub(crate) fn char_literal(&mut self, value: i64, encoding: Encoding, span: Span) -> Operand {
        let ty = match encoding {
            Encoding::Narrow => ids::INT,
            // `u8'a'` is a C23 constant of type `unsigned char`.
            Encoding::Utf8 => ids::UCHAR,
            _ => self.unit_type(encoding),
        };
        self.make_int(i128::from(value), ty, span)
    }

    pub(crate) fn string_unit(&self, id: StringId) -> TypeId {
        self.unit_type(self.ast.strings[id].encoding)
    }

    /// The element type of a string literal and its bytes, with the terminating zero.
    pub(crate) fn string_bytes(&self, id: StringId) -> (TypeId, Vec<u8>) {
        let literal = &self.ast.strings[id];
        let unit = self.unit_type(literal.encoding);
        let width = self.types.size_of(unit).unwrap_or(1) as usize;
        let bytes = match &literal.units {
            StringUnits::Bytes(units) => {
                let mut bytes = Vec::with_capacity(units.len() + 1);
                bytes.extend_from_slice(units);
                bytes.push(0);
                bytes
            }
            StringUnits::Wide(units) => {
                let mut bytes = Vec::with_capacity((units.len() + 1) * width);
                for unit in units.iter().chain(&[0]) {
                    bytes.extend_from_slice(&unit.to_le_bytes()[..width.min(4)]);
                }
                bytes
            }
        };
        (unit, bytes)
    }

    /// The object of a string literal. Whether equal literals share one is not said by C: here each has its own, and their
    /// addresses are not compared.
    pub(crate) fn string_object(&mut self, id: StringId) -> ObjectId {
        if let Some(&object) = self.strings.get(&id) {
            return object;
        }
        let (unit, bytes) = self.string_bytes(id);
        let width = self.types.size_of(unit).unwrap_or(1).max(1);
        let len = bytes.len() as u64 / width;
        let ty = self.types.array(QualType::plain(unit), ArrayLen::Known(len));
        let init = StaticInit { bytes, relocations: Vec::new() };
        let span = self.ast.strings[id].span;
        let object =
            self.new_anonymous_object(".str", ObjectKind::StringLiteral, ty, Quals::CONST, init, span);
        self.strings.insert(id, object);
        object
    }

    pub(crate) fn string_expr(&mut self, string: StringId, span: Span) -> Operand {
        let object = self.string_object(string);
        let ty = self.objects[object].ty;
        let id = self.push(ExprKind::Object(object), ty, span);
        // The elements of a literal are not `const` in C, though they must not be written.
        Operand::lvalue(id, QualType::plain(ty))
    }

    /// `__func__` and its relatives.
    pub(crate) fn function_name_expr(&mut self, name: Symbol, span: Span) -> Operand {
        let Some(func) = &self.func else {
            // Outside functions gcc has the empty string (and `top level` for the pretty one).
            let text: &[u8] = if name == self.known.pretty_function { b"top level\0" } else { b"\0" };
            return self.name_object(text.to_vec(), span);
        };
        if let Some(object) = func.name_object {
            return self.object_operand(object, Quals::CONST, span);
        }
        let mut text = self.names.resolve(func.name).as_bytes().to_vec();
        text.push(0);
        let operand = self.name_object(text, span);
        if let (Some(func), ExprKind::Object(object)) = (&mut self.func, &self.body.exprs[operand.id].kind) {
            func.name_object = Some(*object);
        }
        operand
    }

    fn name_object(&mut self, text: Vec<u8>, span: Span) -> Operand {
        let elem = QualType { ty: ids::CHAR, quals: Quals::CONST };
        let ty = self.types.array(elem, ArrayLen::Known(text.len() as u64));
        let init = StaticInit { bytes: text, relocations: Vec::new() };
        let object =
            self.new_anonymous_object("__func__.", ObjectKind::StaticLocal, ty, Quals::CONST, init, span);
        self.object_operand(object, Quals::CONST, span)
    }

    pub(crate) fn object_operand(&mut self, object: ObjectId, quals: Quals, span: Span) -> Operand {
        let ty = self.objects[object].ty;
        let kind = if self.object_info[object].unsupported {
            ExprKind::Unsupported("object whose initialiser cannot be represented")
        } else {
            ExprKind::Object(object)
        };
        let id = self.push(kind, ty, span);
        Operand::lvalue(id, QualType { ty, quals })
    }
}
