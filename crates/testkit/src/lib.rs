//! Runs annotated C files and compares golden outputs
