//! Results of many tasks: as a file, as a table, as a page with plots, and compared with others.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The limits and options under which they were computed.
    pub settings: String,
    pub records: Vec<Record>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    pub name: String,
    /// `true`, `false`, `false(valid-free)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// As expected, or `unknown`, `timeout`, `error`.
    pub answer: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    pub seconds: f64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub engine: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Score {
    Right,
    /// An answer that nobody can judge.
    Unjudged,
    /// No answer.
    Open,
    Wrong,
}

impl Record {
    pub fn score(&self) -> Score {
        let (answer, violated) = split(&self.answer);
        if answer != "true" && answer != "false" {
            return Score::Open;
        }
        let Some(expected) = &self.expected else { return Score::Unjudged };
        let (wanted, properties) = split(expected);
        let agrees = answer == wanted
            && (answer == "true" || properties.is_empty() || violated.iter().any(|v| properties.contains(v)));
        if agrees { Score::Right } else { Score::Wrong }
    }

    /// Takes the answer from what `check --format json` printed.
    pub fn read_answer(&mut self, text: &str, code: Option<i32>) {
        let Ok(report) = serde_json::from_str::<serde_json::Value>(text) else {
            self.reason = match code {
                Some(code) => format!("exit code {code}"),
                None => "a signal ended it".to_owned(),
            };
            return;
        };
        self.engine = report["engine"].as_str().unwrap_or_default().to_owned();
        match report["verdict"].as_str() {
            Some("proved") => self.answer = "true".to_owned(),
            Some("violated") => {
                let mut properties: Vec<&str> = report["findings"]
                    .as_array()
                    .map(|l| {
                        l.iter()
                            .filter(|f| f["confidence"] == "confirmed")
                            .filter_map(|f| f["property"].as_str())
                            .collect()
                    })
                    .unwrap_or_default();
                properties.sort_unstable();
                properties.dedup();
                self.answer = format!("false({})", properties.join(" "));
            }
            Some("unknown") => {
                let kind = report["unknown"]["kind"].as_str().unwrap_or_default();
                self.answer = if kind == "time-budget" { "timeout" } else { "unknown" }.to_owned();
                self.reason = match report["unknown"]["message"].as_str() {
                    Some(message) => format!("{kind}: {message}"),
                    None => kind.to_owned(),
                };
            }
            _ => {
                let first = report["diagnostics"][0]["message"].as_str().unwrap_or("unreadable");
                self.reason = first.lines().next().unwrap_or_default().to_owned();
            }
        }
    }
}

/// `false(a b)` is `false` and its properties.
fn split(answer: &str) -> (&str, Vec<&str>) {
    match answer.split_once('(') {
        Some((word, rest)) => (word, rest.trim_end_matches(')').split_whitespace().collect()),
        None => (answer, Vec::new()),
    }
}

impl Results {
    pub fn from_json(text: &str) -> Result<Results, String> {
        serde_json::from_str(text).map_err(|e| e.to_string())
    }

    pub fn to_json(&self) -> String {
        // Serialising plain strings and numbers cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    fn count(&self, score: Score) -> usize {
        self.records.iter().filter(|r| r.score() == score).count()
    }
}

/// One line per task, without times, and the sums. The same results give the same table.
pub fn table(results: &Results) -> String {
    let mut out = String::new();
    let width = results.records.iter().map(|r| r.name.chars().count()).max().unwrap_or(0).min(80);
    for record in &results.records {
        let mark = match record.score() {
            Score::Right => "ok",
            Score::Wrong => "WRONG",
            Score::Unjudged => "",
            Score::Open => "",
        };
        let expected = match record.score() {
            Score::Wrong => format!(" (expected {})", record.expected.as_deref().unwrap_or_default()),
            _ => String::new(),
        };
        // How far an analysis came before it gave up depends on the time; the kind of reason seldom does.
        let reason = match record.reason.split_once(": ") {
            Some((kind, _)) if matches!(record.answer.as_str(), "unknown" | "timeout") => kind.to_owned(),
            _ => short(&record.reason),
        };
        let reason = if reason.is_empty() { reason } else { format!("  {reason}") };
        let line = format!("{:width$}  {:5} {}{expected}{reason}", record.name, mark, record.answer);
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let by = |word: &str| results.records.iter().filter(|r| split(&r.answer).0 == word).count();
    let _ = writeln!(
        out,
        "{} tasks: {} right, {} wrong, {} without expectation, {} open ({} unknown, {} timeout, {} error)",
        results.records.len(),
        results.count(Score::Right),
        results.count(Score::Wrong),
        results.count(Score::Unjudged),
        results.count(Score::Open),
        by("unknown"),
        by("timeout"),
        by("error"),
    );
    out
}

fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() <= 70 {
        return line.to_owned();
    }
    line.chars().take(69).chain(['…']).collect()
}

/// What changed from one file of results to another.
pub fn comparison(old: &Results, new: &Results) -> String {
    let before: BTreeMap<&str, &Record> = old.records.iter().map(|r| (r.name.as_str(), r)).collect();
    let (mut better, mut worse, mut changed, mut slower, mut faster) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut was, mut is) = (0.0, 0.0);
    let mut common = 0;
    for record in &new.records {
        let Some(earlier) = before.get(record.name.as_str()) else { continue };
        common += 1;
        let line = format!("  {}: {} → {}", record.name, earlier.answer, record.answer);
        match record.score().cmp(&earlier.score()) {
            std::cmp::Ordering::Less => better.push(line),
            std::cmp::Ordering::Greater => worse.push(line),
            std::cmp::Ordering::Equal if record.answer != earlier.answer => changed.push(line),
            std::cmp::Ordering::Equal => {
                was += earlier.seconds;
                is += record.seconds;
                let line = format!("  {}: {:.2} s → {:.2} s", record.name, earlier.seconds, record.seconds);
                // Small differences are noise.
                if record.seconds > 1.5 * earlier.seconds + 0.2 {
                    slower.push(line);
                } else if earlier.seconds > 1.5 * record.seconds + 0.2 {
                    faster.push(line);
                }
            }
        }
    }
    let mut out = String::new();
    for (title, list) in [
        ("better", better),
        ("worse", worse),
        ("other answers", changed),
        ("slower", slower),
        ("faster", faster),
    ] {
        let _ = writeln!(out, "{title}: {}", list.len());
        for line in list {
            let _ = writeln!(out, "{line}");
        }
    }
    let _ = writeln!(
        out,
        "{common} tasks in both, {} only in the old file, {} only in the new one; same answers took {was:.1} s and take {is:.1} s",
        old.records.len() - common,
        new.records.len() - common
    );
    out
}

/// A self-contained page: the sums, quantile plots, and all tasks.
pub fn html(results: &Results) -> String {
    let escape = crate::drawing::escape;
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>fafnir batch</title><style>{CSS}</style></head><body>\n<h1>Results</h1><p>{}</p>\n",
        escape(&results.settings)
    );
    let table_text = table(results);
    let _ = writeln!(out, "<p><b>{}</b></p>", escape(table_text.lines().last().unwrap_or_default()));
    out.push_str(&quantiles(results));
    out.push_str("<input id=\"q\" placeholder=\"filter: name, answer or engine\" aria-label=\"filter\">\n<table><thead><tr><th>task</th><th>expected</th><th>answer</th><th>seconds</th><th>engine</th><th>reason</th></tr></thead><tbody>\n");
    for record in &results.records {
        let class = match record.score() {
            Score::Right => "right",
            Score::Wrong => "wrong",
            Score::Unjudged => "unjudged",
            Score::Open => "open",
        };
        let _ = writeln!(
            out,
            "<tr class=\"{class}\"><td>{}</td><td>{}</td><td>{}</td><td>{:.2}</td><td>{}</td><td>{}</td></tr>",
            escape(&record.name),
            escape(record.expected.as_deref().unwrap_or("?")),
            escape(&record.answer),
            record.seconds,
            escape(&record.engine),
            escape(&record.reason)
        );
    }
    out.push_str("</tbody></table>\n<script>document.getElementById('q').oninput=function(){var q=this.value.toLowerCase();document.querySelectorAll('tbody tr').forEach(function(r){r.hidden=r.textContent.toLowerCase().indexOf(q)<0})}</script></body></html>\n");
    out
}

/// How many tasks are answered within which time, for proofs and for errors that were found.
fn quantiles(results: &Results) -> String {
    let (w, h, left, bottom) = (640.0, 320.0, 60.0, 36.0);
    let series: Vec<(&str, &str, Vec<f64>)> =
        [("true", "proofs", "#1b6e3c"), ("false", "violations", "#b3261e")]
            .into_iter()
            .map(|(word, name, colour)| {
                let right = |r: &&Record| split(&r.answer).0 == word && r.score() != Score::Wrong;
                let mut times: Vec<f64> =
                    results.records.iter().filter(right).map(|r| r.seconds.max(0.001)).collect();
                times.sort_by(f64::total_cmp);
                (name, colour, times)
            })
            .collect();
    let most = series.iter().map(|s| s.2.len()).max().unwrap_or(0).max(1) as f64;
    let longest = series.iter().filter_map(|s| s.2.last().copied()).fold(0.01, f64::max);
    let (low, high) = (0.001f64.log10(), longest.log10().ceil().max(-1.0));
    let x = |n: f64| left + (w - left - 16.0) * n / most;
    let y = |t: f64| (h - bottom) - (h - bottom - 12.0) * (t.log10() - low) / (high - low);
    let mut out = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" role=\"img\"><title>quantile plot</title>\n"
    );
    let mut decade = low as i32;
    while f64::from(decade) <= high + 0.01 {
        let at = y(10f64.powi(decade));
        let _ = writeln!(
            out,
            "<path class=\"grid\" d=\"M{left} {at:.1}H{}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{} s</text>",
            w - 16.0,
            left - 6.0,
            at + 4.0,
            10f64.powi(decade)
        );
        decade += 1;
    }
    let _ = writeln!(
        out,
        "<text x=\"{left}\" y=\"{}\">0</text><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{most} tasks answered</text>",
        h - 16.0,
        w - 16.0,
        h - 16.0
    );
    for (i, (name, colour, times)) in series.iter().enumerate() {
        let mut path = String::new();
        for (n, t) in times.iter().enumerate() {
            let _ = write!(path, "{}{:.1} {:.1}", if n == 0 { "M" } else { "L" }, x(n as f64 + 1.0), y(*t));
        }
        let _ = writeln!(
            out,
            "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" d=\"{path}\"/><text x=\"{}\" y=\"{}\" style=\"fill:{colour}\">{name}: {}</text>",
            left + 10.0,
            24.0 + 18.0 * i as f64,
            times.len()
        );
    }
    out.push_str("</svg>\n");
    out
}

const CSS: &str = ":root{color-scheme:light dark}body{font:15px/1.4 system-ui,sans-serif;margin:1em}table{border-collapse:collapse;font-size:13px}\
td,th{border-bottom:1px solid #8886;padding:.15em .5em;text-align:left}td:first-child,td:last-child{overflow-wrap:anywhere}.wrong td{background:#c0302040}.right td:nth-child(3){color:#1b8a4a}\
.open td:nth-child(3){color:#a07000}.plot{max-width:100%;height:auto}.plot text{font:12px system-ui,sans-serif;fill:currentColor}.grid{stroke:#8884}#q{display:block;margin:.5em 0;padding:.3em;width:20em;max-width:100%}";

#[cfg(test)]
mod tests {
    use super::*;

    fn record(name: &str, expected: Option<&str>, answer: &str, seconds: f64) -> Record {
        Record {
            name: name.to_owned(),
            expected: expected.map(str::to_owned),
            answer: answer.to_owned(),
            reason: String::new(),
            seconds,
            engine: String::new(),
        }
    }

    #[test]
    fn answers_are_judged() {
        let score = |expected, answer| record("x", expected, answer, 1.0).score();
        assert_eq!(score(Some("true"), "true"), Score::Right);
        assert_eq!(score(Some("false(valid-free)"), "false(valid-deref valid-free)"), Score::Right);
        assert_eq!(score(Some("false"), "false(valid-deref)"), Score::Right);
        assert_eq!(score(Some("false(valid-free)"), "false(valid-deref)"), Score::Wrong);
        assert_eq!(score(Some("true"), "false(valid-deref)"), Score::Wrong);
        assert_eq!(score(Some("false"), "true"), Score::Wrong);
        assert_eq!(score(Some("true"), "timeout"), Score::Open);
        assert_eq!(score(None, "true"), Score::Unjudged);
    }

    #[test]
    fn results_round_trip_and_compare() {
        let old = Results {
            settings: "time 1s".to_owned(),
            records: vec![
                record("a", Some("true"), "unknown", 1.0),
                record("b", Some("true"), "true", 1.0),
                record("c", Some("true"), "true", 1.0),
                record("gone", None, "true", 1.0),
            ],
        };
        let new = Results {
            settings: "time 1s".to_owned(),
            records: vec![
                record("a", Some("true"), "true", 1.0),
                record("b", Some("true"), "false(valid-deref)", 1.0),
                record("c", Some("true"), "true", 9.0),
            ],
        };
        assert_eq!(Results::from_json(&old.to_json()).unwrap(), old);
        let text = comparison(&old, &new);
        assert!(text.contains("better: 1\n  a: unknown → true"), "{text}");
        assert!(text.contains("worse: 1\n  b: true → false(valid-deref)"), "{text}");
        assert!(text.contains("slower: 1\n  c: 1.00 s → 9.00 s"), "{text}");
        assert!(text.contains("1 only in the old file"), "{text}");
        let page = html(&new);
        assert!(page.contains("quantile plot") && page.contains("class=\"wrong\""));
        assert!(table(&new).contains("WRONG false(valid-deref) (expected true)"));
        let mut open = record("d", None, "unknown", 1.0);
        open.reason = "possible-findings: there are 6 of them".to_owned();
        let shown = table(&Results { settings: String::new(), records: vec![open] });
        assert!(shown.starts_with("d        unknown  possible-findings\n"), "{shown}");
    }

    #[test]
    fn answers_are_read_from_reports() {
        let mut r = record("x", None, "error", 0.0);
        r.read_answer(r#"{"verdict":"violated","engine":"interp","findings":[{"confidence":"confirmed","property":"valid-free"}]}"#, Some(1));
        assert_eq!(r.answer, "false(valid-free)");
        r.read_answer(r#"{"verdict":"unknown","unknown":{"kind":"time-budget","message":"m"}}"#, Some(3));
        assert_eq!((r.answer.as_str(), r.reason.as_str()), ("timeout", "time-budget: m"));
        r.answer = "error".to_owned();
        r.read_answer("", None);
        assert_eq!(r.reason, "a signal ended it");
    }
}
