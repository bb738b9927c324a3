//! What graphs say of the program's variables in formulas: ranges of integers, which pointers are null, differences of numbers.
//! Only what holds in every graph.

use crate::state::{Graph, key};
use base::FxHashMap;
use ir::members::{pointee, scalar_of};
use ir::{Body, LocalId, Program, Scalar};
use smg::{Content, IntDomain, ObjId, ObjKind, ValId};
use verdict::formula::{Formula, Term};

/// What is known of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fact {
    Null,
    NotNull,
    /// The least and the greatest number that it may be.
    Between(i128, i128),
}

impl Fact {
    fn join(self, other: Fact) -> Option<Fact> {
        match (self, other) {
            (a, b) if a == b => Some(a),
            (Fact::Between(a, b), Fact::Between(c, d)) => Some(Fact::Between(a.min(c), b.max(d))),
            _ => None,
        }
    }
}

/// `left = right + addend`.
type Difference = (LocalId, LocalId, i64);

/// What holds of the function's variables in all of the graphs; true if nothing can be said.
pub(crate) fn of_graphs(program: &Program, body: &Body, graphs: &[&Graph]) -> Formula {
    let shown = Shown { program, body };
    let Some((first, rest)) = graphs.split_first() else { return Formula::And(Vec::new()) };
    let mut facts = shown.facts(first);
    let mut differences = shown.differences(first);
    for graph in rest {
        let others: FxHashMap<LocalId, Fact> = shown.facts(graph).into_iter().collect();
        facts = facts
            .into_iter()
            .filter_map(|(local, fact)| Some((local, fact.join(*others.get(&local)?)?)))
            .collect();
        if !differences.is_empty() {
            let others = shown.differences(graph);
            differences.retain(|difference| others.contains(difference));
        }
    }
    let mut parts = Vec::new();
    for &(local, fact) in &facts {
        parts.extend(shown.formula(local, fact));
    }
    let ranges: FxHashMap<LocalId, Fact> = facts.into_iter().collect();
    for (left, right, addend) in differences {
        parts.extend(shown.difference(left, right, addend, &ranges));
    }
    Formula::all(parts)
}

struct Shown<'a> {
    program: &'a Program,
    body: &'a Body,
}

impl Shown<'_> {
    /// The variables of the function with a value, except those with a namesake: a formula means them by their names.
    fn variables<'g>(&self, graph: &'g Graph) -> impl Iterator<Item = (LocalId, ValId)> + use<'g, '_> {
        graph.named_values().iter().filter_map(|&(key, value)| {
            let local = key::as_local(key)?;
            let name = self.body.locals[local].name?;
            let is_only = self.body.locals.iter().filter(|other| other.name == Some(name)).count() == 1
                && !self.program.globals.iter().any(|global| global.name == name);
            is_only.then_some((local, graph.resolve(value)))
        })
    }

    fn scalar(&self, local: LocalId) -> Option<Scalar> {
        scalar_of(self.program, self.body.locals[local].ty).filter(|scalar| !scalar.is_float())
    }

    fn facts(&self, graph: &Graph) -> Vec<(LocalId, Fact)> {
        self.variables(graph)
            .filter_map(|(local, value)| Some((local, self.fact(graph, local, value)?)))
            .collect()
    }

    fn fact(&self, graph: &Graph, local: LocalId, value: ValId) -> Option<Fact> {
        let is_pointer = pointee(self.program, self.body.locals[local].ty).is_some();
        match value {
            ValId::ZERO if is_pointer => return Some(Fact::Null),
            ValId::ZERO => return self.scalar(local).map(|_| Fact::Between(0, 0)),
            ValId::UNINIT => return None,
            _ => {}
        }
        match graph.content(value) {
            Content::Address(target) if target.obj == ObjId::NULL => {
                (target.off.as_exact() == Some(0)).then_some(Fact::Null)
            }
            Content::Address(target) if is_pointer => {
                let object = graph.try_object(target.obj)?;
                let exists = match object.kind {
                    ObjKind::Null | ObjKind::OptRegion | ObjKind::Run => false,
                    ObjKind::Region => true,
                    ObjKind::Sls | ObjKind::Dls | ObjKind::OptSls | ObjKind::OptDls => object.least_len() > 0,
                };
                exists.then_some(Fact::NotNull)
            }
            Content::Code(set) if !set.or_null => Some(Fact::NotNull),
            Content::Int(domain) if !is_pointer => {
                let signed = self.scalar(local)?.is_signed();
                let (low, high) = match signed {
                    true => {
                        let (low, high) = domain.signed_bounds();
                        (i128::from(low), i128::from(high))
                    }
                    false => {
                        let (low, high) = domain.unsigned_bounds();
                        (i128::from(low), i128::from(high))
                    }
                };
                Some(Fact::Between(low, high))
            }
            _ => None,
        }
    }

    /// The numbers that a variable can hold, by its type.
    fn range_of_type(&self, local: LocalId) -> Option<(i128, i128)> {
        let scalar = self.scalar(local)?;
        let width = scalar.width(self.program.model).min(64);
        Some(match scalar.is_signed() {
            true => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
            false => (0, (1i128 << width) - 1),
        })
    }

    fn formula(&self, local: LocalId, fact: Fact) -> Vec<Formula> {
        let Some(name) = self.body.locals[local].name else { return Vec::new() };
        let variable = || Term::Variable(name);
        match fact {
            Fact::Null => vec![Formula::equal(variable(), Term::Number(0))],
            Fact::NotNull => vec![Formula::different(variable(), Term::Number(0))],
            Fact::Between(low, high) if low == high => vec![Formula::equal(variable(), Term::Number(low))],
            Fact::Between(low, high) => {
                let Some((least, most)) = self.range_of_type(local) else { return Vec::new() };
                let low = (low > least).then(|| Formula::at_most(Term::Number(low), variable()));
                let high = (high < most).then(|| Formula::at_most(variable(), Term::Number(high)));
                low.into_iter().chain(high).collect()
            }
        }
    }

    /// Numbers that differ by a constant, modulo their width.
    fn differences(&self, graph: &Graph) -> Vec<Difference> {
        let integers: Vec<(LocalId, ValId)> = self
            .variables(graph)
            .filter(|(local, value)| {
                let is_pointer = pointee(self.program, self.body.locals[*local].ty).is_some();
                !is_pointer && *value != ValId::UNINIT && self.scalar(*local).is_some()
            })
            .collect();
        // Numbers that are known differ by a constant in this graph, and perhaps in all.
        let constant = |local: LocalId, value: ValId| match self.fact(graph, local, value) {
            Some(Fact::Between(low, high)) if low == high => i64::try_from(low).ok(),
            _ => None,
        };
        let mut found = Vec::new();
        for (i, &(left, value)) in integers.iter().enumerate() {
            for &(right, other) in &integers[..i] {
                if let (Some(a), Some(b)) = (constant(left, value), constant(right, other)) {
                    found.extend(a.checked_sub(b).map(|addend| (left, right, addend)));
                } else if value == other {
                    found.push((left, right, 0));
                } else if let Some((false, addend)) = graph.relation_between(value, other) {
                    let width = graph.value(value).width.clamp(1, 64);
                    found.push((left, right, smg::sign_extend(width, addend)));
                }
            }
        }
        found
    }

    /// A difference as a formula, if the sum cannot wrap.
    fn difference(
        &self,
        left: LocalId,
        right: LocalId,
        addend: i64,
        ranges: &FxHashMap<LocalId, Fact>,
    ) -> Option<Formula> {
        let (least, most) = self.range_of_type(left)?;
        // Both are computed in `long long` where C has to say it.
        if self.scalar(left)? != self.scalar(right)? || most > i128::from(i64::MAX) {
            return None;
        }
        let (low, high) = match ranges.get(&right) {
            // Two equations say more.
            Some(Fact::Between(low, high)) if low == high => return None,
            Some(Fact::Between(low, high)) => (*low, *high),
            _ => self.range_of_type(right)?,
        };
        if low + i128::from(addend) < least || high + i128::from(addend) > most {
            return None;
        }
        let (left, right) = (self.body.locals[left].name?, self.body.locals[right].name?);
        Some(Formula::equal(Term::Variable(left), Term::Variable(right).plus(i128::from(addend))))
    }
}
