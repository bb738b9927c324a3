//! A program that calls one function with the heap and the arguments of a path: its `main` makes the blocks of the precondition, each
//! of exactly the size that is needed, fills them, keeps them, and calls the function.

use crate::executor::Executor;
use crate::state::{ArgValue, Kind, State};
use ::engine::Exported;
use base::{Idx, Span};
use ir::builder::BodyBuilder;
use ir::{
    Arg, Call, Callee, CopyBlock, FuncId, Function, FunctionBody, Global, GlobalId, GlobalKind, Init,
    Intrinsic, LocalId, Operand, Place, PlaceBase, Program, Rvalue, Scalar, StatementKind, TerminatorKind,
    Type, TypeId, TypeKind,
};
use sl::Byte;
use smt::TermId;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use symexec::Machine as _;

const ENTRY: &str = "main";
const ALLOCATE: &str = "calloc";
const KEPT: &str = "fafnir_blocks";
/// So many bytes larger are blocks that need not be tight.
const ROOM: u64 = 1 << 12;
/// Allocations of the C library that fail when the run says so.
const ALLOCATORS: [(&str, &str); 5] = [
    ("malloc", "static void *fafnir_malloc(size_t n) { return fafnir_failing() ? 0 : malloc(n); }"),
    (
        "calloc",
        "static void *fafnir_calloc(size_t n, size_t m) { return fafnir_failing() ? 0 : calloc(n, m); }",
    ),
    (
        "realloc",
        "static void *fafnir_realloc(void *p, size_t n) { return fafnir_failing() ? 0 : realloc(p, n); }",
    ),
    ("strdup", "static char *fafnir_strdup(const char *s) { return fafnir_failing() ? 0 : strdup(s); }"),
    (
        "strndup",
        "static char *fafnir_strndup(const char *s, size_t n) { return fafnir_failing() ? 0 : strndup(s, n); }",
    ),
];
/// Functions that a caller passes.
const CALLBACK: &str = "fafnir_callback";
const RESULT: &str = "fafnir_result";

/// Gives the program the names that harnesses use, so that what is found in a run of one can be said with the names of the program,
/// and functions for pointers to functions that a caller chose.
pub(crate) fn prepare(program: &mut Program) {
    for name in [ENTRY, ALLOCATE, KEPT, RESULT] {
        program.names.intern(name);
    }
    add_callbacks(program);
}

/// A function for each kind of call through a pointer: it is defined nowhere, so it does what a function of the caller may do.
fn add_callbacks(program: &mut Program) {
    let mut signatures = BTreeSet::new();
    for (_, _, body) in program.bodies() {
        for block in body.blocks.iter() {
            let TerminatorKind::Call(call) = &block.terminator.kind else { continue };
            if !matches!(call.callee, Callee::Indirect(_)) {
                continue;
            }
            let scalar = |arg: &Arg| match arg {
                Arg::Scalar(_, scalar) => Some(*scalar),
                Arg::Block(..) => None,
            };
            let Some(args) = call.args.iter().map(scalar).collect::<Option<Vec<Scalar>>>() else { continue };
            let result = match call.dst.map(|dst| body.locals[dst].scalar) {
                None => None,
                Some(Some(scalar)) => Some(scalar),
                Some(None) => continue,
            };
            signatures.insert((result, args));
        }
    }
    for (number, (result, args)) in signatures.into_iter().enumerate() {
        let mut add = |kind: TypeKind, size: u64| program.types.push(Type { kind, size, align: size.max(1) });
        let void = add(TypeKind::Void, 0);
        let word = program.model.pointer_size();
        let model = program.model;
        let mut of = |scalar: Scalar| {
            let (kind, size) = match scalar {
                Scalar::Ptr => (TypeKind::Pointer(void), word),
                _ => (TypeKind::Scalar(scalar), u64::from(scalar.width(model).div_ceil(8))),
            };
            program.types.push(Type { kind, size, align: size.max(1) })
        };
        let ret = result.map_or(void, &mut of);
        let params = args.into_iter().map(&mut of).collect();
        let kind = TypeKind::Function { ret, params, variadic: false };
        let ty = program.types.push(Type { kind, size: 0, align: 1 });
        let name = program.names.intern(&format!("{CALLBACK}_{number}"));
        let body = FunctionBody::External;
        program.functions.push(Function { name, ty, body, noreturn: false, span: Span::NONE });
    }
}

/// Whether something is called so only in harnesses.
pub(crate) fn is_name(name: &str) -> bool {
    name.starts_with(CALLBACK)
}

/// Whether the function stands for one that the caller chose.
pub(crate) fn is_callback(program: &Program, function: FuncId) -> bool {
    let function = &program.functions[function];
    matches!(function.body, FunctionBody::External)
        && function.span.is_none()
        && is_name(program.names.resolve(function.name))
}

/// The function that stands for what a caller may choose for a call through a pointer.
pub(crate) fn callback(program: &Program, caller: FuncId, call: &Call) -> Option<FuncId> {
    let locals = &program.functions[caller].body()?.locals;
    let all = program.functions.ids().rev().take_while(|&id| is_callback(program, id));
    all.into_iter().find(|&id| program.mismatch(id, call, locals).is_none())
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

    /// The functions that a caller passes.
    fn callbacks<'p>(&self, program: &'p Program) -> BTreeMap<&'p str, Option<Scalar>> {
        let contents = self.blocks.iter().map(|block| &block.content);
        let contents = contents.chain(self.globals.iter().map(|(_, content)| content));
        let in_memory = contents.flatten().filter_map(|(_, content)| match content {
            Content::Function(id) => Some(*id),
            _ => None,
        });
        let passed = self.args.iter().filter_map(|arg| match arg {
            Argument::Function(id) => Some(*id),
            _ => None,
        });
        let of = |id: FuncId| {
            let TypeKind::Function { ret, .. } = program.types[program.functions[id].ty].kind else {
                return None;
            };
            Some((program.names.resolve(program.functions[id].name), program.types[ret].scalar()))
        };
        in_memory.chain(passed).filter(|&id| is_callback(program, id)).filter_map(of).collect()
    }

    /// What stands before the checked files in C: which allocations fail, and functions that a caller passes. `None` if the run needs
    /// other inputs.
    fn head(&self, executor: &Executor<'_>, state: &State) -> Option<String> {
        let open = state.own.open.as_ref()?;
        let program = executor.work.program;
        let (mut fails, mut results, mut allocators) = (Vec::new(), Vec::new(), BTreeSet::new());
        for input in state.inputs.iter() {
            let value = state.path.model.value(&executor.prover.terms, input.variable);
            let value = value.as_bv().and_then(|bv| bv.to_u128()).unwrap_or(0);
            if let Some(name) = open.allocations.get(&input.variable) {
                fails.push(value == 0);
                allocators.insert(ALLOCATORS.iter().find(|(known, _)| known == name)?);
            } else if input.foreign && !input.uninitialised {
                results.push(value as u64 as i64);
            } else {
                return None;
            }
        }
        let callbacks = self.callbacks(program);
        if !results.is_empty() && callbacks.is_empty() {
            return None;
        }
        let mut out = String::new();
        if fails.contains(&true) {
            let list: Vec<&str> = fails.iter().map(|&fails| if fails { "1" } else { "0" }).collect();
            let _ = write!(
                out,
                "#include <stdlib.h>\n#include <string.h>\n\n/* Which allocations fail. */\n\
                 static const char fafnir_fails[] = {{{}}};\nstatic unsigned fafnir_allocations;\n\
                 static int fafnir_failing(void) {{\n    unsigned n = fafnir_allocations++;\n    \
                 return n < sizeof fafnir_fails && fafnir_fails[n];\n}}\n",
                list.join(", ")
            );
            for (name, text) in allocators {
                let _ = writeln!(out, "{text}\n#define {name} fafnir_{name}");
            }
        }
        if !callbacks.is_empty() {
            let list: Vec<String> = results.iter().chain(&[0]).map(i64::to_string).collect();
            let _ = writeln!(
                out,
                "/* What the caller's functions return. */\nstatic const long long fafnir_results[] = {{{}}};\n\
                 static unsigned fafnir_next;",
                list.join(", ")
            );
        }
        for (name, result) in callbacks {
            let ty = match result {
                None => {
                    let _ = writeln!(out, "static void {name}() {{\n}}");
                    continue;
                }
                Some(Scalar::Ptr) => "void *",
                Some(Scalar::I8 | Scalar::U8) => "signed char ",
                Some(Scalar::I16 | Scalar::U16) => "short ",
                Some(Scalar::I32 | Scalar::U32) => "int ",
                Some(Scalar::I64 | Scalar::U64) => "long long ",
                Some(_) => return None,
            };
            let _ =
                writeln!(out, "static {ty}{name}() {{\n    return ({ty})fafnir_results[fafnir_next++];\n}}");
        }
        Some(out)
    }

    /// The same in C, for a compiler with AddressSanitizer.
    pub(crate) fn exported(
        &self,
        executor: &Executor<'_>,
        function: FuncId,
        state: &State,
    ) -> Option<Exported> {
        let head = self.head(executor, state)?;
        let program = executor.work.program;
        let name = program.names.resolve(program.functions[function].name);
        let mut out =
            String::from("#undef calloc\n#include <stdlib.h>\n#include <string.h>\n\nint main(void) {\n");
        for (i, block) in self.blocks.iter().enumerate() {
            let _ = writeln!(
                out,
                "    static unsigned char *b{i}, *p{i};\n    b{i} = calloc({}, 1);\n    p{i} = b{i} + {};",
                block.size, block.before
            );
        }
        let function_name = |id: FuncId| {
            let name = program.names.resolve(program.functions[id].name);
            // The blocks of the harness are not among those that may fail, but what the function allocates by a pointer is.
            let may_fail = head.contains(&format!("#define {name} fafnir_{name}\n"));
            if may_fail { format!("fafnir_{name}") } else { name.to_owned() }
        };
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
        Some(Exported { head, body: out })
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
