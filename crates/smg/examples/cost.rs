//! What the operations cost on states of the usual shape. `cargo run --release -p fafnir-smg --example cost`

use fafnir_smg::{
    AbstractionConfig, End, Field, Interval, JoinOptions, NewObject, ObjId, Offset, ReadKind, Smg, Spec,
    ValId,
};
use std::hint::black_box;
use std::time::Instant;

type Graph = Smg<Interval>;

/// Prints the time of one call: the best of many short batches, since other processes disturb the long ones.
fn measure<T>(name: &str, mut f: impl FnMut() -> T) {
    const BATCHES: usize = 300;
    const CALLS: u32 = 20;
    let mut best = f64::MAX;
    for _ in 0..BATCHES {
        let start = Instant::now();
        for _ in 0..CALLS {
            black_box(f());
        }
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(CALLS));
    }
    println!("{name:<44} {best:>10.0} ns");
}

/// Variables that are integers, and doubly-linked lists of `nodes` regions each with a payload.
fn state(variables: u64, lists: u64, nodes: usize) -> Graph {
    let mut g = Graph::new(64);
    for key in 0..variables {
        let o = g.add_object(NewObject::stack(8, key as u32));
        g.set_root(key, o);
        let v = g.int_const(64, key);
        g.write(o, Field::bytes(0, 8), v).unwrap();
    }
    for l in 0..lists {
        let key = 1000 + l;
        let var = g.add_object(NewObject::stack(8, key as u32));
        g.set_root(key, var);
        g.write(var, Field::bytes(0, 8), ValId::ZERO).unwrap();
        let mut first: Option<ObjId> = None;
        for _ in 0..nodes {
            let node = g.add_object(NewObject::heap(24, 1).zeroed());
            let a = g.region_address(node);
            if let Some(old) = first {
                let b = g.region_address(old);
                g.write(node, Field::bytes(0, 8), b).unwrap();
                g.write(old, Field::bytes(8, 8), a).unwrap();
            }
            let data = g.add_object(NewObject::heap(8, 2));
            let d = g.region_address(data);
            g.write(node, Field::bytes(16, 8), d).unwrap();
            g.write(var, Field::bytes(0, 8), a).unwrap();
            first = Some(node);
        }
    }
    assert!(g.collect_garbage().is_empty());
    g
}

fn main() {
    println!("state: 15 integer variables, 2 lists of 3 nodes with payload");
    let g = state(15, 2, 3);
    println!("objects: {}, values: {}", g.object_count(), g.values().count());
    let mut folded = g.clone();
    assert!(folded.abstract_lists(&AbstractionConfig::default()));
    println!("folded objects: {}", folded.object_count());
    measure("clone", || folded.clone());
    let var = folded.root(3).unwrap();
    let five = folded.int_const(64, 5);
    measure("clone and write a variable", || {
        let mut h = folded.clone();
        h.write(var, Field::bytes(0, 8), five).unwrap();
        h
    });
    let mut own = folded.clone();
    measure("read a variable", || own.read(var, Field::bytes(0, 8), ReadKind::Int).unwrap());
    measure("write a variable in place", || {
        own.write(var, Field::bytes(0, 8), five).unwrap();
        own.write(var, Field::bytes(0, 8), ValId::ZERO).unwrap();
    });
    measure("clone and allocate", || {
        let mut h = folded.clone();
        h.add_object(NewObject::heap(24, 1))
    });
    let segment =
        folded.objects().find(|(_, o)| o.kind.is_abstract() && o.level == 0).map(|(id, _)| id).unwrap();
    measure("materialise", || folded.materialise(segment, End::First).unwrap());
    let address = folded.find_address(segment, Offset::exact(0), Spec::First).unwrap();
    measure("compare a list with null", || folded.equal(address, ValId::ZERO));
    measure("collect garbage (clone, nothing lost)", || folded.clone().collect_garbage());
    measure("canonical hash", || folded.canonical_hash());
    let other = folded.clone();
    measure("isomorphic", || folded.isomorphic(&other));
    measure("includes itself", || folded.includes(&other));
    let node = folded.materialise(segment, End::First).unwrap().pop().unwrap().into_graph();
    let options = JoinOptions { insert_nonempty: true, ..JoinOptions::default() };
    measure("join with a materialised state", || folded.join(&node, &options).is_ok());
    measure("abstract (clone, 2 lists of 3)", || {
        let mut h = g.clone();
        h.abstract_lists(&AbstractionConfig::default());
        h
    });
    measure("abstract (nothing to do)", || folded.clone().abstract_lists(&AbstractionConfig::default()));

    for nodes in [10, 30, 100] {
        let long = state(10, 1, nodes);
        let start = Instant::now();
        let mut h = long.clone();
        h.abstract_lists(&AbstractionConfig::default());
        println!("abstract one list of {nodes} nodes with payload: {:?}", start.elapsed());
        let start = Instant::now();
        assert!(long.includes(&long.clone()));
        println!("  inclusion of {} objects: {:?}", long.object_count(), start.elapsed());
    }
}
