//! What the process itself can say: the memory it has in use, and that the user wants it to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Bytes of memory in use, if the system says.
pub(crate) fn resident() -> Option<u64> {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * PAGE)
}

/// A flag that is set when the user presses Ctrl-C. Pressed again, it ends the process at once.
pub(crate) fn interrupt() -> Option<Arc<AtomicBool>> {
    static FLAG: OnceLock<Option<Arc<AtomicBool>>> = OnceLock::new();
    FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let shared = flag.clone();
        let handler = move || {
            if shared.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        };
        ctrlc::set_handler(handler).ok()?;
        Some(flag)
    })
    .clone()
}
