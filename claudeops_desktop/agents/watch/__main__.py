"""``claudeops watch``: check the operator's services once and tell it as stream-json.

The prompt is read from stdin and not used: the watcher's work is in its services file.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import traceback
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import NoReturn

from ...core.clock import from_text


def main(argv: Sequence[str] | None = None) -> int:
    """The program. 0 once it has run, whatever it found (1 with ``--fail`` where something is down); 128 and the number
    of the signal where one ended it."""
    wanted = _parser().parse_args(argv)
    threading.Thread(target=_drain_prompt, name="prompt", daemon=True).start()
    from .measure import ResultQueue

    mailbox = ResultQueue()
    received: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        received.append(number)
        mailbox.stop()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    from ...core.extensions.registry import use_data_folder
    from .programs import end_children
    from .report import WatchReport
    from .session import WatchRequest, watch

    folder = _data_folder(wanted)
    use_data_folder(folder)
    named = Path(wanted.services) if wanted.services else folder / "services.toml"
    there = os.path.lexists(named)  # what is there but cannot be read is an error to tell, not a reason to ignore it
    wish = WatchRequest(
        services=named if there else None,
        history=Path(wanted.history) if wanted.history else folder / "watch-history.json",
        names=tuple(wanted.service),
        dry_run=wanted.dry_run or os.environ.get("CLAUDEOPS_DRY_RUN", "") in ("1", "true"),
        recovery_wait=wanted.recovery_wait,
        restarted=tuple(filter(None, map(_restart, wanted.restarted))),
        planned=frozenset(name.lower() for name in wanted.planned),
        absent=str(named) if wanted.services and not there else "",
    )
    report = WatchReport(sys.stdout.buffer)
    try:
        done = watch(wish, report, mailbox)
    except BrokenPipeError:  # nobody is listening any more
        done = False
    except Exception as error:  # a bug: whole on stderr, and in the stream a result that says so
        traceback.print_exc(file=sys.stderr)
        report.write_closing(f"The watcher failed, which is a bug: {type(error).__name__}: {error}", [], error=True)
        done = True
    finally:
        end_children()
    if done and wanted.fail and (report.found_down or report.failed):
        return 1
    return 0 if done else 128 + (received[0] if received else signal.SIGPIPE)


def program(argv: Sequence[str] | None = None) -> NoReturn:
    """Run and leave without waiting for checks that hang: their threads cannot be ended otherwise."""
    code = main(argv)
    from .programs import end_children

    end_children(for_good=True)  # a check that hangs may start a program until the very end
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        pass
    os._exit(code)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="claudeops watch", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--services", metavar="FILE", help="what to check (default: services.toml in the data folder)")
    parser.add_argument("--history", metavar="FILE", help="its own measurements (default: in the data folder)")
    parser.add_argument("--data-dir", metavar="DIR", help="the data folder")
    parser.add_argument("--service", metavar="NAME", action="append", default=[], help="only this one; repeatable")
    parser.add_argument("--recovery-wait", metavar="SECONDS", type=float, help="how long to look at what is down")
    parser.add_argument("--restarted", metavar="NAME@TIME", action="append", default=[], help=argparse.SUPPRESS)
    parser.add_argument("--planned", metavar="NAME", action="append", default=[], help=argparse.SUPPRESS)
    parser.add_argument(
        "--fail", action="store_true", help="exit with 1 where a service is down or nothing was checked"
    )
    parser.add_argument("--dry-run", action="store_true", help="leave out commands that may change something")
    return parser


def _restart(text: str) -> tuple[str, datetime] | None:
    """A service and when it was restarted; None for what cannot be read."""
    name, _, at = text.rpartition("@")
    try:
        return name.lower(), from_text(at)
    except ValueError:
        return None


def _data_folder(wanted: argparse.Namespace) -> Path:
    named = wanted.data_dir or os.environ.get("CLAUDEOPS_DATA_DIR")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_data_path

    return user_data_path("claudeops", appauthor=False)


def _drain_prompt() -> None:
    """Take the prompt off the pipe, so that its writer does not wait. Not through sys.stdin, whose lock could hang."""
    try:
        while os.read(0, 65536):
            pass
    except OSError:
        pass


if __name__ == "__main__":
    program()
