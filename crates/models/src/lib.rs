//! What library functions do
