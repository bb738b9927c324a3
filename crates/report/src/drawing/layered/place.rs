//! Ports (where edges leave a box) and columns.
//!
//! Every row is a chain of cells with minimal distances; where each cell would like to be is known from its
//! neighbours above or below. The places that come closest to all wishes at once are found exactly by isotonic regression
//! (pooling adjacent violators), in linear time per row.

use super::{Graph, LANE_GAP, LANE_WIDTH, Layers, NO_LANE};

/// Where edges leave their boxes, relative to the box's middle.
pub(super) struct Ports {
    /// By edge.
    pub(super) offset: Vec<f32>,
    /// By node: boxes may have to grow so that the labels of their edges fit.
    pub(super) width: Vec<f32>,
    /// By node: the room between it and its neighbours.
    gap: Vec<f32>,
}

pub(super) fn assign_ports(graph: &Graph, layers: &Layers) -> Ports {
    let count = graph.nodes.len();
    let mut position = vec![0usize; layers.row.len()];
    for row in &layers.rows {
        for (i, &cell) in row.iter().enumerate() {
            position[cell] = i;
        }
    }
    // (key, edge, room) by node: edges in the order of where they go.
    let mut leaving: Vec<Vec<(f32, usize, f32)>> = vec![Vec::new(); count];
    for hop in &layers.hops {
        if let Some(edge) = hop.edge.filter(|_| !hop.up) {
            let link = &graph.edges[edge];
            leaving[link.from].push((position[hop.lower] as f32, edge, link.label_width));
        }
    }
    for lane in layers.lanes.iter().filter(|lane| lane.back) {
        for &edge in &lane.edges {
            let link = &graph.edges[edge];
            let cell = lane.cell(layers.row[link.from]);
            let left = position[cell] < position[link.from];
            leaving[link.from].push((if left { -1.0 } else { f32::MAX }, edge, link.label_width));
        }
    }
    for &edge in &layers.stubs {
        let link = &graph.edges[edge];
        leaving[link.from].push((f32::INFINITY, edge, link.stub_width));
    }
    let mut offset: Vec<f32> = graph.edges.iter().map(|link| link.port.unwrap_or_default()).collect();
    let mut width: Vec<f32> = graph.nodes.iter().map(|node| node.width).collect();
    for (node, edges) in leaving.iter_mut().enumerate() {
        edges.retain(|&(_, edge, _)| graph.edges[edge].port.is_none());
        edges.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        // The label stands to the right of the line, within the half of the slot that is there.
        let slot = edges.iter().map(|&(_, _, room)| 2.0 * (room + 6.0)).fold(14.0, f32::max);
        width[node] = width[node].max(slot * edges.len() as f32);
        let each = width[node] / edges.len().max(1) as f32;
        for (i, &(_, edge, _)) in edges.iter().enumerate() {
            offset[edge] = (i as f32 + 0.5) * each - width[node] / 2.0;
        }
    }
    Ports { offset, width, gap: graph.nodes.iter().map(|node| node.gap).collect() }
}

/// The least distance between the middles of two neighbours in a row.
pub(super) fn separation(layers: &Layers, ports: &Ports, left: usize, right: usize) -> f32 {
    let is_box = |cell: usize| layers.lane_of[cell] == NO_LANE;
    let half = |cell: usize| if is_box(cell) { ports.width[cell] / 2.0 } else { LANE_WIDTH / 2.0 };
    let gap = match (is_box(left), is_box(right)) {
        (false, false) => LANE_GAP,
        (true, true) => (ports.gap[left] + ports.gap[right]) / 2.0,
        _ => LANE_GAP * 2.0,
    };
    half(left) + half(right) + gap
}

/// A neighbour in the next row: the cell, how far from its middle the line is, and how much it counts.
#[derive(Clone, Copy)]
struct Pull {
    cell: usize,
    shift: f32,
    weight: f32,
}

pub(super) fn assign_columns(graph: &Graph, layers: &Layers, ports: &Ports) -> Vec<f32> {
    let cells = layers.row.len();
    let mut above: Vec<Vec<Pull>> = vec![Vec::new(); cells];
    let mut below: Vec<Vec<Pull>> = vec![Vec::new(); cells];
    for hop in &layers.hops {
        let lanes = [hop.upper, hop.lower].iter().filter(|&&cell| layers.lane_of[cell] != NO_LANE).count();
        let weight = [1.0, 2.0, 8.0][lanes];
        let shift = if lanes == 0 && graph.style.align_sides {
            (ports.width[hop.lower] - ports.width[hop.upper]) / 2.0
        } else {
            let entry = graph.nodes.get(hop.lower).map_or(0.0, |node| node.entry);
            hop.edge.map_or(0.0, |edge| ports.offset[edge]) - entry
        };
        above[hop.lower].push(Pull { cell: hop.upper, shift, weight });
        below[hop.upper].push(Pull { cell: hop.lower, shift: -shift, weight });
    }
    let mut x = vec![0.0f32; cells];
    for row in &layers.rows {
        let mut at = 0.0;
        for (i, &cell) in row.iter().enumerate() {
            if i > 0 {
                at += separation(layers, ports, row[i - 1], cell);
            }
            x[cell] = at;
        }
    }
    let rounds = match cells {
        0..4_000 => 24,
        4_000..40_000 => 10,
        _ => 4,
    };
    let mut solver = Solver::default();
    let mut lane_wish: Vec<Option<f32>> = vec![None; layers.lanes.len()];
    for round in 0..rounds {
        wish_for_lanes(layers, ports, &x, &mut lane_wish);
        // Down, up, and towards the end both at once.
        let both = round + 4 >= rounds;
        let down = round % 2 == 0;
        let count = layers.rows.len();
        for step in 0..count {
            let row = &layers.rows[if down { step } else { count - 1 - step }];
            solver.clear();
            for (i, &cell) in row.iter().enumerate() {
                let apart = if i == 0 { 0.0 } else { separation(layers, ports, row[i - 1], cell) };
                let (mut sum, mut weight) = (0.0, 0.0);
                let mut add = |pulls: &[Pull]| {
                    for pull in pulls {
                        sum += pull.weight * (x[pull.cell] + pull.shift);
                        weight += pull.weight;
                    }
                };
                if both || down {
                    add(&above[cell]);
                }
                if both || !down {
                    add(&below[cell]);
                }
                let lane = layers.lane_of[cell];
                if lane != NO_LANE
                    && let Some(wish) = lane_wish[lane]
                {
                    sum = LANE_WEIGHT * wish;
                    weight = LANE_WEIGHT;
                }
                let (wish, weight) = if weight > 0.0 { (sum / weight, weight) } else { (x[cell], 0.05) };
                solver.add(wish, weight, apart);
            }
            solver.solve(|i, place| x[row[i]] = place);
        }
    }
    let mut position = vec![0usize; cells];
    for row in &layers.rows {
        for (i, &cell) in row.iter().enumerate() {
            position[cell] = i;
        }
    }
    straighten_loops(layers, ports, &position, &mut x);
    remove_jogs(graph, layers, ports, &above, &mut x);
    straighten_lanes(graph, layers, ports, &position, &mut x);
    if let Some(band) = graph.style.band {
        pack_bands(layers, ports, band, &mut x);
    }
    let left = (0..graph.nodes.len())
        .map(|node| x[node] - ports.width[node] / 2.0)
        .chain((graph.nodes.len()..cells).map(|cell| x[cell] - LANE_WIDTH))
        .fold(f32::INFINITY, f32::min);
    for place in &mut x {
        *place = (*place - left).ceil();
    }
    x
}

const LANE_WEIGHT: f32 = 8.0;

/// The lane of a loop is a straight line, as close to the loop (which is on its right) as all rows allow.
fn wish_for_lanes(layers: &Layers, ports: &Ports, x: &[f32], wishes: &mut [Option<f32>]) {
    wishes.fill(None);
    for row in &layers.rows {
        for pair in row.windows(2) {
            let lane = layers.lane_of[pair[0]];
            if lane != NO_LANE && layers.lanes[lane].back {
                let wish = x[pair[1]] - separation(layers, ports, pair[0], pair[1]);
                wishes[lane] = Some(wishes[lane].map_or(wish, |least| least.min(wish)));
            }
        }
    }
}

/// Least squares on a chain: the places closest to the wishes such that each is at least its distance from the one before.
#[derive(Default)]
struct Solver {
    /// Sum of distances up to each cell.
    base: Vec<f32>,
    /// Pools of neighbours that move together: weighted sum of wishes (without the base), weight, number of cells.
    pools: Vec<(f32, f32, usize)>,
}

impl Solver {
    fn clear(&mut self) {
        self.base.clear();
        self.pools.clear();
    }

    fn add(&mut self, wish: f32, weight: f32, apart: f32) {
        let base = self.base.last().copied().unwrap_or(0.0) + apart;
        self.base.push(base);
        let mut pool = (weight * (wish - base), weight, 1);
        while let Some(&(sum, weight, count)) = self.pools.last() {
            if sum / weight <= pool.0 / pool.1 {
                break;
            }
            self.pools.pop();
            pool = (pool.0 + sum, pool.1 + weight, pool.2 + count);
        }
        self.pools.push(pool);
    }

    fn solve(&self, mut place: impl FnMut(usize, f32)) {
        let mut cell = 0;
        for &(sum, weight, count) in &self.pools {
            for _ in 0..count {
                place(cell, sum / weight + self.base[cell]);
                cell += 1;
            }
        }
    }
}

/// A box that one edge leads to moves right below the beginning of that edge, if it is almost there and there is room.
fn remove_jogs(graph: &Graph, layers: &Layers, ports: &Ports, above: &[Vec<Pull>], x: &mut [f32]) {
    const ALMOST: f32 = 60.0;
    for row in &layers.rows {
        for (i, &cell) in row.iter().enumerate() {
            if layers.lane_of[cell] != NO_LANE {
                continue;
            }
            // Where sides are aligned, several lines from one box have the same wish, and boxes count before lanes.
            let from_box = |pull: &&Pull| layers.lane_of[pull.cell] == NO_LANE;
            let boxes_only = graph.style.align_sides && above[cell].iter().any(|pull| from_box(&pull));
            let mut wishes = above[cell].iter().filter(|pull| !boxes_only || from_box(pull));
            let Some(wish) = wishes.next().map(|pull| x[pull.cell] + pull.shift) else { continue };
            let agreed = wishes.all(|pull| (x[pull.cell] + pull.shift - wish).abs() < 0.1);
            if !agreed || (wish - x[cell]).abs() > ALMOST {
                continue;
            }
            let left = i.checked_sub(1).map(|i| row[i]);
            let fits_left = left.is_none_or(|left| x[left] + separation(layers, ports, left, cell) <= wish);
            let right = row.get(i + 1).copied();
            let fits_right =
                right.is_none_or(|right| wish + separation(layers, ports, cell, right) <= x[right]);
            if fits_left && fits_right {
                x[cell] = wish;
            }
        }
    }
}

/// How many cells may be moved to make room for straight lanes.
const MAX_MOVES: usize = 4_000_000;

/// Makes the lanes of loops straight, by moving what is on their left further left. Nothing on their right moves, so going
/// from the rightmost lane to the leftmost, what is straight stays straight.
fn straighten_loops(layers: &Layers, ports: &Ports, position: &[usize], x: &mut [f32]) {
    let mut wishes = vec![None; layers.lanes.len()];
    wish_for_lanes(layers, ports, x, &mut wishes);
    let mut order: Vec<usize> = (0..layers.lanes.len()).filter(|&lane| wishes[lane].is_some()).collect();
    order.sort_by(|&a, &b| wishes[b].unwrap_or(0.0).total_cmp(&wishes[a].unwrap_or(0.0)));
    let mut moves = 0;
    for lane in order.into_iter().map(|lane| &layers.lanes[lane]) {
        let right_of = |row: usize| layers.rows[row].get(position[lane.cell(row)] + 1).copied();
        // The wishes are out of date where a lane further right has moved others.
        let column = (lane.top..=lane.bottom)
            .filter_map(|row| {
                right_of(row).map(|right| x[right] - separation(layers, ports, lane.cell(row), right))
            })
            .fold(f32::INFINITY, f32::min);
        for row in lane.top..=lane.bottom {
            let cells = &layers.rows[row];
            let mut at = position[lane.cell(row)];
            x[cells[at]] = column;
            while at > 0 && moves < MAX_MOVES {
                let limit = x[cells[at]] - separation(layers, ports, cells[at - 1], cells[at]);
                at -= 1;
                moves += 1;
                if x[cells[at]] <= limit {
                    break;
                }
                x[cells[at]] = limit;
            }
        }
        if moves >= MAX_MOVES {
            break;
        }
    }
}

/// Gives each lane as few bends as the room beside its neighbours allows: from its top down, as long as one column is
/// free in all rows, the lane stays in it.
fn straighten_lanes(graph: &Graph, layers: &Layers, ports: &Ports, position: &[usize], x: &mut [f32]) {
    for lane in layers.lanes.iter().filter(|lane| !lane.back) {
        let room = |row: usize, x: &[f32]| {
            let cell = lane.cell(row);
            let cells = &layers.rows[row];
            let at = position[cell];
            let low = match at.checked_sub(1).map(|i| cells[i]) {
                Some(left) => x[left] + separation(layers, ports, left, cell),
                None => f32::NEG_INFINITY,
            };
            let high = match cells.get(at + 1) {
                Some(&right) => x[right] - separation(layers, ports, cell, right),
                None => f32::INFINITY,
            };
            (low, high)
        };
        let mut first = lane.top;
        while first <= lane.bottom {
            let (mut low, mut high) = (f32::NEG_INFINITY, f32::INFINITY);
            let mut sum = 0.0;
            let mut end = first;
            while end <= lane.bottom {
                let (row_low, row_high) = room(end, x);
                // Rounding may leave a cell a hair closer to its neighbour than it should be.
                if low.max(row_low) > high.min(row_high) && end > first {
                    break;
                }
                low = low.max(row_low);
                high = high.min(row_high);
                sum += x[lane.cell(end)];
                end += 1;
            }
            let mean = sum / (end - first) as f32;
            // A lane that goes straight on into its target, or straight down from its source, is the best of all.
            let wish = if end > lane.bottom { x[lane.target] + graph.nodes[lane.target].entry } else { mean };
            if low <= high {
                for row in first..end {
                    x[lane.cell(row)] = wish.clamp(low, high);
                }
            }
            first = end;
        }
    }
}

/// Moves the lanes on the right of everything in a band as far to the left as they can go: the lower the bands, the more of
/// them fit a page.
fn pack_bands(layers: &Layers, ports: &Ports, band: usize, x: &mut [f32]) {
    for rows in layers.rows.chunks(band) {
        let outer =
            |row: &[usize]| row.iter().rev().take_while(|cell| layers.lane_of[**cell] != NO_LANE).count();
        let mut lanes: Vec<(f32, usize)> = Vec::new();
        for row in rows {
            for &cell in &row[row.len() - outer(row)..] {
                lanes.push((x[cell], layers.lane_of[cell]));
            }
        }
        lanes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut done: Vec<usize> = Vec::new();
        for (_, lane) in lanes {
            if done.contains(&lane) {
                continue;
            }
            done.push(lane);
            let mut column = f32::NEG_INFINITY;
            let mut is_outer = true;
            let of_lane = |cell: &usize| layers.lane_of[*cell] == lane;
            for row in rows {
                let Some(at) = row.iter().position(of_lane) else { continue };
                is_outer &= at >= row.len() - outer(row);
                let left = at.checked_sub(1).map(|i| row[i]);
                column = left
                    .map_or(column, |left| column.max(x[left] + separation(layers, ports, left, row[at])));
            }
            for cell in rows.iter().flatten().filter(|cell| of_lane(cell)) {
                if is_outer && column.is_finite() {
                    x[*cell] = x[*cell].min(column);
                }
            }
        }
    }
}
