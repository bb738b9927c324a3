//! Which locals' contents may still be read.
//!
//! Tracked are registers, and memory locals whose address is never taken. Everything else counts as live: a pointer may
//! reach it. For whoever knows where pointers lead there is also [`Liveness::unless_drawn`], which tracks those, too, whose
//! address only `__VERIFIER_plot` gets.
//!
//! One backward walk per local, over its own live range only, so that the cost is that of the answer: most locals of a
//! large function are temporaries that live within one block and cost nothing.

use crate::cfg::Cfg;
use crate::syntax::*;
use crate::visit::PlaceUse;
use base::{Idx, IndexVec};

#[derive(Clone, Debug)]
pub struct Liveness {
    tracked: Vec<bool>,
    /// For scalar-accessible memory locals and blocks: how many bytes a write must cover to end the old content.
    sizes: Vec<u64>,
    model: DataModel,
    live_in: IndexVec<BlockId, Row>,
}

/// A set of locals: words of 64 bits, sorted, without the words that are zero.
type Row = Vec<(u32, u64)>;

/// The tracked locals that are live at one point.
#[derive(Clone, Copy, Debug)]
pub struct LiveSet<'a>(&'a [(u32, u64)]);

impl<'a> LiveSet<'a> {
    pub fn contains(self, local: LocalId) -> bool {
        let word = local.raw() / 64;
        match self.0.binary_search_by_key(&word, |&(index, _)| index) {
            Ok(found) => self.0[found].1 >> (local.raw() % 64) & 1 == 1,
            Err(_) => false,
        }
    }

    /// In increasing order.
    pub fn iter(self) -> impl Iterator<Item = LocalId> + 'a {
        self.0.iter().flat_map(|&(word, bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                Some(LocalId::from_raw(word * 64 + bit))
            })
        })
    }

    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

/// What one instruction does to the liveness of a local.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effect {
    /// The old content is gone (written as a whole, or made indeterminate).
    Kill(LocalId),
    Use(LocalId),
}

impl Liveness {
    pub fn new(program: &Program, body: &Body, cfg: &Cfg) -> Liveness {
        Liveness::of(program, body, cfg, tracked_locals(body, |_| false))
    }

    /// To draw a local is to read it: whoever asks must know whether a pointer to it is still on its way there.
    pub fn unless_drawn(program: &Program, body: &Body, cfg: &Cfg) -> Liveness {
        let draws = |kind: &TerminatorKind| {
            let TerminatorKind::Call(call) = kind else { return false };
            let Callee::Direct(function) = call.callee else { return false };
            let callee = program.functions.get(function).map(|function| &function.body);
            matches!(callee, Some(FunctionBody::Intrinsic(Intrinsic::Plot)))
        };
        Liveness::of(program, body, cfg, tracked_locals(body, draws))
    }

    fn of(program: &Program, body: &Body, cfg: &Cfg, tracked: Vec<bool>) -> Liveness {
        let mut liveness = Liveness {
            tracked,
            sizes: body.locals.iter().map(|local| local_size(program, local)).collect(),
            model: program.model,
            live_in: IndexVec::from_elem(Row::new(), body.blocks.len()),
        };
        liveness.solve(body, cfg);
        liveness
    }

    /// Whether the local's liveness is known; the others count as live everywhere.
    pub fn is_tracked(&self, local: LocalId) -> bool {
        self.tracked[local.index()]
    }

    /// The tracked locals that are live where the block begins.
    pub fn live_in(&self, block: BlockId) -> LiveSet<'_> {
        LiveSet(&self.live_in[block])
    }

    pub fn is_live_in(&self, block: BlockId, local: LocalId) -> bool {
        !self.is_tracked(local) || self.live_in(block).contains(local)
    }

    /// A walk backwards through the statements of blocks.
    pub fn cursor<'a>(&'a self, body: &'a Body, cfg: &'a Cfg) -> LiveCursor<'a> {
        LiveCursor {
            liveness: self,
            body,
            cfg,
            list: Vec::new(),
            place: vec![0; body.locals.len()],
            block: cfg.entry(),
            index: 0,
        }
    }

    /// The effects of a statement, the last (of its uses) first to happen.
    fn statement_effects(&self, kind: &StatementKind, mut f: impl FnMut(Effect)) {
        match kind {
            StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => f(Effect::Kill(*local)),
            _ => kind.def().into_iter().for_each(|local| f(Effect::Kill(local))),
        }
        self.place_effects(|visitor| kind.for_each_place(visitor), &mut f);
        kind.for_each_use(|local| f(Effect::Use(local)));
    }

    fn terminator_effects(&self, kind: &TerminatorKind, mut f: impl FnMut(Effect)) {
        kind.def().into_iter().for_each(|local| f(Effect::Kill(local)));
        self.place_effects(|visitor| kind.for_each_place(visitor), &mut f);
        kind.for_each_use(|local| f(Effect::Use(local)));
    }

    fn place_effects(
        &self,
        for_each_place: impl Fn(&mut dyn FnMut(&Place, PlaceUse, Option<u64>)),
        f: &mut impl FnMut(Effect),
    ) {
        // Kills before uses: an instruction reads before it writes, and we look at it backwards.
        for_each_place(&mut |place, how, size| {
            if how == PlaceUse::Write
                && let Some(local) = place.memory_local()
                && place.offset == 0
                && place.index.is_none()
                && place.bits.is_none()
                && size.unwrap_or_else(|| place.access.size(self.model)) >= self.sizes[local.index()]
            {
                f(Effect::Kill(local));
            }
        });
        for_each_place(&mut |place, how, _| {
            if how != PlaceUse::Write
                && let Some(local) = place.memory_local()
            {
                f(Effect::Use(local));
            }
        });
    }

    fn solve(&mut self, body: &Body, cfg: &Cfg) {
        let locals = body.locals.len();
        // Pairs (local, block): where it is read before any kill in the block, and where it is killed.
        let mut exposed: Vec<(LocalId, BlockId)> = Vec::new();
        let mut kills: Vec<(LocalId, BlockId)> = Vec::new();
        // `first[l] == Some(Use)` etc. for the block at hand; walking backwards, the last effect seen is the first in the block.
        let mut state = vec![(u32::MAX, false, false); locals];
        let mut touched = Vec::new();
        for (block, content) in body.blocks.iter_enumerated() {
            touched.clear();
            let mut note = |effect: Effect| {
                let (local, is_use) = match effect {
                    Effect::Kill(local) => (local, false),
                    Effect::Use(local) => (local, true),
                };
                let (stamp, used_first, killed) = &mut state[local.index()];
                if *stamp != block.raw() {
                    *stamp = block.raw();
                    *killed = false;
                    touched.push(local);
                }
                *used_first = is_use;
                *killed |= !is_use;
            };
            self.terminator_effects(&content.terminator.kind, &mut note);
            for statement in content.statements.iter().rev() {
                self.statement_effects(&statement.kind, &mut note);
            }
            for &local in &touched {
                let (_, used_first, killed) = state[local.index()];
                if used_first && self.tracked[local.index()] {
                    exposed.push((local, block));
                }
                if killed {
                    kills.push((local, block));
                }
            }
        }
        let exposed = group_by_local(exposed, locals);
        let kills = group_by_local(kills, locals);
        let mut killed_by = vec![u32::MAX; body.blocks.len()];
        let mut live_for = vec![u32::MAX; body.blocks.len()];
        let mut work = Vec::new();
        for local in body.locals.ids() {
            let seeds = exposed.of(local);
            if seeds.is_empty() {
                continue;
            }
            for block in kills.of(local) {
                killed_by[block.index()] = local.raw();
            }
            for &block in seeds {
                live_for[block.index()] = local.raw();
                insert_last(&mut self.live_in[block], local);
                work.push(block);
            }
            while let Some(block) = work.pop() {
                for &pred in cfg.predecessors(block) {
                    if live_for[pred.index()] != local.raw() && killed_by[pred.index()] != local.raw() {
                        live_for[pred.index()] = local.raw();
                        insert_last(&mut self.live_in[pred], local);
                        work.push(pred);
                    }
                }
            }
        }
    }
}

/// Adds a local that is not smaller than any in the row.
fn insert_last(row: &mut Row, local: LocalId) {
    let (word, bit) = (local.raw() / 64, 1u64 << (local.raw() % 64));
    match row.last_mut() {
        Some((last, bits)) if *last == word => *bits |= bit,
        _ => row.push((word, bit)),
    }
}

struct Grouped {
    starts: Vec<u32>,
    blocks: Vec<BlockId>,
}

impl Grouped {
    fn of(&self, local: LocalId) -> &[BlockId] {
        &self.blocks[self.starts[local.index()] as usize..self.starts[local.index() + 1] as usize]
    }
}

fn group_by_local(pairs: Vec<(LocalId, BlockId)>, locals: usize) -> Grouped {
    let mut starts = vec![0u32; locals + 1];
    for (local, _) in &pairs {
        starts[local.index() + 1] += 1;
    }
    for i in 0..locals {
        starts[i + 1] += starts[i];
    }
    let mut next = starts.clone();
    let mut blocks = vec![BlockId::from_raw(0); pairs.len()];
    for (local, block) in pairs {
        blocks[next[local.index()] as usize] = block;
        next[local.index()] += 1;
    }
    Grouped { starts, blocks }
}

/// Registers, and memory locals whose address never escapes into a register, except into those that a terminator of this
/// kind gets.
fn tracked_locals(body: &Body, harmless: impl Fn(&TerminatorKind) -> bool) -> Vec<bool> {
    let mut tracked = vec![true; body.locals.len()];
    for block in &body.blocks {
        let mut given = Vec::new();
        if harmless(&block.terminator.kind) {
            block.terminator.kind.for_each_use(|local| given.push(local));
        }
        for statement in &block.statements {
            if let StatementKind::Assign(register, Rvalue::AddressOf(place)) = &statement.kind
                && let Some(local) = place.memory_local()
                && !given.contains(register)
            {
                tracked[local.index()] = false;
            }
        }
    }
    tracked
}

/// The number of bytes of a memory local; more than anything can write if it is not known.
fn local_size(program: &Program, local: &Local) -> u64 {
    match program.types.get(local.ty) {
        Some(ty) if ty.size > 0 => ty.size,
        _ => u64::MAX,
    }
}

/// The live locals at one statement after the other, from a block's end to its beginning.
#[derive(Clone, Debug)]
pub struct LiveCursor<'a> {
    liveness: &'a Liveness,
    body: &'a Body,
    cfg: &'a Cfg,
    /// The live locals, and for each local its place in the list plus one (0: not live).
    list: Vec<LocalId>,
    place: Vec<u32>,
    block: BlockId,
    /// How many instructions of the block (statements, then the terminator) are still before the cursor.
    index: usize,
}

impl LiveCursor<'_> {
    /// Goes to the end of a block, after its terminator.
    pub fn seek_end(&mut self, block: BlockId) {
        for local in self.list.drain(..) {
            self.place[local.index()] = 0;
        }
        self.block = block;
        self.index = self.body.blocks[block].statements.len() + 1;
        for &next in self.cfg.successors(block) {
            for local in self.liveness.live_in(next).iter() {
                insert(&mut self.list, &mut self.place, local);
            }
        }
    }

    /// Goes before a statement; `index == statements.len()` is before the terminator.
    pub fn seek_before(&mut self, block: BlockId, index: usize) {
        self.seek_end(block);
        while self.index > index && self.step_back() {}
    }

    /// Goes back over one statement (or the terminator); `false` at the block's beginning.
    pub fn step_back(&mut self) -> bool {
        let content = &self.body.blocks[self.block];
        let (list, place, tracked) = (&mut self.list, &mut self.place, &self.liveness.tracked);
        let apply = |effect: Effect| match effect {
            Effect::Kill(local) => remove(list, place, local),
            Effect::Use(local) if tracked[local.index()] => insert(list, place, local),
            Effect::Use(_) => {}
        };
        if self.index == 0 {
            return false;
        }
        self.index -= 1;
        if self.index == content.statements.len() {
            self.liveness.terminator_effects(&content.terminator.kind, apply);
        } else {
            self.liveness.statement_effects(&content.statements[self.index].kind, apply);
        }
        true
    }

    /// The statement that the cursor is before; the number of statements for the terminator, one more for the end.
    pub fn index(&self) -> usize {
        self.index
    }

    pub fn is_live(&self, local: LocalId) -> bool {
        !self.liveness.is_tracked(local) || self.place[local.index()] != 0
    }

    /// The tracked locals that are live here, in no particular order.
    pub fn live(&self) -> &[LocalId] {
        &self.list
    }
}

fn insert(list: &mut Vec<LocalId>, place: &mut [u32], local: LocalId) {
    if place[local.index()] == 0 {
        list.push(local);
        place[local.index()] = list.len() as u32;
    }
}

fn remove(list: &mut Vec<LocalId>, place: &mut [u32], local: LocalId) {
    let at = std::mem::replace(&mut place[local.index()], 0);
    if at != 0 {
        list.swap_remove(at as usize - 1);
        if let Some(moved) = list.get(at as usize - 1) {
            place[moved.index()] = at;
        }
    }
}
