"""The style sheet, made from the tokens. It names no colour of its own."""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir

from ..core.paths import bundled_path

if TYPE_CHECKING:
    from .theme import ThemeTokens


def build_stylesheet(t: ThemeTokens) -> str:
    """The application's style sheet in the colours ``t``. Its pictures are found by a search path of Qt, for a folder's
    name may hold what ends an address in a style sheet: an apostrophe, an ``&``, an umlaut."""
    QDir.setSearchPaths("controls", [str(bundled_path("resources", "icons", "controls", t.name))])
    return _SHEET.substitute({name: getattr(t, name) for name in t.__struct_fields__})


_SHEET = Template(
    """
* { outline: none; }
QToolTip { color: $text; background: $raised; border: 1px solid $line; padding: 4px 6px; }

QLabel[role="title"] { font-size: 20px; font-weight: 600; }
QLabel[role="section"] { font-size: 15px; font-weight: 600; }
QLabel[role="strong"] { font-weight: 600; }
QLabel[role="figure"] { font-size: 20px; font-weight: 600; }
QLabel[role="muted"] { font-size: 12px; color: $muted; }
QLabel[role="faint"] { font-size: 12px; color: $faint; }
QLabel[role="good"] { color: $good; }
QLabel[role="warn"] { color: $warn; }
QLabel[role="bad"] { color: $bad; }
QLabel[role="wrong"] { font-size: 12px; color: $bad; }
QLabel[role="badge"] { font-size: 12px; font-weight: 600; color: $warn; }

QFrame[role="surface"], QWidget[role="surface"] { background: $surface; }
QFrame[role="card"] { background: $surface; border: 1px solid $line; border-radius: 6px; }
QFrame#approval { padding: 1px; }
QFrame#approval:focus { border: 2px solid $accent; padding: 0; }
QFrame[role="line"] { background: $line; border: none; max-height: 1px; min-height: 1px; }
QFrame[role="line-v"] { background: $line; border: none; max-width: 1px; min-width: 1px; }
QFrame[role="raised"] { background: $raised; border: 1px solid $line; border-radius: 6px; }

QPushButton, QToolButton[role="button"] {
    min-height: 26px; padding: 0 12px; border: 1px solid $border; border-radius: 6px;
    background: $raised; color: $text;
}
QPushButton:hover, QToolButton[role="button"]:hover { border-color: $text; }
QPushButton:pressed, QToolButton[role="button"]:pressed { background: $accent_weak; }
QToolButton[role="button"]:checked { background: $accent_weak; border-color: $accent; }
QPushButton:focus, QToolButton[role="button"]:focus { border: 2px solid $accent; padding: 0 11px; min-height: 24px; }
QPushButton:disabled, QToolButton[role="button"]:disabled { color: $faint; background: $window; border-color: $line; }
QPushButton[role="primary"], QToolButton[role="primary"] {
    min-height: 26px; padding: 0 12px; border-radius: 6px;
    background: $accent; color: $on_accent; border: 1px solid $accent;
}
QPushButton[role="primary"]:hover, QToolButton[role="primary"]:hover { border-color: $text; }
QPushButton[role="primary"]:focus, QToolButton[role="primary"]:focus {
    border: 2px solid $text; padding: 0 11px; min-height: 24px;
}
QPushButton[role="primary"]:disabled, QToolButton[role="primary"]:disabled {
    background: $window; color: $faint; border: 1px solid $line;
}
QToolButton[role="primary"][small="true"], QToolButton[role="button"][small="true"] { padding: 0; }
QPushButton[role="danger"], QToolButton[role="button"][danger="true"] { color: $bad; border-color: $bad; }
QPushButton[role="danger"]:focus, QToolButton[role="button"][danger="true"]:focus { border: 2px solid $bad; }
QPushButton[role="danger"]:disabled { color: $faint; border-color: $line; }
QPushButton[role="link"], QPushButton[role="quiet"], QToolButton[role="quiet"], QToolButton[role="icon"] {
    background: transparent; border: 1px solid transparent; border-radius: 6px;
}
QPushButton[role="link"] { color: $accent; padding: 0 4px; text-align: left; }
QPushButton[role="link"]:hover { text-decoration: underline; }
QPushButton[role="link"]:focus { border: 2px solid $accent; padding: 0 3px; }
QPushButton[role="link"]:disabled { color: $faint; }
QPushButton[role="quiet"]:hover, QToolButton[role="quiet"]:hover, QToolButton[role="icon"]:hover {
    background: $accent_weak;
}
QPushButton[role="quiet"]:focus, QToolButton[role="quiet"]:focus, QToolButton[role="icon"]:focus {
    border: 2px solid $accent;
}
QToolButton[role="quiet"] { min-height: 26px; padding: 0 8px; }
QToolButton[role="icon"] { min-width: 28px; min-height: 28px; padding: 0; }
QToolButton::menu-indicator { image: none; width: 0; }
QPushButton::menu-indicator {
    image: url(controls:down.svg); width: 16px; height: 16px; subcontrol-position: center right; right: 8px;
}

QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox, QComboBox, QDateTimeEdit {
    background: $surface; color: $text; border: 1px solid $border; border-radius: 6px;
    selection-background-color: $accent; selection-color: $on_accent;
}
QLineEdit, QPlainTextEdit, QTextEdit { placeholder-text-color: $faint; }
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QDateTimeEdit { min-height: 26px; padding: 0 8px; }
QSpinBox, QDoubleSpinBox, QDateTimeEdit { max-height: 26px; }
QLineEdit:hover, QSpinBox:hover, QDoubleSpinBox:hover, QComboBox:hover, QDateTimeEdit:hover { border-color: $faint; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QDateTimeEdit:focus {
    border: 2px solid $accent; padding: 0 7px; min-height: 24px;
}
QSpinBox:focus, QDoubleSpinBox:focus, QDateTimeEdit:focus { max-height: 24px; }
QPlainTextEdit { padding: 3px 4px; }
QPlainTextEdit:focus, QTextEdit:focus { border: 2px solid $accent; }
QLineEdit[wrong="true"], QPlainTextEdit[wrong="true"] { border-color: $bad; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled, QPlainTextEdit:disabled {
    background: $window; color: $faint;
}
QLineEdit[readOnly="true"] { background: $window; }
QComboBox { padding-right: 24px; }
QComboBox:focus { padding-right: 23px; }
QComboBox::drop-down, QDateTimeEdit::drop-down { border: none; width: 24px; background: transparent; }
QComboBox::down-arrow, QDateTimeEdit::down-arrow { image: url(controls:down.svg); width: 16px; height: 16px; }
QComboBox QAbstractItemView {
    background: $raised; border: 1px solid $line; selection-background-color: $accent_weak; selection-color: $text;
    outline: none; padding: 2px;
}
QComboBox QAbstractItemView::item { min-height: 28px; padding: 0 6px; }
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::down-button {
    border: none; background: transparent; width: 20px;
}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(controls:up.svg); width: 12px; height: 12px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(controls:down.svg); width: 12px; height: 12px; }

QAbstractSpinBox QLineEdit, QComboBox QLineEdit, QAbstractSpinBox QLineEdit:focus, QComboBox QLineEdit:focus {
    border: none; min-height: 0; padding: 0; background: transparent;
}

QTableView QLineEdit, QTreeView QLineEdit, QTableView QComboBox, QTableView QSpinBox, QTableView QDoubleSpinBox {
    border-radius: 0; min-height: 22px; padding: 0 4px;
}

QCheckBox, QRadioButton {
    min-height: 28px; spacing: 8px; border: 2px solid transparent; border-radius: 6px; padding: 0 2px;
}
QCheckBox:focus, QRadioButton:focus { border: 2px solid $accent; }
QCheckBox:disabled, QRadioButton:disabled { color: $faint; }
QCheckBox::indicator { width: 16px; height: 16px; border: 1px solid $faint; border-radius: 4px; background: $surface; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url(controls:check.svg); }
QCheckBox::indicator:indeterminate { background: $accent; border-color: $accent; image: url(controls:dash.svg); }
QCheckBox::indicator:disabled { background: $window; border-color: $line; }
QCheckBox::indicator:checked:disabled { background: $faint; border-color: $faint; }
QTableView::indicator, QListView::indicator, QMenu::indicator {
    width: 16px; height: 16px; border: 1px solid $faint; border-radius: 4px; background: $surface;
}
QTableView::indicator:checked, QListView::indicator:checked, QMenu::indicator:checked {
    background: $accent; border-color: $accent; image: url(controls:check.svg);
}
QMenu::indicator { margin-left: 6px; }

QTableView, QTreeView, QListView {
    background: $surface; color: $text; border: none; gridline-color: $line;
    selection-background-color: $accent_weak; selection-color: $text; alternate-background-color: $window;
}
QTableView[role="framed"], QListView[role="framed"], QTreeView[role="framed"] {
    border: 1px solid $line; border-radius: 6px;
}
QTableView::item, QTreeView::item { border-bottom: 1px solid $line; padding: 0 8px; }
QTableView::item:selected, QTreeView::item:selected, QListView::item:selected {
    background: $accent_weak; color: $text;
}
QListView[role="plain"] { background: transparent; }
QListView[role="plain"]::item { min-height: 28px; padding: 0 8px; border-radius: 6px; color: $muted; }
QListView[role="plain"]::item:selected { background: $accent_weak; color: $text; }
QTableView:focus, QTreeView:focus, QListView:focus { border: 1px solid $accent; }
QTableView[role="bare"]:focus { border: none; }
QHeaderView { background: $surface; border: none; }
QHeaderView::section {
    background: $surface; color: $muted; font-size: 12px; font-weight: 600; text-align: left;
    border: none; border-bottom: 1px solid $line; padding: 0 8px 0 11px; min-height: 30px;
}
QHeaderView::section:hover { color: $text; }
QHeaderView::up-arrow {
    image: url(controls:up.svg); width: 12px; height: 12px; subcontrol-position: center right; right: 4px;
}
QHeaderView::down-arrow {
    image: url(controls:down.svg); width: 12px; height: 12px; subcontrol-position: center right; right: 4px;
}
QTableCornerButton::section { background: $surface; border: none; }

QTabWidget::pane { border: none; border-top: 1px solid $line; }
QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar::tab {
    background: transparent; color: $muted; border: none; border-bottom: 2px solid transparent;
    padding: 0 12px; min-height: 30px;
}
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar::tab:focus { color: $accent; }
QTabBar::scroller { width: 56px; }
QTabBar QToolButton { background: $window; border: 1px solid $line; border-radius: 6px; }
QTabBar QToolButton::right-arrow { image: url(controls:right.svg); width: 16px; height: 16px; }
QTabBar QToolButton::left-arrow { image: url(controls:left.svg); width: 16px; height: 16px; }

QMenu { background: $raised; color: $text; border: 1px solid $line; padding: 4px; }
QMenu::item { min-height: 28px; padding: 0 24px 0 8px; border-radius: 4px; }
QMenu::item:selected { background: $accent_weak; }
QMenu::item:disabled { color: $faint; }
QMenu::icon { margin-left: 6px; }
QMenu::separator { height: 1px; background: $line; margin: 4px 0; }

QSplitter::handle { background: $line; }
QSplitter[role="gap"]::handle { background: transparent; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover, QSplitter::handle:focus { background: $accent; }

QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollArea { border: none; background: transparent; }
QScrollArea:focus { border: 1px solid $accent; border-radius: 6px; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: $line; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: $faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QProgressBar { background: $line; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QDialog, QMessageBox { background: $window; }
QMessageBox QLabel#qt_msgbox_label { font-size: 15px; font-weight: 600; }
QGroupBox { border: none; font-size: 15px; font-weight: 600; margin-top: 24px; }
QGroupBox::title { subcontrol-origin: margin; left: 0; }

#sidebar { background: $surface; border-right: 1px solid $line; }
#header, #placeTabs { background: $window; }
#frameLine { background: $line; border: none; }
#statusline { background: $surface; border-top: 1px solid $line; }
#banner { background: $accent_weak; border-bottom: 1px solid $line; }
#question { background: $surface; border-bottom: 1px solid $warn; }
#paused, #away { background: $window; border-bottom: 1px solid $line; }
#stopped { background: $surface; border-bottom: 2px solid $bad; }
#fault { background: $surface; border-bottom: 1px solid $bad; }
#toast { background: $raised; border: 1px solid $faint; border-radius: 6px; }
#palette { background: $raised; border: 1px solid $faint; border-radius: 6px; }
QToolButton#statusitem {
    border: 1px solid transparent; border-radius: 4px; padding: 0 4px; color: $muted; font-size: 12px;
    min-height: 26px;
}
QToolButton#statusitem[role="over"] { color: $bad; }
QToolButton#statusitem[role="near"] { color: $warn; }
QToolButton#statusitem[role="on"] { color: $accent; }
QToolButton#statusitem:hover { color: $text; }
QToolButton#statusitem:focus { border: 2px solid $accent; padding: 0 3px; }
"""
)
