//! The order of cells within their rows: barycentre sweeps, keeping the best order seen.

use super::{Graph, Layers, NO_LANE};

pub(super) fn reduce_crossings(graph: &Graph, layers: &mut Layers) {
    let cells = layers.row.len();
    let mut above: Vec<Vec<usize>> = vec![Vec::new(); cells];
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); cells];
    for hop in &layers.hops {
        above[hop.lower].push(hop.upper);
        below[hop.upper].push(hop.lower);
    }
    let mut rows = std::mem::take(&mut layers.rows);
    let mut position = vec![0usize; cells];
    // Nodes come in the order of the program, lanes where their target is: already a good start.
    let start_key = |cell: usize| match layers.lane_of[cell] {
        NO_LANE => (graph.nodes[cell].rank, 1),
        lane => (graph.nodes[layers.lanes[lane].target].rank, usize::from(!layers.lanes[lane].back) * 2),
    };
    for row in &mut rows {
        row.sort_by_key(|&cell| start_key(cell));
        number(row, &mut position);
    }
    let mut loop_left: Vec<usize> = vec![usize::MAX; graph.loops.len()];
    for row in &mut rows {
        loops_to_the_left(graph, layers, row, &mut position, &mut loop_left);
    }
    let sweeps = match cells {
        0..4_000 => 12,
        4_000..40_000 => 5,
        _ => 2,
    };
    let mut best = rows.clone();
    let mut best_crossings = count_crossings(&rows, &position, &below);
    let mut keys: Vec<(f32, usize)> = Vec::new();
    for sweep in 0..sweeps {
        if best_crossings == 0 {
            break;
        }
        let down = sweep % 2 == 0;
        let neighbours = if down { &above } else { &below };
        let count = rows.len();
        for step in 1..count {
            let row = &mut rows[if down { step } else { count - 1 - step }];
            keys.clear();
            keys.extend(row.iter().map(|&cell| {
                let near = &neighbours[cell];
                let key = if near.is_empty() {
                    position[cell] as f32
                } else {
                    near.iter().map(|&other| position[other] as f32).sum::<f32>() / near.len() as f32
                };
                (key, cell)
            }));
            // Ties are turned around in every other pair of sweeps, to get out of symmetric dead ends.
            let turn = sweep % 4 >= 2;
            keys.sort_by(|a, b| {
                let tie = position[a.1].cmp(&position[b.1]);
                a.0.total_cmp(&b.0).then(if turn { tie.reverse() } else { tie })
            });
            row.clear();
            row.extend(keys.iter().map(|&(_, cell)| cell));
            number(row, &mut position);
            loops_to_the_left(graph, layers, row, &mut position, &mut loop_left);
        }
        let crossings = count_crossings(&rows, &position, &below);
        if crossings < best_crossings {
            best_crossings = crossings;
            best.clone_from(&rows);
        }
    }
    layers.rows = best;
}

fn number(row: &[usize], position: &mut [usize]) {
    for (i, &cell) in row.iter().enumerate() {
        position[cell] = i;
    }
}

/// How far out of nested loops lanes are sorted; beyond, they stay where the barycentre put them.
const MAX_NESTING: usize = 32;

/// Moves the lane that closes a loop to the left of everything in the loop, the lanes of outer loops further out.
fn loops_to_the_left(
    graph: &Graph,
    layers: &Layers,
    row: &mut [usize],
    position: &mut [usize],
    loop_left: &mut [usize],
) {
    let is_loop_lane = |cell: usize| {
        let lane = layers.lane_of[cell];
        lane != NO_LANE && layers.lanes[lane].back
    };
    if !row.iter().any(|&cell| is_loop_lane(cell)) {
        return;
    }
    let loops_of = |node: usize| {
        let innermost = graph.innermost.get(node).copied().flatten();
        std::iter::successors(innermost, |&own| graph.loops[own].parent).take(MAX_NESTING)
    };
    let mut touched = Vec::new();
    for &cell in row.iter().filter(|&&cell| layers.lane_of[cell] == NO_LANE) {
        for own in loops_of(cell) {
            if loop_left[own] == usize::MAX {
                touched.push(own);
            }
            loop_left[own] = loop_left[own].min(position[cell]);
        }
    }
    // (where, lanes first, outer loops first, old place)
    let mut keyed: Vec<((usize, bool, usize, usize), usize)> = row
        .iter()
        .map(|&cell| {
            let old = position[cell];
            let plain = (old, true, 0, old);
            if !is_loop_lane(cell) {
                return (plain, cell);
            }
            let head = layers.lanes[layers.lane_of[cell]].target;
            let own = loops_of(head).next().filter(|&own| graph.loops[own].head == head);
            let key = match own {
                Some(own) if loop_left[own] != usize::MAX => {
                    (loop_left[own], false, loops_of(head).count(), old)
                }
                _ => plain,
            };
            (key, cell)
        })
        .collect();
    keyed.sort_unstable();
    for (slot, (_, cell)) in row.iter_mut().zip(keyed) {
        *slot = cell;
    }
    number(row, position);
    for own in touched {
        loop_left[own] = usize::MAX;
    }
}

/// Pairs of hops that cross, by counting inversions with a tree of sums.
fn count_crossings(rows: &[Vec<usize>], position: &[usize], below: &[Vec<usize>]) -> u64 {
    let mut total = 0u64;
    let mut ends = Vec::new();
    let mut sums: Vec<u32> = Vec::new();
    for pair in rows.windows(2) {
        let width = pair[1].len();
        sums.clear();
        sums.resize(width + 1, 0);
        let mut seen = 0u64;
        for &cell in &pair[0] {
            ends.clear();
            ends.extend(below[cell].iter().map(|&lower| position[lower]));
            for &end in &ends {
                // Those seen so far that end to the right of this one.
                let mut not_right = 0u64;
                let mut i = end + 1;
                while i > 0 {
                    not_right += u64::from(sums[i]);
                    i &= i - 1;
                }
                total += seen - not_right;
            }
            for &end in &ends {
                seen += 1;
                let mut i = end + 1;
                while i <= width {
                    sums[i] += 1;
                    i += i & i.wrapping_neg();
                }
            }
        }
    }
    total
}
