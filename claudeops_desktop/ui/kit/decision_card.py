"""A card that asks for a decision. It may be answered once it has been read, and never by a key that was meant for
something else.

The rules:

- a key acts only on a card that holds the focus, is wholly in view, and was so without a break for half a second;
- what does not fit scrolls inside the card, and counts as in view once it was scrolled to its end;
- a click follows the same rules but for the focus, and refusing needs no reading to the end;
- whatever moves or resizes the card, hides it or takes its window away begins the half second anew.
"""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QMoveEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from .. import theme
from ..text.translation import tr
from ..widgets.elided_label import ElidedLabel
from ..widgets.vertical_scroll import VerticalScroll

SETTLE_S = 0.5
monotonic = time.monotonic
NOT_ACTIVE = tr("Click the window before you answer.")
NOT_IN_VIEW = tr("Not fully in view: enlarge the window before you answer.")
NOT_READ = tr("Scroll to the end before you approve (Page Down).")
NOT_CHOSEN = tr("To answer by key, choose this card first (Return or click).")
_MOVES = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide)
_WINDOW = (QEvent.Type.WindowActivate, QEvent.Type.WindowDeactivate)
_PAGES = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1, Qt.Key.Key_Space: 1}


class DecisionCard(QFrame):
    """``armed_changed`` says that what ``hint`` tells has changed. ``area`` scrolls what the card says; a subclass puts
    it between its head and its answers, fills it by ``set_content``, and shows ``hint`` beside the answers.

    The card itself takes the focus, so that no key that is pressed by habit reaches a button.
    """

    armed_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("approval")
        theme.set_role(self, "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._since: float | None = None
        self._seen_to = 0
        self._must: QWidget | None = None
        self._above: list[QWidget] = []
        self._timer = QTimer(self, singleShot=True, interval=round(SETTLE_S * 1000) + 10)
        self._timer.timeout.connect(self.check_view)
        self.area = VerticalScroll(parent=self)
        self.area.verticalScrollBar().valueChanged.connect(self.check_view)
        self.area.viewport().installEventFilter(self)
        self.hint = ElidedLabel(role="muted")
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._tell)

    def set_content(self, content: QWidget, must: QWidget) -> None:
        """What scrolls, and the part of it that must have been seen whole before a yes."""
        self.area.setWidget(content)
        self._must = must
        must.installEventFilter(self)

    def begin_reading(self) -> None:
        """Something else stands on the card: it is to be read from its beginning."""
        self.area.verticalScrollBar().setValue(0)
        self._seen_to = 0
        self.restart_settling()

    def restart_settling(self) -> None:
        """Begin the half second anew."""
        self._since = None
        self.check_view()

    def check_view(self) -> None:
        """See how it stands now: whether it is wholly in view, since when, and how far it was read."""
        if not self.is_whole:
            self._since = None
            self._timer.stop()
        else:
            if self._since is None:
                self._since = monotonic()
                self._timer.start()
            bar = self.area.verticalScrollBar()
            self._seen_to = max(self._seen_to, bar.value() + self.area.viewport().height())
        self._tell()

    @property
    def is_whole(self) -> bool:
        """Tell whether all of the card's frame is in view, in the window that has the keys."""
        if not self.isVisible() or self.size().isEmpty() or not self.window().isActiveWindow():
            return False
        above = self.parentWidget()
        while above is not None:  # not ``visibleRegion``: that leaves out what the card's own parts cover
            if not above.rect().contains(QRect(self.mapTo(above, QPoint(0, 0)), self.size())):
                return False
            above = None if above.isWindow() else above.parentWidget()
        return True

    @property
    def is_read(self) -> bool:
        """Tell whether what it says was in view to its end."""
        content, must = self.area.widget(), self._must
        if content is None or must is None:
            return False
        return self._seen_to >= must.mapTo(content, QPoint(0, must.height())).y() - 1

    @property
    def is_settled(self) -> bool:
        """Tell whether it has been wholly in view for half a second."""
        return self._since is not None and monotonic() - self._since >= SETTLE_S

    @property
    def has_keys(self) -> bool:
        """Tell whether the focus is on the card, or in it."""
        focused = QApplication.focusWidget()
        return focused is not None and (focused is self or self.isAncestorOf(focused))

    @property
    def armed(self) -> bool:
        """Tell whether a key may answer it now."""
        self.check_view()
        return self.is_settled and self.is_read and self.has_keys

    def takes_click(self, *, approves: bool) -> bool:
        """Tell whether a click on one of its buttons counts now."""
        self.check_view()
        return self.is_settled and (self.is_read or not approves)

    @property
    def keys_text(self) -> str:
        """What the keys do now; a subclass says it."""
        return ""

    def set_readable(self, readable: bool) -> None:
        """Told whether it can be approved as far as reading goes; a subclass disables its buttons by that."""

    # --- Qt ----------------------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        """In view: from now on whatever moves it is heard of."""
        super().showEvent(event)
        widget: QWidget | None = self.parentWidget()
        while widget is not None:
            widget.installEventFilter(self)
            self._above.append(widget)
            widget = None if widget.isWindow() else widget.parentWidget()
        self.restart_settling()

    def hideEvent(self, event: QHideEvent) -> None:
        """Out of view: nothing is heard, and nothing can be answered."""
        super().hideEvent(event)
        while self._above:
            self._above.pop().removeEventFilter(self)
        self._since = None
        self._timer.stop()

    def moveEvent(self, event: QMoveEvent) -> None:
        """Something else is under the pointer now."""
        super().moveEvent(event)
        self.restart_settling()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As for a move."""
        super().resizeEvent(event)
        self.restart_settling()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What lies above it has moved, or what it says needs another height."""
        if watched is self.area.viewport():
            if event.type() == QEvent.Type.Resize:
                self._seen_to = 0
                self.restart_settling()
        elif event.type() in _MOVES or event.type() in _WINDOW:
            self.restart_settling()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys that scroll."""
        bar = self.area.verticalScrollBar()
        if event.key() in _PAGES:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            bar.setValue(bar.value() + (-1 if back else 1) * _PAGES[Qt.Key(event.key())] * bar.pageStep())
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            bar.setValue(0 if event.key() == Qt.Key.Key_Home else bar.maximum())
        else:
            super().keyPressEvent(event)

    def _tell(self, *_: object) -> None:
        if not self.isVisible():
            return
        read = self.is_read
        if not self.window().isActiveWindow():
            said = NOT_ACTIVE
        elif not self.is_whole:
            said = NOT_IN_VIEW
        elif not read:
            said = NOT_READ
        elif not self.has_keys:
            said = NOT_CHOSEN
        else:
            said = self.keys_text
        self.set_readable(read)
        if said != self.hint.text():
            self.hint.setText(said)
            self.armed_changed.emit()
