//! What may still happen in a run after a call. Flow within functions counts; what values a run has does not.

use crate::questions::{address_taken, calls, uses_any};
use base::{Idx, IndexVec};
use ir::{
    Arg, Block, BlockId, Body, Call, Callee, FuncId, FunctionBody, Intrinsic, LocalId, MathFunction, Operand,
    Print, Program, Scalar, Sink, Terminator, TerminatorKind, Write,
};

/// Where a function of some kind may be called later.
pub(crate) struct Later {
    taken: Vec<FuncId>,
    /// While the function runs.
    within: IndexVec<FuncId, bool>,
    /// After it has returned.
    after: IndexVec<FuncId, bool>,
}

impl Later {
    pub(crate) fn new(program: &Program, wanted: impl Fn(FuncId) -> bool) -> Later {
        let ids = || program.functions.iter_enumerated().map(|(id, _)| id);
        let mut later = Later {
            taken: address_taken(program),
            within: ids().map(wanted).collect(),
            after: ids().map(|_| false).collect(),
        };
        while program.bodies().fold(false, |changed, (id, _, body)| {
            let grows = !later.within[id] && calls(body).any(|call| later.calls(program, call));
            later.within[id] |= grows;
            changed | grows
        }) {}
        // What is registered with `atexit` runs last.
        let at_exit = later.any_taken();
        for (id, function) in program.functions.iter_enumerated() {
            later.after[id] = at_exit && program.names.resolve(function.name) == "main";
        }
        let reaches: Vec<(FuncId, &Body, Vec<Reach>)> = program
            .bodies()
            .map(|(id, _, body)| (id, body, reach(body, |call| later.calls(program, call))))
            .collect();
        loop {
            let mut changed = false;
            for (id, body, reach) in &reaches {
                for call in calls(body) {
                    let Some(next) = call.next else { continue };
                    let at = reach[next.index()];
                    if !(at.calls || at.returns && later.after[*id]) {
                        continue;
                    }
                    let direct = match call.callee {
                        Callee::Direct(callee) => Some(callee),
                        Callee::Indirect(_) => None,
                    };
                    let indirect = if direct.is_none() { later.taken.as_slice() } else { &[] };
                    for &callee in direct.iter().chain(indirect) {
                        changed |= !std::mem::replace(&mut later.after[callee], true);
                    }
                }
            }
            if !changed {
                return later;
            }
        }
    }

    fn any_taken(&self) -> bool {
        self.taken.iter().any(|&function| self.within[function])
    }

    fn calls(&self, program: &Program, call: &Call) -> bool {
        match call.callee {
            Callee::Direct(callee) => {
                let body = &program.functions[callee].body;
                let exits = matches!(body, FunctionBody::Intrinsic(Intrinsic::Exit));
                self.within[callee] || exits && self.any_taken()
            }
            Callee::Indirect(_) => self.any_taken(),
        }
    }

    /// The blocks of a function from whose beginning on there may be such a call.
    fn seen_from_blocks(&self, program: &Program, id: FuncId, body: &Body) -> Vec<bool> {
        let reach = reach(body, |call| self.calls(program, call));
        reach.into_iter().map(|at| at.calls || at.returns && self.after[id]).collect()
    }

    /// Whether there may be one after a call of this function.
    pub(crate) fn follows(&self, function: FuncId) -> bool {
        self.after[function]
    }
}

#[derive(Clone, Copy, Default)]
struct Reach {
    calls: bool,
    returns: bool,
}

fn reach(body: &Body, wanted: impl Fn(&Call) -> bool) -> Vec<Reach> {
    let mut found: Vec<Reach> = body
        .blocks
        .iter()
        .map(|block| match &block.terminator.kind {
            TerminatorKind::Call(call) => Reach { calls: wanted(call), returns: false },
            TerminatorKind::Return(_) => Reach { calls: false, returns: true },
            _ => Reach::default(),
        })
        .collect();
    loop {
        let mut changed = false;
        for (id, block) in body.blocks.iter_enumerated().rev() {
            for next in block.terminator.kind.successors() {
                let (at, next) = (found[id.index()], found[next.index()]);
                let joined = Reach { calls: at.calls | next.calls, returns: at.returns | next.returns };
                changed |= joined.calls != at.calls || joined.returns != at.returns;
                found[id.index()] = joined;
            }
        }
        if !changed {
            return found;
        }
    }
}

/// A call of a model that is to follow the call that ends a block.
struct Effect {
    function: FuncId,
    block: BlockId,
    model: FuncId,
    args: Vec<Arg>,
}

/// What is printed may change `errno`, and the buffer that the program gave the stream; what is allocated and computed may change
/// `errno`. Where that can be seen, a call of the model that says so follows.
pub(crate) fn effects_of_intrinsics(program: &mut Program) {
    let mut effects = output_sets_errno(program);
    effects.extend(output_fills_buffers(program));
    effects.extend(output_to_input_fails(program));
    effects.extend(values_set_errno(program));
    for Effect { function, block, model, args } in effects {
        let FunctionBody::Defined(body) = &mut program.functions[function].body else { continue };
        let new = body.blocks.next_id();
        let span = body.blocks[block].terminator.span;
        let TerminatorKind::Call(call) = &mut body.blocks[block].terminator.kind else { continue };
        let next = call.next.replace(new);
        let call = Call { callee: Callee::Direct(model), args, dst: None, next };
        let terminator = Terminator { kind: TerminatorKind::Call(Box::new(call)), span };
        body.blocks.push(Block { statements: Vec::new(), terminator });
    }
}

fn defined(program: &Program, name: &str) -> Option<FuncId> {
    let symbol = program.names.lookup(name)?;
    program.bodies().find(|(_, function, _)| function.name == symbol).map(|(id, _, _)| id)
}

/// The intrinsic of a call that prints to a stream.
fn output(program: &Program, call: &Call) -> Option<Intrinsic> {
    let Callee::Direct(callee) = call.callee else { return None };
    match program.functions[callee].body {
        FunctionBody::Intrinsic(
            print @ Intrinsic::Print(Print { sink: Sink::Output | Sink::Stream, .. }),
        ) => Some(print),
        FunctionBody::Intrinsic(write @ Intrinsic::Write(_)) => Some(write),
        _ => None,
    }
}

fn output_sets_errno(program: &Program) -> Vec<Effect> {
    let (Some(errno), Some(model)) =
        (defined(program, "__errno_location"), defined(program, "__fafnir_printed"))
    else {
        return Vec::new();
    };
    let later = Later::new(program, |function| function == errno);
    let mut effects = Vec::new();
    for (function, _, body) in program.bodies() {
        if !calls(body).any(|call| output(program, call).is_some()) {
            continue;
        }
        let seen = later.seen_from_blocks(program, function, body);
        for (block, data) in body.blocks.iter_enumerated() {
            if let TerminatorKind::Call(call) = &data.terminator.kind
                && output(program, call).is_some()
                && call.next.is_some_and(|next| seen[next.index()])
            {
                // A number of elements does not say whether the call failed.
                let result = call.dst.filter(|&dst| {
                    let local = &body.locals[dst];
                    local.register && local.scalar == Some(Scalar::I32)
                });
                let result = result.map_or(Operand::Int(0, Scalar::I32), Operand::Local);
                let args = vec![Arg::Scalar(result, Scalar::I32)];
                effects.push(Effect { function, block, model, args });
            }
        }
    }
    effects
}

const ALLOCATIONS: &str = "malloc calloc __fafnir_allocate_aligned __fafnir_resize";

/// Whether a mathematical function gives a number for every number.
fn is_without_error(math: MathFunction) -> bool {
    use MathFunction as M;
    let rounds =
        matches!(math, M::Fabs | M::Floor | M::Ceil | M::Trunc | M::Round | M::Rint | M::Atan | M::Tanh);
    let chooses = matches!(math, M::Fmin | M::Fmax | M::Copysign | M::Cbrt);
    rounds || chooses || matches!(math, M::Signbit | M::IsNan | M::IsInf | M::IsFinite)
}

/// An allocation that fails sets `errno`; what is computed may.
fn values_set_errno(program: &Program) -> Vec<Effect> {
    let models = ["__errno_location", "__fafnir_allocated", "__fafnir_computed"];
    let [Some(errno), Some(allocated), Some(computed)] = models.map(|name| defined(program, name)) else {
        return Vec::new();
    };
    let model = |body: &Body, call: &Call| {
        let Callee::Direct(callee) = call.callee else { return None };
        let FunctionBody::Intrinsic(intrinsic) = program.functions[callee].body else { return None };
        let name = program.names.resolve(program.functions[callee].name);
        let lists = |list: &str| list.split_ascii_whitespace().any(|listed| listed == name);
        let result = |wanted: Scalar| {
            let is_so =
                |dst: &LocalId| body.locals[*dst].register && body.locals[*dst].scalar == Some(wanted);
            call.dst.filter(is_so).map(Operand::Local)
        };
        if lists(ALLOCATIONS) {
            return Some((allocated, vec![Arg::Scalar(result(Scalar::Ptr)?, Scalar::Ptr)]));
        }
        let Intrinsic::Math(math) = intrinsic else { return None };
        if is_without_error(math) {
            return None;
        }
        // Nearly zero stands for what nobody looks at, what is of another type, and what replaces an argument.
        let anything = Operand::Float(f64::MIN_POSITIVE.to_bits() - 1, Scalar::F64);
        let is_argument = |result: &Operand| {
            call.args.iter().any(|arg| matches!(arg, Arg::Scalar(operand, _) if operand == result))
        };
        let result = result(Scalar::F64).filter(|result| !is_argument(result));
        let argument = |index: usize| match call.args.get(index) {
            Some(&Arg::Scalar(operand, Scalar::F64)) if result.is_some() => operand,
            _ => Operand::Float(1f64.to_bits(), Scalar::F64),
        };
        let args = [result.unwrap_or(anything), argument(0), argument(1)];
        Some((computed, args.map(|operand| Arg::Scalar(operand, Scalar::F64)).to_vec()))
    };
    let later = Later::new(program, |function| function == errno);
    let mut effects = Vec::new();
    for (function, _, body) in program.bodies() {
        if !calls(body).any(|call| model(body, call).is_some()) {
            continue;
        }
        let seen = later.seen_from_blocks(program, function, body);
        for (block, data) in body.blocks.iter_enumerated() {
            if let TerminatorKind::Call(call) = &data.terminator.kind
                && let Some((model, args)) = model(body, call)
                && call.next.is_some_and(|next| seen[next.index()])
            {
                effects.push(Effect { function, block, model, args });
            }
        }
    }
    effects
}

/// Whether the call may give a stream a buffer of the program.
fn gives_buffer(program: &Program, call: &Call) -> bool {
    let Callee::Direct(callee) = call.callee else { return false };
    let name = program.names.resolve(program.functions[callee].name);
    let given = call.args.get(1);
    matches!(name, "setvbuf" | "setbuf" | "setbuffer")
        && !matches!(given, Some(Arg::Scalar(Operand::Int(0, _), _)))
}

/// Which argument of a call that prints is the stream.
fn stream_printed_to(output: Intrinsic) -> Option<usize> {
    match output {
        Intrinsic::Print(Print { sink: Sink::Stream, .. }) => Some(0),
        Intrinsic::Write(Write::Fputs | Write::Fputc) => Some(1),
        Intrinsic::Write(Write::Fwrite) => Some(3),
        _ => None,
    }
}

/// Printing to a stream that was opened for reading fails.
fn output_to_input_fails(program: &Program) -> Vec<Effect> {
    let models = ["__fafnir_printed_to", "__fafnir_wrote_to"].map(|name| defined(program, name));
    let [Some(printed), Some(wrote)] = models else { return Vec::new() };
    if !uses_any(program, &["fopen", "fopen64", "freopen", "freopen64", "fdopen", "popen"]) {
        return Vec::new();
    }
    let mut effects = Vec::new();
    for (function, _, body) in program.bodies() {
        for (block, data) in body.blocks.iter_enumerated() {
            let TerminatorKind::Call(call) = &data.terminator.kind else { continue };
            let (Some(output), Some(dst)) = (output(program, call), call.dst) else { continue };
            let stream = stream_printed_to(output).and_then(|index| call.args.get(index).copied());
            let (Some(stream), Some(_)) = (stream, call.next) else { continue };
            let replaced = matches!(stream, Arg::Scalar(Operand::Local(local), _) if local == dst);
            let model = match body.locals[dst].scalar {
                _ if !body.locals[dst].register || replaced => continue,
                Some(Scalar::I32) => printed,
                Some(Scalar::U32 | Scalar::U64) => wrote,
                _ => continue,
            };
            let Some(scalar) = body.locals[dst].scalar else { continue };
            let args = vec![stream, Arg::Scalar(Operand::Local(dst), scalar)];
            effects.push(Effect { function, block, model, args });
        }
    }
    effects
}

fn output_fills_buffers(program: &Program) -> Vec<Effect> {
    let Some(model) = defined(program, "__fafnir_buffered") else { return Vec::new() };
    // The models of the two others call the first.
    let givers = ["setbuf", "setbuffer"].map(|name| defined(program, name));
    let by_program =
        || program.bodies().filter(|(id, _, _)| !givers.contains(&Some(*id))).map(|(_, _, body)| body);
    let called = by_program().any(|body| calls(body).any(|call| gives_buffer(program, call)));
    let taken = address_taken(program);
    let is_giver = |id: &FuncId| givers.contains(&Some(*id)) || defined(program, "setvbuf") == Some(*id);
    if !called && !taken.iter().any(is_giver) {
        return Vec::new();
    }
    let mut effects = Vec::new();
    for (function, _, body) in program.bodies() {
        for (block, data) in body.blocks.iter_enumerated() {
            let TerminatorKind::Call(call) = &data.terminator.kind else { continue };
            let stream = match output(program, call) {
                None | Some(Intrinsic::Write(Write::Perror)) => continue,
                Some(Intrinsic::Write(Write::Fflush)) => Some(0),
                Some(output) => stream_printed_to(output),
            };
            let stdout = Arg::Scalar(Operand::NULL, Scalar::Ptr);
            let args = vec![stream.and_then(|index| call.args.get(index).copied()).unwrap_or(stdout)];
            if call.next.is_some() {
                effects.push(Effect { function, block, model, args });
            }
        }
    }
    effects
}

/// Whether the program may print after it has closed a stream.
pub(crate) fn output_follows_closing(program: &Program) -> bool {
    let later = Later::new(program, |function| {
        matches!(
            program.functions[function].body,
            FunctionBody::Intrinsic(Intrinsic::Print(_) | Intrinsic::Write(_))
        )
    });
    ["fclose", "pclose", "freopen", "freopen64"].into_iter().any(|name| {
        let symbol = program.names.lookup(name);
        program.functions.iter_enumerated().any(|(id, f)| Some(f.name) == symbol && later.follows(id))
    })
}
