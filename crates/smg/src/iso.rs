//! Isomorphism of configurations, and a hash that is equal for isomorphic ones.
//!
//! From the roots every edge is labelled by its field, so a breadth-first walk numbers the nodes in one way only:
//! two configurations are isomorphic if and only if the walks read the same.

use crate::graph::Smg;
use crate::int::IntDomain;
use crate::object::{BlockKind, ObjId};
use crate::sums::Sum;
use crate::value::{Content, ValId};
use base::{FxHasher, Idx};
use std::hash::{Hash, Hasher};

/// The numbers that the walk gave to objects and values.
#[derive(Debug, Clone)]
pub struct Numbering {
    pub objects: Vec<ObjId>,
    pub values: Vec<ValId>,
    object_number: Vec<u32>,
    value_number: Vec<u32>,
}

impl Numbering {
    pub fn number_of_object(&self, o: ObjId) -> Option<u32> {
        self.object_number.get(o.index()).copied().filter(|&n| n != u32::MAX)
    }

    pub fn number_of_value(&self, v: ValId) -> Option<u32> {
        self.value_number.get(v.index()).copied().filter(|&n| n != u32::MAX)
    }

    fn see_object(&mut self, o: ObjId) {
        let slot = &mut self.object_number[o.index()];
        if *slot == u32::MAX {
            *slot = self.objects.len() as u32;
            self.objects.push(o);
        }
    }

    fn see_value(&mut self, v: ValId) {
        let slot = &mut self.value_number[v.index()];
        if *slot == u32::MAX {
            *slot = self.values.len() as u32;
            self.values.push(v);
        }
    }
}

impl<D: IntDomain> Smg<D> {
    /// Numbers everything reachable in the order of a breadth-first walk from the roots.
    pub fn numbering(&self) -> Numbering {
        let mut n = Numbering {
            objects: Vec::new(),
            values: Vec::new(),
            object_number: vec![u32::MAX; self.object_slots()],
            value_number: vec![u32::MAX; self.values.len()],
        };
        n.see_object(ObjId::NULL);
        n.see_value(ValId::ZERO);
        n.see_value(ValId::UNINIT);
        for &(_, o) in self.roots() {
            n.see_object(o);
        }
        for &(_, v) in self.named_values() {
            n.see_value(self.resolve(v));
        }
        let (mut next_object, mut next_value) = (0, 0);
        loop {
            if next_object < n.objects.len() {
                let o = n.objects[next_object];
                next_object += 1;
                let object = self.object(o);
                object
                    .edges()
                    .iter()
                    .map(|e| e.value)
                    .chain(object.fact_values())
                    .for_each(|v| n.see_value(v));
            } else if next_value < n.values.len() {
                let v = n.values[next_value];
                next_value += 1;
                if let Some(t) = self.target(v) {
                    n.see_object(t.obj);
                }
            } else {
                return n;
            }
        }
    }

    /// Equal for isomorphic configurations.
    pub fn canonical_hash(&self) -> u64 {
        let n = self.numbering();
        let mut h = FxHasher::default();
        self.ptr_bits().hash(&mut h);
        for &(key, o) in self.roots() {
            (key, n.number_of_object(o)).hash(&mut h);
        }
        for &(key, v) in self.named_values() {
            (key, n.number_of_value(self.resolve(v))).hash(&mut h);
        }
        for &o in &n.objects {
            let o = self.object(o);
            (
                o.kind, o.size, o.level, o.validity, o.origin, o.label, o.min_len, o.max_len, o.len_step,
                o.links,
            )
                .hash(&mut h);
            o.blocks().hash(&mut h);
            o.marks().hash(&mut h);
            o.ends().hash(&mut h);
            o.fact_values().for_each(|v| n.number_of_value(v).hash(&mut h));
            for e in o.edges() {
                (e.field, n.number_of_value(e.value)).hash(&mut h);
            }
        }
        for &v in &n.values {
            let value = self.value(v);
            (value.level, value.width).hash(&mut h);
            match &value.content {
                Content::Address(t) => (0u8, n.number_of_object(t.obj), t.off, t.spec).hash(&mut h),
                Content::Int(d) => (1u8, d).hash(&mut h),
                Content::Code(set) => (2u8, set).hash(&mut h),
                Content::Float => 3u8.hash(&mut h),
                Content::Unknown { may_be_uninit } => (4u8, may_be_uninit).hash(&mut h),
                Content::Uninit => 5u8.hash(&mut h),
                Content::Forward(_) | Content::Free => 6u8.hash(&mut h),
            }
        }
        // Facts are few; the order of ids differs between isomorphic graphs, so only their number takes part.
        (self.inequalities().len() as u32).hash(&mut h);
        h.finish()
    }

    /// Whether two configurations are the same up to the names of their nodes.
    pub fn isomorphic(&self, other: &Smg<D>) -> bool {
        let same_keys = self.roots().len() == other.roots().len()
            && self.roots().iter().zip(other.roots()).all(|(a, b)| a.0 == b.0)
            && self.named_values().len() == other.named_values().len()
            && self.named_values().iter().zip(other.named_values()).all(|(a, b)| a.0 == b.0);
        if !same_keys || self.ptr_bits() != other.ptr_bits() {
            return false;
        }
        let (n1, n2) = (self.numbering(), other.numbering());
        if n1.objects.len() != n2.objects.len() || n1.values.len() != n2.values.len() {
            return false;
        }
        let roots_agree = self
            .roots()
            .iter()
            .zip(other.roots())
            .all(|(a, b)| n1.number_of_object(a.1) == n2.number_of_object(b.1));
        let named_agree =
            self.named_values().iter().zip(other.named_values()).all(|(a, b)| {
                n1.number_of_value(self.resolve(a.1)) == n2.number_of_value(other.resolve(b.1))
            });
        roots_agree
            && named_agree
            && n1.objects.iter().zip(&n2.objects).all(|(&a, &b)| self.same_object(other, a, b, &n1, &n2))
            && n1.values.iter().zip(&n2.values).all(|(&a, &b)| self.same_value(other, a, b, &n1, &n2))
            && self.same_facts(other, &n1, &n2)
            && self.same_life_times(other, &n1, &n2)
    }

    fn same_object(&self, other: &Smg<D>, a: ObjId, b: ObjId, n1: &Numbering, n2: &Numbering) -> bool {
        let (a, b) = (self.object(a), other.object(b));
        let key = |o: &crate::object::Object| {
            (
                o.kind, o.size, o.level, o.validity, o.origin, o.label, o.min_len, o.max_len, o.len_step,
                o.links,
            )
        };
        key(a) == key(b)
            && a.blocks() == b.blocks()
            && a.marks() == b.marks()
            && a.ends() == b.ends()
            && Self::numbered(a, n1) == Self::numbered(b, n2)
            && Self::optional_numbered(a, n1) == Self::optional_numbered(b, n2)
            && Self::cells_numbered(a, n1) == Self::cells_numbered(b, n2)
            && a.edges().len() == b.edges().len()
            && a.edges().iter().zip(b.edges()).all(|(x, y)| {
                x.field == y.field && n1.number_of_value(x.value) == n2.number_of_value(y.value)
            })
    }

    /// The numbers of a segment, with those of the walk instead of their ids.
    fn numbered(object: &crate::object::Object, n: &Numbering) -> Option<crate::numbers::Numbers> {
        let mut numbers = object.numbers.as_deref()?.clone();
        numbers.map(|v| ValId::from_raw(n.number_of_value(v).unwrap_or(u32::MAX)));
        Some(numbers)
    }

    /// What is known of an optional region likewise.
    fn optional_numbered(object: &crate::object::Object, n: &Numbering) -> Option<crate::optional::Optional> {
        let mut optional = object.optional.as_deref()?.clone();
        optional.map(|v| ValId::from_raw(n.number_of_value(v).unwrap_or(u32::MAX)));
        Some(optional)
    }

    /// The runs of an array likewise.
    fn cells_numbered(object: &crate::object::Object, n: &Numbering) -> Option<crate::cells::Cells> {
        let mut cells = object.cells.as_deref()?.clone();
        cells.map(|v| ValId::from_raw(n.number_of_value(v).unwrap_or(u32::MAX)));
        Some(cells)
    }

    fn same_value(&self, other: &Smg<D>, a: ValId, b: ValId, n1: &Numbering, n2: &Numbering) -> bool {
        let (a, b) = (self.value(a), other.value(b));
        let contents = match (&a.content, &b.content) {
            (Content::Address(x), Content::Address(y)) => {
                x.off == y.off && x.spec == y.spec && n1.number_of_object(x.obj) == n2.number_of_object(y.obj)
            }
            (x, y) => x == y,
        };
        contents && a.level == b.level && a.width == b.width
    }

    fn same_facts(&self, other: &Smg<D>, n1: &Numbering, n2: &Numbering) -> bool {
        let neqs = |g: &Smg<D>, n: &Numbering| {
            let mut out: Vec<(u32, u32)> = Vec::new();
            for &(a, b) in g.inequalities() {
                if let (Some(x), Some(y)) = (n.number_of_value(a), n.number_of_value(b)) {
                    out.push((x.min(y), x.max(y)));
                }
            }
            out.sort_unstable();
            out
        };
        if neqs(self, n1) != neqs(other, n2) {
            return false;
        }
        // Equations that differ in form are taken for different ones.
        let sums = |g: &Smg<D>, n: &Numbering| {
            let number = |v: ValId| n.number_of_value(v).map(ValId::from_raw);
            let sum = |s: &Sum| {
                let terms: Option<Vec<(ValId, u64)>> =
                    s.terms.iter().map(|&(v, f)| Some((number(v)?, f))).collect();
                terms.map(|terms| Sum::new(s.width, terms, s.constant))
            };
            g.sums.iter().map(sum).collect::<Option<Vec<Sum>>>()
        };
        let both = sums(self, n1).zip(sums(other, n2));
        if both.is_none_or(|(x, y)| x.len() != y.len() || !x.iter().all(|s| y.contains(s))) {
            return false;
        }
        if self.relations().is_empty() && other.relations().is_empty() {
            return true;
        }
        // Relations may be stored differently; compare what they imply between numbered values.
        let implied = |from: &Smg<D>, nf: &Numbering, to: &Smg<D>, nt: &Numbering| {
            from.relations().iter().all(|r| match (nf.number_of_value(r.left), nf.number_of_value(r.right)) {
                (Some(l), Some(x)) => {
                    let (l, x) = (nt.values[l as usize], nt.values[x as usize]);
                    to.relation_between(l, x) == Some((r.negated, r.addend))
                }
                _ => true,
            })
        };
        implied(self, n1, other, n2) && implied(other, n2, self, n1)
    }

    /// The same live objects are known to have existed together with the same freed ones.
    fn same_life_times(&self, other: &Smg<D>, n1: &Numbering, n2: &Numbering) -> bool {
        let pairs: Vec<(ObjId, ObjId)> =
            n1.objects.iter().copied().zip(n2.objects.iter().copied()).skip(1).collect();
        let freed: Vec<(ObjId, ObjId)> =
            pairs.iter().copied().filter(|&(a, _)| !self.object(a).is_live()).collect();
        freed.iter().all(|&(f1, f2)| {
            pairs.iter().filter(|&&(a, _)| self.object(a).is_live()).all(|&(a, b)| {
                (self.object(a).birth < self.object(f1).death)
                    == (other.object(b).birth < other.object(f2).death)
            })
        })
    }

    /// How many bits of the object are described by blocks of one kind: a cheap statistic for reports.
    pub fn block_bits(&self, obj: ObjId, kind: BlockKind) -> u64 {
        self.object(obj).blocks().iter().filter(|b| b.kind == kind).map(|b| b.field.len).sum()
    }
}
