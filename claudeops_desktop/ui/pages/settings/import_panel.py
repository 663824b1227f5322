"""What an import found, fact by fact: a list that can be narrowed to one outcome, and the chosen one whole below."""

from __future__ import annotations

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from ... import theme
from ...kit.layouts import fill_column, row_of
from ...text.translation import tr
from ...widgets.fact_table import FactRow, FactTable
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.record_model import TableColumn
from .import_commands import OUTCOMES, ImportAnswer
from .import_text import STATES, WORDS, detail_of

_LINES = 5
_LONGEST = 500


class ImportFindings(QWidget):
    """Hidden while there is nothing to list. The texts are untrusted, and shown as plain text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._answer = ImportAnswer({})
        self.filter = FilterBox(tr("Which facts are listed"), parent=self)
        self.filter.value_chosen.connect(self._list)
        self.note = theme.plain_label("", "muted", wrap=True)
        widest = max(WORDS.values(), key=len) + "  "
        columns = (
            TableColumn("outcome", tr("Outcome"), widest=widest),
            TableColumn("text", tr("Fact"), 330),
            TableColumn("why", tr("Why"), 230),
            TableColumn("place", tr("Where"), 90),
        )
        self.table = FactTable(columns, tr("Facts that were found"), "outcome", "text", self)
        self.table.row_picked.connect(self._show_row)
        self.detail = QPlainTextEdit(self)
        self.detail.setReadOnly(True)
        self.detail.setTabChangesFocus(True)
        self.detail.setAccessibleName(tr("The chosen fact"))
        self.detail.setPlaceholderText(tr("Choose a fact to read it whole."))
        self.detail.setFixedHeight(_LINES * self.detail.fontMetrics().lineSpacing() + theme.GAP_L)
        head = row_of(self.filter, self.note, grow=self.note)
        fill_column(self, head, self.table, self.detail, grow=self.table)
        self.hide()

    def show_answer(self, answer: ImportAnswer) -> None:
        """List what it holds, what concerns the operator first."""
        self._answer = answer
        there = [name for name in OUTCOMES if answer.counts.get(name)]
        everything = sum(answer.counts.get(name, 0) for name in there)
        choices = [FilterChoice(tr("Everything"), "", everything)]
        choices += [FilterChoice(WORDS[name], name, answer.counts[name]) for name in there]
        self.filter.set_value("")
        self.filter.set_choices(choices)
        self._list("")
        self.setVisible(bool(answer.rows))

    def clear(self) -> None:
        """Nothing is listed."""
        self.show_answer(ImportAnswer({}))

    def _list(self, outcome: object) -> None:
        rows = [(at, row) for at, row in enumerate(self._answer.rows) if outcome in ("", row.outcome)]
        self.table.facts.set_facts(
            [
                FactRow(
                    at,
                    {"outcome": WORDS[row.outcome], "text": row.text[:_LONGEST], "why": row.why, "place": row.place},
                    state=STATES[row.outcome],
                )
                for at, row in rows
            ]
        )
        counted = sum(n for name, n in self._answer.counts.items() if outcome in ("", name))
        cut = len(rows) < counted
        self.note.setText(tr("The first ones of each outcome are listed; all are counted.") if cut else "")
        self.detail.clear()

    def _show_row(self, key: object) -> None:
        self.detail.setPlainText(detail_of(self._answer.rows[key]) if isinstance(key, int) else "")
