//! C types, layout, conversions, constants, initialisers: from the syntax tree to the typed tree
