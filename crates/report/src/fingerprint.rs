//! A name for a finding that stays the same while the program around it changes.
//!
//! Line numbers change with every edit, so they are no part of it: the kind, the file's name, the text of the line and
//! how many equal ones come before it are.

use crate::Sources;
use std::collections::HashMap;
use verdict::Finding;

/// One fingerprint per finding, in order.
pub fn fingerprints(findings: &[Finding], sources: &Sources<'_>) -> Vec<String> {
    let mut seen: HashMap<u64, u64> = HashMap::new();
    findings
        .iter()
        .map(|finding| {
            let spot = sources.spot(finding.span);
            let (file, text) = match &spot {
                Some(spot) => (file_name(&spot.file), spot.text.as_str()),
                None => ("", ""),
            };
            let mut hash = Fnv::new();
            hash.write(finding.kind.name());
            hash.write(file);
            text.split_whitespace().for_each(|word| hash.write(word));
            let equal = seen.entry(hash.0).or_insert(0);
            *equal += 1;
            format!("{:016x}:{equal}", hash.0)
        })
        .collect()
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// FNV-1a: fingerprints are kept in files, so the hash must never change.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
    fn write(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoLines;
    use base::{SourceMap, Span};
    use verdict::{Confidence, Details, FindingKind, Trace};

    fn finding(kind: FindingKind, at: usize) -> Finding {
        Finding {
            kind,
            access: None,
            span: Span::new(at as u32, at as u32 + 1),
            block: None,
            details: Details::default(),
            trace: Trace::default(),
            confidence: Confidence::Confirmed,
        }
    }

    fn of(text: &str, kinds: &[(FindingKind, &str)]) -> Vec<String> {
        let mut map = SourceMap::new();
        map.add("dir/x.c", text.as_bytes()).unwrap();
        let found: Vec<Finding> = kinds.iter().map(|(k, at)| finding(*k, text.find(at).unwrap())).collect();
        fingerprints(&found, &Sources::new(&map, &NoLines))
    }

    #[test]
    fn edits_elsewhere_and_indentation_do_not_matter() {
        let kinds = [(FindingKind::NullDeref, "*p"), (FindingKind::MemoryLeak, "return")];
        let before = of("int x;\n  y = *p;\n  return 0;\n", &kinds);
        let after = of("int x;\n\n\nint more;\n\ty  =  *p;\n  return 0;\n", &kinds);
        assert_eq!(before, after);
        assert_ne!(before[0], before[1]);
    }

    #[test]
    fn equal_lines_are_told_apart_by_their_order() {
        let found =
            of("y = *p;\ny = *p; \n", &[(FindingKind::NullDeref, "*p"), (FindingKind::NullDeref, "*p; ")]);
        assert_ne!(found[0], found[1]);
        let other = of("y = *p;\n", &[(FindingKind::UseAfterFree, "*p")]);
        assert_ne!(found[0], other[0]);
    }
}
