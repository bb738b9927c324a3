fn main() -> std::process::ExitCode {
    fafnir_cli::main()
}
