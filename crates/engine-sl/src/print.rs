//! Output: the arguments are checked as the machine checks them. The text itself is not made, so a path on which the program looks
//! at it ends.

use crate::call::{ArgValue, Returned};
use crate::exec::Executor;
use crate::fault::{Res, fault, unsupported};
use crate::state::{Kind, State};
use ir::{Passed, Print, Sink, Write};
use semantics::format::{Amount, Conversion, PrintFormat};
use semantics::output::{self, Stream, Written};
use semantics::varargs::{Fit, Taken};
use smt::TermId;
use verdict::{Access, FindingKind};

impl Executor<'_> {
    pub(crate) fn print(
        &mut self,
        state: &mut State,
        print: Print,
        args: &[ArgValue],
        wanted: bool,
    ) -> Res<Returned> {
        let at = output::format_argument(print);
        if print.sink == Sink::Stream {
            self.stream(state, args, 0)?;
        }
        if !output::may_fail(print) {
            return unsupported("text that is printed to memory");
        }
        if wanted {
            return unsupported("the result of an output function");
        }
        let format = self.pointer_arg(args, at)?;
        let text = self.c_string(state, format, None)?;
        let mut format = Vec::with_capacity(text.len());
        for term in text {
            match self.prover.constant(term) {
                Some(byte) => format.push(byte as u8),
                None => return unsupported("a format that depends on inputs"),
            }
        }
        let Ok(format) = PrintFormat::parse(&format, self.model) else {
            return fault(FindingKind::BadArgument);
        };
        if format.stores() {
            return unsupported("a format that stores a count");
        }
        let mut values: Vec<TermId> = Vec::with_capacity(format.arguments.len());
        if print.list {
            let mut cursor = self.va_cursor(state, args, at + 1)?;
            for argument in &format.arguments {
                values.push(self.next_variable(state, &mut cursor, argument.scalar())?);
            }
            if !format.arguments.is_empty() {
                // The list is indeterminate from here on; nobody may rely on it.
                let list = self.pointer_arg(args, at + 1)?;
                let size = semantics::varargs::list_size(self.model);
                if semantics::varargs::list_is_passed_by_address(self.model) {
                    let (id, offset) = self.resolve(state, list, size, Access::Write)?;
                    let undefined = self.undefined_byte;
                    self.fill(state, id, offset, size, undefined)?;
                }
            }
        } else {
            let given = args.get(at + 1..).unwrap_or(&[]);
            let passed = given.iter().map(|arg| match arg {
                ArgValue::Scalar(_, scalar) => Passed::Scalar(*scalar),
                ArgValue::Block(bytes) => Passed::Block(bytes.len() as u64),
            });
            let mut taken = Taken::new(self.model, passed);
            for argument in &format.arguments {
                let wanted = argument.scalar();
                let Ok((index, fit)) = taken.next(wanted) else { return fault(FindingKind::BadArgument) };
                let ArgValue::Scalar(value, scalar) = &given[index] else {
                    return fault(FindingKind::BadArgument);
                };
                values.push(match fit {
                    Fit::Same => *value,
                    Fit::Bits | Fit::Narrower => self.cast(*scalar, wanted, *value)?,
                });
            }
        }
        for directive in format.directives() {
            let Some(value) = directive.argument.map(|index| values[index]) else { continue };
            match directive.conversion {
                Conversion::String => {
                    let limit = match directive.precision {
                        Amount::None => None,
                        Amount::Number(n) => Some(u64::from(n)),
                        Amount::Argument(_) => return unsupported("a precision that is an argument"),
                    };
                    self.c_string(state, value, limit)?;
                }
                Conversion::WideString => return unsupported("wide strings"),
                _ => {}
            }
        }
        Ok(self.int_result(0))
    }

    /// A stream that is given as an argument.
    fn stream(&mut self, state: &mut State, args: &[ArgValue], index: usize) -> Res<()> {
        let pointer = self.pointer_arg(args, index)?;
        let (id, _) = self.locate(state, pointer)?;
        self.alive(state, id)?;
        match state.heap.get(id).origin.kind {
            Kind::Stream => Ok(()),
            _ => fault(FindingKind::BadArgument),
        }
    }

    pub(crate) fn write(
        &mut self,
        state: &mut State,
        write: Write,
        args: &[ArgValue],
        wanted: bool,
    ) -> Res<Returned> {
        if wanted {
            return unsupported("the result of an output function");
        }
        let meaning = output::meaning(write);
        match meaning.to {
            Stream::Argument(index) => self.stream(state, args, index)?,
            Stream::Output | Stream::Errors => {}
            Stream::ArgumentOrAll(index) => {
                let pointer = self.pointer_arg(args, index)?;
                let zero = self.word_constant(0);
                let null = self.compare(state, ir::BinOp::Eq, ir::Scalar::Ptr, pointer, zero)?;
                if !self.decide(state, null)? {
                    self.stream(state, args, index)?;
                }
            }
        }
        match meaning.what {
            Written::Text { argument, .. } => {
                let text = self.pointer_arg(args, argument)?;
                self.c_string(state, text, None)?;
            }
            Written::Message { argument } => {
                let text = self.pointer_arg(args, argument)?;
                let zero = self.word_constant(0);
                let null = self.compare(state, ir::BinOp::Eq, ir::Scalar::Ptr, text, zero)?;
                if !self.decide(state, null)? {
                    self.c_string(state, text, None)?;
                }
            }
            Written::Byte { argument } => {
                self.scalar_arg(args, argument)?;
            }
            Written::Block { argument, size, count } => {
                let (a, b) = (self.size_term(args, size)?, self.size_term(args, count)?);
                let bytes = self.prover.terms.mul(a, b);
                let block = self.pointer_arg(args, argument)?;
                let n = self.count(state, bytes, &[block])?;
                if n > 0 {
                    self.resolve(state, block, n, Access::Read)?;
                }
            }
            Written::Buffered => {}
        }
        Ok(self.int_result(0))
    }
}
