//! The concrete, byte-precise machine
