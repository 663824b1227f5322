"""The parts of the detail pane that list things: history, source lines, related memories."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from ....memory import Memory, MemoryResource
from ....records.markers import MarkerRecord
from ... import theme
from ...text import formatting
from ...text.formatting import format_number
from ...text.translation import tr
from ...widgets.elided_label import ElidedLabel
from ...widgets.state_dot import StateDot
from .detail_query import MemoryDetails
from .memory_timeline import TimelineEntry, build_timeline
from .text import link_title, shorten_to_line
from .untrusted_text_view import UntrustedTextView

SHOWN_AT_FIRST, LIFE_AT_FIRST = 12, 8
PASSAGES = {
    "operator": tr("Written by hand"),
    "passage": tr("Drawn from"),
    "agent": tr("Noted by the agent"),
    "import": tr("Imported"),
    "tombstone": tr("Purged"),
}


class DetailSection(QWidget):
    """A heading over rows that are made anew each time. ``memory_requested`` and ``place_requested`` (session, line or
    None) say what a link in them opens.
    """

    memory_requested = Signal(int)
    place_requested = Signal(int, object)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._rows: list[QWidget] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.GAP_S)
        self._column.addWidget(theme.plain_label(title, "strong"))

    def set_rows(self, rows: Sequence[QWidget]) -> None:
        """Show these rows instead; without any the section is hidden."""
        for row in self._rows:
            self._column.removeWidget(row)
            row.setParent(None)  # gone at once, for whoever looks for it
            row.deleteLater()
        self._rows = list(rows)
        for row in rows:
            self._column.addWidget(row)
            row.show()  # at once, not with the next laying out
        self.setVisible(bool(rows))

    def link(self, text: str, spoken: str, memory_id: int) -> QPushButton:
        """A button that opens a memory."""
        return _Link(text, spoken, self.memory_requested, (memory_id,))

    def line_link(self, text: str, spoken: str, session_id: int, line: int | None) -> QPushButton:
        """A button that opens a session, at a line."""
        return _Link(text, spoken, self.place_requested, (session_id, line))


class _Link(QPushButton):
    def __init__(self, text: str, spoken: str, signal: object, arguments: tuple[object, ...]) -> None:
        super().__init__(text)
        theme.set_role(self, "link")
        self.setAccessibleName(spoken)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._signal = signal
        self._arguments = arguments
        self.clicked.connect(self._press)

    @Slot()
    def _press(self) -> None:
        self._signal.emit(*self._arguments)  # type: ignore[attr-defined]


class HistorySection(DetailSection):
    """Its life: every change, recall and telling; what, when, by whom, why, and to which confidence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("History"), parent)
        self._shown: MemoryDetails | None = None
        self.moments: list[TimelineEntry] = []

    def show_history(self, known: MemoryDetails, *, everything: bool = False) -> None:
        """Newest first; long ones are cut until asked for."""
        self._shown = known
        told = known.told.rows if known.told is not None else ()
        self.moments = build_timeline(known.history, known.recalls, told)
        cut = self.moments if everything else self.moments[:LIFE_AT_FIRST]
        rows: list[QWidget] = [self._row(moment, known) for moment in cut]
        if len(cut) < len(self.moments):
            more = QPushButton(tr("Show {number} more", number=format_number(len(self.moments) - len(cut))))
            theme.set_role(more, "link")
            more.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            more.clicked.connect(self._show_everything)
            rows.append(more)
        self.set_rows(rows)

    @Slot()
    def _show_everything(self) -> None:
        if self._shown is not None:
            self.show_history(self._shown, everything=True)

    def _row(self, one: TimelineEntry, known: MemoryDetails) -> QWidget:
        row = QWidget()
        whole = QVBoxLayout(row)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(2)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(StateDot(one.shape))
        head.addWidget(theme.plain_label(one.title))
        if one.change:
            change = ElidedLabel(role="muted")
            change.setFont(theme.number_font())
            change.setText(one.change)
            head.addWidget(change, 1)
        if one.session_id is not None:
            marker = one.version.marker_id if one.version is not None else None
            at = next((s.log_line for s in known.sources if s.id == marker), None)
            where = (
                tr("Open session {session_id} at line {line}", session_id=one.session_id, line=at)
                if at
                else tr("Open session {session_id}", session_id=one.session_id)
            )
            head.addWidget(self.line_link(f"#{one.session_id}", where, one.session_id, at))
        if not one.change:
            head.addStretch()
        head.addWidget(time_label(one.at))
        column = QVBoxLayout()
        column.setContentsMargins(theme.ICON + theme.GAP_S, 0, 0, 0)  # below the words, not below the shape
        column.setSpacing(2)
        whole.addLayout(head)
        whole.addLayout(column)
        if one.why:
            column.addWidget(_wrapped(one.why, "muted"))
        if one.version is not None and one.version.other_id is not None:
            column.addWidget(self._other(one.version.other_id, known))
        return row

    def _other(self, other_id: int, known: MemoryDetails) -> QWidget:
        other = known.others.get(other_id)
        if other is None:
            return theme.plain_label(tr("The other one was deleted."), "faint")
        return self.link(
            tr("Show the other memory"),
            tr("Show the other memory: {observation}", observation=shorten_to_line(other.observation, 60)),
            other_id,
        )


class ChainSection(DetailSection):
    """The facts that followed one another, old to new, with a way to make a replaced one valid again."""

    reopen_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("What it replaced, and what replaced it"), parent)

    def show_chain(self, known: MemoryDetails) -> None:
        """Old to new; hidden where nothing was replaced."""
        self.set_rows([self._row(memory, known) for memory in known.chain] if len(known.chain) > 1 else [])

    def _row(self, memory: Memory, known: MemoryDetails) -> QWidget:
        here = memory.id == known.memory_id
        row = QFrame()
        theme.set_role(row, "card")
        column = QVBoxLayout(row)
        column.setContentsMargins(theme.GAP_S, theme.GAP_XS, theme.GAP_S, theme.GAP_XS)
        column.setSpacing(2)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        valid = memory.superseded_by is None
        head.addWidget(StateDot("good" if valid else "idle"))
        until = (
            tr("valid until {valid_until}", valid_until=formatting.format_relative_time(memory.valid_until))
            if memory.valid_until
            else tr("replaced")
        )
        head.addWidget(theme.plain_label(tr("valid now") if valid else until, "strong" if here else "body"))
        if here:
            head.addWidget(theme.plain_label(tr("this one"), "muted"))
        head.addStretch()
        head.addWidget(theme.plain_label(f"{memory.confidence:.2f}", "muted"))
        column.addLayout(head)
        column.addWidget(_wrapped(shorten_to_line(memory.observation, 240), "body" if valid else "muted"))
        column.addLayout(self._links(memory, here=here, valid=valid))
        return row

    def _links(self, memory: Memory, *, here: bool, valid: bool) -> QHBoxLayout:
        """What can be done with one of them, in a line of its own: there is little room beside its state."""
        links = QHBoxLayout()
        links.setSpacing(theme.GAP_S)
        if not here:
            observation = shorten_to_line(memory.observation, 60)
            links.addWidget(self.link(tr("Show it"), tr("Show it: {observation}", observation=observation), memory.id))
        if not valid:
            again = QPushButton(tr("Make valid again"))
            theme.set_role(again, "link")
            again.setProperty("memory", memory.id)
            again.clicked.connect(self._reopen)
            links.addWidget(again)
        links.addStretch()
        return links

    @Slot()
    def _reopen(self) -> None:
        self.reopen_requested.emit(int(self.sender().property("memory")))


class SourceSection(DetailSection):
    """The lines that said it, quoted as they were: untrusted, plain text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Where it comes from"), parent)

    def show_sources(self, known: MemoryDetails) -> None:
        """Newest first, a few of them: the markers, then the passages that were no markers."""
        said = {source.line for source in known.sources}
        passages = [one for one in known.passages if one.content_type != "marker" and one.raw_content not in said]
        rows: list[QWidget] = [self._row(source) for source in known.sources[::-1][:SHOWN_AT_FIRST]]
        self.set_rows([*rows, *(self._passage(one) for one in passages[::-1][:SHOWN_AT_FIRST])])

    def _passage(self, passage: MemoryResource) -> QWidget:
        row = QFrame()
        theme.set_role(row, "card")
        column = QVBoxLayout(row)
        column.setContentsMargins(theme.GAP_S, theme.GAP_XS, theme.GAP_S, theme.GAP_S)
        column.setSpacing(2)
        head = QHBoxLayout()
        head.addWidget(theme.plain_label(PASSAGES.get(passage.content_type, tr("Passage")), "muted"))
        kind, _, number = passage.conversation_id.partition(":")
        if kind == "session" and number.isdecimal():
            head.addWidget(
                self.line_link(
                    tr("Session {number}", number=number), tr("Open session {number}", number=number), int(number), None
                )
            )
        head.addStretch()
        head.addWidget(time_label(passage.content_at))
        column.addLayout(head)
        quote = UntrustedTextView(tr("Quoted passage"), theme.mono_font())
        quote.show_text(passage.raw_content or tr("Its text was removed by a purge."))
        column.addWidget(quote)
        return row

    def _row(self, source: MarkerRecord) -> QWidget:
        row = QFrame()
        theme.set_role(row, "card")
        column = QVBoxLayout(row)
        column.setContentsMargins(theme.GAP_S, theme.GAP_XS, theme.GAP_S, theme.GAP_S)
        column.setSpacing(2)
        head = QHBoxLayout()
        text = tr(
            "Session {session_id}, line {log_line}",
            session_id=source.session_id,
            log_line=format_number(source.log_line),
        )
        head.addWidget(self.line_link(text, tr("Open {text}", text=text), source.session_id, source.log_line))
        head.addStretch()
        head.addWidget(time_label(source.created_at))
        column.addLayout(head)
        quote = UntrustedTextView(tr("Quoted from the agent"), theme.mono_font())
        quote.show_text(source.line or tr("This line was removed, with its text."))
        column.addWidget(quote)
        return row


class RelatedSection(DetailSection):
    """What it contradicts, what contradicts it, what it brought back."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Related"), parent)

    def show_related(self, known: MemoryDetails) -> None:
        """Newest first."""
        rows: list[QWidget] = []
        for link in known.links[::-1]:
            other = known.others.get(link.to_id if link.from_id == known.memory_id else link.from_id)
            if other is not None:
                rows.append(self._row(link_title(link, known.memory_id), other, link.why))
        self.set_rows(rows)

    def _row(self, title: str, other: Memory, why: str) -> QWidget:
        row = QWidget()
        column = QVBoxLayout(row)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(theme.plain_label(title))
        head.addWidget(
            theme.plain_label(
                f"{other.confidence:.2f}"
                if other.active
                else tr("{confidence}, inactive", confidence=f"{other.confidence:.2f}"),
                "muted",
            )
        )
        head.addStretch()
        head.addWidget(
            self.link(
                tr("Show it"),
                tr("{title}: {observation}. Show it", title=title, observation=shorten_to_line(other.observation, 60)),
                other.id,
            )
        )
        column.addLayout(head)
        column.addWidget(_wrapped(shorten_to_line(other.observation, 240), "body"))
        if why:
            column.addWidget(_wrapped(why, "muted"))
        return row


def _wrapped(text: str, role: str) -> QWidget:
    """A label that may be narrower than its longest word."""
    label = theme.plain_label(text, role, wrap=True, select=True)
    label.setMinimumWidth(1)
    return label


def time_label(text: str) -> QWidget:
    """``2 h ago`` with the exact time on hover."""
    label = theme.plain_label(formatting.format_relative_time(text), "faint")
    label.setToolTip(formatting.format_exact_time(text))
    return label
