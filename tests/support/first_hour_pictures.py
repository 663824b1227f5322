"""The pictures of the guide's first page: the real application, three real services and one real outage.

``.venv/bin/python tests/support/first_hour_pictures.py`` starts nginx, Redis and PostgreSQL on this machine, then the
application over an empty data folder. It finds them, one fails for a minute, and each thing that the guide shows
is pictured into ``docs/screenshots`` once it is on the screen. About four minutes; no screen needed.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import pwd
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from claudeops_desktop.agents.watch.discovery.types import DiscoveredService
    from claudeops_desktop.agents.watch.services import ServicesFile
    from claudeops_desktop.ui.app_context import AppContext
    from claudeops_desktop.ui.shell.window import MainWindow

ROOT = Path(__file__).resolve().parents[2]
SIZE = (1280, 800)
PORTS = {"nginx": 8080, "redis": 6379, "postgres": 5432}
Waiting = Generator[Callable[[], bool] | float, None, None]


class Rack:
    """The three services, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._prepare()
        for name, command in self._commands.items():
            self.processes[name] = subprocess.Popen(
                command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )

    def break_site(self) -> None:
        """The web server answers 503 to everything, as in the middle of an update."""
        (self.folder / "updating").touch()

    def repair_site(self) -> None:
        """The web server answers as before."""
        (self.folder / "updating").unlink()

    def close(self) -> None:
        """End all of them."""
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            process.wait()

    def _prepare(self) -> None:
        temporary = "\n".join(
            f"{kind}_temp_path {self.folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (self.folder / "nginx.conf").write_text(
            f"daemon off; pid {self.folder}/nginx.pid; error_log {self.folder}/error.log; events {{}}\n"
            f"http {{ access_log off; {temporary}\n"
            f"server {{ listen 127.0.0.1:{PORTS['nginx']};\n"
            f"location / {{ if (-f {self.folder}/updating) {{ return 503; }} return 200 'Welcome'; }} }} }}\n"
        )
        programs = max(Path("/usr/lib/postgresql").glob("*/bin"))
        data = self.folder / "postgres"
        data.mkdir()
        as_user = []
        if os.getuid() == 0:  # PostgreSQL does not run as root
            user = pwd.getpwnam("postgres")
            os.chown(data, user.pw_uid, user.pw_gid)
            self.folder.chmod(0o755)
            as_user = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        made = [*as_user, str(programs / "initdb"), "-D", str(data), "-A", "trust", "-U", "postgres"]
        subprocess.run(made, cwd=data, check=True, stdout=subprocess.DEVNULL)
        options = ["-c", "listen_addresses=127.0.0.1", "-c", f"port={PORTS['postgres']}", "-k", str(data)]
        self._commands = {
            "nginx": ["nginx", "-c", str(self.folder / "nginx.conf"), "-p", str(self.folder)],
            "redis": ["redis-server", "--port", str(PORTS["redis"]), "--bind", "127.0.0.1", "--save", ""],
            "postgres": [*as_user, str(programs / "postgres"), "-D", str(data), *options],
        }


def main() -> int:
    """Take them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "screenshots")
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"  # no Claude CLI: the built-in watcher does the work
    sys.path.insert(0, str(ROOT))
    home = Path(tempfile.gettempdir()) / "home"  # stands in the pictures
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    os.environ["HOME"] = str(home)
    with tempfile.TemporaryDirectory() as folder:
        rack = Rack(Path(folder))
        try:
            return _drive(home / ".local" / "share" / "claudeops", rack, out)
        finally:
            rack.close()


def _drive(root: Path, rack: Rack, out: Path) -> int:
    from claudeops_desktop import app
    from claudeops_desktop.core.paths import DataFolder
    from claudeops_desktop.ui.shell import startup

    folder = DataFolder(root)
    folder.create()
    folder.settings_file.write_text("[monitoring]\ninterval = 10\n")
    opened, kept = startup.open_window, []

    def open_window(desk: AppContext, background: bool = False) -> MainWindow:
        window = opened(desk, background)
        window.resize(*SIZE)
        kept.append(_Director(window, _path(window, rack, out)))
        return window

    startup.open_window = open_window
    return app.run_window(folder)


class _Director:
    """Goes through the path: each step is taken once what the one before waits for holds."""

    def __init__(self, window: MainWindow, steps: Waiting) -> None:
        from PySide6.QtCore import QTimer

        self._steps = steps
        self._wait: Callable[[], bool] = lambda: True
        self._rest = 0.0
        self._timer = QTimer(window)
        self._timer.setInterval(100)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def _look(self) -> None:
        self._rest -= 0.1
        if self._rest > 0 or not self._wait():
            return
        wait = next(self._steps, None)
        if wait is None:
            from PySide6.QtWidgets import QApplication

            self._timer.stop()
            QApplication.exit(0)
        elif isinstance(wait, float):
            self._rest, self._wait = wait, lambda: True
        else:
            self._wait = wait


def _path(window: MainWindow, rack: Rack, out: Path) -> Waiting:
    from claudeops_desktop.agents.watch import services
    from claudeops_desktop.agents.watch.discovery import add_checks
    from claudeops_desktop.agents.watch.discovery import discover as discovery
    from claudeops_desktop.ui.first_run.dialog import FirstRunDialog
    from claudeops_desktop.ui.first_run.run_step import RunStep
    from claudeops_desktop.ui.first_run.services_step import ServicesStep
    from claudeops_desktop.ui.pages.base_page import PageLocation
    from claudeops_desktop.ui.pages.incidents.page import IncidentsPage

    desk, look, machine = window.desk, discovery.discover, services.default_services

    def only_ours(rows: Sequence[dict[str, Any]] = ()) -> tuple[DiscoveredService, ...]:
        return tuple(found for found in look(rows) if _port(found) in PORTS.values())

    # Whatever else listens on this machine is not ours to show; its disk, load and clock say nothing of the reader's.
    kinds = ("memory",)
    discovery.discover = only_ours
    services.default_services = lambda: _only(machine(), kinds)
    add_checks.MACHINE = tuple(row for row in add_checks.MACHINE if row["check"] in kinds)
    number = 0

    def save(name: str, widget: QWidget = window) -> None:
        nonlocal number
        number += 1
        picture = widget.grab().toImage()
        path = out / f"first-hour-{number}-{name}.png"
        picture.convertToFormat(picture.Format.Format_RGB888).save(str(path), quality=0)
        print(path.name, flush=True)

    def show(page: str) -> None:
        window.show_place(PageLocation(page))

    def count(question: str) -> int:
        database = sqlite3.connect(f"file:{desk.folder.database}?mode=ro", uri=True)
        try:
            return int(database.execute(question).fetchone()[0])
        finally:
            database.close()

    def idle() -> bool:
        return not desk.runs.state.live and not desk.runs.state.waiting

    yield lambda: bool(window.findChildren(FirstRunDialog))
    [dialog] = window.findChildren(FirstRunDialog)
    yield 2.0
    save("welcome", dialog)
    dialog.next.click()
    proposals, first = dialog.steps[1:3]
    assert isinstance(proposals, ServicesStep)
    assert isinstance(first, RunStep)
    yield lambda: len(proposals.rows) >= len(PORTS)
    yield 2.0
    save("services-found", dialog)
    dialog.next.click()
    yield desk.folder.services_file.exists
    first.run.click()
    yield first.run.isEnabled
    yield 2.0
    save("first-run", dialog)
    dialog.next.click()
    dialog.next.click()
    show("overview")
    yield 30.0
    save("all-well")
    rack.break_site()
    yield lambda: count("SELECT count(*) FROM incidents WHERE state = 'open'") > 0
    yield 3.0
    save("down")
    show("incidents")
    yield 45.0
    incidents = window.stack.page
    assert isinstance(incidents, IncidentsPage)
    incidents.acting.investigate.trigger()
    yield 4.0
    yield idle
    yield 2.0
    save("incident")
    rack.repair_site()
    yield lambda: count("SELECT count(*) FROM incidents WHERE state = 'resolved'") > 0
    yield 3.0
    save("resolved")
    window.runs.run_now()
    yield 4.0
    yield idle
    yield lambda: count("SELECT count(*) FROM memories") > 0
    show("memories")
    yield 3.0
    save("memory")


def _only(known: ServicesFile, kinds: tuple[str, ...]) -> ServicesFile:
    kept = tuple(check for check in known.checks if check.check in kinds)
    return dataclasses.replace(known, checks=kept)


def _port(found: DiscoveredService) -> int:
    from urllib.parse import urlsplit

    row = found.row
    return int(row.get("port") or urlsplit(str(row.get("url", ""))).port or 0)


if __name__ == "__main__":
    sys.exit(main())
