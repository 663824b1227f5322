"""The pictures of the README and the guide: ``.venv/bin/python tests/support/guide_pictures.py`` makes them anew.

They show some days of a small rack of services, 1280 × 800, into ``docs/screenshots``. No screen needed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SIZE = (1280, 800)
PAGES = {
    "light": ("overview", "sessions", "events", "memories", "cooldowns", "settings"),
    "dark": ("overview", "memories", "settings"),
}
CORRECTED = "Takes 25s to start after a restart"  # said against an older one: its history has something to tell


def main() -> None:
    """Take them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "screenshots")
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    _take(out)


def _take(out: Path) -> None:
    from PySide6.QtWidgets import QApplication
    from support.desks import close_desk, fill, make_desk

    from claudeops_desktop.memory.search import MemoryQuery
    from claudeops_desktop.settings import WindowSettings
    from claudeops_desktop.ui import theme
    from claudeops_desktop.ui.page import Place
    from claudeops_desktop.ui.pages.memories.preview import PreviewDialog
    from claudeops_desktop.ui.start import open_window

    app = QApplication(["pictures"])
    homes = Path(tempfile.gettempdir()) / "ops"  # the paths are in the pictures
    shutil.rmtree(homes, ignore_errors=True)
    for data in ("empty", "full"):
        home = homes / data
        os.environ["HOME"] = str(home)
        desk = make_desk(home / ".local" / "share" / "claudeops")
        desk.agents = _agents
        if data == "full":
            fill(desk, days=3, live=True)
            desk.book.store.write(lambda desk=desk: _actions(desk)).result()
        desk.schedule.start()
        window = open_window(desk)
        window.resize(*SIZE)
        _settle(app)  # the first page opens by itself
        for look, pages in PAGES.items() if data == "full" else [("light", ("overview",))]:
            theme.apply(app, WindowSettings(theme=look))
            for page in pages:
                window.show_place(Place(page))
                _settle(app)
                _save(window, out / f"{'' if data == 'full' else 'empty-'}{page}-{look}.png")
        if data == "full":
            theme.apply(app, WindowSettings(theme="light"))
            found = desk.book.store.read(lambda desk=desk: desk.memory.ids(MemoryQuery(text=CORRECTED))).result()
            window.show_place(Place("memories", id=found[0]))
            _settle(app)
            _save(window, out / "memories-detail-light.png")
            desk.settings.change("memory.budget", 250)  # so that something is left out
            window.open_preview()
            dialog = window.findChild(PreviewDialog)
            while not dialog.pane.tokens.text():
                _settle(app)
            _settle(app)
            _save(dialog, out / "preview-light.png")
            dialog.close()
        window.end()
        window.tray.close()
        window.deleteLater()
        _settle(app)
        close_desk(desk)


def _agents() -> object:
    from claudeops_desktop.agent.catalog import Agents, ClaudeCli

    cli = ClaudeCli("/usr/local/bin/claude", "2.1.197")
    return Agents(cli, "claude", "The Claude CLI 2.1.197 runs, found on PATH.")


def _actions(desk: object) -> None:
    """What agents did to services lately, so that some are in cooldown."""
    from claudeops_desktop.clock import utc_now

    now = utc_now()
    for hours, service, action, well, said in (
        (19.5, "gitea", "redeployment", True, "New image pulled; the web interface answers after 12 s"),
        (3.1, "jellyfin", "restart", False, "Still answers 503 after 90 s"),
        (1.2, "jellyfin", "restart", True, "Answers again after 61 s"),
        (0.6, "grafana", "restart", True, "Answers in 0.3 s again"),
    ):
        desk.book.cooldowns.add(  # type: ignore[attr-defined]
            service=service, action_type=action, success=well, message=said, session_id=48, tier=2,
            now=now - timedelta(hours=hours),
        )  # fmt: skip


def _save(widget: object, path: Path) -> None:
    picture = widget.grab().toImage()  # type: ignore[attr-defined]
    picture = picture.convertToFormat(picture.Format.Format_RGB888)
    picture.save(str(path), "PNG", 0)  # as small as it gets
    print(f"{path}  {path.stat().st_size // 1024} kB")


def _settle(app: object) -> None:
    until = time.monotonic() + 0.8
    while time.monotonic() < until:
        app.processEvents()  # type: ignore[attr-defined]
        time.sleep(0.01)


if __name__ == "__main__":
    main()
