//! Interning of types: one id per type, fixed ids for the basic ones, so that most questions are a comparison of numbers.

use crate::types::{
    ArrayLen, DataModel, FloatKind, FunctionType, IntKind, QualType, Record, RecordId, TypeArena, TypeId,
    TypeKind,
};
use base::{FxHashMap, Idx, Interner, Span, Symbol};
use csyntax::ast::Quals;

/// The ids of the types that [`TypeTable::new`] interns first, in this order.
pub(crate) mod ids {
    use crate::types::TypeId;
    pub(crate) const VOID: TypeId = TypeId::from_raw(0);
    pub(crate) const BOOL: TypeId = TypeId::from_raw(1);
    pub(crate) const CHAR: TypeId = TypeId::from_raw(2);
    pub(crate) const UCHAR: TypeId = TypeId::from_raw(4);
    pub(crate) const USHORT: TypeId = TypeId::from_raw(6);
    pub(crate) const INT: TypeId = TypeId::from_raw(7);
    pub(crate) const UINT: TypeId = TypeId::from_raw(8);
    pub(crate) const LONG: TypeId = TypeId::from_raw(9);
    pub(crate) const ULONG: TypeId = TypeId::from_raw(10);
    pub(crate) const LONG_LONG: TypeId = TypeId::from_raw(11);
    pub(crate) const ULONG_LONG: TypeId = TypeId::from_raw(12);
    pub(crate) const FLOAT16: TypeId = TypeId::from_raw(15);
    pub(crate) const FLOAT: TypeId = TypeId::from_raw(16);
    pub(crate) const DOUBLE: TypeId = TypeId::from_raw(17);
    pub(crate) const LONG_DOUBLE: TypeId = TypeId::from_raw(18);
    pub(crate) const FLOAT128: TypeId = TypeId::from_raw(19);
    pub(crate) const ERROR: TypeId = TypeId::from_raw(23);
    pub(crate) const VOID_PTR: TypeId = TypeId::from_raw(24);
    pub(crate) const CONST_VOID_PTR: TypeId = TypeId::from_raw(25);
    pub(crate) const CHAR_PTR: TypeId = TypeId::from_raw(26);
    pub(crate) const CONST_CHAR_PTR: TypeId = TypeId::from_raw(27);
}

const INT_KINDS: [IntKind; 13] = [
    IntKind::Char,
    IntKind::SChar,
    IntKind::UChar,
    IntKind::Short,
    IntKind::UShort,
    IntKind::Int,
    IntKind::UInt,
    IntKind::Long,
    IntKind::ULong,
    IntKind::LongLong,
    IntKind::ULongLong,
    IntKind::Int128,
    IntKind::UInt128,
];

/// Types nested deeper than this are refused, so that recursion over a type's structure is bounded.
const MAX_DEPTH: u16 = 600;

/// Records with more members than this are searched through a hash table.
const LINEAR_MEMBERS: usize = 8;

const NOT_CACHED: u32 = u32::MAX;

pub(crate) struct TypeTable {
    pub(crate) arena: TypeArena,
    pub(crate) model: DataModel,
    map: FxHashMap<TypeKind, TypeId>,
    /// How deep the type's structure is. Records seen through pointers count as leaves.
    depth: Vec<u16>,
    /// The pointer to the unqualified type, if it has been made.
    pointers: Vec<u32>,
    /// The index of the direct field through which a member of a large record is found.
    members: FxHashMap<(RecordId, Symbol), u32>,
    /// Set when a type was refused because it is nested too deeply; cleared by whoever reports it.
    pub(crate) refused_depth: bool,
    pub(crate) size_type: TypeId,
    pub(crate) ptrdiff_type: TypeId,
    pub(crate) wchar_type: TypeId,
    pub(crate) va_list: TypeId,
}

impl TypeTable {
    pub(crate) fn new(model: DataModel, names: &mut Interner) -> TypeTable {
        let mut table = TypeTable {
            arena: TypeArena::default(),
            model,
            map: FxHashMap::default(),
            depth: Vec::new(),
            pointers: Vec::new(),
            members: FxHashMap::default(),
            refused_depth: false,
            size_type: Self::int_id(model.size_type()),
            ptrdiff_type: Self::int_id(model.ptrdiff_type()),
            wchar_type: Self::int_id(model.wchar_type()),
            va_list: ids::ERROR,
        };
        table.intern(TypeKind::Void);
        table.intern(TypeKind::Bool);
        for kind in INT_KINDS {
            table.intern(TypeKind::Int(kind));
        }
        for kind in [
            FloatKind::Float16,
            FloatKind::Float,
            FloatKind::Double,
            FloatKind::LongDouble,
            FloatKind::Float128,
            FloatKind::Decimal(4),
            FloatKind::Decimal(8),
            FloatKind::Decimal(16),
        ] {
            table.intern(TypeKind::Float(kind));
        }
        table.intern(TypeKind::Error);
        table.pointer(ids::VOID);
        table.pointer_to(QualType { ty: ids::VOID, quals: Quals::CONST });
        table.pointer(ids::CHAR);
        table.pointer_to(QualType { ty: ids::CHAR, quals: Quals::CONST });
        debug_assert_eq!(table.pointer(ids::CHAR), ids::CHAR_PTR);
        table.va_list = table.make_va_list(names);
        table
    }

    /// As the x86 psABIs have it: an array of one register-save record, or a plain pointer.
    fn make_va_list(&mut self, names: &mut Interner) -> TypeId {
        if self.model == DataModel::Ilp32 {
            return ids::CHAR_PTR;
        }
        let id = self.arena.records.push(Record {
            tag: Some(names.intern("__va_list_tag")),
            alias: None,
            union: false,
            complete: true,
            fields: Vec::new(),
            size: 24,
            align: 8,
            flexible: false,
            transparent: false,
            span: Span::NONE,
        });
        for (name, ty, offset) in [
            ("gp_offset", ids::UINT, 0),
            ("fp_offset", ids::UINT, 4),
            ("overflow_arg_area", ids::VOID_PTR, 8),
            ("reg_save_area", ids::VOID_PTR, 16),
        ] {
            self.arena.records[id].fields.push(crate::types::Field {
                name: Some(names.intern(name)),
                ty: QualType::plain(ty),
                offset,
                bits: None,
                span: Span::NONE,
            });
        }
        let tag = self.intern(TypeKind::Record(id));
        self.array(QualType::plain(tag), ArrayLen::Known(1))
    }

    pub(crate) const fn int_id(kind: IntKind) -> TypeId {
        TypeId::from_raw(2 + kind as u32)
    }

    pub(crate) fn float_id(kind: FloatKind) -> TypeId {
        match kind {
            FloatKind::Float16 => ids::FLOAT16,
            FloatKind::Float => ids::FLOAT,
            FloatKind::Double => ids::DOUBLE,
            FloatKind::LongDouble => ids::LONG_DOUBLE,
            FloatKind::Float128 => ids::FLOAT128,
            FloatKind::Decimal(4) => TypeId::from_raw(20),
            FloatKind::Decimal(8) => TypeId::from_raw(21),
            FloatKind::Decimal(_) => TypeId::from_raw(22),
        }
    }

    #[inline]
    pub(crate) fn kind(&self, ty: TypeId) -> &TypeKind {
        &self.arena.kinds[ty]
    }

    pub(crate) fn intern(&mut self, kind: TypeKind) -> TypeId {
        if let Some(&found) = self.map.get(&kind) {
            return found;
        }
        let depth = self.depth_of(&kind);
        if depth > MAX_DEPTH {
            self.refused_depth = true;
            return ids::ERROR;
        }
        let id = self.arena.kinds.push(kind.clone());
        self.map.insert(kind, id);
        self.depth.push(depth);
        self.pointers.push(NOT_CACHED);
        id
    }

    fn depth_of(&self, kind: &TypeKind) -> u16 {
        match kind {
            TypeKind::Pointer(target) => 1 + self.outer_depth(target.ty),
            TypeKind::Array { elem, .. } => 1 + self.depth[elem.ty.index()],
            TypeKind::Function(function) => {
                let params = function.params.iter().map(|&p| self.outer_depth(p)).max().unwrap_or(0);
                1 + params.max(self.outer_depth(function.ret))
            }
            _ => 1,
        }
    }

    /// Depth as far as comparisons of types descend: they stop at records.
    fn outer_depth(&self, ty: TypeId) -> u16 {
        match self.kind(ty) {
            TypeKind::Record(_) => 1,
            _ => self.depth[ty.index()],
        }
    }

    /// Called when a record is completed: its depth is that of its deepest field. `false` if that is too deep.
    pub(crate) fn note_record_depth(&mut self, record: RecordId) -> bool {
        let ty = self.record(record);
        let fields = &self.arena.records[record].fields;
        let depth = 1 + fields.iter().map(|f| self.depth[f.ty.ty.index()]).max().unwrap_or(0);
        self.depth[ty.index()] = depth;
        depth <= MAX_DEPTH
    }

    #[inline]
    pub(crate) fn pointer(&mut self, ty: TypeId) -> TypeId {
        let cached = self.pointers[ty.index()];
        if cached != NOT_CACHED {
            return TypeId::from_raw(cached);
        }
        let pointer = self.intern(TypeKind::Pointer(QualType::plain(ty)));
        self.pointers[ty.index()] = pointer.raw();
        pointer
    }

    pub(crate) fn pointer_to(&mut self, target: QualType) -> TypeId {
        if target.quals == Quals::NONE {
            return self.pointer(target.ty);
        }
        self.intern(TypeKind::Pointer(target))
    }

    pub(crate) fn array(&mut self, elem: QualType, len: ArrayLen) -> TypeId {
        self.intern(TypeKind::Array { elem, len })
    }

    pub(crate) fn record(&mut self, id: RecordId) -> TypeId {
        self.intern(TypeKind::Record(id))
    }

    pub(crate) fn function(
        &mut self,
        ret: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
        prototype: bool,
    ) -> TypeId {
        self.intern(TypeKind::Function(FunctionType { ret, params, variadic, prototype }))
    }

    /// Adds qualifiers. Those of an array belong to its elements.
    pub(crate) fn qualify(&mut self, ty: QualType, quals: Quals) -> QualType {
        if quals == Quals::NONE {
            return ty;
        }
        if let TypeKind::Array { elem, len } = *self.kind(ty.ty) {
            let elem = self.qualify(elem, quals);
            return QualType { ty: self.array(elem, len), quals: ty.quals };
        }
        QualType { ty: ty.ty, quals: ty.quals.with(quals) }
    }

    #[inline]
    pub(crate) fn size_of(&self, ty: TypeId) -> Option<u64> {
        self.arena.size_of(ty, self.model)
    }

    #[inline]
    pub(crate) fn align_of(&self, ty: TypeId) -> u64 {
        self.arena.align_of(ty, self.model)
    }

    pub(crate) fn is_incomplete(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            TypeKind::Void => true,
            TypeKind::Array { len: ArrayLen::Incomplete, .. } => true,
            TypeKind::Array { elem, .. } => self.is_incomplete(elem.ty),
            TypeKind::Record(id) => !self.arena.records[*id].complete,
            TypeKind::Enum(id) => !self.arena.enums[*id].complete,
            _ => false,
        }
    }

    /// Makes the members of a completed record quick to find.
    pub(crate) fn index_members(&mut self, record: RecordId) {
        if self.arena.records[record].fields.len() <= LINEAR_MEMBERS {
            return;
        }
        for index in 0..self.arena.records[record].fields.len() {
            let field = &self.arena.records[record].fields[index];
            match (field.name, self.kind(field.ty.ty)) {
                (Some(name), _) => {
                    self.members.entry((record, name)).or_insert(index as u32);
                }
                (None, &TypeKind::Record(inner)) => {
                    let mut found = Vec::new();
                    self.member_names(inner, &mut found);
                    for name in found {
                        self.members.entry((record, name)).or_insert(index as u32);
                    }
                }
                (None, _) => {}
            }
        }
    }

    /// All names that can be reached in a record, through anonymous members too.
    pub(crate) fn member_names(&self, record: RecordId, found: &mut Vec<Symbol>) {
        for field in &self.arena.records[record].fields {
            match (field.name, self.kind(field.ty.ty)) {
                (Some(name), _) => found.push(name),
                (None, &TypeKind::Record(inner)) => self.member_names(inner, found),
                (None, _) => {}
            }
        }
    }

    /// The direct field that has the name, or the anonymous one through which it is reached.
    #[inline]
    pub(crate) fn find_member(&self, record: RecordId, name: Symbol) -> Option<u32> {
        let fields = &self.arena.records[record].fields;
        if fields.len() > LINEAR_MEMBERS {
            return self.members.get(&(record, name)).copied();
        }
        for (index, field) in fields.iter().enumerate() {
            match field.name {
                Some(found) if found == name => return Some(index as u32),
                Some(_) => {}
                None => {
                    if let TypeKind::Record(inner) = *self.kind(field.ty.ty)
                        && self.find_member(inner, name).is_some()
                    {
                        return Some(index as u32);
                    }
                }
            }
        }
        None
    }
}
