//! Tokens and grammar of C with GNU extensions
