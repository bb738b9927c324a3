"""BenchExec's description of Fafnir. Copy it to benchexec/tools/fafnir.py, or put `contrib` on PYTHONPATH and name the
tool `svcomp.fafnir`."""

import benchexec.result as result
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task
from benchexec.tools.template import BaseTool2


class Tool(BaseTool2):
    """Fafnir, a verifier for C programs that manipulate the heap."""

    REQUIRED_PATHS = []

    def name(self):
        return "Fafnir"

    def executable(self, tool_locator):
        return tool_locator.find_executable("fafnir")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="fafnir")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "svcomp"] + list(options)
        if task.property_file:
            command += ["--prp", task.property_file]
        model = get_data_model_from_task(task, {ILP32: "ilp32", LP64: "lp64"})
        if model and "--data-model" not in options:
            command += ["--data-model", model]
        if rlimits.cputime and "--time" not in options:
            # Some time is left for writing the witness.
            command += ["--time", f"{max(1, int(rlimits.cputime * 0.95) - 1)}s"]
        return command + [task.single_input_file]

    def determine_result(self, run):
        answers = {
            "true": result.RESULT_TRUE_PROP,
            "unknown": result.RESULT_UNKNOWN,
            "false(unreach-call)": result.RESULT_FALSE_REACH,
            "false(valid-deref)": result.RESULT_FALSE_DEREF,
            "false(valid-free)": result.RESULT_FALSE_FREE,
            "false(valid-memtrack)": result.RESULT_FALSE_MEMTRACK,
            "false(valid-memcleanup)": result.RESULT_FALSE_MEMCLEANUP,
            "false(no-overflow)": result.RESULT_FALSE_OVERFLOW,
        }
        for line in reversed(run.output):
            if line.strip() in answers:
                return answers[line.strip()]
        return result.RESULT_ERROR
