//! The tree as text, for tests and for whoever wants to see what was understood.
//!
//! Every part of the tree is printed except spans. Chains that can be of any length (see the documentation of the
//! crate) are walked with loops, so that this printer is also the model of a pass that respects the bound on depth.

use crate::ast::*;
use base::Symbol;
use std::fmt::Write;

/// Prints a translation unit as S-expressions, one external declaration after the other.
pub fn dump(ast: &Ast) -> String {
    let mut dumper = Dumper { ast, out: String::new(), indent: 0 };
    for &item in &ast.items {
        dumper.decl(item);
        dumper.out.push('\n');
    }
    dumper.out
}

struct Dumper<'a> {
    ast: &'a Ast,
    out: String,
    indent: usize,
}

impl Dumper<'_> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn format(&mut self, arguments: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(arguments);
    }

    fn symbol(&mut self, symbol: Symbol) {
        let ast = self.ast;
        self.put(ast.names.resolve(symbol));
    }

    fn line(&mut self) {
        self.out.push('\n');
        // Deep nesting must not make the text quadratic.
        for _ in 0..self.indent.min(40) {
            self.out.push_str("  ");
        }
    }

    // ----- Declarations -----

    fn decl(&mut self, id: DeclId) {
        match &self.ast.decls[id].kind {
            DeclKind::Variables { specs, declarators } => {
                self.put("(decl ");
                self.specs(specs);
                for InitDeclarator { declarator, init } in declarators {
                    self.put(" ");
                    self.declarator(declarator);
                    if let Some(init) = init {
                        self.put(" = ");
                        self.init(*init);
                    }
                }
                self.put(")");
            }
            DeclKind::Function(function) => {
                self.put("(function ");
                self.specs(&function.specs);
                self.put(" ");
                self.declarator(&function.declarator);
                self.indent += 1;
                for &param in &function.kr_params {
                    self.line();
                    self.put("kr ");
                    self.decl(param);
                }
                self.line();
                self.stmt(function.body);
                self.indent -= 1;
                self.put(")");
            }
            DeclKind::StaticAssert { cond, message } => self.static_assert(*cond, *message),
            DeclKind::Asm(asm) => self.asm(*asm),
            DeclKind::Empty => self.put("(empty)"),
        }
    }

    fn static_assert(&mut self, cond: ExprId, message: Option<StringId>) {
        self.put("(static-assert ");
        self.expr(cond);
        if let Some(message) = message {
            self.put(" ");
            self.string(message);
        }
        self.put(")");
    }

    fn specs(&mut self, specs: &DeclSpecs) {
        let storage = match specs.storage {
            Storage::None => "",
            Storage::Typedef => "typedef ",
            Storage::Extern => "extern ",
            Storage::Static => "static ",
            Storage::Auto => "auto ",
            Storage::Register => "register ",
        };
        self.put("[");
        self.put(storage);
        for (flag, word) in
            [(specs.thread_local, "thread "), (specs.inline, "inline "), (specs.noreturn, "noreturn ")]
        {
            if flag {
                self.put(word);
            }
        }
        self.quals(specs.quals);
        self.type_spec(&specs.ty);
        for align in &specs.alignas {
            self.put(" (alignas ");
            match *align {
                AlignAs::Expr(expr) => self.expr(expr),
                AlignAs::Type(ty) => self.type_name(ty),
            }
            self.put(")");
        }
        self.attrs(&specs.attrs);
        self.put("]");
    }

    fn quals(&mut self, quals: Quals) {
        for (qual, word) in [
            (Quals::CONST, "const "),
            (Quals::VOLATILE, "volatile "),
            (Quals::RESTRICT, "restrict "),
            (Quals::ATOMIC, "atomic "),
        ] {
            if quals.contains(qual) {
                self.put(word);
            }
        }
    }

    fn type_spec(&mut self, ty: &TypeSpec) {
        match *ty {
            TypeSpec::Missing => self.put("<no type>"),
            TypeSpec::Basic(basic) => self.format(format_args!("{basic:?}")),
            TypeSpec::Typedef(name) => self.symbol(name),
            TypeSpec::Record(id) => self.record(id),
            TypeSpec::Enum(id) => self.enumeration(id),
            TypeSpec::TypeofExpr(expr) => self.wrapped("typeof", |d| d.expr(expr)),
            TypeSpec::TypeofType(ty) => self.wrapped("typeof", |d| d.type_name(ty)),
            TypeSpec::AutoType => self.put("__auto_type"),
            TypeSpec::Atomic(ty) => self.wrapped("_Atomic", |d| d.type_name(ty)),
            TypeSpec::VaList => self.put("__builtin_va_list"),
            TypeSpec::Error => self.put("<error>"),
        }
    }

    fn wrapped(&mut self, name: &str, body: impl FnOnce(&mut Self)) {
        self.put("(");
        self.put(name);
        self.put(" ");
        body(self);
        self.put(")");
    }

    fn record(&mut self, id: RecordSpecId) {
        let record = &self.ast.records[id];
        self.put(if record.union { "(union" } else { "(struct" });
        if let Some(tag) = record.tag {
            self.put(" ");
            self.symbol(tag);
        }
        if let Some(fields) = &record.fields {
            self.put(" {");
            self.indent += 1;
            for field in fields {
                self.line();
                match field {
                    FieldDecl::Fields { specs, declarators, .. } => {
                        self.specs(specs);
                        for field in declarators {
                            self.put(" ");
                            self.declarator(&field.declarator);
                            if let Some(bits) = field.bits {
                                self.put(" : ");
                                self.expr(bits);
                            }
                        }
                    }
                    FieldDecl::StaticAssert { cond, message, .. } => self.static_assert(*cond, *message),
                }
            }
            self.indent -= 1;
            self.put("}");
        }
        if let Some(pack) = record.pack {
            self.format(format_args!(" (pack {pack})"));
        }
        self.attrs(&record.attrs);
        self.put(")");
    }

    fn enumeration(&mut self, id: EnumSpecId) {
        let spec = &self.ast.enums[id];
        self.put("(enum");
        if let Some(tag) = spec.tag {
            self.put(" ");
            self.symbol(tag);
        }
        if let Some(enumerators) = &spec.enumerators {
            self.put(" {");
            for (i, enumerator) in enumerators.iter().enumerate() {
                if i > 0 {
                    self.put(", ");
                }
                self.symbol(enumerator.name);
                if let Some(value) = enumerator.value {
                    self.put(" = ");
                    self.expr(value);
                }
            }
            self.put("}");
        }
        self.attrs(&spec.attrs);
        self.put(")");
    }

    fn declarator(&mut self, declarator: &Declarator) {
        match declarator.name {
            Some(name) => self.symbol(name),
            None => self.put("_"),
        }
        for chunk in &declarator.chunks {
            match chunk {
                Chunk::Pointer { quals, attrs } => {
                    self.put(" *");
                    if *quals != Quals::NONE {
                        self.put("(");
                        self.quals(*quals);
                        self.out.truncate(self.out.trim_end().len());
                        self.put(")");
                    }
                    self.attrs(attrs);
                }
                Chunk::Array { len, star, quals, has_static } => {
                    self.put(" [");
                    if *has_static {
                        self.put("static ");
                    }
                    self.quals(*quals);
                    if *star {
                        self.put("*");
                    }
                    if let Some(len) = len {
                        self.expr(*len);
                    }
                    self.put("]");
                }
                Chunk::Function(list) => self.params(list),
            }
        }
        if let Some(label) = declarator.asm_label {
            self.put(" (asm ");
            self.string(label);
            self.put(")");
        }
        self.attrs(&declarator.attrs);
    }

    fn params(&mut self, list: &ParamList) {
        self.put(if list.prototype { " (fn" } else { " (old-fn" });
        for param in &list.params {
            self.put(" (");
            self.specs(&param.specs);
            self.put(" ");
            self.declarator(&param.declarator);
            self.put(")");
        }
        for &(name, _) in &list.kr_names {
            self.put(" ");
            self.symbol(name);
        }
        if list.variadic {
            self.put(" ...");
        }
        self.put(")");
    }

    fn attrs(&mut self, attrs: &[Attr]) {
        for attr in attrs {
            self.put(" @");
            self.symbol(attr.name);
            if !attr.args.is_empty() {
                self.put("(");
                for (i, &arg) in attr.args.iter().enumerate() {
                    if i > 0 {
                        self.put(" ");
                    }
                    self.expr(arg);
                }
                self.put(")");
            }
        }
    }

    fn type_name(&mut self, id: TypeNameId) {
        let ty = &self.ast.type_names[id];
        self.put("<");
        self.specs(&ty.specs);
        if !ty.declarator.chunks.is_empty() || !ty.declarator.attrs.is_empty() {
            self.put(" ");
            self.declarator(&ty.declarator);
        }
        self.put(">");
    }

    fn init(&mut self, id: InitId) {
        match &self.ast.inits[id].kind {
            InitKind::Expr(expr) => self.expr(*expr),
            InitKind::List(items) => {
                self.put("{");
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        self.put(", ");
                    }
                    self.designators(&item.designators);
                    if !item.designators.is_empty() {
                        self.put(" = ");
                    }
                    self.init(item.init);
                }
                self.put("}");
            }
        }
    }

    fn designators(&mut self, designators: &[Designator]) {
        for designator in designators {
            match *designator {
                Designator::Field(name, _) => {
                    self.put(".");
                    self.symbol(name);
                }
                Designator::Index(index) => {
                    self.put("[");
                    self.expr(index);
                    self.put("]");
                }
                Designator::Range(low, high) => {
                    self.put("[");
                    self.expr(low);
                    self.put(" ... ");
                    self.expr(high);
                    self.put("]");
                }
            }
        }
    }

    // ----- Statements -----

    /// A statement on a line of its own, one step further in.
    fn nested(&mut self, id: StmtId) {
        self.indent += 1;
        self.line();
        self.stmt(id);
        self.indent -= 1;
    }

    fn stmt(&mut self, id: StmtId) {
        let ast = self.ast;
        match &ast.stmts[id].kind {
            StmtKind::Compound(items) => {
                self.put("(block");
                for &item in items {
                    self.nested(item);
                }
                self.put(")");
            }
            StmtKind::Expr(expr) => self.expr(*expr),
            StmtKind::Empty => self.put("(empty)"),
            StmtKind::Decl(decl) => self.decl(*decl),
            StmtKind::If { .. } => self.if_chain(id),
            StmtKind::While { cond, body } => {
                self.put("(while ");
                self.expr(*cond);
                self.nested(*body);
                self.put(")");
            }
            StmtKind::DoWhile { body, cond } => {
                self.put("(do");
                self.nested(*body);
                self.put(" while ");
                self.expr(*cond);
                self.put(")");
            }
            StmtKind::For { init, cond, step, body } => {
                self.put("(for ");
                self.stmt(*init);
                for part in [cond, step] {
                    self.put("; ");
                    if let Some(part) = part {
                        self.expr(*part);
                    }
                }
                self.nested(*body);
                self.put(")");
            }
            StmtKind::Switch { value, body } => {
                self.put("(switch ");
                self.expr(*value);
                self.nested(*body);
                self.put(")");
            }
            StmtKind::Case { .. } | StmtKind::Default { .. } | StmtKind::Label { .. } => {
                self.label_chain(id);
            }
            StmtKind::LocalLabels(labels) => {
                self.put("(local-labels");
                for &label in labels {
                    self.put(" ");
                    self.symbol(label);
                }
                self.put(")");
            }
            StmtKind::Goto(name, _) => self.wrapped("goto", |d| d.symbol(*name)),
            StmtKind::GotoIndirect(expr) => self.wrapped("goto *", |d| d.expr(*expr)),
            StmtKind::Break => self.put("(break)"),
            StmtKind::Continue => self.put("(continue)"),
            StmtKind::Return(None) => self.put("(return)"),
            StmtKind::Return(Some(value)) => self.wrapped("return", |d| d.expr(*value)),
            StmtKind::Asm(asm) => self.asm(*asm),
            StmtKind::Error => self.put("<error>"),
        }
    }

    fn if_chain(&mut self, first: StmtId) {
        let ast = self.ast;
        let mut id = first;
        let mut open = 0;
        while let StmtKind::If { cond, then, otherwise } = ast.stmts[id].kind {
            open += 1;
            self.put("(if ");
            self.expr(cond);
            self.nested(then);
            let Some(otherwise) = otherwise else { break };
            id = otherwise;
            self.line();
            self.put("else ");
            if !matches!(ast.stmts[id].kind, StmtKind::If { .. }) {
                self.stmt(id);
            }
        }
        for _ in 0..open {
            self.put(")");
        }
    }

    fn label_chain(&mut self, first: StmtId) {
        let ast = self.ast;
        let mut id = first;
        let mut open = 0;
        loop {
            let body = match &ast.stmts[id].kind {
                StmtKind::Case { low, high, body } => {
                    self.put("(case ");
                    self.expr(*low);
                    if let Some(high) = high {
                        self.put(" ... ");
                        self.expr(*high);
                    }
                    *body
                }
                StmtKind::Default { body } => {
                    self.put("(default");
                    *body
                }
                StmtKind::Label { name, attrs, body, .. } => {
                    self.put("(label ");
                    self.symbol(*name);
                    self.attrs(attrs);
                    *body
                }
                _ => {
                    self.stmt(id);
                    break;
                }
            };
            self.put(" ");
            open += 1;
            id = body;
        }
        for _ in 0..open {
            self.put(")");
        }
    }

    fn asm(&mut self, id: AsmId) {
        let ast = self.ast;
        let asm = &ast.asms[id];
        self.put("(asm");
        self.put(if asm.volatile { " volatile" } else { "" });
        self.put(if asm.goto { " goto" } else { "" });
        self.put(" ");
        self.string(asm.template);
        for (name, operands) in [(" out", &asm.outputs), (" in", &asm.inputs)] {
            for operand in operands {
                self.put(name);
                self.put(" ");
                self.string(operand.constraint);
                self.put(" ");
                self.expr(operand.expr);
            }
        }
        for &clobber in &asm.clobbers {
            self.put(" clobber ");
            self.string(clobber);
        }
        for &label in &asm.labels {
            self.put(" label ");
            self.symbol(label);
        }
        self.put(")");
    }

    // ----- Expressions -----

    fn string(&mut self, id: StringId) {
        let ast = self.ast;
        let literal = &ast.strings[id];
        self.put(encoding_prefix(literal.encoding));
        match &literal.units {
            StringUnits::Bytes(bytes) => self.format(format_args!("\"{}\"", bytes.escape_ascii())),
            StringUnits::Wide(units) => self.format(format_args!("{units:x?}")),
        }
    }

    fn expr(&mut self, id: ExprId) {
        let ast = self.ast;
        match &ast.exprs[id].kind {
            ExprKind::Ident(name) => self.symbol(*name),
            ExprKind::Int(literal) => {
                self.format(format_args!("{}", literal.value));
                self.put(if literal.unsigned { "u" } else { "" });
                self.put(["", "l", "ll"][usize::from(literal.longs.min(2))]);
                self.put(if literal.imaginary { "i" } else { "" });
                self.put(if literal.decimal { "" } else { "'" });
            }
            ExprKind::Float { value, suffix, imaginary, exact: _ } => {
                self.format(format_args!("{value:?}"));
                self.put(match suffix {
                    FloatSuffix::None => "",
                    FloatSuffix::F => "f",
                    FloatSuffix::L => "l",
                    FloatSuffix::Q => "q",
                });
                self.put(if *imaginary { "i" } else { "" });
            }
            ExprKind::Char { value, encoding } => {
                let prefix = encoding_prefix(*encoding);
                self.format(format_args!("{prefix}'{value}'"));
            }
            ExprKind::String(id) => self.string(*id),
            ExprKind::Unary(op, operand) => self.wrapped(unary_name(*op), |d| d.expr(*operand)),
            ExprKind::Binary(..) | ExprKind::Comma(..) => self.left_chain(id),
            ExprKind::Assign(op, left, right) => {
                self.put("(");
                self.put(op.map_or("", binary_name));
                self.put("= ");
                self.two(*left, *right);
            }
            ExprKind::Cond { cond, then, otherwise } => {
                self.put("(? ");
                self.expr(*cond);
                self.put(" ");
                match then {
                    Some(then) => self.expr(*then),
                    None => self.put("_"),
                }
                self.put(" ");
                self.expr(*otherwise);
                self.put(")");
            }
            ExprKind::Cast(ty, operand) => {
                self.put("(cast ");
                self.type_name(*ty);
                self.put(" ");
                self.expr(*operand);
                self.put(")");
            }
            ExprKind::Call { callee, args } => {
                self.put("(call ");
                self.expr(*callee);
                for &arg in args {
                    self.put(" ");
                    self.expr(arg);
                }
                self.put(")");
            }
            ExprKind::Index(base, index) => {
                self.put("(index ");
                self.two(*base, *index);
            }
            ExprKind::Member { base, name, arrow, .. } => {
                self.put(if *arrow { "(-> " } else { "(. " });
                self.expr(*base);
                self.put(" ");
                self.symbol(*name);
                self.put(")");
            }
            ExprKind::CompoundLiteral { ty, init } => {
                self.put("(literal ");
                self.type_name(*ty);
                self.put(" ");
                self.init(*init);
                self.put(")");
            }
            ExprKind::SizeofExpr(operand) => self.wrapped("sizeof", |d| d.expr(*operand)),
            ExprKind::SizeofType(ty) => self.wrapped("sizeof", |d| d.type_name(*ty)),
            ExprKind::AlignofExpr(operand) => self.wrapped("alignof", |d| d.expr(*operand)),
            ExprKind::AlignofType(ty) => self.wrapped("alignof", |d| d.type_name(*ty)),
            ExprKind::PreferredAlignofType(ty) => self.wrapped("__alignof__", |d| d.type_name(*ty)),
            ExprKind::Generic { control, arms } => {
                self.put("(generic ");
                self.expr(*control);
                for arm in arms {
                    self.put(" ");
                    match arm.ty {
                        Some(ty) => self.type_name(ty),
                        None => self.put("default"),
                    }
                    self.put(": ");
                    self.expr(arm.value);
                }
                self.put(")");
            }
            ExprKind::StmtExpr(body) => self.wrapped("stmt-expr", |d| d.stmt(*body)),
            ExprKind::LabelAddr(name) => self.wrapped("&&", |d| d.symbol(*name)),
            ExprKind::VaArg(list, ty) => {
                self.put("(va-arg ");
                self.expr(*list);
                self.put(" ");
                self.type_name(*ty);
                self.put(")");
            }
            ExprKind::Offsetof(ty, path) => {
                self.put("(offsetof ");
                self.type_name(*ty);
                self.put(" ");
                self.designators(path);
                self.put(")");
            }
            ExprKind::TypesCompatible(left, right) => {
                self.put("(types-compatible ");
                self.type_name(*left);
                self.put(" ");
                self.type_name(*right);
                self.put(")");
            }
            ExprKind::ChooseExpr(cond, then, otherwise) => {
                self.put("(choose ");
                self.expr(*cond);
                self.put(" ");
                self.two(*then, *otherwise);
            }
            ExprKind::UnsupportedBuiltin(name) => self.wrapped("unsupported", |d| d.symbol(*name)),
            ExprKind::Error => self.put("<error>"),
        }
    }

    fn two(&mut self, left: ExprId, right: ExprId) {
        self.expr(left);
        self.put(" ");
        self.expr(right);
        self.put(")");
    }

    fn left_chain(&mut self, last: ExprId) {
        let ast = self.ast;
        let mut rights = Vec::new();
        let mut id = last;
        loop {
            let (op, left, right) = match ast.exprs[id].kind {
                ExprKind::Binary(op, left, right) => (binary_name(op), left, right),
                ExprKind::Comma(left, right) => (",", left, right),
                _ => break,
            };
            self.put("(");
            self.put(op);
            self.put(" ");
            rights.push(right);
            id = left;
        }
        self.expr(id);
        for right in rights.into_iter().rev() {
            self.put(" ");
            self.expr(right);
            self.put(")");
        }
    }
}

fn encoding_prefix(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Narrow => "",
        Encoding::Utf8 => "u8",
        Encoding::Wide => "L",
        Encoding::Utf16 => "u",
        Encoding::Utf32 => "U",
    }
}

fn unary_name(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "+",
        UnaryOp::Minus => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::LogicalNot => "!",
        UnaryOp::AddressOf => "&",
        UnaryOp::Deref => "*",
        UnaryOp::PreIncrement => "++_",
        UnaryOp::PreDecrement => "--_",
        UnaryOp::PostIncrement => "_++",
        UnaryOp::PostDecrement => "_--",
        UnaryOp::Real => "real",
        UnaryOp::Imag => "imag",
        UnaryOp::Extension => "extension",
    }
}

fn binary_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Lt => "<",
        BinaryOp::Gt => ">",
        BinaryOp::Le => "<=",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
        BinaryOp::LogicalAnd => "&&",
        BinaryOp::LogicalOr => "||",
    }
}
