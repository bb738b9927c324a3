//! `printf` and its relatives: what is read and written, and how long the text is that is stored in memory.

use crate::access::{Located, MemoryAccess};
use crate::calls::CallSite;
use crate::engine::{Engine, Stop};
use crate::eval::Evaluated;
use crate::state::State;
use base::Span;
use ir::{Arg, Call, Passed, Print, Scalar, Sink, Write};
use semantics::format::{Amounts, Conversion, Directive, Length, PrintFormat, PrintPiece, Shown, render};
use semantics::output::{self, Stream, Success, Written};
use semantics::varargs::{self, Taken};
use smg::{Extent, Field, FillByte, IntDomain, Interval, Offset, Peek, ValId};
use verdict::{Access, Details, FindingKind, UnknownKind};

/// How far a string is followed unit by unit; longer ones are not found.
const MAX_WALK: u64 = 4096;
/// Texts of so many different lengths are told apart.
const MAX_LENGTHS: u64 = 24;
/// Bytes of longer texts are not told apart.
const MAX_BYTES: u64 = 1024;

/// One call that prints.
#[derive(Clone, Copy)]
struct Printing<'a> {
    print: Print,
    site: CallSite<'a>,
}

/// Text, as far as it is known.
#[derive(Clone, Debug)]
struct Text {
    length: Length,
    /// The sets of its bytes, or of the units of a wide string, if the length is exact.
    bytes: Option<Vec<Interval>>,
    /// There may be a zero among its bytes.
    zeros: bool,
    /// The strings that were read, each with the greatest number of bytes.
    read: Vec<(ValId, u64)>,
}

impl Text {
    fn empty() -> Text {
        Text { length: Length::exact(0), bytes: Some(Vec::new()), zeros: false, read: Vec::new() }
    }

    fn push(&mut self, next: Text) {
        self.length = self.length.then(next.length);
        self.zeros |= next.zeros;
        self.read.extend(next.read);
        match (&mut self.bytes, next.bytes) {
            (Some(bytes), Some(more)) if (bytes.len() + more.len()) as u64 <= MAX_BYTES => bytes.extend(more),
            _ => self.bytes = None,
        }
    }

    fn known(bytes: &[u8]) -> Text {
        let sets = bytes.iter().map(|&byte| Interval::constant(8, u64::from(byte))).collect();
        Text { length: Length::exact(bytes.len() as u64), bytes: Some(sets), zeros: false, read: Vec::new() }
    }

    fn of_length(length: Length) -> Text {
        let exact = length.least == length.most && length.most <= MAX_BYTES;
        let bytes = exact.then(|| vec![printed_byte(); length.least as usize]);
        Text { length, bytes, zeros: false, read: Vec::new() }
    }
}

/// Such a character may have no encoding: then the call fails.
const BEYOND_ASCII: &str = "printing wide characters beyond ASCII";

fn is_ascii_character(set: &Interval) -> bool {
    let (least, most) = set.unsigned_bounds();
    least > 0 && most < 128
}

/// Whether all units of a wide string are known to be ASCII.
fn is_ascii(text: &Text) -> bool {
    text.bytes.as_ref().is_some_and(|units| units.iter().all(is_ascii_character))
}

/// Whatever a conversion prints has no terminator in it.
fn printed_byte() -> Interval {
    Interval::range(8, 1, 255)
}

impl<'p> Engine<'p> {
    pub(crate) fn print(
        &mut self,
        print: Print,
        site: CallSite<'_>,
        state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let CallSite { call, span, .. } = site;
        let printing = Printing { print, site };
        let mut states = Vec::new();
        match print.sink {
            Sink::Stream => self.check_stream(call, 0, span, state, &mut states)?,
            _ => states.push(state),
        }
        let at = output::format_argument(print);
        for mut state in states {
            let format = self.arg(call, at, &mut state);
            let mut formats = Vec::new();
            self.text_at(format, 1, None, span, state, &mut formats)?;
            for (state, text) in formats {
                let bytes: Option<Vec<u8>> = text.bytes.and_then(|sets| {
                    sets.iter().map(|set| set.as_constant().map(|byte| byte as u8)).collect()
                });
                let Some(bytes) = bytes else {
                    self.findings.unsupported(span, "what this call prints is not known");
                    continue;
                };
                match PrintFormat::of_program(&bytes, self.program) {
                    Ok(parsed) => {
                        let read = vec![(format, bytes.len() as u64 + 1)];
                        self.print_format(printing, &parsed, Text { read, ..Text::empty() }, state, out)?;
                    }
                    Err(error) => self.findings.unknown(UnknownKind::UndefinedBehaviour, span, error.what),
                }
            }
        }
        Ok(())
    }

    fn print_format(
        &mut self,
        printing: Printing<'_>,
        format: &PrintFormat,
        start: Text,
        state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let mut fetched = Vec::new();
        self.print_arguments(printing, format, state, &mut fetched)?;
        for (state, values) in fetched {
            let mut texts = vec![(state, start.clone())];
            for piece in &format.pieces {
                let mut next = Vec::new();
                for (state, text) in texts {
                    let mut printed = Vec::new();
                    match piece {
                        PrintPiece::Text(bytes) => printed.push((state, Text::known(bytes))),
                        PrintPiece::Directive(directive) => {
                            let so_far = text.length;
                            // Output that has failed before need not store its count.
                            if matches!(directive.conversion, Conversion::Count(_))
                                && output::may_fail(printing.print)
                            {
                                printed.push((state.clone(), Text::empty()));
                            }
                            self.directive(
                                directive,
                                &values,
                                so_far,
                                printing.site.span,
                                state,
                                &mut printed,
                            )?;
                        }
                    }
                    for (state, more) in printed {
                        let mut text = text.clone();
                        text.push(more);
                        next.push((state, text));
                    }
                }
                texts = next;
            }
            for (state, text) in texts {
                self.deliver(printing, text, state, out)?;
            }
        }
        Ok(())
    }

    /// The values of the arguments that the format takes.
    fn print_arguments(
        &mut self,
        printing: Printing<'_>,
        format: &PrintFormat,
        mut state: State,
        out: &mut Vec<(State, Vec<ValId>)>,
    ) -> Result<(), Stop> {
        let Printing { print, site } = printing;
        let CallSite { call, span, .. } = site;
        let first = output::format_argument(print) + 1;
        if print.list {
            let mut cursors: Evaluated = Vec::new();
            let list = self.arg(call, first, &mut state);
            if varargs::list_is_passed_by_address(self.program.model) {
                self.read_through(list, 0, Scalar::Ptr, span, state, &mut cursors)?;
            } else {
                cursors.push((state, list));
            }
            for (state, cursor) in cursors {
                let mut fetched = vec![(state, cursor, Vec::new())];
                for argument in &format.arguments {
                    let mut next = Vec::new();
                    for (state, cursor, values) in fetched {
                        let mut taken = Vec::new();
                        self.take_variable(cursor, argument.scalar(), span, state, &mut taken)?;
                        for (state, value, cursor) in taken {
                            let mut values = values.clone();
                            values.push(value);
                            next.push((state, cursor, values));
                        }
                    }
                    fetched = next;
                }
                for (state, _, values) in fetched {
                    if !varargs::list_is_passed_by_address(self.program.model) {
                        out.push((state, values));
                        continue;
                    }
                    // The list is indeterminate afterwards.
                    let mut state = state;
                    let size = varargs::list_size(self.program.model);
                    let size = state.graph.int_const(self.width(Scalar::Ptr), size);
                    let mut used = Vec::new();
                    self.fill_memory(list, size, FillByte::Uninit, span, state, &mut used)?;
                    out.extend(used.into_iter().map(|state| (state, values.clone())));
                }
            }
            return Ok(());
        }
        let given = call.args.get(first..).unwrap_or(&[]);
        let passed = given.iter().map(|arg| match arg {
            Arg::Scalar(_, scalar) => Passed::Scalar(*scalar),
            Arg::Block(_, size) => Passed::Block(*size),
        });
        let mut taken = Taken::new(self.program.model, passed);
        let mut values = Vec::with_capacity(format.arguments.len());
        for argument in &format.arguments {
            match taken.next(argument.scalar()) {
                Ok((index, _)) => {
                    let value = self.arg(call, first + index, &mut state);
                    self.check_initialised(value, span, &mut state);
                    values.push(value);
                }
                Err(what) => {
                    self.findings.unknown(UnknownKind::UndefinedBehaviour, span, what);
                    return Ok(());
                }
            }
        }
        out.push((state, values));
        Ok(())
    }

    fn directive(
        &mut self,
        directive: &Directive,
        values: &[ValId],
        so_far: Length,
        span: Span,
        state: State,
        out: &mut Vec<(State, Text)>,
    ) -> Result<(), Stop> {
        let model = self.program.model;
        let range = |state: &State, index: usize| {
            let (lo, hi) = state.graph.int_of(values[index], 32).signed_bounds();
            (lo as i32, hi as i32)
        };
        let amounts = Amounts::of(directive, |index| range(&state, index));
        let Some(value) = directive.argument.map(|index| values[index]) else {
            out.push((state, Text::of_length(directive.length(amounts, Shown::Anything, model))));
            return Ok(());
        };
        match directive.conversion {
            Conversion::String | Conversion::WideString => {
                let unit = if directive.conversion == Conversion::String { 1 } else { 4 };
                let limit = match amounts.precision {
                    Some(precision) if !amounts.may_lack_precision => Some(precision.most),
                    _ => None,
                };
                let mut strings = Vec::new();
                self.text_at(value, unit, limit, span, state, &mut strings)?;
                for (state, string) in strings {
                    if unit == 4 && !is_ascii(&string) {
                        self.findings.unsupported(span, BEYOND_ASCII);
                        continue;
                    }
                    let length = directive.length(amounts, Shown::Text(string.length), model);
                    let plain = unit == 1
                        && amounts.precision.is_none_or(|p| p.least >= string.length.most)
                        && amounts.width.most <= string.length.least;
                    let read = vec![(value, (string.length.most + 1).saturating_mul(unit))];
                    let text = if plain { string } else { Text::of_length(length) };
                    out.push((state, Text { read, ..text }));
                }
            }
            Conversion::Count(scalar) => {
                let mut state = state;
                let width = self.width(scalar);
                let count = if so_far.is_bounded() && so_far.most < 1 << (width - 1) {
                    state.graph.int(Interval::range(width, so_far.least, so_far.most))
                } else {
                    self.arbitrary(scalar, &mut state)
                };
                let mut stored = Vec::new();
                self.write_through(value, scalar, count, span, state, &mut stored)?;
                out.extend(stored.into_iter().map(|state| (state, Text::empty())));
            }
            Conversion::Signed(scalar) | Conversion::Unsigned(scalar, _) => {
                let set = state.graph.int_of(value, self.width(scalar));
                let known = set.as_constant().filter(|_| state.graph.pointee(value).is_none());
                let constant = |amount: Length| amount.least == amount.most;
                let fixed = constant(amounts.width)
                    && amounts.width.most <= MAX_BYTES
                    && amounts
                        .precision
                        .is_none_or(|p| constant(p) && p.most <= MAX_BYTES && !amounts.may_lack_precision)
                    && !directive.localised;
                if let (Some(number), true) = (known, fixed) {
                    let spec = directive.spec(|index| range(&state, index).0);
                    let bytes = match directive.conversion {
                        Conversion::Unsigned(_, letter) => {
                            render::unsigned(&spec, u128::from(number), letter)
                        }
                        _ => render::signed(&spec, i128::from(set.signed_bounds().0)),
                    };
                    out.push((state, Text::known(&bytes)));
                    return Ok(());
                }
                let shown = if state.graph.pointee(value).is_some() {
                    Shown::Anything
                } else if scalar.is_signed() {
                    let (least, most) = set.signed_bounds();
                    Shown::Integer { least: least.into(), most: most.into() }
                } else {
                    let (least, most) = set.unsigned_bounds();
                    Shown::Integer { least: least.into(), most: most.into() }
                };
                out.push((state, Text::of_length(directive.length(amounts, shown, model))));
            }
            Conversion::WideChar if !is_ascii_character(&state.graph.int_of(value, 32)) => {
                self.findings.unsupported(span, BEYOND_ASCII);
            }
            Conversion::Char => {
                // A zero byte is printed as any other.
                let length = directive.length(amounts, Shown::Anything, model);
                let mut text = Text { zeros: true, ..Text::of_length(length) };
                if let Some(bytes) = &mut text.bytes {
                    bytes.fill(Interval::top(8));
                    let set = state.graph.int_of(value, 32).as_constant();
                    if let (1, Some(n)) = (bytes.len(), set) {
                        bytes[0] = Interval::constant(8, n & 0xff);
                    }
                }
                out.push((state, text));
            }
            _ => out.push((state, Text::of_length(directive.length(amounts, Shown::Anything, model)))),
        }
        Ok(())
    }

    /// The string that a pointer points to, in units of so many bytes, of which at most `limit` are looked at.
    fn text_at(
        &mut self,
        pointer: ValId,
        unit: u64,
        limit: Option<u64>,
        span: Span,
        state: State,
        out: &mut Vec<(State, Text)>,
    ) -> Result<(), Stop> {
        if limit == Some(0) {
            out.push((state, Text::empty()));
            return Ok(());
        }
        let mut ready = Vec::new();
        self.materialise(pointer, span, state, &mut ready)?;
        for state in ready {
            let mut located: Vec<Located> = Vec::new();
            let access = Access::Read;
            self.locate_pointer(
                pointer,
                Offset::exact(0),
                None,
                MemoryAccess::new(unit, access, span),
                state,
                &mut located,
            );
            for mut at in located {
                self.load_literal(&mut at.state.graph, at.object);
                let text = find_text(&at, unit, limit).or_else(|| {
                    let end = crate::strings::end_by_place(&at, pointer).filter(|_| unit == 1)?;
                    let most = limit.map_or(end.last, |limit| end.last.min(limit));
                    Some(Text::of_length(Length { least: 0, most }))
                });
                match text {
                    Some(text) => out.push((at.state, text)),
                    None => {
                        let details = Details { what: Some("string".to_string()), ..Details::default() };
                        let (kind, object) = (FindingKind::OutOfBounds, Some(at.object));
                        self.findings.report(&at.state, kind, Some(access), span, object, details);
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes the text where it belongs, and returns from the call.
    fn deliver(
        &mut self,
        printing: Printing<'_>,
        text: Text,
        mut state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let Printing { print, site } = printing;
        let CallSite { body, call, span, .. } = site;
        if output::may_fail(print) {
            self.havoc_result(body, call.dst, &mut state);
            out.push(state);
            return Ok(());
        }
        let to = self.arg(call, 0, &mut state);
        if self.may_overlap(to, &text, &state) {
            let details = Details::default();
            let access = Some(Access::Write);
            self.findings.report(&state, FindingKind::Overlap, access, span, None, details);
        }
        let word = self.width(Scalar::Ptr);
        let mut rooms: Vec<(State, Extent)> = Vec::new();
        if print.sink == Sink::BoundedBuffer {
            let size = self.size_arg(call, 1, &mut state);
            let mut split = Vec::new();
            self.split_value(size, word, self.config.size_split_limit, state, &mut split);
            for state in split {
                let (lo, hi) = state.graph.int_of(size, word).unsigned_bounds();
                rooms.push((state, Extent { lo, hi }));
            }
        } else {
            rooms.push((state, Extent::exact(u64::MAX)));
        }
        for (mut state, room) in rooms {
            if room.hi == 0 {
                let result = self.printed_length(text.length, &mut state);
                self.finish_call(site, state, result, out);
                continue;
            }
            // Without the terminator.
            let least = text.length.least.min(room.lo.saturating_sub(1));
            let most = text.length.most.min(room.hi - 1);
            if most == u64::MAX - 1 {
                self.findings.unsupported(span, "how long the text of this call is is not known");
                continue;
            }
            if !room.is_exact() || most - least >= MAX_LENGTHS || most > MAX_BYTES {
                let fewest = if room.lo == 0 { 0 } else { least + 1 };
                let size = state.graph.int(Interval::range(word, fewest, most + 1));
                let mut filled = Vec::new();
                self.fill_memory(to, size, FillByte::Unknown, span, state, &mut filled)?;
                for mut state in filled {
                    self.collect(span, &mut state);
                    if room.lo > 0 {
                        let end = state.graph.int(Interval::range(word, least, most));
                        state.graph.note_end(to, end, most);
                    }
                    let result = self.printed_length(text.length, &mut state);
                    self.finish_call(site, state, result, out);
                }
                continue;
            }
            for written in least..=most {
                let mut state = state.clone();
                let size = state.graph.int_const(word, written + 1);
                let mut located = Vec::new();
                self.locate_range(to, size, Access::Write, span, state, &mut located)?;
                for (mut at, _) in located {
                    self.fill(&mut at, written + 1, FillByte::Unknown, span);
                    if let Some(start) = at.offset.as_exact() {
                        let bytes = text.bytes.as_deref().unwrap_or(&[]);
                        for i in 0..=written {
                            let set = match bytes.get(i as usize) {
                                _ if i == written => Interval::constant(8, 0),
                                Some(set) => *set,
                                None if text.zeros => Interval::top(8),
                                None => printed_byte(),
                            };
                            if set.is_top() {
                                continue;
                            }
                            let value = at.state.graph.int(set);
                            let field = Field::bytes(start as u64 + i, 1);
                            if let Err(error) = at.state.graph.write(at.object, field, value) {
                                let words = format!("this text cannot be stored: {error}");
                                self.findings.unsupported(span, words);
                            }
                        }
                    }
                    let mut state = at.state;
                    let length = if written + 1 < room.lo {
                        Length::exact(written)
                    } else {
                        Length { least: text.length.least.max(written), most: text.length.most }
                    };
                    self.collect(span, &mut state);
                    let result = self.printed_length(length, &mut state);
                    self.finish_call(site, state, result, out);
                }
            }
        }
        Ok(())
    }

    /// Whether what is stored there may overwrite a string that is printed.
    fn may_overlap(&self, to: ValId, text: &Text, state: &State) -> bool {
        let Some(to) = state.graph.pointee(to) else { return false };
        let size = i64::try_from(text.length.most.saturating_add(1)).unwrap_or(i64::MAX);
        text.read.iter().any(|(from, read)| {
            let Some(from) = state.graph.pointee(*from).filter(|from| from.obj == to.obj) else {
                return false;
            };
            let read = i64::try_from(*read).unwrap_or(i64::MAX);
            from.off.lo < to.off.hi.saturating_add(size) && to.off.lo < from.off.hi.saturating_add(read)
        })
    }

    /// The result of a call that stores text of this length.
    fn printed_length(&mut self, length: Length, state: &mut State) -> ValId {
        if length.most > i32::MAX as u64 {
            return self.arbitrary(Scalar::I32, state);
        }
        state.graph.int(Interval::range(32, length.least, length.most))
    }

    /// Output of bytes as they are.
    pub(crate) fn write_bytes(
        &mut self,
        write: Write,
        site: CallSite<'_>,
        mut state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let CallSite { body, call, span, .. } = site;
        let meaning = output::meaning(write);
        let mut written = Vec::new();
        let mut count = None;
        match meaning.what {
            Written::Text { argument, .. } | Written::Message { argument } => {
                let string = self.arg(call, argument, &mut state);
                let may_lack = matches!(meaning.what, Written::Message { .. });
                if may_lack && self.is_null(string, &state) {
                    written.push(state);
                } else {
                    let mut texts = Vec::new();
                    self.text_at(string, 1, None, span, state, &mut texts)?;
                    written.extend(texts.into_iter().map(|(state, _)| state));
                }
            }
            Written::Block { argument, size, count: number } => {
                let block = self.arg(call, argument, &mut state);
                let (each, number) =
                    (self.size_arg(call, size, &mut state), self.size_arg(call, number, &mut state));
                let word = self.width(Scalar::Ptr);
                let most = |value| state.graph.int_of(value, word).unsigned_bounds().1;
                if most(each).checked_mul(most(number)).is_none_or(|total| total > i64::MAX as u64) {
                    self.findings.unsupported(span, "the size of what is written is not known");
                    return Ok(());
                }
                count = Some(number);
                let total = self.product(each, number, &mut state);
                self.check_range(block, total, Access::Read, span, state, &mut written)?;
            }
            Written::Byte { argument } => {
                let byte = self.arg(call, argument, &mut state);
                self.check_initialised(byte, span, &mut state);
                written.push(state);
            }
            Written::Buffered => written.push(state),
        }
        for mut state in written {
            let mut streams = Vec::new();
            match meaning.to {
                Stream::Output | Stream::Errors => streams.push(state),
                Stream::ArgumentOrAll(index) => {
                    let file = self.arg(call, index, &mut state);
                    if self.is_null(file, &state) {
                        streams.push(state);
                    } else {
                        self.check_stream(call, index, span, state, &mut streams)?;
                    }
                }
                Stream::Argument(index) => self.check_stream(call, index, span, state, &mut streams)?,
            }
            for mut state in streams {
                match (meaning.success, count) {
                    (Success::Count, Some(count)) => {
                        let word = self.width(Scalar::Ptr);
                        let most = state.graph.int_of(count, word).unsigned_bounds().1;
                        let result = state.graph.int(Interval::range(word, 0, most));
                        self.finish_call(site, state, result, out);
                    }
                    _ => {
                        self.havoc_result(body, call.dst, &mut state);
                        out.push(state);
                    }
                }
            }
        }
        Ok(())
    }

    fn is_null(&self, pointer: ValId, state: &State) -> bool {
        let number = || state.graph.int_of(pointer, self.width(Scalar::Ptr)).as_constant();
        state.graph.resolve(pointer) == ValId::ZERO || number() == Some(0)
    }

    /// The stream of a `FILE *` argument must be there.
    fn check_stream(
        &mut self,
        call: &Call,
        index: usize,
        span: Span,
        mut state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let file = self.arg(call, index, &mut state);
        let some = state.graph.int_const(self.width(Scalar::Ptr), 1);
        self.check_range(file, some, Access::Read, span, state, out)
    }
}

/// Where the string ends at the latest and at the earliest, and its bytes if that is the same; `None` if it may go beyond its
/// block.
fn find_text(at: &Located, unit: u64, limit: Option<u64>) -> Option<Text> {
    let graph = &at.state.graph;
    let size = graph.object(at.object).size.lo;
    let start = u64::try_from(at.offset.lo).ok()?;
    // From an uncertain offset on, the string may begin anywhere in the range: the certain end counts from the first possible
    // start, the possible end is at once.
    let uncertain = !at.offset.is_exact();
    let from = if uncertain { u64::try_from(at.offset.hi).ok()? } else { start };
    if !(from - start).is_multiple_of(unit) {
        return None;
    }
    let mut first = None;
    let mut units = Vec::new();
    for n in 0..MAX_WALK {
        let before = (from - start) / unit;
        let end = |last: u64| {
            let least = if uncertain { 0 } else { first.unwrap_or(n) };
            let length = Length { least, most: last };
            let exact = least == last;
            Some(Text { length, bytes: exact.then(|| units.clone()), zeros: false, read: Vec::new() })
        };
        if limit == Some(n) {
            return end(limit.map_or(before + n, |limit| (before + n).min(limit)));
        }
        let offset = from + n * unit;
        if offset.checked_add(unit).is_none_or(|end| end > size) {
            return None;
        }
        let width = 8 * unit as u32;
        let set: Interval = match graph.peek(at.object, Field::bytes(offset, unit)) {
            Peek::Value(v) => graph.int_of(v, width),
            Peek::Int(set) => set,
            Peek::Unknown { .. } => Interval::top(width),
        };
        if set.as_constant() == Some(0) {
            let last = before + n;
            return end(limit.map_or(last, |limit| last.min(limit)));
        }
        if set.contains(0) && first.is_none() {
            first = Some(n);
        }
        units.push(set);
    }
    None
}
