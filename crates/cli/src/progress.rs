//! A line on the terminal that says what is going on, for work that takes longer than a second.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

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
            let begin = Instant::now();
            let mut wait = DELAY;
            let mut shown = false;
            while let Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(wait) {
                wait = TICK;
                shown = true;
                let seconds = begin.elapsed().as_secs();
                let _ = write!(std::io::stderr().lock(), "\r\x1b[K{what} … {seconds} s");
            }
            if shown {
                let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
            }
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
