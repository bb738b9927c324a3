//! Declaration specifiers: basic types, typedef names, `typeof`, records and enumerations.

use crate::analyzer::{Analyzer, EnumConstant};
use crate::declarator::{DeclType, DeclaratorUse};
use crate::intern::{TypeTable, ids};
use crate::layout::{FieldShape, layout_record};
use crate::scope::{Binding, Entity, Tag};
use crate::types::{
    ArrayLen, DataModel, Enum, EnumId, Field, FloatKind, IntKind, QualType, Record, RecordId, TypeId,
    TypeKind,
};
use base::{Span, Symbol};
use csyntax::ast::{
    Attr, BasicType, DeclSpecs, EnumSpecId, FieldDecl, FieldDeclarator, Quals, RecordSpecId, TypeSpec,
};

/// A member of a structure or union, as it is declared.
struct NewField {
    name: Option<Symbol>,
    declared: DeclType,
    /// What the declaration asks for; 0 if nothing.
    align: u64,
    packed: bool,
    bits: Option<u32>,
    span: Span,
}

impl<'a> Analyzer<'a> {
    /// The type that specifiers stand for. `declares_only_tag` for `struct s;`, which always names a new type of this scope.
    pub(crate) fn specs_type(&mut self, specs: &'a DeclSpecs, declares_only_tag: bool) -> DeclType {
        let mut result = match specs.ty {
            TypeSpec::Missing => {
                self.warning(specs.span, "type defaults to 'int'");
                DeclType::of(ids::INT)
            }
            TypeSpec::Basic(basic) => DeclType::of(self.basic_type(basic, specs.span)),
            TypeSpec::Typedef(name) => match self.scopes.lookup(name) {
                Some(Binding { entity: Entity::Typedef, ty, align, .. }) => DeclType { ty, align },
                _ => {
                    let message = format!("'{}' is not a type", self.name(name));
                    self.error(specs.span, message);
                    DeclType::of(ids::ERROR)
                }
            },
            TypeSpec::Record(id) => DeclType::of(self.record_spec(id, declares_only_tag)),
            TypeSpec::Enum(id) => DeclType::of(self.enum_spec(id)),
            TypeSpec::TypeofExpr(expr) => {
                let operand = self.unevaluated_expr(expr);
                DeclType { ty: QualType { ty: operand.ty, quals: operand.quals }, align: 0 }
            }
            TypeSpec::TypeofType(name) => self.type_name(name),
            TypeSpec::AutoType => {
                self.error(specs.span, "'__auto_type' is only for variables with an initialiser");
                DeclType::of(ids::ERROR)
            }
            TypeSpec::Atomic(name) => {
                let named = self.type_name(name);
                DeclType { ty: self.types.qualify(named.ty, Quals::ATOMIC), align: 0 }
            }
            TypeSpec::VaList => DeclType::of(self.types.va_list),
            TypeSpec::Error => DeclType::of(ids::ERROR),
        };
        if !specs.attrs.is_empty() {
            result.ty = self.apply_type_attrs(result.ty, &specs.attrs);
        }
        result.ty = self.types.qualify(result.ty, specs.quals);
        result
    }

    fn basic_type(&mut self, basic: BasicType, span: Span) -> TypeId {
        let int = |kind| TypeTable::int_id(kind);
        match basic {
            BasicType::Void => ids::VOID,
            BasicType::Bool => ids::BOOL,
            BasicType::Char => ids::CHAR,
            BasicType::SignedChar => int(IntKind::SChar),
            BasicType::UnsignedChar => ids::UCHAR,
            BasicType::Short => int(IntKind::Short),
            BasicType::UnsignedShort => ids::USHORT,
            BasicType::Int => ids::INT,
            BasicType::UnsignedInt => ids::UINT,
            BasicType::Long => ids::LONG,
            BasicType::UnsignedLong => ids::ULONG,
            BasicType::LongLong => ids::LONG_LONG,
            BasicType::UnsignedLongLong => ids::ULONG_LONG,
            BasicType::Int128 | BasicType::UnsignedInt128 => {
                if self.model() == DataModel::Ilp32 {
                    self.error(span, "'__int128' does not exist in the ILP32 data model");
                    return ids::ERROR;
                }
                int(if basic == BasicType::Int128 { IntKind::Int128 } else { IntKind::UInt128 })
            }
            BasicType::Float16 => ids::FLOAT16,
            BasicType::Float | BasicType::Float32 => ids::FLOAT,
            BasicType::Double | BasicType::Float64 | BasicType::Float32x => ids::DOUBLE,
            BasicType::LongDouble | BasicType::Float64x => ids::LONG_DOUBLE,
            BasicType::Float128 => ids::FLOAT128,
            BasicType::ComplexFloat => self.types.intern(TypeKind::Complex(FloatKind::Float)),
            BasicType::ComplexDouble => self.types.intern(TypeKind::Complex(FloatKind::Double)),
            BasicType::ComplexLongDouble => self.types.intern(TypeKind::Complex(FloatKind::LongDouble)),
            // Only the size matters: every operation on it is unsupported.
            BasicType::ComplexOther(lp64, ilp32) => {
                let part = if self.types.model == DataModel::Lp64 { lp64 } else { ilp32 };
                self.types.intern(TypeKind::Complex(FloatKind::Decimal(part)))
            }
            BasicType::Decimal(size) => TypeTable::float_id(FloatKind::Decimal(size)),
        }
    }

    // ----- Records -----

    fn new_record(&mut self, union: bool, tag: Option<Symbol>, span: Span) -> RecordId {
        let id = self.types.arena.records.push(Record {
            tag,
            alias: None,
            union,
            complete: false,
            fields: Vec::new(),
            size: 0,
            align: 1,
            flexible: false,
            transparent: false,
            span,
        });
        if let Some(tag) = tag {
            self.scopes.bind_tag(tag, Tag::Record(id));
        }
        id
    }

    fn record_spec(&mut self, spec_id: RecordSpecId, declares_only_tag: bool) -> TypeId {
        let ast = self.ast;
        let spec = &ast.records[spec_id];
        let found = spec.tag.and_then(|tag| {
            if spec.fields.is_some() || declares_only_tag {
                self.scopes.lookup_tag_here(tag)
            } else {
                self.scopes.lookup_tag(tag)
            }
        });
        let id = match found {
            Some(Tag::Record(id)) if self.types.arena.records[id].union == spec.union => id,
            Some(_) => {
                let message = format!(
                    "'{}' is declared as another kind of tag",
                    self.name(spec.tag.unwrap_or(self.known.empty))
                );
                self.error(spec.span, message);
                self.new_record(spec.union, None, spec.span)
            }
            None => self.new_record(spec.union, spec.tag, spec.span),
        };
        let ty = self.types.record(id);
        if let Some(fields) = &spec.fields {
            let record = &self.types.arena.records[id];
            if record.complete || !record.fields.is_empty() || self.defining.contains(&id) {
                let message = format!("redefinition of '{}'", self.types.arena.record_name(id, &self.names));
                let note = (self.types.arena.records[id].span, "previous definition is here".to_string());
                self.error_with_notes(spec.span, message, vec![note]);
                return ty;
            }
            self.types.arena.records[id].span = spec.span;
            self.defining.push(id);
            self.define_record(id, fields, &spec.attrs, spec.pack);
            self.defining.pop();
        }
        ty
    }

    fn define_record(&mut self, id: RecordId, decls: &'a [FieldDecl], attrs: &'a [Attr], pack: Option<u32>) {
        let record_packed = self.has_attr(attrs, self.known.packed);
        for attr in attrs {
            // Other layouts than the platform's are refused rather than taken wrongly.
            if attr.name == self.known.ms_struct || attr.name == self.known.scalar_storage_order {
                let message = format!("attribute '{}' is not supported", self.name(attr.name));
                self.error(attr.span, message);
            }
        }
        let union = self.types.arena.records[id].union;
        let mut builder = RecordBuilder { fields: Vec::new(), shapes: Vec::new(), flexible: false, union };
        for decl in decls {
            match decl {
                FieldDecl::StaticAssert { cond, message, span } => self.static_assert(*cond, *message, *span),
                FieldDecl::Fields { specs, declarators, span } => {
                    let base = self.specs_type(specs, false);
                    let packed = record_packed || self.has_attr(&specs.attrs, self.known.packed);
                    if declarators.is_empty() {
                        self.anonymous_member(&mut builder, base, specs, packed, *span);
                    }
                    for declarator in declarators {
                        self.field(&mut builder, base, specs, declarator, packed);
                    }
                }
            }
        }
        let align = self.aligned_attr(attrs);
        let record = &mut self.types.arena.records[id];
        record.transparent = attrs.iter().any(|a| a.name == self.known.transparent_union);
        record.flexible = builder.flexible;
        let span = record.span;
        match layout_record(union, align, pack, self.types.model, &builder.shapes) {
            Ok(layout) => {
                for (field, place) in builder.fields.iter_mut().zip(&layout.places) {
                    field.offset = place.offset;
                    field.bits = place.bits;
                }
                let record = &mut self.types.arena.records[id];
                record.size = layout.size;
                record.align = layout.align;
            }
            Err(_) => self.error(span, "the type is too large"),
        }
        let record = &mut self.types.arena.records[id];
        record.fields = builder.fields;
        record.complete = true;
        if !self.types.note_record_depth(id) {
            self.error(span, "types are nested too deeply");
            self.types.arena.records[id].fields.clear();
            self.types.note_record_depth(id);
        }
        self.check_duplicate_members(id);
        self.types.index_members(id);
    }

    fn check_duplicate_members(&mut self, id: RecordId) {
        let fields = &self.types.arena.records[id].fields;
        let mut duplicates: Vec<(Symbol, Span)> = Vec::new();
        if fields.len() <= 12 {
            for (i, field) in fields.iter().enumerate() {
                if field.name.is_some() && fields[..i].iter().any(|f| f.name == field.name) {
                    duplicates.extend(field.name.map(|n| (n, field.span)));
                }
            }
        } else {
            let mut seen = base::FxHashSet::default();
            duplicates.extend(
                fields.iter().filter_map(|f| f.name.filter(|&n| !seen.insert(n)).map(|n| (n, f.span))),
            );
        }
        for (name, span) in duplicates {
            let message = format!("duplicate member '{}'", self.name(name));
            self.error(span, message);
        }
    }

    /// `struct { ... };` inside a record: its members are found through it.
    fn anonymous_member(
        &mut self,
        builder: &mut RecordBuilder,
        base: DeclType,
        specs: &'a DeclSpecs,
        packed: bool,
        span: Span,
    ) {
        let anonymous = match specs.ty {
            TypeSpec::Record(spec) => {
                self.ast.records[spec].tag.is_none() && self.ast.records[spec].fields.is_some()
            }
            _ => false,
        };
        if !anonymous {
            if base.ty.ty != ids::ERROR {
                self.warning(span, "declaration does not declare anything");
            }
            return;
        }
        let align = self.alignas(&specs.alignas).max(self.aligned_attr(&specs.attrs));
        self.add_field(builder, NewField { name: None, declared: base, align, packed, bits: None, span });
    }

    fn field(
        &mut self,
        builder: &mut RecordBuilder,
        base: DeclType,
        specs: &'a DeclSpecs,
        field: &'a FieldDeclarator,
        packed: bool,
    ) {
        let declarator = &field.declarator;
        let span = if declarator.name.is_some() { declarator.name_span } else { declarator.span };
        let vlas = self.pending_vlas.len();
        let mut declared = self.declarator_type(base, declarator, DeclaratorUse::Field);
        if self.pending_vlas.len() > vlas {
            // GNU C: the record's layout is known at run time only. Defining it is unsupported if reached.
            self.pending_vlas.truncate(vlas);
            self.warning(span, "members of variable size are not supported");
            self.pending_unsupported = Some("record with a member of variable size");
            declared.ty = self.without_variable_lengths(declared.ty);
        }
        let align = self
            .alignas(&specs.alignas)
            .max(self.aligned_attr(&specs.attrs))
            .max(self.aligned_attr(&declarator.attrs));
        let packed = packed || self.has_attr(&declarator.attrs, self.known.packed);
        let bits = match field.bits {
            None => None,
            Some(width) => {
                let Some(value) = self.constant_int(width, "bit-field width") else { return };
                let Some(limit) = self.bit_limit(declared.ty.ty) else {
                    if declared.ty.ty != ids::ERROR {
                        self.error(span, "bit-field has invalid type");
                    }
                    return;
                };
                let problem = if value < 0 {
                    Some("negative width in bit-field")
                } else if value > i128::from(limit) {
                    Some("width of bit-field exceeds its type")
                } else if value == 0 && declarator.name.is_some() {
                    Some("zero width for a named bit-field")
                } else {
                    None
                };
                if let Some(problem) = problem {
                    self.error(self.ast.exprs[width].span, problem);
                    return;
                }
                Some(value as u32)
            }
        };
        if declarator.name.is_none() && bits.is_none() {
            // `struct s { int; }` and the like.
            self.warning(span, "declaration does not declare anything");
            return;
        }
        self.add_field(builder, NewField { name: declarator.name, declared, align, packed, bits, span });
    }

    /// The type with one element wherever the number of elements is known at run time only.
    fn without_variable_lengths(&mut self, ty: QualType) -> QualType {
        match *self.types.kind(ty.ty) {
            TypeKind::Array { elem, len } => {
                let elem = self.without_variable_lengths(elem);
                let len = if matches!(len, ArrayLen::Variable(_)) { ArrayLen::Known(1) } else { len };
                QualType { ty: self.types.array(elem, len), quals: ty.quals }
            }
            TypeKind::Pointer(target) => {
                let target = self.without_variable_lengths(target);
                QualType { ty: self.types.pointer_to(target), quals: ty.quals }
            }
            _ => ty,
        }
    }

    /// How wide a bit-field of the type may be; `None` if it cannot be one.
    fn bit_limit(&self, ty: TypeId) -> Option<u32> {
        match self.types.kind(ty) {
            TypeKind::Bool => Some(1),
            TypeKind::Int(kind) => Some(kind.size(self.types.model) as u32 * 8),
            TypeKind::Enum(id) => Some(self.types.arena.enums[*id].repr.size(self.types.model) as u32 * 8),
            _ => None,
        }
    }

    fn add_field(&mut self, builder: &mut RecordBuilder, field: NewField) {
        let NewField { name, declared, align, packed, bits, span } = field;
        let mut ty = declared.ty;
        if builder.flexible && !builder.union {
            self.error(span, "a flexible array member must be the last one");
            builder.flexible = false;
        }
        let flexible = matches!(self.types.kind(ty.ty), TypeKind::Array { len: ArrayLen::Incomplete, .. });
        let size = if flexible {
            builder.flexible = true;
            0
        } else {
            match self.types.size_of(ty.ty) {
                Some(size) => size,
                None if ty.ty == ids::ERROR => 0,
                None => {
                    let what = if matches!(self.types.kind(ty.ty), TypeKind::Function(_)) {
                        "is declared as a function"
                    } else {
                        "has incomplete type"
                    };
                    let shown = name.map_or("<anonymous>", |n| self.names.resolve(n));
                    let message = format!("member '{shown}' {what} '{}'", self.qual_text(ty));
                    self.error(span, message);
                    ty.ty = ids::ERROR;
                    0
                }
            }
        };
        let atomic = ty.quals.contains(Quals::ATOMIC);
        builder.shapes.push(FieldShape {
            size,
            type_align: self.align_of_declared(ty, declared.align),
            type_user_align: declared.align != 0 || atomic,
            explicit_align: align,
            packed,
            bits,
            named: name.is_some(),
            integer: self.types.arena.is_integer(ty.ty),
            capped_in_ilp32: self.capped_in_ilp32(ty.ty),
        });
        builder.fields.push(Field { name, ty, offset: 0, bits: None, span });
    }

    fn capped_in_ilp32(&self, mut ty: TypeId) -> bool {
        loop {
            match self.types.kind(ty) {
                TypeKind::Array { elem, .. } => ty = elem.ty,
                TypeKind::Int(_) | TypeKind::Bool | TypeKind::Enum(_) | TypeKind::Pointer(_) => return true,
                TypeKind::Float(FloatKind::Double) | TypeKind::Complex(FloatKind::Double) => return true,
                _ => return false,
            }
        }
    }

    // ----- Enumerations -----

    fn enum_spec(&mut self, spec_id: EnumSpecId) -> TypeId {
        let ast = self.ast;
        let spec = &ast.enums[spec_id];
        let found = spec.tag.and_then(|tag| {
            if spec.enumerators.is_some() {
                self.scopes.lookup_tag_here(tag)
            } else {
                self.scopes.lookup_tag(tag)
            }
        });
        let id = match found {
            Some(Tag::Enum(id)) => id,
            Some(Tag::Record(_)) => {
                let message = format!(
                    "'{}' is declared as another kind of tag",
                    self.name(spec.tag.unwrap_or(self.known.empty))
                );
                self.error(spec.span, message);
                self.new_enum(None, spec.span)
            }
            None => self.new_enum(spec.tag, spec.span),
        };
        let ty = self.types.intern(TypeKind::Enum(id));
        if let Some(enumerators) = &spec.enumerators {
            if self.types.arena.enums[id].complete {
                let message = format!("redefinition of '{}'", self.type_text(ty));
                let note = (self.types.arena.enums[id].span, "previous definition is here".to_string());
                self.error_with_notes(spec.span, message, vec![note]);
                return ty;
            }
            let packed = self.has_attr(&spec.attrs, self.known.packed);
            self.define_enum(id, ty, enumerators, packed);
        }
        ty
    }

    fn new_enum(&mut self, tag: Option<Symbol>, span: Span) -> EnumId {
        let id = self.types.arena.enums.push(Enum {
            tag,
            alias: None,
            complete: false,
            repr: IntKind::UInt,
            constants: Vec::new(),
            span,
        });
        if let Some(tag) = tag {
            self.scopes.bind_tag(tag, Tag::Enum(id));
        }
        id
    }

    fn define_enum(
        &mut self,
        id: EnumId,
        ty: TypeId,
        enumerators: &'a [csyntax::ast::Enumerator],
        packed: bool,
    ) {
        let first_constant = self.enum_constants.len();
        let mut next: i128 = 0;
        let (mut min, mut max) = (0i128, 0i128);
        let mut constants = Vec::with_capacity(enumerators.len());
        for enumerator in enumerators {
            let value = match enumerator.value {
                Some(expr) => self.constant_int(expr, "enumerator value").unwrap_or(next),
                None => next,
            };
            next = value.wrapping_add(1);
            min = min.min(value);
            max = max.max(value);
            constants.push((enumerator.name, value));
            let constant = EnumConstant { ty: self.enumerator_type(value), value };
            self.bind_enumerator(enumerator.name, constant, enumerator.span);
        }
        let repr = self.enum_repr(min, max, packed);
        for constant in &mut self.enum_constants[first_constant..] {
            if i32::try_from(constant.value).is_err() {
                constant.ty = ty;
            }
        }
        let definition = &mut self.types.arena.enums[id];
        definition.repr = repr;
        definition.constants = constants;
        definition.complete = true;
    }

    fn bind_enumerator(&mut self, name: Symbol, constant: EnumConstant, span: Span) {
        if let Some(previous) = self.scopes.lookup_here(name)
            && !matches!(previous.entity, Entity::Poison)
        {
            let message = format!("redeclaration of '{}'", self.name(name));
            self.error_with_notes(
                span,
                message,
                vec![(previous.span, "previous declaration is here".to_string())],
            );
        }
        let index = self.enum_constants.len() as u32;
        self.enum_constants.push(constant);
        let binding =
            Binding { entity: Entity::EnumConstant(index), ty: QualType::plain(constant.ty), align: 0, span };
        self.scopes.bind(name, binding);
    }

    /// The type of an enumerator until its enumeration is complete.
    fn enumerator_type(&self, value: i128) -> TypeId {
        for kind in [
            IntKind::Int,
            IntKind::UInt,
            IntKind::Long,
            IntKind::ULong,
            IntKind::LongLong,
            IntKind::ULongLong,
        ] {
            if kind.wrap(value, self.types.model) == value {
                return TypeTable::int_id(kind);
            }
        }
        TypeTable::int_id(IntKind::Int128)
    }

    fn enum_repr(&self, min: i128, max: i128, packed: bool) -> IntKind {
        let fits = |kind: IntKind| {
            kind.wrap(min, self.types.model) == min && kind.wrap(max, self.types.model) == max
        };
        let small = [(IntKind::SChar, IntKind::UChar), (IntKind::Short, IntKind::UShort)];
        let large = [
            (IntKind::Int, IntKind::UInt),
            (IntKind::Long, IntKind::ULong),
            (IntKind::LongLong, IntKind::ULongLong),
        ];
        let small: &[_] = if packed { &small } else { &[] };
        for &(signed, unsigned) in small.iter().chain(&large) {
            let kind = if min < 0 { signed } else { unsigned };
            if fits(kind) {
                return kind;
            }
        }
        if min < 0 { IntKind::LongLong } else { IntKind::ULongLong }
    }
}

struct RecordBuilder {
    fields: Vec<Field>,
    shapes: Vec<FieldShape>,
    flexible: bool,
    union: bool,
}
