//! What is claimed of the differences of numbers and of places in blocks, against all the numbers that there are: after
//! computations and comparisons, where states are kept, and after joins.

use fafnir_smg::{
    BinOp, CastOp, Cmp, IntDomain as _, Interval, JoinOptions, JoinStatus, Linear, NewObject, Offset,
    SizeRange, Smg, Spec, TermOp, Thresholds, Truth, ValId, mask, sign_extend,
};

type Graph = Smg<Interval>;

/// A small generator: the tests need variety, not quality.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

const BLOCK: u64 = 1000;
const PLACES: u64 = 2000;

/// A graph, and everything that it must stand for: each run has a bit pattern for every number and an offset for every place.
struct World {
    graph: Graph,
    widths: Vec<u32>,
    runs: Vec<Run>,
}

#[derive(Clone)]
struct Run {
    numbers: Vec<u64>,
    size: i64,
    places: Vec<i64>,
}

fn named(g: &Graph, i: usize) -> ValId {
    g.named(i as u64).expect("named")
}

impl World {
    /// Three numbers and a block whose size follows from the first one.
    fn new(dice: &mut Dice, scale: i64) -> World {
        let mut g = Graph::new(64);
        let mut runs = vec![Run { numbers: Vec::new(), size: 0, places: Vec::new() }];
        for i in 0..3 {
            let lo = dice.below(5) as i64 - if i == 0 { -1 } else { 3 };
            let hi = lo + 1 + dice.below(7) as i64;
            let v = g.int(Interval::range(8, lo as u64 & 0xff, hi as u64 & 0xff));
            g.set_named(i, v);
            runs = runs
                .into_iter()
                .flat_map(|run| {
                    (lo..=hi).map(move |n| {
                        let mut run = run.clone();
                        run.numbers.push(n as u64 & 0xff);
                        run
                    })
                })
                .collect();
        }
        let n = named(&g, 0);
        let (lo, hi) = g.int_of(n, 8).signed_bounds();
        let addend = dice.below(3) as i64;
        let at = |n: i64| (scale * n + addend) as u64;
        let block =
            g.add_object(NewObject { size: SizeRange { lo: at(lo), hi: at(hi) }, ..NewObject::heap(0, 1) });
        g.set_size(block, Linear { base: n, scale, addend });
        let address = g.region_address(block);
        g.set_named(BLOCK, address);
        for run in &mut runs {
            run.size = at(run.numbers[0] as i64) as i64;
        }
        World { graph: g, widths: vec![8; 3], runs }
    }

    fn add(&mut self, v: ValId, width: u32, value: impl Fn(&Run) -> u64) {
        let key = self.widths.len() as u64;
        self.graph.set_named(key, v);
        self.widths.push(width);
        for run in &mut self.runs {
            let n = value(run) & mask(width);
            run.numbers.push(n);
        }
    }

    fn add_place(&mut self, v: ValId, offset: impl Fn(&Run) -> i64) {
        let key = PLACES + self.runs[0].places.len() as u64;
        self.graph.set_named(key, v);
        for run in &mut self.runs {
            let at = offset(run);
            run.places.push(at);
        }
    }

    /// One step: what is computed is decided by the one generator, with which numbers by the other one. `false` if no run is left.
    fn step(&mut self, shape: &mut Dice, dice: &mut Dice, scale: i64) -> bool {
        let i = shape.below(self.widths.len() as u64) as usize;
        let width = self.widths[i];
        let like: Vec<usize> = (0..self.widths.len()).filter(|&j| self.widths[j] == width).collect();
        let j = like[shape.below(like.len() as u64) as usize];
        let (a, b) = (named(&self.graph, i), named(&self.graph, j));
        let (x, y) = (self.graph.int_of(a, width), self.graph.int_of(b, width));
        let places = self.runs[0].places.len();
        let g = &mut self.graph;
        match shape.below(12) {
            0 | 1 => {
                let c = dice.below(5).wrapping_sub(2) & mask(width);
                let constant = g.int_const(width, c);
                let v = g.int(Interval::binary(BinOp::Add, &x, &Interval::constant(width, c)));
                g.note_term(v, TermOp::Binary(BinOp::Add), a, constant);
                g.relate(v, a, false, c);
                self.add(v, width, |run| run.numbers[i].wrapping_add(c));
            }
            2 => {
                let op = [BinOp::Sub, BinOp::Add, BinOp::And, BinOp::Mul][shape.below(4) as usize];
                let v = g.int(Interval::binary(op, &x, &y));
                g.note_term(v, TermOp::Binary(op), a, b);
                self.add(v, width, |run| {
                    let (a, b) = (run.numbers[i], run.numbers[j]);
                    match op {
                        BinOp::Sub => a.wrapping_sub(b),
                        BinOp::Add => a.wrapping_add(b),
                        BinOp::And => a & b,
                        _ => a.wrapping_mul(b),
                    }
                });
            }
            3 => {
                let to = if width == 64 { 8 } else { 64 };
                let op = match to {
                    8 => CastOp::Trunc,
                    _ => [CastOp::SExt, CastOp::ZExt][shape.below(2) as usize],
                };
                let v = g.int(Interval::cast(op, &x, to));
                g.note_term(v, TermOp::Cast { op, from: width, to }, a, a);
                self.add(v, to, |run| match op {
                    CastOp::SExt => sign_extend(width, run.numbers[i]) as u64,
                    _ => run.numbers[i],
                });
            }
            4 if width == 64 => {
                // The address of an element.
                let block = g.pointee(g.named(BLOCK).unwrap()).unwrap().obj;
                let (lo, hi) = x.signed_bounds();
                let offset = shape.below(3) as i64;
                if lo < -100 || hi > 100 {
                    return true;
                }
                let range = Offset::range(lo * scale + offset, hi * scale + offset, scale as u64);
                let v = g.address(block, range, Spec::Region);
                let start = g.region_address(block);
                g.note_term(v, TermOp::Move { scale, offset }, start, a);
                self.add_place(v, |run| sign_extend(64, run.numbers[i]) * scale + offset);
            }
            5 if places > 0 => {
                let from = shape.below(places as u64) as usize;
                let by = dice.below(7) as i64 - 3;
                let old = g.named(PLACES + from as u64).unwrap();
                let v = g.offset_address(old, Offset::exact(by)).unwrap();
                self.add_place(v, |run| run.places[from] + by);
            }
            6 | 7 if places > 1 => {
                let (p, q) = (shape.below(places as u64) as usize, shape.below(places as u64) as usize);
                let op = [Cmp::ULt, Cmp::ULe, Cmp::Ne, Cmp::UGe][dice.below(4) as usize];
                let (v, w) = (g.named(PLACES + p as u64).unwrap(), g.named(PLACES + q as u64).unwrap());
                let cases = g.assume(op, v, w, 64);
                self.runs.retain(|run| {
                    let (a, b) = (run.places[p], run.places[q]);
                    match op {
                        Cmp::ULt => a < b,
                        Cmp::ULe => a <= b,
                        Cmp::Ne => a != b,
                        _ => a >= b,
                    }
                });
                return self.go_on(cases);
            }
            _ => {
                let op = [Cmp::SLt, Cmp::ULt, Cmp::SLe, Cmp::ULe, Cmp::Ne, Cmp::Eq, Cmp::SGe, Cmp::UGt]
                    [dice.below(8) as usize];
                let cases = g.assume(op, a, b, width);
                self.runs.retain(|run| op.eval(width, run.numbers[i], run.numbers[j]));
                return self.go_on(cases);
            }
        }
        true
    }

    /// The address of the element with a number of the first ones.
    fn element(&mut self, i: usize, scale: i64) {
        let g = &mut self.graph;
        let n = named(g, i);
        let set = g.int_of(n, 8);
        let wide = g.int(Interval::cast(CastOp::SExt, &set, 64));
        g.note_term(wide, TermOp::Cast { op: CastOp::SExt, from: 8, to: 64 }, n, n);
        let start = g.named(BLOCK).unwrap();
        let (lo, hi) = set.signed_bounds();
        let range = Offset::range(lo * scale, hi * scale, scale as u64);
        let v = g.address(g.pointee(start).unwrap().obj, range, Spec::Region);
        g.note_term(v, TermOp::Move { scale, offset: 0 }, start, wide);
        self.add_place(v, |run| sign_extend(8, run.numbers[i]) * scale);
    }

    /// Takes the branch of a comparison.
    fn compare(&mut self, dice: &mut Dice, i: usize, j: usize) -> bool {
        let op = [Cmp::SLt, Cmp::ULe, Cmp::Ne][dice.below(3) as usize];
        let cases = self.graph.assume(op, named(&self.graph, i), named(&self.graph, j), 8);
        self.runs.retain(|run| op.eval(8, run.numbers[i], run.numbers[j]));
        self.go_on(cases)
    }

    fn go_on(&mut self, cases: Vec<Graph>) -> bool {
        if self.runs.is_empty() {
            return false;
        }
        // A number that wraps around may have two parts, each in a case of its own.
        let within = |case: &Graph, run: &Run| {
            (0..run.numbers.len()).all(|i| {
                let held = case.named(i as u64);
                held.is_none_or(|v| case.int_of(v, self.widths[i]).contains(run.numbers[i]))
            })
        };
        assert!(self.runs.iter().all(|run| cases.iter().any(|case| within(case, run))), "a run has no case");
        let case = cases.iter().find(|case| within(case, &self.runs[0])).expect("a run has a case").clone();
        self.runs.retain(|run| within(&case, run));
        self.graph = case;
        true
    }
}

/// What the graph says of its names holds in all runs. Returns how much it says that ranges do not tell.
fn check(g: &Graph, widths: &[u32], runs: &[Run], what: &str) -> usize {
    let mut claims = 0;
    for (i, &width) in widths.iter().enumerate() {
        let v = named(g, i);
        for run in runs {
            assert!(g.int_of(v, width).contains(run.numbers[i]), "{what}: number {i}\n{g}");
        }
        for (j, &other) in widths.iter().enumerate() {
            let w = named(g, j);
            let signed = |run: &Run| sign_extend(width, run.numbers[i]) - sign_extend(other, run.numbers[j]);
            if let Some(most) = g.difference_at_most(v, w) {
                let actual = runs.iter().map(signed).max().expect("a run");
                assert!(actual <= most, "{what}: {i} - {j} is {actual}, not at most {most}\n{g}");
                let plain = g.int_of(v, width).signed_bounds().1 as i128
                    - g.int_of(w, other).signed_bounds().0 as i128;
                claims += usize::from(i != j && i128::from(most) < plain);
            }
            for op in [Cmp::SLt, Cmp::ULt, Cmp::SLe, Cmp::ULe, Cmp::Eq] {
                let expected = match g.compare(op, v, w, width) {
                    Truth::Unknown => continue,
                    truth => truth == Truth::Yes,
                };
                let mut same = runs.iter().filter(|_| width == other);
                assert!(
                    same.all(|run| op.eval(width, run.numbers[i], run.numbers[j]) == expected),
                    "{what}: {i} {op:?} {j}\n{g}"
                );
            }
        }
    }
    for k in 0..runs[0].places.len() {
        let p = g.named(PLACES + k as u64).unwrap();
        let Some(target) = g.pointee(p) else { panic!("{what}: no address\n{g}") };
        for run in runs {
            assert!(target.off.contains(run.places[k]), "{what}: place {k}\n{g}");
            if let Some(least) = g.least_offset(p) {
                assert!(run.places[k] >= least, "{what}: place {k} is not below {least}\n{g}");
            }
            if let Some(left) = g.bytes_left(p) {
                assert!(run.size - run.places[k] >= left, "{what}: place {k} has not {left} left\n{g}");
                claims += usize::from(left > 0);
            }
        }
        for l in 0..runs[0].places.len() {
            let q = g.named(PLACES + l as u64).unwrap();
            if g.compare(Cmp::ULt, p, q, 64) == Truth::Yes {
                assert!(runs.iter().all(|run| run.places[k] < run.places[l]), "{what}: {k} < {l}\n{g}");
            }
        }
    }
    claims
}

fn world(seed: u64, detail: u64) -> Option<World> {
    let (mut shape, mut dice) = (Dice(seed * 7919 + 1), Dice(seed * 104_729 + detail * 31 + 7));
    let scale = 1 + shape.below(4) as i64;
    let mut world = World::new(&mut dice, scale);
    for _ in 0..3 + shape.below(9) {
        if !world.step(&mut shape, &mut dice, scale) {
            return None;
        }
    }
    Some(world)
}

fn cases() -> std::ops::Range<u64> {
    let read = |name: &str| std::env::var(name).ok().and_then(|s| s.parse().ok());
    let start = read("SMG_PROPERTY_START").unwrap_or(0);
    start..start + read("SMG_PROPERTY_CASES").unwrap_or(4_000)
}

#[test]
fn bounds_hold_in_all_runs_also_where_states_are_kept() {
    let mut claims = 0;
    for seed in cases() {
        let Some(mut world) = world(seed, 0) else { continue };
        claims += check(&world.graph, &world.widths, &world.runs, &format!("seed {seed}"));
        world.graph.drop_path_local_facts(None);
        assert!(world.graph.terms().is_empty());
        claims += check(&world.graph, &world.widths, &world.runs, &format!("seed {seed}, settled"));
        assert!(world.graph.collect_garbage().is_empty());
        check(&world.graph, &world.widths, &world.runs, &format!("seed {seed}, collected"));
    }
    assert!(claims > 1_000, "only {claims} claims");
}

/// Names that only one of the graphs has are dropped, so that the others can be joined.
fn forget_numbers(world: &mut World, dice: &mut Dice) {
    let last = world.widths.len();
    let forgotten: Vec<usize> = (1..last).filter(|_| dice.below(3) == 0).collect();
    for &i in forgotten.iter().rev() {
        // The last number takes the place of the one that is forgotten.
        let end = world.widths.len() - 1;
        let v = named(&world.graph, end);
        world.graph.remove_named(end as u64);
        if i != end {
            world.graph.set_named(i as u64, v);
        }
        world.widths.swap_remove(i);
        for run in &mut world.runs {
            run.numbers.swap_remove(i);
        }
    }
}

#[test]
fn a_join_claims_what_holds_on_both_sides() {
    let thresholds = Thresholds::new(vec![-1, 0, 1, 10]);
    let (mut claims, mut joins, mut covered) = (0, 0, 0);
    for seed in cases() {
        // Every third time the right one knows the same and a little more.
        let detail = if seed % 3 == 0 { 1 } else { 2 };
        let (Some(mut left), Some(mut right)) = (world(seed, 1), world(seed, detail)) else { continue };
        if detail == 1 && !right.compare(&mut Dice(seed), 1, 2) {
            continue;
        }
        for w in [&mut left, &mut right] {
            forget_numbers(w, &mut Dice(seed));
            w.graph.drop_path_local_facts(None);
            w.graph.collect_garbage();
        }
        for widen in [None, Some(&thresholds)] {
            let options = JoinOptions { widen, ..JoinOptions::default() };
            let Ok(joined) = left.graph.join(&right.graph, &options) else { continue };
            joins += 1;
            let what = |of: &str| format!("seed {seed}, widened {}, {of}", widen.is_some());
            claims += check(&joined.graph, &left.widths, &left.runs, &what("left"));
            check(&joined.graph, &left.widths, &right.runs, &what("right"));
            if matches!(joined.status, JoinStatus::Equal | JoinStatus::LeftIncludes) {
                covered += 1;
                check(&left.graph, &left.widths, &right.runs, &what("right in left"));
            }
            if matches!(joined.status, JoinStatus::Equal | JoinStatus::RightIncludes) {
                covered += 1;
                check(&right.graph, &left.widths, &left.runs, &what("left in right"));
            }
            // The result covers both, and says so.
            assert!(joined.graph.includes(&left.graph), "{}\n{}\n{}", what("left"), joined.graph, left.graph);
            assert!(
                joined.graph.includes(&right.graph),
                "{}\n{}\n{}",
                what("right"),
                joined.graph,
                right.graph
            );
        }
    }
    assert!(
        joins > 500 && claims > 300 && covered > 100,
        "only {joins} joins, {claims} claims, {covered} covered"
    );
}

/// The memory of a run: a byte for each offset of its block.
fn memories(world: &World, dice: &mut Dice) -> Vec<Vec<u8>> {
    world.runs.iter().map(|run| (0..run.size).map(|_| dice.below(3) as u8).collect()).collect()
}

#[test]
fn a_known_zero_is_one_and_what_is_not_zero_lies_elsewhere() {
    let (mut zeros_seen, mut orders) = (0, 0);
    for seed in cases() {
        let Some(mut world) = world(seed, 3) else { continue };
        let block = world.graph.pointee(world.graph.named(BLOCK).unwrap()).unwrap().obj;
        let scale = world.graph.size_of(block).map_or(1, |size| size.scale);
        world.element(1, scale);
        world.element(2, scale);
        let places = world.runs[0].places.len();
        // What holds in all runs holds in those that stay within the block.
        world.runs.retain(|run| run.places.iter().all(|at| (0..run.size).contains(at)));
        if world.runs.is_empty() {
            continue;
        }
        let mut dice = Dice(seed + 99);
        let mut memories = memories(&world, &mut dice);
        for _ in 0..4 * places {
            let k = dice.below(places as u64) as usize;
            let g = &mut world.graph;
            let p = g.named(PLACES + k as u64).unwrap();
            let at = |run: &Run| run.places[k] as usize;
            match dice.below(3) {
                step @ (0 | 1) => {
                    let byte = if step == 0 { 0 } else { 1 + dice.below(2) as u8 };
                    let value = g.int_const(8, byte.into());
                    let kept = if byte == 0 { g.zeros_of(block) } else { g.zeros_beside(block, Some(p), 1) };
                    let off = g.pointee(p).unwrap().off;
                    let extent = fafnir_smg::Extent { lo: off.lo.max(0) as u64, hi: off.hi.max(0) as u64 };
                    // Whether or not it can be expressed, the object is not what it was.
                    let _ = g.write_symbolic(block, extent, off.stride, 1, value);
                    kept.into_iter().for_each(|z| g.note_zero(z));
                    if byte == 0 {
                        g.note_zero(p);
                    }
                    for (run, memory) in world.runs.iter().zip(&mut memories) {
                        memory[at(run)] = byte;
                    }
                }
                _ => {
                    let v = g.int(Interval::top(8));
                    g.set_named(500, v);
                    let is_zero = g.note_byte(block, Some(fafnir_smg::Spot::Near(p, 0)), p, v);
                    let mut found = world.runs.iter().zip(&memories).map(|(run, memory)| memory[at(run)]);
                    assert!(!is_zero || found.all(|byte| byte == 0), "seed {seed}\n{g}");
                    let cases = g.assume(Cmp::Ne, v, ValId::ZERO, 8);
                    let before = std::mem::take(&mut world.runs);
                    let both = before.into_iter().zip(std::mem::take(&mut memories));
                    (world.runs, memories) = both.filter(|(run, memory)| memory[at(run)] != 0).unzip();
                    if is_zero || world.runs.is_empty() || !world.go_on(cases) {
                        break;
                    }
                    world.graph.remove_named(500);
                }
            }
            if dice.below(4) == 0 {
                world.graph.drop_path_local_facts(None);
                world.graph.collect_garbage();
            }
            let g = &world.graph;
            orders += check(g, &world.widths, &world.runs, &format!("seed {seed}"));
            for z in g.zeros_of(block) {
                let place = (0..places).find(|&k| g.named(PLACES + k as u64) == Some(z)).expect("a place");
                zeros_seen += 1;
                for (run, memory) in world.runs.iter().zip(&memories) {
                    assert_eq!(memory[run.places[place] as usize], 0, "seed {seed}, place {place}\n{g}");
                }
            }
        }
    }
    assert!(zeros_seen > 300 && orders > 300, "only {zeros_seen} zeros, {orders} orders");
}
