"""Colours, sizes and type (UI.md, Tokens). Nothing else names a colour or a size.

``apply`` sets a palette and a style sheet made from the tokens; ``changed`` tells that another set is in force, for
whoever paints by hand. ``setColorScheme`` alone does nothing on bare X11 and offscreen, so the palette is always ours.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct
from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QWidget

from ..core.settings import WindowSettings
from .stylesheet import build_stylesheet

GAP_XS, GAP_S, GAP_M, GAP_L, GAP_XL = 4, 8, 12, 16, 24
MARGIN, MARGIN_WIDE, WIDE_FROM = 16, 24, 1200
RADIUS = 6
ROW, ROW_COMPACT = 30, 26
TARGET = 28
ICON, ICON_LARGE = 16, 20
BODY_PX, MUTED_PX, SECTION_PX, TITLE_PX = 13, 12, 15, 20
SIDEBAR, SIDEBAR_NARROW, NARROW_BELOW = 176, 52, 900


class ThemeTokens(Struct, frozen=True):
    """One set of colours, as ``#RRGGBB``. ``on_accent`` is text on the accent colour; ``line`` separates, ``border``
    shows where a field or button is.
    """

    name: str
    window: str
    surface: str
    raised: str
    line: str
    border: str
    text: str
    muted: str
    faint: str
    accent: str
    accent_weak: str
    on_accent: str
    good: str
    warn: str
    bad: str
    idle: str

    @property
    def dark(self) -> bool:
        """Tell whether these are the dark ones."""
        return self.name == "dark"

    def colour(self, token: str) -> QColor:
        """A token by name as a QColor."""
        return QColor(getattr(self, token))


LIGHT = ThemeTokens(
    name="light",
    window="#F6F7F9",
    surface="#FFFFFF",
    raised="#FFFFFF",
    line="#DDE1E6",
    border="#868F9A",
    text="#1B2026",
    muted="#56616E",
    faint="#626B77",
    accent="#2A66D0",
    accent_weak="#E7EFFC",
    on_accent="#FFFFFF",
    good="#17794B",
    warn="#9A5B00",
    bad="#C73529",
    idle="#626B77",
)
DARK = ThemeTokens(
    name="dark",
    window="#15181C",
    surface="#1C2026",
    raised="#242A31",
    line="#323942",
    border="#6A7581",
    text="#E7EBF0",
    muted="#A3ADB8",
    faint="#949FAB",
    accent="#6EA1FF",
    accent_weak="#22324F",
    on_accent="#15181C",
    good="#45C489",
    warn="#E8A33D",
    bad="#FF7A6E",
    idle="#949FAB",
)


class _Theme(QObject):
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.tokens = LIGHT
        self.window = WindowSettings()
        self.applied = False

    def follow_system(self) -> None:
        """The desktop changed between light and dark."""
        app = QApplication.instance()
        if isinstance(app, QApplication) and self.window.theme == "system":
            apply_theme(app, self.window)


_theme = _Theme()
theme_changed = _theme.changed


def current_tokens() -> ThemeTokens:
    """The colours in force."""
    return _theme.tokens


def row_height() -> int:
    """Height of a table row: 30, or 26 when compact."""
    return ROW_COMPACT if _theme.window.compact else ROW


def page_margin(width: int) -> int:
    """The page margin at a window width."""
    return MARGIN_WIDE if width > WIDE_FROM else MARGIN


def reduce_motion() -> bool:
    """Tell whether nothing may fade or slide."""
    return _theme.window.reduce_motion


def apply_theme(app: QApplication, window: WindowSettings) -> None:
    """Put the operator's look in force. Cheap where nothing changed; else ``changed`` is told."""
    chosen = _chosen(window)
    if _theme.applied and chosen is _theme.tokens and window == _theme.window:
        return
    first = not _theme.applied
    _theme.window = window
    _theme.tokens = chosen
    _theme.applied = True
    if first:
        app.setStyle("Fusion")
        app.setFont(body_font())
        app.styleHints().colorSchemeChanged.connect(_theme.follow_system)
    app.setPalette(_palette(chosen))
    app.setStyleSheet(build_stylesheet(chosen))
    _theme.changed.emit()


def body_font() -> QFont:
    """The system font at 13 px."""
    return _sized(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont), BODY_PX)


def muted_font() -> QFont:
    """The system font at 12 px."""
    return _sized(QApplication.font(), MUTED_PX)


def reading_font() -> QFont:
    """A sentence that is to be read before it is answered: 15 px."""
    return _sized(QApplication.font(), SECTION_PX)


def mono_font(px: int = MUTED_PX) -> QFont:
    """The fixed-width font, for logs, ids and commands."""
    return _sized(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont), px)


def number_font() -> QFont:
    """The body font with figures of one width, for columns of numbers."""
    font = _sized(QApplication.font(), BODY_PX)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def set_role(widget: QWidget, role: str) -> None:
    """Give a widget one of the style sheet's roles.

    Labels: title, section, body, muted, faint, mono, good, warn, bad. Buttons: primary, danger, quiet, link.
    Frames: card, surface, line.
    """
    if widget.property("role") == role:
        return
    widget.setProperty("role", role)
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def set_accessible_name(widget: QWidget, name: str) -> None:
    """What a control is about, for a screen reader. As the name of a combo box Qt tells what is chosen in it."""
    widget.setAccessibleName(name)
    if isinstance(widget, QComboBox):
        widget.setAccessibleDescription(name)


def plain_label(text: str = "", role: str = "body", *, wrap: bool = False, select: bool = False) -> QLabel:
    """A label of plain text, never rich: what it shows may come from an agent."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    if select:
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    set_role(made, role)
    return made


def icon_size(large: bool = False) -> QSize:
    """16 or 20 pixels square."""
    side = ICON_LARGE if large else ICON
    return QSize(side, side)


def _chosen(window: WindowSettings) -> ThemeTokens:
    if window.theme == "light":
        return LIGHT
    if window.theme == "dark":
        return DARK
    return DARK if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT


def _sized(font: QFont, px: int, weight: QFont.Weight | None = None) -> QFont:
    made = QFont(font)
    made.setPixelSize(px)
    if weight is not None:
        made.setWeight(weight)
    return made


@cache
def _palette(t: ThemeTokens) -> QPalette:
    palette = QPalette()
    roles = QPalette.ColorRole
    for role, colour in (
        (roles.Window, t.window),
        (roles.WindowText, t.text),
        (roles.Base, t.surface),
        (roles.AlternateBase, t.window),
        (roles.Text, t.text),
        (roles.PlaceholderText, t.faint),
        (roles.Button, t.raised),
        (roles.ButtonText, t.text),
        (roles.BrightText, t.bad),
        (roles.Highlight, t.accent_weak),
        (roles.HighlightedText, t.text),
        (roles.Link, t.accent),
        (roles.LinkVisited, t.accent),
        (roles.ToolTipBase, t.raised),
        (roles.ToolTipText, t.text),
        (roles.Light, t.raised),
        (roles.Midlight, t.line),
        (roles.Mid, t.line),
        (roles.Dark, t.line),
        (roles.Shadow, t.line),
        (roles.Accent, t.accent),
    ):
        palette.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText, roles.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(t.faint))
    return palette


def text_beside_icon() -> Qt.ToolButtonStyle:
    """A tool button with its words beside its icon."""
    return Qt.ToolButtonStyle.ToolButtonTextBesideIcon


def icon_only() -> Qt.ToolButtonStyle:
    """A tool button with its icon alone."""
    return Qt.ToolButtonStyle.ToolButtonIconOnly
