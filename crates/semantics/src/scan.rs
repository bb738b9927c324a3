//! Calls of `scanf` and its relatives with a constant format become calls of models in C, one for each part of the format.
//!
//! All other calls stay what they are: the models' bodies say that they do something else.

use crate::format::{Matched, ScanDirective, ScanFormat, ScanPiece, ScanTargetKind};
use base::FxHashMap;
use ir::{
    Arg, Block, BlockId, Body, Call, Callee, DataModel, FuncId, FunctionBody, GlobalKind, Operand, Program,
    Scalar, Terminator, TerminatorKind,
};

/// The function that begins, and the index of the format among the arguments.
fn family(name: &str) -> Option<(&'static str, usize)> {
    let plain = ["__isoc99_", "__isoc23_"].iter().find_map(|p| name.strip_prefix(p)).unwrap_or(name);
    Some(match plain {
        "scanf" => ("input", 0),
        "fscanf" => ("stream", 1),
        "sscanf" => ("text", 1),
        _ => return None,
    })
}

/// One call of a model's function.
struct Step {
    function: &'static str,
    args: Vec<Arg>,
}

pub fn expand(program: &mut Program) {
    const PREFIX: &str = "__fafnir_scan_";
    let functions: FxHashMap<String, FuncId> = program
        .bodies()
        .filter_map(|(id, function, _)| {
            let name = program.names.resolve(function.name).strip_prefix(PREFIX)?;
            Some((name.to_owned(), id))
        })
        .collect();
    if functions.is_empty() {
        return;
    }
    let places: Vec<(FuncId, BlockId, Vec<Step>)> = program
        .bodies()
        .flat_map(|(id, _, body)| body.blocks.iter_enumerated().map(move |(block, data)| (id, block, data)))
        .filter_map(|(id, block, data)| match &data.terminator.kind {
            TerminatorKind::Call(call) => Some((id, block, steps(program, call)?)),
            _ => None,
        })
        .collect();
    for (function, block, steps) in places {
        let FunctionBody::Defined(body) = &mut program.functions[function].body else { continue };
        if steps.iter().all(|step| functions.contains_key(step.function)) {
            replace(body, block, steps, &functions);
        }
    }
}

/// Puts the steps in place of the call that ends the block.
fn replace(body: &mut Body, block: BlockId, steps: Vec<Step>, functions: &FxHashMap<String, FuncId>) {
    let span = body.blocks[block].terminator.span;
    let TerminatorKind::Call(call) = &body.blocks[block].terminator.kind else { return };
    let (dst, next) = (call.dst, call.next);
    let last = steps.len() - 1;
    let mut at = block;
    for (index, step) in steps.into_iter().enumerate() {
        let following = body.blocks.next_id();
        let mut call =
            Call { callee: Callee::Direct(functions[step.function]), args: step.args, dst: None, next };
        if index == last {
            call.dst = dst;
        } else {
            call.next = Some(following);
            let kind = TerminatorKind::Unreachable;
            body.blocks.push(Block { statements: Vec::new(), terminator: Terminator { kind, span } });
        }
        body.blocks[at].terminator.kind = TerminatorKind::Call(Box::new(call));
        at = following;
    }
}

/// What a call becomes, if it is one of these with a constant format and all its arguments.
fn steps(program: &Program, call: &Call) -> Option<Vec<Step>> {
    let Callee::Direct(callee) = call.callee else { return None };
    let callee = &program.functions[callee];
    let (begin, at) = family(program.names.resolve(callee.name))?;
    // One of the program's own does not call the model.
    let mut calls = callee.body()?.blocks.iter().filter_map(|block| match &block.terminator.kind {
        TerminatorKind::Call(call) => Some(call.callee),
        _ => None,
    });
    let is_model = calls.any(|callee| match callee {
        Callee::Direct(id) => program.names.resolve(program.functions[id].name) == "other_format",
        Callee::Indirect(_) => false,
    });
    let Some(Arg::Scalar(Operand::Global(format), _)) = call.args.get(at).filter(|_| is_model) else {
        return None;
    };
    let global = &program.globals[*format];
    if !matches!(global.kind, GlobalKind::StringLiteral) || !global.init.relocations.is_empty() {
        return None;
    }
    let bytes = &global.init.bytes;
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let format = ScanFormat::parse(&bytes[..end], program.model).ok()?;
    let mut targets = Vec::new();
    for index in 0..format.targets.len() {
        match call.args.get(at + 1 + index)? {
            Arg::Scalar(operand, Scalar::Ptr) => targets.push(*operand),
            _ => return None,
        }
    }
    let first = call.args[..at].to_vec();
    let mut steps = vec![Step { function: begin, args: first }];
    for (index, piece) in format.pieces.iter().enumerate() {
        match piece {
            // The directive skips it.
            ScanPiece::Space if matches!(format.pieces.get(index + 1), Some(ScanPiece::Directive(d)) if d.skips_space()) =>
                {}
            ScanPiece::Space => steps.push(Step { function: "space", args: Vec::new() }),
            ScanPiece::Byte(byte) => steps.push(Step { function: "byte", args: vec![int(i64::from(*byte))] }),
            ScanPiece::Directive(directive) => {
                let kind = directive.target.map(|index| format.targets[index].kind);
                let target = directive.target.map(|index| targets[index]);
                steps.push(step(directive, kind, target, program.model)?);
            }
        }
    }
    steps.push(Step { function: "end", args: Vec::new() });
    Some(steps)
}

fn int(value: i64) -> Arg {
    Arg::Scalar(Operand::Int(value, Scalar::I32), Scalar::I32)
}

fn step(
    directive: &ScanDirective,
    kind: Option<ScanTargetKind>,
    target: Option<Operand>,
    model: DataModel,
) -> Option<Step> {
    let pointer = Arg::Scalar(target.unwrap_or(Operand::NULL), Scalar::Ptr);
    let keep = int(i64::from(target.is_some()));
    let width = int(i64::from(directive.width.unwrap_or(0)));
    let (size, signed) = match kind {
        Some(ScanTargetKind::Scalar(scalar)) => (scalar.size(model), scalar.is_signed()),
        None => (8, true),
        Some(ScanTargetKind::Bytes { .. }) => (1, false),
        Some(ScanTargetKind::WideBytes { .. } | ScanTargetKind::NewBlock { .. }) => return None,
    };
    let size = int(i64::try_from(size).ok()?);
    Some(match &directive.matched {
        Matched::Integer(letter) => {
            let base = match letter {
                b'i' => 0,
                b'o' => 8,
                b'x' | b'X' => 16,
                _ => 10,
            };
            let args = vec![pointer, size, width, int(base), int(i64::from(signed)), keep];
            Step { function: "number", args }
        }
        Matched::Float => Step { function: "float", args: vec![pointer, size, width, keep] },
        Matched::Word => Step { function: "word", args: vec![pointer, width, keep] },
        Matched::Chars => {
            let count = int(i64::from(directive.width.unwrap_or(1)));
            Step { function: "chars", args: vec![pointer, count, keep] }
        }
        Matched::Set(set) => {
            let part = |from: usize| {
                let bits = (0..64).filter(|i| set[from + i]).fold(0u64, |bits, i| bits | 1 << i);
                Arg::Scalar(Operand::Int(bits as i64, Scalar::U64), Scalar::U64)
            };
            let args = vec![pointer, width, keep, part(0), part(64), part(128), part(192)];
            Step { function: "set", args }
        }
        Matched::Count if target.is_some() => Step { function: "count", args: vec![pointer, size] },
        Matched::Count | Matched::Pointer => return None,
    })
}
