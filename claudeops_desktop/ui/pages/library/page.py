"""The page Library: documents, what they say, and what is followed (C14, C15)."""

from __future__ import annotations

from typing import Any, ClassVar

from ...text.translation import tr
from ..base_page import PageLocation
from ..view_page import ViewPage


class LibraryPage(ViewPage):
    """The documents with a reader, and the folders, feeds and suggested addresses."""

    title = tr("Library")
    VIEWS: ClassVar[dict[str, tuple[str, str, str]]] = {
        "documents": (tr("Documents"), "documents_view", "LibraryDocumentsView"),
        "following": (tr("Folders and feeds"), "following_view", "LibraryFollowingView"),
    }
    SHOW_TEXTS: ClassVar[dict[str, str]] = {
        "documents": tr("Show the documents of the library"),
        "following": tr("Show the folders and feeds of the library"),
    }

    def activate(self, place: PageLocation | None = None) -> None:
        """A location with the number of a document shows it among the documents."""
        if place is not None and place.id is not None:
            self._turn("documents")
        super().activate(place)

    def more_keys(self) -> list[tuple[str, str]]:
        """The keys of the lists."""
        return [("Delete", tr("Remove the document, or follow it no longer")), ("Return", tr("Read the document"))]

    def save_state(self) -> dict[str, Any]:
        """The view in front, and how the documents are divided."""
        documents = self._views.get("documents")
        return super().save_state() | ({"documents": documents.save_state()} if documents is not None else {})

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take them up."""
        super().restore_state(state)
        if isinstance(state.get("documents"), dict):
            self.view("documents").restore_state(state["documents"])
