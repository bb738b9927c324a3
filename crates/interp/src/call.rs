//! Calls and returns: frames, arguments, the objects of memory locals.

use crate::code::{ArgCode, CalleeCode, Destination, FunctionCode, Param};
use crate::fault::{Fault, Res, nondeterminism, unknown};
use crate::machine::{Frame, Machine};
use crate::memory::{Bytes, Kind, NewObject, State};
use crate::value::{ObjectId, Value, Wide, access_size, is_wide};
use ir::{FuncId, FunctionBody, Mismatch, Passed, Scalar};
use semantics::execution::{self, Argument, Execution as _};
use std::rc::Rc;
use verdict::{Access, Assumption, FindingKind, Property, StepKind, UnknownKind};

pub(crate) type ArgValue = Argument<Wide, Bytes>;
pub(crate) type Returned = execution::Returned<Wide, Bytes>;

/// Library functions that call back may be nested that deep: each level uses the host's stack.
const NESTING_LIMIT: u32 = 64;

impl Machine<'_> {
    /// Executes a call site of the top frame. A defined callee gets a frame; anything else is done at once.
    pub(crate) fn call(&mut self, site_index: u32, base: usize, code: &Rc<FunctionCode>) -> Res<()> {
        let site = &code.calls[site_index as usize];
        let callee = match site.callee {
            CalleeCode::Direct(id) => match site.mismatch {
                None => id,
                Some(mismatch) => return mismatched(mismatch).stop(),
            },
            CalleeCode::Indirect(slot) => {
                let pointer = self.regs[base + slot as usize];
                let wanted = match site.dst {
                    Destination::Nothing => None,
                    Destination::Register(_, scalar) => Some(Passed::Scalar(scalar)),
                    Destination::Memory(_, size) => Some(Passed::Block(size)),
                };
                self.indirect_callee(pointer, site.args.iter().map(passed), wanted)?
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

    /// The function that the pointer leads to, if it can be called with such arguments.
    pub(crate) fn indirect_callee(
        &mut self,
        pointer: Value,
        args: impl ExactSizeIterator<Item = Passed>,
        wanted: Option<Passed>,
    ) -> Res<FuncId> {
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
        match self.program.mismatch_of_pointer(id, args, wanted) {
            Some(mismatch) => mismatched(mismatch).object(object).stop(),
            None => Ok(id),
        }
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
                        ArgValue::Block(_) => return mismatched(Mismatch::Argument).stop(),
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
            return mismatched(Mismatch::Argument).stop();
        }
        self.arith().cast(given, wanted, wide)
    }

    /// A stack object with the arguments after the named ones, as the data model lays them out in memory.
    fn variable_area(&mut self, args: &[ArgValue]) -> Res<ObjectId> {
        let (offsets, size) = semantics::varargs::layout(self.model, Self::passed(args));
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

    /// A function that is defined nowhere: pure, with an arbitrary result.
    fn external(&mut self, id: FuncId, never_returns: bool) -> Res<Returned> {
        let function = &self.program.functions[id];
        let name = self.program.names.resolve(function.name).to_string();
        if self.options.analysis.strict_externals {
            return unknown(UnknownKind::ExternalFunction, format!("the function {name} is not defined"));
        }
        self.assumptions.insert(Assumption::ExternalFunction(name));
        if never_returns || function.noreturn {
            return Err(Box::new(crate::fault::Stop::Abort));
        }
        if self.policy.is_run() && self.result_scalar(id) == Some(Scalar::Ptr) {
            return self.foreign_pointer(id);
        }
        self.arbitrary_result(id)
    }

    /// A pointer that somebody else's function gives: null, or to an object of which nothing is known, so that whoever follows it is told so.
    fn foreign_pointer(&mut self, id: FuncId) -> Res<Returned> {
        if self.input("pointer that is not null", 0, 1)? == 0 {
            return Ok(Returned::Scalar(Wide::int(0), Scalar::Ptr));
        }
        let function = &self.program.functions[id];
        let object = self.memory.allocate(NewObject {
            size: 0,
            align: 16,
            kind: Kind::Static,
            span: function.span,
            name: Some(function.name),
            zeroed: false,
        })?;
        self.memory.infos[object as usize].external = true;
        let base = self.memory.object(object).base;
        let pointer = Wide { prov: crate::value::Prov::plain(object), ..Wide::int(u128::from(base)) };
        Ok(Returned::Scalar(pointer, Scalar::Ptr))
    }

    /// As `arbitrary_result`, but in a program that is run for its own sake operands are evaluated from left to right.
    pub(crate) fn arbitrary_or_usual(&mut self, id: FuncId) -> Res<Returned> {
        let program = self.program;
        if program.names.resolve(program.functions[id].name) != ir::ORDER_OF_EVALUATION {
            return self.arbitrary_result(id);
        }
        if self.policy.is_run() {
            return Ok(Returned::Scalar(Wide::int(0), Scalar::U8));
        }
        if self.exact {
            return nondeterminism(
                "in which order the operands are evaluated may decide, and C does not say it",
            );
        }
        // By its type, a trace knows it from what the program asks for.
        let other = self.input(ir::ORDER_OF_EVALUATION, 0, 1)? != 0;
        if other {
            let words = "operands are evaluated in another order than from left to right";
            self.assumptions.insert(Assumption::Other(words.to_owned()));
        }
        Ok(Returned::Scalar(Wide::int(u128::from(other)), Scalar::U8))
    }

    /// Writes a result where the caller wants it.
    pub(crate) fn deliver(&mut self, returned: Returned, dst: Destination, base: usize) -> Res<()> {
        match (dst, returned) {
            (Destination::Nothing, _) => {}
            (Destination::Register(slot, wanted), Returned::Scalar(wide, given)) => {
                if given != wanted && given.is_float() != wanted.is_float() {
                    return mismatched(Mismatch::Result).stop();
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
                // The local's own place: if it is a constant, this is its initialisation. So nothing is asked but a valid range.
                let (object, offset) = self.memory.resolve(pointer, size, Access::Read)?;
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
        let from_main = self.frames.len() == 1 && self.frames.last().map(|f| f.code.id) == self.program.entry;
        if from_main
            && self.asked(Property::NoUninit)
            && matches!(&returned, Returned::Scalar(wide, _) if wide.undef != 0)
        {
            // Whoever started the program looks at it.
            return Fault::new(FindingKind::UninitRead).what("exit status").stop();
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
                if self.is_observed() {
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
}

fn passed(arg: &ArgCode) -> Passed {
    match arg {
        ArgCode::Scalar(_, scalar) => Passed::Scalar(*scalar),
        ArgCode::Block(_, size) => Passed::Block(*size),
    }
}

fn mismatched(mismatch: Mismatch) -> Fault {
    Fault::new(FindingKind::InvalidCall).access(Access::Call).what(mismatch.what())
}
