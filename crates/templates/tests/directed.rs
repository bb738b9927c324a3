//! Clauses from what they have to exclude: for random tables of successors, found if and only if a state is not reachable, and right.

use fafnir_templates::{Clause, Domain, Effort, Loop, Row, System, Target, exclude, is_literal};
use smt::{Limits, TermId, Terms, default_solver};

const BITS: u32 = 4;
const STATES: usize = 1 << BITS;

struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % most
    }
}

/// The successors of each state, by an input of one bit.
type Table = [[usize; 2]; STATES];

fn reachable(table: &Table, first: usize) -> [bool; STATES] {
    let mut seen = [false; STATES];
    let mut open = vec![first];
    seen[first] = true;
    while let Some(state) = open.pop() {
        for next in table[state] {
            if !seen[next] {
                seen[next] = true;
                open.push(next);
            }
        }
    }
    seen
}

/// `x = first; while (*) x = table[x][*];`, and that the state at its head is `bad`.
fn solve(table: &Table, first: usize, bad: usize) -> Option<Vec<Clause>> {
    let mut terms = Terms::new();
    let back = terms.bool_var("back");
    let input = terms.bool_var("input");
    let loop_back = terms.bv_var("x", BITS);
    let constant = |terms: &mut Terms, state: usize| terms.bv_const(BITS, state as u128);
    let start = constant(&mut terms, first);
    let head = terms.ite(back, loop_back, start);
    let mut next = start;
    for (state, successors) in table.iter().enumerate() {
        let here = constant(&mut terms, state);
        let is_here = terms.eq(head, here);
        let [a, b] = successors.map(|state| constant(&mut terms, state));
        let chosen = terms.ite(input, a, b);
        next = terms.ite(is_here, chosen, next);
    }
    let bit = |terms: &mut Terms, number: TermId, bit: u32| {
        let mask = terms.bv_const(BITS, 1 << bit);
        let masked = terms.bvand(number, mask);
        terms.eq(masked, mask)
    };
    let rows: Vec<Row> = (0..BITS)
        .map(|i| Row {
            back_guard: TermId::TRUE,
            next_guard: TermId::TRUE,
            back: bit(&mut terms, loop_back, i),
            next: bit(&mut terms, next, i),
            domain: Domain::Holds,
            also: Vec::new(),
        })
        .collect();
    let system = System { loops: vec![Loop::new(back, TermId::TRUE, rows, &[])], ..System::default() };
    assert!((0..BITS as usize).all(|row| is_literal(&system, 0, row)));
    let is_bad = constant(&mut terms, bad);
    let target = Target {
        bad: terms.eq(head, is_bad),
        after: vec![0],
        before: vec![vec![0]],
        rows: vec![(0..BITS as usize).collect()],
    };
    let none = Limits::none;
    let effort = Effort { limits: none(), all: none(), steps: none(), questions: u64::MAX };
    let mut solver = default_solver();
    exclude(&mut terms, &mut *solver, &system, &target, &effort).unwrap().map(|mut found| found.remove(0))
}

#[test]
fn clauses_are_found_if_and_only_if_a_state_is_not_reachable() {
    let mut random = Random(7);
    let (mut found, mut reached) = (0, 0);
    for _ in 0..300 {
        let mut table: Table = [[0; 2]; STATES];
        for (state, successors) in table.iter_mut().enumerate() {
            // Mostly one successor: otherwise nearly everything is reachable.
            let next = random.below(STATES);
            let other = if random.below(6) == 0 { state ^ 1 } else { next };
            *successors = [next, other];
        }
        let (first, bad) = (random.below(STATES), random.below(STATES));
        let seen = reachable(&table, first);
        let Some(clauses) = solve(&table, first, bad) else {
            assert!(seen[bad], "not found: {table:?} from {first} to {bad}");
            reached += 1;
            continue;
        };
        found += 1;
        assert!(!seen[bad], "wrong: {table:?} from {first} to {bad}");
        let holds = |state: usize| {
            clauses.iter().all(|clause| clause.iter().any(|&(row, holds)| (state >> row & 1 == 1) == holds))
        };
        assert!(!holds(bad));
        for state in (0..STATES).filter(|&state| state == first || holds(state)) {
            assert!(table[state].iter().all(|&next| holds(next)), "not inductive: {table:?} {clauses:?}");
        }
    }
    assert!(found > 50 && reached > 50, "{found} {reached}");
}
