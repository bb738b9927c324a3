//! The text form of a graph, for people.

use crate::ends::Ends;
use crate::graph::Smg;
use crate::int::IntDomain;
use crate::object::{BlockKind, Field, ObjId, ObjKind, Object, Origin, Validity};
use crate::value::{Content, Offset, Spec, ValId};
use crate::zone::{Measure, Var};
use std::fmt;

struct FieldText(Field);

impl fmt::Display for FieldText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Field { off, len } = self.0;
        if off % 8 == 0 && len % 8 == 0 {
            write!(f, "[{}+{}]", off / 8, len / 8)
        } else {
            write!(f, "[bit {off}+{len}]")
        }
    }
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.as_exact(), self.stride) {
            (Some(n), _) => write!(f, "{n:+}"),
            (None, 1) => write!(f, "+[{}..{}]", self.lo, self.hi),
            (None, s) => write!(f, "+[{}..{} step {s}]", self.lo, self.hi),
        }
    }
}

impl<D: IntDomain> Smg<D> {
    /// A value as it reads in a dump.
    pub fn value_text(&self, v: ValId) -> String {
        match v {
            ValId::ZERO => return "0".into(),
            ValId::UNINIT => return "uninit".into(),
            _ => {}
        }
        let v = self.resolve(v);
        match self.content(v) {
            Content::Address(t) if t.obj == ObjId::NULL => "0".into(),
            Content::Address(t) => {
                let spec = match t.spec {
                    Spec::Region => "",
                    Spec::First => " first",
                    Spec::Last => " last",
                    Spec::All => " all",
                };
                format!("&{}{}{spec}", t.obj, t.off)
            }
            Content::Int(d) if d.as_constant().is_some() => format!("{d:?}"),
            Content::Int(d) => format!("{v}={d:?}"),
            Content::Code(set) => {
                let names: Vec<String> = set.functions.iter().map(|f| format!("fn{f}")).collect();
                format!("{v}={{{}{}}}", names.join(" "), if set.or_null { " 0" } else { "" })
            }
            Content::Float => format!("{v}=float"),
            Content::Unknown { may_be_uninit: true } => format!("{v}=?uninit"),
            Content::Unknown { may_be_uninit: false } => format!("{v}=?"),
            Content::Uninit => "uninit".into(),
            Content::Free | Content::Forward(_) => format!("{v}=<unused>"),
        }
    }

    fn write_object(&self, f: &mut fmt::Formatter<'_>, id: ObjId, o: &Object) -> fmt::Result {
        let kind = match o.kind {
            ObjKind::Null => "null",
            ObjKind::Region => "region",
            ObjKind::Sls => "sls",
            ObjKind::Dls => "dls",
            ObjKind::OptRegion => "region?",
            ObjKind::OptSls => "sls?",
            ObjKind::OptDls => "dls?",
            ObjKind::Run => "run",
        };
        write!(f, "{id}: ")?;
        if matches!(o.kind, ObjKind::Sls | ObjKind::Dls) {
            match o.max_len {
                Some(most) => write!(f, "{}..{most} ", o.min_len)?,
                None => write!(f, "{}+ ", o.min_len)?,
            }
            if o.len_step != 1 {
                write!(f, "step {} ", o.len_step)?;
            }
        }
        write!(f, "{kind}")?;
        if o.kind.is_abstract() {
            write!(f, " head {}", o.links.head)?;
        }
        if o.kind.has_next() {
            write!(f, " next {}", o.links.next)?;
        }
        if o.kind.has_prev() {
            write!(f, " prev {}", o.links.prev)?;
        }
        for link in o.links.parallel.iter().flatten() {
            write!(f, " {} {} to {}", if link.forward { "next" } else { "prev" }, link.field, link.head)?;
        }
        if o.size.is_exact() {
            write!(f, " size {}", o.size.lo)?;
        } else {
            write!(f, " size {}..{}", o.size.lo, o.size.hi)?;
        }
        if o.level > 0 {
            write!(f, " level {}", o.level)?;
        }
        match o.origin {
            Origin::Heap => {}
            Origin::Stack => write!(f, " stack")?,
            Origin::Static => write!(f, " static")?,
        }
        match o.validity {
            Validity::Live => {}
            Validity::Freed => write!(f, " freed")?,
            Validity::OutOfScope => write!(f, " out-of-scope")?,
        }
        writeln!(f, " label {}", o.label)?;
        if let Some(marks) = o.marks() {
            writeln!(f, "  {marks}")?;
        }
        for ends in o.ends() {
            match ends.last {
                Ends::OPEN => writeln!(f, "  zero from {} on", ends.first)?,
                last => writeln!(f, "  zero from {} to {last}", ends.first)?,
            }
        }
        if let Some(numbers) = &o.numbers {
            if let Some(length) = numbers.length {
                writeln!(f, "  length {}", self.value_text(length))?;
            }
            for e in &numbers.ends {
                let (first, last) = (self.value_text(e.first), self.value_text(e.last));
                let way = if e.rises { "rises" } else { "falls" };
                writeln!(f, "  {} {way} from {first} to {last}", FieldText(e.field))?;
            }
        }
        if let Some(optional) = &o.optional {
            if optional.absent != ValId::ZERO {
                writeln!(f, "  or else {}", self.value_text(optional.absent))?;
            }
            if let Some(tag) = &optional.tag {
                let value = self.value_text(tag.value);
                writeln!(f, "  there if {value} in {:?}, absent if in {:?}", tag.present, tag.absent)?;
            }
        }
        if let Some(cells) = &o.cells {
            writeln!(f, "  cells of {}: {}", cells.unit, self.value_text(cells.runs[0]))?;
            for (&bound, &run) in cells.bounds.iter().zip(&cells.runs[1..]) {
                writeln!(f, "    from {bound} = {}: {}", self.value_text(bound), self.value_text(run))?;
            }
        }
        for b in o.blocks() {
            let kind = match b.kind {
                BlockKind::Zero => "zero".to_owned(),
                BlockKind::Uninit => "uninit".to_owned(),
                BlockKind::Fill(x) => format!("fill {x:#04x}"),
                BlockKind::Init => "init".to_owned(),
            };
            writeln!(f, "  {} {kind}", FieldText(b.field))?;
        }
        for e in o.edges() {
            let level = match self.level_of(e.value) {
                0 => String::new(),
                n => format!(" level {n}"),
            };
            writeln!(f, "  {} -> {}{level}", FieldText(e.field), self.value_text(e.value))?;
        }
        Ok(())
    }
}

impl<D: IntDomain> fmt::Display for Smg<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &(key, o) in self.roots() {
            writeln!(f, "root {key} = {o}")?;
        }
        for &(key, v) in self.named_values() {
            writeln!(f, "value {key} = {}", self.value_text(v))?;
        }
        for (id, o) in self.objects().filter(|(id, _)| *id != ObjId::NULL) {
            self.write_object(f, id, o)?;
        }
        for &(a, b) in self.inequalities() {
            writeln!(f, "{} != {}", self.value_text(a), self.value_text(b))?;
        }
        for r in self.relations() {
            let sign = if r.negated { "-" } else { "" };
            writeln!(f, "{} = {sign}{} + {}", r.left, r.right, r.addend as i64)?;
        }
        for sum in self.sums.iter() {
            writeln!(f, "{}", Self::sum_text(sum))?;
        }
        for (object, size) in self.sizes.iter() {
            writeln!(f, "size of {object} = {} * {} + {}", size.scale, size.base, size.addend)?;
        }
        for zero in self.zeros.iter() {
            writeln!(
                f,
                "zero byte of {} at {} = {}",
                zero.object,
                zero.address,
                self.value_text(zero.address)
            )?;
        }
        for o in self.orders.iter() {
            let text = |var: Var| match var.measure {
                Measure::Number => var.value.to_string(),
                Measure::Offset(1) => format!("offset of {}", var.value),
                Measure::Offset(unit) => format!("offset of {} / {unit}", var.value),
                Measure::Rest(1) => format!("rest behind {}", var.value),
                Measure::Rest(unit) => format!("rest behind {} / {unit}", var.value),
            };
            writeln!(f, "{} <= {} + {}", text(o.less), text(o.more), o.most)?;
        }
        Ok(())
    }
}
