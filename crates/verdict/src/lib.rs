//! Properties, findings, verdicts, traces and assumptions as plain data
