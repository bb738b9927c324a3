//! One function's body: its locals, its temporaries, and the frame around statements and expressions.

use crate::cleanup;
use crate::draft::Draft;
use crate::effects::Effects;
use crate::link::{LabelBlocks, Link, Passed};
use crate::scopes::{NodeId, Scopes};
use crate::touches::Touch;
use crate::types::Layout;
use base::{FxHashMap, FxHashSet, Idx, IndexVec, Span};
use csema::typed::{self as t, ExprId, VarId};
use csema::types as c;
use ir::{
    Arg, BlockId, Body, DataModel, Local, LocalId, Operand, Place, Rvalue, Scalar, Scope, ScopeId,
    StatementKind, TerminatorKind, TypeId,
};

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slot {
    /// Not met yet.
    None,
    Register(LocalId),
    Memory(LocalId),
    /// A variable-length array: the register points to its storage.
    Vla(LocalId),
}

/// What an opaque value is bound to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bound {
    None,
    Scalar(Operand),
    Block(Place),
}

/// Where `break` and `continue` lead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JumpTarget {
    pub(crate) block: BlockId,
    pub(crate) node: NodeId,
}

#[derive(Debug)]
pub(crate) struct SwitchFrame {
    /// By case number: the label's block and scope.
    pub(crate) cases: Vec<Option<JumpTarget>>,
    pub(crate) default: Option<JumpTarget>,
}

/// Buffers that are used for one function after the other.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) draft: Draft,
    pub(crate) scopes: Scopes,
    pub(crate) effects: Effects,
    pub(crate) slots: IndexVec<VarId, Slot>,
    pub(crate) opaques: IndexVec<t::OpaqueId, Bound>,
    pub(crate) vla_sizes: IndexVec<c::VlaId, Option<LocalId>>,
    /// What each expression touches; empty until somebody asks.
    pub(crate) touches: IndexVec<ExprId, Touch>,
    /// Expressions of which one order is being lowered, innermost last.
    pub(crate) ordered: Vec<ExprId>,
    /// Expressions of which the other orders are given up here, and the same, last one last.
    pub(crate) refused: FxHashSet<ExprId>,
    pub(crate) refused_last: Vec<ExprId>,
    /// Operands that are evaluated already.
    pub(crate) early: FxHashMap<ExprId, Operand>,
    /// Operators whose left operand is being evaluated.
    pub(crate) spine: Vec<ExprId>,
    /// Temporaries of the statements that are being lowered, innermost last. Those in memory have no scalar.
    temps_in_use: Vec<(LocalId, Option<Scalar>)>,
    /// Temporary objects of C that end with the full expression.
    temporaries: Vec<LocalId>,
    free_temps: [Vec<LocalId>; Scalar::ALL.len()],
    free_memory_temps: FxHashMap<TypeId, Vec<LocalId>>,
    pub(crate) breaks: Vec<JumpTarget>,
    pub(crate) continues: Vec<JumpTarget>,
    pub(crate) switches: Vec<SwitchFrame>,
}

impl Scratch {
    fn reset(&mut self, body: &t::Body) {
        self.draft.clear();
        self.scopes.reset(body.labels.len());
        self.effects.compute(body);
        self.slots.clear();
        self.slots.resize(body.vars.len(), Slot::None);
        self.opaques.clear();
        self.opaques.resize(body.opaques as usize, Bound::None);
        self.vla_sizes.clear();
        self.vla_sizes.resize(body.vlas.len(), None);
        self.touches.clear();
        self.ordered.clear();
        self.early.clear();
        self.refused.clear();
        self.refused_last.clear();
        self.spine.clear();
        self.temps_in_use.clear();
        self.temporaries.clear();
        self.free_temps.iter_mut().for_each(Vec::clear);
        self.free_memory_temps.clear();
        self.breaks.clear();
        self.continues.clear();
        self.switches.clear();
    }
}

#[derive(Debug)]
pub(crate) struct FnLower<'u, 'l> {
    pub(crate) link: &'l mut Link<'u>,
    pub(crate) s: &'l mut Scratch,
    pub(crate) unit_index: usize,
    pub(crate) unit: &'u t::TypedUnit,
    pub(crate) body: &'u t::Body,
    pub(crate) model: DataModel,
    pub(crate) function_span: Span,
    pub(crate) locals: IndexVec<LocalId, Local>,
    /// Whether a local is a variable, which assignments may change, and not a temporary.
    is_variable: IndexVec<LocalId, bool>,
    pub(crate) ir_scopes: IndexVec<ScopeId, Scope>,
    /// The register that passes the variable's address to cleanup functions.
    pub(crate) cleanup_argument: Option<LocalId>,
    /// What this copy of a function that passes its variable arguments on was given, and the sizes.
    pub(crate) passed_on: Option<Vec<(LocalId, u64)>>,
    return_layout: Layout,
    return_type: c::TypeId,
    return_slot: Option<LocalId>,
    shared_return: Option<BlockId>,
    depth: u32,
}

/// Nested constructs beyond this depth become unsupported: a last resort, since a tree of the parser does not nest that deep, and
/// long operator chains do not nest.
const MAX_DEPTH: u32 = 2 * csyntax::MAX_TREE_DEPTH as u32;

pub(crate) fn lower_body<'u>(
    link: &mut Link<'u>,
    scratch: &mut Scratch,
    unit_index: usize,
    function: &t::Function,
    body: &'u t::Body,
    is_main: bool,
    passed: Option<&[Passed]>,
) -> (Body, LabelBlocks) {
    scratch.reset(body);
    let unit = &link.units[unit_index];
    let (return_type, variadic, prototype) = match &unit.types.kinds[function.ty] {
        c::TypeKind::Function(ty) => (ty.ret, ty.variadic, ty.prototype),
        // Not a function type: the declaration had an error.
        _ => (function.ty, false, true),
    };
    let root_span = body.root.map_or(function.span, |root| body.stmts[root].span);
    let return_layout = link.layout(unit_index, return_type);
    let model = link.model;
    let mut lower = FnLower {
        link,
        s: scratch,
        unit_index,
        unit,
        body,
        model,
        function_span: root_span,
        locals: IndexVec::with_capacity(body.vars.len() + 8),
        is_variable: IndexVec::with_capacity(body.vars.len() + 8),
        ir_scopes: IndexVec::from_vec(vec![Scope { parent: None, span: root_span }]),
        cleanup_argument: None,
        passed_on: None,
        return_layout,
        return_type,
        return_slot: None,
        shared_return: None,
        depth: 0,
    };
    lower.lower(is_main, prototype, passed);
    let passed_on = lower.passed_on.as_ref();
    let param_count = body.param_count + passed_on.map_or(0, |locals| locals.len() as u32);
    let variadic = variadic && passed_on.is_none();
    let FnLower { locals, ir_scopes, s, .. } = lower;
    let roots: Vec<(t::LabelId, BlockId)> = s.scopes.landings().collect();
    let root_blocks: Vec<BlockId> = roots.iter().map(|&(_, block)| block).collect();
    let finished = cleanup::finish(&mut s.draft, &s.scopes, &root_blocks);
    let labels = roots.iter().zip(finished.roots).map(|(&(label, _), block)| (label, block)).collect();
    let body = Body { locals, param_count, scopes: ir_scopes, blocks: finished.blocks, variadic };
    (body, labels)
}

impl FnLower<'_, '_> {
    fn lower(&mut self, is_main: bool, prototype: bool, passed: Option<&[Passed]>) {
        let entry = self.s.draft.new_block();
        self.s.draft.start(entry, self.function_span);
        let root = self.open_scope(self.function_span);
        self.parameters(prototype, passed);
        if let Some(body) = self.body.root {
            self.block_statements(body);
        }
        let end = end_of(self.function_span);
        self.close_scope(root, end);
        let value = (is_main && self.return_layout.scalar == Some(Scalar::I32))
            .then_some(Arg::Scalar(Operand::Int(0, Scalar::I32), Scalar::I32));
        self.s.draft.terminate(TerminatorKind::Return(value), end);
        // Labels in static tables have an address too.
        for (label, declared) in self.body.labels.iter_enumerated() {
            if declared.address_taken {
                self.landing(label);
            }
        }
        self.resolve_jumps();
    }

    fn parameters(&mut self, prototype: bool, passed: Option<&[Passed]>) {
        let mut promoted = Vec::new();
        for index in 0..self.body.param_count as usize {
            let var = VarId::new(index);
            let declared = &self.body.vars[var];
            let layout = self.layout(declared.ty);
            if !prototype && let Some(passed) = layout.scalar.and_then(promoted_scalar) {
                let ty = self.link.scalar_type(passed);
                let local = self.new_local(None, ty, Some(passed), true, ScopeId::new(0), declared.span);
                promoted.push((var, local, passed));
                continue;
            }
            let register = self.is_register(var);
            let name = declared.name.map(|name| self.link.symbol(self.unit_index, name));
            let ty = self.link.ty(self.unit_index, declared.ty);
            let local = self.new_local(name, ty, layout.scalar, register, ScopeId::new(0), declared.span);
            self.is_variable[local] = true;
            self.locals[local].constant = declared.is_const && !register;
            self.s.slots[var] = if register { Slot::Register(local) } else { Slot::Memory(local) };
        }
        if let Some(passed) = passed {
            let span = self.function_span;
            let mut new = |p: &Passed| {
                let local = self.new_local(None, p.ty, p.scalar, p.scalar.is_some(), ScopeId::new(0), span);
                (local, p.size)
            };
            self.passed_on = Some(passed.iter().map(&mut new).collect());
        }
        // An old-style parameter of a narrow type arrives promoted and is converted here.
        for (var, passed, scalar) in promoted {
            let span = self.body.vars[var].span;
            let slot = self.slot(var);
            let narrow = self.layout(self.body.vars[var].ty);
            let Some(to) = narrow.scalar else { continue };
            let value = if narrow.is_bool {
                self.convert_to_bool(Operand::Local(passed), scalar, span)
            } else {
                self.convert(scalar, to, Operand::Local(passed), span)
            };
            self.store_slot(slot, value, to, span);
        }
        for index in 0..self.body.param_count as usize {
            let var = VarId::new(index);
            if let Slot::Memory(local) = self.s.slots[var]
                && !self.locals[local].constant
            {
                let declared = &self.body.vars[var];
                self.unspecify_padding(Place::local(local, Scalar::U8), declared.ty, declared.span);
            }
            if let (Some(cleanup), Slot::Memory(local)) = (self.body.vars[var].cleanup, self.s.slots[var]) {
                let function = self.link.function(self.unit_index, cleanup);
                self.begin_cleanup(local, function);
            }
        }
    }

    fn store_slot(&mut self, slot: Slot, value: Rvalue, scalar: Scalar, span: Span) {
        match slot {
            Slot::Register(local) => self.emit(StatementKind::Assign(local, value), span),
            Slot::Memory(local) => {
                let value = self.materialise(value, scalar, span);
                self.emit(StatementKind::Store(Place::local(local, scalar), value), span);
            }
            Slot::Vla(_) | Slot::None => {}
        }
    }

    // ----- asking about the tree

    #[inline]
    pub(crate) fn layout(&self, ty: c::TypeId) -> Layout {
        self.link.layout(self.unit_index, ty)
    }

    #[inline]
    pub(crate) fn expr_layout(&self, expr: ExprId) -> Layout {
        self.layout(self.body.exprs[expr].ty)
    }

    #[inline]
    pub(crate) fn scalar_of(&self, expr: ExprId) -> Option<Scalar> {
        self.expr_layout(expr).scalar
    }

    #[inline]
    pub(crate) fn span(&self, expr: ExprId) -> Span {
        self.body.exprs[expr].span
    }

    // ----- locals

    fn is_register(&self, var: VarId) -> bool {
        let declared = &self.body.vars[var];
        !declared.address_taken && declared.cleanup.is_none() && self.layout(declared.ty).scalar.is_some()
    }

    fn new_local(
        &mut self,
        name: Option<base::Symbol>,
        ty: TypeId,
        scalar: Option<Scalar>,
        register: bool,
        scope: ScopeId,
        span: Span,
    ) -> LocalId {
        self.is_variable.push(false);
        self.locals.push(Local { name, ty, scalar, register, constant: false, scope, span })
    }

    /// The local of a variable, made when the variable is first met.
    pub(crate) fn slot(&mut self, var: VarId) -> Slot {
        let known = self.s.slots[var];
        if known != Slot::None {
            return known;
        }
        let declared = &self.body.vars[var];
        let layout = self.layout(declared.ty);
        let name = declared.name.map(|name| self.link.symbol(self.unit_index, name));
        let mut ty = self.link.ty(self.unit_index, declared.ty);
        let scope = self.ir_scope();
        let slot = if layout.variable {
            let ty = self.link.types.pointer(ty);
            Slot::Vla(self.new_local(name, ty, Some(Scalar::Ptr), true, scope, declared.span))
        } else {
            if declared.align > 0 {
                ty = self.link.types.aligned(ty, declared.align);
            }
            let register = self.is_register(var);
            let local = self.new_local(name, ty, layout.scalar, register, scope, declared.span);
            self.is_variable[local] = true;
            self.locals[local].constant = declared.is_const && !register;
            self.attach_to_scope(local);
            if register { Slot::Register(local) } else { Slot::Memory(local) }
        };
        self.s.slots[var] = slot;
        slot
    }

    /// Whether a later assignment can change the operand's value.
    #[inline]
    pub(crate) fn is_changeable(&self, operand: Operand) -> bool {
        match operand {
            Operand::Local(local) => self.is_variable[local],
            _ => false,
        }
    }

    /// A register that lives for the whole function.
    pub(crate) fn fresh_register(&mut self, scalar: Scalar, span: Span) -> LocalId {
        let ty = self.link.scalar_type(scalar);
        self.new_local(None, ty, Some(scalar), true, ScopeId::new(0), span)
    }

    /// A register for use in this statement.
    pub(crate) fn temp(&mut self, scalar: Scalar, span: Span) -> LocalId {
        let local = match self.s.free_temps[scalar as usize].pop() {
            Some(local) => local,
            None => self.fresh_register(scalar, span),
        };
        self.s.temps_in_use.push((local, Some(scalar)));
        local
    }

    /// An unnamed object for a block of bytes that is needed in this statement.
    pub(crate) fn memory_temp(&mut self, ty: c::TypeId, span: Span) -> LocalId {
        let known = self.link.ty(self.unit_index, ty);
        let local = match self.s.free_memory_temps.get_mut(&known).and_then(Vec::pop) {
            Some(local) => local,
            None => self.fresh_memory(ty, span),
        };
        self.s.temps_in_use.push((local, None));
        local
    }

    fn fresh_memory(&mut self, ty: c::TypeId, span: Span) -> LocalId {
        let scalar = self.layout(ty).scalar;
        let ty = self.link.ty(self.unit_index, ty);
        self.new_local(None, ty, scalar, false, ScopeId::new(0), span)
    }

    pub(crate) fn begin_temporary(&mut self, local: LocalId) {
        self.s.temporaries.push(local);
    }

    pub(crate) fn temporaries_mark(&self) -> usize {
        self.s.temporaries.len()
    }

    /// The temporary objects since the mark, which somebody ends.
    pub(crate) fn take_temporaries(&mut self, mark: usize) -> Vec<LocalId> {
        self.s.temporaries.split_off(mark)
    }

    pub(crate) fn end_locals(&mut self, ended: &[LocalId], span: Span) {
        for &local in ended {
            self.emit(StatementKind::StorageLive(local), span);
        }
    }

    /// The full expression ends: what led to its temporary objects leads nowhere.
    pub(crate) fn end_temporaries(&mut self, mark: usize, span: Span) {
        let ended = self.take_temporaries(mark);
        self.end_locals(&ended, span);
    }

    pub(crate) fn temps_mark(&self) -> usize {
        self.s.temps_in_use.len()
    }

    /// The temporaries since the mark can be used again.
    pub(crate) fn release_temps(&mut self, mark: usize) {
        // In reverse, so that the next statement takes them in the same order.
        while self.s.temps_in_use.len() > mark {
            match self.s.temps_in_use.pop() {
                Some((local, Some(scalar))) => self.s.free_temps[scalar as usize].push(local),
                Some((local, None)) => {
                    let ty = self.locals[local].ty;
                    self.s.free_memory_temps.entry(ty).or_default().push(local);
                }
                None => {}
            }
        }
    }

    // ----- emitting

    #[inline]
    pub(crate) fn emit(&mut self, kind: StatementKind, span: Span) {
        self.s.draft.push(kind, span);
    }

    /// A temporary that holds the rvalue.
    pub(crate) fn assign_temp(&mut self, value: Rvalue, scalar: Scalar, span: Span) -> LocalId {
        let temp = self.temp(scalar, span);
        self.emit(StatementKind::Assign(temp, value), span);
        temp
    }

    /// The rvalue as an operand, evaluated now.
    pub(crate) fn materialise(&mut self, value: Rvalue, scalar: Scalar, span: Span) -> Operand {
        match simplify(value) {
            Rvalue::Use(operand) => operand,
            value => Operand::Local(self.assign_temp(value, scalar, span)),
        }
    }

    /// As `materialise`, in a register that nothing changes.
    pub(crate) fn materialise_stable(&mut self, value: Rvalue, scalar: Scalar, span: Span) -> Operand {
        let operand = self.materialise(value, scalar, span);
        self.stable(operand, scalar, span)
    }

    pub(crate) fn stable(&mut self, operand: Operand, scalar: Scalar, span: Span) -> Operand {
        if self.is_changeable(operand) {
            Operand::Local(self.assign_temp(Rvalue::Use(operand), scalar, span))
        } else {
            operand
        }
    }

    pub(crate) fn goto(&mut self, block: BlockId, span: Span) {
        self.s.draft.terminate(TerminatorKind::Goto(block), span);
    }

    pub(crate) fn new_block(&mut self) -> BlockId {
        self.s.draft.new_block()
    }

    pub(crate) fn start(&mut self, block: BlockId, span: Span) {
        self.s.draft.start(block, span);
    }

    pub(crate) fn unsupported(&mut self, what: &str, span: Span) {
        let reason = self.link.names.interner.intern(what);
        self.emit(StatementKind::Unsupported(reason), span);
    }

    /// Reports the construct and gives a value that nothing was written to.
    pub(crate) fn unsupported_value(&mut self, what: &str, scalar: Scalar, span: Span) -> Rvalue {
        self.unsupported(what, span);
        Rvalue::Use(Operand::Local(self.fresh_register(scalar, span)))
    }

    /// `false` if the nesting is too deep to go on.
    pub(crate) fn enter(&mut self, span: Span) -> bool {
        if self.depth >= MAX_DEPTH {
            self.unsupported("nesting too deep", span);
            return false;
        }
        self.depth += 1;
        true
    }

    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    // ----- returning

    /// Returns from the function: the value is taken before scopes are left and cleanup functions run.
    pub(crate) fn return_value(&mut self, value: Option<ExprId>, span: Span) {
        let layout = self.return_layout;
        let value = match value {
            None => None,
            Some(expr) if self.expr_layout(expr).is_void || layout.is_void => {
                self.discard(expr);
                None
            }
            Some(expr) => match layout.scalar {
                Some(scalar) => {
                    // What may go wrong is the expression, not the statement around it.
                    let (value, at) = (self.rvalue(expr), self.span(expr));
                    Some(Arg::Scalar(self.materialise(value, scalar, at), scalar))
                }
                None => Some(Arg::Block(self.block_place(expr), layout.size)),
            },
        };
        if !self.s.draft.is_open() {
            return;
        }
        if self.return_is_shared() {
            let target = self.shared_return_block(value.is_some());
            if let Some(value) = value {
                self.fill_return_slot(value, span);
            }
            self.leave_all_scopes_shared(target, span);
            return;
        }
        let value = value.map(|value| self.outlive_scopes(value, span));
        self.leave_all_scopes(span);
        self.s.draft.terminate(TerminatorKind::Return(value), span);
    }

    /// The value in a form that does not depend on variables that die before the return.
    fn outlive_scopes(&mut self, value: Arg, span: Span) -> Arg {
        match value {
            Arg::Scalar(operand, scalar) => {
                let dies = operand.local().is_some_and(|local| self.dies_in_scope(local));
                let operand = if dies { self.stable(operand, scalar, span) } else { operand };
                Arg::Scalar(operand, scalar)
            }
            Arg::Block(place, size) => {
                // A pointer may point to a variable that dies.
                let dies = matches!(place.base, ir::PlaceBase::Deref(_))
                    || place.memory_local().is_some_and(|local| self.dies_in_scope(local))
                    || place.registers().any(|local| self.dies_in_scope(local))
                    || self.has_cleanups();
                if !dies {
                    return Arg::Block(place, size);
                }
                self.fill_return_slot(Arg::Block(place, size), span);
                let slot = self.return_slot();
                Arg::Block(Place::local(slot, Scalar::U8), size)
            }
        }
    }

    fn dies_in_scope(&self, local: LocalId) -> bool {
        self.is_variable[local] && local.index() >= self.body.param_count as usize
    }

    fn return_slot(&mut self) -> LocalId {
        match self.return_slot {
            Some(slot) => slot,
            None => {
                let span = self.function_span;
                let slot = match self.return_layout.scalar {
                    Some(scalar) => self.fresh_register(scalar, span),
                    None => self.fresh_memory(self.return_type, span),
                };
                self.return_slot = Some(slot);
                slot
            }
        }
    }

    fn fill_return_slot(&mut self, value: Arg, span: Span) {
        let slot = self.return_slot();
        match value {
            Arg::Scalar(operand, _) => self.emit(StatementKind::Assign(slot, Rvalue::Use(operand)), span),
            Arg::Block(place, size) => self.copy_block(Place::local(slot, Scalar::U8), place, size, span),
        }
    }

    /// The block that all returns through shared scope exits end in. A function that returns a value in one place and none in
    /// another ends there with an indeterminate value in the slot, which says the same.
    fn shared_return_block(&mut self, has_value: bool) -> BlockId {
        if let Some(block) = self.shared_return {
            return block;
        }
        let block = self.new_block();
        let value = (has_value || !self.return_layout.is_void).then(|| {
            let slot = self.return_slot();
            match self.return_layout.scalar {
                Some(scalar) => Arg::Scalar(Operand::Local(slot), scalar),
                None => Arg::Block(Place::local(slot, Scalar::U8), self.return_layout.size),
            }
        });
        let span = end_of(self.function_span);
        self.s.draft.draft_return(block, TerminatorKind::Return(value), span);
        self.shared_return = Some(block);
        block
    }
}

/// Addresses that are operands already.
pub(crate) fn simplify(value: Rvalue) -> Rvalue {
    match value {
        Rvalue::AddressOf(Place { base, offset: 0, index: None, .. }) => match base {
            ir::PlaceBase::Global(global) => Rvalue::Use(Operand::Global(global)),
            ir::PlaceBase::Deref(pointer) => Rvalue::Use(Operand::Local(pointer)),
            ir::PlaceBase::Local(_) => value,
        },
        value => value,
    }
}

/// The closing brace.
pub(crate) fn end_of(span: Span) -> Span {
    if span.is_none() { span } else { Span::new(span.hi.saturating_sub(1).max(span.lo), span.hi) }
}

/// What the default argument promotions make of a narrow type; `None` if it stays as it is.
fn promoted_scalar(scalar: Scalar) -> Option<Scalar> {
    match scalar {
        Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16 => Some(Scalar::I32),
        Scalar::F32 => Some(Scalar::F64),
        _ => None,
    }
}
