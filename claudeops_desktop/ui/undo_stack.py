"""Undo and redo of everything that the operator changes (D8, M14): one stack for the window.

A page that changes something either hands over what it has done (``push_step``) or lets the stack do it
(``perform``). Undoing and redoing are plain operations: they run in a write of the store (``bridge.write``), or with
``aside=True`` on a thread of their own for files, settings and programs. Memory changes bring their own way back
(``push``). The stack lives as long as the window does; nothing of it is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar, cast

from PySide6.QtCore import QObject, Signal

from ..core.errors import OperatorError
from .text.translation import error_text, tr

if TYPE_CHECKING:
    from ..memory import MemoryChange, MemoryService

DEPTH = 200
T = TypeVar("T")
UndoCallback = Callable[[], None]


@dataclass(frozen=True, eq=False)
class UndoStep:
    """One thing that was done. ``label`` says it in the past tense without a full stop: *Muted jellyfin*.

    ``undo`` and ``redo`` are operations without arguments; what they answer is dropped, but for ``notes`` (sentences)
    that it may carry. ``repeat`` makes the step anew from what ``redo`` answered, where that differs each time.
    """

    label: str
    undo: Callable[[], object]
    redo: Callable[[], object]
    in_background: bool = False
    repeat: Callable[[object], UndoStep] | None = None
    subject: object = None


class UndoStack(QObject):
    """What was done, so that it can be undone and done again while the application is open.

    ``changed`` says that the texts for menus moved; ``message_posted`` carries a sentence and a callable that takes it
    back, or None, as ``BasePage.message_posted`` does.
    """

    changed = Signal()
    message_posted = Signal(str, object)

    def __init__(
        self,
        memory: Callable[[], MemoryService],
        write: Callable[..., object],
        run_in_background: Callable[..., object],
    ) -> None:
        super().__init__()
        self._memory = memory  # loaded when it is first asked for
        self._write = write
        self._run_in_background = run_in_background
        self._done: list[UndoStep] = []
        self._undone: list[UndoStep] = []
        self._busy = False

    @property
    def undo_text(self) -> str:
        """What undo would take back, or nothing."""
        return self._done[-1].label if self._done else ""

    @property
    def redo_text(self) -> str:
        """What redo would do again, or nothing."""
        return self._undone[-1].label if self._undone else ""

    @property
    def busy(self) -> bool:
        """Tell whether an undo or redo is on its way."""
        return self._busy

    def push_change(self, change: MemoryChange, *, tell: bool = True) -> None:
        """Remember a change of memories that has happened. With ``tell`` the toast says so and offers to undo it."""
        if change.before or change.after:
            self._push(self._memory_step(change), " ".join((f"{change.label}.", *change.notes)) if tell else "")

    def push_step(
        self,
        label: str,
        undo: Callable[[], object],
        redo: Callable[[], object],
        *,
        aside: bool = False,
        tell: bool = True,
    ) -> UndoCallback:
        """Remember something that has happened; answers what a toast's Undo calls: it takes back this step only, and
        does nothing once something else was done. With ``tell`` the stack shows that toast itself.
        """
        step = UndoStep(label, undo, redo, aside)
        self._push(step, f"{label}." if tell else "")
        return partial(_undo_step, self, step)

    def perform(
        self,
        label: str,
        do: Callable[[], T],
        undo: Callable[[T], object],
        *,
        aside: bool = False,
        tell: bool = True,
        done: Callable[[T], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Do something in the background and remember it. ``undo`` is handed what ``do`` answered, such as a new id;
        redo does it again. ``done`` is called on the GUI thread after it was remembered. Without ``failed`` the reason
        is told in the toast.
        """
        self._run(do, aside, partial(self._was_done, label, do, undo, aside, tell, done), failed or self._told_failure)

    def undo(self) -> None:
        """Take back the last step. Does nothing while another one is on its way."""
        if self._done and not self._busy:
            step = self._done[-1]
            self._busy = True
            self._run(
                step.undo, step.in_background, partial(self._was_undone, step), partial(self._failed, step, self._done)
            )

    def redo(self) -> None:
        """Do again what was undone last."""
        if self._undone and not self._busy:
            step = self._undone[-1]
            self._busy = True
            self._run(
                step.redo,
                step.in_background,
                partial(self._was_redone, step),
                partial(self._failed, step, self._undone),
            )

    def forget(self) -> None:
        """Nothing that was done can be undone any more: it holds words of what was just forgotten for good."""
        self._done.clear()
        self._undone.clear()
        self.changed.emit()

    def holds_last(self, subject: object) -> bool:
        """Tell whether ``subject`` (a step, or a memory change) is what undo would take back."""
        return bool(self._done) and (self._done[-1] is subject or self._done[-1].subject is subject)

    def _memory_step(self, change: MemoryChange) -> UndoStep:
        memory = self._memory()

        def again(happened: object) -> UndoStep:
            now = cast("MemoryChange", happened)
            return self._memory_step(replace(now, label=change.label) if now.before or now.after else change)

        return UndoStep(
            change.label, partial(memory.edits.undo, change), partial(memory.edits.redo, change), False, again, change
        )

    def _push(self, step: UndoStep, told: str) -> None:
        self._done.append(step)
        del self._done[:-DEPTH]
        self._undone.clear()
        self.changed.emit()
        if told:
            self.message_posted.emit(told, partial(_undo_step, self, step))

    def _run(
        self,
        operation: Callable[[], T],
        aside: bool,
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
    ) -> None:
        run = self._run_in_background if aside else self._write
        run(operation, done, failed)

    def _was_done(
        self,
        label: str,
        do: Callable[[], T],
        undo: Callable[[T], object],
        aside: bool,
        tell: bool,
        done: Callable[[T], None] | None,
        answer: T,
    ) -> None:
        def again(answered: object) -> UndoStep:
            return UndoStep(label, partial(undo, answered), do, aside, again)  # type: ignore[arg-type]

        self._push(again(answer), _told(f"{label}.", answer) if tell else "")
        if done is not None:
            done(answer)

    def _was_undone(self, step: UndoStep, answer: object) -> None:
        self._busy = False
        if step in self._done:  # something else may have been done meanwhile
            self._done.remove(step)
        self._undone.append(step)
        self.changed.emit()
        self.message_posted.emit(_told(tr("Undone: {label}.", label=step.label), answer), self.redo)

    def _was_redone(self, step: UndoStep, answer: object) -> None:
        self._busy = False
        if step in self._undone:
            self._undone.remove(step)
        again = step.repeat(answer) if step.repeat is not None else step
        self._done.append(again)
        self.changed.emit()
        self.message_posted.emit(_told(f"{again.label}.", answer), partial(_undo_step, self, again))

    def _failed(self, step: UndoStep, stack: list[UndoStep], error: Exception) -> None:
        """What cannot be undone any more (it was changed elsewhere) does not stand in the way of what was before it."""
        self._busy = False
        if isinstance(error, OperatorError) and step in stack:
            stack.remove(step)
        self.changed.emit()
        self._told_failure(error)

    def _told_failure(self, error: Exception) -> None:
        self.message_posted.emit(error_text(error), None)


def _told(sentence: str, answer: object) -> str:
    return " ".join((sentence, *getattr(answer, "notes", ())))


def _undo_step(stack: UndoStack, step: UndoStep) -> None:
    """The toast's Undo: it takes back its own step only, never a later one."""
    if stack.holds_last(step):
        stack.undo()


def ignore_answer(undo: Callable[[], object]) -> Callable[[object], object]:
    """A way back that does not need what was answered, for ``UndoStack.perform``."""
    return lambda _answer: undo()
