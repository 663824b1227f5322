"""The row over the table: search, service, category, state, and how many each would leave."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from ....language.types import CATEGORIES
from ....memory import FilterCounts, MemoryQuery
from ... import icons, theme
from ...text.translation import tr
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.flow_layout import FlowLayout
from ...widgets.search_field import SearchField

SERVICE_WIDTH = 200
STATES = (
    ("all", tr("All states")),
    ("active", tr("Active")),
    ("inactive", tr("Inactive")),
    ("pinned", tr("Pinned")),
    ("superseded", tr("Replaced")),
    ("held", tr("Needs review")),
)


class MemoryFilterRow(QWidget):
    """``changed`` carries the MemoryQuery with the filters as they stand now; its order is left as it was."""

    changed = Signal(object)
    add_requested = Signal()
    preview_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._query = MemoryQuery()
        self.search = SearchField(tr("Search memories"))
        self.service = FilterBox(tr("Service"), [FilterChoice(tr("All services"), None)])
        self.category = FilterBox(tr("Category"), [FilterChoice(tr("All categories"), None)])
        self.state = FilterBox(tr("State"), [FilterChoice(text, value) for value, text in STATES])
        self.service.setMaximumWidth(SERVICE_WIDTH)
        self.session = QPushButton()
        theme.set_role(self.session, "quiet")
        icons.set_themed_icon(self.session, "close", "muted")
        self.session.setToolTip(tr("Show the memories of all sessions again"))
        self.session.hide()
        self.preview = QPushButton(tr("Preview"))
        self.preview.setAccessibleName(tr("Preview"))
        self.preview.setToolTip(tr("See what the next run will read (Ctrl+Shift+V)"))
        icons.set_themed_icon(self.preview, "preview")
        self.add = QPushButton(tr("Add"))
        self.add.setToolTip(tr("Add a memory by hand (Ctrl+N)"))
        self.add.setAccessibleName(tr("Add a memory"))
        icons.set_themed_icon(self.add, "add")
        row = FlowLayout(theme.GAP_S, self, fill=True)
        for widget in (self.search, self.service, self.category, self.state, self.session):
            row.addWidget(widget)
        row.push_to_end()
        for button in (self.preview, self.add):
            row.addWidget(button)
        self.search.textChanged.connect(self._search)
        self.service.value_chosen.connect(self._choose_service)
        self.category.value_chosen.connect(self._choose_category)
        self.state.value_chosen.connect(self._choose_state)
        self.session.clicked.connect(self._forget_session)
        self.preview.clicked.connect(self.preview_requested)
        self.add.clicked.connect(self.add_requested)

    @property
    def query(self) -> MemoryQuery:
        """The query as the row shows it."""
        return self._query

    @property
    def filtering(self) -> bool:
        """Whether anything is filtered at all."""
        return has_filters(self._query)

    def show_query(self, query: MemoryQuery) -> None:
        """Show the filters of a query without telling of it."""
        self._query = query
        if self.search.text().strip() != query.text:
            blocked = self.search.blockSignals(True)
            self.search.set_text_quietly(query.text)
            self.search.blockSignals(blocked)
        self.service.set_value(query.service)
        self.category.set_value(query.category)
        self.state.set_value(query.state)
        self.session.setVisible(query.session_id is not None)
        self.session.setText(tr("Session {session_id}", session_id=query.session_id))

    def show_counts(self, facets: FilterCounts) -> None:
        """How many each entry would leave under the other filters."""
        services = sum(facets.services.values())
        self.service.set_choices(
            [FilterChoice(tr("All services"), None, services)]
            + [FilterChoice(n, n, count) for n, count in facets.services.items()]
        )
        categories = sum(facets.categories.values())
        self.category.set_choices(
            [FilterChoice(tr("All categories"), None, categories)]
            + [FilterChoice(name, name, facets.categories.get(name, 0)) for name in CATEGORIES]
        )
        self.state.set_choices([FilterChoice(text, value, facets.states.get(value, 0)) for value, text in STATES])

    @Slot()
    def clear(self) -> None:
        """No filter at all."""
        self.show_query(replace(self._query, service=None, category=None, state="all", text="", session_id=None))
        self.changed.emit(self._query)

    def _change(self, **fields: object) -> None:
        query = replace(self._query, **fields)  # type: ignore[arg-type]
        if query != self._query:
            self._query = query
            self.session.setVisible(query.session_id is not None)
            self.changed.emit(query)

    @Slot(str)
    def _search(self, text: str) -> None:
        self._change(text=text.strip())

    @Slot(object)
    def _choose_service(self, value: str | None) -> None:
        self._change(service=value)

    @Slot(object)
    def _choose_category(self, value: str | None) -> None:
        self._change(category=value)

    @Slot(object)
    def _choose_state(self, value: str) -> None:
        self._change(state=value)

    @Slot()
    def _forget_session(self) -> None:
        self._change(session_id=None)


def has_filters(query: MemoryQuery) -> bool:
    """Whether a query leaves anything out."""
    return query.state != "all" or bool(query.service or query.category or query.text) or query.session_id is not None
