//! From the program's start to its end: `main`, the exit handlers, the search for leaks, and what the end means.

use crate::call::{ArgValue, Returned};
use crate::code::Destination;
use crate::fault::{Fault, Res, Stop, unknown};
use crate::losing::{LostBlock, Search, Watch};
use crate::machine::Machine;
use crate::memory::{Bytes, Kind, NewObject, State};
use crate::options::{Discard, Exit, Inputs, Mode, Options, Output, RunResult};
use crate::trace::{Loss, TraceBuffer};
use crate::value::{ObjectId, Value, Wide};
use ::engine::Budget;
use base::{FxHashMap, Span};
use ir::{FuncId, FunctionBody, Program, Scalar};
use semantics::Consequence;
use semantics::leak::{LEAK_IS_OPEN, Reach};
use std::collections::BTreeMap;
use verdict::{
    Assumption, BlockOrigin, BlockStory, Confidence, Details, Finding, FindingKind, Property, Trace,
    UnknownKind, UnknownReason,
};

/// Executes the program once.
pub fn run(
    program: &Program,
    options: &Options,
    inputs: Inputs<'_>,
    output: &mut dyn Output,
    budget: &Budget<'_>,
) -> RunResult {
    let without_inputs = matches!(inputs, Inputs::None);
    let (mut result, ended) = run_once(program, options, inputs, output, budget, Observer::Nobody);
    let wanted = matches!(result.exit, Exit::Finding(_)) || !result.leaks.is_empty();
    if options.trace && wanted {
        let again = Repetition { program, options, budget, without_inputs };
        let losses = match ended.lost.is_empty() {
            true => Vec::new(),
            false => again.locate_losses(&mut result, &ended.lost),
        };
        again.attach_trace(&mut result, &losses);
    }
    if let Exit::Finding(finding) = &mut result.exit {
        finding.trace.is_only_run = without_inputs;
    }
    result.leaks.iter_mut().for_each(|leak| leak.trace.is_only_run = without_inputs);
    result
}

/// A run that can be repeated with the same inputs.
struct Repetition<'a> {
    program: &'a Program,
    options: &'a Options,
    budget: &'a Budget<'a>,
    without_inputs: bool,
}

/// Who wants to know more of a run than its result.
enum Observer {
    Nobody,
    Trace,
    Loss(Loss),
    Watch(Watch),
}

/// What a run leaves besides its result.
#[derive(Default)]
struct Ended {
    /// The blocks that make memory leaks of the result.
    lost: Vec<LostBlock>,
    trace: Option<Trace>,
    watch: Option<Watch>,
}

impl Repetition<'_> {
    fn inputs(&self, result: &RunResult) -> Inputs<'static> {
        // A run without inputs must stay one: it treats addresses and uninitialised values differently.
        if self.without_inputs {
            return Inputs::None;
        }
        Inputs::Replay(result.inputs.iter().map(|input| input.value).collect())
    }

    /// Moves the leaks of the result to where the blocks were lost, and says when that was, where it is known: one per leak, from the
    /// first one on.
    fn locate_losses(&self, result: &mut RunResult, lost: &[LostBlock]) -> Vec<Option<Loss>> {
        let mut search = Search::new(lost, result.steps, result.peak_objects);
        while let Some(watch) = search.next_round() {
            let observer = Observer::Watch(watch);
            let inputs = self.inputs(result);
            let (again, ended) =
                run_once(self.program, self.options, inputs, &mut Discard, self.budget, observer);
            match ended.watch {
                // A budget that ends the repetition ends the search.
                Some(watch) if !matches!(again.exit, Exit::Unknown(_)) => search.learn(watch),
                _ => break,
            }
        }
        let others: Vec<Finding> =
            result.leaks.drain(..).filter(|f| f.kind != FindingKind::MemoryLeak).collect();
        let (leaks, losses) = loss_findings(lost, |block| search.place(block)).into_iter().unzip();
        result.leaks = leaks;
        result.leaks.extend(others);
        let bare = Trace { inputs: result.inputs.clone(), ..Trace::default() };
        for leak in &mut result.leaks {
            leak.trace = bare.clone();
        }
        losses
    }

    /// Runs again with the inputs of the first run, and gives its findings the way that led there.
    fn attach_trace(&self, result: &mut RunResult, losses: &[Option<Loss>]) {
        /// Leaks that get a way of their own, which ends at the loss; the others have the way to the program's end.
        const OWN_WAYS: usize = 8;
        let inputs = self.inputs(result);
        let (again, ended) =
            run_once(self.program, self.options, inputs, &mut Discard, self.budget, Observer::Trace);
        let same = match (&again.exit, &result.exit) {
            (Exit::Finding(a), Exit::Finding(b)) => a.kind == b.kind && a.span == b.span,
            (a, b) => a == b,
        };
        let Some(trace) = ended.trace.filter(|_| same) else { return };
        if let Exit::Finding(finding) = &mut result.exit {
            finding.trace = trace.clone();
        }
        for leak in &mut result.leaks {
            leak.trace = trace.clone();
        }
        for (index, loss) in losses.iter().enumerate().take(OWN_WAYS) {
            let Some(loss) = *loss else { continue };
            let inputs = self.inputs(result);
            let observer = Observer::Loss(loss);
            let (_, ended) =
                run_once(self.program, self.options, inputs, &mut Discard, self.budget, observer);
            if let Some(way) = ended.trace.filter(|way| way.allocation.is_some()) {
                // The inputs are those of the whole run.
                result.leaks[index].trace = Trace { inputs: trace.inputs.clone(), ..way };
            }
        }
    }
}

/// One finding per place of loss and allocation site; the number of blocks is the value. A block whose place of loss is not
/// known is reported at its allocation.
fn loss_findings(
    lost: &[LostBlock],
    place: impl Fn(&LostBlock) -> Option<(Span, Loss)>,
) -> Vec<(Finding, Option<Loss>)> {
    let mut order: Vec<(Span, LostBlock, u64, Option<Loss>)> = Vec::new();
    let mut known: FxHashMap<(Span, Span), usize> = FxHashMap::default();
    for block in lost {
        let (span, loss) = match place(block) {
            Some((span, loss)) => (span, Some(loss)),
            None => (block.allocated, None),
        };
        let index = *known.entry((span, block.allocated)).or_insert_with(|| {
            order.push((span, *block, 0, loss));
            order.len() - 1
        });
        order[index].2 += 1;
    }
    let finding = |span: Span, block: LostBlock, count: u64| Finding {
        kind: FindingKind::MemoryLeak,
        access: None,
        span,
        block: Some(BlockStory {
            origin: BlockOrigin::Heap,
            size: Some(block.size),
            name: None,
            allocated: block.allocated,
            freed: None,
            out_of_scope: None,
        }),
        details: Details { value: (count > 1).then(|| count.to_string()), ..Details::default() },
        trace: Trace::default(),
        confidence: Confidence::Confirmed,
    };
    order.into_iter().map(|(span, block, count, loss)| (finding(span, block, count), loss)).collect()
}

fn run_once(
    program: &Program,
    options: &Options,
    inputs: Inputs<'_>,
    output: &mut dyn Output,
    budget: &Budget<'_>,
    observer: Observer,
) -> (RunResult, Ended) {
    let mut machine = Machine::new(program, options, budget, inputs, output);
    match observer {
        Observer::Nobody => {}
        Observer::Trace => machine.trace = Some(TraceBuffer::default()),
        Observer::Loss(loss) => machine.trace = Some(TraceBuffer::until(loss)),
        Observer::Watch(watch) => machine.watch = Some(watch),
    }
    let stop = match machine.start() {
        Ok(code) => machine.finish(code),
        Err(stop) => match *stop {
            Stop::Exit(code) => machine.finish(code),
            other => other,
        },
    };
    if matches!(stop, Stop::ExitNow(_) | Stop::Exit(_) | Stop::Abort | Stop::Fault(_)) {
        machine.check_losses_at_end();
    }
    let (exit, leaks) = machine.conclude(stop);
    if machine.wrapped {
        machine.assumptions.insert(Assumption::SignedOverflowWraps);
    }
    if machine.ordered {
        machine.assumptions.insert(Assumption::AddressesOrdered);
    }
    if machine.memory.reused {
        machine.assumptions.insert(Assumption::AddressesReused);
    }
    let inputs = std::mem::take(&mut machine.used_inputs);
    let trace = machine.trace.take().map(|buffer| buffer.finish(inputs.clone()));
    let mut result = RunResult {
        exit,
        leaks,
        inputs,
        assumptions: machine.assumptions.into_iter().collect(),
        steps: machine.steps,
        peak_objects: machine.memory.peak_objects,
    };
    let bare = Trace { inputs: result.inputs.clone(), ..Trace::default() };
    if let Exit::Finding(finding) = &mut result.exit {
        finding.trace = bare.clone();
    }
    for leak in &mut result.leaks {
        leak.trace = bare.clone();
    }
    let ended = Ended { lost: std::mem::take(&mut machine.lost), trace, watch: machine.watch.take() };
    (result, ended)
}

impl Machine<'_> {
    /// Runs `main`; its result is the exit code.
    pub(crate) fn start(&mut self) -> Res<i32> {
        let Some(entry) = self.program.entry else {
            return unknown(UnknownKind::NothingToCheck, "the program has no main function");
        };
        if !matches!(self.program.functions[entry].body, FunctionBody::Defined(_)) {
            return unknown(UnknownKind::NothingToCheck, "the main function has no definition");
        }
        self.load_program()?;
        let (entry, args) = match self.made_start() {
            Some(start) => (start, Vec::new()),
            None => (entry, self.main_arguments(entry)?),
        };
        match self.run_function(entry, args)? {
            Returned::Scalar(wide, scalar) if !scalar.is_float() => {
                if wide.undef != 0 {
                    // Nobody asked whether the status is a definite one.
                    return Ok(0);
                }
                Ok(wide.signed(scalar.width(self.model)) as i32)
            }
            _ => Ok(0),
        }
    }

    /// The function that makes arguments and calls `main`, if the run has some. One whose inputs are given has; a program without inputs has
    /// arguments only if they do not matter.
    pub(crate) fn made_start(&self) -> Option<FuncId> {
        let has_some = self.options.args.is_none() && !matches!(self.inputs, Inputs::None);
        semantics::initial::start(self.program).filter(|_| has_some)
    }

    fn run_function(&mut self, function: FuncId, args: Vec<ArgValue>) -> Res<Returned> {
        let floor = self.frames.len();
        let target = self.code_of(function)?;
        self.enter(target, args, Destination::Nothing, false)?;
        if self.is_observed() {
            self.execute::<true>(floor)?
        } else {
            self.execute::<false>(floor)?
        }
        Ok(std::mem::take(&mut self.result))
    }

    /// `argc`, `argv` and `envp`, as many as `main` takes.
    fn main_arguments(&mut self, entry: FuncId) -> Res<Vec<ArgValue>> {
        let code = self.code_of(entry)?;
        let wanted = code.params.len();
        let mut args = Vec::new();
        let (strings, env) = match &self.options.args {
            Some(strings) => (strings.clone(), self.options.env.clone()),
            None => return Ok(args),
        };
        if wanted > 0 {
            args.push(ArgValue::Scalar(Wide::int(strings.len() as u128 & 0xffff_ffff), Scalar::I32));
        }
        for (index, list) in [(1, strings), (2, env)] {
            if wanted > index {
                let array = self.string_array(&list)?;
                let wide = Wide { prov: array.prov, ..Wide::int(u128::from(array.bits)) };
                args.push(ArgValue::Scalar(wide, Scalar::Ptr));
            }
        }
        Ok(args)
    }

    fn string_array(&mut self, strings: &[Vec<u8>]) -> Res<Value> {
        let fixed = |size| NewObject {
            size,
            align: 16,
            kind: Kind::Static,
            span: Span::NONE,
            name: None,
            zeroed: true,
        };
        let width = self.memory.pointer_size;
        let array = self.memory.allocate(fixed((strings.len() as u64 + 1) * width))?;
        for (i, string) in strings.iter().enumerate() {
            let text = self.memory.allocate(fixed(string.len() as u64 + 1))?;
            self.memory.insert(text, 0, &Bytes::from_data(string.clone()));
            let base = self.memory.object(text).base;
            let pointer = Wide { prov: crate::value::Prov::plain(text), ..Wide::int(u128::from(base)) };
            self.memory.poke(array, i * width as usize, width as usize, pointer);
        }
        Ok(Value::pointer(self.memory.object(array).base, array))
    }

    /// Runs the handlers of `atexit`, the last first.
    fn finish(&mut self, mut code: i32) -> Stop {
        while let Some(handler) = self.atexit.pop() {
            match self.call_back(handler, Vec::new()) {
                Ok(_) => {}
                Err(stop) => match *stop {
                    // exit within a handler: the remaining handlers still run.
                    Stop::Exit(again) => code = again,
                    other => return other,
                },
            }
        }
        Stop::ExitNow(code)
    }

    pub(crate) fn asked(&self, property: Property) -> bool {
        self.policy.asks(property)
    }

    /// What the end of the run means in the mode it ran in.
    fn conclude(&mut self, stop: Stop) -> (Exit, Vec<Finding>) {
        let span = self.span();
        let unknown = |kind, message: String| Exit::Unknown(UnknownReason { kind, span, message });
        match stop {
            Stop::ExitNow(code) | Stop::Exit(code) => {
                let leaks = self.leaks();
                match self.judge_leaks(&leaks) {
                    Ok(findings) => (Exit::Exited(code), findings),
                    Err(message) => (unknown(UnknownKind::Nondeterminism, message), Vec::new()),
                }
            }
            Stop::Abort => self.aborted(span),
            Stop::Assumed => (Exit::AssumptionFailed(span), Vec::new()),
            Stop::Unknown(kind, message) => (unknown(kind, message), Vec::new()),
            Stop::Fault(fault) if self.is_foreign(&fault) => {
                let message = "what is defined outside the program and used here is not known".to_owned();
                (unknown(UnknownKind::ExternalFunction, message), Vec::new())
            }
            Stop::Fault(fault) => {
                let ignored = self.options.analysis.is_ignored(fault.kind, span);
                let consequence = match self.policy.consequence(fault.kind) {
                    Consequence::Finding if ignored => self.policy.unasked(fault.kind),
                    consequence => consequence,
                };
                let what = fault.what.as_ref().map_or_else(String::new, |what| format!(" ({what})"));
                match consequence.unknown(fault.kind, ignored) {
                    Some((kind, message)) => (unknown(kind, message + &what), Vec::new()),
                    None if consequence == Consequence::Finding => {
                        (Exit::Finding(Box::new(self.finding(fault, span))), Vec::new())
                    }
                    None => self.aborted(span),
                }
            }
        }
    }

    /// Whether the access may well be valid, because what it goes to is not part of the program: an object of unknown size,
    /// or one that a function of somebody else's returned.
    fn is_foreign(&self, fault: &Fault) -> bool {
        let from_outside =
            |a: &Assumption| matches!(a, Assumption::ExternalFunction(_) | Assumption::ExternalObject(_));
        let is_unknown = |id: ObjectId| self.memory.info(id).external && self.memory.info(id).size == 0;
        match fault.kind {
            _ if fault.object.is_some_and(is_unknown) => true,
            FindingKind::WildPointer | FindingKind::WildFree => {
                self.options.mode == Mode::Run && self.assumptions.iter().any(from_outside)
            }
            _ => false,
        }
    }

    /// An abnormal end is an end: what `check` asks about blocks holds for it, too. A run that the program itself stops has
    /// told what it had to tell.
    fn aborted(&mut self, span: Span) -> (Exit, Vec<Finding>) {
        if self.options.mode == Mode::Run {
            return (Exit::Aborted(span), Vec::new());
        }
        let leaks = self.leaks();
        match self.judge_leaks(&leaks) {
            Ok(findings) => (Exit::Aborted(span), findings),
            Err(message) => {
                let reason = UnknownReason { kind: UnknownKind::Nondeterminism, span, message };
                (Exit::Unknown(reason), Vec::new())
            }
        }
    }

    /// The leaks that count, or why that cannot be said.
    fn judge_leaks(&mut self, leaks: &[(ObjectId, Reach)]) -> Result<Vec<Finding>, String> {
        let policy = self.policy;
        let of_kind = |kind: FindingKind| {
            leaks.iter().filter(move |(_, reach)| policy.unfreed(*reach) == Some(kind)).map(|&(id, _)| id)
        };
        let block = |id: ObjectId| {
            let info = self.memory.info(id);
            LostBlock { serial: info.serial, size: info.size, allocated: info.allocated }
        };
        self.lost = of_kind(FindingKind::MemoryLeak).map(block).collect();
        let lost = loss_findings(&self.lost, |_| None);
        let mut findings: Vec<Finding> = lost.into_iter().map(|(finding, _)| finding).collect();
        let mut unfreed: Vec<ObjectId> = of_kind(FindingKind::NotFreedAtExit).collect();
        unfreed.sort_by_key(|&id| self.memory.info(id).serial);
        findings.extend(self.leak_findings(FindingKind::NotFreedAtExit, &unfreed));
        if findings.is_empty() && leaks.iter().any(|&(_, reach)| policy.leak_is_open(reach)) {
            return Err(LEAK_IS_OPEN.to_owned());
        }
        Ok(findings)
    }

    /// One finding per allocation site; the number of its blocks is the value.
    fn leak_findings(&mut self, kind: FindingKind, blocks: &[ObjectId]) -> Vec<Finding> {
        let mut sites: BTreeMap<Span, (ObjectId, u64)> = BTreeMap::new();
        let mut order = Vec::new();
        for &id in blocks {
            let span = self.memory.info(id).allocated;
            let entry = sites.entry(span).or_insert_with(|| {
                order.push(span);
                (id, 0)
            });
            entry.1 += 1;
        }
        order
            .into_iter()
            .map(|span| {
                let (id, count) = sites[&span];
                let mut fault = Fault::new(kind).object(id);
                if count > 1 {
                    fault = fault.value(count);
                }
                self.finding(fault, span)
            })
            .collect()
    }

    fn finding(&self, fault: Fault, span: Span) -> Finding {
        Finding {
            kind: fault.kind,
            access: fault.access,
            span,
            block: fault.object.map(|id| self.story(id)),
            details: Details { offset: fault.offset, size: fault.size, value: fault.value, what: fault.what },
            trace: Trace::default(),
            confidence: Confidence::Confirmed,
        }
    }

    fn story(&self, id: ObjectId) -> BlockStory {
        let info = self.memory.info(id);
        let origin = match info.kind {
            Kind::Heap => BlockOrigin::Heap,
            Kind::Stack => BlockOrigin::Stack,
            Kind::Static | Kind::Constant | Kind::Stream(_) => BlockOrigin::Static,
            Kind::StringLiteral => BlockOrigin::StringLiteral,
            Kind::Function(_) | Kind::Label(..) => BlockOrigin::Function,
        };
        let (freed, out_of_scope) = match info.state {
            State::Live => (None, None),
            State::Freed(span) => (Some(span), None),
            State::OutOfScope(span) => (None, Some(span)),
        };
        BlockStory {
            origin,
            size: Some(info.size),
            name: info.name.map(|name| self.program.names.resolve(name).to_string()),
            allocated: info.allocated,
            freed,
            out_of_scope,
        }
    }
}
