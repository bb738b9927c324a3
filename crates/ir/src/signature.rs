//! Whether a function can be called in a certain way: the one rule that all engines go by.
//!
//! C makes a call undefined if the type of the called expression is not compatible with the function's (C11 6.5.2.2p9). The IR
//! has no qualifiers and no signs of what is pointed to, and it forgives a little more: integers and pointers of one width stand
//! for each other, so do aggregates of one size, and a result that nobody reads does not matter.
//!
//! A function that is called by its name fits unless it was declared without a prototype, or not at all. Integers of all widths
//! stand for each other then, and are converted: old programs call the library so.

use crate::syntax::{
    Arg, Call, Callee, DataModel, FuncId, FunctionBody, Local, LocalId, Program, Scalar, TypeId, TypeKind,
};
use base::{Idx, IndexVec};

/// Why a call does not fit the function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mismatch {
    Count,
    Argument,
    Result,
}

/// What is passed or returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passed {
    Scalar(Scalar),
    /// An aggregate of this many bytes.
    Block(u64),
    Nothing,
}

impl Mismatch {
    pub const fn what(self) -> &'static str {
        match self {
            Mismatch::Count => "wrong number of arguments",
            Mismatch::Argument => "an argument has another type",
            Mismatch::Result => "the result has another type",
        }
    }
}

impl Passed {
    pub fn of_arg(arg: &Arg) -> Passed {
        match arg {
            Arg::Scalar(_, scalar) => Passed::Scalar(*scalar),
            Arg::Block(_, size) => Passed::Block(*size),
        }
    }

    fn of_type(program: &Program, id: TypeId) -> Passed {
        let Some(ty) = program.types.get(id) else { return Passed::Nothing };
        match (ty.scalar(), &ty.kind) {
            (Some(scalar), _) => Passed::Scalar(scalar),
            (None, TypeKind::Void) => Passed::Nothing,
            (None, _) => Passed::Block(ty.size),
        }
    }

    fn of_local(program: &Program, local: &Local) -> Passed {
        match local.scalar {
            Some(scalar) => Passed::Scalar(scalar),
            None => Passed::of_type(program, local.ty),
        }
    }

    fn stands_for(self, wanted: Passed, by_name: bool, model: DataModel) -> bool {
        match (self, wanted) {
            (Passed::Scalar(given), Passed::Scalar(wanted)) => {
                let same_width = by_name || given.width(model) == wanted.width(model);
                given == wanted || !given.is_float() && !wanted.is_float() && same_width
            }
            (given, wanted) => given == wanted,
        }
    }
}

impl Program {
    /// What is wrong with the call if it reaches the function; `locals` are the caller's. The library's functions are checked only
    /// if they are called through a pointer: programs declare them in many ways, and the engines know what they take.
    pub fn mismatch(
        &self,
        callee: FuncId,
        call: &Call,
        locals: &IndexVec<LocalId, Local>,
    ) -> Option<Mismatch> {
        let by_name = matches!(call.callee, Callee::Direct(_));
        if by_name && !matches!(self.functions[callee].body, FunctionBody::Defined(_)) {
            return None;
        }
        let result = call.dst.and_then(|dst| locals.get(dst)).map(|dst| Passed::of_local(self, dst));
        self.mismatch_of(callee, by_name, call.args.iter().map(Passed::of_arg), result)
    }

    /// The same for a call through a pointer, with arguments and a wanted result of the given kinds.
    pub fn mismatch_of_pointer(
        &self,
        callee: FuncId,
        args: impl ExactSizeIterator<Item = Passed>,
        result: Option<Passed>,
    ) -> Option<Mismatch> {
        self.mismatch_of(callee, false, args, result)
    }

    fn mismatch_of(
        &self,
        callee: FuncId,
        by_name: bool,
        args: impl ExactSizeIterator<Item = Passed>,
        result: Option<Passed>,
    ) -> Option<Mismatch> {
        let function = &self.functions[callee];
        let TypeKind::Function { ret, params, variadic } = &self.types[function.ty].kind else {
            return Some(Mismatch::Count);
        };
        let body = function.body();
        // Parameters of an old-style definition arrive promoted, and its type may not list them: the body knows.
        let expected = body.map_or(params.len(), |body| body.param_count as usize);
        let given = args.len();
        let ignores_more = *variadic || by_name && expected == 0;
        if given < expected || given > expected && !ignores_more {
            return Some(Mismatch::Count);
        }
        for (index, arg) in args.take(expected).enumerate() {
            let (wanted, ty) = match body {
                Some(body) => {
                    let param = &body.locals[LocalId::new(index)];
                    (Passed::of_local(self, param), param.ty)
                }
                None => (Passed::of_type(self, params[index]), params[index]),
            };
            if !arg.stands_for(wanted, by_name, self.model) && !self.is_transparent(ty, arg) {
                return Some(Mismatch::Argument);
            }
        }
        let returned = Passed::of_type(self, *ret);
        match result {
            Some(wanted) if !returned.stands_for(wanted, by_name, self.model) => Some(Mismatch::Result),
            _ => None,
        }
    }

    /// Whether the type is a transparent union that has such a member.
    fn is_transparent(&self, ty: TypeId, arg: Passed) -> bool {
        match &self.types[ty].kind {
            TypeKind::Record(record) if record.transparent => {
                let member = |id| Passed::of_type(self, id);
                record.fields.iter().any(|field| arg.stands_for(member(field.ty), false, self.model))
            }
            _ => false,
        }
    }
}
