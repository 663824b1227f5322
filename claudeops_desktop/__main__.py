"""Where a process begins: the built-in agent, a command, or the window. Nothing heavy is imported before that."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .cli.engine import Doors
    from .paths import DataFolder

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
BACKGROUND = "--background"


def main(argv: Sequence[str] | None = None) -> int:
    """``claudeops [words…]``; the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["watch"]:
        return _watch(words[1:])
    from .cli.words import take_data_dir
    from .errors import UsageError

    try:
        left, option = take_data_dir(words)
    except UsageError:  # the command line tells of it
        left, option = words, None
    if not left or left == [BACKGROUND]:
        return _guarded(lambda: _without_command(option, background=bool(left)))
    from .cli.main import main as command_line

    return command_line(words, _doors())


def _watch(words: Sequence[str]) -> int:
    from .watch.__main__ import main as watch

    return watch(words)


def _without_command(option: str | None, *, background: bool) -> int:
    """The window; or, where there is no display, one session in the terminal (D9)."""
    from .paths import data_folder

    folder = data_folder(option).create()
    if has_display(os.environ):
        from .cli.logs import keep_log

        keep_log(folder)
        from . import app

        return app.run_window(folder, background=background)
    return _terminal_session(folder)


def has_display(environ: os._Environ[str] | dict[str, str]) -> bool:
    """Whether a window could be shown, or Qt was told how to do without a display."""
    return any(environ.get(name) for name in DISPLAYS) or bool(environ.get("QT_QPA_PLATFORM"))


def _terminal_session(folder: DataFolder) -> int:
    from .cli.engine import Hand
    from .cli.output import say
    from .cli.run import one_run
    from .run.request import RunRequest

    say("There is no display here, so no window opens. One session runs in this terminal instead.")
    say(f"Everything is kept in {folder.root}; `claudeops --help` shows what else there is.")
    say()
    return 0 if one_run(Hand(folder, _doors()), RunRequest(), json=False) else 1


def _guarded(work: Callable[[], int]) -> int:
    """Errors that the operator can mend are told plainly; Ctrl+C ends quietly."""
    from .errors import ClaudeOpsError

    try:
        return work()
    except ClaudeOpsError as error:
        print(error.told, file=sys.stderr)  # noqa: T201
        return error.exit_code
    except KeyboardInterrupt:
        return 130


def _doors() -> Doors:
    from .cli.engine import Doors

    return Doors(_open_engine, _run_daemon)


def _open_engine(folder: DataFolder):  # type: ignore[no-untyped-def]  # noqa: ANN202
    from . import app

    return app.open_engine(folder)


def _run_daemon(folder: DataFolder) -> int:
    from . import app

    return app.run_daemon(folder)


if __name__ == "__main__":
    sys.exit(main())
