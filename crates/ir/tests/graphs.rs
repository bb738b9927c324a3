//! Dominators, loops and liveness against definitions that are too slow to be wrong.

extern crate fafnir_ir as ir;

mod support;

use fafnir_ir::*;
use std::collections::BTreeSet;
use support::{Random, cfg_of, random_graph, random_program};

fn block(index: usize) -> BlockId {
    BlockId::from_raw(index as u32)
}

/// The nodes that are reachable from `from` without going through `without`.
fn reachable(graph: &[Vec<usize>], from: usize, without: Option<usize>) -> Vec<bool> {
    let mut seen = vec![false; graph.len()];
    let mut stack = vec![from];
    while let Some(node) = stack.pop() {
        if Some(node) != without && !std::mem::replace(&mut seen[node], true) {
            stack.extend(&graph[node]);
        }
    }
    seen
}

#[test]
fn reverse_postorder_puts_blocks_before_their_successors() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let len = 1 + random.below(30);
        let graph = random_graph(&mut random, len);
        let cfg = cfg_of(&graph);
        let forest = LoopForest::new(&cfg);
        let seen = reachable(&graph, 0, None);
        let order = cfg.reverse_postorder();
        assert_eq!(order.len(), seen.iter().filter(|&&s| s).count());
        for (position, &node) in order.iter().enumerate() {
            assert!(seen[node.raw() as usize]);
            assert_eq!(cfg.position(node), Some(position));
            for &next in cfg.successors(node) {
                assert!(cfg.predecessors(next).contains(&node));
                // Exactly the edges that close loops go backwards.
                let closes = forest
                    .innermost(next)
                    .map(|id| &forest.loops()[id])
                    .is_some_and(|entry| entry.head == next && entry.latches.contains(&node));
                assert_eq!(cfg.position(next).unwrap() <= position, closes, "seed {seed}: {graph:?}");
            }
        }
    }
}

#[test]
fn dominators_agree_with_their_definition() {
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let len = 1 + random.below(24);
        let graph = random_graph(&mut random, len);
        let cfg = cfg_of(&graph);
        let dominators = Dominators::new(&cfg);
        let seen = reachable(&graph, 0, None);
        // above dominates below if below cannot be reached without it.
        let dominated: Vec<Vec<bool>> = (0..len)
            .map(|above| {
                let rest = reachable(&graph, 0, Some(above));
                (0..len).map(|below| seen[above] && seen[below] && !rest[below]).collect()
            })
            .collect();
        for below in 0..len {
            let above: Vec<usize> = (0..len).filter(|&above| dominated[above][below]).collect();
            for (candidate, dominated) in dominated.iter().enumerate() {
                assert_eq!(
                    dominators.dominates(block(candidate), block(below)),
                    dominated[below],
                    "seed {seed}: does {candidate} dominate {below} in {graph:?}?"
                );
            }
            // The immediate one is the strict dominator that all others dominate.
            let strict: Vec<usize> = above.iter().copied().filter(|&a| a != below).collect();
            let immediate = strict.iter().copied().find(|&a| strict.iter().all(|&other| dominated[other][a]));
            assert_eq!(dominators.immediate(block(below)), immediate.map(block), "seed {seed}: {graph:?}");
            assert_eq!(dominators.depth(block(below)) as usize, strict.len());
        }
        let children = dominators.children(&cfg);
        assert_eq!(children.iter().map(Vec::len).sum::<usize>(), seen.iter().filter(|&&s| s).count() - 1);
    }
}

/// Whether the graph restricted to some nodes has a cycle.
fn has_cycle(graph: &[Vec<usize>], keep: &dyn Fn(usize) -> bool) -> bool {
    let mut remaining: BTreeSet<usize> = (0..graph.len()).filter(|&n| keep(n)).collect();
    loop {
        let last = remaining.iter().copied().find(|&n| !graph[n].iter().any(|next| remaining.contains(next)));
        match last {
            Some(node) => remaining.remove(&node),
            None => return !remaining.is_empty(),
        };
    }
}

/// Nodes that reach each other within a set, as components with a cycle.
fn cyclic_components(graph: &[Vec<usize>], keep: &BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
    let restricted: Vec<Vec<usize>> = graph
        .iter()
        .enumerate()
        .map(|(n, next)| {
            if keep.contains(&n) {
                next.iter().copied().filter(|t| keep.contains(t)).collect()
            } else {
                Vec::new()
            }
        })
        .collect();
    let reach: Vec<Vec<bool>> = (0..graph.len()).map(|n| reachable(&restricted, n, None)).collect();
    let mut result: Vec<BTreeSet<usize>> = Vec::new();
    for &node in keep {
        if result.iter().any(|component| component.contains(&node)) {
            continue;
        }
        let component: BTreeSet<usize> =
            keep.iter().copied().filter(|&other| reach[node][other] && reach[other][node]).collect();
        if component.len() > 1 || restricted[node].contains(&node) {
            result.push(component);
        }
    }
    result
}

#[test]
fn loops_are_nested_strongly_connected_components() {
    let (mut irreducible, mut nested) = (0, 0);
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let len = 1 + random.below(20);
        let graph = random_graph(&mut random, len);
        let cfg = cfg_of(&graph);
        let dominators = Dominators::new(&cfg);
        let forest = LoopForest::new(&cfg);
        let seen = reachable(&graph, 0, None);
        // Every cycle contains a head.
        assert!(
            !has_cycle(&graph, &|n| seen[n] && !forest.is_head(block(n))),
            "seed {seed}: a cycle without a head in {graph:?}"
        );
        let mut found: Vec<(usize, BTreeSet<usize>)> = Vec::new();
        for (id, entry) in forest.loops().iter_enumerated() {
            let members: BTreeSet<usize> = forest.blocks(id).iter().map(|b| b.raw() as usize).collect();
            assert_eq!(members.len(), forest.blocks(id).len());
            assert_eq!(forest.blocks(id)[0], entry.head);
            for n in 0..len {
                assert_eq!(forest.contains(id, block(n)), members.contains(&n));
            }
            // Irreducible exactly if some edge enters elsewhere than at the head.
            let entries: BTreeSet<usize> = members
                .iter()
                .copied()
                .filter(|&n| (0..len).any(|p| seen[p] && !members.contains(&p) && graph[p].contains(&n)))
                .collect();
            let head = entry.head.raw() as usize;
            let elsewhere = entries.iter().any(|&n| n != head);
            assert_eq!(entry.irreducible, elsewhere, "seed {seed}: {id} with {members:?} in {graph:?}");
            let mut expected = entries.clone();
            expected.insert(head);
            let reported: BTreeSet<usize> =
                forest.entries(&cfg, id).iter().map(|b| b.raw() as usize).collect();
            assert_eq!(reported, expected);
            if !entry.irreducible {
                assert!(members.iter().all(|&n| dominators.dominates(entry.head, block(n))));
            }
            let latches: Vec<BlockId> =
                members.iter().copied().filter(|&n| graph[n].contains(&head)).map(block).collect();
            assert_eq!(entry.latches, latches, "seed {seed}: {graph:?}");
            match entry.parent {
                Some(parent) => {
                    nested += 1;
                    assert!(parent < id);
                    assert_eq!(entry.depth, forest.loops()[parent].depth + 1);
                    assert!(members.iter().all(|&n| forest.contains(parent, block(n))));
                }
                None => assert_eq!(entry.depth, 1),
            }
            irreducible += usize::from(entry.irreducible);
            found.push((head, members));
        }
        // The outermost loops are the cyclic components; those within a loop, the components once its head is gone.
        let mut expected: Vec<BTreeSet<usize>> = Vec::new();
        let mut work = vec![(0..len).filter(|&n| seen[n]).collect::<BTreeSet<usize>>()];
        while let Some(set) = work.pop() {
            for component in cyclic_components(&graph, &set) {
                let (head, _) = found
                    .iter()
                    .find(|(_, members)| *members == component)
                    .unwrap_or_else(|| panic!("seed {seed}: {component:?} is not a loop of {graph:?}"));
                let mut inner = component.clone();
                inner.remove(head);
                expected.push(component);
                work.push(inner);
            }
        }
        assert_eq!(expected.len(), found.len(), "seed {seed}: {graph:?}");
        for n in 0..len {
            let smallest = found.iter().filter(|(_, m)| m.contains(&n)).min_by_key(|(_, m)| m.len());
            let innermost = forest.innermost(block(n)).map(|id| forest.loops()[id].head.raw() as usize);
            assert_eq!(innermost, smallest.map(|(head, _)| *head));
        }
    }
    assert!(irreducible > 200 && nested > 200, "too easy: {irreducible} irreducible, {nested} nested");
}

/// Gen and kill of one instruction, straight from the words of `syntax.rs`.
fn naive_transfer(
    program: &Program,
    body: &Body,
    block: BlockId,
    index: usize,
    live: &mut BTreeSet<LocalId>,
) {
    let content = &body.blocks[block];
    let whole = |place: &Place, size: u64| match place.base {
        PlaceBase::Local(local)
            if place.offset == 0
                && place.index.is_none()
                && place.bits.is_none()
                && program.types[body.locals[local].ty].size > 0
                && size >= program.types[body.locals[local].ty].size =>
        {
            Some(local)
        }
        _ => None,
    };
    let (mut kills, mut uses) = (Vec::new(), Vec::new());
    let read = |place: &Place, uses: &mut Vec<LocalId>| uses.extend(place.memory_local());
    if let Some(statement) = content.statements.get(index) {
        match &statement.kind {
            StatementKind::Assign(dst, rvalue) => {
                kills.push(*dst);
                if let Rvalue::Load(place) = rvalue {
                    read(place, &mut uses);
                }
            }
            StatementKind::Store(place, _) => kills.extend(whole(place, place.access.size(program.model))),
            StatementKind::CopyBlock(copy) => {
                kills.extend(whole(&copy.dst, copy.size));
                read(&copy.src, &mut uses);
            }
            StatementKind::ZeroBlock(place, size) => kills.extend(whole(place, *size)),
            StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => kills.push(*local),
            StatementKind::StackAlloc { dst, .. } => kills.push(*dst),
            StatementKind::StackFree(_) | StatementKind::Unsupported(_) => {}
        }
        statement.kind.for_each_use(|local| uses.push(local));
    } else {
        if let TerminatorKind::Call(call) = &content.terminator.kind {
            kills.extend(call.dst);
        }
        content.terminator.kind.for_each_place(|place, _, _| read(place, &mut uses));
        content.terminator.kind.for_each_use(|local| uses.push(local));
    }
    for local in kills {
        live.remove(&local);
    }
    live.extend(uses);
}

#[test]
fn liveness_agrees_with_iterated_sets() {
    let mut live_somewhere = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let program = random_program(&mut random);
        for (_, _, body) in program.bodies() {
            let cfg = Cfg::new(body);
            let liveness = Liveness::new(&program, body, &cfg);
            let escapes = |local: LocalId| {
                body.blocks.iter().flat_map(|b| &b.statements).any(|s| {
                    matches!(&s.kind, StatementKind::Assign(_, Rvalue::AddressOf(place))
                        if place.memory_local() == Some(local))
                })
            };
            let tracked: BTreeSet<LocalId> = body.locals.ids().filter(|&local| !escapes(local)).collect();
            let mut live_in: Vec<BTreeSet<LocalId>> = vec![BTreeSet::new(); body.blocks.len()];
            loop {
                let mut changed = false;
                for b in body.blocks.ids() {
                    let mut live = BTreeSet::new();
                    for &next in cfg.successors(b) {
                        live.extend(live_in[next.raw() as usize].iter().copied());
                    }
                    for index in (0..=body.blocks[b].statements.len()).rev() {
                        naive_transfer(&program, body, b, index, &mut live);
                        live.retain(|local| tracked.contains(local));
                    }
                    changed |= live_in[b.raw() as usize] != live;
                    live_in[b.raw() as usize] = live;
                }
                if !changed {
                    break;
                }
            }
            let mut cursor = liveness.cursor(body, &cfg);
            for b in body.blocks.ids() {
                let expected = &live_in[b.raw() as usize];
                let found: BTreeSet<LocalId> = liveness.live_in(b).iter().collect();
                assert_eq!(&found, expected, "seed {seed}, {b}");
                live_somewhere += found.len();
                for local in body.locals.ids() {
                    assert_eq!(liveness.is_tracked(local), tracked.contains(&local));
                    assert_eq!(
                        liveness.is_live_in(b, local),
                        !tracked.contains(&local) || expected.contains(&local)
                    );
                }
                cursor.seek_end(b);
                let mut live: BTreeSet<LocalId> = BTreeSet::new();
                for &next in cfg.successors(b) {
                    live.extend(live_in[next.raw() as usize].iter().copied());
                }
                for index in (0..=body.blocks[b].statements.len()).rev() {
                    assert_eq!(cursor.live().iter().copied().collect::<BTreeSet<_>>(), live);
                    assert!(cursor.step_back());
                    assert_eq!(cursor.index(), index);
                    naive_transfer(&program, body, b, index, &mut live);
                    live.retain(|local| tracked.contains(local));
                }
                assert_eq!(&cursor.live().iter().copied().collect::<BTreeSet<_>>(), expected);
                assert!(!cursor.step_back());
                if let Some(local) = expected.first() {
                    cursor.seek_before(b, 0);
                    assert!(cursor.is_live(*local));
                }
            }
        }
    }
    assert!(live_somewhere > 1000, "too easy: {live_somewhere}");
}

/// A function of a hundred thousand blocks in the shapes that make naive algorithms recurse or go quadratic.
#[test]
fn large_graphs_are_no_trouble() {
    const LEN: usize = 100_000;
    let chain: Vec<Vec<usize>> = (0..LEN).map(|n| if n + 1 < LEN { vec![n + 1] } else { vec![] }).collect();
    // Every step may go to the common exit.
    let exits: Vec<Vec<usize>> =
        (0..LEN).map(|n| if n + 1 < LEN { vec![n + 1, LEN - 1] } else { vec![] }).collect();
    // Loops nested a hundred thousand deep: block n closes the loop of block LEN - n.
    let nested: Vec<Vec<usize>> = (0..LEN)
        .map(|n| match n {
            _ if n + 1 == LEN => vec![],
            _ if n > LEN / 2 => vec![n + 1, LEN - n],
            _ => vec![n + 1],
        })
        .collect();
    // Two ladders with rungs in both directions: irreducible everywhere.
    let ladder: Vec<Vec<usize>> = (0..LEN)
        .map(|n| [n + 2, n + 1, n.saturating_sub(2)].into_iter().filter(|&t| t > 0 && t < LEN).collect())
        .collect();
    for graph in [chain, exits, nested, ladder] {
        let cfg = cfg_of(&graph);
        let dominators = Dominators::new(&cfg);
        let forest = LoopForest::new(&cfg);
        assert_eq!(cfg.reverse_postorder().len(), LEN);
        assert!((0..LEN).all(|n| dominators.dominates(block(0), block(n))));
        assert!(forest.loops().len() < LEN);
    }
}
