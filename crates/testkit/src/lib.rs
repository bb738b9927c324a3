//! Tests as data: annotated C files, golden outputs, and console sessions in the documentation.
//!
//! Adding a test is adding a file. What a file expects stands in its comments ([`annotations`]); what an engine
//! answered is compared with that in both directions ([`compare`]): a finding without an annotation fails, and so does
//! an annotation without a finding.
//!
//! Architecture invariant: this crate runs no engine and knows no C beyond its comments. Whoever uses it supplies the
//! function that answers.

pub mod annotations;
pub mod compare;
pub mod exports;
pub mod files;
pub mod golden;
pub mod process;
pub mod sanitizers;
pub mod sessions;
mod skip;

pub use annotations::{Command, DataModel, Expectation, Expected, TestFile};
pub use compare::{Answer, AnswerVerdict, Found, compare};
pub use skip::skip;
