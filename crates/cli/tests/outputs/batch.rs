use crate::{directory, fafnir, root, run, text};
use std::process::Stdio;
use std::time::{Duration, Instant};

#[test]
fn a_killed_batch_goes_on_where_it_was() {
    let out = directory("batch");
    // Programs of every kind, again and again: 200 tasks.
    let examples = testkit::files::find(&root().join("examples"), "c");
    let mut list = String::new();
    for i in 0..200 {
        let source = &examples[i % examples.len()];
        let name = out.join(format!("t{i:03}.c"));
        std::fs::copy(source, &name).unwrap();
        let expected = if i % 7 == 0 { "clean" } else { "?" };
        list.push_str(&format!("{}\tlp64\tall\t{expected}\n", name.display()));
    }
    let tasks = out.join("tasks.tsv");
    std::fs::write(&tasks, list).unwrap();
    let (whole, parts) = (out.join("whole.json"), out.join("parts.json"));
    let through = run(&["batch", &text(&tasks), "--jobs", "2", "--out", &text(&whole)]);
    let table = through.stdout_text();
    assert!(table.contains("200 tasks:"), "{table}\n{}", through.stderr_text());
    let args = ["batch", &text(&tasks), "--jobs", "2", "--out", &text(&parts)];
    let mut child = fafnir().args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begin = Instant::now();
    while !parts.exists() && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = std::fs::read_to_string(&parts).unwrap();
    let done = kept.matches("\"name\"").count();
    assert!(done > 0 && done < 200, "{done} tasks were done when the batch was killed");
    let resumed = run(&args);
    assert!(resumed.stderr_text().contains("tasks are done already"), "{}", resumed.stderr_text());
    assert_eq!(resumed.stdout_text(), table);
    let compared = run(&["batch", "--compare", &text(&whole), &text(&parts)]).stdout_text();
    assert!(compared.contains("better: 0\nworse: 0\nother answers: 0\n"), "{compared}");
    assert!(compared.contains("200 tasks in both"), "{compared}");
}

#[test]
fn tasks_come_from_definitions_and_directories() {
    let out = directory("batch-kinds");
    let source = "#include <stdlib.h>\nint main(void) { char *p = malloc(3); free(p); return p == 0; }\n";
    std::fs::write(out.join("ok.c"), source).unwrap();
    std::fs::write(out.join("bad.c"), source.replace("free(p);", "free(p); free(p);")).unwrap();
    std::fs::write(out.join("broken.c"), "int main(void) {").unwrap();
    let prp = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n";
    std::fs::write(out.join("mem.prp"), prp).unwrap();
    for (name, verdict) in [("ok", "true"), ("bad", "false\n    subproperty: valid-free")] {
        let definition = format!(
            "format_version: '2.0'\ninput_files: '{name}.c'\nproperties:\n  - property_file: mem.prp\n    expected_verdict: {verdict}\noptions:\n  language: C\n  data_model: LP64\n"
        );
        std::fs::write(out.join(format!("{name}.yml")), definition).unwrap();
    }
    let results = out.join("r.json");
    let page = out.join("r.html");
    let done = run(&["batch", &text(&out), "--out", &text(&results), "--html", &text(&page)]);
    let table = done.stdout_text();
    assert!(table.contains("2 tasks: 2 right, 0 wrong"), "{table}");
    assert!(table.contains("ok    false(valid-free)"), "{table}");
    assert!(std::fs::read_to_string(page).unwrap().contains("quantile plot"));
    let single = run(&["batch", &text(&out.join("broken.c")), "--out", &text(&out.join("b.json"))]);
    assert!(single.stdout_text().contains("error"), "{}", single.stdout_text());
    assert_eq!(run(&["batch", "nothing-here", "--out", &text(&results)]).code, Some(2));
}
