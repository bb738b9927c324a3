//! Pictures of memory: as SVG, as Graphviz text, and in words.
//!
//! [`layout()`] decides where everything goes (by [`crate::drawing::layered`]), [`svg`] and [`dot`] write it down. All text stands inside boxes whose size is
//! computed from it, so labels cannot overlap.

mod dot;
mod layout;
mod svg;
mod words;

pub use dot::dot;
pub use layout::{Area, BoxKind, Layout, PlacedBox, PlacedLine, PlacedText, TextRole, layout};
pub use svg::{SvgOptions, style, svg, svg_of_shapes};
pub use words::{number, shapes_in_words, value_in_words, words};
