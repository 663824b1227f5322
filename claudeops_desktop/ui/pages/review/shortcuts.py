"""The keys of the review page: one letter for each answer of the card in front."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence

from ...text.translation import tr
from .expiring_card import ExpiringCard
from .pair_card import PairCard
from .question_card import DISMISS, QuestionCard

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

OTHERS = ((tr("Possible conflict"), PairCard), (tr("About to expire"), ExpiringCard))


def make_shortcuts(
    owner: QWidget,
    *,
    approve: Callable[[], object],
    edit: Callable[[], object],
    reject: Callable[[], object],
    undo: Callable[[], object],
    press: Callable[[str], object],
) -> list[QAction]:
    """The actions, which stand on ``owner`` and not on the filters: letters are letters there. ``press`` is handed
    the name of an answer of the card in front.
    """
    wanted: list[tuple[str, str, Callable[[], object]]] = [
        (tr("Approve what waits"), "A", approve),
        (tr("Edit what waits"), "E", edit),
        (tr("Reject what waits"), "R", reject),
        (tr("Undo the last answer"), "Z", undo),
    ]
    for about, card in OTHERS:
        wanted += [(f"{about}: {one.text}", one.key, partial(press, one.name)) for one in card.ANSWERS]
    wanted += [
        (f"{tr('Question')}: {one.text}", one.key, partial(press, one.name))
        for one in QuestionCard.ANSWERS
        if one.name == DISMISS  # the other key belongs to the field
    ]
    made = []
    for text, keys, act in wanted:
        action = QAction(text, owner)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setAutoRepeat(False)
        action.triggered.connect(act)
        owner.addAction(action)
        made.append(action)
    return made
