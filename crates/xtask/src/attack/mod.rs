//! An attack on the verifier: random programs whose truth is known, and what an engine says about them.
//!
//! A verdict is wrong if a program is proved although a run of its binary fails, or violated although no run does and the runs are
//! all there are. Wrong answers are kept under `target/attack`, with the evidence.

mod arrays;
mod library;
mod lists;
mod mutants;
mod recursion;
mod strings;
mod structure;
mod trees;
mod truth;

use crate::ask::{Answer, Fafnir, Question, Said};
use crate::mutate::Random;
use crate::options::{Options, results_dir};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use truth::{Truth, Watch};

/// Programs of one binary.
const BATCH: usize = 60;

pub(crate) fn main(args: &[String]) -> Result<(), String> {
    let options = Options::parse(args, &["engine", "seed", "time", "fafnir", "keep"])?;
    let [family, count] = options.positional.as_slice() else {
        return Err(
            "which family (lists, trees, recursion, arrays, strings, language, library, mutants), and how many?".to_owned()
        );
    };
    let attack = Attack {
        fafnir: Fafnir::from_options(&options),
        engines: options.get("engine").unwrap_or("auto").split(',').map(str::to_owned).collect(),
        seconds: options.number("time", 2.0)?,
        seed: options.number("seed", 1)?,
        directory: results_dir("attack")?,
        keep: options.get("keep").map(PathBuf::from),
    };
    let count = count.parse().map_err(|_| format!("not a number: {count}"))?;
    let tally = attack.run(family, count)?;
    print!("{}", tally.table(family));
    if tally.wrong.is_empty() { Ok(()) } else { Err(format!("{} wrong answers", tally.wrong.len())) }
}

/// A generated program. In its text, `@` stands before every name that is visible in the whole file; it becomes nothing, or what
/// keeps the programs of one binary apart.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) text: String,
    /// What was changed in it.
    pub(crate) what: String,
    /// What it does depends on more than its inputs: no run shows that it is safe.
    pub(crate) depends: bool,
    /// Declarations that come first when it is alone.
    pub(crate) declarations: String,
}

/// What programs use; the binary gets it from the headers.
pub(crate) const DECLARATIONS: &str = "extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void *malloc(unsigned long size);
extern void *calloc(unsigned long n, unsigned long size);
extern void *realloc(void *p, unsigned long size);
extern void free(void *p);
extern void *memcpy(void *dst, const void *src, unsigned long n);
extern void *memmove(void *dst, const void *src, unsigned long n);
extern void *memset(void *dst, int c, unsigned long n);
extern int memcmp(const void *a, const void *b, unsigned long n);
extern void *memchr(const void *s, int c, unsigned long n);
extern unsigned long strlen(const char *s);
extern unsigned long strnlen(const char *s, unsigned long n);
extern char *strcpy(char *dst, const char *src);
extern char *strncpy(char *dst, const char *src, unsigned long n);
extern char *stpcpy(char *dst, const char *src);
extern char *strcat(char *dst, const char *src);
extern char *strncat(char *dst, const char *src, unsigned long n);
extern int strcmp(const char *a, const char *b);
extern int strncmp(const char *a, const char *b, unsigned long n);
extern char *strchr(const char *s, int c);
extern char *strrchr(const char *s, int c);
extern char *strstr(const char *s, const char *needle);
extern char *strpbrk(const char *s, const char *set);
extern unsigned long strspn(const char *s, const char *set);
extern unsigned long strcspn(const char *s, const char *set);
extern char *strdup(const char *s);
extern char *strndup(const char *s, unsigned long n);
extern char *strtok(char *s, const char *delimiters);
extern int snprintf(char *dst, unsigned long n, const char *format, ...);
extern int sprintf(char *dst, const char *format, ...);
extern int atoi(const char *s);
";

pub(crate) const INPUT: &str = "static int input(int low, int high) {
    int value = __VERIFIER_nondet_int();
    __VERIFIER_assume(value >= low && value <= high);
    return value;
}
";

impl Program {
    pub(crate) fn new(text: String, what: String) -> Program {
        Program { text, what, depends: false, declarations: DECLARATIONS.to_owned() }
    }

    fn alone(&self) -> String {
        format!("{}{INPUT}{}", self.declarations, self.text.replace('@', ""))
    }

    /// With up to two changes that may make it wrong, if the dice say so.
    fn changed(mut self, random: &mut Random) -> Program {
        for _ in 0..[0, 1, 1, 1, 2][random.below(5)] {
            for _ in 0..20 {
                if let Some((what, text)) = mutants::change(random, &self.text) {
                    self.text = text;
                    self.what = format!("{} {what}", self.what).trim().to_owned();
                    break;
                }
            }
        }
        self
    }
}

pub(crate) struct Attack {
    fafnir: Fafnir,
    engines: Vec<String>,
    seconds: f64,
    seed: u64,
    directory: PathBuf,
    /// Where all programs go, with the truth about each.
    keep: Option<PathBuf>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    /// By what was said: proved, violated, unknown, failed.
    said: BTreeMap<String, usize>,
    wrong: usize,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    programs: usize,
    fails: usize,
    safe: usize,
    unclear: usize,
    engines: BTreeMap<String, Counts>,
    /// Files.
    wrong: Vec<String>,
}

impl Tally {
    fn table(&self, family: &str) -> String {
        let mut out = format!(
            "{family}: {} programs, {} fail, {} are safe, {} are open\n",
            self.programs, self.fails, self.safe, self.unclear
        );
        for (engine, counts) in &self.engines {
            let of = |said: Said| counts.said.get(&format!("{said:?}")).copied().unwrap_or(0);
            out.push_str(&format!(
                "  {engine:8} proved {:5}  violated {:5}  unknown {:5}  failed {:3}  WRONG {}\n",
                of(Said::Proved),
                of(Said::Violated),
                of(Said::Unknown),
                of(Said::Failed),
                counts.wrong
            ));
        }
        for path in &self.wrong {
            out.push_str(&format!("  {path}\n"));
        }
        out
    }
}

impl Attack {
    fn run(&self, family: &str, count: usize) -> Result<Tally, String> {
        let mut tally = Tally::default();
        if family == "mutants" {
            mutants::run(self, count, &mut tally)?;
            return Ok(tally);
        }
        let mut number = 0;
        while number < count {
            let size = BATCH.min(count - number);
            let mut random = Random::new(self.seed.wrapping_mul(1_000_003).wrapping_add(number as u64));
            let programs: Vec<Program> = match family {
                "lists" => (0..size).map(|_| lists::generate(&mut random).changed(&mut random)).collect(),
                "trees" => (0..size).map(|_| trees::generate(&mut random).changed(&mut random)).collect(),
                "recursion" => {
                    (0..size).map(|_| recursion::generate(&mut random).changed(&mut random)).collect()
                }
                "arrays" => (0..size).map(|_| arrays::generate(&mut random).changed(&mut random)).collect(),
                "strings" => (0..size).map(|_| strings::generate(&mut random).changed(&mut random)).collect(),
                "language" => library::generate_language(&mut random, size, &self.directory)?,
                "library" => library::generate(&mut random, size, &self.directory)?,
                other => return Err(format!("there is no family `{other}`")),
            };
            self.batch(family, number, &programs, &mut tally)?;
            number += size;
        }
        Ok(tally)
    }

    fn batch(
        &self,
        family: &str,
        first: usize,
        programs: &[Program],
        tally: &mut Tally,
    ) -> Result<(), String> {
        let path = self.directory.join(format!("{family}.c"));
        let all: Vec<&Program> = programs.iter().collect();
        let truths = truth::find(&all, Watch::AddressSanitizer, &self.directory)?;
        for (i, (program, truth)) in programs.iter().zip(&truths).enumerate() {
            if let Truth::Unclear(why) = truth
                && why.contains("refuses")
            {
                continue;
            }
            tally.count(truth);
            std::fs::write(&path, program.alone()).map_err(|e| e.to_string())?;
            if let Some(directory) = &self.keep {
                std::fs::create_dir_all(directory).map_err(|e| e.to_string())?;
                let kept = directory.join(format!("{family}-{}-{}.c", self.seed, first + i));
                let text = format!("// {truth:?}\n// {}\n{}", program.what, program.alone());
                std::fs::write(kept, text).map_err(|e| e.to_string())?;
            }
            for engine in &self.engines {
                let answer = self.ask(&path, engine)?;
                let Some(why) = self.wrong(program, truth, &answer)? else {
                    tally.said(engine, answer.said, false);
                    continue;
                };
                tally.said(engine, answer.said, true);
                let name = format!("{family}-{}-{}-{engine}.c", self.seed, first + i);
                tally.wrong.push(self.keep(&name, program, &why, &answer)?);
            }
        }
        Ok(())
    }

    fn ask(&self, path: &Path, engine: &str) -> Result<Answer, String> {
        self.fafnir.check(path, &Question { engine, seconds: self.seconds, properties: &[] })
    }

    /// Why an answer is wrong, if it is.
    fn wrong(&self, program: &Program, truth: &Truth, answer: &Answer) -> Result<Option<String>, String> {
        Ok(match (answer.said, truth) {
            (Said::Proved, Truth::Fails { how, inputs }) => Some(format!("proved; {how} with {inputs:?}")),
            (Said::Violated, Truth::Safe) => {
                // AddressSanitizer does not see what is read and was never written.
                match truth::find(&[program], Watch::Valgrind, &self.directory)?.remove(0) {
                    Truth::Safe => Some("violated; no run fails, and these are all".to_owned()),
                    _ => None,
                }
            }
            (Said::Failed, _) => {
                Some(format!("no answer: {}", answer.text.lines().next().unwrap_or("refused")))
            }
            _ => None,
        })
    }

    /// Saves a program and the evidence, and returns where.
    fn keep(&self, name: &str, program: &Program, why: &str, answer: &Answer) -> Result<String, String> {
        let path = self.directory.join(name);
        let evidence: String = format!("{why}\nchanges: {}\n{}", program.what, answer.text)
            .lines()
            .map(|l| format!("// {l}\n"))
            .collect();
        std::fs::write(&path, format!("{evidence}{}", program.alone())).map_err(|e| e.to_string())?;
        println!("WRONG {}: {why}", path.display());
        Ok(path.display().to_string())
    }
}

impl Tally {
    fn count(&mut self, truth: &Truth) {
        self.programs += 1;
        match truth {
            Truth::Fails { .. } => self.fails += 1,
            Truth::Safe => self.safe += 1,
            Truth::Open | Truth::Unclear(_) => self.unclear += 1,
        }
    }

    fn said(&mut self, engine: &str, said: Said, wrong: bool) {
        let counts = self.engines.entry(engine.to_owned()).or_default();
        *counts.said.entry(format!("{said:?}")).or_default() += 1;
        counts.wrong += usize::from(wrong);
    }
}

#[cfg(test)]
mod tests;
