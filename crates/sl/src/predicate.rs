//! Inductive predicates in the spatial part: how one node looks, and instances, which stand for any number of nodes.
//!
//! With σ a shape whose nodes have the children `c1 … ck`, an instance σ(x, b) is a tree: `x = 0 ∧ emp`, or `x ≠ 0` and
//! `x ↦ node(b; c1, …, ck) * σ(c1, x) * … * σ(ck, x)`. The *back* argument b is what the node's back pointers are. An instance with
//! a *hole*, σ(x, b ⊸ h, g), is the same tree without one subtree: `x = h ∧ b = g ∧ emp`, or a node one of whose children has the hole,
//! while the others are trees. With one child, these are null-terminated lists and list segments, with back pointers doubly linked ones.

use crate::formula::Formula;
use crate::formula::Site;
use crate::heap::{Byte, NewSegment, Part};
use crate::prover::Prover;
use base::{FxHashMap, define_id};
use smt::{TermId, Terms};
use std::collections::BTreeMap;

define_id!(
    /// What nodes of one predicate look like.
    pub struct ShapeId, "shape"
);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// The root of another instance of the same shape, whose back argument is this node.
    Child,
    /// The back argument.
    Back,
    /// The root of a tree of another shape that belongs to this node alone, with any back argument.
    Owned {
        shape: ShapeId,
        /// It is never null.
        nonempty: bool,
    },
    /// The same value in all nodes: an argument.
    Same,
    /// Any value.
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub len: u64,
    pub kind: CellKind,
}

/// One node: a block of this size. Bytes without a cell may have no value.
#[derive(Clone, Debug)]
pub struct Shape<O> {
    pub size: u64,
    pub align: u64,
    /// How far behind the start of a node pointers to it lead.
    pub link: u64,
    pub cells: BTreeMap<u64, Cell>,
    pub origin: O,
}

impl<O> Shape<O> {
    pub fn has_back(&self) -> bool {
        self.cells.values().any(|cell| cell.kind == CellKind::Back)
    }
    pub fn children(&self) -> impl Iterator<Item = u64> + '_ {
        self.cells.iter().filter(|(_, cell)| cell.kind == CellKind::Child).map(|(&at, _)| at)
    }
}

/// Where an instance ends before its tree does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hole {
    pub root: TermId,
    /// The last node: the back argument of what would come there.
    pub back: TermId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    pub shape: ShapeId,
    pub root: TermId,
    /// Zero if nodes have no back pointers.
    pub back: TermId,
    /// The value of each cell that is the same in all nodes, by offset.
    pub args: Vec<(u64, TermId)>,
    pub hole: Option<Hole>,
    /// It has at least one node.
    pub nonempty: bool,
}

impl Instance {
    pub fn terms(&self) -> impl Iterator<Item = TermId> + '_ {
        let hole = self.hole.iter().flat_map(|hole| [hole.root, hole.back]);
        [self.root, self.back].into_iter().chain(self.args.iter().map(|(_, t)| *t)).chain(hole)
    }

    pub(crate) fn terms_mut(&mut self) -> impl Iterator<Item = &mut TermId> {
        let hole = self.hole.iter_mut().flat_map(|hole| [&mut hole.root, &mut hole.back]);
        [&mut self.root, &mut self.back].into_iter().chain(self.args.iter_mut().map(|(_, t)| t)).chain(hole)
    }

    pub(crate) fn substitute(&mut self, terms: &mut Terms, map: &FxHashMap<TermId, TermId>) {
        for t in self.terms_mut() {
            *t = terms.substitute(*t, map);
        }
    }

    pub(crate) fn arg(&self, at: u64) -> Option<TermId> {
        self.args.iter().find(|(offset, _)| *offset == at).map(|(_, t)| *t)
    }
}

/// The end at which an instance is unfolded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    First,
    /// The node before the hole.
    Last,
}

impl<O: Site> Formula<O> {
    /// The cases of an instance: that it is empty, and each way in which its first or last node can lie. What is contradictory at
    /// sight is left out.
    pub fn unfold(&self, prover: &mut Prover, index: usize, end: End) -> Vec<Formula<O>> {
        let mut cases = Vec::new();
        let instance = self.heap.instances[index].clone();
        let has_back = self.heap.shapes[instance.shape].has_back();
        if !instance.nonempty {
            let mut empty = self.clone();
            empty.remove_instance(index);
            let zero = prover.terms.bv_const(self.heap.word(), 0);
            let equal = match instance.hole {
                None => empty.equate(prover, instance.root, zero),
                Some(hole) => {
                    let mut pairs = vec![(instance.root, hole.root)];
                    if has_back {
                        pairs.push((instance.back, hole.back));
                    }
                    empty.equate_all(prover, pairs)
                }
            };
            if equal && empty.normalise(prover) {
                cases.push(empty);
            }
        }
        let children: Vec<u64> = self.heap.shapes[instance.shape].children().collect();
        let holes = match instance.hole {
            None => vec![None],
            Some(_) => children.into_iter().map(Some).collect(),
        };
        for with_hole in holes {
            let mut case = self.clone();
            case.remove_instance(index);
            if case.add_node(prover, &instance, end, with_hole) && case.normalise(prover) {
                cases.push(case);
            }
        }
        cases
    }

    fn add_instance(&mut self, instance: Instance) {
        std::rc::Rc::make_mut(&mut self.heap.instances).push(instance);
    }

    /// One node of an instance; the hole is behind this child, or this child is what is in the hole.
    fn add_node(
        &mut self,
        prover: &mut Prover,
        instance: &Instance,
        end: End,
        with_hole: Option<u64>,
    ) -> bool {
        let shape = self.heap.shapes[instance.shape].clone();
        let word = self.heap.word();
        let zero = prover.terms.bv_const(word, 0);
        let at = match (end, instance.hole) {
            (End::Last, Some(hole)) => hole.back,
            _ => instance.root,
        };
        if !prover.terms.is_variable(at) || self.heap.at_base(prover, at).is_some() {
            return false;
        }
        let size = prover.terms.bv_const(word, u128::from(shape.size));
        let undefined = Byte { term: prover.terms.bv_const(8, 0), index: 0, undefined: 0xff };
        let new = NewSegment {
            size,
            align: shape.align,
            part: Part::Heap,
            origin: shape.origin.clone(),
            fill: undefined,
        };
        let id = self.heap.allocate_around(&mut prover.terms, at, shape.link, new);
        let has_back = shape.has_back();
        let back_of_children = if has_back { at } else { zero };
        // Where the back pointer of the node leads.
        let mut back = instance.back;
        if end == End::Last && instance.hole.is_some() {
            back = self.heap.fresh(prover, word);
            self.add_instance(Instance {
                hole: Some(Hole { root: at, back: if has_back { back } else { zero } }),
                nonempty: false,
                ..instance.clone()
            });
        }
        for (&offset, cell) in &shape.cells {
            let value = match cell.kind {
                CellKind::Back => back,
                CellKind::Same => match instance.arg(offset) {
                    Some(value) => value,
                    None => self.heap.fresh(prover, 8 * cell.len as u32),
                },
                CellKind::Any => self.heap.fresh(prover, 8 * cell.len as u32),
                CellKind::Owned { shape: owned, nonempty } => {
                    let root = self.heap.fresh(prover, word);
                    let args = self.heap.no_args(prover, owned);
                    let has_back = self.heap.shapes[owned].has_back();
                    let back = if has_back { self.heap.fresh(prover, word) } else { zero };
                    self.add_instance(Instance { shape: owned, root, back, args, hole: None, nonempty });
                    root
                }
                CellKind::Child => {
                    let here = with_hole == Some(offset);
                    match (end, instance.hole) {
                        (End::Last, Some(hole)) if here => hole.root,
                        _ => {
                            let root = self.heap.fresh(prover, word);
                            let hole = instance.hole.filter(|_| here && end == End::First);
                            self.add_instance(Instance {
                                root,
                                back: back_of_children,
                                hole,
                                nonempty: false,
                                ..instance.clone()
                            });
                            root
                        }
                    }
                }
            };
            self.heap.write(id, offset, cell.len, Some(value), undefined);
        }
        true
    }

    pub(crate) fn remove_instance(&mut self, index: usize) {
        std::rc::Rc::make_mut(&mut self.heap.instances).remove(index);
    }
}
