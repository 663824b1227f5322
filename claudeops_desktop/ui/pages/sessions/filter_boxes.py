"""The filters of the page of runs: three that are always there, and five more on a line of their own."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from ....core.money import money
from ....records.run_list import RunFacets, RunQuery
from ....records.sessions import SessionStatus
from ... import icons, theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.flow_layout import FlowLayout
from . import text

COSTS = (None, 0.0, 0.05, 0.25, 1.0, 5.0)
NARROW = 800  # pixels that the first line needs
DAYS = (
    (None, tr("Any time")),
    (1, tr("Last 24 hours")),
    (7, tr("Last 7 days")),
    (30, tr("Last 30 days")),
    (90, tr("Last 90 days")),
)


class RunFilters:
    """``boxes`` by their names in RunQuery; the button shows and hides ``more``, the line of those less used."""

    def __init__(self, parent: QWidget) -> None:
        self.status = FilterBox(tr("Status"), [FilterChoice(tr("Any status"), None)])
        self.agent = FilterBox(tr("Agent"), [FilterChoice(tr("Any agent"), None)])
        self.tier = FilterBox(tr("Highest tier"), [FilterChoice(tr("Any tier"), None)])
        self.trigger = FilterBox(tr("Trigger"), [FilterChoice(tr("Any trigger"), None)])
        self.service = FilterBox(tr("Service"), [FilterChoice(tr("Any service"), None)])
        self.cost = FilterBox(tr("Cost"), [FilterChoice(_cost(cost), cost) for cost in COSTS])
        self.days = FilterBox(tr("Started"), [FilterChoice(name, days) for days, name in DAYS])
        self.dry_run = FilterBox(tr("Dry run"), [FilterChoice(tr("Dry runs or not"), None)])
        self.boxes = {
            "status": self.status,
            "agent": self.agent,
            "tier": self.tier,
            "trigger": self.trigger,
            "service": self.service,
            "cost": self.cost,
            "days": self.days,
            "dry_run": self.dry_run,
        }
        self.button = QPushButton(parent)
        self.button.setCheckable(True)
        icons.set_themed_icon(self.button, "filter")
        self.more = QWidget(parent)
        self.button.toggled.connect(self.more.setVisible)
        self.more.hide()
        self._query, self._narrow = RunQuery(), False
        self._tell_button()

    def add_to_layout(self, row: QHBoxLayout) -> None:
        """Put the first ones and the button into ``row``, the others on their line."""
        self._row, self._line = row, FlowLayout(theme.GAP_S, self.more)
        for box in self.main_boxes:
            row.addWidget(box)
        row.addWidget(self.button)
        for box in self.more_boxes:
            self._line.addWidget(box)

    def adapt_to_width(self, width: int) -> None:
        """In a narrow page all filters stand on the second line."""
        narrow = width < NARROW
        if narrow == self._narrow:
            return
        self._narrow = narrow
        for box in self.boxes.values():
            (self._row if box in self.main_boxes else self._line).removeWidget(box)
            self._line.removeWidget(box)
        at = self._row.indexOf(self.button)
        for place, box in enumerate(self.main_boxes):
            if narrow:
                self._line.addWidget(box)
            else:
                self._row.insertWidget(at + place, box)
        for box in self.more_boxes:
            self._line.addWidget(box)
        self._tell_button()

    @property
    def main_boxes(self) -> tuple[FilterBox, ...]:
        """Those that are always in sight."""
        return self.status, self.agent, self.tier

    @property
    def more_boxes(self) -> tuple[FilterBox, ...]:
        """The others."""
        return self.trigger, self.service, self.cost, self.days, self.dry_run

    def show_active_count(self, query: RunQuery) -> None:
        """Say on the button how many of the others are set; they are in sight while one is."""
        self._query = query
        if self._tell_button() and not self.button.isChecked():
            self.button.setChecked(True)

    def _tell_button(self) -> int:
        names = self.boxes if self._narrow else ("trigger", "service", "cost", "days", "dry_run")
        in_force = sum(getattr(self._query, name) is not None for name in names)
        name = tr("Filters") if self._narrow else tr("More filters")
        self.button.setText(f"{name} {in_force}" if in_force else name)
        self.button.setToolTip(tr("Trigger, service, cost, when it started, dry run"))
        return in_force

    def show_facets(self, facets: RunFacets) -> None:
        """How many runs each entry would leave."""
        statuses = [
            FilterChoice(text.status_name(status), str(status), facets.statuses[status])
            for status in SessionStatus
            if status in facets.statuses
        ]
        self.status.set_choices([FilterChoice(tr("Any status"), None, sum(facets.statuses.values())), *statuses])
        agents = [FilterChoice(name, name, count) for name, count in sorted(facets.agents.items())]
        self.agent.set_choices([FilterChoice(tr("Any agent"), None, sum(facets.agents.values())), *agents])
        tiers = [
            FilterChoice(f"{tier} {formatting.tier_name(tier)}", tier, n) for tier, n in sorted(facets.tiers.items())
        ]
        self.tier.set_choices([FilterChoice(tr("Any tier"), None, sum(facets.tiers.values())), *tiers])
        triggers = [FilterChoice(text.trigger_name(name), name, n) for name, n in sorted(facets.triggers.items())]
        self.trigger.set_choices([FilterChoice(tr("Any trigger"), None, sum(facets.triggers.values())), *triggers])
        self.service.set_choices(
            [FilterChoice(tr("Any service"), None), *(FilterChoice(n, n) for n in facets.services)]
        )
        dry = [FilterChoice(_dry(value), value, n) for value, n in sorted(facets.dry_runs.items())]
        self.dry_run.set_choices([FilterChoice(tr("Dry runs or not"), None, sum(facets.dry_runs.values())), *dry])


def valid_filters(values: dict[str, object], sorts: set[str]) -> dict[str, object]:
    """The filters among these values that a RunQuery has, where they are of the right kind."""
    kinds: dict[str, tuple[type, ...]] = {
        "status": (str,),
        "agent": (str,),
        "tier": (int,),
        "trigger": (str,),
        "service": (str,),
        "cost": (int, float),
        "days": (int,),
        "dry_run": (bool,),
        "text": (str,),
        "sort": (str,),
        "descending": (bool,),
    }
    found = {name: values[name] for name, kind in kinds.items() if isinstance(values.get(name), kind)}
    found = {n: v for n, v in found.items() if not isinstance(v, bool) or bool in kinds[n]}
    if found.get("sort") not in sorts:
        found.pop("sort", None)
        found.pop("descending", None)
    return found


def _cost(cost: float | None) -> str:
    if cost is None:
        return tr("Any cost")
    return tr("Over {cost}", cost=money(cost)) if cost else tr("Cost anything")


def _dry(value: bool) -> str:
    return tr("Dry runs only") if value else tr("No dry runs")
