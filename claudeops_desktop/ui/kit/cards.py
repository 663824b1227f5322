"""Cards that ask for a decision, declared: what a card of each kind says, what can be decided, and the page of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..pages.base_page import PageLocation
from .actions import ActionSpec
from .card_body import BodyPart
from .columns import ColumnSpec
from .detail import EmptyText
from .filters import FilterSpec
from .record_page import RecordListing

if TYPE_CHECKING:
    from ..app_context import AppContext
    from .card_page import CardPage

Item = TypeVar("Item")
Row = TypeVar("Row")
Query = TypeVar("Query")


@dataclass(frozen=True)
class DecisionSpec(Generic[Item]):
    """A decision: a button on the card, and a key.

    ``decide`` is called with the page, the keys of the cards decided on and the note written on the card. It takes
    those that are decided off the list by ``CardPage.leave``. Unless ``read`` is false, a click counts only on a card
    that was read to its end; a key always needs that. ``shown`` tells for which items there is such a decision. One
    that ``needs_note`` waits until a note is written. ``while_pending`` says that its key works while another decision
    has yet to take effect. ``many`` is the text of the button that decides on all selected cards of the kind.
    """

    name: str
    text: str
    keys: str
    tip: str
    decide: Callable[[CardPage[Any, Any], Sequence[Any], str], None]
    role: str = ""
    read: bool = True
    shown: Callable[[Item], bool] | None = None
    needs_note: bool = False
    while_pending: bool = False
    many: Callable[[int], str] | None = None


@dataclass(frozen=True)
class NoteSpec:
    """The field on a card for a note on the decision, or for an answer. ``hint`` stands in it while it is empty."""

    hint: str
    spoken: str
    lines: int = 1
    longest: int = 300


@dataclass(frozen=True)
class CardContent:
    """What a card says of an item. ``must`` has to be read before a decision, ``more`` may be left unread. ``spoken``
    is what a screen reader says of the card."""

    title: str
    about: str
    spoken: str
    must: Sequence[BodyPart]
    more: Sequence[BodyPart] = ()
    state: str = "waiting"


@dataclass(frozen=True)
class CardKind(Generic[Row, Item]):
    """A kind of card.

    ``load`` makes of a row of the list what the card shows, and answers None for what is gone; it runs on a reader
    thread, or with ``slow`` on one for work with files. Without it the card shows ``item`` of the row at once.
    ``clock`` says how long the card still waits: a text and the share of time that is left; "" for no limit.
    ``pending`` is the sentence about a decision that takes effect in a moment ("" for none); ``take_back`` undoes it.
    """

    text: str
    content: Callable[[Item], CardContent]
    decisions: Sequence[DecisionSpec[Item]]
    item: Callable[[Row], Item] | None = None
    load: Callable[[AppContext, Row], Item | None] | None = None
    slow: bool = False
    note: Callable[[Item], NoteSpec | None] | None = None
    clock: Callable[[Item, datetime], tuple[str, float]] | None = None
    pending: Callable[[AppContext, Item], str] | None = None
    take_back: Callable[[AppContext, Item], None] | None = None


@dataclass(frozen=True)
class CardListing(RecordListing):
    """What a query found. ``rows`` are those that were read along with the keys; the page asks for the others when they
    come into view. ``total`` is how many cards wait in all."""

    rows: Mapping[Any, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class CardNotice:
    """A line over the list, with a button. ``text`` says something of a listing, or "" where there is nothing to say;
    ``run`` is called with the page."""

    text: Callable[[Any], str]
    button: str
    run: Callable[[Any], object]


@dataclass(frozen=True)
class CardPageSpec(Generic[Row, Query]):
    """What a page of cards is.

    ``query`` is the query with nothing filtered, a frozen dataclass with a ``text`` and a field for each filter.
    ``list`` and ``rows`` run on reader threads; ``kind`` names the kind of the card of a key. ``key`` is the card that
    a location leads to (None for none). The page lists anew when one of ``tables`` has changed. ``fact`` is the line
    under the title. Columns named in ``extra`` are left out of a narrow list. ``keys`` holds the keys of decisions with
    their texts in the command palette; ``actions`` are others. ``empty_action`` has a button where nothing waits.
    """

    title: str
    look: str
    query: Query
    search: str
    filters: Sequence[FilterSpec[Any]]
    columns: Sequence[ColumnSpec[Row]]
    kinds: Mapping[str, CardKind[Row, Any]]
    kind: Callable[[Any], str]
    key: Callable[[PageLocation], Hashable | None]
    list: Callable[[AppContext, Query], CardListing]
    rows: Callable[[AppContext, Sequence[Any]], Mapping[Any, Row]]
    tables: frozenset[str]
    fact: Callable[[Any], str]
    empty: EmptyText
    no_match: str
    not_found: str
    keys: Mapping[str, str]
    actions: Sequence[ActionSpec[Any]] = ()
    empty_action: str = ""
    extra: Sequence[str] = ()
    notices: Sequence[CardNotice] = ()
