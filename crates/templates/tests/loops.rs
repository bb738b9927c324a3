//! Small loops, built by hand: what is found, how many questions it takes, and that it is right for every run.

mod numeric;

use fafnir_templates::{Domain, Loop, LoopInvariant, Row, RowValue, Split, System, is_inductive, synthesise};
use numeric::{Number, difference_row, interval_rows, octagon_rows};
use smt::{Bv, Limits, Solver, TermId, Terms, Value, default_solver};

fn unlimited() -> fafnir_templates::Effort {
    let none = Limits::none;
    fafnir_templates::Effort { limits: none(), all: none(), steps: none(), questions: u64::MAX }
}

/// One loop over a few variables: `while (condition) body`.
struct Counter {
    terms: Terms,
    solver: Box<dyn Solver>,
    back: TermId,
    numbers: Vec<Number>,
    end: TermId,
    choices: Vec<TermId>,
}

type Make<'a> = &'a dyn Fn(&mut Terms, &[TermId]) -> (TermId, Vec<TermId>, Vec<TermId>);

/// `make` gives, from the variables at the loop's head, the condition, the variables after the body, and its choices.
fn counter(width: u32, start: &[i128], signed: bool, make: Make<'_>) -> Counter {
    let mut terms = Terms::new();
    let back = terms.bool_var("back");
    let mut heads = Vec::new();
    let mut backs = Vec::new();
    for (i, &first) in start.iter().enumerate() {
        let loop_back = terms.bv_var(&format!("x{i}"), width);
        let first = terms.bv_signed(width, first);
        heads.push(terms.ite(back, loop_back, first));
        backs.push(loop_back);
    }
    let (condition, nexts, choices) = make(&mut terms, &heads);
    let truth = terms.bool_const(true);
    let numbers = backs
        .iter()
        .zip(&nexts)
        .map(|(&b, &n)| Number { back: b, next: n, signed, back_guard: truth, next_guard: condition })
        .collect();
    Counter { terms, solver: default_solver(), back, numbers, end: condition, choices }
}

impl Counter {
    fn solve(&mut self, rows: Vec<Row>) -> (LoopInvariant, u64) {
        let of = Loop::new(self.back, self.end, rows, &[]);
        let system = System { loops: vec![of], choices: self.choices.clone(), ..System::default() };
        let limits = Limits::none();
        let (mut found, stats) =
            synthesise(&mut self.terms, &mut *self.solver, &system, &unlimited()).unwrap();
        let mut fresh = default_solver();
        assert_eq!(is_inductive(&mut self.terms, &mut *fresh, &system, &found, &limits), Ok(true));
        (found.remove(0), stats.questions)
    }
}

fn bounds(invariant: &LoopInvariant) -> Vec<Option<i128>> {
    let [part] = &invariant.parts[..] else { panic!("{invariant:?}") };
    let bound = |value: &RowValue| match value {
        RowValue::AtMost(bound) => bound.to_i128(),
        RowValue::Top => None,
        other => panic!("{other:?}"),
    };
    part.values.iter().map(bound).collect()
}

#[test]
fn a_loop_to_a_million_takes_few_questions() {
    let mut c = counter(32, &[0], true, &|terms, x| {
        let (limit, one) = (terms.bv_const(32, 1_000_000), terms.bv_const(32, 1));
        let condition = terms.slt(x[0], limit);
        (condition, vec![terms.add(x[0], one)], vec![])
    });
    let rows = interval_rows(&mut c.terms, c.numbers[0]).to_vec();
    let (found, questions) = c.solve(rows);
    assert_eq!(bounds(&found), [Some(1_000_000), Some(-1)]);
    assert!(questions < 60, "{questions}");
}

#[test]
fn growth_that_no_run_reaches_is_not_followed() {
    // if (x == 0) x = 5; if (x > 100) x = x + 1;
    let mut c = counter(32, &[0], true, &|terms, x| {
        let constant = |terms: &mut Terms, n| terms.bv_const(32, n);
        let (zero, five, hundred, one) =
            (constant(terms, 0), constant(terms, 5), constant(terms, 100), constant(terms, 1));
        let first = terms.eq(x[0], zero);
        let y = terms.ite(first, five, x[0]);
        let second = terms.slt(hundred, y);
        let more = terms.add(y, one);
        let z = terms.ite(second, more, y);
        (terms.bool_const(true), vec![z], vec![first, second])
    });
    let rows = interval_rows(&mut c.terms, c.numbers[0]).to_vec();
    let (found, _) = c.solve(rows);
    assert_eq!(bounds(&found), [Some(5), Some(-5)]);
}

#[test]
fn an_input_has_no_bounds() {
    let mut c = counter(32, &[0], true, &|terms, _| {
        let input = terms.bv_var("input", 32);
        (terms.bool_const(true), vec![input], vec![])
    });
    let rows = interval_rows(&mut c.terms, c.numbers[0]).to_vec();
    let (found, questions) = c.solve(rows);
    assert_eq!(bounds(&found), [None, None]);
    assert!(questions < 12, "{questions}");
}

#[test]
fn unsigned_numbers_are_not_negative() {
    // while (x < 3000000000u) x += 7;
    let mut c = counter(32, &[0], false, &|terms, x| {
        let (limit, step) = (terms.bv_const(32, 3_000_000_000), terms.bv_const(32, 7));
        let condition = terms.ult(x[0], limit);
        (condition, vec![terms.add(x[0], step)], vec![])
    });
    let rows = interval_rows(&mut c.terms, c.numbers[0]).to_vec();
    let (found, _) = c.solve(rows);
    let [Some(most), Some(least)] = bounds(&found)[..] else { panic!("{found:?}") };
    assert!((3_000_000_000..3_000_000_007).contains(&most), "{most}");
    assert_eq!(least, -7);
}

#[test]
fn differences_and_sums_stay() {
    // for (i = 0, j = 10; i < j; i++, j--)
    let mut c = counter(32, &[0, 10], true, &|terms, x| {
        let one = terms.bv_const(32, 1);
        let condition = terms.slt(x[0], x[1]);
        (condition, vec![terms.add(x[0], one), terms.sub(x[1], one)], vec![])
    });
    let (i, j) = (c.numbers[0], c.numbers[1]);
    let rows = octagon_rows(&mut c.terms, i, j).to_vec();
    let (found, _) = c.solve(rows);
    let all = bounds(&found);
    assert_eq!((all[0], all[3]), (Some(10), Some(-10)), "i + j = 10");
    assert_eq!(all[1], Some(0), "i - j <= 0: 0 and 10 meet at 5");
}

#[test]
fn a_difference_bounds_an_index() {
    // n is an input at least 0; for (i = 0; i < n; i++): i - n <= 0 at the end.
    let mut c = counter(32, &[0, 0], true, &|terms, x| {
        let one = terms.bv_const(32, 1);
        let n = terms.bv_var("n", 32);
        let condition = terms.slt(x[0], n);
        (condition, vec![terms.add(x[0], one), n], vec![])
    });
    let (i, n) = (c.numbers[0], c.numbers[1]);
    let row = difference_row(&mut c.terms, i, n);
    let (found, _) = c.solve(vec![row]);
    assert_eq!(bounds(&found), [Some(0)]);
}

#[test]
fn strides_constants_and_predicates() {
    // x = 3; while (x < 1000) { x += 6; p = p == 1 ? 4 : 1; }
    let mut c = counter(32, &[3, 1], false, &|terms, x| {
        let constant = |terms: &mut Terms, n| terms.bv_const(32, n);
        let (limit, step, one, four) =
            (constant(terms, 1000), constant(terms, 6), constant(terms, 1), constant(terms, 4));
        let condition = terms.ult(x[0], limit);
        let is_one = terms.eq(x[1], one);
        (condition, vec![terms.add(x[0], step), terms.ite(is_one, four, one)], vec![is_one])
    });
    let row = |number: Number, domain| Row {
        back_guard: number.back_guard,
        next_guard: number.next_guard,
        back: number.back,
        next: number.next,
        domain,
        also: Vec::new(),
    };
    let (x, p) = (c.numbers[0], c.numbers[1]);
    let odd = |terms: &mut Terms, t| terms.bit(t, 0);
    let holds =
        Row { back: odd(&mut c.terms, x.back), next: odd(&mut c.terms, x.next), ..row(x, Domain::Holds) };
    let rows = vec![row(x, Domain::Congruence), row(p, Domain::Constants { most: 8 }), holds];
    let (found, questions) = c.solve(rows);
    let [part] = &found.parts[..] else { panic!("{found:?}") };
    assert_eq!(part.values[0], RowValue::Congruent { modulus: 6, remainder: 3 });
    assert_eq!(part.values[1], RowValue::OneOf([1, 4].into()));
    assert_eq!(part.values[2], RowValue::Holds);
    assert!(questions < 10, "{questions}");
}

#[test]
fn parts_are_kept_apart() {
    // A state machine: s = 0 or 1 alternates, x is 10 in state 1 and 20 in state 0.
    let mut c = counter(8, &[0, 20], false, &|terms, x| {
        let constant = |terms: &mut Terms, n| terms.bv_const(8, n);
        let (zero, one, ten, twenty) =
            (constant(terms, 0), constant(terms, 1), constant(terms, 10), constant(terms, 20));
        let in_zero = terms.eq(x[0], zero);
        let (s, v) = (terms.ite(in_zero, one, zero), terms.ite(in_zero, ten, twenty));
        (terms.bool_const(true), vec![s, v], vec![in_zero])
    });
    let rows = interval_rows(&mut c.terms, c.numbers[1]).to_vec();
    let zero = c.terms.bv_const(8, 0);
    let state = c.numbers[0];
    let split = Split { back: c.terms.eq(state.back, zero), next: c.terms.eq(state.next, zero) };
    let of = Loop::new(c.back, c.end, rows, &[split]);
    let system = System { loops: vec![of], choices: c.choices.clone(), ..System::default() };
    let (found, _) = synthesise(&mut c.terms, &mut *c.solver, &system, &unlimited()).unwrap();
    assert_eq!(found[0].parts.len(), 2);
    for part in &found[0].parts {
        let value = if part.splits[0] == Value::Bool(true) { 20 } else { 10 };
        let width = 9;
        assert_eq!(part.values[0], RowValue::AtMost(Bv::from_signed(width, value)), "{found:?}");
        assert_eq!(part.values[1], RowValue::AtMost(Bv::from_signed(width, -value)));
    }
}

#[test]
fn a_loop_that_is_never_entered_has_no_parts() {
    let mut c = counter(8, &[5], false, &|terms, x| {
        let two = terms.bv_const(8, 2);
        (terms.ult(x[0], two), vec![x[0]], vec![])
    });
    let rows = interval_rows(&mut c.terms, c.numbers[0]).to_vec();
    let (found, _) = c.solve(rows);
    assert!(found.parts.is_empty());
}

#[test]
fn what_does_not_hold_is_not_inductive() {
    let mut c = counter(8, &[0], false, &|terms, x| {
        let (limit, one) = (terms.bv_const(8, 9), terms.bv_const(8, 1));
        (terms.ult(x[0], limit), vec![terms.add(x[0], one)], vec![])
    });
    let rows = interval_rows(&mut c.terms, c.numbers[0]).to_vec();
    let of = Loop::new(c.back, c.end, rows, &[]);
    let system = System { loops: vec![of], ..System::default() };
    let (mut found, _) = synthesise(&mut c.terms, &mut *c.solver, &system, &unlimited()).unwrap();
    found[0].parts[0].values[0] = RowValue::AtMost(Bv::from_signed(9, 8));
    let mut fresh = default_solver();
    let checked = is_inductive(&mut c.terms, &mut *fresh, &system, &found, &Limits::none());
    assert_eq!(checked, Ok(false));
}

/// Joins of random values: the result covers all of them, and nothing smaller of the domain does.
#[test]
fn a_join_is_the_least_value_that_covers() {
    let mut seed = 0x2545_f491_4f6c_dd1du64;
    let mut next = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    for _ in 0..300 {
        let count = 1 + next() % 4;
        let seen: Vec<u128> = (0..count).map(|_| u128::from(next() % 16)).collect();
        let covers = |value: &RowValue, n: u128| {
            let mut terms = Terms::new();
            let expression = terms.bv_const(6, n);
            let formula = value.formula(&mut terms, expression);
            terms.bool_constant(formula).unwrap()
        };
        let join = |domain| {
            seen.iter().fold(RowValue::Bottom, |value, &n| value.join(domain, &Value::Bv(Bv::new(6, n))))
        };
        let upper = join(Domain::UpperBound { most: 31 });
        assert_eq!(upper, RowValue::AtMost(Bv::new(6, *seen.iter().max().unwrap())));
        let constants = join(Domain::Constants { most: 8 });
        let congruent = join(Domain::Congruence);
        for n in 0..16 {
            assert_eq!(covers(&constants, n), seen.contains(&n));
        }
        assert!(seen.iter().all(|&n| covers(&congruent, n)), "{seen:?} {congruent:?}");
        // No larger modulus covers them.
        for modulus in 1..16u128 {
            let same = seen.iter().all(|n| n % modulus == seen[0] % modulus);
            if same && seen.iter().any(|n| n != &seen[0]) {
                let finer = RowValue::Congruent { modulus, remainder: seen[0] % modulus };
                assert!((0..16).all(|n| !covers(&congruent, n) || covers(&finer, n)), "{seen:?} {modulus}");
            }
        }
    }
}
