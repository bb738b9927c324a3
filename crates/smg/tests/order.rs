//! What is claimed of numbers and sizes, against all the numbers that there are.

use fafnir_smg::{
    BinOp, CastOp, Cmp, IntDomain as _, Interval, JoinOptions, JoinStatus, Linear, NewObject, SizeRange, Smg,
    TermOp, Truth, ValId,
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

/// One step of a computation and how the machine does it.
fn step(dice: &mut Dice, g: &mut Graph, v: ValId, width: u32) -> (ValId, u32, Box<dyn Fn(u64) -> u64>) {
    let set = g.int_of(v, width);
    match dice.below(6) {
        0 if width == 8 => {
            let signed = dice.below(2) == 0;
            let op = if signed { CastOp::SExt } else { CastOp::ZExt };
            let wide = g.int(Interval::cast(op, &set, 16));
            g.note_term(wide, TermOp::Cast { op, from: 8, to: 16 }, v, v);
            let extend = move |n: u64| if signed { i64::from(n as u8 as i8) as u64 & 0xffff } else { n };
            (wide, 16, Box::new(extend))
        }
        1 if width == 16 => {
            let narrow = g.int(Interval::cast(CastOp::Trunc, &set, 8));
            g.note_term(narrow, TermOp::Cast { op: CastOp::Trunc, from: 16, to: 8 }, v, v);
            (narrow, 8, Box::new(|n| n & 0xff))
        }
        other => {
            let mask = (1u64 << width) - 1;
            let c = dice.below(9);
            let (op, c) = match other {
                0 | 1 => (BinOp::Mul, c % 5),
                2 => (BinOp::Shl, c % 4),
                3 => (BinOp::Add, c),
                4 => (BinOp::Add, c.wrapping_neg() & mask),
                _ => (BinOp::Sub, c),
            };
            let constant = g.int_const(width, c);
            let result = g.int(Interval::binary(op, &set, &Interval::constant(width, c)));
            let swap = dice.below(2) == 0 && matches!(op, BinOp::Mul | BinOp::Add);
            let (left, right) = if swap { (constant, v) } else { (v, constant) };
            g.note_term(result, TermOp::Binary(op), left, right);
            let apply = move |n: u64| {
                let r = match op {
                    BinOp::Mul => n.wrapping_mul(c),
                    BinOp::Shl => n << c,
                    BinOp::Add => n.wrapping_add(c),
                    _ => n.wrapping_sub(c),
                };
                r & mask
            };
            (result, width, Box::new(apply))
        }
    }
}

#[test]
fn a_linear_form_gives_the_value_of_every_number() {
    let mut claims = 0;
    for seed in 0..20_000 {
        let mut dice = Dice(seed * 7919 + 1);
        let mut g = Graph::new(64);
        let lo = dice.below(100);
        let hi = lo + 1 + dice.below(60);
        let x = g.int(Interval::range(8, lo, hi));
        let mut values = vec![(x, 8, (lo..=hi).collect::<Vec<u64>>())];
        let (mut v, mut width) = (x, 8);
        let mut runs: Vec<u64> = (lo..=hi).collect();
        for _ in 0..1 + dice.below(4) {
            let (next, next_width, apply) = step(&mut dice, &mut g, v, width);
            for n in &mut runs {
                *n = apply(*n);
            }
            (v, width) = (next, next_width);
            values.push((v, width, runs.clone()));
        }
        let Some(Linear { base, scale, addend }) = g.linear(v) else { continue };
        let of = |v: ValId| values.iter().find(|x| x.0 == v).expect("one of them").2.clone();
        claims += usize::from(base != v);
        for (from, to) in of(base).into_iter().zip(&runs) {
            assert_eq!(scale * from as i64 + addend, *to as i64, "seed {seed}: {v} from {base}");
        }
    }
    assert!(claims > 2_000, "only {claims} forms");
}

#[test]
fn what_was_compared_is_known_of_what_follows_from_it() {
    let mut g = Graph::new(64);
    let (i, n) = (g.int(Interval::range(32, 0, 1000)), g.int(Interval::range(32, 1, 1000)));
    g.set_named(1, i);
    g.set_named(2, n);
    let [g] = &mut *g.assume(Cmp::SLt, i, n, 32) else { panic!("one case") };
    assert_eq!(g.difference_at_most(i, n), Some(-1));
    assert_eq!(g.difference_at_most(n, i), Some(1000));
    let next = g.int(Interval::range(32, 1, 1001));
    let one = g.int_const(32, 1);
    g.note_term(next, TermOp::Binary(BinOp::Add), i, one);
    assert_eq!(g.difference_at_most(next, n), Some(0));
    assert_eq!(g.compare(Cmp::SLe, next, n, 32), Truth::Yes);
    assert_eq!(g.compare(Cmp::SGt, next, n, 32), Truth::No);
    assert_eq!(g.compare(Cmp::SLt, next, n, 32), Truth::Unknown);
    // A number that may be negative is in another order with the unsigned ones.
    let any = g.int(Interval::top(32));
    let [below] = &*g.assume(Cmp::SLt, any, n, 32) else { panic!("one case") };
    assert_eq!(below.difference_at_most(any, n), Some(-1));
    assert_eq!(below.compare(Cmp::ULt, any, n, 32), Truth::Unknown);
    let [below] = &*g.assume(Cmp::ULt, n, any, 32) else { panic!("one case") };
    assert_eq!(below.compare(Cmp::SLt, n, any, 32), Truth::Unknown);
}

#[test]
fn a_size_is_kept_with_the_number_that_it_follows_from() {
    let array = |lo: u64, hi: u64, scale: i64| {
        let mut g = Graph::new(64);
        let n = g.int(Interval::range(32, lo, hi));
        let variable = g.add_object(NewObject::stack(8, 7));
        let size = SizeRange { lo: lo * scale as u64, hi: hi * scale as u64 };
        let block = g.add_object(NewObject { size, ..NewObject::heap(0, 1) });
        let address = g.region_address(block);
        g.write(variable, fafnir_smg::Field::bytes(0, 8), address).unwrap();
        g.set_root(9, variable);
        g.set_named(1, n);
        g.set_size(block, Linear { base: n, scale, addend: 0 });
        assert!(g.collect_garbage().is_empty());
        (g, block)
    };
    let ((small, _), (large, block)) = (array(1, 10, 4), array(1, 50, 4));
    let joined = small.join(&large, &JoinOptions::default()).unwrap();
    assert_eq!(joined.status, JoinStatus::RightIncludes);
    let of = joined.graph.objects().find_map(|(id, _)| joined.graph.size_of(id)).expect("the size");
    assert_eq!((of.base, of.scale), (joined.graph.named(1).unwrap(), 4));

    // The number is found to be five: so is the size.
    let n = large.named(1).unwrap();
    let mut five = large.clone();
    let constant = five.int_const(32, 5);
    let [five] = &*five.assume_equal(n, constant) else { panic!("one case") };
    assert_eq!(five.size_bounds(block), SizeRange::exact(20));
    assert!(large.includes(five));

    // A size that follows in another way, or not at all, is not known of both.
    let (other, _) = array(1, 50, 2);
    if let Ok(joined) = large.join(&other, &JoinOptions::default()) {
        assert!(joined.graph.objects().all(|(id, _)| joined.graph.size_of(id).is_none()));
    }
    let mut unknown = large.clone();
    unknown.set_named(1, ValId::ZERO);
    assert!(!large.includes(&unknown));
}
