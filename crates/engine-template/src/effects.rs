//! What functions do to memory that they are given ([2LS-shape] §4.2), in words.

use base::Span;
use engine::Task;
use ir::{FuncId, Program, TypeId, TypeKind};
use smt::{Bv, Limits, Op, TermId, Terms};
use ssa::{Effect, Formula, NO_OBJECT, ObjectId, ObjectName, Options, Value};
use std::collections::BTreeSet;
use verdict::blocks::{Blocks, CellContent, Content, SiteContent, Target};
use verdict::{Invariant, InvariantContent, PlaceKind, ProgramPlace};

/// Functions of which it is told.
const MOST_FUNCTIONS: usize = 64;
/// What a pointer may be on different ways through a function.
const MOST_TARGETS: usize = 6;

/// What the functions do that the formula calls.
pub(crate) fn effects(task: &Task, formula: &Formula, options: &Options, limits: &Limits) -> Vec<Invariant> {
    let program = task.program();
    let called: BTreeSet<FuncId> = formula.contexts.iter().flatten().map(|(_, _, func)| *func).collect();
    let mut told = Vec::new();
    for &func in called.iter().take(MOST_FUNCTIONS) {
        if Some(func) == program.entry {
            continue;
        }
        let mut terms = Terms::new();
        let poll = || limits.exceeded().is_some();
        let Some(effect) = ssa::effect(&task.facts, &mut terms, func, options.clone(), &poll) else {
            continue;
        };
        let blocks = Teller { program, terms: &terms, func, effect: &effect }.tell();
        if let Some(blocks) = blocks.filter(|blocks| !blocks.is_empty()) {
            let function = &program.functions[func];
            let at = ProgramPlace {
                span: function.span,
                function: function.name,
                kind: PlaceKind::FunctionReturn,
            };
            told.push(Invariant { at, what: InvariantContent::Blocks(blocks) });
        }
    }
    told
}

struct Teller<'a> {
    program: &'a Program,
    terms: &'a Terms,
    func: FuncId,
    effect: &'a Effect,
}

impl Teller<'_> {
    /// Only what the function changes is told, and all of that: `None` if some of it has no words.
    fn tell(&self) -> Option<Blocks> {
        let body = self.program.functions[self.func].body()?;
        let parameter = body.locals[self.effect.parameter].name?;
        let mut blocks = Blocks::default();
        for (offset, before, after) in &self.effect.cells {
            if before != after {
                let what = self.content(*after)?;
                let name = self.member(self.effect.pointee, *offset);
                blocks.reached.push((parameter, CellContent { offset: *offset, name, what }));
            }
        }
        let record = self.pointed_record(self.effect.pointee);
        for block in &self.effect.blocks {
            let site = self.site(block.object)?;
            let mut cells = Vec::new();
            for (offset, value) in &block.cells {
                if *value == Value::Any {
                    continue;
                }
                let name = record.and_then(|record| self.member(record, *offset));
                cells.extend(self.content(*value).map(|what| CellContent { offset: *offset, name, what }));
            }
            blocks.sites.push(SiteContent { site, cells });
        }
        Some(blocks)
    }

    /// Where a block is allocated.
    fn site(&self, id: ObjectId) -> Option<Span> {
        let ObjectName::Site(context, block) = self.effect.objects[usize::from(id)] else { return None };
        let (_, _, func) = *self.effect.contexts.get(context as usize)?.last()?;
        Some(self.program.functions[func].body()?.blocks.get(block)?.terminator.span)
    }

    /// The record that a pointer in what the parameter leads to leads to.
    fn pointed_record(&self, ty: TypeId) -> Option<TypeId> {
        match self.program.types[ty].kind {
            TypeKind::Pointer(to) => Some(to),
            TypeKind::Record(_) => Some(ty),
            _ => None,
        }
    }

    fn member(&self, ty: TypeId, offset: u64) -> Option<base::Symbol> {
        match &self.program.types[ty].kind {
            TypeKind::Record(record) => record.fields.iter().find(|field| field.offset == offset)?.name,
            _ => None,
        }
    }

    fn content(&self, value: Value) -> Option<Content> {
        match value {
            Value::Number(number) => {
                let constant = self.terms.constant(number).and_then(Bv::to_i128)?;
                Some(Content::Number(Some(constant), Some(constant)))
            }
            Value::Pointer { object, offset } => {
                self.terms.constant(offset).and_then(Bv::to_u64).filter(|offset| *offset == 0)?;
                let mut targets = BTreeSet::new();
                let mut open = vec![object];
                while let Some(t) = open.pop() {
                    if targets.len() > MOST_TARGETS {
                        return None;
                    }
                    match self.target(t) {
                        Some(target) => {
                            targets.insert(target);
                        }
                        None if self.terms.op(t) == Op::Ite => open.extend(&self.terms.args(t)[1..]),
                        None => return None,
                    }
                }
                Some(Content::Pointer(targets.into_iter().collect()))
            }
            Value::Any => None,
        }
    }

    fn target(&self, object: TermId) -> Option<Target> {
        let body = self.program.functions[self.func].body()?;
        let held =
            self.effect.cells.iter().find(
                |(_, before, _)| matches!(before, Value::Pointer { object: old, .. } if *old == object),
            );
        if let Some((offset, _, _)) = held {
            return body.locals[self.effect.parameter].name.map(|name| Target::Old(name, *offset));
        }
        let id = self.terms.constant(object).and_then(Bv::to_u64)? as ObjectId;
        match self.effect.objects.get(usize::from(id))? {
            _ if id == NO_OBJECT => Some(Target::Null),
            ObjectName::Site(..) => self.site(id).map(Target::Block),
            ObjectName::Global(global) => Some(Target::Variable(self.program.globals[*global].name)),
            _ => None,
        }
    }
}
