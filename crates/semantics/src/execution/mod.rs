//! What the primitives do in an engine that follows one path at a time: the concrete machine, whose values are numbers, and the path
//! search, whose values are terms. What a value, a byte or an object is, and how a condition is decided, is the engine's; in which
//! order arguments are looked at, what is checked and what is written stands here, once.

mod memory;
mod output;
mod varargs;

use memory::Memory as _;
use output::Output as _;
use varargs::VariableArguments as _;

use crate::format::Spec;
use ir::{DataModel, FuncId, Intrinsic, Passed, Program, Scalar, TypeKind};
use verdict::{Access, Assumption, FindingKind, UnknownKind};

/// An argument on its way.
#[derive(Clone, Debug)]
pub enum Argument<V, B> {
    Scalar(V, Scalar),
    Block(B),
}

/// What a function gave back.
#[derive(Clone, Debug, Default)]
pub enum Returned<V, B> {
    #[default]
    Nothing,
    Scalar(V, Scalar),
    Block(B),
}

/// What a range of bytes is filled with.
#[derive(Clone, Copy, Debug)]
pub enum Fill<V> {
    Zero,
    /// No value.
    Undefined,
    /// The low byte of it.
    Value(V),
}

/// How the program ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Handlers run first.
    Exit,
    ExitNow,
}

/// A library function, and whether somebody wants its result: as what, if so.
#[derive(Clone, Copy, Debug)]
pub struct Callee {
    pub intrinsic: Intrinsic,
    pub function: FuncId,
    pub wanted: Option<Passed>,
}

pub type Args<E> = [Argument<<E as Execution>::Value, <E as Execution>::Block>];
pub type Res<E, T> = Result<T, <E as Execution>::Stop>;
pub type Done<E> = Res<E, Returned<<E as Execution>::Value, <E as Execution>::Block>>;
/// Where bytes are that may be accessed.
pub type Range<E> = (<E as Execution>::Object, u64);

/// An engine that executes one path. The provided methods are the semantics; the others say what the engine's values are.
pub trait Execution: Sized {
    /// A scalar of any type.
    type Value: Copy;
    /// A value that is used as an address.
    type Pointer: Copy;
    /// A number of bytes that the program computed.
    type Size: Copy;
    /// A byte that somebody looks at.
    type Byte: Copy;
    /// The bytes of an aggregate, whatever they hold.
    type Block: Clone;
    type Object: Copy + PartialEq;
    /// A stream that was checked.
    type Stream: Copy;
    type Stop;
    /// One call may print that much.
    const PRINT_LIMIT: usize;

    fn program(&self) -> &Program;
    fn is_run(&self) -> bool;
    fn malloc_may_fail(&self) -> bool;
    fn assume(&mut self, assumption: Assumption);
    /// Counts work, and looks at the budget.
    fn charge(&mut self, bytes: u64) -> Res<Self, ()>;

    // Why the path stops
    fn fault(&self, kind: FindingKind, what: &str) -> Self::Stop;
    fn unknown(&self, kind: UnknownKind, message: &str) -> Self::Stop;
    fn unsupported(&self, what: &str) -> Self::Stop;
    fn overlap(&self, from: Range<Self>, to: Range<Self>, size: u64) -> Self::Stop;
    fn is_out_of_bounds(stop: &Self::Stop) -> bool;
    fn ends(&self, ending: Ending, status: Self::Value) -> Self::Stop;
    fn aborts(&self) -> Self::Stop;
    fn does_not_count(&self) -> Self::Stop;

    // Values
    fn int(&mut self, scalar: Scalar, value: i128) -> Self::Value;
    fn cast(&mut self, from: Scalar, to: Scalar, value: Self::Value) -> Res<Self, Self::Value>;
    fn is_undefined(&self, value: Self::Value) -> bool;
    /// Whether the value is made from an address, of which the result must not depend.
    fn depends_on_address(&self, value: Self::Value, scalar: Scalar) -> bool;
    fn is_true(&mut self, value: Self::Value, scalar: Scalar) -> Res<Self, bool>;
    fn pointer_of(&mut self, value: Self::Value) -> Self::Pointer;
    fn value_of_pointer(&mut self, pointer: Self::Pointer) -> Self::Value;
    fn null(&mut self) -> Self::Pointer;
    fn is_null(&mut self, pointer: Self::Pointer) -> Res<Self, bool>;
    fn advance(&mut self, pointer: Self::Pointer, bytes: u64) -> Self::Pointer;
    /// The next address of that alignment.
    fn align_up(&mut self, pointer: Self::Pointer, align: u64) -> Self::Pointer;

    // Sizes
    fn size(&mut self, value: Self::Value, scalar: Scalar) -> Self::Size;
    fn product(&mut self, a: Self::Size, b: Self::Size) -> Res<Self, Option<Self::Size>>;
    fn exceeds(&mut self, size: Self::Size, limit: u64) -> Res<Self, bool>;
    fn bytes_of(&mut self, size: Self::Size) -> Res<Self, u64>;
    /// As `bytes_of`, for an access to these ranges: if some size leaves one of them, that comes first.
    fn count(&mut self, size: Self::Size, ranges: &[Self::Pointer]) -> Res<Self, u64>;

    // Inputs
    /// A choice of the environment, described for whoever gives the inputs.
    fn choose(&mut self, what: &'static str) -> Res<Self, bool>;
    /// The result of a function that may give any.
    fn nondeterministic(&mut self, function: FuncId) -> Done<Self>;
    fn arbitrary(&mut self, scalar: Scalar, is_bool: bool) -> Res<Self, Self::Value>;
    fn arbitrary_byte(&mut self) -> Res<Self, Self::Byte>;
    /// An `int` that is a byte or -1.
    fn arbitrary_character(&mut self) -> Res<Self, Self::Value>;
    /// A `size_t` below the number, which is not 0.
    fn arbitrary_below(&mut self, limit: u64) -> Res<Self, Self::Value>;
    fn output_fails(&mut self, name: &str) -> Res<Self, bool>;

    // Memory
    fn resolve(&mut self, pointer: Self::Pointer, size: u64, access: Access) -> Res<Self, Range<Self>>;
    fn new_block(&mut self, size: Self::Size, align: u64, zeroed: bool) -> Res<Self, Self::Pointer>;
    /// The live heap block that a pointer given to `free` starts, or none for null.
    fn block_to_free(&mut self, pointer: Self::Pointer) -> Res<Self, Option<Self::Object>>;
    fn release(&mut self, object: Self::Object);
    /// The block's content goes to the new one, which is then at one of the two places.
    fn replace(&mut self, old: (Self::Object, Self::Pointer), new: Self::Pointer)
    -> Res<Self, Self::Pointer>;
    fn copy_bytes(&mut self, to: Range<Self>, from: Range<Self>, size: u64) -> Res<Self, ()>;
    fn fill(&mut self, at: Range<Self>, size: u64, with: Fill<Self::Value>) -> Res<Self, ()>;
    /// Fills a whole object at once whose size is not a number; false if that is not what is asked for.
    fn fill_whole(&mut self, _: Self::Pointer, _: Self::Size, _: Self::Value) -> Res<Self, bool> {
        Ok(false)
    }
    fn load(&mut self, pointer: Self::Pointer, scalar: Scalar) -> Res<Self, Self::Value>;
    /// Reads what was stored there as this type, whether it has a value or not.
    fn load_stored(&mut self, at: Range<Self>, scalar: Scalar) -> Res<Self, Self::Value>;
    fn store(&mut self, pointer: Self::Pointer, scalar: Scalar, value: Self::Value) -> Res<Self, ()>;
    fn extract(&mut self, at: Range<Self>, size: u64) -> Self::Block;
    fn block_of(&mut self, bytes: Vec<Self::Byte>) -> Self::Block;
    fn block_size(block: &Self::Block) -> u64;
    fn insert(&mut self, at: Range<Self>, block: &Self::Block);
    /// The variable arguments of the function that runs.
    fn variable_arguments(&mut self) -> Option<Self::Pointer>;

    // Bytes
    fn byte_at(&mut self, start: Self::Pointer, index: u64) -> Res<Self, Self::Byte>;
    fn low_byte(&mut self, value: Self::Value) -> Self::Byte;
    fn known_bytes(&mut self, bytes: &[u8]) -> Vec<Self::Byte>;
    fn value_of(&mut self, byte: Self::Byte) -> Option<u8>;
    fn ends_string(&mut self, byte: Self::Byte) -> Res<Self, bool>;
    fn differ(&mut self, a: Self::Byte, b: Self::Byte) -> Res<Self, bool>;
    /// The difference of two bytes, as an `int`.
    fn difference(&mut self, a: Self::Byte, b: Self::Byte) -> Self::Value;
    /// The byte as an `unsigned char` that became an `int`.
    fn widened(&mut self, byte: Self::Byte) -> Self::Value;

    // Output
    /// Whether what is printed is shown to somebody, even if the program does not look at it.
    fn shows_output(&self) -> bool;
    /// The stream that a `FILE *` stands for, which must be there.
    fn stream(&mut self, file: Self::Pointer) -> Res<Self, Self::Stream>;
    /// Standard output or error; or none in particular.
    fn standard_stream(&self, number: Option<u32>) -> Self::Stream;
    fn emit(&mut self, stream: Self::Stream, bytes: &[Self::Byte]);
    /// A width or a precision that was given as an `int`.
    fn amount(&mut self, value: Self::Value) -> Res<Self, i32>;
    /// The digits of an integer.
    fn print_integer(
        &mut self,
        spec: &Spec,
        value: Self::Value,
        scalar: Scalar,
        letter: u8,
    ) -> Res<Self, Vec<Self::Byte>>;
    fn floating(&mut self, value: Self::Value, long: bool, letter: u8) -> Res<Self, f64>;
    /// A wide character as a byte: in the "C" locale, others cannot be printed.
    fn narrow_character(&mut self, value: Self::Value) -> Res<Self, Option<Self::Byte>>;
    fn is_address(&mut self, value: Self::Value) -> bool;

    // What only some engines do
    /// What a failing assertion says, if that can be told.
    fn message(&mut self, _args: &Args<Self>) -> String {
        String::new()
    }
    fn register_handler(&mut self, pointer: Self::Pointer) -> Res<Self, ()>;
    fn string_to_float(&mut self, callee: Callee, args: &Args<Self>) -> Done<Self>;
    fn math(&mut self, callee: Callee, args: &Args<Self>) -> Done<Self>;

    // Semantics

    fn model(&self) -> DataModel {
        self.program().model
    }

    fn function_name(&self, function: FuncId) -> &str {
        let program = self.program();
        program.names.resolve(program.functions[function].name)
    }

    /// Executes a primitive.
    fn primitive(&mut self, callee: Callee, args: &Args<Self>) -> Done<Self> {
        let which = callee.intrinsic;
        match which {
            Intrinsic::Allocate => self.allocate(args),
            Intrinsic::AllocateZeroed => self.allocate_zeroed(args),
            Intrinsic::AllocateAligned => self.allocate_aligned(args),
            Intrinsic::Resize => self.resize(args),
            Intrinsic::Free => self.free(args),
            Intrinsic::Copy | Intrinsic::Move => self.copy_memory(which, args),
            Intrinsic::Fill => self.fill_memory(args),
            Intrinsic::NondetMemory => self.make_arbitrary(args),
            Intrinsic::FindEnd | Intrinsic::FindEndWithin => self.find_end(which, args),
            Intrinsic::CompareBytes | Intrinsic::CompareStrings | Intrinsic::CompareStringsWithin => {
                self.compare(which, args)
            }
            Intrinsic::StringToFloat => self.string_to_float(callee, args),
            Intrinsic::Math(_) => self.math(callee, args),
            Intrinsic::Print(print) => self.print(print, args, callee.wanted.is_some()),
            Intrinsic::Write(write) => self.write(write, args, callee.wanted.is_some()),
            Intrinsic::Getchar => Ok(Returned::Scalar(self.arbitrary_character()?, Scalar::I32)),
            Intrinsic::Exit | Intrinsic::ExitNow => {
                let (status, _) = self.integer(args, 0)?;
                let ending = if which == Intrinsic::Exit { Ending::Exit } else { Ending::ExitNow };
                Err(self.ends(ending, status))
            }
            Intrinsic::Abort => Err(self.aborts()),
            Intrinsic::Atexit => {
                let handler = self.pointer(args, 0)?;
                self.register_handler(handler)?;
                Ok(self.int_result(0))
            }
            Intrinsic::AssertFail | Intrinsic::BadArgument => {
                let what = self.message(args);
                let kind = match which {
                    Intrinsic::AssertFail => FindingKind::AssertionFailed,
                    _ => FindingKind::BadArgument,
                };
                Err(self.fault(kind, &what))
            }
            Intrinsic::Assert | Intrinsic::Assume => {
                let (value, scalar) = self.scalar(args, 0)?;
                if self.is_undefined(value) {
                    return Err(self.fault(FindingKind::UninitRead, "condition"));
                }
                match self.is_true(value, scalar)? {
                    true => Ok(Returned::Nothing),
                    false if which == Intrinsic::Assume => Err(self.does_not_count()),
                    false => {
                        Err(self.fault(FindingKind::AssertionFailed, self.function_name(callee.function)))
                    }
                }
            }
            Intrinsic::ReachError => {
                Err(self.fault(FindingKind::ErrorReached, self.function_name(callee.function)))
            }
            Intrinsic::Nondet => self.nondeterministic(callee.function),
            Intrinsic::Plot | Intrinsic::VaEnd => Ok(Returned::Nothing),
            Intrinsic::Summarise => Ok(self.int_result(0)),
            Intrinsic::LikeGlibc => Ok(self.int_result(i64::from(self.is_run()))),
            Intrinsic::VaStart => self.start_list(args),
            Intrinsic::VaArg => self.next_of_list(callee, args),
            Intrinsic::VaCopy => self.copy_list(args),
            Intrinsic::Nop => Ok(match self.result_type(callee.function).and_then(|ty| ty.scalar()) {
                Some(scalar) => Returned::Scalar(self.int(scalar, 0), scalar),
                None => Returned::Nothing,
            }),
            Intrinsic::Unsupported => {
                Err(self.unsupported(&format!("`{}`", self.function_name(callee.function))))
            }
        }
    }

    /// The declared type of the function's result.
    fn result_type(&self, function: FuncId) -> Option<&ir::Type> {
        let program = self.program();
        match program.types[program.functions[function].ty].kind {
            TypeKind::Function { ret, .. } => Some(&program.types[ret]),
            _ => None,
        }
    }

    /// An arbitrary value of the function's result type.
    fn arbitrary_result(&mut self, function: FuncId) -> Done<Self> {
        let Some(ty) = self.result_type(function) else { return Ok(Returned::Nothing) };
        let (is_bool, size) = (matches!(ty.kind, TypeKind::Bool), ty.size);
        match (&ty.kind, ty.scalar()) {
            (TypeKind::Void, _) => Ok(Returned::Nothing),
            (_, Some(scalar)) => {
                let scalar = if is_bool { Scalar::U8 } else { scalar };
                Ok(Returned::Scalar(self.arbitrary(scalar, is_bool)?, scalar))
            }
            (_, None) => {
                let bytes: Res<Self, Vec<_>> = (0..size).map(|_| self.arbitrary_byte()).collect();
                Ok(Returned::Block(self.block_of(bytes?)))
            }
        }
    }

    // Arguments and results

    fn scalar(&self, args: &Args<Self>, index: usize) -> Res<Self, (Self::Value, Scalar)> {
        match args.get(index) {
            Some(Argument::Scalar(value, scalar)) => Ok((*value, *scalar)),
            Some(Argument::Block(_)) => {
                Err(self.fault(FindingKind::BadArgument, "a structure where a number is expected"))
            }
            None => Err(self.fault(FindingKind::BadArgument, "too few arguments")),
        }
    }

    /// A pointer; it is looked at only when it is dereferenced.
    fn pointer(&mut self, args: &Args<Self>, index: usize) -> Res<Self, Self::Pointer> {
        let (mut value, scalar) = self.scalar(args, index)?;
        if scalar.is_float() {
            return Err(self.fault(FindingKind::BadArgument, "a number where a pointer is expected"));
        }
        if scalar != Scalar::Ptr {
            value = self.cast(scalar, Scalar::Ptr, value)?;
        }
        Ok(self.pointer_of(value))
    }

    /// An integer that the function looks at, as wide as it was given.
    fn integer(&mut self, args: &Args<Self>, index: usize) -> Res<Self, (Self::Value, Scalar)> {
        let (value, scalar) = self.scalar(args, index)?;
        if scalar.is_float() {
            let what = "a floating number where an integer is expected";
            return Err(self.fault(FindingKind::BadArgument, what));
        }
        if self.is_undefined(value) {
            return Err(self.fault(FindingKind::UninitRead, &format!("argument {}", index + 1)));
        }
        if self.depends_on_address(value, scalar) {
            let message = "an argument depends on the address of a block";
            return Err(self.unknown(UnknownKind::Nondeterminism, message));
        }
        Ok((value, scalar))
    }

    /// A `size_t` that the function looks at.
    fn size_argument(&mut self, args: &Args<Self>, index: usize) -> Res<Self, Self::Size> {
        let (value, scalar) = self.integer(args, index)?;
        Ok(self.size(value, scalar))
    }

    fn int_result(&mut self, value: i64) -> Returned<Self::Value, Self::Block> {
        Returned::Scalar(self.int(Scalar::I32, i128::from(value)), Scalar::I32)
    }

    fn pointer_result(&mut self, pointer: Self::Pointer) -> Returned<Self::Value, Self::Block> {
        Returned::Scalar(self.value_of_pointer(pointer), Scalar::Ptr)
    }

    fn size_result(&mut self, size: u64) -> Returned<Self::Value, Self::Block> {
        let scalar = self.model().unsigned_word();
        Returned::Scalar(self.int(scalar, i128::from(size)), scalar)
    }

    /// The bytes of a string without its terminator, which must be there unless `limit` bytes come before it.
    fn c_string(&mut self, start: Self::Pointer, limit: Option<u64>) -> Res<Self, Vec<Self::Byte>> {
        let mut bytes = Vec::new();
        while limit.is_none_or(|limit| (bytes.len() as u64) < limit) {
            let byte = self.byte_at(start, bytes.len() as u64)?;
            if self.ends_string(byte)? {
                break;
            }
            bytes.push(byte);
        }
        self.charge(bytes.len() as u64)?;
        Ok(bytes)
    }

    /// A structure assignment. Something may be assigned to itself.
    fn assign_block(
        &mut self,
        to: Self::Pointer,
        from: Self::Pointer,
        size: u64,
        access: Access,
    ) -> Res<Self, ()> {
        let from = self.resolve(from, size, Access::Read)?;
        let to = self.resolve(to, size, access)?;
        if from.0 == to.0 && from.1 != to.1 && from.1.abs_diff(to.1) < size {
            return Err(self.overlap(from, to, size));
        }
        self.copy_bytes(to, from, size)
    }

    /// How the arguments are passed.
    fn passed(args: &Args<Self>) -> impl Iterator<Item = Passed> {
        args.iter().map(|argument| match argument {
            Argument::Scalar(_, scalar) => Passed::Scalar(*scalar),
            Argument::Block(block) => Passed::Block(Self::block_size(block)),
        })
    }
}
