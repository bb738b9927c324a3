//! Tests that cannot run here.

use std::io::Write;

/// Says that a test, or a part of it, is skipped; the first line of the reason counts. It is written past the test harness, which
/// shows nothing of tests that pass: `.ci/run` makes one summary of these lines, and fails on one that it does not expect.
pub fn skip(why: &str) {
    let why = why.lines().next().unwrap_or("no reason");
    // Without standard error there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}
