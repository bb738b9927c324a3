//! Sorting and searching, which call back into the program.

use super::{advance, null, pointer};
use crate::call::{ArgValue, Returned};
use crate::fault::{Fault, Res};
use crate::machine::Machine;
use crate::memory::Bytes;
use crate::value::{Value, Wide};
use ir::{FuncId, Scalar};
use verdict::{Access, FindingKind};

struct Sort {
    base: Value,
    size: u64,
    compare: FuncId,
}

impl Machine<'_> {
    /// Calls a comparison function; its result decides something.
    fn compare(&mut self, function: FuncId, a: Value, b: Value) -> Res<i64> {
        let arg = |v: Value| {
            let wide = Wide { bits: u128::from(v.bits), undef: u128::from(v.undef), prov: v.prov, frag: 0 };
            ArgValue::Scalar(wide, Scalar::Ptr)
        };
        match self.call_back(function, vec![arg(a), arg(b)])? {
            Returned::Scalar(wide, scalar) if !scalar.is_float() => {
                if wide.undef != 0 {
                    return Fault::new(FindingKind::UninitRead).what("result of the comparison").stop();
                }
                Ok(wide.signed(scalar.width(self.model)) as i64)
            }
            _ => Fault::new(FindingKind::BadArgument).what("the comparison returns no number").stop(),
        }
    }

    pub(super) fn qsort(&mut self, args: &[ArgValue]) -> Res<Returned> {
        let base = self.pointer_arg(args, 0)?;
        let (count, size) = (self.size_arg(args, 1)?, self.size_arg(args, 2)?);
        let compare = self.pointer_arg(args, 3)?;
        let Some(total) = count.checked_mul(size) else {
            return Fault::new(FindingKind::BadArgument).what("the size of the array overflows").stop();
        };
        if total == 0 || count < 2 {
            return Ok(Returned::Nothing);
        }
        self.memory.resolve(base, total, Access::Write)?;
        let compare = self.callback_target(compare, 2)?;
        let held = self.held.len();
        self.held.push(base);
        let sort = Sort { base, size, compare };
        self.merge_sort(&sort, 0, count)?;
        self.held.truncate(held);
        Ok(Returned::Nothing)
    }

    /// As glibc does it, so that the program sees the same comparisons.
    fn merge_sort(&mut self, sort: &Sort, from: u64, count: u64) -> Res<()> {
        if count < 2 {
            return Ok(());
        }
        let half = count / 2;
        self.merge_sort(sort, from, half)?;
        self.merge_sort(sort, from + half, count - half)?;
        let element = |i: u64| advance(sort.base, i * sort.size);
        let (mut left, mut right) = (from, from + half);
        let (left_end, right_end) = (from + half, from + count);
        let mut merged: Vec<u64> = Vec::with_capacity(count as usize);
        while left < left_end && right < right_end {
            if self.compare(sort.compare, element(left), element(right))? <= 0 {
                merged.push(left);
                left += 1;
            } else {
                merged.push(right);
                right += 1;
            }
        }
        merged.extend(left..left_end);
        merged.extend(right..right_end);
        let mut contents: Vec<Bytes> = Vec::with_capacity(merged.len());
        for &i in &merged {
            let (id, offset) = self.memory.resolve(element(i), sort.size, Access::Read)?;
            contents.push(self.memory.extract(id, offset, sort.size as usize));
        }
        for (i, bytes) in contents.iter().enumerate() {
            let (id, offset) = self.memory.resolve(element(from + i as u64), sort.size, Access::Write)?;
            self.memory.insert(id, offset, bytes);
        }
        self.charge(count * sort.size)
    }

    pub(super) fn bsearch(&mut self, args: &[ArgValue]) -> Res<Returned> {
        let (key, base) = (self.pointer_arg(args, 0)?, self.pointer_arg(args, 1)?);
        let (count, size) = (self.size_arg(args, 2)?, self.size_arg(args, 3)?);
        let compare = self.pointer_arg(args, 4)?;
        if count == 0 {
            return Ok(null());
        }
        let compare = self.callback_target(compare, 2)?;
        let held = self.held.len();
        self.held.extend([key, base]);
        let (mut low, mut high) = (0, count);
        let mut found = None;
        while low < high {
            let middle = low + (high - low) / 2;
            let element = advance(base, middle.wrapping_mul(size));
            let order = self.compare(compare, key, element)?;
            if order < 0 {
                high = middle;
            } else if order > 0 {
                low = middle + 1;
            } else {
                found = Some(element);
                break;
            }
        }
        self.held.truncate(held);
        Ok(found.map_or_else(null, pointer))
    }
}
