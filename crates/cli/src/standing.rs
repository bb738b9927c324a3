//! Which findings are not reported: those that a comment in the source ignores, and those that an older report knows.

use report::Sources;
use report::fingerprint::fingerprints;
use report::sarif::{Standing, read_fingerprints};
use std::path::Path;
use verdict::{Finding, FindingKind, Verdict};

/// One standing per finding.
pub fn standings(
    findings: &[Finding],
    sources: &Sources<'_>,
    baseline: Option<&Path>,
) -> Result<Vec<Standing>, String> {
    let mut known = match baseline {
        Some(path) => {
            let shown = path.display();
            let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read {shown}: {e}"))?;
            read_fingerprints(&text).map_err(|e| format!("{shown}: {e}"))?
        }
        None => Vec::new(),
    };
    let prints = if baseline.is_some() {
        fingerprints(findings, sources)
    } else {
        vec![String::new(); findings.len()]
    };
    Ok(findings
        .iter()
        .zip(prints)
        .map(|(finding, print)| {
            if let Some(reason) = ignored(finding, sources) {
                return Standing::Suppressed(reason);
            }
            match known.iter().position(|k| *k == print) {
                Some(at) => {
                    known.swap_remove(at);
                    Standing::InBaseline
                }
                None => Standing::Reported,
            }
        })
        .collect())
}

/// The reason of the comment that ignores the finding: on its line, or alone on the line above.
fn ignored(finding: &Finding, sources: &Sources<'_>) -> Option<String> {
    let spot = sources.spot(finding.span)?;
    if let Some(reason) = comment(&spot.text, finding.kind) {
        return Some(reason);
    }
    let above = sources.lines.line(&spot.file, spot.line.checked_sub(1)?)?;
    let alone = above.trim_start().starts_with("//") || above.trim_start().starts_with("/*");
    comment(&above, finding.kind).filter(|_| alone)
}

/// Reads `// fafnir: ignore[kind, kind] reason` (also in `/* */`); the kinds must name the finding's or be `all`.
fn comment(line: &str, kind: FindingKind) -> Option<String> {
    let start = line.find("//").into_iter().chain(line.find("/*")).min()?;
    let rest = line[start + 2..].trim_start().strip_prefix("fafnir:")?.trim_start();
    let rest = rest.strip_prefix("ignore[")?;
    let (kinds, reason) = rest.split_once(']')?;
    let named = kinds.split(',').map(str::trim).any(|k| k == kind.name() || k == "all");
    named.then(|| reason.trim().trim_end_matches("*/").trim().to_owned())
}

/// What the closing lines say of findings that are not reported, and of what lies behind them.
pub fn summary(standings: &[Standing], rest: Option<&Verdict>) -> String {
    let suppressed = standings.iter().filter(|s| matches!(s, Standing::Suppressed(_))).count();
    let old = standings.iter().filter(|s| **s == Standing::InBaseline).count();
    let mut out = String::new();
    for (count, what) in
        [(suppressed, "ignored by a comment in the source"), (old, "known from the baseline")]
    {
        match count {
            0 => {}
            1 => out.push_str(&format!("  1 finding is {what}\n")),
            n => out.push_str(&format!("  {n} findings are {what}\n")),
        }
    }
    match rest {
        Some(Verdict::Proved(_)) => out.push_str("  the search went on behind: everything else is proved\n"),
        Some(Verdict::Unknown(reason)) => {
            out.push_str(&format!("  what lies behind is not known: {}\n", reason.message));
        }
        Some(Verdict::Violated) | None => {}
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_name_kinds() {
        let kind = FindingKind::MemoryLeak;
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            comment("x = 0; // fafnir: ignore[memory-leak] the system frees it", kind),
            some("the system frees it")
        );
        assert_eq!(comment("/* fafnir: ignore[null-deref, memory-leak] */", kind), some(""));
        assert_eq!(comment("// fafnir: ignore[all]", kind), some(""));
        for other in [
            "// fafnir: ignore[null-deref] x",
            "// ignore[memory-leak]",
            "fafnir: ignore[memory-leak]",
            "// fafnir: ignore memory-leak",
            "",
        ] {
            assert_eq!(comment(other, kind), None, "{other}");
        }
    }
}
