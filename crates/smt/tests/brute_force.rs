//! Every operator on every operand of small widths: evaluator, simplifier and blaster against a reference.

mod common;

use common::{Operator, mask, model, number, operators};
use fafnir_smt::{BatSat, BvSolver, Limits, Sat, SatResult, Solver, TermId, Terms};

fn stores() -> [Terms; 2] {
    [Terms::new(), Terms::without_simplification()]
}

#[test]
fn evaluator_agrees_with_the_reference() {
    for w in 1..=5 {
        for mut terms in stores() {
            let (x, y) = (terms.bv_var("x", w), terms.bv_var("y", w));
            for op in operators() {
                let t = (op.build)(&mut terms, x, y);
                for a in 0..=mask(w) {
                    for b in 0..=mask(w) {
                        let m = model(&[(x, number(w, a)), (y, number(w, b))]);
                        assert_eq!(m.value(&terms, t), op.expected(w, a, b), "{} {a} {b}, {w} bits", op.name);
                    }
                }
            }
        }
    }
}

#[test]
fn constant_operands_agree_with_the_reference() {
    for w in 1..=4 {
        let mut terms = Terms::new();
        let (x, y) = (terms.bv_var("x", w), terms.bv_var("y", w));
        for op in operators() {
            for a in 0..=mask(w) {
                let ca = terms.bv_const(w, u128::from(a));
                let left = (op.build)(&mut terms, ca, y);
                let right = (op.build)(&mut terms, x, ca);
                let same = (op.build)(&mut terms, x, x);
                for b in 0..=mask(w) {
                    let m = model(&[(x, number(w, b)), (y, number(w, b))]);
                    assert_eq!(m.value(&terms, left), op.expected(w, a, b), "{} {a} y={b}", op.name);
                    assert_eq!(m.value(&terms, right), op.expected(w, b, a), "{} x={b} {a}", op.name);
                    assert_eq!(m.value(&terms, same), op.expected(w, b, b), "{} x x, x={b}", op.name);
                    let cb = terms.bv_const(w, u128::from(b));
                    let folded = (op.build)(&mut terms, ca, cb);
                    assert_eq!(terms.constant_value(folded), Some(op.expected(w, a, b)), "{}", op.name);
                }
            }
        }
    }
}

/// `f(g(x, p), q)` for all operators and all `p`, `q` among variables and constants: the rules that look one
/// level down.
#[test]
fn nested_operators_agree_with_the_reference() {
    let operators = operators();
    let inner: Vec<&Operator> = operators.iter().filter(|op| !op.is_bool).collect();
    for w in [1, 2, 3] {
        let mut terms = Terms::new();
        let (x, y) = (terms.bv_var("x", w), terms.bv_var("y", w));
        let mut operands: Vec<(TermId, Option<u64>)> = vec![(x, None), (y, None)];
        for c in 0..=mask(w) {
            operands.push((terms.bv_const(w, u128::from(c)), Some(c)));
        }
        for g in &inner {
            for &(p, p_value) in &operands {
                let middle = (g.build)(&mut terms, x, p);
                for f in &operators {
                    for &(q, q_value) in &operands {
                        let left = (f.build)(&mut terms, middle, q);
                        let right = (f.build)(&mut terms, q, middle);
                        for a in 0..=mask(w) {
                            for b in 0..=mask(w) {
                                let value =
                                    |t, constant: Option<u64>| constant.unwrap_or(if t == x { a } else { b });
                                let m = model(&[(x, number(w, a)), (y, number(w, b))]);
                                let inner = (g.reference)(w, a, value(p, p_value)) & mask(w);
                                let outer = value(q, q_value);
                                let what = || format!("{}({}) {p} {q} {w} bits x={a} y={b}", f.name, g.name);
                                assert_eq!(
                                    m.value(&terms, left),
                                    f.expected(w, inner, outer),
                                    "{} {}",
                                    what(),
                                    terms.display(left)
                                );
                                assert_eq!(
                                    m.value(&terms, right),
                                    f.expected(w, outer, inner),
                                    "swapped {} {}",
                                    what(),
                                    terms.display(right)
                                );
                                if p_value.is_some() && q_value.is_some() && q != y {
                                    // y does not occur.
                                    break;
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// All operators on all pairs of concatenations, extensions, slices and choices: the rules for structure.
#[test]
fn structured_operands_agree_with_the_reference() {
    const W: u32 = 4;
    let mut terms = Terms::new();
    let (x, y) = (terms.bv_var("x", 2), terms.bv_var("y", 2));
    let t = &mut terms;
    let mut structured: Vec<TermId> = Vec::new();
    let constants: Vec<TermId> = (0..4).map(|c| t.bv_const(2, c)).collect();
    for (a, b) in [(x, y), (y, x), (x, x)] {
        structured.push(t.concat(a, b));
        let (low, high) = (t.extract(a, 0, 0), t.extract(b, 1, 1));
        let inner = t.concat(low, b);
        structured.push(t.concat(high, inner));
        structured.push(t.zero_extend(inner, W));
        let c = t.ult(a, b);
        let (za, sb) = (t.zero_extend(a, W), t.sign_extend(b, W));
        structured.push(t.ite(c, za, sb));
        let sum = t.add(za, sb);
        structured.push(sum);
        structured.push(t.mul(za, sb));
        structured.push(t.bvnot(sum));
        structured.push(t.neg(sb));
    }
    for v in [x, y] {
        structured.push(t.zero_extend(v, W));
        structured.push(t.sign_extend(v, W));
        for &c in &constants {
            structured.push(t.concat(v, c));
            structured.push(t.concat(c, v));
        }
        let (one, set) = (t.bv_const(W, 1), t.bit(v, 0));
        let nine = t.bv_const(W, 9);
        structured.push(t.ite(set, one, nine));
        structured.push(t.bool_to_bv(set, W));
    }
    structured.sort_unstable();
    structured.dedup();
    let assignments: Vec<_> =
        (0..16).map(|bits| model(&[(x, number(2, bits & 3)), (y, number(2, bits >> 2))])).collect();
    let operators = operators();
    for &left in &structured {
        for &right in &structured {
            for op in &operators {
                let result = (op.build)(&mut terms, left, right);
                for m in &assignments {
                    let value = |t| m.value(&terms, t).to_u64().unwrap();
                    assert_eq!(
                        m.value(&terms, result),
                        op.expected(W, value(left), value(right)),
                        "{} of {} and {} became {}",
                        op.name,
                        terms.display(left),
                        terms.display(right),
                        terms.display(result)
                    );
                }
            }
        }
    }
}

/// Solves for the value of each operator under every assignment of its operands.
fn check_blaster<S: Sat>(make: fn() -> S) {
    for w in 1..=4 {
        for mut terms in stores() {
            let (x, y) = (terms.bv_var("x", w), terms.bv_var("y", w));
            for op in operators() {
                let mut solver = BvSolver::new(make());
                let t = (op.build)(&mut terms, x, y);
                let result = terms.fresh("result", terms.sort(t));
                let definition = terms.eq(result, t);
                solver.assert(&terms, definition);
                for a in 0..=mask(w) {
                    for b in 0..=mask(w) {
                        let (ca, cb) = (terms.bv_const(w, u128::from(a)), terms.bv_const(w, u128::from(b)));
                        let (xa, yb) = (terms.eq(x, ca), terms.eq(y, cb));
                        assert_eq!(solver.check(&terms, &[xa, yb], &Limits::none()), SatResult::Sat);
                        let value = solver.value(&terms, result);
                        assert_eq!(value, Some(op.expected(w, a, b)), "{} {a} {b}, {w} bits", op.name);
                    }
                }
            }
        }
    }
}

/// The same with one constant operand, without the simplifier: the gates must fold.
fn check_constant_folding_gates<S: Sat>(make: fn() -> S) {
    for w in 1..=3 {
        let mut terms = Terms::without_simplification();
        let x = terms.bv_var("x", w);
        for op in operators() {
            let mut solver = BvSolver::new(make());
            for c in 0..=mask(w) {
                let constant = terms.bv_const(w, u128::from(c));
                let left = (op.build)(&mut terms, constant, x);
                let right = (op.build)(&mut terms, x, constant);
                let (rl, rr) = (terms.fresh("l", terms.sort(left)), terms.fresh("r", terms.sort(left)));
                let (dl, dr) = (terms.eq(rl, left), terms.eq(rr, right));
                solver.assert(&terms, dl);
                solver.assert(&terms, dr);
                for a in 0..=mask(w) {
                    let ca = terms.bv_const(w, u128::from(a));
                    let xa = terms.eq(x, ca);
                    assert_eq!(solver.check(&terms, &[xa], &Limits::none()), SatResult::Sat);
                    let m = solver.model(&terms).unwrap();
                    assert_eq!(m.value(&terms, rl), op.expected(w, c, a), "{} {c} x={a}", op.name);
                    assert_eq!(m.value(&terms, rr), op.expected(w, a, c), "{} x={a} {c}", op.name);
                }
            }
        }
    }
}

#[test]
fn blaster_agrees_with_the_reference_batsat() {
    check_blaster(BatSat::new);
    check_constant_folding_gates(BatSat::new);
}

#[cfg(feature = "cadical")]
#[test]
fn blaster_agrees_with_the_reference_cadical() {
    check_blaster(fafnir_smt::CaDiCaL::new);
    check_constant_folding_gates(fafnir_smt::CaDiCaL::new);
}

/// The connectives, on all values and all constants in all places.
#[test]
fn boolean_connectives() {
    type Connective = (fn(&mut Terms, TermId, TermId, TermId) -> TermId, fn(bool, bool, bool) -> bool);
    let connectives: [Connective; 9] = [
        (|t, a, _, _| t.not(a), |a, _, _| !a),
        (|t, a, b, _| t.and(a, b), |a, b, _| a && b),
        (|t, a, b, _| t.or(a, b), |a, b, _| a || b),
        (|t, a, b, _| t.xor(a, b), |a, b, _| a != b),
        (|t, a, b, _| t.implies(a, b), |a, b, _| !a || b),
        (|t, a, b, _| t.eq(a, b), |a, b, _| a == b),
        (|t, a, b, c| t.ite(a, b, c), |a, b, c| if a { b } else { c }),
        (|t, a, b, c| t.and_all([a, b, c]), |a, b, c| a && b && c),
        (|t, a, b, c| t.distinct(&[a, b, c]), |a, b, c| a != b && b != c && a != c),
    ];
    for mut terms in stores() {
        let p = terms.bool_var("p");
        let q = terms.bool_var("q");
        let (np, nq) = (terms.not(p), terms.not(q));
        // A few literals and compound terms, by name.
        let mut operands = vec![p, q, np, nq, TermId::TRUE, TermId::FALSE];
        for i in 0..4 {
            for j in 0..4 {
                operands.push(terms.and(operands[i], operands[j]));
            }
        }
        let mut solver = BvSolver::new(BatSat::new());
        for (build, meaning) in connectives {
            for &a in &operands {
                for &b in &operands {
                    for &c in &operands {
                        let t = build(&mut terms, a, b, c);
                        for bits in 0..4 {
                            let (vp, vq) = (bits & 1 == 1, bits & 2 == 2);
                            use fafnir_smt::Value::Bool;
                            let m = model(&[(p, Bool(vp)), (q, Bool(vq))]);
                            let [va, vb, vc] = [a, b, c].map(|t| m.holds(&terms, t));
                            assert_eq!(m.holds(&terms, t), meaning(va, vb, vc));
                        }
                        if t.raw() % 7 == 0 {
                            // The solver agrees with the truth table.
                            let satisfiable = (0..4).any(|bits| {
                                use fafnir_smt::Value::Bool;
                                model(&[(p, Bool(bits & 1 == 1)), (q, Bool(bits & 2 == 2))]).holds(&terms, t)
                            });
                            let result = solver.check(&terms, &[t], &Limits::none());
                            assert_eq!(result.is_sat(), satisfiable);
                        }
                    }
                }
            }
        }
    }
}
