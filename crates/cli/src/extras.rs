//! What `check` does besides giving its answer: pictures and the HTML report.

use crate::args::CheckArgs;
use crate::check::budget;
use crate::driver::Loaded;
use crate::output::complain;
use crate::{guard, html, show};
use report::sarif::Standing;
use std::time::{Duration, Instant};
use verdict::{Outcome, PropertySet};

/// Time that pictures may take when nobody gave a limit.
const TIME: Duration = Duration::from_secs(60);

/// Does what the options ask for. `Err` is a message about a file that cannot be read or written.
pub(crate) fn after(
    args: &CheckArgs,
    loaded: &Loaded,
    properties: PropertySet,
    outcome: &Outcome,
    standings: &[Standing],
) -> Result<(), String> {
    if let Some(directory) = &args.files_out.plots {
        let limits = budget(&args.limits, Some(TIME), Instant::now());
        let drawn = guard::catch(|| show::plots(loaded, directory, &limits, &args.engines, &args.analysis));
        let count = drawn.unwrap_or_else(|p| Err(format!("internal error: {}", p.message)))?;
        if !args.output.quiet {
            complain(format!("fafnir: {count} plots in {}\n", directory.display()));
        }
    }
    if let Some(path) = &args.files_out.html {
        let limits = budget(&args.limits, Some(TIME), Instant::now());
        let page = guard::catch(|| html::page(args, loaded, properties, outcome, standings, &limits));
        let page = page.map_err(|p| format!("internal error: {} ({})", p.message, p.location))?;
        std::fs::write(path, page).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    Ok(())
}
