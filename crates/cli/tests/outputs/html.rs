use crate::{directory, root, run, text};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use testkit::process;

/// A report of one of the examples.
fn report(directory: &Path, example: &str) -> String {
    let path = directory.join("report.html");
    run(&["check", "--quiet", "--html", &text(&path), example]);
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn reports_are_self_contained() {
    let out = directory("html");
    for example in testkit::files::find(&root().join("examples"), "c") {
        let page = report(&out, &text(&example));
        for outside in ["http://", "https://", "src=", "@import", "url("] {
            let used = page.replace("http://www.w3.org/2000/svg", "").contains(outside);
            assert!(!used, "{}: {outside}", example.display());
        }
        assert!(page.contains("<title>fafnir:") && page.len() < 2_000_000, "{}", example.display());
    }
}

#[test]
fn a_long_trace_makes_a_small_page() {
    let out = directory("html-long");
    let source = "#include <stdlib.h>\nstruct n { struct n *next; int v; };\nint main(void) {\n  struct n *l = 0;\n  for (int i = 0; i < 40; i++) {\n    struct n *x = malloc(sizeof *x);\n    x->next = l;\n    x->v = i;\n    l = x;\n  }\n  while (l) {\n    struct n *x = l->next;\n    free(l);\n    l = x;\n  }\n  return l->v;\n}\n";
    let path = out.join("long.c");
    std::fs::write(&path, source).unwrap();
    let page = report(&out, &text(&path));
    let steps = page.matches("\"d\":").count();
    assert!(steps > 200, "only {steps} steps");
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
}

/// Runs at the end of the page, as a person would use it, and leaves what it saw in the document's title.
const VISITOR: &str = "<script>
(function () {
  var seen = [], by = function (id) { return document.getElementById(id); };
  var look = function () { return by('count').textContent + '|' + document.querySelectorAll('#picture svg').length; };
  var key = function (k) { document.dispatchEvent(new KeyboardEvent('keydown', { key: k, bubbles: true })); };
  seen.push('start ' + look());
  var first = by('picture').innerHTML, pictures = {};
  by('next').click(); seen.push('click ' + look());
  key('ArrowLeft'); seen.push('left ' + look());
  key('End'); seen.push('end ' + look());
  seen.push('last ' + by('what').textContent);
  seen.push('line ' + document.querySelectorAll('.src li.cur').length + ' ' + document.querySelectorAll('.src li.cur.err').length);
  seen.push('changed ' + (by('picture').innerHTML !== first));
  key('Home');
  for (var i = 0; i < 500; i++) { pictures[by('picture').innerHTML] = 1; key('ArrowRight'); }
  seen.push('pictures ' + Object.keys(pictures).length);
  seen.push('wide ' + (document.documentElement.scrollWidth <= window.innerWidth));
  seen.push('ms ' + Math.round(performance.now()));
  document.title = seen.join(';');
})();
</script></body>";

fn chromium() -> Option<&'static str> {
    ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success()))
}

fn visit(browser: &str, page: &Path, size: &str) -> String {
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]);
    command.arg(format!("--window-size={size}")).arg(format!("file://{}", page.display()));
    let done = process::run(&mut command, b"", Duration::from_secs(60)).unwrap();
    let dom = done.stdout_text();
    let title = dom.split("<title>").nth(1).and_then(|t| t.split("</title>").next());
    title.unwrap_or_else(|| panic!("no title in {dom}")).to_owned()
}

#[test]
fn a_browser_steps_through_a_trace() {
    let Some(browser) = chromium() else { return testkit::skip("there is no Chromium") };
    let out = directory("html-browser");
    let page = report(&out, "examples/use_after_free.c").replace("</body>", VISITOR);
    let path = out.join("visited.html");
    std::fs::write(&path, page).unwrap();
    for size in ["1200,800", "500,800"] {
        let seen = visit(browser, &path, size);
        let parts: Vec<&str> = seen.split(';').collect();
        let total: usize =
            parts[0].split(" / ").nth(1).and_then(|t| t.split('|').next()).unwrap().parse().unwrap();
        assert!(total > 10, "{seen}");
        assert_eq!(parts[0], format!("start 1 / {total}|1"));
        assert_eq!(parts[1], format!("click 2 / {total}|1"));
        assert_eq!(parts[2], format!("left 1 / {total}|1"));
        assert_eq!(parts[3], format!("end {total} / {total}|1"));
        assert!(parts[4].contains("read of freed memory"), "{seen}");
        assert_eq!(parts[5], "line 1 1", "{seen}");
        assert_eq!(parts[6], "changed true", "{seen}");
        let pictures: usize = parts[7].trim_start_matches("pictures ").parse().unwrap();
        assert!(pictures > 5, "{seen}");
        assert_eq!(parts[8], "wide true", "the page is wider than its window: {seen}");
        let ms: u32 = parts[9].trim_start_matches("ms ").parse().unwrap();
        assert!(ms < 20_000, "{seen}");
    }
}

#[test]
fn a_browser_shows_the_invariants_of_a_proof() {
    let Some(browser) = chromium() else { return testkit::skip("there is no Chromium") };
    let out = directory("html-proof");
    let script = "<script>var b=document.querySelectorAll('[data-go]');b[b.length-1].click();document.title=b.length+';'+document.getElementById('what').textContent+';'+document.querySelectorAll('#picture svg').length;</script></body>";
    let page = report(&out, "examples/list_of_any_length.c").replace("</body>", script);
    let path = out.join("visited.html");
    std::fs::write(&path, page).unwrap();
    let seen = visit(browser, &path, "1200,800");
    assert!(
        seen.starts_with("2;") && seen.contains("loop invariant in main") && seen.ends_with(";1"),
        "{seen}"
    );
}
