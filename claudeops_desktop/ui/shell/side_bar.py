"""The side bar: the places with their counts, folded to icons when the window is narrow."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from .. import icons, theme
from ..pages import PLACES, PlaceEntry
from ..text.translation import tr, tr_count
from ..widgets.mirroring import mirror_rect

BAR = 3


class NavButton(QAbstractButton):
    """One place: icon, name, and how many things there need the operator."""

    def __init__(self, entry: PlaceEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entry = entry
        self._badge = 0
        self._narrow = False
        self._keys = entry.keys
        self.setText(entry.title)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedHeight(theme.TARGET + theme.GAP_S)
        self._explain()
        theme.theme_changed.connect(self.update)

    def set_badge(self, number: int) -> None:
        """How many things need the operator; 0 shows nothing."""
        if number != self._badge:
            self._badge = number
            self._explain()
            self.update()

    @property
    def badge(self) -> int:
        """The count shown."""
        return self._badge

    def set_narrow(self, narrow: bool) -> None:
        """Icon only."""
        if narrow != self._narrow:
            self._narrow = narrow
            self._explain()
            self.update()

    def sizeHint(self) -> QSize:
        """As wide as the bar."""
        return QSize(theme.SIDEBAR_NARROW if self._narrow else theme.SIDEBAR, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The place chosen has a bar at its left edge."""
        t = theme.current_tokens()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(self.layoutDirection())
        box = QRectF(self.rect()).adjusted(theme.GAP_S, 1, -theme.GAP_S, -1)
        if self.isChecked() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(t.accent_weak if self.isChecked() else t.window))
            painter.drawRoundedRect(box, theme.RADIUS, theme.RADIUS)
        if self.isChecked():
            painter.setBrush(QColor(t.accent))
            bar = QRectF(box.left(), box.top() + 8, BAR, box.height() - 16)
            painter.drawRoundedRect(mirror_rect(self, bar), 1.5, 1.5)
        side = theme.ICON_LARGE
        left = (self.width() - side) / 2 if self._narrow else box.left() + theme.GAP_M
        tone = "accent" if self.isChecked() else "muted"
        icon = mirror_rect(self, QRectF(left, (self.height() - side) / 2, side, side))
        icons.paint_icon(painter, icon, self.entry.icon, tone)
        if self._narrow:
            self._paint_dot(painter, QPointF(left + side, (self.height() - side) / 2 + 2))
        else:
            self._paint_words(painter, box, left + side + theme.GAP_M)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            pen = painter.pen()
            pen.setColor(QColor(t.accent))
            pen.setWidthF(2)
            pen.setStyle(Qt.PenStyle.SolidLine)
            painter.setPen(pen)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), theme.RADIUS - 1, theme.RADIUS - 1)
        painter.end()

    def _paint_words(self, painter: QPainter, box: QRectF, left: float) -> None:
        t = theme.current_tokens()
        room = mirror_rect(self, QRectF(left, 0, box.right() - theme.GAP_M - left, self.height()))
        if self._badge:
            painter.setPen(QColor(t.warn))
            painter.setFont(theme.number_font())
            painter.drawText(
                room,
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                _short(self._badge),
            )
        painter.setPen(QColor(t.text))
        painter.setFont(self.font())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, self.text())

    def _paint_dot(self, painter: QPainter, at: QPointF) -> None:
        if self._badge:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.current_tokens().warn))
            painter.drawEllipse(at, 4, 4)

    def _explain(self) -> None:
        place = self.text()
        if self._badge:
            place = tr_count("{place}, %n needs you", "{place}, %n need you", self._badge, place=place)
        self.setAccessibleName(place)
        self.setToolTip(f"{place} ({self._keys})" if self._narrow or self._badge else self._keys)


class SideBar(QFrame):
    """``place_chosen`` carries the name of the place that the operator picked."""

    place_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self._narrow = self._low = False
        self.setAccessibleName(tr("Places"))
        self._mark = QLabel()
        self._mark.setFixedWidth(theme.ICON_LARGE)
        self._name = theme.plain_label("Claude Ops", "strong")
        head = QHBoxLayout()
        self._head = head
        head.setSpacing(theme.GAP_M)
        head.addWidget(self._mark)
        head.addWidget(self._name)
        head.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, theme.GAP_S)
        column.setSpacing(0)
        column.addLayout(head)
        self._group = QButtonGroup(self)
        self.buttons: dict[str, NavButton] = {}
        for entry in PLACES:
            button = NavButton(entry)
            self._group.addButton(button)
            self.buttons[entry.name] = button
            column.addWidget(button)
        column.addStretch()
        self._group.buttonClicked.connect(self._clicked)
        self._tint()
        theme.theme_changed.connect(self._tint)
        self.set_narrow(False)

    def set_current(self, name: str) -> None:
        """Mark the place that is shown."""
        self.buttons[name].setChecked(True)

    def set_badge(self, name: str, number: int) -> None:
        """How many things in a place need the operator."""
        self.buttons[name].set_badge(number)

    def set_narrow(self, narrow: bool) -> None:
        """Icons only, or with names."""
        self._narrow = narrow
        self._name.setVisible(not narrow and not self._low)
        left = (theme.SIDEBAR_NARROW - theme.ICON_LARGE) // 2 if narrow else theme.GAP_S + theme.GAP_M
        around = 0 if self._low else theme.GAP_L
        sides = (left, 0) if self.isLeftToRight() else (0, left)  # a layout does not mirror its margins
        self._head.setContentsMargins(sides[0], around, sides[1], around)
        self.setFixedWidth(theme.SIDEBAR_NARROW if narrow else theme.SIDEBAR)
        for button in self.buttons.values():
            button.set_narrow(narrow)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low window the places come before the name."""
        super().resizeEvent(event)
        places = sum(button.height() for button in self.buttons.values())
        low = event.size().height() < places + theme.ICON_LARGE + 2 * theme.GAP_L + theme.GAP_S
        if low != self._low:
            self._low = low
            self._mark.setVisible(not low)
            self.set_narrow(self._narrow)

    def _clicked(self, button: NavButton) -> None:
        self.place_chosen.emit(button.entry.name)

    def _tint(self) -> None:
        self._mark.setPixmap(icons.themed_pixmap("app", theme.ICON_LARGE, "accent"))


def _short(number: int) -> str:
    return str(number) if number < 1000 else "999+"
