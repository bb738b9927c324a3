//! What an engine says of its values and its memory.

use crate::call::ArgumentOf;
use crate::state::{Input, State};
use crate::stop::{Res, Stop, fault, unknown};
use crate::work::Work;
use base::Span;
use ir::{BinOp, BitRange, BlockId, Body, FuncId, LocalId, Operand, Place, Scalar, UnOp};
use smt::path::{Case, Decision, PathSolver, Questions, TermByte, Values};
use smt::{Sort, TermId};
use std::fmt::Debug;
use std::rc::Rc;
use verdict::{Access, Assumption, FindingKind, UnknownKind};

/// What an object is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Heap,
    Stack,
    Static,
    /// String literals and constants: writing is undefined.
    Constant,
    /// A local that is declared `const`.
    ConstantLocal,
    Function(FuncId),
    Label(FuncId, BlockId),
    Stream,
    /// A block of the precondition: it was there when the function was called.
    Given,
}

impl Kind {
    pub fn is_variable(self) -> bool {
        matches!(self, Kind::Stack | Kind::Static | Kind::Constant | Kind::ConstantLocal)
    }
}

pub type StateOf<'p, M> = State<
    <M as Machine<'p>>::Register,
    <M as Machine<'p>>::Object,
    <M as Machine<'p>>::Memory,
    <M as Machine<'p>>::Own,
>;

/// What a number of bytes is often: sizes that structures have, and some that are one byte short of a multiple of an alignment, where what is
/// rounded wrongly goes wrong.
const LIKELY_SIZES: [u128; 14] = [0, 1, 2, 4, 7, 8, 12, 15, 16, 24, 31, 32, 63, 64];

/// The values of an engine, and its questions to the solver.
pub trait Machine<'p>: Sized {
    /// A scalar of any type, as an operation computes it.
    type Value: Copy + Debug;
    /// The content of a register: a value, or none.
    type Register: Copy + Debug;
    type Object: Copy + PartialEq + Debug;
    type Byte: TermByte;
    type Memory: Clone + Debug;
    type Own: Clone + Debug;

    fn work(&self) -> &Work<'p>;
    fn work_mut(&mut self) -> &mut Work<'p>;
    fn solver(&mut self) -> &mut PathSolver;
    /// The solver, for questions about the state.
    fn questions<'a>(&'a mut self, state: &'a StateOf<'p, Self>) -> impl Questions + 'a;

    /// The value of a number.
    fn number(bits: TermId) -> Self::Value;
    /// The bits of a value; of a pointer they may be only the offset.
    fn bits(value: Self::Value) -> TermId;
    fn register(value: Self::Value) -> Self::Register;
    fn no_value(&mut self, scalar: Scalar) -> Self::Register;
    fn is_undefined(_value: Self::Value) -> bool {
        false
    }
    /// Whether the bits do not say what the value is, because it is made from an address.
    fn hides_address(_value: Self::Value) -> bool {
        false
    }
    /// Whether the value is made from an address.
    fn is_address(&mut self, state: &StateOf<'p, Self>, value: Self::Value) -> bool;

    fn word(&self) -> u64 {
        self.work().model.pointer_size()
    }
    fn word_bits(&self) -> u32 {
        8 * self.word() as u32
    }
    fn address_mask(&self) -> u64 {
        if self.word() == 8 { u64::MAX } else { u64::from(u32::MAX) }
    }
    /// Bytes that an access touches: the padding of a `long double` is neither read nor written.
    fn access_size(&self, scalar: Scalar) -> u64 {
        u64::from(scalar.width(self.work().model) / 8)
    }
    fn constant(&mut self, width: u32, value: u128) -> TermId {
        self.solver().terms.bv_const(width, value)
    }
    fn word_constant(&mut self, value: u64) -> TermId {
        let (width, mask) = (self.word_bits(), self.address_mask());
        self.constant(width, u128::from(value & mask))
    }
    fn int(&mut self, scalar: Scalar, value: i128) -> Self::Value {
        let width = scalar.width(self.work().model);
        Self::number(self.constant(width, value as u128))
    }

    fn span(&self, state: &StateOf<'p, Self>) -> Span {
        self.work().span(&state.frames)
    }
    fn body(&self, state: &StateOf<'p, Self>) -> &'p Body {
        let program = self.work().program;
        program.functions[state.top().func].body().expect("a frame runs a body")
    }
    fn tick(&mut self, amount: u64) -> Res<()> {
        self.work_mut().tick(amount)
    }
    fn bulk(&mut self, size: u64) -> Res<()> {
        self.work_mut().bulk(size)
    }
    fn cut(&mut self, kind: UnknownKind, why: impl Into<String>) {
        self.work_mut().cut(kind, why);
    }

    /// One more input of the path, `width` bits wide.
    fn input(&mut self, state: &mut StateOf<'p, Self>, width: u32, signed: bool) -> TermId {
        // The same position and width is the same variable on every path, so that paths share what the solver learns.
        let name = format!("i{}", state.inputs.len());
        let variable = self.solver().terms.var(&name, Sort::Bv(width));
        let input = Input { variable, signed, uninitialised: false, foreign: false };
        Rc::make_mut(&mut state.inputs).push(input);
        variable
    }

    /// An arbitrary value of a scalar type.
    fn arbitrary(&mut self, state: &mut StateOf<'p, Self>, scalar: Scalar) -> Self::Value {
        let width = scalar.width(self.work().model);
        Self::number(self.input(state, width, scalar.is_signed()))
    }

    /// A value that is read without having been written.
    fn uninitialised(&mut self, state: &mut StateOf<'p, Self>, scalar: Scalar) -> Self::Value {
        self.work_mut().assumptions.insert(Assumption::UninitialisedIsArbitrary);
        let value = self.arbitrary(state, scalar);
        if let Some(input) = Rc::make_mut(&mut state.inputs).last_mut() {
            input.uninitialised = true;
        }
        value
    }

    /// A choice of the environment between two ways.
    fn arbitrary_choice(&mut self, state: &mut StateOf<'p, Self>) -> TermId {
        let bit = self.input(state, 1, false);
        self.solver().terms.bv_to_bool(bit)
    }

    /// Whether the condition holds on this path. If it can go both ways, the statement is executed in both cases.
    fn decide(&mut self, state: &StateOf<'p, Self>, condition: TermId) -> Res<bool> {
        let decision = self.questions(state).decide(&state.path, condition)?;
        match decision {
            Decision::Holds => Ok(true),
            Decision::Fails => Ok(false),
            Decision::Open { holds, fails } => Err(Box::new(Stop::Fork(vec![holds, fails]))),
            Decision::GaveUp(case) => {
                self.cut(UnknownKind::StepBudget, "the solver gave up on a path's condition");
                Err(Box::new(Stop::Fork(vec![case])))
            }
        }
    }

    /// Values of the path under which the condition holds, if some are found.
    fn case_of(&mut self, state: &StateOf<'p, Self>, condition: TermId) -> Res<Option<Case>> {
        let found = self.questions(state).case_of(&state.path, condition)?;
        Ok(found.unwrap_or_else(|()| {
            self.cut(UnknownKind::StepBudget, "the solver gave up on a path's condition");
            None
        }))
    }

    /// The value of a term on this path. If it can have several, the statement is executed once for each, up to `limit`;
    /// beyond that the values are a sample, the preferred ones first, and the search no longer stands for all runs.
    fn value_of(
        &mut self,
        state: &StateOf<'p, Self>,
        term: TermId,
        limit: usize,
        preferred: &[u128],
        what: &str,
    ) -> Res<u128> {
        let values = self.questions(state).values(&state.path, term, limit, preferred)?;
        match values {
            Values::One(value) => Ok(value),
            Values::All(cases) => Err(Box::new(Stop::Fork(cases))),
            Values::Sample(cases) => {
                self.cut(UnknownKind::Nondeterminism, format!("{what} depends on inputs and was sampled"));
                match cases.is_empty() {
                    true => unknown(UnknownKind::StepBudget, format!("the solver gave up on {what}")),
                    false => Err(Box::new(Stop::Fork(cases))),
                }
            }
        }
    }

    /// The number of bytes that a size stands for.
    fn size_value(&mut self, state: &StateOf<'p, Self>, bits: TermId) -> Res<u64> {
        let limit = 16.min(self.work().config.enumerate);
        Ok(self.value_of(state, bits, limit, &LIKELY_SIZES, "the size of a block")? as u64)
    }

    /// Whether a variable stands for what a function or an object gives that is defined nowhere.
    fn comes_from_outside(state: &StateOf<'p, Self>, variable: TermId) -> bool {
        state.inputs.iter().any(|input| input.foreign && input.variable == variable)
    }

    /// A pointer that comes from outside the program may lead to anything, unless it is null.
    fn not_foreign(&mut self, state: &StateOf<'p, Self>, pointer: TermId) -> Res<()> {
        let variables = self.solver().variables_of(pointer);
        let Some(&variable) = variables.iter().find(|&&v| Self::comes_from_outside(state, v)) else {
            return Ok(());
        };
        let terms = &mut self.solver().terms;
        let zero = terms.bv_const(terms.width(variable), 0);
        let null = terms.eq(variable, zero);
        if self.decide(state, null)? {
            return Ok(());
        }
        let message = "what a pointer from outside the program points to is not known";
        unknown(UnknownKind::ExternalFunction, message)
    }
}

/// Operands, places and operations.
pub trait Evaluate<'p>: Machine<'p> {
    fn operand(&mut self, state: &mut StateOf<'p, Self>, operand: Operand) -> Res<Self::Value>;
    /// The pointer that a place denotes.
    fn place(&mut self, state: &mut StateOf<'p, Self>, place: &Place, accessed: bool) -> Res<Self::Value>;
    fn unary(
        &mut self,
        state: &mut StateOf<'p, Self>,
        op: UnOp,
        scalar: Scalar,
        a: Self::Value,
    ) -> Res<Self::Value>;
    fn binary(
        &mut self,
        state: &mut StateOf<'p, Self>,
        op: BinOp,
        scalar: Scalar,
        a: Self::Value,
        b: Self::Value,
    ) -> Res<Self::Value>;
    fn cast(
        &mut self,
        state: &mut StateOf<'p, Self>,
        from: Scalar,
        to: Scalar,
        a: Self::Value,
    ) -> Res<Self::Value>;
    fn is_true(&mut self, state: &mut StateOf<'p, Self>, value: Self::Value, scalar: Scalar) -> Res<bool>;
    fn is_null(&mut self, state: &mut StateOf<'p, Self>, pointer: Self::Value) -> Res<bool>;
    /// The bytes `n` further on.
    fn advance(&mut self, pointer: Self::Value, n: u64) -> Self::Value;
    /// The next address of that alignment in the block, if that can be told.
    fn align_up(&mut self, state: &StateOf<'p, Self>, pointer: Self::Value, align: u64) -> Self::Value;
    /// The result of floating-point arithmetic that is not followed, if it may be any.
    fn any_float(&mut self, _state: &mut StateOf<'p, Self>, _scalar: Scalar) -> Option<Self::Value> {
        None
    }
    /// A value that only concrete arithmetic is done with.
    fn floating(&mut self, state: &mut StateOf<'p, Self>, value: Self::Value) -> Res<f64>;
}

/// Where pointers lead, and what is read and written there.
pub trait Dereference<'p>: Evaluate<'p> {
    /// The object that a pointer leads to and the offset in it, before any check of the access.
    fn locate(&mut self, state: &mut StateOf<'p, Self>, pointer: Self::Value) -> Res<(Self::Object, TermId)>;
    /// The object and the offset of a valid access of `size` bytes.
    fn resolve(
        &mut self,
        state: &mut StateOf<'p, Self>,
        pointer: Self::Value,
        size: u64,
        access: Access,
    ) -> Res<(Self::Object, u64)>;
    fn load(
        &mut self,
        state: &mut StateOf<'p, Self>,
        pointer: Self::Value,
        scalar: Scalar,
    ) -> Res<Self::Value> {
        if let Some(value) = self.load_by_index(state, pointer, scalar)? {
            return Ok(value);
        }
        let size = self.access_size(scalar);
        let (id, offset) = self.resolve(state, pointer, size, Access::Read)?;
        self.load_at(state, id, offset, scalar)
    }
    /// Reads through a pointer whose offset is not known, if what is there can be one term for all offsets.
    fn load_by_index(
        &mut self,
        _state: &mut StateOf<'p, Self>,
        _pointer: Self::Value,
        _scalar: Scalar,
    ) -> Res<Option<Self::Value>> {
        Ok(None)
    }
    /// Reads a scalar from a range that is known to be valid.
    fn load_at(
        &mut self,
        state: &mut StateOf<'p, Self>,
        object: Self::Object,
        offset: u64,
        scalar: Scalar,
    ) -> Res<Self::Value>;
    fn store(
        &mut self,
        state: &mut StateOf<'p, Self>,
        pointer: Self::Value,
        scalar: Scalar,
        value: Self::Value,
        access: Access,
    ) -> Res<()> {
        let size = self.access_size(scalar);
        if self.store_by_index(state, pointer, size, value, access)? {
            return Ok(());
        }
        let (id, offset) = self.resolve(state, pointer, size, access)?;
        self.store_at(state, id, offset, size, value)
    }
    /// Writes through a pointer whose offset is not known, if what is there afterwards can be one term each. Gives whether it did.
    fn store_by_index(
        &mut self,
        _state: &mut StateOf<'p, Self>,
        _pointer: Self::Value,
        _size: u64,
        _value: Self::Value,
        _access: Access,
    ) -> Res<bool> {
        Ok(false)
    }
    fn store_at(
        &mut self,
        state: &mut StateOf<'p, Self>,
        object: Self::Object,
        offset: u64,
        size: u64,
        value: Self::Value,
    ) -> Res<()>;
    fn load_bits(
        &mut self,
        state: &mut StateOf<'p, Self>,
        pointer: Self::Value,
        bits: BitRange,
        scalar: Scalar,
    ) -> Res<Self::Value>;
    fn store_bits(
        &mut self,
        state: &mut StateOf<'p, Self>,
        pointer: Self::Value,
        bits: BitRange,
        value: Self::Value,
        access: Access,
    ) -> Res<()>;
}

/// Objects: how they come and go.
pub trait Allocate<'p>: Dereference<'p> {
    fn kind(state: &StateOf<'p, Self>, object: Self::Object) -> Kind;
    /// That the object may be used.
    fn check_live(state: &StateOf<'p, Self>, object: Self::Object) -> Res<()>;
    fn size_of(&mut self, state: &StateOf<'p, Self>, object: Self::Object) -> TermId;
    fn pointer_to(&mut self, state: &StateOf<'p, Self>, object: Self::Object) -> Self::Value;
    /// The object of a memory local, or the one that a register holds the address of.
    fn home(&mut self, state: &StateOf<'p, Self>, local: LocalId) -> Option<Self::Object>;

    /// A local comes into scope with indeterminate content.
    fn declare(&mut self, state: &mut StateOf<'p, Self>, body: &Body, local: LocalId) -> Res<()>;
    fn stack_object(&mut self, state: &mut StateOf<'p, Self>, size: TermId, align: u64) -> Res<Self::Object>;
    fn end_scope(&mut self, state: &mut StateOf<'p, Self>, object: Self::Object);

    fn new_block(
        &mut self,
        state: &mut StateOf<'p, Self>,
        size: TermId,
        align: u64,
        zeroed: bool,
    ) -> Res<Self::Value>;
    /// The live heap block that a pointer given to `free` starts, or none for null.
    fn block_to_free(
        &mut self,
        state: &mut StateOf<'p, Self>,
        pointer: Self::Value,
    ) -> Res<Option<Self::Object>>;
    fn release(&mut self, state: &mut StateOf<'p, Self>, object: Self::Object);
    /// The block's content goes to the new one. Whether that is at the same place is left open until somebody uses a pointer to where
    /// it was.
    fn replace(&mut self, state: &mut StateOf<'p, Self>, old: Self::Object, new: Self::Value) -> Res<()>;

    /// That a range of the object lies in it, which is what the condition says.
    fn must_lie_inside(
        &mut self,
        state: &mut StateOf<'p, Self>,
        _object: Self::Object,
        inside: TermId,
    ) -> Res<()> {
        match self.decide(state, inside)? {
            true => Ok(()),
            false => fault(FindingKind::OutOfBounds),
        }
    }
    /// Fills a whole object at once whose size nobody knows; false if that is not what is asked for.
    fn fill_whole(
        &mut self,
        _state: &mut StateOf<'p, Self>,
        _pointer: Self::Value,
        _size: TermId,
        _byte: Self::Byte,
    ) -> Res<bool> {
        Ok(false)
    }
    /// Writes where the number ends that a text begins with, for an engine that has [`Evaluate::any_float`].
    fn end_of_number(
        &mut self,
        _state: &mut StateOf<'p, Self>,
        _text: Self::Value,
        _end: Self::Value,
    ) -> Res<()> {
        Ok(())
    }
    /// Before a function is called through a pointer.
    fn check_callee(&mut self, _state: &StateOf<'p, Self>, _pointer: Self::Value) -> Res<()> {
        Ok(())
    }
    /// A function that is defined nowhere is called; what is assumed of it.
    fn calls_external(
        &mut self,
        _state: &mut StateOf<'p, Self>,
        function: FuncId,
        _args: &[ArgumentOf<'p, Self>],
    ) -> Assumption {
        let program = self.work().program;
        Assumption::ExternalFunction(program.names.resolve(program.functions[function].name).to_owned())
    }
}
