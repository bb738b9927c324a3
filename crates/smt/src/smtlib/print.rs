//! Terms as SMT-LIB text.

use std::fmt::{self, Write};

use crate::terms::{Op, Sort, TermId, Terms};

/// Names are made from ids, so that no name of the program needs quoting.
pub(super) struct Name<'a>(pub(super) &'a Terms, pub(super) TermId);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Name(terms, t) = *self;
        match terms.op(t) {
            Op::True => f.write_str("true"),
            Op::False => f.write_str("false"),
            Op::BvConst => write!(f, "{}", terms.constant(t).expect("a constant")),
            Op::Var => write!(f, "x{}", t.raw()),
            _ => write!(f, "t{}", t.raw()),
        }
    }
}

pub(super) struct SortText(pub(super) Sort);

impl fmt::Display for SortText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Sort::Bool => f.write_str("Bool"),
            Sort::Bv(width) => write!(f, "(_ BitVec {width})"),
        }
    }
}

/// The name of an operator that has no indexes.
pub fn operator_name(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Not => "not",
        Op::And => "and",
        Op::Eq => "=",
        Op::Ite => "ite",
        Op::BvNot => "bvnot",
        Op::BvNeg => "bvneg",
        Op::BvAnd => "bvand",
        Op::BvOr => "bvor",
        Op::BvXor => "bvxor",
        Op::Add => "bvadd",
        Op::Mul => "bvmul",
        Op::Udiv => "bvudiv",
        Op::Urem => "bvurem",
        Op::Sdiv => "bvsdiv",
        Op::Srem => "bvsrem",
        Op::Shl => "bvshl",
        Op::Lshr => "bvlshr",
        Op::Ashr => "bvashr",
        Op::Concat => "concat",
        Op::Ult => "bvult",
        Op::Slt => "bvslt",
        _ => return None,
    })
}

/// The declaration of a variable or the definition of a compound term; nothing for constants. The arguments are
/// named, so that the text of a DAG is linear in its size.
pub(super) fn define(terms: &Terms, t: TermId, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = try_define(terms, t, out);
}

fn try_define(terms: &Terms, t: TermId, out: &mut String) -> fmt::Result {
    if terms.is_constant(t) {
        return Ok(());
    }
    let (name, sort) = (Name(terms, t), SortText(terms.sort(t)));
    if terms.is_variable(t) {
        return writeln!(out, "(declare-const {name} {sort})");
    }
    write!(out, "(define-fun {name} () {sort} ")?;
    let args: Vec<Name<'_>> = terms.args(t).iter().map(|&a| Name(terms, a)).collect();
    let width = terms.width(t);
    let inner = terms.width(terms.args(t)[0]);
    match terms.op(t) {
        Op::Extract => {
            let low = terms.extract_low(t).unwrap_or(0);
            write!(out, "((_ extract {} {low}) {})", low + width - 1, args[0])?;
        }
        Op::ZeroExt => write!(out, "((_ zero_extend {}) {})", width - inner, args[0])?,
        Op::SignExt => write!(out, "((_ sign_extend {}) {})", width - inner, args[0])?,
        op @ (Op::Umulo | Op::Smulo) => {
            // Older solvers know no overflow predicates: compare with the product of twice the width.
            let extend = if op == Op::Umulo { "zero_extend" } else { "sign_extend" };
            write!(
                out,
                "(let ((p (bvmul ((_ {extend} {inner}) {}) ((_ {extend} {inner}) {})))) \
                 (not (= p ((_ {extend} {inner}) ((_ extract {} 0) p)))))",
                args[0],
                args[1],
                inner - 1
            )?;
        }
        op => {
            write!(out, "({}", operator_name(op).expect("all other operators are simple"))?;
            for arg in &args {
                write!(out, " {arg}")?;
            }
            out.push(')');
        }
    }
    out.push_str(")\n");
    Ok(())
}

/// A complete script that any SMT-LIB solver reads: for bug reports and experiments.
pub fn script(terms: &Terms, assertions: &[TermId]) -> String {
    let mut out = String::from("(set-logic QF_BV)\n");
    for t in terms.reachable(assertions, |_| false) {
        if let Some(name) = terms.variable_name(t) {
            let printable: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            let _ = writeln!(out, "; {printable}");
        }
        define(terms, t, &mut out);
    }
    for &t in assertions {
        let _ = writeln!(out, "(assert {})", Name(terms, t));
    }
    out.push_str("(check-sat)\n");
    out
}

/// The declarations and definitions that the terms need, for a script in another logic than that of [`script`].
pub fn declarations(terms: &Terms, roots: &[TermId]) -> String {
    let mut out = String::new();
    for t in terms.reachable(roots, |_| false) {
        define(terms, t, &mut out);
    }
    out
}

/// What the term is called there.
pub fn name(terms: &Terms, t: TermId) -> String {
    Name(terms, t).to_string()
}

/// A term for people: a tree with the variables' own names, cut when it gets long.
pub(crate) struct Shown<'a> {
    terms: &'a Terms,
    root: TermId,
}

const SHOWN_NODES: usize = 300;

impl<'a> Shown<'a> {
    pub(crate) fn new(terms: &'a Terms, root: TermId) -> Shown<'a> {
        Shown { terms, root }
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Item {
            Term(TermId),
            Space,
            Close,
        }
        let terms = self.terms;
        let mut stack = vec![Item::Term(self.root)];
        let mut nodes = 0;
        while let Some(item) = stack.pop() {
            let t = match item {
                Item::Term(t) => t,
                Item::Space => {
                    f.write_str(" ")?;
                    continue;
                }
                Item::Close => {
                    f.write_str(")")?;
                    continue;
                }
            };
            if let Some(name) = terms.variable_name(t) {
                f.write_str(name)?;
                continue;
            }
            if terms.is_constant(t) {
                write!(f, "{}", Name(terms, t))?;
                continue;
            }
            nodes += 1;
            if nodes > SHOWN_NODES {
                f.write_str("…")?;
                continue;
            }
            let width = terms.width(t);
            match terms.op(t) {
                Op::Extract => {
                    let low = terms.extract_low(t).unwrap_or(0);
                    write!(f, "((_ extract {} {low})", low + width - 1)?;
                }
                Op::ZeroExt => write!(f, "((_ zero_extend {})", width - terms.width(terms.args(t)[0]))?,
                Op::SignExt => write!(f, "((_ sign_extend {})", width - terms.width(terms.args(t)[0]))?,
                Op::Umulo => f.write_str("(bvumulo")?,
                Op::Smulo => f.write_str("(bvsmulo")?,
                op => write!(f, "({}", operator_name(op).unwrap_or("?"))?,
            }
            stack.push(Item::Close);
            for &arg in terms.args(t).iter().rev() {
                stack.push(Item::Term(arg));
                stack.push(Item::Space);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_scripts_and_trees() {
        let mut terms = Terms::new();
        let x = terms.bv_var("x", 8);
        let y = terms.bv_var("|odd\nname", 8);
        let sum = terms.add(x, y);
        let less = terms.ult(sum, x);
        let text = script(&terms, &[less]);
        assert!(text.contains("(declare-const x2 (_ BitVec 8))"), "{text}");
        assert!(text.contains("(define-fun t4 () (_ BitVec 8) (bvadd x2 x3))"), "{text}");
        assert!(text.ends_with("(assert t5)\n(check-sat)\n"), "{text}");
        let ten = terms.bv_const(8, 10);
        let product = terms.mul(x, ten);
        let low = terms.extract(product, 3, 1);
        assert_eq!(terms.display(low).to_string(), "((_ extract 3 1) (bvmul x #x0a))");
    }

    #[test]
    fn shared_terms_stay_linear() {
        let mut terms = Terms::new();
        let mut x = terms.bv_var("x", 32);
        for _ in 0..200 {
            x = terms.mul(x, x);
        }
        let zero = terms.bv_const(32, 0);
        let goal = terms.eq(x, zero);
        assert!(script(&terms, &[goal]).len() < 20_000);
        assert!(terms.display(goal).to_string().len() < 10_000);
    }
}
