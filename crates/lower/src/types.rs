//! The type table: each unit's C types, merged into the program's types, and the layouts that lowering asks for.
//!
//! Derived types (pointers, arrays, functions) are equal if their parts are; records and enumerations have an identity
//! of their own per unit. Nothing here recurses: C types may be nested as deep as a program has typedefs.

use crate::names::Names;
use base::{FxHashMap, IndexVec};
use csema::types as c;
use ir::{BitRange, DataModel, Field, Record, Scalar, Type, TypeId, TypeKind};

/// What a value of a C type needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// 0 for incomplete types and those whose size is computed at run time; 1 for `void` and functions, as GNU C counts
    /// in pointer arithmetic.
    pub(crate) size: u64,
    /// `None` for what is moved as a block of bytes: records, arrays, vectors, complex and other unusual numbers.
    pub(crate) scalar: Option<Scalar>,
    pub(crate) is_void: bool,
    pub(crate) is_bool: bool,
    /// The size depends on a variable-length array.
    pub(crate) variable: bool,
}

/// The types of one unit: their layouts, and the program's types that they have become.
#[derive(Debug)]
pub(crate) struct UnitTypes {
    layouts: IndexVec<c::TypeId, Layout>,
    ids: IndexVec<c::TypeId, Option<TypeId>>,
    records: IndexVec<c::RecordId, Option<TypeId>>,
}

impl UnitTypes {
    pub(crate) fn new(arena: &c::TypeArena, model: c::DataModel) -> UnitTypes {
        let mut layouts: IndexVec<c::TypeId, Layout> = IndexVec::with_capacity(arena.kinds.len());
        for kind in &arena.kinds {
            let layout = layout_of(arena, kind, model, &layouts);
            layouts.push(layout);
        }
        UnitTypes {
            ids: IndexVec::from_elem(None, layouts.len()),
            records: IndexVec::from_elem(None, arena.records.len()),
            layouts,
        }
    }

    #[inline]
    pub(crate) fn layout(&self, ty: c::TypeId) -> Layout {
        self.layouts[ty]
    }
}

pub(crate) fn int_scalar(kind: c::IntKind, model: c::DataModel) -> Scalar {
    let signed = kind.is_signed();
    match kind.size(model) {
        1 => pick(signed, Scalar::I8, Scalar::U8),
        2 => pick(signed, Scalar::I16, Scalar::U16),
        4 => pick(signed, Scalar::I32, Scalar::U32),
        8 => pick(signed, Scalar::I64, Scalar::U64),
        _ => pick(signed, Scalar::I128, Scalar::U128),
    }
}

fn pick(signed: bool, yes: Scalar, no: Scalar) -> Scalar {
    if signed { yes } else { no }
}

/// The integer of `unit` bytes as which a bit-field is accessed.
pub(crate) fn unit_scalar(unit: u8, signed: bool) -> Scalar {
    match unit {
        1 => pick(signed, Scalar::I8, Scalar::U8),
        2 => pick(signed, Scalar::I16, Scalar::U16),
        4 => pick(signed, Scalar::I32, Scalar::U32),
        8 => pick(signed, Scalar::I64, Scalar::U64),
        _ => pick(signed, Scalar::I128, Scalar::U128),
    }
}

fn float_scalar(kind: c::FloatKind) -> Option<Scalar> {
    match kind {
        c::FloatKind::Float => Some(Scalar::F32),
        c::FloatKind::Double => Some(Scalar::F64),
        c::FloatKind::LongDouble => Some(Scalar::F80),
        c::FloatKind::Float128 => Some(Scalar::F128),
        c::FloatKind::Float16 | c::FloatKind::Decimal(_) => None,
    }
}

fn layout_of(
    arena: &c::TypeArena,
    kind: &c::TypeKind,
    model: c::DataModel,
    known: &IndexVec<c::TypeId, Layout>,
) -> Layout {
    let scalar = |scalar: Option<Scalar>, size| Layout {
        size,
        scalar,
        is_void: false,
        is_bool: false,
        variable: false,
    };
    match kind {
        c::TypeKind::Void => Layout { is_void: true, ..scalar(None, 1) },
        c::TypeKind::Function(_) => scalar(None, 1),
        c::TypeKind::Bool => Layout { is_bool: true, ..scalar(Some(Scalar::U8), 1) },
        c::TypeKind::Int(kind) => scalar(Some(int_scalar(*kind, model)), kind.size(model)),
        c::TypeKind::Enum(id) => {
            let repr = arena.enums[*id].repr;
            scalar(Some(int_scalar(repr, model)), repr.size(model))
        }
        c::TypeKind::Float(kind) => scalar(float_scalar(*kind), kind.size(model)),
        c::TypeKind::Complex(kind) => scalar(None, 2 * kind.size(model)),
        c::TypeKind::Pointer(_) => scalar(Some(Scalar::Ptr), model.pointer_size()),
        c::TypeKind::Record(id) => scalar(None, arena.records[*id].size),
        c::TypeKind::Vector { elem, lanes } => {
            let elem = known.get(*elem).map_or(1, |layout| layout.size);
            scalar(None, elem.saturating_mul(u64::from(*lanes)))
        }
        // Programs with errors are not lowered; a size keeps the arithmetic going if one is.
        c::TypeKind::Error => scalar(Some(Scalar::I32), 4),
        c::TypeKind::Array { elem, len } => {
            // Types are interned bottom up, so the element is known, except for records completed later, whose
            // size is in the record.
            let elem = match known.get(elem.ty) {
                Some(layout) => *layout,
                None => layout_of_array_element(arena, elem.ty, model),
            };
            let (size, variable) = match len {
                c::ArrayLen::Known(len) => (elem.size.saturating_mul(*len), elem.variable),
                c::ArrayLen::Incomplete => (0, elem.variable),
                c::ArrayLen::Variable(_) => (0, true),
            };
            Layout { variable, ..scalar(None, if variable { 0 } else { size }) }
        }
    }
}

/// The slow way, for an element type that was interned after its array.
fn layout_of_array_element(arena: &c::TypeArena, ty: c::TypeId, model: c::DataModel) -> Layout {
    Layout {
        size: arena.size_of(ty, model).unwrap_or(0),
        scalar: None,
        is_void: false,
        is_bool: false,
        variable: arena.has_variable_size(ty),
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum Derived {
    Pointer(TypeId),
    Array {
        elem: TypeId,
        len: Option<u64>,
        size: u64,
        align: u64,
    },
    Function {
        ret: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
    },
    Complex(Scalar),
    /// The same type with a stricter alignment.
    Aligned(TypeId, u64),
}

#[derive(Debug)]
pub(crate) struct TypeTable {
    pub(crate) model: DataModel,
    pub(crate) types: IndexVec<TypeId, Type>,
    derived: FxHashMap<Derived, TypeId>,
    scalars: [Option<TypeId>; Scalar::ALL.len()],
    void: Option<TypeId>,
    bool: Option<TypeId>,
    /// Records whose fields have not been translated yet.
    unfilled: Vec<(c::RecordId, TypeId)>,
    stack: Vec<c::TypeId>,
}

/// Where a unit's types come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypeSource<'u> {
    pub(crate) index: usize,
    pub(crate) unit: &'u csema::typed::TypedUnit,
}

impl TypeTable {
    pub(crate) fn new(model: DataModel) -> TypeTable {
        TypeTable {
            model,
            types: IndexVec::new(),
            derived: FxHashMap::default(),
            scalars: [None; Scalar::ALL.len()],
            void: None,
            bool: None,
            unfilled: Vec::new(),
            stack: Vec::new(),
        }
    }

    pub(crate) fn scalar(&mut self, scalar: Scalar) -> TypeId {
        let slot = &mut self.scalars[scalar as usize];
        if let Some(id) = *slot {
            return id;
        }
        let ty = Type {
            kind: TypeKind::Scalar(scalar),
            size: scalar.size(self.model),
            align: scalar.align(self.model),
        };
        let id = self.types.push(ty);
        *slot = Some(id);
        id
    }

    pub(crate) fn void(&mut self) -> TypeId {
        match self.void {
            Some(id) => id,
            None => {
                let id = self.types.push(Type { kind: TypeKind::Void, size: 0, align: 1 });
                self.void = Some(id);
                id
            }
        }
    }

    fn bool(&mut self) -> TypeId {
        match self.bool {
            Some(id) => id,
            None => {
                let id = self.types.push(Type { kind: TypeKind::Bool, size: 1, align: 1 });
                self.bool = Some(id);
                id
            }
        }
    }

    fn derive(&mut self, key: Derived, make: impl FnOnce() -> Type) -> TypeId {
        *self.derived.entry(key).or_insert_with(|| self.types.push(make()))
    }

    pub(crate) fn pointer(&mut self, pointee: TypeId) -> TypeId {
        let size = self.model.pointer_size();
        self.derive(Derived::Pointer(pointee), || Type {
            kind: TypeKind::Pointer(pointee),
            size,
            align: size,
        })
    }

    pub(crate) fn function(&mut self, ret: TypeId, params: Vec<TypeId>, variadic: bool) -> TypeId {
        let kind = TypeKind::Function { ret, params: params.clone(), variadic };
        self.derive(Derived::Function { ret, params, variadic }, || Type { kind, size: 0, align: 1 })
    }

    fn array(&mut self, elem: TypeId, len: Option<u64>, size: u64, align: u64) -> TypeId {
        self.derive(Derived::Array { elem, len, size, align }, || Type {
            kind: TypeKind::Array { elem, len },
            size,
            align,
        })
    }

    /// The type with at least that alignment.
    pub(crate) fn aligned(&mut self, ty: TypeId, align: u64) -> TypeId {
        if self.types[ty].align >= align {
            return ty;
        }
        let strict = Type { align, ..self.types[ty].clone() };
        self.derive(Derived::Aligned(ty, align), || strict)
    }

    /// The program's type for a unit's type.
    #[inline]
    pub(crate) fn translate(
        &mut self,
        memo: &mut UnitTypes,
        source: TypeSource<'_>,
        names: &mut Names,
        ty: c::TypeId,
    ) -> TypeId {
        match memo.ids[ty] {
            Some(id) => id,
            None => self.translate_new(memo, source, names, ty),
        }
    }

    fn translate_new(
        &mut self,
        memo: &mut UnitTypes,
        source: TypeSource<'_>,
        names: &mut Names,
        ty: c::TypeId,
    ) -> TypeId {
        let id = self.translate_shallow(memo, source, names, ty);
        while let Some((record, id)) = self.unfilled.pop() {
            let declared = &source.unit.types.records[record];
            let mut fields = Vec::with_capacity(declared.fields.len());
            for field in &declared.fields {
                fields.push(Field {
                    name: field.name.map(|name| names.program_symbol(source, name)),
                    ty: self.translate_shallow(memo, source, names, field.ty.ty),
                    offset: field.offset,
                    bits: field.bits.map(|bits| BitRange { start: bits.start, width: bits.width }),
                });
            }
            if let TypeKind::Record(translated) = &mut self.types[id].kind {
                translated.fields = fields;
            }
        }
        id
    }

    /// Post-order over the parts of a type with an explicit stack; records end it (their fields come later).
    fn translate_shallow(
        &mut self,
        memo: &mut UnitTypes,
        source: TypeSource<'_>,
        names: &mut Names,
        ty: c::TypeId,
    ) -> TypeId {
        if let Some(id) = memo.ids[ty] {
            return id;
        }
        let arena = &source.unit.types;
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(ty);
        while let Some(&top) = stack.last() {
            if memo.ids[top].is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let mut need = |part: c::TypeId| {
                if memo.ids[part].is_none() {
                    stack.push(part);
                }
            };
            match &arena.kinds[top] {
                c::TypeKind::Pointer(pointee) => need(pointee.ty),
                c::TypeKind::Array { elem, .. } => need(elem.ty),
                c::TypeKind::Vector { elem, .. } => need(*elem),
                c::TypeKind::Function(function) => {
                    need(function.ret);
                    function.params.iter().copied().for_each(&mut need);
                }
                _ => {}
            }
            if stack.len() == before {
                let id = self.build(memo, source, names, top);
                memo.ids[top] = Some(id);
                stack.pop();
            }
        }
        self.stack = stack;
        memo.ids[ty].unwrap_or_else(|| self.void())
    }

    /// The type whose parts have all been translated.
    fn build(
        &mut self,
        memo: &mut UnitTypes,
        source: TypeSource<'_>,
        names: &mut Names,
        ty: c::TypeId,
    ) -> TypeId {
        let arena = &source.unit.types;
        let model = source.unit.model;
        let layout = memo.layouts[ty];
        match &arena.kinds[ty] {
            c::TypeKind::Void => self.void(),
            c::TypeKind::Bool => self.bool(),
            c::TypeKind::Int(kind) => self.scalar(int_scalar(*kind, model)),
            c::TypeKind::Float(kind) => match float_scalar(*kind) {
                Some(scalar) => self.scalar(scalar),
                None => self.opaque_bytes(layout.size),
            },
            c::TypeKind::Complex(kind) => match float_scalar(*kind) {
                Some(scalar) => {
                    let (size, align) = (layout.size, scalar.align(self.model));
                    let kind = TypeKind::Complex(scalar);
                    self.derive(Derived::Complex(scalar), || Type { kind, size, align })
                }
                None => self.opaque_bytes(layout.size),
            },
            c::TypeKind::Enum(id) => {
                let declared = &arena.enums[*id];
                let repr = int_scalar(declared.repr, model);
                let name = declared.tag.or(declared.alias).map(|tag| names.program_symbol(source, tag));
                let constants = declared.constants.iter();
                let constants = constants
                    .map(|&(name, value)| (names.program_symbol(source, name), value as i64))
                    .collect();
                let kind = TypeKind::Enum { name, repr, constants };
                self.types.push(Type { kind, size: repr.size(self.model), align: repr.align(self.model) })
            }
            c::TypeKind::Pointer(pointee) => {
                let pointee = self.part(memo, pointee.ty);
                self.pointer(pointee)
            }
            c::TypeKind::Array { elem, len } => {
                let elem = self.part(memo, elem.ty);
                let len = match len {
                    c::ArrayLen::Known(len) => Some(*len),
                    c::ArrayLen::Incomplete | c::ArrayLen::Variable(_) => None,
                };
                let align = self.types[elem].align;
                self.array(elem, len, layout.size, align)
            }
            c::TypeKind::Vector { elem, lanes } => {
                let elem = self.part(memo, *elem);
                let align = layout.size.next_power_of_two().clamp(1, 64);
                self.array(elem, Some(u64::from(*lanes)), layout.size, align)
            }
            c::TypeKind::Function(function) => {
                let ret = self.part(memo, function.ret);
                let params = function.params.iter().map(|&param| self.part(memo, param)).collect();
                // `f()` says nothing about its parameters.
                self.function(ret, params, function.variadic || !function.prototype)
            }
            c::TypeKind::Record(record) => {
                if let Some(id) = memo.records[*record] {
                    return id;
                }
                let declared = &arena.records[*record];
                let name = declared.tag.or(declared.alias).map(|tag| names.program_symbol(source, tag));
                let id = self.types.push(Type {
                    kind: TypeKind::Record(Record {
                        name,
                        is_typedef: declared.tag.is_none() && name.is_some(),
                        union: declared.union,
                        transparent: declared.transparent,
                        fields: Vec::new(),
                    }),
                    size: declared.size,
                    align: declared.align.max(1),
                });
                memo.records[*record] = Some(id);
                if !declared.fields.is_empty() {
                    self.unfilled.push((*record, id));
                }
                id
            }
            c::TypeKind::Error => self.scalar(Scalar::I32),
        }
    }

    fn part(&mut self, memo: &UnitTypes, ty: c::TypeId) -> TypeId {
        memo.ids[ty].unwrap_or_else(|| self.void())
    }

    /// Numbers that no scalar stands for.
    fn opaque_bytes(&mut self, size: u64) -> TypeId {
        let byte = self.scalar(Scalar::U8);
        self.array(byte, Some(size), size, size.next_power_of_two().clamp(1, 16))
    }
}
