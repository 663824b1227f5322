"""A proposed change of the knowledge folder: what it would change, why, on what it rests, and what speaks for it (C3,
C4, C11)."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ....knowledge.proposals.promotion import PromotionScore
from ....knowledge.proposals.types import MACHINES, ProposalEvidence, StoredProposal
from ... import theme
from ...text import formatting
from ...text.translation import tr, tr_message
from ..knowledge.difference_view import DifferenceView
from .answer_card import AnswerSpec, ReviewAnswerCard
from .proposal_query import ProposalDetails
from .text import CRITERIA, change_counts, proposal_about, proposal_doubt, proposal_source

APPROVE, EDIT, REJECT, LATER = "approve", "edit", "reject", "later"
_LEAST_LINES, _MOST_LINES = 2, 14
_MOST_EVIDENCE = 6
OPENED = frozenset(("memory", "session", "file", "case", "incident"))


class ProposalCard(ReviewAnswerCard):
    """``answered`` carries the key and approve, reject or later; ``rewritten`` the key and the operator's own words;
    ``evidence_requested`` a ProposalEvidence to open, ``file_requested`` a path of the folder."""

    rewritten = Signal(object, str)
    evidence_requested = Signal(object)
    file_requested = Signal(str)
    ANSWERS = (
        AnswerSpec(APPROVE, tr("Approve"), "A", tr("The change is made, as a version of yours"), "primary"),
        AnswerSpec(EDIT, tr("Edit"), "E", tr("Write it in your own words first"), changes=False),
        AnswerSpec(REJECT, tr("Reject"), "R", tr("It is not made, and not proposed again"), "danger"),
        AnswerSpec(LATER, tr("Later"), "L", tr("It stays here; the next one is shown"), changes=False),
    )

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._proposal: StoredProposal | None = None
        self._path = ""
        self.where = QPushButton()
        theme.set_role(self.where, "link")
        self.where.setAutoDefault(False)
        self.where.clicked.connect(self._open_file)
        self.counts = theme.plain_label(role="muted")
        self.doubt = theme.plain_label(role="warn", wrap=True)
        self.difference = DifferenceView(self)
        self.difference.setAccessibleName(tr("What it would change"))
        self.difference.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._make_editor()
        self._change = QStackedWidget(self)
        self._change.addWidget(self.difference)
        self._change.addWidget(self._editing)
        self._editing.setSizePolicy(
            QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored
        )  # no room while it is hidden
        self._rest = QGridLayout()
        self._rest.setSpacing(theme.GAP_XS)
        self._rest.setHorizontalSpacing(theme.GAP_M)
        self._rest.setColumnStretch(1, 1)
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(tr("Why not? (optional, kept with a rejection)"))
        self.reason.setAccessibleName(tr("Reason for a rejection"))
        self.reason.setMaxLength(300)
        self._said.addWidget(self.where, 0, Qt.AlignmentFlag.AlignLeft)
        self._said.addWidget(self.doubt)
        self._said.addWidget(self._change)
        self._said.addWidget(self.counts)
        self._lay_out(tr("Why it is proposed"))
        below = QVBoxLayout()  # what speaks for it may be left unread
        below.setContentsMargins(0, theme.GAP_M, theme.GAP_S, 0)
        below.addLayout(self._rest)
        below.addStretch()
        content = self.area.widget()
        place = content.layout() if content is not None else None
        assert content is not None and isinstance(place, QVBoxLayout)  # noqa: S101
        theme.set_role(content, "surface")
        place.addLayout(below, 1)
        column = self.layout()
        assert isinstance(column, QVBoxLayout)  # noqa: S101
        column.insertWidget(column.count() - 1, self.reason)

    def _make_editor(self) -> None:
        self._editing = QWidget(self)
        self.words = QPlainTextEdit(self._editing)
        self.words.setAccessibleName(tr("Your words"))
        self.words.setTabChangesFocus(True)
        self.words.setMinimumHeight(4 * theme.ROW)
        self.approve_words = QPushButton(tr("Approve with your words"))
        theme.set_role(self.approve_words, "primary")
        self.approve_words.clicked.connect(self._submit)
        self.words.textChanged.connect(self._typed)
        self.drop_words = QPushButton(tr("Cancel"))
        self.drop_words.clicked.connect(self.end_edit)
        grid = QGridLayout(self._editing)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addWidget(self.words, 0, 0, 1, 3)
        grid.addWidget(self.drop_words, 1, 1)
        grid.addWidget(self.approve_words, 1, 2)
        grid.setColumnStretch(0, 1)
        for keys, act in (("Ctrl+Return", self._submit), ("Escape", self.end_edit)):
            action = QAction(self._editing)
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(act)
            self._editing.addAction(action)

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_proposal(self, key: Hashable, found: ProposalDetails, place: str) -> None:
        """Show one; ``place`` says which of how many. Words that are being written stay while it is the same one."""
        proposal, draft = found.proposal, found.proposal.draft
        if key != self.key:
            self.end_edit()
            self.reason.clear()
        self._proposal, self._path = proposal, draft.path
        where = tr("{path}, under “{section}”", path=draft.path, section=draft.section) if draft.section else draft.path
        self.where.setText(formatting.strip_direction_marks(where).replace("&", "&&")[:200])
        self.where.setAccessibleName(tr("Open {path}", path=draft.path))
        self.where.setVisible(draft.path != MACHINES)
        self.difference.show_difference(found.difference)
        lines = self.difference.document().blockCount()
        height = min(max(lines, _LEAST_LINES), _MOST_LINES) * self.difference.fontMetrics().lineSpacing()
        self.difference.setFixedHeight(height + 2 * theme.GAP_M)
        self.counts.setText(change_counts(found.difference))
        doubt = proposal_doubt(proposal, possible=bool(found.difference))
        self.doubt.setText(doubt)
        self.doubt.setVisible(bool(doubt))
        why = tr_message(draft.reason or proposal.why) or tr("No reason was given.")
        self.why.setText(formatting.make_breakable(why))
        self._show_rest(proposal, found.score)
        self._show_head(key, tr_message(draft.title) or draft.path, proposal_about(proposal), place)
        self.setAccessibleName(
            tr("A change of {path} is proposed: {text}", path=draft.path, text=(draft.after or draft.before)[:300])
        )
        self.setAccessibleDescription(
            tr("{why} Press A to approve, E to edit, R to reject, L to decide later.", why=why)
        )

    def _show_rest(self, proposal: StoredProposal, score: PromotionScore | None) -> None:
        """Where it comes from, what it rests on, and its score, as pairs of a word and what there is."""
        while (item := self._rest.takeAt(0)) is not None:
            part = item.widget()
            if part is not None:
                part.hide()
                part.deleteLater()
        self._add(tr("From"), theme.plain_label(proposal_source(proposal), wrap=True))
        evidence = proposal.draft.evidence
        for at, one in enumerate(evidence[:_MOST_EVIDENCE]):
            self._add(tr("Evidence") if at == 0 else "", self._evidence(one))
        if len(evidence) > _MOST_EVIDENCE:
            self._add("", theme.plain_label(tr("and {n} more", n=len(evidence) - _MOST_EVIDENCE), "muted"))
        if score is not None:
            total = tr("{total} of 1: {why}", total=f"{score.total:.2f}", why=score.why)
            self._add(tr("Score"), theme.plain_label(total, wrap=True))
            for criterion in score.criteria:
                name = CRITERIA.get(criterion.name, criterion.name)
                text = tr(
                    "{name} {value} (counts {weight}): {sentence}",
                    name=name, value=f"{criterion.value:.2f}", weight=formatting.format_percent(criterion.weight),
                    sentence=criterion.sentence,
                )  # fmt: skip
                if criterion.not_counted is not None:
                    text = f"{text} {tr_message(criterion.not_counted)}"
                self._add("", theme.plain_label(formatting.make_breakable(text), "muted", wrap=True))

    def _add(self, name: str, part: QWidget) -> None:
        row = self._rest.rowCount()
        self._rest.addWidget(theme.plain_label(name, "strong"), row, 0, Qt.AlignmentFlag.AlignTop)
        self._rest.addWidget(part, row, 1)

    def _evidence(self, one: ProposalEvidence) -> QWidget:
        quote = f"“{' '.join(one.quote.split())[:200]}”" if one.quote else ""
        said = formatting.make_breakable(f"{_evidence_name(one)} {quote}".strip())
        if one.kind not in OPENED and one.session_id is None:
            return theme.plain_label(said, wrap=True)
        holder = QWidget()
        row = QGridLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setColumnStretch(1, 1)
        link = QPushButton(_evidence_name(one).replace("&", "&&"))
        theme.set_role(link, "link")
        link.setAutoDefault(False)
        link.clicked.connect(partial(self.evidence_requested.emit, one))
        row.addWidget(link, 0, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(theme.plain_label(formatting.make_breakable(quote), wrap=True), 0, 1)
        return holder

    # --- answering ---------------------------------------------------------------------------------------------------

    @property
    def editing(self) -> bool:
        """Whether the operator is writing his own words."""
        return self._change.currentWidget() is self._editing

    def begin_edit(self) -> None:
        """Write it in other words."""
        if self._proposal is not None and not self.editing:
            self.words.setPlainText(self._proposal.draft.after)
            self._editing.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
            self._change.setCurrentWidget(self._editing)
            self.words.setFocus()

    def end_edit(self) -> None:
        """Leave its words as they are."""
        if self.editing:
            had = self._editing.isAncestorOf(self.focusWidget()) if self.focusWidget() is not None else False
            self._change.setCurrentWidget(self.difference)
            self._editing.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
            if had:
                self.setFocus()

    def forget(self) -> None:
        """Nothing is shown, so that no key answers anything."""
        self.end_edit()
        self._proposal = None
        super().forget()

    def press_button(self, name: str) -> None:
        """Answer as its button does."""
        if name == EDIT:
            if self.key is not None and self.takes_click(approves=False):
                self.begin_edit()
        elif not self.editing:
            super().press_button(name)

    def set_readable(self, readable: bool) -> None:
        """A rejection and a delay need no reading to the end."""
        for one in self.ANSWERS:
            self.buttons[one.name].setEnabled(readable or one.name != APPROVE)

    def _typed(self) -> None:
        self.approve_words.setEnabled(bool(self.words.toPlainText().strip()))

    def _submit(self) -> None:
        text = self.words.toPlainText()
        if self.key is not None and self.editing and text.strip():
            self.end_edit()
            self.rewritten.emit(self.key, text)

    def _open_file(self) -> None:
        self.file_requested.emit(self._path)


def _evidence_name(one: ProposalEvidence) -> str:
    name = {
        "memory": tr("memory {ref}", ref=one.ref),
        "resource": tr("passage {ref}", ref=one.ref),
        "session": tr("session {ref}", ref=one.ref),
        "file": one.ref,
        "commit": tr("version {ref}", ref=one.ref[:10]),
        "check": tr("check: {ref}", ref=one.ref),
        "case": tr("case {ref}", ref=one.ref),
        "incident": tr("incident {ref}", ref=one.ref),
        "operation": tr("operation {ref}", ref=one.ref),
    }.get(one.kind, one.ref)
    return formatting.strip_direction_marks(name)[:120]
