//! What is still allocated when the program ends, and whether anybody could have freed it.

use crate::machine::{Frame, Machine};
use crate::memory::Marker;
use crate::value::ObjectId;
use base::FxHashSet;
use ir::LocalId;
use semantics::leak::Reach;

impl Machine<'_> {
    /// The live heap blocks in the order of their allocation. Roots are static objects and whatever the live frames' variables hold.
    pub(crate) fn leaks(&self) -> Vec<(ObjectId, Reach)> {
        let live = self.memory.live_heap();
        if live.is_empty() {
            return Vec::new();
        }
        let mut marker = Marker::new(&self.memory);
        self.mark_everything(&mut marker, false, true);
        live.into_iter().map(|id| (id, marker.reach(id))).collect()
    }

    /// Marks all that the program can get at. If it is `running`, the top frame is about to execute the operation at `pc`, and
    /// what a variable holds counts as long as somebody is going to read it; otherwise variables count as long as they are
    /// in scope. The top frame itself may be left out.
    pub(crate) fn mark_everything(&self, marker: &mut Marker, running: bool, top: bool) {
        let mut idle = FxHashSet::default();
        for (depth, frame) in self.frames.iter().enumerate() {
            let Some(function) = self.facts.function(frame.code.id) else { continue };
            let body = function.body();
            let is_top = depth + 1 == self.frames.len();
            if is_top && !top {
                idle.extend(self.memory_locals(frame).map(|(_, object)| object));
                idle.extend(frame.blocks.iter().copied().chain(frame.varargs));
                continue;
            }
            // Where no return can be reached, a variable holds what it holds until the program ends, read or not.
            let (cfg, liveness, returns) =
                (function.cfg(), function.liveness_unless_drawn(), function.returning());
            let is_named = |local: LocalId| body.locals[local].name.is_some();
            let until_end = |block| !running || self.options.analysis.lost_with_scope || !returns[block];
            let here = frame.code.origins.get(self.pc).copied().filter(|_| running && is_top);
            match (here, frame.next) {
                (Some((block, index)), _) => {
                    let mut cursor = liveness.cursor(body, cfg);
                    cursor.seek_before(block, index as usize);
                    let stays = |local| cursor.is_live(local) || is_named(local) && until_end(block);
                    self.mark_registers(marker, frame, stays);
                    let unnamed = self.memory_locals(frame).filter(|&(local, _)| !stays(local));
                    idle.extend(unnamed.map(|(_, object)| object));
                }
                (None, Some(next)) => {
                    let stays =
                        |local| liveness.is_live_in(next, local) || is_named(local) && until_end(next);
                    self.mark_registers(marker, frame, stays);
                    let unnamed = self.memory_locals(frame).filter(|&(local, _)| running && !stays(local));
                    idle.extend(unnamed.map(|(_, object)| object));
                }
                (None, None) => self.mark_registers(marker, frame, is_named),
            }
        }
        self.memory.mark_roots(marker, &idle);
        marker.run(&self.memory);
    }

    /// What the registers of a frame hold.
    fn mark_registers(&self, marker: &mut Marker, frame: &Frame, is_live: impl Fn(LocalId) -> bool) {
        for &(local, slot) in &frame.code.registers {
            let prov = self.regs[frame.base + slot as usize].prov;
            if !prov.is_none() && is_live(local) {
                marker.value(&self.memory, prov, true);
            }
        }
    }

    fn memory_locals(&self, frame: &Frame) -> impl Iterator<Item = (LocalId, ObjectId)> {
        frame.code.memory_locals.iter().filter_map(|memory| {
            let object = self.regs[frame.base + memory.slot as usize].prov.object()?;
            Some((memory.local, object))
        })
    }
}
