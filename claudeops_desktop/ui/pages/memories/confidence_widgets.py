"""Confidence as it is drawn and as it is set: a bar with its number, and a spin box (M8)."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QValidator
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QWidget

from ....memory import ACTIVE_FROM
from ... import theme
from ...text.translation import tr
from ...widgets.spin_box import inset_text

STEP = 0.05
BAR = 6
WIDEST = 9.99  # what may be typed; more than 1 is clamped with a word when it is stored
_NUMBER_FIELD = "0.00"


def paint_confidence(painter: QPainter, rect: QRectF, value: float, *, active: bool) -> None:
    """A bar and, to the right of it, its number in figures of one width."""
    tokens = theme.current_tokens()
    font = theme.number_font()
    width = QFontMetricsF(font).horizontalAdvance(_NUMBER_FIELD) + theme.GAP_XS
    bar = QRectF(rect.left(), rect.center().y() - BAR / 2 + 0.5, rect.width() - width - theme.GAP_S, BAR)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    if bar.width() > BAR:
        painter.setBrush(QColor(tokens.line))
        painter.drawRoundedRect(bar, BAR / 2, BAR / 2)
        share = max(0.0, min(1.0, value))
        if share > 0:
            painter.setBrush(QColor(tokens.accent if active else tokens.faint))
            filled = QRectF(bar.left(), bar.top(), max(BAR, bar.width() * share), BAR)
            painter.drawRoundedRect(filled, BAR / 2, BAR / 2)
        mark = bar.left() + bar.width() * ACTIVE_FROM
        painter.setBrush(QColor(tokens.surface))
        painter.drawRect(QRectF(mark - 0.5, bar.top(), 1, BAR))
    painter.setFont(font)
    painter.setPen(QColor(tokens.text if active else tokens.muted))
    painter.drawText(
        QRectF(rect.right() - width, rect.top(), width, rect.height()),
        Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
        f"{value:.2f}",
    )
    painter.restore()


class ConfidenceSpin(QDoubleSpinBox):
    """0.00 to 1.00 in steps of 0.05. More can be typed: whoever stores it clamps it and says so (SPEC-0015)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLocale(QLocale.c())
        self.setDecimals(2)
        self.setRange(-WIDEST, WIDEST)
        self.setSingleStep(STEP)
        self.setAccelerated(True)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setAccessibleName(tr("Confidence"))
        inset_text(self)
        self.setToolTip(tr("From 0 to 1. Below 0.3 a memory is inactive."))
        self.setCorrectionMode(QAbstractSpinBox.CorrectionMode.CorrectToNearestValue)

    def stepBy(self, steps: int) -> None:
        """Steps stay between 0 and 1."""
        self.setValue(min(1.0, max(0.0, round(self.value() + steps * STEP, 2))))
        self.selectAll()

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        """No step beyond 0 or 1."""
        flags = QAbstractSpinBox.StepEnabledFlag.StepNone
        if self.value() < 1:
            flags |= QAbstractSpinBox.StepEnabledFlag.StepUpEnabled
        if self.value() > 0:
            flags |= QAbstractSpinBox.StepEnabledFlag.StepDownEnabled
        return flags

    def validate(self, text: str, at: int) -> tuple[QValidator.State, str, int]:
        """A decimal comma is as good as a point."""
        state = super().validate(text.replace(",", "."), at)
        return state[0], text, at

    def valueFromText(self, text: str) -> float:
        """The number typed; what is no number yet counts as it stood."""
        try:
            return float(text.replace(",", "."))
        except ValueError:
            return self.value()


class StepSpin(QDoubleSpinBox):
    """By how much a confidence is raised or lowered: from -1 to 1."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLocale(QLocale.c())
        self.setRange(-1, 1)
        self.setSingleStep(STEP)
        self.setDecimals(2)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        inset_text(self)
        self.valueChanged.connect(self._show_sign)
        self.setValue(0.1)

    def _show_sign(self, value: float) -> None:
        self.setPrefix("+" if value >= 0 else "")
