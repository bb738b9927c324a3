//! Rows get their heights, and edges their bends.
//!
//! Between two rows is a channel with horizontal tracks. Lines that overlap get different tracks, ordered so that lines
//! cross only where they must. Where a band ends, lines go on through a corridor between it and the next band.

use super::place::Ports;
use super::{Drawing, Graph, Hop, LANE_WIDTH, Lane, Layers, Line, LineKind, NO_LANE, Rect};

const TRACK: f32 = 9.0;
const ABOVE_TRACKS: f32 = 22.0;
const BELOW_TRACKS: f32 = 16.0;
/// Between the boxes of a band and the first or last line of a corridor.
const BESIDE_CORRIDOR: f32 = 18.0;

/// A horizontal piece of line in a channel.
struct Piece {
    left: f32,
    right: f32,
    /// Sorted by this, pieces cross least.
    rank: (u8, f32),
    track: usize,
}

/// The channel above a row, below the last, or on one side of a fold.
#[derive(Default)]
struct Channel {
    pieces: Vec<Piece>,
    tracks: usize,
    top: f32,
}

impl Channel {
    fn add(&mut self, ends: (f32, f32), rank: (u8, f32)) -> usize {
        self.pieces.push(Piece { left: ends.0.min(ends.1), right: ends.0.max(ends.1), rank, track: 0 });
        self.pieces.len() - 1
    }

    fn y(&self, piece: usize) -> f32 {
        self.top + ABOVE_TRACKS + self.pieces[piece].track as f32 * TRACK
    }

    fn height(&self) -> f32 {
        ABOVE_TRACKS + self.tracks.saturating_sub(1) as f32 * TRACK + BELOW_TRACKS
    }
}

/// How a hop gets from the one row to the next.
#[derive(Clone, Copy)]
enum Way {
    Straight,
    /// By a piece of the channel between the rows.
    Bend(usize),
    /// By a piece of the channel at the end of a band, the corridor, and a piece of the channel where the next band begins.
    Fold {
        leave: usize,
        corridor: f32,
        arrive: usize,
    },
}

/// Tells pieces that turn around apart from those that go through: which end of the channel they belong to.
const TURN_AT_TOP: u8 = 0;
const THROUGH: u8 = 1;
const TURN_AT_BOTTOM: u8 = 2;

struct Router<'a> {
    graph: &'a Graph,
    layers: &'a Layers,
    ports: &'a Ports,
    x: Vec<f32>,
    start_x: Vec<f32>,
    channels: Vec<Channel>,
    /// By row: the channels above and below it.
    above: Vec<usize>,
    below: Vec<usize>,
    /// By hop.
    ways: Vec<Way>,
    row_top: Vec<f32>,
    row_bottom: Vec<f32>,
}

pub(super) fn route(graph: &Graph, layers: &Layers, ports: &Ports, mut x: Vec<f32>) -> Drawing {
    let rows = layers.rows.len();
    let band = graph.style.band.unwrap_or(rows).max(1);
    let corridors = separate_bands(layers, ports, band, &mut x);
    let mut start_x: Vec<f32> =
        graph.edges.iter().enumerate().map(|(i, link)| (x[link.from] + ports.offset[i]).round()).collect();
    straighten_starts(graph, layers, ports, &x, &mut start_x);
    let (mut above, mut below) = (vec![0], Vec::new());
    let mut channels = 1;
    for row in 1..=rows {
        below.push(channels);
        if row % band == 0 && row < rows {
            channels += 1;
        }
        above.push(channels);
        channels += 1;
    }
    let mut router = Router {
        graph,
        layers,
        ports,
        x,
        start_x,
        channels: (0..channels).map(|_| Channel::default()).collect(),
        above,
        below,
        ways: vec![Way::Straight; layers.hops.len()],
        row_top: vec![0.0; rows],
        row_bottom: vec![0.0; rows],
    };
    router.choose_ways(&corridors);
    let (latches, arrivals) = router.turn_around();
    for channel in &mut router.channels {
        assign_tracks(channel);
    }
    let mut drawing = Drawing { height: router.assign_heights(band), ..Drawing::default() };
    router.place_boxes(&mut drawing);
    router.draw_forward(&mut drawing);
    router.draw_back(&mut drawing, &latches, &arrivals);
    for &edge in &layers.stubs {
        let (start, y) = drawing.starts[edge];
        let points = vec![(start, y), (start, y + ABOVE_TRACKS - 4.0)];
        drawing.lines.push(Line { what: LineKind::Stub(edge), points, arrow: true });
    }
    for line in &mut drawing.lines {
        simplify(&mut line.points);
    }
    let lanes_right = router.x.drain(graph.nodes.len()..).map(|lane| lane + LANE_WIDTH).fold(0.0, f32::max);
    let boxes_right = drawing.boxes.iter().map(|rect| rect.x + rect.width).fold(0.0, f32::max);
    drawing.width = boxes_right.max(lanes_right);
    drawing
}

/// Moves each band to the right of the one before it, with room for a corridor between them. Says the corridor's place of
/// each cell that lines reach through one, and of each direct edge back through one (by its hop).
struct Corridors {
    by_cell: Vec<Option<f32>>,
    by_hop: Vec<Option<f32>>,
}

fn separate_bands(layers: &Layers, ports: &Ports, band: usize, x: &mut [f32]) -> Corridors {
    let mut corridors =
        Corridors { by_cell: vec![None; layers.row.len()], by_hop: vec![None; layers.hops.len()] };
    if layers.rows.len() <= band {
        return corridors;
    }
    let half = |cell: usize| {
        if layers.lane_of[cell] == NO_LANE { ports.width[cell] / 2.0 } else { LANE_WIDTH }
    };
    let mut at = 0.0;
    for (number, rows) in layers.rows.chunks(band).enumerate() {
        let cells = || rows.iter().flatten().copied();
        let left = cells().map(|cell| x[cell] - half(cell)).fold(f32::INFINITY, f32::min);
        let right = cells().map(|cell| x[cell] + half(cell)).fold(f32::NEG_INFINITY, f32::max);
        cells().for_each(|cell| x[cell] = (x[cell] - left + at).round());
        at += (right - left).ceil() + BESIDE_CORRIDOR;
        let last = (number + 1) * band - 1;
        // The line that comes from the right is the first in the corridor: no line crosses it there.
        let mut leaving: Vec<usize> =
            (0..layers.hops.len()).filter(|&i| layers.row[layers.hops[i].upper] == last).collect();
        leaving.sort_by(|&a, &b| x[layers.hops[b].upper].total_cmp(&x[layers.hops[a].upper]));
        for i in leaving {
            let hop = &layers.hops[i];
            let known = if hop.up { &mut corridors.by_hop[i] } else { &mut corridors.by_cell[hop.lower] };
            if known.is_none() {
                *known = Some(at);
                at += TRACK;
            }
        }
        at += BESIDE_CORRIDOR;
    }
    corridors
}

impl Router<'_> {
    fn entry(&self, cell: usize) -> f32 {
        self.x[cell] + self.graph.nodes.get(cell).map_or(0.0, |node| node.entry)
    }

    /// Where a hop meets its upper and its lower cell.
    fn ends(&self, hop: &Hop) -> (f32, f32) {
        match hop.edge {
            Some(edge) if hop.up => (self.entry(hop.upper), self.start_x[edge]),
            Some(edge) => (self.start_x[edge], self.entry(hop.lower)),
            None => (self.x[hop.upper], self.entry(hop.lower)),
        }
    }

    /// Gives each hop that is not straight its pieces. Hops into one cell share them.
    fn choose_ways(&mut self, corridors: &Corridors) {
        let cells = self.layers.row.len();
        let mut arriving: Vec<(f32, f32)> = vec![(f32::INFINITY, f32::NEG_INFINITY); cells];
        for hop in self.layers.hops.iter().filter(|hop| !hop.up) {
            let (from, to) = self.ends(hop);
            let range = &mut arriving[hop.lower];
            *range = (range.0.min(from.min(to)), range.1.max(from.max(to)));
        }
        let mut shared: Vec<Option<Way>> = vec![None; cells];
        for (i, hop) in self.layers.hops.iter().enumerate() {
            let (upper, lower) = self.ends(hop);
            let (below, above) =
                (self.below[self.layers.row[hop.upper]], self.above[self.layers.row[hop.lower]]);
            let corridor = if hop.up { corridors.by_hop[i] } else { corridors.by_cell[hop.lower] };
            let way = if let Some(way) = shared[hop.lower].filter(|_| !hop.up) {
                if (upper - lower).abs() < 0.5 && matches!(way, Way::Bend(_)) { Way::Straight } else { way }
            } else if let Some(corridor) = corridor {
                let leftmost = if hop.up { upper } else { arriving[hop.lower].0 };
                Way::Fold {
                    leave: self.channels[below].add((leftmost, corridor), (THROUGH, -leftmost)),
                    corridor,
                    arrive: self.channels[above].add((corridor, lower), (THROUGH, corridor)),
                }
            } else if (upper - lower).abs() < 0.5 {
                Way::Straight
            } else {
                let (left, right) =
                    if hop.up { (upper.min(lower), upper.max(lower)) } else { arriving[hop.lower] };
                // Lines to the right: the rightmost highest. Lines to the left: the leftmost highest.
                let rank = if lower - left >= right - lower { -lower } else { lower };
                Way::Bend(self.channels[above].add((left, right), (THROUGH, rank)))
            };
            if !hop.up && !matches!(way, Way::Straight) {
                shared[hop.lower] = Some(way);
            }
            self.ways[i] = way;
        }
    }

    /// The pieces by which edges that close loops turn into their lanes, by edge, and out of them, by lane.
    fn turn_around(&mut self) -> (Vec<usize>, Vec<usize>) {
        let mut latches = vec![usize::MAX; self.graph.edges.len()];
        let mut arrivals = vec![usize::MAX; self.layers.lanes.len()];
        for (i, lane) in self.layers.lanes.iter().enumerate().filter(|(_, lane)| lane.back) {
            for &edge in &lane.edges {
                let row = self.layers.row[self.graph.edges[edge].from];
                let (from, to) = (self.start_x[edge], self.x[lane.cell(row)]);
                // The short turn is the inner one, and is higher.
                let rank = (TURN_AT_TOP, (from - to).abs());
                latches[edge] = self.channels[self.below[row]].add((from, to), rank);
            }
            let row = self.layers.row[lane.target];
            let (from, to) = (self.x[lane.cell(row)], self.back_entry(lane));
            arrivals[i] =
                self.channels[self.above[row]].add((from, to), (TURN_AT_BOTTOM, -(from - to).abs()));
        }
        (latches, arrivals)
    }

    /// Places the rows and channels of every band from the top down; the height of the highest band.
    fn assign_heights(&mut self, band: usize) -> f32 {
        let rows = self.layers.rows.len();
        let mut height = 0.0f32;
        let mut y = 0.0;
        for (row, cells) in self.layers.rows.iter().enumerate() {
            let above = &mut self.channels[self.above[row]];
            if row % band == 0 {
                y = 0.0;
            }
            above.top = y;
            // Nothing arrives at the first row of a band unless a loop begins there or a line comes from another band.
            if row % band != 0 || !above.pieces.is_empty() {
                y += above.height();
            }
            self.row_top[row] = y;
            let boxes = cells.iter().filter(|&&cell| self.layers.lane_of[cell] == NO_LANE);
            y += boxes.map(|&cell| self.graph.nodes[cell].height).fold(0.0, f32::max);
            self.row_bottom[row] = y;
            if (row + 1) % band == 0 || row + 1 == rows {
                let below = &mut self.channels[self.below[row]];
                below.top = y;
                let stubs = row + 1 == rows && !self.layers.stubs.is_empty();
                if !below.pieces.is_empty() || stubs {
                    y += below.height();
                }
            }
            height = height.max(y);
        }
        height
    }

    fn place_boxes(&self, drawing: &mut Drawing) {
        let (graph, layers) = (self.graph, self.layers);
        drawing.boxes = (0..graph.nodes.len())
            .map(|node| Rect {
                x: self.x[node] - self.ports.width[node] / 2.0,
                y: self.row_top[layers.row[node]],
                width: self.ports.width[node],
                height: graph.nodes[node].height,
            })
            .collect();
        let starts = graph.edges.iter().zip(&self.start_x);
        drawing.starts = starts.map(|(link, &x)| (x, self.box_bottom(link.from))).collect();
        for hop in layers.hops.iter().filter(|hop| hop.up) {
            if let Some(edge) = hop.edge {
                drawing.starts[edge].1 = self.row_top[layers.row[hop.lower]];
            }
        }
    }

    fn box_bottom(&self, node: usize) -> f32 {
        self.row_top[self.layers.row[node]] + self.graph.nodes[node].height
    }

    /// The bends of a hop on its way down.
    fn bends(&self, index: usize, points: &mut Vec<(f32, f32)>) {
        let hop = &self.layers.hops[index];
        let (upper, lower) = self.ends(hop);
        let above = &self.channels[self.above[self.layers.row[hop.lower]]];
        match self.ways[index] {
            Way::Straight => {}
            Way::Bend(piece) => points.extend([(upper, above.y(piece)), (lower, above.y(piece))]),
            Way::Fold { leave, corridor, arrive } => {
                let leave = self.channels[self.below[self.layers.row[hop.upper]]].y(leave);
                let arrive = above.y(arrive);
                points.extend([(upper, leave), (corridor, leave), (corridor, arrive), (lower, arrive)]);
            }
        }
    }

    /// The way down a lane from a row on, by the hops that leave its cells; for lanes that close loops it is walked backwards.
    fn down(&self, hop_of: &[usize], lane: &Lane, from: usize, points: &mut Vec<(f32, f32)>) {
        let last = if lane.back { lane.bottom } else { lane.bottom + 1 };
        for row in from..last {
            self.bends(hop_of[lane.cell(row)], points);
        }
    }

    /// By cell of a lane, the hop that leaves it.
    fn lane_hops(&self) -> Vec<usize> {
        let mut hop_of = vec![usize::MAX; self.layers.row.len()];
        for (i, hop) in self.layers.hops.iter().enumerate().filter(|(_, hop)| hop.edge.is_none()) {
            hop_of[hop.upper] = i;
        }
        hop_of
    }

    fn draw_forward(&self, drawing: &mut Drawing) {
        let layers = self.layers;
        let hop_of = self.lane_hops();
        for (i, hop) in layers.hops.iter().enumerate() {
            let Some(edge) = hop.edge else { continue };
            let row = layers.row[hop.lower];
            let mut points = Vec::new();
            if hop.up {
                points.push((self.entry(hop.upper), self.box_bottom(hop.upper)));
                self.bends(i, &mut points);
                points.push(drawing.starts[edge]);
                points.reverse();
                drawing.lines.push(Line { what: LineKind::Up(edge), points, arrow: true });
                continue;
            }
            points.push(drawing.starts[edge]);
            self.bends(i, &mut points);
            let lane = layers.lane_of[hop.lower];
            let mut arrow = true;
            if lane == NO_LANE {
                points.push((self.entry(hop.lower), self.row_top[row]));
            } else if let [_] = layers.lanes[lane].edges[..] {
                let lane = &layers.lanes[lane];
                self.down(&hop_of, lane, row, &mut points);
                points.push((self.entry(lane.target), self.row_top[layers.row[lane.target]]));
            } else {
                points.push((self.x[hop.lower], self.row_top[row]));
                arrow = false;
            }
            drawing.lines.push(Line { what: LineKind::Edge(edge), points, arrow });
        }
        for lane in layers.lanes.iter().filter(|lane| !lane.back && lane.edges.len() > 1) {
            let mut points = vec![(self.x[lane.cell(lane.top)], self.row_top[lane.top])];
            self.down(&hop_of, lane, lane.top, &mut points);
            points.push((self.entry(lane.target), self.row_top[layers.row[lane.target]]));
            let what = LineKind::Lane { target: lane.target, back: false };
            drawing.lines.push(Line { what, points, arrow: true });
        }
    }

    fn draw_back(&self, drawing: &mut Drawing, latches: &[usize], arrivals: &[usize]) {
        let layers = self.layers;
        let hop_of = self.lane_hops();
        for (i, lane) in layers.lanes.iter().enumerate().filter(|(_, lane)| lane.back) {
            let target_row = layers.row[lane.target];
            let mut up = Vec::new();
            self.down(&hop_of, lane, target_row.max(lane.top), &mut up);
            up.reverse();
            let finish = |points: &mut Vec<(f32, f32)>| {
                let entry = self.back_entry(lane);
                let y = self.channels[self.above[target_row]].y(arrivals[i]);
                points.push((self.x[lane.cell(target_row)], y));
                points.push((entry, y));
                points.push((entry, self.row_top[target_row]));
            };
            for &edge in &lane.edges {
                let row = layers.row[self.graph.edges[edge].from];
                let y = self.channels[self.below[row]].y(latches[edge]);
                let mut points =
                    vec![drawing.starts[edge], (self.start_x[edge], y), (self.x[lane.cell(row)], y)];
                let alone = lane.edges.len() == 1;
                if alone {
                    points.extend(&up);
                    finish(&mut points);
                } else {
                    points.push((self.x[lane.cell(row)], self.row_bottom[row]));
                }
                drawing.lines.push(Line { what: LineKind::Back(edge), points, arrow: alone });
            }
            if lane.edges.len() > 1 {
                let mut points = vec![(self.x[lane.cell(lane.bottom)], self.row_bottom[lane.bottom])];
                points.extend(&up);
                finish(&mut points);
                let what = LineKind::Lane { target: lane.target, back: true };
                drawing.lines.push(Line { what, points, arrow: true });
            }
        }
    }

    /// Where a loop's lane enters its head: beside the place where the other edges arrive.
    fn back_entry(&self, lane: &Lane) -> f32 {
        let middle = self.entry(lane.target);
        let left = self.x[lane.first_cell] <= self.x[lane.target];
        let side = self.ports.width[lane.target] / 2.0;
        let room =
            if left { middle - self.x[lane.target] + side } else { self.x[lane.target] + side - middle };
        let aside = (room / 2.0).min(26.0);
        (middle + if left { -aside } else { aside }).round()
    }
}

/// Lets edges leave their box right above where they go, if the box is wide enough and no label is in the way.
fn straighten_starts(graph: &Graph, layers: &Layers, ports: &Ports, x: &[f32], start_x: &mut [f32]) {
    let mut leaving: Vec<Vec<(usize, f32)>> = vec![Vec::new(); graph.nodes.len()];
    for hop in &layers.hops {
        if let Some(edge) = hop.edge.filter(|_| !hop.up) {
            let entry = graph.nodes.get(hop.lower).map_or(0.0, |node| node.entry);
            leaving[graph.edges[edge].from].push((edge, x[hop.lower] + entry));
        }
    }
    // Edges that turn around or end as stubs keep their place, and the others keep away from them.
    for lane in layers.lanes.iter().filter(|lane| lane.back) {
        for &edge in &lane.edges {
            leaving[graph.edges[edge].from].push((edge, start_x[edge]));
        }
    }
    for &edge in &layers.stubs {
        leaving[graph.edges[edge].from].push((edge, start_x[edge]));
    }
    for (node, edges) in leaving.iter_mut().enumerate() {
        if edges.iter().any(|&(edge, _)| graph.edges[edge].port.is_some()) {
            continue;
        }
        edges.sort_by(|a, b| start_x[a.0].total_cmp(&start_x[b.0]));
        let (left, right) = (x[node] - ports.width[node] / 2.0, x[node] + ports.width[node] / 2.0);
        for i in 0..edges.len() {
            let (edge, wish) = edges[i];
            let room = |edge: usize| graph.edges[edge].label_width.max(4.0) + 8.0;
            let low = if i == 0 { left + 10.0 } else { start_x[edges[i - 1].0] + room(edges[i - 1].0) };
            let high = match edges.get(i + 1) {
                Some(&(next, _)) => start_x[next] - room(edge),
                None => right - if edges.len() > 1 { room(edge) } else { 10.0 },
            };
            let almost = (wish - start_x[edge]).abs() <= 3.0;
            if almost || (low <= wish && wish <= high) {
                start_x[edge] = wish;
            }
        }
    }
}

/// A piece goes below all pieces that it overlaps and that come before it.
fn assign_tracks(channel: &mut Channel) {
    let pieces = &mut channel.pieces;
    let mut ends: Vec<f32> = pieces.iter().flat_map(|piece| [piece.left - 5.0, piece.right + 5.0]).collect();
    ends.sort_by(f32::total_cmp);
    ends.dedup();
    let slot = |value: f32| ends.partition_point(|&end| end < value);
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (pieces[a].rank, pieces[b].rank);
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    let mut skyline = Skyline::new(ends.len());
    for index in order {
        let piece = &mut pieces[index];
        let (from, to) = (slot(piece.left - 5.0), slot(piece.right + 5.0));
        piece.track = skyline.max(from, to);
        skyline.raise(from, to, piece.track + 1);
        channel.tracks = channel.tracks.max(piece.track + 1);
    }
}

/// Greatest value on an interval, with intervals raised to a value: a tree over the slots.
struct Skyline {
    size: usize,
    /// The greatest value below each node, and the value that the whole of each node was raised to.
    greatest: Vec<usize>,
    whole: Vec<usize>,
}

impl Skyline {
    fn new(slots: usize) -> Skyline {
        let size = slots.next_power_of_two().max(1);
        Skyline { size, greatest: vec![0; 2 * size], whole: vec![0; 2 * size] }
    }

    /// The nodes whose slots make up the interval, both ends included.
    fn cover(&self, from: usize, to: usize) -> impl Iterator<Item = usize> + use<> {
        let (mut left, mut right) = (from + self.size, to + self.size + 1);
        let mut found = Vec::new();
        while left < right {
            if left & 1 == 1 {
                found.push(left);
                left += 1;
            }
            if right & 1 == 1 {
                right -= 1;
                found.push(right);
            }
            left /= 2;
            right /= 2;
        }
        found.into_iter()
    }

    fn max(&self, from: usize, to: usize) -> usize {
        let mut result = 0;
        for node in self.cover(from, to) {
            result = result.max(self.greatest[node]);
            let mut above = node / 2;
            while above > 0 {
                result = result.max(self.whole[above]);
                above /= 2;
            }
        }
        result
    }

    fn raise(&mut self, from: usize, to: usize, value: usize) {
        for node in self.cover(from, to) {
            self.whole[node] = self.whole[node].max(value);
            let mut at = node;
            while at > 0 {
                self.greatest[at] = self.greatest[at].max(value);
                at /= 2;
            }
        }
    }
}

/// Drops points that repeat or that lie within a straight piece.
fn simplify(points: &mut Vec<(f32, f32)>) {
    let mut kept: Vec<(f32, f32)> = Vec::with_capacity(points.len());
    for &point in points.iter() {
        if kept.last() == Some(&point) {
            continue;
        }
        if let [.., before, last] = kept[..] {
            let vertical = before.0 == last.0 && last.0 == point.0;
            let horizontal = before.1 == last.1 && last.1 == point.1;
            if vertical || horizontal {
                kept.pop();
            }
        }
        kept.push(point);
    }
    *points = kept;
}
