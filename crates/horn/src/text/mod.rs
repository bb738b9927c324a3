//! SMT-LIB text of the logic HORN over Booleans and bit-vectors.

pub mod integers;
mod read;
mod write;

pub use read::{ReadError, read, read_solution};
pub use write::{solution, sort_text, term_text, write};
