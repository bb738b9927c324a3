//! Expressions: the walk over the syntax tree.
//!
//! [`Analyzer::expr`] returns an [`Operand`]: the typed node and what the rest of the analysis must know of it. Operands
//! are lvalues, function designators or values as written; whoever uses one converts it with `rvalue`.

mod call;
mod literal;
mod member;
mod operators;
mod pointer;
mod special;

use crate::analyzer::Analyzer;
use crate::intern::ids;
use crate::typed::{Expr, ExprId, ExprKind, OpaqueId, StmtKind};
use crate::types::{QualType, TypeId, VlaId};
use base::Span;
use csyntax::ast::{self, Quals, UnaryOp};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Category {
    Rvalue,
    Lvalue,
    /// A function designator.
    Function,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    pub(crate) id: ExprId,
    pub(crate) ty: TypeId,
    /// Of an lvalue.
    pub(crate) quals: Quals,
    pub(crate) category: Category,
    /// The width if this is a bit-field or the value of one, since that decides its promotion; else 0.
    pub(crate) bits: u8,
}

impl Operand {
    pub(crate) fn rvalue(id: ExprId, ty: TypeId) -> Operand {
        Operand { id, ty, quals: Quals::NONE, category: Category::Rvalue, bits: 0 }
    }

    pub(crate) fn lvalue(id: ExprId, ty: QualType) -> Operand {
        Operand { id, ty: ty.ty, quals: ty.quals, category: Category::Lvalue, bits: 0 }
    }

    pub(crate) fn is_lvalue(self) -> bool {
        self.category == Category::Lvalue
    }
}

impl<'a> Analyzer<'a> {
    #[inline]
    pub(crate) fn push(&mut self, kind: ExprKind, ty: TypeId, span: Span) -> ExprId {
        self.body.exprs.push(Expr { kind, ty, span })
    }

    /// A new value.
    #[inline]
    pub(crate) fn make(&mut self, kind: ExprKind, ty: TypeId, span: Span) -> Operand {
        Operand::rvalue(self.push(kind, ty, span), ty)
    }

    pub(crate) fn unsupported(&mut self, what: &'static str, ty: TypeId, span: Span) -> Operand {
        self.make(ExprKind::Unsupported(what), ty, span)
    }

    /// Stands for an expression in which an error was reported.
    pub(crate) fn poison(&mut self, span: Span) -> Operand {
        self.make(ExprKind::Int(0), ids::ERROR, span)
    }

    pub(crate) fn span_of(&self, op: Operand) -> Span {
        self.body.exprs[op.id].span
    }

    pub(crate) fn new_opaque(&mut self) -> OpaqueId {
        let id = OpaqueId::from_raw(self.body.opaques);
        self.body.opaques += 1;
        id
    }

    /// An expression of which only the type matters.
    pub(crate) fn unevaluated_expr(&mut self, id: ast::ExprId) -> Operand {
        let mark = self.expr_mark();
        self.unevaluated += 1;
        let operand = self.expr(id);
        self.unevaluated -= 1;
        if operand.category == Category::Rvalue {
            // The type is all that remains; a fresh node keeps the id valid.
            self.expr_release(mark);
            let span = self.ast.exprs[id].span;
            let fresh = self.push(ExprKind::Unsupported("operand that is not evaluated"), operand.ty, span);
            return Operand { id: fresh, ..operand };
        }
        operand
    }

    /// An expression converted to a value.
    pub(crate) fn value(&mut self, id: ast::ExprId) -> Operand {
        let operand = self.expr(id);
        self.rvalue(operand)
    }

    /// Analyses an expression. Chains of left-associative operators, however long, are walked without recursion.
    pub(crate) fn expr(&mut self, id: ast::ExprId) -> Operand {
        let ast = self.ast;
        let base = self.spine.len();
        let mut current = id;
        loop {
            current = match &ast.exprs[current].kind {
                ast::ExprKind::Binary(_, left, _)
                | ast::ExprKind::Comma(left, _)
                | ast::ExprKind::Index(left, _) => {
                    self.spine.push(current);
                    *left
                }
                ast::ExprKind::Member { base, .. } => {
                    self.spine.push(current);
                    *base
                }
                ast::ExprKind::Unary(
                    UnaryOp::PostIncrement | UnaryOp::PostDecrement | UnaryOp::Extension,
                    operand,
                ) => {
                    self.spine.push(current);
                    *operand
                }
                ast::ExprKind::Call { callee, .. }
                    if !matches!(ast.exprs[*callee].kind, ast::ExprKind::Ident(_)) =>
                {
                    self.spine.push(current);
                    *callee
                }
                _ => break,
            };
        }
        let mut operand = self.leaf_expr(current);
        while self.spine.len() > base {
            let Some(parent) = self.spine.pop() else { break };
            operand = self.combine(parent, operand);
        }
        operand
    }

    /// The node of a left spine, whose left operand has been analysed.
    fn combine(&mut self, id: ast::ExprId, left: Operand) -> Operand {
        let ast = self.ast;
        let span = ast.exprs[id].span;
        match &ast.exprs[id].kind {
            ast::ExprKind::Binary(op, _, right) => self.binary_expr(*op, left, *right, span),
            ast::ExprKind::Comma(_, right) => {
                let left = self.discard(left);
                let right = self.value(*right);
                let mut result = self.make(ExprKind::Comma(left.id, right.id), right.ty, span);
                result.bits = right.bits;
                result
            }
            ast::ExprKind::Index(_, index) => self.index_expr(left, *index, span),
            ast::ExprKind::Member { name, name_span, arrow, .. } => {
                self.member_expr(left, *name, *name_span, *arrow, span)
            }
            ast::ExprKind::Unary(op @ (UnaryOp::PostIncrement | UnaryOp::PostDecrement), _) => {
                self.increment(*op, left, span)
            }
            ast::ExprKind::Call { args, .. } => self.call_operand(left, args, span),
            _ => left,
        }
    }

    /// Every other kind of expression.
    fn leaf_expr(&mut self, id: ast::ExprId) -> Operand {
        let ast = self.ast;
        let span = ast.exprs[id].span;
        match &ast.exprs[id].kind {
            ast::ExprKind::Ident(name) => self.identifier(*name, span),
            ast::ExprKind::Int(literal) => self.int_literal(literal, span),
            ast::ExprKind::Float { suffix, exact: false, imaginary: false, .. } => {
                self.inexact_literal(*suffix, span)
            }
            ast::ExprKind::Float { value, suffix, imaginary, .. } => {
                self.float_literal(*value, *suffix, *imaginary, span)
            }
            ast::ExprKind::Char { value, encoding } => self.char_literal(*value, *encoding, span),
            ast::ExprKind::String(string) => self.string_expr(*string, span),
            ast::ExprKind::Unary(op, operand) => self.unary_expr(*op, *operand, span),
            ast::ExprKind::Assign(None, target, value) => self.assign_expr(*target, *value, span),
            ast::ExprKind::Assign(Some(op), target, value) => {
                self.compound_assign(*op, *target, *value, span)
            }
            ast::ExprKind::Cond { cond, then, otherwise } => self.cond_expr(*cond, *then, *otherwise, span),
            ast::ExprKind::Cast(ty, operand) => self.cast_expr(*ty, *operand, span),
            ast::ExprKind::Call { callee, args } => match ast.exprs[*callee].kind {
                ast::ExprKind::Ident(name) => self.call_by_name(name, ast.exprs[*callee].span, args, span),
                _ => {
                    let callee = self.expr(*callee);
                    self.call_operand(callee, args, span)
                }
            },
            ast::ExprKind::CompoundLiteral { ty, init } => self.compound_literal(*ty, *init, span),
            ast::ExprKind::SizeofExpr(operand) => self.sizeof_expr(*operand, span),
            ast::ExprKind::SizeofType(ty) => self.sizeof_type_name(*ty, span),
            ast::ExprKind::AlignofExpr(operand) => self.alignof_expr(*operand, span),
            ast::ExprKind::AlignofType(ty) => self.alignof_type_name(*ty, false, span),
            ast::ExprKind::PreferredAlignofType(ty) => self.alignof_type_name(*ty, true, span),
            ast::ExprKind::Generic { control, arms } => self.generic_expr(*control, arms, span),
            ast::ExprKind::StmtExpr(block) => self.statement_expr(*block, span),
            ast::ExprKind::LabelAddr(label) => self.label_address(*label, span),
            ast::ExprKind::VaArg(list, ty) => self.va_arg_expr(*list, *ty, span),
            ast::ExprKind::Offsetof(ty, path) => self.offsetof_expr(*ty, path, span),
            ast::ExprKind::TypesCompatible(a, b) => self.types_compatible_expr(*a, *b, span),
            ast::ExprKind::ChooseExpr(cond, then, otherwise) => {
                self.choose_expr(*cond, *then, *otherwise, span)
            }
            ast::ExprKind::UnsupportedBuiltin(_) => {
                self.unsupported("built-in function that takes a type", ids::INT, span)
            }
            ast::ExprKind::Error => self.poison(span),
            ast::ExprKind::Binary(..)
            | ast::ExprKind::Comma(..)
            | ast::ExprKind::Index(..)
            | ast::ExprKind::Member { .. } => self.expr(id),
        }
    }

    /// An expression evaluated for its effects. Stored values are still read, because reading may be undefined;
    /// naming a whole array or record reads nothing worth the name.
    pub(crate) fn discard(&mut self, op: Operand) -> Operand {
        if op.is_lvalue()
            && matches!(self.body.exprs[op.id].kind, ExprKind::Var(_) | ExprKind::Object(_))
            && !self.types.arena.is_scalar(op.ty)
            && op.ty != ids::ERROR
        {
            let span = self.span_of(op);
            return self.make(ExprKind::Int(0), ids::INT, span);
        }
        self.rvalue(op)
    }

    /// Types written inside an expression may contain variable-length arrays, whose sizes are computed in place, before
    /// the rest of the expression.
    pub(crate) fn with_vla_sizes(&mut self, mark: usize, result: Operand, span: Span) -> Operand {
        if let Some(what) = self.pending_unsupported.take() {
            self.pending_vlas.truncate(mark);
            let id = self.push(ExprKind::Unsupported(what), result.ty, span);
            return Operand { id, ..result };
        }
        if self.pending_vlas.len() <= mark {
            return result;
        }
        let vlas: Vec<VlaId> = self.pending_vlas.split_off(mark);
        let mut stmts = Vec::with_capacity(vlas.len());
        for vla in vlas {
            stmts.push(self.push_stmt(StmtKind::VlaSize(vla), span));
        }
        let block = self.push_stmt(StmtKind::Block(stmts), span);
        if result.is_lvalue() {
            // `*({ sizes; &lvalue; })` keeps it an lvalue.
            let qualified = QualType { ty: result.ty, quals: result.quals };
            let pointer = self.types.pointer_to(qualified);
            self.mark_address_taken(result.id);
            let address = self.push(ExprKind::AddressOf(result.id), pointer, span);
            let outer = self.push(ExprKind::StmtExpr { block, result: Some(address) }, pointer, span);
            let id = self.push(ExprKind::Deref(outer), result.ty, span);
            return Operand { id, ..result };
        }
        self.make(ExprKind::StmtExpr { block, result: Some(result.id) }, result.ty, span)
    }
}
