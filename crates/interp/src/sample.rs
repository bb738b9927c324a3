//! Which pointers a run holds, for tests of analyses that say where pointers may lead.

use crate::machine::Machine;
use crate::memory::Kind;
use crate::options::{Discard, Inputs, Options};
use crate::trace::TraceBuffer;
use crate::value::{ObjectId, Prov};
use ::engine::Budget;
use base::{FxHashMap, Idx, Span};
use ir::{BlockId, FuncId, GlobalId, LocalId, Program};

/// What an object of the machine is in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectOrigin {
    Global(GlobalId),
    /// A memory local of a function under way.
    Local(FuncId, LocalId),
    /// Allocated by the call with this span.
    Heap(Span),
    Function(FuncId),
    Label(FuncId, BlockId),
    /// Anything else: a block on the stack, a local whose function has returned, arguments of the program ...
    Other,
}

/// Who holds a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointerHolder {
    Register(FuncId, LocalId),
    /// At this offset of an object.
    Memory(ObjectOrigin, u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SampledPointer {
    pub holder: PointerHolder,
    pub target: ObjectOrigin,
    /// In bytes from the target's start.
    pub offset: i64,
}

/// Who looks at the machine before every operation.
pub(crate) enum Sampler<'a> {
    Pointers(PointerSampler<'a>),
    Heads(crate::heads::HeadObserver<'a>),
}

pub(crate) struct PointerSampler<'a> {
    every: u64,
    operations: u64,
    see: &'a mut dyn FnMut(SampledPointer),
}

/// Runs the program and shows the pointers that it holds before every operation whose number is a multiple of `every`.
pub fn sample_pointers(
    program: &Program,
    options: &Options,
    inputs: Inputs<'_>,
    budget: &Budget<'_>,
    every: u64,
    see: &mut dyn FnMut(SampledPointer),
) {
    let mut nobody = Discard;
    let mut machine = Machine::new(program, options, budget, inputs, &mut nobody);
    // Only a run that is traced looks for a sampler.
    machine.trace = Some(TraceBuffer::default());
    machine.sampler = Some(Sampler::Pointers(PointerSampler { every: every.max(1), operations: 0, see }));
    let _ = machine.start();
    if let Some(Sampler::Pointers(sampler)) = &mut machine.sampler.take() {
        machine.sample(sampler);
    }
}

impl Machine<'_> {
    /// Called before every operation while there is a sampler.
    pub(crate) fn maybe_sample(&mut self) {
        let mut sampler = self.sampler.take();
        match &mut sampler {
            Some(Sampler::Pointers(pointers)) => {
                pointers.operations += 1;
                if pointers.operations.is_multiple_of(pointers.every) {
                    self.sample(pointers);
                }
            }
            Some(Sampler::Heads(heads)) => self.observe_heads(heads),
            None => {}
        }
        self.sampler = sampler;
    }

    fn sample(&self, sampler: &mut PointerSampler<'_>) {
        let mut locals: FxHashMap<ObjectId, ObjectOrigin> = FxHashMap::default();
        for frame in &self.frames {
            for local in &frame.code.memory_locals {
                if let Some(id) = self.regs[frame.base + local.slot as usize].prov.object() {
                    locals.insert(id, ObjectOrigin::Local(frame.code.id, local.local));
                }
            }
        }
        let globals = self.program.globals.len() as ObjectId;
        let origin = |id: ObjectId| match self.memory.info(id).kind {
            Kind::Function(func) => ObjectOrigin::Function(func),
            Kind::Label(func, block) => ObjectOrigin::Label(func, block),
            Kind::Heap => ObjectOrigin::Heap(self.memory.info(id).allocated),
            _ if (1..=globals).contains(&id) => ObjectOrigin::Global(GlobalId::new(id as usize - 1)),
            _ => locals.get(&id).copied().unwrap_or(ObjectOrigin::Other),
        };
        let pointer = |holder: PointerHolder, bits: u64, prov: Prov| {
            let id = prov.object().filter(|_| prov.is_plain())?;
            let offset = bits.wrapping_sub(self.memory.object(id).base) as i64;
            Some(SampledPointer { holder, target: origin(id), offset })
        };
        let mut found = Vec::new();
        for frame in &self.frames {
            for &(local, slot) in &frame.code.registers {
                let value = self.regs[frame.base + slot as usize];
                if value.undef == 0 {
                    let holder = PointerHolder::Register(frame.code.id, local);
                    found.extend(pointer(holder, value.bits, value.prov));
                }
            }
        }
        let word = self.memory.pointer_size;
        for (id, object) in self.memory.objects.iter().enumerate() {
            for (slot, &prov) in object.words.iter().enumerate() {
                let offset = slot as u64 * word;
                let bytes = object.data.get(offset as usize..(offset + word) as usize);
                if prov == 0 || prov == crate::memory::FRAGMENTS {
                    continue;
                }
                if let Some(bytes) = bytes {
                    let mut bits = [0; 8];
                    bits[..bytes.len()].copy_from_slice(bytes);
                    let holder = PointerHolder::Memory(origin(id as ObjectId), offset);
                    found.extend(pointer(holder, u64::from_le_bytes(bits), Prov(prov)));
                }
            }
        }
        found.into_iter().for_each(|pointer| (sampler.see)(pointer));
    }
}
