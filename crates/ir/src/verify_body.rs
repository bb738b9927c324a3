//! The part of the verifier that checks one function's body.

use crate::syntax::*;
use crate::verify::Verifier;
use base::Idx;

pub(crate) struct BodyVerifier<'v, 'a> {
    verifier: &'v mut Verifier<'a>,
    function: &'a Function,
    body: &'a Body,
    block: Option<BlockId>,
    statement: Option<usize>,
    /// Whether the address of each block is taken, and the terminators that must know.
    address_taken: Vec<bool>,
    indirect_gotos: Vec<BlockId>,
}

impl<'v, 'a> BodyVerifier<'v, 'a> {
    pub(crate) fn new(verifier: &'v mut Verifier<'a>, function: &'a Function, body: &'a Body) -> Self {
        BodyVerifier {
            verifier,
            function,
            body,
            block: None,
            statement: None,
            address_taken: vec![false; body.blocks.len()],
            indirect_gotos: Vec::new(),
        }
    }

    fn error(&mut self, message: String) {
        self.verifier.report(self.block, self.statement, message);
    }

    fn model(&self) -> DataModel {
        self.verifier.program.model
    }

    pub(crate) fn run(mut self, labels: &[BlockId]) {
        self.scopes();
        self.locals();
        if self.body.blocks.is_empty() {
            self.error("a body needs at least one block".to_owned());
        }
        for &label in labels {
            self.address_taken[label.index()] = true;
        }
        for (id, block) in self.body.blocks.iter_enumerated() {
            self.block = Some(id);
            for (i, statement) in block.statements.iter().enumerate() {
                self.statement = Some(i);
                self.statement(&statement.kind);
            }
            self.statement = Some(block.statements.len());
            self.terminator(&block.terminator.kind);
        }
        self.statement = None;
        self.indirect_gotos();
    }

    fn scopes(&mut self) {
        if self.body.scopes.is_empty() {
            self.error("scope 0 is missing".to_owned());
        }
        for (id, scope) in self.body.scopes.iter_enumerated() {
            match scope.parent {
                None if id.index() != 0 => self.error(format!("{id} has no parent")),
                Some(_) if id.index() == 0 => {
                    self.error("scope0 is the outermost, it has no parent".to_owned())
                }
                Some(parent) if parent >= id => self.error(format!("the parent of {id} must come before it")),
                _ => {}
            }
        }
    }

    fn locals(&mut self) {
        let program = self.verifier.program;
        let locals = &self.body.locals;
        if self.body.param_count as usize > locals.len() {
            self.error(format!("{} parameters, but {} locals", self.body.param_count, locals.len()));
        }
        if let Some(TypeKind::Function { params, .. }) =
            program.types.get(self.function.ty).map(|ty| &ty.kind)
            && !params.is_empty()
            && params.len() != self.body.param_count as usize
        {
            // A definition in the old style may have a type without parameters.
            let (found, wanted) = (self.body.param_count, params.len());
            self.error(format!("{found} parameters, but the function's type has {wanted}"));
        }
        for (id, local) in locals.iter_enumerated() {
            if local.scope.index() >= self.body.scopes.len() {
                self.error(format!("{id}: there is no {}", local.scope));
            }
            if local.name.is_some_and(|name| name.index() >= program.names.len()) {
                self.error(format!("the name of {id} is not in the table of names"));
            }
            if local.register && local.scalar.is_none() {
                self.error(format!("{id}: a register needs a scalar"));
            }
            if local.register && local.constant {
                self.error(format!("{id}: a register is not constant"));
            }
            let Some(ty) = program.types.get(local.ty) else {
                self.error(format!("{id}: there is no type {}", local.ty));
                continue;
            };
            match (ty.scalar(), local.scalar) {
                (Some(of_type), Some(scalar)) if of_type != scalar => {
                    self.error(format!("{id} is accessed as {scalar}, but its type is {of_type}"));
                }
                (None, Some(_)) if !local.register => {
                    self.error(format!("{id}: an aggregate in memory has no scalar"));
                }
                _ => {}
            }
            if matches!(ty.kind, TypeKind::Void | TypeKind::Function { .. }) {
                self.error(format!("{id}: a local cannot have the type {}", local.ty));
            }
        }
    }

    fn local(&mut self, id: LocalId) -> Option<&'a Local> {
        let local = self.body.locals.get(id);
        if local.is_none() {
            self.error(format!("there is no local {id}"));
        }
        local
    }

    /// A register in range; its scalar.
    fn register(&mut self, id: LocalId) -> Option<Scalar> {
        let local = self.local(id)?;
        if !local.register {
            self.error(format!("{id} is in memory, it is not a register"));
            return None;
        }
        local.scalar
    }

    fn register_of(&mut self, id: LocalId, wanted: Scalar, what: &str) {
        if let Some(scalar) = self.register(id)
            && scalar != wanted
        {
            self.error(format!("{what} {id} is {scalar}, it must be {wanted}"));
        }
    }

    fn target(&mut self, block: BlockId) {
        if block.index() >= self.body.blocks.len() {
            self.error(format!("there is no block {block}"));
        } else if block.index() == 0 {
            self.error("the entry bb0 must not have predecessors".to_owned());
        }
    }

    /// An operand in order; its scalar.
    fn operand(&mut self, operand: Operand) -> Option<Scalar> {
        let program = self.verifier.program;
        match operand {
            Operand::Local(local) => return self.register(local),
            Operand::Int(value, scalar) => {
                if scalar.is_float() {
                    self.error(format!("an integer constant cannot be {scalar}"));
                } else if !scalar.constant_is_canonical(value, self.model()) {
                    self.error(format!("the constant {value} is not extended as its type {scalar} demands"));
                }
            }
            Operand::Float(_, scalar) => {
                if !scalar.is_float() {
                    self.error(format!("a floating constant cannot be {scalar}"));
                }
            }
            Operand::Global(global) => {
                if global.index() >= program.globals.len() {
                    self.error(format!("there is no global {global}"));
                }
            }
            Operand::Func(function) => {
                if function.index() >= program.functions.len() {
                    self.error(format!("there is no function {function}"));
                }
            }
            Operand::Label(block) => match self.address_taken.get_mut(block.index()) {
                Some(taken) => *taken = true,
                None => self.error(format!("there is no block {block}")),
            },
        }
        operand.scalar(&self.body.locals)
    }

    fn operand_of(&mut self, operand: Operand, wanted: Scalar, what: &str) {
        if let Some(scalar) = self.operand(operand)
            && scalar != wanted
        {
            self.error(format!("{what} is {scalar}, it must be {wanted}"));
        }
    }

    fn place(&mut self, place: &Place) {
        match place.base {
            PlaceBase::Local(local) => {
                if self.local(local).is_some_and(|found| found.register) {
                    self.error(format!("{local} is a register, it has no address"));
                }
            }
            PlaceBase::Global(global) => {
                if global.index() >= self.verifier.program.globals.len() {
                    self.error(format!("there is no global {global}"));
                }
            }
            PlaceBase::Deref(local) => self.register_of(local, Scalar::Ptr, "the pointer"),
        }
        if let Some(index) = place.index {
            self.register_of(index.local, self.model().signed_word(), "the index");
        }
        if let Some(bits) = place.bits {
            let unit = place.access.width(self.model());
            if !place.access.is_int() {
                self.error(format!("bits of {}, which is not an integer", place.access));
            } else if bits.width == 0 || u32::from(bits.start) + u32::from(bits.width) > unit {
                let end = u32::from(bits.start) + u32::from(bits.width);
                self.error(format!("bits {}..{end} do not fit into {unit} bits", bits.start));
            }
        }
    }

    /// A place that stands for bytes, not for a scalar.
    fn block_place(&mut self, place: &Place) {
        self.place(place);
        if place.bits.is_some() {
            self.error("a block of bytes does not begin at a bit".to_owned());
        }
    }

    fn plain_block_place(&mut self, place: &Place) {
        self.block_place(place);
        if place.access != Scalar::U8 {
            self.error(format!("the access of a copied place is u8, not {}", place.access));
        }
    }

    fn statement(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Assign(dst, rvalue) => {
                let result = self.rvalue(rvalue);
                if let (Some(register), Some(result)) = (self.register(*dst), result)
                    && register != result
                {
                    self.error(format!("{dst} is {register}, but it gets {result}"));
                }
            }
            StatementKind::Store(place, operand) => {
                self.place(place);
                self.operand_of(*operand, place.access, "what is stored");
            }
            StatementKind::CopyBlock(copy) => {
                self.plain_block_place(&copy.dst);
                self.plain_block_place(&copy.src);
            }
            StatementKind::ZeroBlock(place, _) => self.block_place(place),
            StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => {
                if self.local(*local).is_some() && local.raw() < self.body.param_count {
                    self.error(format!("{local} is a parameter, it lives as long as the call"));
                }
            }
            StatementKind::StackAlloc { dst, size, align } => {
                self.register_of(*dst, Scalar::Ptr, "the destination");
                if let Some(scalar) = self.operand(*size)
                    && (!scalar.is_int() || scalar.size(self.model()) != self.model().pointer_size())
                {
                    self.error(format!("the size is {scalar}, it must be an integer of pointer width"));
                }
                if !align.is_power_of_two() {
                    self.error(format!("the alignment {align} is not a power of two"));
                }
            }
            StatementKind::StackFree(local) => self.register_of(*local, Scalar::Ptr, "the block"),
            StatementKind::Unsupported(what) => {
                if what.index() >= self.verifier.program.names.len() {
                    self.error("the reason is not in the table of names".to_owned());
                }
            }
        }
    }

    /// An rvalue in order; the scalar of its result.
    fn rvalue(&mut self, rvalue: &Rvalue) -> Option<Scalar> {
        match *rvalue {
            Rvalue::Use(operand) => return self.operand(operand),
            Rvalue::Load(place) => self.place(&place),
            Rvalue::AddressOf(place) => {
                self.place(&place);
                if place.bits.is_some() {
                    self.error("bits have no address".to_owned());
                }
            }
            Rvalue::Unary(op, scalar, operand) => {
                self.operand_of(operand, scalar, "the operand");
                let fits = match op {
                    UnOp::Neg => !scalar.is_pointer(),
                    UnOp::Not
                    | UnOp::LeadingZeros
                    | UnOp::TrailingZeros
                    | UnOp::CountOnes
                    | UnOp::SwapBytes => scalar.is_int(),
                };
                if !fits {
                    self.error(format!("{} is not defined for {scalar}", op.name()));
                }
            }
            Rvalue::Binary(op, scalar, left, right) => {
                let right_scalar = if op.is_shift() { Scalar::U32 } else { scalar };
                self.operand_of(left, scalar, "the left operand");
                self.operand_of(right, right_scalar, "the right operand");
                let fits = match op {
                    BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div => !scalar.is_pointer(),
                    BinOp::Rem | BinOp::Shl | BinOp::Shr | BinOp::And | BinOp::Or | BinOp::Xor => {
                        scalar.is_int()
                    }
                    BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => true,
                    BinOp::PtrDiff => scalar.is_pointer(),
                };
                if !fits {
                    self.error(format!("{} is not defined for {scalar}", op.name()));
                }
            }
            Rvalue::Cast { from, to, operand } => {
                self.operand_of(operand, from, "the operand");
                if (from.is_pointer() && to.is_float()) || (from.is_float() && to.is_pointer()) {
                    self.error(format!("there is no conversion from {from} to {to}"));
                }
            }
        }
        rvalue.scalar(&self.body.locals, self.model())
    }

    fn arg(&mut self, arg: &Arg) {
        match arg {
            Arg::Scalar(operand, scalar) => self.operand_of(*operand, *scalar, "the argument"),
            Arg::Block(place, _) => self.block_place(place),
        }
    }

    fn terminator(&mut self, kind: &TerminatorKind) {
        for target in kind.successors() {
            self.target(target);
        }
        match kind {
            TerminatorKind::Goto(_) | TerminatorKind::Unreachable => {}
            TerminatorKind::Branch { cond, .. } => self.operand_of(*cond, Scalar::I32, "the condition"),
            TerminatorKind::Switch { value, scalar, cases, .. } => self.switch(*value, *scalar, cases),
            TerminatorKind::IndirectGoto { target, candidates } => {
                self.operand_of(*target, Scalar::Ptr, "the target");
                if !candidates.is_sorted_by(|a, b| a < b) {
                    self.error("the candidates are not sorted, or one comes twice".to_owned());
                }
                self.indirect_gotos.extend(self.block);
            }
            TerminatorKind::Call(call) => self.call(call),
            TerminatorKind::Return(value) => self.return_value(value.as_ref()),
        }
    }

    fn switch(&mut self, value: Operand, scalar: Scalar, cases: &[SwitchCase]) {
        self.operand_of(value, scalar, "the value");
        if !scalar.is_int() {
            self.error(format!("a switch over {scalar}, which is not an integer"));
            return;
        }
        let mut last: Option<i128> = None;
        for case in cases {
            let range_end = (case.high != case.low).then_some(case.high);
            for bound in std::iter::once(case.low).chain(range_end) {
                if !scalar.constant_is_canonical(bound, self.model()) {
                    self.error(format!("the case {bound} is not extended as its type {scalar} demands"));
                }
            }
            let (low, high) = (scalar.constant_value(case.low), scalar.constant_value(case.high));
            if low > high {
                self.error(format!("the case {low}..={high} is empty"));
            }
            if last.is_some_and(|last| low <= last) {
                self.error(format!("the case {low} is not sorted, or is in two cases"));
            }
            last = Some(last.map_or(high, |last| last.max(high)));
        }
    }

    fn call(&mut self, call: &Call) {
        match call.callee {
            Callee::Direct(function) => {
                if function.index() >= self.verifier.program.functions.len() {
                    self.error(format!("there is no function {function}"));
                }
            }
            Callee::Indirect(operand) => self.operand_of(operand, Scalar::Ptr, "the callee"),
        }
        for arg in &call.args {
            self.arg(arg);
        }
        if let Some(dst) = call.dst
            && let Some(local) = self.local(dst)
            && !local.register
            && local.scalar.is_some()
        {
            self.error(format!("{dst} is a scalar in memory: a call writes a register or an aggregate"));
        }
    }

    /// A return without a value is possible everywhere: C allows it as long as the caller does not look.
    fn return_value(&mut self, value: Option<&Arg>) {
        let Some(value) = value else { return };
        self.arg(value);
        let types = &self.verifier.program.types;
        let Some(TypeKind::Function { ret, .. }) = types.get(self.function.ty).map(|ty| &ty.kind) else {
            return;
        };
        let Some(ty) = types.get(*ret) else { return };
        let message = match (value, ty.scalar()) {
            _ if ty.kind == TypeKind::Void => "a function that returns void has no result".to_owned(),
            (Arg::Scalar(_, scalar), Some(wanted)) if *scalar != wanted => {
                format!("returns {scalar}, but the function's type says {wanted}")
            }
            (Arg::Scalar(..), None) => {
                "returns a scalar, but the function's type says an aggregate".to_owned()
            }
            (Arg::Block(..), Some(wanted)) => {
                format!("returns an aggregate, but the function's type says {wanted}")
            }
            (Arg::Block(_, size), None) if *size != ty.size => {
                format!("returns {size} bytes, but the function's type says {}", ty.size)
            }
            _ => return,
        };
        self.error(message);
    }

    /// Every block whose address is taken must be a candidate of every computed goto: engines look nowhere else.
    fn indirect_gotos(&mut self) {
        let taken: Vec<BlockId> =
            self.body.blocks.ids().filter(|id| self.address_taken[id.index()]).collect();
        for block in std::mem::take(&mut self.indirect_gotos) {
            self.block = Some(block);
            let content = &self.body.blocks[block];
            self.statement = Some(content.statements.len());
            let TerminatorKind::IndirectGoto { candidates, .. } = &content.terminator.kind else { continue };
            let mut rest = candidates.iter().peekable();
            let missing = taken.iter().find(|label| {
                while rest.next_if(|candidate| candidate < label).is_some() {}
                rest.peek() != Some(label)
            });
            if let Some(missing) = missing {
                self.error(format!("the address of {missing} is taken, but it is not a candidate"));
            }
        }
    }
}
