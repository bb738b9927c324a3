//! One page that shows everything: the source with the findings, and beside it the memory, step by step.
//!
//! The page is self-contained. Pictures of neighbouring steps have most of their lines in common, so every line is
//! stored once and a picture is a list of numbers.

use crate::picture::style;
use crate::sarif::Standing;
use crate::{Sources, Summary, messages, trace};
use base::Interner;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::Write as _;
use verdict::{Outcome, PropertySet, Verdict};

#[derive(Clone, Debug)]
pub struct SourceFile {
    pub name: String,
    pub lines: Vec<String>,
}

/// Something to look at: a moment of a run, or one shape of an invariant.
#[derive(Clone, Debug)]
pub struct Item {
    pub file: String,
    pub line: u32,
    pub title: String,
    pub note: String,
    /// A bare SVG.
    pub drawing: String,
    pub depth: u32,
    pub is_error: bool,
}

#[derive(Debug)]
pub struct Page<'a> {
    pub files: Vec<SourceFile>,
    pub items: Vec<Item>,
    pub is_proof: bool,
    pub outcome: &'a Outcome,
    pub standings: &'a [Standing],
    pub properties: PropertySet,
    pub names: &'a Interner,
}

pub fn render(page: &Page<'_>, sources: &Sources<'_>) -> String {
    let verdict = match *page.outcome.verdict() {
        Verdict::Proved(_) => "proved",
        Verdict::Violated => "violated",
        Verdict::Unknown(_) => "unknown",
    };
    let summary = Summary { outcome: page.outcome, properties: page.properties, time: None }.text();
    let mut out = String::new();
    let name = page.files.first().map_or("program", |f| f.name.as_str());
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>fafnir: {}</title>\n<style>{CSS}\n{}</style></head>\n<body class=\"{verdict}\">\n",
        escape(name),
        style()
    );
    let mut lines = summary.lines();
    let _ = writeln!(out, "<header><h1>{}</h1>", escape(lines.next().unwrap_or_default()));
    for line in lines {
        let _ = writeln!(out, "<p>{}</p>", escape(line.trim()));
    }
    if let Verdict::Unknown(reason) = page.outcome.verdict() {
        let _ = writeln!(out, "<p>{}</p>", escape(&reason.message));
    }
    out.push_str("</header>\n<main><section id=\"code\" aria-label=\"source\">\n");
    let notes = notes(page, sources);
    for (f, file) in page.files.iter().enumerate() {
        let _ = writeln!(out, "<h2>{}</h2><ol class=\"src\">", escape(&file.name));
        for (i, text) in file.lines.iter().enumerate() {
            let line = i as u32 + 1;
            let shown = if text.is_empty() { " ".to_owned() } else { escape(text) };
            let _ = write!(out, "<li id=\"f{f}l{line}\"><code>{shown}</code>");
            for (index, item) in page.items.iter().enumerate() {
                let first = index == 0
                    || page.items[index - 1].line != line
                    || page.items[index - 1].file != item.file;
                if page.is_proof && item.line == line && item.file == file.name && first {
                    let _ = write!(out, "<button class=\"inv\" data-go=\"{index}\">invariant</button>");
                }
            }
            for (class, note) in
                notes.iter().filter(|n| n.0 == file.name && n.1 == line).map(|n| (&n.2, &n.3))
            {
                let _ = write!(out, "<span class=\"note {class}\">{}</span>", escape(note));
            }
            out.push_str("</li>\n");
        }
        out.push_str("</ol>\n");
    }
    out.push_str("</section>\n");
    out.push_str(&panel(page));
    out.push_str("</main>\n");
    out.push_str(&findings(page, sources));
    let _ = write!(
        out,
        "<script id=\"data\" type=\"application/json\">{}</script>\n<script>{SCRIPT}</script>\n</body></html>\n",
        data(page)
    );
    out
}

/// What stands below lines of the source: file, line, class, text.
fn notes(page: &Page<'_>, sources: &Sources<'_>) -> Vec<(String, u32, &'static str, String)> {
    let mut notes = Vec::new();
    for (i, finding) in page.outcome.findings.iter().enumerate() {
        let standing = page.standings.get(i).unwrap_or(&Standing::Reported);
        let message = messages::finding(finding, page.names, sources);
        let class = if *standing == Standing::Reported { "error" } else { "quiet" };
        if let Some(spot) = sources.spot(finding.span) {
            let text = format!("{}: {}", message.message, message.primary.text);
            notes.push((spot.file.to_string(), spot.line, class, text));
        }
        for label in &message.secondary {
            if let Some(spot) = sources.spot(label.span) {
                notes.push((spot.file.to_string(), spot.line, "info", label.text.clone()));
            }
        }
    }
    notes.dedup();
    notes
}

fn panel(page: &Page<'_>) -> String {
    if page.items.is_empty() {
        return "<section id=\"view\" aria-label=\"memory\"><p>There is nothing to show beside the source.</p></section>\n".to_owned();
    }
    let last = page.items.len() - 1;
    format!(
        "<section id=\"view\" aria-label=\"memory\"><div id=\"bar\"><button id=\"first\" title=\"Home\">|◀</button>\
         <button id=\"back\" title=\"←\">◀</button><button id=\"next\" title=\"→\">▶</button>\
         <button id=\"last\" title=\"End\">▶|</button>\
         <input id=\"at\" type=\"range\" min=\"0\" max=\"{last}\" value=\"0\" aria-label=\"step\"><output id=\"count\"></output></div>\
         <p id=\"what\" aria-live=\"polite\"></p><div id=\"picture\" tabindex=\"0\"></div>\
         <p class=\"keys\">keys: ← → step, Home End first and last, n next line with a note</p></section>\n"
    )
}

fn findings(page: &Page<'_>, sources: &Sources<'_>) -> String {
    if page.outcome.findings.is_empty() {
        return String::new();
    }
    let mut out = String::from("<section id=\"findings\"><h2>Findings</h2>\n");
    for finding in &page.outcome.findings {
        let message = messages::finding(finding, page.names, sources);
        let at = sources.spot(finding.span).map(|s| s.to_string()).unwrap_or_default();
        let _ = writeln!(
            out,
            "<details open><summary>{} <code>[{}]</code> {}</summary><ol>",
            escape(&message.message),
            finding.kind.name(),
            escape(&at)
        );
        for line in
            trace::lines(&finding.trace, page.names, sources).iter().filter(|l| !l.is_return).take(400)
        {
            let at = sources.spot(line.span).map(|s| format!("line {}: ", s.line)).unwrap_or_default();
            let times: String = line
                .repeated
                .iter()
                .map(|r| match r.period {
                    1 => format!(" ({} times)", r.times),
                    n => format!(" (these {n} lines {} times)", r.times),
                })
                .collect();
            let _ = writeln!(
                out,
                "<li style=\"margin-left:{}em\">{at}{}{times}</li>",
                line.depth.min(12),
                escape(&line.text)
            );
        }
        out.push_str("</ol></details>\n");
    }
    out.push_str("</section>\n");
    out
}

fn data(page: &Page<'_>) -> String {
    let mut table: Vec<&str> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    let items: Vec<Value> = page
        .items
        .iter()
        .map(|item| {
            let drawing: Vec<usize> = item
                .drawing
                .lines()
                .map(|line| {
                    *known.entry(line).or_insert_with(|| {
                        table.push(line);
                        table.len() - 1
                    })
                })
                .collect();
            let file = page.files.iter().position(|f| f.name == item.file);
            json!({ "f": file, "l": item.line, "t": item.title, "n": item.note, "d": item.depth, "e": item.is_error, "p": drawing })
        })
        .collect();
    // `</script>` must not end the element that holds the data.
    json!({ "table": table, "items": items }).to_string().replace('<', "\\u003c")
}

fn escape(text: &str) -> String {
    crate::drawing::escape(text)
}

const CSS: &str = "\
:root{color-scheme:light dark;--bg:#fff;--ink:#1c2733;--soft:#5b6b7b;--edge:#d5dce4;--cur:#fff3c4;--bad:#b3261e;--ok:#1b6e3c;--odd:#8a5a00}\
@media (prefers-color-scheme:dark){:root{--bg:#14191f;--ink:#e4e9ee;--soft:#9aa9b8;--edge:#333e49;--cur:#3d3512;--bad:#ff8a80;--ok:#7ad19b;--odd:#e6b35c}}\
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.45 system-ui,sans-serif}\
header{padding:.6em 1em;border-bottom:1px solid var(--edge)}h1{font-size:1.1em;margin:0}header p{margin:.1em 0;color:var(--soft)}\
.violated h1{color:var(--bad)}.proved h1{color:var(--ok)}.unknown h1{color:var(--odd)}\
main{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr)}#code,#view{position:relative;height:calc(100vh - 5.5em);overflow:auto;padding:.5em}\
#view{border-left:1px solid var(--edge);display:flex;flex-direction:column}#picture{overflow:auto;flex:1;outline-offset:-2px}\
h2{font-size:.95em;margin:.4em 0;color:var(--soft)}.src{margin:0;padding:0;counter-reset:l;list-style:none;font-size:13px}\
.src li{counter-increment:l;position:relative;padding-left:4em;white-space:pre-wrap;tab-size:4;}\
.src li:before{content:counter(l);position:absolute;left:0;width:3.2em;text-align:right;color:var(--soft);font-family:ui-monospace,monospace}\
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}.src li.cur{background:var(--cur)}\
.src li.cur.err{outline:2px solid var(--bad);outline-offset:-2px}\
.note{display:block;margin:.1em 0;padding-left:.8em;border-left:3px solid var(--soft);color:var(--soft);white-space:normal;font-size:.95em}\
.note.error{color:var(--bad);border-color:var(--bad);font-weight:600}#bar{display:flex;gap:.4em;align-items:center}#at{flex:1;min-width:4em}\
button{font:inherit;color:inherit;background:transparent;border:1px solid var(--edge);border-radius:4px;padding:.15em .6em;cursor:pointer}\
button.inv{margin-left:1em;font-size:.85em;padding:0 .5em}#what{margin:.4em 0;min-height:2.9em}#what b{color:var(--bad)}.keys{color:var(--soft);font-size:.85em;margin:.3em 0}\
#findings{padding:.5em 1em;border-top:1px solid var(--edge)}#findings li{font-size:.92em}\
@media (max-width:760px){main{grid-template-columns:1fr}#code{height:45vh}#view{height:auto;border-left:0;border-top:1px solid var(--edge)}}\
@media print{#code,#view{height:auto}}";

const SCRIPT: &str = "\
(function(){var D=JSON.parse(document.getElementById('data').textContent),I=D.items,at=0;if(!I.length)return;\
var $=function(i){return document.getElementById(i)};\
function show(n){n=Math.max(0,Math.min(I.length-1,n));at=n;var s=I[n];\
$('picture').innerHTML=s.p.map(function(k){return D.table[k]}).join('\\n');\
$('at').value=n;$('count').textContent=(n+1)+' / '+I.length;\
var w=$('what');w.textContent='line '+s.l+', '+s.t;if(s.n){w.appendChild(document.createElement('br'));\
var b=document.createElement(s.e?'b':'span');b.textContent=s.n;w.appendChild(b)}\
document.querySelectorAll('.src li.cur').forEach(function(e){e.classList.remove('cur','err')});\
if(s.f!==null){var l=$('f'+s.f+'l'+s.l);if(l){l.classList.add('cur');if(s.e)l.classList.add('err');var c=$('code'),y=l.offsetTop-c.offsetTop;if(y<c.scrollTop+40||y>c.scrollTop+c.clientHeight-80)c.scrollTop=y-c.clientHeight/3}}\
document.body.dataset.step=n}\
$('first').onclick=function(){show(0)};$('back').onclick=function(){show(at-1)};$('next').onclick=function(){show(at+1)};\
$('last').onclick=function(){show(I.length-1)};$('at').oninput=function(){show(+this.value)};\
document.querySelectorAll('[data-go]').forEach(function(b){b.onclick=function(){show(+b.dataset.go)}});\
document.addEventListener('keydown',function(e){if(e.ctrlKey||e.metaKey||e.altKey||(e.target.id==='at'&&e.key.indexOf('Arrow')===0))return;\
var k={ArrowRight:1,ArrowLeft:-1}[e.key];if(k){show(at+k);e.preventDefault()}\
else if(e.key==='Home'){show(0);e.preventDefault()}else if(e.key==='End'){show(I.length-1);e.preventDefault()}\
else if(e.key==='n'){for(var j=at+1;j<I.length;j++){var s=I[j],l=$('f'+s.f+'l'+s.l);if(s.n||(l&&l.querySelector('.note'))){show(j);break}}}});\
show(0)})();";
