//! A precondition as a program: a `main` that builds any memory that satisfies it, and calls the function. An engine that proves all runs
//! of it has proved the function for every such memory, without any abduction.

use crate::precondition::{Needed, Root, What};
use ::engine::FunctionTask;
use base::{Idx, Span};
use ir::builder::BodyBuilder;
use ir::{
    Arg, BinOp, BlockId, CopyBlock, FuncId, Function, FunctionBody, Global, GlobalId, GlobalKind, Init,
    Intrinsic, LocalId, Operand, Place, PlaceBase, PlaceIndex, Program, Rvalue, Scalar, StatementKind,
    TerminatorKind, Type, TypeId, TypeKind,
};
use semantics::initial::{self, Role};
use std::collections::{BTreeMap, BTreeSet};

/// Variables of the program that are larger are not given any content.
const LARGEST: u64 = 1 << 14;

struct Maker {
    program: Program,
    body: BodyBuilder,
    allocate: FuncId,
    any_memory: FuncId,
    pointer: TypeId,
    size_ty: TypeId,
    int: TypeId,
    may_fail: bool,
    /// Forks whose other way is the end, and blocks that go there.
    to_end: Vec<BlockId>,
    ends: Vec<BlockId>,
    kept: Vec<GlobalId>,
}

fn place(base: PlaceBase, offset: u64, access: Scalar) -> Place {
    Place { base, offset: offset as i64, index: None, access, bits: None }
}

impl Maker {
    fn new(mut program: Program, may_fail: bool) -> Maker {
        let word = program.model.pointer_size();
        let size_type = program.model.unsigned_word();
        let mut add = |kind: TypeKind, size: u64| program.types.push(Type { kind, size, align: size.max(1) });
        let void = add(TypeKind::Void, 0);
        let pointer = add(TypeKind::Pointer(void), word);
        let int = add(TypeKind::Scalar(Scalar::I32), 4);
        let size_ty = add(TypeKind::Scalar(size_type), word);
        let mut maker = Maker {
            program,
            body: BodyBuilder::new(),
            allocate: FuncId::from_raw(0),
            any_memory: FuncId::from_raw(0),
            pointer,
            size_ty,
            int,
            may_fail,
            to_end: Vec::new(),
            ends: Vec::new(),
            kept: Vec::new(),
        };
        maker.allocate = maker.primitive("malloc", Intrinsic::Allocate, pointer, vec![size_ty]);
        let params = vec![pointer, size_ty];
        maker.any_memory = maker.primitive("__VERIFIER_nondet_memory", Intrinsic::NondetMemory, void, params);
        maker
    }

    fn primitive(&mut self, name: &str, intrinsic: Intrinsic, ret: TypeId, params: Vec<TypeId>) -> FuncId {
        let name = self.program.names.intern(name);
        let kind = TypeKind::Function { ret, params, variadic: false };
        let ty = self.program.types.push(Type { kind, size: 0, align: 1 });
        let body = FunctionBody::Intrinsic(intrinsic);
        self.program.functions.push(Function { name, ty, body, noreturn: false, span: Span::NONE })
    }

    /// No block is larger.
    fn longest(&self) -> i64 {
        semantics::address::largest_block(self.program.model) as i64
    }

    fn size_scalar(&self) -> Scalar {
        self.program.model.unsigned_word()
    }

    /// An arbitrary value of a type.
    fn any(&mut self, ty: TypeId, scalar: Scalar) -> LocalId {
        let nondet = self.primitive("__VERIFIER_nondet", Intrinsic::Nondet, ty, Vec::new());
        let register = self.body.register(None, ty, scalar);
        self.body.call(Some(register), nondet, &[]);
        register
    }

    fn any_content(&mut self, pointer: Operand, size: Operand) {
        let scalar = self.size_scalar();
        self.body.call(
            None,
            self.any_memory,
            &[Arg::Scalar(pointer, Scalar::Ptr), Arg::Scalar(size, scalar)],
        );
    }

    /// Ends the open block with a branch to the next one if the register is not zero, and otherwise to where [`Maker::join`] says.
    fn fork(&mut self, condition: LocalId) -> BlockId {
        let next = BlockId::from_raw(self.body.here().raw() + 1);
        self.body.branch(condition, next, next)
    }

    /// Goes on in a new block, to which the other way of a fork leads, too.
    fn join(&mut self, fork: BlockId) {
        let next = BlockId::from_raw(self.body.here().raw() + 1);
        self.body.goto(next);
        self.otherwise(fork, next);
    }

    fn otherwise(&mut self, fork: BlockId, to: BlockId) {
        if let TerminatorKind::Branch { else_block, .. } = &mut self.body.body.blocks[fork].terminator.kind {
            *else_block = to;
        }
    }

    /// Only runs in which the condition holds go on.
    fn only_if(&mut self, op: BinOp, scalar: Scalar, a: LocalId, b: i64) {
        let fork = self.fork_if(op, scalar, a, b);
        self.to_end.push(fork);
    }

    fn fork_if(&mut self, op: BinOp, scalar: Scalar, a: LocalId, b: i64) -> BlockId {
        let condition = self.body.register(None, self.int, Scalar::I32);
        let value = Rvalue::Binary(op, scalar, Operand::Local(a), Operand::Int(b, scalar));
        self.body.assign(condition, value);
        self.fork(condition)
    }

    fn block(&mut self, into: LocalId, size: Operand) {
        let scalar = self.size_scalar();
        self.body.call(Some(into), self.allocate, &[Arg::Scalar(size, scalar)]);
        if self.may_fail {
            let there = self.body.register(None, self.int, Scalar::I32);
            let null = Operand::Int(0, Scalar::Ptr);
            self.body.assign(there, Rvalue::Binary(BinOp::Ne, Scalar::Ptr, Operand::Local(into), null));
            let fork = self.fork(there);
            self.to_end.push(fork);
        }
    }

    fn variable(&mut self, name: &str, ty: TypeId, size: u64) -> GlobalId {
        let name = self.program.names.intern(name);
        let (kind, init) = (GlobalKind::Variable, Init::default());
        self.program.globals.push(Global { name, ty, size, align: 16, kind, init, span: Span::NONE })
    }

    /// A number of elements that is not negative as a size: no more than there can be.
    fn count(&mut self, number: LocalId, scalar: Scalar) -> LocalId {
        let model = self.program.model;
        if scalar.width(model) >= 8 * model.pointer_size() as u32 {
            self.only_if(BinOp::Le, scalar, number, self.longest());
        }
        let to = self.size_scalar();
        let wide = self.body.register(None, self.size_ty, to);
        self.body.assign(wide, Rvalue::Cast { from: scalar, to, operand: Operand::Local(number) });
        wide
    }

    /// Somebody else holds it.
    fn keep(&mut self, pointer: LocalId) {
        let word = self.program.model.pointer_size();
        let global = self.variable("fafnir_kept", self.pointer, word);
        self.kept.push(global);
        self.body.store(place(PlaceBase::Global(global), 0, Scalar::Ptr), Operand::Local(pointer));
    }

    fn children(&mut self, block: LocalId, before: u64, children: &BTreeMap<u64, Needed>, args: &[LocalId]) {
        for (&offset, child) in children {
            let pointer = self.make(child, args, false);
            let at = place(PlaceBase::Deref(block), before + offset, Scalar::Ptr);
            self.body.store(at, Operand::Local(pointer));
        }
    }

    /// A register with a pointer to what is needed.
    fn make(&mut self, needed: &Needed, args: &[LocalId], kept: bool) -> LocalId {
        let result = self.body.register(None, self.pointer, Scalar::Ptr);
        let null = Operand::Int(0, Scalar::Ptr);
        self.body.assign(result, Rvalue::Use(null));
        let optional = needed.may_be_null.then(|| {
            let choice = self.any(self.int, Scalar::I32);
            self.fork(choice)
        });
        match &needed.what {
            What::Block { bytes, before, children } => {
                let size = (before + bytes).max(1);
                let block = self.body.register(None, self.pointer, Scalar::Ptr);
                let size = Operand::Int(size as i64, self.size_scalar());
                self.block(block, size);
                if kept {
                    self.keep(block);
                }
                self.any_content(Operand::Local(block), size);
                self.children(block, *before, children, args);
                let at = place(PlaceBase::Deref(block), *before, Scalar::U8);
                self.body.assign(result, Rvalue::AddressOf(at));
            }
            What::List { bytes, next, children } => {
                let node = self.body.register(None, self.pointer, Scalar::Ptr);
                let make_node = |this: &mut Maker| {
                    let size = Operand::Int(*bytes as i64, this.size_scalar());
                    this.block(node, size);
                    this.any_content(Operand::Local(node), size);
                    this.children(node, 0, children, args);
                    let at = place(PlaceBase::Deref(node), *next, Scalar::Ptr);
                    this.body.store(at, Operand::Local(result));
                    this.body.assign(result, Rvalue::Use(Operand::Local(node)));
                };
                let head = BlockId::from_raw(self.body.here().raw() + 1);
                self.body.goto(head);
                let more = self.any(self.int, Scalar::I32);
                let fork = self.fork(more);
                make_node(self);
                self.body.goto(head);
                let after = self.body.here();
                self.otherwise(fork, after);
                make_node(self);
                if kept {
                    self.keep(result);
                }
            }
            What::Text => {
                let scalar = self.size_scalar();
                let length = self.any(self.size_ty, scalar);
                self.only_if(BinOp::Lt, scalar, length, self.longest());
                let size = self.body.register(None, self.size_ty, scalar);
                let one = Operand::Int(1, scalar);
                self.body.assign(size, Rvalue::Binary(BinOp::Add, scalar, Operand::Local(length), one));
                self.block(result, Operand::Local(size));
                if kept {
                    self.keep(result);
                }
                self.any_content(Operand::Local(result), Operand::Local(length));
                let signed = self.program.model.signed_word();
                let signed_ty = self.program.types.push(Type {
                    kind: TypeKind::Scalar(signed),
                    size: self.program.model.pointer_size(),
                    align: 8,
                });
                let index = self.body.register(None, signed_ty, signed);
                let cast = Rvalue::Cast { from: scalar, to: signed, operand: Operand::Local(length) };
                self.body.assign(index, cast);
                let index = Some(PlaceIndex { local: index, scale: 1 });
                let end = Place { index, ..place(PlaceBase::Deref(result), 0, Scalar::U8) };
                self.body.store(end, Operand::Int(0, Scalar::U8));
            }
            What::Elements { each, count } => {
                let scalar = self.size_scalar();
                self.only_if(BinOp::Le, scalar, args[*count], self.longest() / (*each).max(1) as i64);
                let size = self.body.register(None, self.size_ty, scalar);
                let each = Operand::Int(*each as i64, scalar);
                self.body
                    .assign(size, Rvalue::Binary(BinOp::Mul, scalar, Operand::Local(args[*count]), each));
                self.block(result, Operand::Local(size));
                if kept {
                    self.keep(result);
                }
                self.any_content(Operand::Local(result), Operand::Local(size));
            }
        }
        if let Some(fork) = optional {
            self.join(fork);
        }
        result
    }
}

/// Whether a type holds addresses.
fn holds_pointers(program: &Program, ty: TypeId, depth: u32) -> bool {
    match &program.types[ty].kind {
        TypeKind::Pointer(_) | TypeKind::Function { .. } => true,
        TypeKind::Array { elem, .. } => depth > 8 || holds_pointers(program, *elem, depth + 1),
        TypeKind::Record(record) => {
            depth > 8 || record.fields.iter().any(|field| holds_pointers(program, field.ty, depth + 1))
        }
        _ => false,
    }
}

/// The program with such a `main`; `None` if it cannot be written down.
pub(crate) fn program(task: &FunctionTask<'_>, needed: &BTreeMap<Root, Needed>) -> Option<Program> {
    let (program, function) = (task.facts.program(), task.function);
    let declared = program.functions[function].body()?;
    let TypeKind::Function { ret, params, .. } = &program.types[program.functions[function].ty].kind else {
        return None;
    };
    let (ret, params) = (*ret, params.clone());
    let is = |all: &[bool], index: usize| all.get(index).copied().unwrap_or(false);
    let (functions, globals) = facts::reachable(program, function);
    for &id in &functions {
        let from_program = program.functions[id].body().is_some() && !is(task.library, id.index());
        // What others define is not known: a call of it proves nothing.
        if from_program && calls_undefined(program, id) {
            return None;
        }
    }
    let unwritten = facts::never_written(program);
    let mut maker = Maker::new(only(program, &functions), task.options.malloc_may_fail);
    // What variables hold is arbitrary, but for what nobody writes.
    for id in globals {
        let global = &program.globals[id];
        let role = initial::global(program, global).role;
        if matches!(role, Role::Literal | Role::Constant) || unwritten[id] {
            continue;
        }
        let of_library = is(task.library_globals, id.index());
        let unknown = role != Role::Variable
            || of_library && holds_pointers(program, global.ty, 0)
            || !global.init.relocations.is_empty()
            || global.size > LARGEST;
        if unknown {
            return None;
        }
        let address = maker.body.register(None, maker.pointer, Scalar::Ptr);
        maker.body.assign(address, Rvalue::AddressOf(place(PlaceBase::Global(id), 0, Scalar::U8)));
        let size = Operand::Int(global.size as i64, maker.size_scalar());
        maker.any_content(Operand::Local(address), size);
    }
    // Numbers first: sizes depend on them.
    let mut registers = Vec::new();
    for (index, local) in declared.locals.iter().take(declared.param_count as usize).enumerate() {
        let ty = params.get(index).copied().unwrap_or(local.ty);
        registers.push(match local.scalar {
            Some(scalar) => maker.any(ty, scalar),
            None => return None,
        });
    }
    let scalars: Vec<Scalar> = declared.locals.iter().filter_map(|local| local.scalar).collect();
    let mut counts = registers.clone();
    let mut counted = BTreeSet::new();
    needed.values().for_each(|needed| needed.counts(&mut counted));
    let call = |maker: &mut Maker, counts: &[LocalId]| {
        let mut registers = registers.clone();
        for (root, needed) in needed {
            let pointer = maker.make(needed, counts, true);
            match *root {
                Root::Parameter(index) => registers[index] = pointer,
                Root::Global(id, at) => {
                    maker.body.store(place(PlaceBase::Global(id), at, Scalar::Ptr), Operand::Local(pointer));
                }
            }
        }
        let passed = registers.iter().zip(&scalars).map(|(&r, &s)| Arg::Scalar(Operand::Local(r), s));
        maker.call(function, ret, &passed.collect::<Vec<_>>());
    };
    for count in counted {
        let scalar = scalars[count];
        if scalar.width(program.model) > 64 {
            return None;
        }
        // A negative number of elements is none. It gets a call of its own, so that the size stays a multiple of the number.
        if scalar.is_signed() {
            let fork = maker.fork_if(BinOp::Lt, scalar, registers[count], 0);
            let to = maker.size_scalar();
            let none = maker.body.register(None, maker.size_ty, to);
            maker.body.assign(none, Rvalue::Use(Operand::Int(0, to)));
            let mut without = counts.clone();
            without[count] = none;
            call(&mut maker, &without);
            let last = maker.body.goto(BlockId::from_raw(0));
            maker.ends.push(last);
            let next = maker.body.here();
            maker.otherwise(fork, next);
        }
        counts[count] = maker.count(registers[count], scalar);
    }
    call(&mut maker, &counts);
    Some(maker.finish())
}

/// The program without the bodies of all other functions: a large one has thousands.
fn only(program: &Program, functions: &[FuncId]) -> Program {
    let kept = |(id, function): (FuncId, &Function)| match functions.binary_search(&id) {
        Ok(_) => function.clone(),
        Err(_) => Function {
            name: function.name,
            ty: function.ty,
            body: FunctionBody::External,
            noreturn: function.noreturn,
            span: function.span,
        },
    };
    Program {
        model: program.model,
        names: program.names.clone(),
        types: program.types.clone(),
        globals: program.globals.clone(),
        functions: program.functions.iter_enumerated().map(kept).collect(),
        entry: None,
    }
}

fn calls_undefined(program: &Program, id: FuncId) -> bool {
    let Some(body) = program.functions[id].body() else { return false };
    body.blocks.iter().any(|block| match &block.terminator.kind {
        TerminatorKind::Call(call) => match call.callee {
            ir::Callee::Direct(callee) => !matches!(
                program.functions[callee].body,
                FunctionBody::Defined(_) | FunctionBody::Intrinsic(_)
            ),
            ir::Callee::Indirect(_) => false,
        },
        _ => false,
    })
}

impl Maker {
    fn call(&mut self, function: FuncId, ret: TypeId, passed: &[Arg]) {
        let ty = self.program.types[ret].clone();
        let result = match (&ty.kind, ty.scalar()) {
            (TypeKind::Void, _) => None,
            (_, Some(scalar)) => Some(self.body.register(None, ret, scalar)),
            (_, None) => Some(self.body.memory(None, ret, None)),
        };
        self.body.call(result, function, passed);
        let Some(result) = result else { return };
        let to = PlaceBase::Global(self.variable("fafnir_result", ret, ty.size));
        match ty.scalar() {
            Some(scalar) => self.body.store(place(to, 0, scalar), Operand::Local(result)),
            None => {
                let (dst, src) = (place(to, 0, Scalar::U8), place(PlaceBase::Local(result), 0, Scalar::U8));
                let copy = CopyBlock { dst, src, size: ty.size };
                self.body.statement(StatementKind::CopyBlock(Box::new(copy)));
            }
        }
    }

    fn finish(mut self) -> Program {
        let end = BlockId::from_raw(self.body.here().raw() + 1);
        self.body.goto(end);
        for fork in std::mem::take(&mut self.to_end) {
            self.otherwise(fork, end);
        }
        for last in std::mem::take(&mut self.ends) {
            self.body.body.blocks[last].terminator.kind = TerminatorKind::Goto(end);
        }
        self.body.return_scalar(Operand::Int(0, Scalar::I32), Scalar::I32);
        let name = self.program.names.intern("main");
        let kind = TypeKind::Function { ret: self.int, params: Vec::new(), variadic: false };
        let ty = self.program.types.push(Type { kind, size: 0, align: 1 });
        let body = FunctionBody::Defined(self.body.body);
        let main =
            self.program.functions.push(Function { name, ty, body, noreturn: false, span: Span::NONE });
        self.program.entry = Some(main);
        self.program
    }
}
