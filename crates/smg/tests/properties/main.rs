//! The operations against concrete memories: the reason to believe in what the verifier proves with them.

mod concrete;
mod recipe;
mod rng;

use concrete::{Graph, expansions, member, samples};
use fafnir_smg::{Field, Keep, Kept, MIXED_LABEL};
use recipe::{build, mutate, recipe};
use rng::Rng;

/// How many random graphs each property is tried on. `SMG_PROPERTY_CASES` multiplies it for long runs.
fn cases(default: u64) -> std::ops::Range<u64> {
    let factor: u64 = std::env::var("SMG_PROPERTY_CASES").ok().and_then(|v| v.parse().ok()).unwrap_or(1);
    let start: u64 = std::env::var("SMG_PROPERTY_START").ok().and_then(|v| v.parse().ok()).unwrap_or(0);
    start..start + default * factor
}

/// Expansions with more regions than this are not looked at.
const LIMIT: usize = 14;

fn small(g: &Graph) -> bool {
    let mut count = 0;
    expansions(g, LIMIT, 2, |_| {
        count += 1;
        count < 300
    });
    count > 0 && count < 300 && g.object_count() <= 14
}

/// Something that joins and merges keep, for all objects.
fn kept(rng: &mut Rng) -> Kept {
    let label = MIXED_LABEL;
    let fields = || (0..10).flat_map(|i| [Field::bytes(8 * i, 8), Field::bytes(4 * i, 4)]);
    let mut kept = Kept::default();
    if rng.chance(50) {
        fields().for_each(|field| kept.add(Keep::Order { label, field }));
    }
    if rng.chance(20) {
        fields().for_each(|field| kept.add(Keep::Apart { label, field }));
    }
    if rng.chance(20) {
        kept.add(Keep::Lengths { label });
    }
    if rng.chance(50) {
        kept.add(Keep::Count { label });
    }
    if rng.chance(50) {
        kept.add(Keep::Number { label });
    }
    if rng.chance(50) {
        fields().for_each(|field| kept.add(Keep::Sorted { label, field }));
    }
    kept
}

#[test]
fn samples_belong_to_their_own_graph() {
    let mut total = 0;
    for seed in cases(400) {
        let mut rng = Rng::new(seed);
        let g = build(&recipe(&mut rng));
        if !small(&g) {
            continue;
        }
        for m in samples(&g, &mut rng, LIMIT, 4) {
            assert!(member(&g, &m), "seed {seed}\n{g}");
            total += 1;
        }
    }
    assert!(total > 300, "only {total} samples");
}

mod bytes;
mod joins;
mod programs;
mod shapes;
