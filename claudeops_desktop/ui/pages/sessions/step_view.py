"""One step of a session in full: what was said, or a call with what came back. Plain text only, whoever wrote it."""

from __future__ import annotations

from PySide6.QtGui import QFont, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from ....agents.turns import LoggedCall
from ....export import prose
from ....stream.turns import ToolStep, Turn
from ... import theme
from ...text import formatting
from ...text.translation import tr
from .steps_query import SessionStepRow, StepList

TEXT_SHOWN, RESULT_SHOWN = 40_000, 8_000


class StepView(QTextEdit):
    """A turn with its calls, or one call. Read only; the same step again keeps its place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        theme.set_role(self, "framed")
        self.setAccessibleName(tr("The step"))
        self.document().setDocumentMargin(theme.GAP_S)
        self._step: SessionStepRow | None = None
        self._calls: list[LoggedCall] = []
        self._written: tuple[object, ...] = ()
        theme.theme_changed.connect(self._rewrite)

    def show_step(self, step: SessionStepRow | None, steps: StepList | None) -> None:
        """Show a step; of a turn all its calls."""
        calls = [step.call] if step is not None and step.call is not None else []
        if step is not None and step.turn is not None and not calls and steps is not None:
            calls = [call for call in steps.calls if call.turn == step.turn.number]
        turn = step.turn if step is not None else None
        written = (turn.number, turn.text, turn.last_line, len(turn.tools), *calls) if turn is not None else (*calls,)
        if written == self._written and step is not None:
            return
        keep = bool(written and self._written and written[0] == self._written[0])
        self._step, self._calls, self._written = step, calls, written
        self._write(keep)

    def _rewrite(self) -> None:
        self._write(True)

    def _write(self, keep: bool) -> None:
        bar = self.verticalScrollBar()
        place = bar.value()
        self.clear()
        step = self._step
        if step is not None:
            cursor = self.textCursor()
            if step.turn is not None and step.call is None:
                self._put_turn(cursor, step.turn)
            tools = {tool.id: tool for tool in step.turn.tools} if step.turn is not None else {}
            for call in self._calls:
                self._put_call(cursor, call, tools.get(call.tool_use_id))
        bar.setValue(place if keep else 0)

    def _put_turn(self, cursor: QTextCursor, turn: Turn) -> None:
        for note in turn.notes:
            self._put(cursor, prose.clean_text(note), "muted")
        if turn.thinking:
            self._put(cursor, tr("Thought"), "muted", bold=True)
            self._put(cursor, _cut(turn.thinking, TEXT_SHOWN), "muted")
        if turn.text:
            self._put(cursor, _cut(turn.text, TEXT_SHOWN), "bad" if turn.failed else "text")

    def _put_call(self, cursor: QTextCursor, call: LoggedCall, tool: ToolStep | None) -> None:
        refused = call.outcome == "denied"
        self._put(cursor, call.name, "accent", bold=True, above=True)
        asked = prose.format_tool_input(tool) if tool is not None else call.subject
        self._put(cursor, _cut(asked, TEXT_SHOWN), "text", mono=True)
        verdict = explain_verdict(call)
        if verdict:
            self._put(cursor, verdict, "bad" if refused else "muted")
        if tool is not None:
            tone = "bad" if tool.is_error or refused else "muted"
            self._put(cursor, _cut(prose.format_result(tool), RESULT_SHOWN), tone, mono=tool.answered)

    def _put(
        self, cursor: QTextCursor, text: str, tone: str, *, bold: bool = False, mono: bool = False, above: bool = False
    ) -> None:
        block = QTextBlockFormat()
        block.setTopMargin(theme.GAP_M if above and cursor.position() else 0)
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


def explain_verdict(call: LoggedCall) -> str:
    """Return the verdict on a call in a sentence, and how long it waited for that."""
    said = prose.format_verdict(call)
    said = f"{said[:1].upper()}{said[1:]}"
    said = f"{said}." if said and said[-1] not in ".!?" else said
    if call.waited and call.waited >= 1:
        said += tr(" It waited {waited} for that.", waited=formatting.format_duration(call.waited))
    return said


def _cut(text: str, most: int) -> str:
    shown = prose.clean_text(text[:most])
    if len(text) <= most:
        return shown
    return tr(
        "{shown}\n… {words} more characters are in the log",
        shown=shown,
        words=formatting.format_number(len(text) - most),
    )
