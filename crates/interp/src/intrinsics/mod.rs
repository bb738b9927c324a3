//! The primitives on concrete values: what they do is said in `semantics::execution`, what a value and a byte is here.

mod numbers;

use crate::call::{ArgValue, Returned};
use crate::code::Destination;
use crate::fault::{Fault, Res, Stop, nondeterminism, unsupported};
use crate::machine::Machine;
use crate::memory::{Bytes, Kind, NewObject, State};
use crate::options::{Mode, Stream};
use crate::value::{ObjectId, Value, Wide, access_size, mask};
use ir::{FuncId, Intrinsic, Passed, Scalar};
use semantics::execution::{Callee, Ending, Execution, Fill};
use semantics::float;
use semantics::format::{Spec, render};
use verdict::{Access, Assumption, FindingKind, StepKind, UnknownKind};

impl Machine<'_> {
    pub(crate) fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        function: FuncId,
        args: &[ArgValue],
        dst: Destination,
    ) -> Res<Returned> {
        self.steps += 1;
        if intrinsic == Intrinsic::Getchar {
            let source = match self.program.names.resolve(self.program.functions[function].name) {
                "__fafnir_input_byte" => verdict::FILE_INPUT,
                _ => verdict::STANDARD_INPUT,
            };
            let character = self.input(source, -1, 255)?;
            return Ok(Returned::Scalar(self.int(Scalar::I32, character), Scalar::I32));
        }
        let wanted = match dst {
            Destination::Nothing => None,
            Destination::Register(_, scalar) => Some(Passed::Scalar(scalar)),
            Destination::Memory(_, size) => Some(Passed::Block(size)),
        };
        self.primitive(Callee { intrinsic, function, wanted }, args)
    }

    /// Whether a block stays where it is when its size changes. The only run moves it, and refuses to compare what is left of it.
    fn resizes_in_place(&mut self) -> Res<bool> {
        if self.exact || self.options.mode == Mode::Run {
            return Ok(false);
        }
        if self.no_input_is_left() {
            return Ok(self.options.reuse_addresses);
        }
        Ok(self.input("a block is resized in place", 0, 1)? != 0)
    }
}

impl Execution for Machine<'_> {
    type Value = Wide;
    type Pointer = Value;
    type Size = u64;
    type Byte = u8;
    type Block = Bytes;
    type Object = ObjectId;
    /// None for files, whose content nobody keeps.
    type Stream = Option<Stream>;
    type Stop = Box<Stop>;
    const PRINT_LIMIT: usize = 1 << 26;

    fn program(&self) -> &ir::Program {
        self.program
    }
    fn is_run(&self) -> bool {
        self.options.mode == Mode::Run
    }
    fn malloc_may_fail(&self) -> bool {
        self.options.analysis.malloc_may_fail
    }
    fn assume(&mut self, assumption: Assumption) {
        self.assumptions.insert(assumption);
    }
    fn charge(&mut self, bytes: u64) -> Res<()> {
        Machine::charge(self, bytes)
    }

    fn fault(&self, kind: FindingKind, what: &str) -> Box<Stop> {
        let fault = Fault::new(kind);
        if what.is_empty() { fault } else { fault.what(what) }.into()
    }
    fn unknown(&self, kind: UnknownKind, message: &str) -> Box<Stop> {
        Box::new(Stop::Unknown(kind, message.to_owned()))
    }
    fn unsupported(&self, what: &str) -> Box<Stop> {
        Box::new(Stop::Unknown(UnknownKind::Unsupported, format!("{what} is not supported")))
    }
    fn overlap(&self, from: (ObjectId, u64), to: (ObjectId, u64), size: u64) -> Box<Stop> {
        Fault::new(FindingKind::Overlap).object(from.0).range(to.1 as i64 - from.1 as i64, size).into()
    }
    fn is_out_of_bounds(stop: &Box<Stop>) -> bool {
        matches!(&**stop, Stop::Fault(fault) if fault.kind == FindingKind::OutOfBounds)
    }
    fn ends(&self, ending: Ending, status: Wide) -> Box<Stop> {
        let status = status.bits as i32;
        Box::new(if ending == Ending::Exit { Stop::Exit(status) } else { Stop::ExitNow(status) })
    }
    fn aborts(&self) -> Box<Stop> {
        Box::new(Stop::Abort)
    }
    fn does_not_count(&self) -> Box<Stop> {
        Box::new(Stop::Assumed)
    }

    fn int(&mut self, scalar: Scalar, value: i128) -> Wide {
        Wide::int(value as u128 & mask(scalar.width(self.model)))
    }
    fn cast(&mut self, from: Scalar, to: Scalar, value: Wide) -> Res<Wide> {
        self.arith().cast(from, to, value)
    }
    fn is_undefined(&self, value: Wide) -> bool {
        value.undef != 0
    }
    fn depends_on_address(&self, value: Wide, scalar: Scalar) -> bool {
        self.exact && !value.prov.is_none() && scalar != Scalar::Ptr
    }
    fn is_true(&mut self, value: Wide, scalar: Scalar) -> Res<bool> {
        Ok(match scalar.is_float() {
            true => float::compare(value.bits, 0, scalar) != Some(std::cmp::Ordering::Equal),
            false => value.bits != 0,
        })
    }
    fn pointer_of(&mut self, value: Wide) -> Value {
        Value { bits: value.bits as u64, undef: value.undef as u64, prov: value.prov, frag: 0 }
    }
    fn value_of_pointer(&mut self, pointer: Value) -> Wide {
        Wide { bits: u128::from(pointer.bits), undef: u128::from(pointer.undef), prov: pointer.prov, frag: 0 }
    }
    fn null(&mut self) -> Value {
        Value::ZERO
    }
    fn is_null(&mut self, pointer: Value) -> Res<bool> {
        Ok(pointer.bits == 0 && pointer.prov.is_none())
    }
    fn advance(&mut self, pointer: Value, bytes: u64) -> Value {
        advance(pointer, bytes)
    }
    fn align_up(&mut self, pointer: Value, align: u64) -> Value {
        Value { bits: pointer.bits.wrapping_add(align - 1) & !(align - 1), ..pointer }
    }

    fn size(&mut self, value: Wide, scalar: Scalar) -> u64 {
        let width = scalar.width(self.model);
        let bits = if scalar.is_signed() { value.signed(width) as u64 } else { value.bits as u64 };
        bits & self.memory.address_mask
    }
    fn product(&mut self, a: u64, b: u64) -> Res<Option<u64>> {
        Ok(a.checked_mul(b).filter(|&n| n <= self.memory.address_mask))
    }
    fn exceeds(&mut self, size: u64, limit: u64) -> Res<bool> {
        Ok(size > limit)
    }
    fn bytes_of(&mut self, size: u64) -> Res<u64> {
        Ok(size)
    }
    fn count(&mut self, size: u64, _: &[Value]) -> Res<u64> {
        Ok(size)
    }

    fn choose(&mut self, what: &'static str) -> Res<bool> {
        Ok(self.input(what, 0, 1)? != 0)
    }
    fn nondeterministic(&mut self, function: FuncId) -> Res<Returned> {
        self.arbitrary_or_usual(function)
    }
    fn arbitrary(&mut self, scalar: Scalar, is_bool: bool) -> Res<Wide> {
        let name = if is_bool { "_Bool" } else { crate::machine::c_name(scalar, self.model) };
        Machine::arbitrary(self, name, scalar)
    }
    fn arbitrary_byte(&mut self) -> Res<u8> {
        Ok(self.input("unsigned char", 0, 255)? as u8)
    }
    fn arbitrary_character(&mut self) -> Res<Wide> {
        let character = self.input("int", -1, 255)?;
        Ok(self.int(Scalar::I32, character))
    }
    fn arbitrary_below(&mut self, limit: u64) -> Res<Wide> {
        Ok(Wide::int(self.input("unsigned long", 0, i128::from(limit) - 1)? as u128))
    }
    /// `run` has outputs that succeed.
    fn output_fails(&mut self, name: &str) -> Res<bool> {
        if self.options.mode == Mode::Run {
            return Ok(false);
        }
        if self.exact {
            return nondeterminism(format_args!(
                "the program looks at the result of `{name}`, which may fail"
            ));
        }
        Ok(self.input("_Bool", 0, 1)? != 0)
    }

    fn resolve(&mut self, pointer: Value, size: u64, access: Access) -> Res<(ObjectId, u64)> {
        let (object, offset) = self.memory.resolve(pointer, size, access)?;
        Ok((object, offset as u64))
    }
    fn new_block(&mut self, size: u64, align: u64, zeroed: bool) -> Res<Value> {
        let span = self.span();
        let new = NewObject { size, align, kind: Kind::Heap, span, name: None, zeroed };
        let id = self.memory.allocate(new)?;
        self.memory.mark_addressed(id);
        if self.trace.is_some() {
            self.step(StepKind::Allocate { size: Some(size) });
            let serial = self.memory.info(id).serial;
            self.trace.iter_mut().for_each(|trace| trace.allocated(serial));
        }
        Ok(Value::pointer(self.memory.object(id).base, id))
    }
    fn block_to_free(&mut self, block: Value) -> Res<Option<ObjectId>> {
        if block.undef != 0 {
            return Fault::new(FindingKind::WildFree).access(Access::Free).what("uninitialised").stop();
        }
        if block.bits == 0 && block.prov.is_none() {
            return Ok(None);
        }
        let Ok((id, offset)) = self.memory.locate(block, 0, Access::Free) else {
            return Fault::new(FindingKind::WildFree)
                .access(Access::Free)
                .value(format_args!("{:#x}", block.bits))
                .stop();
        };
        let fault = |kind| Fault::new(kind).access(Access::Free).object(id).range(offset, 0).stop();
        if !self.memory.is_heap(id) {
            return fault(FindingKind::NonHeapFree);
        }
        if !self.memory.is_live(id) {
            return fault(FindingKind::DoubleFree);
        }
        if offset != 0 {
            return fault(FindingKind::InteriorFree);
        }
        Ok(Some(id))
    }
    fn release(&mut self, object: ObjectId) {
        let span = self.span();
        self.memory.kill(object, State::Freed(span));
        if self.trace.is_some() {
            self.step(StepKind::Free);
        }
    }
    fn replace(&mut self, (id, old): (ObjectId, Value), new: Value) -> Res<Value> {
        let Some(new_id) = new.prov.object() else { return Ok(new) };
        let common = self.memory.info(id).size.min(self.memory.info(new_id).size);
        self.copy_bytes((new_id, 0), (id, 0), common)?;
        if self.resizes_in_place()? {
            self.memory.take_place(id, new_id)?;
            return Ok(old);
        }
        self.release(id);
        Ok(new)
    }
    fn copy_bytes(&mut self, to: (ObjectId, u64), from: (ObjectId, u64), size: u64) -> Res<()> {
        self.memory.copy(to.0, to.1 as usize, from.0, from.1 as usize, size as usize);
        Machine::charge(self, size)
    }
    fn fill(&mut self, (id, offset): (ObjectId, u64), size: u64, with: Fill<Wide>) -> Res<()> {
        let byte = match with {
            Fill::Zero => Some(0),
            Fill::Undefined => None,
            Fill::Value(value) => (value.undef & 0xff == 0).then_some(value.bits as u8),
        };
        match byte {
            Some(byte) => self.memory.fill(id, offset as usize, size as usize, byte),
            None => self.memory.make_indeterminate(id, offset as usize, size as usize),
        }
        Machine::charge(self, size)
    }
    fn load(&mut self, pointer: Value, scalar: Scalar) -> Res<Wide> {
        Machine::load(self, pointer, scalar)
    }
    fn load_stored(&mut self, (id, offset): (ObjectId, u64), scalar: Scalar) -> Res<Wide> {
        Ok(self.memory.peek(id, offset as usize, access_size(scalar, self.model) as usize))
    }
    fn store(&mut self, pointer: Value, scalar: Scalar, value: Wide) -> Res<()> {
        Ok(self.memory.store(pointer, access_size(scalar, self.model), value)?)
    }
    fn extract(&mut self, (id, offset): (ObjectId, u64), size: u64) -> Bytes {
        self.memory.extract(id, offset as usize, size as usize)
    }
    fn block_of(&mut self, bytes: Vec<u8>) -> Bytes {
        Bytes::from_data(bytes)
    }
    fn block_size(block: &Bytes) -> u64 {
        block.len() as u64
    }
    fn insert(&mut self, (id, offset): (ObjectId, u64), block: &Bytes) {
        self.memory.insert(id, offset as usize, block);
    }
    fn variable_arguments(&mut self) -> Option<Value> {
        let area = self.frames.last()?.varargs?;
        Some(Value::pointer(self.memory.object(area).base, area))
    }

    #[inline]
    fn byte_at(&mut self, start: Value, index: u64) -> Res<u8> {
        let address = advance(start, index);
        if start.undef == 0
            && let Some((bits, _)) = self.memory.load_fast::<1>(address.prov, address.bits)
        {
            return Ok(bits as u8);
        }
        let wide = Machine::load(self, address, Scalar::U8)?;
        if wide.undef != 0 {
            let mut fault = Fault::new(FindingKind::UninitRead).access(Access::Read);
            if let Ok((id, offset)) = self.memory.locate(address, 1, Access::Read) {
                fault = fault.object(id).range(offset, 1);
            }
            return fault.stop();
        }
        if self.exact && !wide.prov.is_none() {
            return nondeterminism("the bytes of a pointer are looked at");
        }
        Ok(wide.bits as u8)
    }
    fn low_byte(&mut self, value: Wide) -> u8 {
        value.bits as u8
    }
    fn known_bytes(&mut self, bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }
    fn value_of(&mut self, byte: u8) -> Option<u8> {
        Some(byte)
    }
    fn ends_string(&mut self, byte: u8) -> Res<bool> {
        Ok(byte == 0)
    }
    fn differ(&mut self, a: u8, b: u8) -> Res<bool> {
        Ok(a != b)
    }
    fn difference(&mut self, a: u8, b: u8) -> Wide {
        self.int(Scalar::I32, i128::from(a) - i128::from(b))
    }
    fn widened(&mut self, byte: u8) -> Wide {
        Wide::int(u128::from(byte))
    }

    fn shows_output(&self) -> bool {
        true
    }
    fn stream(&mut self, file: Value) -> Res<Option<Stream>> {
        let (id, _) = self.memory.locate(file, 1, Access::Read)?;
        let info = self.memory.info(id);
        let number = match (info.kind, info.name) {
            (Kind::Stream(number), _) => Some(number),
            (kind, name) => {
                let name = name.filter(|_| kind == Kind::Static);
                let number = name.and_then(|n| ir::standard_stream(self.program.names.resolve(n)));
                self.memory.resolve(file, 1, Access::Read)?;
                number
            }
        };
        Ok(self.standard_stream(number.map(u32::from)))
    }
    fn standard_stream(&self, number: Option<u32>) -> Option<Stream> {
        match number {
            Some(1) => Some(Stream::Output),
            Some(2) => Some(Stream::Errors),
            _ => None,
        }
    }
    fn emit(&mut self, stream: Option<Stream>, bytes: &[u8]) {
        if let Some(stream) = stream.filter(|_| !bytes.is_empty()) {
            self.output.write(stream, bytes);
        }
    }
    fn amount(&mut self, value: Wide) -> Res<i32> {
        Ok(value.bits as i32)
    }
    fn print_integer(&mut self, spec: &Spec, value: Wide, scalar: Scalar, letter: u8) -> Res<Vec<u8>> {
        let width = scalar.width(self.model);
        Ok(match letter {
            b'd' => render::signed(spec, value.signed(width)),
            _ => render::unsigned(spec, value.bits & mask(width), letter),
        })
    }
    /// A `long double` that a `double` can hold.
    fn floating(&mut self, value: Wide, long: bool, letter: u8) -> Res<f64> {
        if !long {
            return Ok(f64::from_bits(value.bits as u64));
        }
        if float::is_nan(value.bits, Scalar::F80) {
            let negative = value.bits >> 79 & 1 != 0;
            return Ok(if negative { -f64::NAN.abs() } else { f64::NAN.abs() });
        }
        let short = float::convert(value.bits, Scalar::F80, Scalar::F64);
        let exact = float::convert(short, Scalar::F64, Scalar::F80) == value.bits;
        if !exact || matches!(letter, b'a' | b'A') {
            return unsupported("printing a long double that is no double");
        }
        Ok(f64::from_bits(short as u64))
    }
    fn narrow_character(&mut self, value: Wide) -> Res<Option<u8>> {
        Ok(u8::try_from(value.bits as u32).ok().filter(u8::is_ascii))
    }
    fn is_address(&mut self, value: Wide) -> bool {
        !value.prov.is_none()
    }

    fn message(&mut self, args: &[ArgValue]) -> String {
        match self.pointer(args, 0).and_then(|text| self.c_string(text, Some(1000))) {
            Ok(text) => String::from_utf8_lossy(&text).into_owned(),
            Err(_) => String::new(),
        }
    }
    fn register_handler(&mut self, pointer: Value) -> Res<()> {
        let handler = self.indirect_callee(pointer, std::iter::empty(), None)?;
        self.atexit.push(handler);
        Ok(())
    }
    fn string_to_float(&mut self, callee: Callee, args: &[ArgValue]) -> Res<Returned> {
        self.read_float(callee.function, args)
    }
    fn math(&mut self, callee: Callee, args: &[ArgValue]) -> Res<Returned> {
        self.float_function(callee, args)
    }
}

/// The bytes `n` further on.
pub(crate) fn advance(pointer: Value, n: u64) -> Value {
    Value { bits: pointer.bits.wrapping_add(n), ..pointer }
}

pub(crate) fn int(value: i64) -> Returned {
    Returned::Scalar(Wide::int(value as u128 & mask(32)), Scalar::I32)
}

impl Machine<'_> {
    /// The scalar that the function's declaration says it returns.
    pub(crate) fn result_scalar(&self, function: FuncId) -> Option<Scalar> {
        self.result_type(function)?.scalar()
    }
}
