//! Predicates against their meaning: random small heaps are folded, unfolded and compared, and each result is checked on the concrete heap by
//! brute force, by a second reading of what an instance means.

use fafnir_sl::{
    CellKind, Comparison, End, Formula, Heap, Hole, Instance, Learned, NewSegment, Part, Prover, SegmentId,
    ShapeId, Site,
};
use smt::{Limits, TermId};
use std::collections::BTreeMap;

const WORDS: u64 = 3;

#[derive(Clone, Copy, Debug)]
struct Block;

impl Site for Block {
    fn is_like(&self, _: &Block) -> bool {
        true
    }
}

/// Blocks by their addresses; each has three words.
#[derive(Clone, Debug)]
struct Concrete {
    blocks: BTreeMap<u64, [u64; WORDS as usize]>,
    roots: Vec<u64>,
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

fn address(i: u64) -> u64 {
    0x10_0000 + 64 * i
}

/// A list, a doubly linked list, a ring, or a tree with or without parents; sometimes with an arrow that does not belong there.
fn random_heap(random: &mut Random) -> Concrete {
    let n = random.below(7);
    let kind = random.below(5);
    let mut blocks: BTreeMap<u64, [u64; 3]> = BTreeMap::new();
    for i in 0..n {
        let next = if i + 1 < n { address(i + 1) } else { 0 };
        let before = if i > 0 { address(i - 1) } else { 0 };
        let words = match kind {
            0 => [next, random.below(3), 0],
            1 => [next, before, random.below(2)],
            2 => [if next == 0 { address(0) } else { next }, 7, 0],
            _ => [0, 0, 0],
        };
        blocks.insert(address(i), words);
    }
    if kind >= 3 {
        for i in 1..n {
            let mut at = address(0);
            loop {
                let side = random.below(2) as usize;
                let below = blocks[&at][side];
                if below == 0 {
                    blocks.get_mut(&at).unwrap()[side] = address(i);
                    if kind == 4 {
                        blocks.get_mut(&address(i)).unwrap()[2] = at;
                    }
                    break;
                }
                at = below;
            }
        }
    }
    if n > 0 && random.below(6) == 0 {
        let from = address(random.below(n));
        let to = if random.below(2) == 0 { 0 } else { address(random.below(n)) };
        blocks.get_mut(&from).unwrap()[random.below(3) as usize] = to;
    }
    let mut roots = vec![if n > 0 { address(0) } else { 0 }];
    for _ in 0..random.below(3) {
        roots.push(if n > 0 && random.below(4) > 0 { address(random.below(n)) } else { 0 });
    }
    Concrete { blocks, roots }
}

fn formula(prover: &mut Prover, concrete: &Concrete, learned: &Learned<Block>) -> Formula<Block> {
    let mut heap: Heap<Block> = Heap::new(64);
    learned.install(&mut heap);
    let undefined = sl_byte(prover);
    let size = prover.terms.bv_const(64, u128::from(8 * WORDS));
    let mut bases: BTreeMap<u64, TermId> = BTreeMap::new();
    let mut ids: BTreeMap<u64, SegmentId> = BTreeMap::new();
    for &at in concrete.blocks.keys() {
        let new = NewSegment { size, align: 8, part: Part::Heap, origin: Block, fill: undefined };
        let id = heap.allocate(prover, new);
        bases.insert(at, heap.get(id).base);
        ids.insert(at, id);
    }
    let term = |prover: &mut Prover, value: u64| {
        bases.get(&value).copied().unwrap_or_else(|| prover.terms.bv_const(64, u128::from(value)))
    };
    for (at, words) in &concrete.blocks {
        for (i, &word) in words.iter().enumerate() {
            let value = term(prover, word);
            heap.write(ids[at], 8 * i as u64, 8, Some(value), undefined);
        }
    }
    let roots = concrete.roots.iter().map(|&root| Some(term(prover, root))).collect();
    Formula { roots, pure: Vec::new(), heap, fixed: 0 }
}

fn sl_byte(prover: &mut Prover) -> fafnir_sl::Byte {
    fafnir_sl::Byte { term: prover.terms.bv_const(8, 0), index: 0, undefined: 0xff }
}

/// What is still to be shown.
#[derive(Clone)]
enum Goal {
    Equal(TermId, u64),
    Tree { instance: Instance, root: u64, back: Back, nonempty: bool },
}

#[derive(Clone, Copy)]
enum Back {
    Term(TermId),
    Value(u64),
    Any,
}

#[derive(Clone)]
struct Attempt {
    values: BTreeMap<TermId, u64>,
    used: Vec<u64>,
    goals: Vec<Goal>,
    open: Vec<Instance>,
}

struct Meaning<'m> {
    prover: &'m mut Prover,
    formula: &'m Formula<Block>,
    learned: &'m Learned<Block>,
    concrete: &'m Concrete,
}

impl Meaning<'_> {
    fn holds(&mut self) -> bool {
        let goals = self.formula.roots.iter().zip(&self.concrete.roots);
        let goals = goals.filter_map(|(root, &value)| Some(Goal::Equal((*root)?, value))).collect();
        let open = self.formula.heap.instances().to_vec();
        self.search(Attempt { values: BTreeMap::new(), used: Vec::new(), goals, open })
    }

    fn split(&self, t: TermId) -> (Option<TermId>, u64) {
        if let Some(value) = self.prover.constant(t) {
            return (None, value as u64);
        }
        if self.prover.terms.is_variable(t) {
            return (Some(t), 0);
        }
        let args = self.prover.terms.args(t);
        let (a, b) = (args[0], args[1]);
        match self.prover.constant(a) {
            Some(by) => (Some(b), by as u64),
            None => (Some(a), self.prover.constant(b).expect("a variable and a constant") as u64),
        }
    }

    fn search(&mut self, mut attempt: Attempt) -> bool {
        while let Some(goal) = attempt.goals.pop() {
            match goal {
                Goal::Equal(t, value) => {
                    if !self.equal(&mut attempt, t, value) {
                        return false;
                    }
                }
                Goal::Tree { instance, root, back, nonempty } => {
                    return self.tree(attempt, &instance, root, back, nonempty);
                }
            }
        }
        if let Some(instance) = attempt.open.pop() {
            // Wherever it begins.
            let candidates: Vec<u64> = match self.split(instance.root) {
                (None, value) => vec![value],
                (Some(v), by) => match attempt.values.get(&v) {
                    Some(value) => vec![value.wrapping_add(by)],
                    None => self.concrete.blocks.keys().copied().chain([0]).collect(),
                },
            };
            return candidates.into_iter().any(|root| {
                let mut next = attempt.clone();
                let nonempty = instance.nonempty;
                let back = Back::Term(instance.back);
                next.goals.push(Goal::Tree { instance: instance.clone(), root, back, nonempty });
                next.goals.push(Goal::Equal(instance.root, root));
                self.search(next)
            });
        }
        attempt.used.len() == self.concrete.blocks.len() && self.pure(&attempt)
    }

    fn pure(&mut self, attempt: &Attempt) -> bool {
        let map = attempt.values.iter().map(|(&v, &value)| (v, value)).collect::<Vec<_>>();
        let map = map
            .into_iter()
            .map(|(v, value)| {
                let width = self.prover.terms.width(v);
                (v, self.prover.terms.bv_const(width, u128::from(value)))
            })
            .collect();
        let conditions = self.formula.pure.clone();
        conditions.iter().all(|&condition| {
            let value = self.prover.terms.substitute(condition, &map);
            self.prover.terms.bool_constant(value) == Some(true)
        })
    }

    fn equal(&mut self, attempt: &mut Attempt, t: TermId, value: u64) -> bool {
        let (variable, by) = self.split(t);
        let Some(variable) = variable else { return by == value };
        let value = value.wrapping_sub(by);
        if let Some(&known) = attempt.values.get(&variable) {
            return known == value;
        }
        attempt.values.insert(variable, value);
        let named = self.formula.heap.iter().find(|(_, s)| {
            s.is_live() && self.formula.heap.at_base(self.prover, variable).is_some() && {
                let (name, lead) = self.split(s.base);
                name == Some(variable) && lead.wrapping_neg() == s.lead
            }
        });
        let Some((id, segment)) = named else {
            // A block that is not live has no content.
            return self.formula.heap.at_base(self.prover, variable).is_none();
        };
        let start = value.wrapping_sub(segment.lead);
        if attempt.used.contains(&start) || !self.concrete.blocks.contains_key(&start) {
            return false;
        }
        attempt.used.push(start);
        let words = self.concrete.blocks[&start];
        for (i, &word) in words.iter().enumerate() {
            let bytes = self.formula.heap.bytes(id, 8 * i as u64, 8);
            let found = fafnir_sl::gather(&mut self.prover.terms, &bytes);
            if found.undefined == 0 {
                attempt.goals.push(Goal::Equal(found.term, word));
            }
        }
        true
    }

    fn tree(&mut self, attempt: Attempt, instance: &Instance, root: u64, back: Back, nonempty: bool) -> bool {
        let shape = self.learned.shapes()[instance.shape].clone();
        if !nonempty {
            let mut empty = attempt.clone();
            match instance.hole {
                None => {
                    if root == 0 && self.search(empty) {
                        return true;
                    }
                }
                Some(Hole { root: hole, back: last }) => {
                    empty.goals.push(Goal::Equal(hole, root));
                    let mut possible = true;
                    if shape.has_back() {
                        match back {
                            Back::Value(value) => empty.goals.push(Goal::Equal(last, value)),
                            Back::Any => {}
                            // Both unknown: whatever the last node is.
                            Back::Term(t) if t == last => {}
                            Back::Term(t) => {
                                let known = match self.split(t) {
                                    (None, value) => Some(value),
                                    (Some(v), by) => empty.values.get(&v).map(|n| n.wrapping_add(by)),
                                };
                                match known {
                                    Some(value) => empty.goals.push(Goal::Equal(last, value)),
                                    None => possible = false,
                                }
                            }
                        }
                    }
                    if possible && self.search(empty) {
                        return true;
                    }
                }
            }
        }
        let start = root.wrapping_sub(shape.link);
        let Some(words) = self.concrete.blocks.get(&start).copied() else { return false };
        if root == 0 || attempt.used.contains(&start) || shape.size != 8 * WORDS {
            return false;
        }
        let children: Vec<u64> = shape.children().collect();
        let holes: Vec<Option<u64>> = match instance.hole {
            None => vec![None],
            Some(_) => children.iter().map(|&at| Some(at)).collect(),
        };
        holes.into_iter().any(|with_hole| {
            let mut next = attempt.clone();
            next.used.push(start);
            for (&at, cell) in &shape.cells {
                let word = words[(at / 8) as usize];
                match cell.kind {
                    CellKind::Any => {}
                    CellKind::Same => {
                        let arg =
                            instance.args.iter().find(|(offset, _)| *offset == at).expect("an argument");
                        next.goals.insert(0, Goal::Equal(arg.1, word));
                    }
                    CellKind::Back => match back {
                        Back::Value(value) if value != word => return false,
                        Back::Value(_) | Back::Any => {}
                        Back::Term(t) => next.goals.insert(0, Goal::Equal(t, word)),
                    },
                    CellKind::Owned { shape: owned, nonempty } => {
                        let inner = self.owned(owned);
                        let back = Back::Any;
                        next.goals.push(Goal::Tree { instance: inner, root: word, back, nonempty });
                    }
                    CellKind::Child => {
                        let hole = instance.hole.filter(|_| with_hole == Some(at));
                        let instance = Instance { hole, ..instance.clone() };
                        let back = Back::Value(if shape.has_back() { root } else { 0 });
                        next.goals.push(Goal::Tree { instance, root: word, back, nonempty: false });
                    }
                }
            }
            self.search(next)
        })
    }

    fn owned(&mut self, shape: ShapeId) -> Instance {
        let zero = self.prover.terms.bv_const(64, 0);
        let cells = &self.learned.shapes()[shape].cells;
        let args = cells.iter().filter(|(_, cell)| cell.kind == CellKind::Same).map(|(&at, _)| (at, zero));
        Instance { shape, root: zero, back: zero, args: args.collect(), hole: None, nonempty: false }
    }
}

fn means(
    prover: &mut Prover,
    learned: &Learned<Block>,
    formula: &Formula<Block>,
    concrete: &Concrete,
) -> bool {
    Meaning { prover, formula, learned, concrete }.holds()
}

#[test]
fn folded_heaps_mean_the_heaps_that_they_are_made_of() {
    let mut random = Random(2026);
    let (mut folded, mut followed, mut unfolded) = (0, 0, 0);
    for round in 0..600 {
        let mut prover = Prover::new(Limits::none());
        let mut learned: Learned<Block> = Learned::default();
        let heaps: Vec<Concrete> = (0..3).map(|_| random_heap(&mut random)).collect();
        // Until nothing new is learnt of these heaps.
        let results = loop {
            let mut results = Vec::new();
            for concrete in &heaps {
                let mut formula = formula(&mut prover, concrete, &learned);
                formula.learn(&mut prover, &mut learned);
                formula.fold(&mut prover, &mut learned);
                results.push(formula.canonical(&mut prover));
            }
            if !learned.take_changed() {
                break results;
            }
        };
        for (concrete, (formula, lost)) in heaps.iter().zip(&results) {
            if *lost {
                continue;
            }
            folded += usize::from(!formula.heap.instances().is_empty());
            let text = format!("{:?}", formula.describe(&mut prover, &|_, _| None));
            assert!(means(&mut prover, &learned, formula, concrete), "round {round}: {concrete:?}\n{text}");
            // Some case of each instance is the heap again.
            for index in 0..formula.heap.instances().len() {
                for end in [End::First, End::Last] {
                    let instance = &formula.heap.instances()[index];
                    let has_last = instance.hole.is_some() && learned.shapes()[instance.shape].has_back();
                    if end == End::Last && !has_last {
                        continue;
                    }
                    let cases = formula.unfold(&mut prover, index, end);
                    unfolded += 1;
                    let found = cases.iter().any(|case| means(&mut prover, &learned, case, concrete));
                    assert!(found, "round {round}: {end:?} of {index} in {concrete:?}\n{text}");
                }
            }
            // A part taken out and put back is what it was.
            let callee = [formula.roots[formula.roots.len() - 1]];
            let split = formula.split(&mut prover, &callee, &[], Default::default());
            let (local, _) = split.local.canonical(&mut prover);
            let whole = split.frame.with_result(&mut prover, &local, 1, &split.touched);
            let mut whole = whole.expect("the parts do not contradict each other");
            whole.roots.pop();
            let (whole, _) = whole.canonical(&mut prover);
            assert!(means(&mut prover, &learned, &whole, concrete), "round {round}: {concrete:?}\n{text}");
            // What is said to follow, does.
            for (pattern, _) in results.iter().filter(|(_, lost)| !lost) {
                if pattern.roots.len() != formula.roots.len() {
                    continue;
                }
                let comparison = formula.compare(&mut prover, pattern, false).unwrap();
                if let Comparison::Follows(matching) = comparison {
                    followed += 1;
                    let derived = formula.derives(&mut prover, pattern, &matching.map, false).unwrap();
                    assert!(derived, "round {round}: {concrete:?}\n{text}");
                    let other = format!("{:?}", pattern.describe(&mut prover, &|_, _| None));
                    let holds = means(&mut prover, &learned, pattern, concrete);
                    assert!(holds, "round {round}: {concrete:?}\n{text}\ndoes not mean\n{other}");
                }
            }
        }
    }
    assert!(folded > 200 && followed > 400 && unfolded > 300, "{folded} {followed} {unfolded}");
}
