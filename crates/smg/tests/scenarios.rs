//! Small programs written against the algebra: loops that build, walk and free lists, run to their fixpoints the way
//! an engine does. They show that the operations fit together: the loops converge, nothing is lost, nothing is
//! reported that does not happen.

use fafnir_smg::{
    AbstractionConfig, Cmp, End, Field, IntDomain as _, Interval, JoinError, JoinOptions, JoinStatus,
    Materialised, NewObject, ObjId, ObjKind, Offset, ReadKind, Smg, Spec, TermOp, Thresholds, Truth, ValId,
    Validity,
};

type Graph = Smg<Interval>;

const PTR: u64 = 8;

fn var(g: &mut Graph, key: u64) -> ObjId {
    let o = g.add_object(NewObject::stack(PTR, key as u32));
    g.set_root(key, o);
    o
}

fn get(g: &mut Graph, key: u64) -> ValId {
    let o = g.root(key).unwrap();
    g.read(o, Field::bytes(0, PTR), ReadKind::Pointer).unwrap().value
}

fn set(g: &mut Graph, key: u64, v: ValId) {
    let o = g.root(key).unwrap();
    g.write(o, Field::bytes(0, PTR), v).unwrap();
}

/// The graphs in which the pointer leads to a region, with that region and the offset; null is a test failure.
fn touch(g: Graph, pointer: impl Fn(&mut Graph) -> ValId) -> Vec<(Graph, ObjId, i64)> {
    let mut done = Vec::new();
    let mut work = vec![g];
    while let Some(mut g) = work.pop() {
        let v = pointer(&mut g);
        let t =
            g.pointee(v).unwrap_or_else(|| panic!("not a pointer to an object: {}\n{g}", g.value_text(v)));
        if g.object(t.obj).kind == ObjKind::Region {
            assert!(g.object(t.obj).is_live(), "use after free\n{g}");
            done.push((g, t.obj, t.off.as_exact().unwrap()));
            continue;
        }
        let end = if t.spec == Spec::Last { End::Last } else { End::First };
        work.extend(g.materialise(t.obj, end).unwrap().into_iter().map(Materialised::into_graph));
    }
    done
}

fn load(g: Graph, key: u64, offset: i64) -> Vec<(Graph, ValId)> {
    touch(g, |g| get(g, key))
        .into_iter()
        .map(|(mut g, o, off)| {
            let v = g.read(o, Field::bytes((off + offset) as u64, PTR), ReadKind::Pointer).unwrap().value;
            (g, v)
        })
        .collect()
}

fn store(g: Graph, key: u64, offset: i64, value: impl Fn(&mut Graph) -> ValId) -> Vec<Graph> {
    touch(g, |g| get(g, key))
        .into_iter()
        .map(|(mut g, o, off)| {
            let v = value(&mut g);
            g.write(o, Field::bytes((off + offset) as u64, PTR), v).unwrap();
            g
        })
        .collect()
}

fn malloc(g: &mut Graph, bytes: u64, label: u32, zeroed: bool) -> ValId {
    let new = NewObject::heap(bytes, label);
    let o = g.add_object(if zeroed { new.zeroed() } else { new });
    g.region_address(o)
}

fn free(g: Graph, key: u64) -> Vec<Graph> {
    touch(g, |g| get(g, key))
        .into_iter()
        .map(|(mut g, o, off)| {
            assert_eq!(off, 0);
            g.invalidate(o, Validity::Freed).unwrap();
            g
        })
        .collect()
}

fn clean(mut g: Graph) -> Graph {
    let lost = g.collect_garbage();
    assert!(lost.is_empty(), "memory is lost: {lost:?}\n{g}");
    g
}

/// Runs a loop to its fixpoint; the states at its head, after abstraction and join.
fn fixpoint(entry: Vec<Graph>, options: &JoinOptions<'_>, body: impl Fn(Graph) -> Vec<Graph>) -> Vec<Graph> {
    let mut head: Vec<Graph> = Vec::new();
    let mut work = entry;
    let mut rounds = 0;
    while let Some(g) = work.pop() {
        rounds += 1;
        assert!(rounds < 200, "the loop does not converge: {} states\n{}", head.len(), head.last().unwrap());
        let mut g = clean(g);
        g.abstract_lists(&AbstractionConfig::default());
        let mut covered = false;
        let mut i = 0;
        while i < head.len() {
            match head[i].join(&g, options) {
                Ok(j) if matches!(j.status, JoinStatus::Equal | JoinStatus::LeftIncludes) => {
                    covered = true;
                    break;
                }
                Ok(j) => {
                    g = clean(j.graph);
                    head.swap_remove(i);
                    i = 0;
                }
                Err(_) => i += 1,
            }
        }
        if !covered {
            head.push(g.clone());
            work.extend(body(g));
        }
    }
    head
}

fn is_null(g: &Graph, key: u64) -> Vec<Graph> {
    let mut g = g.clone();
    let v = get(&mut g, key);
    g.assume(Cmp::Eq, v, ValId::ZERO, 64)
}

fn not_null(g: &Graph, key: u64) -> Vec<Graph> {
    let mut g = g.clone();
    let v = get(&mut g, key);
    g.assume(Cmp::Ne, v, ValId::ZERO, 64)
}

const L: u64 = 0;
const X: u64 = 1;

/// Fig. 1.8: a doubly-linked list is built by prepending and destroyed from its front.
fn running_example(options: &JoinOptions<'_>) -> (Vec<Graph>, Vec<Graph>) {
    let mut g = Graph::new(64);
    for key in [L, X] {
        var(&mut g, key);
        set(&mut g, key, ValId::ZERO);
    }
    let built = fixpoint(vec![g], options, |mut g| {
        let x = malloc(&mut g, 16, 1, true);
        set(&mut g, X, x);
        let l = get(&mut g, L);
        let mut out = Vec::new();
        for g in store(g, X, 0, |_| l) {
            let mut next = is_null(&g, L);
            for g in not_null(&g, L) {
                next.extend(store(g, L, 8, |g| get(g, X)));
            }
            for mut g in next {
                let x = get(&mut g, X);
                set(&mut g, L, x);
                out.push(g);
            }
        }
        out
    });
    let destroyed = fixpoint(built.clone(), options, |g| {
        let mut out = Vec::new();
        for mut g in not_null(&g, L) {
            let l = get(&mut g, L);
            set(&mut g, X, l);
            for (mut g, next) in load(g, L, 0) {
                set(&mut g, L, next);
                out.extend(free(g, X));
            }
        }
        out
    });
    (built, destroyed)
}

#[test]
fn the_running_example_is_proved() {
    for insert_nonempty in [true, false] {
        let options = JoinOptions { insert_nonempty, ..JoinOptions::default() };
        let (built, destroyed) = running_example(&options);
        assert!(built.len() <= 3 && destroyed.len() <= 6, "{} {}", built.len(), destroyed.len());
        if insert_nonempty {
            // L3.1: null or a doubly-linked list of any length. The two variables are equal in it.
            assert!(built.iter().any(|g| g.objects().any(|(_, o)| o.kind == ObjKind::Dls && o.min_len == 0)));
        }
        for g in destroyed {
            for mut g in is_null(&g, L) {
                set(&mut g, X, ValId::ZERO);
                clean(g);
            }
        }
    }
}

const DATA: u64 = 2;
const Y: u64 = 3;

/// A list whose nodes own lists whose nodes point to one shared block, all doubly linked in the style of Linux: the
/// links lie at offset 8 of a node and point to offset 8.
#[test]
fn nested_lists_with_shared_data_fold_into_two_levels() {
    let mut g = Graph::new(64);
    for key in [L, X, DATA, Y] {
        var(&mut g, key);
        set(&mut g, key, ValId::ZERO);
    }
    let shared = malloc(&mut g, 4, 9, true);
    set(&mut g, DATA, shared);
    let options = JoinOptions { insert_nonempty: true, ..JoinOptions::default() };
    // The inner list: nodes of 32 bytes, next at 8, prev at 16, data at 24; the outer one the same with its own list
    // at 24.
    let prepend = |g: Graph, list: u64, temp: u64, label: u32| -> Vec<Graph> {
        let mut g = g;
        let node = malloc(&mut g, 32, label, true);
        let o = g.pointee(node).unwrap().obj;
        let link = g.address(o, Offset::exact(8), Spec::Region);
        set(&mut g, temp, link);
        let old = get(&mut g, list);
        g.write(o, Field::bytes(8, 8), old).unwrap();
        let mut next = is_null(&g, list);
        for g in not_null(&g, list) {
            next.extend(store(g, list, 8, |g| get(g, temp)));
        }
        next.into_iter()
            .map(|mut g| {
                let t = get(&mut g, temp);
                set(&mut g, list, t);
                set(&mut g, temp, ValId::ZERO);
                g
            })
            .collect()
    };
    let outer = fixpoint(vec![g], &options, |g| {
        let inner = fixpoint(vec![g], &options, |g| {
            let mut out = Vec::new();
            for g in prepend(g, Y, X, 2) {
                out.extend(store(g, Y, 16, |g| get(g, DATA)));
            }
            out
        });
        let mut out = Vec::new();
        for g in inner {
            for g in prepend(g, L, X, 1) {
                for mut g in store(g, L, 16, |g| get(g, Y)) {
                    set(&mut g, Y, ValId::ZERO);
                    out.push(g);
                }
            }
        }
        out
    });
    let folded = outer.iter().any(|g| {
        let top = g.objects().any(|(_, o)| o.kind == ObjKind::Dls && o.level == 0 && o.label == 1);
        let nested = g.objects().any(|(_, o)| o.kind == ObjKind::Dls && o.level == 1 && o.label == 2);
        let data = g.objects().any(|(_, o)| o.kind == ObjKind::Region && o.level == 0 && o.label == 9);
        top && nested && data
    });
    let shown: Vec<String> = outer.iter().map(|g| g.to_string()).collect();
    assert!(folded && outer.len() <= 6, "{} states\n{}", outer.len(), shown.join("\n----\n"));
}

/// The list of hash tables (Fig. 1.3): the back link points to the previous node's next field, or to the table.
#[test]
fn hash_table_lists_fold() {
    let mut g = Graph::new(64);
    var(&mut g, L);
    var(&mut g, X);
    set(&mut g, L, ValId::ZERO);
    set(&mut g, X, ValId::ZERO);
    let options = JoinOptions { insert_nonempty: true, ..JoinOptions::default() };
    let states = fixpoint(vec![g], &options, |mut g| {
        let node = malloc(&mut g, 24, 1, true);
        set(&mut g, X, node);
        let old = get(&mut g, L);
        let table = g.root(L).unwrap();
        let slot = g.region_address(table);
        let mut out = Vec::new();
        for g in store(g, X, 0, |_| old) {
            for g in store(g, X, 8, |_| slot) {
                let mut next = is_null(&g, L);
                for g in not_null(&g, L) {
                    next.extend(store(g, L, 8, |g| get(g, X)));
                }
                for mut g in next {
                    let x = get(&mut g, X);
                    set(&mut g, L, x);
                    set(&mut g, X, ValId::ZERO);
                    out.push(g);
                }
            }
        }
        out
    });
    assert!(states.len() <= 2, "{}", states.len());
    assert!(states.iter().any(|g| g.objects().any(|(_, o)| o.kind == ObjKind::Dls)));
}

/// A singly-linked list is reversed in place: two lists move past each other.
#[test]
fn reversal_converges() {
    let mut g = Graph::new(64);
    for key in [L, X, Y] {
        var(&mut g, key);
        set(&mut g, key, ValId::ZERO);
    }
    let options = JoinOptions { insert_nonempty: true, ..JoinOptions::default() };
    let built = fixpoint(vec![g], &options, |mut g| {
        let n = malloc(&mut g, 16, 1, false);
        let o = g.pointee(n).unwrap().obj;
        let l = get(&mut g, L);
        g.write(o, Field::bytes(0, 8), l).unwrap();
        set(&mut g, L, n);
        vec![g]
    });
    assert!(built.len() <= 2, "{}", built.len());
    // while (l) { y = l->next; l->next = x; x = l; l = y; }
    let reversed = fixpoint(built, &options, |g| {
        let mut out = Vec::new();
        for g in not_null(&g, L) {
            for (mut g, next) in load(g, L, 0) {
                set(&mut g, Y, next);
                for mut g in store(g, L, 0, |g| get(g, X)) {
                    let l = get(&mut g, L);
                    set(&mut g, X, l);
                    let y = get(&mut g, Y);
                    set(&mut g, L, y);
                    set(&mut g, Y, ValId::ZERO);
                    out.push(g);
                }
            }
        }
        out
    });
    assert!(reversed.len() <= 4, "{}", reversed.len());
    for g in &reversed {
        for g in is_null(g, L) {
            clean(g);
        }
    }
}

#[test]
fn a_freed_object_differs_from_those_that_it_has_met() {
    let mut g = Graph::new(64);
    let old = malloc(&mut g, 8, 1, false);
    let victim = malloc(&mut g, 8, 2, false);
    g.invalidate(g.pointee(victim).unwrap().obj, Validity::Freed).unwrap();
    let new = malloc(&mut g, 8, 3, false);
    assert_eq!(g.equal(old, victim), Truth::No);
    // The new block may have got the address of the freed one.
    assert_eq!(g.equal(new, victim), Truth::Unknown);
    assert_eq!(g.equal(old, new), Truth::No);
    assert_eq!(g.equal(victim, ValId::ZERO), Truth::No);

    for (key, v) in [(0, old), (1, victim), (2, new)] {
        var(&mut g, key);
        set(&mut g, key, v);
    }
    let nobody_waits = base::Cancel::default();
    nobody_waits.cancel();
    let given_up = JoinOptions { give_up: Some(&nobody_waits), ..JoinOptions::default() };
    assert_eq!(g.join(&g.clone(), &given_up).err(), Some(JoinError::GivenUp));
    let joined = g.join(&g.clone(), &JoinOptions::default()).unwrap();
    assert_eq!(joined.status, JoinStatus::Equal);
    let mut j = joined.graph;
    let [a, b, c] = [0, 1, 2].map(|k| get(&mut j, k));
    assert_eq!((j.equal(a, b), j.equal(b, c), j.equal(a, c)), (Truth::No, Truth::Unknown, Truth::No));

    // The other way round: the victim died after both were there. The two do not include each other's claims.
    let mut h = Graph::new(64);
    let old = malloc(&mut h, 8, 1, false);
    let victim = malloc(&mut h, 8, 2, false);
    let new = malloc(&mut h, 8, 3, false);
    h.invalidate(h.pointee(victim).unwrap().obj, Validity::Freed).unwrap();
    for (key, v) in [(0, old), (1, victim), (2, new)] {
        var(&mut h, key);
        set(&mut h, key, v);
    }
    assert_eq!(h.equal(new, victim), Truth::No);
    assert!(!h.includes(&g), "the claim of the left graph does not hold in the right one");
    assert!(g.includes(&h));
}

#[test]
fn cost_thresholds_decide_what_is_merged() {
    // Two nodes, one with a null and one with a non-null payload: incomparable, so three are needed.
    let build = |n: usize| {
        let mut g = Graph::new(64);
        var(&mut g, L);
        set(&mut g, L, ValId::ZERO);
        for i in 0..n {
            let v = malloc(&mut g, 16, 1, true);
            let o = g.pointee(v).unwrap().obj;
            let l = get(&mut g, L);
            g.write(o, Field::bytes(0, 8), l).unwrap();
            let data = g.int_const(64, 5 + i as u64);
            g.write(o, Field::bytes(8, 8), data).unwrap();
            set(&mut g, L, v);
        }
        clean(g)
    };
    let config = AbstractionConfig::default();
    assert!(!build(2).abstract_lists(&config));
    let nobody_waits = base::Cancel::default();
    nobody_waits.cancel();
    assert!(!build(3).abstract_lists_unless(&config, Some(&nobody_waits)));
    assert!(build(3).abstract_lists(&config));
    assert!(
        build(2).abstract_lists(&AbstractionConfig {
            length_threshold: [2, 2, 2],
            ..AbstractionConfig::default()
        })
    );
}

#[test]
fn an_optional_payload_becomes_a_zero_or_one_object() {
    let mut g = Graph::new(64);
    var(&mut g, L);
    set(&mut g, L, ValId::ZERO);
    for i in 0..3 {
        let v = malloc(&mut g, 16, 1, true);
        let o = g.pointee(v).unwrap().obj;
        let l = get(&mut g, L);
        g.write(o, Field::bytes(0, 8), l).unwrap();
        if i == 1 {
            let data = malloc(&mut g, 4, 2, false);
            g.write(o, Field::bytes(8, 8), data).unwrap();
        }
        set(&mut g, L, v);
    }
    let mut g = clean(g);
    assert!(g.abstract_lists(&AbstractionConfig::default()));
    let optional: Vec<_> = g.objects().filter(|(_, o)| o.kind == ObjKind::OptRegion).collect();
    assert_eq!(optional.len(), 1, "{g}");
    assert_eq!(optional[0].1.level, 1);
}

/// Nodes with a private block that all point to one shared block, followed by a node without: the private block
/// becomes optional, the shared one must stay one. (Found by the property tests.)
#[test]
fn a_block_shared_by_nested_blocks_stays_shared() {
    let mut g = Graph::new(64);
    for key in [L, X] {
        var(&mut g, key);
        set(&mut g, key, ValId::ZERO);
    }
    let shared = malloc(&mut g, 8, 9, true);
    set(&mut g, X, shared);
    for i in 0..5 {
        let v = malloc(&mut g, 16, 1, true);
        let o = g.pointee(v).unwrap().obj;
        let l = get(&mut g, L);
        g.write(o, Field::bytes(0, 8), l).unwrap();
        if i > 0 {
            let own = malloc(&mut g, 8, 2, true);
            let p = g.pointee(own).unwrap().obj;
            g.write(p, Field::bytes(0, 8), shared).unwrap();
            g.write(o, Field::bytes(8, 8), own).unwrap();
        }
        set(&mut g, L, v);
    }
    // Nothing but the private blocks leads to the shared one any more.
    set(&mut g, X, ValId::ZERO);
    let mut g = clean(g);
    g.abstract_lists(&AbstractionConfig { length_threshold: [2, 2, 2], ..AbstractionConfig::default() });
    let levels: Vec<u32> = g.objects().filter(|(_, o)| o.label == 9).map(|(_, o)| o.level).collect();
    assert_eq!(levels, [0], "{g}");
    assert!(g.objects().any(|(_, o)| o.kind == ObjKind::OptRegion && o.level == 1), "{g}");
}

/// `if (p + n <= end) p = p + n;`: the sum that was compared is the sum that is stored, although nothing held it.
#[test]
fn a_sum_that_was_checked_is_known_when_it_is_computed_again() {
    let mut g = Graph::new(64);
    let block = g.add_object(NewObject::heap(100, 1));
    let p = g.address(block, Offset::range(0, 96, 1), Spec::Region);
    let n = g.int(Interval::range(64, 4, 64));
    g.set_named(1, p);
    g.set_named(2, n);
    let step = TermOp::Move { scale: 1, offset: 0 };
    let sum = g.offset_address(p, Offset::range(4, 64, 1)).unwrap();
    g.note_term(sum, step, p, n);
    assert!(g.collect_garbage().is_empty());
    let end = g.address(block, Offset::exact(100), Spec::Region);
    let within = g.assume(Cmp::ULe, sum, end, 64);
    let [g] = within.as_slice() else { panic!("{} cases", within.len()) };
    let again = g.known_result(step, p, n).expect("the operands are still held");
    assert_eq!(g.pointee(again).unwrap().off, Offset::range(4, 100, 1));
    // What it was moved from is at least four bytes before it.
    assert_eq!(g.pointee(p).unwrap().off, Offset::range(0, 96, 1));
    let mut tight = g.clone();
    assert!(tight.refine_offset(again, 0, 10));
    assert_eq!(tight.pointee(p).unwrap().off, Offset::range(0, 6, 1));

    let mut gone = g.clone();
    gone.remove_named(2);
    gone.collect_garbage();
    assert!(gone.terms().is_empty(), "an operand that nobody holds takes its terms with it");
}

/// Two lists in which the last node is also reached directly: in the shorter one the list before it is empty.
#[test]
fn what_both_ends_reach_is_paired_before_the_list_between_them() {
    let queue = |nodes: usize| {
        let mut g = Graph::new(64);
        let head = g.add_object(NewObject::stack(2 * PTR, 1).zeroed());
        g.set_root(1, head);
        let mut next = ValId::ZERO;
        for n in 0..nodes {
            let node = g.add_object(NewObject::heap(PTR, 2));
            g.write(node, Field::bytes(0, PTR), next).unwrap();
            next = g.region_address(node);
            if n == 0 {
                g.write(head, Field::bytes(PTR, PTR), next).unwrap();
            }
        }
        g.write(head, Field::bytes(0, PTR), next).unwrap();
        g.abstract_lists(&AbstractionConfig::default());
        g
    };
    let (one, many) = (queue(1), queue(4));
    let options = JoinOptions { insert_nonempty: true, ..JoinOptions::default() };
    let joined = one.join(&many, &options).expect("a queue of any length");
    assert!(joined.graph.includes(&one) && joined.graph.includes(&many));
}

#[test]
fn a_place_and_another_one_are_both_before_a_range_grows() {
    let at = |offset: i64| {
        let mut g = Graph::new(64);
        var(&mut g, 1);
        let block = malloc(&mut g, 24, 7, true);
        let object = g.pointee(block).unwrap().obj;
        let inside = g.address(object, Offset::exact(offset), Spec::Region);
        set(&mut g, 1, inside);
        var(&mut g, 2);
        set(&mut g, 2, block);
        g
    };
    let thresholds = Thresholds::default();
    let options = JoinOptions { widen: Some(&thresholds), ..JoinOptions::default() };
    let offset = |g: &mut Graph| {
        let v = get(g, 1);
        g.pointee(v).unwrap().off
    };
    let mut two = at(0).join(&at(8), &options).unwrap();
    assert!(!two.widened);
    assert_eq!(offset(&mut two.graph), Offset::range(0, 8, 8));
    // From there on there may be no end to it.
    let mut more = two.graph.join(&at(16), &options).unwrap();
    assert_eq!(offset(&mut more.graph), Offset::range(0, 24, 8));
}

/// Two pointers to a list before a node; in the other state only the second one leads to the list, and the first one to the node behind it. The
/// delayed join of [Predator] §1.9.6 would let both lead to the list in the result.
#[test]
fn a_list_with_a_counterpart_elsewhere_becomes_two_that_may_be_empty() {
    let state = |first_at_list: bool| {
        let mut g = Graph::new(64);
        (1..=3).for_each(|key| _ = var(&mut g, key));
        let node = malloc(&mut g, 24, 7, true);
        set(&mut g, 1, node);
        let mut list = node;
        for _ in 0..4 {
            let new = malloc(&mut g, PTR, 8, true);
            let object = g.pointee(new).unwrap().obj;
            g.write(object, Field::bytes(0, PTR), list).unwrap();
            list = new;
        }
        set(&mut g, 2, if first_at_list { list } else { node });
        set(&mut g, 3, list);
        g.abstract_lists(&AbstractionConfig::default());
        assert_eq!(g.objects().filter(|(_, o)| o.kind == ObjKind::Sls).count(), 1, "{g}");
        g
    };
    let (both, second) = (state(true), state(false));
    let options = JoinOptions { insert_nonempty: true, ..JoinOptions::default() };
    for (a, b) in [(&both, &second), (&second, &both)] {
        let joined = a.join(b, &options).expect("two lists of which one may be empty").graph;
        assert!(joined.includes(a) && joined.includes(b), "{joined}");
    }
}
