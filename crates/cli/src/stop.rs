//! Ending work from another thread.

use base::Cancel;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Says that an answer is not wanted any more. The engines' own tokens are cancelled when there is an answer, too, so each question gets a
/// token of its own.
#[derive(Debug, Default)]
pub(crate) struct Stop {
    is_set: AtomicBool,
    current: Mutex<Option<Arc<Cancel>>>,
}

impl Stop {
    pub(crate) fn set(&self) {
        self.is_set.store(true, Ordering::SeqCst);
        if let Some(token) = &*self.current.lock().unwrap_or_else(PoisonError::into_inner) {
            token.cancel();
        }
    }

    pub(crate) fn is_set(&self) -> bool {
        self.is_set.load(Ordering::SeqCst)
    }

    /// The token of the next question.
    pub(crate) fn token(&self) -> Arc<Cancel> {
        let token = Arc::<Cancel>::default();
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&token));
        // It may have been set before there was a token to cancel.
        if self.is_set() {
            token.cancel();
        }
        token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_may_end_without_the_next_one() {
        let stop = Stop::default();
        let first = stop.token();
        first.cancel();
        assert!(!stop.is_set());
        let second = stop.token();
        assert!(!second.is_cancelled());
        stop.set();
        assert!(second.is_cancelled() && stop.token().is_cancelled());
    }
}
