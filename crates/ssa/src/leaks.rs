//! Blocks that are there and that nothing leads to.

use crate::CheckKind;
use crate::build::{Builder, ObjectKey, ObjectKind};
use crate::state::State;
use base::Span;
use encode::pointer::{OBJECT_BITS, ObjectId, Value};
use smt::TermId;
use std::rc::Rc;
use verdict::FindingKind;

impl Builder<'_> {
    /// That a heap block is there which no pointer of the program leads to, directly or over links.
    pub(crate) fn lost(&mut self, state: &State) -> TermId {
        let lost = self.lost_blocks(state);
        self.terms.or_all(lost.into_iter().map(|(_, lost)| lost))
    }

    /// Where a block is allocated.
    fn site_of(&self, id: ObjectId) -> Option<Span> {
        let (key, _) = self.object_ids.iter().find(|(_, known)| **known == id)?;
        let ObjectKey::Site(_, func, block) = *key else { return None };
        Some(self.program.functions[func].body()?.blocks[block].terminator.span)
    }

    /// The end of a run that is replayed: each block that is lost or not freed is named by its allocation.
    pub(crate) fn name_leaks(&mut self, state: &State, [lost, unfreed]: [bool; 2]) {
        let span = self.span;
        let mut found: Vec<(ObjectId, FindingKind, TermId)> = Vec::new();
        if lost {
            let blocks = self.lost_blocks(state).into_iter();
            found.extend(blocks.map(|(id, lost)| (id, FindingKind::MemoryLeak, lost)));
        }
        if unfreed {
            let blocks = self.heap(state).into_iter();
            found.extend(blocks.map(|object| (object.object, FindingKind::NotFreedAtExit, object.live)));
        }
        for (id, kind, fails) in found {
            self.span = self.site_of(id).unwrap_or(span);
            self.check(state, CheckKind::Finding(kind), fails);
        }
        self.span = span;
    }

    fn lost_blocks(&mut self, state: &State) -> Vec<(ObjectId, TermId)> {
        let heap = self.heap(state);
        if heap.iter().all(|object| object.live == TermId::FALSE) {
            return Vec::new();
        }
        let mut roots: Vec<(TermId, TermId)> = Vec::new();
        let mut nested: Vec<(ObjectId, TermId)> = Vec::new();
        for frame in &state.frames {
            let Some(body) = self.program.functions[frame.func].body() else { continue };
            for (local, &value) in body.locals.iter().zip(&frame.registers) {
                if let (Some(_), Value::Pointer { object, .. }) = (local.name, value)
                    && self.leads_to_heap(object)
                {
                    roots.push((TermId::TRUE, object));
                }
            }
        }
        for (&id, object) in state.memory.iter() {
            for (_, value) in object.cells.values() {
                let Value::Pointer { object: to, .. } = *value else { continue };
                if !self.leads_to_heap(to) {
                    continue;
                }
                match self.objects[usize::from(id)].kind {
                    ObjectKind::Local | ObjectKind::Global(_) => roots.push((object.live, to)),
                    ObjectKind::Heap if !self.witnesses.contains(&id) => nested.push((id, to)),
                    _ => {}
                }
            }
        }
        // What blocks hold that are held themselves, one behind the other.
        let direct = roots.clone();
        for (id, to) in nested {
            let held = self.is_held(state, &direct, id);
            let live = self.object_in(&Rc::clone(&state.memory), id).live;
            let held = self.terms.and(held, live);
            roots.push((held, to));
        }
        let mut lost = Vec::new();
        for object in heap {
            let held = self.is_held(state, &roots, object.object);
            let free = self.terms.not(held);
            lost.push((object.object, self.terms.and(object.live, free)));
        }
        lost
    }

    fn is_held(&mut self, state: &State, roots: &[(TermId, TermId)], id: ObjectId) -> TermId {
        let object = self.terms.bv_const(OBJECT_BITS, u128::from(id));
        let paths = Rc::clone(&state.paths);
        let mut held = Vec::new();
        for &(when, root) in roots {
            let direct = self.terms.eq(root, object);
            held.push(self.terms.and(when, direct));
            for link in self.options.links.clone() {
                // What is not known is not held.
                if self.is_one_object(root) {
                    let path = self.path(&paths, link, root, object);
                    held.push(self.terms.and(when, path));
                }
            }
        }
        self.terms.or_all(held)
    }
}
