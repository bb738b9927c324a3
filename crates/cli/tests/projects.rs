//! Projects as their users have them: a compilation database, several programs, files that were forgotten, real inputs.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::process::{self, Finished};

/// A directory of the test's own with these files.
fn project(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("projects").join(name);
    for (path, text) in files {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text.replace("ROOT", &root.display().to_string())).unwrap();
    }
    root
}

fn fafnir(directory: &Path, args: &[&str], stdin: &str) -> Finished {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fafnir"));
    command.current_dir(directory).args(args).env("FAFNIR_HOME", "a \"b\" c").env_remove("FAFNIR_NONE");
    process::run(&mut command, stdin.as_bytes(), Duration::from_secs(120)).unwrap()
}

const HEADER: &str = "#ifndef STACK_H\n#define STACK_H\nstruct stack { int *items; int len, cap; };\n\
    void stack_init(struct stack *s);\nint stack_push(struct stack *s, int v);\nvoid stack_free(struct stack *s);\n#endif\n";
const LIBRARY: &str = "#include \"stack.h\"\n#include <stdlib.h>\n#ifndef FACTOR\n#error which FACTOR?\n#endif\n\
    void stack_init(struct stack *s) { s->items = NULL; s->len = s->cap = 0; }\n\
    int stack_push(struct stack *s, int v) {\n  if (s->len == s->cap) {\n    int cap = s->cap ? s->cap * FACTOR : 2;\n\
    int *items = realloc(s->items, cap * sizeof *items);\n    if (!items) return -1;\n    s->items = items; s->cap = cap;\n  }\n\
    s->items[s->len++] = v;\n  return 0;\n}\n\
    void stack_free(struct stack *s) { free(s->items); stack_init(s); }\n";
const GOOD: &str = "#include \"stack.h\"\nint main(void) {\n  struct stack s;\n  stack_init(&s);\n\
    for (int i = 0; i < 5; i++)\n    stack_push(&s, i);\n  stack_free(&s);\n  return 0;\n}\n";
const LEAKS: &str = "#include \"stack.h\"\nint main(void) {\n  struct stack s;\n  stack_init(&s);\n  stack_push(&s, 1);\n  return 0;\n}\n";
/// As CMake writes it, and as others do.
const DATABASE: &str = r#"[
 {"directory": "ROOT/build", "command": "/usr/bin/cc -DFACTOR=2 -IROOT/include -O2 -g -Wall -std=gnu11 -o CMakeFiles/stack.dir/src/stack.c.o -c ROOT/src/stack.c", "file": "ROOT/src/stack.c"},
 {"directory": "ROOT/build", "command": "cc -I../include -MMD -MF x.d -O2 -o CMakeFiles/good.dir/tools/a.c.o -c ../tools/a.c", "file": "../tools/a.c"},
 {"directory": "ROOT/build", "arguments": ["cc", "-I../include", "-fPIC", "-c", "../tools/leaks.c", "-o", "leaks.o"], "file": "../tools/leaks.c"}
]"#;

fn stack_project(name: &str) -> PathBuf {
    project(
        name,
        &[
            ("include/stack.h", HEADER),
            ("src/stack.c", LIBRARY),
            ("tools/a.c", GOOD),
            ("tools/leaks.c", LEAKS),
            ("build/compile_commands.json", DATABASE),
        ],
    )
}

#[test]
fn a_compilation_database_names_files_options_and_programs() {
    let root = stack_project("database");
    let both = fafnir(&root, &["check", "-p", "build", "--quiet"], "");
    let text = both.stdout_text();
    assert_eq!(both.code, Some(1), "{text}{}", both.stderr_text());
    assert!(text.contains("good:\nProved") && text.contains("leaks:\nerror[memory-leak]"), "{text}");
    // Files are named as the user would write them.
    assert!(text.contains("--> tools/leaks.c:6:"), "{text}");
    assert!(!text.contains(&root.display().to_string()), "{text}");
    let good = fafnir(&root, &["check", "-p", "build", "--target", "good"], "");
    assert_eq!(good.code, Some(0), "{}{}", good.stdout_text(), good.stderr_text());
    let none = fafnir(&root, &["check", "-p", "build", "--target", "nothing"], "");
    assert_eq!(none.code, Some(2));
    assert!(none.stderr_text().contains("good (tools/a.c), leaks (tools/leaks.c)"), "{}", none.stderr_text());
    // A program goes by the name of its file, too.
    let by_file = fafnir(&root, &["check", "-p", "build", "--target", "tools/a.c"], "");
    assert_eq!(by_file.code, Some(0), "{}{}", by_file.stdout_text(), by_file.stderr_text());
    // Of files that are named, only the options come from the project.
    let named = fafnir(&root, &["check", "-p", "build", "tools/a.c", "src/stack.c"], "");
    assert_eq!(named.code, Some(0), "{}{}", named.stdout_text(), named.stderr_text());
    let no_database = fafnir(&root, &["check", "-p", "src"], "");
    assert_eq!(no_database.code, Some(2));
    assert!(no_database.stderr_text().contains("compile_commands.json"), "{}", no_database.stderr_text());
}

#[test]
fn a_forgotten_file_is_named() {
    let root = stack_project("forgotten");
    let done = fafnir(&root, &["check", "-I", "include", "tools/a.c"], "");
    let warning = done.stderr_text();
    assert!(
        warning.contains(
            "`stack_free`, `stack_init`, `stack_push` are declared in your headers and defined nowhere"
        ) && warning.contains("stack.c` missing on the command line?"),
        "{warning}"
    );
}

#[test]
fn all_errors_are_found_in_one_pass() {
    let root = project(
        "several",
        &[(
            "a.c",
            "#include <stdlib.h>\nint main(void) {\n  malloc(1);\n  malloc(2);\n  malloc(3);\n  return 0;\n}\n",
        )],
    );
    let found = |most: &str| {
        let text = fafnir(&root, &["check", "--quiet", "--max-findings", most, "a.c"], "").stdout_text();
        text.matches("error[memory-leak]").count()
    };
    assert_eq!(found("9"), 3);
}

#[test]
fn a_run_gets_what_the_process_has() {
    let root = project(
        "outside",
        &[(
            "a.c",
            "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nextern char **environ;\n\
             int main(int argc, char **argv) {\n  char line[32];\n  int n = 0;\n\
             printf(\"%s %s %d\\n\", argv[argc - 1], getenv(\"FAFNIR_HOME\"), getenv(\"FAFNIR_NONE\") == NULL);\n\
             setenv(\"FAFNIR_NONE\", \"x\", 1);\n  putenv(\"FAFNIR_HOME=y\");\n  unsetenv(\"PATH\");\n\
             for (char **e = environ; *e; e++) n += strncmp(*e, \"FAFNIR_NONE=x\", 13) == 0 || strncmp(*e, \"PATH=\", 5) == 0;\n\
             printf(\"%d %s %s\\n\", n, getenv(\"FAFNIR_NONE\"), getenv(\"FAFNIR_HOME\"));\n\
             while (fgets(line, sizeof line, stdin))\n    printf(\"<%s\", line);\n  return 3;\n}\n",
        )],
    );
    let done = fafnir(&root, &["run", "--exit-status", "a.c", "--", "one", "two words"], "a\nbc\n");
    assert_eq!(done.code, Some(3), "{}", done.stderr_text());
    assert_eq!(done.stdout_text(), "two words a \"b\" c 1\n1 x y\n<a\n<bc\n");
}

#[test]
fn a_run_reads_numbers_and_blocks_of_the_real_input() {
    let text = "#include <stdio.h>\n#include <unistd.h>\nint main(void) {\n  int n = 0; double d = 0; char word[10], rest[64];\n\
                if (scanf(\"%d %9s\", &n, word) != 2) return 1;\n  printf(\"%d %s\\n\", n, word);\n\
                while (getchar() != EOF) ;\n  return ferror(stdin) ? 2 : 0;\n}\n";
    let blocks = "#include <unistd.h>\nint main(void) {\n  char block[16];\n  long n;\n\
                  while ((n = read(0, block, sizeof block)) > 0)\n    if (write(1, block, n) != n) return 1;\n  return 0;\n}\n";
    let root = project("numbers", &[("a.c", text), ("b.c", blocks)]);
    let done = fafnir(&root, &["run", "--exit-status", "a.c"], "-31337 abc and more\n");
    assert_eq!((done.code, done.stdout_text().as_str()), (Some(0), "-31337 abc\n"), "{}", done.stderr_text());
    let done = fafnir(&root, &["run", "--exit-status", "b.c"], "more than sixteen characters\n");
    let said = done.stdout_text();
    assert_eq!(
        (done.code, said.as_str()),
        (Some(0), "more than sixteen characters\n"),
        "{}",
        done.stderr_text()
    );
}

#[test]
fn a_trace_shows_texts_as_texts() {
    let root = project(
        "texts",
        &[(
            "a.c",
            "#include <stdlib.h>\n#include <string.h>\nint main(int argc, char **argv) {\n  char name[8];\n\
             if (argc < 2) return 1;\n  strcpy(name, argv[1]);\n  return name[0];\n}\n",
        )],
    );
    let done = fafnir(&root, &["check", "--quiet", "a.c"], "");
    let text = done.stdout_text();
    assert_eq!(done.code, Some(1), "{text}");
    assert!(text.contains("argv[1] = \"aaaaaaaa"), "{text}");
    assert!(!text.contains("the system's answer"), "what makes the arguments is not part of the run: {text}");
}
