"""Texts in the operator's language, from Qt's message catalogues.

Every text of the window goes through ``tr`` or ``tr_count``; ``pyside6-lupdate`` finds the calls by these names. The
source language is English. A catalogue is chosen once, before the modules with texts are imported, because many of them
keep headings in constants.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from ...core.errors import ClaudeOpsError
from ...core.messages import JoinedMessage, PluralMessage, UserMessage, message_of
from ...core.paths import bundled_path

log = logging.getLogger(__name__)
LANGUAGES = ("en", "de")
COMPLETE = frozenset(("en", "de"))  # what the language of the desktop chooses; others only where they are asked for
CATALOGUES = bundled_path("resources", "translations")
_CONTEXT = ""  # lupdate files calls of plain functions under no class


Lookup: TypeAlias = Callable[[str, str | None, int], str]  # source text, comment, number or -1; empty: not known


@dataclass
class _Language:
    """What is in force in this process."""

    locale: QLocale
    look: Lookup | None = None


_ENGLISH = QLocale(QLocale.Language.English, QLocale.Country.UnitedStates)
_now = _Language(_ENGLISH)


def choose_language(code: str) -> str:
    """Have texts in this language from now on: ``system``, or one of LANGUAGES. The code of the language that was
    chosen; English where there is no catalogue for the wanted one.
    """
    wanted = QLocale.system() if code == "system" else QLocale(code)
    name = wanted.name().partition("_")[0]
    _now.look, _now.locale = None, _ENGLISH
    if name == "en" or name not in (COMPLETE if code == "system" else LANGUAGES):
        return "en"
    catalogue = QTranslator()
    if not catalogue.load(str(CATALOGUES / f"claudeops_{name}.qm")):
        log.warning("there is no catalogue for %s in %s; texts are in English", name, CATALOGUES)
        return "en"
    _now.look, _now.locale = _in_catalogue(catalogue), wanted
    return name


def install_qt_texts(application: QCoreApplication) -> None:
    """Have Qt's own texts (buttons of its dialogs, menus of its fields) in the language that was chosen."""
    texts = QTranslator(application)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if _now.look is not None and texts.load(_now.locale, "qtbase", "_", folder):
        application.installTranslator(texts)


def use_catalogue(look: Lookup | None) -> None:
    """Look texts up with this function, or not at all."""
    _now.look = look


def tr(text: str, /, **values: object) -> str:
    """A text in the operator's language, with ``{name}`` replaced by the values. Numbers and times are handed over as
    text that ``formatting`` has made; messages of other layers are translated.
    """
    said = (_now.look(text, None, -1) if _now.look is not None else "") or text
    return said.format(**_translated(values)) if values else said


def tr_count(one: str, many: str, count: int, /, **values: object) -> str:
    """A text that depends on a number: ``tr_count("%n memory", "%n memories", 3)``. ``%n`` is the number as the locale
    writes it. Other languages may have more forms; a catalogue knows them by ``one``, with ``many`` as its comment.
    """
    said = _now.look(one, many, count) if _now.look is not None else ""
    if not said:
        said = one if count == 1 else many
    said = said.format(**_translated(values)) if values else said
    return said.replace("%n", _now.locale.toString(count))


def tr_message(text: str) -> str:
    """A sentence of another layer in the operator's language. What is no UserMessage comes back as it is."""
    if isinstance(text, JoinedMessage):
        return text.between.join(tr_message(part) for part in text.parts)
    if isinstance(text, PluralMessage):
        return tr_count(text.template, text.many, text.number, **text.values)
    if isinstance(text, UserMessage):
        return tr(text.template, **text.values)
    return text


def error_text(error: BaseException) -> str:
    """What to show for an error: sentence and remedy of one of ours in the operator's language, else what it says."""
    return tr_message(error.full_text if isinstance(error, ClaudeOpsError) else message_of(error))


def locale() -> QLocale:
    """How numbers, dates and times are written."""
    return _now.locale


def _translated(values: dict[str, object]) -> dict[str, object]:
    return {name: tr_message(value) if isinstance(value, UserMessage) else value for name, value in values.items()}


def _in_catalogue(catalogue: QTranslator) -> Lookup:
    def look(text: str, comment: str | None, count: int) -> str:
        return catalogue.translate(_CONTEXT, text, comment, count) or ""

    return look
