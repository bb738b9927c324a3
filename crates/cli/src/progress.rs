//! A line on the terminal that says what is going on, for work that takes longer than a second.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Nothing shorter than this is worth a line.
const DELAY: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(200);

/// Shows a line until it is dropped. In a pipe, or when it was not asked for, it does nothing.
#[derive(Debug, Default)]
pub struct Progress {
    running: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    pub fn start(wanted: bool, what: String) -> Progress {
        if !wanted || !std::io::stderr().is_terminal() {
            return Progress::default();
        }
        let (sender, receiver) = channel::<()>();
        let show = move || {
            // The bar is made only when there is something to show: a short run pays for a sleeping thread alone.
            let Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(DELAY) else { return };
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} … {elapsed}") {
                bar.set_style(style);
            }
            bar.set_elapsed(DELAY);
            bar.set_message(what);
            while let Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(TICK) {
                bar.tick();
            }
            bar.finish_and_clear();
        };
        let thread = std::thread::Builder::new().name("progress".to_owned()).spawn(show);
        Progress { running: thread.ok().map(|thread| (sender, thread)) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.running.take() {
            drop(sender);
            let _ = thread.join();
        }
    }
}
