//! What is still allocated when the program ends, and whether anybody could have freed it.

use crate::machine::Machine;
use crate::memory::{Marker, Reach};
use crate::value::{ObjectId, Prov};
use ir::{Cfg, FunctionBody, Liveness};

#[derive(Clone, Debug, Default)]
pub(crate) struct Leaks {
    /// Live heap blocks that nothing refers to, in the order of their allocation.
    pub(crate) lost: Vec<ObjectId>,
    /// Live heap blocks that something refers to.
    pub(crate) held: Vec<ObjectId>,
    /// Live heap blocks that only something computed from their address refers to.
    pub(crate) uncertain: Vec<ObjectId>,
}

impl Machine<'_> {
    /// Sorts the live heap blocks. Roots are static objects and whatever the live frames' variables hold.
    pub(crate) fn leaks(&self) -> Leaks {
        let live = self.memory.live_heap();
        if live.is_empty() {
            return Leaks::default();
        }
        let mut marker = Marker::new(&self.memory);
        self.memory.mark_roots(&mut marker);
        for prov in self.register_roots() {
            marker.value(&self.memory, prov, true);
        }
        for value in &self.held {
            marker.value(&self.memory, value.prov, true);
        }
        marker.run(&self.memory);
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

    /// What the registers of live frames hold: variables in scope, and temporaries that are still going to be read. A
    /// temporary that is not holds nothing that the program could get at.
    fn register_roots(&self) -> Vec<Prov> {
        let mut roots = Vec::new();
        for frame in &self.frames {
            let FunctionBody::Defined(body) = &self.program.functions[frame.code.id].body else { continue };
            let mut liveness: Option<Liveness> = None;
            for &(local, slot) in &frame.code.registers {
                let prov = self.regs[frame.base + slot as usize].prov;
                if prov.is_none() {
                    continue;
                }
                let named = body.locals[local].name.is_some();
                let held = named
                    || frame.next.is_some_and(|next| {
                        let liveness = liveness
                            .get_or_insert_with(|| Liveness::new(self.program, body, &Cfg::new(body)));
                        liveness.is_live_in(next, local)
                    });
                if held {
                    roots.push(prov);
                }
            }
        }
        roots
    }
}
