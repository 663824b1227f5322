"""``claudeops``: reads the words of the command line, hands them to the command, and ends with the right exit code.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused by policy; 130 stopped with Ctrl+C.
"""

from __future__ import annotations

import errno
import importlib
import logging
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from .. import __version__
from ..core.desktop.installation import fit_commands
from ..core.errors import ClaudeOpsError, EnvironmentFault, UsageError
from ..core.extensions.registry import use_data_folder
from ..core.paths import DataFolder, data_folder, unusable_folder
from . import logs, output
from .argument_words import DATA_DIR, JSON_LINES, VERBOSE, take_data_dir, take_flag
from .cli_context import CliBackend, CliContext
from .completion import VARIABLE as COMPLETION_VARIABLE
from .in_session_guard import refuse_changes, seen_by

log = logging.getLogger(__name__)

# Each module has a function ``register(app)``. Only the wanted one is imported; help imports all.
MODULES = {
    "run": "run",
    "approvals": "approvals",
    "prompts": "prompts",
    "spend": "spend",
    "waiting": "waiting",
    "stop": "emergency",
    "resume": "emergency",
    "pause": "pause",
    "time": "clock",
    "dry-run": "pause",
    "sessions": "sessions",
    "index-logs": "index_logs",
    "events": "events",
    "incidents": "incidents",
    "cases": "cases",
    "cooldowns": "cooldowns",
    "memory": "memory",
    "review": "review",
    "context": "context",
    "observe": "observe",
    "recall": "recall",
    "reminders": "reminders",
    "coming": "reminders",  # the former name, not listed
    "lessons": "lessons",
    "learn": "learn",
    "knowledge": "knowledge",
    "notes": "notes",
    "decisions": "decisions",
    "procedures": "procedures",
    "operations": "operations",
    "library": "library",
    "schedule": "schedule",
    "routine": "routine",
    "settings": "settings",
    "services": "services",
    "health": "health",
    "hosts": "hosts",
    "changes": "changes",
    "repositories": "repositories",
    "alerts": "alerts",
    "daemon": "daemon",
    "server": "server",
    "tokens": "tokens",
    "projects": "principals",
    "principals": "principals",
    "secrets": "secrets",
    "notify": "notify",
    "desktop": "desktop",
    "backup": "backup",
    "restore": "backup",
    "import": "import_claude_ops",
    "why": "why",
    "activity-log": "telemetry",
    "telemetry": "telemetry",  # the former name, not listed
    "steps": "steps",
    "maintenance": "maintenance",
    "store": "store",
    "plugins": "plugins",
    "doctor": "doctor",
    "version": "version",
    "watch": "watch",
    "guard": "guard",
    "mcp": "mcp",
    "hooks": "hooks",
    "completion": "completion",
}
SECTIONS = {
    "Runs": "run stop resume sessions waiting approvals prompts pause dry-run schedule routine daemon spend",
    "Services": "health services hosts incidents changes events cooldowns alerts repositories",
    "Memory": "memory review recall context why lessons cases learn reminders observe hooks mcp",
    "Knowledge": "knowledge notes decisions procedures library operations",
    "Settings and data": "settings plugins secrets server tokens projects principals notify desktop backup restore"
    " import maintenance store",
    "Diagnostics": "doctor time version index-logs activity-log steps watch guard completion",
}
"""The headings under which ``--help`` lists the commands. A command in none of them is listed under *Commands*."""
STOPPED = 130
_DIGITS = re.compile(r"\d{6,}")


class SectionedHelp(typer.core.TyperGroup):
    """The application's commands, listed under headings."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a table of commands for each heading, in the order that the headings name them."""
        shown = {name: command for name, command in self.commands.items() if not command.hidden}
        sections = {heading: names.split() for heading, names in SECTIONS.items()}
        placed = {name for names in sections.values() for name in names}
        sections["Commands"] = [name for name in shown if name not in placed]
        widest = max(map(len, shown), default=0)
        for heading, names in sections.items():
            room = formatter.width - 6 - widest
            rows = [(name.ljust(widest), shown[name].get_short_help_str(room)) for name in names if name in shown]
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)


HELP = """Watch your infrastructure with an agent that remembers.

Without a command, the window opens; without a display, one session runs in the terminal.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused by policy."""


def main(argv: Sequence[str], doors: CliBackend) -> int:
    """Carry out one command and return its exit code."""
    words = list(argv)
    wants_json = "--json" in words
    hand: CliContext | None = None
    _replace_closed_streams()
    logs.tell_warnings()
    try:
        words, option = take_data_dir(words)
        words, verbose = take_flag(words, VERBOSE)
        words, lines = take_flag(words, JSON_LINES)
        wants_json = wants_json or lines
        output.write_json_lines(lines)
        if lines and "--json" not in words:
            words.append("--json")
        if verbose:
            logs.tell_warnings(and_news=True)
        refuse_changes(words, os.environ)
        hand = CliContext(data_folder(option), doors)
        use_data_folder(hand.folder.root)
        with seen_by(os.environ):
            code = build(words)(args=words, prog_name="claudeops", standalone_mode=False, obj=hand)
        sys.stdout.flush()
        return int(code or 0)
    except ClaudeOpsError as error:
        return report_error(error, wants_json)
    except BrokenPipeError:  # the reader had enough: `claudeops events list | head`
        _discard_output()
        return 1
    except OSError as error:
        if hand is not None and is_kept_out(error, hand.folder):
            return report_error(unusable_folder(hand.folder.root, error), wants_json)
        if error.errno not in (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG, errno.EBADF) or error.filename:
            return report_error(_bug(error, hand.folder if hand else None, words), wants_json)
        _discard_output()
        return report_error(EnvironmentFault(f"The output cannot be written: {error.strerror}."), False)
    except KeyboardInterrupt:
        return STOPPED
    except Exception as error:
        if isinstance(error, typer.Abort):
            return STOPPED
        if hasattr(error, "format_message") and hasattr(error, "exit_code"):
            return report_error(_usage(error), wants_json)
        large = _too_large(words) if isinstance(error, OverflowError) else None
        damaged = _damaged(error, hand.folder) if hand and not large else None
        return report_error(large or damaged or _bug(error, hand.folder if hand else None, words), wants_json)


def _replace_closed_streams() -> None:
    """Started with stdout or stderr closed (``>&-``), a command does its work and what it prints goes nowhere."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 — it stays open to the end
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123


def _discard_output() -> None:
    """What is still to be written goes nowhere: else the interpreter fails once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def build(words: Sequence[str]) -> typer.Typer:
    """The command tree; only the group that ``words`` ask for, or all of it for help and mistakes."""
    app = typer.Typer(
        name="claudeops",
        help=HELP,
        cls=SectionedHelp,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_root)
    first = next((word for word in words if not word.startswith("-")), "")
    names = [first] if first in MODULES and COMPLETION_VARIABLE not in os.environ else list(MODULES)
    if not first and words[:1] in (["--version"], ["-V"]):
        names = []
    for module in dict.fromkeys(MODULES[name] for name in names):
        importlib.import_module(f".{module}", __package__).register(app)
    if len(names) == 1:  # a lone command would become the application itself, without its name
        app.command("help", hidden=True)(_help)
    return app


def _help(context: typer.Context) -> None:
    """Show this help."""
    typer.echo(context.parent.get_help() if context.parent else context.get_help())


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"claudeops {__version__}")
        raise typer.Exit


def _root(
    data_dir: Annotated[
        str,
        typer.Option(
            DATA_DIR,
            metavar="FOLDER",
            help="Keep database, settings, services and logs in this folder (or set CLAUDEOPS_DATA_DIR).",
        ),
    ] = "",
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option(VERBOSE, help="Also report progress on stderr. May follow the command.")
    ] = False,
    jsonl: Annotated[
        bool,
        typer.Option(JSON_LINES, help="Print JSON Lines: one row of a list per line. May follow the command."),
    ] = False,
) -> None:
    pass


_root.__doc__ = HELP


def report_error(error: ClaudeOpsError, as_json: bool) -> int:
    """Say what went wrong on stderr, and with ``--json`` as a document too; the exit code."""
    from .output import as_json as print_json
    from .output import warn

    warn(fit_commands(error.full_text))
    if as_json:
        print_json({"error": str(error), "remedy": error.remedy, "exit_code": error.exit_code})
    return error.exit_code


def _usage(error: Exception) -> UsageError:
    """A mistake in the words, as the library found it, in our own form."""
    said = " ".join(str(error.format_message()).split())  # type: ignore[attr-defined]
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "claudeops"
    return UsageError(said if said.endswith((".", "?")) else f"{said}.", f"See `{path} --help`.")


def _too_large(words: Sequence[str]) -> UsageError | None:
    """A number among the words that neither the database nor the calendar can hold, told as a mistake in the words."""
    numbers = (found for word in words for found in _DIGITS.findall(word))
    found = max(numbers, key=len, default="")
    if not found:
        return None
    return UsageError(f"{found if len(found) < 30 else 'A number'} is too large.", "Take one that the lists show.")


def is_kept_out(error: OSError, folder: DataFolder) -> bool:
    """Whether the system lets us not into the data folder itself: it belongs to somebody else. A single file there
    that may not be read is another matter."""
    name = error.filename
    if not isinstance(error, PermissionError) or not isinstance(name, str | os.PathLike):
        return False
    inside = Path(name).absolute().is_relative_to(folder.root)
    return inside and not os.access(folder.root, os.R_OK | os.X_OK)


def _damaged(error: Exception, folder: DataFolder) -> ClaudeOpsError | None:
    """The sentence for an error that came of a damaged database, which is nobody's bug."""
    from ..storage.diagnosis import explain_failure

    return explain_failure(error, folder.database)


def _bug(error: Exception, folder: DataFolder | None, words: Sequence[str]) -> ClaudeOpsError:
    """Logged whole, and said in one sentence."""
    where = logs.keep_log(folder, quiet=True) if folder is not None else None
    log.error("a bug, while doing: claudeops %s", " ".join(words), exc_info=error)
    details = f" The details are in {where}." if where else ""
    return ClaudeOpsError(
        f"That is a bug in Claude Ops ({type(error).__name__}: {error}).{details}", "Please report it."
    )
