//! What a run holds where it comes to the head of a loop, for tests of invariants.

use crate::machine::Machine;
use crate::memory::Kind;
use crate::options::{Discard, Inputs, Options};
use crate::sample::Sampler;
use crate::trace::TraceBuffer;
use crate::value::{ObjectId, Prov};
use ::engine::Budget;
use base::{FxHashMap, Idx};
use ir::{BlockId, FuncId, GlobalId, LocalId, Program};

/// A call under way: the caller, the block that ends with the call, and the function. The entry of the program is called from its own
/// first block.
pub type CallStep = (FuncId, BlockId, FuncId);

/// A value as its meaning is, without addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeldValue {
    Number(u64),
    /// A pointer into an object of the machine.
    Pointer {
        object: u32,
        offset: i64,
    },
    /// It has no value, or one that is neither of the others.
    Other,
}

/// What an object of the machine is in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeldObject {
    Global(GlobalId),
    Function(FuncId),
    /// A variable in memory of a function under way, by the function's place in the stack.
    Local(usize, LocalId),
    /// Made by the call that ends the block, in the function at the end of the calls.
    Heap(Vec<CallStep>, BlockId),
}

pub(crate) struct HeadObserver<'a> {
    log: Log,
    see: &'a mut dyn FnMut(&HeadVisit<'_, '_>),
}

#[derive(Default)]
struct Log {
    /// The block that each function under way was in at its last operation.
    blocks: Vec<BlockId>,
    /// The calls under way at the last operation.
    calls: Vec<CallStep>,
    /// Allocations before this one are known.
    serial: u64,
    /// The calls under way and the block, by the number of the allocation.
    made: FxHashMap<u64, (Vec<CallStep>, BlockId)>,
}

/// The run is at the head of a loop.
pub struct HeadVisit<'v, 'm> {
    machine: &'v Machine<'m>,
    log: &'v Log,
    pub func: FuncId,
    pub head: BlockId,
    /// A round has ended; otherwise the loop is entered.
    pub again: bool,
}

impl std::fmt::Debug for HeadVisit<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?} again: {}", self.func, self.head, self.again)
    }
}

/// Runs the program and shows it at the heads of its loops.
pub fn visit_heads(
    program: &Program,
    options: &Options,
    inputs: Inputs<'_>,
    budget: &Budget<'_>,
    see: &mut dyn FnMut(&HeadVisit<'_, '_>),
) {
    let mut nobody = Discard;
    let mut machine = Machine::new(program, options, budget, inputs, &mut nobody);
    machine.trace = Some(TraceBuffer::default());
    machine.sampler = Some(Sampler::Heads(HeadObserver { log: Log::default(), see }));
    let _ = machine.start();
}

impl Machine<'_> {
    /// Called before every operation.
    pub(crate) fn observe_heads(&self, observer: &mut HeadObserver<'_>) {
        let HeadObserver { log, see } = observer;
        self.note_allocations(log);
        let depth = self.frames.len();
        let Some(frame) = self.frames.last() else { return };
        let Some(block) = frame.code.block(self.pc) else { return };
        log.calls = self.calls_under_way();
        log.blocks.truncate(depth);
        let before = (log.blocks.len() == depth).then(|| log.blocks[depth - 1]);
        if let Some(facts) = self.facts.function(frame.code.id) {
            for (id, of) in facts.loops().loops().iter_enumerated() {
                if frame.code.starts[of.head.index()] == Some(self.pc as u32) {
                    let again = before.is_some_and(|before| facts.loops().contains(id, before));
                    see(&HeadVisit { machine: self, log, func: frame.code.id, head: of.head, again });
                }
            }
        }
        log.blocks.resize(depth, block);
        log.blocks[depth - 1] = block;
    }

    fn calls_under_way(&self) -> Vec<CallStep> {
        let mut calls: Vec<CallStep> = Vec::with_capacity(self.frames.len());
        let mut caller = None;
        for frame in &self.frames {
            let callee = frame.code.id;
            let (from, block) = caller.unwrap_or((callee, BlockId::new(0)));
            calls.push((from, block, callee));
            // It goes on behind the call.
            let block = frame.pc.checked_sub(1).and_then(|pc| frame.code.block(pc));
            caller = Some((callee, block.unwrap_or(BlockId::new(0))));
        }
        calls
    }

    /// What was allocated by the last operation.
    fn note_allocations(&self, log: &mut Log) {
        let next = self.memory.next_serial;
        if let Some(&block) = log.blocks.last() {
            let infos = self.memory.infos.iter().filter(|info| info.serial >= log.serial);
            for info in infos.filter(|info| info.kind == Kind::Heap) {
                log.made.insert(info.serial, (log.calls.clone(), block));
            }
        }
        log.serial = next;
    }
}

impl HeadVisit<'_, '_> {
    /// The calls under way, from the entry of the program on.
    pub fn calls(&self) -> &[CallStep] {
        &self.log.calls
    }

    /// What a register of a function under way holds; so many calls lie between that and the last one.
    pub fn register(&self, calls: usize, local: LocalId) -> HeldValue {
        let Some(frame) = self.machine.frames.iter().rev().nth(calls) else { return HeldValue::Other };
        let Some(&(_, slot)) = frame.code.registers.iter().find(|(l, _)| *l == local) else {
            return HeldValue::Other;
        };
        let value = self.machine.regs[frame.base + slot as usize];
        if value.undef != 0 || value.frag != 0 {
            return HeldValue::Other;
        }
        self.value(value.bits, value.prov)
    }

    fn value(&self, bits: u64, prov: Prov) -> HeldValue {
        match prov.object() {
            None if prov.is_none() => HeldValue::Number(bits),
            Some(object) if prov.is_plain() => {
                let base = self.machine.memory.object(object).base;
                HeldValue::Pointer { object, offset: bits.wrapping_sub(base) as i64 }
            }
            _ => HeldValue::Other,
        }
    }

    /// What an object holds.
    pub fn cell(&self, object: u32, offset: u64, size: u64) -> HeldValue {
        let memory = &self.machine.memory;
        let held = memory.object(object);
        let range = offset as usize..offset.saturating_add(size) as usize;
        let Some(data) = held.data.get(range.clone()).filter(|_| size <= 8) else { return HeldValue::Other };
        if held.init.get(range).is_some_and(|init| init.iter().any(|bits| *bits != 0xff)) {
            return HeldValue::Other;
        }
        let mut bytes = [0; 8];
        bytes[..data.len()].copy_from_slice(data);
        let word = memory.pointer_size;
        let words = offset / word..(offset + size).div_ceil(word);
        let mut provs = words.map(|slot| held.words.get(slot as usize).copied().unwrap_or(0));
        let is_whole = offset.is_multiple_of(word) && size == word;
        match provs.find(|prov| *prov != 0) {
            None => HeldValue::Number(u64::from_le_bytes(bytes)),
            Some(prov) if is_whole && prov != crate::memory::FRAGMENTS => {
                self.value(u64::from_le_bytes(bytes), Prov(prov))
            }
            Some(_) => HeldValue::Other,
        }
    }

    pub fn is_live(&self, object: u32) -> bool {
        self.machine.memory.is_live(object)
    }

    pub fn size(&self, object: u32) -> u64 {
        self.machine.memory.info(object).size
    }

    /// The objects that the program knows, with what they are; also those that are freed.
    pub fn objects(&self) -> Vec<(u32, HeldObject)> {
        let machine = self.machine;
        let mut locals: FxHashMap<ObjectId, HeldObject> = FxHashMap::default();
        for (depth, frame) in machine.frames.iter().enumerate() {
            for local in &frame.code.memory_locals {
                if let Some(id) = machine.regs[frame.base + local.slot as usize].prov.object() {
                    locals.insert(id, HeldObject::Local(depth, local.local));
                }
            }
        }
        let globals = machine.program.globals.len() as ObjectId;
        let mut found = Vec::new();
        for (id, info) in machine.memory.infos.iter().enumerate() {
            let id = id as ObjectId;
            let what = match info.kind {
                Kind::Function(func) => Some(HeldObject::Function(func)),
                Kind::Heap => {
                    self.log.made.get(&info.serial).map(|(calls, b)| HeldObject::Heap(calls.clone(), *b))
                }
                _ if (1..=globals).contains(&id) => Some(HeldObject::Global(GlobalId::new(id as usize - 1))),
                _ => locals.get(&id).cloned(),
            };
            found.extend(what.map(|what| (id, what)));
        }
        found
    }
}
