//! Strongly connected components, by Tarjan's algorithm without recursion.

/// The components of a graph, numbered so that an edge never leads to a component of a greater number: successors first.
#[derive(Clone, Debug)]
pub struct Components {
    /// The component of each node.
    pub of: Vec<u32>,
    /// Nodes by component: those of component `c` are `members[starts[c]..starts[c + 1]]`.
    members: Vec<u32>,
    starts: Vec<u32>,
}

impl Components {
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn members(&self, component: usize) -> &[u32] {
        &self.members[self.starts[component] as usize..self.starts[component + 1] as usize]
    }
}

/// The components of the graph with nodes `0..len`.
pub fn components<'g>(len: usize, successors: impl Fn(u32) -> &'g [u32]) -> Components {
    const NEW: u32 = 0;
    const DONE: u32 = u32::MAX;
    // 0: not seen yet; `DONE`: in a component; else one more than its number in the walk.
    let mut number = vec![NEW; len];
    let mut low = vec![0u32; len];
    let mut of = vec![0u32; len];
    let mut members = Vec::with_capacity(len);
    let mut starts = vec![0u32];
    let mut open: Vec<u32> = Vec::new();
    let mut walk: Vec<(u32, u32)> = Vec::new();
    let mut next = 1;
    for root in 0..len as u32 {
        if number[root as usize] != NEW {
            continue;
        }
        walk.push((root, 0));
        number[root as usize] = next;
        low[root as usize] = next;
        next += 1;
        open.push(root);
        while let Some((node, edge)) = walk.last_mut() {
            let node = *node;
            if let Some(&target) = successors(node).get(*edge as usize) {
                *edge += 1;
                match number[target as usize] {
                    NEW => {
                        number[target as usize] = next;
                        low[target as usize] = next;
                        next += 1;
                        open.push(target);
                        walk.push((target, 0));
                    }
                    DONE => {}
                    seen => low[node as usize] = low[node as usize].min(seen),
                }
                continue;
            }
            walk.pop();
            if let Some(&(above, _)) = walk.last() {
                low[above as usize] = low[above as usize].min(low[node as usize]);
            }
            if low[node as usize] == number[node as usize] {
                let component = starts.len() as u32 - 1;
                while let Some(member) = open.pop() {
                    number[member as usize] = DONE;
                    of[member as usize] = component;
                    members.push(member);
                    if member == node {
                        break;
                    }
                }
                starts.push(members.len() as u32);
            }
        }
    }
    Components { of, members, starts }
}
