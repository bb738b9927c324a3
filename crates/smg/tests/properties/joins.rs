//! Join, status and inclusion.

use super::*;
use fafnir_smg::{JoinOptions, JoinStatus, Kept, Thresholds};

fn options<'a>(rng: &mut Rng, thresholds: &'a Thresholds, kept: &'a Kept) -> JoinOptions<'a> {
    JoinOptions {
        insert_nonempty: rng.chance(50),
        introduce_optional: rng.chance(40),
        offset_hull: rng.chance(70),
        size_hull: rng.chance(70),
        lose_addresses: rng.chance(30),
        kept: Some(kept),
        widen: rng.chance(20).then_some(thresholds),
        ..JoinOptions::default()
    }
}

#[test]
fn join_covers_both_and_its_status_is_true() {
    let thresholds: &'static Thresholds = Box::leak(Box::new(Thresholds::new(vec![8, 16])));
    let mut seen: std::collections::HashMap<JoinStatus, usize> = Default::default();
    let (mut failed, mut checked) = (0, 0);
    for seed in cases(900) {
        let mut rng = Rng::new(seed + 10_000);
        let r1 = recipe(&mut rng);
        let r2 = mutate(&mut rng, &r1);
        let (g1, g2) = (build(&r1), build(&r2));
        if !small(&g1) || !small(&g2) {
            continue;
        }
        let kept = kept(&mut rng);
        let options = options(&mut rng, thresholds, &kept);
        let joined = match g1.join(&g2, &options) {
            Ok(j) => j,
            Err(_) => {
                failed += 1;
                continue;
            }
        };
        *seen.entry(joined.status).or_default() += 1;
        let j = &joined.graph;
        j.check_consistency()
            .unwrap_or_else(|e| panic!("seed {seed}: {e}\nLEFT\n{g1}\nRIGHT\n{g2}\nJOINED\n{j}"));
        let show =
            || format!("seed {seed} {:?} {options:?}\nLEFT\n{g1}\nRIGHT\n{g2}\nJOINED\n{j}", joined.status);
        let (s1, s2) = (samples(&g1, &mut rng, LIMIT, 5), samples(&g2, &mut rng, LIMIT, 5));
        for m in &s1 {
            assert!(member(j, m), "the left side is not covered\n{}\n{m:?}", show());
        }
        for m in &s2 {
            assert!(member(j, m), "the right side is not covered\n{}\n{m:?}", show());
        }
        checked += s1.len() + s2.len();
        let includes_left = matches!(joined.status, JoinStatus::Equal | JoinStatus::RightIncludes);
        let includes_right = matches!(joined.status, JoinStatus::Equal | JoinStatus::LeftIncludes);
        let js = if small(j) { samples(j, &mut rng, LIMIT, 5) } else { Vec::new() };
        if includes_right {
            for m in s2.iter().chain(&js) {
                assert!(member(&g1, m), "the left side does not include the right one\n{}\n{m:?}", show());
            }
        }
        if includes_left {
            for m in s1.iter().chain(&js) {
                assert!(member(&g2, m), "the right side does not include the left one\n{}\n{m:?}", show());
            }
        }
    }
    assert!(checked > 600 && failed > 0, "{checked} memories, {failed} failed joins, {seen:?}");
    for status in
        [JoinStatus::Equal, JoinStatus::LeftIncludes, JoinStatus::RightIncludes, JoinStatus::Incomparable]
    {
        assert!(seen.get(&status).copied().unwrap_or(0) > 5, "{seen:?}");
    }
}
