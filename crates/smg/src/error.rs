//! Requests that a graph cannot serve. None of them changes the graph.

use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmgError {
    NoSuchObject,
    NotARegion,
    /// The access does not lie within the certain bounds of the object.
    OutOfBounds,
    /// The object is a segment: materialise it first.
    NotMaterialised,
    NotLive,
    Unsupported(&'static str),
}

impl fmt::Display for SmgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SmgError::NoSuchObject => f.write_str("no such object"),
            SmgError::NotARegion => f.write_str("the object is not a region"),
            SmgError::OutOfBounds => f.write_str("the access is not within the bounds of the object"),
            SmgError::NotMaterialised => {
                f.write_str("the object is a segment that must be materialised first")
            }
            SmgError::NotLive => f.write_str("the object is not live"),
            SmgError::Unsupported(what) => write!(f, "unsupported: {what}"),
        }
    }
}

impl std::error::Error for SmgError {}
