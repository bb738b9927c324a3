//! The end of the program, errors and assumptions.

use super::int;
use crate::call::{ArgValue, Returned};
use crate::fault::{Fault, Res, Stop};
use crate::machine::Machine;
use ir::{FuncId, Intrinsic};
use verdict::FindingKind;

impl Machine<'_> {
    pub(super) fn control(&mut self, which: Intrinsic, function: FuncId, args: &[ArgValue]) -> Res<Returned> {
        match which {
            Intrinsic::Exit => Err(Box::new(Stop::Exit(self.int_arg(args, 0)? as i32))),
            Intrinsic::ExitNow => Err(Box::new(Stop::ExitNow(self.int_arg(args, 0)? as i32))),
            Intrinsic::Abort => Err(Box::new(Stop::Abort)),
            Intrinsic::Atexit => {
                let handler = self.pointer_arg(args, 0)?;
                let handler = self.indirect_callee(handler, std::iter::empty(), None)?;
                self.atexit.push(handler);
                Ok(int(0))
            }
            Intrinsic::AssertFail | Intrinsic::BadArgument => {
                let mut fault = Fault::new(match which {
                    Intrinsic::AssertFail => FindingKind::AssertionFailed,
                    _ => FindingKind::BadArgument,
                });
                if let Ok(text) = self.pointer_arg(args, 0)
                    && let Ok(text) = self.c_string(text, Some(1000))
                {
                    fault = fault.what(String::from_utf8_lossy(&text));
                }
                fault.stop()
            }
            Intrinsic::Assert => {
                if self.truth(args)? {
                    Ok(Returned::Nothing)
                } else {
                    Fault::new(FindingKind::AssertionFailed).what(self.function_name(function)).stop()
                }
            }
            Intrinsic::Assume => {
                if self.truth(args)? {
                    Ok(Returned::Nothing)
                } else {
                    Err(Box::new(Stop::Assumed))
                }
            }
            _ => Fault::new(FindingKind::ErrorReached).what(self.function_name(function)).stop(),
        }
    }

    /// A condition: an integer, a pointer or a floating number that is not zero.
    fn truth(&mut self, args: &[ArgValue]) -> Res<bool> {
        let (wide, scalar) = self.scalar_arg(args, 0)?;
        if wide.undef != 0 {
            return Fault::new(FindingKind::UninitRead).what("condition").stop();
        }
        if scalar.is_float() {
            return Ok(crate::float::compare(wide.bits, 0, scalar) != Some(std::cmp::Ordering::Equal));
        }
        Ok(wide.bits != 0)
    }
}
