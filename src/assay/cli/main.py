"""The `assay` command and its exit codes: 0 done, 2 wrong input, 3 a gate not met, 1 a bug, 130 interrupted."""

from __future__ import annotations

import errno
import gc
import os
import sys
from io import StringIO, TextIOWrapper

import click

from assay._version import __version__
from assay.cli.document_output import keep_for_document
from assay.cli.known_commands import KnownCommands
from assay.cli.words import in_command_words, spoken, with_meant_option
from assay.errors import AssayError
from assay.errors import estimators as estimator_errors
from assay.errors import files as file_errors
from assay.errors.visible import inert, logged, visible
from assay.results.spoken import SPOKEN

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What the system says where standard output is a file that takes no more."""

INTERRUPTED = 130
"""What shells report of a program that was interrupted: 128 and the number of the signal."""


@click.group(
    commands=KnownCommands(), context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80}
)
@click.version_option(__version__, prog_name="assay")
def commands() -> None:
    """Judge machine-learning models: numbers one can defend.

    Start with `assay demo`.
    """


IDLE_THREADS = "4"
"""OpenBLAS's idle threads spin 2^26 cycles before they sleep: 0.2 s of processor time in a command that takes 0.4 s."""


OBJECTS = 100_000
"""So many new objects before cycles are looked for: with 700, a tenth of a short command goes to walking modules."""


def main() -> None:
    """Run the command line and leave with the right exit code."""
    gc.set_threshold(OBJECTS)
    os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", IDLE_THREADS)
    code = run(sys.argv[1:])
    keep_for_document()
    gc.freeze()  # the interpreter's last look for cycles takes a fifth of a short command, and frees what ends anyway
    sys.exit(code)


def invoke(arguments: list[str]) -> int:
    """Run a command and return its exit code, 3 for a gate that is not met.

    What the command refuses comes as an exception, and so does a model that wants to end the program.
    """
    try:
        code = commands.main(arguments, prog_name="assay", standalone_mode=False)
    except SystemExit as stop:
        raise estimator_errors.stopped_from_inside(stop.code) from stop
    return code if isinstance(code, int) else 0


def run(arguments: list[str]) -> int:
    """Run a command; every refusal is one clear message on stderr, never a traceback."""
    _let_everything_be_written()
    words = SPOKEN.set(spoken)
    try:
        code = invoke(arguments)
        sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except click.ClickException as problem:
        _show(with_meant_option(problem) if isinstance(problem, click.NoSuchOption) else problem)
        return problem.exit_code
    except AssayError as problem:
        click.echo(inert(in_command_words(str(problem))), err=True)
        return 2
    except BrokenPipeError:
        _say_no_more()
        return 0
    except Exception as problem:
        if "ASSAY_DEBUG" in os.environ:
            raise
        return _failed(problem)
    finally:
        SPOKEN.reset(words)
    return code


def _failed(problem: Exception) -> int:
    """Say what failed below: the machine, where memory or the disk is full, else assay itself."""
    refusal = no_room(problem)
    if refusal is not None:
        _say_no_more()
        click.echo(inert(in_command_words(str(refusal))), err=True)
        return 2
    kind = type(problem).__name__
    click.echo(f"assay: this is a bug in assay ({kind}: {logged(problem)}).", err=True)
    click.echo("Please report it with what ASSAY_DEBUG=1 prints when the command is run again.", err=True)
    return 1


def no_room(problem: Exception) -> AssayError | None:
    """Return what to say where there is no room, in memory or where the output goes; None where that is not it."""
    if isinstance(problem, MemoryError):
        return file_errors.no_memory()
    if isinstance(problem, OSError) and problem.errno in NO_ROOM:
        return file_errors.output_full(problem.strerror or "")
    return None


def _say_no_more() -> None:
    """Let what is still to be printed go nowhere: nobody reads it, or it does not fit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _show(problem: click.ClickException) -> None:
    """Show what click refuses, with the words that were typed made visible."""
    printed = StringIO()
    problem.show(file=printed)
    click.echo(inert("\n".join(map(visible, printed.getvalue().split("\n")))), err=True, nl=False)


def _let_everything_be_written() -> None:
    """Write what the terminal's encoding lacks, and the odd bytes of file names, as escape codes instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
