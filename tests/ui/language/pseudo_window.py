"""A program for test_every_text: walks the whole window with a catalogue that brackets each text it is asked for, and
prints, as JSON lines, what is shown outside brackets and is nobody's data.

``python pseudo_window.py FOLDER``. The catalogue must be there before modules with texts are imported, hence a process
of its own.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[3]), str(Path(__file__).resolve().parents[2])]

from claudeops_desktop.ui.text import translation

OPEN, CLOSE = "⟦", "⟧"


def bracket(text: str, comment: str | None, count: int) -> str:
    """The text between brackets, in its form for the number."""
    said = comment if comment and count not in (-1, 1) else text
    return f"{OPEN}{said[:-1]}{CLOSE}…" if said.endswith("…") else f"{OPEN}{said}{CLOSE}"


translation.use_catalogue(bracket)

from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QTabBar,
    QTableView,
    QWidget,
)
from support.control import fill_control
from support.desks import fill, make_desk
from support.incidents import fill_incidents
from support.knowing import fill_memory, fill_review
from support.tour import stops

from claudeops_desktop.agents.watch.fields import KINDS
from claudeops_desktop.language.types import CATEGORIES
from claudeops_desktop.ui.shell.window import MainWindow
from claudeops_desktop.ui.widgets.discovered_row import DiscoveredRow
from claudeops_desktop.ui.widgets.state_dot import STATE_WORDS

ROWS = 12  # rows of a table that are looked at
ROOT = QModelIndex()
NAMES = set(
    """
    Claude Ops Desktop CLI claude watch json http https tcp ssh docker systemd process nan null true false toml csv
    markdown md cron html url api mcp sqlite postgresql python qt uptime kuma alertmanager haiku sonnet opus
    ctrl shift alt esc del tab return enter home end space pgup pgdown ins backspace left right up down meta
    home data tmp claudeops bin usr etc var log logs services settings journal journald openai llama ollama ntfy
    fastembed xml preferences people relationships hobbies
    telegram webhook slack discord gotify pushover email smtp utc
    """.lower().split()
)
WORD = re.compile(r"[^\W\d_]{3,}")
MARKUP = re.compile(r"<[^>]*>|&[a-z]+;")
INNERMOST = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")


def outside(text: str) -> str:
    """What stands outside the brackets. A cut text (…) may have lost its closing one."""
    while INNERMOST.search(text):
        text = INNERMOST.sub(" ", text)
    if text.endswith("…") and OPEN in text:
        text = text[: text.index(OPEN)]
    return MARKUP.sub(" ", text)


def texts_of(widget: QWidget) -> Iterator[tuple[str, str]]:
    """Each text of one widget, with the kind it is of; not of the arrows of a tab bar, which Qt itself names."""
    if isinstance(widget, QAbstractButton) and isinstance(widget.parent(), QTabBar):
        return
    yield "tip", widget.toolTip()
    yield "accessible name", widget.accessibleName()
    yield "accessible description", widget.accessibleDescription()
    if widget.isWindow():
        yield "title", widget.windowTitle()
    if isinstance(widget, QLabel | QAbstractButton):
        yield "text", widget.text()
    if isinstance(widget, QGroupBox):
        yield "title", widget.title()
    if isinstance(widget, QLineEdit):
        yield "placeholder", widget.placeholderText()
    if isinstance(widget, QComboBox):
        for at in range(widget.count()):
            yield "choice", widget.itemText(at)
    if isinstance(widget, QTabBar):
        for at in range(widget.count()):
            yield "tab", widget.tabText(at)
            yield "tip of a tab", widget.tabToolTip(at)
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from cells_of(widget, widget.model())
    for action in widget.actions():
        yield from texts_of_action(action)


def texts_of_action(action: QAction) -> Iterator[tuple[str, str]]:
    yield "action", action.text()
    yield "tip of an action", action.toolTip() if action.toolTip() != action.iconText() else ""


def cells_of(view: QAbstractItemView, model: QAbstractItemModel) -> Iterator[tuple[str, str]]:
    """Headings, and the first rows as they are shown, explained and read out."""
    roles = Qt.ItemDataRole
    if isinstance(view, QTableView):
        for column in range(model.columnCount(ROOT)):
            for role in (roles.DisplayRole, roles.ToolTipRole, roles.AccessibleTextRole):
                yield "heading", said(model.headerData(column, Qt.Orientation.Horizontal, role))
    for row in range(min(ROWS, model.rowCount(ROOT))):
        for column in range(model.columnCount(ROOT) if isinstance(view, QTableView) else 1):
            for role in (roles.DisplayRole, roles.ToolTipRole, roles.AccessibleTextRole):
                yield "cell", said(model.index(row, column).data(role))


def said(value: Any) -> str:
    return value if isinstance(value, str) else ""


def of_this_machine(widget: QWidget | None) -> bool:
    """Whether it shows what was found on the machine that the test runs on."""
    while widget is not None:
        if isinstance(widget, DiscoveredRow):
            return True
        widget = widget.parentWidget()
    return False


def words_of_data(root: Path, desk: Any) -> set[str]:
    """Every word that is somebody's data: in the database, in files of the data folder."""
    found: set[str] = set()

    def note(text: str) -> None:
        found.update(word.lower() for word in WORD.findall(text))

    def read() -> None:
        database = desk.book.store.database
        for table in database.get_tables():
            for row in database.execute_sql(f'SELECT * FROM "{table}" LIMIT 2000'):
                for value in row:
                    if isinstance(value, str):
                        note(value)

    desk.book.store.read(read).result()
    for path in root.rglob("*"):
        if path.is_file() and path.suffix in (".toml", ".jsonl", ".log", ".md") and path.stat().st_size < 1 << 20:
            note(path.read_text("utf-8", "replace"))
    note(str(root))
    return found


def main() -> None:
    root = Path(sys.argv[1])
    os.environ["HOME"] = str(root)
    tempfile.tempdir = str(root)
    application = QApplication(["window"])
    desk = make_desk(root / "data")
    asked: list[Any] = []
    for owner, name in ((desk.book.store, "read"), (desk.book.store, "write"), (desk, "run_in_background")):
        setattr(owner, name, _noting(getattr(owner, name), asked))
    fill(desk, days=1)
    fill_memory(desk)
    fill_review(desk)
    fill_control(desk)
    desk.book.store.write(partial(fill_incidents, desk.book)).result()
    known = words_of_data(root, desk) | NAMES | set(KINDS)

    def settle() -> None:
        while asked:
            now, asked[:] = asked[:], []
            for future in now:
                future.exception(60)
            for _ in range(5):
                application.processEvents()
        application.processEvents()

    window = MainWindow(desk)
    window.resize(1280, 800)
    window.show()
    told: set[tuple[str, str]] = set()
    screens = 0
    for stop, front in stops(window, settle):
        screens += 1
        for widget in (front, *front.findChildren(QWidget)):
            if widget is not front and (not widget.isVisibleTo(front) or of_this_machine(widget)):
                continue
            for kind, text in texts_of(widget):
                strange = [word for word in WORD.findall(outside(text)) if word.lower() not in known]
                if text in STATE_WORDS and text not in CATEGORIES:  # also where the data has this word somewhere
                    strange = [text]
                if strange and (kind, text) not in told:
                    told.add((kind, text))
                    print(json.dumps({"at": stop, "kind": kind, "of": type(widget).__name__, "text": text[:200]}))
    print(json.dumps({"screens": screens}))
    sys.stdout.flush()
    os._exit(0)


def _noting(ask: Any, asked: list[Any]) -> Any:
    def noted(*args: Any, **kwargs: Any) -> Any:
        asked.append(ask(*args, **kwargs))
        return asked[-1]

    return noted


if __name__ == "__main__":
    main()
