//! Variable arguments: how they lie in memory, and what a `va_list` is.
//!
//! The arguments behind the named ones lie in an object of the callee's frame, each in a slot. A `va_list` begins with a pointer to
//! the next slot; the rest of the structure that LP64 has is not used. `va_start` sets that pointer to the first slot, `va_arg` reads
//! a value of its type there and moves it on by the slot's size, `va_copy` copies the list. A slot that is not there was not passed,
//! which is undefined. A function that takes a `va_list` leaves it indeterminate.

use ir::{DataModel, Passed, Scalar};

/// Where an argument lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub size: u64,
    pub align: u64,
}

/// The slot of an argument of this type.
pub const fn slot(model: DataModel, argument: Passed) -> Slot {
    let word = model.pointer_size();
    let (size, wide) = match argument {
        Passed::Scalar(scalar) => {
            let wide = matches!(scalar, Scalar::I128 | Scalar::U128 | Scalar::F80 | Scalar::F128);
            (scalar.size(model), wide)
        }
        Passed::Block(size) => (size, false),
        Passed::Nothing => (0, false),
    };
    Slot { size: size.next_multiple_of(word), align: if word == 8 && wide { 16 } else { word } }
}

/// The offsets of the arguments, and the size of all of them together.
pub fn layout(model: DataModel, arguments: impl Iterator<Item = Passed>) -> (Vec<u64>, u64) {
    let mut size = 0u64;
    let mut offsets = Vec::new();
    for argument in arguments {
        let slot = slot(model, argument);
        size = size.next_multiple_of(slot.align);
        offsets.push(size);
        size += slot.size;
    }
    (offsets, size)
}

/// The arguments of a call as a callee takes them: one behind the other, by the types that it says.
#[derive(Clone, Debug)]
pub struct Taken {
    model: DataModel,
    given: Vec<Passed>,
    offsets: Vec<u64>,
    at: u64,
}

/// How an argument that was passed serves as one of the type that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    Same,
    /// An integer or address of another type: its bits count.
    Bits,
    /// An integer that is narrower: what lies above its bits nobody says.
    Narrower,
}

impl Taken {
    pub fn new(model: DataModel, given: impl Iterator<Item = Passed>) -> Taken {
        let given: Vec<Passed> = given.collect();
        let offsets = layout(model, given.iter().copied()).0;
        Taken { model, given, offsets, at: 0 }
    }

    /// The index of the next argument, which is taken as a value of this type, or why there is none.
    pub fn next(&mut self, wanted: Scalar) -> Result<(usize, Fit), &'static str> {
        let slot = slot(self.model, Passed::Scalar(wanted));
        self.at = self.at.next_multiple_of(slot.align);
        let Some(index) = self.offsets.iter().position(|&offset| offset == self.at) else {
            return Err(match self.offsets.last() {
                Some(&last) if self.at <= last => "an argument of another size than the format says",
                _ => "fewer arguments than the format names",
            });
        };
        self.at += slot.size;
        match self.given[index] {
            Passed::Scalar(given) if given == wanted => Ok((index, Fit::Same)),
            Passed::Scalar(given) if !given.is_float() && !wanted.is_float() => {
                let narrower = given.size(self.model) < wanted.size(self.model);
                Ok((index, if narrower { Fit::Narrower } else { Fit::Bits }))
            }
            _ => Err("an argument of another type than the format says"),
        }
    }
}

/// `sizeof (va_list)`.
pub const fn list_size(model: DataModel) -> u64 {
    match model {
        DataModel::Lp64 => 24,
        DataModel::Ilp32 => 4,
    }
}

/// Whether a function that takes a `va_list` gets its address: the type is an array there.
pub const fn list_is_passed_by_address(model: DataModel) -> bool {
    matches!(model, DataModel::Lp64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots() {
        use Passed::{Block, Scalar as S};
        let given =
            [S(Scalar::I32), S(Scalar::F64), S(Scalar::I32), S(Scalar::F80), Block(12), S(Scalar::Ptr)];
        assert_eq!(layout(DataModel::Lp64, given.into_iter()), (vec![0, 8, 16, 32, 48, 64], 72));
        assert_eq!(layout(DataModel::Ilp32, given.into_iter()), (vec![0, 4, 12, 16, 28, 40], 44));
    }

    #[test]
    fn taken_by_type() {
        let given = [Scalar::I32, Scalar::Ptr, Scalar::F64].map(Passed::Scalar);
        let mut taken = Taken::new(DataModel::Lp64, given.into_iter());
        assert_eq!(taken.next(Scalar::I64), Ok((0, Fit::Narrower)));
        assert_eq!(taken.next(Scalar::I64), Ok((1, Fit::Bits)));
        assert!(taken.clone().next(Scalar::I32).is_err());
        assert_eq!(taken.next(Scalar::F64), Ok((2, Fit::Same)));
        assert!(taken.next(Scalar::I32).is_err());
    }
}
