//! Runs the work on a large stack, and turns a panic into data.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

/// The front end's recursion is bounded by its nesting limit; this is far more than that limit needs. The pages are
/// committed only when they are touched.
const STACK: usize = 256 << 20;

/// What a panic said, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Panicked {
    pub message: String,
    pub location: String,
}

static LAST: Mutex<Option<Panicked>> = Mutex::new(None);

/// Keeps panics from printing; what they say is returned by [`run`].
pub fn silence_panics() {
    std::panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let message = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
            (Some(text), _) => (*text).to_owned(),
            (_, Some(text)) => text.clone(),
            _ => "no message".to_owned(),
        };
        let location = info.location().map(ToString::to_string).unwrap_or_default();
        if let Ok(mut last) = LAST.lock() {
            *last = Some(Panicked { message, location });
        }
    }));
}

/// The result of `work` on a large stack, or what its panic said. The stack is the calling thread's for that time: a
/// thread of its own would cost a short run more than its work (another arena, which grows page by page).
pub fn run<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    stacker::grow(STACK, || catch(work))
}

/// As [`run`], on the stack that is already there.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| taken())
}

fn taken() -> Panicked {
    let last = LAST.lock().unwrap_or_else(|e| e.into_inner()).take();
    last.unwrap_or_else(|| Panicked { message: "no message".to_owned(), location: String::new() })
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_panic_is_data() {
        super::silence_panics();
        let caught = super::run(|| -> u32 { panic!("on purpose {}", 1) }).unwrap_err();
        assert_eq!(caught.message, "on purpose 1");
        assert!(caught.location.contains("guard.rs"));
        assert_eq!(super::run(|| 7), Ok(7));
        assert!(super::catch(|| -> u32 { panic!("again") }).is_err());
    }
}
