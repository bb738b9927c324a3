//! Regions that are there or not: what their address is where they are not, and a number that tells which of the two.
//!
//! A node may lead to a block of its own or else to itself, to a variable or to nothing, and often another field of the node says
//! which: a kind, a flag, a length. The address of an absent region is null or such another address, and the *tag* is a number
//! of which some values are only there with the region and some only without it.

use crate::graph::Smg;
use crate::int::IntDomain;
use crate::object::{ObjId, Object};
use crate::reinterpret::Peek;
use crate::value::{Content, ValId};
use std::sync::Arc;

/// Larger sets of numbers are no tags.
const MOST_TAGS: u64 = 8;

/// What is known of a region that may be absent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Optional {
    /// What its address is then.
    pub(crate) absent: ValId,
    pub(crate) tag: Option<Tag>,
}

/// A number that tells whether a region is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) value: ValId,
    /// All that it can be where the region is there. Sorted.
    pub(crate) present: Vec<u64>,
    /// All that it can be where the region is absent. Sorted.
    pub(crate) absent: Vec<u64>,
}

impl Default for Optional {
    fn default() -> Self {
        Optional { absent: ValId::ZERO, tag: None }
    }
}

impl Optional {
    fn values(&self) -> impl Iterator<Item = ValId> {
        std::iter::once(self.absent).chain(self.tag.iter().map(|tag| tag.value))
    }

    pub(crate) fn map(&mut self, mut to: impl FnMut(ValId) -> ValId) {
        self.absent = to(self.absent);
        if let Some(tag) = &mut self.tag {
            tag.value = to(tag.value);
        }
    }

    /// To be stored with an object.
    pub(crate) fn some(self) -> Option<Arc<Optional>> {
        (self != Optional::default()).then(|| Arc::new(self))
    }
}

impl Object {
    /// The values that facts about the object speak of, besides those that it holds.
    pub(crate) fn fact_values(&self) -> impl Iterator<Item = ValId> {
        let optional = self.optional.iter().flat_map(|o| o.values());
        self.number_values().chain(optional).chain(self.cell_values())
    }

    pub(crate) fn absent_value(&self) -> ValId {
        self.optional.as_ref().map_or(ValId::ZERO, |o| o.absent)
    }

    pub(crate) fn tag(&self) -> Option<&Tag> {
        self.optional.as_ref()?.tag.as_ref()
    }
}

impl<D: IntDomain> Smg<D> {
    /// What the address of an optional region is where it is absent.
    pub fn absent_address(&self, object: ObjId) -> ValId {
        self.resolve(self.object(object).absent_value())
    }

    /// A number that tells whether an optional region is there, with what it can be then, and otherwise.
    pub fn tag_of(&self, object: ObjId) -> Option<(ValId, &[u64], &[u64])> {
        let tag = self.object(object).tag()?;
        Some((self.resolve(tag.value), &tag.present, &tag.absent))
    }

    pub(crate) fn optional_of(&self, object: ObjId) -> Optional {
        self.object(object).optional.as_deref().cloned().unwrap_or_default()
    }

    pub(crate) fn replace_in_optionals(&mut self, old: ValId, new: ValId) {
        let speaks = |o: &Object| o.optional.as_ref().is_some_and(|o| o.values().any(|v| v == old));
        let holders: Vec<ObjId> = self.objects().filter(|(_, o)| speaks(o)).map(|(id, _)| id).collect();
        for id in holders {
            if let Some(optional) = &mut self.object_mut(id).optional {
                Arc::make_mut(optional).map(|v| if v == old { new } else { v });
            }
        }
    }

    /// Whether a value can be one of these numbers.
    fn may_be_one_of(&self, v: ValId, numbers: &[u64]) -> bool {
        let v = self.resolve(v);
        match self.content(v) {
            _ if v == ValId::ZERO => numbers.contains(&0),
            Content::Int(d) => numbers.iter().any(|&n| d.contains(n)),
            _ => true,
        }
    }

    /// States that a value is one of these numbers. `false` if it is none of them.
    fn restrict_to(&mut self, v: ValId, numbers: &[u64]) -> bool {
        let v = self.resolve(v);
        let Content::Int(d) = self.content(v) else { return self.may_be_one_of(v, numbers) };
        let width = d.width();
        let possible = numbers.iter().filter(|&&n| d.contains(n)).map(|&n| D::constant(width, n));
        match possible.reduce(|a, b| a.join(&b)) {
            Some(hull) => self.refine_int(v, &hull),
            None => false,
        }
    }

    /// States that an optional region is there, or that it is not. `false` if its tag says otherwise.
    pub(crate) fn settle_tag(&mut self, object: ObjId, is_present: bool) -> bool {
        let Some(tag) = self.object(object).tag().cloned() else { return true };
        self.restrict_to(tag.value, if is_present { &tag.present } else { &tag.absent })
    }

    /// Whether the tag of an optional region says that it is not there.
    pub(crate) fn is_absent(&self, object: &Object) -> bool {
        object.tag().is_some_and(|tag| !self.may_be_one_of(tag.value, &tag.present))
    }

    /// Optional regions of the top level whose tags have been decided are there or not.
    pub(crate) fn settle_optionals(&mut self) {
        let tagged = |o: &Object| o.tag().is_some() && o.level == 0;
        let all: Vec<ObjId> = self.objects().filter(|(_, o)| tagged(o)).map(|(id, _)| id).collect();
        for id in all {
            // One that belongs to another one may have gone with it.
            let Some(tag) = self.try_object(id).and_then(Object::tag) else { continue };
            if !self.may_be_one_of(tag.value, &tag.present) {
                if let Ok(Some(without)) = self.without_segment(id) {
                    *self = without;
                }
            } else if !self.may_be_one_of(tag.value, &tag.absent) {
                self.segment_to_region(id);
            }
        }
    }

    /// The numbers that a field can hold, sorted, if they are few.
    pub(crate) fn few_numbers(&self, p: &Peek<D>) -> Option<Vec<u64>> {
        let set = match p {
            Peek::Value(v) if self.resolve(*v) == ValId::ZERO => return Some(vec![0]),
            Peek::Value(v) => match self.content(*v) {
                Content::Int(d) => d,
                _ => return None,
            },
            Peek::Int(d) => d,
            Peek::Unknown { .. } => return None,
        };
        let (lo, hi) = set.unsigned_bounds();
        let few = hi - lo < 8 * MOST_TAGS && set.count().is_some_and(|n| n <= MOST_TAGS);
        few.then(|| (lo..=hi).filter(|&n| set.contains(n)).collect())
    }
}
