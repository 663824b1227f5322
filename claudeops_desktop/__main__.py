"""Where a process begins: the built-in agent, a command, or the window. Nothing heavy is imported before that."""

from __future__ import annotations

import gc
import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036 — an installer that was told to ignore it lets the program begin
    sys.exit("Claude Ops needs Python 3.11, 3.12 or 3.13; this is %d.%d." % sys.version_info[:2])  # noqa: UP031

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from .core.messages import UserMessage
from .core.peewee_import_hook import keep_peewee_alone

if TYPE_CHECKING:
    from .cli.cli_context import CliBackend
    from .core.paths import DataFolder

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
BACKGROUND = "--background"
SHOW = "--show"  # a page, and a row of it: what a notification leads to
DISPLAY_PROBE = "--display-probe"  # of the doctor: a display that does not answer ends or hangs a process of its own
LINK = "claudeops://"  # in a notification: a place in the window
RUN_NOW = "--run-now"  # of the desktop file: the window, with a run begun
COMPLETION_VARIABLE = "_CLAUDEOPS_COMPLETE"  # a shell sets it to ask what may follow (cli/completion.py)


def main(argv: Sequence[str] | None = None) -> int:
    """``claudeops [words…]``; the exit code."""
    keep_peewee_alone()
    words = list(sys.argv[1:] if argv is None else argv)
    if not words and COMPLETION_VARIABLE in os.environ:
        # A shell asks without any word. Without this, the window or a session would start at every TAB.
        from .cli.completion import answer_shell
        from .cli.main import build

        return answer_shell(os.environ, build)
    if words[:1] == ["guard"]:
        return _guard(words[1:])
    if words[:1] == ["confine"]:  # in the frozen program, which starts no file by itself
        return _confine(words[1:])
    if words[:1] == ["hook"]:
        return _hook(words[1:])
    if words[:2] == ["observe", "--hook"]:
        return _observe_hook(words[2:])
    if words[:1] == ["watch"]:
        return _watch(words[1:])
    if words[:1] == ["replay"]:  # the frozen program has no `-m`
        return _replay(words[1:])
    if words[:1] == ["convert-document"]:  # of the library: a broken file must not reach the application
        return _convert_document(words[1:])
    if words == [DISPLAY_PROBE]:
        return _display_probe()
    from .cli.argument_words import take_data_dir
    from .core.errors import UsageError

    if len(words) == 1 and words[0].startswith(LINK):
        words = _words_of_link(words[0])

    try:
        left, option = take_data_dir(words)
    except UsageError:  # the command line tells of it
        left, option = words, None
    if left[:1] == ["guard"]:
        return _guard(left[1:])
    if left[:1] == ["mcp"]:
        return _mcp(left[1:], option)
    if not left or left in ([BACKGROUND], [RUN_NOW]) or (left[0] == SHOW and len(left) == 2):
        return _guarded(lambda: _without_command(option, left))
    from .cli.main import main as command_line

    return command_line(words, _doors())


def _words_of_link(link: str) -> list[str]:
    """A link from elsewhere may only open a place in the window; what names none opens the window."""
    from .notifications.rules import address_of_link

    address = address_of_link(link)
    return [SHOW, address] if address else []


def _guard(words: Sequence[str]) -> int:
    """Nothing may fail open: with exit code 2 the CLI refuses the tool call, whatever went wrong."""
    try:
        from .guard.command_line import main as guard

        return guard(words)
    except BaseException as error:
        print(f"The guard failed ({type(error).__name__}: {error}), so this is not done.", file=sys.stderr)  # noqa: T201
        return 2


def _confine(words: Sequence[str]) -> int:
    from .confinement.shim import main as confine

    return confine(words)


def _hook(words: Sequence[str]) -> int:
    """Nothing of it may be felt in the operator's session, whatever went wrong."""
    try:
        from .hooks.answer import main as hook

        return hook(words)
    except BaseException:
        return 0


def _observe_hook(words: Sequence[str]) -> int:
    """It fails open: no session is held up because something could not be noted."""
    from .memory.extraction import run_hook

    return run_hook(words)


def _watch(words: Sequence[str]) -> int:
    from .agents.watch.__main__ import main as watch

    code = watch(words)
    from .agents.watch.programs import end_children

    end_children(for_good=True)  # a check that hangs may start a program until the process has gone
    return code


def _replay(words: list[str]) -> int:
    from .agents.replay.playback import main as replay

    return replay(words)


def _convert_document(words: Sequence[str]) -> int:
    from .library.reading.program import main as convert

    return convert(words)


def _mcp(words: Sequence[str], data_dir: str | None) -> int:
    from .mcp.server import main as mcp

    return mcp(words, data_dir)


def _display_probe() -> int:
    from .ui.shell.display_probe import main as probe

    return probe()


def _without_command(option: str | None, words: Sequence[str]) -> int:
    """The window; or, where there is no display, one session in the terminal (D9)."""
    from .core.errors import ClaudeOpsError, EnvironmentFault
    from .core.paths import data_folder

    without = why_no_window()
    if without and SHOW in words:
        raise EnvironmentFault(
            UserMessage("{without}, so no window opens.", without=without), UserMessage("See `claudeops --help`.")
        )
    if without:
        return _terminal_session(data_folder(option).create(), without)
    try:
        return _window(data_folder(option).create(), words)
    except ClaudeOpsError as error:
        from .ui.recovery.startup_error import show_startup_error

        show_startup_error(error)
        raise


def _window(folder: DataFolder, words: Sequence[str]) -> int:
    from .cli.logs import keep_log

    keep_log(folder)
    gc.disable()  # until the window is painted: all that is made for it stays
    from PySide6 import QtCore  # noqa: F401

    from .core.pyside_import_hook import keep_imports_plain

    keep_imports_plain()  # before the rest: the hook of PySide reads the source of each module
    from . import app

    wish = "run" if RUN_NOW in words else f"show {words[1]}" if SHOW in words else "raise"
    return app.run_window(folder, background=BACKGROUND in words, wish=wish)


def has_display(environ: os._Environ[str] | dict[str, str]) -> bool:
    """Tell whether a window could be shown, or Qt was told how to do without a display."""
    return any(environ.get(name) for name in DISPLAYS) or bool(environ.get("QT_QPA_PLATFORM"))


def why_no_window() -> str:
    """Why no window can open here, as the beginning of a sentence; "" where one can.

    A display that does not answer is taken out of the environment, so that Qt takes the other one where there are two.
    """
    if not has_display(os.environ):
        return "There is no display here"
    if os.environ.get("QT_QPA_PLATFORM"):  # somebody knows better; offscreen needs none
        return ""
    from .core.desktop.displays import find_dead_displays

    dead = find_dead_displays(os.environ)
    named = {name: os.environ.pop(name) for name in dead}
    if has_display(os.environ) or not dead:
        return ""
    name, reason = next(iter(dead.items()))
    return f"The display {named[name]} ({name}) {reason}"


def _terminal_session(folder: DataFolder, why: str) -> int:
    from .cli.cli_context import CliContext
    from .cli.output import print_line
    from .cli.run import one_run
    from .runs.request import RunRequest

    print_line(f"{why}, so no window opens. One session runs in this terminal instead.")
    print_line(f"Everything is kept in {folder.root}; `claudeops --help` shows what else there is.")
    print_line()
    return 0 if one_run(CliContext(folder, _doors()), RunRequest(), json=False) else 1


def _guarded(work: Callable[[], int]) -> int:
    """Errors that the operator can mend are told plainly; Ctrl+C ends quietly."""
    from .core.errors import ClaudeOpsError

    try:
        return work()
    except ClaudeOpsError as error:
        print(error.full_text, file=sys.stderr)  # noqa: T201
        return error.exit_code
    except KeyboardInterrupt:
        return 130


def _doors() -> CliBackend:
    from .cli.cli_context import CliBackend

    return CliBackend(_open_engine, _run_daemon, _run_server)


def _open_engine(folder: DataFolder):  # type: ignore[no-untyped-def]  # noqa: ANN202
    from . import app

    return app.open_engine(folder)


def _run_daemon(folder: DataFolder, wait: bool) -> int:
    from . import app

    return app.run_daemon(folder, wait)


def _run_server(folder: DataFolder) -> int:
    from . import app

    return app.run_server(folder)


if __name__ == "__main__":
    sys.exit(main())
