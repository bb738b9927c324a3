//! Padding of structures, where somebody can see it.
//!
//! When a structure is assigned, passed, returned or initialised, the bytes between its members take unspecified values (C11,
//! 6.2.6.1p6): compilers copy them, leave what was there, or put something else. So behind such a copy, these bytes are copied from a
//! variable that is defined nowhere ([`ir::PADDING`]): engines know nothing of its content, and the concrete machine leaves them as gcc
//! does unless its run has to stand for all runs. Each copy in the text has bytes of its own there.
//!
//! A program that looks at its structures member by member sees no padding, and nothing is added to it.

use crate::func::FnLower;
use crate::link::Link;
use base::{Span, Symbol};
use csema::typed::{ExprKind, TypedUnit};
use csema::types as c;
use ir::{CopyBlock, Place, Scalar, StatementKind};

/// Functions that look at bytes, or carry them to where they are looked at.
const BYTE_FUNCTIONS: [&str; 12] = [
    "memcmp",
    "bcmp",
    "memchr",
    "memrchr",
    "rawmemchr",
    "memmem",
    "memcpy",
    "memmove",
    "mempcpy",
    "memccpy",
    "bcopy",
    "swab",
];

/// Structures with more gaps than this (arrays of structures in them) are not looked at: their copies are taken to be exact.
const MAX_GAPS: usize = 256;

/// Whether the unit has a way to see the bytes of a structure otherwise than by its members: a pointer that is converted to one to
/// characters or other numbers, a function that compares or copies bytes, or a union with a structure that has gaps.
pub(crate) fn is_visible(unit: &TypedUnit) -> bool {
    let types = &unit.types;
    let pointee = |ty: c::TypeId| match &types.kinds[ty] {
        c::TypeKind::Pointer(target) => Some(&types.kinds[target.ty]),
        _ => None,
    };
    let is_number =
        |kind: &c::TypeKind| matches!(kind, c::TypeKind::Int(_) | c::TypeKind::Bool | c::TypeKind::Enum(_));
    let is_byte_function = |name: Symbol| {
        let name = unit.names.resolve(name);
        BYTE_FUNCTIONS.contains(&name.strip_prefix("__builtin_").unwrap_or(name))
    };
    let mut bodies = unit.functions.iter().filter_map(|function| function.body.as_ref());
    let looks_at_bytes = bodies.any(|body| {
        body.exprs.iter().any(|expr| match &expr.kind {
            ExprKind::Function(id) => is_byte_function(unit.functions[*id].name),
            ExprKind::Cast(operand) => {
                let from = pointee(body.exprs[*operand].ty);
                pointee(expr.ty).is_some_and(is_number)
                    && matches!(from, Some(c::TypeKind::Record(_) | c::TypeKind::Void))
            }
            _ => false,
        })
    });
    looks_at_bytes
        || types.records.iter().filter(|record| record.union).any(|union| {
            union.fields.iter().any(|field| matches!(types.kinds[field.ty.ty], c::TypeKind::Record(_)))
        })
}

impl Link<'_> {
    /// The gaps between what the type's members cover, as offsets and lengths.
    pub(crate) fn gaps(&self, unit: usize, ty: c::TypeId) -> Vec<(u64, u64)> {
        let mut gaps = Vec::new();
        self.collect_gaps(unit, ty, 0, &mut gaps);
        if gaps.len() > MAX_GAPS {
            gaps.clear();
        }
        gaps
    }

    fn collect_gaps(&self, unit: usize, ty: c::TypeId, base: u64, gaps: &mut Vec<(u64, u64)>) {
        if gaps.len() > MAX_GAPS {
            return;
        }
        let types = &self.units[unit].types;
        match &types.kinds[ty] {
            c::TypeKind::Record(record) if !types.records[*record].union => {
                let record = &types.records[*record];
                let mut covered = 0;
                for field in &record.fields {
                    let size = match field.bits {
                        Some(bits) => u64::from(bits.unit),
                        None => self.layout(unit, field.ty.ty).size,
                    };
                    if field.offset > covered {
                        gaps.push((base + covered, field.offset - covered));
                    }
                    covered = covered.max(field.offset + size);
                    self.collect_gaps(unit, field.ty.ty, base + field.offset, gaps);
                }
                if record.size > covered && !record.fields.is_empty() {
                    gaps.push((base + covered, record.size - covered));
                }
            }
            c::TypeKind::Array { elem, .. } => {
                let size = self.layout(unit, elem.ty).size;
                let count = self.layout(unit, ty).size.checked_div(size).unwrap_or(0);
                let is_record =
                    matches!(types.kinds[elem.ty], c::TypeKind::Record(_) | c::TypeKind::Array { .. });
                for index in 0..if is_record { count } else { 0 } {
                    let before = gaps.len();
                    self.collect_gaps(unit, elem.ty, base + index * size, gaps);
                    if gaps.len() == before || gaps.len() > MAX_GAPS {
                        break;
                    }
                }
            }
            _ => {}
        }
    }
}

impl FnLower<'_, '_> {
    /// The padding of a structure that was just written gets unspecified values.
    pub(crate) fn unspecify_padding(&mut self, dst: Place, ty: c::TypeId, span: Span) {
        if !self.link.padding_is_visible {
            return;
        }
        for (offset, size) in self.link.gaps(self.unit_index, ty) {
            self.unspecify(dst, offset, size, span);
        }
    }

    /// These bytes get unspecified values.
    pub(crate) fn unspecify(&mut self, dst: Place, offset: u64, size: u64, span: Span) {
        let src = self.link.padding(size, span);
        let mut dst = Place { access: Scalar::U8, bits: None, ..dst };
        dst.offset = dst.offset.wrapping_add(offset as i64);
        self.emit(StatementKind::CopyBlock(Box::new(CopyBlock { dst, src, size })), span);
    }
}
