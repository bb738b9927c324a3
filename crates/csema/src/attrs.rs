//! Attributes that change layout or meaning. All others are ignored.

use crate::analyzer::Analyzer;
use crate::intern::{TypeTable, ids};
use crate::types::{DataModel, FloatKind, IntKind, QualType, TypeId, TypeKind};
use csyntax::ast::{AlignAs, Attr, ExprKind, StringUnits};

/// `aligned` without a number asks for the most that any basic type needs.
const BIGGEST_ALIGNMENT: u64 = 16;

impl<'a> Analyzer<'a> {
    pub(crate) fn has_attr(&self, attrs: &[Attr], name: base::Symbol) -> bool {
        attrs.iter().any(|attr| attr.name == name)
    }

    /// Whether an attribute or a pragma makes the symbol weak.
    pub(crate) fn is_weak_name(&self, name: base::Symbol, attrs: [&[Attr]; 2]) -> bool {
        attrs.into_iter().any(|attrs| self.has_attr(attrs, self.known.weak)) || self.ast.weak.contains(&name)
    }

    /// The symbol of another unit that a `weakref` attribute makes the name stand for: named by itself or by `alias`.
    pub(crate) fn weakref(&mut self, attrs: [&'a [Attr]; 2]) -> Option<base::Symbol> {
        let is_so = |attr: &&Attr| attr.name == self.known.weakref;
        attrs.into_iter().flatten().find(is_so)?;
        let names = |attr: &&'a Attr| attr.name == self.known.weakref || attr.name == self.known.alias;
        let named: Vec<&Attr> = attrs.into_iter().flatten().filter(names).collect();
        named.into_iter().find_map(|attr| self.symbol_argument(attr))
    }

    /// The symbol that the attribute's string names.
    pub(crate) fn symbol_argument(&mut self, attr: &Attr) -> Option<base::Symbol> {
        let ExprKind::String(string) = self.ast.exprs[*attr.args.first()?].kind else { return None };
        let StringUnits::Bytes(bytes) = &self.ast.strings[string].units else { return None };
        Some(self.names.intern(&String::from_utf8_lossy(bytes)))
    }

    /// The greatest alignment that `aligned` attributes ask for; 0 if there is none.
    pub(crate) fn aligned_attr(&mut self, attrs: &'a [Attr]) -> u64 {
        let mut align = 0;
        for attr in attrs {
            if attr.name != self.known.aligned {
                continue;
            }
            let wanted = match attr.args.first() {
                None => BIGGEST_ALIGNMENT,
                Some(&arg) => match self.constant_int(arg, "alignment") {
                    Some(value) => self.checked_alignment(value, attr.span),
                    None => 0,
                },
            };
            align = align.max(wanted);
        }
        align
    }

    fn checked_alignment(&mut self, value: i128, span: base::Span) -> u64 {
        if value == 0 {
            return 0;
        }
        if value < 0 || !(value as u128).is_power_of_two() || value > 1 << 28 {
            self.error(span, format!("requested alignment {value} is not a power of two below 2^28"));
            return 0;
        }
        value as u64
    }

    /// The greatest alignment that `_Alignas` specifiers ask for; 0 if there is none.
    pub(crate) fn alignas(&mut self, specifiers: &'a [AlignAs]) -> u64 {
        let mut align = 0;
        for specifier in specifiers {
            let wanted = match *specifier {
                AlignAs::Expr(expr) => match self.constant_int(expr, "alignment") {
                    Some(value) => self.checked_alignment(value, self.ast.exprs[expr].span),
                    None => 0,
                },
                AlignAs::Type(name) => {
                    let named = self.type_name(name);
                    self.align_of_declared(named.ty, named.align)
                }
            };
            align = align.max(wanted);
        }
        align
    }

    /// `mode` and `vector_size` change the specified type itself.
    pub(crate) fn apply_type_attrs(&mut self, mut ty: QualType, attrs: &'a [Attr]) -> QualType {
        for attr in attrs {
            if attr.name == self.known.mode {
                if let Some(changed) = self.mode_type(ty.ty, attr) {
                    ty.ty = changed;
                }
            } else if attr.name == self.known.vector_size {
                ty.ty = self.vector_type(ty.ty, attr);
            }
        }
        ty
    }

    fn mode_type(&mut self, ty: TypeId, attr: &'a Attr) -> Option<TypeId> {
        let &arg = attr.args.first()?;
        let ExprKind::Ident(name) = self.ast.exprs[arg].kind else { return None };
        let text = self.names.resolve(name);
        let text = text.strip_prefix("__").and_then(|t| t.strip_suffix("__")).unwrap_or(text);
        let signed = match self.types.kind(ty) {
            TypeKind::Int(kind) => kind.is_signed(),
            TypeKind::Enum(id) => self.types.arena.enums[*id].repr.is_signed(),
            _ => true,
        };
        let lp64 = self.model() == DataModel::Lp64;
        let word = if lp64 { IntKind::Long } else { IntKind::Int };
        let kind = match text {
            "QI" | "byte" => IntKind::SChar,
            "HI" => IntKind::Short,
            "SI" => IntKind::Int,
            "DI" if lp64 => IntKind::Long,
            "DI" => IntKind::LongLong,
            "TI" if lp64 => IntKind::Int128,
            "word" | "pointer" | "unwind_word" => word,
            "HF" => return Some(ids::FLOAT16),
            "SF" => return Some(ids::FLOAT),
            "DF" => return Some(ids::DOUBLE),
            "XF" => return Some(ids::LONG_DOUBLE),
            "TF" => return Some(ids::FLOAT128),
            "SC" => return Some(self.types.intern(TypeKind::Complex(FloatKind::Float))),
            "DC" => return Some(self.types.intern(TypeKind::Complex(FloatKind::Double))),
            "XC" => return Some(self.types.intern(TypeKind::Complex(FloatKind::LongDouble))),
            _ => {
                let message = format!("unknown machine mode '{text}'");
                self.error(attr.span, message);
                return None;
            }
        };
        if !self.types.arena.is_integer(ty) && !matches!(self.types.kind(ty), TypeKind::Pointer(_)) {
            return None;
        }
        Some(TypeTable::int_id(if signed { kind } else { kind.to_unsigned() }))
    }

    fn vector_type(&mut self, ty: TypeId, attr: &'a Attr) -> TypeId {
        let Some(&arg) = attr.args.first() else { return ty };
        let Some(bytes) = self.constant_int(arg, "vector size") else { return ty };
        let elem = match self.types.kind(ty) {
            TypeKind::Vector { elem, .. } => *elem,
            _ => ty,
        };
        let size = match self.types.kind(elem) {
            TypeKind::Int(_) | TypeKind::Bool | TypeKind::Enum(_) | TypeKind::Float(_) => {
                self.types.size_of(elem)
            }
            _ => None,
        };
        match size {
            Some(size) if size > 0 && bytes > 0 && bytes % i128::from(size) == 0 && bytes < 1 << 28 => {
                let lanes = (bytes / i128::from(size)) as u32;
                self.types.intern(TypeKind::Vector { elem, lanes })
            }
            _ => {
                self.error(attr.span, "invalid vector type");
                ty
            }
        }
    }

    /// The alignment of an object whose type was declared with this override (0: none).
    pub(crate) fn align_of_declared(&self, ty: QualType, align: u32) -> u64 {
        if align != 0 {
            return u64::from(align);
        }
        let natural = self.types.align_of(ty.ty);
        if ty.quals.contains(csyntax::ast::Quals::ATOMIC) {
            // Atomic objects of the sizes that the hardware can exchange are aligned to their size.
            if let Some(size @ (1 | 2 | 4 | 8 | 16)) = self.types.size_of(ty.ty) {
                return natural.max(size);
            }
        }
        natural
    }
}
