//! Results of which C says only the sign, or only whether they are zero or negative. Which number it is, is the library's choice, or
//! the compiler's: where a program looks at more than C says, any number of that kind is possible.

use crate::questions::{address_taken, calls};
use base::Span;
use ir::{
    Arg, BinOp, Block, BlockId, Body, Call, Callee, FuncId, Function, FunctionBody, Intrinsic, LocalId,
    MathFunction, Operand, Program, Rvalue, Scalar, Statement, StatementKind, Terminator, TerminatorKind,
    Type, TypeKind, Write,
};

/// What C says of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Promise {
    /// Its sign: functions that compare.
    Sign,
    /// Whether it is zero: functions that classify numbers, and `bcmp`.
    Zero,
    /// Whether it is negative: functions that print a string.
    Negative,
}

impl Promise {
    /// Whether a comparison of the result with this number, on its right, asks for no more than what is said.
    fn answers(self, op: BinOp, number: i64) -> bool {
        match (self, number) {
            (Promise::Sign, 0) => op.is_comparison(),
            (Promise::Zero, 0) => matches!(op, BinOp::Eq | BinOp::Ne),
            (Promise::Negative, 0) => matches!(op, BinOp::Lt | BinOp::Ge),
            // The only negative result is -1.
            (Promise::Negative, -1) => op.is_comparison(),
            _ => false,
        }
    }
}

/// A call after which the result may be another number.
struct Place {
    function: FuncId,
    block: BlockId,
    /// The functions of which C says so little, and what it says. The first is called, or a pointer may lead to any of them.
    callees: Vec<(FuncId, Promise)>,
    pointer: Option<Operand>,
}

/// Lets the results be other numbers, where the program can see it.
pub(crate) fn add(program: &mut Program) {
    let known: Vec<(FuncId, Promise)> =
        program.functions.iter_enumerated().filter_map(|(id, _)| Some((id, promise(program, id)?))).collect();
    if known.is_empty() {
        return;
    }
    let uses = ResultUses { program, taken: address_taken(program) };
    let mut places: Vec<Place> = Vec::new();
    for (function, _, body) in program.bodies() {
        for (block, data) in body.blocks.iter_enumerated() {
            let TerminatorKind::Call(call) = &data.terminator.kind else { continue };
            let (Some(dst), Some(next)) = (call.dst, call.next) else { continue };
            if body.locals[dst].scalar != Some(Scalar::I32) {
                continue;
            }
            let (called, pointer): (Vec<_>, _) = match call.callee {
                Callee::Direct(callee) => (known.iter().filter(|(id, _)| *id == callee).collect(), None),
                Callee::Indirect(pointer) => {
                    let may_lead_to = |(id, _): &&(FuncId, Promise)| uses.taken.contains(id);
                    (known.iter().filter(may_lead_to).collect(), Some(pointer))
                }
            };
            let is_seen = |(_, promise): &&&(FuncId, Promise)| {
                uses.is_observed(function, body, dst, next, *promise, &mut Vec::new())
            };
            let callees: Vec<_> = called.iter().filter(is_seen).map(|callee| **callee).collect();
            if !callees.is_empty() {
                places.push(Place { function, block, callees, pointer });
            }
        }
    }
    if places.is_empty() {
        return;
    }
    let asked = Asked {
        like_glibc: declare(program, "__fafnir_like_glibc", Intrinsic::LikeGlibc, None),
        choice: declare(program, "__VERIFIER_nondet_int", Intrinsic::Nondet, None),
        assume: declare(program, "__VERIFIER_assume", Intrinsic::Assume, Some(Scalar::I32)),
    };
    for place in places {
        let FunctionBody::Defined(body) = &mut program.functions[place.function].body else { continue };
        insert(body, &place, &asked);
    }
}

fn promise(program: &Program, function: FuncId) -> Option<Promise> {
    let function = &program.functions[function];
    let FunctionBody::Intrinsic(intrinsic) = function.body else { return None };
    match intrinsic {
        Intrinsic::Math(
            MathFunction::Signbit | MathFunction::IsNan | MathFunction::IsInf | MathFunction::IsFinite,
        ) => Some(Promise::Zero),
        Intrinsic::CompareBytes if program.names.resolve(function.name) == "bcmp" => Some(Promise::Zero),
        Intrinsic::CompareBytes | Intrinsic::CompareStrings | Intrinsic::CompareStringsWithin => {
            Some(Promise::Sign)
        }
        Intrinsic::Write(Write::Puts | Write::Fputs) => Some(Promise::Negative),
        _ => None,
    }
}

/// Where results of functions are used.
struct ResultUses<'p> {
    program: &'p Program,
    taken: Vec<FuncId>,
}

impl ResultUses<'_> {
    /// Whether more than what C says of what the register holds at the beginning of the block is looked at, also in the functions
    /// that it is returned to.
    fn is_observed(
        &self,
        function: FuncId,
        body: &Body,
        local: LocalId,
        begin: BlockId,
        promise: Promise,
        visited: &mut Vec<FuncId>,
    ) -> bool {
        let is_test = |op, number| promise.answers(op, number);
        match crate::questions::use_of(body, local, begin, promise != Promise::Negative, is_test) {
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
                                self.is_observed(caller, body, dst, next, promise, visited)
                            }
                            _ => false,
                        }
                    })
                })
            }
        }
    }
}

fn declare(program: &mut Program, name: &str, intrinsic: Intrinsic, parameter: Option<Scalar>) -> FuncId {
    let symbol = program.names.intern(name);
    let known = program
        .functions
        .iter_enumerated()
        .find(|(_, f)| f.name == symbol && matches!(f.body, FunctionBody::Intrinsic(i) if i == intrinsic));
    if let Some((id, _)) = known {
        return id;
    }
    let mut scalar = |scalar| program.types.push(Type { kind: TypeKind::Scalar(scalar), size: 4, align: 4 });
    let (ret, params) = (scalar(Scalar::I32), parameter.into_iter().map(&mut scalar).collect());
    let kind = TypeKind::Function { ret, params, variadic: false };
    let ty = program.types.push(Type { kind, size: 0, align: 1 });
    let body = FunctionBody::Intrinsic(intrinsic);
    program.functions.push(Function { name: symbol, ty, body, noreturn: false, span: Span::NONE })
}

/// What is asked after a call.
struct Asked {
    like_glibc: FuncId,
    choice: FuncId,
    assume: FuncId,
}

/// After the call: in `run` the result stays as it is, otherwise it is any number of which C says the same.
fn insert(body: &mut Body, place: &Place, asked: &Asked) {
    let block = place.block;
    let span = body.blocks[block].terminator.span;
    let scope = ir::ScopeId::from_raw(0);
    let first = body.blocks.next_id();
    let TerminatorKind::Call(call) = &mut body.blocks[block].terminator.kind else { return };
    let (Some(dst), Some(next)) = (call.dst, call.next) else { return };
    let ty = body.locals[dst].ty;
    call.next = Some(first);
    let mut build = Build { body, span, scope, ty };
    let answer = build.register();
    build.call(asked.like_glibc, Vec::new(), Some(answer));
    build.keep_if(Operand::Local(answer), next);
    for (callee, promise) in &place.callees {
        // Whether the pointer led to this function is found out before the call.
        let other = place.pointer.map(|pointer| {
            let is_it = build.register();
            let statement = StatementKind::Assign(
                is_it,
                Rvalue::Binary(BinOp::Eq, Scalar::Ptr, pointer, Operand::Func(*callee)),
            );
            build.body.blocks[block].statements.push(Statement { kind: statement, span });
            Operand::Local(is_it)
        });
        build.choose(dst, *promise, other, next, asked);
    }
    if place.pointer.is_some() {
        build.finish(Vec::new(), TerminatorKind::Goto(next));
    }
}

/// Blocks that are added one after the other.
struct Build<'b> {
    body: &'b mut Body,
    span: Span,
    scope: ir::ScopeId,
    ty: ir::TypeId,
}

impl Build<'_> {
    fn register(&mut self) -> LocalId {
        let (ty, scope, span) = (self.ty, self.scope, self.span);
        let scalar = Some(Scalar::I32);
        self.body.locals.push(ir::Local {
            name: None,
            ty,
            scalar,
            register: true,
            constant: false,
            scope,
            span,
        })
    }

    fn finish(&mut self, statements: Vec<StatementKind>, kind: TerminatorKind) {
        let span = self.span;
        let statements = statements.into_iter().map(|kind| Statement { kind, span }).collect();
        self.body.blocks.push(Block { statements, terminator: Terminator { kind, span } });
    }

    /// The block behind the one that is added next.
    fn behind(&self) -> BlockId {
        BlockId::from_raw(self.body.blocks.next_id().raw() + 1)
    }

    fn call(&mut self, callee: FuncId, args: Vec<Arg>, dst: Option<LocalId>) {
        let call = Call { callee: Callee::Direct(callee), args, dst, next: Some(self.behind()) };
        self.finish(Vec::new(), TerminatorKind::Call(Box::new(call)));
    }

    fn keep_if(&mut self, cond: Operand, next: BlockId) {
        let else_block = self.behind();
        self.finish(Vec::new(), TerminatorKind::Branch { cond, then_block: next, else_block });
    }

    /// The result becomes another number of the same kind, if it was this function that gave it.
    fn choose(
        &mut self,
        dst: LocalId,
        promise: Promise,
        is_it: Option<Operand>,
        next: BlockId,
        asked: &Asked,
    ) {
        const LENGTH: u32 = 4;
        let begin = self.body.blocks.next_id().raw();
        let behind = BlockId::from_raw(begin + LENGTH + u32::from(is_it.is_some()));
        if let Some(cond) = is_it {
            let then_block = self.behind();
            self.finish(Vec::new(), TerminatorKind::Branch { cond, then_block, else_block: behind });
        }
        let [chosen, a, b, kept] = std::array::from_fn(|_| self.register());
        let value = Operand::Local;
        let compare =
            |dst, op, left, right| StatementKind::Assign(dst, Rvalue::Binary(op, Scalar::I32, left, right));
        let zero = Operand::Int(0, Scalar::I32);
        // What is zero, or negative where only that is said, stays as it is.
        let stays = match promise {
            Promise::Sign | Promise::Zero => BinOp::Eq,
            Promise::Negative => BinOp::Lt,
        };
        let then_block = next;
        let else_block = self.behind();
        let test = vec![compare(kept, stays, value(dst), zero)];
        self.finish(test, TerminatorKind::Branch { cond: value(kept), then_block, else_block });
        self.call(asked.choice, Vec::new(), Some(chosen));
        let mut statements = match promise {
            Promise::Sign => vec![
                compare(a, BinOp::Gt, value(chosen), zero),
                compare(b, BinOp::Gt, value(dst), zero),
                compare(a, BinOp::Eq, value(a), value(b)),
                compare(b, BinOp::Ne, value(chosen), zero),
                compare(a, BinOp::And, value(a), value(b)),
            ],
            Promise::Zero => vec![compare(a, BinOp::Ne, value(chosen), zero)],
            Promise::Negative => vec![compare(a, BinOp::Ge, value(chosen), zero)],
        };
        let args = vec![Arg::Scalar(value(a), Scalar::I32)];
        let call = Call { callee: Callee::Direct(asked.assume), args, dst: None, next: Some(self.behind()) };
        self.finish(std::mem::take(&mut statements), TerminatorKind::Call(Box::new(call)));
        statements.push(StatementKind::Assign(dst, Rvalue::Use(value(chosen))));
        self.finish(statements, TerminatorKind::Goto(next));
        debug_assert_eq!(self.body.blocks.next_id(), behind);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_comparison_asks_for() {
        assert!(Promise::Sign.answers(BinOp::Le, 0));
        assert!(!Promise::Sign.answers(BinOp::Eq, 1));
        assert!(Promise::Zero.answers(BinOp::Ne, 0));
        assert!(!Promise::Zero.answers(BinOp::Gt, 0), "true may be a negative number");
        assert!(Promise::Negative.answers(BinOp::Eq, -1));
        assert!(!Promise::Negative.answers(BinOp::Gt, 0), "success may be zero");
    }
}
