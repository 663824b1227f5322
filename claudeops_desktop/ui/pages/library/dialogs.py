"""The forms for the address of a page and of a feed."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ...text.translation import tr
from ..knowledge.dialogs import NewEntryDialog
from .text import INTERVALS

PUBLIC, OWN = "public", "own"


def page_form(parent: QWidget) -> NewEntryDialog:
    """The address of a page or a repository."""
    made = NewEntryDialog(tr("Add a web page"), tr("Add"), parent)
    made.add_line("url", tr("Address of a page or a repository"), "https://")
    made.add_text("why", tr("Why it is worth reading"), tr("Kept with it, and in its note."), needed=False)
    made.add_choice("note", tr("Note"), [("yes", tr("Write a note with its source")), ("no", tr("Write no note"))])
    _add_network(made)
    return made


def feed_form(parent: QWidget, url: str = "") -> NewEntryDialog:
    """The address of a feed, and how often it is polled."""
    made = NewEntryDialog(tr("Follow a feed"), tr("Follow"), parent)
    made.add_line("url", tr("Address of an RSS or Atom feed"), "https://")
    made.add_choice("every", tr("Polled"), [(f"{hours:g}", said) for hours, said in sorted(INTERVALS, key=_six_first)])
    _add_network(made)
    if url:
        made.fields["url"].setText(url)  # type: ignore[union-attr]
    return made


def _six_first(interval: tuple[float, str]) -> tuple[bool, float]:
    return interval[0] != 6, interval[0]


def _add_network(made: NewEntryDialog) -> None:
    made.add_choice(
        "network",
        tr("Network"),
        [(PUBLIC, tr("Only the public internet")), (OWN, tr("This host may be in my own network"))],
    )
