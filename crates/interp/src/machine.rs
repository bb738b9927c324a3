//! The machine's state, how it is set up, and what happens between instructions: polling, inputs, assumptions.

use crate::arith::Arith;
use crate::code::{Destination, FunctionCode};
use crate::decode::{Addresses, DecodeOptions, decode};
use crate::fault::{Fault, Res, nondeterminism, unknown};
use crate::losing::{LostBlock, Watch};
use crate::memory::{Kind, Marker, Memory, NewObject, Placement};
use crate::options::{InputRequest, Inputs, Mode, Options, Output};
use crate::trace::TraceBuffer;
use crate::value::{ObjectId, Prov, Value, Wide, narrow, widen};
use ::engine::Budget;
use base::{FxHashMap, Idx, IndexVec, Span};
use facts::Facts;
use ir::*;
use semantics::address::{HEAP_ALIGNMENT, regions};
use semantics::initial::{self, Role};
use semantics::{Obligation, Policy};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Instant;
use verdict::{Assumption, FindingKind, Input, Property, StepKind, UnknownKind};

/// Steps between two looks at the clock, the cancellation flag and the dead records.
const POLL_INTERVAL: u64 = 1 << 16;

pub(crate) struct Frame {
    pub(crate) code: Rc<FunctionCode>,
    /// Where this frame goes on when it is on top again.
    pub(crate) pc: usize,
    /// The frame's first register.
    pub(crate) base: usize,
    /// Where the caller wants the result.
    pub(crate) dst: Destination,
    /// The callee is known not to return.
    pub(crate) must_not_return: bool,
    /// The stack pointer before the call.
    pub(crate) saved_sp: u64,
    /// The lowest address of the frame's memory locals.
    pub(crate) low: u64,
    /// What `alloca` and variable-length arrays made.
    pub(crate) blocks: Vec<ObjectId>,
    pub(crate) varargs: Option<ObjectId>,
    /// Where the frame was suspended by a call, for the liveness of its temporaries.
    pub(crate) next: Option<BlockId>,
}

pub(crate) struct Machine<'a> {
    pub(crate) program: &'a Program,
    /// What becomes of functions' variables, asked for when blocks are lost.
    pub(crate) facts: Facts<'a>,
    pub(crate) model: DataModel,
    pub(crate) options: &'a Options,
    pub(crate) budget: &'a Budget<'a>,
    pub(crate) inputs: Inputs<'a>,
    pub(crate) output: &'a mut dyn Output,

    pub(crate) memory: Memory,
    pub(crate) regs: Vec<Value>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) sp: u64,
    pub(crate) stack_end: u64,
    /// The operation after the one being executed.
    pub(crate) pc: usize,
    codes: IndexVec<FuncId, Option<Rc<FunctionCode>>>,
    labels: FxHashMap<(FuncId, BlockId), ObjectId>,
    /// Objects of memory locals that no pointer was made to, to be used again by the next call.
    pub(crate) pools: FxHashMap<(FuncId, u32), Vec<ObjectId>>,

    pub(crate) steps: u64,
    pub(crate) next_poll: u64,
    pub(crate) policy: Policy,
    /// A signed `<<` is modular, as GNU C defines it.
    pub(crate) shifts_wrap: bool,
    pub(crate) wrapped: bool,
    /// Pointers into different objects were compared by their addresses.
    pub(crate) ordered: bool,
    /// The run stands for all runs of the program: whatever it does not determine ends it.
    pub(crate) exact: bool,
    /// Uninitialised values become inputs when they are read.
    pub(crate) choose: bool,
    /// What indeterminate bytes that were copied were chosen to be.
    chosen: FxHashMap<u32, u8>,
    pub(crate) used_inputs: Vec<Input>,
    replayed: usize,
    generator: u64,
    pub(crate) assumptions: BTreeSet<Assumption>,
    pub(crate) atexit: Vec<FuncId>,
    pub(crate) nesting: u32,
    /// Takes pictures while the program runs.
    pub(crate) camera: Option<crate::film::Camera<'a>>,
    /// Shows pointers while the program runs.
    pub(crate) sampler: Option<crate::sample::Sampler<'a>>,
    pub(crate) trace: Option<TraceBuffer>,
    pub(crate) watch: Option<Watch>,
    /// The blocks that were found lost at the program's end.
    pub(crate) lost: Vec<LostBlock>,
    /// The result of the function that a nested execution ran.
    pub(crate) result: crate::call::Returned,
}

struct Linker<'m> {
    memory: &'m mut Memory,
    labels: &'m mut FxHashMap<(FuncId, BlockId), ObjectId>,
    globals: usize,
}

impl Linker<'_> {
    fn pointer(&self, id: ObjectId) -> Value {
        Value::pointer(self.memory.object(id).base, id)
    }
}

/// Global `g` is object `1 + g`, function `f` is object `1 + globals + f`.
impl Addresses for Linker<'_> {
    fn global(&mut self, id: GlobalId) -> Value {
        self.pointer(1 + id.index() as ObjectId)
    }
    fn function(&mut self, id: FuncId) -> Value {
        self.pointer((1 + self.globals + id.index()) as ObjectId)
    }
    fn label(&mut self, function: FuncId, block: BlockId) -> Res<Value> {
        if let Some(&id) = self.labels.get(&(function, block)) {
            return Ok(self.pointer(id));
        }
        let id = self.memory.allocate(NewObject {
            size: 1,
            align: 1,
            kind: Kind::Label(function, block),
            span: Span::NONE,
            name: None,
            zeroed: true,
        })?;
        self.labels.insert((function, block), id);
        Ok(self.pointer(id))
    }
}

impl<'a> Machine<'a> {
    pub(crate) fn new(
        program: &'a Program,
        options: &'a Options,
        budget: &'a Budget<'a>,
        inputs: Inputs<'a>,
        output: &'a mut dyn Output,
    ) -> Machine<'a> {
        let model = program.model;
        let (stack_end, sp) = regions(model).stack;
        let without_inputs = matches!(inputs, Inputs::None);
        let (policy, exact, choose) = match options.mode {
            Mode::Run => (Policy::run(), false, false),
            Mode::Check(properties) => (
                Policy::check(properties),
                without_inputs,
                !without_inputs && !properties.contains(Property::NoUninit),
            ),
        };
        let placement = Placement {
            reuse: options.reuse_addresses,
            room_to_grow: matches!(options.mode, Mode::Check(_)) && !without_inputs,
        };
        let generator = match inputs {
            Inputs::Seed(seed) => seed,
            _ => 0,
        };
        Machine {
            program,
            facts: Facts::of(program),
            model,
            options,
            budget,
            inputs,
            output,
            memory: Memory::new(model, budget.memory, placement, choose),
            chosen: FxHashMap::default(),
            regs: Vec::new(),
            frames: Vec::new(),
            sp,
            stack_end,
            pc: 0,
            codes: IndexVec::from_elem(None, program.functions.len()),
            labels: FxHashMap::default(),
            pools: FxHashMap::default(),
            steps: 0,
            next_poll: POLL_INTERVAL.min(budget.steps),
            policy,
            shifts_wrap: !policy.counts(Obligation::ShiftedValue),
            wrapped: false,
            ordered: false,
            exact,
            choose,
            used_inputs: Vec::new(),
            replayed: 0,
            generator,
            assumptions: BTreeSet::new(),
            atexit: Vec::new(),
            nesting: 0,
            camera: None,
            sampler: None,
            trace: None,
            watch: None,
            lost: Vec::new(),
            result: crate::call::Returned::Nothing,
        }
    }

    /// Creates the globals and functions, then fills in the initial contents.
    pub(crate) fn load_program(&mut self) -> Res<()> {
        let program = self.program;
        for global in program.globals.iter() {
            let start = initial::global(program, global);
            let kind = match start.role {
                Role::Variable | Role::Stream(_) | Role::External => Kind::Static,
                Role::Literal => Kind::StringLiteral,
                Role::Constant => Kind::Constant,
            };
            self.memory.allocate(NewObject {
                size: start.size,
                align: global.align,
                kind,
                span: global.span,
                name: Some(global.name),
                zeroed: start.is_known(),
            })?;
        }
        for (id, function) in program.functions.iter_enumerated() {
            self.memory.allocate(NewObject {
                size: 1,
                align: 1,
                kind: Kind::Function(id),
                span: function.span,
                name: Some(function.name),
                zeroed: true,
            })?;
        }
        for (id, global) in program.globals.iter_enumerated() {
            self.initialise_global(id, global)?;
        }
        Ok(())
    }

    fn initialise_global(&mut self, id: GlobalId, global: &Global) -> Res<()> {
        let object = 1 + id.index() as ObjectId;
        let start = initial::global(self.program, global);
        match start.role {
            Role::Stream(stream) => {
                let stream = self.memory.allocate(NewObject {
                    size: 1,
                    align: HEAP_ALIGNMENT,
                    kind: Kind::Stream(stream),
                    span: global.span,
                    name: Some(global.name),
                    zeroed: true,
                })?;
                let base = self.memory.object(stream).base;
                let value = Wide { prov: Prov::plain(stream), ..Wide::int(u128::from(base)) };
                let size = self.memory.pointer_size as usize;
                self.memory.poke(object, 0, size, value);
            }
            Role::External => self.memory.infos[object as usize].external = true,
            Role::Variable | Role::Constant | Role::Literal => {}
        }
        self.memory.objects[object as usize].data[..start.bytes.len()].copy_from_slice(start.bytes);
        for relocation in start.addresses() {
            let target = match relocation.target {
                RelocationTarget::Global(id) => self.linker().global(id),
                RelocationTarget::Function(id) => self.linker().function(id),
                RelocationTarget::Label(function, block) => self.linker().label(function, block)?,
            };
            let size = self.memory.pointer_size as usize;
            let offset = relocation.offset as usize;
            let bits = target.bits.wrapping_add(relocation.addend as u64) & self.memory.address_mask;
            let value = Wide { prov: target.prov, ..Wide::int(u128::from(bits)) };
            self.memory.poke(object, offset, size, value);
        }
        Ok(())
    }

    fn linker(&mut self) -> Linker<'_> {
        Linker { memory: &mut self.memory, labels: &mut self.labels, globals: self.program.globals.len() }
    }

    /// The translated body of a defined function.
    pub(crate) fn code_of(&mut self, id: FuncId) -> Res<Rc<FunctionCode>> {
        if let Some(code) = &self.codes[id] {
            return Ok(code.clone());
        }
        let program = self.program;
        let FunctionBody::Defined(body) = &program.functions[id].body else {
            return unknown(UnknownKind::Internal, "a function without a body was to be translated");
        };
        let options = DecodeOptions {
            define_registers: self.choose,
            params_unknown: self.options.args.is_none()
                && self.made_start().is_none()
                && program.entry == Some(id),
            origins: self.watch.is_some() || self.sampler.is_some(),
        };
        let code = Rc::new(decode(program, id, body, options, &mut self.linker())?);
        self.codes[id] = Some(code.clone());
        Ok(code)
    }

    pub(crate) fn arith(&mut self) -> Arith<'_> {
        Arith {
            memory: &mut self.memory,
            model: self.model,
            policy: self.policy,
            wrapped: &mut self.wrapped,
            assumptions: &mut self.assumptions,
            choose: self.choose,
            exact: self.exact,
            ordered: matches!(self.options.mode, Mode::Check(_)).then_some(&mut self.ordered),
        }
    }

    pub(crate) fn span(&self) -> Span {
        self.frames.last().map_or(Span::NONE, |frame| frame.code.span(self.pc.saturating_sub(1)))
    }

    /// Whether the run is repeated for somebody who wants to know more of it.
    pub(crate) fn is_observed(&self) -> bool {
        self.trace.is_some() || self.watch.is_some()
    }

    pub(crate) fn step(&mut self, kind: StepKind) {
        let span = self.span();
        let depth = self.frames.len().saturating_sub(1);
        if let Some(trace) = &mut self.trace {
            trace.push(kind, span, depth);
        }
    }

    /// Called every so many steps: bounds, cancellation, and the records of dead objects.
    #[cold]
    pub(crate) fn poll(&mut self) -> Res<()> {
        if self.steps >= self.budget.steps {
            return unknown(UnknownKind::StepBudget, format!("after {} steps", self.budget.steps));
        }
        self.next_poll = (self.steps + POLL_INTERVAL).min(self.budget.steps);
        if self.budget.poll() {
            return unknown(UnknownKind::Cancelled, "cancelled");
        }
        if self.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return unknown(UnknownKind::TimeBudget, format!("after {} steps", self.steps));
        }
        if self.memory.wants_collection() {
            let mut marker = Marker::new(&self.memory);
            for value in &self.regs {
                marker.value(&self.memory, value.prov, true);
            }
            for frame in &self.frames {
                frame.blocks.iter().chain(&frame.varargs).for_each(|&id| marker.root(id));
            }
            self.pools.values().flatten().for_each(|&id| marker.root(id));
            self.memory.collect(marker);
        }
        Ok(())
    }

    /// Counts work of intrinsics that touch many bytes.
    pub(crate) fn charge(&mut self, bytes: u64) -> Res<()> {
        self.steps = self.steps.saturating_add(1 + bytes / 16);
        if self.steps >= self.next_poll { self.poll() } else { Ok(()) }
    }

    // Registers

    pub(crate) fn wide_at(&self, base: usize, slot: u32, scalar: Scalar) -> Wide {
        let at = base + slot as usize;
        let high = self.regs.get(at + 1).copied().unwrap_or(Value::ZERO);
        widen(self.regs[at], high, scalar, self.model)
    }

    pub(crate) fn set_wide(&mut self, base: usize, slot: u32, scalar: Scalar, wide: Wide) {
        let (low, high) = narrow(wide, scalar, self.model);
        let at = base + slot as usize;
        self.regs[at] = low;
        if crate::value::is_wide(scalar) {
            self.regs[at + 1] = high;
        }
    }

    // Inputs

    /// One nondeterministic value between `min` and `max`.
    pub(crate) fn input(&mut self, ty: &'static str, min: i128, max: i128) -> Res<i128> {
        let span = self.span();
        let request = InputRequest { ty, min, max, span };
        let index = self.used_inputs.len();
        let value = match &mut self.inputs {
            Inputs::None => {
                return nondeterminism(format_args!("the program reads an input of type {ty}"));
            }
            Inputs::Replay(values) => match values.get(self.replayed) {
                Some(&value) => {
                    self.replayed += 1;
                    value
                }
                None => {
                    return nondeterminism(format_args!(
                        "the program reads input {} (of type {ty}), and {index} were given",
                        index + 1
                    ));
                }
            },
            Inputs::Seed(_) if ty == verdict::STANDARD_INPUT && self.options.standard_input.is_some() => {
                self.options.standard_input.map_or(-1, |next| next())
            }
            Inputs::Seed(_) => {
                let (first, second) = (next_random(&mut self.generator), next_random(&mut self.generator));
                seeded(first, second, min, max)
            }
            Inputs::Callback(callback) => match callback(&request) {
                Some(value) => value,
                None => return nondeterminism(format_args!("no value was given for an input of type {ty}")),
            },
        };
        let value = into_range(value, min, max);
        self.used_inputs.push(Input { value, ty, span });
        if self.trace.is_some() {
            self.step(StepKind::Input { index });
        }
        Ok(value)
    }

    /// Whether all inputs of a given list were read: what comes then is up to the machine.
    pub(crate) fn no_input_is_left(&self) -> bool {
        matches!(&self.inputs, Inputs::Replay(values) if self.replayed == values.len())
    }

    /// An arbitrary value of a scalar type, as its bits.
    pub(crate) fn arbitrary(&mut self, ty: &'static str, scalar: Scalar) -> Res<Wide> {
        let width = scalar.width(self.model);
        let (min, max) = if ty == "_Bool" {
            (0, 1)
        } else if scalar.is_signed() && width < 128 {
            (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1)
        } else if width >= 127 {
            (i128::MIN, i128::MAX)
        } else {
            (0, (1i128 << width) - 1)
        };
        let value = self.input(ty, min, max)?;
        Ok(Wide::int(value as u128 & crate::value::mask(width)))
    }

    /// Gives the indeterminate bytes of a range that are copies of others, or were copied, the value that all of them have.
    pub(crate) fn define_copies(&mut self, id: ObjectId, offset: usize, size: usize) -> Res<()> {
        if self.memory.info(id).origins.is_empty() {
            return Ok(());
        }
        for at in offset..offset + size {
            let Some(&origin) = self.memory.info(id).origins.get(&(at as u64)) else { continue };
            if self.memory.peek(id, at, 1).undef != 0xff {
                continue;
            }
            let byte = match self.chosen.get(&origin) {
                Some(&byte) => byte,
                None => {
                    self.assumptions.insert(Assumption::UninitialisedIsArbitrary);
                    let byte = self.input("unsigned char", 0, 255)? as u8;
                    self.chosen.insert(origin, byte);
                    byte
                }
            };
            self.memory.poke(id, at, 1, Wide::int(u128::from(byte)));
        }
        Ok(())
    }

    /// Gives the undefined bits of a value that is about to be looked at.
    pub(crate) fn define(&mut self, wide: Wide, scalar: Scalar) -> Res<Wide> {
        if wide.undef == 0 {
            return Ok(wide);
        }
        if self.memory.origins_lost {
            return nondeterminism("an uninitialised value is read, and others may be copies of it");
        }
        self.assumptions.insert(Assumption::UninitialisedIsArbitrary);
        let chosen = self.arbitrary(c_name(scalar, self.model), scalar)?;
        let bits = wide.bits & !wide.undef | chosen.bits & wide.undef;
        Ok(Wide { bits, undef: 0, prov: wide.prov, frag: wide.frag })
    }

    /// Control is about to depend on the value.
    pub(crate) fn decide(&mut self, value: &Value, what: &str) -> Res<()> {
        if value.undef != 0 {
            return Fault::new(FindingKind::UninitRead).what(what).stop();
        }
        if self.exact && !value.prov.is_none() {
            return nondeterminism(format_args!("the {what} depends on the address of a block"));
        }
        Ok(())
    }
}

/// The C type that a scalar is in the data model.
pub(crate) fn c_name(scalar: Scalar, model: DataModel) -> &'static str {
    match (scalar, model) {
        (Scalar::I8, _) => "char",
        (Scalar::U8, _) => "unsigned char",
        (Scalar::I16, _) => "short",
        (Scalar::U16, _) => "unsigned short",
        (Scalar::I32, _) => "int",
        (Scalar::U32, _) => "unsigned int",
        (Scalar::I64, DataModel::Lp64) => "long",
        (Scalar::U64, DataModel::Lp64) => "unsigned long",
        (Scalar::I64, DataModel::Ilp32) => "long long",
        (Scalar::U64, DataModel::Ilp32) => "unsigned long long",
        (Scalar::I128, _) => "__int128",
        (Scalar::U128, _) => "unsigned __int128",
        (Scalar::F32, _) => "float",
        (Scalar::F64, _) => "double",
        (Scalar::F80, _) => "long double",
        (Scalar::F128, _) => "__float128",
        (Scalar::Ptr, _) => "void *",
    }
}

fn into_range(value: i128, min: i128, max: i128) -> i128 {
    if (min..=max).contains(&value) {
        return value;
    }
    match max.checked_sub(min).and_then(|n| n.checked_add(1)) {
        Some(count) => min + value.wrapping_sub(min).rem_euclid(count),
        None => value,
    }
}

/// SplitMix64.
pub(crate) fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Small numbers and the ends of the range more often than their share: that is where programs branch.
fn seeded(kind: u64, bits: u64, min: i128, max: i128) -> i128 {
    match kind % 8 {
        0..=3 => into_range(i128::from(bits % 11) - 2, min, max),
        4 => min,
        5 => max,
        _ => into_range(i128::from(bits) << 64 | i128::from(next_random(&mut { bits })), min, max),
    }
}

impl std::fmt::Debug for Machine<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Machine(step {}, {} frames)", self.steps, self.frames.len())
    }
}
