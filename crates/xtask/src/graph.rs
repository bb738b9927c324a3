//! The crate graph goes only downwards, in the order of the table in ARCHITECTURE.md.

use crate::options::repository;
use std::collections::HashMap;
use std::process::Command;

/// Every dependency that goes up or sideways, and every crate that the table does not know.
pub(crate) fn problems() -> Result<Vec<String>, String> {
    let root = repository();
    let text =
        std::fs::read_to_string(root.join("ARCHITECTURE.md")).map_err(|e| format!("ARCHITECTURE.md: {e}"))?;
    let rows = table(&text);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .current_dir(&root)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .output()
        .map_err(|e| format!("cannot start cargo: {e}"))?;
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata: {e}"))?;
    Ok(check(&rows, &metadata))
}

/// The rows of the table: the crates named in each one's first column.
fn table(text: &str) -> Vec<Vec<String>> {
    text.lines()
        .skip_while(|line| !line.replace(' ', "").starts_with("|crate|"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let first = line.split('|').nth(1).unwrap_or_default();
            first.split('`').skip(1).step_by(2).map(str::to_owned).collect()
        })
        .collect()
}

fn check(rows: &[Vec<String>], metadata: &serde_json::Value) -> Vec<String> {
    let mut problems = Vec::new();
    let rank: HashMap<&str, usize> =
        rows.iter().enumerate().flat_map(|(i, row)| row.iter().map(move |name| (name.as_str(), i))).collect();
    let empty = Vec::new();
    let packages = metadata["packages"].as_array().unwrap_or(&empty);
    let directory = |package: &serde_json::Value| {
        let manifest = package["manifest_path"].as_str().unwrap_or_default();
        manifest.rsplit('/').nth(1).unwrap_or_default().to_owned()
    };
    let names: HashMap<&str, String> =
        packages.iter().map(|p| (p["name"].as_str().unwrap_or_default(), directory(p))).collect();
    if packages.is_empty() {
        problems.push("cargo metadata lists no packages".to_owned());
    }
    for package in packages {
        let name = directory(package);
        let Some(own) = rank.get(name.as_str()) else {
            problems.push(format!("ARCHITECTURE.md's table does not name the crate `{name}`"));
            continue;
        };
        for dependency in package["dependencies"].as_array().unwrap_or(&empty) {
            // Tests may look down: a crate's own tests can use an engine to check what it made.
            if dependency["kind"].as_str() == Some("dev") {
                continue;
            }
            let Some(target) = dependency["name"].as_str().and_then(|n| names.get(n)) else { continue };
            match rank.get(target.as_str()) {
                Some(theirs) if theirs < own => {}
                _ => problems.push(format!("`{name}` depends on `{target}`, which is not above it")),
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crate_graph_goes_only_downwards() {
        let problems = problems().unwrap();
        assert!(problems.is_empty(), "{problems:#?}");
    }

    #[test]
    fn dependencies_that_go_up_or_sideways_are_seen() {
        let rows = table(
            "text\n| crate | knows |\n| --- | --- |\n| `base` | x |\n| `a`, `b` | y |\n| `c` | z |\n\n| `d` |",
        );
        assert_eq!(rows, [vec!["base"], vec!["a", "b"], vec!["c"]]);
        let package = |name: &str, deps: &[(&str, Option<&str>)]| {
            serde_json::json!({
                "name": format!("fafnir-{name}"),
                "manifest_path": format!("/x/crates/{name}/Cargo.toml"),
                "dependencies": deps.iter().map(|(d, kind)| serde_json::json!({"name": format!("fafnir-{d}"), "kind": kind})).collect::<Vec<_>>(),
            })
        };
        let metadata = serde_json::json!({"packages": [
            package("base", &[]),
            package("a", &[("base", None), ("b", None)]),
            package("b", &[("c", None), ("c", Some("dev")), ("serde", None)]),
            package("c", &[("a", None), ("base", None)]),
            package("e", &[]),
        ]});
        assert_eq!(
            check(&rows, &metadata),
            [
                "`a` depends on `b`, which is not above it",
                "`b` depends on `c`, which is not above it",
                "ARCHITECTURE.md's table does not name the crate `e`"
            ]
        );
    }
}
