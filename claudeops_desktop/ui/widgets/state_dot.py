"""A state as a shape and a colour: never the colour alone (UI.md, Tokens)."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from .. import icons, theme
from ..text.translation import tr

# what is shown → (icon, token)
STATE_LOOKS: dict[str, tuple[str, str]] = {
    "healthy": ("good", "good"),
    "completed": ("good", "good"),
    "ran": ("good", "good"),
    "good": ("good", "good"),
    "degraded": ("warning", "warn"),
    "found_degraded": ("warning", "warn"),
    "found_down": ("warning", "bad"),
    "warning": ("warning", "warn"),
    "timed_out": ("clock", "warn"),
    "missed": ("clock", "warn"),
    "void": ("idle", "idle"),
    "interrupted": ("warning", "warn"),
    "down": ("critical", "bad"),
    "critical": ("critical", "bad"),
    "failed": ("critical", "bad"),
    "escalated": ("escalated", "accent"),
    "running": ("running", "accent"),
    "queued": ("clock", "accent"),
    "asked": ("question", "warn"),
    "memory": ("memories", "accent"),
    "new": ("add", "accent"),
    "corrected": ("redo", "warn"),
    "info": ("info", "idle"),
    "waiting": ("question", "warn"),
    "approved": ("good", "good"),
    "approved_run": ("good", "good"),
    "refused": ("close", "bad"),
    "withdrawn": ("idle", "idle"),
    "dry_run": ("lock", "accent"),
    "maintenance": ("wrench", "accent"),
    "attempted": ("running", "accent"),
    "stopped": ("stop", "idle"),
    "stopped_all": ("stop", "bad"),
    "skipped": ("idle", "idle"),
    "paused": ("pause", "idle"),
    "idle": ("idle", "idle"),
    "unknown": ("unknown", "idle"),
}
STATE_WORDS = {
    "asked": tr("waits for you"),
    "timed_out": tr("timed out"),
    "approved_run": tr("approved for the run"),
    "dry_run": tr("dry run"),
    "stopped_all": tr("stopped"),
    "missed": tr("missed"),
    "void": tr("void"),
    "interrupted": tr("interrupted"),
    "down": tr("down"),
    "degraded": tr("degraded"),
    "healthy": tr("healthy"),
    "found_down": tr("service down"),
    "found_degraded": tr("service degraded"),
    "unknown": tr("unknown"),
    "maintenance": tr("maintenance"),
    "critical": tr("critical"),
    "warning": tr("warning"),
    "info": tr("info"),
    "failed": tr("failed"),
    "completed": tr("completed"),
    "escalated": tr("escalated"),
    "running": tr("running"),
    "queued": tr("queued"),
    "waiting": tr("waiting"),
    "approved": tr("approved"),
    "refused": tr("refused"),
    "withdrawn": tr("withdrawn"),
    "attempted": tr("attempted"),
    "stopped": tr("stopped"),
    "skipped": tr("skipped"),
    "paused": tr("paused"),
    "idle": tr("idle"),
    "good": tr("good"),
    "memory": tr("memory"),
    "new": tr("new"),
    "corrected": tr("corrected"),
    "ran": tr("ran"),
    "coming": tr("upcoming"),
    "open": tr("open"),
    "resolved": tr("resolved"),
    "started": tr("started"),
    "repeated": tr("repeated"),
    "restart": tr("restart"),
    "redeployment": tr("redeployment"),
    "start": tr("start"),
    "claimed": tr("only claimed"),
    "not_run": tr("not run"),
    "manual": tr("manual"),
    "scheduled": tr("scheduled"),
    "escalation": tr("escalation"),
    "continuation": tr("continuation"),
    "alert": tr("alert"),
}


def state_look(state: str) -> tuple[str, str]:
    """Icon and token of a state: of a service, session, run, event or due time; others look unknown."""
    return STATE_LOOKS.get(state, STATE_LOOKS["unknown"])


def state_word(state: str) -> str:
    """The state as it is said: ``timed out``."""
    return STATE_WORDS.get(state, state)


def paint_state(painter: QPainter, rect: QRectF, state: str) -> None:
    """Draw the state into a square, for delegates."""
    name, token = state_look(state)
    icons.paint_icon(painter, rect, name, token)


class StateDot(QWidget):
    """The shape of one state, 16 pixels square."""

    def __init__(self, state: str = "idle", size: int = theme.ICON, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size = size
        self._state = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.set_state(state)
        theme.theme_changed.connect(self.update)

    @property
    def state(self) -> str:
        """The state shown."""
        return self._state

    def set_state(self, state: str) -> None:
        """Show another state."""
        if state != self._state:
            self._state = state
            self.setAccessibleName(state_word(state))
            self.update()

    def sizeHint(self) -> QSize:
        """Fixed."""
        return QSize(self._size, self._size)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the shape."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_state(painter, QRectF(0, 0, self._size, self._size), self._state)
        painter.end()
