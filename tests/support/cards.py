"""What stands on a card of the inbox, read from its widgets."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton

from claudeops_desktop.ui.kit.card_body import PlainTextBox
from claudeops_desktop.ui.kit.card_view import CardView


def box(card: CardView, name: str) -> PlainTextBox:
    """The text of a part, by the name that a screen reader says."""
    return next(found for found in card.findChildren(PlainTextBox) if found.accessibleName() == name)


def words(card: CardView) -> str:
    """All that the card says, without the marks that let long words break."""
    said = [label.text() for label in card.findChildren(QLabel) if label.isVisibleTo(card)]
    said += [text.toPlainText() for text in card.findChildren(QPlainTextEdit) if text.isVisibleTo(card)]
    return "\n".join(said).replace("\u200b", "")


def links(card: CardView) -> dict[str, QPushButton]:
    """The links on a card, by what a screen reader calls them."""
    found = (button for button in card.findChildren(QPushButton) if button.property("role") == "link")
    return {button.accessibleName(): button for button in found if button.isVisibleTo(card)}


def is_laid_out(card: CardView) -> bool:
    """Whether the card has its size on the screen, and what it says the width of the card."""
    content = card.area.widget()
    whole = card.is_whole and card.width() > 200
    return whole and content is not None and content.width() == card.area.viewport().width()
