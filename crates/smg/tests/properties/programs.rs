//! Random programs, run on a concrete memory and on a graph at the same time.
//!
//! After every statement, abstraction, join or collection the concrete memory must be one of those that the graph
//! stands for: the soundness of a whole analysis in small. The graph is the case of the abstract result that has the
//! memory; that there is one is what is being tested.

use super::*;
use crate::concrete::{Bit, Memory, Region, as_ptr, int_bits, ptr_bits};
use fafnir_smg::{
    AbstractionConfig, Cmp, End, Field, JoinOptions, NewObject, ObjId, ObjKind, Offset, Origin, ReadKind,
    Spec, Thresholds, ValId, Validity,
};
use std::collections::HashSet;

const VARS: u64 = 4;
const NODE: u64 = 24;

struct Run {
    rng: Rng,
    g: Graph,
    m: Memory,
    saved: Vec<Graph>,
    log: Vec<String>,
}

/// Why a run ended early. Not a failure: the graph cannot express what the memory is.
struct Imprecise;

fn var_field() -> Field {
    Field::bytes(0, 8)
}

impl Run {
    fn new(seed: u64) -> Run {
        let mut g = Graph::new(64);
        let mut regions = Vec::new();
        let mut roots = Vec::new();
        for key in 0..VARS {
            let o = g.add_object(NewObject::stack(8, key as u32).zeroed());
            g.set_root(key, o);
            let bits = int_bits(0, 64);
            regions.push(Region {
                size: 8,
                origin: Origin::Stack,
                validity: Validity::Live,
                label: key as u32,
                bits,
            });
            roots.push((key, key as usize));
        }
        let sources = vec![ObjId::NULL; regions.len()];
        let m = Memory { regions, roots, named: Vec::new(), sources };
        Run { rng: Rng::new(seed), g, m, saved: Vec::new(), log: Vec::new() }
    }

    fn concrete(&self, key: u64) -> &[Bit] {
        &self.m.regions[key as usize].bits
    }

    fn set_concrete(&mut self, region: usize, byte: u64, bits: &[Bit]) {
        let at = byte as usize * 8;
        self.m.regions[region].bits[at..at + bits.len()].copy_from_slice(bits);
    }

    /// The node that a variable points to, with the offset, if it can be accessed.
    fn target(&self, key: u64) -> Option<(usize, u64)> {
        let (r, off) = as_ptr(self.concrete(key))?;
        let region = &self.m.regions[r];
        let fits = region.validity == Validity::Live && region.origin == Origin::Heap && off >= 0;
        (fits && off as u64 + 8 <= region.size).then_some((r, off as u64))
    }

    fn show(&self, what: &str) -> String {
        format!("{what}\n{}\n{}\n{:?}", self.log.join("\n"), self.g, self.m)
    }

    /// Goes on with the case that has the memory.
    fn choose(&mut self, cases: Vec<Graph>, what: &str) {
        for c in &cases {
            c.check_consistency().unwrap_or_else(|e| panic!("{e}\n{}", self.show(what)));
        }
        match cases.iter().position(|c| member(c, &self.m)) {
            Some(i) => self.g = cases[i].clone(),
            None => {
                let texts: Vec<String> = cases.iter().map(|c| c.to_string()).collect();
                panic!("{}\nno case of\n{}", self.show(what), texts.join("\n----\n"));
            }
        }
    }

    /// Materialises until the variable leads to a region; the memory stays in one of the cases.
    fn touch(&mut self, key: u64) -> Result<(ObjId, u64), Imprecise> {
        for _ in 0..20 {
            let o = self.g.root(key).unwrap();
            let v = self.g.read(o, var_field(), ReadKind::Pointer).unwrap().value;
            let Some(t) = self.g.pointee(v) else { return Err(Imprecise) };
            if self.g.object(t.obj).kind == ObjKind::Region {
                let off = t.off.as_exact().ok_or(Imprecise)?;
                return Ok((t.obj, off as u64));
            }
            let end = if t.spec == Spec::Last { End::Last } else { End::First };
            let cases = self.g.materialise(t.obj, end).unwrap();
            self.choose(cases.into_iter().map(|c| c.into_graph()).collect(), "materialise");
        }
        panic!("{}", self.show("materialisation does not end"));
    }

    fn value(&mut self, key: u64) -> ValId {
        let o = self.g.root(key).unwrap();
        self.g.read(o, var_field(), ReadKind::Pointer).unwrap().value
    }

    fn assign(&mut self, key: u64, v: ValId, bits: &[Bit]) {
        let o = self.g.root(key).unwrap();
        self.g.write(o, var_field(), v).unwrap();
        self.set_concrete(key as usize, 0, bits);
    }

    fn malloc(&mut self, key: u64) {
        let zeroed = self.rng.chance(50);
        let label = 10 + self.rng.below(2) as u32;
        let new = NewObject::heap(NODE, label);
        let o = self.g.add_object(if zeroed { new.zeroed() } else { new });
        let v = self.g.region_address(o);
        let bits = if zeroed { int_bits(0, NODE * 8) } else { vec![Bit::Uninit; NODE as usize * 8] };
        self.m.regions.push(Region {
            size: NODE,
            origin: Origin::Heap,
            validity: Validity::Live,
            label,
            bits,
        });
        self.m.sources.push(ObjId::NULL);
        let r = self.m.regions.len() - 1;
        self.assign(key, v, &ptr_bits(r, 0, 64));
    }

    fn load(&mut self, to: u64, from: u64, field: u64) -> Result<(), Imprecise> {
        let Some((r, off)) = self.target(from) else { return Ok(()) };
        if off + field + 8 > NODE {
            return Ok(());
        }
        let (o, at) = self.touch(from)?;
        assert_eq!(at, off, "{}", self.show("the offset is wrong"));
        let v = self.g.read(o, Field::bytes(at + field, 8), ReadKind::Pointer).unwrap().value;
        let from = (off + field) as usize * 8;
        let bits = self.m.regions[r].bits[from..from + 64].to_vec();
        self.assign(to, v, &bits);
        Ok(())
    }

    fn store(&mut self, to: u64, field: u64, from: Option<u64>) -> Result<(), Imprecise> {
        let Some((r, off)) = self.target(to) else { return Ok(()) };
        if off + field + 8 > NODE {
            return Ok(());
        }
        let (o, at) = self.touch(to)?;
        assert_eq!(at, off, "{}", self.show("the offset is wrong"));
        let (v, bits) = match from {
            Some(key) => (self.value(key), self.concrete(key).to_vec()),
            None => {
                let n = self.rng.below(3) as u64;
                (self.g.int_const(64, n), int_bits(n, 64))
            }
        };
        self.g.write(o, Field::bytes(at + field, 8), v).unwrap();
        self.set_concrete(r, off + field, &bits);
        Ok(())
    }

    fn free(&mut self, key: u64) -> Result<(), Imprecise> {
        let Some((r, 0)) = self.target(key) else { return Ok(()) };
        let (o, at) = self.touch(key)?;
        assert_eq!(at, 0, "{}", self.show("the offset is wrong"));
        self.g.invalidate(o, Validity::Freed).unwrap();
        self.m.regions[r].validity = Validity::Freed;
        Ok(())
    }

    fn shift(&mut self, key: u64) -> Result<(), Imprecise> {
        let Some((r, off)) = self.target(key) else { return Ok(()) };
        self.touch(key)?;
        let by: i64 = if off == 0 { 8 } else { -8 };
        let v = self.value(key);
        let moved = self.g.offset_address(v, Offset::exact(by)).unwrap();
        self.assign(key, moved, &ptr_bits(r, off as i64 + by, 64));
        Ok(())
    }

    fn condition(&mut self, a: u64, b: Option<u64>) {
        let (x, y) = (self.concrete(a).to_vec(), b.map_or(int_bits(0, 64), |b| self.concrete(b).to_vec()));
        let freed = |b: &[Bit]| as_ptr(b).is_some_and(|(r, _)| self.m.regions[r].validity != Validity::Live);
        // What an uninitialised or dangling pointer equals is not determined here.
        if freed(&x) || freed(&y) || x.iter().chain(&y).any(|b| *b == Bit::Uninit) {
            return;
        }
        let v1 = self.value(a);
        let v2 = b.map_or(ValId::ZERO, |b| self.value(b));
        let op = if x == y { Cmp::Eq } else { Cmp::Ne };
        let cases = self.g.assume(op, v1, v2, 64);
        self.choose(cases, "condition");
    }

    /// Removes what is lost in both worlds. A region that the graph still reaches through a possibly empty segment
    /// stays until the segment is decided.
    fn collect(&mut self) {
        let alive = reachable_regions(&self.m);
        let gone: Vec<usize> = (0..self.m.regions.len())
            .filter(|i| !alive.contains(i))
            .filter(|&i| {
                self.m.regions[i].origin == Origin::Heap && self.m.regions[i].validity == Validity::Live
            })
            .collect();
        let before = self.g.clone();
        let lost = self.g.collect_garbage();
        if gone.is_empty() {
            let certain: Vec<_> = lost.iter().filter(|l| l.certain).map(|l| l.id).collect();
            assert!(certain.is_empty(), "{certain:?} is not lost\n{before}\n{}", self.show("collect"));
        }
        for subset in 0..1usize << gone.len().min(4) {
            // Prefer to drop everything that is unreachable.
            let mut m = self.m.clone();
            for (bit, &r) in gone.iter().enumerate() {
                if bit >= 4 || subset >> bit & 1 == 0 {
                    m.regions[r].validity = Validity::OutOfScope;
                }
            }
            if member(&self.g, &m) {
                self.m = m;
                return;
            }
        }
        panic!("{before}\nlost {lost:?}\n{}", self.show("collect"));
    }

    fn step(&mut self) -> Result<(), Imprecise> {
        let (a, b) = (self.rng.below(VARS as usize) as u64, self.rng.below(VARS as usize) as u64);
        let field = *self.rng.pick(&[0, 0, 8, 8, 16]);
        let what = self.rng.below(22);
        self.log.push(format!("{what}: v{a} v{b} field {field}"));
        let limit = self.m.regions.iter().filter(|r| r.validity == Validity::Live).count() > 10;
        match what {
            0 | 1 if !limit => self.malloc(a),
            2..=5 if !limit => {
                // Push a node to the front of a list, doubly linked or not.
                let doubly = self.rng.chance(50);
                let (v, bits) = (self.value(a), self.concrete(a).to_vec());
                let old = (b + 1) % VARS;
                self.assign(old, v, &bits);
                self.malloc(b);
                self.store(b, 0, Some(old))?;
                if doubly && self.target(old).is_some() {
                    self.store(old, 8, Some(b))?;
                }
                let (v, bits) = (self.value(b), self.concrete(b).to_vec());
                self.assign(a, v, &bits);
                self.assign(b, ValId::ZERO, &int_bits(0, 64));
                self.assign(old, ValId::ZERO, &int_bits(0, 64));
            }
            6 => {
                let (v, bits) = (self.value(b), self.concrete(b).to_vec());
                self.assign(a, v, &bits);
            }
            7 => self.assign(a, ValId::ZERO, &int_bits(0, 64)),
            8..=10 => self.load(a, b, field)?,
            11 => self.store(a, field, Some(b))?,
            12 => self.store(a, 16, None)?,
            13 => self.free(a)?,
            14 => self.shift(a)?,
            15 | 16 => self.condition(a, Some(b)),
            17 => self.condition(a, None),
            18 | 19 => {
                self.collect();
                let kept = kept(&mut self.rng);
                let config = AbstractionConfig {
                    length_threshold: *self.rng.pick(&[[2, 2, 2], [2, 2, 3]]),
                    ignore_types: self.rng.chance(50),
                    kept: Some(&kept),
                };
                let mut folded = self.g.clone();
                if folded.abstract_lists(&config) {
                    self.choose(vec![folded], "abstraction");
                }
            }
            20 | 21 => {
                self.collect();
                let thresholds = Thresholds::new(vec![4]);
                let kept = kept(&mut self.rng);
                let options = JoinOptions {
                    insert_nonempty: self.rng.chance(70),
                    introduce_optional: self.rng.chance(30),
                    kept: Some(&kept),
                    widen: self.rng.chance(30).then_some(&thresholds),
                    ..JoinOptions::default()
                };
                if let Some(old) = (!self.saved.is_empty()).then(|| self.rng.pick(&self.saved).clone()) {
                    let left = self.rng.chance(50);
                    let joined = if left { old.join(&self.g, &options) } else { self.g.join(&old, &options) };
                    if let Ok(j) = joined {
                        self.log.push(format!("joined with\n{old}"));
                        self.choose(vec![j.graph], "join");
                    }
                    if old.includes(&self.g) {
                        let before = self.g.clone();
                        self.choose(vec![old], "inclusion");
                        self.g = before;
                    }
                }
                self.saved.push(self.g.clone());
            }
            _ => {}
        }
        self.collect();
        Ok(())
    }
}

fn reachable_regions(m: &Memory) -> HashSet<usize> {
    let mut seen: HashSet<usize> = HashSet::new();
    let mut work: Vec<usize> = m.roots.iter().map(|r| r.1).collect();
    while let Some(r) = work.pop() {
        if !seen.insert(r) || m.regions[r].validity != Validity::Live {
            continue;
        }
        for word in m.regions[r].bits.chunks(64) {
            work.extend(as_ptr(word).map(|p| p.0));
        }
    }
    seen
}

#[test]
fn random_programs_stay_within_their_graphs() {
    let (mut finished, mut imprecise, mut folded) = (0, 0, 0);
    for seed in cases(2500) {
        let mut run = Run::new(seed + 200_000);
        run.log.push(format!("seed {seed}"));
        let mut ended = false;
        for _ in 0..40 {
            if run.step().is_err() {
                ended = true;
                break;
            }
            folded += usize::from(run.g.objects().any(|(_, o)| o.kind.is_abstract()));
        }
        imprecise += usize::from(ended);
        finished += usize::from(!ended);
    }
    assert!(
        finished > imprecise && folded > 500,
        "{finished} finished, {imprecise} imprecise, {folded} abstract states"
    );
}
