//! How fast an engine is: against the costs that a list of programs records for a peer, and as programs grow.

use crate::measure;
use crate::options::{self, Options, build_fafnir, results_dir};
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// Runs of each short measurement; the fastest counts, because other work on the machine disturbed it least.
const RUNS: usize = 3;
/// What takes longer than this is measured once: the disturbance is small beside it.
const LONG: Duration = Duration::from_millis(500);

struct Task {
    name: String,
    args: Vec<String>,
    peer_seconds: f64,
    /// If that was recorded.
    peer_kilobytes: Option<f64>,
}

struct Row {
    name: String,
    answer: &'static str,
    seconds: f64,
    kilobytes: f64,
    time_ratio: f64,
    memory_ratio: Option<f64>,
}

/// `bench ENGINE TASKS.tsv [--time SECONDS] [--filter TEXT] [--fafnir PATH]`: one line per program, then the ratios. Of a
/// short program's runs the fastest counts.
pub(crate) fn against_peer(engine: &str, list: &str, options: &Options) -> Result<(), String> {
    let text = std::fs::read_to_string(list).map_err(|e| format!("{list}: {e}"))?;
    let seconds: u64 = options.number("time", 60)?;
    let filter = options.get("filter").unwrap_or_default();
    let fafnir = options::fafnir(options)?;
    let mut rows = Vec::new();
    for task in text.lines().filter_map(task).filter(|t| t.name.contains(filter)) {
        let mut args: Vec<String> =
            ["check", "--engine", engine, "--quiet", "--time"].map(str::to_owned).to_vec();
        args.push(format!("{seconds}s"));
        args.extend(task.args);
        let limit = Duration::from_secs(seconds + 5);
        let mut cost = measure::run(fafnir.as_os_str(), &args, limit)?;
        for _ in 1..RUNS {
            if cost.cpu > LONG {
                break;
            }
            cost.cpu = cost.cpu.min(measure::time(fafnir.as_os_str(), &args)?.0);
        }
        let answer = match cost.code {
            Some(0) => "proved",
            Some(1) => "violated",
            Some(3) => "unknown",
            _ => "failed",
        };
        let ours = cost.cpu.as_secs_f64();
        rows.push(Row {
            name: task.name,
            answer,
            seconds: ours,
            kilobytes: cost.peak as f64,
            time_ratio: ours / task.peer_seconds,
            memory_ratio: task.peer_kilobytes.map(|peer| cost.peak as f64 / peer),
        });
    }
    if rows.is_empty() {
        return Err(format!("{list} has no program with recorded costs of a peer"));
    }
    print_rows(&mut rows);
    Ok(())
}

fn print_rows(rows: &mut [Row]) {
    rows.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    println!("{:>9} {:>9} {:>8} {:>8} {:>8}  answer    program", "seconds", "peer", "ratio", "MB", "ratio");
    for row in rows.iter() {
        println!(
            "{:9.3} {:9.2} {:8.3} {:8.1} {:>8}  {:9} {}",
            row.seconds,
            row.seconds / row.time_ratio,
            row.time_ratio,
            row.kilobytes / 1024.0,
            row.memory_ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.3}")),
            row.answer,
            row.name
        );
    }
    let ours: f64 = rows.iter().map(|r| r.seconds).sum();
    let peer: f64 = rows.iter().map(|r| r.seconds / r.time_ratio).sum();
    let longest = rows.last().map_or(0.0, |r| r.seconds);
    let memory: Vec<f64> = rows.iter().filter_map(|r| r.memory_ratio).collect();
    let over = memory.iter().filter(|ratio| **ratio > 1.0).count();
    println!("{} programs", rows.len());
    println!("median of the time ratios    {:.3}", median(rows.iter().map(|r| r.time_ratio)));
    println!("sum {ours:.2} s, of the peer {peer:.2} s: ratio {:.3}", ours / peer);
    println!("longest {longest:.2} s; {} over 10 s", rows.iter().filter(|r| r.seconds > 10.0).count());
    if !memory.is_empty() {
        println!(
            "median of the memory ratios  {:.3}; {over} programs take more than the peer",
            median(memory.into_iter())
        );
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A line of a suite's list; those without recorded costs are left out.
fn task(line: &str) -> Option<Task> {
    let columns: Vec<&str> = line.split('\t').collect();
    let &[path, model, properties, _, _, _, _, seconds, kilobytes, ..] = columns.as_slice() else {
        return None;
    };
    let mut args = vec!["--data-model".to_owned(), model.to_owned()];
    if properties != "all" {
        for property in properties.split([' ', ',']).filter(|p| !p.is_empty()) {
            args.extend(["--property".to_owned(), property.to_owned()]);
        }
    }
    args.push(path.to_owned());
    let name = Path::new(path).file_stem()?.to_string_lossy().into_owned();
    let positive = |text: &str| text.parse::<f64>().ok().filter(|n| *n > 0.0);
    Some(Task { name, args, peer_seconds: positive(seconds)?, peer_kilobytes: positive(kilobytes) })
}

/// `bench growth ENGINE`: CPU time of programs of one family as they grow, and the exponent of the curve.
pub(crate) fn growth(engine: &str) -> Result<(), String> {
    let fafnir = build_fafnir()?;
    let directory = results_dir("growth")?;
    type Family = (&'static str, fn(usize) -> String, &'static [usize]);
    let shapes: &[Family] = &[
        ("lists nested n levels deep", nested_lists, &[1, 2, 3, 4, 5, 6, 7, 8]),
        ("n statements in a row", straight_line, &[10, 20, 50, 100, 200, 500, 1000, 2000]),
        ("n functions in a chain", call_chain, &[10, 20, 50, 100, 200]),
    ];
    let numbers: &[Family] = &[
        ("loops one after the other", loops_in_a_row, &[1, 2, 4, 8, 16, 32, 64]),
        ("variables in one loop", variables_in_a_loop, &[1, 2, 4, 8, 16]),
        ("n statements in a row", straight_line, &[10, 20, 50, 100, 200]),
    ];
    let families = match engine {
        "smg" => shapes,
        "template" => numbers,
        _ => {
            return Err(format!(
                "there are no growing programs for `{engine}`: for smg and template there are"
            ));
        }
    };
    for &(name, generate, sizes) in families {
        println!("{name}");
        let mut points = Vec::new();
        for &n in sizes {
            let file = directory.join(format!("{}-{n}.i", name.split(' ').next().unwrap_or_default()));
            std::fs::write(&file, generate(n)).map_err(|e| e.to_string())?;
            let args: Vec<String> = ["check", "--engine", engine, "--quiet", "--time", "60s"]
                .into_iter()
                .map(str::to_owned)
                .chain(asked(engine))
                .chain([file.display().to_string()])
                .collect();
            let mut best = f64::INFINITY;
            let mut proved = true;
            for _ in 0..RUNS {
                let cost = measure::run(fafnir.as_os_str(), &args, Duration::from_secs(70))?;
                best = best.min(cost.cpu.as_secs_f64());
                proved &= cost.code == Some(0);
            }
            println!("  {n:5}  {:9.2} ms{}", best * 1e3, if proved { "" } else { "  not proved" });
            points.push((n as f64, best));
        }
        match exponent(&points) {
            Some(exponent) => println!("  exponent {exponent:.2}"),
            None => println!("  too fast to tell an exponent from"),
        }
    }
    Ok(())
}

/// The slope of the curve in a log-log plot, of what the work adds to the cost of the smallest program.
fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    let base = points.first()?.1;
    // Differences below a millisecond are noise of the process's start.
    let logs: Vec<(f64, f64)> =
        points.iter().filter(|p| p.1 - base > 1e-3).map(|p| (p.0.ln(), (p.1 - base).ln())).collect();
    if logs.len() < 2 {
        return None;
    }
    let count = logs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let (mut above, mut below) = (0.0, 0.0);
    for (a, b) in &logs {
        above += (a - x) * (b - y);
        below += (a - x) * (a - x);
    }
    Some(above / below)
}

/// The template engine is asked for what it is for: leaks are the shape engine's business.
fn asked(engine: &str) -> Vec<String> {
    let properties: &[&str] = match engine {
        "template" => &["--property", "unreach-call", "--property", "valid-deref"],
        _ => &[],
    };
    properties.iter().map(|word| (*word).to_owned()).collect()
}

/// Each loop counts on from where the one before it ended.
fn loops_in_a_row(loops: usize) -> String {
    let mut out = DECLARATIONS.to_owned();
    out.push_str("void reach_error(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int(), s = 0;\n");
    out.push_str("  if (n < 0 || n > 1000) return 0;\n");
    for index in 0..loops {
        let _ = writeln!(out, "  for (int i{index} = 0; i{index} < n; i{index}++) s = i{index};");
        out.push_str("  if (s < 0 || s > n) reach_error();\n");
    }
    out.push_str("  return s;\n}\n");
    out
}

/// All of them count, each by its own step.
fn variables_in_a_loop(variables: usize) -> String {
    let mut out = DECLARATIONS.to_owned();
    out.push_str("void reach_error(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n");
    out.push_str("  if (n < 0 || n > 1000) return 0;\n");
    for index in 0..variables {
        let _ = writeln!(out, "  int v{index} = 0;");
    }
    out.push_str("  for (int i = 0; i < n; i++) {\n");
    for index in 0..variables {
        let _ = writeln!(out, "    v{index} += {};", index + 1);
    }
    out.push_str("  }\n");
    for index in 0..variables {
        let _ = writeln!(out, "  if (v{index} != {} * n) reach_error();", index + 1);
    }
    out.push_str("  return 0;\n}\n");
    out
}

const DECLARATIONS: &str =
    "void *malloc(unsigned long); void free(void *); int __VERIFIER_nondet_int(void);\n";

/// A list of lists of … lists, built and destroyed level by level.
fn nested_lists(levels: usize) -> String {
    let mut out = DECLARATIONS.to_owned();
    for level in (0..levels).rev() {
        let down = if level + 1 < levels { format!("struct l{} *down; ", level + 1) } else { String::new() };
        let _ = writeln!(out, "struct l{level} {{ struct l{level} *next; {down}}};");
        let _ = writeln!(out, "static struct l{level} *make{level}(void) {{ struct l{level} *list = 0;");
        let _ = writeln!(out, "  do {{ struct l{level} *node = malloc(sizeof *node);");
        if level + 1 < levels {
            let _ = writeln!(out, "    node->down = make{}();", level + 1);
        }
        let _ = writeln!(out, "    node->next = list; list = node;");
        let _ = writeln!(out, "  }} while (__VERIFIER_nondet_int()); return list; }}");
        let _ = writeln!(out, "static void drop{level}(struct l{level} *list) {{");
        let _ = writeln!(out, "  while (list) {{ struct l{level} *next = list->next;");
        if level + 1 < levels {
            let _ = writeln!(out, "    drop{}(list->down);", level + 1);
        }
        let _ = writeln!(out, "    free(list); list = next; }} }}");
    }
    out.push_str("int main(void) { drop0(make0()); return 0; }\n");
    out
}

/// Allocations, writes and frees, one after the other.
fn straight_line(statements: usize) -> String {
    let mut out = DECLARATIONS.to_owned();
    out.push_str("int main(void) {\n  int *p, x = __VERIFIER_nondet_int();\n");
    for index in 0..statements {
        let line = match index % 4 {
            0 => "  p = malloc(sizeof *p);",
            1 => "  *p = x;",
            2 => "  x = *p + 1;",
            _ => "  free(p);",
        };
        out.push_str(line);
        out.push('\n');
    }
    if !matches!(statements % 4, 0) {
        out.push_str("  free(p);\n");
    }
    out.push_str("  return x;\n}\n");
    out
}

/// Each function passes a list on to the next one, which prepends a node.
fn call_chain(functions: usize) -> String {
    let mut out = DECLARATIONS.to_owned();
    out.push_str("struct node { struct node *next; };\n");
    let _ = writeln!(out, "static struct node *f{functions}(struct node *list) {{ return list; }}");
    for index in (0..functions).rev() {
        let _ = writeln!(out, "static struct node *f{index}(struct node *list) {{");
        let _ = writeln!(out, "  struct node *node = malloc(sizeof *node); node->next = list;");
        let _ = writeln!(out, "  return f{}(node); }}", index + 1);
    }
    out.push_str("int main(void) {\n  struct node *list = f0(0);\n");
    out.push_str(
        "  while (list) { struct node *next = list->next; free(list); list = next; }\n  return 0;\n}\n",
    );
    out
}

#[cfg(test)]
mod tests {
    use super::exponent;

    #[test]
    fn the_exponent_of_a_power_is_its_own() {
        let points: Vec<(f64, f64)> =
            (0..8).map(|n| f64::from(1 << n)).map(|n| (n, 0.003 + 0.01 * n * n - 0.01)).collect();
        let found = exponent(&points).expect("enough points");
        assert!((found - 2.0).abs() < 0.25, "{found}");
    }
}
