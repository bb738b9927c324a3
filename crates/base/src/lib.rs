//! The ground everything stands on: typed ids, index vectors, the string interner, spans and the source map, and the way to end work
//! that nobody waits for.
//!
//! Architecture invariant: this crate never opens a file and knows nothing of C except the shape of a
//! line marker (`# 12 "file.c"`), which the source map needs to name the user's file and line.

pub mod addresses;
mod cancel;
mod hash;
mod ids;
mod interner;
mod source;

pub use cancel::Cancel;
pub use hash::{FxBuildHasher, FxHashMap, FxHashSet, FxHasher};
pub use ids::{Idx, IndexVec};
pub use interner::{Interner, Symbol};
pub use source::{FileId, Location, SourceFile, SourceMap, Span};
