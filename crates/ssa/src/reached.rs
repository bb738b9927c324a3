//! What a function does to memory that it is given by a parameter ([2LS-shape] §4.2): its body is run once, on abstract objects for what
//! the parameter leads to and for what the pointers in there lead to. The result says what these objects hold behind it in terms of
//! what they held before, whatever that is.

use crate::build::{Builder, ObjectInfo, ObjectKey, ObjectKind, Res, Step};
use crate::state::State;
use crate::{CallStep, CheckKind, HeapObject, ObjectName, Options};
use base::Idx;
use encode::cells::{Object, Rest};
use encode::pointer::{NO_OBJECT, OBJECT_BITS, ObjectId, UNKNOWN_OBJECT, Value};
use facts::Facts;
use ir::{BlockId, FuncId, LocalId, Scalar, TypeId, TypeKind};
use smt::{Sort, TermId, Terms};
use std::rc::Rc;

/// What a function does.
#[derive(Debug)]
pub struct Effect {
    pub parameter: LocalId,
    /// The type of what it leads to.
    pub pointee: TypeId,
    /// What the parameter leads to, by offset: before, and when the function returns.
    pub cells: Vec<(u64, Value, Value)>,
    /// The blocks that it made.
    pub blocks: Vec<HeapObject>,
    /// What the objects are, by number.
    pub objects: Vec<ObjectName>,
    /// The calls under way in a context, by its number.
    pub contexts: Vec<Vec<CallStep>>,
}

/// The effect of a function with one pointer among its parameters. `None` if it cannot be told: it has loops, calls itself, uses
/// globals, or does something that the formula does not say.
pub fn effect<'a>(
    facts: &'a Facts<'a>,
    terms: &'a mut Terms,
    func: FuncId,
    options: Options,
    poll: &'a dyn Fn() -> bool,
) -> Option<Effect> {
    let program = facts.program();
    let body = program.functions[func].body()?;
    let effects = facts.effects().of(func);
    let uses_globals = effects.reads.iter().next().is_some() || effects.writes.iter().next().is_some();
    if facts.calls().is_recursive(func) || uses_globals || body.variadic {
        return None;
    }
    let is_pointer = |param: &LocalId| body.locals[*param].scalar == Some(Scalar::Ptr);
    let mut pointers = body.params().filter(is_pointer);
    let parameter = pointers.next().filter(|_| pointers.next().is_none())?;
    let TypeKind::Pointer(pointee) = program.types[body.locals[parameter].ty].kind else { return None };
    if body.params().any(|param| body.locals[param].scalar.is_none()) {
        return None;
    }
    let mut builder = Builder::new(facts, terms, options, poll);
    builder.effect(func, parameter, pointee).ok().flatten()
}

impl Builder<'_> {
    fn effect(&mut self, func: FuncId, parameter: LocalId, pointee: TypeId) -> Res<Option<Effect>> {
        self.fixed_objects()?;
        let Some(body) = self.program.functions[func].body() else { return Ok(None) };
        let mut state = State::initial();
        let Some(id) = self.reached(&mut state, pointee, 0)? else { return Ok(None) };
        let before = self.object_in(&Rc::clone(&state.memory), id);
        let zero = self.terms.bv_const(self.word, 0);
        let mut arguments = Vec::new();
        for param in body.params() {
            arguments.push(match body.locals[param].scalar {
                _ if param == parameter => Value::pointer(self.terms, id, zero),
                Some(scalar) => {
                    Value::Number(self.terms.fresh("argument", Sort::Bv(scalar.width(self.model))))
                }
                None => Value::Any,
            });
        }
        let context = self.enter(Step::Call(func, BlockId::new(0), func));
        let ended = self.run_function(func, state, &arguments)?;
        self.context = context;
        let is_open = |check: &crate::Check| !matches!(check.what, CheckKind::Finding(_));
        let Some((state, _)) = ended else { return Ok(None) };
        if !self.out.loops.is_empty() || self.out.checks.iter().any(is_open) {
            return Ok(None);
        }
        let after = self.object_in(&Rc::clone(&state.memory), id);
        let globals = self.globals;
        let mut cells = Vec::new();
        for (&at, &(size, value)) in &before.cells {
            cells.push((at, value, after.read(self.terms, &globals, at, size)));
        }
        let mut blocks = self.heap(&state);
        let objects = self.names();
        blocks.retain(|block| matches!(objects[usize::from(block.object)], ObjectName::Site(..)));
        let contexts = self.calls();
        Ok(Some(Effect { parameter, pointee, cells, blocks, objects, contexts }))
    }

    /// An object of a type that holds anything, and objects that its pointers may lead to.
    fn reached(&mut self, state: &mut State, ty: TypeId, depth: u32) -> Res<Option<ObjectId>> {
        let size = self.program.types[ty].size;
        let mut members: Vec<(u64, TypeId)> = Vec::new();
        match &self.program.types[ty].kind {
            TypeKind::Record(record) if !record.union => {
                for field in &record.fields {
                    if self.program.types[field.ty].scalar().is_none() || field.bits.is_some() {
                        return Ok(None);
                    }
                    members.push((field.offset, field.ty));
                }
            }
            _ if self.program.types[ty].scalar().is_some() => members.push((0, ty)),
            _ => return Ok(None),
        }
        let number = self.objects.len() as u32;
        let total = self.terms.bv_const(self.word, u128::from(size));
        let info = ObjectInfo { kind: ObjectKind::Local, size: total, constant: false, symbol: None };
        let id = self.object(ObjectKey::Reached(number), |_| info)?;
        let mut object = Object::new(TermId::TRUE, Rest::Any);
        for (at, ty) in members {
            let Some(scalar) = self.program.types[ty].scalar() else { continue };
            let size = scalar.size(self.model);
            let value = match (scalar, &self.program.types[ty].kind) {
                (Scalar::Ptr, TypeKind::Pointer(to)) => {
                    let next = if depth < 1 { self.reached(state, *to, depth + 1)? } else { None };
                    let target = self.terms.fresh("reached", Sort::Bv(OBJECT_BITS));
                    self.pointer_sets.insert(target, [NO_OBJECT, next.unwrap_or(UNKNOWN_OBJECT)].into());
                    Value::Pointer { object: target, offset: self.terms.bv_const(self.word, 0) }
                }
                _ => Value::Number(self.terms.fresh("held", Sort::Bv(8 * size as u32))),
            };
            object.write(self.terms, at, size, value);
        }
        self.replace(state, id, object);
        Ok(Some(id))
    }
}
