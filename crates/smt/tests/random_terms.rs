//! Random term DAGs: the simplifier against the raw terms, and the solvers against each other.

mod common;

use common::Random;
use fafnir_smt::{
    BatSat, BvSolver, Evaluator, Limits, Model, ProcessSolver, SatResult, Solver, Sort, TermId, Terms, Value,
};

/// Grows a DAG of bit-vectors and Booleans in an unsimplified store.
struct Generator {
    random: Random,
    terms: Terms,
    vectors: Vec<TermId>,
    booleans: Vec<TermId>,
    widths: &'static [u32],
    /// Multiplication and division beyond this width make queries too hard for a test.
    arithmetic_width: u32,
}

impl Generator {
    fn new(seed: u64, widths: &'static [u32], arithmetic_width: u32) -> Generator {
        let mut generator = Generator {
            random: Random::new(seed),
            terms: Terms::without_simplification(),
            vectors: Vec::new(),
            booleans: Vec::new(),
            widths,
            arithmetic_width,
        };
        for i in 0..4 {
            let width = generator.random.pick(widths);
            let v = generator.terms.bv_var(&format!("v{i}"), width);
            generator.vectors.push(v);
        }
        for i in 0..2 {
            let b = generator.terms.bool_var(&format!("b{i}"));
            generator.booleans.push(b);
        }
        generator
    }
    /// A bit-vector of the width: an existing one converted, or a constant.
    fn vector(&mut self, width: u32) -> TermId {
        if self.random.below(4) == 0 {
            let value = self.random.bv(width);
            return self.terms.bv(value);
        }
        // Recent terms more often, so that the DAG gets deep.
        let recent = self.vectors.len().saturating_sub(6);
        let from = if self.random.below(2) == 0 { recent } else { 0 };
        let v = self.vectors[from + self.random.below(self.vectors.len() - from)];
        let signed = self.random.below(2) == 0;
        self.terms.resize(v, width, signed)
    }
    /// A random slice; half of the time one of its ends is the middle, so that neighbours meet.
    fn piece(&mut self, whole: TermId) -> TermId {
        let width = self.terms.width(whole);
        let cut = |random: &mut Random| {
            if random.below(2) == 0 { width / 2 } else { random.below(width as usize + 1) as u32 }
        };
        let (a, b) = (cut(&mut self.random), cut(&mut self.random));
        let (low, end) = if a < b {
            (a, b)
        } else if b < a {
            (b, a)
        } else {
            (0, width)
        };
        self.terms.extract(whole, end - 1, low)
    }
    fn boolean(&mut self) -> TermId {
        self.random.pick(&self.booleans.clone())
    }
    fn step(&mut self) {
        let width = self.random.pick(self.widths);
        let narrow = width.min(self.arithmetic_width);
        match self.random.below(44) {
            choice @ 0..=14 => {
                let (a, b) = (self.vector(width), self.vector(width));
                let t = &mut self.terms;
                let v = match choice {
                    0..=2 => t.add(a, b),
                    3..=4 => t.sub(a, b),
                    5 => t.neg(a),
                    6 => t.bvnot(a),
                    7 => t.bvand(a, b),
                    8 => t.bvor(a, b),
                    9 => t.bvxor(a, b),
                    10 => t.shl(a, b),
                    11 => t.lshr(a, b),
                    12 => t.ashr(a, b),
                    13 => {
                        let c = self.random.pick(&self.booleans);
                        t.ite(c, a, b)
                    }
                    _ => {
                        let joined = t.concat(a, b);
                        let low = self.random.below(width as usize) as u32;
                        t.extract(joined, low + width - 1, low)
                    }
                };
                self.vectors.push(v);
            }
            choice @ 15..=19 => {
                let (a, b) = (self.vector(narrow), self.vector(narrow));
                let t = &mut self.terms;
                let v = match choice {
                    15 => t.mul(a, b),
                    16 => t.udiv(a, b),
                    17 => t.urem(a, b),
                    18 => t.sdiv(a, b),
                    _ => t.srem(a, b),
                };
                self.vectors.push(v);
            }
            choice @ 20..=23 => {
                // With a constant operand: strength reduction and narrowing.
                let a = self.vector(width);
                let value = self.random.bv(width);
                let t = &mut self.terms;
                let c = t.bv(value);
                let v = match choice {
                    20 => t.mul(a, c),
                    21 => t.shl(a, c),
                    22 => t.bvand(a, c),
                    _ => t.add(a, c),
                };
                self.vectors.push(v);
            }
            choice @ 24..=31 => {
                let (a, b) = (self.vector(width), self.vector(width));
                let t = &mut self.terms;
                let p = match choice {
                    24 => t.eq(a, b),
                    25 => t.ne(a, b),
                    26 => t.ult(a, b),
                    27 => t.ule(a, b),
                    28 => t.slt(a, b),
                    29 => t.sle(a, b),
                    30 => t.sadd_overflows(a, b),
                    _ => t.uadd_overflows(a, b),
                };
                self.booleans.push(p);
            }
            choice @ 32..=33 => {
                let (a, b) = (self.vector(narrow), self.vector(narrow));
                let t = &mut self.terms;
                let p = if choice == 32 { t.umul_overflows(a, b) } else { t.smul_overflows(a, b) };
                self.booleans.push(p);
            }
            40..=41 => {
                // Pieces of one term side by side, adjacent or not, in either order.
                let whole = self.random.pick(&self.vectors);
                let (high_part, low_part) = (self.piece(whole), self.piece(whole));
                let joined = self.terms.concat(high_part, low_part);
                let outer = self.piece(joined);
                self.vectors.push(joined);
                self.vectors.push(outer);
            }
            42..=43 => {
                // The same extension on both sides of a comparison or an operator.
                let wide = width + 1 + self.random.below(9) as u32;
                let (a, b) = (self.vector(width), self.vector(width));
                let signed = self.random.below(2) == 0;
                let t = &mut self.terms;
                let (a, b) = (t.resize(a, wide, signed), t.resize(b, wide, signed));
                let less = if self.random.below(2) == 0 { t.ult(a, b) } else { t.slt(a, b) };
                let both = t.bvor(a, b);
                let sum = t.add(a, b);
                self.booleans.push(less);
                self.vectors.push(both);
                self.vectors.push(sum);
            }
            choice => {
                let (p, q) = (self.boolean(), self.boolean());
                let t = &mut self.terms;
                let r = match choice {
                    34 => t.and(p, q),
                    35 => t.or(p, q),
                    36 => t.xor(p, q),
                    37 => t.not(p),
                    38 => t.implies(p, q),
                    _ => {
                        let c = self.random.pick(&self.booleans);
                        t.ite(c, p, q)
                    }
                };
                self.booleans.push(r);
            }
        }
    }
    fn random_value(&mut self, t: TermId) -> Value {
        match self.terms.sort(t) {
            Sort::Bool => Value::Bool(self.random.below(2) == 0),
            Sort::Bv(width) => Value::Bv(self.random.bv(width)),
        }
    }
}

/// Variables keep their names through `import`.
fn translate_model(from: &Terms, to: &mut Terms, model: &Model) -> Model {
    let mut result = Model::new();
    for v in from.variables() {
        if let (Some(value), Some(name)) = (model.get(v), from.variable_name(v)) {
            let here = to.var(name, from.sort(v));
            result.set(here, value.clone());
        }
    }
    result
}

#[test]
fn simplification_keeps_the_value() {
    for seed in 0..600 {
        let widths: &[u32] = match seed % 3 {
            0 => &[8, 16, 32, 64],
            1 => &[1, 3, 7, 8, 33, 64],
            _ => &[1, 8, 65, 100, 128, 130, 200],
        };
        let mut generator = Generator::new(seed, widths, 200);
        for _ in 0..60 {
            generator.step();
        }
        let roots: Vec<TermId> = generator.vectors.iter().chain(&generator.booleans).copied().collect();
        let mut simplified = Terms::new();
        let imported: Vec<TermId> =
            roots.iter().map(|&root| simplified.import(&generator.terms, root)).collect();
        for round in 0..12 {
            let mut model = Model::new();
            for v in generator.terms.variables().collect::<Vec<_>>() {
                let value = generator.random_value(v);
                model.set(v, value);
            }
            let there = translate_model(&generator.terms, &mut simplified, &model);
            let mut before = Evaluator::new(&generator.terms, &model);
            let mut after = Evaluator::new(&simplified, &there);
            for (&root, &new) in roots.iter().zip(&imported) {
                assert_eq!(
                    before.value(root),
                    after.value(new),
                    "seed {seed} round {round}: {} became {}",
                    generator.terms.display(root),
                    simplified.display(new)
                );
            }
        }
    }
}

#[derive(Default)]
struct Tally {
    sat: u32,
    unsat: u32,
    unknown: u32,
}

/// All solvers decide the same random formula, in raw and in simplified form, each incrementally: the next
/// formula of a seed extends the previous one.
fn compare_solvers(seeds: std::ops::Range<u64>, widths: &'static [u32], arithmetic_width: u32) -> Tally {
    let mut tally = Tally::default();
    let limits = Limits::none().with_conflicts(20_000);
    for seed in seeds {
        let mut generator = Generator::new(seed, widths, arithmetic_width);
        let mut simplified = Terms::new();
        let mut on_raw: Vec<Box<dyn Solver>> = vec![Box::new(BvSolver::new(BatSat::new()))];
        let mut on_simplified: Vec<Box<dyn Solver>> =
            vec![Box::new(BvSolver::new(BatSat::new())), fafnir_smt::default_solver()];
        if let Ok(z3) = ProcessSolver::z3() {
            on_raw.push(Box::new(z3));
        }
        if seed % 8 == 0
            && let Ok(cvc5) = ProcessSolver::cvc5()
        {
            on_simplified.push(Box::new(cvc5));
        }
        for _ in 0..4 {
            for _ in 0..25 {
                generator.step();
            }
            let recent = generator.booleans.len().saturating_sub(5);
            let mut goals: Vec<TermId> = generator.booleans[recent..].to_vec();
            // Half of the queries hold under a random model, hence are satisfiable; the others are as they come.
            let satisfiable = generator.random.below(2) == 0;
            if satisfiable {
                let mut model = Model::new();
                for v in generator.terms.variables().collect::<Vec<_>>() {
                    let value = generator.random_value(v);
                    model.set(v, value);
                }
                for goal in &mut goals {
                    if !model.holds(&generator.terms, *goal) {
                        *goal = generator.terms.not(*goal);
                    }
                }
            }
            let imported: Vec<TermId> =
                goals.iter().map(|&g| simplified.import(&generator.terms, g)).collect();
            let mut answers: Vec<(String, SatResult)> = Vec::new();
            for (solvers, terms, goals) in
                [(&mut on_raw, &generator.terms, &goals), (&mut on_simplified, &simplified, &imported)]
            {
                for solver in solvers.iter_mut() {
                    // Process solvers ignore conflict limits.
                    let limits = limits.clone().with_time(std::time::Duration::from_secs(10));
                    let result = solver.check(terms, goals, &limits);
                    if result.is_sat() {
                        let model = solver.model(terms).expect("a model after Sat");
                        for &goal in goals {
                            assert!(
                                model.holds(terms, goal),
                                "seed {seed}: the model of {} does not satisfy {}",
                                solver.name(),
                                terms.display(goal)
                            );
                        }
                    }
                    if result.is_unsat() {
                        let core = solver.failed_assumptions().to_vec();
                        assert!(core.iter().all(|t| goals.contains(t)), "seed {seed}: {}", solver.name());
                        let again = solver.check(terms, &core, &limits);
                        assert!(
                            !again.is_sat(),
                            "seed {seed}: the core of {} is satisfiable: {core:?}",
                            solver.name()
                        );
                    }
                    answers.push((solver.name().to_owned(), result));
                }
            }
            let sat = answers.iter().any(|(_, r)| r.is_sat());
            let unsat = answers.iter().any(|(_, r)| r.is_unsat());
            assert!(!(sat && unsat), "seed {seed}: {answers:?}");
            assert!(!(satisfiable && unsat), "seed {seed}: {answers:?}");
            match (sat, unsat) {
                (true, _) => tally.sat += 1,
                (_, true) => tally.unsat += 1,
                _ => tally.unknown += 1,
            }
            let backend_failed =
                |r: &SatResult| matches!(r, SatResult::Unknown(fafnir_smt::UnknownReason::Backend(_)));
            assert!(!answers.iter().any(|(_, r)| backend_failed(r)), "seed {seed}: {answers:?}");
        }
    }
    tally
}

#[test]
fn solvers_agree_on_narrow_terms() {
    let tally = compare_solvers(0..60, &[1, 4, 8, 16], 8);
    assert!(tally.sat > 50 && tally.unsat > 20, "{} sat, {} unsat", tally.sat, tally.unsat);
    assert!(tally.unknown < 5, "{} unknown", tally.unknown);
}

#[test]
fn solvers_agree_on_wide_terms() {
    let tally = compare_solvers(1000..1040, &[8, 32, 64, 100], 8);
    assert!(tally.sat > 30 && tally.unsat > 10, "{} sat, {} unsat", tally.sat, tally.unsat);
    assert!(tally.unknown < 10, "{} unknown", tally.unknown);
}

/// What the simplifier makes of a term is equivalent to it for all values: decided, not sampled.
#[test]
fn simplified_terms_are_equivalent() {
    let limits = Limits::none().with_conflicts(20_000);
    let mut decided = 0;
    for seed in 2000..2060 {
        let mut generator = Generator::new(seed, &[4, 8, 13], 5);
        for _ in 0..40 {
            generator.step();
        }
        let mut simplified = Terms::new();
        let mut raw = std::mem::replace(&mut generator.terms, Terms::new());
        let mut solver = BvSolver::new(BatSat::new());
        for &root in generator.vectors.iter().chain(&generator.booleans) {
            let new = simplified.import(&raw, root);
            // Back into the raw store, next to the original, where nothing is simplified.
            let back = raw.import(&simplified, new);
            let differ = raw.ne(root, back);
            let result = solver.check(&raw, &[differ], &limits);
            assert!(!result.is_sat(), "seed {seed}: {} became {}", raw.display(root), raw.display(back));
            decided += usize::from(result.is_unsat());
        }
    }
    assert!(decided > 1500, "only {decided} decided");
}
