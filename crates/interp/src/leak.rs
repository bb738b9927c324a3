//! What is still allocated when the program ends, and whether anybody could have freed it.

use crate::machine::{Frame, Machine};
use crate::memory::{Marker, Reach};
use crate::value::ObjectId;
use base::{FxHashMap, FxHashSet, IndexVec};
use ir::{BlockId, Body, Cfg, FuncId, FunctionBody, Liveness, LocalId, Program, Returns};

#[derive(Clone, Debug, Default)]
pub(crate) struct Leaks {
    /// Live heap blocks that nothing refers to, in the order of their allocation.
    pub(crate) lost: Vec<ObjectId>,
    /// Live heap blocks that something refers to.
    pub(crate) held: Vec<ObjectId>,
    /// Live heap blocks that only something computed from their address refers to.
    pub(crate) uncertain: Vec<ObjectId>,
}

/// What becomes of functions' variables, computed when it is first needed.
#[derive(Debug, Default)]
pub(crate) struct LivenessCache {
    returns: Option<Returns>,
    functions: FxHashMap<FuncId, Variables>,
}

#[derive(Debug)]
struct Variables {
    cfg: Cfg,
    liveness: Liveness,
    /// The blocks from which a return can be reached. Elsewhere a variable holds what it holds until the program ends, read or
    /// not.
    returns: IndexVec<BlockId, bool>,
}

impl LivenessCache {
    fn of(&mut self, program: &Program, function: FuncId, body: &Body) -> &Variables {
        let returns = self.returns.get_or_insert_with(|| Returns::new(program));
        self.functions.entry(function).or_insert_with(|| {
            let cfg = Cfg::new(body);
            let liveness = Liveness::unless_drawn(program, body, &cfg);
            let returns = returns.blocks(body, &cfg);
            Variables { cfg, liveness, returns }
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
        self.mark_everything(&mut marker, &mut LivenessCache::default(), false, true);
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

    /// Marks all that the program can get at. If it is `running`, the top frame is about to execute the operation at `pc`, and
    /// what a variable holds counts as long as somebody is going to read it; otherwise variables count as long as they are
    /// in scope. The top frame itself may be left out.
    pub(crate) fn mark_everything(
        &self,
        marker: &mut Marker,
        liveness: &mut LivenessCache,
        running: bool,
        top: bool,
    ) {
        let mut idle = FxHashSet::default();
        for (depth, frame) in self.frames.iter().enumerate() {
            let FunctionBody::Defined(body) = &self.program.functions[frame.code.id].body else { continue };
            let is_top = depth + 1 == self.frames.len();
            if is_top && !top {
                idle.extend(self.memory_locals(frame).map(|(_, object)| object));
                idle.extend(frame.blocks.iter().copied().chain(frame.varargs));
                continue;
            }
            let Variables { cfg, liveness, returns } = liveness.of(self.program, frame.code.id, body);
            let is_named = |local: LocalId| body.locals[local].name.is_some();
            let until_end = |block| !running || self.options.lost_with_scope || !returns[block];
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
