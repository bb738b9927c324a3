//! A persistent vector: cloning is one reference count, writing copies one small chunk.
//!
//! States of the analysis have 5 to 50 objects, are cloned thousands of times and modified in one or two places
//! each time. Two levels of `Arc` fit that shape: a spine of chunks and chunks of 16 elements. A write to a shared
//! vector copies the spine (n/16 pointers) and one chunk.

use std::sync::Arc;

const CHUNK: usize = 16;

#[derive(Debug, Clone)]
pub(crate) struct PVec<T> {
    spine: Arc<Vec<Arc<Vec<T>>>>,
    len: usize,
}

impl<T: Clone> PVec<T> {
    pub(crate) fn new() -> Self {
        PVec { spine: Arc::new(Vec::new()), len: 0 }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        if index < self.len { Some(&self.spine[index / CHUNK][index % CHUNK]) } else { None }
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if index >= self.len {
            return None;
        }
        let spine = Arc::make_mut(&mut self.spine);
        Some(&mut Arc::make_mut(&mut spine[index / CHUNK])[index % CHUNK])
    }

    pub(crate) fn push(&mut self, value: T) -> usize {
        let index = self.len;
        let spine = Arc::make_mut(&mut self.spine);
        if index.is_multiple_of(CHUNK) {
            let mut chunk = Vec::with_capacity(CHUNK);
            chunk.push(value);
            spine.push(Arc::new(chunk));
        } else {
            let chunk = spine.last_mut().expect("a vector with elements has a chunk");
            Arc::make_mut(chunk).push(value);
        }
        self.len += 1;
        index
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.spine.iter().flat_map(|chunk| chunk.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_do_not_see_each_others_writes() {
        let mut a = PVec::new();
        for i in 0..100 {
            assert_eq!(a.push(i), i);
        }
        let mut b = a.clone();
        *b.get_mut(17).unwrap() = 1000;
        b.push(7);
        assert_eq!(a.get(17), Some(&17));
        assert_eq!(b.get(17), Some(&1000));
        assert_eq!((a.len(), b.len()), (100, 101));
        assert_eq!(a.get(100), None);
        assert_eq!(b.iter().count(), 101);
        assert_eq!(a.iter().copied().collect::<Vec<_>>(), (0..100).collect::<Vec<_>>());
    }
}
