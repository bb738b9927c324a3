//! Join of the marks of two objects that become one list segment.

use super::core::Joiner;
use crate::graph::Smg;
use crate::int::{IntDomain, mask};
use crate::marks::{ANY, LARGEST_MARK, Marks};
use crate::object::{Field, ObjId, ObjKind, Object};
use crate::precision::Kept;
use crate::reinterpret::Peek;
use crate::value::Content;
use std::sync::Arc;

/// Of a field that can hold more numbers than this, no mark is known.
const MOST_NUMBERS: usize = 4;

/// The small numbers that a field can hold, or any, if it can hold others or many; nothing if it need not hold a number.
fn numbers<D: IntDomain>(graph: &Smg<D>, object: &Object, field: Field) -> Option<Vec<u8>> {
    let set = match graph.peek_object(object, field) {
        Peek::Int(set) => set,
        Peek::Value(v) => match graph.content(graph.resolve(v)) {
            Content::Int(set) => set.clone(),
            Content::Address(t) if t.obj == ObjId::NULL => D::constant(64, 0),
            _ => return None,
        },
        Peek::Unknown { .. } => return None,
    };
    let small = 0..=LARGEST_MARK.min(mask(set.width()));
    let found: Vec<u8> = small.filter(|&n| set.contains(n)).map(|n| n as u8).collect();
    match found.len() <= MOST_NUMBERS && set.count() == Some(found.len() as u64) {
        true => Some(found),
        false => Some(vec![ANY]),
    }
}

/// What is known of the marks of an object in some fields, in the order of its nodes.
fn marks_of<D: IntDomain>(graph: &Smg<D>, object: &Object, fields: &[Field]) -> Option<Marks> {
    let known = object.marks().map(|m| m.on_fields(fields)).filter(|m| !m.fields().is_empty());
    let Some(mut marks) = known else {
        let values: Option<Vec<(Field, Vec<u8>)>> =
            fields.iter().map(|&f| Some((f, numbers(graph, object, f)?))).collect();
        return Marks::of_values(&values?, object.most_len() == Some(1));
    };
    for &field in fields {
        if !marks.fields().contains(&field) {
            marks = marks.with_field(field, &numbers(graph, object, field)?)?;
        }
    }
    Some(marks)
}

impl<D: IntDomain> Joiner<'_, D> {
    /// The contents of `o` have been joined; now the marks. What is not said of them is said by the edges.
    pub(super) fn join_marks(&mut self, x1: ObjId, x2: ObjId, o: ObjId) {
        let (a, b) = (self.graphs[0].object(x1), self.graphs[1].object(x2));
        let known = [a.marks(), b.marks()];
        let segment = matches!(self.st.dst.object(o).kind, ObjKind::Sls | ObjKind::Dls);
        if !segment || known == [None, None] && self.options.kept.is_none_or(Kept::is_empty) {
            return;
        }
        let joined = self.joined_marks(a, b, o);
        // That the order of the nodes gets lost is the purpose of merging.
        let sides = if self.merge_root == Some(o) { 0..0 } else { 0..2 };
        for side in sides {
            if let Some(old) = known[side] {
                self.st.grew[side] |= joined.as_ref().is_none_or(|new| !old.includes(new));
            }
        }
        let telling = joined.filter(|marks| !marks.says_nothing(self.combinations(o, marks.fields())));
        self.st.dst.object_mut(o).marks = telling.map(Arc::new);
    }

    /// How many combinations of numbers the edges of `o` allow in the fields.
    fn combinations(&self, o: ObjId, fields: &[Field]) -> Option<u64> {
        let mut counts = fields.iter().map(|&f| match self.st.dst.peek(o, f) {
            Peek::Value(v) => self.st.dst.int_of(v, f.len as u32).count(),
            _ => None,
        });
        counts.try_fold(1u64, |product, count| product.checked_mul(count?))
    }

    fn joined_marks(&self, a: &Object, b: &Object, o: ObjId) -> Option<Marks> {
        let [g1, g2] = self.graphs;
        let mut fields = self.fields_with_marks(o);
        let knows = |x: &Object, f: Field| x.marks().is_some_and(|m| m.fields().contains(&f));
        let labels = self.labels_of(o);
        let wanted = |f: Field| self.options.keeps(|kept| kept.has_order(labels, f));
        fields.retain(|&f| knows(a, f) || knows(b, f) || wanted(f));
        let can_tell = |g: &Smg<D>, x: &Object, f: Field| knows(x, f) || numbers(g, x, f).is_some();
        fields.retain(|&f| can_tell(g1, a, f) && can_tell(g2, b, f));
        while !fields.is_empty() {
            let joined = marks_of(g1, a, &fields).zip(marks_of(g2, b, &fields)).and_then(|(m1, m2)| {
                if self.merge_root == Some(o) {
                    m1.then([a.may_be_empty(), b.may_be_empty()], &m2)
                } else {
                    m1.or(&m2)
                }
            });
            if joined.is_some() {
                return joined;
            }
            // There are too many letters.
            fields.pop();
        }
        None
    }

    /// The fields of a segment that can hold marks: each node has its own number there, and nothing else tells of these bits.
    fn fields_with_marks(&self, o: ObjId) -> Vec<Field> {
        let dst = &self.st.dst;
        let object = dst.object(o);
        let own = |f: Field, v| {
            f.len <= 64
                && f.end() <= object.size.bits_lo()
                && dst.level_of(v) == object.level + 1
                && matches!(dst.content(v), Content::Int(_))
        };
        let edges = object.edges().iter().filter(|e| own(e.field, e.value)).map(|e| e.field);
        edges.filter(|f| object.edges().iter().filter(|e| e.field.overlaps(*f)).count() == 1).collect()
    }
}
