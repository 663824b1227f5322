"""The page that asks memory a question, and shows what is related to a service."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...text.translation import tr
from ..view_page import ViewPage

if TYPE_CHECKING:
    from .ask_view import AskView


class AskPage(ViewPage):
    """A PageLocation may hold a ``question`` with a ``service``, or ``{"view": "around", "service": …}``."""

    title = tr("Ask")
    VIEWS: ClassVar[dict[str, tuple[str, str, str]]] = {
        "ask": (tr("Ask"), "ask_view", "AskView"),
        "around": (tr("Around a service"), "neighbourhood", "NeighbourhoodView"),
    }
    SHOW_TEXTS: ClassVar[dict[str, str]] = {
        "ask": tr("Ask memory"),
        "around": tr("Show what is related to a service"),
    }

    @property
    def ask_view(self) -> AskView:
        """The view that asks."""
        view: AskView = self.view("ask")
        return view

    def more_keys(self) -> list[tuple[str, str]]:
        """The keys of the graph, which may not be made yet."""
        return [("C", tr("Centre the selected item (around a service)"))]
