//! Statements.

use crate::analyzer::{Analyzer, SwitchState};
use crate::convert::AssignTo;
use crate::expr::Operand;
use crate::intern::ids;
use crate::typed::{Case, Label, LabelId, Stmt, StmtId, StmtKind};
use crate::types::TypeKind;
use base::{Idx, Span, Symbol};
use csyntax::ast;

/// A label in front of a statement.
enum Prefix {
    Case(u32),
    Default,
    Label(LabelId),
}

impl<'a> Analyzer<'a> {
    #[inline]
    pub(crate) fn push_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.body.stmts.push(Stmt { kind, span })
    }

    fn emit_stmt(&mut self, kind: StmtKind, span: Span) {
        let stmt = self.push_stmt(kind, span);
        self.stmts.push(stmt);
    }

    /// One statement, as the branch of an `if` or the body of a loop.
    fn stmt(&mut self, id: ast::StmtId) -> StmtId {
        let span = self.ast.stmts[id].span;
        let mark = self.stmts.len();
        self.stmt_into(id);
        self.collect_stmt(mark, span)
    }

    /// What was emitted since the mark, as one statement.
    fn collect_stmt(&mut self, mark: usize, span: Span) -> StmtId {
        match self.stmts.len() - mark {
            0 => self.push_stmt(StmtKind::Empty, span),
            1 if !self.declares(self.stmts[mark]) => self.stmts.pop().unwrap_or_else(|| StmtId::new(0)),
            _ => {
                let stmts = self.stmts.split_off(mark);
                self.push_stmt(StmtKind::Block(stmts), span)
            }
        }
    }

    fn declares(&self, stmt: StmtId) -> bool {
        matches!(self.body.stmts[stmt].kind, StmtKind::Declare { .. })
    }

    /// Analyses a statement; what it becomes is added to the block under construction.
    pub(crate) fn stmt_into(&mut self, id: ast::StmtId) {
        let ast = self.ast;
        let span = ast.stmts[id].span;
        match &ast.stmts[id].kind {
            ast::StmtKind::Compound(stmts) => {
                let block = self.block(stmts, span);
                self.stmts.push(block);
            }
            ast::StmtKind::Expr(expr) => {
                let operand = self.expr(*expr);
                let operand = self.discard(operand);
                self.emit_stmt(StmtKind::Expr(operand.id), span);
            }
            ast::StmtKind::Empty | ast::StmtKind::Error => {}
            ast::StmtKind::Decl(decl) => self.block_declaration(*decl),
            ast::StmtKind::If { .. } => {
                self.scopes.enter();
                self.if_chain(id);
                self.scopes.leave();
            }
            ast::StmtKind::While { cond, body } => {
                // Selections and loops are scopes: a tag declared in their condition is gone after them.
                self.scopes.enter();
                let cond = self.condition_expr(*cond);
                let body = self.loop_body(*body);
                self.scopes.leave();
                self.emit_stmt(StmtKind::While { cond: cond.id, body }, span);
            }
            ast::StmtKind::DoWhile { body, cond } => {
                self.scopes.enter();
                let body = self.loop_body(*body);
                let cond = self.condition_expr(*cond);
                self.scopes.leave();
                self.emit_stmt(StmtKind::DoWhile { body, cond: cond.id }, span);
            }
            ast::StmtKind::For { init, cond, step, body } => self.for_stmt(*init, *cond, *step, *body, span),
            ast::StmtKind::Switch { value, body } => {
                self.scopes.enter();
                self.switch_stmt(*value, *body, span);
                self.scopes.leave();
            }
            ast::StmtKind::Case { .. } | ast::StmtKind::Default { .. } | ast::StmtKind::Label { .. } => {
                self.labelled_stmt(id);
            }
            ast::StmtKind::LocalLabels(names) => {
                for &name in names {
                    let label = self.new_label(name, span);
                    if let Some(func) = &mut self.func {
                        func.local_labels.push((name, label));
                    }
                }
            }
            ast::StmtKind::Goto(name, name_span) => {
                let label = self.label_reference(*name, *name_span);
                self.emit_stmt(StmtKind::Goto(label), span);
            }
            ast::StmtKind::GotoIndirect(target) => {
                let target = self.value(*target);
                let target = self.assign_convert(target, ids::CONST_VOID_PTR, AssignTo::Assignment, span);
                self.emit_stmt(StmtKind::GotoIndirect(target.id), span);
            }
            ast::StmtKind::Break => {
                if self.func.as_ref().is_some_and(|f| f.breakable == 0) {
                    return self.error(span, "'break' outside of a loop or 'switch'");
                }
                self.emit_stmt(StmtKind::Break, span);
            }
            ast::StmtKind::Continue => {
                if self.func.as_ref().is_some_and(|f| f.loops == 0) {
                    return self.error(span, "'continue' outside of a loop");
                }
                self.emit_stmt(StmtKind::Continue, span);
            }
            ast::StmtKind::Return(value) => self.return_stmt(*value, span),
            ast::StmtKind::Asm(asm) => self.asm_stmt(*asm, span),
        }
    }

    fn block(&mut self, stmts: &'a [ast::StmtId], span: Span) -> StmtId {
        let mark = self.stmts.len();
        let labels = self.enter_block();
        for &stmt in stmts {
            self.stmt_into(stmt);
        }
        self.leave_block(labels);
        let stmts = self.stmts.split_off(mark);
        self.push_stmt(StmtKind::Block(stmts), span)
    }

    fn enter_block(&mut self) -> usize {
        self.scopes.enter();
        self.func.as_ref().map_or(0, |f| f.local_labels.len())
    }

    fn leave_block(&mut self, labels: usize) {
        self.scopes.leave();
        if let Some(func) = &mut self.func {
            func.local_labels.truncate(labels);
        }
    }

    fn condition_expr(&mut self, expr: ast::ExprId) -> Operand {
        let operand = self.expr(expr);
        self.condition(operand)
    }

    fn loop_body(&mut self, body: ast::StmtId) -> StmtId {
        if let Some(func) = &mut self.func {
            func.breakable += 1;
            func.loops += 1;
        }
        let body = self.stmt(body);
        if let Some(func) = &mut self.func {
            func.breakable -= 1;
            func.loops -= 1;
        }
        body
    }

    /// `if ... else if ... else`, however long, without recursion.
    fn if_chain(&mut self, id: ast::StmtId) {
        let ast = self.ast;
        let mut links = Vec::new();
        let mut next = Some(id);
        let mut last = None;
        while let Some(id) = next {
            match &ast.stmts[id].kind {
                ast::StmtKind::If { cond, then, otherwise } => {
                    let cond = self.condition_expr(*cond);
                    let then = self.stmt(*then);
                    links.push((cond.id, then, ast.stmts[id].span));
                    next = *otherwise;
                }
                _ => {
                    last = Some(self.stmt(id));
                    next = None;
                }
            }
        }
        for (cond, then, span) in links.into_iter().rev() {
            last = Some(self.push_stmt(StmtKind::If { cond, then, otherwise: last }, span));
        }
        self.stmts.extend(last);
    }

    fn for_stmt(
        &mut self,
        init: ast::StmtId,
        cond: Option<ast::ExprId>,
        step: Option<ast::ExprId>,
        body: ast::StmtId,
        span: Span,
    ) {
        let labels = self.enter_block();
        let mark = self.stmts.len();
        self.stmt_into(init);
        let cond = cond.map(|cond| self.condition_expr(cond).id);
        let step = step.map(|step| {
            let operand = self.expr(step);
            self.discard(operand).id
        });
        let body = self.loop_body(body);
        self.leave_block(labels);
        if self.stmts.len() - mark <= 1 {
            let init = if self.stmts.len() > mark { self.stmts.pop() } else { None };
            self.emit_stmt(StmtKind::For { init, cond, step, body }, span);
            return;
        }
        // Several declarations: a block around the loop is their scope.
        self.emit_stmt(StmtKind::For { init: None, cond, step, body }, span);
        let stmts = self.stmts.split_off(mark);
        self.emit_stmt(StmtKind::Block(stmts), span);
    }

    // ----- switch -----

    fn switch_stmt(&mut self, value: ast::ExprId, body: ast::StmtId, span: Span) {
        let value = self.value(value);
        let value = match self.types.kind(value.ty) {
            TypeKind::Int(_) | TypeKind::Bool | TypeKind::Enum(_) => self.promote(value),
            TypeKind::Error => value,
            _ => {
                let message = format!("'switch' needs an integer, not '{}'", self.type_text(value.ty));
                let span = self.span_of(value);
                self.error(span, message);
                self.poison(span)
            }
        };
        if let Some(func) = &mut self.func {
            func.breakable += 1;
            func.switches.push(SwitchState { ty: value.ty, cases: Vec::new(), next_index: 0, default: None });
        }
        let body = self.stmt(body);
        let state = self.func.as_mut().and_then(|func| {
            func.breakable -= 1;
            func.switches.pop()
        });
        let Some(mut state) = state else { return };
        state.cases.sort_by_key(|(case, _)| case.low);
        for index in 1..state.cases.len() {
            let ((before, before_span), (case, case_span)) = (state.cases[index - 1], state.cases[index]);
            if case.low <= before.high {
                let (first, second) = if before.index < case.index {
                    (before_span, case_span)
                } else {
                    (case_span, before_span)
                };
                self.error_with_notes(
                    second,
                    "duplicate case value",
                    vec![(first, "previously used here".to_string())],
                );
            }
        }
        let cases = state.cases.into_iter().map(|(case, _)| case).collect();
        let has_default = state.default.is_some();
        self.emit_stmt(StmtKind::Switch { value: value.id, cases, has_default, body }, span);
    }

    fn case_value(&mut self, expr: ast::ExprId, ty: crate::types::TypeId) -> Option<i128> {
        let mark = self.expr_mark();
        let operand = self.value(expr);
        let value = self.required_int(operand, "case label");
        self.expr_release(mark);
        let value = value?;
        match self.types.arena.int_kind(ty) {
            Some(kind) => Some(kind.wrap(value, self.model())),
            None => Some(value),
        }
    }

    fn case_label(&mut self, low: ast::ExprId, high: Option<ast::ExprId>, span: Span) -> Option<Prefix> {
        let Some(ty) = self.func.as_ref().and_then(|f| f.switches.last()).map(|s| s.ty) else {
            self.error(span, "'case' outside of a 'switch'");
            return None;
        };
        let low = self.case_value(low, ty)?;
        let high = match high {
            Some(high) => self.case_value(high, ty)?,
            None => low,
        };
        if high < low {
            self.warning(span, "empty range of case values");
            return None;
        }
        let state = self.func.as_mut().and_then(|f| f.switches.last_mut())?;
        let index = state.next_index;
        state.next_index += 1;
        state.cases.push((Case { low, high, index }, span));
        Some(Prefix::Case(index))
    }

    fn default_label(&mut self, span: Span) -> Option<Prefix> {
        let Some(state) = self.func.as_mut().and_then(|f| f.switches.last_mut()) else {
            self.error(span, "'default' outside of a 'switch'");
            return None;
        };
        if let Some(previous) = state.default {
            self.error_with_notes(
                span,
                "several 'default' labels",
                vec![(previous, "the first one is here".to_string())],
            );
            return None;
        }
        state.default = Some(span);
        Some(Prefix::Default)
    }

    // ----- Labels -----

    fn new_label(&mut self, name: Symbol, span: Span) -> LabelId {
        if let Some(func) = &mut self.func {
            func.defined_labels.push(false);
        }
        self.body.labels.push(Label { name, address_taken: false, span })
    }

    /// The label of that name, which may be defined later.
    pub(crate) fn label_reference(&mut self, name: Symbol, span: Span) -> LabelId {
        let found = self.func.as_ref().and_then(|func| {
            let local = func.local_labels.iter().rev().find(|(n, _)| *n == name).map(|&(_, label)| label);
            local.or_else(|| func.labels.get(&name).copied())
        });
        if let Some(label) = found {
            return label;
        }
        let label = self.new_label(name, span);
        if let Some(func) = &mut self.func {
            func.labels.insert(name, label);
        }
        label
    }

    fn define_label(&mut self, name: Symbol, span: Span) -> Option<Prefix> {
        let label = self.label_reference(name, span);
        let func = self.func.as_mut()?;
        if std::mem::replace(&mut func.defined_labels[label.index()], true) {
            let previous = self.body.labels[label].span;
            let message = format!("duplicate label '{}'", self.name(name));
            self.error_with_notes(span, message, vec![(previous, "previous definition is here".to_string())]);
            return None;
        }
        self.body.labels[label].span = span;
        Some(Prefix::Label(label))
    }

    /// Any number of labels, then a statement (or, as gcc allows, a declaration or nothing).
    fn labelled_stmt(&mut self, id: ast::StmtId) {
        let mark = self.stmts.len();
        let (prefixes, body) = self.prefixes(id);
        self.stmt_into(body);
        self.attach_prefixes(prefixes, mark, self.ast.stmts[body].span);
    }

    fn prefixes(&mut self, mut id: ast::StmtId) -> (Vec<(Prefix, Span)>, ast::StmtId) {
        let ast = self.ast;
        let mut prefixes = Vec::new();
        loop {
            let span = ast.stmts[id].span;
            let (prefix, body) = match &ast.stmts[id].kind {
                ast::StmtKind::Case { low, high, body } => {
                    let mut label = ast.exprs[*low].span;
                    label = label.to(high.map_or(label, |high| ast.exprs[high].span));
                    (self.case_label(*low, *high, label), *body)
                }
                ast::StmtKind::Default { body } => {
                    (self.default_label(Span::new(span.lo, span.lo.saturating_add(7).min(span.hi))), *body)
                }
                ast::StmtKind::Label { name, name_span, body, .. } => {
                    (self.define_label(*name, *name_span), *body)
                }
                _ => return (prefixes, id),
            };
            prefixes.extend(prefix.map(|prefix| (prefix, span)));
            id = body;
        }
    }

    /// Puts labels in front of what was emitted since the mark.
    fn attach_prefixes(&mut self, prefixes: Vec<(Prefix, Span)>, mark: usize, span: Span) {
        if prefixes.is_empty() {
            return;
        }
        let single = self.stmts.len() == mark + 1 && !self.declares(self.stmts[mark]);
        let mut stmt = match (single, self.stmts.last()) {
            (true, Some(&only)) => {
                self.stmts.pop();
                only
            }
            // Declarations belong to the enclosing block: the labels stand before them.
            _ => self.push_stmt(StmtKind::Empty, span),
        };
        for (prefix, span) in prefixes.into_iter().rev() {
            let kind = match prefix {
                Prefix::Case(index) => StmtKind::CaseLabel { index, body: stmt },
                Prefix::Default => StmtKind::DefaultLabel { body: stmt },
                Prefix::Label(label) => StmtKind::Label { label, body: stmt },
            };
            stmt = self.push_stmt(kind, span);
        }
        self.stmts.insert(mark, stmt);
    }

    // ----- return, asm -----

    fn return_stmt(&mut self, value: Option<ast::ExprId>, span: Span) {
        let ret = self.func.as_ref().map_or(ids::ERROR, |f| f.ret);
        let Some(value) = value else {
            return self.emit_stmt(StmtKind::Return(None), span);
        };
        if ret == ids::VOID {
            let operand = self.expr(value);
            let operand = self.discard(operand);
            self.emit_stmt(StmtKind::Expr(operand.id), span);
            return self.emit_stmt(StmtKind::Return(None), span);
        }
        let value_span = self.ast.exprs[value].span;
        let operand = self.expr(value);
        let operand = self.assign_convert(operand, ret, AssignTo::Return, value_span);
        self.emit_stmt(StmtKind::Return(Some(operand.id)), span);
    }

    fn asm_stmt(&mut self, id: ast::AsmId, span: Span) {
        let ast = self.ast;
        let asm = &ast.asms[id];
        let template_empty = match &ast.strings[asm.template].units {
            ast::StringUnits::Bytes(bytes) => bytes.iter().all(u8::is_ascii_whitespace),
            ast::StringUnits::Wide(_) => false,
        };
        if !template_empty || asm.goto {
            return self.emit_stmt(StmtKind::Unsupported("inline assembly"), span);
        }
        // An empty template does nothing but move its operands: `"+r"(x)` keeps x, `"=r"(x) : "0"(y)` sets x to y.
        for (number, output) in asm.outputs.iter().enumerate() {
            let constraint = self.constraint(output.constraint);
            if constraint.contains('+') {
                continue;
            }
            let digits = number.to_string();
            let input = asm.inputs.iter().find(|i| self.constraint(i.constraint).trim() == digits);
            match input {
                Some(input) => {
                    let assigned = self.assign_expr(output.expr, input.expr, span);
                    self.emit_stmt(StmtKind::Expr(assigned.id), span);
                }
                None => return self.emit_stmt(StmtKind::Unsupported("inline assembly"), span),
            }
        }
    }

    fn constraint(&self, id: ast::StringId) -> String {
        match &self.ast.strings[id].units {
            ast::StringUnits::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            ast::StringUnits::Wide(_) => String::new(),
        }
    }

    // ----- Statement expressions -----

    /// The block of `({ ... })` without its last expression, and the value of that expression.
    pub(crate) fn statement_expr_block(&mut self, id: ast::StmtId) -> (StmtId, Option<Operand>) {
        let ast = self.ast;
        let span = ast.stmts[id].span;
        let stmts: &'a [ast::StmtId] = match &ast.stmts[id].kind {
            ast::StmtKind::Compound(stmts) => stmts,
            _ => &[],
        };
        let mark = self.stmts.len();
        let labels = self.enter_block();
        let mut result = None;
        if let Some((&last, before)) = stmts.split_last() {
            for &stmt in before {
                self.stmt_into(stmt);
            }
            let label_mark = self.stmts.len();
            let (prefixes, body) = self.prefixes(last);
            match &ast.stmts[body].kind {
                ast::StmtKind::Expr(expr) => {
                    self.attach_prefixes(prefixes, label_mark, ast.stmts[body].span);
                    let value = self.value(*expr);
                    if value.ty == ids::VOID {
                        self.emit_stmt(StmtKind::Expr(value.id), ast.stmts[body].span);
                    } else {
                        result = Some(value);
                    }
                }
                _ => {
                    self.stmt_into(body);
                    self.attach_prefixes(prefixes, label_mark, ast.stmts[body].span);
                }
            }
        }
        self.leave_block(labels);
        let stmts = self.stmts.split_off(mark);
        (self.push_stmt(StmtKind::Block(stmts), span), result)
    }
}
