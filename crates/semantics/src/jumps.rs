//! `setjmp` and `longjmp` as control flow that every engine knows.
//!
//! Every call of `setjmp` gets a variable of the function that it is in, whose address stands in the buffer from then on: it tells the call from all
//! others, also of the same function. `longjmp` sets a target and returns. Behind every call from which a jump may come it is looked
//! whether there is a target: if it is one of this function's, control goes on behind that `setjmp`, else the function returns, which ends
//! the lives of its variables.
//!
//! What C leaves open stays open: a variable that is not volatile and was changed since has no value behind the jump, if it is not
//! in memory. (Volatile variables are, see `csema`.)

use base::{FxHashMap, FxHashSet, Idx, IndexVec, Span};
use ir::{
    Arg, BinOp, Block, BlockId, Body, Call, Callee, Cfg, FuncId, FunctionBody, GlobalId, Liveness, Local,
    LocalId, Operand, Place, PlaceBase, Program, Rvalue, Scalar, ScopeId, Statement, StatementKind,
    Terminator, TerminatorKind, TypeId, TypeKind,
};
use std::collections::BTreeSet;

const SETTERS: [&str; 3] = ["setjmp", "_setjmp", "__sigsetjmp"];
const JUMPERS: [&str; 4] = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

/// The parts of the model that the expansion speaks of.
struct Jumps {
    target: GlobalId,
    value: GlobalId,
    nowhere: FuncId,
    setters: FxHashSet<FuncId>,
    /// The functions that may return because of a jump.
    jumping: FxHashSet<FuncId>,
    /// A pointer to one of them exists.
    by_pointer: bool,
    /// Types of a pointer, an `int` and a byte.
    pointer: TypeId,
    int: TypeId,
    byte: TypeId,
}

/// Makes the jumps of a program explicit, if it calls the models of `longjmp`.
pub fn expand(program: &mut Program) {
    let Some(jumps) = Jumps::of(program) else { return };
    let ids: Vec<FuncId> = program.bodies().map(|(id, _, _)| id).collect();
    let mut returning = Vec::new();
    for id in ids {
        let calls = calls_with_jumps(program, id, &jumps);
        if calls.is_empty() {
            continue;
        }
        // Nobody is left to jump to behind the first function.
        let is_first = program.entry == Some(id) || super::initial::start(program) == Some(id);
        let value = if is_first { None } else { Some(returned(program, id)) };
        returning.push((id, calls, value));
    }
    for (id, calls, value) in returning {
        let body = program.functions[id].body().expect("its calls were found").clone();
        let clobbered = clobbered(program, &body, &calls, &jumps);
        let body = Expansion::new(body, &jumps).expand(&calls, &clobbered, value);
        program.functions[id].body = FunctionBody::Defined(body);
    }
    for &id in &jumps.jumping {
        program.functions[id].noreturn = false;
    }
}

impl Jumps {
    fn of(program: &mut Program) -> Option<Jumps> {
        let global = |name: &str| {
            program
                .globals
                .iter_enumerated()
                .find(|(_, g)| program.names.resolve(g.name) == name)
                .map(|(id, _)| id)
        };
        let target = global("__fafnir_jump_target")?;
        let value = global("__fafnir_jump_value")?;
        let named = |names: &[&str]| -> FxHashSet<FuncId> {
            let is_one = |name| names.contains(&program.names.resolve(name));
            program.bodies().filter(|(_, f, _)| is_one(f.name)).map(|(id, _, _)| id).collect()
        };
        let nowhere = *named(&["__fafnir_jump_to_nowhere"]).iter().next()?;
        let setters = named(&SETTERS);
        let mut jumping = named(&JUMPERS);
        let addressed = addressed(program);
        let mut by_pointer = false;
        loop {
            let before = (jumping.len(), by_pointer);
            by_pointer |= jumping.iter().any(|id| addressed.contains(id));
            for (id, _, body) in program.bodies() {
                let jumps = |callee: Callee| match callee {
                    Callee::Direct(callee) => jumping.contains(&callee),
                    Callee::Indirect(_) => by_pointer,
                };
                if !jumping.contains(&id) && calls(body).any(|(_, call)| jumps(call.callee)) {
                    jumping.insert(id);
                }
            }
            if before == (jumping.len(), by_pointer) {
                break;
            }
        }
        let ty = |kind: TypeKind, size: u64| ir::Type { kind, size, align: size };
        let word = program.model.pointer_size();
        let pointer = program.types.push(ty(TypeKind::Scalar(Scalar::Ptr), word));
        let int = program.types.push(ty(TypeKind::Scalar(Scalar::I32), 4));
        let byte = program.types.push(ty(TypeKind::Scalar(Scalar::U8), 1));
        Some(Jumps { target, value, nowhere, setters, jumping, by_pointer, pointer, int, byte })
    }

    fn may_come_from(&self, callee: Callee) -> bool {
        match callee {
            Callee::Direct(id) => self.jumping.contains(&id),
            Callee::Indirect(_) => self.by_pointer,
        }
    }

    fn sets(&self, callee: Callee) -> bool {
        matches!(callee, Callee::Direct(id) if self.setters.contains(&id))
    }
}

fn calls(body: &Body) -> impl Iterator<Item = (BlockId, &Call)> {
    body.blocks.iter_enumerated().filter_map(|(id, block)| match &block.terminator.kind {
        TerminatorKind::Call(call) => Some((id, &**call)),
        _ => None,
    })
}

/// The functions that pointers may lead to.
fn addressed(program: &Program) -> FxHashSet<FuncId> {
    let mut found = FxHashSet::default();
    for global in program.globals.iter() {
        for relocation in &global.init.relocations {
            if let ir::RelocationTarget::Function(id) = relocation.target {
                found.insert(id);
            }
        }
    }
    let mut note = |operand| {
        if let Operand::Func(id) = operand {
            found.insert(id);
        }
    };
    for block in program.bodies().flat_map(|(_, _, body)| body.blocks.iter()) {
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::Assign(_, value) => value.for_each_operand(&mut note),
                StatementKind::Store(_, operand) => note(*operand),
                _ => {}
            }
        }
        match &block.terminator.kind {
            TerminatorKind::Call(call) => call.args.iter().for_each(|arg| match arg {
                Arg::Scalar(operand, _) => note(*operand),
                Arg::Block(..) => {}
            }),
            TerminatorKind::Return(Some(Arg::Scalar(operand, _))) => note(*operand),
            _ => {}
        }
    }
    found
}

/// The blocks that end in a call from which a jump may come.
fn calls_with_jumps(program: &Program, id: FuncId, jumps: &Jumps) -> Vec<BlockId> {
    let Some(body) = program.functions[id].body() else { return Vec::new() };
    calls(body).filter(|(_, call)| jumps.may_come_from(call.callee)).map(|(block, _)| block).collect()
}

/// What a function returns that nobody looks at.
fn returned(program: &Program, id: FuncId) -> Returned {
    let TypeKind::Function { ret, .. } = program.types[program.functions[id].ty].kind else {
        return Returned::Nothing;
    };
    match (program.types[ret].scalar(), &program.types[ret].kind) {
        (Some(scalar), _) if scalar.is_float() => Returned::Scalar(Operand::Float(0, scalar), scalar),
        (Some(scalar), _) => Returned::Scalar(Operand::Int(0, scalar), scalar),
        (None, TypeKind::Void) => Returned::Nothing,
        (None, _) => Returned::Block(ret, program.types[ret].size),
    }
}

#[derive(Clone, Copy)]
enum Returned {
    Nothing,
    Scalar(Operand, Scalar),
    /// A structure of that type and size.
    Block(TypeId, u64),
}

/// The registers that may be changed between a call of `setjmp` and a jump back to it, and are looked at after that; by the block that calls `setjmp`.
fn clobbered(
    program: &Program,
    body: &Body,
    jumping: &[BlockId],
    jumps: &Jumps,
) -> FxHashMap<BlockId, Vec<LocalId>> {
    let cfg = Cfg::new(body);
    let liveness = Liveness::new(program, body, &cfg);
    let before_jumps = reaching(&cfg, jumping.iter().copied(), |block| cfg.predecessors(block));
    let sets = calls(body).filter(|(_, call)| jumps.sets(call.callee));
    let changed_in = |call: &Call, next: BlockId| {
        let behind = reaching(&cfg, [next], |block| cfg.successors(block));
        let between = behind.intersection(&before_jumps);
        let mut changed = BTreeSet::new();
        for &block in between {
            changed.extend(body.blocks[block].statements.iter().filter_map(|s| match s.kind {
                StatementKind::Assign(local, _) => Some(local),
                _ => None,
            }));
            // What a jumping call itself gives arrives only if it does not jump; so does what `setjmp` gives.
            if let TerminatorKind::Call(call) = &body.blocks[block].terminator.kind {
                changed.extend(call.dst.filter(|&dst| body.locals[dst].register));
            }
        }
        changed.retain(|&local| Some(local) != call.dst && liveness.is_live_in(next, local));
        changed.into_iter().collect()
    };
    sets.filter_map(|(block, call)| Some((block, changed_in(call, call.next?)))).collect()
}

/// The blocks that are met from these on.
fn reaching<'a>(
    cfg: &'a Cfg,
    from: impl IntoIterator<Item = BlockId>,
    neighbours: impl Fn(BlockId) -> &'a [BlockId],
) -> BTreeSet<BlockId> {
    let mut met: BTreeSet<BlockId> = from.into_iter().collect();
    let mut waiting: Vec<BlockId> = met.iter().copied().collect();
    while let Some(block) = waiting.pop() {
        if cfg.is_reachable(block) {
            waiting.extend(neighbours(block).iter().copied().filter(|&next| met.insert(next)));
        }
    }
    met
}

/// The locals that are in scope where each block ends, of those that come into scope by a statement.
fn in_scope(body: &Body) -> IndexVec<BlockId, BTreeSet<LocalId>> {
    let cfg = Cfg::new(body);
    let mut ends: IndexVec<BlockId, Option<BTreeSet<LocalId>>> = body.blocks.iter().map(|_| None).collect();
    loop {
        let mut settled = true;
        for &block in cfg.reverse_postorder() {
            let mut live = BTreeSet::new();
            for &before in cfg.predecessors(block) {
                live.extend(ends[before].iter().flatten().copied());
            }
            for statement in &body.blocks[block].statements {
                match statement.kind {
                    StatementKind::StorageLive(local) => {
                        live.insert(local);
                    }
                    StatementKind::StorageDead(local) => {
                        live.remove(&local);
                    }
                    _ => {}
                }
            }
            if ends[block].as_ref() != Some(&live) {
                ends[block] = Some(live);
                settled = false;
            }
        }
        if settled {
            return ends.into_iter().map(Option::unwrap_or_default).collect();
        }
    }
}

/// A call of `setjmp`.
#[derive(Clone, Copy)]
struct Site {
    /// The block that ended in the call.
    block: BlockId,
    marker: LocalId,
    dst: Option<LocalId>,
    /// Where control goes on, the first time and after a jump.
    next: BlockId,
}

struct Expansion<'a> {
    body: Body,
    jumps: &'a Jumps,
    scopes: IndexVec<BlockId, BTreeSet<LocalId>>,
    span: Span,
}

impl<'a> Expansion<'a> {
    fn new(body: Body, jumps: &'a Jumps) -> Expansion<'a> {
        Expansion { scopes: in_scope(&body), body, jumps, span: Span::NONE }
    }

    fn expand(
        mut self,
        jumping: &[BlockId],
        clobbered: &FxHashMap<BlockId, Vec<LocalId>>,
        value: Option<Returned>,
    ) -> Body {
        let found: Vec<BlockId> = calls(&self.body)
            .filter(|(_, call)| self.jumps.sets(call.callee))
            .map(|(block, _)| block)
            .collect();
        let sites: Vec<Site> = found.into_iter().filter_map(|block| self.site(block)).collect();
        for &block in jumping {
            self.span = self.body.blocks[block].terminator.span;
            let back = self.back(block, &sites, clobbered, value);
            let TerminatorKind::Call(call) = &self.body.blocks[block].terminator.kind else { continue };
            let next = call.next;
            let next = next.unwrap_or_else(|| self.block(Vec::new(), TerminatorKind::Unreachable));
            let (target, is_set) = (self.local(Scalar::Ptr), self.local(Scalar::I32));
            let test = vec![
                StatementKind::Assign(target, Rvalue::Load(global(self.jumps.target, Scalar::Ptr))),
                StatementKind::Assign(is_set, differs(target, Operand::Int(0, Scalar::Ptr), BinOp::Ne)),
            ];
            let cond = Operand::Local(is_set);
            let test = self.test(test, TerminatorKind::Branch { cond, then_block: back, else_block: next });
            if let TerminatorKind::Call(call) = &mut self.body.blocks[block].terminator.kind {
                call.next = Some(test);
            }
        }
        self.body
    }

    /// Stores the address of a variable of its own where a call of `setjmp` has returned.
    fn site(&mut self, block: BlockId) -> Option<Site> {
        self.span = self.body.blocks[block].terminator.span;
        let TerminatorKind::Call(call) = &self.body.blocks[block].terminator.kind else { return None };
        let (&Arg::Scalar(place, _), dst, next) = (call.args.first()?, call.dst, call.next?) else {
            return None;
        };
        let marker = self.body.locals.push(Local {
            name: None,
            ty: self.jumps.byte,
            scalar: Some(Scalar::U8),
            register: false,
            constant: false,
            scope: ScopeId::new(0),
            span: self.span,
        });
        let (buffer, address) = (self.local(Scalar::Ptr), self.local(Scalar::Ptr));
        let statements = vec![
            StatementKind::Assign(buffer, Rvalue::Use(place)),
            StatementKind::Assign(address, Rvalue::AddressOf(at(PlaceBase::Local(marker), Scalar::U8))),
            StatementKind::Store(at(PlaceBase::Deref(buffer), Scalar::Ptr), Operand::Local(address)),
        ];
        // The place is computed before the call, which may be given it as a register.
        let stored = self.block(statements, TerminatorKind::Goto(next));
        if let TerminatorKind::Call(call) = &mut self.body.blocks[block].terminator.kind {
            call.next = Some(stored);
        }
        Some(Site { block, marker, dst, next })
    }

    /// Where control goes from a call that has jumped: to the site that is meant, or back to the caller.
    fn back(
        &mut self,
        from: BlockId,
        sites: &[Site],
        clobbered: &FxHashMap<BlockId, Vec<LocalId>>,
        value: Option<Returned>,
    ) -> BlockId {
        let mut otherwise = self.leave(value);
        for site in sites.iter().rev() {
            let resume = self.resume(from, *site, clobbered.get(&site.block).map_or(&[], Vec::as_slice));
            let (target, address, is_meant) =
                (self.local(Scalar::Ptr), self.local(Scalar::Ptr), self.local(Scalar::I32));
            let statements = vec![
                StatementKind::Assign(target, Rvalue::Load(global(self.jumps.target, Scalar::Ptr))),
                StatementKind::Assign(
                    address,
                    Rvalue::AddressOf(at(PlaceBase::Local(site.marker), Scalar::U8)),
                ),
                StatementKind::Assign(is_meant, differs(target, Operand::Local(address), BinOp::Eq)),
            ];
            let cond = Operand::Local(is_meant);
            let kind = TerminatorKind::Branch { cond, then_block: resume, else_block: otherwise };
            otherwise = self.test(statements, kind);
        }
        otherwise
    }

    /// Control comes to a call of `setjmp` a second time.
    fn resume(&mut self, from: BlockId, site: Site, clobbered: &[LocalId]) -> BlockId {
        let (left, there) = (self.scopes[from].clone(), self.scopes[site.block].clone());
        let mut statements: Vec<StatementKind> =
            left.difference(&there).map(|&local| StatementKind::StorageDead(local)).collect();
        statements.extend(there.difference(&left).map(|&local| StatementKind::StorageLive(local)));
        let target = global(self.jumps.target, Scalar::Ptr);
        statements.push(StatementKind::Store(target, Operand::Int(0, Scalar::Ptr)));
        // They have no value until they are written again.
        for &local in clobbered {
            if local.raw() >= self.body.param_count {
                statements.push(StatementKind::StorageLive(local));
                continue;
            }
            // A parameter lives as long as the call: it gets what a variable without a value holds.
            let nothing = self.body.locals.push(Local { name: None, ..self.body.locals[local].clone() });
            statements.push(StatementKind::StorageLive(nothing));
            statements.push(StatementKind::Assign(local, Rvalue::Use(Operand::Local(nothing))));
        }
        if let Some(dst) = site.dst {
            let value = Rvalue::Load(global(self.jumps.value, Scalar::I32));
            statements.push(StatementKind::Assign(dst, value));
        }
        self.block(statements, TerminatorKind::Goto(site.next))
    }

    fn leave(&mut self, value: Option<Returned>) -> BlockId {
        let Some(value) = value else {
            let unreachable = self.block(Vec::new(), TerminatorKind::Unreachable);
            let call = Call {
                callee: Callee::Direct(self.jumps.nowhere),
                args: Vec::new(),
                dst: None,
                next: Some(unreachable),
            };
            return self.block(Vec::new(), TerminatorKind::Call(Box::new(call)));
        };
        let value = match value {
            Returned::Nothing => None,
            Returned::Scalar(operand, scalar) => Some(Arg::Scalar(operand, scalar)),
            Returned::Block(ty, size) => {
                let local = self.body.locals.push(Local {
                    name: None,
                    ty,
                    scalar: None,
                    register: false,
                    constant: false,
                    scope: ScopeId::new(0),
                    span: self.span,
                });
                Some(Arg::Block(at(PlaceBase::Local(local), Scalar::U8), size))
            }
        };
        self.block(Vec::new(), TerminatorKind::Return(value))
    }

    fn local(&mut self, scalar: Scalar) -> LocalId {
        let ty = if scalar == Scalar::Ptr { self.jumps.pointer } else { self.jumps.int };
        self.body.locals.push(Local {
            name: None,
            ty,
            scalar: Some(scalar),
            register: true,
            constant: false,
            scope: ScopeId::new(0),
            span: self.span,
        })
    }

    fn block(&mut self, statements: Vec<StatementKind>, kind: TerminatorKind) -> BlockId {
        self.block_at(self.span, statements, kind)
    }

    /// A test that is nowhere in the program's text.
    fn test(&mut self, statements: Vec<StatementKind>, kind: TerminatorKind) -> BlockId {
        self.block_at(Span::NONE, statements, kind)
    }

    fn block_at(&mut self, span: Span, statements: Vec<StatementKind>, kind: TerminatorKind) -> BlockId {
        let statements = statements.into_iter().map(|kind| Statement { kind, span }).collect();
        self.body.blocks.push(Block { statements, terminator: Terminator { kind, span } })
    }
}

fn at(base: PlaceBase, access: Scalar) -> Place {
    Place { base, offset: 0, index: None, access, bits: None }
}

fn global(id: GlobalId, access: Scalar) -> Place {
    at(PlaceBase::Global(id), access)
}

fn differs(register: LocalId, other: Operand, op: BinOp) -> Rvalue {
    Rvalue::Binary(op, Scalar::Ptr, Operand::Local(register), other)
}
