//! Results of which C says only the sign, or only whether they are zero. Which number it is, is the library's choice, or the
//! compiler's: where a program looks at more than C says, the other number that is seen in practice is possible, too.

use crate::questions::{address_taken, calls};
use base::{Span, Symbol};
use ir::{
    BinOp, Block, BlockId, Body, Call, Callee, FuncId, Function, FunctionBody, Intrinsic, LocalId,
    MathFunction, Operand, Program, Rvalue, Scalar, Statement, StatementKind, Terminator, TerminatorKind,
    Type, TypeKind,
};

/// Functions that compare: the difference of what differs, or 1 and -1.
const COMPARISONS: [&str; 6] = ["memcmp", "bcmp", "strcmp", "strncmp", "strcasecmp", "strncasecmp"];

/// What else the result may be.
#[derive(Clone, Copy)]
enum Other {
    /// 1 or -1.
    Unit,
    /// Any number but zero, where it is not zero.
    NotZero,
}

/// Lets the results be other numbers, where the program can see it.
pub(crate) fn add(program: &mut Program) {
    let mut places: Vec<(FuncId, BlockId, Other)> = Vec::new();
    let mut sight = None;
    for (function, _, body) in program.bodies() {
        for (block, data) in body.blocks.iter_enumerated() {
            let TerminatorKind::Call(call) = &data.terminator.kind else { continue };
            let (Callee::Direct(callee), Some(dst), Some(next)) = (call.callee, call.dst, call.next) else {
                continue;
            };
            let Some(other) = other(program, body, callee, call) else { continue };
            let sight = sight.get_or_insert_with(|| Sight::new(program));
            if sight.sees(function, body, dst, next, &mut Vec::new()) {
                places.push((function, block, other));
            }
        }
    }
    if places.is_empty() {
        return;
    }
    let like_glibc = declare(program, "__fafnir_like_glibc", Intrinsic::LikeGlibc);
    let choice = declare(program, "__VERIFIER_nondet_int", Intrinsic::Nondet);
    let reason = program.names.intern("which number a function of <math.h> gives for true");
    for (function, block, other) in places {
        let FunctionBody::Defined(body) = &mut program.functions[function].body else { continue };
        insert(body, block, other, &Asked { like_glibc, choice, reason });
    }
}

fn other(program: &Program, body: &Body, callee: FuncId, call: &Call) -> Option<Other> {
    let function = &program.functions[callee];
    match function.body {
        FunctionBody::Intrinsic(Intrinsic::Math(
            MathFunction::Signbit | MathFunction::IsNan | MathFunction::IsInf | MathFunction::IsFinite,
        )) => Some(Other::NotZero),
        FunctionBody::Intrinsic(_) => {
            let is_int = body.locals[call.dst?].scalar == Some(Scalar::I32);
            let name = program.names.resolve(function.name);
            (is_int && COMPARISONS.contains(&name)).then_some(Other::Unit)
        }
        _ => None,
    }
}

/// Who looks at results of functions.
struct Sight<'p> {
    program: &'p Program,
    taken: Vec<FuncId>,
}

impl<'p> Sight<'p> {
    fn new(program: &'p Program) -> Sight<'p> {
        Sight { program, taken: address_taken(program) }
    }

    /// Whether more than the sign of what the register holds at the beginning of the block is looked at, also in the functions
    /// that it is returned to.
    fn sees(
        &self,
        function: FuncId,
        body: &Body,
        local: LocalId,
        begin: BlockId,
        visited: &mut Vec<FuncId>,
    ) -> bool {
        match crate::questions::use_of(body, local, begin, crate::questions::is_sign_test) {
            crate::questions::Use::Tested => false,
            crate::questions::Use::Seen => true,
            crate::questions::Use::Returned => {
                if visited.contains(&function) {
                    return false;
                }
                visited.push(function);
                let is_taken = self.taken.contains(&function);
                self.program.bodies().any(|(caller, _, body)| {
                    calls(body).any(|call| {
                        let is_meant = match call.callee {
                            Callee::Direct(callee) => callee == function,
                            Callee::Indirect(_) => is_taken,
                        };
                        match (call.dst, call.next) {
                            (Some(dst), Some(next)) if is_meant => {
                                self.sees(caller, body, dst, next, visited)
                            }
                            _ => false,
                        }
                    })
                })
            }
        }
    }
}

fn declare(program: &mut Program, name: &str, intrinsic: Intrinsic) -> FuncId {
    let symbol = program.names.intern(name);
    let known = program
        .functions
        .iter_enumerated()
        .find(|(_, f)| f.name == symbol && matches!(f.body, FunctionBody::Intrinsic(i) if i == intrinsic));
    if let Some((id, _)) = known {
        return id;
    }
    let ret = program.types.push(Type { kind: TypeKind::Scalar(Scalar::I32), size: 4, align: 4 });
    let kind = TypeKind::Function { ret, params: Vec::new(), variadic: false };
    let ty = program.types.push(Type { kind, size: 0, align: 1 });
    let body = FunctionBody::Intrinsic(intrinsic);
    program.functions.push(Function { name: symbol, ty, body, noreturn: false, span: Span::NONE })
}

/// What is asked after a call, and what is said if nobody knows.
struct Asked {
    like_glibc: FuncId,
    choice: FuncId,
    reason: Symbol,
}

/// After the call: in `run` the result stays as it is, otherwise it may be the other number.
fn insert(body: &mut Body, block: BlockId, other: Other, asked: &Asked) {
    let Asked { like_glibc, choice, reason } = *asked;
    let span = body.blocks[block].terminator.span;
    let scope = ir::ScopeId::from_raw(0);
    let first = body.blocks.next_id();
    let TerminatorKind::Call(call) = &mut body.blocks[block].terminator.kind else { return };
    let (Some(dst), Some(next)) = (call.dst, call.next) else { return };
    let ty = body.locals[dst].ty;
    let mut register = || {
        let scalar = Some(Scalar::I32);
        body.locals.push(ir::Local { name: None, ty, scalar, register: true, constant: false, scope, span })
    };
    let (answer, positive, negative) = (register(), register(), register());
    let id = |offset: u32| BlockId::from_raw(first.raw() + offset);
    call.next = Some(first);
    let mut push = |statements: Vec<StatementKind>, kind: TerminatorKind| {
        let statements = statements.into_iter().map(|kind| Statement { kind, span }).collect();
        body.blocks.push(Block { statements, terminator: Terminator { kind, span } });
    };
    let ask = |callee: FuncId, next: BlockId| {
        let callee = Callee::Direct(callee);
        TerminatorKind::Call(Box::new(Call { callee, args: Vec::new(), dst: Some(answer), next: Some(next) }))
    };
    let keep_if_so = |else_block: BlockId| TerminatorKind::Branch {
        cond: Operand::Local(answer),
        then_block: next,
        else_block,
    };
    push(Vec::new(), ask(like_glibc, id(1)));
    push(Vec::new(), keep_if_so(id(2)));
    // Zero is zero.
    push(
        Vec::new(),
        TerminatorKind::Branch { cond: Operand::Local(dst), then_block: id(3), else_block: next },
    );
    push(Vec::new(), ask(choice, id(4)));
    push(Vec::new(), keep_if_so(id(5)));
    let zero = Operand::Int(0, Scalar::I32);
    let binary = |op, left: Operand, right: Operand| Rvalue::Binary(op, Scalar::I32, left, right);
    let value = Operand::Local(dst);
    let statements = match other {
        Other::Unit => vec![
            StatementKind::Assign(positive, binary(BinOp::Gt, value, zero)),
            StatementKind::Assign(negative, binary(BinOp::Lt, value, zero)),
            StatementKind::Assign(
                dst,
                binary(BinOp::Sub, Operand::Local(positive), Operand::Local(negative)),
            ),
        ],
        Other::NotZero => vec![StatementKind::Unsupported(reason)],
    };
    push(statements, TerminatorKind::Goto(next));
}
