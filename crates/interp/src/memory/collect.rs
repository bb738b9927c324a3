//! Reachability: which objects the program can still get at, for leaks and for the records of the dead.

use super::{FRAGMENTS, Kind, Memory, RECORD_BYTES};
use crate::value::{ObjectId, Prov};
use base::FxHashSet;
use semantics::leak::Reach;

#[derive(Debug)]
pub(crate) struct Marker {
    reach: Vec<Reach>,
    work: Vec<ObjectId>,
    /// Something was computed from too many addresses to say which.
    any_exposed: bool,
}

impl Marker {
    pub(crate) fn new(memory: &Memory) -> Marker {
        Marker { reach: vec![Reach::Lost; memory.objects.len()], work: Vec::new(), any_exposed: false }
    }

    fn raise(&mut self, id: ObjectId, reach: Reach) {
        if let Some(current) = self.reach.get_mut(id as usize)
            && *current < reach
        {
            *current = reach;
            self.work.push(id);
        }
    }

    /// The program can get at the object itself.
    pub(crate) fn root(&mut self, id: ObjectId) {
        self.raise(id, Reach::Held);
    }

    /// The program holds a value of that provenance.
    pub(crate) fn value(&mut self, memory: &Memory, prov: Prov, whole: bool) {
        self.held_by(memory, prov, whole, Reach::Held);
    }

    fn held_by(&mut self, memory: &Memory, prov: Prov, whole: bool, holder: Reach) {
        if prov.is_none() {
            return;
        }
        if prov == Prov::MANY {
            self.any_exposed = true;
            return;
        }
        let reach = if prov.is_plain() && whole { holder } else { Reach::Uncertain };
        for id in memory.members(prov) {
            self.raise(id, reach);
        }
    }

    /// Follows the pointers in all objects reached so far.
    pub(crate) fn run(&mut self, memory: &Memory) {
        loop {
            while let Some(id) = self.work.pop() {
                let holder = self.reach[id as usize];
                for &word in &memory.object(id).words {
                    if word != 0 && word != FRAGMENTS {
                        self.held_by(memory, Prov(word), true, holder);
                    }
                }
                for (whole, prov) in memory.pieces(id) {
                    self.held_by(memory, prov, whole, holder);
                }
            }
            if !std::mem::take(&mut self.any_exposed) {
                return;
            }
            for id in 0..memory.infos.len() as ObjectId {
                if memory.info(id).exposed {
                    self.raise(id, Reach::Uncertain);
                }
            }
        }
    }

    pub(crate) fn reach(&self, id: ObjectId) -> Reach {
        self.reach[id as usize]
    }
}

impl Memory {
    /// The provenances that an object keeps byte by byte; whole if all bytes of the pointer are there, in order.
    fn pieces(&self, id: ObjectId) -> Vec<(bool, Prov)> {
        let fragments = &self.info(id).fragments;
        let mut pieces = Vec::new();
        for (&at, &(prov, index)) in fragments {
            if index == 0 {
                let whole = (1..self.pointer_size)
                    .all(|i| fragments.get(&(at + i)).copied() == Some((prov, i as u8)));
                pieces.push((whole, prov));
            } else {
                pieces.push((false, prov));
            }
        }
        pieces
    }

    /// Marks the objects that are there whatever pointers there are: everything live but the heap and the idle objects.
    pub(crate) fn mark_roots(&self, marker: &mut Marker, idle: &FxHashSet<ObjectId>) {
        for id in 0..self.infos.len() as ObjectId {
            if self.info(id).kind != Kind::Heap && self.is_live(id) && !idle.contains(&id) {
                marker.root(id);
            }
        }
    }

    /// Uses the records of dead objects again that nothing refers to. The marker has been given every value in registers.
    pub(crate) fn collect(&mut self, mut marker: Marker) {
        for id in 0..self.infos.len() as ObjectId {
            if self.is_live(id) {
                marker.root(id);
            }
        }
        marker.run(self);
        let mut free = vec![false; self.infos.len()];
        for &id in &self.free_records {
            free[id as usize] = true;
        }
        for id in 1..self.infos.len() as ObjectId {
            if !self.is_live(id) && !free[id as usize] && marker.reach(id) == Reach::Lost {
                self.hide(id);
                self.free_records.push(id);
                self.dead_records -= 1;
                self.used -= RECORD_BYTES.min(self.used);
            }
        }
        self.collect_at = super::COLLECT_FIRST.max(self.dead_records * 2);
    }
}
