//! What a call of a function may do, its callees included: which globals it names, reads and writes by their names, and
//! whether it reads or writes memory through pointers, allocates, frees, asks for inputs or ends the program.
//!
//! What pointers lead to is not known here; whoever needs it asks where they may point.

use crate::Facts;
pub use crate::intrinsics::ends_program;
use crate::intrinsics::touches;
use crate::{CallGraph, GroupId, SparseSet};
use base::IndexVec;
use ir::{Body, FuncId, FunctionBody, GlobalId, Place, PlaceBase, PlaceUse, StatementKind};

/// The effects of a call of one function.
#[derive(Clone, Debug, Default)]
pub struct FunctionEffects {
    /// Globals that are named: read, written, or their address taken.
    pub named: SparseSet<GlobalId>,
    /// Globals that are read by their names.
    pub reads: SparseSet<GlobalId>,
    /// Globals that are written by their names.
    pub writes: SparseSet<GlobalId>,
    /// Reads memory through pointers.
    pub reads_pointers: bool,
    /// Writes memory through pointers.
    pub writes_pointers: bool,
    pub allocates: bool,
    pub frees: bool,
    /// Something is not determined by the arguments and the memory: inputs, external functions, the success of allocations.
    pub takes_input: bool,
    pub ends_program: bool,
    /// Something that no engine can express is in it.
    pub unsupported: bool,
}

#[derive(Debug)]
pub struct Effects {
    groups: IndexVec<GroupId, FunctionEffects>,
    of: IndexVec<FuncId, GroupId>,
}

impl Effects {
    pub(crate) fn new(facts: &Facts<'_>) -> Effects {
        let calls = facts.calls();
        let mut groups: IndexVec<GroupId, FunctionEffects> = IndexVec::with_capacity(calls.groups().len());
        for group in calls.groups() {
            let mut effects = FunctionEffects::default();
            for func in calls.members(group) {
                effects.add_own(facts, func);
                add_callees(calls, &groups, group, func, &mut effects);
            }
            groups.push(effects);
        }
        let of = facts.program().functions.ids().map(|func| calls.group(func)).collect();
        Effects { groups, of }
    }

    pub fn of(&self, func: FuncId) -> &FunctionEffects {
        &self.groups[self.of[func]]
    }
}

fn add_callees(
    calls: &CallGraph,
    groups: &IndexVec<GroupId, FunctionEffects>,
    group: GroupId,
    func: FuncId,
    effects: &mut FunctionEffects,
) {
    let mut last = None;
    for callee in calls.callees(func).map(|callee| calls.group(callee)) {
        if callee != group && last != Some(callee) {
            effects.add(&groups[callee]);
            last = Some(callee);
        }
    }
}

impl FunctionEffects {
    fn add(&mut self, other: &FunctionEffects) {
        self.named.union_with(&other.named);
        self.reads.union_with(&other.reads);
        self.writes.union_with(&other.writes);
        self.reads_pointers |= other.reads_pointers;
        self.writes_pointers |= other.writes_pointers;
        self.allocates |= other.allocates;
        self.frees |= other.frees;
        self.takes_input |= other.takes_input;
        self.ends_program |= other.ends_program;
        self.unsupported |= other.unsupported;
    }

    fn add_own(&mut self, facts: &Facts<'_>, func: FuncId) {
        match &facts.program().functions[func].body {
            FunctionBody::Defined(body) => {
                for &global in facts.mentions().globals(func) {
                    self.named.insert(global);
                }
                self.add_body(body);
            }
            FunctionBody::Intrinsic(intrinsic) => {
                let touches = touches(*intrinsic);
                self.reads_pointers |= touches.reads;
                self.writes_pointers |= touches.writes;
                self.allocates |= touches.allocates;
                self.frees |= touches.frees;
                self.takes_input |= touches.input;
                self.unsupported |= touches.unsupported;
                self.ends_program |= ends_program(*intrinsic);
            }
            FunctionBody::External => self.takes_input = true,
        }
    }

    fn add_body(&mut self, body: &Body) {
        for block in &body.blocks {
            for statement in &block.statements {
                statement.kind.for_each_place(|place, how, _| self.add_place(place, how));
                self.unsupported |= matches!(statement.kind, StatementKind::Unsupported(_));
            }
            block.terminator.kind.for_each_place(|place, how, _| self.add_place(place, how));
        }
    }

    fn add_place(&mut self, place: &Place, how: PlaceUse) {
        match (place.base, how) {
            (PlaceBase::Local(_), _) | (_, PlaceUse::Address) => {}
            (PlaceBase::Global(global), PlaceUse::Read) => {
                self.reads.insert(global);
            }
            (PlaceBase::Global(global), PlaceUse::Write) => {
                self.writes.insert(global);
            }
            (PlaceBase::Deref(_), PlaceUse::Read) => self.reads_pointers = true,
            (PlaceBase::Deref(_), PlaceUse::Write) => self.writes_pointers = true,
        }
    }

    /// Whether the function leaves all memory as it is, and asks for nothing from outside.
    pub fn is_readonly(&self) -> bool {
        self.writes.is_empty()
            && !(self.writes_pointers || self.allocates || self.frees || self.takes_input)
            && !(self.ends_program || self.unsupported)
    }
}
