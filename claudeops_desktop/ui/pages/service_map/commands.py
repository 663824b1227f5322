"""Proposed dependencies confirmed and dismissed, each with its way back. On threads: services.toml is a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....core.clock import utc_now
from ....records.service_edges import EdgeState
from ....topology.dependencies import MapEdge
from ....topology.dependency_edits import DependencyEdit, add_dependency, is_in_file, restore_file

if TYPE_CHECKING:
    from ...app_context import AppContext


def confirm_edge(desk: AppContext, edge: MapEdge) -> DependencyEdit | None:
    """Write the dependency into services.toml where the service stands there, and record it; the edit of the file."""
    path = desk.folder.services_file
    edit = add_dependency(path, edge.start, edge.end) if is_in_file(path, edge.start) else None
    _set_state(desk, edge, EdgeState.CONFIRMED)
    return edit


def take_back_confirmation(desk: AppContext, edge: MapEdge, edit: DependencyEdit | None) -> None:
    """Put the file back, and propose it again."""
    if edit is not None and edit.is_changed:
        restore_file(desk.folder.services_file, edit)
    _set_state(desk, edge, EdgeState.PROPOSED)


def dismiss_edge(desk: AppContext, edge: MapEdge) -> None:
    """Never propose it again."""
    _set_state(desk, edge, EdgeState.DISMISSED)


def take_back_dismissal(desk: AppContext, edge: MapEdge, _answer: None = None) -> None:
    """Propose it again."""
    _set_state(desk, edge, EdgeState.PROPOSED)


def _set_state(desk: AppContext, edge: MapEdge, state: EdgeState) -> None:
    edges = desk.book.service_edges
    desk.book.store.write(lambda: edges.set_state(edge.start, edge.end, state, utc_now())).result()
