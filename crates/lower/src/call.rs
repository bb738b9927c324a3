//! Calls.

use crate::func::FnLower;
use crate::link::Passed;
use base::Span;
use csema::typed::{Builtin, ExprId, ExprKind};
use ir::{
    Arg, Call, Callee, FuncId, Intrinsic, Local, LocalId, Operand, Place, Rvalue, Scalar, TerminatorKind,
};

impl FnLower<'_, '_> {
    /// The function that a designator names.
    fn designated(&self, callee: ExprId) -> Option<csema::typed::FunctionId> {
        crate::touches::designated(self.body, callee)
    }

    /// The pointer that is evaluated to find the callee, unless the callee is named.
    pub(crate) fn indirect_callee(&self, callee: ExprId) -> Option<ExprId> {
        match self.designated(callee) {
            Some(_) => None,
            None => Some(callee),
        }
    }

    pub(crate) fn direct_callee(&mut self, callee: ExprId) -> Callee {
        match self.designated(callee) {
            Some(function) => {
                let span = self.span(callee);
                match self.function_address(function, span) {
                    Operand::Func(function) => Callee::Direct(function),
                    pointer => Callee::Indirect(pointer),
                }
            }
            None => {
                let (pointer, _) = self.operand(callee);
                Callee::Indirect(pointer)
            }
        }
    }

    /// The callee from the value of its pointer, before the arguments are evaluated. If that is the address of a function, it was
    /// converted to another type, so it stays a call through a pointer.
    pub(crate) fn settle_callee(&mut self, pointer: Rvalue, callee: ExprId, args: &[ExprId]) -> Callee {
        let span = self.span(callee);
        let mut pointer = self.materialise(pointer, Scalar::Ptr, span);
        if args.iter().any(|&arg| self.s.effects.assigns(arg)) {
            pointer = self.stable(pointer, Scalar::Ptr, span);
        }
        Callee::Indirect(pointer)
    }

    fn callee(&mut self, callee: ExprId, args: &[ExprId]) -> Callee {
        match self.indirect_callee(callee) {
            None => self.direct_callee(callee),
            Some(pointer) => {
                let value = self.rvalue(pointer);
                self.settle_callee(value, callee, args)
            }
        }
    }

    /// The operands of scalar expressions that are evaluated one after the other.
    pub(crate) fn operands<const N: usize>(&mut self, exprs: [ExprId; N]) -> [(Operand, Scalar); N] {
        let last_assigning = self.s.effects.last_assigning(&exprs);
        let mut index = 0;
        exprs.map(|expr| {
            let (operand, scalar) = self.operand(expr);
            let operand =
                if index < last_assigning { self.stable(operand, scalar, self.span(expr)) } else { operand };
            index += 1;
            (operand, scalar)
        })
    }

    fn arguments(&mut self, args: &[ExprId]) -> Vec<Arg> {
        let last_assigning = self.s.effects.last_assigning(args);
        let last_writing = self.s.effects.last_writing(args);
        let mut out = Vec::with_capacity(args.len());
        for (index, &arg) in args.iter().enumerate() {
            if self.is_pack(arg) && self.passed_on.is_some() {
                out.extend(self.passed_on.iter().flatten().map(|&(local, size)| {
                    match self.locals[local].scalar {
                        Some(scalar) => Arg::Scalar(Operand::Local(local), scalar),
                        None => Arg::Block(Place::local(local, Scalar::U8), size),
                    }
                }));
                continue;
            }
            let layout = self.expr_layout(arg);
            out.push(match layout.scalar {
                Some(scalar) => {
                    let (operand, _) = self.operand(arg);
                    let span = self.span(arg);
                    let operand =
                        if index < last_assigning { self.stable(operand, scalar, span) } else { operand };
                    Arg::Scalar(operand, scalar)
                }
                None if layout.is_void => {
                    self.discard(arg);
                    Arg::Scalar(Operand::Int(0, Scalar::I32), Scalar::I32)
                }
                None if index < last_writing => Arg::Block(self.block_copy(arg), layout.size),
                None => {
                    let place = self.block_place(arg);
                    let place = ir::Place { access: Scalar::U8, bits: None, ..place };
                    Arg::Block(place, layout.size)
                }
            });
        }
        out
    }

    fn is_pack(&self, arg: ExprId) -> bool {
        matches!(self.body.exprs[arg].kind, ExprKind::Builtin(Builtin::VaArgPack, _))
    }

    /// A function that passes its variable arguments on has a copy for arguments of these types.
    fn copy_for(&mut self, callee: Callee, args: &[ExprId]) -> Callee {
        let Callee::Direct(function) = callee else { return callee };
        let Some(variable) = self.link.parameters_of_packed(function).and_then(|count| args.get(count..))
        else {
            return callee;
        };
        let mut types: Vec<Passed> = Vec::with_capacity(variable.len());
        for &arg in variable {
            match &self.passed_on {
                Some(passed_on) if self.is_pack(arg) => {
                    types.extend(passed_on.iter().map(|&(local, size)| {
                        let Local { ty, scalar, .. } = self.locals[local];
                        Passed { ty, scalar, size }
                    }))
                }
                _ => {
                    let layout = self.expr_layout(arg);
                    let ty = self.link.ty(self.unit_index, self.body.exprs[arg].ty);
                    types.push(Passed { ty, scalar: layout.scalar, size: layout.size });
                }
            }
        }
        Callee::Direct(self.link.packed(function, types))
    }

    pub(crate) fn emit_call(&mut self, callee: Callee, args: Vec<Arg>, dst: Option<LocalId>, span: Span) {
        let returns = match callee {
            Callee::Direct(function) => !self.link.is_noreturn(function),
            Callee::Indirect(_) => true,
        };
        let next = returns.then(|| self.new_block());
        let call = Call { callee, args, dst, next };
        self.s.draft.terminate(TerminatorKind::Call(Box::new(call)), span);
        if let Some(next) = next {
            self.s.draft.start(next, span);
        }
    }

    /// A call with a scalar result, which goes to the given register or to a temporary.
    pub(crate) fn scalar_call(
        &mut self,
        call: ExprId,
        callee: Callee,
        args: &[ExprId],
        dst: Option<LocalId>,
    ) -> Rvalue {
        let span = self.span(call);
        let scalar = self.scalar_of(call).unwrap_or(Scalar::I32);
        let callee = self.copy_for(callee, args);
        let args = self.arguments(args);
        if self.expr_layout(call).is_void {
            self.emit_call(callee, args, None, span);
            return Rvalue::Use(Operand::Int(0, scalar));
        }
        let dst = match dst {
            Some(dst) => dst,
            None => self.temp(scalar, span),
        };
        self.emit_call(callee, args, Some(dst), span);
        Rvalue::Use(Operand::Local(dst))
    }

    /// A call whose result is a block, which goes to a memory local.
    pub(crate) fn block_call(&mut self, call: ExprId, callee: ExprId, args: &[ExprId], dst: LocalId) {
        let span = self.span(call);
        self.in_every_order(call, &mut |this| {
            let callee = this.callee(callee, args);
            let callee = this.copy_for(callee, args);
            let args = this.arguments(args);
            this.emit_call(callee, args, Some(dst), span);
        });
    }

    pub(crate) fn discard_call(&mut self, call: ExprId, callee: ExprId, args: &[ExprId]) {
        let span = self.span(call);
        self.in_every_order(call, &mut |this| {
            let callee = this.callee(callee, args);
            let callee = this.copy_for(callee, args);
            let args = this.arguments(args);
            this.emit_call(callee, args, None, span);
        });
    }

    pub(crate) fn call_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        name: &str,
        args: Vec<Arg>,
        dst: Option<LocalId>,
        span: Span,
    ) -> FuncId {
        let function = self.link.intrinsic(intrinsic, name, span);
        self.emit_call(Callee::Direct(function), args, dst, span);
        function
    }

    /// `va_arg`: the destination says which type.
    pub(crate) fn va_arg(&mut self, list: ExprId, dst: LocalId, span: Span) {
        let (list, _) = self.operand(list);
        let args = vec![Arg::Scalar(list, Scalar::Ptr)];
        self.call_intrinsic(Intrinsic::VaArg, "__builtin_va_arg", args, Some(dst), span);
    }
}
