"""A part of a note or of the library among the answers: who wrote it, where it stands and of when it is."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ....knowledge import AnswerPassage
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ..base_page import PageLocation
from . import text as page_text
from .answer_card import AnswerCard

LONGEST_TITLE = 80  # characters, so that date and buttons stay in view


class PassageAnswerCard(AnswerCard):
    """``place_requested`` carries the PageLocation of the note or the document."""

    place_requested = Signal(object)

    def __init__(self, place: int, passage: AnswerPassage, parent: QWidget | None = None) -> None:
        title = formatting.make_breakable(passage.title, LONGEST_TITLE)
        super().__init__(place, page_text.accessible_passage(place, passage), title, passage.text, parent)
        self.passage = passage
        self.setAccessibleDescription(tr("Return opens it"))
        self.open.setAccessibleName(tr("Show where answer {place} stands", place=place))
        self.kind = theme.plain_label(page_text.PASSAGE_KINDS[passage.kind], "muted")
        self.head.addWidget(self.kind)
        if passage.by == "others":
            by = theme.plain_label(tr("by others"), "badge")
            by.setToolTip(tr("Words of others, which nobody has checked."))
            self.head.addWidget(by)
        if passage.stale:
            self.head.addWidget(theme.plain_label(tr("stale"), "badge"))
        self.head.addStretch()
        self.standing = theme.plain_label(page_text.passage_date(passage), "muted")
        if passage.date:
            self.standing.setToolTip(formatting.format_exact_time(passage.date))
        self.head.addWidget(self.standing)
        self.head.addWidget(self.open)
        where = formatting.make_breakable(formatting.strip_direction_marks(page_text.passage_place(passage)))
        self.add_inset(theme.plain_label(where, "muted", wrap=True, select=True))

    def open_answer(self) -> None:
        """Ask for the note, or the document at this part."""
        passage = self.passage
        if passage.kind == "note":
            place = PageLocation("knowledge", filters={"path": passage.source})
        else:
            place = PageLocation("library", id=passage.document, filters={"part": passage.part})
        self.place_requested.emit(place)
