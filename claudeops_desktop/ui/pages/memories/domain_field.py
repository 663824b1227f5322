"""The choice of a domain, with how long its facts are trusted beside it (Lifetimes)."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from ....core.settings.groups import DomainLifetime, LifetimeSettings
from ... import theme
from ...text.translation import tr, tr_count

BY_WORDS = tr("chosen from the text")
WIDTH = 200


class DomainField(QWidget):
    """Lists every domain, those of the operator's own too. With ``by_words`` the first entry leaves it to the words;
    its value is ""."""

    def __init__(self, lifetimes: LifetimeSettings, *, by_words: bool = False) -> None:
        super().__init__()
        self._lifetimes = lifetimes.all_lifetimes()
        self.box = QComboBox()
        self.box.setMinimumWidth(WIDTH)
        theme.set_accessible_name(self.box, tr("Domain"))
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
            self.meaning.setText(tr("decides how long it is trusted"))
        elif lifetime is None:
            self.meaning.setText(tr("no longer configured: treated like “operations”"))
        else:
            self.meaning.setText(lifetime_text(lifetime))


def lifetime_text(lifetime: DomainLifetime) -> str:
    """How long facts are trusted: ``stale after 90 days, archived after 180 days``."""
    if not lifetime.stale_days and not lifetime.archive_days:
        return tr("does not fade")
    stale = (
        tr_count("stale after %n day", "stale after %n days", lifetime.stale_days)
        if lifetime.stale_days
        else tr("never stale")
    )
    if not lifetime.archive_days:
        return tr("{stale}, never archived", stale=stale)
    return tr_count(
        "{stale}, archived after %n day", "{stale}, archived after %n days", lifetime.archive_days, stale=stale
    )
