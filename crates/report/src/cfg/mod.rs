//! Pictures of a function's control-flow graph: as SVG and as Graphviz text.

mod content;
mod dot;
mod svg;

pub use content::DrawOptions;
pub use dot::dot;
pub use svg::svg;
