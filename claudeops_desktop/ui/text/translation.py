"""Texts in the operator's language, from Qt's message catalogues.

Every text of the window goes through ``tr`` or ``tr_count``; ``pyside6-lupdate`` finds the calls by these names. The
source language is English. A catalogue is chosen once, before the modules with texts are imported, because many of them
keep headings in constants.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLocale, QTranslator

CATALOGUES = Path(__file__).resolve().parents[2] / "resources" / "translations"
_CONTEXT = ""  # lupdate files calls of plain functions under no class

_translator: QTranslator | None = None
_locale = QLocale(QLocale.Language.English, QLocale.Country.UnitedStates)


def tr(text: str, /, **values: object) -> str:
    """A text in the operator's language, with ``{name}`` replaced by the values. Numbers and times are handed over as
    text that ``formatting`` has made."""
    said = _look_up(text)
    return said.format(**values) if values else said


def tr_count(one: str, many: str, count: int, /, **values: object) -> str:
    """A text that depends on a number: ``tr_count("%n memory", "%n memories", 3)``. ``%n`` is the number as the locale
    writes it. Other languages may have more forms; the catalogue knows them by ``one``, with ``many`` as its comment.
    """
    said = _look_up(one, many, count) if _translator is not None else ""
    if not said:
        said = one if count == 1 else many
    said = said.format(**values) if values else said
    return said.replace("%n", _locale.toString(count))


def locale() -> QLocale:
    """How numbers, dates and times are written."""
    return _locale


def _look_up(text: str, comment: str | None = None, count: int = -1) -> str:
    if _translator is None:
        return text
    return _translator.translate(_CONTEXT, text, comment, count) or ("" if comment is not None else text)
