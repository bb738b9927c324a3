//! Code without a `main`: which functions `check` looks at, one by one.

use crate::args::CheckArgs;
use crate::cache::FileStore;
use crate::contracts;
use crate::driver::Loaded;
use base::Idx;
use ir::FuncId;
use portfolio::{AnalysisOptions, AnswerStore, Budget, FunctionsAnswer, FunctionsTask, check_functions};
use std::path::PathBuf;
use verdict::PropertySet;

/// Which functions are of the library: models, and what system headers define.
fn library(loaded: &Loaded) -> Vec<bool> {
    loaded.program.functions.iter().map(|function| is_of_library(loaded, function.span)).collect()
}

fn is_of_library(loaded: &Loaded, span: base::Span) -> bool {
    let place = loaded.input.map.locate(span);
    place.is_some_and(|l| l.system_header || l.file.starts_with("<model "))
}

/// The functions that are checked one by one; `None` if the program is checked from its `main`.
pub(crate) fn wanted(args: &CheckArgs, loaded: &Loaded) -> Result<Option<Vec<FuncId>>, String> {
    let program = &loaded.program;
    let without_main = program.entry.is_none() && args.front.entry == "main";
    if args.functions.is_empty()
        && !args.all_functions
        && !(without_main && args.engines.engines.include_functions())
    {
        return Ok(None);
    }
    let library = library(loaded);
    let defined = |id: FuncId| program.functions[id].body().is_some() && !library[id.index()];
    if !args.functions.is_empty() {
        let mut found = Vec::new();
        for name in &args.functions {
            let is_it =
                |id: &FuncId| program.names.resolve(program.functions[*id].name) == name && defined(*id);
            let id = program.functions.ids().find(is_it);
            found.push(id.ok_or_else(|| format!("the program defines no function `{name}`"))?);
        }
        return Ok(Some(found));
    }
    let all: Vec<FuncId> =
        program.functions.ids().filter(|&id| defined(id) && program.entry != Some(id)).collect();
    Ok((!all.is_empty() || args.all_functions).then_some(all))
}

pub(crate) fn check(
    loaded: &Loaded,
    (wanted, args): (&[FuncId], &CheckArgs),
    properties: PropertySet,
    options: AnalysisOptions,
    budget: &Budget<'_>,
) -> FunctionsAnswer {
    let store = if args.no_cache { None } else { FileStore::open(args.cache.as_deref()) };
    let task = FunctionsTask {
        program: &loaded.program,
        properties,
        options,
        functions: wanted.to_vec(),
        library: library(loaded),
        jobs: args.jobs.map_or_else(portfolio::cores, usize::from),
        engines: args.engines.engines.clone(),
        store: store.as_ref().map(|store| store as &dyn AnswerStore),
        // What contracts keep is kept by functions of the program.
        library_globals: (loaded.program.globals.iter())
            .map(|g| is_of_library(loaded, g.span) && !contracts::says(&loaded.input.map, g.span))
            .collect(),
    };
    check_functions(&task, budget)
}

/// A test case that includes the files, so that also their static functions can be called.
pub(crate) fn test_file(files: &[PathBuf], (head, body): (&str, &str)) -> String {
    let mut text = String::from("/* gcc -g -fsanitize=address,undefined THIS.c && ./a.out */\n");
    text.push_str(head);
    for file in files {
        let path = std::path::absolute(file).unwrap_or_else(|_| file.clone());
        text.push_str(&format!("#include \"{}\"\n", path.display()));
    }
    text.push_str(body);
    text
}
