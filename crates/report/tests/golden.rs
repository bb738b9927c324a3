//! Every kind of finding, rendered in every form, against files that are read in review.
//!
//! `FAFNIR_BLESS=1 cargo test -p fafnir-report` writes them anew.

use base::{Interner, SourceMap, Span};
use fafnir_report as report;
use report::text::Style;
use report::{Diagnostic, SourceLines, Sources, Summary, gcc, json, messages, text};
use std::sync::Arc;
use std::time::Duration;
use verdict::*;

const PROGRAM: &str = r#"#include <stdlib.h>
struct node { struct node *next; int value; };
#define DROP(p) do { free(p); } while (0)
static int table[4];
int main(int argc, char **argv) {
    struct node *n = malloc(sizeof *n);
    for (int i = 0; i < 3; i++) {
        int local = i;
        n->next = (void *)&local;
    }
    n->value = table[argc + 3];
    DROP(n);
    return n->next != 0 ? f(n) : 1;
}
"#;

/// What the preprocessor makes of it: the same lines, markers aside, with the macro expanded.
fn preprocessed() -> String {
    let body: String = PROGRAM
        .lines()
        .map(|l| match l.trim_start() {
            l if l.starts_with('#') => "\n".to_owned(),
            "DROP(n);" => "    do { free(n); } while (0);\n".to_owned(),
            _ => format!("{l}\n"),
        })
        .collect();
    format!("# 0 \"list.c\"\n# 1 \"<built-in>\"\n# 1 \"list.c\"\n{body}")
}

struct Lines;

impl SourceLines for Lines {
    fn line(&self, file: &str, line: u32) -> Option<Arc<str>> {
        (file == "list.c").then(|| PROGRAM.lines().nth(line as usize - 1).map(Arc::from)).flatten()
    }
}

struct Fixture {
    map: SourceMap,
    text: String,
    names: Interner,
}

impl Fixture {
    fn new() -> Fixture {
        let text = preprocessed();
        let mut map = SourceMap::new();
        map.add("list.i", text.as_bytes()).unwrap();
        Fixture { map, text, names: Interner::new() }
    }

    fn span(&self, needle: &str) -> Span {
        let at = self.text.find(needle).unwrap_or_else(|| panic!("{needle} is not in the text")) as u32;
        Span::new(at, at + needle.len() as u32)
    }

    fn finding(&mut self, kind: FindingKind) -> Finding {
        use FindingKind::*;
        let heap = |f: &Fixture| BlockStory {
            origin: BlockOrigin::Heap,
            size: Some(16),
            name: None,
            allocated: f.span("malloc(sizeof *n)"),
            freed: None,
            out_of_scope: None,
        };
        let mut finding = Finding {
            kind,
            access: Some(Access::Read),
            span: self.span("n->next != 0"),
            block: None,
            details: Details::default(),
            trace: Trace::default(),
            confidence: Confidence::Confirmed,
        };
        match kind {
            NullDeref => {
                finding.details.offset = Some(8);
                finding.details.size = Some(4);
            }
            UseAfterFree | DoubleFree => {
                finding.block = Some(BlockStory { freed: Some(self.span("free(n)")), ..heap(self) });
                finding.details = Details { offset: Some(0), size: Some(8), ..Details::default() };
                let function = self.names.intern("main");
                let condition = self.span("i < 3");
                let mut steps =
                    vec![Step { kind: StepKind::Call { function }, span: self.span("main"), depth: 0 }];
                for taken in [true, true, true, false] {
                    steps.push(Step { kind: StepKind::Branch { taken }, span: condition, depth: 1 });
                }
                finding.trace = Trace { steps, omitted: 7, omitted_at: 1, ..Trace::default() };
            }
            OutOfBounds => {
                finding.access = Some(Access::Write);
                finding.span = self.span("table[argc + 3]");
                finding.block = Some(BlockStory {
                    origin: BlockOrigin::Static,
                    name: Some("table".to_owned()),
                    allocated: self.span("table[4]"),
                    ..heap(self)
                });
                finding.details = Details { offset: Some(16), size: Some(4), ..Details::default() };
                finding.trace.inputs = vec![
                    Input { value: -5, ty: "int", span: Span::NONE },
                    Input { value: i128::from(1.5f64.to_bits()), ty: "double", span: Span::NONE },
                ];
            }
            OutOfScope => {
                finding.block = Some(BlockStory {
                    origin: BlockOrigin::Stack,
                    size: Some(4),
                    name: Some("local".to_owned()),
                    allocated: self.span("local = i"),
                    freed: None,
                    out_of_scope: Some(self.span("}\n    n->value")),
                });
            }
            InteriorFree | MemoryLeak | NotFreedAtExit => {
                finding.block = Some(heap(self));
                finding.details.offset = Some(8);
            }
            NonHeapFree => {
                finding.access = Some(Access::Free);
                finding.span = self.span("free(n)");
                finding.block = Some(BlockStory {
                    origin: BlockOrigin::Stack,
                    name: Some("local".to_owned()),
                    allocated: self.span("local = i"),
                    ..heap(self)
                });
            }
            AssertionFailed => finding.details.what = Some("n->next == 0".to_owned()),
            ErrorReached => finding.details.what = Some("reach_error".to_owned()),
            WildPointer | WildFree | InvalidCall => finding.details.value = Some("0x4d2".to_owned()),
            SignedOverflow => finding.details.value = Some("2147483648".to_owned()),
            BadShift => finding.details.value = Some("32".to_owned()),
            BadArgument => {
                finding.details.what = Some("`printf` gets fewer arguments than its format wants".to_owned())
            }
            WriteToConstant => finding.access = Some(Access::Write),
            _ => {}
        }
        finding
    }
}

#[track_caller]
fn golden(name: &str, actual: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    testkit::golden::compare(&path, actual).unwrap();
}

#[test]
fn every_kind_has_a_message() {
    let mut fixture = Fixture::new();
    let mut out = String::new();
    let mut terse = String::new();
    for kind in FindingKind::ALL {
        let finding = fixture.finding(kind);
        let sources = Sources::new(&fixture.map, &Lines);
        let diagnostic = messages::finding(&finding, &fixture.names, &sources);
        out.push_str(&text::render(&diagnostic, &sources, Style::Plain));
        out.push('\n');
        terse.push_str(&gcc::render(&diagnostic, &sources));
    }
    golden("messages.txt", &out);
    golden("messages.gcc", &terse);
}

#[test]
fn every_kind_is_explained() {
    let pages: Vec<String> = FindingKind::ALL.into_iter().map(report::explain::page).collect();
    golden("explain.txt", &pages.join("\n"));
}

fn outcome(verdict: Verdict, findings: Vec<Finding>) -> Outcome {
    let asked: PropertySet = Property::DEFAULT.into_iter().collect();
    Outcome {
        assumptions: vec![Assumption::ExternalFunction("f".to_owned()), Assumption::MallocSucceeds],
        stats: Stats { engine: "interp", steps: 42, ..Stats::default() },
        ..Outcome::new(asked, verdict, findings)
    }
}

#[test]
fn summaries_and_json() {
    let mut fixture = Fixture::new();
    let findings =
        vec![fixture.finding(FindingKind::UseAfterFree), fixture.finding(FindingKind::OutOfBounds)];
    let reason = UnknownReason {
        kind: UnknownKind::TimeBudget,
        span: fixture.span("i < 3"),
        message: "the time budget ended in this loop".to_owned(),
    };
    let outcomes = [
        outcome(Verdict::Violated, findings),
        outcome(Verdict::Unknown(reason), Vec::new()),
        outcome(Verdict::Proved(Certificate::ExhaustiveExecution { steps: 42 }), Vec::new()),
    ];
    let sources = Sources::new(&fixture.map, &Lines);
    let properties: PropertySet = Property::DEFAULT.into_iter().collect();
    let mut text = String::new();
    let mut data = String::new();
    for outcome in &outcomes {
        if let Verdict::Unknown(reason) = outcome.verdict() {
            text.push_str(&text::render(&messages::unknown(reason), &sources, Style::Plain));
        }
        let time = Some(Duration::from_micros(1234));
        text.push_str(&Summary { outcome, properties, time }.text());
        let answer = json::Answer {
            outcome,
            clean_run: false,
            standings: &[],
            properties,
            names: &fixture.names,
            time: None,
        };
        let warning = Diagnostic::warning("implicit declaration of `f`", fixture.span("f(n)"));
        data.push_str(&json::render(&["list.c".to_owned()], Some(answer), &[warning], &sources));
    }
    data.push_str(&json::render(&["list.c".to_owned()], None, &[], &sources));
    golden("summaries.txt", &text);
    golden("answers.json", &data);
}

#[test]
fn colours_only_when_asked() {
    let mut fixture = Fixture::new();
    let finding = fixture.finding(FindingKind::UseAfterFree);
    let sources = Sources::new(&fixture.map, &Lines);
    let diagnostic = messages::finding(&finding, &fixture.names, &sources);
    assert!(!text::render(&diagnostic, &sources, Style::Plain).contains('\u{1b}'));
    assert!(text::render(&diagnostic, &sources, Style::Coloured).contains('\u{1b}'));
}

#[test]
fn hostile_lines_are_shown_safely() {
    let long = format!("int {} = \u{1b}[31m x;", "a".repeat(100_000));
    let mut map = SourceMap::new();
    map.add("evil\u{1b}.c", long.as_bytes()).unwrap();
    let sources = Sources::new(&map, &report::NoLines);
    for at in [0, 50_000, long.len() as u32 - 2] {
        let diagnostic = Diagnostic::error("odd \u{7} text", Span::new(at, at + 1)).label("here\u{1b}");
        let text = text::render(&diagnostic, &sources, Style::Plain);
        assert!(text.len() < 3_000, "{}", text.len());
        assert!(!text.contains('\u{1b}') && !text.contains('\u{7}'));
        assert!(text.contains(&format!(".c:1:{}\n", at + 1)), "{text}");
    }
}

#[test]
fn narrow_terminals_get_short_lines() {
    let line = format!("{}x = y;{}", " ".repeat(40), " /* and so on */".repeat(8));
    let mut map = SourceMap::new();
    map.add("wide.c", line.as_bytes()).unwrap();
    let sources = Sources::new(&map, &report::NoLines);
    let diagnostic = Diagnostic::error("odd", Span::new(40, 41)).label("here");
    let longest = |columns| {
        let text = text::render_within(&diagnostic, &sources, Style::Plain, columns);
        assert!(text.contains("wide.c:1:41\n") && text.contains("x = y"), "{text}");
        text.lines().map(|l| l.chars().count()).max().unwrap()
    };
    assert!(longest(None) > 100);
    // The numbers of the lines and a margin come on top.
    assert!(longest(Some(40)) <= 48, "{}", longest(Some(40)));
}
