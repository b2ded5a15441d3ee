"""The `awe-author` program: finds the command's module, runs it, and turns what it raises into a message and exit code.

A command's module is imported only when that command is used, so that `awe-author --version` does not load a browser
driver. Errors are classified here and nowhere else:

    AweError            what, where and hint on stderr; its own exit code (1, or 2 for wrong input)
    click's usage error click's message on stderr; 2
    KeyboardInterrupt   "Interrupted."; 130
    closed stdout       nothing; 141, as a shell reports SIGPIPE
    anything else       one line that says it is a bug of ours; 70 (EX_SOFTWARE of sysexits.h); AWE_DEBUG=1 shows the
                        traceback
"""

from __future__ import annotations

import keyword
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module

import click
from rich.console import Console
from rich.text import Text

from awe_author import __version__
from awe_author.cli.output import print_document
from awe_author.errors import AweError

EXIT_BUG = 70
EXIT_INTERRUPTED = 130
EXIT_PIPE_CLOSED = 141

COMMANDS: Mapping[str, str] = {
    "record": "Record a live web app into a WACZ file.",
    "replay": "Serve a recording at its real URLs through a proxy on this machine.",
    "verify": "Replay every recorded page and step and compare it with the recording.",
    "view": "Look at a recording in an ordinary browser, through pywb.",
    "discover": "Draft a state model, seed and features from a recording.",
    "enrich": "Check features against model and recording, and pack the mock.",
    "check": "Check what you have written: tasks (evaluator QA), state models.",
    "record-task": "Derive a task from a run that solves it: checkpoints, frame, oracle.",
    "run": "Let an agent attempt tasks in a browser, and save its episodes.",
    "serve": "Serve sessions of a world, with a control API.",
    "twin": "Drive the live app and its mock through the same steps and compare them.",
    "report": "Report on the episodes of a run: success, policies, actions, modes of failure.",
    "rescore": "Score recorded episodes again after tasks or evaluators changed, without running them.",
    "import": "Bring tasks and results of other benchmarks into files of ours.",
    "doctor": "Say what is installed, what is missing, and how to get it.",
    "demo": "Record, replay and verify one real app, and print what came of it.",
    "schema": "Print the JSON Schemas of the files that awe-author reads and writes.",
}
"""Name -> one line for the overview. The command itself is `command` in the module that `module_of` names."""

EXTRAS: Mapping[str, str] = {"pywb": "view", "curl_cffi": "chrome-tls"}
"""Optional package -> the extra of this project that installs it."""


def module_of(name: str) -> str:
    """The module of a command: `-` is `_`, and a word that Python has a use for (`import`) gets a `_` behind it."""
    return f"{name}_" if keyword.iskeyword(name) else name.replace("-", "_")


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is asked for."""

    def __init__(self, commands: Mapping[str, str], package: str, **settings: object) -> None:
        super().__init__(**settings)  # type: ignore[arg-type]
        self.summaries, self.package = commands, package

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.summaries)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.summaries:
            return None
        try:
            loaded = import_module(f"{self.package}.{module_of(name)}").command
        except ModuleNotFoundError as error:
            return unavailable(name, error.name or "", self.summaries[name])
        if not isinstance(loaded, click.Command):
            raise TypeError(f"{self.package}.{name}.command is not a click command")
        return loaded

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The overview, without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.summaries.items()))


def unavailable(name: str, module: str, summary: str) -> click.Command:
    """A command that only says which module it lacks and how to get it."""
    package = module.partition(".")[0]

    def refuse() -> None:
        if package == "awe_author":
            raise AweError(
                f"the command `{name}` is not part of this installation ({module} is missing)",
                hint="install awe-author again, for example: pip install --force-reinstall awe-author",
            )
        extra = EXTRAS.get(package)
        wanted = f"'awe-author[{extra}]'" if extra else package
        raise AweError(
            f"the command `{name}` needs the Python package {package}, which is not installed",
            hint=f"{sys.executable} -m pip install {wanted}",
        )

    settings = {"ignore_unknown_options": True, "allow_extra_args": True}
    return click.Command(name, callback=refuse, help=summary, context_settings=settings)


@click.group(
    cls=LazyGroup,
    commands=COMMANDS,
    package="awe_author.cli",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(__version__, prog_name="awe-author", message="%(prog)s %(version)s")
def application() -> None:
    """Record a web app into one file and replay it, true to the pixel, at its real URLs without a network.

    \b
    Start with:
      awe-author doctor      what this machine has and lacks
      awe-author demo        the whole path with a real app, in about two minutes
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (default: the program's own); returns the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = application.main(args=given, prog_name="awe-author", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) and not isinstance(code, bool) else 0
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1 if stop.code else 0
    except BrokenPipeError:
        return _leave_closed_pipe()
    except BaseException as error:
        return report(error, as_json="--json" in given)


def report(error: BaseException, *, as_json: bool = False) -> int:
    """Tell the user about `error` on stderr (and, for `--json`, on stdout); returns the exit code."""
    if isinstance(error, KeyboardInterrupt | click.Abort):
        Console(stderr=True).print("Interrupted.")
        return EXIT_INTERRUPTED
    if isinstance(error, AweError):
        _show(error)
        code, facts = error.exit_code, {"what": error.what, "where": error.where, "hint": error.hint}
    elif isinstance(error, click.ClickException):
        error.show()
        code, facts = error.exit_code, {"what": error.format_message(), "where": "command line", "hint": ""}
    else:
        code, facts = EXIT_BUG, _show_bug(error)
    if as_json:
        print_document({"error": {**facts, "exit_code": code}})
    return code


def _show(error: AweError) -> None:
    console = Console(stderr=True)
    message = Text.assemble(("Error: ", "bold red"), (f"{error.where}: " if error.where else ""), error.what)
    console.print(message, soft_wrap=True)
    if error.hint:
        console.print(Text.assemble(("Hint: ", "bold"), error.hint), soft_wrap=True)
    if os.environ.get("AWE_DEBUG"):
        traceback.print_exception(error)


def _show_bug(error: BaseException) -> dict[str, str]:
    debugging = bool(os.environ.get("AWE_DEBUG"))
    if debugging:
        traceback.print_exception(error)
    what = " ".join(f"{type(error).__name__}: {error}".split())
    hint = "" if debugging else "run it again with AWE_DEBUG=1 for the traceback, and report it"
    message = Text.assemble(("This is a bug in awe-author: ", "bold red"), what, f" ({hint})" if hint else "")
    Console(stderr=True).print(message, soft_wrap=True)
    return {"what": what, "where": "awe-author", "hint": hint}


def _leave_closed_pipe() -> int:
    """The reader of stdout went away. Point stdout elsewhere so that Python's own flush at exit stays quiet too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return EXIT_PIPE_CLOSED


if __name__ == "__main__":
    sys.exit(main())
