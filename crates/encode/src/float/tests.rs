//! Every operation on variables, evaluated, against the numbers of the host.

use super::*;
use ir::MathFunction;
use smt::{Model, Value};

/// Numbers at which something changes, and their neighbours.
fn specials_32() -> Vec<f32> {
    let some = [
        0.0,
        1.0,
        1.5,
        2.0,
        2.5,
        3.5,
        0.5,
        0.1,
        3.0e-39,
        f32::MIN_POSITIVE,
        f32::MAX,
        f32::INFINITY,
        f32::NAN,
        8_388_607.5,
        16_777_215.0,
        2_147_483_648.0,
        4_294_967_296.0,
        9.223_372e18,
    ];
    let mut numbers = vec![f32::from_bits(1), f32::from_bits(0x007f_ffff), f32::from_bits(0x7f80_0001)];
    for number in some {
        numbers.extend([number, number.next_up(), number.next_down()]);
    }
    let opposite: Vec<f32> = numbers.iter().map(|number| -number).collect();
    numbers.extend(opposite);
    numbers
}

/// The same sequence each time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    /// Bits of which the exponent is near that of one half of the time, so that sums and products are not all zero or infinite.
    fn double(&mut self) -> u64 {
        let bits = self.next();
        match self.next() % 4 {
            0 => bits,
            1 => bits & 0x800f_ffff_ffff_ffff | (1023 + self.next() % 8) << 52,
            2 => bits & 0x8000_0000_0000_000f | (1020 + self.next() % 60) << 52,
            _ => bits & 0x800f_ffff_ffff_ffff | (self.next() % 60) << 52,
        }
    }
}

/// Terms over two variables, to be evaluated.
struct Question {
    terms: Terms,
    variables: [TermId; 2],
}

impl Question {
    fn new(widths: [u32; 2]) -> Question {
        let mut terms = Terms::new();
        let variables = [terms.bv_var("a", widths[0]), terms.bv_var("b", widths[1])];
        Question { terms, variables }
    }
    fn model(&self, a: u128, b: u128) -> Model {
        let mut model = Model::new();
        for (variable, value) in self.variables.into_iter().zip([a, b]) {
            model.set(variable, Value::Bv(Bv::new(self.terms.width(variable), value)));
        }
        model
    }
    fn value(&self, term: TermId, a: u128, b: u128) -> u128 {
        self.model(a, b).value(&self.terms, term).as_bv().and_then(Bv::to_u128).expect("at most 128 bits")
    }
    fn holds(&self, term: TermId, a: u128, b: u128) -> bool {
        self.model(a, b).holds(&self.terms, term)
    }
}

fn check_32(expected: f32, bits: u128, what: &str) {
    let found = f32::from_bits(u32::try_from(bits).expect("32 bits"));
    let same = if expected.is_nan() { found.is_nan() } else { expected.to_bits() == found.to_bits() };
    assert!(same, "{what}: {expected:e} expected, {found:e} found");
}

fn check_64(expected: f64, bits: u128, what: &str) {
    let found = f64::from_bits(u64::try_from(bits).expect("64 bits"));
    let same = if expected.is_nan() { found.is_nan() } else { expected.to_bits() == found.to_bits() };
    assert!(same, "{what}: {expected:e} expected, {found:e} found");
}

#[test]
fn single_precision_is_that_of_the_host() {
    let mut question = Question::new([32, 32]);
    let [a, b] = question.variables;
    let sums = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div]
        .map(|op| arithmetic(&mut question.terms, op, Scalar::F32, a, b).unwrap());
    let comparisons = [BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Le, BinOp::Gt, BinOp::Ge]
        .map(|op| compare(&mut question.terms, op, Scalar::F32, a, b).unwrap());
    let nonzero = is_nonzero(&mut question.terms, a);
    let questions = [MathFunction::Signbit, MathFunction::IsNan, MathFunction::IsInf, MathFunction::IsFinite]
        .map(|which| function(&mut question.terms, which, Scalar::F32, &[a]).unwrap().0);
    let functions = [MathFunction::Fabs, MathFunction::Copysign, MathFunction::Fmin, MathFunction::Fmax]
        .map(|which| function(&mut question.terms, which, Scalar::F32, &[a, b]).unwrap().0);
    let mut random = Random(88_172_645_463_325_252);
    let mut pairs: Vec<(f32, f32)> = Vec::new();
    let specials = specials_32();
    for &x in &specials {
        for _ in 0..6 {
            pairs.push((x, specials[random.next() as usize % specials.len()]));
        }
    }
    for _ in 0..300 {
        pairs.push((f32::from_bits(random.next() as u32), f32::from_bits(random.next() as u32)));
    }
    for (x, y) in pairs {
        let (p, q) = (u128::from(x.to_bits()), u128::from(y.to_bits()));
        for (term, expected) in sums.into_iter().zip([x + y, x - y, x * y, x / y]) {
            check_32(expected, question.value(term, p, q), &format!("{x:e} and {y:e}"));
        }
        for (term, expected) in comparisons.into_iter().zip([x == y, x != y, x < y, x <= y, x > y, x >= y]) {
            assert_eq!(question.holds(term, p, q), expected, "{x:e} and {y:e}");
        }
        assert_eq!(question.holds(nonzero, p, q), x != 0.0);
        let expected = [x.is_sign_negative(), x.is_nan(), x.is_infinite(), x.is_finite()];
        for (term, expected) in questions.into_iter().zip(expected) {
            assert_eq!(question.value(term, p, q) != 0, expected, "{x:e}");
        }
        check_32(x.abs(), question.value(functions[0], p, q), "magnitude");
        check_32(x.copysign(y), question.value(functions[1], p, q), "sign");
        // Which of two zeros is the smaller one is open, and what becomes of a NaN that signals.
        let signals = |z: f32| z.is_nan() && z.to_bits() & 1 << 22 == 0;
        if !(x == 0.0 && y == 0.0 || signals(x) || signals(y)) {
            check_32(x.min(y), question.value(functions[2], p, q), &format!("{x:e} and {y:e}"));
            check_32(x.max(y), question.value(functions[3], p, q), &format!("{x:e} and {y:e}"));
        }
    }
}

#[test]
fn double_precision_is_that_of_the_host() {
    let mut question = Question::new([64, 64]);
    let [a, b] = question.variables;
    let sums = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div]
        .map(|op| arithmetic(&mut question.terms, op, Scalar::F64, a, b).unwrap());
    let narrow = convert(&mut question.terms, Scalar::F64, Scalar::F32, a).unwrap();
    let root = function(&mut question.terms, MathFunction::Sqrt, Scalar::F64, &[a]).unwrap().0;
    let mut random = Random(7_046_029_254_386_353_131);
    for _ in 0..400 {
        let (x, y) = (f64::from_bits(random.double()), f64::from_bits(random.double()));
        let (p, q) = (u128::from(x.to_bits()), u128::from(y.to_bits()));
        for (term, expected) in sums.into_iter().zip([x + y, x - y, x * y, x / y]) {
            check_64(expected, question.value(term, p, q), &format!("{x:e} and {y:e}"));
        }
        check_32(x as f32, question.value(narrow, p, q), &format!("{x:e}"));
        check_64(x.sqrt(), question.value(root, p, q), &format!("root of {x:e}"));
    }
}

#[test]
fn roots_integral_numbers_and_conversions_are_those_of_the_host() {
    let mut question = Question::new([32, 32]);
    let [a, _] = question.variables;
    let terms = &mut question.terms;
    let root = function(terms, MathFunction::Sqrt, Scalar::F32, &[a]).unwrap().0;
    let wide = convert(terms, Scalar::F32, Scalar::F64, a).unwrap();
    let integral = [
        MathFunction::Floor,
        MathFunction::Ceil,
        MathFunction::Trunc,
        MathFunction::Round,
        MathFunction::Rint,
    ]
    .map(|which| function(terms, which, Scalar::F32, &[a]).unwrap().0);
    let whole = [Scalar::I8, Scalar::U8, Scalar::I32, Scalar::U32, Scalar::I64, Scalar::U64]
        .map(|to| to_integer(terms, DataModel::Lp64, Scalar::F32, to, a).unwrap());
    let mut random = Random(1_181_783_497_276_652_981);
    let mut numbers = specials_32();
    numbers.extend((0..300).map(|_| f32::from_bits(random.next() as u32)));
    numbers.extend((0..100).map(|_| (random.next() % 4096) as f32 / 16.0 - 128.0));
    for x in numbers {
        let p = u128::from(x.to_bits());
        let what = format!("{x:e}");
        check_32(x.sqrt(), question.value(root, p, 0), &what);
        check_64(f64::from(x), question.value(wide, p, 0), &what);
        let expected = [x.floor(), x.ceil(), x.trunc(), x.round(), x.round_ties_even()];
        for (term, expected) in integral.into_iter().zip(expected) {
            check_32(expected, question.value(term, p, 0), &what);
        }
        // `as` saturates; what it gives is in range if the value is.
        let t = f64::from(x).trunc();
        let expected = [
            ((-128.0..=127.0).contains(&t), x as i8 as u8 as u128),
            ((0.0..=255.0).contains(&t), x as u8 as u128),
            ((-2_147_483_648.0..=2_147_483_647.0).contains(&t), x as i32 as u32 as u128),
            ((0.0..=4_294_967_295.0).contains(&t), x as u32 as u128),
            ((-9.223_372_036_854_776e18..9.223_372_036_854_776e18).contains(&t), x as i64 as u64 as u128),
            ((0.0..18_446_744_073_709_551_616.0).contains(&t), x as u64 as u128),
        ];
        for ((value, fits), (in_range, expected)) in whole.into_iter().zip(expected) {
            assert_eq!(question.holds(fits, p, 0), in_range, "{what}");
            if in_range {
                assert_eq!(question.value(value, p, 0), expected, "{what}");
            }
        }
    }
}

#[test]
fn integers_become_the_numbers_of_the_host() {
    let mut question = Question::new([64, 32]);
    let [a, b] = question.variables;
    let terms = &mut question.terms;
    let [signed, unsigned] =
        [Scalar::I64, Scalar::U64].map(|from| from_integer(terms, from, Scalar::F32, a).unwrap());
    let [long, short] = [(Scalar::I64, a), (Scalar::I32, b)]
        .map(|(from, bits)| from_integer(terms, from, Scalar::F64, bits).unwrap());
    let mut random = Random(2_685_821_657_736_338_717);
    let mut numbers = vec![0, 1, u64::MAX, 1 << 63, i64::MAX as u64, 1 << 24, (1 << 24) + 1, (1 << 53) + 1];
    numbers.extend((0..300).map(|i| random.next() >> (i % 64)));
    for n in numbers {
        let what = format!("{n}");
        let value = |term| question.value(term, u128::from(n), u128::from(n as u32));
        check_32(n as i64 as f32, value(signed), &what);
        check_32(n as f32, value(unsigned), &what);
        check_64(n as i64 as f64, value(long), &what);
        check_64(f64::from(n as u32 as i32), value(short), &what);
    }
}
