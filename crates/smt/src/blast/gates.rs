//! Gates: structural hashing and constant propagation in front of the clauses.

use base::FxHashMap;

use crate::limits::{Limits, UnknownReason};
use crate::sat::{Lit, Sat};

/// The first variable of every solver is fixed to true, so that constants are literals.
pub(super) const TRUE: Lit = Lit::ONE;
pub(super) const FALSE: Lit = Lit::MINUS_ONE;

pub(super) fn constant(value: bool) -> Lit {
    if value { TRUE } else { FALSE }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    And,
    Xor,
    Xor3,
    Majority,
    Mux,
}

/// Builds gates over a SAT solver, each different gate once.
///
/// When a limit is exceeded the builder is *interrupted*: from then on it adds nothing and answers with
/// meaningless constants, and the caller must drop the result under construction. Gates built before stay valid.
#[derive(Debug)]
pub(super) struct Gates<S> {
    sat: S,
    table: FxHashMap<(Kind, Lit, Lit, Lit), Lit>,
    wide: FxHashMap<Box<[Lit]>, Lit>,
    /// The inputs of and-gates by variable, for the two-level rules.
    inputs: Vec<Option<(Lit, Lit)>>,
    clauses: u64,
    limits: Limits,
    since_poll: u32,
    interruption: Option<UnknownReason>,
}

const POLL_INTERVAL: u32 = 2048;

impl<S: Sat> Gates<S> {
    pub(super) fn new(mut sat: S) -> Gates<S> {
        let first = sat.new_variable();
        debug_assert_eq!(first, TRUE);
        sat.add_clause(&[TRUE]);
        Gates {
            sat,
            table: FxHashMap::default(),
            wide: FxHashMap::default(),
            inputs: vec![None, None],
            clauses: 1,
            limits: Limits::none(),
            since_poll: 0,
            interruption: None,
        }
    }
    pub(super) fn sat(&self) -> &S {
        &self.sat
    }
    pub(super) fn sat_mut(&mut self) -> &mut S {
        &mut self.sat
    }
    pub(super) fn clauses(&self) -> u64 {
        self.clauses
    }
    pub(super) fn set_limits(&mut self, limits: &Limits) {
        self.limits = limits.clone();
        self.interruption = limits.exceeded();
    }
    pub(super) fn interruption(&self) -> Option<UnknownReason> {
        self.interruption.clone()
    }
    pub(super) fn is_interrupted(&self) -> bool {
        self.interruption.is_some()
    }
    fn poll(&mut self) {
        self.since_poll += 1;
        // An interruption lasts until `set_limits`: garbage must not get into the table in between.
        if self.interruption.is_none() && self.since_poll >= POLL_INTERVAL {
            self.since_poll = 0;
            self.interruption = if self.clauses > self.limits.max_clauses {
                Some(UnknownReason::Size)
            } else {
                self.limits.exceeded()
            };
        }
    }

    pub(super) fn new_variable(&mut self) -> Lit {
        let lit = self.sat.new_variable();
        self.inputs.push(None);
        debug_assert_eq!(self.inputs.len() - 1, lit.variable() as usize);
        lit
    }
    pub(super) fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.sat.add_clause(clause);
    }
    /// The output of a gate: found, or made with the clauses that define it.
    fn gate(&mut self, kind: Kind, a: Lit, b: Lit, c: Lit, define: impl FnOnce(&mut Self, Lit)) -> Lit {
        if let Some(&output) = self.table.get(&(kind, a, b, c)) {
            return output;
        }
        self.poll();
        if self.is_interrupted() {
            return FALSE;
        }
        let output = self.new_variable();
        self.table.insert((kind, a, b, c), output);
        define(self, output);
        output
    }

    pub(super) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if a == b || b == TRUE {
            return a;
        }
        if a == TRUE {
            return b;
        }
        if a == FALSE || b == FALSE || a == !b {
            return FALSE;
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some((p, q)) = self.inputs[y.variable() as usize] {
                if y.is_negated() {
                    // x and not (p and q)
                    if p == !x || q == !x {
                        return x;
                    }
                    if p == x {
                        return self.and(x, !q);
                    }
                    if q == x {
                        return self.and(x, !p);
                    }
                } else {
                    if p == x || q == x {
                        return y;
                    }
                    if p == !x || q == !x {
                        return FALSE;
                    }
                }
            }
        }
        self.gate(Kind::And, a, b, TRUE, |gates, output| {
            gates.inputs[output.variable() as usize] = Some((a, b));
            gates.add_clause(&[!output, a]);
            gates.add_clause(&[!output, b]);
            gates.add_clause(&[output, !a, !b]);
        })
    }
    pub(super) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }
    pub(super) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        // Signs move to the output.
        let flip = a.is_negated() != b.is_negated();
        let (a, b) = (a.flip_if(a.is_negated()), b.flip_if(b.is_negated()));
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let output = if a == b {
            FALSE
        } else if a == TRUE {
            !b
        } else {
            self.gate(Kind::Xor, a, b, TRUE, |gates, output| {
                gates.add_clause(&[!output, a, b]);
                gates.add_clause(&[!output, !a, !b]);
                gates.add_clause(&[output, !a, b]);
                gates.add_clause(&[output, a, !b]);
            })
        };
        output.flip_if(flip)
    }
    /// `t` if `c`, else `e`.
    pub(super) fn mux(&mut self, c: Lit, t: Lit, e: Lit) -> Lit {
        if c == TRUE || t == e {
            return t;
        }
        if c == FALSE {
            return e;
        }
        let (c, t, e) = if c.is_negated() { (!c, e, t) } else { (c, t, e) };
        if t == !e {
            return !self.xor(c, t);
        }
        if t == TRUE || t == c {
            return self.or(c, e);
        }
        if t == FALSE || t == !c {
            return self.and(!c, e);
        }
        if e == TRUE || e == !c {
            return self.or(!c, t);
        }
        if e == FALSE || e == c {
            return self.and(c, t);
        }
        let flip = t.is_negated();
        let (t, e) = (t.flip_if(flip), e.flip_if(flip));
        let output = self.gate(Kind::Mux, c, t, e, |gates, output| {
            gates.add_clause(&[!c, !t, output]);
            gates.add_clause(&[!c, t, !output]);
            gates.add_clause(&[c, !e, output]);
            gates.add_clause(&[c, e, !output]);
            // Redundant, but they propagate when both branches agree.
            gates.add_clause(&[!t, !e, output]);
            gates.add_clause(&[t, e, !output]);
        });
        output.flip_if(flip)
    }
    pub(super) fn mux_all(&mut self, c: Lit, t: &[Lit], e: &[Lit]) -> Vec<Lit> {
        t.iter().zip(e).map(|(&t, &e)| self.mux(c, t, e)).collect()
    }
    /// The sum bit of a full adder.
    pub(super) fn xor3(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let flip = a.is_negated() ^ b.is_negated() ^ c.is_negated();
        let mut inputs = [a, b, c].map(|l| l.flip_if(l.is_negated()));
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        let output = if a == b {
            c
        } else if b == c {
            a
        } else if a == TRUE {
            // TRUE is the variable with the least number.
            !self.xor(b, c)
        } else {
            self.gate(Kind::Xor3, a, b, c, |gates, output| {
                for signs in 0..8u32 {
                    let flip = |lit: Lit, bit: u32| lit.flip_if(signs >> bit & 1 == 1);
                    // The inputs with these signs all false: an input is true where its sign is flipped.
                    let odd = signs.count_ones() % 2 == 1;
                    gates.add_clause(&[flip(a, 0), flip(b, 1), flip(c, 2), output.flip_if(!odd)]);
                }
            })
        };
        output.flip_if(flip)
    }
    /// The carry of a full adder: at least two of three.
    pub(super) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let negated = [a, b, c].iter().filter(|l| l.is_negated()).count();
        let flip = negated >= 2;
        let mut inputs = [a, b, c].map(|l| l.flip_if(flip));
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        for (x, y, z) in [(a, b, c), (a, c, b), (b, c, a)] {
            if x == y {
                return x.flip_if(flip);
            }
            if x == !y {
                return z.flip_if(flip);
            }
            for (constant, p, q) in [(x, y, z), (y, x, z)] {
                if constant == TRUE {
                    return self.or(p, q).flip_if(flip);
                }
                if constant == FALSE {
                    return self.and(p, q).flip_if(flip);
                }
            }
        }
        let output = self.gate(Kind::Majority, a, b, c, |gates, output| {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                gates.add_clause(&[!x, !y, output]);
                gates.add_clause(&[x, y, !output]);
            }
        });
        output.flip_if(flip)
    }
    /// The conjunction of any number of literals, as one gate.
    pub(super) fn and_all(&mut self, mut inputs: Vec<Lit>) -> Lit {
        inputs.sort_unstable_by_key(|l| (l.variable(), l.is_negated()));
        inputs.dedup();
        inputs.retain(|&l| l != TRUE);
        let contradiction = inputs.windows(2).any(|pair| pair[0] == !pair[1]);
        if contradiction || inputs.contains(&FALSE) {
            return FALSE;
        }
        match inputs[..] {
            [] => return TRUE,
            [a] => return a,
            [a, b] => return self.and(a, b),
            _ => {}
        }
        if let Some(&output) = self.wide.get(&inputs[..]) {
            return output;
        }
        self.poll();
        if self.is_interrupted() {
            return FALSE;
        }
        let output = self.new_variable();
        let mut long: Vec<Lit> = vec![output];
        for &input in &inputs {
            self.add_clause(&[!output, input]);
            long.push(!input);
        }
        self.add_clause(&long);
        self.wide.insert(inputs.into_boxed_slice(), output);
        output
    }
    pub(super) fn or_all(&mut self, inputs: &[Lit]) -> Lit {
        !self.and_all(inputs.iter().map(|&l| !l).collect())
    }
}
