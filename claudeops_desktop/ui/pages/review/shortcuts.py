"""The keys of the review page: one letter for each answer of the card in front."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence

from .expiring_card import ExpiringCard
from .pair_card import PairCard

if TYPE_CHECKING:
    from .page import ReviewPage

OTHERS = (("Possible conflict", PairCard), ("About to expire", ExpiringCard))


def make_shortcuts(page: ReviewPage) -> list[QAction]:
    """The actions, which stand on the splitter and not on the filters: letters are letters there."""
    wanted: list[tuple[str, str, Callable[[], object]]] = [
        ("Approve what waits", "A", page.approve_by_key),
        ("Edit what waits", "E", page.edit),
        ("Reject what waits", "R", page.reject_by_key),
        ("Undo the last answer", "Z", page.desk.undo.undo),
    ]
    for about, card in OTHERS:
        wanted += [(f"{about}: {one.text}", one.key, partial(page.press_by_key, one.name)) for one in card.ANSWERS]
    made = []
    for text, keys, act in wanted:
        action = QAction(text, page)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setAutoRepeat(False)
        action.triggered.connect(act)
        page.splitter.addAction(action)
        made.append(action)
    return [*made, page.card.save_key]
