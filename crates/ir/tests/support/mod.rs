//! What the tests share, also with those of `report`: a random number generator that gives the same numbers everywhere, random graphs and programs.
#![allow(dead_code)]

use base::{Span, Symbol};
use ir::*;
use std::path::{Path, PathBuf};

/// xorshift64*: small, and the same on every machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((self.next() >> 33) as usize) % end.max(1)
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// The files of a directory beside the tests, in order; a test that finds none would test nothing.
pub(crate) fn files(directory: &str) -> Vec<PathBuf> {
    let directory = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../ir/tests")).join(directory);
    let mut found: Vec<PathBuf> = std::fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ir"))
        .collect();
    found.sort();
    assert!(!found.is_empty(), "no .ir files in {}", directory.display());
    found
}

/// Successor lists of a random graph. Mostly forward edges, some backward, so that there are loops of all kinds.
pub(crate) fn random_graph(random: &mut Random, len: usize) -> Vec<Vec<usize>> {
    let backward = random.below(60);
    (0..len)
        .map(|node| {
            let count = random.pick(&[0, 1, 1, 1, 2, 2, 2, 3]);
            (0..count)
                .map(|_| {
                    let back = random.chance(backward) && len > 1;
                    let target = if back {
                        1 + random.below(node.max(1).min(len - 1))
                    } else {
                        (node + 1 + random.below(5)).min(len - 1)
                    };
                    // Block 0 is the entry and has no predecessors.
                    target.max(usize::from(len > 1))
                })
                .filter(|&target| target != 0)
                .collect()
        })
        .collect()
}

pub(crate) fn cfg_of(graph: &[Vec<usize>]) -> Cfg {
    Cfg::from_successors(graph.len(), |block| {
        graph[block.raw() as usize].iter().map(|&target| BlockId::from_raw(target as u32))
    })
}

const NAMES: &[&str] =
    &["x", "x", "n", "list", "a b", "", "größe", "bits", "size", "_3", "fn1", "a\"\\\n'", "count.3"];

/// Whatever statements fit the grammar, on a random graph. Ids are in range; the verifier need not like the rest.
pub(crate) fn random_program(random: &mut Random) -> Program {
    let mut program = Program::new(random.pick(&[DataModel::Lp64, DataModel::Ilp32]));
    let names: Vec<Symbol> = NAMES.iter().map(|name| program.names.intern(name)).collect();
    let type_count = 3 + random.below(12);
    for _ in 0..type_count {
        let any = |random: &mut Random| TypeId::from_raw(random.below(type_count) as u32);
        let name = |random: &mut Random| random.chance(70).then(|| names[random.below(names.len())]);
        let kind = match random.below(9) {
            0 => TypeKind::Void,
            1 => TypeKind::Bool,
            2 => {
                let constants = name(random).map(|name| (name, -7)).into_iter().collect();
                TypeKind::Enum { name: name(random), repr: Scalar::U32, constants }
            }
            3 => TypeKind::Pointer(any(random)),
            4 => {
                let len = random.chance(70).then(|| random.below(1000) as u64);
                TypeKind::Array { elem: any(random), len }
            }
            5 => {
                let fields = (0..random.below(4)).map(|i| Field {
                    name: name(random),
                    ty: any(random),
                    offset: i as u64 * 4,
                    bits: random.chance(30).then(|| BitRange { start: random.below(32) as u8, width: 255 }),
                });
                let fields = fields.collect();
                let union = random.chance(30);
                let transparent = union && random.chance(30);
                TypeKind::Record(Record { name: name(random), is_typedef: union, union, transparent, fields })
            }
            6 => TypeKind::Complex(Scalar::F64),
            7 => {
                let params = (0..random.below(4)).map(|_| any(random)).collect();
                TypeKind::Function { ret: any(random), params, variadic: random.chance(30) }
            }
            _ => TypeKind::Scalar(random.pick(&Scalar::ALL)),
        };
        let align = 1 << random.below(5);
        program.types.push(Type { kind, size: random.below(40) as u64, align });
    }
    let (globals, functions) = (1 + random.below(5), 1 + random.below(4));
    let limits = Limits { types: type_count, globals, functions, names };
    for _ in 0..globals {
        let bytes: Vec<u8> = (0..random.below(150)).map(|_| random.next() as u8).collect();
        let relocations = (0..random.below(3)).map(|i| {
            let function = FuncId::from_raw(random.below(functions) as u32);
            let target = match random.below(2) {
                0 => RelocationTarget::Global(GlobalId::from_raw(random.below(globals) as u32)),
                _ => RelocationTarget::Function(function),
            };
            Relocation { offset: i as u64 * 8, target, addend: random.pick(&[0, 1, -8, i64::MIN, i64::MAX]) }
        });
        let relocations = relocations.collect();
        let init = if random.chance(60) { Init { bytes, relocations } } else { Init::default() };
        program.globals.push(Global {
            name: limits.name(random),
            ty: TypeId::from_raw(random.below(type_count) as u32),
            size: random.below(200) as u64,
            align: 8,
            kind: random.pick(GlobalKind::ALL),
            init,
            span: random_span(random),
        });
    }
    for _ in 0..functions {
        let body = match random.below(6) {
            0 => FunctionBody::External,
            1 => {
                let all: Vec<Intrinsic> = Intrinsic::all().collect();
                FunctionBody::Intrinsic(random.pick(&all))
            }
            _ => FunctionBody::Defined(random_body(random, &limits)),
        };
        program.functions.push(Function {
            name: limits.name(random),
            ty: TypeId::from_raw(random.below(type_count) as u32),
            body,
            noreturn: random.chance(20),
            span: random_span(random),
        });
    }
    program.entry = random.chance(70).then(|| FuncId::from_raw(random.below(functions) as u32));
    program
}

struct Limits {
    types: usize,
    globals: usize,
    functions: usize,
    names: Vec<Symbol>,
}

impl Limits {
    fn name(&self, random: &mut Random) -> Symbol {
        self.names[random.below(self.names.len())]
    }
}

fn random_span(random: &mut Random) -> Span {
    if random.chance(30) {
        return Span::NONE;
    }
    let lo = random.below(100_000) as u32;
    Span::new(lo, lo + random.below(50) as u32)
}

fn random_body(random: &mut Random, limits: &Limits) -> Body {
    let mut body = Body { variadic: random.chance(20), ..Body::default() };
    body.scopes.push(Scope { parent: None, span: random_span(random) });
    for i in 1..1 + random.below(3) {
        let parent = Some(ScopeId::from_raw(random.below(i) as u32));
        body.scopes.push(Scope { parent, span: random_span(random) });
    }
    let locals = 1 + random.below(10);
    body.param_count = random.below(locals + 1) as u32;
    for _ in 0..locals {
        body.locals.push(Local {
            name: random.chance(60).then(|| limits.name(random)),
            ty: TypeId::from_raw(random.below(limits.types) as u32),
            scalar: random.chance(80).then(|| random.pick(&Scalar::ALL)),
            register: random.chance(60),
            constant: random.chance(20),
            scope: ScopeId::from_raw(random.below(body.scopes.len()) as u32),
            span: random_span(random),
        });
    }
    let len = 1 + random.below(12);
    let graph = random_graph(random, len);
    for next in &graph {
        let targets: Vec<BlockId> = next.iter().map(|&target| BlockId::from_raw(target as u32)).collect();
        let statements = (0..random.below(6)).map(|_| {
            let kind = random_statement(random, limits, locals, len);
            Statement { kind, span: random_span(random) }
        });
        let statements = statements.collect();
        let kind = random_terminator(random, limits, locals, len, &targets);
        body.blocks.push(Block { statements, terminator: Terminator { kind, span: random_span(random) } });
    }
    body
}

fn random_local(random: &mut Random, locals: usize) -> LocalId {
    LocalId::from_raw(random.below(locals) as u32)
}

fn random_operand(random: &mut Random, limits: &Limits, locals: usize, blocks: usize) -> Operand {
    let scalar = random.pick(&Scalar::ALL);
    match random.below(10) {
        0 => Operand::Int(random.next() as i64, scalar),
        1 => Operand::Int(random.pick(&[0, 1, -1, i64::MIN, i64::MAX]), scalar),
        2 => Operand::Float(random.next(), scalar),
        3 => {
            let value =
                random.pick(&[0.0, -0.0, 1.5, 1e300, 5e-324, f64::INFINITY, f64::NEG_INFINITY, f64::NAN]);
            Operand::Float(value.to_bits(), scalar)
        }
        4 => Operand::Global(GlobalId::from_raw(random.below(limits.globals) as u32)),
        5 => Operand::Func(FuncId::from_raw(random.below(limits.functions) as u32)),
        6 => Operand::Label(BlockId::from_raw(random.below(blocks) as u32)),
        _ => Operand::Local(random_local(random, locals)),
    }
}

fn random_place(random: &mut Random, limits: &Limits, locals: usize) -> Place {
    let base = match random.below(3) {
        0 => PlaceBase::Local(random_local(random, locals)),
        1 => PlaceBase::Global(GlobalId::from_raw(random.below(limits.globals) as u32)),
        _ => PlaceBase::Deref(random_local(random, locals)),
    };
    Place {
        base,
        offset: random.pick(&[0, 0, 4, 8, -8, i64::MIN, i64::MAX]),
        index: random.chance(30).then(|| PlaceIndex {
            local: random_local(random, locals),
            scale: random.pick(&[0, 1, 4, u32::MAX]),
        }),
        access: random.pick(&[Scalar::U8, Scalar::I32, Scalar::Ptr, Scalar::F80]),
        bits: random
            .chance(20)
            .then(|| BitRange { start: random.below(64) as u8, width: random.below(64) as u8 }),
    }
}

fn random_statement(random: &mut Random, limits: &Limits, locals: usize, blocks: usize) -> StatementKind {
    let local = random_local(random, locals);
    let scalar = random.pick(&Scalar::ALL);
    let place = random_place(random, limits, locals);
    let mut operand = || random_operand(random, limits, locals, blocks);
    let (first, second) = (operand(), operand());
    match random.below(14) {
        0 => StatementKind::Assign(local, Rvalue::Use(first)),
        1 | 2 => StatementKind::Assign(local, Rvalue::Load(place)),
        3 => StatementKind::Assign(local, Rvalue::AddressOf(place)),
        4 => StatementKind::Assign(local, Rvalue::Unary(random.pick(UnOp::ALL), scalar, first)),
        5 | 6 => StatementKind::Assign(local, Rvalue::Binary(random.pick(BinOp::ALL), scalar, first, second)),
        7 => StatementKind::Assign(
            local,
            Rvalue::Cast { from: scalar, to: random.pick(&Scalar::ALL), operand: first },
        ),
        8 => StatementKind::Store(place, first),
        9 => {
            let src = random_place(random, limits, locals);
            StatementKind::CopyBlock(Box::new(CopyBlock { dst: place, src, size: random.next() }))
        }
        10 => StatementKind::ZeroBlock(place, 16),
        11 if random.chance(50) => StatementKind::StorageLive(local),
        11 => StatementKind::StorageDead(local),
        12 => StatementKind::StackAlloc { dst: local, size: first, align: 16 },
        _ if random.chance(50) => StatementKind::StackFree(local),
        _ => StatementKind::Unsupported(limits.name(random)),
    }
}

fn random_terminator(
    random: &mut Random,
    limits: &Limits,
    locals: usize,
    blocks: usize,
    targets: &[BlockId],
) -> TerminatorKind {
    let arg = |random: &mut Random| {
        if random.chance(30) {
            Arg::Block(random_place(random, limits, locals), random.next())
        } else {
            Arg::Scalar(random_operand(random, limits, locals, blocks), random.pick(&Scalar::ALL))
        }
    };
    let args = |random: &mut Random| (0..random.below(4)).map(|_| arg(random)).collect();
    let callee = |random: &mut Random| {
        if random.chance(50) {
            Callee::Direct(FuncId::from_raw(random.below(limits.functions) as u32))
        } else {
            Callee::Indirect(random_operand(random, limits, locals, blocks))
        }
    };
    let dst = random.chance(60).then(|| random_local(random, locals));
    let operand = random_operand(random, limits, locals, blocks);
    match *targets {
        [] => match random.below(3) {
            0 => TerminatorKind::Unreachable,
            1 => TerminatorKind::Return(random.chance(60).then(|| arg(random))),
            _ => {
                let call = Call { callee: callee(random), args: args(random), dst, next: None };
                TerminatorKind::Call(Box::new(call))
            }
        },
        [next] if random.chance(40) => {
            let call = Call { callee: callee(random), args: args(random), dst, next: Some(next) };
            TerminatorKind::Call(Box::new(call))
        }
        [next] => TerminatorKind::Goto(next),
        [then_block, else_block] if random.chance(70) => {
            TerminatorKind::Branch { cond: operand, then_block, else_block }
        }
        [ref candidates @ .., _] if random.chance(30) => {
            TerminatorKind::IndirectGoto { target: operand, candidates: candidates.to_vec() }
        }
        [ref targets @ .., default] => {
            let cases = targets.iter().enumerate().map(|(i, &target)| {
                let low = if random.chance(50) { random.next() as i64 } else { i as i64 * 10 };
                SwitchCase { low, high: low.saturating_add(random.below(3) as i64), target }
            });
            let cases = cases.collect();
            TerminatorKind::Switch { value: operand, scalar: random.pick(&Scalar::ALL), cases, default }
        }
    }
}
