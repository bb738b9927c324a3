//! A check that a typed tree keeps the promises of [`crate::typed`]. For tests: a tree that the analyser made from
//! a program without errors must pass.

use crate::typed::{
    BinaryOp, Body, Expr, ExprId, ExprKind, FunctionId, InitElem, InitValue, LocalInit, StmtId, StmtKind,
    TypedUnit, UnaryOp,
};
use crate::types::{ArrayLen, TypeId, TypeKind};
use base::Idx;

/// What is wrong with the tree; empty if nothing is.
pub fn verify(unit: &TypedUnit) -> Vec<String> {
    let mut problems = Vec::new();
    verify_objects(unit, &mut problems);
    for (id, function) in unit.functions.iter_enumerated() {
        if !matches!(unit.types.kind(function.ty), TypeKind::Function(_)) {
            problems.push(format!("{id} does not have a function's type"));
            continue;
        }
        let Some(body) = &function.body else { continue };
        let mut verifier = Verifier { unit, body, function: id, problems: &mut problems };
        verifier.run();
    }
    problems
}

fn verify_objects(unit: &TypedUnit, problems: &mut Vec<String>) {
    let pointer = unit.model.pointer_size();
    for (id, object) in unit.objects.iter_enumerated() {
        let name = unit.names.resolve(object.name);
        let Some(init) = &object.init else { continue };
        match unit.types.size_of(object.ty, unit.model) {
            Some(size) if size <= object.size => {}
            size => problems.push(format!("{id} ({name}) has type size {size:?} and size {}", object.size)),
        }
        if init.bytes.len() as u64 > object.size {
            problems.push(format!("{id} ({name}) has more bytes than its size"));
        }
        if object.align == 0 || !object.align.is_power_of_two() {
            problems.push(format!("{id} ({name}) has alignment {}", object.align));
        }
        let mut end = 0;
        for relocation in &init.relocations {
            if relocation.offset < end || relocation.offset + pointer > object.size {
                problems.push(format!("{id} ({name}) has a misplaced relocation at {}", relocation.offset));
            }
            end = relocation.offset + pointer;
            let bytes = relocation.offset..end;
            if bytes.into_iter().any(|at| init.bytes.get(at as usize).is_some_and(|&b| b != 0)) {
                problems.push(format!("{id} ({name}) has bytes under a relocation"));
            }
        }
    }
}

struct Verifier<'u> {
    unit: &'u TypedUnit,
    body: &'u Body,
    function: FunctionId,
    problems: &'u mut Vec<String>,
}

#[derive(PartialEq, Clone, Copy)]
enum Class {
    Lvalue,
    Rvalue,
    Function,
    /// An unsupported expression stands for anything.
    Any,
}

impl Verifier<'_> {
    fn run(&mut self) {
        for id in self.body.exprs.ids() {
            if let Err(problem) = self.expr(id) {
                self.report(&format!("{id}: {problem}: {:?}", self.body.exprs[id]));
            }
        }
        let Some(root) = self.body.root else { return self.report("no root") };
        self.reachable(root);
        for (id, var) in self.body.vars.iter_enumerated() {
            if self.kind(var.ty) == &TypeKind::Error {
                self.report(&format!("{id} has an error type"));
            }
        }
    }

    fn report(&mut self, problem: &str) {
        let name = self.unit.names.resolve(self.unit.functions[self.function].name);
        self.problems.push(format!("{name}: {problem}"));
    }

    fn kind(&self, ty: TypeId) -> &TypeKind {
        self.unit.types.kind(ty)
    }

    fn get(&self, id: ExprId) -> Result<&Expr, String> {
        self.body.exprs.get(id).ok_or_else(|| format!("{id} does not exist"))
    }

    fn class(&self, id: ExprId) -> Result<Class, String> {
        let mut current = id;
        loop {
            return Ok(match &self.get(current)?.kind {
                ExprKind::Var(_)
                | ExprKind::Object(_)
                | ExprKind::Deref(_)
                | ExprKind::CompoundLiteral { .. } => Class::Lvalue,
                ExprKind::Member { base, .. } => {
                    current = *base;
                    continue;
                }
                ExprKind::Function(_) => Class::Function,
                ExprKind::Unsupported(_) => Class::Any,
                _ => Class::Rvalue,
            });
        }
    }

    fn rvalue(&self, id: ExprId) -> Result<TypeId, String> {
        match self.class(id)? {
            Class::Rvalue | Class::Any => Ok(self.get(id)?.ty),
            _ => Err(format!("{id} is no value")),
        }
    }

    fn lvalue(&self, id: ExprId) -> Result<TypeId, String> {
        match self.class(id)? {
            Class::Lvalue | Class::Any => Ok(self.get(id)?.ty),
            _ => Err(format!("{id} is no lvalue")),
        }
    }

    fn scalar(&self, id: ExprId) -> Result<TypeId, String> {
        let ty = self.rvalue(id)?;
        if self.unit.types.is_scalar(ty) { Ok(ty) } else { Err(format!("{id} is no scalar")) }
    }

    fn same(&self, a: TypeId, b: TypeId, what: &str) -> Result<(), String> {
        if a == b { Ok(()) } else { Err(format!("{what}: {a} against {b}")) }
    }

    fn pointee(&self, ty: TypeId) -> Result<TypeId, String> {
        self.unit.types.pointee(ty).map(|t| t.ty).ok_or_else(|| format!("{ty} is no pointer"))
    }

    fn is_int(&self, ty: TypeId) -> bool {
        self.kind(ty) == &TypeKind::Int(crate::types::IntKind::Int)
    }

    /// An arithmetic type that promotion leaves alone.
    fn promoted(&self, ty: TypeId) -> Result<(), String> {
        match self.kind(ty) {
            TypeKind::Int(kind) if *kind >= crate::types::IntKind::Int => Ok(()),
            TypeKind::Float(_) => Ok(()),
            _ => Err(format!("{ty} is not promoted")),
        }
    }

    fn is_bit_field(&self, id: ExprId) -> bool {
        match &self.body.exprs[id].kind {
            ExprKind::Member { record, field, .. } => {
                self.unit.types.records[*record].fields[*field as usize].bits.is_some()
            }
            _ => false,
        }
    }

    fn expr(&self, id: ExprId) -> Result<(), String> {
        let expr = self.get(id)?;
        let ty = expr.ty;
        if self.kind(ty) == &TypeKind::Error {
            return Err("an error type".into());
        }
        match &expr.kind {
            ExprKind::Int(value) => self.constant(*value, ty),
            ExprKind::WideInt(_) => match self.unit.types.int_kind(ty) {
                Some(kind) if kind.size(self.unit.model) == 16 => Ok(()),
                _ => Err("a wide constant of a narrow type".into()),
            },
            ExprKind::Float(_) => match self.kind(ty) {
                TypeKind::Float(_) => Ok(()),
                _ => Err("a floating constant of another type".into()),
            },
            ExprKind::Var(var) => match self.body.vars.get(*var) {
                Some(var) => self.same(var.ty, ty, "variable"),
                None => Err("no such variable".into()),
            },
            ExprKind::Object(object) => self.object_type(self.unit.objects[*object].ty, ty),
            ExprKind::Function(_) => match self.kind(ty) {
                TypeKind::Function(_) => Ok(()),
                _ => Err("a function of another type".into()),
            },
            ExprKind::Deref(pointer) => {
                let target = self.pointee(self.rvalue(*pointer)?)?;
                self.same(target, ty, "dereference")
            }
            ExprKind::Member { base, record, field } => {
                let base = self.get(*base)?;
                if self.kind(base.ty) != &TypeKind::Record(*record) {
                    return Err("the base is another record".into());
                }
                match self.unit.types.records[*record].fields.get(*field as usize) {
                    Some(field) => self.same(field.ty.ty, ty, "member"),
                    None => Err("no such field".into()),
                }
            }
            ExprKind::CompoundLiteral { var, init } => {
                self.same(self.body.vars[*var].ty, ty, "compound literal")?;
                self.init(init, ty)
            }
            ExprKind::Load(lvalue) => {
                self.same(self.lvalue(*lvalue)?, ty, "load")?;
                match self.kind(ty) {
                    TypeKind::Array { .. } | TypeKind::Function(_) | TypeKind::Void => {
                        Err("load of no value".into())
                    }
                    _ => Ok(()),
                }
            }
            ExprKind::AddressOf(operand) => {
                let target = self.pointee(ty)?;
                if self.class(*operand)? == Class::Rvalue || self.is_bit_field(*operand) {
                    return Err("address of what has none".into());
                }
                self.object_type(self.get(*operand)?.ty, target)
            }
            ExprKind::Decay(operand) => {
                let target = self.pointee(ty)?;
                match self.kind(self.get(*operand)?.ty) {
                    TypeKind::Array { elem, .. } => {
                        self.lvalue(*operand)?;
                        self.object_type(elem.ty, target)
                    }
                    TypeKind::Function(_) if self.class(*operand)? == Class::Function => Ok(()),
                    _ => Err("decay of something else".into()),
                }
            }
            ExprKind::Unary(UnaryOp::LogicalNot, operand) => {
                self.scalar(*operand)?;
                if self.is_int(ty) { Ok(()) } else { Err("the result is not int".into()) }
            }
            ExprKind::Unary(_, operand) => {
                self.promoted(ty)?;
                self.same(self.rvalue(*operand)?, ty, "unary operand")
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, *left, *right, ty),
            ExprKind::PtrAdd { ptr, index, elem, .. } => {
                self.same(self.rvalue(*ptr)?, ty, "pointer")?;
                self.same(self.pointee(ty)?, *elem, "element")?;
                match self.unit.types.int_kind(self.rvalue(*index)?) {
                    Some(_) => Ok(()),
                    None => Err("the index is no integer".into()),
                }
            }
            ExprKind::PtrDiff { left, right, elem } => {
                self.same(self.pointee(self.rvalue(*left)?)?, *elem, "element")?;
                self.pointee(self.rvalue(*right)?).map(drop)
            }
            ExprKind::LogicalAnd(left, right) | ExprKind::LogicalOr(left, right) => {
                self.scalar(*left)?;
                self.scalar(*right)?;
                if self.is_int(ty) { Ok(()) } else { Err("the result is not int".into()) }
            }
            ExprKind::Cond { cond, then, otherwise } => {
                self.scalar(*cond)?;
                self.same(self.rvalue(*then)?, ty, "first branch")?;
                self.same(self.rvalue(*otherwise)?, ty, "second branch")
            }
            ExprKind::Let { opaque, value, body } => {
                self.rvalue(*value)?;
                self.opaque(opaque.raw())?;
                self.same(self.rvalue(*body)?, ty, "body")
            }
            ExprKind::Opaque(opaque) => self.opaque(opaque.raw()),
            ExprKind::Assign { target, value } => {
                self.same(self.lvalue(*target)?, ty, "target")?;
                self.same(self.rvalue(*value)?, ty, "value")
            }
            ExprKind::Update { target, opaque, value, .. } => {
                self.opaque(opaque.raw())?;
                self.same(self.lvalue(*target)?, ty, "target")?;
                self.same(self.rvalue(*value)?, ty, "value")
            }
            ExprKind::Cast(operand) => {
                let from = self.rvalue(*operand)?;
                if self.kind(ty) == &TypeKind::Void {
                    return Ok(());
                }
                if self.unit.types.is_scalar(from) && self.unit.types.is_scalar(ty) {
                    return Ok(());
                }
                Err("a cast of what is no scalar".into())
            }
            ExprKind::Call { callee, args } => self.call(*callee, args, ty),
            ExprKind::Builtin(_, args) => args.iter().try_for_each(|&arg| self.rvalue(arg).map(drop)),
            ExprKind::VaArg(list) => self.pointee(self.rvalue(*list)?).map(drop),
            ExprKind::Comma(left, right) => {
                self.rvalue(*left)?;
                self.same(self.rvalue(*right)?, ty, "right operand")
            }
            ExprKind::StmtExpr { block, result } => {
                if !matches!(self.body.stmts.get(*block).map(|s| &s.kind), Some(StmtKind::Block(_))) {
                    return Err("no block".into());
                }
                match result {
                    Some(result) => self.same(self.rvalue(*result)?, ty, "result"),
                    None if self.kind(ty) == &TypeKind::Void => Ok(()),
                    None => Err("no result".into()),
                }
            }
            ExprKind::SizeofVla(of) => {
                if self.unit.types.has_variable_size(*of) {
                    Ok(())
                } else {
                    Err("the size is constant".into())
                }
            }
            ExprKind::LabelAddr(label) => match self.body.labels.get(*label) {
                Some(label) if label.address_taken => Ok(()),
                _ => Err("the label is not marked".into()),
            },
            ExprKind::Unsupported(_) => Ok(()),
        }
    }

    fn opaque(&self, opaque: u32) -> Result<(), String> {
        if opaque < self.body.opaques { Ok(()) } else { Err("no such opaque".into()) }
    }

    /// An array may have been completed since it was used.
    fn object_type(&self, a: TypeId, b: TypeId) -> Result<(), String> {
        match (self.kind(a), self.kind(b)) {
            (TypeKind::Array { elem: x, .. }, TypeKind::Array { elem: y, len: ArrayLen::Incomplete })
                if x.ty == y.ty =>
            {
                Ok(())
            }
            _ => self.same(a, b, "object"),
        }
    }

    fn constant(&self, value: i64, ty: TypeId) -> Result<(), String> {
        let canonical = match self.kind(ty) {
            TypeKind::Bool => value == 0 || value == 1,
            TypeKind::Pointer(_) => {
                let kind = self.unit.model.size_type();
                kind.size(self.unit.model) == 8
                    || kind.wrap(i128::from(value), self.unit.model) == i128::from(value)
            }
            _ => match self.unit.types.int_kind(ty) {
                Some(kind) if kind.size(self.unit.model) >= 8 => true,
                Some(kind) => kind.wrap(i128::from(value), self.unit.model) == i128::from(value),
                None => return Err("an integer constant of another type".into()),
            },
        };
        if canonical { Ok(()) } else { Err("the value is out of range".into()) }
    }

    fn binary(&self, op: BinaryOp, left: ExprId, right: ExprId, ty: TypeId) -> Result<(), String> {
        let (a, b) = (self.rvalue(left)?, self.rvalue(right)?);
        match op {
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                self.same(a, b, "operands")?;
                if !matches!(self.kind(a), TypeKind::Pointer(_)) {
                    self.promoted(a)?;
                }
                if self.is_int(ty) { Ok(()) } else { Err("the result is not int".into()) }
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                self.promoted(ty)?;
                self.promoted(b)?;
                self.same(a, ty, "left operand")
            }
            _ => {
                self.promoted(ty)?;
                self.same(a, ty, "left operand")?;
                self.same(b, ty, "right operand")
            }
        }
    }

    fn call(&self, callee: ExprId, args: &[ExprId], ty: TypeId) -> Result<(), String> {
        let function = match self.class(callee)? {
            Class::Function => self.get(callee)?.ty,
            _ => self.pointee(self.rvalue(callee)?)?,
        };
        let Some(function) = self.unit.types.function_of(function) else { return Err("no function".into()) };
        self.same(function.ret, ty, "result")?;
        for (index, &arg) in args.iter().enumerate() {
            let arg = self.rvalue(arg)?;
            match function.params.get(index) {
                Some(&param) if function.prototype => self.same(arg, param, "argument")?,
                _ if self.unit.types.is_arithmetic(arg)
                    && !matches!(self.kind(arg), TypeKind::Complex(_)) =>
                {
                    self.promoted(arg)?;
                }
                _ => {}
            }
        }
        if function.prototype
            && (args.len() < function.params.len()
                || (args.len() > function.params.len() && !function.variadic))
        {
            return Err("the number of arguments".into());
        }
        Ok(())
    }

    fn init(&self, init: &LocalInit, ty: TypeId) -> Result<(), String> {
        let size = self.unit.types.size_of(ty, self.unit.model);
        for InitElem { offset, ty, bits, value } in &init.elems {
            let width = match bits {
                Some(bits) => Some(u64::from(bits.unit)),
                None => self.unit.types.size_of(*ty, self.unit.model),
            };
            match (width, size) {
                (Some(width), Some(size)) if offset + width <= size => {}
                _ => return Err(format!("an element at {offset} is not within the object")),
            }
            match value {
                InitValue::Expr(expr) => self.same(self.rvalue(*expr)?, *ty, "element")?,
                InitValue::String { object, len } => {
                    if self.unit.objects[*object].size < *len {
                        return Err("a string that is too short".into());
                    }
                }
            }
        }
        Ok(())
    }

    /// The statements that can be reached from the root, each once.
    fn reachable(&mut self, root: StmtId) {
        let mut seen = vec![false; self.body.stmts.len()];
        let mut work = vec![root];
        while let Some(id) = work.pop() {
            if std::mem::replace(&mut seen[id.index()], true) {
                self.report(&format!("{id} occurs twice"));
                continue;
            }
            if let Err(problem) = self.stmt(id, &mut work) {
                self.report(&format!("{id}: {problem}"));
            }
        }
    }

    fn stmt(&self, id: StmtId, work: &mut Vec<StmtId>) -> Result<(), String> {
        match &self.body.stmts[id].kind {
            StmtKind::Block(stmts) => work.extend(stmts),
            StmtKind::Expr(expr) => {
                self.rvalue(*expr)?;
            }
            StmtKind::Empty | StmtKind::Break | StmtKind::Continue | StmtKind::Unsupported(_) => {}
            StmtKind::Declare { var, init } => {
                let ty = self.body.vars[*var].ty;
                if let Some(init) = init {
                    self.init(init, ty)?;
                }
            }
            StmtKind::VlaSize(vla) => {
                let Some(vla) = self.body.vlas.get(*vla) else { return Err("no such VLA".into()) };
                if self.unit.types.int_kind(self.rvalue(vla.len)?) != Some(self.unit.model.size_type()) {
                    return Err("the length is no size_t".into());
                }
            }
            StmtKind::If { cond, then, otherwise } => {
                self.scalar(*cond)?;
                work.push(*then);
                work.extend(otherwise);
            }
            StmtKind::While { cond, body } | StmtKind::DoWhile { cond, body } => {
                self.scalar(*cond)?;
                work.push(*body);
            }
            StmtKind::For { init, cond, step, body } => {
                work.extend(init);
                work.push(*body);
                if let Some(cond) = cond {
                    self.scalar(*cond)?;
                }
                if let Some(step) = step {
                    self.rvalue(*step)?;
                }
            }
            StmtKind::Switch { value, cases, body, .. } => {
                self.promoted(self.rvalue(*value)?)?;
                for pair in cases.windows(2) {
                    if pair[0].high >= pair[1].low {
                        return Err("cases overlap".into());
                    }
                }
                work.push(*body);
            }
            StmtKind::CaseLabel { body, .. }
            | StmtKind::DefaultLabel { body }
            | StmtKind::Label { body, .. } => {
                work.push(*body);
            }
            StmtKind::Goto(label) => {
                self.body.labels.get(*label).ok_or("no such label")?;
            }
            StmtKind::GotoIndirect(target) => {
                self.pointee(self.rvalue(*target)?)?;
            }
            StmtKind::Return(value) => {
                let ret = self.unit.types.function_of(self.unit.functions[self.function].ty).map(|f| f.ret);
                if let (Some(value), Some(ret)) = (value, ret) {
                    self.same(self.rvalue(*value)?, ret, "returned value")?;
                }
            }
        }
        Ok(())
    }
}
