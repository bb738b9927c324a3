//! Pictures: nothing overlaps, lines keep out of boxes, and any program can be drawn.

#[path = "../../ir/tests/support/mod.rs"]
mod support;

use fafnir_report::cfg::{self, DrawOptions};
use fafnir_report::drawing::layered::{Drawing, Graph, LineKind, Link, LoopInfo, Node, Style, layout};
use ir::*;
use support::{Random, cfg_of, files, random_graph, random_program};

/// A graph as a picture of a function would hand it over: in reverse postorder, with its loops.
fn graph_of(random: &mut Random, successors: &[Vec<usize>]) -> Graph {
    let cfg = cfg_of(successors);
    let forest = LoopForest::new(&cfg);
    let order = cfg.reverse_postorder();
    let place = |block: BlockId| cfg.position(block).unwrap();
    let mut graph = Graph::default();
    for (from, &block) in order.iter().enumerate() {
        graph.nodes.push(Node {
            width: 40.0 + random.below(200) as f32,
            height: 20.0 + random.below(120) as f32,
            gap: 34.0,
            rank: from,
            ..Node::default()
        });
        graph.innermost.push(forest.innermost(block).map(|id| id.raw() as usize));
        for &next in cfg.successors(block) {
            let label_width = random.below(40) as f32;
            graph.edges.push(Link { from, to: place(next), label_width, stub_width: 50.0, port: None });
        }
    }
    for entry in forest.loops().iter() {
        let parent = entry.parent.map(|id| id.raw() as usize);
        graph.loops.push(LoopInfo { head: place(entry.head), parent });
    }
    graph
}

fn check(graph: &Graph, drawing: &Drawing, what: &str) {
    assert_eq!(drawing.boxes.len(), graph.nodes.len());
    for (i, a) in drawing.boxes.iter().enumerate() {
        assert!(a.x >= 0.0 && a.y >= 0.0, "{what}");
        assert!(a.x + a.width <= drawing.width && a.y + a.height <= drawing.height, "{what}");
        assert!(a.width >= graph.nodes[i].width && a.height >= graph.nodes[i].height, "{what}");
        for (j, b) in drawing.boxes.iter().enumerate().skip(i + 1) {
            let apart =
                a.x + a.width < b.x || b.x + b.width < a.x || a.y + a.height < b.y || b.y + b.height < a.y;
            assert!(apart, "{what}: boxes {i} and {j} overlap: {a:?} {b:?}");
        }
    }
    let mut drawn = vec![0; graph.edges.len()];
    for line in &drawing.lines {
        assert!(line.points.len() >= 2, "{what}: {line:?}");
        for pair in line.points.windows(2) {
            let ((x1, y1), (x2, y2)) = (pair[0], pair[1]);
            assert!(x1 == x2 || y1 == y2, "{what}: a slanted line: {line:?}");
            // A point on the border is no trouble: that is where edges begin and end.
            for (i, rect) in drawing.boxes.iter().enumerate() {
                let inside = x1.min(x2) < rect.x + rect.width - 0.5
                    && x1.max(x2) > rect.x + 0.5
                    && y1.min(y2) < rect.y + rect.height - 0.5
                    && y1.max(y2) > rect.y + 0.5;
                assert!(!inside, "{what}: a line goes through box {i} {rect:?}: {line:?}");
            }
        }
        let end = *line.points.last().unwrap();
        let touches_top = |target: usize| {
            let rect = &drawing.boxes[target];
            end.1 == rect.y && rect.x < end.0 && end.0 < rect.x + rect.width
        };
        match line.what {
            LineKind::Edge(edge) | LineKind::Back(edge) | LineKind::Stub(edge) => {
                drawn[edge] += 1;
                assert_eq!(line.points[0], drawing.starts[edge], "{what}");
                let from = &drawing.boxes[graph.edges[edge].from];
                assert_eq!(line.points[0].1, from.y + from.height, "{what}: begins below its box");
                assert!(from.x < line.points[0].0 && line.points[0].0 < from.x + from.width, "{what}");
                if line.arrow && !matches!(line.what, LineKind::Stub(_)) {
                    assert!(touches_top(graph.edges[edge].to), "{what}: ends elsewhere: {line:?}");
                }
                let (_, y) = line.points[line.points.len() - 2];
                assert!(!line.arrow || y < end.1, "{what}: arrows point down");
            }
            LineKind::Up(edge) => {
                drawn[edge] += 1;
                assert!(graph.style.direct_back);
                let (from, to) =
                    (&drawing.boxes[graph.edges[edge].from], &drawing.boxes[graph.edges[edge].to]);
                assert_eq!((line.points[0].1, end.1), (from.y, to.y + to.height), "{what}: {line:?}");
                assert!(to.x < end.0 && end.0 < to.x + to.width, "{what}: {line:?}");
            }
            LineKind::Lane { target, .. } => assert!(touches_top(target), "{what}: {line:?}"),
        }
    }
    assert!(drawn.iter().all(|&count| count == 1), "{what}: every edge is drawn once");
}

#[test]
fn nothing_overlaps() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let len = 1 + random.below(if seed % 10 == 0 { 120 } else { 25 });
        let successors = random_graph(&mut random, len);
        let graph = graph_of(&mut random, &successors);
        check(&graph, &layout(&graph), &format!("seed {seed}"));
    }
}

/// The same for drawings with fixed ports, direct edges back, and rows that are folded into bands.
#[test]
fn nothing_overlaps_in_bands() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let len = 1 + random.below(30);
        let successors = random_graph(&mut random, len);
        let mut graph = graph_of(&mut random, &successors);
        graph.style = Style { band: Some(2 + random.below(4)), direct_back: true, align_sides: true };
        for node in &mut graph.nodes {
            node.entry = 8.0 - node.width / 2.0;
        }
        for edge in &mut graph.edges {
            let width = graph.nodes[edge.from].width as usize;
            edge.port = Some(12.0 + random.below(width - 16) as f32 - width as f32 / 2.0);
        }
        check(&graph, &layout(&graph), &format!("seed {seed}"));
    }
}

#[test]
fn switches_and_common_exits_are_drawn_too() {
    let mut random = Random::new(1);
    // One block to two hundred, all of them to one; then a chain in which every block may go to the end.
    let wide: Vec<Vec<usize>> = (0..202)
        .map(|n| match n {
            0 => (1..=200).collect(),
            201 => vec![],
            _ => vec![201],
        })
        .collect();
    let exits: Vec<Vec<usize>> = (0..300).map(|n| if n < 299 { vec![299, n + 1] } else { vec![] }).collect();
    for successors in [wide, exits] {
        let graph = graph_of(&mut random, &successors);
        let drawing = layout(&graph);
        check(&graph, &drawing, "shape");
    }
}

/// Far jumps everywhere: the lanes would be quadratic, so the longest become stubs.
#[test]
fn large_functions_stay_in_proportion() {
    let mut random = Random::new(5);
    let len = 6_000;
    let successors: Vec<Vec<usize>> = (0..len)
        .map(|n| if n + 1 < len { vec![n + 1, n + 1 + random.below(len - n - 1)] } else { vec![] })
        .collect();
    let graph = graph_of(&mut random, &successors);
    let drawing = layout(&graph);
    let stubs = drawing.lines.iter().filter(|line| matches!(line.what, LineKind::Stub(_))).count();
    assert!(stubs > 1_000 && stubs < 6_000, "{stubs} stubs");
    let points: usize = drawing.lines.iter().map(|line| line.points.len()).sum();
    assert!(points < 40 * len, "{points} points");
}

#[test]
fn every_function_can_be_drawn() {
    let locate = |_: base::Span| Some("<here> & \"there\"".to_owned());
    let mut drawn = 0;
    for seed in 0..150 {
        let program = random_program(&mut Random::new(seed));
        for id in program.functions.ids() {
            let options = DrawOptions { locate: Some(&locate), max_lines: 5, max_columns: 30 };
            let (svg, dot) = (cfg::svg(&program, id, options), cfg::dot(&program, id, options));
            let Some(body) = program.functions[id].body() else {
                assert!(svg.is_none() && dot.is_none());
                continue;
            };
            let (svg, dot) = (svg.unwrap(), dot.unwrap());
            drawn += 1;
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
            for block in body.blocks.ids() {
                assert!(svg.contains(&format!("id=\"{block}\"")));
                assert!(dot.contains(&format!("    {block} [label=")));
            }
            assert_well_formed(&svg);
        }
    }
    assert!(drawn > 100);
}

/// Tags are closed in order, and text has no characters that XML takes for something else.
fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        assert!(!text.contains('>') || open.last() == Some(&"style"), "{text}");
        for (i, _) in text.match_indices('&') {
            let entity = text[i..].split_inclusive(';').next().unwrap();
            assert!(["&lt;", "&gt;", "&amp;", "&quot;"].contains(&entity), "{entity}");
        }
        let end = start + rest[start..].find('>').unwrap();
        let tag = &rest[start + 1..end];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn an_empty_body_is_an_empty_picture() {
    let program = read("fn fn0'f: fn() -> void { }").unwrap();
    assert_eq!(verify(&program).len(), 1);
    let svg = cfg::svg(&program, FuncId::from_raw(0), DrawOptions::default()).unwrap();
    assert_well_formed(&svg);
    let body = program.functions[FuncId::from_raw(0)].body().unwrap();
    let cfg = Cfg::new(body);
    assert!(cfg.is_empty() && cfg.reverse_postorder().is_empty());
    assert!(LoopForest::new(&cfg).loops().is_empty());
    let _ = (Dominators::new(&cfg), Liveness::new(&program, body, &cfg));
}

#[test]
fn pictures_speak_of_variables() {
    let path = files("golden").into_iter().find(|path| path.ends_with("list.ir")).unwrap();
    let program = read(&std::fs::read_to_string(path).unwrap()).unwrap();
    let build = program.function_named("build").unwrap();
    let dot = cfg::dot(&program, build, DrawOptions::default()).unwrap();
    for words in [
        "if i < n",
        "_4 = malloc(16)",
        "store i32 [node + 8] = i",
        "store ptr [node] = list",
        "i = i + 1",
        "bb1 -> bb2 [label=\"true\", color=",
        "bb3 -> bb1 [style=bold]",
        "return list",
    ] {
        assert!(dot.contains(words), "{words} is not in\n{dot}");
    }
}
