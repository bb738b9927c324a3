//! What must hold for an operation to be defined, and what an engine does where it does not hold.
//!
//! An engine decides *whether* an [`Obligation`] holds, by its own means. What follows where it does not is asked of one
//! [`Policy`], which is derived from the properties that are checked, so that no two engines treat the same operation differently.

use ir::{BinOp, Rvalue, Scalar, UnOp};
use verdict::{Assumption, FindingKind, Property, PropertySet, UnknownKind};

/// Something that must hold for an operation to be defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obligation {
    /// The exact result of signed `+`, `-`, `*` or a negation fits its type.
    ResultFits,
    /// The quotient of signed integers fits its type: the minimum is not divided by -1.
    QuotientFits,
    DivisorNotZero,
    /// The amount of a shift is less than the width of what is shifted.
    ShiftAmount,
    /// The left operand of a signed `<<` is not negative, and the exact result fits its type (C11, 6.5.7).
    ShiftedValue,
    /// The operand of a bit scan has a bit that is set.
    ScannedNotZero,
    /// Pointers that are ordered or subtracted point into one object.
    SameObject,
    /// A floating value that becomes an integer has an integer part that fits the type.
    FloatFits,
}

/// What follows where an obligation does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Otherwise {
    /// A violation.
    Finding(FindingKind),
    /// The result is taken modulo 2^width, which the verdict says.
    Wraps,
    /// The result is taken modulo 2^width, as GNU C defines it.
    Modular,
    /// The run may end here or go on with any value of the type, which the verdict says. One run cannot tell what happens then.
    AnyValue,
    /// Nothing that follows can be relied on: there is no answer.
    Unknown(FindingKind),
}

/// What it means for a path that something went wrong on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// A violation of what is asked about.
    Finding,
    /// The program itself stops, and nobody asked why.
    Ends,
    /// Losing memory changes nothing about what the program does afterwards.
    Nothing,
    /// A decision depends on an uninitialised value, which is one more input.
    Input,
    /// Nothing that follows can be relied on.
    Undefined,
}

impl Consequence {
    /// Why there is no answer for the path, if it is so. What the user does not want to hear of is ignored.
    pub fn unknown(self, kind: FindingKind, ignored: bool) -> Option<(UnknownKind, String)> {
        match self {
            Consequence::Finding | Consequence::Ends | Consequence::Nothing => None,
            Consequence::Input => Some((
                UnknownKind::Nondeterminism,
                "a decision depends on an uninitialised value, which is one more input".to_owned(),
            )),
            Consequence::Undefined => {
                let name = kind.name();
                Some(match ignored {
                    true => (
                        UnknownKind::AfterIgnored,
                        format!("what the program does after the ignored {name} is undefined"),
                    ),
                    false => (
                        UnknownKind::UndefinedBehaviour,
                        format!("undefined behaviour that was not asked about: {name}"),
                    ),
                })
            }
        }
    }
}

impl Obligation {
    /// The violation that an operation is where the obligation does not hold.
    pub fn kind(self) -> FindingKind {
        match self {
            Obligation::ResultFits | Obligation::QuotientFits | Obligation::ShiftedValue => {
                FindingKind::SignedOverflow
            }
            Obligation::DivisorNotZero => FindingKind::DivisionByZero,
            Obligation::ShiftAmount => FindingKind::BadShift,
            Obligation::ScannedNotZero | Obligation::FloatFits => FindingKind::BadArgument,
            Obligation::SameObject => FindingKind::PointerMismatch,
        }
    }
}

/// The obligations of computing a value from registers; those of reading memory are the access's.
pub fn of_rvalue(rvalue: &Rvalue) -> &'static [Obligation] {
    match *rvalue {
        Rvalue::Binary(op, scalar, ..) => of_binary(op, scalar),
        Rvalue::Unary(op, scalar, _) => of_unary(op, scalar),
        Rvalue::Cast { from, to, .. } if from.is_float() && !to.is_float() => &[Obligation::FloatFits],
        Rvalue::Cast { .. } | Rvalue::Use(_) | Rvalue::Load(_) | Rvalue::AddressOf(_) => &[],
    }
}

pub fn of_binary(op: BinOp, scalar: Scalar) -> &'static [Obligation] {
    let (signed, integer) = (scalar.is_signed(), !scalar.is_float() && scalar != Scalar::Ptr);
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul if signed => &[Obligation::ResultFits],
        BinOp::Div | BinOp::Rem if signed => &[Obligation::DivisorNotZero, Obligation::QuotientFits],
        BinOp::Div | BinOp::Rem if integer => &[Obligation::DivisorNotZero],
        BinOp::Shl if signed => &[Obligation::ShiftAmount, Obligation::ShiftedValue],
        BinOp::Shl | BinOp::Shr if integer => &[Obligation::ShiftAmount],
        BinOp::PtrDiff => &[Obligation::SameObject],
        BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge if scalar == Scalar::Ptr => &[Obligation::SameObject],
        _ => &[],
    }
}

pub fn of_unary(op: UnOp, scalar: Scalar) -> &'static [Obligation] {
    match op {
        UnOp::Neg if scalar.is_signed() => &[Obligation::ResultFits],
        UnOp::LeadingZeros | UnOp::TrailingZeros => &[Obligation::ScannedNotZero],
        _ => &[],
    }
}

/// What is asked: the properties that are checked, or, for a run, everything that is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// `None`: everything that the C implementation does not define stops the program.
    properties: Option<PropertySet>,
}

impl Policy {
    /// Everything undefined stops the program. A signed `<<` is defined by GNU C.
    pub fn run() -> Policy {
        Policy { properties: None }
    }

    pub fn check(properties: PropertySet) -> Policy {
        Policy { properties: Some(properties) }
    }

    /// Whether the program is run for its own sake: what the C implementation may choose is then chosen.
    pub fn is_run(self) -> bool {
        self.properties.is_none()
    }

    /// The properties that are checked.
    pub fn asked(self) -> PropertySet {
        self.properties.unwrap_or_else(|| Property::ALL.into_iter().collect())
    }

    pub fn asks(self, property: Property) -> bool {
        self.properties.is_none_or(|asked| asked.contains(property))
    }

    /// What follows from something that goes wrong on a path.
    pub fn consequence(self, kind: FindingKind) -> Consequence {
        let asked = match (self.properties, kind.property()) {
            (None, _) => true,
            (Some(asked), Some(property)) => asked.contains(property),
            (Some(_), None) => false,
        };
        if asked { Consequence::Finding } else { self.unasked(kind) }
    }

    /// Likewise if nobody asks about it, or wants to hear of it.
    pub fn unasked(self, kind: FindingKind) -> Consequence {
        match kind {
            FindingKind::AssertionFailed | FindingKind::ErrorReached => Consequence::Ends,
            FindingKind::MemoryLeak | FindingKind::NotFreedAtExit => Consequence::Nothing,
            FindingKind::UninitRead => Consequence::Input,
            _ => Consequence::Undefined,
        }
    }

    /// Whether a violation of the obligation is a finding.
    pub fn counts(self, obligation: Obligation) -> bool {
        matches!(self.otherwise(obligation), Otherwise::Finding(_))
    }

    pub fn otherwise(self, obligation: Obligation) -> Otherwise {
        let kind = obligation.kind();
        let defined_by_gnu = self.is_run() && obligation == Obligation::ShiftedValue;
        if self.consequence(kind) == Consequence::Finding && !defined_by_gnu {
            return Otherwise::Finding(kind);
        }
        match obligation {
            Obligation::ResultFits => Otherwise::Wraps,
            Obligation::ShiftedValue => Otherwise::Modular,
            Obligation::DivisorNotZero | Obligation::QuotientFits | Obligation::ShiftAmount => {
                Otherwise::AnyValue
            }
            Obligation::ScannedNotZero | Obligation::FloatFits | Obligation::SameObject => {
                Otherwise::Unknown(kind)
            }
        }
    }

    /// What the verdict has to say where an operation goes on although the obligation does not hold.
    pub fn assumption(self, obligation: Obligation) -> Option<Assumption> {
        let words = match (self.otherwise(obligation), obligation) {
            (Otherwise::Wraps, _) => return Some(Assumption::SignedOverflowWraps),
            (Otherwise::AnyValue, Obligation::QuotientFits) => {
                "a division of the smallest integer by -1 ends the run where its result is used"
            }
            (Otherwise::AnyValue, Obligation::DivisorNotZero) => {
                "a division by zero ends the run where its result is used"
            }
            (Otherwise::AnyValue, _) => "a shift by too many bits gives an arbitrary number",
            _ => return None,
        };
        Some(Assumption::Other(words.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_about_is_a_finding_and_nothing_else_is() {
        let overflow = Policy::check([Property::NoOverflow].into_iter().collect());
        let memory = Policy::check([Property::ValidDeref].into_iter().collect());
        for obligation in of_binary(BinOp::Shl, Scalar::I32) {
            assert!(overflow.counts(*obligation));
            assert!(!memory.counts(*obligation));
        }
        assert_eq!(memory.otherwise(Obligation::ResultFits), Otherwise::Wraps);
        assert_eq!(memory.otherwise(Obligation::ShiftedValue), Otherwise::Modular);
        assert!(memory.assumption(Obligation::ShiftedValue).is_none());
        assert!(overflow.assumption(Obligation::DivisorNotZero).is_none());
        assert!(memory.assumption(Obligation::DivisorNotZero).is_some());
    }

    #[test]
    fn what_is_not_asked_about_ends_the_run_or_the_answer() {
        let memory = Policy::check([Property::ValidDeref].into_iter().collect());
        assert_eq!(memory.consequence(FindingKind::NullDeref), Consequence::Finding);
        assert_eq!(memory.consequence(FindingKind::ErrorReached), Consequence::Ends);
        assert_eq!(memory.consequence(FindingKind::UninitRead), Consequence::Input);
        assert_eq!(memory.consequence(FindingKind::DivisionByZero), Consequence::Undefined);
        assert_eq!(memory.consequence(FindingKind::BadArgument), Consequence::Undefined);
        assert_eq!(Policy::run().consequence(FindingKind::BadArgument), Consequence::Finding);
    }

    #[test]
    fn a_run_stops_at_everything_but_what_gnu_c_defines() {
        assert!(Policy::run().counts(Obligation::ResultFits));
        assert!(Policy::run().counts(Obligation::SameObject));
        assert!(!Policy::run().counts(Obligation::ShiftedValue));
    }

    #[test]
    fn only_signed_results_must_fit() {
        assert!(of_binary(BinOp::Add, Scalar::U32).is_empty());
        assert!(of_binary(BinOp::Add, Scalar::F64).is_empty());
        assert!(of_binary(BinOp::Div, Scalar::F64).is_empty());
        assert_eq!(of_binary(BinOp::Shl, Scalar::U64), [Obligation::ShiftAmount]);
    }
}
