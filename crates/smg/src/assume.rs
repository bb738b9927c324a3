//! Restricting a graph to the memories that satisfy a condition (§1.11).

use crate::graph::Smg;
use crate::int::{CastOp, Cmp, IntDomain};
use crate::lengths::Lengths;
use crate::object::{ObjId, ObjKind};
use crate::terms::{Term, TermOp};
use crate::value::{CodeSet, Content, Offset, Spec, ValId};

impl<D: IntDomain> Smg<D> {
    /// The graphs that together cover the memories in which the comparison holds. An empty list: it never holds.
    ///
    /// A condition that the graph cannot express leaves it unchanged, which is an over-approximation.
    pub fn assume(&self, op: Cmp, v1: ValId, v2: ValId, width: u32) -> Vec<Smg<D>> {
        let cases = match op {
            Cmp::Eq => self.assume_equal(v1, v2),
            Cmp::Ne => self.assume_different(v1, v2),
            _ => self.assume_order(op, v1, v2, width),
        };
        for g in &cases {
            g.debug_check();
        }
        cases
    }

    pub fn assume_equal(&self, v1: ValId, v2: ValId) -> Vec<Smg<D>> {
        let mut out = Vec::new();
        self.clone().split(v1, v2, true, &mut out);
        out
    }

    pub fn assume_different(&self, v1: ValId, v2: ValId) -> Vec<Smg<D>> {
        let mut out = Vec::new();
        self.clone().split(v1, v2, false, &mut out);
        out
    }

    /// Decides the emptiness of the segments on which the equality depends, one by one: the cases partition the set.
    fn split(self, v1: ValId, v2: ValId, want_equal: bool, out: &mut Vec<Smg<D>>) {
        // Every step of the loop removes a segment or makes it non-empty, so it ends.
        let mut pending = vec![self];
        while let Some(mut graph) = pending.pop() {
            let (a, b) = (graph.resolve(v1), graph.resolve(v2));
            match graph.equal(a, b) {
                crate::compare::Truth::Yes => {
                    if want_equal {
                        out.push(graph);
                    }
                    continue;
                }
                crate::compare::Truth::No => {
                    if !want_equal {
                        out.push(graph);
                    }
                    continue;
                }
                crate::compare::Truth::Unknown => {}
            }
            let (Some(ta), Some(tb)) = (graph.target(a), graph.target(b)) else {
                if graph.assume_data(a, b, want_equal) {
                    out.push(graph);
                }
                continue;
            };
            if !graph.chains_meet(a, b) {
                if graph.assume_offsets(a, b, want_equal) {
                    out.push(graph);
                }
                continue;
            }
            let undecided = [ta.obj, tb.obj].into_iter().find(|&o| graph.object(o).may_be_empty());
            if let Some(segment) = undecided {
                // A graph whose segment cannot be removed keeps both cases in one: still a superset.
                match graph.without_segment(segment) {
                    Ok(empty) => pending.extend(empty),
                    Err(_) => {
                        out.push(graph);
                        continue;
                    }
                }
                if graph.make_nonempty(segment) {
                    pending.push(graph);
                }
                continue;
            }
            // Both ends of one segment that has a node: equal if and only if it has no second one.
            let ends = ta.obj == tb.obj && ta.spec != tb.spec && ta.spec != Spec::All && tb.spec != Spec::All;
            if ends && graph.object(ta.obj).kind.is_abstract() {
                if want_equal {
                    out.extend(graph.with_only_node(ta.obj));
                    continue;
                } else {
                    let object = graph.object_mut(ta.obj);
                    let Some(longer) = Lengths::of(object).at_least(2) else { continue };
                    longer.assign(object);
                    if !graph.bound_length(ta.obj) {
                        continue;
                    }
                }
            }
            out.push(graph);
        }
    }

    /// Whether the two addresses can become one by segments being empty or having a single node.
    fn chains_meet(&self, a: ValId, b: ValId) -> bool {
        let (end_a, seen_a) = self.look_through(a);
        let (end_b, seen_b) = self.look_through(b);
        if end_a == end_b || seen_a.iter().any(|o| seen_b.contains(o)) {
            return true;
        }
        match (self.pointee(end_a), self.pointee(end_b)) {
            (Some(x), Some(y)) => {
                x.obj == y.obj && x.spec != y.spec && self.object(x.obj).kind.is_abstract()
                    || seen_a.contains(&y.obj)
                    || seen_b.contains(&x.obj)
            }
            _ => false,
        }
    }

    /// States that a possibly empty segment has a node. `false` if it has none.
    fn make_nonempty(&mut self, segment: ObjId) -> bool {
        match self.object(segment).kind {
            ObjKind::Sls | ObjKind::Dls => {
                let object = self.object_mut(segment);
                if let Some(some) = Lengths::of(object).at_least(1) {
                    some.assign(object);
                }
                self.bound_length(segment)
            }
            ObjKind::OptRegion | ObjKind::OptSls | ObjKind::OptDls => self.segment_to_region(segment),
            ObjKind::Null | ObjKind::Region | ObjKind::Run => true,
        }
    }

    fn assume_offsets(&mut self, a: ValId, b: ValId, want_equal: bool) -> bool {
        let (Some(x), Some(y)) = (self.pointee(a), self.pointee(b)) else { return true };
        if x.obj != y.obj || x.spec != y.spec || x.spec == Spec::All {
            return true;
        }
        if !want_equal {
            self.note_difference(a, b);
            return true;
        }
        let (lo, hi) = (x.off.lo.max(y.off.lo), x.off.hi.min(y.off.hi));
        if lo > hi || !self.refine_offset(a, lo, hi) || !self.refine_offset(b, lo, hi) {
            return false;
        }
        let (a, b) = (self.resolve(a), self.resolve(b));
        let exact = |g: &Self, v: ValId| g.pointee(v).is_some_and(|t| t.off.is_exact());
        if exact(self, b) { self.replace_value(a, b) } else { self.replace_value(b, a) }
    }

    fn assume_data(&mut self, a: ValId, b: ValId, want_equal: bool) -> bool {
        if a == ValId::UNINIT || b == ValId::UNINIT || self.level_of(a) != 0 || self.level_of(b) != 0 {
            return true;
        }
        if !want_equal {
            return self.separate(a, b);
        }
        if !self.unify(a, b) {
            return false;
        }
        // What was read at one place is not zero, so what is equal to it and was read at another place is none either.
        let v = self.resolve(a);
        let extends = |t: &&Term| matches!(t.op, TermOp::Cast { op: CastOp::SExt | CastOp::ZExt, .. });
        let mut sources = self.terms().iter().filter(|t| t.value == v).filter(extends).map(|t| t.left);
        if v != ValId::ZERO
            && (self.prove_neq(v, ValId::ZERO) || sources.any(|from| self.prove_neq(from, ValId::ZERO)))
        {
            self.note_nonzero(v);
        }
        true
    }

    fn separate(&mut self, a: ValId, b: ValId) -> bool {
        for (x, y) in [(a, b), (b, a)] {
            let (x, y) = (self.resolve(x), self.resolve(y));
            match (self.content(x).clone(), self.content(y).clone()) {
                (Content::Int(d), _) => {
                    let width = d.width();
                    let other = self.int_of(y, width);
                    match D::refine(Cmp::Ne, &d, &other) {
                        None => return false,
                        Some((d, _)) => {
                            if !self.refine_int(x, &d) {
                                return false;
                            }
                        }
                    }
                }
                (Content::Code(set), Content::Address(t)) if t.obj == ObjId::NULL => {
                    return self.restrict_code(x, CodeSet { or_null: false, ..set });
                }
                (Content::Code(set), Content::Code(other)) => {
                    if let Some(f) = other.as_single() {
                        let rest: Vec<u32> = set.functions.iter().copied().filter(|&g| g != f).collect();
                        return self
                            .restrict_code(x, CodeSet { functions: rest.into(), or_null: set.or_null });
                    }
                }
                _ => {}
            }
        }
        let (a, b) = (self.resolve(a), self.resolve(b));
        if a == b && self.level_of(a) == 0 {
            return false;
        }
        let both_constant = self.is_const(a) && self.is_const(b);
        if !both_constant {
            self.add_neq(a, b);
            self.note_difference(a, b);
            match (a, b) {
                (v, ValId::ZERO) | (ValId::ZERO, v) => self.note_nonzero(v),
                _ => {}
            }
        }
        true
    }

    /// Narrows a set of functions; an empty one is impossible, a single one is its constant.
    fn restrict_code(&mut self, v: ValId, set: CodeSet) -> bool {
        if set.functions.is_empty() {
            return set.or_null && self.replace_value(v, ValId::ZERO);
        }
        match set.as_single() {
            Some(f) => {
                let node = self.code(f);
                self.replace_value(v, node)
            }
            None => {
                use base::Idx;
                self.values.get_mut(v.index()).expect("a slot").content = Content::Code(set);
                true
            }
        }
    }

    fn unify(&mut self, a: ValId, b: ValId) -> bool {
        match (self.content(a).clone(), self.content(b).clone()) {
            // A value that may be uninitialised stays one, but asked again the answer is the same.
            (Content::Unknown { may_be_uninit: true }, _) | (_, Content::Unknown { may_be_uninit: true }) => {
                if self.same_width(a, b) {
                    self.relate(a, b, false, 0);
                }
                true
            }
            (Content::Unknown { .. }, _) if self.same_width(a, b) => self.replace_value(a, b),
            (_, Content::Unknown { .. }) if self.same_width(a, b) => self.replace_value(b, a),
            (Content::Int(x), Content::Int(y)) if x.width() == y.width() => {
                let Some(met) = x.meet(&y) else { return false };
                if !self.refine_int(a, &met) || !self.refine_int(b, &met) {
                    return false;
                }
                let (a, b) = (self.resolve(a), self.resolve(b));
                if a == b || a == ValId::ZERO || self.is_const(a) {
                    self.replace_if_open(b, a)
                } else {
                    self.replace_if_open(a, b)
                }
            }
            (Content::Int(x), Content::Address(t)) | (Content::Address(t), Content::Int(x))
                if t.obj == ObjId::NULL =>
            {
                let v = if self.target(a).is_some() { b } else { a };
                self.refine_int(v, &D::constant(x.width(), 0))
            }
            (Content::Code(set), Content::Address(t)) | (Content::Address(t), Content::Code(set))
                if t.obj == ObjId::NULL =>
            {
                let v = if self.target(a).is_some() { b } else { a };
                set.or_null && self.replace_value(v, ValId::ZERO)
            }
            (Content::Code(x), Content::Code(y)) => {
                let common: Vec<u32> =
                    x.functions.iter().copied().filter(|f| y.functions.contains(f)).collect();
                let set = CodeSet { functions: common.into(), or_null: x.or_null && y.or_null };
                let open = if self.is_const(a) { b } else { a };
                let other = if open == a { b } else { a };
                self.restrict_code(open, set) && {
                    let open = self.resolve(open);
                    if self.is_const(open) || open == ValId::ZERO {
                        self.is_const(other) || self.replace_value(other, open)
                    } else {
                        self.replace_value(open, other)
                    }
                }
            }
            // Floats compare by value, not by bits; integers and addresses of objects are not related here.
            _ => true,
        }
    }

    fn replace_if_open(&mut self, old: ValId, new: ValId) -> bool {
        if old == new {
            return true;
        }
        if old == ValId::ZERO || self.is_const(old) {
            // Two different constants cannot be equal; the meet has excluded that already.
            return new == old || !self.is_const(new) && self.replace_value(new, old);
        }
        self.replace_value(old, new)
    }

    fn same_width(&self, a: ValId, b: ValId) -> bool {
        let (x, y) = (self.value(a).width, self.value(b).width);
        x == y || x == 0 || y == 0
    }

    fn assume_order(&self, op: Cmp, v1: ValId, v2: ValId, width: u32) -> Vec<Smg<D>> {
        use crate::compare::Truth;
        match self.compare(op, v1, v2, width) {
            Truth::Yes => return vec![self.clone()],
            Truth::No => return Vec::new(),
            Truth::Unknown => {}
        }
        let mut graph = self.clone();
        if let (Some(x), Some(y)) = (self.pointee(v1), self.pointee(v2)) {
            if x.obj == y.obj && x.spec == y.spec && x.spec != Spec::All {
                return if graph.order_offsets(op, (v1, x.off), (v2, y.off)) {
                    vec![graph]
                } else {
                    Vec::new()
                };
            }
            return vec![graph];
        }
        if self.pointee(v1).is_some() || self.pointee(v2).is_some() || !(1..=64).contains(&width) {
            return vec![graph];
        }
        let (a, b) = (self.int_of(v1, width), self.int_of(v2, width));
        let refined = D::refine(op, &a, &b);
        let cases = refined.map(|whole| self.cases_of_order(op, (&a, &b), whole)).unwrap_or_default();
        let with = |(a, b): (D, D)| {
            let mut graph = self.clone();
            if !graph.refine_int(v1, &a) || !graph.refine_int(v2, &b) {
                return None;
            }
            graph.note_order(op, v1, v2);
            // At least as great as something that it is known not to exceed.
            if let Some((least, most)) = graph.difference_within(v1, v2, width)
                && least == most
            {
                graph.relate(v1, v2, false, least as u64);
            }
            for v in [v1, v2] {
                if !graph.int_of(v, width).contains(0) {
                    graph.note_nonzero(v);
                }
            }
            Some(graph)
        };
        cases.into_iter().filter_map(with).collect()
    }

    /// A number that was signed and is compared with a constant as an unsigned one, or the other way round, has two parts, and
    /// what is left of them may be far apart: `size_t s = n; if (s < 256) return;` leaves the large positive numbers and
    /// the negative ones. One interval for both has forgotten the bound.
    fn cases_of_order(&self, op: Cmp, (a, b): (&D, &D), whole: (D, D)) -> Vec<(D, D)> {
        let (open, refined) = match (a.as_constant(), b.as_constant()) {
            (None, Some(_)) => (a, &whole.0),
            (Some(_), None) => (b, &whole.1),
            _ => return vec![whole],
        };
        let Some((low, high)) = open.split_at_pole(op.is_signed()) else { return vec![whole] };
        let part = |part: &D| match a.as_constant() {
            None => D::refine(op, part, b),
            Some(_) => D::refine(op, a, part),
        };
        let (Some(low), Some(high)) = (part(&low), part(&high)) else { return vec![whole] };
        let size = |case: &(D, D)| if a.as_constant().is_none() { case.0.count() } else { case.1.count() };
        let parts = size(&low).zip(size(&high)).and_then(|(x, y)| x.checked_add(y));
        match parts.zip(refined.count()) {
            Some((parts, all)) if parts < all => vec![low, high],
            _ => vec![whole],
        }
    }

    fn order_offsets(&mut self, op: Cmp, a: (ValId, Offset), b: (ValId, Offset)) -> bool {
        let (a, b, strict) = match op {
            Cmp::ULt | Cmp::SLt => (a, b, 1),
            Cmp::ULe | Cmp::SLe => (a, b, 0),
            Cmp::UGt | Cmp::SGt => (b, a, 1),
            _ => (b, a, 0),
        };
        let upper = b.1.hi.saturating_sub(strict);
        let lower = a.1.lo.saturating_add(strict);
        self.note_address_order(a.0, b.0, strict == 1);
        self.refine_offset(a.0, i64::MIN, upper) && self.refine_offset(b.0, lower, i64::MAX)
    }
}
