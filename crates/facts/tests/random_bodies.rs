//! SSA and dead locals on random bodies, against what happens on random paths through them.

use base::{Idx, Span};
use fafnir_facts::{Definition, Facts, ValueId};
use ir::{
    BinOp, Block, BlockId, Body, DataModel, FuncId, Function, FunctionBody, Local, LocalId, Operand, Program,
    Rvalue, Scalar, ScopeId, Statement, StatementKind, Terminator, TerminatorKind, Type, TypeKind,
};
use std::collections::HashMap;

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % end.max(1)
    }
}

const REGISTERS: usize = 6;

/// A function of registers on a random graph.
fn random_program(random: &mut Random) -> Program {
    let mut program = Program::new(DataModel::Lp64);
    let name = program.names.intern("main");
    let int = program.types.push(Type { kind: TypeKind::Scalar(Scalar::I32), size: 4, align: 4 });
    let kind = TypeKind::Function { ret: int, params: vec![int, int], variadic: false };
    let ty = program.types.push(Type { kind, size: 0, align: 1 });
    let mut body = Body { param_count: 2, ..Body::default() };
    let scope = body.scopes.push(ir::Scope { parent: None, span: Span::NONE });
    assert_eq!(scope, ScopeId::from_raw(0));
    for index in 0..REGISTERS {
        let named = (index % 2 == 0).then_some(name);
        body.locals.push(Local {
            name: named,
            ty: int,
            scalar: Some(Scalar::I32),
            register: true,
            constant: false,
            scope,
            span: Span::NONE,
        });
    }
    let len = 2 + random.below(14);
    let local = |random: &mut Random| LocalId::new(random.below(REGISTERS));
    for _ in 0..len {
        let statements = (0..random.below(4))
            .map(|_| {
                let (a, b) = (Operand::Local(local(random)), Operand::Local(local(random)));
                let kind = match random.below(6) {
                    0 => StatementKind::StorageLive(local(random)),
                    1 => StatementKind::StorageDead(local(random)),
                    2 => StatementKind::Assign(local(random), Rvalue::Use(a)),
                    _ => StatementKind::Assign(local(random), Rvalue::Binary(BinOp::Xor, Scalar::I32, a, b)),
                };
                Statement { kind, span: Span::NONE }
            })
            .collect();
        // Block 0 is the entry and has no predecessors.
        let target = |random: &mut Random| BlockId::new(1 + random.below(len - 1));
        let kind = match random.below(8) {
            0 => TerminatorKind::Return(Some(ir::Arg::Scalar(Operand::Local(local(random)), Scalar::I32))),
            1 | 2 => TerminatorKind::Goto(target(random)),
            _ => TerminatorKind::Branch {
                cond: Operand::Local(local(random)),
                then_block: target(random),
                else_block: target(random),
            },
        };
        body.blocks.push(Block { statements, terminator: Terminator { kind, span: Span::NONE } });
    }
    let body = FunctionBody::Defined(body);
    program.functions.push(Function { name, ty, body, noreturn: false, span: Span::NONE });
    program.entry = Some(FuncId::from_raw(0));
    program
}

#[test]
fn every_use_names_the_definition_that_reaches_it_on_every_path() {
    let mut random = Random(0x5eed_1234_9876_4321);
    let mut phis = 0;
    for round in 0..400 {
        let program = random_program(&mut random);
        let facts = Facts::of(&program);
        let function = facts.function(FuncId::from_raw(0)).unwrap();
        let (body, cfg, ssa) = (function.body(), function.cfg(), function.ssa());
        phis += ssa.values().filter(|&v| matches!(ssa.definition(v), Definition::Phi(_))).count();
        for _ in 0..20 {
            // Each execution of a definition has a number of its own.
            let mut next = 0u32;
            let mut fresh = || {
                next += 1;
                next
            };
            let mut registers: Vec<u32> = (0..REGISTERS).map(|_| fresh()).collect();
            let mut values: HashMap<ValueId, u32> = HashMap::new();
            for local in body.locals.ids() {
                if let Some(value) = ssa.on_entry(local) {
                    values.insert(value, registers[local.index()]);
                }
            }
            let mut block = cfg.entry();
            for _ in 0..40 {
                let data = &body.blocks[block];
                for index in 0..=data.statements.len() {
                    let mut read = Vec::new();
                    let written = match data.statements.get(index) {
                        Some(statement) => {
                            statement.kind.for_each_use(|local| read.push(local));
                            match statement.kind {
                                StatementKind::StorageLive(l) | StatementKind::StorageDead(l) => Some(l),
                                _ => statement.kind.def(),
                            }
                        }
                        None => {
                            data.terminator.kind.for_each_use(|local| read.push(local));
                            None
                        }
                    };
                    let uses = ssa.uses(block, index);
                    assert_eq!(uses.len(), read.len());
                    for (&value, local) in uses.iter().zip(read) {
                        assert_eq!(ssa.local(value), local);
                        assert_eq!(
                            values.get(&value),
                            Some(&registers[local.index()]),
                            "round {round} {block}:{index}"
                        );
                    }
                    let defined = ssa.defined(block, index);
                    assert_eq!(defined.map(|value| ssa.local(value)), written);
                    if let Some(value) = defined {
                        let number = fresh();
                        values.insert(value, number);
                        registers[ssa.local(value).index()] = number;
                    }
                }
                let successors = cfg.successors(block);
                if successors.is_empty() {
                    break;
                }
                let target = successors[random.below(successors.len())];
                let edge = cfg.predecessors(target).iter().position(|&p| p == block).unwrap();
                let chosen: Vec<(ValueId, Option<u32>)> = ssa
                    .phis(target)
                    .map(|phi| (phi, values.get(&ssa.arguments(phi).nth(edge).flatten().unwrap()).copied()))
                    .collect();
                for (phi, number) in chosen {
                    values.insert(phi, number.expect("what a phi reads is defined"));
                }
                block = target;
            }
        }
    }
    assert!(phis > 1000, "{phis}");
}

#[test]
fn what_is_dead_is_not_read_before_it_is_written() {
    let mut random = Random(0x0dea_d10c_a150_0001);
    let mut dead = 0;
    for round in 0..300 {
        let program = random_program(&mut random);
        let facts = Facts::of(&program);
        let function = facts.function(FuncId::from_raw(0)).unwrap();
        let (body, cfg) = (function.body(), function.cfg());
        let lists = function.dead();
        for _ in 0..10 {
            let mut is_dead = [false; REGISTERS];
            let mut block = cfg.entry();
            for _ in 0..40 {
                let data = &body.blocks[block];
                for index in 0..=data.statements.len() {
                    let mut check =
                        |local: LocalId| assert!(!is_dead[local.index()], "round {round} {block}:{index}");
                    let written = match data.statements.get(index) {
                        Some(statement) => {
                            statement.kind.for_each_use(&mut check);
                            match statement.kind {
                                StatementKind::StorageLive(l) | StatementKind::StorageDead(l) => Some(l),
                                _ => statement.kind.def(),
                            }
                        }
                        None => {
                            data.terminator.kind.for_each_use(&mut check);
                            None
                        }
                    };
                    written.into_iter().for_each(|local| is_dead[local.index()] = false);
                    for &local in lists.after(block, index) {
                        is_dead[local.index()] = true;
                        dead += 1;
                    }
                }
                let successors = cfg.successors(block);
                if successors.is_empty() {
                    break;
                }
                block = successors[random.below(successors.len())];
            }
        }
    }
    assert!(dead > 1000, "{dead}");
}
