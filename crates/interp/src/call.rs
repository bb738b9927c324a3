//! Calls and returns: frames, arguments, the objects of memory locals.

use crate::code::{ArgCode, CalleeCode, Destination, FunctionCode, Param, PlaceCode};
use crate::fault::{Fault, Res, unknown};
use crate::machine::{Frame, Machine};
use crate::memory::{Bytes, Kind, NewObject, State};
use crate::value::{ObjectId, Prov, Value, Wide, access_size, is_wide, narrow, widen};
use base::Span;
use ir::{FuncId, FunctionBody, Scalar, TypeKind};
use std::rc::Rc;
use verdict::{Access, Assumption, FindingKind, StepKind, UnknownKind};

/// An argument on its way.
#[derive(Clone, Debug)]
pub(crate) enum ArgValue {
    Scalar(Wide, Scalar),
    Block(Bytes),
}

/// What a function gave back.
#[derive(Clone, Debug, Default)]
pub(crate) enum Returned {
    #[default]
    Nothing,
    Scalar(Wide, Scalar),
    Block(Bytes),
}

/// Library functions that call back may be nested that deep: each level uses the host's stack.
const NESTING_LIMIT: u32 = 64;

impl Machine<'_> {
    /// Executes a call site of the top frame. A defined callee gets a frame; anything else is done at once.
    pub(crate) fn call(&mut self, site_index: u32, base: usize, code: &Rc<FunctionCode>) -> Res<()> {
        let site = &code.calls[site_index as usize];
        let callee = match site.callee {
            CalleeCode::Direct(id) => id,
            CalleeCode::Indirect(slot) => {
                let pointer = self.regs[base + slot as usize];
                self.indirect_callee(pointer, site.args.len())?
            }
        };
        let program = self.program;
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = self.pc;
            frame.next = site.next;
        }
        match &program.functions[callee].body {
            FunctionBody::Defined(_) => {
                let target = self.code_of(callee)?;
                if self.enter_directly(&target, site.args.as_slice(), base)? {
                    self.complete_frame(target, site.dst, site.next.is_none(), None);
                    return self.entry_locals();
                }
                let args = self.arguments(&site.args, base)?;
                self.enter(target, args, site.dst, site.next.is_none())
            }
            FunctionBody::Intrinsic(intrinsic) => {
                let args = self.arguments(&site.args, base)?;
                let returned = self.intrinsic(*intrinsic, callee, &args, site.dst)?;
                self.deliver(returned, site.dst, base)
            }
            FunctionBody::External => {
                let returned = self.external(callee, site.next.is_none())?;
                self.deliver(returned, site.dst, base)
            }
        }
    }

    fn indirect_callee(&mut self, pointer: Value, given: usize) -> Res<FuncId> {
        if pointer.undef != 0 {
            return Fault::new(FindingKind::UninitPointer).access(Access::Call).stop();
        }
        let (object, offset) = self.memory.locate(pointer, 1, Access::Call)?;
        let bad =
            |what: &str| Fault::new(FindingKind::InvalidCall).access(Access::Call).object(object).what(what);
        let info = self.memory.info(object);
        match info.state {
            State::Freed(_) => {
                return Fault::new(FindingKind::UseAfterFree).access(Access::Call).object(object).stop();
            }
            State::OutOfScope(_) => {
                return Fault::new(FindingKind::OutOfScope).access(Access::Call).object(object).stop();
            }
            State::Live => {}
        }
        let Kind::Function(id) = info.kind else {
            return bad("not a function").stop();
        };
        if offset != 0 {
            return bad("not the start of a function").stop();
        }
        let function = &self.program.functions[id];
        if let TypeKind::Function { params, variadic, .. } = &self.program.types[function.ty].kind {
            // A definition without a prototype has an empty list: it may be called with anything.
            let fits = if *variadic { given >= params.len() } else { given == params.len() };
            if !fits && !params.is_empty() {
                return bad("wrong number of arguments").stop();
            }
        }
        Ok(id)
    }

    fn arguments(&mut self, args: &[ArgCode], base: usize) -> Res<Vec<ArgValue>> {
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(match arg {
                ArgCode::Scalar(slot, scalar) => {
                    ArgValue::Scalar(self.wide_at(base, *slot, *scalar), *scalar)
                }
                ArgCode::Block(place, size) => ArgValue::Block(self.read_block(place, base, *size)?),
            });
        }
        Ok(values)
    }

    pub(crate) fn read_block(&mut self, place: &PlaceCode, base: usize, size: u64) -> Res<Bytes> {
        let pointer = self.effective(place, base)?;
        if size == 0 {
            return Ok(Bytes::default());
        }
        let (id, offset) = self.memory.resolve(pointer, size, Access::Read)?;
        Ok(self.memory.extract(id, offset, size as usize))
    }

    /// Appends the callee's registers, filled, if every argument is a register of the parameter's type. Otherwise does
    /// nothing and says so.
    #[inline]
    fn enter_directly(&mut self, target: &FunctionCode, args: &[ArgCode], base: usize) -> Res<bool> {
        if target.params.len() != args.len() || target.variadic {
            return Ok(false);
        }
        let simple = target.params.iter().zip(args).all(|(param, arg)| match (param, arg) {
            (Param::Register(_, wanted), ArgCode::Scalar(_, given)) => wanted == given && !is_wide(*given),
            _ => false,
        });
        if !simple {
            return Ok(false);
        }
        let new_base = self.push_registers(target)?;
        for (param, arg) in target.params.iter().zip(args) {
            if let (Param::Register(slot, _), ArgCode::Scalar(source, _)) = (param, arg) {
                self.regs[new_base + *slot as usize] = self.regs[base + *source as usize];
            }
        }
        Ok(true)
    }

    fn push_registers(&mut self, target: &FunctionCode) -> Res<usize> {
        let new_base = self.regs.len();
        // Vectors grow by doubling: what they may take is twice what they hold.
        let registers = (new_base + target.template.len()) * size_of::<Value>();
        let held = 2 * (registers + self.frames.len() * size_of::<Frame>());
        if self.memory.used.saturating_add(held as u64) > self.memory.limit {
            return unknown(
                UnknownKind::MemoryBudget,
                format!("the stack is exhausted: {} calls deep", self.frames.len()),
            );
        }
        self.regs.extend_from_slice(&target.template);
        Ok(new_base)
    }

    /// Pushes the frame whose registers were just appended.
    fn complete_frame(
        &mut self,
        code: Rc<FunctionCode>,
        dst: Destination,
        must_not_return: bool,
        varargs: Option<ObjectId>,
    ) {
        let base = self.regs.len() - code.template.len();
        let saved_sp = self.sp;
        let low = self.sp.saturating_sub(code.frame_size + 16) & !(code.frame_align - 1);
        self.sp = low;
        self.steps += u64::from(code.entry_cost);
        if self.trace.is_some() {
            let kind = StepKind::Call { function: code.name };
            let span = self.span();
            let depth = self.frames.len();
            if let Some(trace) = &mut self.trace {
                trace.push(kind, span, depth);
            }
        }
        self.pc = 0;
        self.frames.push(Frame {
            code,
            pc: 0,
            base,
            dst,
            must_not_return,
            saved_sp,
            low,
            blocks: Vec::new(),
            varargs,
            next: None,
        });
    }

    /// Creates the memory locals that exist from the call on.
    fn entry_locals(&mut self) -> Res<()> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        if self.sp < self.stack_end {
            return unknown(
                UnknownKind::MemoryBudget,
                format!("the stack is exhausted: {} calls deep", self.frames.len()),
            );
        }
        if frame.code.memory_locals.is_empty() {
            return Ok(());
        }
        let code = frame.code.clone();
        for (index, local) in code.memory_locals.iter().enumerate() {
            if local.on_entry {
                self.live(index as u32)?;
            }
        }
        Ok(())
    }

    /// Calls a defined function with any arguments, converting them where the types disagree.
    pub(crate) fn enter(
        &mut self,
        target: Rc<FunctionCode>,
        args: Vec<ArgValue>,
        dst: Destination,
        must_not_return: bool,
    ) -> Res<()> {
        let named = target.params.len();
        let varargs =
            if target.variadic { Some(self.variable_area(args.get(named..).unwrap_or(&[]))?) } else { None };
        let base = self.push_registers(&target)?;
        self.complete_frame(target.clone(), dst, must_not_return, varargs);
        self.entry_locals()?;
        // Arguments that were not given leave their parameter indeterminate.
        for (param, arg) in target.params.iter().zip(args) {
            match *param {
                Param::Register(slot, wanted) => {
                    let wide = match arg {
                        ArgValue::Scalar(wide, given) => self.convert_argument(wide, given, wanted)?,
                        ArgValue::Block(_) => return mismatched_argument(),
                    };
                    self.set_wide(base, slot, wanted, wide);
                }
                Param::Memory(index, scalar) => {
                    let local = &target.memory_locals[index as usize];
                    let Some(object) = self.regs[base + local.slot as usize].prov.object() else { continue };
                    match (arg, scalar) {
                        (ArgValue::Block(bytes), _) => {
                            let bytes = bytes.resized(local.size as usize);
                            self.memory.insert(object, 0, &bytes);
                        }
                        (ArgValue::Scalar(wide, given), Some(wanted)) => {
                            let wide = self.convert_argument(wide, given, wanted)?;
                            let size = access_size(wanted, self.model).min(local.size) as usize;
                            self.memory.poke(object, 0, size, wide);
                        }
                        (ArgValue::Scalar(wide, given), None) => {
                            // A transparent union gets the member that was given.
                            let size = access_size(given, self.model).min(local.size) as usize;
                            self.memory.poke(object, 0, size, wide);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn convert_argument(&mut self, wide: Wide, given: Scalar, wanted: Scalar) -> Res<Wide> {
        if given == wanted {
            return Ok(wide);
        }
        if given.is_float() != wanted.is_float() {
            return mismatched_argument();
        }
        self.arith().cast(given, wanted, wide)
    }

    /// A stack object with the arguments after the named ones, as the data model lays them out in memory.
    fn variable_area(&mut self, args: &[ArgValue]) -> Res<ObjectId> {
        let mut size = 0u64;
        let mut offsets = Vec::with_capacity(args.len());
        for arg in args {
            let (len, align) = match arg {
                ArgValue::Scalar(_, scalar) => self.variable_slot(scalar.size(self.model), *scalar),
                ArgValue::Block(bytes) => self.variable_slot(bytes.len() as u64, Scalar::I8),
            };
            size = size.next_multiple_of(align);
            offsets.push(size);
            size += len;
        }
        self.sp = (self.sp.saturating_sub(size + 16)) & !15;
        let id = self.memory.allocate_at(
            self.sp,
            NewObject { size, align: 16, kind: Kind::Stack, span: self.span(), name: None, zeroed: false },
        )?;
        self.memory.mark_addressed(id);
        for (arg, offset) in args.iter().zip(offsets) {
            match arg {
                ArgValue::Scalar(wide, scalar) => {
                    let size = access_size(*scalar, self.model) as usize;
                    self.memory.poke(id, offset as usize, size, *wide);
                }
                ArgValue::Block(bytes) => self.memory.insert(id, offset as usize, bytes),
            }
        }
        Ok(id)
    }

    /// The room that a variable argument takes, and its alignment.
    pub(crate) fn variable_slot(&self, size: u64, scalar: Scalar) -> (u64, u64) {
        let word = self.memory.pointer_size;
        let align = if word == 8 && is_wide(scalar) { 16 } else { word };
        (size.next_multiple_of(word), align)
    }

    /// A function that is defined nowhere: pure, with an arbitrary result.
    fn external(&mut self, id: FuncId, never_returns: bool) -> Res<Returned> {
        let function = &self.program.functions[id];
        let name = self.program.names.resolve(function.name).to_string();
        if self.options.strict_externals {
            return unknown(UnknownKind::ExternalFunction, format!("the function {name} is not defined"));
        }
        self.assumptions.insert(Assumption::ExternalFunction(name));
        if never_returns || function.noreturn {
            return Err(Box::new(crate::fault::Stop::Abort));
        }
        self.arbitrary_result(id)
    }

    /// An arbitrary value of the function's result type.
    pub(crate) fn arbitrary_result(&mut self, id: FuncId) -> Res<Returned> {
        let program = self.program;
        let Some(ret) = self.result_type(id) else { return Ok(Returned::Nothing) };
        let ty = &program.types[ret];
        match (&ty.kind, ty.scalar()) {
            (TypeKind::Void, _) => Ok(Returned::Nothing),
            (TypeKind::Bool, _) => Ok(Returned::Scalar(self.arbitrary("_Bool", Scalar::U8)?, Scalar::U8)),
            (_, Some(scalar)) => {
                let wide = self.arbitrary(crate::machine::c_name(scalar, self.model), scalar)?;
                Ok(Returned::Scalar(wide, scalar))
            }
            (_, None) => {
                let mut data = Vec::with_capacity(ty.size as usize);
                for _ in 0..ty.size {
                    data.push(self.input("unsigned char", 0, 255)? as u8);
                }
                Ok(Returned::Block(Bytes::from_data(data)))
            }
        }
    }

    pub(crate) fn result_type(&self, id: FuncId) -> Option<ir::TypeId> {
        match &self.program.types[self.program.functions[id].ty].kind {
            TypeKind::Function { ret, .. } => Some(*ret),
            _ => None,
        }
    }

    /// The scalar that the function's declaration says it returns.
    pub(crate) fn result_scalar(&self, id: FuncId) -> Option<Scalar> {
        self.program.types[self.result_type(id)?].scalar()
    }

    /// Writes a result where the caller wants it.
    pub(crate) fn deliver(&mut self, returned: Returned, dst: Destination, base: usize) -> Res<()> {
        match (dst, returned) {
            (Destination::Nothing, _) => {}
            (Destination::Register(slot, wanted), Returned::Scalar(wide, given)) => {
                if given != wanted && given.is_float() != wanted.is_float() {
                    return Fault::new(FindingKind::InvalidCall)
                        .access(Access::Call)
                        .what("the result has another type")
                        .stop();
                }
                let wide = if given == wanted { wide } else { self.arith().cast(given, wanted, wide)? };
                self.set_wide(base, slot, wanted, wide);
            }
            (Destination::Register(slot, wanted), _) => {
                let undefined = Wide::undefined(wanted.width(self.model));
                self.set_wide(base, slot, wanted, undefined);
            }
            (Destination::Memory(slot, size), returned) => {
                let pointer = self.regs[base + slot as usize];
                let (object, offset) = self.memory.resolve(pointer, size, Access::Write)?;
                match returned {
                    Returned::Block(bytes) => {
                        let bytes = bytes.resized(size as usize);
                        self.memory.insert(object, offset, &bytes);
                    }
                    Returned::Scalar(wide, given) => {
                        let len = access_size(given, self.model).min(size) as usize;
                        self.memory.poke(object, offset, len, wide);
                    }
                    Returned::Nothing => self.memory.make_indeterminate(object, offset, size as usize),
                }
            }
        }
        Ok(())
    }

    /// Pops the top frame and gives its result to the caller, or keeps it if the frame was the first of a nested execution.
    pub(crate) fn leave(&mut self, returned: Returned, floor: usize) -> Res<bool> {
        let span = self.span();
        let must_not_return = self.frames.last().is_some_and(|frame| frame.must_not_return);
        if must_not_return {
            return Fault::new(FindingKind::UnreachableReached)
                .what("a function returned that must not return")
                .stop();
        }
        if self.trace.is_some()
            && let Some(function) = self.frames.last().map(|frame| frame.code.name)
        {
            self.step(StepKind::Return { function });
        }
        let Some(frame) = self.frames.last() else { return Ok(true) };
        if !frame.code.memory_locals.is_empty() || !frame.blocks.is_empty() || frame.varargs.is_some() {
            self.kill_locals(span);
        }
        let Some(frame) = self.frames.pop() else { return Ok(true) };
        self.regs.truncate(frame.base);
        self.sp = frame.saved_sp;
        if self.frames.len() == floor {
            self.result = returned;
            return Ok(true);
        }
        let Some(caller) = self.frames.last() else { return Ok(true) };
        self.pc = caller.pc;
        let base = caller.base;
        self.deliver(returned, frame.dst, base)?;
        Ok(false)
    }

    /// Returns a value from a frame that owns no objects to a caller that expects just this type; otherwise does nothing.
    #[inline]
    pub(crate) fn leave_directly(&mut self, value: Value, scalar: Scalar, floor: usize) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        let plain = frame.code.memory_locals.is_empty()
            && frame.blocks.is_empty()
            && frame.varargs.is_none()
            && !frame.must_not_return
            && self.frames.len() > floor + 1
            && !is_wide(scalar);
        let slot = match frame.dst {
            Destination::Nothing => None,
            Destination::Register(slot, wanted) if wanted == scalar => Some(slot),
            _ => return false,
        };
        if !plain {
            return false;
        }
        let (base, saved_sp) = (frame.base, frame.saved_sp);
        self.frames.pop();
        self.regs.truncate(base);
        self.sp = saved_sp;
        if let Some(caller) = self.frames.last() {
            self.pc = caller.pc;
            if let Some(slot) = slot {
                self.regs[caller.base + slot as usize] = value;
            }
        }
        true
    }

    fn kill_locals(&mut self, span: Span) {
        let Some(frame) = self.frames.last_mut() else { return };
        let blocks = std::mem::take(&mut frame.blocks);
        let varargs = frame.varargs.take();
        let code = frame.code.clone();
        let base = frame.base;
        for id in blocks.into_iter().chain(varargs) {
            self.memory.kill(id, State::OutOfScope(span));
        }
        for (index, local) in code.memory_locals.iter().enumerate() {
            let Some(id) = self.regs[base + local.slot as usize].prov.object() else { continue };
            if self.memory.info(id).addressed {
                self.memory.kill(id, State::OutOfScope(span));
            } else if self.memory.is_live(id) {
                self.memory.scrub(id);
                self.pools.entry((code.id, index as u32)).or_default().push(id);
            }
        }
    }

    /// A memory local comes into scope.
    pub(crate) fn live(&mut self, index: u32) -> Res<()> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let local = frame.code.memory_locals[index as usize];
        let address = frame.low + local.offset;
        let function = frame.code.id;
        let register = frame.base + local.slot as usize;
        let span = if local.span.is_none() { self.span() } else { local.span };
        let old = self.regs[register];
        if let Some(id) = old.prov.object()
            && self.memory.is_live(id)
        {
            if !self.memory.info(id).addressed {
                self.memory.renew(id, address, span);
                return Ok(());
            }
            let here = self.span();
            self.memory.kill(id, State::OutOfScope(here));
        }
        let pooled = self.pools.get_mut(&(function, index)).and_then(Vec::pop);
        let id = match pooled {
            Some(id) => {
                self.memory.renew(id, address, span);
                id
            }
            None => self.memory.allocate_at(
                address,
                NewObject {
                    size: local.size,
                    align: local.align,
                    kind: Kind::Stack,
                    span,
                    name: local.name,
                    zeroed: false,
                },
            )?,
        };
        self.regs[register] = Value::pointer(address, id);
        Ok(())
    }

    /// A memory local goes out of scope.
    pub(crate) fn dead(&mut self, index: u32) {
        let Some(frame) = self.frames.last() else { return };
        let local = frame.code.memory_locals[index as usize];
        let register = frame.base + local.slot as usize;
        let Some(id) = self.regs[register].prov.object() else { return };
        if self.memory.info(id).addressed {
            let span = self.span();
            if self.trace.is_some() && self.memory.is_live(id) {
                self.step(StepKind::OutOfScope { name: local.name });
            }
            self.memory.kill(id, State::OutOfScope(span));
        } else {
            self.memory.scrub(id);
        }
    }

    /// `alloca` or a variable-length array.
    pub(crate) fn stack_alloc(&mut self, size: Wide, scalar: Scalar, align: u32) -> Res<Value> {
        if size.undef != 0 {
            return Fault::new(FindingKind::UninitRead).what("size of a stack block").stop();
        }
        let value = size.signed(scalar.width(self.model));
        if scalar.is_signed() && value < 0 || size.bits > u128::from(self.memory.address_mask >> 1) {
            return Fault::new(FindingKind::BadArgument).what("negative size").value(value).stop();
        }
        let size = size.bits as u64;
        let below = self
            .sp
            .checked_sub(size.saturating_add(16))
            .map(|sp| sp & !(u64::from(align.next_power_of_two()).max(16) - 1));
        let Some(address) = below.filter(|&sp| sp >= self.stack_end) else {
            return unknown(
                UnknownKind::MemoryBudget,
                format!("a stack block of {size} bytes exhausts the stack"),
            );
        };
        let new = NewObject {
            size,
            align: u64::from(align),
            kind: Kind::Stack,
            span: self.span(),
            name: None,
            zeroed: false,
        };
        let id = self.memory.allocate_at(address, new)?;
        self.memory.mark_addressed(id);
        self.sp = address;
        if let Some(frame) = self.frames.last_mut() {
            frame.blocks.push(id);
        }
        if self.trace.is_some() {
            self.step(StepKind::Allocate { size: Some(size) });
        }
        Ok(Value::pointer(address, id))
    }

    pub(crate) fn stack_free(&mut self, value: Value) {
        let Some(id) = value.prov.object() else { return };
        let span = self.span();
        let Some(frame) = self.frames.last_mut() else { return };
        let Some(position) = frame.blocks.iter().rposition(|&b| b == id) else { return };
        frame.blocks.remove(position);
        // Blocks are freed in reverse order, so that the room can be used again at once.
        if position == frame.blocks.len() && value.bits == self.sp {
            self.sp = match frame.blocks.last() {
                Some(&below) => self.memory.object(below).base,
                None => frame.low,
            };
        }
        self.memory.kill(id, State::OutOfScope(span));
    }

    /// Calls a function from within an intrinsic and executes until it returns.
    pub(crate) fn call_back(&mut self, function: FuncId, args: Vec<ArgValue>) -> Res<Returned> {
        if self.nesting >= NESTING_LIMIT {
            return unknown(
                UnknownKind::Unsupported,
                "library functions call back into each other too deeply",
            );
        }
        let program = self.program;
        match &program.functions[function].body {
            FunctionBody::Defined(_) => {
                let saved_pc = self.pc;
                let floor = self.frames.len();
                let target = self.code_of(function)?;
                self.enter(target, args, Destination::Nothing, false)?;
                self.nesting += 1;
                if self.trace.is_some() {
                    self.execute::<true>(floor)?
                } else {
                    self.execute::<false>(floor)?
                }
                self.nesting -= 1;
                self.pc = saved_pc;
                Ok(std::mem::take(&mut self.result))
            }
            FunctionBody::Intrinsic(intrinsic) => {
                self.intrinsic(*intrinsic, function, &args, Destination::Nothing)
            }
            FunctionBody::External => self.external(function, false),
        }
    }

    /// The function that a pointer given to the library points to.
    pub(crate) fn callback_target(&mut self, pointer: Value, given: usize) -> Res<FuncId> {
        self.indirect_callee(pointer, given)
    }

    /// The pointer that a place denotes; its index decides where the access goes.
    pub(crate) fn effective(&mut self, place: &PlaceCode, base: usize) -> Res<Value> {
        let mut pointer = self.regs[base + place.base as usize];
        let mut offset = place.offset as u64;
        if let Some((slot, scale)) = place.index {
            let index = self.regs[base + slot as usize];
            self.decide(&index, "index")?;
            offset = offset.wrapping_add(index.bits.wrapping_mul(u64::from(scale)));
        }
        pointer.bits = pointer.bits.wrapping_add(offset) & self.memory.address_mask;
        Ok(pointer)
    }

    /// The address that a place denotes, without an access: undefined parts make it undefined.
    pub(crate) fn address_of(&mut self, place: &PlaceCode, base: usize) -> Value {
        let mut pointer = self.regs[base + place.base as usize];
        let mut offset = place.offset as u64;
        if let Some((slot, scale)) = place.index {
            let index = self.regs[base + slot as usize];
            if index.undef != 0 {
                return Value::UNDEF;
            }
            offset = offset.wrapping_add(index.bits.wrapping_mul(u64::from(scale)));
            if pointer.prov.is_none() && !index.prov.is_none() {
                // Null plus an address kept as an integer.
                let bits = pointer.bits.wrapping_add(offset) & self.memory.address_mask;
                let prov = self.memory.pointer_from_integer(bits, index.prov);
                return Value { bits, undef: pointer.undef, prov, frag: 0 };
            }
        }
        if pointer.undef != 0 {
            return Value::UNDEF;
        }
        pointer.bits = pointer.bits.wrapping_add(offset) & self.memory.address_mask;
        pointer
    }

    /// Reads a scalar in general.
    pub(crate) fn load(&mut self, pointer: Value, scalar: Scalar) -> Res<Wide> {
        let size = access_size(scalar, self.model);
        let mut wide = self.memory.load(pointer, size)?;
        if wide.undef != 0 {
            if let Some(object) = self.memory.is_external(pointer) {
                self.assume_external(object);
                let chosen = self.arbitrary(crate::machine::c_name(scalar, self.model), scalar)?;
                wide.bits = wide.bits & !wide.undef | chosen.bits & wide.undef;
                wide.undef = 0;
                self.memory.store(pointer, size, wide)?;
            } else if self.choose {
                wide = self.define(wide, scalar)?;
                self.memory.store(pointer, size, wide)?;
            }
        }
        if scalar == Scalar::Ptr && (!wide.prov.is_plain() || wide.frag != 0) {
            let prov = match wide.prov.object() {
                Some(object) => Prov::derived(object),
                None => wide.prov,
            };
            wide.prov = self.memory.pointer_from_integer(wide.bits as u64, prov);
            wide.frag = 0;
        }
        Ok(wide)
    }

    fn assume_external(&mut self, object: ObjectId) {
        if let Some(name) = self.memory.info(object).name {
            let name = self.program.names.resolve(name).to_string();
            self.assumptions.insert(Assumption::ExternalObject(name));
        }
    }

    pub(crate) fn load_slow(&mut self, pointer: Value, scalar: Scalar) -> Res<Value> {
        let wide = self.load(pointer, scalar)?;
        Ok(narrow(wide, scalar, self.model).0)
    }

    pub(crate) fn store_slow(&mut self, pointer: Value, scalar: Scalar, value: Value) -> Res<()> {
        let wide = widen(value, Value::ZERO, scalar, self.model);
        Ok(self.memory.store(pointer, access_size(scalar, self.model), wide)?)
    }

    /// Reads a place of any shape into registers.
    pub(crate) fn load_place(&mut self, place: &PlaceCode, base: usize, dst: u32) -> Res<()> {
        let pointer = self.effective(place, base)?;
        let scalar = place.access;
        let wide = match place.bits {
            None => self.load(pointer, scalar)?,
            Some(bits) => {
                let mut field = self.memory.load_bits(pointer, bits)?;
                if field.undef != 0 && (self.choose || self.memory.is_external(pointer).is_some()) {
                    field = self.define(field, scalar)?;
                    self.memory.store_bits(pointer, bits, field)?;
                }
                let width = u32::from(bits.width);
                if scalar.is_signed() && width > 0 {
                    field.bits = crate::value::sign_extend(field.bits, width) as u128;
                    field.undef = crate::value::sign_extend(field.undef, width) as u128;
                }
                field
            }
        };
        self.set_wide(base, dst, scalar, wide);
        Ok(())
    }

    pub(crate) fn store_place(&mut self, place: &PlaceCode, base: usize, src: u32) -> Res<()> {
        let pointer = self.effective(place, base)?;
        let wide = self.wide_at(base, src, place.access);
        match place.bits {
            None => self.memory.store(pointer, access_size(place.access, self.model), wide)?,
            Some(bits) => self.memory.store_bits(pointer, bits, wide)?,
        }
        Ok(())
    }

    /// A structure assignment.
    pub(crate) fn copy_block(&mut self, dst: &PlaceCode, src: &PlaceCode, size: u64, base: usize) -> Res<()> {
        let to = self.effective(dst, base)?;
        let from = self.effective(src, base)?;
        if size == 0 {
            return Ok(());
        }
        let (src_id, src_offset) = self.memory.resolve(from, size, Access::Read)?;
        let (dst_id, dst_offset) = self.memory.resolve(to, size, Access::Write)?;
        if src_id == dst_id && src_offset != dst_offset && src_offset.abs_diff(dst_offset) < size as usize {
            return Fault::new(FindingKind::Overlap)
                .object(src_id)
                .range(dst_offset as i64 - src_offset as i64, size)
                .stop();
        }
        self.memory.copy(dst_id, dst_offset, src_id, src_offset, size as usize);
        self.charge(size)
    }

    pub(crate) fn zero_block(&mut self, place: &PlaceCode, size: u64, base: usize) -> Res<()> {
        let pointer = self.effective(place, base)?;
        if size == 0 {
            return Ok(());
        }
        let (id, offset) = self.memory.resolve(pointer, size, Access::Write)?;
        self.memory.fill(id, offset, size as usize, 0);
        self.charge(size)
    }
}

fn mismatched_argument<T>() -> Res<T> {
    Fault::new(FindingKind::InvalidCall).access(Access::Call).what("an argument has another type").stop()
}
