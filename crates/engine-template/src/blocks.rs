//! Invariants of memory in words: where the pointers of a loop lead, and what every block of an allocation site holds ([2LS-heap] §I).
//!
//! A row speaks of the end of a round. What is told holds when control comes to the loop for the first time as well: further targets
//! and numbers are asked of the solver until there are none, and what takes too many questions is left out.

use crate::proof::Proof;
use crate::template::{Kind, Part, Template, What};
use base::{FxHashMap, Idx, Span, Symbol};
use ir::{Program, TypeId, TypeKind};
use smt::{Bv, Limits, Model, SatResult, TermId, Terms};
use ssa::{CutLoop, Formula, LoopVariable, NO_OBJECT, ObjectId, ObjectName, Value};
use std::collections::BTreeSet;
use templates::RowValue;
use verdict::blocks::{Blocks, CellContent, Content, PathContent, PathEnd, SiteContent, Target};

/// Targets of a pointer that are told.
const MOST_TARGETS: usize = 6;
/// Numbers that a bound grows by where a loop begins.
const MOST_NUMBERS: usize = 6;

pub(crate) struct Teller<'a> {
    program: &'a Program,
    formula: &'a Formula,
    /// The type of the blocks of a site, by the pointers that lead there.
    types: FxHashMap<Span, TypeId>,
    limits: &'a Limits,
}

impl<'a> Teller<'a> {
    pub(crate) fn new(
        program: &'a Program,
        formula: &'a Formula,
        proof: &Proof,
        limits: &'a Limits,
    ) -> Teller<'a> {
        let mut teller = Teller { program, formula, types: FxHashMap::default(), limits };
        for ((cut, rows), invariant) in formula.loops.iter().zip(&proof.rows).zip(&proof.invariants) {
            for part in &invariant.parts {
                for (template, value) in rows.iter().zip(&part.values) {
                    if let Some((variable, targets)) = pointer_row(template, value) {
                        teller.note_type(cut, &cut.variables[variable], targets);
                    }
                }
            }
        }
        teller
    }

    fn note_type(&mut self, cut: &CutLoop, variable: &LoopVariable, targets: &BTreeSet<u128>) {
        let Some((_, register)) = variable.register else { return };
        let Some(body) = self.program.functions[cut.func].body() else { return };
        let local = &body.locals[ir::LocalId::new(register)];
        let TypeKind::Pointer(pointee) = self.program.types[local.ty].kind else { return };
        if matches!(self.program.types[pointee].kind, TypeKind::Record(_)) {
            for &target in targets {
                if let Some(site) = self.site(target as ObjectId) {
                    self.types.entry(site).or_insert(pointee);
                }
            }
        }
    }

    /// Where a heap object is allocated, if only one call of the formula allocates there.
    fn site(&self, id: ObjectId) -> Option<Span> {
        let span = |name: &ObjectName| match *name {
            ObjectName::Site(context, block) => {
                let (_, _, func) = *self.formula.contexts.get(context as usize)?.last()?;
                let body = self.program.functions[func].body()?;
                Some(body.blocks[block].terminator.span)
            }
            _ => None,
        };
        let own = match self.formula.objects.get(usize::from(id))? {
            ObjectName::Others(witness) => span(self.formula.objects.get(usize::from(*witness))?)?,
            name => span(name)?,
        };
        let here = self.formula.objects.iter().filter(|name| span(name) == Some(own));
        (here.count() == 1).then_some(own)
    }

    fn target(&self, id: ObjectId) -> Option<Target> {
        if id == NO_OBJECT {
            return Some(Target::Null);
        }
        match *self.formula.objects.get(usize::from(id))? {
            ObjectName::Global(global) => Some(Target::Variable(self.program.globals[global].name)),
            ObjectName::Local(context, local) => {
                let (_, _, func) = *self.formula.contexts.get(context as usize)?.last()?;
                self.program.functions[func].body()?.locals[local].name.map(Target::Variable)
            }
            _ => self.site(id).map(Target::Block),
        }
    }

    /// What is known of memory at a loop's head.
    pub(crate) fn at_head(
        &self,
        terms: &mut Terms,
        cut: &CutLoop,
        rows: &[Template],
        values: &[RowValue],
        proof: &mut Proof,
    ) -> Blocks {
        let mut blocks = Blocks::default();
        let mut numbers: BTreeSet<usize> = BTreeSet::new();
        let mut cells: Vec<(ObjectId, CellContent)> = Vec::new();
        for (template, value) in rows.iter().zip(values) {
            if let Some((index, seen)) = pointer_row(template, value) {
                let variable = &cut.variables[index];
                let Some(targets) = self.targets(terms, cut, variable, seen, proof) else { continue };
                if variable.cell != variable.own_cell() {
                    continue;
                }
                match (variable.cell, variable.symbol) {
                    (None, Some(name)) | (Some(_), Some(name)) => blocks.pointers.push((name, targets)),
                    (Some((id, offset)), None) => {
                        let name = self.member(id, offset);
                        cells.push((id, CellContent { offset, name, what: Content::Pointer(targets) }));
                    }
                    (None, None) => {}
                }
            } else if let [(_, Part { variable, what: What::Number })] = template.sum[..]
                && cut.variables[variable].cell.is_some()
                && numbers.insert(variable)
            {
                let of = &cut.variables[variable];
                let Some((id, offset)) = of.own_cell().filter(|_| of.symbol.is_none()) else {
                    continue;
                };
                let bounds = bounds(variable, rows, values);
                if let Some(what) = self.range(terms, cut, of, bounds, proof) {
                    let name = self.member(id, offset);
                    cells.push((id, CellContent { offset, name, what }));
                }
            }
        }
        // What was written before the loop and stays as it is.
        for object in &cut.heap {
            let is_told =
                |offset: u64| cells.iter().any(|(id, cell)| *id == object.object && cell.offset == offset);
            let mut constant = Vec::new();
            for (offset, value) in &object.cells {
                let Value::Number(number) = value else { continue };
                let Some(number) = terms.constant(*number).and_then(Bv::to_i128) else { continue };
                let is_alone = cut.witnesses.iter().all(|witness| witness.object != object.object);
                if is_alone && !is_told(*offset) {
                    let (offset, name) = (*offset, self.member(object.object, *offset));
                    let what = Content::Number(Some(number), Some(number));
                    constant.push((object.object, CellContent { offset, name, what }));
                }
            }
            cells.extend(constant);
        }
        // Padding has no name.
        cells.retain(|(id, cell)| cell.name.is_some() || self.record(*id).is_none());
        cells.sort_by_key(|(id, cell)| (*id, cell.offset));
        blocks.paths = self.closure(&cells);
        blocks.paths.extend(self.paths(terms, cut, rows, values, proof));
        for of_site in cells.chunk_by(|a, b| a.0 == b.0) {
            if let Some(site) = self.site(of_site[0].0) {
                let cells = of_site.iter().map(|(_, cell)| cell.clone()).collect();
                blocks.sites.push(SiteContent { site, cells });
            }
        }
        blocks
    }

    /// What is known of memory where a function returns that is called by summary.
    pub(crate) fn at_return(
        &self,
        terms: &mut Terms,
        cut: &CutLoop,
        rows: &[Template],
        values: &[RowValue],
        proof: &mut Proof,
    ) -> Blocks {
        let cut = &CutLoop { guard: cut.end, ..cut.clone() };
        let mut blocks = self.at_head(terms, cut, rows, values, proof);
        let Some(body) = self.program.functions[cut.func].body() else { return blocks };
        for parameter in &cut.variables {
            let (Some((_, index)), Value::Pointer { object, .. }) = (parameter.register, parameter.head)
            else {
                continue;
            };
            let Some(local) = body.locals.get(ir::LocalId::new(index)) else { continue };
            let (Some(name), TypeKind::Pointer(pointee)) = (local.name, &self.program.types[local.ty].kind)
            else {
                continue;
            };
            let target = terms.constant(object).and_then(Bv::to_u64);
            for (i, variable) in cut.variables.iter().enumerate().filter(|(_, variable)| variable.changes) {
                let Some((id, offset)) = variable.own_cell().filter(|(id, _)| Some(u64::from(*id)) == target)
                else {
                    continue;
                };
                if self.site(id).is_some() {
                    continue;
                }
                if let Some(what) = self.range(terms, cut, variable, bounds(i, rows, values), proof) {
                    let member = match &self.program.types[*pointee].kind {
                        TypeKind::Record(record) => record.fields.iter().find(|f| f.offset == offset),
                        _ => None,
                    };
                    let name_of_member = member.and_then(|field| field.name);
                    blocks.reached.push((name, CellContent { offset, name: name_of_member, what }));
                }
            }
        }
        blocks
    }

    /// The paths from the blocks of a site over one member ([2LS-shape] §3.2), closed as by (15) there: every path from one of them goes
    /// through blocks of the sites that are listed, and ends in one of the destinations if it ends.
    fn closure(&self, cells: &[(ObjectId, CellContent)]) -> Vec<PathContent> {
        let targets = |site: Span, at: u64| {
            cells.iter().find_map(|(id, cell)| match &cell.what {
                Content::Pointer(targets) if cell.offset == at && self.site(*id) == Some(site) => {
                    Some(targets.clone())
                }
                _ => None,
            })
        };
        let mut paths = Vec::new();
        for (id, cell) in cells {
            let (Content::Pointer(_), Some(site)) = (&cell.what, self.site(*id)) else { continue };
            let (mut through, mut ends) = (BTreeSet::new(), BTreeSet::new());
            let mut open = vec![site];
            let mut seen = BTreeSet::new();
            while let Some(next) = open.pop() {
                if !seen.insert(next) {
                    continue;
                }
                match targets(next, cell.offset) {
                    Some(targets) => {
                        for target in targets {
                            match target {
                                Target::Block(site) => open.push(site),
                                end => {
                                    ends.insert(end);
                                }
                            }
                        }
                        through.insert(next);
                    }
                    // Where it leads from there is not known.
                    None => {
                        ends.insert(Target::Block(next));
                    }
                }
            }
            let what =
                PathEnd::Within { through: through.into_iter().collect(), ends: ends.into_iter().collect() };
            let from = Target::Block(site);
            paths.push(PathContent { offset: cell.offset, name: cell.name, from, what });
        }
        paths
    }

    /// The paths that there are whenever control is at the head.
    fn paths(
        &self,
        terms: &mut Terms,
        cut: &CutLoop,
        rows: &[Template],
        values: &[RowValue],
        proof: &mut Proof,
    ) -> Vec<PathContent> {
        let mut paths = Vec::new();
        for (template, value) in rows.iter().zip(values) {
            let [(1, Part { variable, .. })] = template.sum[..] else { continue };
            let variable = &cut.variables[variable];
            let (Some(path), Value::Number(head)) = (variable.path, variable.head) else { continue };
            let (Some(from), Some(to)) = (self.path_end(cut, path.from), self.path_end(cut, path.to)) else {
                continue;
            };
            if !matches!(value, RowValue::OneOf(seen) if seen.len() == 1 && seen.contains(&1)) || from == to {
                continue;
            }
            let mut question = vec![cut.guard];
            for end in [path.from, path.to] {
                if let ssa::PathEnd::Object(id) = end {
                    question.extend(cut.heap.iter().filter(|heap| heap.object == id).map(|heap| heap.live));
                }
            }
            let zero = terms.bv_const(terms.width(head), 0);
            question.push(terms.eq(head, zero));
            if ask(terms, proof, &question, self.limits).is_some_and(|model| model.is_none()) {
                let of = |id: &ObjectId| self.member(*id, path.link);
                let name = cut.witnesses.iter().find_map(|witness| of(&witness.object));
                let what = PathEnd::Comes(to);
                paths.push(PathContent { offset: path.link, name, from, what });
            }
        }
        paths
    }

    fn path_end(&self, cut: &CutLoop, end: ssa::PathEnd) -> Option<Target> {
        match end {
            ssa::PathEnd::Null => Some(Target::Null),
            ssa::PathEnd::Object(id) => self.site(id).map(Target::Block),
            ssa::PathEnd::Cell(id, 0) => self.target(id).filter(|of| matches!(of, Target::Variable(_))),
            ssa::PathEnd::Cell(..) => None,
            ssa::PathEnd::Register(depth, index) => {
                let calls = self.formula.contexts.get(cut.context as usize)?;
                let (_, _, func) = *calls.get(depth)?;
                let body = self.program.functions[func].body()?;
                body.locals[ir::LocalId::new(index)].name.map(Target::Variable)
            }
        }
    }

    /// The type of the blocks of an object's site.
    fn record(&self, id: ObjectId) -> Option<&ir::Record> {
        match &self.program.types[*self.types.get(&self.site(id)?)?].kind {
            TypeKind::Record(record) => Some(record),
            _ => None,
        }
    }

    fn member(&self, id: ObjectId, offset: u64) -> Option<Symbol> {
        self.record(id)?.fields.iter().find(|field| field.offset == offset && field.bits.is_none())?.name
    }

    /// Control is at the head, and the object of the cell is there.
    fn there(&self, cut: &CutLoop, variable: &LoopVariable) -> Vec<TermId> {
        let id = variable.cell.map(|(id, _)| id);
        let live = cut.heap.iter().filter(|heap| Some(heap.object) == id).map(|heap| heap.live);
        live.chain([cut.guard]).collect()
    }

    /// Where a pointer may lead at the head; `None` if that is not known, or too much.
    fn targets(
        &self,
        terms: &mut Terms,
        cut: &CutLoop,
        variable: &LoopVariable,
        seen: &BTreeSet<u128>,
        proof: &mut Proof,
    ) -> Option<Vec<Target>> {
        let Value::Pointer { object, offset } = variable.head else { return None };
        let mut all = seen.clone();
        loop {
            if all.len() > MOST_TARGETS {
                return None;
            }
            let mut question = self.there(cut, variable);
            for &target in &all {
                let target = terms.bv_const(terms.width(object), target);
                question.push(terms.ne(object, target));
            }
            let Some(model) = ask(terms, proof, &question, self.limits)? else { break };
            all.insert(model.value(terms, object).as_bv()?.to_u128()?);
        }
        // An integer is no null pointer.
        if all.contains(&u128::from(NO_OBJECT)) {
            let mut question = self.there(cut, variable);
            let none = terms.bv_const(terms.width(object), u128::from(NO_OBJECT));
            let zero = terms.bv_const(terms.width(offset), 0);
            question.extend([terms.eq(object, none), terms.ne(offset, zero)]);
            if ask(terms, proof, &question, self.limits)?.is_some() {
                return None;
            }
        }
        let mut targets: Vec<Target> =
            all.iter().map(|id| self.target(*id as ObjectId)).collect::<Option<_>>()?;
        targets.sort_unstable();
        targets.dedup();
        Some(targets)
    }

    /// The bounds of a number at the head.
    fn range(
        &self,
        terms: &mut Terms,
        cut: &CutLoop,
        variable: &LoopVariable,
        (mut low, mut high): (Option<i128>, Option<i128>),
        proof: &mut Proof,
    ) -> Option<Content> {
        let Value::Number(number) = variable.head else { return None };
        let signed = variable.scalar.is_some_and(ir::Scalar::is_signed);
        let width = terms.width(number) + 1;
        let wide = terms.resize(number, width, signed);
        for _ in 0..MOST_NUMBERS {
            let mut outside = Vec::new();
            if let Some(low) = low {
                let low = terms.bv_signed(width, low);
                outside.push(terms.slt(wide, low));
            }
            if let Some(high) = high {
                let high = terms.bv_signed(width, high);
                outside.push(terms.slt(high, wide));
            }
            if outside.is_empty() {
                return None;
            }
            let mut question = self.there(cut, variable);
            question.push(terms.or_all(outside));
            let Some(model) = ask(terms, proof, &question, self.limits)? else {
                return Some(Content::Number(low, high));
            };
            let seen = model.value(terms, wide).as_bv().and_then(Bv::to_i128)?;
            low = low.map(|low| low.min(seen));
            high = high.map(|high| high.max(seen));
        }
        None
    }
}

/// A model of the question, if there is one; `None` if the solver gives up.
fn ask(terms: &mut Terms, proof: &mut Proof, question: &[TermId], limits: &Limits) -> Option<Option<Model>> {
    match proof.solver.check(terms, question, limits) {
        SatResult::Unsat => Some(None),
        SatResult::Sat => proof.solver.model(terms).map(Some),
        SatResult::Unknown(_) => None,
    }
}

/// The variable whose targets a row lists.
fn pointer_row<'r>(template: &Template, value: &'r RowValue) -> Option<(usize, &'r BTreeSet<u128>)> {
    let ([(1, Part { variable, what: What::Object })], RowValue::OneOf(targets)) = (&template.sum[..], value)
    else {
        return None;
    };
    (matches!(template.kind, Kind::Constants(_)) && !template.is_conditional())
        .then_some((*variable, targets))
}

/// The best bounds that rows say of one number.
fn bounds(variable: usize, rows: &[Template], values: &[RowValue]) -> (Option<i128>, Option<i128>) {
    let (mut low, mut high): (Option<i128>, Option<i128>) = (None, None);
    for (template, value) in rows.iter().zip(values) {
        let [(sign @ (1 | -1), part)] = template.sum[..] else { continue };
        if part != (Part { variable, what: What::Number }) || template.is_conditional() {
            continue;
        }
        let bound = match (template.kind, value) {
            (Kind::Bound, RowValue::AtMost(bound)) => bound.to_i128(),
            (Kind::AtMost(bound), RowValue::Holds) => Some(bound),
            _ => None,
        };
        let Some(bound) = bound else { continue };
        if sign == 1 {
            high = Some(high.map_or(bound, |known| known.min(bound)));
        } else {
            low = Some(low.map_or(-bound, |known| known.max(-bound)));
        }
    }
    (low, high)
}
