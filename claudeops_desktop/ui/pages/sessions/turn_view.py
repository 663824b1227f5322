"""One turn as a document: what was said, each call with what came back. Plain text only, whoever wrote it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QFont, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from ....agents.turns import DENIED, LoggedCall
from ....export import prose
from ....stream.turns import Turn
from ... import theme
from ...text import formatting
from ...text.translation import tr

TEXT_SHOWN, RESULT_SHOWN = 40_000, 8_000


class TurnView(QTextEdit):
    """Read only; the same turn again keeps its place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(tr("The turn"))
        self.document().setDocumentMargin(theme.GAP_M)
        self._shown: tuple[object, ...] = ()
        self._turn: Turn | None = None
        self._calls: Mapping[str, LoggedCall] = {}
        theme.theme_changed.connect(self._again)

    def show_turn(self, turn: Turn | None, calls: Mapping[str, LoggedCall]) -> None:
        """Show a turn with the verdicts on its calls."""
        self._turn, self._calls = turn, calls
        shown = (turn.number, turn.text, turn.last_line, len(turn.tools)) if turn else ()
        if shown != self._shown:
            keep = bool(shown and self._shown and shown[0] == self._shown[0])
            self._shown = shown
            self._write(keep)

    def _again(self) -> None:
        self._write(True)

    def _write(self, keep: bool) -> None:
        bar = self.verticalScrollBar()
        place = bar.value()
        self.clear()
        turn = self._turn
        if turn is not None:
            cursor = self.textCursor()
            for note in turn.notes:
                self._put(cursor, prose.clean_text(note), "muted")
            if turn.thinking:
                self._put(cursor, tr("Thought"), "muted", bold=True)
                self._put(cursor, _some(turn.thinking, TEXT_SHOWN), "muted")
            if turn.text:
                self._put(cursor, _some(turn.text, TEXT_SHOWN), "bad" if turn.failed else "text")
            for step in turn.tools:
                call = self._calls.get(step.id)
                refused = call is not None and call.outcome == DENIED
                self._put(cursor, step.name, "accent", bold=True, above=True)
                self._put(cursor, _some(prose.format_tool_input(step), TEXT_SHOWN), "text", mono=True)
                said = prose.format_verdict(call) if call else ""
                if said:
                    self._put(cursor, said[0].upper() + said[1:], "bad" if refused else "muted")
                result = prose.format_result(step)
                tone = "bad" if step.is_error or refused else "muted"
                self._put(cursor, _some(result, RESULT_SHOWN), tone, mono=step.answered)
        bar.setValue(place if keep else 0)

    def _put(
        self, cursor: QTextCursor, text: str, tone: str, *, bold: bool = False, mono: bool = False, above: bool = False
    ) -> None:
        block = QTextBlockFormat()
        block.setTopMargin(theme.GAP_M if above else 0)
        block.setBottomMargin(theme.GAP_XS if bold else theme.GAP_S)
        block.setLeftMargin(theme.GAP_M if mono else 0)
        letters = QTextCharFormat()
        letters.setFont(theme.mono_font() if mono else theme.body_font())
        letters.setForeground(theme.current_tokens().colour(tone))
        if bold:
            letters.setFontWeight(QFont.Weight.DemiBold)
        if cursor.position():
            cursor.insertBlock(block, letters)
        else:
            cursor.setBlockFormat(block)
        cursor.insertText(text.strip("\n").replace("\n", "\u2028"), letters)


def _some(text: str, most: int) -> str:
    shown = prose.clean_text(text[:most])
    return (
        tr(
            "{shown}\n… {words} more characters are in the log",
            shown=shown,
            words=formatting.format_number(len(text) - most),
        )
        if len(text) > most
        else shown
    )
