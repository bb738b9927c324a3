//! Blocks, statements and values.

use crate::state::{State, Value};
use crate::translate::{Label, Mode, Res, Returned, Translator};
use base::Idx;
use encode::scalar;
use facts::Instruction;
use ir::{
    Arg, BinOp, BlockId, LocalId, Operand, Rvalue, Scalar, StatementKind, SwitchCase, TerminatorKind, UnOp,
};
use semantics::{Obligation, Otherwise, obligations};
use smt::{Sort, TermId};
use verdict::FindingKind;

impl Translator<'_> {
    /// Executes the block that the state is at.
    pub(crate) fn block(&mut self, mut state: State) -> Res<()> {
        let program = self.program;
        let (func, block) = (state.frame().func, state.frame().block);
        let Some(body) = program.functions[func].body() else { return Ok(()) };
        let data = &body.blocks[block];
        for (index, statement) in data.statements.iter().enumerate() {
            self.tick()?;
            (self.span, self.index) = (statement.span, index);
            self.statement(&mut state, &statement.kind)?;
            if state.constraint == TermId::FALSE {
                return Ok(());
            }
        }
        self.tick()?;
        (self.span, self.index) = (data.terminator.span, data.statements.len());
        match &data.terminator.kind {
            TerminatorKind::Goto(target) => self.arrive(state, *target),
            TerminatorKind::Branch { cond, then_block, else_block } => {
                let number = self.number(&mut state, *cond, Scalar::I32)?;
                let zero = self.terms.bv_const(32, 0);
                let holds = self.terms.ne(number, zero);
                let not = self.terms.not(holds);
                self.edge(&state, *then_block, holds)?;
                self.edge(&state, *else_block, not)
            }
            TerminatorKind::Switch { value, scalar, cases, default } => {
                let number = self.number(&mut state, *value, *scalar)?;
                let mut other = TermId::TRUE;
                for case in cases {
                    let here = self.in_case(number, *scalar, case);
                    self.edge(&state, case.target, here)?;
                    let not = self.terms.not(here);
                    other = self.terms.and(other, not);
                }
                self.edge(&state, *default, other)
            }
            TerminatorKind::IndirectGoto { .. } => self.unsupported(&mut state, "a computed goto"),
            TerminatorKind::Unreachable => {
                self.check(&state, Label::Finding(FindingKind::UnreachableReached), TermId::TRUE)
            }
            TerminatorKind::Return(arg) => {
                let returned = match arg {
                    None => Returned::Nothing,
                    Some(Arg::Scalar(operand, scalar)) => {
                        Returned::Scalar(self.operand(&mut state, *operand)?, *scalar)
                    }
                    Some(Arg::Block(place, size)) => match self.read_block(&mut state, place, *size)? {
                        Some(cells) => Returned::Block(cells),
                        None => return Ok(()),
                    },
                };
                self.leave(state, returned)
            }
            TerminatorKind::Call(call) => self.call(state, block, call),
        }
    }

    fn edge(&mut self, state: &State, target: BlockId, condition: TermId) -> Res<()> {
        let mut next = state.clone();
        self.assume(&mut next, condition);
        self.arrive(next, target)
    }

    fn in_case(&mut self, number: TermId, scalar: Scalar, case: &SwitchCase) -> TermId {
        let low = scalar::constant(self.terms, self.model, case.low, scalar);
        if case.low == case.high {
            return self.terms.eq(number, low);
        }
        let high = scalar::constant(self.terms, self.model, case.high, scalar);
        let (a, b) = match scalar.is_signed() {
            true => (self.terms.sle(low, number), self.terms.sle(number, high)),
            false => (self.terms.ule(low, number), self.terms.ule(number, high)),
        };
        self.terms.and(a, b)
    }

    fn statement(&mut self, state: &mut State, kind: &StatementKind) -> Res<()> {
        match kind {
            StatementKind::Assign(local, rvalue) => {
                let value = self.rvalue(state, rvalue)?;
                state.top().registers[local.index()] = value;
                Ok(())
            }
            StatementKind::Store(place, operand) => {
                let value = self.operand(state, *operand)?;
                self.store(state, place, value)
            }
            StatementKind::CopyBlock(copy) => {
                let Some(values) = self.read_block(state, &copy.src, copy.size)? else { return Ok(()) };
                let fails = self.blocks_overlap(state, &copy.dst, &copy.src, copy.size, true)?;
                let what = "an assignment between structures that overlap".to_owned();
                self.require(state, Label::Unsupported(what), fails)?;
                self.write_block(state, &copy.dst, copy.size, &values)
            }
            StatementKind::ZeroBlock(place, size) => self.zero_block(state, place, *size),
            StatementKind::StorageLive(local) => self.storage_live(state, *local),
            StatementKind::StorageDead(local) => self.storage_dead(state, *local),
            StatementKind::StackAlloc { dst, size, .. } => self.stack_alloc(state, *dst, *size),
            StatementKind::StackFree(local) => {
                self.end_stack_blocks(state, Some(*local));
                Ok(())
            }
            StatementKind::Unsupported(what) => {
                let what = self.program.names.resolve(*what).to_owned();
                self.unsupported(state, what)
            }
        }
    }

    pub(crate) fn instruction(&self, state: &State) -> Option<Instruction<'_>> {
        let function = self.facts.function(state.frame().func)?;
        Some(Instruction { function, block: state.frame().block, index: self.index })
    }

    /// What a register holds; one that was never written gets a value that stays.
    pub(crate) fn register(&mut self, state: &mut State, local: LocalId) -> Res<Value> {
        let value = state.frame().registers[local.index()];
        if value != Value::Any {
            return Ok(value);
        }
        let body = self.program.functions[state.frame().func].body();
        let scalar = body.and_then(|body| body.locals[local].scalar).unwrap_or(Scalar::I32);
        let mut value = self.any(scalar);
        if scalar == Scalar::Ptr && matches!(self.mode, Mode::Runs(_)) {
            // A run that the machine repeats has a number there. It need not be the only one.
            if let Mode::Runs(runs) = &mut self.mode {
                runs.is_complete = false;
            }
            let number = self.fresh(Sort::Bv(self.word));
            value = Value::Pointer(self.object_number(0), number);
        }
        let input = match value {
            Value::Bits(bits) => Some(bits),
            Value::Pointer(_, offset) if matches!(self.mode, Mode::Runs(_)) => Some(offset),
            _ => None,
        };
        if let Some(value) = input {
            let (guard, signed) = (state.constraint, scalar.is_signed());
            state.inputs.push(crate::state::Input { guard, value, signed, uninitialised: true });
        }
        state.top().registers[local.index()] = value;
        Ok(value)
    }

    pub(crate) fn operand(&mut self, state: &mut State, operand: Operand) -> Res<Value> {
        Ok(match operand {
            Operand::Local(local) => self.register(state, local)?,
            Operand::Int(value, Scalar::Ptr) => {
                let object = self.object_number(0);
                Value::Pointer(object, self.terms.bv_signed(self.word, i128::from(value)))
            }
            Operand::Int(value, scalar) => {
                Value::Bits(scalar::constant(self.terms, self.model, value, scalar))
            }
            Operand::Float(bits, Scalar::F64) => Value::Bits(self.terms.bv_const(64, u128::from(bits))),
            Operand::Float(bits, Scalar::F32) => {
                let single = (f64::from_bits(bits) as f32).to_bits();
                Value::Bits(self.terms.bv_const(32, u128::from(single)))
            }
            Operand::Float(_, scalar) => self.any(scalar),
            Operand::Global(global) => {
                let object = self.global_object(global);
                Value::Pointer(object, self.terms.bv_const(self.word, 0))
            }
            Operand::Func(func) => {
                let object = self.function_number(func);
                Value::Pointer(object, self.terms.bv_const(self.word, 0))
            }
            Operand::Label(_) => {
                self.unsupported(state, "the address of a label")?;
                self.any(Scalar::Ptr)
            }
        })
    }

    /// An operand as an integer.
    pub(crate) fn number(&mut self, state: &mut State, operand: Operand, scalar: Scalar) -> Res<TermId> {
        let value = self.operand(state, operand)?;
        Ok(self.as_bits(value, scalar.width(self.model)))
    }

    pub(crate) fn as_bits(&mut self, value: Value, width: u32) -> TermId {
        match value {
            Value::Bits(bits) if self.terms.width(bits) == width => bits,
            Value::Bits(bits) => self.terms.resize(bits, width, false),
            Value::Pointer(object, offset) => {
                // An integer that is a pointer to nothing is its own number; where an object lies, nothing says.
                let number = self.terms.resize(offset, width, false);
                let zero = self.object_number(0);
                let inside = self.terms.ne(object, zero);
                if inside == TermId::FALSE {
                    return number;
                }
                let anywhere = self.fresh(Sort::Bv(width));
                self.terms.ite(inside, anywhere, number)
            }
            Value::Any => self.fresh(Sort::Bv(width)),
        }
    }

    pub(crate) fn as_pointer(&mut self, value: Value) -> (TermId, TermId) {
        match value {
            Value::Pointer(object, offset) => (object, offset),
            Value::Bits(bits) => {
                let object = self.object_number(0);
                (object, self.terms.resize(bits, self.word, false))
            }
            Value::Any => match self.any(Scalar::Ptr) {
                Value::Pointer(object, offset) => (object, offset),
                _ => unreachable!("a pointer was asked for"),
            },
        }
    }

    fn rvalue(&mut self, state: &mut State, rvalue: &Rvalue) -> Res<Value> {
        match *rvalue {
            Rvalue::Use(operand) => self.operand(state, operand),
            Rvalue::Load(ref place) => self.load(state, place),
            Rvalue::AddressOf(ref place) => {
                let (object, offset) = self.address(state, place)?;
                Ok(Value::Pointer(object, offset))
            }
            Rvalue::Unary(op, scalar, operand) => self.unary(state, op, scalar, operand),
            Rvalue::Binary(op, scalar, a, b) => self.binary(state, op, scalar, a, b),
            Rvalue::Cast { from, to, operand } => self.cast(state, from, to, operand),
        }
    }

    /// A result, or any number where that is not defined.
    fn unless(&mut self, is_any: TermId, result: TermId) -> Value {
        if is_any == TermId::FALSE {
            return Value::Bits(result);
        }
        let any = self.fresh(Sort::Bv(self.terms.width(result)));
        Value::Bits(self.terms.ite(is_any, any, result))
    }

    fn unary(&mut self, state: &mut State, op: UnOp, scalar: Scalar, operand: Operand) -> Res<Value> {
        if scalar.is_float() {
            self.operand(state, operand)?;
            return Ok(self.any(scalar));
        }
        let a = self.number(state, operand, scalar)?;
        let mut is_any = TermId::FALSE;
        for &obligation in obligations::of_unary(op, scalar) {
            let fails = scalar::unary_fails(self.terms, obligation, a);
            let any = self.obligation(state, obligation, fails)?;
            is_any = self.terms.or(is_any, any);
        }
        let result = scalar::unary(self.terms, op, a);
        Ok(self.unless(is_any, result))
    }

    /// Treats an obligation as the policy says. Gives when the operation's result is any value instead of what it computes.
    fn obligation(&mut self, state: &mut State, obligation: Obligation, fails: TermId) -> Res<TermId> {
        if fails == TermId::FALSE {
            return Ok(TermId::FALSE);
        }
        match self.policy.otherwise(obligation) {
            Otherwise::Finding(kind) | Otherwise::Unknown(kind) => {
                self.require(state, Label::Finding(kind), fails)?;
            }
            Otherwise::Modular => {}
            otherwise @ (Otherwise::Wraps | Otherwise::AnyValue) => {
                self.assumptions.extend(self.policy.assumption(obligation));
                if otherwise == Otherwise::AnyValue {
                    return Ok(fails);
                }
            }
        }
        Ok(TermId::FALSE)
    }

    fn binary(&mut self, state: &mut State, op: BinOp, scalar: Scalar, a: Operand, b: Operand) -> Res<Value> {
        if scalar == Scalar::Ptr {
            return self.pointer_operation(state, op, a, b);
        }
        if scalar.is_float() {
            self.operand(state, a)?;
            self.operand(state, b)?;
            if op.is_comparison() {
                let holds = self.fresh(Sort::Bool);
                return Ok(Value::Bits(self.terms.bool_to_bv(holds, 32)));
            }
            return Ok(self.any(scalar));
        }
        let shift = op.is_shift();
        let x = self.number(state, a, scalar)?;
        let y = self.number(state, b, if shift { Scalar::U32 } else { scalar })?;
        let mut is_any = TermId::FALSE;
        for &obligation in obligations::of_binary(op, scalar) {
            let fails = scalar::binary_fails(self.terms, self.model, obligation, op, scalar, (x, y));
            let any = self.obligation(state, obligation, fails)?;
            is_any = self.terms.or(is_any, any);
        }
        let result = scalar::binary(self.terms, self.model, op, scalar, (x, y));
        Ok(self.unless(is_any, result))
    }

    fn pointer_operation(&mut self, state: &mut State, op: BinOp, a: Operand, b: Operand) -> Res<Value> {
        let (left, right) = (self.operand(state, a)?, self.operand(state, b)?);
        let ((o, f), (p, g)) = (self.as_pointer(left), self.as_pointer(right));
        let same = self.terms.eq(o, p);
        match op {
            BinOp::Eq | BinOp::Ne => {
                let equal = self.pointers_equal(state, (a, b), (o, f), (p, g));
                let holds = if op == BinOp::Eq { equal } else { self.terms.not(equal) };
                Ok(Value::Bits(self.terms.bool_to_bv(holds, 32)))
            }
            BinOp::PtrDiff | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
                let fails = self.terms.not(same);
                self.obligation(state, Obligation::SameObject, fails)?;
                if op == BinOp::PtrDiff {
                    return Ok(Value::Bits(self.terms.sub(f, g)));
                }
                let zero = self.object_number(0);
                let none = self.terms.eq(o, zero);
                let signed = scalar::compare(self.terms, op, true, f, g);
                let unsigned = scalar::compare(self.terms, op, false, f, g);
                let holds = self.terms.ite(none, unsigned, signed);
                Ok(Value::Bits(self.terms.bool_to_bv(holds, 32)))
            }
            _ => {
                self.unsupported(state, "an operation on pointers")?;
                Ok(self.any(Scalar::Ptr))
            }
        }
    }

    /// Pointers into one object are equal if their offsets are. Pointers into two objects are not, if both are surely there with
    /// addresses of their own and the offsets are inside; otherwise the implementation may choose.
    fn pointers_equal(
        &mut self,
        state: &State,
        (a, b): (Operand, Operand),
        (o, f): (TermId, TermId),
        (p, g): (TermId, TermId),
    ) -> TermId {
        let same_object = self.terms.eq(o, p);
        let same_offset = self.terms.eq(f, g);
        let same = self.terms.and(same_object, same_offset);
        let zero = self.object_number(0);
        let start = self.terms.bv_const(self.word, 0);
        let (x, y) = (self.terms.eq(o, zero), self.terms.eq(p, zero));
        let (x_start, y_start) = (self.terms.eq(f, start), self.terms.eq(g, start));
        let null = (self.terms.and(x, x_start), self.terms.and(y, y_start));
        let null = self.terms.or(null.0, null.1);
        // Null is no object's address, and two integers are compared by their numbers.
        let mut sure = self.terms.or(same_object, null);
        let mut class_of = None;
        if let Some(at) = self.instruction(state) {
            let mut size = None;
            let mut unsure = false;
            for operand in [a, b] {
                let targets = self.facts.points_to().of_operand(at, operand);
                unsure |= targets.outside;
                if let Some(class) = self.classes.of_targets(&targets) {
                    class_of = Some(class);
                    let class = &self.classes.list[class];
                    unsure |= class.unsure_addresses;
                    size = class.size;
                }
            }
            if let (Some(size), false) = (size, unsure) {
                let size = self.terms.bv_const(self.word, u128::from(size));
                let inside = (self.terms.ult(f, size), self.terms.ult(g, size));
                let inside = self.terms.and(inside.0, inside.1);
                let objects = self.terms.or(x, y);
                let objects = self.terms.not(objects);
                let inside = self.terms.and(inside, objects);
                sure = self.terms.or(sure, inside);
            }
        }
        if sure == TermId::TRUE {
            return same;
        }
        // Where all objects are known, so are those that are there.
        if let Some(class) = class_of {
            let there = (self.surely_there(state, class, o, f), self.surely_there(state, class, p, g));
            let there = self.terms.and(there.0, there.1);
            sure = self.terms.or(sure, there);
        }
        let choice = self.fresh(Sort::Bool);
        self.terms.ite(sure, same, choice)
    }

    /// That a pointer is into an object that is there, and that shares its address with no other one.
    fn surely_there(&mut self, state: &State, class: usize, object: TermId, offset: TermId) -> TermId {
        if self.classes.list[class].has_literals(self.program) {
            return TermId::FALSE;
        }
        let exact = state.exact.get(class).into_iter().flatten().map(|o| (o.live, o.size));
        let known: Vec<_> = state.fixed[class].iter().map(|o| (o.live, o.size)).chain(exact).collect();
        let mut cases = Vec::new();
        for (index, (live, size)) in known.into_iter().enumerate() {
            let number = self.object_number(index as u64 + 1);
            let here = self.terms.eq(object, number);
            let inside = self.terms.ult(offset, size);
            cases.push(self.terms.and_all([here, live, inside]));
        }
        self.terms.or_all(cases)
    }

    fn cast(&mut self, state: &mut State, from: Scalar, to: Scalar, operand: Operand) -> Res<Value> {
        let value = self.operand(state, operand)?;
        if from == to {
            return Ok(value);
        }
        if from.is_float() || to.is_float() {
            if from.is_float() && !to.is_float() {
                let fails = self.fresh(Sort::Bool);
                self.obligation(state, Obligation::FloatFits, fails)?;
            }
            return Ok(self.any(to));
        }
        let bits = self.as_bits(value, from.width(self.model));
        if to == Scalar::Ptr {
            let object = self.object_number(0);
            return Ok(Value::Pointer(object, self.terms.resize(bits, self.word, from.is_signed())));
        }
        Ok(Value::Bits(scalar::cast(self.terms, self.model, from, to, bits)))
    }
}
