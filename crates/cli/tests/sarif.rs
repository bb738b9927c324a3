//! SARIF, judged by others: the official JSON schema, and types that were generated from it.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::process;

fn root() -> PathBuf {
    testkit::files::repository(env!("CARGO_MANIFEST_DIR"))
}

fn sarif(args: &[&str], directory: &Path) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fafnir"));
    command.current_dir(directory).args(["check", "--format", "sarif"]).args(args);
    let finished = process::run(&mut command, b"", Duration::from_secs(60)).unwrap();
    (finished.code, finished.stdout_text())
}

/// The schema as it comes with `serde-sarif`: a copy of the OASIS file, which we do not keep in our tree.
fn official_schema() -> Value {
    // Packages for other platforms need not be at hand.
    let rustc = Command::new("rustc").arg("-vV").output().unwrap();
    let rustc = String::from_utf8(rustc.stdout).unwrap();
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--filter-platform", host])
        .arg("--manifest-path")
        .arg(root().join("Cargo.toml"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|p| p["name"] == "serde-sarif").unwrap();
    let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap());
    let text = std::fs::read_to_string(manifest.parent().unwrap().join("src/schema.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

struct Judge {
    schemas: boon::Schemas,
    index: boon::SchemaIndex,
}

impl Judge {
    fn new() -> Judge {
        let schema = official_schema();
        assert!(schema["title"].as_str().unwrap().contains("2.1.0"));
        let mut schemas = boon::Schemas::new();
        let mut compiler = boon::Compiler::new();
        compiler.enable_format_assertions();
        compiler.add_resource("file:///sarif.json", schema).unwrap();
        let index = compiler.compile("file:///sarif.json", &mut schemas).unwrap();
        Judge { schemas, index }
    }

    fn problem(&self, text: &str) -> Option<String> {
        let value: Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(e) => return Some(e.to_string()),
        };
        if let Err(e) = self.schemas.validate(&value, self.index) {
            return Some(format!("{e:#}"));
        }
        serde_json::from_str::<serde_sarif::sarif::Sarif>(text).err().map(|e| e.to_string())
    }
}

#[test]
fn every_log_obeys_the_official_schema() {
    let judge = Judge::new();
    // The judge is awake.
    assert!(judge.problem(r#"{"version":"2.1.0"}"#).is_some());
    assert!(judge.problem(r#"{"version":"2.1.0","runs":[{"tool":{}}]}"#).is_some());
    let broken = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("broken file.c");
    std::fs::write(&broken, "int main(void) { return }").unwrap();
    let mut programs: Vec<PathBuf> = testkit::files::find(&root().join("examples"), "c");
    programs.extend(testkit::files::find(&root().join("tests/c/deref"), "c"));
    programs.extend(testkit::files::find(&root().join("tests/c/leak"), "c"));
    programs.extend(testkit::files::find(&root().join("tests/c/errors"), "c").into_iter().take(5));
    programs.extend([broken, PathBuf::from("no-such-file.c")]);
    let (mut results, mut flows, mut related) = (0, 0, 0);
    for program in programs {
        let name = program.display().to_string();
        let (code, text) = sarif(&[&name], &root());
        if let Some(problem) = judge.problem(&text) {
            panic!("{name} (exit {code:?}): {problem}\n{text}");
        }
        let log: Value = serde_json::from_str(&text).unwrap();
        let run = &log["runs"][0];
        let list = run["results"].as_array().unwrap();
        assert!(code != Some(1) || !list.is_empty(), "{name}: violated without a result");
        assert_eq!(run["invocations"][0]["executionSuccessful"], Value::Bool(code != Some(2)), "{name}");
        for result in list {
            results += 1;
            flows += usize::from(result["codeFlows"].is_array());
            related += usize::from(result["relatedLocations"].is_array());
            let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
            assert_eq!(rule["id"], result["ruleId"]);
            assert!(rule["help"]["markdown"].as_str().unwrap().contains("```c"));
        }
    }
    assert!(results > 20 && flows > 20 && related > 5, "{results} {flows} {related}");
}

#[test]
fn the_flow_ends_where_the_finding_is() {
    let (code, text) = sarif(&["examples/use_after_free.c"], &root());
    assert_eq!(code, Some(1));
    let log: Value = serde_json::from_str(&text).unwrap();
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "use-after-free");
    assert_eq!(result["level"], "error");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "examples/use_after_free.c");
    let flow = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    let last = &flow.last().unwrap()["location"]["physicalLocation"];
    assert_eq!(last["region"]["startLine"], place["region"]["startLine"]);
    let texts: Vec<&str> = flow.iter().filter_map(|l| l["location"]["message"]["text"].as_str()).collect();
    assert!(texts.contains(&"frees the block"), "{texts:?}");
    let related: Vec<&str> = result["relatedLocations"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|l| l["message"]["text"].as_str())
        .collect();
    assert_eq!(related, ["allocated here (16 bytes)", "freed here"]);
}

#[test]
fn fingerprints_survive_edits_above() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("sarif");
    std::fs::create_dir_all(&directory).unwrap();
    let program =
        "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(4);\n  free(p);\n  return *p;\n}\n";
    let print = |name: &str, text: &str| {
        std::fs::write(directory.join(name), text).unwrap();
        let log: Value = serde_json::from_str(&sarif(&[name], &directory).1).unwrap();
        log["runs"][0]["results"][0]["partialFingerprints"].clone()
    };
    let before = print("p.c", program);
    let after = print("p.c", &program.replace("int main", "static int unused;\n\nint main"));
    let other = print("p.c", &program.replace("return *p", "return 1 + *p"));
    assert!(before.is_object());
    assert_eq!(before, after);
    assert_ne!(before, other);
}

/// What functions need from their callers is in the properties of the run.
#[test]
fn contracts_are_listed() {
    let directory = root().join("tests/c/golden");
    let (code, text) = sarif(&["--all-functions", "--no-cache", "--quiet", "contracts.c"], &directory);
    assert_eq!(code, Some(1));
    assert_eq!(Judge::new().problem(&text), None);
    let log: Value = serde_json::from_str(&text).unwrap();
    let contracts = log["runs"][0]["properties"]["contracts"].as_array().unwrap();
    let of = |name: &str| contracts.iter().find(|c| c["function"] == name).unwrap();
    assert_eq!(of("push")["ensures"][0], "returns a new block");
    assert!(of("drop")["requires"][0].as_str().unwrap().contains("a list of blocks"));
    assert_eq!(of("last")["verdict"], "violated");
}
