"""The choice of a domain, with how long its facts are trusted beside it (Lifetimes)."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from ....core.settings.groups import DomainLifetime, LifetimeSettings
from ... import theme
from ...text import formatting

BY_WORDS = "by its words"
WIDTH = 200


class DomainField(QWidget):
    """Lists every domain, those of the operator's own too. With ``by_words`` the first entry leaves it to the words;
    its value is ""."""

    def __init__(self, lifetimes: LifetimeSettings, *, by_words: bool = False) -> None:
        super().__init__()
        self._lifetimes = lifetimes.all_lifetimes()
        self.box = QComboBox()
        self.box.setMinimumWidth(WIDTH)
        theme.set_accessible_name(self.box, "Domain")
        if by_words:
            self.box.addItem(BY_WORDS, "")
        for name in self._lifetimes:
            self.box.addItem(name, name)
        self.meaning = theme.plain_label(role="muted", wrap=True)
        self.box.currentIndexChanged.connect(self._say)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_M)
        row.addWidget(self.box)
        row.addWidget(self.meaning, 1)
        self.setFocusProxy(self.box)
        self._say()

    @property
    def value(self) -> str:
        """The domain that is chosen."""
        return str(self.box.currentData())

    def choose(self, name: str) -> None:
        """Choose a domain; one that nobody set up is listed all the same."""
        if self.box.findData(name) < 0:
            self.box.addItem(name, name)
        self.box.setCurrentIndex(self.box.findData(name))

    def _say(self) -> None:
        lifetime = self._lifetimes.get(self.value)
        if not self.value:
            self.meaning.setText("how long it is trusted goes by this")
        elif lifetime is None:
            self.meaning.setText("not set up any more: it lives as operations do")
        else:
            self.meaning.setText(lifetime_text(lifetime))


def lifetime_text(lifetime: DomainLifetime) -> str:
    """How long facts are trusted: ``stale after 90 days, archived after 180 days``."""
    if not lifetime.stale_days and not lifetime.archive_days:
        return "does not fade"
    stale = (
        f"stale after {formatting.format_count(lifetime.stale_days, 'day')}" if lifetime.stale_days else "never stale"
    )
    if not lifetime.archive_days:
        return f"{stale}, never archived"
    return f"{stale}, archived after {formatting.format_count(lifetime.archive_days, 'day')}"
