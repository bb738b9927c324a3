//! What is still allocated when the program ends, and whether anybody could have freed it.

use crate::machine::{Frame, Machine};
use crate::memory::{Marker, Reach};
use crate::value::ObjectId;
use base::FxHashMap;
use ir::{BlockId, Body, Cfg, FuncId, FunctionBody, Liveness, LocalId, Program};

#[derive(Clone, Debug, Default)]
pub(crate) struct Leaks {
    /// Live heap blocks that nothing refers to, in the order of their allocation.
    pub(crate) lost: Vec<ObjectId>,
    /// Live heap blocks that something refers to.
    pub(crate) held: Vec<ObjectId>,
    /// Live heap blocks that only something computed from their address refers to.
    pub(crate) uncertain: Vec<ObjectId>,
}

/// The liveness of functions' variables, computed when it is first needed.
#[derive(Debug, Default)]
pub(crate) struct LivenessCache(FxHashMap<FuncId, (Cfg, Liveness)>);

impl LivenessCache {
    fn of(&mut self, program: &Program, function: FuncId, body: &Body) -> &(Cfg, Liveness) {
        self.0.entry(function).or_insert_with(|| {
            let cfg = Cfg::new(body);
            let liveness = Liveness::new(program, body, &cfg);
            (cfg, liveness)
        })
    }
}

impl Machine<'_> {
    /// Sorts the live heap blocks. Roots are static objects and whatever the live frames' variables hold.
    pub(crate) fn leaks(&self) -> Leaks {
        let live = self.memory.live_heap();
        if live.is_empty() {
            return Leaks::default();
        }
        let mut marker = Marker::new(&self.memory);
        self.mark_everything(&mut marker, &mut LivenessCache::default(), false);
        let mut leaks = Leaks::default();
        for id in live {
            match marker.reach(id) {
                Reach::Lost => leaks.lost.push(id),
                Reach::Uncertain => leaks.uncertain.push(id),
                Reach::Held => leaks.held.push(id),
            }
        }
        leaks
    }

    /// Marks all that the program can get at. If it is `running`, the top frame is about to execute the operation at `pc`.
    pub(crate) fn mark_everything(&self, marker: &mut Marker, liveness: &mut LivenessCache, running: bool) {
        self.memory.mark_roots(marker);
        for (depth, frame) in self.frames.iter().enumerate() {
            let origin = match running && depth + 1 == self.frames.len() {
                true => frame.code.origins.get(self.pc).copied(),
                false => None,
            };
            self.mark_registers(marker, liveness, frame, origin);
        }
        marker.run(&self.memory);
    }

    /// What the registers of a frame hold: variables in scope, and temporaries that are still going to be read. A
    /// temporary that is not holds nothing that the program could get at.
    fn mark_registers(
        &self,
        marker: &mut Marker,
        liveness: &mut LivenessCache,
        frame: &Frame,
        origin: Option<(BlockId, u32)>,
    ) {
        let FunctionBody::Defined(body) = &self.program.functions[frame.code.id].body else { return };
        let mut temporaries = Vec::new();
        for &(local, slot) in &frame.code.registers {
            let prov = self.regs[frame.base + slot as usize].prov;
            if prov.is_none() {
                continue;
            }
            if body.locals[local].name.is_some() {
                marker.value(&self.memory, prov, true);
            } else {
                temporaries.push((local, prov));
            }
        }
        if temporaries.is_empty() {
            return;
        }
        let (cfg, liveness) = liveness.of(self.program, frame.code.id, body);
        let mut held = |is_live: &dyn Fn(LocalId) -> bool| {
            for &(local, prov) in &temporaries {
                if is_live(local) {
                    marker.value(&self.memory, prov, true);
                }
            }
        };
        match (origin, frame.next) {
            (Some((block, index)), _) => {
                let mut cursor = liveness.cursor(body, cfg);
                cursor.seek_before(block, index as usize);
                held(&|local| cursor.is_live(local));
            }
            (None, Some(next)) => held(&|local| liveness.is_live_in(next, local)),
            (None, None) => {}
        }
    }
}
