//! Where gcc puts the members of a record on x86.
//!
//! This follows gcc's own procedure step by step (`layout_decl`, `update_alignment_for_field` and `place_field` of its
//! `stor-layout.cc`), because its rules for bit-fields under `packed`, `aligned` and `#pragma pack` have no shorter description
//! that is right in all cases. Positions are counted in bits.

use crate::types::{DataModel, FieldBits};

#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldShape {
    /// Of the type, in bytes; 0 for flexible arrays.
    pub(crate) size: u64,
    /// Of the type, in bytes, after a typedef's `aligned`.
    pub(crate) type_align: u64,
    /// The type's alignment was given by an attribute.
    pub(crate) type_user_align: bool,
    /// `aligned` or `_Alignas` on the field itself, in bytes; 0 if there is none.
    pub(crate) explicit_align: u64,
    /// `packed` on the field or on its record.
    pub(crate) packed: bool,
    /// The width of a bit-field.
    pub(crate) bits: Option<u32>,
    pub(crate) named: bool,
    /// An integer type (of any kind) that a bit-field of full width may be accessed as.
    pub(crate) integer: bool,
    /// ILP32 aligns these to four bytes inside records: integers, `double`, complex `double`, and arrays of them.
    pub(crate) capped_in_ilp32: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FieldPlace {
    pub(crate) offset: u64,
    pub(crate) bits: Option<FieldBits>,
}

#[derive(Debug)]
pub(crate) struct RecordLayout {
    pub(crate) size: u64,
    pub(crate) align: u64,
    pub(crate) places: Vec<FieldPlace>,
}

/// The layout would not fit into the address space.
#[derive(Debug)]
pub(crate) struct TooLarge;

/// No object is larger: differences of its addresses would not fit `ptrdiff_t`.
pub(crate) const fn max_object_size(model: DataModel) -> u64 {
    match model {
        DataModel::Lp64 => i64::MAX as u64,
        DataModel::Ilp32 => i32::MAX as u64,
    }
}

pub(crate) fn layout_record(
    union: bool,
    record_align: u64,
    pack: Option<u32>,
    model: DataModel,
    fields: &[FieldShape],
) -> Result<RecordLayout, TooLarge> {
    let mut state = State {
        model,
        pack: u128::from(pack.unwrap_or(0)) * 8,
        record_align: 8 * u128::from(record_align.max(1)),
    };
    let limit = u128::from(max_object_size(model));
    let mut end = 0;
    let mut positions = Vec::with_capacity(fields.len());
    for field in fields {
        let width = field.bits.map_or(u128::from(field.size) * 8, u128::from);
        let start = if union { state.place_in_union(field) } else { state.place(field, end) };
        positions.push(start);
        end = if union { end.max(width) } else { start + width };
        if end > limit * 8 {
            return Err(TooLarge);
        }
    }
    let align = state.record_align / 8;
    let size = end.div_ceil(8).next_multiple_of(align);
    if size > limit {
        return Err(TooLarge);
    }
    let (size, align) = (size as u64, align as u64);
    let places = fields
        .iter()
        .zip(positions)
        .map(|(field, start)| match field.bits {
            None => FieldPlace { offset: (start / 8) as u64, bits: None },
            Some(width) => bit_place(start, width, size),
        })
        .collect();
    Ok(RecordLayout { size, align, places })
}

struct State {
    model: DataModel,
    /// `#pragma pack`, in bits; 0 if none is in force.
    pack: u128,
    record_align: u128,
}

impl State {
    fn adjust(&self, field: &FieldShape, align: u128) -> u128 {
        if self.model == DataModel::Ilp32 && field.capped_in_ilp32 { align.min(32) } else { align }
    }

    /// The alignment the field asks for, and whether it still counts as a bit-field (one of full width at a
    /// suitable place is an ordinary member to gcc). `known_align` is what the place reached so far is aligned to; 0 means anything.
    fn field_align(&mut self, field: &FieldShape, known_align: u128) -> (u128, bool) {
        let type_align = u128::from(field.type_align) * 8;
        let explicit = field.explicit_align > 0;
        let mut align = if explicit { u128::from(field.explicit_align) * 8 } else { 1 };
        let mut user_align = explicit;
        let mut packed = field.packed;
        let mut bit_field = field.bits.is_some();
        let zero_width = field.bits == Some(0);
        let mut raise_to_type = |align: &mut u128| {
            if type_align > *align {
                *align = type_align;
                user_align = field.type_user_align;
            }
        };
        if let Some(width) = field.bits {
            if zero_width {
                packed = false;
                raise_to_type(&mut align);
            }
            let width = u128::from(width);
            let has_mode = field.integer && matches!(width, 8 | 16 | 32 | 64 | 128);
            if has_mode && !(width > 8 && field.packed) && (known_align == 0 || known_align >= width) {
                align = align.max(width);
                bit_field = false;
            }
        } else if !(packed && explicit) {
            raise_to_type(&mut align);
        }
        if packed && !explicit {
            align = align.min(8);
        }
        if !packed && !user_align {
            align = self.adjust(field, align);
        }
        if self.pack != 0 && !zero_width {
            align = align.min(self.pack);
        }

        if let Some(width) = field.bits {
            if field.named {
                let mut type_align = type_align;
                if !field.type_user_align {
                    type_align = self.adjust(field, type_align);
                }
                if width != 0 {
                    if self.pack != 0 {
                        type_align = type_align.min(self.pack);
                    } else if field.packed {
                        type_align = type_align.min(8);
                    }
                }
                self.record_align = self.record_align.max(align).max(type_align);
            }
        } else {
            self.record_align = self.record_align.max(align);
        }
        (align, bit_field)
    }

    fn place(&mut self, field: &FieldShape, end: u128) -> u128 {
        let known_align = if end == 0 { 0 } else { 1u128 << end.trailing_zeros() };
        let (align, bit_field) = self.field_align(field, known_align);
        let mut start = end.next_multiple_of(align);
        if let Some(width) = field.bits
            && bit_field
            && width != 0
            && !field.packed
            && self.pack == 0
        {
            let mut type_align = u128::from(field.type_align) * 8;
            if !field.type_user_align {
                type_align = self.adjust(field, type_align);
            }
            // A bit-field may not span more units of its type's alignment than its type itself does.
            let units = ((start % type_align) + u128::from(width)).div_ceil(type_align);
            if units > u128::from(field.size) * 8 / type_align {
                start = start.next_multiple_of(type_align);
            }
        }
        start
    }

    fn place_in_union(&mut self, field: &FieldShape) -> u128 {
        self.field_align(field, 0);
        0
    }
}

/// The smallest unit within the record that covers the bits; see [`FieldBits`].
fn bit_place(start: u128, width: u32, record_size: u64) -> FieldPlace {
    let first = (start / 8) as u64;
    let within = (start % 8) as u64;
    let last = first + (within + u64::from(width)).div_ceil(8).max(1);
    let place = |offset: u64, unit: u64| {
        let start = (first - offset) * 8 + within;
        let bits = FieldBits { unit: unit as u8, start: start as u8, width: width as u8 };
        FieldPlace { offset, bits: Some(bits) }
    };
    for unit in [1u64, 2, 4, 8, 16] {
        let aligned = first - first % unit;
        for offset in [aligned, first, record_size.saturating_sub(unit)] {
            if offset <= first && last <= offset + unit && offset + unit <= record_size {
                return place(offset, unit);
            }
        }
    }
    place(first, last - first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(bits: Option<u32>) -> FieldShape {
        FieldShape {
            size: 4,
            type_align: 4,
            type_user_align: false,
            explicit_align: 0,
            packed: false,
            bits,
            named: true,
            integer: true,
            capped_in_ilp32: true,
        }
    }

    #[test]
    fn units_lie_within_the_record() {
        let packed = FieldShape { packed: true, ..int(Some(20)) };
        let layout = layout_record(false, 1, None, DataModel::Lp64, &[packed]).unwrap();
        assert_eq!((layout.size, layout.align), (3, 1));
        assert_eq!(layout.places[0].bits, Some(FieldBits { unit: 3, start: 0, width: 20 }));

        let fields = [int(Some(3)), int(Some(13)), int(Some(17))];
        let layout = layout_record(false, 1, None, DataModel::Lp64, &fields).unwrap();
        assert_eq!(layout.size, 8);
        assert_eq!(
            layout.places[1],
            FieldPlace { offset: 0, bits: Some(FieldBits { unit: 2, start: 3, width: 13 }) }
        );
        assert_eq!(
            layout.places[2],
            FieldPlace { offset: 4, bits: Some(FieldBits { unit: 4, start: 0, width: 17 }) }
        );
    }
}
