//! The form that editors and build tools parse: `file:line:column: error: message [kind]`, one line per message.

use crate::{Diagnostic, Sources};
use base::Span;

pub fn render(diagnostic: &Diagnostic, sources: &Sources<'_>) -> String {
    let mut out = String::new();
    let code = diagnostic.code.map(|code| format!(" [{code}]")).unwrap_or_default();
    let message = match diagnostic.primary.text.as_str() {
        "" => diagnostic.message.clone(),
        label => format!("{}: {label}", diagnostic.message),
    };
    line(&mut out, sources, diagnostic.primary.span, diagnostic.severity.name(), &format!("{message}{code}"));
    for label in &diagnostic.secondary {
        line(&mut out, sources, label.span, "note", &label.text);
    }
    for step in &diagnostic.trace {
        line(&mut out, sources, step.span, "note", &step.text);
    }
    for note in &diagnostic.notes {
        for text in note.text.lines() {
            line(&mut out, sources, note.span, "note", text);
        }
    }
    if let Some(help) = &diagnostic.help {
        line(&mut out, sources, Span::NONE, "note", help);
    }
    out
}

fn line(out: &mut String, sources: &Sources<'_>, span: Span, severity: &str, message: &str) {
    if let Some(spot) = sources.spot(span) {
        out.push_str(&spot.to_string());
    } else {
        out.push_str("fafnir");
    }
    out.push_str(": ");
    out.push_str(severity);
    out.push_str(": ");
    out.extend(message.chars().map(|c| if c.is_control() { ' ' } else { c }));
    out.push('\n');
}
