//! Symbolic memory graphs and their algebra
