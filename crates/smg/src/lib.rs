//! Symbolic memory graphs (SMGs) and their algebra.
//!
//! A graph ([`Smg`]) stands for a set of memories: *objects* (regions, list segments, 0/1 objects) that hold *values*
//! (addresses, integers, code addresses, opaque floats, unknown, uninitialised). The crate has the operations of
//! [Predator] §1.2 to §1.5 and §1.8 to §1.11, on such graphs:
//!
//! | to | use |
//! | --- | --- |
//! | make objects, free them, let them go out of scope | [`Smg::add_object`], [`Smg::invalidate`] |
//! | name variables and registers | [`Smg::set_root`], [`Smg::set_named`] |
//! | read and write scalars (byte offsets or bit-fields) | [`Smg::read`], [`Smg::write`], [`Smg::read_symbolic`], [`Smg::write_symbolic`] |
//! | copy, move and fill blocks | [`Smg::copy_block`], [`Smg::set_block`] and their `_symbolic` forms, [`Smg::write_bytes`] |
//! | do arithmetic on addresses | [`Smg::offset_address`], [`Smg::pointer_difference`] |
//! | make values | [`Smg::int`], [`Smg::int_const`], [`Smg::code`], [`Smg::unknown`], [`Smg::relate`] |
//! | compare values | [`Smg::equal`], [`Smg::compare`], [`Smg::prove_neq`] |
//! | take a branch | [`Smg::assume`], which gives the graphs that cover it |
//! | touch a list segment | [`Smg::materialise`], from either end |
//! | join, check inclusion | [`Smg::join`], [`Smg::includes`], [`Smg::equivalent`] |
//! | fold lists and the cells of arrays | [`Smg::abstract_lists`] |
//! | reach a cell of an array of any number of them | [`Smg::open_cells`], [`Smg::cell_at`] |
//! | say in which order the nodes of a list bear which marks | [`Marks`] |
//! | keep more apart where it matters, and learn what was lost | [`Kept`], [`Loss`] |
//! | find lost memory | [`Smg::collect_garbage`] |
//! | recognise a state | [`Smg::canonical_hash`], [`Smg::isomorphic`] |
//! | summarise a call | [`Smg::carve`], [`Smg::combine`] |
//! | look at a graph | `Display`, [`Smg::objects`], [`Smg::values`], [`Smg::numbering`] |
//!
//! Integers come from a domain behind the trait [`IntDomain`]; [`Interval`] is the default.
//!
//! ```
//! use fafnir_smg::{AbstractionConfig, Field, NewObject, Smg, ValId};
//!
//! let mut g: Smg = Smg::new(64);
//! let list = g.add_object(NewObject::stack(8, 0));
//! g.set_root(0, list);
//! g.write(list, Field::bytes(0, 8), ValId::ZERO).unwrap();
//! for _ in 0..3 {
//!     // n = malloc(16); n->next = list; list = n;
//!     let node = g.add_object(NewObject::heap(16, 1));
//!     let old = g.read(list, Field::bytes(0, 8), fafnir_smg::ReadKind::Pointer).unwrap().value;
//!     g.write(node, Field::bytes(0, 8), old).unwrap();
//!     let address = g.region_address(node);
//!     g.write(list, Field::bytes(0, 8), address).unwrap();
//! }
//! assert!(g.collect_garbage().is_empty());
//! g.abstract_lists(&AbstractionConfig::default());
//! assert_eq!(g.object_count(), 3); // null, the variable, one segment of three nodes or more
//! ```
//!
//! Architecture invariant: this crate knows no C, no IR, no types and no source locations. Labels, type hints, keys
//! and code addresses are numbers that the client gives a meaning. It never prints, and no request on well-formed ids
//! panics: what a graph cannot represent becomes an unknown value or a [`SmgError`].
//!
//! Ids of values stay valid until the next garbage collection; a value that was found equal to another one is
//! forwarded ([`Smg::resolve`]). Keep what must survive a collection under a name ([`Smg::set_named`]).

mod abstraction;
mod assume;
mod block;
mod bounds;
mod carve;
mod cells;
mod compare;
mod consistency;
mod ends;
mod error;
mod fields;
mod graph;
mod int;
mod interval;
mod iso;
mod join;
mod lengths;
mod marks;
mod materialise;
mod numbers;
mod object;
mod optional;
mod order;
mod precision;
mod pvec;
mod reach;
mod reinterpret;
mod sums;
mod terms;
mod text;
mod value;
mod zeros;
mod zone;

pub use abstraction::AbstractionConfig;
pub use block::{Extent, FillByte, Overlap};
pub use carve::{CUT_POINT_KEYS, Frame};
pub use compare::Truth;
pub use ends::Ends;
pub use error::SmgError;
pub use graph::{Shape, Smg};
pub use int::{BinOp, CastOp, Cmp, IntDomain, Thresholds, UnOp, mask, sign_extend};
pub use interval::Interval;
pub use iso::Numbering;
pub use join::{JoinError, JoinGoal, JoinOptions, JoinStatus, Joined};
pub use marks::{ANY, Marks};
pub use materialise::{End, Materialised};
pub use numbers::LENGTHS_TRUSTED;
pub use object::{
    Block, BlockKind, Edge, Field, Link, Links, MAX_PARALLEL, MIXED_LABEL, NewObject, ObjId, ObjKind, Object,
    Origin, SizeRange, Validity,
};
pub use order::Linear;
pub use precision::{Keep, Kept, Loss};
pub use reach::LostBlock;
pub use reinterpret::{Init, Peek, Read, ReadKind};
pub use terms::{Term, TermOp};
pub use value::{CodeSet, Content, Offset, Relation, Spec, Target, ValId, Value};
pub use zeros::Spot;
pub use zone::{Measure, Order, Var};
