//! On random graphs with a finite lattice, every search order must reach the least fixpoint that a naive iteration
//! computes, whether states are joined or kept apart.

use base::{IndexVec, define_id};
use fafnir_absint::{Analysis, Fixpoint, Merge, Order};

define_id!(struct Node, "n");

/// A set of small numbers as a bit mask; an edge maps every element `x` to `(x * mul + add) % 16` if `x` passes the guard.
#[derive(Clone, Copy)]
struct Edge {
    to: Node,
    mul: u32,
    add: u32,
    guard: u32,
}

struct Graph {
    edges: Vec<Vec<Edge>>,
    join: bool,
    transfers: u64,
    limit: u64,
}

fn apply(edge: Edge, set: u32) -> u32 {
    (0..16)
        .filter(|x| set & edge.guard & (1 << x) != 0)
        .fold(0, |out, x| out | 1 << ((x * edge.mul + edge.add) % 16))
}

impl Analysis for Graph {
    type Location = Node;
    type State = u32;
    type Stop = &'static str;

    fn transfer(&mut self, at: Node, state: &u32, out: &mut Vec<(Node, u32)>) -> Result<(), &'static str> {
        self.transfers += 1;
        if self.transfers > self.limit {
            return Err("limit");
        }
        for &edge in &self.edges[at.raw() as usize] {
            let next = apply(edge, *state);
            if next != 0 {
                out.push((edge.to, next));
            }
        }
        Ok(())
    }

    fn merge(&mut self, _at: Node, new: &u32, old: &u32) -> Merge<u32> {
        if new & !old == 0 {
            Merge::Covered
        } else if old & !new == 0 {
            Merge::Covers
        } else if self.join {
            Merge::Joined(new | old)
        } else {
            Merge::Separate
        }
    }
}

fn random(state: &mut u64) -> u32 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 33) as u32
}

fn graph(seed: &mut u64) -> Graph {
    let nodes = 2 + random(seed) % 9;
    let edges = (0..nodes)
        .map(|_| {
            (0..random(seed) % 4)
                .map(|_| Edge {
                    to: Node::from_raw(random(seed) % nodes),
                    mul: 1 + random(seed) % 5,
                    add: random(seed) % 16,
                    guard: random(seed) | random(seed),
                })
                .collect()
        })
        .collect();
    Graph { edges, join: false, transfers: 0, limit: u64::MAX }
}

fn naive(graph: &Graph, start: u32) -> Vec<u32> {
    let mut sets = vec![0u32; graph.edges.len()];
    sets[0] = start;
    loop {
        let before = sets.clone();
        for (node, edges) in graph.edges.iter().enumerate() {
            for &edge in edges {
                sets[edge.to.raw() as usize] |= apply(edge, sets[node]);
            }
        }
        if sets == before {
            return sets;
        }
    }
}

#[test]
fn every_order_reaches_the_least_fixpoint() {
    let mut seed = 42;
    for _ in 0..400 {
        let mut graph = graph(&mut seed);
        let start = 1 << (random(&mut seed) % 16);
        let expected = naive(&graph, start);
        for join in [true, false] {
            for order in [Order::BreadthFirst, Order::DepthFirst, Order::ReversePostorder, Order::LeastLoaded]
            {
                graph.join = join;
                let ranks: IndexVec<Node, u32> = (0..graph.edges.len() as u32).collect();
                let mut fixpoint = Fixpoint::new(order, ranks);
                fixpoint.arrive(&mut graph, Node::from_raw(0), start);
                fixpoint.run(&mut graph).unwrap();
                assert_eq!(fixpoint.waiting(), 0);
                for (node, &set) in expected.iter().enumerate() {
                    let node = Node::from_raw(node as u32);
                    let reached = fixpoint.states(node).fold(0, |all, s| all | s);
                    assert_eq!(reached, set, "{order:?}, join {join}, at {node}");
                    if join {
                        assert!(fixpoint.states(node).count() <= 1);
                    }
                }
            }
        }
    }
}

#[test]
fn an_analysis_can_stop_the_search() {
    let edge = Edge { to: Node::from_raw(0), mul: 1, add: 1, guard: !0 };
    let mut graph = Graph { edges: vec![vec![edge]], join: false, transfers: 0, limit: 5 };
    let mut fixpoint = Fixpoint::new(Order::DepthFirst, IndexVec::from_elem(0, 1));
    fixpoint.arrive(&mut graph, Node::from_raw(0), 1);
    assert_eq!(fixpoint.run(&mut graph), Err("limit"));
    assert_eq!(fixpoint.processed(), 6);
}
