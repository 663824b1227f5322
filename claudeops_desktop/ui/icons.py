"""Icons: line drawings on a 20-pixel grid, tinted from the tokens."""

from __future__ import annotations

import weakref
from functools import cache, lru_cache
from typing import Any

import shiboken6
from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton

from ..core.paths import bundled_path
from . import theme

SIZES = (16, 20, 24, 32)


@cache
def icon_names() -> tuple[str, ...]:
    """All icons there are."""
    return tuple(sorted(path.stem for path in bundled_path("resources", "icons").glob("*.svg")))


def themed_icon(name: str, tone: str = "text") -> QIcon:
    """An icon in the colour of a token, for light or dark as now in force.

    It stays as it is when the theme changes: use ``dress`` for whatever keeps its icon. Raises FileNotFoundError for
    an unknown name.
    """
    t = theme.current_tokens()
    return _icon(name, getattr(t, tone), t.faint, _scale())


def themed_pixmap(name: str, size: int, tone: str = "text", scale: float | None = None) -> QPixmap:
    """The same as a pixmap of ``size`` logical pixels, for delegates and labels."""
    return _pixmap(name, getattr(theme.current_tokens(), tone), size, scale or _scale())


def paint_icon(painter: QPainter, rect: QRectF, name: str, tone: str = "text") -> None:
    """Draw an icon into ``rect``, sharp at any scale."""
    _renderer(name, getattr(theme.current_tokens(), tone)).render(painter, rect)


def set_themed_icon(target: Any, name: str, tone: str = "text") -> None:
    """Give a button, action or label an icon that follows the theme. ``target`` has ``setIcon``, or ``setPixmap``."""
    _dressed[target] = (name, tone)
    _wear(target, name, tone)


def tray_icon(name: str, tone: str) -> QIcon:
    """An icon with enough weight for a tray, at all usual sizes."""
    t = theme.current_tokens()
    return _icon(name, getattr(t, tone), t.faint, _scale(), (16, 22, 24, 32, 48, 64))


def _wear(target: Any, name: str, tone: str) -> None:
    if isinstance(target, QAbstractButton) and target.text():
        t = theme.current_tokens()
        target.setIconSize(QSize(theme.ICON + theme.GAP_XS, theme.ICON))  # room between icon and words
        target.setIcon(_icon(name, getattr(t, tone), t.faint, _scale(), (theme.ICON,), theme.GAP_XS))
    elif hasattr(target, "setIcon"):
        if isinstance(target, QAbstractButton) and target.iconSize().width() > target.iconSize().height():
            target.setIconSize(theme.icon_size())
        target.setIcon(themed_icon(name, tone))
    else:
        target.setPixmap(themed_pixmap(name, theme.ICON, tone))


def _wear_again() -> None:
    for target, (name, tone) in list(_dressed.items()):
        if shiboken6.isValid(target):
            _wear(target, name, tone)


def _scale() -> float:
    app = QGuiApplication.instance()
    return app.devicePixelRatio() if isinstance(app, QGuiApplication) else 1.0


@cache
def _drawing(name: str) -> str:
    return bundled_path("resources", "icons", f"{name}.svg").read_text(encoding="utf-8")


@lru_cache(maxsize=512)
def _renderer(name: str, colour: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(_drawing(name).replace("currentColor", colour).encode()))


@lru_cache(maxsize=1024)
def _pixmap(name: str, colour: str, size: int, scale: float, gap: int = 0) -> QPixmap:
    side = round(size * scale)
    made = QPixmap(QSize(side + round(gap * scale), side))
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    _renderer(name, colour).render(painter, QRectF(0, 0, side, side))
    painter.end()
    made.setDevicePixelRatio(scale)
    return made


@lru_cache(maxsize=512)
def _icon(name: str, colour: str, faint: str, scale: float, sizes: tuple[int, ...] = (16, 20), gap: int = 0) -> QIcon:
    made = QIcon()
    for size in sizes:
        for ratio in {1.0, scale}:
            made.addPixmap(_pixmap(name, colour, size, ratio, gap))
            made.addPixmap(_pixmap(name, faint, size, ratio, gap), QIcon.Mode.Disabled)
    return made


_dressed: weakref.WeakKeyDictionary[Any, tuple[str, str]] = weakref.WeakKeyDictionary()
theme.theme_changed.connect(_wear_again)
