//! SMT-LIB text of the logic HORN over Booleans and bit-vectors.

mod read;
mod write;

pub use read::{ReadError, read, read_solution};
pub use write::{solution, term_text, write};
