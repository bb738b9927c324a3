//! A program that calls one function with the heap and the arguments of a path: its `main` makes the blocks of the precondition, each
//! of exactly the size that is needed, fills them, keeps them, and calls the function.

use crate::executor::Executor;
use crate::state::{ArgValue, Kind, State};
use ::engine::{Candidate, Exported};
use base::{Idx, Span};
use ir::builder::BodyBuilder;
use ir::{
    Arg, CopyBlock, FuncId, Function, FunctionBody, Global, GlobalId, GlobalKind, Init, Intrinsic, LocalId,
    Operand, Place, PlaceBase, Program, Rvalue, Scalar, StatementKind, Type, TypeId, TypeKind,
};
use sl::Byte;
use smt::TermId;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use symexec::Machine as _;

const ENTRY: &str = "main";
const ALLOCATE: &str = "calloc";
const KEPT: &str = "fafnir_blocks";
/// So many bytes larger are blocks that need not be tight.
const ROOM: u64 = 1 << 12;
const RESULT: &str = "fafnir_result";

/// Gives the program the names that harnesses use, so that what is found in a run of one can be said with the names of the program.
pub(crate) fn intern_names(program: &mut Program) {
    for name in [ENTRY, ALLOCATE, KEPT, RESULT] {
        program.names.intern(name);
    }
}

pub(crate) struct Harness {
    pub(crate) program: Program,
    blocks: Vec<Block>,
    /// What variables hold at the call, as far as it matters.
    globals: Vec<(GlobalId, Vec<(u64, Content)>)>,
    args: Vec<Argument>,
}

/// A block of the precondition.
struct Block {
    size: u64,
    /// The pointers that lead to it have so many bytes of it before them.
    before: u64,
    content: Vec<(u64, Content)>,
}

/// What lies at an offset.
#[derive(Clone, Copy)]
enum Content {
    Byte(u8),
    Pointer(usize),
    Function(FuncId),
}

enum Argument {
    Value(i128, Scalar),
    Pointer(usize),
    Function(FuncId),
    Bytes(u64, Vec<(u64, Content)>),
}

impl Harness {
    /// The blocks are as large as what the path used of them (`is_tight`), or larger; `None` if a value cannot be written down.
    pub(crate) fn new(
        executor: &mut Executor<'_>,
        state: &State,
        function: FuncId,
        (given_args, is_tight): (&[ArgValue], bool),
    ) -> Option<Harness> {
        let open = state.own.open.clone()?;
        let word = executor.word();
        let value = |executor: &Executor<'_>, t: TermId| -> u128 {
            let value = state.path.model.value(&executor.prover.terms, t);
            value.as_bv().and_then(|bv| bv.to_u128()).unwrap_or(0)
        };
        // A pointer of the caller leads to one of the blocks if it was followed, and to a function if that was called.
        let leads_to = |t: TermId| {
            let alias = open.aliases.get(&t);
            if let Some(Kind::Function(id)) = alias.map(|&id| state.memory.get(id).origin.kind) {
                return Some(Content::Function(id));
            }
            let block =
                open.given.iter().position(|given| given.variable == t || alias == Some(&given.segment));
            block.map(Content::Pointer)
        };
        let content = |executor: &Executor<'_>, bytes: &BTreeMap<u64, Byte>| -> Vec<(u64, Content)> {
            let mut found = Vec::new();
            let mut skip = 0;
            for (&at, byte) in bytes {
                if at < skip {
                    continue;
                }
                let whole = byte.index == 0
                    && (0..word).all(|i| {
                        bytes.get(&(at + i)).is_some_and(|b| b.term == byte.term && u64::from(b.index) == i)
                    });
                if let (true, Some(target)) = (whole, leads_to(byte.term)) {
                    found.push((at, target));
                    skip = at + word;
                } else {
                    let bits = value(executor, byte.term) >> (8 * u32::from(byte.index));
                    found.push((at, Content::Byte(bits as u8)));
                }
            }
            found
        };
        let mut blocks = Vec::new();
        for given in &open.given {
            let mut size = given.needed.max(1);
            if given.symbolic {
                size = size.max(value(executor, state.memory.get(given.segment).size) as u64);
            }
            let empty = BTreeMap::new();
            let initial = open.initial.get(&given.segment).unwrap_or(&empty);
            let before = given.before.map_or(0, |before| value(executor, before) as u64);
            let hidden = state.memory.get(given.segment).lead.saturating_sub(before);
            let mut content = content(executor, initial);
            content.retain(|(at, _)| *at >= hidden);
            for (at, _) in &mut content {
                *at -= hidden;
            }
            let size = size.saturating_sub(hidden).max(1) + if is_tight { 0 } else { ROOM };
            blocks.push(Block { size, before, content });
        }
        let mut args = Vec::new();
        for arg in given_args {
            args.push(match arg {
                ArgValue::Scalar(t, scalar) => match leads_to(*t) {
                    Some(Content::Pointer(block)) => Argument::Pointer(block),
                    Some(Content::Function(id)) => Argument::Function(id),
                    Some(Content::Byte(_)) => return None,
                    None if scalar.width(executor.work.model) > 64 => return None,
                    None => Argument::Value(value(executor, *t) as i128, *scalar),
                },
                ArgValue::Block(bytes) => {
                    let map: BTreeMap<u64, Byte> = (0..).zip(bytes.iter().copied()).collect();
                    Argument::Bytes(bytes.len() as u64, content(executor, &map))
                }
            });
        }
        let mut globals = Vec::new();
        for (segment, initial) in &open.initial {
            if let Some(index) = executor.globals.iter().position(|global| global == segment) {
                globals.push((GlobalId::new(index), content(executor, initial)));
            }
        }
        let program = build(executor.work.program, function, &blocks, &globals, &args);
        Some(Harness { program, blocks, globals, args })
    }

    pub(crate) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The same in C, for a compiler with AddressSanitizer; only for runs that read no inputs.
    pub(crate) fn exported(
        &self,
        executor: &Executor<'_>,
        function: FuncId,
        candidate: &Candidate,
    ) -> Option<Exported> {
        if !candidate.inputs.is_empty() {
            return None;
        }
        let program = executor.work.program;
        let name = program.names.resolve(program.functions[function].name);
        let mut out = String::from("#include <stdlib.h>\n#include <string.h>\n\nint main(void) {\n");
        for (i, block) in self.blocks.iter().enumerate() {
            let _ = writeln!(
                out,
                "    static unsigned char *b{i}, *p{i};\n    b{i} = calloc({}, 1);\n    p{i} = b{i} + {};",
                block.size, block.before
            );
        }
        let function_name = |id: FuncId| program.names.resolve(program.functions[id].name);
        let put_function = |to: &str, id: FuncId| {
            format!("    {{ void *f = (void *){}; memcpy({to}, &f, sizeof f); }}", function_name(id))
        };
        for (i, block) in self.blocks.iter().enumerate() {
            for (at, content) in &block.content {
                let _ = match content {
                    Content::Byte(byte) => writeln!(out, "    b{i}[{at}] = {byte};"),
                    Content::Pointer(to) => {
                        writeln!(out, "    memcpy(b{i} + {at}, &p{to}, sizeof p{to});")
                    }
                    Content::Function(id) => writeln!(out, "{}", put_function(&format!("b{i} + {at}"), *id)),
                };
            }
        }
        for (global, content) in &self.globals {
            let global = &executor.work.program.globals[*global];
            if global.kind != GlobalKind::Variable {
                return None;
            }
            let name = executor.work.program.names.resolve(global.name);
            for (at, content) in content {
                let to = format!("(unsigned char *)&{name} + {at}");
                let _ = match content {
                    Content::Byte(byte) => writeln!(out, "    *({to}) = {byte};"),
                    Content::Pointer(block) => writeln!(out, "    memcpy({to}, &p{block}, sizeof p{block});"),
                    Content::Function(id) => writeln!(out, "{}", put_function(&to, *id)),
                };
            }
        }
        let mut given = Vec::new();
        for arg in &self.args {
            given.push(match arg {
                Argument::Pointer(block) => format!("(void *)p{block}"),
                Argument::Function(id) => format!("(void *){}", function_name(*id)),
                Argument::Value(0, Scalar::Ptr) => "(void *)0".to_owned(),
                Argument::Value(value, Scalar::Ptr) => format!("(void *){value}ul"),
                Argument::Value(value, scalar) if !scalar.is_float() => {
                    format!("{}", scalar.constant_value(*value as i64))
                }
                _ => return None,
            });
        }
        let _ = writeln!(out, "    {name}({});\n    return 0;\n}}", given.join(", "));
        Some(Exported { body: out })
    }
}

fn place(base: PlaceBase, offset: u64, access: Scalar) -> Place {
    Place { base, offset: offset as i64, index: None, access, bits: None }
}

fn write(body: &mut BodyBuilder, base: PlaceBase, content: &[(u64, Content)], blocks: &[LocalId]) {
    for &(at, what) in content {
        match what {
            Content::Byte(byte) => {
                body.store(place(base, at, Scalar::U8), Operand::Int(i64::from(byte), Scalar::U8));
            }
            Content::Pointer(block) => {
                body.store(place(base, at, Scalar::Ptr), Operand::Local(blocks[block]));
            }
            Content::Function(id) => body.store(place(base, at, Scalar::Ptr), Operand::Func(id)),
        }
    }
}

/// The program with a `main` of the harness.
fn build(
    program: &Program,
    function: FuncId,
    blocks: &[Block],
    globals: &[(GlobalId, Vec<(u64, Content)>)],
    args: &[Argument],
) -> Program {
    let mut program = program.clone();
    let model = program.model;
    let (word, size_type) = (model.pointer_size(), model.unsigned_word());
    let add = |program: &mut Program, kind: TypeKind, size: u64| {
        program.types.push(Type { kind, size, align: size.max(1) })
    };
    let void = add(&mut program, TypeKind::Void, 0);
    let pointer = add(&mut program, TypeKind::Pointer(void), word);
    let int = add(&mut program, TypeKind::Scalar(Scalar::I32), 4);
    let size_ty = add(&mut program, TypeKind::Scalar(size_type), word);
    let allocate = program
        .functions
        .iter_enumerated()
        .find(|(_, f)| matches!(f.body, FunctionBody::Intrinsic(Intrinsic::AllocateZeroed)))
        .map(|(id, _)| id);
    let allocate = allocate.unwrap_or_else(|| {
        let name = program.names.intern(ALLOCATE);
        let kind = TypeKind::Function { ret: pointer, params: vec![size_ty, size_ty], variadic: false };
        let ty = add(&mut program, kind, 0);
        let body = FunctionBody::Intrinsic(Intrinsic::AllocateZeroed);
        program.functions.push(Function { name, ty, body, noreturn: false, span: Span::NONE })
    });
    let variable = |program: &mut Program, name: &str, ty: TypeId, size: u64| -> GlobalId {
        let name = program.names.intern(name);
        let (kind, init) = (GlobalKind::Variable, Init::default());
        program.globals.push(Global { name, ty, size, align: 16, kind, init, span: Span::NONE })
    };
    let count = blocks.len().max(1) as u64;
    let array = TypeKind::Array { elem: pointer, len: Some(count) };
    let array = add(&mut program, array, word * count);
    program.types[array].align = word;
    let kept = variable(&mut program, KEPT, array, word * count);

    let mut body = BodyBuilder::new();
    let registers: Vec<LocalId> = blocks.iter().map(|_| body.register(None, pointer, Scalar::Ptr)).collect();
    let (ret, params) = match &program.types[program.functions[function].ty].kind {
        TypeKind::Function { ret, params, .. } => (*ret, params.clone()),
        _ => (void, Vec::new()),
    };
    let structures: Vec<Option<LocalId>> = args
        .iter()
        .enumerate()
        .map(|(index, arg)| match arg {
            Argument::Bytes(..) => Some(body.memory(None, params.get(index).copied().unwrap_or(void), None)),
            _ => None,
        })
        .collect();
    let result_type = program.types[ret].clone();
    let result = match (&result_type.kind, result_type.scalar()) {
        (TypeKind::Void, _) => None,
        (_, Some(scalar)) => Some(body.register(None, ret, scalar)),
        (_, None) => Some(body.memory(None, ret, None)),
    };
    for (index, (block, &register)) in blocks.iter().zip(&registers).enumerate() {
        let (size, one) = (Operand::Int(block.size as i64, size_type), Operand::Int(1, size_type));
        body.call(Some(register), allocate, &[Arg::Scalar(size, size_type), Arg::Scalar(one, size_type)]);
        let at = place(PlaceBase::Global(kept), index as u64 * word, Scalar::Ptr);
        body.store(at, Operand::Local(register));
    }
    // Pointers into a block are registers of their own.
    let pointers: Vec<LocalId> = blocks
        .iter()
        .zip(&registers)
        .map(|(block, &register)| {
            if block.before == 0 {
                return register;
            }
            let into = body.register(None, pointer, Scalar::Ptr);
            let at = place(PlaceBase::Deref(register), block.before, Scalar::U8);
            body.assign(into, Rvalue::AddressOf(at));
            into
        })
        .collect();
    for (block, &register) in blocks.iter().zip(&registers) {
        write(&mut body, PlaceBase::Deref(register), &block.content, &pointers);
    }
    for (global, content) in globals {
        write(&mut body, PlaceBase::Global(*global), content, &pointers);
    }
    let mut passed = Vec::new();
    for (arg, structure) in args.iter().zip(&structures) {
        passed.push(match (arg, structure) {
            (Argument::Pointer(block), _) => Arg::Scalar(Operand::Local(pointers[*block]), Scalar::Ptr),
            (Argument::Function(id), _) => Arg::Scalar(Operand::Func(*id), Scalar::Ptr),
            (Argument::Value(value, scalar), _) => Arg::Scalar(operand(*value, *scalar), *scalar),
            (Argument::Bytes(size, content), Some(local)) => {
                write(&mut body, PlaceBase::Local(*local), content, &pointers);
                Arg::Block(place(PlaceBase::Local(*local), 0, Scalar::U8), *size)
            }
            (Argument::Bytes(..), None) => continue,
        });
    }
    body.call(result, function, &passed);
    if let Some(result) = result {
        let global = variable(&mut program, RESULT, ret, result_type.size);
        let to = PlaceBase::Global(global);
        match result_type.scalar() {
            Some(scalar) => body.store(place(to, 0, scalar), Operand::Local(result)),
            None => {
                let (dst, src) = (place(to, 0, Scalar::U8), place(PlaceBase::Local(result), 0, Scalar::U8));
                let copy = CopyBlock { dst, src, size: result_type.size };
                body.statement(StatementKind::CopyBlock(Box::new(copy)));
            }
        }
    }
    body.return_scalar(Operand::Int(0, Scalar::I32), Scalar::I32);
    let name = program.names.intern(ENTRY);
    let kind = TypeKind::Function { ret: int, params: Vec::new(), variadic: false };
    let ty = add(&mut program, kind, 0);
    let body = FunctionBody::Defined(body.body);
    let main = program.functions.push(Function { name, ty, body, noreturn: false, span: Span::NONE });
    program.entry = Some(main);
    program
}

/// A constant of the IR with these bits.
fn operand(bits: i128, scalar: Scalar) -> Operand {
    match scalar {
        Scalar::F32 => Operand::Float(f64::from(f32::from_bits(bits as u32)).to_bits(), scalar),
        Scalar::F64 => Operand::Float(bits as u64, scalar),
        Scalar::I8 => Operand::Int(i64::from(bits as i8), scalar),
        Scalar::I16 => Operand::Int(i64::from(bits as i16), scalar),
        Scalar::I32 => Operand::Int(i64::from(bits as i32), scalar),
        _ => Operand::Int(bits as i64, scalar),
    }
}
