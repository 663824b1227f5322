"""Every text of the window can be translated: none bypasses the catalogue, and the German one is complete (D13)."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
WINDOW = ROOT / "claudeops_desktop" / "ui"
SHOWING = frozenset(
    (
        "setText", "setToolTip", "setWindowTitle", "setAccessibleName", "setAccessibleDescription",
        "setPlaceholderText", "setStatusTip", "setTitle", "setInformativeText", "setTabText",
        "QLabel", "QPushButton", "QToolButton", "QCheckBox", "QRadioButton",
        "QGroupBox", "QAction", "plain_label", "set_message", "show_message",
        "FilterBox", "FilterChoice", "SearchField",
    )
)  # fmt: skip
WORDS = re.compile(r"[A-Za-z]{2}.*[^\w./:#%-]|^[A-Z][a-z]+$")
NAMES = {"Claude Ops", "Claude Ops Desktop", "Deutsch", "English", "XML", "Cron"}  # the same in all languages


def untranslated(source: Path) -> Iterator[str]:
    """Literals with words that are handed to something that shows them, outside ``tr`` and ``tr_count``."""
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in SHOWING:
                for given in node.args:
                    for part in literals(given):
                        if WORDS.search(part) and part not in NAMES:
                            yield f"{source.relative_to(ROOT)}:{node.lineno}: {part!r}"


def literals(node: ast.expr) -> Iterator[str]:
    """The literals that an expression may come to, and those between the fields of an f-string."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield from (part.value for part in node.values if isinstance(part, ast.Constant))
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from literals(value)


@pytest.mark.slow
def test_no_literal_is_shown_without_a_look_into_the_catalogue():
    found = [text for source in sorted(WINDOW.rglob("*.py")) for text in untranslated(source)]
    assert not found, "\n".join(found)


def test_the_search_for_literals_finds_them(tmp_path, monkeypatch):
    source = tmp_path / "page.py"
    source.write_text(
        'a.setText("Not translated")\nb.setText(tr("Translated"))\n'
        'c.setText("one two" if x else tr("three"))\nd.setObjectName("a name")\ne.setText("—")\n'
    )
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert [text.split(": ")[1] for text in untranslated(source)] == ["'Not translated'", "'one two'"]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_no_screen_shows_a_text_that_was_not_looked_up(tmp_path):
    """All pages, views, tabs, settings and dialogs, full of data, under a catalogue that brackets what it is asked."""
    script = Path(__file__).with_name("pseudo_window.py")
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path), "TZ": "UTC"}
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path)], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    *found, last = done.stdout.splitlines()
    assert json.loads(last)["screens"] > 60
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_the_german_catalogue_is_complete():
    done = subprocess.run(
        [sys.executable, "-m", "catalogues", "check"],
        cwd=ROOT / "packaging",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
