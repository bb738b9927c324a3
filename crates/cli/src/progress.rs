//! A line on the terminal that says what is going on, for work that takes longer than a second.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// Nothing shorter than this is worth a line.
const DELAY: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(200);

/// Says more about the work whenever it is asked.
type Details = Arc<Mutex<Option<Box<dyn Fn() -> String + Send>>>>;

/// Shows a line until it is dropped. In a pipe, or when it was not asked for, it does nothing.
#[derive(Default)]
pub struct Progress {
    running: Option<(Sender<()>, JoinHandle<()>)>,
    details: Details,
}

impl std::fmt::Debug for Progress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Progress").field("shown", &self.is_shown()).finish_non_exhaustive()
    }
}

impl Progress {
    pub fn start(wanted: bool, what: String) -> Progress {
        if !wanted || !std::io::stderr().is_terminal() {
            return Progress::default();
        }
        let (sender, receiver) = channel::<()>();
        let details = Details::default();
        let said = Arc::clone(&details);
        let show = move || {
            // The bar is made only when there is something to show: a short run pays for a sleeping thread alone.
            let Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(DELAY) else { return };
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
                bar.set_style(style);
            }
            bar.set_elapsed(DELAY);
            loop {
                let more =
                    said.lock().ok().and_then(|said| said.as_ref().map(|say| say())).unwrap_or_default();
                // Long names of files may be cut, but not what changes.
                bar.set_message(format!("{more}{what}"));
                bar.tick();
                let Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(TICK) else { break };
            }
            bar.finish_and_clear();
        };
        let thread = std::thread::Builder::new().name("progress".to_owned()).spawn(show);
        Progress { running: thread.ok().map(|thread| (sender, thread)), details }
    }

    /// Whether anybody may see it.
    pub fn is_shown(&self) -> bool {
        self.running.is_some()
    }

    /// What the line says before its end.
    pub fn tell(&self, say: impl Fn() -> String + Send + 'static) {
        if let Ok(mut details) = self.details.lock() {
            *details = Some(Box::new(say));
        }
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
