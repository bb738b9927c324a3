//! What each kind of finding means, for `fafnir explain` and for people who meet a kind for the first time.

use verdict::FindingKind;

#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    pub meaning: &'static str,
    /// A small program that shows it.
    pub example: &'static str,
}

pub fn explanation(kind: FindingKind) -> Explanation {
    use FindingKind::*;
    let (meaning, example) = match kind {
        NullDeref => (
            "The program reads, writes or calls through a pointer that is null (or null plus a small offset, as in `p->field` with a null `p`).",
            "int main(void) {\n    int *p = 0;\n    return *p;\n}",
        ),
        UseAfterFree => (
            "The program reads or writes a heap block after it was freed. The memory may by then belong to somebody else.",
            "int main(void) {\n    int *p = malloc(sizeof *p);\n    *p = 1;\n    free(p);\n    return *p;\n}",
        ),
        OutOfBounds => (
            "The program reads or writes before the start or past the end of an object.",
            "int main(void) {\n    int a[3];\n    a[3] = 0;\n    return 0;\n}",
        ),
        OutOfScope => (
            "The program uses a local variable whose block or function has ended, through a pointer that was kept.",
            "int *f(void) {\n    int x = 1;\n    return &x;\n}\nint main(void) { return *f(); }",
        ),
        UninitPointer => (
            "The program follows a pointer that was never given a value.",
            "int main(void) {\n    int *p;\n    return *p;\n}",
        ),
        WildPointer => (
            "The program follows a pointer that holds a number which is no object's address.",
            "int main(void) { return *(int *)1234; }",
        ),
        WriteToConstant => (
            "The program writes to a string literal or to an object that was defined `const`.",
            "int main(void) {\n    char *s = \"abc\";\n    s[0] = 'x';\n    return 0;\n}",
        ),
        InvalidCall => (
            "The program calls through a pointer that does not hold a function's address, or calls a function in another way than its \
             type says.",
            "int main(void) {\n    int x = 0;\n    void (*f)(void) = (void (*)(void))&x;\n    f();\n    return 0;\n}",
        ),
        DoubleFree => (
            "The program frees a block that was freed already.",
            "int main(void) {\n    char *p = malloc(1);\n    free(p);\n    free(p);\n    return 0;\n}",
        ),
        InteriorFree => (
            "The program frees a pointer into a heap block, but not to its start.",
            "int main(void) {\n    char *p = malloc(8);\n    free(p + 1);\n    return 0;\n}",
        ),
        NonHeapFree => (
            "The program frees a variable, a string literal or a function.",
            "int main(void) {\n    int x;\n    free(&x);\n    return 0;\n}",
        ),
        WildFree => (
            "The program frees a pointer that points to no object.",
            "int main(void) {\n    free((void *)1234);\n    return 0;\n}",
        ),
        MemoryLeak => (
            "A heap block is not freed, and the program has lost every pointer to it. The place shown is where the last pointer is overwritten, goes out of scope, or is read for the last time.",
            "int main(void) {\n    char *p = malloc(8);\n    p = 0;\n    return 0;\n}",
        ),
        NotFreedAtExit => (
            "A heap block is still reachable from global variables when the program ends, but was not freed. Only checked when `valid-memcleanup` is asked for.",
            "char *kept;\nint main(void) {\n    kept = malloc(8);\n    return 0;\n}",
        ),
        AssertionFailed => (
            "The condition of an `assert` (or `__VERIFIER_assert`) is false.",
            "#include <assert.h>\nint main(void) {\n    assert(1 + 1 == 3);\n    return 0;\n}",
        ),
        ErrorReached => (
            "The program calls an error function (`reach_error`, `__VERIFIER_error`) or comes to a label named with `--error-label`.",
            "extern void reach_error(void);\nint main(void) {\n    reach_error();\n    return 0;\n}",
        ),
        Overlap => (
            "`memcpy` and its relatives, and the assignment of structures, must not be given ranges that overlap.",
            "int main(void) {\n    char a[8] = \"abcdefg\";\n    memcpy(a + 1, a, 4);\n    return 0;\n}",
        ),
        UninitRead => (
            "A branch, an index, an address or an output depends on memory that was never written.",
            "int main(void) {\n    int x;\n    if (x) return 1;\n    return 0;\n}",
        ),
        SignedOverflow => (
            "The result of signed arithmetic does not fit its type, which C leaves undefined.",
            "int main(void) {\n    int x = 2147483647;\n    x = x + 1;\n    return 0;\n}",
        ),
        DivisionByZero => (
            "An integer is divided by zero, or the smallest integer by -1.",
            "int main(void) {\n    int zero = 0;\n    return 1 / zero;\n}",
        ),
        BadShift => (
            "An integer is shifted by a negative number of bits or by at least its width.",
            "int main(void) {\n    int n = 32;\n    return 1 << n;\n}",
        ),
        UnreachableReached => (
            "`__builtin_unreachable()` is reached, or the result of a function that returned none is used.",
            "int main(void) {\n    __builtin_unreachable();\n}",
        ),
        PointerMismatch => (
            "Pointers into different objects are subtracted, or compared with `<` and its relatives.",
            "int main(void) {\n    int a, b;\n    return &a < &b;\n}",
        ),
        Aborted => (
            "The program calls `abort` or traps. This ends a run, but violates no property by itself.",
            "int main(void) { abort(); }",
        ),
        BadArgument => (
            "A library function is called with arguments that it must not be given.",
            "int main(void) {\n    printf(\"%s %s\", \"one\");\n    return 0;\n}",
        ),
    };
    Explanation { meaning, example }
}

/// The page that `fafnir explain KIND` prints.
pub fn page(kind: FindingKind) -> String {
    let Explanation { meaning, example } = explanation(kind);
    let property = match kind.property() {
        Some(property) => format!("It violates the property `{}`.", property.name()),
        None => "It violates no property; `fafnir run` stops at it.".to_owned(),
    };
    let example: String = example.lines().map(|line| format!("    {line}\n")).collect();
    format!("{}\n\n{meaning} {property}\n\n{example}", kind.name())
}
