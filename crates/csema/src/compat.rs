//! Compatible and composite types.

use crate::intern::TypeTable;
use crate::types::{ArrayLen, FunctionType, QualType, TypeId, TypeKind};
use csyntax::ast::Quals;

/// `restrict` and `_Atomic` do not make types differ here: gcc ignores the former in most comparisons, and the
/// latter has no representation of its own.
fn relevant(quals: Quals) -> u8 {
    quals.0 & (Quals::CONST.0 | Quals::VOLATILE.0)
}

impl TypeTable {
    pub(crate) fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        match (self.kind(a), self.kind(b)) {
            (TypeKind::Error, _) | (_, TypeKind::Error) => true,
            (TypeKind::Pointer(x), TypeKind::Pointer(y)) => self.compatible_qualified(*x, *y),
            (TypeKind::Array { elem: x, len: m }, TypeKind::Array { elem: y, len: n }) => {
                let lengths = match (m, n) {
                    (ArrayLen::Known(m), ArrayLen::Known(n)) => m == n,
                    _ => true,
                };
                lengths && self.compatible_qualified(*x, *y)
            }
            (TypeKind::Function(f), TypeKind::Function(g)) => self.compatible_functions(f, g),
            (TypeKind::Enum(id), TypeKind::Int(kind)) | (TypeKind::Int(kind), TypeKind::Enum(id)) => {
                self.arena.enums[*id].repr == *kind
            }
            _ => false,
        }
    }

    pub(crate) fn compatible_qualified(&self, a: QualType, b: QualType) -> bool {
        relevant(a.quals) == relevant(b.quals) && self.compatible(a.ty, b.ty)
    }

    fn compatible_functions(&self, f: &FunctionType, g: &FunctionType) -> bool {
        if !self.compatible(f.ret, g.ret) {
            return false;
        }
        if !f.prototype || !g.prototype {
            return true;
        }
        f.variadic == g.variadic
            && f.params.len() == g.params.len()
            && f.params.iter().zip(&g.params).all(|(&a, &b)| self.compatible(a, b) || self.passed_alike(a, b))
    }

    /// A transparent union stands for any of its members.
    fn passed_alike(&self, a: TypeId, b: TypeId) -> bool {
        let matches = |union: TypeId, other: TypeId| match self.kind(union) {
            TypeKind::Record(id) => {
                let record = &self.arena.records[*id];
                record.transparent && record.fields.iter().any(|f| self.compatible(f.ty.ty, other))
            }
            _ => false,
        };
        matches(a, b) || matches(b, a)
    }

    /// The composite of two compatible types: what either of them knows.
    pub(crate) fn composite(&mut self, a: TypeId, b: TypeId) -> TypeId {
        if a == b {
            return a;
        }
        match (self.kind(a).clone(), self.kind(b).clone()) {
            (TypeKind::Array { elem: x, len: m }, TypeKind::Array { elem: y, len: n }) => {
                let elem = QualType { ty: self.composite(x.ty, y.ty), quals: x.quals };
                let len = match (m, n) {
                    (ArrayLen::Known(_), _) => m,
                    (_, ArrayLen::Known(_)) => n,
                    (ArrayLen::Incomplete, _) => n,
                    _ => m,
                };
                self.array(elem, len)
            }
            (TypeKind::Pointer(x), TypeKind::Pointer(y)) => {
                let target = self.composite(x.ty, y.ty);
                self.pointer_to(QualType { ty: target, quals: x.quals.with(y.quals) })
            }
            (TypeKind::Function(f), TypeKind::Function(g)) => {
                let ret = self.composite(f.ret, g.ret);
                match (f.prototype, g.prototype) {
                    (true, true) if f.params.len() == g.params.len() => {
                        let mut params = Vec::with_capacity(f.params.len());
                        for (&p, &q) in f.params.iter().zip(&g.params) {
                            params.push(self.composite(p, q));
                        }
                        self.function(ret, params, f.variadic, true)
                    }
                    (true, _) => self.function(ret, f.params, f.variadic, true),
                    (_, true) => self.function(ret, g.params, g.variadic, true),
                    (false, false) if f.params.is_empty() => self.function(ret, g.params, false, false),
                    (false, false) => self.function(ret, f.params, false, false),
                }
            }
            (TypeKind::Error, _) => b,
            _ => a,
        }
    }
}
