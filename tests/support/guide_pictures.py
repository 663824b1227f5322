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
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SIZE = (1280, 800)
PAGES = {
    "light": (
        *("overview", "sessions", "events", "memories", "inbox", "history", "services", "schedule"),
        "settings",
    ),
    "dark": ("overview", "memories", "inbox", "services", "settings"),
}
OTHERS = {
    **{f"inbox-{kind}": ("inbox", "kind", kind) for kind in ("held", "conflict", "expiring", "proposal", "question")},
    "memories-closed": ("memories", "state", "closed"),
    "incidents": ("services", "view", "incidents"),
    "services-map": ("services", "view", "map"),
    "knowledge": ("knowledge", "path", "MEMORY.md"),
    "library": ("library", "view", "documents"),
    "routine": ("routine", "view", "jobs"),
    "weekly-report": ("routine", "view", "report"),
}
AT_EACH_LOOK = ("knowledge",)
VIEWS = {
    "light": {"recall": "ask", "graph": "around", "why": "why"},
    "dark": {"recall": "ask", "graph": "around"},
}


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
    from support.control import fill_control, fill_weeks
    from support.desks import close_desk, fill, make_desk
    from support.incidents import fill_incidents
    from support.knowing import corrected, fill_memory, fill_review
    from support.knowledge_desk import fill_knowledge

    from claudeops_desktop.core.settings import WindowSettings
    from claudeops_desktop.ui import theme
    from claudeops_desktop.ui.pages.base_page import PageLocation
    from claudeops_desktop.ui.pages.memories.preview_pane import PreviewDialog
    from claudeops_desktop.ui.shell.startup import open_window

    app = QApplication(["pictures"])
    homes = Path(tempfile.gettempdir()) / "ops"  # the paths are in the pictures
    shutil.rmtree(homes, ignore_errors=True)
    for data in ("empty", "full"):
        home = homes / data
        os.environ["HOME"] = str(home)
        desk = make_desk(home / ".local" / "share" / "claudeops")
        desk.find_agents = _agents
        pool = None
        if data == "full":
            fill_weeks(desk)
            fill(desk, days=3, live=True)
            fill_memory(desk)
            fill_review(desk)
            fill_control(desk)
            desk.book.store.write(partial(fill_incidents, desk.book)).result()
            _depend(desk.folder.services_file)
            _measure(desk)
            pool = fill_knowledge(desk)
        desk.schedule.start()
        window = open_window(desk)
        window.resize(*SIZE)
        _settle(app)  # the first page opens by itself
        for look, pages in PAGES.items() if data == "full" else [("light", ("overview",))]:
            theme.apply_theme(app, WindowSettings(theme=look))
            for page in pages:
                window.show_place(PageLocation(page))
                _settle(app)
                _save(window, out / f"{'' if data == 'full' else 'empty-'}{page}-{look}.png")
        if data == "full":
            number = corrected(desk)
            for look, views in VIEWS.items():
                theme.apply_theme(app, WindowSettings(theme=look))
                _views(app, window, number, out, look, views)
            theme.apply_theme(app, WindowSettings(theme="light"))
            for name, place in OTHERS.items():
                for look in ("dark", "light") if name in AT_EACH_LOOK else ("light",):
                    theme.apply_theme(app, WindowSettings(theme=look))
                    window.show_place(PageLocation(place[0], filters=dict([place[1:]])))
                    _settle(app)
                    dialog = app.activeModalWidget()
                    _save(dialog or window, out / f"{name}-{look}.png")
                    if dialog is not None:
                        dialog.close()
            window.show_place(PageLocation("memories", id=number))
            _settle(app)
            _save(window, out / "memories-detail-light.png")
            window.resize(SIZE[0], 1100)
            _settle(app)
            _save(window, out / "memory-life-light.png")
            window.resize(*SIZE)
            desk.settings.change("memory.budget", 250)  # so that something is left out
            window.runs.open_preview()
            dialog = window.findChild(PreviewDialog)
            while not dialog.pane.meters.total.text():
                _settle(app)
            _settle(app)
            _save(dialog, out / "preview-light.png")
            dialog.close()
        else:
            first = window.open_first_run()
            _settle(app)
            _save(first, out / "first-run-light.png")
            first.close()
        window.shut_down()
        window.tray.close()
        window.deleteLater()
        _settle(app)
        if pool is not None:
            desk.routine.close()
            pool.shutdown(wait=True)
        close_desk(desk)


def _measure(desk: Any) -> None:
    """Have the services checked every ten minutes for three days."""
    from support.check_result_rows import simulated

    from claudeops_desktop.core.clock import utc_now
    from claudeops_desktop.monitoring.results.store import CheckResultStore

    now = utc_now()
    names = ["jellyfin", "grafana", "caddy", "gitea", "nextcloud", "pihole", "postgres"]
    with CheckResultStore(desk.folder.check_results) as store:
        for batch in simulated(names, now - timedelta(days=3), now, timedelta(minutes=10)):
            store.add(batch)
        store.roll_up(now)


def _depend(services_file: Path) -> None:
    """Say what depends on what, so that the map has lines."""
    text = services_file.read_text()
    needs = {"nextcloud": "postgres", "gitea": "postgres", "grafana": "postgres", "jellyfin": "wireguard"}
    for name, needed in needs.items():
        text = text.replace(f'name = "{name}"\n', f'name = "{name}"\ndepends_on = ["{needed}"]\n')
    services_file.write_text(text)


def _views(app: object, window: object, number: int, out: Path, look: str, views: dict[str, str]) -> None:
    """The pages that read memory."""
    from support.knowing import ASKED

    from claudeops_desktop.ui.pages.base_page import PageLocation

    for name, view in views.items():
        filters = {"view": view, "question": ASKED} if view == "ask" else {"view": view, "service": "jellyfin"}
        window.show_place(PageLocation("recall", number if view == "why" else None, filters=filters))  # type: ignore[attr-defined]
        page = window.stack.page  # type: ignore[attr-defined]
        for _ in range(4):
            _settle(app)
        if view == "ask":
            page.answers.cards[0].fold.setChecked(True)
            page.answers.stages.setChecked(True)
        if view == "around":
            page.reveal("related")
        _settle(app)
        _save(window, out / f"{name}-{look}.png")


def _agents() -> object:
    from claudeops_desktop.agents.base import AgentProgram
    from claudeops_desktop.agents.registry import AgentRegistry

    cli = AgentProgram("/usr/local/bin/claude", "2.1.197")
    return AgentRegistry(cli, "claude", "The Claude CLI 2.1.197 runs, found on PATH.")


def _save(widget: object, path: Path) -> None:
    picture = widget.grab().toImage()  # type: ignore[attr-defined]
    picture = picture.convertToFormat(picture.Format.Format_RGB888)
    picture.save(str(path), "PNG", 0)  # as small as it gets
    print(f"{path}  {path.stat().st_size // 1024} kB")


def _settle(app: object) -> None:
    until = time.monotonic() + 1.2
    while time.monotonic() < until:
        app.processEvents()  # type: ignore[attr-defined]
        time.sleep(0.01)


if __name__ == "__main__":
    main()
