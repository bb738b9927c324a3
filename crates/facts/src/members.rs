//! The functions that a program puts into members of its structures.
//!
//! A structure that comes from outside may hold others; these are the ones that the program's own text knows. Members are told apart by
//! the structure's type and the offset; what one member is copied to another holds as well.

use base::{FxHashMap, Idx, Symbol};
use ir::{
    BlockId, Body, Callee, FuncId, LocalId, Operand, Place, PlaceBase, Program, RelocationTarget, Rvalue,
    Statement, StatementKind, TerminatorKind, TypeId, TypeKind,
};
use std::collections::BTreeSet;

/// A structure, by its name and size, or by its type if it has no name; and the offset in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Member {
    name: Option<Symbol>,
    number: u64,
    offset: u64,
}

#[derive(Debug, Default)]
pub struct FunctionMembers {
    members: FxHashMap<Member, BTreeSet<FuncId>>,
}

/// The innermost structure around an offset.
fn member(program: &Program, mut ty: TypeId, offset: i64) -> Option<Member> {
    let mut offset = u64::try_from(offset).ok()?;
    let mut found = None;
    loop {
        let next = match &program.types.get(ty)?.kind {
            TypeKind::Record(record) if !record.union => {
                let number = if record.name.is_some() { program.types[ty].size } else { ty.index() as u64 };
                found = Some(Member { name: record.name, number, offset });
                let inside = |f: &&ir::Field| {
                    let size = program.types.get(f.ty).map_or(0, |ty| ty.size);
                    f.offset <= offset && offset - f.offset < size
                };
                record.fields.iter().find(inside).map(|field| (field.ty, offset - field.offset))
            }
            TypeKind::Array { elem, .. } => {
                let size = program.types.get(*elem)?.size;
                (size > 0).then(|| (*elem, offset % size))
            }
            _ => None,
        };
        match next {
            Some((inner, rest)) => (ty, offset) = (inner, rest),
            None => return found,
        }
    }
}

fn member_of(program: &Program, body: &Body, place: &Place) -> Option<Member> {
    let ty = match place.base {
        PlaceBase::Local(local) => body.locals[local].ty,
        PlaceBase::Global(global) => program.globals[global].ty,
        PlaceBase::Deref(local) => match program.types[body.locals[local].ty].kind {
            TypeKind::Pointer(to) => to,
            _ => return None,
        },
    };
    member(program, ty, place.offset)
}

/// What the register was last read from in these statements.
fn read_from(statements: &[Statement], register: LocalId) -> Option<&Place> {
    let last = statements.iter().rev().find_map(|statement| match &statement.kind {
        StatementKind::Assign(to, value) if *to == register => Some(value),
        _ => None,
    });
    match last {
        Some(Rvalue::Load(place)) => Some(place),
        _ => None,
    }
}

impl FunctionMembers {
    pub(crate) fn new(program: &Program) -> FunctionMembers {
        let mut members: FxHashMap<Member, BTreeSet<FuncId>> = FxHashMap::default();
        let mut copies: Vec<(Member, Member)> = Vec::new();
        for global in program.globals.iter() {
            for relocation in &global.init.relocations {
                if let RelocationTarget::Function(function) = relocation.target
                    && let Some(member) = member(program, global.ty, relocation.offset as i64)
                {
                    members.entry(member).or_default().insert(function);
                }
            }
        }
        for (_, _, body) in program.bodies() {
            for block in body.blocks.iter() {
                for (index, statement) in block.statements.iter().enumerate() {
                    let StatementKind::Store(place, operand) = &statement.kind else { continue };
                    let Some(to) = member_of(program, body, place) else { continue };
                    match *operand {
                        Operand::Func(function) => {
                            members.entry(to).or_default().insert(function);
                        }
                        Operand::Local(register) => {
                            let from = read_from(&block.statements[..index], register);
                            let from = from.and_then(|place| member_of(program, body, place));
                            copies.extend(from.map(|from| (from, to)));
                        }
                        _ => {}
                    }
                }
            }
        }
        loop {
            let mut changed = false;
            for (from, to) in &copies {
                let Some(held) = members.get(from).cloned() else { continue };
                let own = members.entry(*to).or_default();
                let before = own.len();
                own.extend(held);
                changed |= own.len() > before;
            }
            if !changed {
                return FunctionMembers { members };
            }
        }
    }

    /// The functions that the program puts into the member from which the call at the end of a block takes its callee, sorted.
    pub fn callees(&self, program: &Program, body: &Body, block: BlockId) -> Vec<FuncId> {
        let data = &body.blocks[block];
        let TerminatorKind::Call(call) = &data.terminator.kind else { return Vec::new() };
        let Callee::Indirect(Operand::Local(pointer)) = call.callee else { return Vec::new() };
        let place = read_from(&data.statements, pointer);
        let member = place.and_then(|place| member_of(program, body, place));
        let found = member.and_then(|member| self.members.get(&member));
        found.into_iter().flatten().copied().collect()
    }
}
