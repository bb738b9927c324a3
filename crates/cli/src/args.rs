//! The command line: what can be asked, and the help that explains it.

use crate::project::Database;
use crate::values::{self, ByteSize};
use clap::{Args, Parser, Subcommand, ValueEnum};
use portfolio::{AllocationCheck, AnalysisOptions, Engines, InvariantDomain};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use verdict::{FindingKind, Property};

const EXAMPLES: &str = "\
Examples:
  fafnir check list.c                         what a C programmer would want to know
  fafnir check -I include -DDEBUG a.c b.c     two files, with options for the preprocessor
  fafnir check -p build --target tool         a project with a compile_commands.json
  fafnir check --prp valid-memsafety.prp x.i  exactly what an SV-COMP property file asks
  fafnir run prog.c --input 3,4 -- one two    one run, with these inputs and arguments
  fafnir cfg prog.c -f main --svg -o main.svg the control flow of `main` as a picture

Exit codes:
  0  proved (run: nothing went wrong)
  1  violated
  2  bad usage, or a program that cannot be read
  3  unknown: the reason is printed";

/// Verifies C programs that manipulate the heap.
#[derive(Parser, Debug)]
#[command(name = "fafnir", version, after_help = EXAMPLES, arg_required_else_help = true, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

impl Cli {
    /// Reads the command line. Only the command that is asked for is set up: to describe all of them would take a short run longer
    /// than its work. What is no plain request (help, mistakes) is read again by the whole definition, which knows what to say.
    pub fn read(args: Vec<OsString>) -> Result<Cli, clap::Error> {
        let name = args.get(1).and_then(|name| name.to_str());
        let command = match name {
            Some("check") => alone(&args).map(|check| Command::Check(Box::new(check))),
            Some("run") => alone(&args).map(Command::Run),
            Some("svcomp") => alone(&args).map(Command::Svcomp),
            _ => None,
        };
        match command {
            Some(command) => Ok(Cli { command }),
            None => Cli::try_parse_from(args),
        }
    }
}

/// The arguments of one command, if they are in order.
fn alone<T: Args>(args: &[OsString]) -> Option<T> {
    let matches = T::augment_args(clap::Command::new("fafnir")).try_get_matches_from(&args[1..]).ok()?;
    T::from_arg_matches(&matches).ok()
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Proves that a program has no memory errors, or shows how it goes wrong
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Box<CheckArgs>),
    /// Prints what each function needs from its callers and gives them, as far as it is found out
    #[command(after_help = CONTRACTS_EXAMPLES)]
    Contracts(Box<CheckArgs>),
    /// Executes a program on a machine that notices every memory error
    #[command(after_help = RUN_EXAMPLES)]
    Run(RunArgs),
    /// Prints the intermediate representation that the engines work on
    Ir(IrArgs),
    /// Draws the control-flow graph of a function
    Cfg(CfgArgs),
    /// Shows what the memory may look like at a line, in words or as a picture
    #[command(after_help = SHOW_EXAMPLES)]
    Show(ShowArgs),
    /// Answers as the Competition on Software Verification wants it, with witnesses
    #[command(after_help = SVCOMP_EXAMPLES)]
    Svcomp(SvcompArgs),
    /// Checks many programs, each in a process of its own, and tabulates the answers
    #[command(after_help = BATCH_EXAMPLES)]
    Batch(BatchArgs),
    /// Encodes a program's heap as relations and solves the Horn clauses, or solves clauses from a file
    #[command(after_help = HORN_EXAMPLES)]
    Horn(HornArgs),
    /// A language server for editors, on standard input and output
    Lsp,
    /// Lists the engines and what each is for
    Engines,
    /// Lists the library functions that are known, and how
    Models(ModelsArgs),
    /// Removes the answers about functions that earlier runs kept
    Cache(CacheArgs),
    /// Says what a kind of finding means, with a small example
    Explain(ExplainArgs),
}

const CHECK_EXAMPLES: &str = "\
Without --property, everything is checked but valid-memcleanup, no-uninit and no-overflow:
  valid-deref       every access goes to a live object, within its bounds
  valid-free        every `free` gets null or the start of a live heap block
  valid-memtrack    no heap block is lost while it is not freed
  valid-memcleanup  all heap blocks are freed when the program ends
  unreach-call      no `assert` fails, no `reach_error` or error label is reached
  no-overlap        `memcpy` and structure assignments get ranges that do not overlap
  no-uninit         no decision depends on an uninitialised value
  no-overflow       no signed overflow, division by zero or bad shift

Files that end in `.i` are read as they are; others go through `$CC -E` (or cc). `-` is standard input.
Exit codes: 0 proved, 1 violated, 2 bad usage or unreadable program, 3 unknown.";

const CONTRACTS_EXAMPLES: &str = "\
Each function is checked on its own, as `check --all-functions` does it; --function NAME asks for some of them. With --format json and
sarif the whole answer is printed, with a list of the contracts.
Exit codes: 0 the contracts are printed, 2 bad usage or unreadable program.";

const HORN_EXAMPLES: &str = "\
Encodings: heap (a few objects as variables), heap-invariants, heap-invariants-flow, r, rw, rw-fun, rw-mem; with options, as in
rw-fun-tag-opt-p: tag (sites of accesses are arguments), opt and opt2 (a cache for reads, and one for writes, too), p (addresses
are arguments), n (the number of objects is an argument of reads), v (and
the variables of the place), in (inputs are arguments). `rw-fun` is a proof only together with memory safety, which is then shown by `rw-mem`.

--solve reads SMT-LIB (logic HORN over Booleans and bit-vectors) and prints sat with the definitions, unsat, or unknown.
Exit codes: 0 solved or printed, 1 refuted (--solve), 2 bad usage or unreadable input, 3 unknown.";

const RUN_EXAMPLES: &str = "\
Inputs are the values that `__VERIFIER_nondet_*` returns, in order. The list that was used is printed to
standard error at the end, so that any run can be repeated with --input.

Exit codes: 0 the run ended and nothing went wrong, 1 it went wrong, 2 bad usage or unreadable program, 3 it met
something that cannot be executed, or a limit. With --exit-status, a clean run exits with the program's own status.";

/// How C text becomes a program; the same for every command.
#[derive(Args, Debug, Clone, Default)]
pub struct FrontArgs {
    /// The sizes of C's types: `lp64` as on x86-64, `ilp32` as on 32-bit x86 (also: -m64, -m32) [default: lp64; svcomp: ilp32]
    #[arg(
        long,
        value_name = "MODEL",
        help_heading = "Reading C",
        value_enum,
        ignore_case = true,
        hide_possible_values = true
    )]
    pub data_model: Option<DataModelArg>,
    #[arg(long = "m32", hide = true, conflicts_with_all = ["data_model", "m64"])]
    pub m32: bool,
    #[arg(long = "m64", hide = true, conflicts_with = "data_model")]
    pub m64: bool,
    /// Directory to look for headers in
    #[arg(short = 'I', value_name = "DIR", help_heading = "Reading C")]
    pub include_dirs: Vec<OsString>,
    /// Defines a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Reading C")]
    pub defines: Vec<OsString>,
    /// Undefines a macro
    #[arg(short = 'U', value_name = "NAME", help_heading = "Reading C")]
    pub undefines: Vec<OsString>,
    /// A header to read first (also: -include FILE)
    #[arg(long = "include", value_name = "FILE", help_heading = "Reading C")]
    pub includes: Vec<OsString>,
    /// The dialect of C, for the preprocessor (also: -std=STANDARD)
    #[arg(long = "std", value_name = "STANDARD", help_heading = "Reading C")]
    pub standard: Option<OsString>,
    /// A C file that says what library functions do; it goes before the built-in models
    #[arg(long = "model", value_name = "FILE.c", help_heading = "Reading C")]
    pub models: Vec<PathBuf>,
    /// Reaching this label is an error, like a call of `reach_error`
    #[arg(long = "error-label", value_name = "NAME", help_heading = "Reading C")]
    pub error_labels: Vec<String>,
    /// The function where the program starts
    #[arg(long, value_name = "FUNCTION", default_value = "main", help_heading = "Reading C")]
    pub entry: String,
    /// The options that a project compiles each of its files with.
    #[arg(skip)]
    pub database: Option<Arc<Database>>,
    /// Files are linked only if something that is linked already needs them, as from a library; the first one is always linked.
    #[arg(skip)]
    pub as_library: bool,
}

impl FrontArgs {
    /// The options that are not the default, as a user would type them.
    pub fn spelled(&self) -> Vec<String> {
        let mut all = Vec::new();
        if self.data_model() == ir::DataModel::Ilp32 {
            all.push("-m32".to_owned());
        }
        let lists = [
            ("-I", &self.include_dirs),
            ("-D", &self.defines),
            ("-U", &self.undefines),
            ("--include=", &self.includes),
        ];
        for (option, values) in lists {
            all.extend(values.iter().map(|value| format!("{option}{}", value.to_string_lossy())));
        }
        all.extend(self.standard.iter().map(|standard| format!("--std={}", standard.to_string_lossy())));
        all.extend(self.models.iter().map(|model| format!("--model={}", model.display())));
        all.extend(self.error_labels.iter().map(|label| format!("--error-label={label}")));
        if self.entry != "main" {
            all.push(format!("--entry={}", self.entry));
        }
        all
    }

    pub fn data_model(&self) -> ir::DataModel {
        match self.data_model {
            _ if self.m32 => ir::DataModel::Ilp32,
            Some(DataModelArg::Ilp32) => ir::DataModel::Ilp32,
            Some(DataModelArg::Lp64) | None => ir::DataModel::Lp64,
        }
    }
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataModelArg {
    Lp64,
    Ilp32,
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// For people: source lines, labels, the way to the error
    #[default]
    Text,
    /// For programs
    Json,
    /// SARIF 2.1.0, for code hosts
    Sarif,
    /// `file:line:column: error: message`, for editors
    Gcc,
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColorChoice {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Args, Debug, Clone, Default)]
pub struct OutputArgs {
    /// The form of the answer
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "FORM",
        help_heading = "Output",
        hide_possible_values = true
    )]
    #[arg(help = "The form of the answer: text, json, sarif, or gcc (file:line:column: error: ...)")]
    pub format: Format,
    /// Prints findings and the verdict only: no warnings, no times, no progress
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
    /// When to use colours: auto (on a terminal, unless NO_COLOR is set), always, never
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        help_heading = "Output",
        hide_possible_values = true
    )]
    pub color: ColorChoice,
}

#[derive(Args, Debug, Clone, Default)]
pub struct LimitArgs {
    /// Stop after this much time: 500ms, 10s, 5min; 0 is without limit; the last one counts [default: 60s for check, none for run]
    #[arg(long, value_name = "TIME", value_parser = values::duration, help_heading = "Limits", overrides_with = "time")]
    pub time: Option<Duration>,
    /// Memory that the program's heap and the analysis may take: 512M, 4G [default: 2G]
    #[arg(long, value_name = "SIZE", value_parser = values::byte_size, help_heading = "Limits")]
    pub memory: Option<ByteSize>,
    /// Stop after this many steps
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub steps: Option<u64>,
}

#[derive(Args, Debug, Clone)]
pub struct CheckArgs {
    /// C files (or `-`); several are linked into one program
    #[arg(required_unless_present = "project", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// A directory with a `compile_commands.json` (or that file): its files, with the options they are compiled with
    #[arg(short = 'p', long = "project", value_name = "DIR", help_heading = "Reading C")]
    pub project: Option<PathBuf>,
    /// Of a project with several programs, this one: the name of its target, or of the file with its `main` [default: all, one after the other]
    #[arg(
        long,
        value_name = "NAME",
        requires = "project",
        conflicts_with = "files",
        help_heading = "Reading C"
    )]
    pub target: Option<String>,
    /// What to check; may be given several times
    #[arg(long = "property", value_name = "PROPERTY", value_parser = values::property)]
    pub properties: Vec<Property>,
    /// An SV-COMP property file: check exactly what it asks
    #[arg(long, value_name = "FILE.prp", conflicts_with = "properties")]
    pub prp: Option<PathBuf>,
    /// Check this function on its own, for every argument and every memory that it may be called with; may be given several times
    #[arg(long = "function", value_name = "NAME", help_heading = "Functions")]
    pub functions: Vec<String>,
    /// Check all functions like that, also if there is a `main`; without one, that is what `check` does
    #[arg(long, help_heading = "Functions", conflicts_with = "functions")]
    pub all_functions: bool,
    /// So many functions are checked at once [default: as many as there are cores]
    #[arg(long, value_name = "N", help_heading = "Functions", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Keep answers about functions in this directory [default: `fafnir` in the user's cache directory]
    #[arg(long, value_name = "DIR", help_heading = "Functions")]
    pub cache: Option<PathBuf>,
    /// Check every function anew
    #[arg(long, help_heading = "Functions", conflicts_with = "cache")]
    pub no_cache: bool,
    #[command(flatten)]
    pub engines: EngineArgs,
    /// Print the invariants that a proof rests on, one per loop and function
    #[arg(long, help_heading = "Engines")]
    pub invariants: bool,
    /// Check a proof's invariants by a second pass before it is reported
    #[arg(long, help_heading = "Engines")]
    pub recheck: bool,
    /// Print the whole way from `main` to each finding, and the command that repeats the run
    #[arg(long, help_heading = "Evidence")]
    pub trace: bool,
    /// Without an answer, print what may go wrong according to an engine that is not exact
    #[arg(long, help_heading = "Evidence")]
    pub possible: bool,
    /// Go on behind what is found, until so many errors are
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Evidence")]
    pub max_findings: usize,
    /// Write a C file that, linked with the program under AddressSanitizer, shows the error
    #[arg(long, value_name = "OUT.c", help_heading = "Evidence")]
    pub export_test: Option<PathBuf>,
    /// Where to save what engines disagree about, for a bug report
    #[arg(long, value_name = "DIR", help_heading = "Evidence")]
    pub save_repro: Option<PathBuf>,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    #[command(flatten)]
    pub files_out: FileOutputArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub front: FrontArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// What `check` writes besides its answer, and what it leaves out of it.
#[derive(Args, Debug, Clone, Default)]
pub struct FileOutputArgs {
    /// Write the pictures that `__VERIFIER_plot("name")` and `___sl_plot("name")` ask for into this directory
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub plots: Option<PathBuf>,
    /// Write a report with the source, the way to each error and pictures of the memory into one HTML file
    #[arg(long, value_name = "OUT.html", help_heading = "Output")]
    pub html: Option<PathBuf>,
    /// Report only what is not in this older report (made with --format sarif)
    #[arg(long, value_name = "OLD.sarif", help_heading = "Output")]
    pub baseline: Option<PathBuf>,
}

/// Who answers.
#[derive(Args, Debug, Clone, Default)]
pub struct EngineArgs {
    #[arg(
        long = "engine",
        value_name = "NAME[,NAME...]",
        default_value = "auto",
        value_parser = Engines::parse,
        help_heading = "Engines",
        help = engine_help()
    )]
    pub engines: Engines,
}

fn engine_help() -> String {
    let names: Vec<&str> = Engines::names().collect();
    format!(
        "Which engines answer: auto (all of them), {}; `fafnir engines` says what each is for",
        names.join(", ")
    )
}

/// A constant of an engine and its value.
fn parse_tuning(text: &str) -> Result<(String, u64), String> {
    let (name, number) = text.split_once('=').ok_or("it must be NAME=NUMBER")?;
    let mut known = portfolio::REGISTRY.iter().flat_map(|entry| entry.engine.about().tuning);
    if !known.any(|constant| constant.0 == name) {
        let all = portfolio::REGISTRY.iter().flat_map(|entry| {
            let about = entry.engine.about();
            about.tuning.iter().map(move |(name, what)| format!("\n  {name} ({}): {what}", about.name))
        });
        return Err(format!("there is no constant `{name}`; there are{}", all.collect::<String>()));
    }
    let number = number.parse().map_err(|_| format!("`{number}` is not a number"))?;
    Ok((name.to_owned(), number))
}

/// How a program is understood.
#[derive(Args, Debug, Clone, Default)]
pub struct AnalysisArgs {
    /// A function that is defined nowhere makes the answer unknown, instead of an assumption
    #[arg(long, help_heading = "Assumptions")]
    pub strict_externals: bool,
    /// Explore that `malloc` and its relatives return null, too
    #[arg(long, help_heading = "Assumptions")]
    pub malloc_may_fail: bool,
    /// How the engine `sl` asks whether an address is allocated: sl (by cvc5 if it is found), smt, smt-modelsat
    #[arg(
        long,
        value_name = "CHECK",
        default_value = "smt-modelsat",
        value_parser = AllocationCheck::parse,
        help_heading = "Engines"
    )]
    pub sl_check: AllocationCheck,
    /// The only form of invariants that the engine `template` looks for: atoms, states, branches, clauses,
    /// intervals, zones, octagons
    #[arg(long, value_name = "DOMAIN", value_parser = InvariantDomain::parse, help_heading = "Engines")]
    pub domain: Option<InvariantDomain>,
    /// The most rounds of a loop that the engine `template` unwinds
    #[arg(long, value_name = "ROUNDS", help_heading = "Engines")]
    pub unwind: Option<u32>,
    /// The solvers that the engine `horn` asks, by name or path: own, z3, eldarica, golem, or all that are installed. Of several, the
    /// first that finds a solution ends the others; our own runs beside them. Solutions of others are checked
    #[arg(long, value_name = "PROGRAM", value_delimiter = ',', value_parser = values::horn_solver, help_heading = "Engines")]
    pub horn_solver: Vec<String>,
    /// Set a constant of an engine; a name that there is not lists all
    #[arg(long, value_name = "NAME=NUMBER", value_parser = parse_tuning, help_heading = "Engines")]
    pub tune: Vec<(String, u64)>,
    /// Validators of witnesses look for a lost block where its variables go out of scope.
    #[arg(skip)]
    pub lost_with_scope: bool,
}

impl AnalysisArgs {
    pub fn options(&self) -> AnalysisOptions {
        AnalysisOptions {
            malloc_may_fail: self.malloc_may_fail,
            strict_externals: self.strict_externals,
            lost_with_scope: self.lost_with_scope,
            allocation_check: self.sl_check,
            domain: self.domain,
            unwind: self.unwind,
            horn_solvers: self.horn_solver.clone(),
            tuning: self.tune.clone(),
            ignored: None,
        }
    }
}

#[derive(Args, Debug)]
pub struct RunArgs {
    /// C files (or `-`); several are linked into one program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Inputs as numbers separated by commas or spaces; `-` reads them from standard input
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true)]
    pub input: Option<String>,
    /// Draws inputs at random from this seed [default: 0]
    #[arg(long, value_name = "N", conflicts_with = "input")]
    pub seed: Option<u64>,
    /// Exit with the program's own status if nothing went wrong
    #[arg(long)]
    pub exit_status: bool,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    /// Let a new block have the address of the block of its size that was freed last
    #[arg(long, help_heading = "Assumptions")]
    pub reuse_addresses: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub front: FrontArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<OsString>,
}

#[derive(Args, Debug)]
pub struct IrArgs {
    /// C files (or `-`), or a file `.ir` to check and print again
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Show source positions
    #[arg(long)]
    pub spans: bool,
    /// Print this function only
    #[arg(long, short = 'f', value_name = "FUNCTION")]
    pub function: Option<String>,
    #[command(flatten)]
    pub front: FrontArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Args, Debug)]
pub struct CfgArgs {
    /// C files (or `-`), or a file `.ir`
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The function to draw [default: the program's entry]
    #[arg(long, short = 'f', value_name = "FUNCTION")]
    pub function: Option<String>,
    /// Write a picture that any browser shows
    #[arg(long, conflicts_with = "dot")]
    pub svg: bool,
    /// Write Graphviz text (the default, unless the output's name ends in `.svg`)
    #[arg(long)]
    pub dot: bool,
    /// Where to write, instead of standard output
    #[arg(long = "output", short, value_name = "OUT")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub front: FrontArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

const SVCOMP_EXAMPLES: &str = "\
Prints one line: true, false(valid-deref), false(valid-free), false(valid-memtrack), false(valid-memcleanup),
false(unreach-call), false(no-overflow) or unknown. FILE may be a task definition (.yml, format 2.0), which then gives
the program, the data model and, without --prp, the property. The data model is ILP32 unless something else is said.

The witness is YAML 2.0, or GraphML 1.0 if its name ends in .graphml.";

#[derive(Args, Debug)]
pub struct SvcompArgs {
    /// A C program, or a task definition
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The property file: what to check
    #[arg(long, value_name = "FILE.prp")]
    pub prp: Option<PathBuf>,
    /// Where to write a witness of the answer
    #[arg(long, value_name = "witness.yml")]
    pub witness: Option<PathBuf>,
    #[command(flatten)]
    pub engines: EngineArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub front: FrontArgs,
}

const BATCH_EXAMPLES: &str = "\
Tasks are task definitions (.yml), sets of them (.set), lists (.tsv: path, data model, properties, expected answer),
programs (.c, .i), or directories of these. Each runs in a process of its own.

Examples:
  fafnir batch benchmarks/ --jobs 4 --time 60s --out results.json --html overview.html
  fafnir batch benchmarks/ --jobs 4 --time 60s --out results.json   again: only what is missing is run
  fafnir batch --compare old.json new.json                          what got better, worse, slower

Exit codes: 0 no answer is wrong, 1 some are, 2 bad usage.";

#[derive(Args, Debug)]
pub struct BatchArgs {
    /// What to check
    #[arg(required_unless_present = "compare", value_name = "TASKS")]
    pub tasks: Vec<PathBuf>,
    /// Tasks at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1)]
    pub jobs: usize,
    /// Where the results are kept; those that are there already are not computed again
    #[arg(long, value_name = "RESULTS.json", default_value = "results.json")]
    pub out: PathBuf,
    /// An overview of the results with plots, in one file
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,
    /// Compare two files of results instead
    #[arg(long, num_args = 2, value_names = ["OLD.json", "NEW.json"], conflicts_with = "tasks")]
    pub compare: Option<Vec<PathBuf>>,
    /// Forget earlier results
    #[arg(long)]
    pub fresh: bool,
    #[command(flatten)]
    pub engines: EngineArgs,
    /// More options for every `check`, such as `--malloc-may-fail`
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true, default_value = "")]
    pub options: String,
    /// Print the table only
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
}

impl CheckArgs {
    /// What `check` would get for one program and one property file.
    pub fn for_svcomp(
        file: PathBuf,
        prp: PathBuf,
        front: FrontArgs,
        limits: LimitArgs,
        engines: EngineArgs,
    ) -> CheckArgs {
        let line = ["fafnir", "check", "--quiet", "-"];
        let Ok(Cli { command: Command::Check(check) }) = Cli::try_parse_from(line) else {
            unreachable!("the options above are defined in this file")
        };
        let analysis = AnalysisArgs { lost_with_scope: true, ..AnalysisArgs::default() };
        CheckArgs { files: vec![file], prp: Some(prp), front, limits, engines, analysis, ..*check }
    }
}

const SHOW_EXAMPLES: &str = "\
Examples:
  fafnir show list.c --at 27              in words
  fafnir show list.c --at 27 -o list.svg  as a picture; `.dot` gives Graphviz text

At a line with a loop, the loop's invariant is shown; elsewhere, the memory before the line is executed.
Exit codes: 0 all shapes are shown, 2 bad usage, 3 there may be others: the reason is printed.";

#[derive(Args, Debug)]
pub struct ShowArgs {
    /// C files; several are linked into one program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The line, in the file of `main` or in the one that is named
    #[arg(long, value_name = "[FILE:]LINE")]
    pub at: String,
    /// Leave out the line above the picture that names the place
    #[arg(long)]
    pub no_title: bool,
    /// Show only the shape of this number
    #[arg(long, value_name = "N")]
    pub shape: Option<usize>,
    /// Draw a picture that any browser shows
    #[arg(long, conflicts_with = "dot")]
    pub svg: bool,
    /// Write Graphviz text
    #[arg(long)]
    pub dot: bool,
    /// Where to write; the name's end tells the form: .svg, .dot, or words
    #[arg(long = "output", short, value_name = "OUT")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub engines: EngineArgs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub front: FrontArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Args, Debug)]
pub struct HornArgs {
    /// C files, or `-` for standard input
    #[arg(required_unless_present = "solve", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// What stands for the heap
    #[arg(long, value_name = "ENCODING", default_value = "rw-mem", value_parser = values::encoding)]
    pub encoding: encodings::Encoding,
    /// The theory of heaps with arrays, for other solvers: what they say of it is not checked
    #[arg(long, conflicts_with_all = ["encoding", "print_program"])]
    pub arrays: bool,
    /// Print the program after each step instead of solving it
    #[arg(long)]
    pub print_program: bool,
    /// Write the clauses as SMT-LIB instead of solving them
    #[arg(long = "output", short, value_name = "OUT.smt2")]
    pub out: Option<PathBuf>,
    /// Solve the clauses of an SMT-LIB file
    #[arg(long, value_name = "PROBLEM.smt2", conflicts_with_all = ["files", "encoding", "arrays", "print_program", "out"])]
    pub solve: Option<PathBuf>,
    /// What to check; may be given several times [default: unreach-call]
    #[arg(long = "property", value_name = "PROPERTY", value_parser = values::property)]
    pub properties: Vec<Property>,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub front: FrontArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Args, Debug)]
pub struct ModelsArgs {
    /// Functions to look up; without any, all are listed
    #[arg(value_name = "FUNCTION")]
    pub names: Vec<String>,
}

#[derive(Args, Debug)]
pub struct CacheArgs {
    /// What to do with it
    pub action: CacheAction,
    /// The directory that `check --cache` was given [default: `fafnir` in the user's cache directory]
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
pub enum CacheAction {
    /// Removes all answers
    Clean,
}

#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// The kind, as in `error[use-after-free]`; without it, all kinds are listed
    #[arg(value_name = "KIND", value_parser = values::finding_kind)]
    pub kind: Option<FindingKind>,
}

pub use crate::project::compiler_options as normalize;

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Cli, clap::Error> {
        Cli::read(normalize(line.split_whitespace().map(OsString::from)))
    }

    #[test]
    fn the_definition_is_consistent() {
        <Cli as clap::CommandFactory>::command().debug_assert();
    }

    #[test]
    fn compiler_options_are_understood() {
        let cli = parse("fafnir check -m32 -std=gnu89 -include pre.h -Iinc -DX=1 -U Y a.c b.c").unwrap();
        let Command::Check(check) = cli.command else { panic!() };
        assert_eq!(check.front.data_model(), ir::DataModel::Ilp32);
        assert_eq!(check.front.standard.unwrap(), "gnu89");
        assert_eq!(check.front.includes, ["pre.h"]);
        assert_eq!(check.front.include_dirs, ["inc"]);
        assert_eq!(check.front.defines, ["X=1"]);
        assert_eq!(check.files.len(), 2);
    }

    #[test]
    fn arguments_of_the_program_are_left_alone() {
        let cli = parse("fafnir run x.c --input -1,2 -- -m32 --help").unwrap();
        let Command::Run(run) = cli.command else { panic!() };
        assert_eq!(run.args, ["-m32", "--help"]);
        assert_eq!(run.input.as_deref(), Some("-1,2"));
    }

    #[test]
    fn bad_usage_is_refused() {
        for line in [
            "fafnir",
            "fafnir check",
            "fafnir check x.c --property memsafety",
            "fafnir check x.c --time soon",
            "fafnir check x.c --engine gms",
            "fafnir batch x.c --engine smg,gms",
            "fafnir check x.c -m32 --data-model lp64",
            "fafnir run x.c --input 1 --seed 2",
            "fafnir explain nothing",
        ] {
            assert_eq!(parse(line).unwrap_err().exit_code(), 2, "{line}");
        }
    }
}
