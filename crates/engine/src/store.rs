//! What engines that work on one task share while they work.

use std::sync::{Mutex, MutexGuard};
use verdict::formula::{Contract, Lemma};

/// Lemmas and contracts that hold in every run, whoever found them. Clones are snapshots: nothing is ever taken back.
#[derive(Debug, Default)]
pub struct Store {
    held: Mutex<(Vec<Lemma>, Vec<Contract>)>,
}

impl Store {
    pub fn add_lemma(&self, lemma: Lemma) {
        let mut held = self.held();
        if !held.0.contains(&lemma) {
            held.0.push(lemma);
        }
    }

    pub fn add_contract(&self, contract: Contract) {
        let mut held = self.held();
        if !held.1.contains(&contract) {
            held.1.push(contract);
        }
    }

    pub fn lemmas(&self) -> Vec<Lemma> {
        self.held().0.clone()
    }

    pub fn contracts(&self) -> Vec<Contract> {
        self.held().1.clone()
    }

    fn held(&self) -> MutexGuard<'_, (Vec<Lemma>, Vec<Contract>)> {
        self.held.lock().unwrap_or_else(|e| e.into_inner())
    }
}
