//! What a search that ended early has looked at: all runs that take few inputs, if nothing was cut.

use base::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The states that wait, by how many inputs the program has taken on the way to them.
#[derive(Debug, Default)]
pub(crate) struct Frontier {
    waiting: BTreeMap<usize, u64>,
    /// The number of inputs on the way to each state that is compared with others, by where its form lies: whoever keeps the state
    /// keeps the form.
    compared: FxHashMap<usize, usize>,
    /// Runs that take fewer inputs than this are followed with as many or fewer: a state that equals an earlier one is dropped, and the
    /// earlier one may have taken more.
    exact_below: Option<usize>,
}

impl Frontier {
    pub(crate) fn wait(&mut self, inputs: usize, form: Option<&Rc<[u64]>>) {
        *self.waiting.entry(inputs).or_insert(0) += 1;
        if let Some(form) = form {
            self.compared.insert(place(form), inputs);
        }
    }

    /// The state that took so many inputs waits no longer.
    pub(crate) fn leave(&mut self, inputs: usize) {
        if let Some(count) = self.waiting.get_mut(&inputs) {
            *count -= 1;
            if *count == 0 {
                self.waiting.remove(&inputs);
            }
        }
    }

    /// A state is dropped, because what follows it follows an earlier one, too.
    pub(crate) fn cover(&mut self, inputs: usize, earlier: &Rc<[u64]>) {
        self.leave(inputs);
        let before = self.compared.get(&place(earlier)).copied();
        if before.is_none_or(|before| before > inputs) {
            self.exact_below = Some(self.exact_below.map_or(inputs, |below| below.min(inputs)));
        }
    }

    /// All runs that take at most so many inputs were followed to their ends.
    pub(crate) fn exhausted(&self) -> Option<usize> {
        let least = self.waiting.keys().next().copied()?;
        self.exact_below.map_or(least, |below| below.min(least)).checked_sub(1)
    }
}

fn place(form: &Rc<[u64]>) -> usize {
    form.as_ptr() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_below_all_waiting_states_are_exhausted() {
        let mut frontier = Frontier::default();
        frontier.wait(0, None);
        assert_eq!(frontier.exhausted(), None);
        frontier.leave(0);
        frontier.wait(3, None);
        frontier.wait(2, None);
        assert_eq!(frontier.exhausted(), Some(1));
        frontier.leave(2);
        assert_eq!(frontier.exhausted(), Some(2));
    }

    /// What follows the earlier state takes one input more there than behind the one that was dropped: a run with two inputs in all would
    /// be counted as one with three.
    #[test]
    fn an_earlier_state_that_took_more_inputs_is_no_help() {
        let (form, same): (Rc<[u64]>, Rc<[u64]>) = (Rc::from([1, 2]), Rc::from([1, 2]));
        let mut frontier = Frontier::default();
        frontier.wait(4, Some(&form));
        frontier.leave(4);
        frontier.wait(9, None);
        frontier.wait(5, Some(&same));
        frontier.cover(5, &form);
        assert_eq!(frontier.exhausted(), Some(8));
        frontier.wait(1, Some(&same));
        frontier.cover(1, &form);
        assert_eq!(frontier.exhausted(), Some(0));
    }
}
