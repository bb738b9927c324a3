//! Lattices and the configurable fixpoint
