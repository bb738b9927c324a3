//! The ways of the arrows. They run in the gaps between columns, each on a track of its own, and pass a column where it is
//! free; so no arrow runs through a box or a label that is not its own.

use super::layout::{Area, Layout, Member, PlacedGroup};
use verdict::picture::{End, Picture, Value};

const TRACK: f64 = 7.0;
const LANE: f64 = 8.0;

#[derive(Clone, Debug)]
pub struct Route {
    /// Where the pointer is stored: an object (or `None`: a variable) and the field.
    pub object: Option<usize>,
    pub field: usize,
    pub target: usize,
    pub points: Vec<(f64, f64)>,
}

/// The arrows of all pointers that are not told in words.
pub fn routes(picture: &Picture, layout: &Layout) -> Vec<Route> {
    let mut router = Router {
        picture,
        layout,
        tracks: layout.groups.iter().map(|g| vec![0; g.columns.len() + 1]).collect(),
        lanes: Vec::new(),
        ports: Vec::new(),
        margins: Vec::new(),
    };
    let mut out = Vec::new();
    for (object, field, value) in picture.pointers() {
        let Value::Pointer { target, end, .. } = value else { continue };
        if *end == End::Own {
            continue;
        }
        if let Some(points) = router.route(object, field, *target, *end) {
            out.push(Route { object, field, target: *target, points });
        }
    }
    out
}

struct Router<'a> {
    picture: &'a Picture,
    layout: &'a Layout,
    /// Used tracks of each gap of each group; gap 0 is left of the first column.
    tracks: Vec<Vec<usize>>,
    /// Used horizontal lanes: y, from x, to x.
    lanes: Vec<(f64, f64, f64)>,
    /// Arrows that end at a side of a box: box, right side, how many.
    ports: Vec<(usize, bool, usize)>,
    /// Arrows inside the left margin of a box.
    margins: Vec<(usize, usize)>,
}

impl Router<'_> {
    fn box_of(&self, object: Option<usize>, field: usize) -> Option<usize> {
        self.layout.boxes.iter().position(|b| match object {
            Some(object) => b.object == Some(object),
            None => b.variable == Some(field),
        })
    }

    /// The chain of boxes around an object, the outermost last.
    fn chain(&self, object: usize) -> Vec<usize> {
        let mut chain = Vec::new();
        let mut at = Some(object);
        while let Some(object) = at.filter(|_| chain.len() <= self.picture.objects.len()) {
            chain.push(object);
            at = self.picture.objects[object].inside;
        }
        chain
    }

    fn route(
        &mut self,
        object: Option<usize>,
        field: usize,
        target: usize,
        end: End,
    ) -> Option<Vec<(f64, f64)>> {
        let from_box = self.box_of(object, field)?;
        let to_box = self.box_of(Some(target), 0)?;
        let cell = match object {
            Some(_) => *self.layout.boxes[from_box].cells.get(field)?,
            None => self.layout.boxes[from_box].area,
        };
        let to_chain = self.chain(target);
        if let Some(object) = object {
            if to_chain[1..].contains(&object) {
                return Some(self.within_own_box(from_box, cell, to_box));
            }
            if object != target && self.chain(object).contains(&target) {
                let right = self.layout.boxes[to_box].area.right();
                return Some(vec![(cell.right() - 5.0, cell.middle()), (right, cell.middle())]);
            }
        }
        // The innermost group in which both ends are inside some box.
        let from_chain = object.map(|o| self.chain(o)).unwrap_or_default();
        for (g, group) in self.layout.groups.iter().enumerate().rev() {
            let member = |chain: &[usize]| -> Option<Member> {
                group
                    .members
                    .iter()
                    .copied()
                    .find(|m| self.layout.boxes[m.at].object.is_some_and(|o| chain.contains(&o)))
            };
            let to = member(&to_chain);
            let from = match object {
                Some(_) => member(&from_chain),
                None => group.members.iter().copied().find(|m| m.at == from_box),
            };
            if let (Some(from), Some(to)) = (from, to) {
                return Some(self.between(g, group, cell, from, to, to_box, end));
            }
        }
        None
    }

    /// From a list's field to what every node has for itself, along the margin inside the box.
    fn within_own_box(&mut self, from_box: usize, cell: Area, to_box: usize) -> Vec<(f64, f64)> {
        let nth = count(&mut self.margins, from_box);
        let x = cell.x + 4.0 + 2.5 * nth.min(3) as f64;
        let target = self.layout.boxes[to_box].area;
        let y = self.port(to_box, false);
        vec![(x, cell.middle()), (x, y), (target.x, y)]
    }

    fn between(
        &mut self,
        g: usize,
        group: &PlacedGroup,
        cell: Area,
        from: Member,
        to: Member,
        to_box: usize,
        end: End,
    ) -> Vec<(f64, f64)> {
        let target = self.layout.boxes[to_box].area;
        let list = self.picture.objects[self.layout.boxes[to_box].object.unwrap_or(0)].is_list();
        let (a, b) = (from.column, to.column);
        // In a folded picture, what follows in the next row is entered as if it stood further to the right.
        let back = if from.row == to.row { b <= a } else { to.row < from.row };
        let enters_right = back || (list && end == End::Last);
        let entry_gap = if enters_right { b + 1 } else { b };
        let exits_right = entry_gap > a;
        let exit_gap = if exits_right { a + 1 } else { a };
        let start = match exits_right {
            true => (cell.right() - 5.0, cell.middle()),
            false => (cell.x + 4.0, cell.middle()),
        };
        let ty = self.port(to_box, enters_right);
        let finish = (if enters_right { target.right() } else { target.x }, ty);
        let first = self.track(g, group, exit_gap);
        if exit_gap == entry_gap {
            return vec![start, (first, start.1), (first, ty), finish];
        }
        let second = self.track(g, group, entry_gap);
        let (lo, hi) = (exit_gap.min(entry_gap), exit_gap.max(entry_gap));
        let passed: Vec<Area> = group
            .members
            .iter()
            .filter(|m| (lo..hi).contains(&m.column))
            .map(|m| self.layout.boxes[m.at].area)
            .collect();
        let lane = self.lane(group, &passed, start.1, ty, first.min(second), first.max(second));
        vec![start, (first, start.1), (first, lane), (second, lane), (second, ty), finish]
    }

    /// The next place on a side of a box where an arrow may end.
    fn port(&mut self, to_box: usize, right: bool) -> f64 {
        let nth = match self.ports.iter_mut().find(|p| p.0 == to_box && p.1 == right) {
            Some(port) => {
                port.2 += 1;
                port.2
            }
            None => {
                self.ports.push((to_box, right, 0));
                0
            }
        };
        let target = self.layout.boxes[to_box].area;
        let room = (target.h - 10.0).max(1.0);
        let first = if right { 14.5 } else { 11.0 };
        target.y + (first + 6.0 * nth as f64) % room.max(first + 1.0)
    }

    /// The next free vertical line in a gap.
    fn track(&mut self, g: usize, group: &PlacedGroup, gap: usize) -> f64 {
        let used = &mut self.tracks[g][gap];
        *used += 1;
        let nth = *used as f64;
        match gap {
            0 => group.columns[0].0 - 4.0 - 4.0 * nth.min(3.0),
            _ => {
                let left = group.columns[gap - 1].1;
                let room = match group.columns.get(gap) {
                    Some(next) => next.0 - left - 16.0,
                    None => 60.0,
                };
                left + 6.0 + (TRACK * nth) % room.max(TRACK)
            }
        }
    }

    /// A height at which nothing stands in the way, near one of the two wanted ones.
    fn lane(
        &mut self,
        group: &PlacedGroup,
        passed: &[Area],
        from: f64,
        to: f64,
        left: f64,
        right: f64,
    ) -> f64 {
        let blocked = |y: f64, lanes: &[(f64, f64, f64)]| {
            passed.iter().any(|area| y > area.y - 5.0 && y < area.bottom() + 5.0)
                || lanes.iter().any(|(other, a, b)| (y - other).abs() < 5.0 && *a < right && left < *b)
        };
        let mut candidates = vec![to, from];
        for area in passed {
            for k in 1..4 {
                candidates.push(area.y - 5.0 - 5.0 * f64::from(k));
                candidates.push(area.bottom() + 5.0 + 5.0 * f64::from(k));
            }
        }
        // Above the first row there is only the margin.
        let top = group.members.iter().map(|m| self.layout.boxes[m.at].area.y).fold(f64::INFINITY, f64::min);
        candidates.retain(|y| *y >= top - 10.0 && *y <= group.bottom + 10.0);
        candidates.sort_by(|a, b| {
            let far = |y: f64| (y - from).abs() + (y - to).abs();
            far(*a).total_cmp(&far(*b))
        });
        let free = candidates.into_iter().find(|y| !blocked(*y, &self.lanes));
        let y = free.unwrap_or_else(|| {
            let mut y = group.bottom + 10.0;
            while blocked(y, &self.lanes) && y < group.bottom + 10.0 + 9.0 * LANE {
                y += LANE;
            }
            y
        });
        self.lanes.push((y, left, right));
        y
    }
}

fn count(list: &mut Vec<(usize, usize)>, key: usize) -> usize {
    match list.iter_mut().find(|e| e.0 == key) {
        Some(entry) => {
            entry.1 += 1;
            entry.1
        }
        None => {
            list.push((key, 0));
            0
        }
    }
}
