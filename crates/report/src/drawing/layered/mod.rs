//! Layered drawing of directed graphs that are mostly acyclic: boxes in rows, edges as lines with right angles.
//!
//! The classic scheme of Sugiyama: rows by longest path, fewer crossings by barycentres, columns that keep edges straight.
//! What is particular here:
//! - A *lane* is where an edge that passes rows goes down (or, for an edge that closes a loop, up). All edges to
//!   one target share its lane, so that the thousand `goto fail` of a long function are one line and not a thousand, and
//!   the number of cells stays in proportion to the drawing.
//! - Lanes of loops run on the left of the loop.
//! - Where lanes would still be too many, the longest edges become stubs that name their target.
//! - Many rows can be folded into bands, one beside the other ([`Style::band`]).
//!
//! Rows go downwards here; a picture whose rows are columns swaps the two coordinates of everything.

mod order;
mod place;
mod route;

/// What to draw. Nodes are numbered so that an edge to a node that is not greater closes a loop.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub edges: Vec<Link>,
    /// The loops that are known, outer ones before inner ones.
    pub loops: Vec<LoopInfo>,
    /// For each node, the innermost loop that it is in.
    pub innermost: Vec<Option<usize>>,
    pub style: Style,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// How many rows make a band; `None` for one band of all.
    pub band: Option<usize>,
    /// An edge back to the row above goes straight there, from the upper side of its box to the lower side of its target.
    /// Such edges have a [`Link::port`].
    pub direct_back: bool,
    /// Boxes that are joined by an edge would like to have their left sides in one line, not the ends of the edge.
    pub align_sides: bool,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    pub width: f32,
    pub height: f32,
    /// The distance to neighbours in the row; of two, the mean counts.
    pub gap: f32,
    /// Where edges arrive, relative to the middle.
    pub entry: f32,
    /// The row is this one or one further down.
    pub least_row: usize,
    /// The order of the nodes within a row, unless another has fewer crossings.
    pub rank: usize,
}

#[derive(Clone, Copy, Debug)]
pub struct Link {
    pub from: usize,
    pub to: usize,
    /// The room that the label beside the edge's beginning needs.
    pub label_width: f32,
    /// The room that the edge's beginning needs if it becomes a stub.
    pub stub_width: f32,
    /// Where the edge leaves its box, relative to the middle, if that is fixed.
    pub port: Option<f32>,
}

#[derive(Clone, Copy, Debug)]
pub struct LoopInfo {
    pub head: usize,
    pub parent: Option<usize>,
}

/// Where everything goes. Coordinates begin at zero; boxes are given by their upper left corner.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    pub width: f32,
    pub height: f32,
    pub boxes: Vec<Rect>,
    pub lines: Vec<Line>,
    /// For each edge, where its label begins: the point on the edge where it leaves its box.
    pub starts: Vec<(f32, f32)>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Rect {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

#[derive(Clone, Debug)]
pub struct Line {
    pub what: LineKind,
    /// Every two neighbours are on a horizontal or on a vertical.
    pub points: Vec<(f32, f32)>,
    /// The line ends at a box, or (for stubs) in the air.
    pub arrow: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineKind {
    /// One edge, from its box to its target or to the lane it shares.
    Edge(usize),
    /// An edge that closes a loop.
    Back(usize),
    /// An edge straight back to the row above.
    Up(usize),
    /// The shared part of several edges to a node.
    Lane { target: usize, back: bool },
    /// The beginning of an edge that is not drawn to its end.
    Stub(usize),
}

const LANE_WIDTH: f32 = 8.0;
const LANE_GAP: f32 = 10.0;

/// A line from one row to the next: cells are nodes, then the cells of lanes.
#[derive(Clone, Copy, Debug)]
struct Hop {
    upper: usize,
    lower: usize,
    /// The edge whose beginning this is, if it begins here.
    edge: Option<usize>,
    /// The edge goes from the lower cell to the upper one, and both are nodes.
    up: bool,
}

#[derive(Clone, Debug)]
struct Lane {
    target: usize,
    back: bool,
    /// The edges in it.
    edges: Vec<usize>,
    /// The rows it passes, both included, and its cell in the first of them; the others follow.
    top: usize,
    bottom: usize,
    first_cell: usize,
}

impl Lane {
    fn cell(&self, row: usize) -> usize {
        self.first_cell + (row - self.top)
    }

    fn len(&self) -> usize {
        self.bottom - self.top + 1
    }
}

/// The graph in rows, before anything has a place.
struct Layers {
    row: Vec<usize>,
    lanes: Vec<Lane>,
    hops: Vec<Hop>,
    /// For each cell, its lane; `usize::MAX` for nodes.
    lane_of: Vec<usize>,
    stubs: Vec<usize>,
    rows: Vec<Vec<usize>>,
}

const NO_LANE: usize = usize::MAX;

/// Computes the drawing of a graph.
pub fn layout(graph: &Graph) -> Drawing {
    if graph.nodes.is_empty() {
        return Drawing::default();
    }
    let mut layers = build_layers(graph);
    order::reduce_crossings(graph, &mut layers);
    let ports = place::assign_ports(graph, &layers);
    let x = place::assign_columns(graph, &layers, &ports);
    route::route(graph, &layers, &ports, x)
}

/// How many cells lanes may have before edges become stubs.
fn cell_limit(nodes: usize) -> usize {
    4_000 + 12 * nodes
}

/// The row of each node: below all nodes with edges to it that do not close loops.
pub fn rows(graph: &Graph) -> Vec<usize> {
    let count = graph.nodes.len();
    let mut row: Vec<usize> = graph.nodes.iter().map(|node| node.least_row).collect();
    let mut outgoing: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (i, link) in graph.edges.iter().enumerate() {
        if link.from < count && link.to < count {
            outgoing[link.from].push(i);
        }
    }
    for node in 0..count {
        for &edge in &outgoing[node] {
            let to = graph.edges[edge].to;
            if to > node {
                row[to] = row[to].max(row[node] + 1);
            }
        }
    }
    row
}

fn build_layers(graph: &Graph) -> Layers {
    let count = graph.nodes.len();
    let valid = |link: &Link| link.from < count && link.to < count;
    let mut row = rows(graph);
    let mut forward: Vec<Option<usize>> = vec![None; count];
    let mut backward: Vec<Option<usize>> = vec![None; count];
    let mut lanes: Vec<Lane> = Vec::new();
    let mut hops = Vec::new();
    for (i, link) in graph.edges.iter().enumerate().filter(|(_, link)| valid(link)) {
        let (from_row, to_row) = (row[link.from], row[link.to]);
        let back = link.to <= link.from;
        if !back && to_row == from_row + 1 {
            hops.push(Hop { upper: link.from, lower: link.to, edge: Some(i), up: false });
            continue;
        }
        if back && graph.style.direct_back && to_row + 1 == from_row {
            hops.push(Hop { upper: link.to, lower: link.from, edge: Some(i), up: true });
            continue;
        }
        // An edge that closes a loop has its lane beside the boxes at both of its ends. Rows are by the longest path, so
        // such an edge may even go to a lower row (out of unreachable code); its lane spans the two rows all the same.
        let (top, bottom) =
            if back { (to_row.min(from_row), from_row.max(to_row)) } else { (from_row + 1, to_row - 1) };
        let slot = if back { &mut backward[link.to] } else { &mut forward[link.to] };
        match *slot {
            Some(known) => {
                let lane: &mut Lane = &mut lanes[known];
                lane.top = lane.top.min(top);
                lane.bottom = lane.bottom.max(bottom);
                lane.edges.push(i);
            }
            None => {
                *slot = Some(lanes.len());
                lanes.push(Lane { target: link.to, back, edges: vec![i], top, bottom, first_cell: 0 });
            }
        }
    }
    let stubs = cut_longest(&mut lanes, cell_limit(count));
    let mut cells = count;
    let mut lane_of = vec![NO_LANE; count];
    for (i, lane) in lanes.iter_mut().enumerate() {
        lane.first_cell = cells;
        cells += lane.len();
        lane_of.extend(std::iter::repeat_n(i, lane.len()));
        for inner in lane.top..lane.bottom {
            hops.push(Hop { upper: lane.cell(inner), lower: lane.cell(inner + 1), edge: None, up: false });
        }
        if !lane.back {
            hops.push(Hop { upper: lane.cell(lane.bottom), lower: lane.target, edge: None, up: false });
            for &edge in &lane.edges {
                let from = graph.edges[edge].from;
                hops.push(Hop { upper: from, lower: lane.cell(row[from] + 1), edge: Some(edge), up: false });
            }
        }
    }
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); row.iter().max().map_or(0, |last| last + 1)];
    for (node, &own) in row.iter().enumerate() {
        rows[own].push(node);
    }
    row.resize(cells, 0);
    for lane in &lanes {
        for inner in lane.top..=lane.bottom {
            row[lane.cell(inner)] = inner;
            rows[inner].push(lane.cell(inner));
        }
    }
    Layers { row, lanes, hops, lane_of, stubs, rows }
}

/// Takes the longest lanes out until the rest fits the limit; returns their edges.
fn cut_longest(lanes: &mut Vec<Lane>, limit: usize) -> Vec<usize> {
    let mut total: usize = lanes.iter().map(Lane::len).sum();
    if total <= limit {
        return Vec::new();
    }
    let mut by_length: Vec<usize> = (0..lanes.len()).collect();
    by_length.sort_by_key(|&i| std::cmp::Reverse(lanes[i].len()));
    let mut cut = vec![false; lanes.len()];
    for i in by_length {
        if total <= limit {
            break;
        }
        total -= lanes[i].len();
        cut[i] = true;
    }
    let mut stubs = Vec::new();
    let mut index = 0;
    lanes.retain(|lane| {
        index += 1;
        if cut[index - 1] {
            stubs.extend(&lane.edges);
        }
        !cut[index - 1]
    });
    stubs.sort_unstable();
    stubs
}
