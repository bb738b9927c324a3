//! Runs the work on a thread with a large stack, and turns a panic into data.

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

/// The result of `work`, or what its panic said.
pub fn run<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Panicked> {
    let caught = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("fafnir".to_owned()).stack_size(STACK);
        match thread.spawn_scoped(scope, work) {
            Ok(thread) => thread.join().map_err(drop),
            // No memory for the thread: the closure is gone, and there is nothing sensible left to do.
            Err(e) => {
                let message = format!("cannot start a thread: {e}");
                *LAST.lock().unwrap_or_else(|e| e.into_inner()) =
                    Some(Panicked { message, location: String::new() });
                Err(())
            }
        }
    });
    caught.map_err(|()| taken())
}

/// As [`run`], on the thread that is already running.
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
