"""What a card says, declared in parts: texts, facts with links, and two columns. All of it may be an agent's words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent, QSyntaxHighlighter, QTextCharFormat
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from .. import icons, theme
from ..pages.base_page import PageLocation
from ..text import formatting
from ..text.translation import tr
from ..widgets.fold_button import FoldButton

Look: TypeAlias = Literal["reading", "mono", "difference"]
EDGE = 2
SIDE_BY_SIDE_FROM = 440  # pixels of the card
LINK_INSET = 6  # a link is higher than a line of text
LONGEST_FACT, LONGEST_NAME = 1200, 60
_LINE_COLOURS = {"+": "good", "-": "bad", "@": "muted"}


@dataclass(frozen=True)
class TextPart:
    """A text to be read whole. ``name`` is what a screen reader calls it, ``title`` stands above it. A ``folded`` one
    is shown when its title is pressed."""

    name: str
    text: str
    title: str = ""
    look: Look = "reading"
    folded: bool = False


@dataclass(frozen=True)
class CardFact:
    """A fact beside its label: a sentence, more about it in grey, and where it leads. ``icon`` and ``tone`` stand in
    the place of a label."""

    label: str
    text: str
    detail: str = ""
    link: PageLocation | None = None
    link_text: str = ""
    icon: str = ""
    tone: str = ""


@dataclass(frozen=True)
class FactsPart:
    """Facts under one another."""

    facts: Sequence[CardFact]
    title: str = ""


@dataclass(frozen=True)
class ColumnsPart:
    """Parts side by side, or under one another in a narrow card."""

    left: Sequence[TextPart | FactsPart]
    right: Sequence[TextPart | FactsPart]


BodyPart: TypeAlias = TextPart | FactsPart | ColumnsPart


class PlainTextBox(QPlainTextEdit):
    """A text to be read whole: plain, selectable, as high as it needs, broken anywhere if it must."""

    def __init__(self, name: str, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(self.wordWrapMode().WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if look == "reading":
            self.setFrameShape(QFrame.Shape.NoFrame)
            self.document().setDocumentMargin(0)
            self.setStyleSheet(f"QPlainTextEdit {{ padding: 0; border: {EDGE}px solid transparent; }}")
        self._colours = _LineColours(self) if look == "difference" else None
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._dress()
        theme.theme_changed.connect(self._dress)

    def show_text(self, text: str) -> None:
        """Show a text; the same one keeps what is selected in it."""
        if self.toPlainText() != text:
            self.setPlainText(text)
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the height to the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self, *_: object) -> None:
        place, block, text = self.document().documentLayout(), self.document().begin(), 0.0
        while block.isValid():  # asking for it lays a block out at the present width
            text += place.blockBoundingRect(block).height()
            block = block.next()
        frame = 2 * max(self.frameWidth(), EDGE) + 2 * int(self.document().documentMargin())
        height = math.ceil(text) + frame
        if self.height() != height:
            self.setFixedHeight(height)

    def _dress(self) -> None:
        self.setFont(_font_of(self._look))
        if self._colours is not None:
            self._colours.rehighlight()
        self._fit()


def _font_of(look: Look) -> QFont:
    return theme.reading_font() if look == "reading" else theme.mono_font()


class _LineColours(QSyntaxHighlighter):
    def __init__(self, box: QPlainTextEdit) -> None:
        super().__init__(box.document())

    def highlightBlock(self, text: str) -> None:
        """Colour a line of a difference by its first character."""
        token = _LINE_COLOURS.get(text[:1])
        if token:
            look = QTextCharFormat()
            look.setForeground(theme.current_tokens().colour(token))
            self.setFormat(0, len(text), look)


class PartView(QWidget):
    """Shows one part. ``link_followed`` carries the PageLocation of a link."""

    link_followed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme.GAP_XS)

    def add_title(self, text: str) -> None:
        """Put a title above the rest, where there is one."""
        if text:
            self.column.addWidget(theme.plain_label(text, "strong"))


class TextView(PartView):
    """Shows a text."""

    def __init__(self, part: TextPart, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = PlainTextBox(part.name, part.look, self)
        if part.folded:
            self.fold = FoldButton(part.title, self)
            self.fold.toggled.connect(self.box.setVisible)
            self.column.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
            self.box.hide()
        else:
            self.add_title(part.title)
        self.column.addWidget(self.box)
        self.show_part(part)

    def show_part(self, part: TextPart) -> None:
        """Show another text in its place."""
        self.box.show_text(formatting.strip_direction_marks(part.text))


class FactsView(PartView):
    """Shows facts as a grid: label, text, link."""

    def __init__(self, part: FactsPart, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: FactsPart | None = None
        self.add_title(part.title)
        self._holder: QWidget | None = None
        self.show_part(part)

    def show_part(self, part: FactsPart) -> None:
        """Show other facts in their place."""
        if part == self._shown:
            return
        self._shown = part
        if self._holder is not None:
            self._holder.hide()
            self._holder.deleteLater()
        self._holder = QWidget(self)
        grid = QGridLayout(self._holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.GAP_M)
        grid.setVerticalSpacing(theme.GAP_XS)
        grid.setColumnStretch(1, 1)
        for row, fact in enumerate(part.facts):
            self._add_fact(grid, row, fact)
        self.column.addWidget(self._holder)
        self._holder.show()

    def _add_fact(self, grid: QGridLayout, row: int, fact: CardFact) -> None:
        top = Qt.AlignmentFlag.AlignTop
        inset = LINK_INSET if fact.link is not None else 0
        if fact.label or fact.icon:
            grid.addWidget(_make_label(fact, inset), row, 0, top)
        grid.addWidget(_make_words(fact, inset), row, 1)
        if fact.link is not None:
            grid.addWidget(self._make_link(fact, fact.link), row, 2, top)

    def _make_link(self, fact: CardFact, place: PageLocation) -> QPushButton:
        button = QPushButton(formatting.strip_direction_marks(fact.link_text).replace("&", "&&"))
        theme.set_role(button, "link")
        button.setAutoDefault(False)
        about = formatting.strip_direction_marks(fact.detail or fact.text)[:LONGEST_NAME]
        button.setAccessibleName(tr("{action}: {about}", action=fact.link_text, about=about))
        button.clicked.connect(partial(self._follow, place))
        return button

    def _follow(self, place: PageLocation, _checked: bool = False) -> None:
        self.link_followed.emit(place)


def _make_label(fact: CardFact, inset: int) -> QWidget:
    label = theme.plain_label(fact.label, "muted")
    if fact.icon:
        icons.set_themed_icon(label, fact.icon, fact.tone)
    label.setContentsMargins(0, inset + 1, 0, 0)
    return label


def _make_words(fact: CardFact, inset: int) -> QWidget:
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, inset, 0, 0)
    column.setSpacing(0)
    for text, role in ((fact.text, "body"), (fact.detail, "muted")):
        if text:
            words = theme.plain_label(formatting.make_breakable(text, LONGEST_FACT), role, wrap=True, select=True)
            words.setMinimumWidth(1)
            column.addWidget(words)
    return holder


class ColumnsView(PartView):
    """Shows parts side by side where there is room."""

    def __init__(self, part: ColumnsPart, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.left, self.right = BodyView(self), BodyView(self)
        self._line = QFrame(self)
        theme.set_role(self._line, "line-v")
        self.sides = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.sides.setSpacing(theme.GAP_L)
        self.sides.addWidget(self.left, 1, Qt.AlignmentFlag.AlignTop)
        self.sides.addWidget(self._line)
        self.sides.addWidget(self.right, 1, Qt.AlignmentFlag.AlignTop)
        self.column.addLayout(self.sides)
        for side in (self.left, self.right):
            side.link_followed.connect(self.link_followed)
        self.show_part(part)

    def show_part(self, part: ColumnsPart) -> None:
        """Show other parts in their place."""
        self.left.show_parts(part.left)
        self.right.show_parts(part.right)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the columns under one another in a narrow card."""
        beside = event.size().width() >= SIDE_BY_SIDE_FROM
        ways = QBoxLayout.Direction
        self._line.setVisible(beside)
        self.sides.setDirection(ways.LeftToRight if beside else ways.TopToBottom)
        super().resizeEvent(event)


class BodyView(QWidget):
    """Shows parts under one another. Parts of the same form change in place, so that what is selected in them and the
    place they are scrolled to stay."""

    link_followed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.views: list[TextView | FactsView | ColumnsView] = []
        self._form: list[object] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.GAP_M)

    def show_parts(self, parts: Sequence[BodyPart]) -> None:
        """Show these parts."""
        form = [_form_of(part) for part in parts]
        if form != self._form:
            self._form = form
            self._rebuild(parts)
            return
        for view, part in zip(self.views, parts, strict=True):
            view.show_part(part)  # type: ignore[arg-type]  # of the same form

    def _rebuild(self, parts: Sequence[BodyPart]) -> None:
        for view in self.views:
            view.hide()
            view.deleteLater()
        self.views = [_make_view(part, self) for part in parts]
        for view in self.views:
            view.link_followed.connect(self.link_followed)
            self._column.addWidget(view)
            view.show()


def _form_of(part: BodyPart) -> object:
    if isinstance(part, TextPart):
        return (part.name, part.title, part.look, part.folded)
    if isinstance(part, FactsPart):
        return part.title
    return ColumnsPart


def _make_view(part: BodyPart, parent: QWidget) -> TextView | FactsView | ColumnsView:
    if isinstance(part, TextPart):
        return TextView(part, parent)
    if isinstance(part, FactsPart):
        return FactsView(part, parent)
    return ColumnsView(part, parent)
