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

/// Whether the user has pressed Ctrl-C since this was asked first; before that, it ends the process, and so it does when
/// it is pressed again.
pub(crate) fn interrupted() -> bool {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let flag = FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let shared = flag.clone();
        let handler = move || {
            if shared.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        };
        // Without a handler, Ctrl-C goes on ending the process.
        let _ = ctrlc::set_handler(handler);
        flag
    });
    flag.load(Ordering::Relaxed)
}
