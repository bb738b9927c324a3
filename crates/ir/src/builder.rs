//! Programs by hand: for tests, and for whoever makes small pieces of IR.
//!
//! ```
//! use fafnir_ir::builder::{BodyBuilder, ProgramBuilder};
//! use fafnir_ir::{DataModel, Operand, Scalar};
//!
//! let mut program = ProgramBuilder::new(DataModel::Lp64);
//! let int = program.scalar(Scalar::I32);
//! let mut main = BodyBuilder::new();
//! main.return_scalar(Operand::Int(0, Scalar::I32), Scalar::I32);
//! let id = program.define("main", int, &[], main);
//! program.program.entry = Some(id);
//! assert!(fafnir_ir::verify(&program.program).is_empty());
//! ```

use crate::print::default_layout;
use crate::syntax::*;
use base::{FxHashMap, Span, Symbol};

#[derive(Debug)]
pub struct ProgramBuilder {
    pub program: Program,
    scalars: FxHashMap<Scalar, TypeId>,
}

impl ProgramBuilder {
    pub fn new(model: DataModel) -> Self {
        ProgramBuilder { program: Program::new(model), scalars: FxHashMap::default() }
    }

    pub fn name(&mut self, name: &str) -> Symbol {
        self.program.names.intern(name)
    }

    /// A type with the layout that follows from its parts (nothing, for records).
    pub fn add_type(&mut self, kind: TypeKind) -> TypeId {
        let layout = default_layout(&kind, self.program.model, &self.program.types);
        let (size, align) = layout.unwrap_or((0, 1));
        self.program.types.push(Type { kind, size, align })
    }

    pub fn scalar(&mut self, scalar: Scalar) -> TypeId {
        if let Some(&known) = self.scalars.get(&scalar) {
            return known;
        }
        let id = self.add_type(TypeKind::Scalar(scalar));
        self.scalars.insert(scalar, id);
        id
    }

    pub fn pointer(&mut self, target: TypeId) -> TypeId {
        self.add_type(TypeKind::Pointer(target))
    }

    /// A structure from its fields: name, type and offset.
    pub fn record(&mut self, name: &str, fields: &[(&str, TypeId, u64)], size: u64, align: u64) -> TypeId {
        let name = Some(self.name(name));
        let fields = fields.iter().map(|&(field, ty, offset)| {
            let name = Some(self.program.names.intern(field));
            Field { name, ty, offset, bits: None }
        });
        let record =
            Record { name, union: false, is_typedef: false, transparent: false, fields: fields.collect() };
        self.program.types.push(Type { kind: TypeKind::Record(record), size, align })
    }

    /// A variable with its first bytes; the rest is zero.
    pub fn global(&mut self, name: &str, ty: TypeId, bytes: &[u8]) -> GlobalId {
        let name = self.name(name);
        let Type { size, align, .. } = self.program.types[ty];
        let init = Init { bytes: bytes.to_vec(), relocations: Vec::new() };
        let kind = GlobalKind::Variable;
        self.program.globals.push(Global { name, ty, size, align, kind, init, span: Span::NONE })
    }

    pub fn define(&mut self, name: &str, ret: TypeId, params: &[TypeId], body: BodyBuilder) -> FuncId {
        self.function(name, ret, params, FunctionBody::Defined(body.body))
    }

    pub fn function(&mut self, name: &str, ret: TypeId, params: &[TypeId], body: FunctionBody) -> FuncId {
        let name = self.name(name);
        let ty = self.add_type(TypeKind::Function { ret, params: params.to_vec(), variadic: false });
        self.program.functions.push(Function { name, ty, body, noreturn: false, span: Span::NONE })
    }
}

/// A body, block after block: statements go to the block that is open, a terminator closes it.
#[derive(Debug)]
pub struct BodyBuilder {
    pub body: Body,
    open: Vec<Statement>,
}

impl Default for BodyBuilder {
    fn default() -> Self {
        BodyBuilder::new()
    }
}

impl BodyBuilder {
    pub fn new() -> Self {
        let mut body = Body::default();
        body.scopes.push(Scope { parent: None, span: Span::NONE });
        BodyBuilder { body, open: Vec::new() }
    }

    /// The id of the block that is open.
    pub fn here(&self) -> BlockId {
        self.body.blocks.next_id()
    }

    /// A parameter in a register; all of them before any other local.
    pub fn param(&mut self, name: Symbol, ty: TypeId, scalar: Scalar) -> LocalId {
        self.body.param_count += 1;
        self.local(Some(name), ty, Some(scalar), true)
    }

    pub fn register(&mut self, name: Option<Symbol>, ty: TypeId, scalar: Scalar) -> LocalId {
        self.local(name, ty, Some(scalar), true)
    }

    pub fn memory(&mut self, name: Option<Symbol>, ty: TypeId, scalar: Option<Scalar>) -> LocalId {
        self.local(name, ty, scalar, false)
    }

    fn local(&mut self, name: Option<Symbol>, ty: TypeId, scalar: Option<Scalar>, register: bool) -> LocalId {
        let scope = ScopeId::from_raw(0);
        self.body.locals.push(Local { name, ty, scalar, register, constant: false, scope, span: Span::NONE })
    }

    pub fn statement(&mut self, kind: StatementKind) {
        self.open.push(Statement { kind, span: Span::NONE });
    }

    pub fn assign(&mut self, dst: LocalId, rvalue: Rvalue) {
        self.statement(StatementKind::Assign(dst, rvalue));
    }

    pub fn load(&mut self, dst: LocalId, place: Place) {
        self.assign(dst, Rvalue::Load(place));
    }

    pub fn store(&mut self, place: Place, operand: impl Into<Operand>) {
        self.statement(StatementKind::Store(place, operand.into()));
    }

    /// Closes the block; returns its id.
    pub fn terminate(&mut self, kind: TerminatorKind) -> BlockId {
        let statements = std::mem::take(&mut self.open);
        self.body.blocks.push(Block { statements, terminator: Terminator { kind, span: Span::NONE } })
    }

    pub fn goto(&mut self, target: BlockId) -> BlockId {
        self.terminate(TerminatorKind::Goto(target))
    }

    pub fn branch(&mut self, cond: impl Into<Operand>, then_block: BlockId, else_block: BlockId) -> BlockId {
        self.terminate(TerminatorKind::Branch { cond: cond.into(), then_block, else_block })
    }

    /// A call whose control goes on in the next block to be opened.
    pub fn call(&mut self, dst: Option<LocalId>, function: FuncId, args: &[Arg]) -> BlockId {
        let next = Some(BlockId::from_raw(self.here().raw() + 1));
        let call = Call { callee: Callee::Direct(function), args: args.to_vec(), dst, next };
        self.terminate(TerminatorKind::Call(Box::new(call)))
    }

    pub fn return_scalar(&mut self, value: impl Into<Operand>, scalar: Scalar) -> BlockId {
        self.terminate(TerminatorKind::Return(Some(Arg::Scalar(value.into(), scalar))))
    }
}
