//! The printer of the text form. [`read()`](crate::read()) reads it back.
//!
//! An id is always printed, with the name behind a tick where there is one: `_3'list`, `fn1'main`, `@2'counter`. The
//! ids make the text exact, the names make it readable. Comments (`// struct node *`) say types in words.

use crate::pretty::TypeNames;
use crate::syntax::*;
use crate::text::{push_bytes, push_hex, push_i64, push_id, push_name, push_quoted, push_u64};
use base::{Idx, IndexVec, Span, Symbol};

#[derive(Clone, Copy, Debug)]
pub struct PrintOptions {
    /// Print source positions (`!12..40`). Without them, the program that is read back has none.
    pub spans: bool,
    /// Print names at uses and types in comments, not only names at declarations.
    pub names: bool,
}

impl Default for PrintOptions {
    fn default() -> Self {
        PrintOptions { spans: false, names: true }
    }
}

/// The text form of a program, without source positions.
pub fn print(program: &Program) -> String {
    print_with(program, PrintOptions::default())
}

pub fn print_with(program: &Program, options: PrintOptions) -> String {
    let mut printer = Printer::new(program, options);
    printer.program();
    printer.out
}

/// One function, as it stands in the text of its program.
pub fn print_function(program: &Program, function: FuncId, options: PrintOptions) -> String {
    let mut printer = Printer::new(program, options);
    printer.function(function);
    printer.out
}

/// The size and alignment that the reader assumes where a type does not say: that of scalars and what is made of them.
/// Children must come before the type in the table.
pub(crate) fn default_layout(
    kind: &TypeKind,
    model: DataModel,
    types: &IndexVec<TypeId, Type>,
) -> Option<(u64, u64)> {
    let scalar = |scalar: Scalar| (scalar.size(model), scalar.align(model));
    match kind {
        TypeKind::Void => Some((0, 1)),
        TypeKind::Scalar(s) | TypeKind::Enum { repr: s, .. } => Some(scalar(*s)),
        TypeKind::Bool => Some((1, 1)),
        TypeKind::Pointer(_) => Some(scalar(Scalar::Ptr)),
        TypeKind::Array { elem, len } => {
            let elem = types.get(*elem)?;
            Some((elem.size.checked_mul(len.unwrap_or(0))?, elem.align))
        }
        TypeKind::Record(_) => None,
        TypeKind::Complex(s) => Some((2 * s.size(model), s.align(model))),
        TypeKind::Function { .. } => Some((0, 1)),
    }
}

struct Printer<'a> {
    program: &'a Program,
    options: PrintOptions,
    out: String,
    type_names: TypeNames,
    /// The body that is being printed, for the names of its locals.
    locals: Option<&'a IndexVec<LocalId, Local>>,
}

impl<'a> Printer<'a> {
    fn new(program: &'a Program, options: PrintOptions) -> Self {
        Printer { program, options, out: String::new(), type_names: TypeNames::new(program), locals: None }
    }

    fn word(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn number(&mut self, value: u64) {
        push_u64(&mut self.out, value);
    }

    fn tick_name(&mut self, name: Symbol) {
        if name.index() < self.program.names.len() {
            self.out.push('\'');
            push_name(&mut self.out, self.program.names.resolve(name));
        }
    }

    /// Names of globals and functions: an empty one is left out.
    fn tick_nonempty(&mut self, name: Symbol) {
        if name.index() < self.program.names.len() && !self.program.names.resolve(name).is_empty() {
            self.tick_name(name);
        }
    }

    fn plain_name(&mut self, name: Symbol) {
        let names = &self.program.names;
        let name = if name.index() < names.len() { names.resolve(name) } else { "" };
        // The reader would take a field of this name for the bits of the field before it.
        if name == "bits" { push_quoted(&mut self.out, name) } else { push_name(&mut self.out, name) }
    }

    fn type_id(&mut self, id: TypeId) {
        push_id(&mut self.out, "ty", id.raw());
    }

    fn block_id(&mut self, id: BlockId) {
        push_id(&mut self.out, "bb", id.raw());
    }

    fn func_id(&mut self, id: FuncId) {
        push_id(&mut self.out, "fn", id.raw());
        if self.options.names
            && let Some(function) = self.program.functions.get(id)
        {
            self.tick_nonempty(function.name);
        }
    }

    fn global_id(&mut self, id: GlobalId) {
        push_id(&mut self.out, "@", id.raw());
        if self.options.names
            && let Some(global) = self.program.globals.get(id)
        {
            self.tick_nonempty(global.name);
        }
    }

    fn local_id(&mut self, id: LocalId) {
        push_id(&mut self.out, "_", id.raw());
        if self.options.names
            && let Some(Some(name)) = self.locals.and_then(|locals| locals.get(id)).map(|local| local.name)
        {
            self.tick_name(name);
        }
    }

    fn span(&mut self, span: Span) {
        if self.options.spans && span != Span::NONE {
            self.word(" !");
            self.number(u64::from(span.lo));
            self.word("..");
            self.number(u64::from(span.hi));
        }
    }

    fn type_comment(&mut self, ty: TypeId) {
        if self.options.names {
            self.out.push_str("  // ");
            self.type_names.push(&mut self.out, self.program, ty);
        }
    }

    fn program(&mut self) {
        self.word("program ");
        self.word(self.program.model.name());
        if let Some(entry) = self.program.entry {
            self.word(" entry ");
            self.func_id(entry);
        }
        self.word("\n");
        if !self.program.types.is_empty() {
            self.word("\n");
        }
        for (id, ty) in self.program.types.iter_enumerated() {
            self.type_entry(id, ty);
        }
        if !self.program.globals.is_empty() {
            self.word("\n");
        }
        for (id, global) in self.program.globals.iter_enumerated() {
            self.global(id, global);
        }
        for id in self.program.functions.ids() {
            self.word("\n");
            self.function(id);
        }
    }

    fn type_entry(&mut self, id: TypeId, ty: &Type) {
        self.word("type ");
        self.type_id(id);
        self.word(" = ");
        match &ty.kind {
            TypeKind::Void => self.word("void"),
            TypeKind::Scalar(scalar) => self.word(scalar.name()),
            TypeKind::Bool => self.word("bool"),
            TypeKind::Enum { name, repr, constants } => {
                self.word("enum");
                if let Some(name) = name {
                    self.word(" ");
                    self.plain_name(*name);
                }
                self.word(": ");
                self.word(repr.name());
                for (i, (name, value)) in constants.iter().enumerate() {
                    self.word(if i > 0 { ", " } else { " {" });
                    self.plain_name(*name);
                    self.word(if *value < 0 { " = -" } else { " = " });
                    self.number(value.unsigned_abs());
                }
                if !constants.is_empty() {
                    self.word("}");
                }
            }
            TypeKind::Pointer(target) => {
                self.word("*");
                self.type_id(*target);
            }
            TypeKind::Array { elem, len } => {
                self.word("[");
                self.type_id(*elem);
                if let Some(len) = len {
                    self.word("; ");
                    self.number(*len);
                }
                self.word("]");
            }
            TypeKind::Record(record) => self.record(record),
            TypeKind::Complex(scalar) => {
                self.word("complex ");
                self.word(scalar.name());
            }
            TypeKind::Function { ret, params, variadic } => {
                self.word("fn(");
                for (i, param) in params.iter().enumerate() {
                    if i > 0 {
                        self.word(", ");
                    }
                    self.type_id(*param);
                }
                if *variadic {
                    self.word(if params.is_empty() { "..." } else { ", ..." });
                }
                self.word(") -> ");
                self.type_id(*ret);
            }
        }
        // The default is a matter of what comes before this entry, as the reader sees it.
        let earlier = |child: TypeId| child < id;
        let default = match ty.kind {
            TypeKind::Array { elem, .. } if !earlier(elem) => None,
            _ => default_layout(&ty.kind, self.program.model, &self.program.types),
        };
        if default != Some((ty.size, ty.align)) {
            self.word(" size ");
            self.number(ty.size);
            self.word(" align ");
            self.number(ty.align);
        }
        if matches!(ty.kind, TypeKind::Pointer(_) | TypeKind::Array { .. } | TypeKind::Function { .. }) {
            self.type_comment(id);
        }
        self.word("\n");
    }

    fn record(&mut self, record: &Record) {
        if record.is_typedef {
            self.word("typedef ");
        }
        if record.transparent {
            self.word("transparent ");
        }
        self.word(if record.union { "union" } else { "struct" });
        if let Some(name) = record.name {
            self.word(" ");
            self.plain_name(name);
        }
        if record.fields.is_empty() {
            self.word(" {}");
            return;
        }
        self.word(" {\n");
        for field in &record.fields {
            self.word("    ");
            if let Some(name) = field.name {
                self.plain_name(name);
                self.word(": ");
            }
            self.type_id(field.ty);
            self.word(" at ");
            self.number(field.offset);
            if let Some(bits) = field.bits {
                self.bits(bits);
            }
            self.type_comment(field.ty);
            self.word("\n");
        }
        self.word("}");
    }

    fn bits(&mut self, bits: BitRange) {
        self.word(" bits ");
        self.number(u64::from(bits.start));
        self.word("..");
        self.number(u64::from(bits.start) + u64::from(bits.width));
    }

    fn global(&mut self, id: GlobalId, global: &Global) {
        self.word("global ");
        push_id(&mut self.out, "@", id.raw());
        self.tick_nonempty(global.name);
        self.word(": ");
        self.type_id(global.ty);
        self.word(", ");
        self.word(global.kind.name());
        let ty = self.program.types.get(global.ty);
        if ty.is_none_or(|ty| ty.size != global.size) {
            self.word(", size ");
            self.number(global.size);
        }
        if ty.is_none_or(|ty| ty.align != global.align) {
            self.word(", align ");
            self.number(global.align);
        }
        self.span(global.span);
        if !global.init.bytes.is_empty() {
            self.word(" =");
            if global.init.bytes.len() <= BYTES_PER_LINE {
                self.word(" ");
                push_bytes(&mut self.out, &global.init.bytes);
            } else {
                for chunk in global.init.bytes.chunks(BYTES_PER_LINE) {
                    self.word("\n    ");
                    push_bytes(&mut self.out, chunk);
                }
            }
        }
        if !global.init.relocations.is_empty() {
            self.word(" {\n");
            for relocation in &global.init.relocations {
                self.word("    ");
                self.number(relocation.offset);
                self.word(": ");
                match relocation.target {
                    RelocationTarget::Global(target) => self.global_id(target),
                    RelocationTarget::Function(target) => self.func_id(target),
                    RelocationTarget::Label(function, block) => {
                        self.word("&");
                        self.block_id(block);
                        self.word(" of ");
                        self.func_id(function);
                    }
                }
                self.signed_term(relocation.addend);
                self.word("\n");
            }
            self.word("}");
        }
        self.type_comment(global.ty);
        self.word("\n");
    }

    /// ` + 4`, ` - 4`, or nothing.
    fn signed_term(&mut self, value: i64) {
        if value != 0 {
            self.word(if value < 0 { " - " } else { " + " });
            self.number(value.unsigned_abs());
        }
    }

    fn function(&mut self, id: FuncId) {
        let program = self.program;
        let Some(function) = program.functions.get(id) else { return };
        self.word("fn ");
        push_id(&mut self.out, "fn", id.raw());
        self.tick_nonempty(function.name);
        self.word(": ");
        self.type_id(function.ty);
        if function.noreturn {
            self.word(", noreturn");
        }
        if let FunctionBody::Defined(body) = &function.body
            && body.variadic
        {
            self.word(", variadic");
        }
        self.span(function.span);
        match &function.body {
            FunctionBody::Defined(body) => {
                self.word(" {");
                self.type_comment(function.ty);
                self.word("\n");
                self.locals = Some(&body.locals);
                self.body(body);
                self.locals = None;
                self.word("}\n");
            }
            FunctionBody::Intrinsic(intrinsic) => {
                self.word(" = intrinsic ");
                if let Intrinsic::Math(_) = intrinsic {
                    self.word("math.");
                }
                self.word(intrinsic.name());
                self.type_comment(function.ty);
                self.word("\n");
            }
            FunctionBody::External => {
                self.word(" = external");
                self.type_comment(function.ty);
                self.word("\n");
            }
        }
    }

    fn body(&mut self, body: &Body) {
        let only_root = body.scopes.len() == 1
            && body
                .scopes
                .iter()
                .all(|s| s.parent.is_none() && (!self.options.spans || s.span == Span::NONE));
        if !only_root {
            for (id, scope) in body.scopes.iter_enumerated() {
                push_id(&mut self.out, "    scope", id.raw());
                if let Some(parent) = scope.parent {
                    push_id(&mut self.out, " in scope", parent.raw());
                }
                self.span(scope.span);
                self.word("\n");
            }
        }
        for (id, local) in body.locals.iter_enumerated() {
            self.word(if id.raw() < body.param_count { "    param " } else { "    local " });
            push_id(&mut self.out, "_", id.raw());
            if let Some(name) = local.name {
                self.tick_name(name);
            }
            self.word(": ");
            self.type_id(local.ty);
            self.word(if local.register { ", register" } else { ", memory" });
            if let Some(scalar) = local.scalar {
                self.word(" ");
                self.word(scalar.name());
            }
            if local.constant {
                self.word(", constant");
            }
            if local.scope.raw() != 0 {
                push_id(&mut self.out, ", in scope", local.scope.raw());
            }
            self.span(local.span);
            self.type_comment(local.ty);
            self.word("\n");
        }
        for (id, block) in body.blocks.iter_enumerated() {
            self.block_id(id);
            self.word(":\n");
            for statement in &block.statements {
                self.word("    ");
                self.statement(&statement.kind);
                self.span(statement.span);
                self.word("\n");
            }
            self.word("    ");
            self.terminator(&block.terminator.kind);
            self.span(block.terminator.span);
            self.word("\n");
        }
    }

    fn statement(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Assign(dst, rvalue) => {
                self.local_id(*dst);
                self.word(" = ");
                self.rvalue(rvalue);
            }
            StatementKind::Store(place, operand) => {
                self.word("store ");
                self.word(place.access.name());
                self.word(" ");
                self.place(place);
                self.word(" = ");
                self.operand(*operand);
            }
            StatementKind::CopyBlock(copy) => {
                self.word("copy ");
                self.number(copy.size);
                self.word(" ");
                self.block_place(&copy.dst);
                self.word(" = ");
                self.block_place(&copy.src);
            }
            StatementKind::ZeroBlock(place, size) => {
                self.word("zero ");
                self.number(*size);
                self.word(" ");
                self.block_place(place);
            }
            StatementKind::StorageLive(local) => {
                self.word("live ");
                self.local_id(*local);
            }
            StatementKind::StorageDead(local) => {
                self.word("dead ");
                self.local_id(*local);
            }
            StatementKind::StackAlloc { dst, size, align } => {
                self.local_id(*dst);
                self.word(" = stackalloc ");
                self.operand(*size);
                self.word(", align ");
                self.number(*align);
            }
            StatementKind::StackFree(local) => {
                self.word("stackfree ");
                self.local_id(*local);
            }
            StatementKind::Unsupported(what) => {
                self.word("unsupported ");
                self.plain_name(*what);
            }
        }
    }

    fn rvalue(&mut self, rvalue: &Rvalue) {
        match rvalue {
            Rvalue::Use(operand) => self.operand(*operand),
            Rvalue::Load(place) => {
                self.word("load ");
                self.word(place.access.name());
                self.word(" ");
                self.place(place);
            }
            Rvalue::AddressOf(place) => {
                self.word("addr ");
                self.block_place(place);
            }
            Rvalue::Unary(op, scalar, operand) => {
                self.word(op.name());
                self.word(" ");
                self.word(scalar.name());
                self.word(" ");
                self.operand(*operand);
            }
            Rvalue::Binary(op, scalar, left, right) => {
                self.word(op.name());
                self.word(" ");
                self.word(scalar.name());
                self.word(" ");
                self.operand(*left);
                self.word(", ");
                self.operand(*right);
            }
            Rvalue::Cast { from, to, operand } => {
                self.word("cast ");
                self.word(from.name());
                self.word(" to ");
                self.word(to.name());
                self.word(" ");
                self.operand(*operand);
            }
        }
    }

    /// A place whose access is usually not meant: it is printed only if it is not `u8`.
    fn block_place(&mut self, place: &Place) {
        if place.access != Scalar::U8 {
            self.word(place.access.name());
            self.word(" ");
        }
        self.place(place);
    }

    fn place(&mut self, place: &Place) {
        self.word("[");
        match place.base {
            PlaceBase::Local(local) => {
                self.word("&");
                self.local_id(local);
            }
            PlaceBase::Global(global) => self.global_id(global),
            PlaceBase::Deref(local) => self.local_id(local),
        }
        self.signed_term(place.offset);
        if let Some(index) = place.index {
            self.word(" + ");
            self.number(u64::from(index.scale));
            self.word("*");
            self.local_id(index.local);
        }
        if let Some(bits) = place.bits {
            self.bits(bits);
        }
        self.word("]");
    }

    fn integer(&mut self, value: i64, scalar: Scalar) {
        if scalar.constant_is_unsigned_word() {
            self.number(value as u64);
        } else {
            push_i64(&mut self.out, value);
        }
    }

    fn operand(&mut self, operand: Operand) {
        match operand {
            Operand::Local(local) => self.local_id(local),
            Operand::Int(0, Scalar::Ptr) => self.word("null"),
            Operand::Int(value, scalar) => {
                self.integer(value, scalar);
                self.word("_");
                self.word(scalar.name());
            }
            Operand::Float(bits, scalar) => {
                push_float(&mut self.out, bits);
                self.word("_");
                self.word(scalar.name());
            }
            Operand::Global(global) => self.global_id(global),
            Operand::Func(function) => self.func_id(function),
            Operand::Label(block) => {
                self.word("&");
                self.block_id(block);
            }
        }
    }

    fn arg(&mut self, arg: &Arg) {
        match arg {
            Arg::Scalar(operand, scalar) => {
                self.operand(*operand);
                self.word(": ");
                self.word(scalar.name());
            }
            Arg::Block(place, size) => {
                self.word("block ");
                self.number(*size);
                self.word(" ");
                self.block_place(place);
            }
        }
    }

    fn terminator(&mut self, kind: &TerminatorKind) {
        match kind {
            TerminatorKind::Goto(target) => {
                self.word("goto ");
                self.block_id(*target);
            }
            TerminatorKind::Branch { cond, then_block, else_block } => {
                self.word("branch ");
                self.operand(*cond);
                self.word(" -> ");
                self.block_id(*then_block);
                self.word(", ");
                self.block_id(*else_block);
            }
            TerminatorKind::Switch { value, scalar, cases, default } => {
                self.word("switch ");
                self.word(scalar.name());
                self.word(" ");
                self.operand(*value);
                self.word(" -> [");
                let separator = if cases.len() > CASES_PER_LINE { ",\n        " } else { ", " };
                for case in cases {
                    self.integer(case.low, *scalar);
                    if case.high != case.low {
                        self.word("..=");
                        self.integer(case.high, *scalar);
                    }
                    self.word(": ");
                    self.block_id(case.target);
                    self.word(separator);
                }
                self.word("else: ");
                self.block_id(*default);
                self.word("]");
            }
            TerminatorKind::IndirectGoto { target, candidates } => {
                self.word("indirect ");
                self.operand(*target);
                self.word(" -> [");
                for (i, candidate) in candidates.iter().enumerate() {
                    if i > 0 {
                        self.word(", ");
                    }
                    self.block_id(*candidate);
                }
                self.word("]");
            }
            TerminatorKind::Call(call) => {
                self.word("call ");
                if let Some(dst) = call.dst {
                    self.local_id(dst);
                    self.word(" = ");
                }
                match call.callee {
                    Callee::Direct(function) => self.func_id(function),
                    Callee::Indirect(operand) => {
                        self.word("*");
                        self.operand(operand);
                    }
                }
                self.word("(");
                for (i, arg) in call.args.iter().enumerate() {
                    if i > 0 {
                        self.word(", ");
                    }
                    self.arg(arg);
                }
                self.word(") -> ");
                match call.next {
                    Some(next) => self.block_id(next),
                    None => self.word("never"),
                }
            }
            TerminatorKind::Return(value) => {
                self.word("return");
                if let Some(arg) = value {
                    self.word(" ");
                    self.arg(arg);
                }
            }
            TerminatorKind::Unreachable => self.word("unreachable"),
        }
    }
}

const BYTES_PER_LINE: usize = 48;
const CASES_PER_LINE: usize = 4;

/// The shortest decimal that reads back as the same number; bits in hexadecimal for what is not a number.
pub(crate) fn push_float(out: &mut String, bits: u64) {
    use std::fmt::Write;
    let value = f64::from_bits(bits);
    if value.is_nan() {
        out.push_str("nan_0x");
        push_hex(out, bits);
    } else {
        let _ = write!(out, "{value:?}");
    }
}
