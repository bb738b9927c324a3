//! Reading, writing and block operations against the bits of concrete memories.

use super::*;
use crate::concrete::{Bit, Memory, as_int, int_bits};
use fafnir_smg::{
    Content, Extent, Field, FillByte, Init, IntDomain, Interval, NewObject, ObjId, ObjKind, ReadKind,
    SizeRange, ValId,
};

/// Graphs of a few regions whose contents come from random writes.
fn scratch(rng: &mut Rng) -> Graph {
    let mut g = Graph::new(64);
    for i in 0..3u64 {
        let new = match rng.below(3) {
            0 => NewObject::stack(24, i as u32).zeroed(),
            1 => NewObject::stack(24, i as u32),
            _ => NewObject { size: SizeRange { lo: 16, hi: 24 }, ..NewObject::heap(24, i as u32) },
        };
        let o = g.add_object(new);
        g.set_root(i, o);
    }
    for _ in 0..rng.below(8) {
        step(&mut g, rng);
    }
    g
}

fn field(rng: &mut Rng) -> Field {
    match rng.below(6) {
        0 => Field::bytes(rng.below(16) as u64, 1),
        1 => Field::bytes(rng.below(8) as u64 * 2, 2),
        2 => Field::bytes(rng.below(13) as u64, 4),
        3 => Field::bytes(rng.below(9) as u64, 8),
        4 => Field::bits(rng.below(100) as u64, 1 + rng.below(20) as u64),
        _ => Field::bytes(rng.below(2) as u64 * 8, 8),
    }
}

fn some_value(g: &mut Graph, rng: &mut Rng, width: u64) -> ValId {
    let w = width as u32;
    match rng.below(8) {
        0 => ValId::ZERO,
        1 => ValId::UNINIT,
        2 => g.int_const(w, rng.next()),
        3 => g.int_const(w, rng.below(5) as u64),
        4 => {
            let lo = rng.next() >> rng.below(64);
            let x = Interval::strided(w, lo, lo.wrapping_add(rng.below(9) as u64), 1 + rng.below(3) as u64);
            g.int(x)
        }
        5 => g.unknown(w),
        6 => g.fresh(Content::Unknown { may_be_uninit: true }, 0, w),
        _ if width == 64 => {
            let (_, o) = *rng.pick(g.roots());
            g.region_address(o)
        }
        _ => g.int(Interval::top(w)),
    }
}

fn step(g: &mut Graph, rng: &mut Rng) {
    let (_, o) = *rng.pick(g.roots());
    let f = field(rng);
    if rng.chance(25) {
        let _ = g.read(o, f, ReadKind::Int);
        return;
    }
    let v = some_value(g, rng, f.len);
    let _ = g.write(o, f, v);
}

fn region_of(g: &Graph, m: &Memory, o: ObjId) -> usize {
    let key = g.roots().iter().find(|r| r.1 == o).unwrap().0;
    m.roots.iter().find(|r| r.0 == key).unwrap().1
}

/// The concrete bits that a value has in a memory of the graph: found by asking for membership with the value named.
fn with_named(g: &Graph, m: &Memory, v: ValId, bits: &[Bit]) -> bool {
    let mut g = g.clone();
    g.set_named(77, v);
    let mut m = m.clone();
    m.named.push((77, bits.to_vec()));
    member(&g, &m)
}

#[test]
fn reading_gives_a_value_that_the_memory_has() {
    let (mut constants, mut checked) = (0, 0);
    for seed in cases(1500) {
        let mut rng = Rng::new(seed + 100_000);
        let g = scratch(&mut rng);
        g.check_consistency().unwrap();
        let (_, o) = *rng.pick(g.roots());
        let f = field(&mut rng);
        let mut h = g.clone();
        let read = h.read(o, f, *rng.pick(&[ReadKind::Int, ReadKind::Pointer, ReadKind::Float])).unwrap();
        h.check_consistency().unwrap();
        for m in samples(&g, &mut rng, LIMIT, 3) {
            assert!(member(&h, &m), "seed {seed}: reading changed the meaning\n{g}\nAFTER\n{h}\n{m:?}");
            let region = &m.regions[region_of(&g, &m, o)];
            if f.end() > region.size * 8 {
                continue;
            }
            let bits = &region.bits[f.off as usize..f.end() as usize];
            let show = || format!("seed {seed} {f:?} {read:?}\n{g}\nAFTER\n{h}\n{m:?}");
            if read.value != ValId::UNINIT {
                assert!(with_named(&h, &m, read.value, bits), "{}", show());
            }
            match read.init {
                Init::Yes => assert!(bits.iter().all(|b| *b != Bit::Uninit), "{}", show()),
                Init::No => assert!(bits.iter().all(|b| *b == Bit::Uninit), "{}", show()),
                Init::Maybe => {}
            }
            constants += usize::from(h.int_of(read.value, f.len as u32).as_constant().is_some());
            checked += 1;
        }
        // The precision that §1.8.1 asks for: zeros are found if the graph guarantees them.
        let sure_zero = f.len <= 64
            && (f.off..f.end())
                .all(|bit| h.peek(o, Field::bits(bit, 1)) == fafnir_smg::Peek::Value(ValId::ZERO));
        if sure_zero && g.object(o).edges().iter().all(|e| !e.field.overlaps(f)) {
            assert_eq!(read.value, ValId::ZERO, "seed {seed} {f:?}\n{g}");
        }
    }
    assert!(constants > 300 && checked > 1200, "{constants} constants, {checked} memories");
}

#[test]
fn writing_changes_exactly_the_written_bits() {
    let mut checked = 0;
    for seed in cases(1500) {
        let mut rng = Rng::new(seed + 110_000);
        let mut g = scratch(&mut rng);
        let (_, o) = *rng.pick(g.roots());
        let f = field(&mut rng);
        let v = some_value(&mut g, &mut rng, f.len);
        g.set_named(50, if v == ValId::UNINIT { ValId::ZERO } else { v });
        let mut h = g.clone();
        h.write(o, f, v).unwrap();
        h.check_consistency().unwrap();
        for m in samples(&g, &mut rng, LIMIT, 3) {
            let mut after = m.clone();
            let r = region_of(&g, &m, o);
            if f.end() > m.regions[r].size * 8 {
                continue;
            }
            let bits = match v {
                ValId::UNINIT => vec![Bit::Uninit; f.len as usize],
                ValId::ZERO => int_bits(0, f.len),
                _ => m.named[0].1.clone(),
            };
            after.regions[r].bits[f.off as usize..f.end() as usize].copy_from_slice(&bits);
            assert!(member(&h, &after), "seed {seed} {f:?} {v}\n{g}\nAFTER\n{h}\n{after:?}");
            checked += 1;
        }
    }
    assert!(checked > 1200, "{checked}");
}

#[test]
fn writing_keeps_the_zeros_around() {
    let mut g = Graph::new(64);
    let o = g.add_object(NewObject::heap(16, 0).zeroed());
    let v = g.unknown(64);
    g.write(o, Field::bytes(3, 8), v).unwrap();
    let w = g.unknown(64);
    g.write(o, Field::bytes(7, 8), w).unwrap();
    // Fig. 1.12: four bytes at offset 3 are undefined, the rest is still zero.
    assert_eq!(g.read(o, Field::bytes(0, 2), ReadKind::Int).unwrap().value, ValId::ZERO);
    assert_eq!(g.read(o, Field::bytes(15, 1), ReadKind::Int).unwrap().value, ValId::ZERO);
    let gap = g.read(o, Field::bytes(3, 4), ReadKind::Int).unwrap();
    assert_eq!(gap.init, Init::Yes);
    assert!(g.int_of(gap.value, 32).as_constant().is_none());
}

#[test]
fn block_operations_do_what_the_bytes_do() {
    let mut checked = 0;
    for seed in cases(1500) {
        let mut rng = Rng::new(seed + 120_000);
        let g = scratch(&mut rng);
        let ((_, a), (_, b)) = (*rng.pick(g.roots()), *rng.pick(g.roots()));
        let mut h = g.clone();
        let extent = |rng: &mut Rng, exact: bool, max: usize| {
            let lo = rng.below(max) as u64;
            if exact { Extent::exact(lo) } else { Extent { lo, hi: lo + rng.below(4) as u64 } }
        };
        let exact = rng.chance(40);
        let (from, to) = (extent(&mut rng, exact, 5), extent(&mut rng, exact, 5));
        let len = extent(&mut rng, exact, 8);
        let byte =
            *rng.pick(&[FillByte::Known(0), FillByte::Known(0xab), FillByte::Unknown, FillByte::Uninit]);
        let copy = rng.chance(60);
        let result = match (copy, exact) {
            (true, true) => h.copy_block(a, from.lo, b, to.lo, len.lo),
            (true, false) => h.copy_block_symbolic(a, from, b, to, len),
            (false, true) => h.set_block(b, to.lo, len.lo, byte),
            (false, false) => h.set_block_symbolic(b, to, len, byte),
        };
        result.unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        h.check_consistency().unwrap_or_else(|e| panic!("seed {seed}: {e}\n{g}\n{h}"));
        for m in samples(&g, &mut rng, LIMIT, 3) {
            let pick = |rng: &mut Rng, e: Extent| e.lo + rng.below((e.hi - e.lo + 1) as usize) as u64;
            let (x, y, n) = (pick(&mut rng, from), pick(&mut rng, to), pick(&mut rng, len));
            let (ra, rb) = (region_of(&g, &m, a), region_of(&g, &m, b));
            if (x + n) > m.regions[ra].size || (y + n) > m.regions[rb].size {
                continue;
            }
            let mut after = m.clone();
            let bits: Vec<Bit> = if copy {
                m.regions[ra].bits[x as usize * 8..(x + n) as usize * 8].to_vec()
            } else {
                let value = match byte {
                    FillByte::Known(v) => v,
                    _ => rng.next() as u8,
                };
                match byte {
                    FillByte::Uninit => vec![Bit::Uninit; n as usize * 8],
                    _ => (0..n).flat_map(|_| int_bits(u64::from(value), 8)).collect(),
                }
            };
            after.regions[rb].bits[y as usize * 8..(y + n) as usize * 8].copy_from_slice(&bits);
            let show =
                || format!("seed {seed} copy {copy} {a} {from:?} {b} {to:?} {len:?} {byte:?} ({x} {y} {n})");
            assert!(member(&h, &after), "{}\n{g}\nAFTER\n{h}\n{after:?}", show());
            checked += 1;
        }
    }
    assert!(checked > 1200, "{checked}");
}

#[test]
fn accesses_at_uncertain_offsets_cover_every_choice() {
    let mut checked = 0;
    for seed in cases(1000) {
        let mut rng = Rng::new(seed + 130_000);
        let mut g = scratch(&mut rng);
        let (_, o) = *rng.pick(g.roots());
        let bytes = *rng.pick(&[1u64, 4, 8]);
        let stride = *rng.pick(&[1u64, 4, 8]);
        let lo = rng.below(3) as u64 * 2;
        let hi = lo + stride * rng.below(((16 - bytes - lo) / stride) as usize + 1) as u64;
        let off = Extent { lo, hi };
        let v = some_value(&mut g, &mut rng, bytes * 8);
        g.set_named(50, if v == ValId::UNINIT { ValId::ZERO } else { v });
        let (mut w, mut r) = (g.clone(), g.clone());
        w.write_symbolic(o, off, stride, bytes, v).unwrap();
        let read = r.read_symbolic(o, off, stride, bytes).unwrap();
        w.check_consistency().unwrap();
        r.check_consistency().unwrap();
        for m in samples(&g, &mut rng, LIMIT, 2) {
            let region = region_of(&g, &m, o);
            let at = lo + stride * rng.below(((hi - lo) / stride) as usize + 1) as u64;
            let range = at as usize * 8..(at + bytes) as usize * 8;
            let found = m.regions[region].bits[range.clone()].to_vec();
            if read.value != ValId::UNINIT {
                assert!(
                    with_named(&r, &m, read.value, &found),
                    "seed {seed}: read {off:?} step {stride} at {at} {read:?} {}\n{r}\n{m:?}",
                    r.value_text(read.value)
                );
            }
            match read.init {
                Init::Yes => assert!(found.iter().all(|b| *b != Bit::Uninit), "seed {seed}\n{g}\n{m:?}"),
                Init::No => assert!(found.iter().all(|b| *b == Bit::Uninit), "seed {seed}\n{g}\n{m:?}"),
                Init::Maybe => {}
            }
            let bits = match v {
                ValId::UNINIT => vec![Bit::Uninit; bytes as usize * 8],
                ValId::ZERO => int_bits(0, bytes * 8),
                _ => m.named[0].1.clone(),
            };
            let mut after = m.clone();
            after.regions[region].bits[range].copy_from_slice(&bits);
            assert!(
                member(&w, &after),
                "seed {seed}: write {off:?} step {stride} at {at} {v}\n{g}\nAFTER\n{w}\n{after:?}"
            );
            checked += 1;
        }
    }
    assert!(checked > 800, "{checked}");
}

#[test]
fn conditions_on_integers_keep_every_memory_that_satisfies_them() {
    use fafnir_smg::Cmp;
    let all =
        [Cmp::Eq, Cmp::Ne, Cmp::ULt, Cmp::ULe, Cmp::UGt, Cmp::UGe, Cmp::SLt, Cmp::SLe, Cmp::SGt, Cmp::SGe];
    let mut checked = 0;
    for seed in cases(1500) {
        let mut rng = Rng::new(seed + 140_000);
        let mut g = Graph::new(64);
        let width = *rng.pick(&[8u32, 32]);
        let mut values = Vec::new();
        for i in 0..4u64 {
            let lo = rng.below(20) as u64;
            let v = match rng.below(5) {
                0 => g.int_const(width, lo),
                1 => g.unknown(width),
                2 => ValId::ZERO,
                _ => g.int(Interval::range(width, lo.wrapping_sub(10), lo)),
            };
            values.push(v);
            g.set_named(i, v);
        }
        if rng.chance(50) {
            g.relate(values[0], values[1], rng.chance(30), rng.below(4) as u64);
        }
        let op = *rng.pick(&all);
        let (a, b) = (rng.below(4), rng.below(4));
        let truth = g.compare(op, values[a], values[b], width);
        let cases = g.assume(op, values[a], values[b], width);
        for c in &cases {
            c.check_consistency().unwrap();
        }
        for m in samples(&g, &mut rng, 3, 6) {
            let (Some(x), Some(y)) = (as_int(&m.named[a].1), as_int(&m.named[b].1)) else { continue };
            let holds = op.eval(width, x, y);
            let show = || format!("seed {seed} {op:?} {a} {b} {truth:?}\n{g}\n{m:?}");
            match truth {
                fafnir_smg::Truth::Yes => assert!(holds, "{}", show()),
                fafnir_smg::Truth::No => assert!(!holds, "{}", show()),
                fafnir_smg::Truth::Unknown => {}
            }
            if holds {
                assert!(cases.iter().any(|c| member(c, &m)), "lost: {}", show());
                checked += 1;
            }
        }
    }
    assert!(checked > 500, "{checked}");
}

#[test]
fn freed_regions_cannot_be_touched() {
    let mut g = Graph::new(64);
    let o = g.add_object(NewObject::heap(16, 0));
    g.invalidate(o, fafnir_smg::Validity::Freed).unwrap();
    assert!(g.read(o, Field::bytes(0, 8), ReadKind::Int).is_err());
    assert!(g.write(o, Field::bytes(0, 8), ValId::ZERO).is_err());
    assert!(g.copy_block(o, 0, o, 8, 4).is_err());
    assert_eq!(g.object(o).kind, ObjKind::Region);
}
