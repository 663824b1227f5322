"""Pictures of every page, light and dark, empty and full: ``python tests/support/screenshots.py OUT``.

A picture is what ``QWidget.grab`` gives; ``--scale 2`` makes it as on a screen of twice the density. No screen needed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any


def main() -> None:
    """Take the pictures asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--scale", default="1")
    parser.add_argument("--theme", default="light,dark")
    parser.add_argument("--data", default="empty,full")
    parser.add_argument(
        "--page",
        default="overview,sessions,events,memories,inbox,ask,history,services,schedule,settings",
    )
    parser.add_argument("--days", type=int, default=3)
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("--paused", action="store_true")
    parser.add_argument("--quiet", action="store_true", help="nothing needs approval")
    parser.add_argument("--dialog", default="", help="run, context, palette, keys or toast")
    parser.add_argument("--group", default="", help="of the settings page")
    chosen = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_SCALE_FACTOR"] = chosen.scale
    root = Path(__file__).resolve().parents[2]
    sys.path[:0] = [str(root), str(root / "tests")]
    chosen.out.mkdir(parents=True, exist_ok=True)
    _take(chosen)


def _take(chosen: argparse.Namespace) -> None:
    from PySide6.QtWidgets import QApplication
    from support.control import fill_control, fill_weeks
    from support.desks import close_desk, fill, make_desk
    from support.knowing import fill_memory, fill_review

    from claudeops_desktop.core.settings import WindowSettings
    from claudeops_desktop.ui import theme
    from claudeops_desktop.ui.pages.base_page import PageLocation
    from claudeops_desktop.ui.shell.startup import open_window

    app = QApplication(["screenshots"])
    width, height = (int(part) for part in chosen.size.split("x"))
    for data in chosen.data.split(","):
        desk = make_desk(Path(tempfile.mkdtemp(prefix="claudeops-pictures-")))
        if data == "full":
            fill_weeks(desk)
            fill(desk, days=chosen.days, live=True)
            fill_memory(desk)
            fill_review(desk)
            fill_control(desk, waiting=not chosen.quiet)
        if chosen.dry_run:
            desk.settings.change("run.dry_run", True)
        if chosen.paused:
            desk.settings.change("run.paused", True)
        desk.schedule.start()
        window = open_window(desk)
        window.resize(width, height)
        for look in chosen.theme.split(","):
            theme.apply_theme(app, WindowSettings(theme=look))
            for page in chosen.page.split(","):
                window.show_place(PageLocation(page, filters={"group": chosen.group} if chosen.group else None))
                _settle(app)
                _open(window, chosen.dialog)
                _settle(app)
                name = f"{page}-{data}-{look}-{chosen.size}@{chosen.scale}{chosen.group}{chosen.dialog}.png"
                dialog = app.activeModalWidget()
                (dialog or window).grab().save(str(chosen.out / name))
                if dialog is not None:
                    dialog.close()
        window.shut_down()
        window.tray.close()
        window.deleteLater()
        _settle(app)
        close_desk(desk)


def _open(window: Any, dialog: str) -> None:
    from PySide6.QtWidgets import QApplication

    from claudeops_desktop.runs.request import RunRequest
    from claudeops_desktop.ui.pages.memories.context_editor import ContextEditor

    if dialog == "toast":
        window.toast.show_message("Deleted 5 memories.", window.close)
    elif dialog == "context":
        editor = ContextEditor(window.desk, RunRequest(services=("jellyfin",)), window)
        editor.open()
        _settle(QApplication.instance())
        text = editor.prompt_view.text
        text.setPlainText(text.toPlainText().replace("- Dry run: no", "- Dry run: no\n- Leave the nas alone: disks"))
    elif dialog:
        {
            "run": window.runs.open_dialog,
            "palette": window.open_palette,
            "keys": window.open_keys,
            "first": window.open_first_run,
            "quit": window.closing.quit,
        }[dialog]()


def _settle(app: object) -> None:
    until = time.monotonic() + 0.6
    while time.monotonic() < until:
        app.processEvents()  # type: ignore[attr-defined]
        time.sleep(0.01)


if __name__ == "__main__":
    main()
