"""The page of memory's diagnostics."""

from __future__ import annotations

from typing import ClassVar

from ...text.translation import tr
from ..view_page import ViewPage


class DiagnosticsPage(ViewPage):
    """Why a fact was not remembered, stage by stage, with the activity log of memory below.

    A PageLocation may name a memory (``id``), a ``question``, or the ``session_id`` whose prompt lacked the fact.
    """

    title = tr("Diagnostics")
    VIEWS: ClassVar[dict[str, tuple[str, str, str]]] = {"why": (tr("Why not?"), "why_view", "WhyView")}
