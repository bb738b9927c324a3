//! SMT-LIB text of the logic HORN over Booleans and bit-vectors.

mod read;
mod write;

pub use read::{ReadError, read};
pub use write::{solution, term_text, write};
