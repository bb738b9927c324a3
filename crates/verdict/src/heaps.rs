//! Symbolic heaps of separation logic: what a proof with predicates says of memory, in the notation of the papers.

/// The memory is one of these heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heaps {
    pub predicates: Vec<Predicate>,
    pub heaps: Vec<SymbolicHeap>,
}

/// What stands for any number of nodes: nothing, or a block of this size whose cells lead to more of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    pub name: String,
    /// Bytes of one node.
    pub size: u64,
    /// How far behind the start of a node pointers to it lead.
    pub link: u64,
    pub cells: Vec<PredicateCell>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PredicateCell {
    pub offset: u64,
    pub size: u64,
    pub kind: PredicateCellKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PredicateCellKind {
    /// The next node, or the root of a subtree.
    Child,
    /// The node before, or the parent.
    Back,
    /// What belongs to this node alone: an instance of this predicate.
    Owned {
        predicate: String,
        nonempty: bool,
    },
    /// The same in all nodes.
    Same,
    Any,
}

/// Π ∧ Σ
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SymbolicHeap {
    /// Variables of the function and their values.
    pub variables: Vec<(String, String)>,
    pub pure: Vec<String>,
    /// Blocks and instances of predicates. No two of them share a byte.
    pub spatial: Vec<String>,
}
