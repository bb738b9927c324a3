//! Variable arguments, which lie in a stack object of their own. See `semantics::varargs`.

use crate::calls::{CallSite, Value};
use crate::engine::{Engine, Stop};
use crate::eval::Evaluated;
use crate::findings::Site;
use crate::state::{State, key};
use base::Span;
use ir::{Body, Intrinsic, Passed, Scalar};
use semantics::varargs;
use smg::{Field, NewObject, Offset, ValId};
use verdict::{BlockOrigin, UnknownKind};

/// States with a value, and where the next argument lies.
pub(crate) type Taken = Vec<(State, ValId, ValId)>;

impl<'p> Engine<'p> {
    /// The object with the arguments behind the named ones: as they were passed, and as the callee's state has them.
    pub(crate) fn variable_area(
        &mut self,
        callee: &Body,
        args: Vec<(Value, Option<Value>)>,
        state: &mut State,
    ) {
        let passed = args.iter().map(|(given, _)| match given {
            Value::Scalar(_, scalar) => Passed::Scalar(*scalar),
            Value::Block(_, size) => Passed::Block(*size),
        });
        let (offsets, size) = varargs::layout(self.program.model, passed);
        let span = callee.blocks[ir::BlockId::from_raw(0)].terminator.span;
        let site =
            Site { origin: BlockOrigin::Stack, span, name: None, constant: false, frame: None, input: None };
        let label = self.findings.local_site(span, site);
        let area = state.graph.add_object(NewObject::stack(size, label));
        state.graph.set_root(key::VARIABLE, area);
        for ((_, arg), offset) in args.into_iter().zip(offsets) {
            match arg {
                Some(Value::Scalar(value, scalar)) => {
                    let field = Field::bytes(offset, scalar.size(self.program.model));
                    let _ = state.graph.write(area, field, value);
                }
                Some(Value::Block(carrier, size)) => {
                    let _ = state.graph.copy_block(carrier, 0, area, offset, size);
                }
                None => {}
            }
        }
    }

    pub(crate) fn variable_arguments(
        &mut self,
        intrinsic: Intrinsic,
        site: CallSite<'_>,
        mut state: State,
        out: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let CallSite { body, call, span, .. } = site;
        let list = self.arg(call, 0, &mut state);
        match intrinsic {
            Intrinsic::VaEnd => out.push(state),
            Intrinsic::VaStart => {
                let Some(area) = state.graph.root(key::VARIABLE) else {
                    let words = "the function has no variable arguments";
                    self.findings.unknown(UnknownKind::UndefinedBehaviour, span, words);
                    return Ok(());
                };
                let start = state.graph.region_address(area);
                self.write_through(list, Scalar::Ptr, start, span, state, out)?;
            }
            Intrinsic::VaCopy => {
                let from = self.arg(call, 1, &mut state);
                let mut cursors: Evaluated = Vec::new();
                self.read_through(from, 0, Scalar::Ptr, span, state, &mut cursors)?;
                for (state, cursor) in cursors {
                    self.write_through(list, Scalar::Ptr, cursor, span, state, out)?;
                }
            }
            _ => {
                let scalar = match call.dst.map(|dst| &body.locals[dst]) {
                    None => None,
                    Some(local) if local.register => Some(local.scalar.unwrap_or(Scalar::I32)),
                    Some(_) => None,
                };
                let Some(scalar) = scalar else {
                    self.findings.unsupported(span, "variable arguments that are structures");
                    return Ok(());
                };
                let mut cursors: Evaluated = Vec::new();
                self.read_through(list, 0, Scalar::Ptr, span, state, &mut cursors)?;
                for (state, cursor) in cursors {
                    let mut taken = Vec::new();
                    self.take_variable(cursor, scalar, span, state, &mut taken)?;
                    for (state, value, cursor) in taken {
                        let mut moved = Vec::new();
                        self.write_through(list, Scalar::Ptr, cursor, span, state, &mut moved)?;
                        for state in moved {
                            self.finish_call(site, state, value, out);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads the argument at the cursor and moves the cursor on.
    pub(crate) fn take_variable(
        &mut self,
        cursor: ValId,
        scalar: Scalar,
        span: Span,
        mut state: State,
        out: &mut Taken,
    ) -> Result<(), Stop> {
        let target = state.graph.pointee(cursor).filter(|target| state.graph.object(target.obj).is_live());
        let place = target.and_then(|t| Some((t, u64::try_from(t.off.as_exact()?).ok()?)));
        let Some((target, at)) = place else {
            self.findings.unsupported(span, "which variable argument is read here is not known");
            return Ok(());
        };
        let slot = varargs::slot(self.program.model, Passed::Scalar(scalar));
        let at = at.next_multiple_of(slot.align);
        if at + slot.size > state.graph.object(target.obj).size.lo {
            let words = "a variable argument is read that was not passed";
            self.findings.unknown(UnknownKind::UndefinedBehaviour, span, words);
            return Ok(());
        }
        let at_slot = state.graph.address(target.obj, Offset::exact(at as i64), target.spec);
        let next = state.graph.address(target.obj, Offset::exact((at + slot.size) as i64), target.spec);
        let mut read: Evaluated = Vec::new();
        self.read_through(at_slot, 0, scalar, span, state, &mut read)?;
        out.extend(read.into_iter().map(|(state, value)| (state, value, next)));
        Ok(())
    }
}
