//! From the typed tree to the IR
