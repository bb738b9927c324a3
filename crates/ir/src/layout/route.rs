//! Rows get their heights, and edges their bends.
//!
//! Between two rows is a channel with horizontal tracks. Lines that overlap get different tracks, ordered so that lines
//! cross only where they must.

use super::place::Ports;
use super::{Drawing, Graph, LANE_WIDTH, Lane, Layers, Line, LineKind, NO_LANE, Rect};

const TRACK: f32 = 9.0;
const ABOVE_TRACKS: f32 = 22.0;
const BELOW_TRACKS: f32 = 16.0;

/// A horizontal piece of line in a channel.
struct Piece {
    left: f32,
    right: f32,
    /// Sorted by this, pieces cross least.
    rank: (u8, f32),
    track: usize,
}

/// The channel above a row (or below the last).
#[derive(Default)]
struct Channel {
    pieces: Vec<Piece>,
    tracks: usize,
    top: f32,
}

impl Channel {
    fn y(&self, piece: usize) -> f32 {
        self.top + ABOVE_TRACKS + self.pieces[piece].track as f32 * TRACK
    }

    fn height(&self) -> f32 {
        ABOVE_TRACKS + self.tracks.saturating_sub(1) as f32 * TRACK + BELOW_TRACKS
    }
}

const STRAIGHT: usize = usize::MAX;

/// Tells pieces that turn around apart from those that go through: which end of the channel they belong to.
const TURN_AT_TOP: u8 = 0;
const THROUGH: u8 = 1;
const TURN_AT_BOTTOM: u8 = 2;

pub(super) fn route(graph: &Graph, layers: &Layers, ports: &Ports, mut x: Vec<f32>) -> Drawing {
    let rows = layers.rows.len();
    let mut start_x: Vec<f32> =
        graph.edges.iter().enumerate().map(|(i, link)| (x[link.from] + ports.offset[i]).round()).collect();
    straighten_starts(graph, layers, ports, &x, &mut start_x);

    let mut channels: Vec<Channel> = (0..=rows).map(|_| Channel::default()).collect();
    // Which piece each hop, each latch and each lane's arrival use.
    let mut hop_piece = vec![STRAIGHT; layers.hops.len()];
    // Hops into one cell share a piece.
    let mut arriving: Vec<(f32, f32)> = vec![(f32::INFINITY, f32::NEG_INFINITY); layers.row.len()];
    let hop_x = |hop: &super::Hop, x: &[f32], start_x: &[f32]| {
        (hop.edge.map_or(x[hop.upper], |edge| start_x[edge]), x[hop.lower])
    };
    for hop in &layers.hops {
        let (from, to) = hop_x(hop, &x, &start_x);
        let range = &mut arriving[hop.lower];
        *range = (range.0.min(from.min(to)), range.1.max(from.max(to)));
    }
    let mut piece_into = vec![STRAIGHT; layers.row.len()];
    for (i, hop) in layers.hops.iter().enumerate() {
        let (from, to) = hop_x(hop, &x, &start_x);
        if (from - to).abs() < 0.5 {
            continue;
        }
        if piece_into[hop.lower] == STRAIGHT {
            let (left, right) = arriving[hop.lower];
            // Lines to the right: the rightmost highest. Lines to the left: the leftmost highest.
            let rank = if to - left >= right - to { -to } else { to };
            let pieces = &mut channels[layers.row[hop.lower]].pieces;
            piece_into[hop.lower] = pieces.len();
            pieces.push(Piece { left, right, rank: (THROUGH, rank), track: 0 });
        }
        hop_piece[i] = piece_into[hop.lower];
    }
    let mut latch_piece = vec![STRAIGHT; graph.edges.len()];
    let mut arrival_piece = vec![STRAIGHT; layers.lanes.len()];
    for (i, lane) in layers.lanes.iter().enumerate().filter(|(_, lane)| lane.back) {
        for &edge in &lane.edges {
            let row = layers.row[graph.edges[edge].from];
            let (from, to) = (start_x[edge], x[lane.cell(row)]);
            let pieces = &mut channels[row + 1].pieces;
            latch_piece[edge] = pieces.len();
            let (left, right) = (from.min(to), from.max(to));
            // The short turn is the inner one, and is higher.
            pieces.push(Piece { left, right, rank: (TURN_AT_TOP, right - left), track: 0 });
        }
        let row = layers.row[lane.target];
        let (from, to) = (x[lane.cell(row)], back_entry(lane, ports, &x));
        let pieces = &mut channels[row].pieces;
        arrival_piece[i] = pieces.len();
        let (left, right) = (from.min(to), from.max(to));
        pieces.push(Piece { left, right, rank: (TURN_AT_BOTTOM, left - right), track: 0 });
    }
    for channel in &mut channels {
        assign_tracks(channel);
    }

    // Heights
    let mut row_top = vec![0.0; rows];
    let mut row_bottom = vec![0.0; rows];
    let mut y = 0.0;
    for (row, cells) in layers.rows.iter().enumerate() {
        channels[row].top = y;
        // Nothing arrives at the first row unless a loop begins there.
        if row > 0 || !channels[0].pieces.is_empty() {
            y += channels[row].height();
        }
        row_top[row] = y;
        let heights = cells.iter().filter(|&&cell| layers.lane_of[cell] == NO_LANE);
        y += heights.map(|&cell| graph.nodes[cell].height).fold(0.0, f32::max);
        row_bottom[row] = y;
    }
    channels[rows].top = y;
    if !channels[rows].pieces.is_empty() || !layers.stubs.is_empty() {
        y += channels[rows].height();
    }

    let mut drawing = Drawing { height: y, ..Drawing::default() };
    drawing.boxes = (0..graph.nodes.len())
        .map(|node| Rect {
            x: x[node] - ports.width[node] / 2.0,
            y: row_top[layers.row[node]],
            width: ports.width[node],
            height: graph.nodes[node].height,
        })
        .collect();
    let box_bottom = |node: usize| row_top[layers.row[node]] + graph.nodes[node].height;
    drawing.starts =
        graph.edges.iter().enumerate().map(|(i, link)| (start_x[i], box_bottom(link.from))).collect();

    // Lines
    let mut lane_hop: Vec<usize> = vec![STRAIGHT; layers.row.len()];
    for (i, hop) in layers.hops.iter().enumerate().filter(|(_, hop)| hop.edge.is_none()) {
        lane_hop[hop.upper] = hop_piece[i];
    }
    // The way down a lane from a row on; for lanes that close loops it is walked backwards.
    let down = |lane: &Lane, from: usize, points: &mut Vec<(f32, f32)>| {
        for row in from..=lane.bottom {
            let cell = lane.cell(row);
            let next = if row < lane.bottom {
                lane.cell(row + 1)
            } else if lane.back {
                break;
            } else {
                lane.target
            };
            if lane_hop[cell] != STRAIGHT {
                let y = channels[row + 1].y(lane_hop[cell]);
                points.push((x[cell], y));
                points.push((x[next], y));
            }
        }
    };
    for (i, hop) in layers.hops.iter().enumerate() {
        let Some(edge) = hop.edge else { continue };
        let row = layers.row[hop.lower];
        let mut points = vec![drawing.starts[edge]];
        if hop_piece[i] != STRAIGHT {
            let y = channels[row].y(hop_piece[i]);
            points.push((start_x[edge], y));
            points.push((x[hop.lower], y));
        }
        let lane = layers.lane_of[hop.lower];
        let mut arrow = true;
        if lane == NO_LANE {
            points.push((x[hop.lower], row_top[row]));
        } else if let [_] = layers.lanes[lane].edges[..] {
            let lane = &layers.lanes[lane];
            down(lane, row, &mut points);
            points.push((x[lane.target], row_top[layers.row[lane.target]]));
        } else {
            points.push((x[hop.lower], row_top[row]));
            arrow = false;
        }
        drawing.lines.push(Line { what: LineKind::Edge(edge), points, arrow });
    }
    for (i, lane) in layers.lanes.iter().enumerate() {
        if !lane.back {
            if lane.edges.len() > 1 {
                let mut points = vec![(x[lane.cell(lane.top)], row_top[lane.top])];
                down(lane, lane.top, &mut points);
                points.push((x[lane.target], row_top[layers.row[lane.target]]));
                let what = LineKind::Lane { target: lane.target, back: false };
                drawing.lines.push(Line { what, points, arrow: true });
            }
            continue;
        }
        let target_row = layers.row[lane.target];
        let entry = back_entry(lane, ports, &x);
        let mut up = Vec::new();
        down(lane, target_row.max(lane.top), &mut up);
        up.reverse();
        let finish = |points: &mut Vec<(f32, f32)>| {
            let y = channels[target_row].y(arrival_piece[i]);
            points.push((x[lane.cell(target_row)], y));
            points.push((entry, y));
            points.push((entry, row_top[target_row]));
        };
        for &edge in &lane.edges {
            let row = layers.row[graph.edges[edge].from];
            let y = channels[row + 1].y(latch_piece[edge]);
            let mut points = vec![drawing.starts[edge], (start_x[edge], y), (x[lane.cell(row)], y)];
            let alone = lane.edges.len() == 1;
            if alone {
                points.extend(&up);
                finish(&mut points);
            } else {
                points.push((x[lane.cell(row)], row_bottom[row]));
            }
            drawing.lines.push(Line { what: LineKind::Back(edge), points, arrow: alone });
        }
        if lane.edges.len() > 1 {
            let mut points = vec![(x[lane.cell(lane.bottom)], row_bottom[lane.bottom])];
            points.extend(&up);
            finish(&mut points);
            let what = LineKind::Lane { target: lane.target, back: true };
            drawing.lines.push(Line { what, points, arrow: true });
        }
    }
    for &edge in &layers.stubs {
        let (start, y) = drawing.starts[edge];
        let points = vec![(start, y), (start, y + ABOVE_TRACKS - 4.0)];
        drawing.lines.push(Line { what: LineKind::Stub(edge), points, arrow: true });
    }
    for line in &mut drawing.lines {
        simplify(&mut line.points);
    }
    let lanes_right = x.drain(graph.nodes.len()..).map(|lane| lane + LANE_WIDTH).fold(0.0, f32::max);
    let boxes_right = drawing.boxes.iter().map(|rect| rect.x + rect.width).fold(0.0, f32::max);
    drawing.width = boxes_right.max(lanes_right);
    drawing
}

/// Where a loop's lane enters its head: beside the middle, where the other edges arrive.
fn back_entry(lane: &Lane, ports: &Ports, x: &[f32]) -> f32 {
    let aside = (ports.width[lane.target] / 4.0).min(26.0);
    let left = x[lane.first_cell] <= x[lane.target];
    (x[lane.target] + if left { -aside } else { aside }).round()
}

/// Lets edges leave their box right above where they go, if the box is wide enough and no label is in the way.
fn straighten_starts(graph: &Graph, layers: &Layers, ports: &Ports, x: &[f32], start_x: &mut [f32]) {
    let mut leaving: Vec<Vec<(usize, f32)>> = vec![Vec::new(); graph.nodes.len()];
    for hop in &layers.hops {
        if let Some(edge) = hop.edge {
            leaving[graph.edges[edge].from].push((edge, x[hop.lower]));
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
