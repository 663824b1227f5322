"""The tabs of a place: its pages, with how much on each needs the operator. Hidden where a place has one page only."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QTabBar, QWidget

from .. import theme
from ..pages import ENTRIES, PlaceEntry
from ..text.formatting import format_number
from ..text.translation import tr, tr_count


class PlaceTabs(QFrame):
    """``page_chosen`` carries the name of the page whose tab the operator picked."""

    page_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("placeTabs")
        self._place: PlaceEntry | None = None
        self._counts: dict[str, int] = {}
        self.bar = QTabBar(self)
        self.bar.setObjectName("placeTabBar")
        self.bar.setDrawBase(False)
        self.bar.setExpanding(False)
        self.bar.setUsesScrollButtons(True)
        self.bar.setElideMode(Qt.TextElideMode.ElideNone)
        self.bar.currentChanged.connect(self._turned)
        self._row = QHBoxLayout(self)
        self._row.setSpacing(0)
        self._row.addWidget(self.bar)
        self.set_margin(theme.MARGIN)
        self.hide()

    def set_margin(self, margin: int) -> None:
        """Keep in line with the page below."""
        self._row.setContentsMargins(margin, 0, margin, 0)

    def show_page(self, place: PlaceEntry, page: str) -> None:
        """Show the tabs of a place, with this page chosen."""
        self.bar.blockSignals(True)
        if place is not self._place:
            self._place = place
            while self.bar.count():
                self.bar.removeTab(0)
            for name in place.pages:
                at = self.bar.addTab("")
                self.bar.setTabData(at, name)
            self.bar.setAccessibleName(tr("Pages of {place}", place=place.title))
            self._name_tabs()
        self.bar.setCurrentIndex(place.pages.index(page))
        self.bar.blockSignals(False)
        self.setVisible(len(place.pages) > 1)

    def set_count(self, page: str, count: int) -> None:
        """How many things on a page need the operator."""
        if self._counts.get(page, 0) != count:
            self._counts[page] = count
            self._name_tabs()

    def step(self, by: int) -> None:
        """The next tab (1) or the one before (-1), round and round."""
        if self.bar.count() > 1:
            self.bar.setCurrentIndex((self.bar.currentIndex() + by) % self.bar.count())

    def _name_tabs(self) -> None:
        for at, name in enumerate(self._place.pages if self._place is not None else ()):
            title, count = ENTRIES[name].title, self._counts.get(name, 0)
            self.bar.setTabText(at, f"{title} ({format_number(count)})" if count else title)
            self.bar.setTabToolTip(at, tr_count("%n needs you", "%n need you", count) if count else "")

    def _turned(self, at: int) -> None:
        if at >= 0:
            self.page_chosen.emit(str(self.bar.tabData(at)))
