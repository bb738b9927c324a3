//! Where lost blocks were lost.
//!
//! The machine learns at the program's end which blocks nothing refers to. The statement that dropped the last reference is
//! found by repeating the run and looking at what is reachable at some of its operations: a block that is lost stays lost, so
//! a few rounds of ever closer looks end at one operation. The plain run pays nothing for it.

use crate::code::{FunctionCode, Op};
use crate::fault::{Res, Stop};
use crate::machine::Machine;
use crate::memory::Marker;
use crate::trace::{Loss, TraceBuffer};
use crate::value::ObjectId;
use base::{FxHashMap, FxHashSet, Span};
use semantics::leak::Reach;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A heap block that was lost, known by the number of its allocation: that is the same in every repetition of the run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LostBlock {
    pub(crate) serial: u64,
    pub(crate) size: u64,
    pub(crate) allocated: Span,
}

/// Looks at reachability in one repetition of the run.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// Operations begun so far.
    ticks: u64,
    /// When to look, in increasing order.
    at: Vec<u64>,
    /// How often it was looked already.
    looked: usize,
    /// The blocks that are looked for, by serial, with the first look that found them lost.
    first_lost: FxHashMap<u64, usize>,
    looks: Vec<Look>,
}

/// One look, before an operation is executed.
#[derive(Clone, Debug)]
struct Look {
    at: u64,
    /// The operation's place in the program.
    span: Span,
    returns: Option<Returns>,
}

/// The operation returns to a call.
#[derive(Clone, Debug)]
struct Returns {
    /// The place of the call.
    call: Span,
    /// The blocks, by serial, that the caller holds or gets: if one is lost with the return, it is the caller that drops it.
    kept: FxHashSet<u64>,
}

impl Watch {
    #[inline]
    fn is_due(&mut self) -> bool {
        self.ticks += 1;
        self.at.get(self.looked).is_some_and(|&next| self.ticks >= next)
    }
}

impl Machine<'_> {
    /// Called before every operation of a run that is watched or traced.
    #[inline]
    pub(crate) fn tick(&mut self) -> Res<()> {
        if self.trace.as_mut().is_some_and(TraceBuffer::is_over) {
            return Err(Box::new(Stop::Assumed));
        }
        if self.watch.as_mut().is_some_and(Watch::is_due) { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Res<()> {
        let Some(mut watch) = self.watch.take() else { return Ok(()) };
        let code = self.frames.last().map(|frame| Rc::clone(&frame.code));
        let span = code.as_ref().map_or(Span::NONE, |code| code.span(self.pc));
        let returns = code.as_ref().and_then(|code| self.returns(code, &watch));
        watch.looks.push(Look { at: watch.ticks, span, returns });
        self.note_lost(&mut watch, true);
        watch.looked += 1;
        let enough = watch.looked == watch.at.len();
        self.watch = Some(watch);
        // The rest of the run has nothing to tell.
        if enough { Err(Box::new(Stop::Assumed)) } else { Ok(()) }
    }

    /// What the next operation leaves to the caller, if it is a return.
    fn returns(&self, code: &FunctionCode, watch: &Watch) -> Option<Returns> {
        let top = self.frames.last()?;
        // The block that is returned, or the object that holds what is.
        let register = match code.ops.get(self.pc) {
            Some(Op::ReturnScalar { src, .. }) => Some(*src),
            Some(Op::ReturnBlock { block }) => code.blocks.get(*block as usize).map(|(place, _)| place.base),
            Some(Op::Return) => None,
            _ => return None,
        };
        let caller = self.frames.len().checked_sub(2).map(|index| &self.frames[index])?;
        let mut marker = Marker::new(&self.memory);
        let given = register.and_then(|register| self.regs[top.base + register as usize].prov.object());
        given.into_iter().for_each(|object| marker.root(object));
        self.mark_everything(&mut marker, true, false);
        let wanted = |id: &ObjectId| watch.first_lost.contains_key(&self.memory.info(*id).serial);
        let kept = self.memory.live_heap().into_iter().filter(wanted);
        let kept = kept.filter(|&id| marker.reach(id) != Reach::Lost);
        Some(Returns {
            call: caller.code.span(caller.pc.saturating_sub(1)),
            kept: kept.map(|id| self.memory.info(id).serial).collect(),
        })
    }

    fn note_lost(&self, watch: &mut Watch, running: bool) {
        let look = watch.looks.len() - 1;
        let mut marker = Marker::new(&self.memory);
        self.mark_everything(&mut marker, running, true);
        for id in self.memory.live_heap() {
            if marker.reach(id) == Reach::Lost
                && let Some(first) = watch.first_lost.get_mut(&self.memory.info(id).serial)
            {
                *first = (*first).min(look);
            }
        }
    }

    /// The last look, when the program has ended.
    pub(crate) fn check_losses_at_end(&mut self) {
        let Some(mut watch) = self.watch.take() else { return };
        watch.ticks += 1;
        watch.looks.push(Look { at: watch.ticks, span: Span::NONE, returns: None });
        self.note_lost(&mut watch, false);
        self.watch = Some(watch);
    }
}

/// Operations that all repetitions together may execute, and the least and most looks of one of them.
const OPERATIONS: u64 = 200_000_000;
const LOOKS: (u64, u64) = (64, 4096);

/// What is known of a block: it was not lost (or not there) before one operation, and lost before a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Between {
    before: u64,
    after: u64,
}

/// The search, from outside of the machine.
#[derive(Debug)]
pub(crate) struct Search {
    blocks: BTreeMap<u64, Progress>,
    looks: u64,
    operations: u64,
    first_round: Option<u64>,
}

#[derive(Clone, Debug)]
struct Progress {
    between: Between,
    /// The place of the operation at `between.before`, and what it returns.
    span: Span,
    returns: Option<Returns>,
    allocated: Span,
}

impl Search {
    /// `steps` is the length of the run, `objects` what one look has to look at.
    pub(crate) fn new(lost: &[LostBlock], steps: u64, objects: u64) -> Search {
        let everything = Between { before: 0, after: u64::MAX };
        let start = |block: &LostBlock| Progress {
            between: everything,
            span: Span::NONE,
            returns: None,
            allocated: block.allocated,
        };
        Search {
            blocks: lost.iter().map(|block| (block.serial, start(block))).collect(),
            // Looking should not cost more than running.
            looks: (steps / (objects + 1)).clamp(LOOKS.0, LOOKS.1),
            operations: 0,
            first_round: Some(steps),
        }
    }

    /// What to look at in the next repetition; nothing if all is known that can be.
    pub(crate) fn next_round(&mut self) -> Option<Watch> {
        let mut at = BTreeSet::new();
        let mut wanted = Vec::new();
        if let Some(steps) = self.first_round.take() {
            // How many operations there are is not known yet; about as many as steps.
            let stride = (steps / self.looks).max(1);
            at.extend((1..=2 * self.looks).map(|i| i * stride));
            wanted.extend(self.blocks.keys().copied());
        } else {
            let open = self.open_intervals();
            let longest = open.iter().map(|b| b.after).max()?;
            if self.operations.saturating_add(longest) > OPERATIONS {
                return None;
            }
            let share = (self.looks / open.len() as u64).max(2);
            for between in &open {
                let length = between.after - between.before;
                let parts = share.min(length);
                at.extend((0..=parts).map(|i| {
                    between.before + (u128::from(length) * u128::from(i) / u128::from(parts)) as u64
                }));
            }
            at.remove(&0);
            let searched = |p: &Progress| open.contains(&p.between);
            wanted.extend(self.blocks.iter().filter(|(_, p)| searched(p)).map(|(&serial, _)| serial));
        }
        Some(Watch {
            at: at.into_iter().collect(),
            first_lost: wanted.into_iter().map(|serial| (serial, usize::MAX)).collect(),
            ..Watch::default()
        })
    }

    /// The intervals that are still to be searched. If there are too many, one block of each allocation site must do.
    fn open_intervals(&self) -> BTreeSet<Between> {
        let is_open = |p: &&Progress| p.between.after - p.between.before > 1 && p.between.after != u64::MAX;
        let open: BTreeSet<Between> = self.blocks.values().filter(is_open).map(|p| p.between).collect();
        if open.len() as u64 <= self.looks / 2 {
            return open;
        }
        let mut sites = BTreeSet::new();
        let firsts = self.blocks.values().filter(|p| sites.insert(p.allocated));
        firsts.filter(is_open).map(|p| p.between).take(self.looks as usize / 2).collect()
    }

    pub(crate) fn learn(&mut self, watch: Watch) {
        self.operations = self.operations.saturating_add(watch.ticks);
        for (serial, first) in watch.first_lost {
            let Some(progress) = self.blocks.get_mut(&serial) else { continue };
            // A look before the interval that is known says nothing new.
            let inside = |look: &&Look| (progress.between.before..progress.between.after).contains(&look.at);
            let known_lost = watch.looks.get(first);
            let last_held = watch.looks[..first.min(watch.looks.len())].iter().rfind(inside);
            if let Some(look) = last_held {
                progress.between.before = look.at;
                progress.span = look.span;
                progress.returns = look.returns.clone();
            }
            if let Some(look) = known_lost {
                progress.between.after = progress.between.after.min(look.at);
            }
        }
    }

    /// Where and when a block, or another one from the same place, was lost, if it was found.
    pub(crate) fn place(&self, block: &LostBlock) -> Option<(Span, Loss)> {
        let found = |p: &Progress, serial: u64| {
            let is_exact = p.between.after - p.between.before == 1;
            let by_caller = p.returns.as_ref().filter(|r| r.kept.contains(&serial)).map(|r| r.call);
            let span = by_caller.filter(|s| !s.is_none()).unwrap_or(p.span);
            let loss = Loss { tick: p.between.after, serial };
            (is_exact && !span.is_none()).then_some((span, loss))
        };
        if let Some(found) = self.blocks.get(&block.serial).and_then(|p| found(p, block.serial)) {
            return Some(found);
        }
        let same_site = self.blocks.iter().filter(|(_, p)| p.allocated == block.allocated);
        same_site.filter_map(|(&serial, p)| found(p, serial)).next()
    }
}
