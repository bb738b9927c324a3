//! What may still happen in a run after a call. Flow within functions counts; what values a run has does not.

use crate::questions::{address_taken, calls};
use base::{Idx, IndexVec};
use ir::{
    Block, BlockId, Body, Call, Callee, FuncId, FunctionBody, Intrinsic, Program, Terminator, TerminatorKind,
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

/// Output may change `errno`: where the program may look at it afterwards, a call of the model follows that says so.
pub(crate) fn output_sets_errno(program: &mut Program) {
    let find = |name: &str| {
        let symbol = program.names.lookup(name)?;
        program.functions.iter_enumerated().find(|(_, f)| f.name == symbol && f.body().is_some())
    };
    let (Some((errno, _)), Some((effect, _))) = (find("__errno_location"), find("__fafnir_printed")) else {
        return;
    };
    let later = Later::new(program, |function| function == errno);
    let is_output = |program: &Program, callee: FuncId| match program.functions[callee].body {
        FunctionBody::Intrinsic(Intrinsic::Print(print)) => {
            matches!(print.sink, ir::Sink::Output | ir::Sink::Stream)
        }
        FunctionBody::Intrinsic(Intrinsic::Write(_)) => true,
        _ => false,
    };
    let mut places: Vec<(FuncId, BlockId)> = Vec::new();
    for (id, _, body) in program.bodies() {
        let prints =
            |call: &Call| matches!(call.callee, Callee::Direct(callee) if is_output(program, callee));
        if !calls(body).any(prints) {
            continue;
        }
        let seen = later.seen_from_blocks(program, id, body);
        for (block, data) in body.blocks.iter_enumerated() {
            if let TerminatorKind::Call(call) = &data.terminator.kind
                && prints(call)
                && call.next.is_some_and(|next| seen[next.index()])
            {
                places.push((id, block));
            }
        }
    }
    for (function, block) in places {
        let FunctionBody::Defined(body) = &mut program.functions[function].body else { continue };
        let new = body.blocks.next_id();
        let span = body.blocks[block].terminator.span;
        let TerminatorKind::Call(call) = &mut body.blocks[block].terminator.kind else { continue };
        let next = call.next.replace(new);
        // A number of elements does not say whether the call failed.
        let result = call.dst.filter(|&dst| {
            let local = &body.locals[dst];
            local.register && local.scalar == Some(ir::Scalar::I32)
        });
        let result = result.map_or(ir::Operand::Int(0, ir::Scalar::I32), ir::Operand::Local);
        let args = vec![ir::Arg::Scalar(result, ir::Scalar::I32)];
        let call = Call { callee: Callee::Direct(effect), args, dst: None, next };
        let terminator = Terminator { kind: TerminatorKind::Call(Box::new(call)), span };
        body.blocks.push(Block { statements: Vec::new(), terminator });
    }
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
