"""How much of its budget a part of the prompt takes, under the total of all of them (M17)."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QProgressBar, QWidget

from ....memory.prompt_memory.types import (
    CASES,
    LESSONS,
    MEMORY,
    MEMORY_FILE,
    NOTEBOOK,
    PATTERNS,
    PROCEDURES,
    SESSION,
    MemoryPromptPart,
    PromptMemory,
)
from ... import theme
from ...text.formatting import format_number
from ...text.translation import tr, tr_count

NAMES = {
    LESSONS: tr("Lessons"),
    CASES: tr("Known problems"),
    MEMORY: tr("Operational memory"),
    SESSION: tr("This session"),
    PATTERNS: tr("Patterns"),
    NOTEBOOK: tr("Notebook of the role"),
    PROCEDURES: tr("Procedures"),
    MEMORY_FILE: tr("Memory file"),
}


class BudgetMeters(QWidget):
    """The total over a line for each part: its name, its tokens of those allowed, a bar, and what is in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.total = theme.plain_label(role="strong")
        self.total_bar = _bar(tr("Tokens of all of memory"))
        self.tokens = {name: theme.plain_label(role="muted") for name in NAMES}
        self.bars = {name: _bar(tr("{title}: tokens", title=title)) for name, title in NAMES.items()}
        self.status_label = {name: theme.plain_label(role="muted", wrap=True) for name in NAMES}
        self.head = QHBoxLayout()
        self.head.addWidget(self.total)
        self.head.addStretch()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.GAP_M)
        grid.setVerticalSpacing(theme.GAP_XS)
        grid.setColumnStretch(0, 1)
        grid.addLayout(self.head, 0, 0, 1, 2)
        grid.addWidget(self.total_bar, 1, 0, 1, 2)
        for at, (name, title) in enumerate(NAMES.items()):
            label = theme.plain_label(title)
            label.setContentsMargins(0, theme.GAP_S, 0, 0)
            self.tokens[name].setContentsMargins(0, theme.GAP_S, 0, 0)
            self.tokens[name].setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(label, 3 * at + 2, 0)
            grid.addWidget(self.tokens[name], 3 * at + 2, 1)
            grid.addWidget(self.bars[name], 3 * at + 3, 0, 1, 2)
            grid.addWidget(self.status_label[name], 3 * at + 4, 0, 1, 2)

    def show_injected(self, injected: PromptMemory, total: int) -> None:
        """Show how far each is filled."""
        self.total.setText(
            tr(
                "{tokens} of {total} tokens in all",
                tokens=format_number(injected.tokens),
                total=format_number(total),
            )
        )
        _fill(self.total_bar, injected.tokens, total)
        for part in injected.parts:
            if part.name not in NAMES:
                continue
            block = part.name == MEMORY
            tokens, budget = (injected.block.tokens, injected.block.budget) if block else (part.tokens, part.budget)
            self.tokens[part.name].setText(
                tr("{tokens} of {budget} tokens", tokens=format_number(tokens), budget=format_number(budget))
                if tokens or block
                else tr("none")
            )
            _fill(self.bars[part.name], tokens, budget)
            self.status_label[part.name].setText(_block(injected) if block else _other(part))


def _block(injected: PromptMemory) -> str:
    context = injected.block
    kept = len(context.included)
    if not context.total:
        return tr("No memory is active, so none is in the prompt.")
    if kept == context.total:
        return tr_count(
            "%n memory fits. A token is four characters.", "All %n memories fit. A token is four characters.", kept
        )
    return tr_count(
        "{kept} of %n memory fits. A token is four characters.",
        "{kept} of %n memories fit. A token is four characters.",
        context.total,
        kept=format_number(kept),
    )


_SAID: dict[str, tuple[Callable[[int], str], str]] = {  # with so many entries, and without any
    LESSONS: (
        lambda number: tr_count("%n lesson, in every prompt.", "%n lessons, in every prompt.", number),
        tr("No lesson is in the prompt."),
    ),
    CASES: (
        lambda number: tr_count("%n problem that was seen before.", "%n problems that were seen before.", number),
        tr("No known problem fits."),
    ),
    PATTERNS: (
        lambda number: tr_count("%n pattern of this tier.", "%n patterns of this tier.", number),
        tr("No pattern of this tier is active."),
    ),
    MEMORY_FILE: (
        lambda number: tr_count("%n entry of MEMORY.md.", "%n entries of MEMORY.md.", number),
        tr("MEMORY.md has no entry."),
    ),
    NOTEBOOK: (
        lambda number: tr_count("%n entry of this role alone.", "%n entries of this role alone.", number),
        tr("The notebook of this role has no entry."),
    ),
    PROCEDURES: (
        lambda number: tr_count(
            "%n is offered, by its name and description.", "%n are offered, by name and description.", number
        ),
        tr("No procedure is offered."),
    ),
}


def _other(part: MemoryPromptPart) -> str:
    if part.name in _SAID:
        some, none = _SAID[part.name]
        return some(len(part.entries)) if part.entries else none
    memories = sum(entry.memory is not None for entry in part.entries)
    days = sum(entry.trigger is not None for entry in part.entries)
    said = [tr_count("%n memory", "%n memories", memories)] * bool(memories)
    said += [tr_count("%n date due", "%n dates due", days)] * bool(days)
    if said:
        return tr("{parts} for what the run is about.", parts=tr(" and ").join(said))
    return tr("Nothing else is known about the subject of the run.")


def _bar(name: str) -> QProgressBar:
    bar = QProgressBar()
    bar.setTextVisible(False)
    bar.setAccessibleName(name)
    return bar


def _fill(bar: QProgressBar, value: int, most: int) -> None:
    bar.setRange(0, max(1, most))
    bar.setValue(min(value, max(1, most)) if most else 0)
