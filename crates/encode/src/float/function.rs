//! Functions of `<math.h>` whose results C and IEEE 754 determine.

use super::convert::Integral;
use super::{Format, arithmetic, compare, convert, format, is_nan};
use ir::{BinOp, MathFunction, Scalar};
use smt::{Sort, TermId, Terms};

/// The result of a function and its type, that of the arguments or, for a question, `int`. `None` if the function is not among those that are computed.
///
/// What the C library may choose is a choice here: the number that says yes, which of two zeros is the smaller one, the sign of a
/// NaN that is computed.
pub fn function(
    terms: &mut Terms,
    function: MathFunction,
    scalar: Scalar,
    arguments: &[TermId],
) -> Option<(TermId, Scalar)> {
    let format = format(scalar)?;
    let &first = arguments.first()?;
    let (top, all) = (format.width() - 1, format.infinity());
    let round = |terms: &mut Terms, how| convert::integral(terms, format, how, first);
    let result = match function {
        MathFunction::Sqrt => arithmetic::square_root(terms, format, first),
        MathFunction::Floor => round(terms, Integral::Down),
        MathFunction::Ceil => round(terms, Integral::Up),
        MathFunction::Trunc => round(terms, Integral::TowardsZero),
        MathFunction::Round => round(terms, Integral::Nearest),
        MathFunction::Rint => round(terms, Integral::NearestEven),
        MathFunction::Fabs => {
            let magnitude = terms.extract(first, top - 1, 0);
            terms.zero_extend(magnitude, top + 1)
        }
        MathFunction::Copysign => {
            let &second = arguments.get(1)?;
            let (sign, magnitude) = (terms.extract(second, top, top), terms.extract(first, top - 1, 0));
            terms.concat(sign, magnitude)
        }
        MathFunction::Fmin => extreme(terms, format, scalar, BinOp::Lt, first, *arguments.get(1)?)?,
        MathFunction::Fmax => extreme(terms, format, scalar, BinOp::Gt, first, *arguments.get(1)?)?,
        MathFunction::Signbit => {
            let negative = terms.bit(first, top);
            yes_or_no(terms, negative)
        }
        MathFunction::IsNan => {
            let holds = is_nan(terms, first, format);
            yes_or_no(terms, holds)
        }
        MathFunction::IsInf | MathFunction::IsFinite => {
            let magnitude = terms.extract(first, top - 1, 0);
            let infinity = terms.bv_const(top, all);
            let holds = match function {
                MathFunction::IsInf => terms.eq(magnitude, infinity),
                _ => terms.ult(magnitude, infinity),
            };
            yes_or_no(terms, holds)
        }
        _ => return None,
    };
    Some((result, if is_question(function) { Scalar::I32 } else { scalar }))
}

fn is_question(function: MathFunction) -> bool {
    matches!(
        function,
        MathFunction::Signbit | MathFunction::IsNan | MathFunction::IsInf | MathFunction::IsFinite
    )
}

/// Zero if it does not hold, otherwise any other number.
fn yes_or_no(terms: &mut Terms, holds: TermId) -> TermId {
    let (zero, one) = (terms.bv_const(32, 0), terms.bv_const(32, 1));
    if holds == TermId::FALSE {
        return zero;
    }
    let any = terms.fresh("yes", Sort::Bv(32));
    let is_zero = terms.eq(any, zero);
    let yes = terms.ite(is_zero, one, any);
    terms.ite(holds, yes, zero)
}

/// The smaller or the greater one. A NaN counts only if both are NaNs, but one that signals may be handed on.
fn extreme(
    terms: &mut Terms,
    format: Format,
    scalar: Scalar,
    op: BinOp,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    let takes_a = compare(terms, op, scalar, a, b)?;
    let equal = compare(terms, BinOp::Eq, scalar, a, b)?;
    let choice = terms.fresh("zero", Sort::Bool);
    let chosen = terms.and(equal, choice);
    let takes_a = terms.or(takes_a, chosen);
    let number = terms.ite(takes_a, a, b);
    let quiet = |terms: &mut Terms, bits: TermId| {
        let is_quiet = terms.bit(bits, format.fraction - 1);
        terms.not(is_quiet)
    };
    let nans = [a, b].map(|bits| is_nan(terms, bits, format));
    let both = terms.and(nans[0], nans[1]);
    let nan = arithmetic::nan(terms, format, &[(a, nans[0]), (b, nans[1])]);
    let other = terms.ite(nans[0], b, a);
    let signals = [a, b].map(|bits| quiet(terms, bits));
    let of_nan = terms.ite(nans[0], signals[0], signals[1]);
    let handed_on = terms.fresh("signalling", Sort::Bool);
    let handed_on = terms.and(of_nan, handed_on);
    let gives_nan = terms.or(both, handed_on);
    let special = terms.ite(gives_nan, nan, other);
    let any = terms.or(nans[0], nans[1]);
    Some(terms.ite(any, special, number))
}
