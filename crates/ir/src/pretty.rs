//! Statements and types in the words of the program's author: for pictures, traces and messages.
//!
//! Unlike the text form this is not read back, so names stand alone, operators stand between their operands, and constants have
//! no type.

use crate::print::push_float;
use crate::syntax::*;
use crate::text::{push_bytes, push_i64, push_id, push_u64};
use base::{FxHashMap, Idx, Symbol};

/// A type as a C programmer writes it, with the declarator left out: `struct node *`, `int [10]`.
pub fn type_name(program: &Program, ty: TypeId) -> String {
    let mut out = String::new();
    TypeNames::new(program).push(&mut out, program, ty);
    out
}

/// Names of types, each made once.
pub(crate) struct TypeNames {
    known: Vec<Option<Box<str>>>,
}

/// A type name is cut here: types may refer to each other in circles.
const MAX_TYPE_NESTING: u32 = 6;

impl TypeNames {
    pub(crate) fn new(program: &Program) -> TypeNames {
        TypeNames { known: vec![None; program.types.len()] }
    }

    pub(crate) fn push(&mut self, out: &mut String, program: &Program, ty: TypeId) {
        if ty.index() >= self.known.len() {
            out.push('?');
            return;
        }
        let name = self.known[ty.index()].get_or_insert_with(|| {
            let mut name = String::new();
            push_type(&mut name, program, ty, 0);
            name.into()
        });
        out.push_str(name);
    }
}

fn push_type(out: &mut String, program: &Program, ty: TypeId, nesting: u32) {
    let Some(entry) = program.types.get(ty) else {
        out.push('?');
        return;
    };
    if nesting > MAX_TYPE_NESTING {
        out.push('…');
        return;
    }
    let mut named = |word: &str, name: Option<Symbol>| {
        out.push_str(word);
        out.push(' ');
        match name {
            Some(name) if name.index() < program.names.len() => {
                push_one_line(out, program.names.resolve(name));
            }
            _ => out.push_str("{…}"),
        }
    };
    match &entry.kind {
        TypeKind::Void => out.push_str("void"),
        TypeKind::Bool => out.push_str("_Bool"),
        TypeKind::Scalar(scalar) => out.push_str(c_name(*scalar)),
        TypeKind::Enum { name, .. } => named("enum", *name),
        TypeKind::Record(Record { name: Some(name), is_typedef: true, .. })
            if name.index() < program.names.len() =>
        {
            push_one_line(out, program.names.resolve(*name));
        }
        TypeKind::Record(record) => named(if record.union { "union" } else { "struct" }, record.name),
        TypeKind::Pointer(target)
            if matches!(program.types.get(*target).map(|t| &t.kind), Some(TypeKind::Function { .. })) =>
        {
            let mut function = String::new();
            push_type(&mut function, program, *target, nesting + 1);
            match function.split_once(" (") {
                Some((result, parameters)) => {
                    out.push_str(result);
                    out.push_str(" (*)(");
                    out.push_str(parameters);
                }
                None => out.push_str(&function),
            }
        }
        TypeKind::Pointer(target) => {
            push_type(out, program, *target, nesting + 1);
            if !out.ends_with('*') {
                out.push(' ');
            }
            out.push('*');
        }
        TypeKind::Array { elem, len } => {
            push_type(out, program, *elem, nesting + 1);
            out.push_str(" [");
            if let Some(len) = len {
                push_u64(out, *len);
            }
            out.push(']');
        }
        TypeKind::Complex(scalar) => {
            out.push_str("_Complex ");
            out.push_str(c_name(*scalar));
        }
        TypeKind::Function { ret, params, variadic } => {
            push_type(out, program, *ret, nesting + 1);
            out.push_str(" (");
            for (i, param) in params.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                // Parameters are where names grow exponentially; a function type inside one is rare and long.
                if i >= 8 {
                    out.push('…');
                    break;
                }
                push_type(out, program, *param, nesting + 3);
            }
            if *variadic {
                out.push_str(if params.is_empty() { "..." } else { ", ..." });
            }
            out.push(')');
        }
    }
}

/// Types do not know whether they were `long` or `long long`, so names say what matters: size and sign.
fn c_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::I8 => "char",
        Scalar::U8 => "unsigned char",
        Scalar::I16 => "short",
        Scalar::U16 => "unsigned short",
        Scalar::I32 => "int",
        Scalar::U32 => "unsigned int",
        Scalar::I64 => "int64_t",
        Scalar::U64 => "uint64_t",
        Scalar::I128 => "__int128",
        Scalar::U128 => "unsigned __int128",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        Scalar::F80 => "long double",
        Scalar::F128 => "__float128",
        Scalar::Ptr => "pointer",
    }
}

/// A name on one line: control characters would break comments and pictures.
fn push_one_line(out: &mut String, name: &str) {
    out.extend(name.chars().map(|c| if c.is_control() { '?' } else { c }));
}

/// Describes the statements of one function.
#[derive(Debug)]
pub struct Describer<'a> {
    program: &'a Program,
    /// What each local is called: its name, with its number where two share the name.
    locals: Vec<String>,
}

/// How much of a string literal is shown.
const MAX_LITERAL: usize = 24;

impl<'a> Describer<'a> {
    pub fn new(program: &'a Program, body: &Body) -> Describer<'a> {
        let mut count: FxHashMap<Symbol, u32> = FxHashMap::default();
        for name in body.locals.iter().filter_map(|local| local.name) {
            *count.entry(name).or_default() += 1;
        }
        let describe = |(id, local): (LocalId, &Local)| match local.name {
            Some(name) if name.index() < program.names.len() => {
                let mut text = String::new();
                push_one_line(&mut text, program.names.resolve(name));
                if count[&name] > 1 || text.is_empty() {
                    push_id(&mut text, "#", id.raw());
                }
                text
            }
            _ => id.to_string(),
        };
        Describer { program, locals: body.locals.iter_enumerated().map(describe).collect() }
    }

    pub fn local(&self, local: LocalId) -> &str {
        self.locals.get(local.index()).map_or("?", String::as_str)
    }

    pub fn statement(&self, kind: &StatementKind) -> String {
        let mut out = String::new();
        self.push_statement(&mut out, kind);
        out
    }

    /// The terminator without its targets, which a picture shows as edges: `if i < n`, `switch c`, `return x`. Empty for
    /// a plain jump.
    pub fn terminator(&self, kind: &TerminatorKind) -> String {
        let mut out = String::new();
        self.push_terminator(&mut out, kind);
        out
    }

    pub fn operand(&self, operand: Operand) -> String {
        let mut out = String::new();
        self.push_operand(&mut out, operand);
        out
    }

    pub fn rvalue(&self, rvalue: &Rvalue) -> String {
        let mut out = String::new();
        self.push_rvalue(&mut out, rvalue);
        out
    }

    pub fn place(&self, place: &Place) -> String {
        let mut out = String::new();
        self.push_place(&mut out, place);
        out
    }

    fn push_name(&self, out: &mut String, name: Symbol) {
        if name.index() < self.program.names.len() {
            push_one_line(out, self.program.names.resolve(name));
        }
    }

    fn push_global(&self, out: &mut String, id: GlobalId) {
        let Some(global) = self.program.globals.get(id) else {
            push_id(out, "@", id.raw());
            return;
        };
        if global.kind == GlobalKind::StringLiteral {
            let bytes = global.init.bytes.strip_suffix(b"\0").unwrap_or(&global.init.bytes);
            push_bytes(out, &bytes[..bytes.len().min(MAX_LITERAL)]);
            if bytes.len() > MAX_LITERAL {
                out.push('…');
            }
            return;
        }
        let before = out.len();
        self.push_name(out, global.name);
        if out.len() == before {
            push_id(out, "@", id.raw());
        }
    }

    fn push_function(&self, out: &mut String, id: FuncId) {
        let before = out.len();
        if let Some(function) = self.program.functions.get(id) {
            self.push_name(out, function.name);
        }
        if out.len() == before {
            push_id(out, "fn", id.raw());
        }
    }

    fn push_operand(&self, out: &mut String, operand: Operand) {
        match operand {
            Operand::Local(local) => out.push_str(self.local(local)),
            Operand::Int(0, Scalar::Ptr) => out.push_str("null"),
            Operand::Int(value, scalar) if scalar.constant_is_unsigned_word() => push_u64(out, value as u64),
            Operand::Int(value, _) => push_i64(out, value),
            Operand::Float(bits, _) => push_float(out, bits),
            Operand::Global(global) => {
                if self.program.globals.get(global).is_none_or(|g| g.kind != GlobalKind::StringLiteral) {
                    out.push('&');
                }
                self.push_global(out, global);
            }
            Operand::Func(function) => self.push_function(out, function),
            Operand::Label(block) => push_id(out, "&&bb", block.raw()),
        }
    }

    fn push_place(&self, out: &mut String, place: &Place) {
        out.push('[');
        match place.base {
            PlaceBase::Local(local) => {
                out.push('&');
                out.push_str(self.local(local));
            }
            PlaceBase::Global(global) => self.push_operand(out, Operand::Global(global)),
            PlaceBase::Deref(local) => out.push_str(self.local(local)),
        }
        self.push_offset(out, place);
        out.push(']');
    }

    fn push_offset(&self, out: &mut String, place: &Place) {
        if place.offset != 0 {
            out.push_str(if place.offset < 0 { " - " } else { " + " });
            push_u64(out, place.offset.unsigned_abs());
        }
        if let Some(index) = place.index {
            out.push_str(" + ");
            if index.scale != 1 {
                push_u64(out, u64::from(index.scale));
                out.push('*');
            }
            out.push_str(self.local(index.local));
        }
        if let Some(bits) = place.bits {
            out.push_str(" bits ");
            push_u64(out, u64::from(bits.start));
            out.push_str("..");
            push_u64(out, u64::from(bits.start) + u64::from(bits.width));
        }
    }

    fn push_statement(&self, out: &mut String, kind: &StatementKind) {
        match kind {
            StatementKind::Assign(dst, rvalue) => {
                out.push_str(self.local(*dst));
                out.push_str(" = ");
                self.push_rvalue(out, rvalue);
            }
            StatementKind::Store(place, operand) => {
                out.push_str("store ");
                out.push_str(place.access.name());
                out.push(' ');
                self.push_place(out, place);
                out.push_str(" = ");
                self.push_operand(out, *operand);
            }
            StatementKind::CopyBlock(copy) => {
                out.push_str("copy ");
                push_u64(out, copy.size);
                out.push(' ');
                self.push_place(out, &copy.dst);
                out.push_str(" = ");
                self.push_place(out, &copy.src);
            }
            StatementKind::ZeroBlock(place, size) => {
                out.push_str("zero ");
                push_u64(out, *size);
                out.push(' ');
                self.push_place(out, place);
            }
            StatementKind::StorageLive(local) => {
                out.push_str("live ");
                out.push_str(self.local(*local));
            }
            StatementKind::StorageDead(local) => {
                out.push_str("dead ");
                out.push_str(self.local(*local));
            }
            StatementKind::StackAlloc { dst, size, .. } => {
                out.push_str(self.local(*dst));
                out.push_str(" = stackalloc ");
                self.push_operand(out, *size);
            }
            StatementKind::StackFree(local) => {
                out.push_str("stackfree ");
                out.push_str(self.local(*local));
            }
            StatementKind::Unsupported(what) => {
                out.push_str("unsupported: ");
                self.push_name(out, *what);
            }
        }
    }

    fn push_rvalue(&self, out: &mut String, rvalue: &Rvalue) {
        match rvalue {
            Rvalue::Use(operand) => self.push_operand(out, *operand),
            Rvalue::Load(place) => {
                out.push_str("load ");
                out.push_str(place.access.name());
                out.push(' ');
                self.push_place(out, place);
            }
            Rvalue::AddressOf(place) => {
                match place.base {
                    PlaceBase::Local(local) => {
                        out.push('&');
                        out.push_str(self.local(local));
                    }
                    PlaceBase::Global(global) => self.push_operand(out, Operand::Global(global)),
                    PlaceBase::Deref(local) => out.push_str(self.local(local)),
                }
                self.push_offset(out, place);
            }
            Rvalue::Unary(op, _, operand) => {
                match op {
                    UnOp::Neg => out.push('-'),
                    UnOp::Not => out.push('~'),
                    other => {
                        out.push_str(other.name());
                        out.push(' ');
                    }
                }
                self.push_operand(out, *operand);
            }
            Rvalue::Binary(op, scalar, left, right) => {
                self.push_operand(out, *left);
                out.push(' ');
                out.push_str(infix(*op));
                // The sign of the type changes what these mean.
                let sign_matters = op.is_comparison() || matches!(op, BinOp::Div | BinOp::Rem | BinOp::Shr);
                if sign_matters
                    && scalar.is_int()
                    && !scalar.is_signed()
                    && !matches!(op, BinOp::Eq | BinOp::Ne)
                {
                    out.push('u');
                }
                out.push(' ');
                self.push_operand(out, *right);
            }
            Rvalue::Cast { to, operand, .. } => {
                out.push('(');
                out.push_str(to.name());
                out.push_str(") ");
                self.push_operand(out, *operand);
            }
        }
    }

    fn push_arg(&self, out: &mut String, arg: &Arg) {
        match arg {
            Arg::Scalar(operand, _) => self.push_operand(out, *operand),
            Arg::Block(place, size) => {
                push_u64(out, *size);
                out.push(' ');
                self.push_place(out, place);
            }
        }
    }

    fn push_terminator(&self, out: &mut String, kind: &TerminatorKind) {
        match kind {
            TerminatorKind::Goto(_) => {}
            TerminatorKind::Branch { cond, .. } => {
                out.push_str("if ");
                self.push_operand(out, *cond);
            }
            TerminatorKind::Switch { value, .. } => {
                out.push_str("switch ");
                self.push_operand(out, *value);
            }
            TerminatorKind::IndirectGoto { target, .. } => {
                out.push_str("goto *");
                self.push_operand(out, *target);
            }
            TerminatorKind::Call(call) => {
                if let Some(dst) = call.dst {
                    out.push_str(self.local(dst));
                    out.push_str(" = ");
                }
                match call.callee {
                    Callee::Direct(function) => self.push_function(out, function),
                    Callee::Indirect(operand) => {
                        out.push_str("(*");
                        self.push_operand(out, operand);
                        out.push(')');
                    }
                }
                out.push('(');
                for (i, arg) in call.args.iter().enumerate() {
                    if i > 0 {
                        out.push_str(", ");
                    }
                    self.push_arg(out, arg);
                }
                out.push(')');
            }
            TerminatorKind::Return(value) => {
                out.push_str("return");
                if let Some(arg) = value {
                    out.push(' ');
                    self.push_arg(out, arg);
                }
            }
            TerminatorKind::Unreachable => out.push_str("unreachable"),
        }
    }
}

fn infix(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Rem => "%",
        BinOp::Shl => "<<",
        BinOp::Shr => ">>",
        BinOp::And => "&",
        BinOp::Or => "|",
        BinOp::Xor => "^",
        BinOp::Eq => "==",
        BinOp::Ne => "!=",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        BinOp::Gt => ">",
        BinOp::Ge => ">=",
        BinOp::PtrDiff => "-",
    }
}
