//! The integer domain against brute force on small widths: every operator, every pair of values.

use fafnir_smg::{BinOp, CastOp, Cmp, IntDomain, Interval, Thresholds, UnOp, mask, sign_extend};

struct Rng(u64);
impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

fn members(x: &Interval) -> Vec<u64> {
    (0..=mask(x.width())).filter(|&v| x.contains(v)).collect()
}

fn all_elements(width: u32) -> Vec<Interval> {
    let n = mask(width) + 1;
    let mut out = Vec::new();
    for lo in 0..n {
        for hi in 0..n {
            for stride in 1..n {
                let x = Interval::strided(width, lo, hi, stride);
                if !out.contains(&x) {
                    out.push(x);
                }
            }
        }
    }
    out
}

fn random_element(rng: &mut Rng, width: u32) -> Interval {
    let n = mask(width) + 1;
    match rng.below(5) {
        0 => Interval::constant(width, rng.next()),
        1 => Interval::range(width, rng.below(n), rng.below(n)),
        2 => Interval::top(width),
        _ => Interval::strided(width, rng.below(n), rng.below(n), 1 + rng.below(9)),
    }
}

fn concrete(op: BinOp, width: u32, a: u64, b: u64) -> Option<u64> {
    let (sa, sb) = (i128::from(sign_extend(width, a)), i128::from(sign_extend(width, b)));
    let r = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::UDiv => a.checked_div(b)?,
        BinOp::URem => a.checked_rem(b)?,
        BinOp::SDiv if sb != 0 => (sa / sb) as u64,
        BinOp::SRem if sb != 0 => (sa % sb) as u64,
        BinOp::SDiv | BinOp::SRem => return None,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl | BinOp::LShr | BinOp::AShr if b >= u64::from(width) => return None,
        BinOp::Shl => a << b,
        BinOp::LShr => a >> b,
        BinOp::AShr => (sa >> b) as u64,
    };
    Some(r & mask(width))
}

const BINARY: [BinOp; 13] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::UDiv,
    BinOp::SDiv,
    BinOp::URem,
    BinOp::SRem,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::Shl,
    BinOp::LShr,
    BinOp::AShr,
];
const COMPARE: [Cmp; 10] =
    [Cmp::Eq, Cmp::Ne, Cmp::ULt, Cmp::ULe, Cmp::UGt, Cmp::UGe, Cmp::SLt, Cmp::SLe, Cmp::SGt, Cmp::SGe];

fn check_pair(a: &Interval, b: &Interval) {
    let w = a.width();
    let (ma, mb) = (members(a), members(b));
    let joined = a.join(b);
    assert!(ma.iter().chain(&mb).all(|&v| joined.contains(v)), "{a:?} join {b:?} = {joined:?}");
    let subset = ma.iter().all(|&v| b.contains(v));
    assert!(!a.is_subset(b) || subset, "{a:?} subset of {b:?}");
    // The answer is exact unless an element jumps over the gap of a wrapped one.
    let plain = |x: &Interval| {
        x.count() == Some((x.unsigned_bounds().1 - x.unsigned_bounds().0) / x.stride().max(1) + 1)
    };
    if plain(a) && plain(b) && a.count() > Some(2) {
        assert_eq!(a.is_subset(b), subset, "{a:?} subset of {b:?}");
    }
    let common: Vec<u64> = ma.iter().copied().filter(|&v| b.contains(v)).collect();
    match a.meet(b) {
        None => assert!(common.is_empty(), "{a:?} meet {b:?}"),
        Some(m) => {
            assert!(common.iter().all(|&v| m.contains(v)), "{a:?} meet {b:?} = {m:?}");
            assert!(!common.is_empty(), "{a:?} meet {b:?} = {m:?} but there is no common value");
        }
    }
    let widened = a.widen(b, &Thresholds::new(vec![3, 10]));
    assert!(ma.iter().chain(&mb).all(|&v| widened.contains(v)), "{a:?} widen {b:?} = {widened:?}");
    let narrowed = a.narrow(b);
    assert!(common.iter().all(|&v| narrowed.contains(v)));
    for op in BINARY {
        let r = Interval::binary(op, a, b);
        for &x in &ma {
            for &y in &mb {
                if let Some(c) = concrete(op, w, x, y) {
                    assert!(r.contains(c), "{op:?} {a:?} {b:?} = {r:?}, but {x} {y} give {c}");
                }
            }
        }
    }
    for op in COMPARE {
        let (mut yes, mut no) = (false, false);
        let refined = Interval::refine(op, a, b);
        for &x in &ma {
            for &y in &mb {
                if op.eval(w, x, y) {
                    yes = true;
                    let (ra, rb) = refined.unwrap_or_else(|| panic!("{op:?} {a:?} {b:?} can hold"));
                    assert!(ra.contains(x) && rb.contains(y), "{op:?} {a:?} {b:?} -> {ra:?} {rb:?}, {x} {y}");
                } else {
                    no = true;
                }
            }
        }
        match Interval::compare(op, a, b) {
            Some(true) => assert!(!no, "{op:?} {a:?} {b:?}"),
            Some(false) => assert!(!yes, "{op:?} {a:?} {b:?}"),
            None => {}
        }
    }
}

fn check_one(a: &Interval) {
    let w = a.width();
    let ma = members(a);
    let (lo, hi) = a.unsigned_bounds();
    assert_eq!((lo, hi), (*ma.first().unwrap(), *ma.last().unwrap()));
    let signed: Vec<i64> = ma.iter().map(|&v| sign_extend(w, v)).collect();
    assert_eq!(a.signed_bounds(), (*signed.iter().min().unwrap(), *signed.iter().max().unwrap()));
    assert_eq!(a.count(), Some(ma.len() as u64));
    if a.stride() > 1 {
        assert!(ma.iter().all(|v| (v - lo) % a.stride() == 0), "{a:?} stride {}", a.stride());
    }
    for &v in &ma {
        assert!(Interval::unary(UnOp::Neg, a).contains(v.wrapping_neg() & mask(w)));
        assert!(Interval::unary(UnOp::Not, a).contains(!v & mask(w)), "not {a:?}");
        for to in 1..w {
            assert!(Interval::cast(CastOp::Trunc, a, to).contains(v & mask(to)), "trunc {a:?} to {to}");
            assert!(a.extract(w - to, to).contains((v >> (w - to)) & mask(to)));
        }
        for to in w..w + 4 {
            assert!(Interval::cast(CastOp::ZExt, a, to).contains(v), "zext {a:?} to {to}");
            assert!(Interval::cast(CastOp::SExt, a, to).contains(sign_extend(w, v) as u64 & mask(to)));
        }
    }
}

#[test]
fn every_pair_on_three_bits() {
    let all = all_elements(3);
    for a in &all {
        check_one(a);
        for b in &all {
            check_pair(a, b);
        }
    }
}

#[test]
fn random_pairs_on_four_to_eight_bits() {
    let mut rng = Rng(7);
    for i in 0..6000 {
        let width = 4 + (i % 5);
        let (a, b) = (random_element(&mut rng, width), random_element(&mut rng, width));
        check_one(&a);
        if members(&a).len() * members(&b).len() < 5000 {
            check_pair(&a, &b);
        }
    }
}

#[test]
fn wide_values_agree_with_sampled_machine_arithmetic() {
    let mut rng = Rng(11);
    let special =
        [0, 1, 2, 7, 8, 255, 1 << 31, (1 << 31) - 1, u64::MAX, 1 << 63, (1 << 63) - 1, u64::MAX - 7];
    let pick = |rng: &mut Rng| if rng.below(2) == 0 { special[rng.below(12) as usize] } else { rng.next() };
    for _ in 0..20000 {
        let width = if rng.below(2) == 0 { 32 } else { 64 };
        let element = |rng: &mut Rng| match rng.below(4) {
            0 => Interval::constant(width, pick(rng)),
            1 => Interval::range(width, pick(rng), pick(rng)),
            2 => {
                let lo = pick(rng);
                Interval::range(width, lo, lo.wrapping_add(rng.below(100)))
            }
            _ => Interval::strided(width, pick(rng), pick(rng), 1 << rng.below(5)),
        };
        let (a, b) = (element(&mut rng), element(&mut rng));
        let sample = |rng: &mut Rng, x: &Interval| -> Option<u64> {
            let (lo, hi) = x.unsigned_bounds();
            let v = match rng.below(3) {
                0 => lo,
                1 => hi,
                _ => lo.wrapping_add(x.stride().wrapping_mul(rng.below(50))),
            };
            x.contains(v).then_some(v)
        };
        for op in BINARY {
            let r = Interval::binary(op, &a, &b);
            for _ in 0..4 {
                if let (Some(x), Some(y)) = (sample(&mut rng, &a), sample(&mut rng, &b)) {
                    if let Some(c) = concrete(op, width, x, y) {
                        assert!(r.contains(c), "{op:?} {a:?} {b:?} = {r:?}, but {x} {y} give {c}");
                    }
                }
            }
        }
        for op in COMPARE {
            if let (Some(x), Some(y)) = (sample(&mut rng, &a), sample(&mut rng, &b)) {
                let truth = op.eval(width, x, y);
                assert!(Interval::compare(op, &a, &b).is_none_or(|c| c == truth), "{op:?} {a:?} {b:?}");
                if truth {
                    let (ra, rb) = Interval::refine(op, &a, &b).expect("the comparison can hold");
                    assert!(ra.contains(x) && rb.contains(y), "{op:?} {a:?} {b:?} -> {ra:?} {rb:?}");
                }
            }
        }
        let joined = a.join(&b);
        for x in [&a, &b] {
            if let Some(v) = sample(&mut rng, x) {
                assert!(joined.contains(v) && a.widen(&b, &Thresholds::default()).contains(v));
            }
        }
    }
}

#[test]
fn widening_chains_stop_and_respect_thresholds() {
    let t = Thresholds::new(vec![10, 100]);
    let mut x = Interval::constant(32, 0);
    let mut seen = Vec::new();
    for _ in 0..10 {
        let next =
            Interval::binary(BinOp::Add, &x, &Interval::constant(32, 1)).join(&Interval::constant(32, 0));
        x = x.widen(&next, &t);
        seen.push(x.unsigned_bounds());
    }
    assert_eq!(seen[0], (0, 10));
    assert_eq!(seen[1], (0, 100));
    assert_eq!(seen[2], (0, 0x7fff_ffff));
    assert_eq!(seen[3], (0, 0xffff_ffff));
    assert_eq!(seen[9], (0, 0xffff_ffff));
}

#[test]
fn alignment_masks_keep_bounds_and_congruence() {
    let x = Interval::range(64, 13, 40);
    let r = Interval::binary(BinOp::And, &x, &Interval::constant(64, !7));
    assert_eq!(r.unsigned_bounds(), (8, 40));
    assert_eq!(r.stride(), 8);
}
