//! The program representation: MIR-like, byte-precise, with a text form and a verifier
