use super::*;
use crate::value::{Value, Wide};
use verdict::{Access, FindingKind};

fn memory() -> Memory {
    Memory::new(DataModel::Lp64, 1 << 30, Placement::default(), false)
}

fn heap(memory: &mut Memory, size: u64) -> (ObjectId, Value) {
    let new = NewObject { size, align: 16, kind: Kind::Heap, span: Span::NONE, name: None, zeroed: false };
    let id = memory.allocate(new).unwrap();
    (id, Value::pointer(memory.object(id).base, id))
}

fn at(pointer: Value, offset: u64) -> Value {
    Value { bits: pointer.bits.wrapping_add(offset), ..pointer }
}

fn pointer_value(pointer: Value) -> Wide {
    Wide { bits: u128::from(pointer.bits), undef: 0, prov: pointer.prov, frag: 0 }
}

#[test]
fn pointers_survive_bytewise_copies() {
    let mut m = memory();
    let (_, a) = heap(&mut m, 16);
    let (_, b) = heap(&mut m, 16);
    let (target_id, target) = heap(&mut m, 4);
    m.store(a, 8, pointer_value(target)).unwrap();
    for i in 0..8 {
        let byte = m.load(at(a, i), 1).unwrap();
        m.store(at(b, i), 1, byte).unwrap();
    }
    let copied = m.load(b, 8).unwrap();
    assert_eq!(copied.prov, Prov::plain(target_id));
    assert_eq!(copied.bits as u64, target.bits);
    // At an odd offset, too.
    m.store(at(b, 3), 8, copied).unwrap();
    assert_eq!(m.load(at(b, 3), 8).unwrap().prov, Prov::plain(target_id));
    // Overwriting one byte leaves something computed from the pointer.
    m.store(at(b, 4), 1, Wide::int(0)).unwrap();
    assert_eq!(m.load(at(b, 3), 8).unwrap().prov, Prov::derived(target_id));
}

#[test]
fn initialisation_is_per_bit() {
    let mut m = memory();
    let (_, a) = heap(&mut m, 4);
    assert_eq!(m.load(a, 4).unwrap().undef, 0xffff_ffff);
    m.store_bits(a, ir::BitRange { start: 3, width: 7 }, Wide::int(0x55), Access::Write).unwrap();
    assert_eq!(m.load_bits(a, ir::BitRange { start: 3, width: 7 }).unwrap(), Wide::int(0x55));
    assert_eq!(m.load(a, 4).unwrap().undef, 0xffff_ffff & !(0x7f << 3));
    assert_ne!(m.load_bits(a, ir::BitRange { start: 2, width: 2 }).unwrap().undef, 0);
}

#[test]
fn a_bit_field_touches_only_its_own_bytes() {
    let mut m = memory();
    let (_, a) = heap(&mut m, 3);
    m.store_bits(a, ir::BitRange { start: 4, width: 20 }, Wide::int(0xfffff), Access::Write).unwrap();
    let fault =
        m.store_bits(a, ir::BitRange { start: 4, width: 21 }, Wide::int(0), Access::Write).unwrap_err();
    assert_eq!(fault.kind, FindingKind::OutOfBounds);
}

#[test]
fn bad_pointers_are_told_apart() {
    let mut m = memory();
    let (id, a) = heap(&mut m, 8);
    let kind = |m: &mut Memory, p: Value| m.load(p, 4).unwrap_err().kind;
    assert_eq!(kind(&mut m, at(a, 5)), FindingKind::OutOfBounds);
    assert_eq!(kind(&mut m, at(a, u64::MAX)), FindingKind::OutOfBounds);
    assert_eq!(kind(&mut m, Value::int(8)), FindingKind::NullDeref);
    assert_eq!(kind(&mut m, Value::int(0x1234_5678)), FindingKind::WildPointer);
    assert_eq!(kind(&mut m, Value::UNDEF), FindingKind::UninitPointer);
    m.kill(id, State::Freed(Span::NONE));
    assert_eq!(kind(&mut m, a), FindingKind::UseAfterFree);
}

#[test]
fn integers_find_exposed_objects_only() {
    let mut m = memory();
    let (id, a) = heap(&mut m, 8);
    assert_eq!(m.pointer_from_integer(a.bits + 4, Prov::NONE), Prov::NONE);
    m.expose(a.prov);
    assert_eq!(m.pointer_from_integer(a.bits + 4, Prov::NONE), Prov::plain(id));
    let (other_id, b) = heap(&mut m, 8);
    m.expose(b.prov);
    // An xor list: the link is computed from both ends, and either end gives the other.
    let link = m.derive(
        ir::BinOp::Xor,
        (u128::from(a.bits), a.prov),
        (u128::from(b.bits), b.prov),
        u128::from(a.bits ^ b.bits),
        true,
    );
    let back = m.derive(
        ir::BinOp::Xor,
        (u128::from(a.bits ^ b.bits), link),
        (u128::from(a.bits), a.prov),
        u128::from(b.bits),
        true,
    );
    assert_eq!(m.pointer_from_integer(b.bits, back), Prov::plain(other_id));
}

#[test]
fn dead_records_are_used_again_only_if_unreferenced() {
    let mut m = memory();
    let (_, holder) = heap(&mut m, 8);
    let (kept, a) = heap(&mut m, 8);
    let (gone, _) = heap(&mut m, 8);
    m.store(holder, 8, pointer_value(a)).unwrap();
    m.kill(kept, State::Freed(Span::NONE));
    m.kill(gone, State::Freed(Span::NONE));
    m.collect(Marker::new(&m));
    let (new, _) = heap(&mut m, 8);
    assert_eq!(new, gone);
    assert_eq!(m.resolve(a, 1, Access::Read).unwrap_err().kind, FindingKind::UseAfterFree);
}

#[test]
fn fast_and_slow_paths_agree() {
    let mut m = memory();
    let (target_id, target) = heap(&mut m, 4);
    let (_, a) = heap(&mut m, 24);
    assert_eq!(m.load_fast::<4>(a.prov, a.bits), None, "uninitialised");
    assert!(m.store_fast::<4>(a.prov, a.bits + 4, &Value::int(0x1122_3344)));
    assert_eq!(m.load_fast::<4>(a.prov, a.bits + 4), Some((0x1122_3344, Prov::NONE)));
    assert!(!m.store_fast::<8>(a.prov, a.bits + 8, &target), "no table of pointers yet");
    m.store(at(a, 8), 8, pointer_value(target)).unwrap();
    assert_eq!(m.load_fast::<8>(a.prov, a.bits + 8), Some((target.bits, Prov::plain(target_id))));
    assert_eq!(m.load_fast::<4>(a.prov, a.bits + 8), None, "a piece of a pointer");
    assert!(m.store_fast::<8>(a.prov, a.bits + 16, &target));
    assert_eq!(m.load(at(a, 16), 8).unwrap().prov, Prov::plain(target_id));
    assert!(!m.store_fast::<8>(a.prov, a.bits + 17, &Value::ZERO), "out of bounds");
    assert_eq!(m.load_fast::<4>(a.prov, a.bits + 22), None);
}
