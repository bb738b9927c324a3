//! Affine relations modulo a power of two: what a set of vectors has in common, if every number may wrap around.
//!
//! The relations of a set of vectors are a module over the integers modulo `2^width`; it is kept by generators. A further vector
//! leaves the relations that hold of it as well: of all generators the one with the fewest factors 2 in its value on the new vector
//! cancels the values of the others, and itself only a multiple of it survives. Nothing is lost on the way, so that the result is
//! the strongest set of relations, and a chain of joins is short: in most of them a generator disappears.

use smt::{Bv, Op, TermId, Terms};

/// The vectors `x` with `r . (x - point) = 0` for all relations `r`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affine {
    width: u32,
    point: Vec<u64>,
    relations: Vec<Vec<u64>>,
}

/// One equation: the sum of the coefficients' products is the constant, in the lowest `width` bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equation {
    pub width: u32,
    pub coefficients: Vec<i64>,
    pub constant: i64,
}

impl Affine {
    /// Just one vector. A vector is given as one bit-vector, its first number lowest.
    pub fn point(width: u32, seen: &Bv) -> Affine {
        let point = numbers(width, seen);
        let unit = |i: usize| (0..point.len()).map(|j| u64::from(i == j)).collect();
        let relations = (0..point.len()).map(unit).collect();
        Affine { width, point, relations }
    }

    /// Adds a vector. `None` if nothing is left to say.
    #[must_use]
    pub fn join(&self, seen: &Bv) -> Option<Affine> {
        let mask = mask(self.width);
        let by: Vec<u64> = numbers(self.width, seen)
            .iter()
            .zip(&self.point)
            .map(|(a, b)| a.wrapping_sub(*b) & mask)
            .collect();
        let values: Vec<u64> = self.relations.iter().map(|r| product(r, &by) & mask).collect();
        // Of those with the fewest factors 2 the smallest: it keeps the coefficients of the others small.
        let pivot = (0..values.len())
            .filter(|&i| values[i] != 0)
            .min_by_key(|&i| (values[i].trailing_zeros(), magnitude(values[i], self.width)));
        let Some(pivot) = pivot else { return Some(self.clone()) };
        let shift = values[pivot].trailing_zeros();
        let odd = values[pivot] >> shift;
        let inverse = inverse(odd);
        let kept = self.relations[pivot].clone();
        let mut relations = Vec::with_capacity(self.relations.len());
        for (i, relation) in self.relations.iter().enumerate() {
            let factor = match i == pivot {
                // So many factors 2 make its value a multiple of `2^width`.
                true => {
                    let missing = self.width - shift;
                    let scale = if missing >= 64 { 0 } else { 1u64 << missing };
                    relations.push(relation.iter().map(|c| c.wrapping_mul(scale) & mask).collect());
                    continue;
                }
                false => (values[i] >> shift).wrapping_mul(inverse),
            };
            let reduced = relation.iter().zip(&kept).map(|(c, p)| c.wrapping_sub(factor.wrapping_mul(*p)));
            relations.push(reduced.map(|c| c & mask).collect::<Vec<u64>>());
        }
        relations.retain(|r| r.iter().any(|c| *c != 0));
        if relations.is_empty() {
            return None;
        }
        Some(Affine { width: self.width, point: self.point.clone(), relations })
    }

    /// The relations, each in the form with the smallest coefficients among its odd multiples that make one of them a power of 2.
    pub fn equations(&self) -> Vec<Equation> {
        self.relations.iter().map(|relation| self.equation(relation)).collect()
    }

    fn equation(&self, relation: &[u64]) -> Equation {
        let shift = relation.iter().filter(|c| **c != 0).map(|c| c.trailing_zeros()).min().unwrap_or(0);
        let width = self.width - shift;
        let short = mask(width);
        let reduced: Vec<u64> = relation.iter().map(|c| c >> shift).collect();
        let forms = reduced.iter().filter(|c| **c & 1 == 1).map(|&odd| {
            let inverse = inverse(odd);
            reduced.iter().map(|c| c.wrapping_mul(inverse) & short).collect::<Vec<u64>>()
        });
        let weight = |form: &Vec<u64>| form.iter().map(|c| u128::from(magnitude(*c, width))).sum::<u128>();
        let best = forms.chain([reduced.clone()]).min_by_key(weight).unwrap_or_default();
        let constant = product(&best, &self.point) & short;
        Equation {
            width,
            coefficients: best.iter().map(|c| signed(*c, width)).collect(),
            constant: signed(constant, width),
        }
    }

    /// That the expression, a vector as one bit-vector, is in the set; if it is one of several vectors, in each case on its own.
    pub fn formula(&self, terms: &mut Terms, expression: TermId) -> TermId {
        if let (Op::Ite, &[condition, a, b]) = (terms.op(expression), terms.args(expression)) {
            let (a, b) = (self.formula(terms, a), self.formula(terms, b));
            return terms.ite(condition, a, b);
        }
        let mut all = Vec::with_capacity(self.relations.len());
        for equation in self.equations() {
            let mut sum = terms.bv_signed(equation.width, -i128::from(equation.constant));
            for (i, &coefficient) in equation.coefficients.iter().enumerate() {
                if coefficient == 0 {
                    continue;
                }
                let low = i as u32 * self.width;
                let number = terms.extract(expression, low + equation.width - 1, low);
                let factor = terms.bv_signed(equation.width, i128::from(coefficient));
                let summand = terms.mul(number, factor);
                sum = terms.add(sum, summand);
            }
            let zero = terms.bv_const(equation.width, 0);
            all.push(terms.eq(sum, zero));
        }
        terms.and_all(all)
    }
}

fn numbers(width: u32, vector: &Bv) -> Vec<u64> {
    let count = vector.width() / width;
    (0..count).map(|i| vector.extract((i + 1) * width - 1, i * width).to_u64().unwrap_or(0)).collect()
}

fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

fn product(a: &[u64], b: &[u64]) -> u64 {
    a.iter().zip(b).fold(0, |sum, (x, y)| sum.wrapping_add(x.wrapping_mul(*y)))
}

fn signed(value: u64, width: u32) -> i64 {
    let unused = 64 - width;
    ((value << unused) as i64) >> unused
}

fn magnitude(value: u64, width: u32) -> u64 {
    signed(value, width).unsigned_abs()
}

/// Of an odd number modulo `2^64`, by Newton's iteration, which doubles the number of correct bits from three.
fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(width: u32, numbers: &[u64]) -> Bv {
        numbers
            .iter()
            .rev()
            .map(|&n| Bv::new(width, u128::from(n)))
            .reduce(|high, low| high.concat(&low))
            .unwrap()
    }

    fn contains(set: &Affine, point: &[u64]) -> bool {
        let by: Vec<u64> = point.iter().zip(&set.point).map(|(a, b)| a.wrapping_sub(*b)).collect();
        set.relations.iter().all(|r| product(r, &by) & mask(set.width) == 0)
    }

    /// All affine relations over two numbers of two bits that hold of the points, and nothing else: brute force.
    #[test]
    fn a_join_is_the_strongest_set_of_relations() {
        const WIDTH: u32 = 2;
        let all: Vec<[u64; 2]> = (0..4).flat_map(|x| (0..4).map(move |y| [x, y])).collect();
        let mut relations = Vec::new();
        for a in 0..4u64 {
            for b in 0..4u64 {
                relations.extend((0..4u64).map(|c| (a, b, c)));
            }
        }
        let holds = |(a, b, c): (u64, u64, u64), p: &[u64; 2]| (a * p[0] + b * p[1]) & 3 == c;
        for set in 1u32..1 << 16 {
            // Every third set is enough, and small ones are the interesting ones.
            if set.count_ones() > 4 && set % 37 != 0 {
                continue;
            }
            let points: Vec<[u64; 2]> = (0..16).filter(|i| set >> i & 1 == 1).map(|i| all[i]).collect();
            let mut joined = Some(Affine::point(WIDTH, &vector(WIDTH, &points[0])));
            for point in &points[1..] {
                joined = joined.and_then(|j| j.join(&vector(WIDTH, point)));
            }
            let valid: Vec<_> =
                relations.iter().filter(|r| points.iter().all(|p| holds(**r, p))).copied().collect();
            for p in &all {
                let expected = valid.iter().all(|r| holds(*r, p));
                let got = joined.as_ref().is_none_or(|j| contains(j, p));
                assert_eq!(got, expected, "{points:?} and {p:?}: {joined:?}");
            }
        }
    }

    #[test]
    fn the_formula_says_what_the_relations_say() {
        let points = [[0u64, 0, 0], [1, 2, 1], [2, 1, 1]];
        let mut set = Affine::point(8, &vector(8, &points[0]));
        for point in &points[1..] {
            set = set.join(&vector(8, point)).unwrap();
        }
        let equations = set.equations();
        assert_eq!(equations.len(), 1, "{equations:?}");
        assert_eq!(equations[0].coefficients, [1, 1, -3]);
        let mut terms = Terms::new();
        for (numbers, expected) in [([3u64, 3, 2], true), ([3, 3, 3], false), ([250, 9, 1], true)] {
            let v = vector(8, &numbers);
            let term = terms.bv(v);
            let holds = set.formula(&mut terms, term);
            assert_eq!(terms.bool_constant(holds), Some(expected), "{numbers:?}");
        }
    }

    #[test]
    fn strides_of_powers_of_two_are_relations() {
        let mut set = Affine::point(32, &vector(32, &[3]));
        set = set.join(&vector(32, &[11])).unwrap();
        let equations = set.equations();
        assert_eq!((equations[0].width, equations[0].constant), (3, 3));
        assert!(set.join(&vector(32, &[4])).is_none());
    }
}
