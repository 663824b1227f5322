"""The filters over what waits, and how many rows each entry would leave."""

from __future__ import annotations

from ....language.types import CATEGORIES
from ...text.translation import tr
from ...widgets.filter_box import FilterBox, FilterChoice
from .queries import KINDS, ReviewListing
from .text import KIND_NAMES


class ReviewFilters:
    """``by_name`` holds the boxes by the field of ``ReviewQuery`` that each sets."""

    def __init__(self) -> None:
        self.kind = FilterBox(tr("Kind"), [FilterChoice(tr("Anything"), None)])
        self.service = FilterBox(tr("Service"), [FilterChoice(tr("Any service"), None)])
        self.category = FilterBox(tr("Category"), [FilterChoice(tr("Any category"), None)])
        self.by_name = {"kind": self.kind, "service": self.service, "category": self.category}

    def show_counts(self, found: ReviewListing) -> None:
        """Say how many each entry would leave."""
        self.kind.set_choices(
            [FilterChoice(tr("Anything"), None, sum(found.kinds.values()))]
            + [FilterChoice(KIND_NAMES[kind], kind, found.kinds[kind]) for kind in KINDS]
        )
        for box, first, counts, names in (
            (self.service, tr("Any service"), found.services, tuple(sorted(found.services))),
            (self.category, tr("Any category"), found.categories, CATEGORIES),
        ):
            choices = [FilterChoice(name, name, counts.get(name, 0)) for name in names]
            box.set_choices([FilterChoice(first, None, sum(counts.values())), *choices])
