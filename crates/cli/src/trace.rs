//! `--trace`: the whole way to a finding, for people.

use crate::check::Answer;
use base::Span;
use report::text::Style;
use report::trace::{Repeat, given, lines};
use report::{Sources, messages};
use std::fmt::Write as _;
use verdict::{BlockStory, Finding};

pub(crate) fn render(finding: &Finding, answer: &Answer, sources: &Sources<'_>, style: Style) -> String {
    let (bold, faint, end) = match style {
        Style::Coloured => ("\x1b[1m", "\x1b[2m", "\x1b[0m"),
        Style::Plain => ("", "", ""),
    };
    let place = |span: Span| match sources.spot(span) {
        Some(spot) => format!("{}:{}", spot.file, spot.line),
        None => String::new(),
    };
    let mut out = format!("{bold}trace of {}{end}\n", finding.kind.name());
    let mut rows: Vec<(String, String)> = Vec::new();
    let all = lines(&finding.trace, &answer.names, sources);
    // The numbers of a folded loop are those of its first round: they would mislead.
    let mut folded = vec![false; all.len()];
    for (i, line) in all.iter().enumerate() {
        for Repeat { period, .. } in &line.repeated {
            folded[(i + 1).saturating_sub(*period)..=i].fill(true);
        }
    }
    for (line, folded) in all.iter().zip(folded) {
        if line.is_return {
            continue;
        }
        let mut text = format!("{}{}", "  ".repeat(line.depth as usize), line.text);
        if let (Some((left, right)), false) = (line.values, folded) {
            text.push_str(&compared(&line.text, left, right));
        }
        for Repeat { times, period } in &line.repeated {
            let more = times - 1;
            let _ = match period {
                1 => write!(text, " ({more} more {})", plural(more, "time")),
                _ => write!(text, " (these {period} lines {more} more {})", plural(more, "time")),
            };
        }
        rows.push((place(line.span), text));
    }
    rows.push((place(finding.span), messages::title(finding)));
    let width = rows.iter().map(|(place, _)| place.chars().count()).max().unwrap_or(0).min(40);
    for (place, text) in &rows {
        let _ = writeln!(out, "  {faint}{place:width$}{end}  {text}");
    }
    if let Some(block) = &finding.block {
        out.push_str(&block_events(block, &place));
    }
    if let Some(picture) = &finding.trace.abstract_end {
        // No inputs are known that lead there.
        let _ = writeln!(out, "  {}\n", messages::abstract_way(picture));
        return out;
    }
    let mut command = vec!["fafnir run".to_owned()];
    command.extend(answer.again.iter().map(|option| quoted(option)));
    let given = given(&finding.trace, sources);
    if !given.others.is_empty() {
        let inputs = messages::inputs(given.others.iter().copied());
        let _ = writeln!(out, "  inputs: {inputs}");
        command.push(format!("--input={inputs}"));
    }
    command.extend(answer.files.iter().cloned());
    if given.arguments.len() > 1 {
        command.push("--".to_owned());
        command.extend(given.arguments.iter().skip(1).map(|text| shell_text(text)));
    }
    let _ = writeln!(out, "  again:  {}", command.join(" "));
    out.push('\n');
    out
}

/// Any bytes as a word of the shell: what is not a plain character is written as bash has it.
fn shell_text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.is_empty() && text.chars().all(|c| !c.is_control()) => quoted(text),
        _ => format!("$'{}'", bytes.escape_ascii().to_string().replace("\\\"", "\"")),
    }
}

/// A word as the shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:+@".contains(c);
    match word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// The numbers that a decision compared, without those that its text shows anyway.
fn compared(text: &str, left: i128, right: i128) -> String {
    // The machine knows only `<` and `<=`.
    let swapped = text.contains(" > ") || text.contains(" >= ");
    let (left, right) = if swapped { (right, left) } else { (left, right) };
    let shown = |n: i128| {
        let digits = n.to_string();
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-').any(|word| word == digits)
    };
    match (shown(left), shown(right)) {
        (false, false) => format!(": {left} and {right}"),
        (false, true) => format!(": {left}"),
        (true, false) => format!(": {right}"),
        (true, true) => String::new(),
    }
}

fn plural(count: u64, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}

/// What happened to the block that the finding is about.
fn block_events(block: &BlockStory, place: &dyn Fn(Span) -> String) -> String {
    let what = match (&block.name, block.size) {
        (Some(name), _) => format!("`{name}`"),
        (None, Some(size)) => format!("the block of {size} {}", plural(size, "byte")),
        (None, None) => "the block".to_owned(),
    };
    let mut out = format!("  {what}:");
    let mut events = Vec::new();
    for (event, span) in
        [("made", Some(block.allocated)), ("freed", block.freed), ("out of scope", block.out_of_scope)]
    {
        if let Some(span) = span.filter(|s| !s.is_none()) {
            events.push(format!(" {event} at {}", place(span)));
        }
    }
    out.push_str(&events.join(","));
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_that_the_text_shows_are_not_repeated() {
        use super::compared;
        assert_eq!(compared("`n < 1` is false", 7, 1), ": 7");
        assert_eq!(compared("`n > 100` is false", 100, 7), ": 7");
        assert_eq!(compared("`i <= n` is true", 3, 5), ": 3 and 5");
        assert_eq!(compared("`x1 == 42` is true", 42, 42), "");
        assert_eq!(compared("`a->v != b` is true", 1, 2), ": 1 and 2");
    }
}
