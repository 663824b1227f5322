"""What is read and changed of cases, on the store's threads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from ....core.clock import to_text, utc_now
from ....learning import LearningService, StoredCase, StoredPattern, write_postmortem
from ...kit.record_page import RecordListing

if TYPE_CHECKING:
    from ....records.record_books import RecordRepositories
    from ...app_context import AppContext

EDITED = ("service", "symptom", "cause", "cure", "state")


@dataclass(frozen=True)
class CaseQuery:
    """Which cases are shown: those of a ``state`` or a ``service``, None for any, with all words of a text; ``sort`` is
    a column, "" for the latest first."""

    text: str = ""
    state: str | None = None
    service: str | None = None
    sort: str = ""
    descending: bool = True


@dataclass(frozen=True)
class CaseListing(RecordListing):
    """All cases by id, and all patterns."""

    cases: Mapping[Hashable, StoredCase] = field(default_factory=dict)
    patterns: Sequence[StoredPattern] = ()


def list_cases(context: AppContext, query: CaseQuery) -> CaseListing:
    """Return the cases that match, in the order that is asked for."""
    learning = LearningService(context.book)
    cases = learning.cases.list()
    found = choose_cases(cases, query)
    counts: dict[str, Mapping[Any, int]] = {
        "state": Counter(case.state for case in choose_cases(cases, replace(query, state=None))),
        "service": Counter(case.service for case in choose_cases(cases, replace(query, service=None))),
    }
    by_id: dict[Hashable, StoredCase] = {case.id: case for case in cases}
    keys = [case.id for case in found]
    return CaseListing(keys, len(cases), len(found), counts, by_id, learning.patterns.list())


def choose_cases(cases: Sequence[StoredCase], query: CaseQuery) -> list[StoredCase]:
    """Return the cases that match, in the order that is asked for. Pure."""
    words = query.text.casefold().split()
    found = [
        case
        for case in cases
        if query.state in (None, case.state)
        and (query.service is None or query.service in services_of(case))
        and all(word in _text(case) for word in words)
    ]
    key = _SORTS.get(query.sort)
    return found if key is None else sorted(found, key=key, reverse=query.descending)


def services_of(case: StoredCase) -> list[str]:
    """Return the services that a case is filed under, its own first."""
    return list(dict.fromkeys((case.service, *case.services)))


def _text(case: StoredCase) -> str:
    attempts = " ".join(one.attempt.action for one in case.attempts)
    return " ".join((*case.services, case.symptom, case.shown, case.cause, case.cure, attempts)).casefold()


_SORTS: dict[str, Callable[[StoredCase], Any]] = {
    "service": lambda case: (case.service, case.opened_at),
    "state": lambda case: (case.state, case.opened_at),
    "seen": lambda case: (case.seen, case.opened_at),
    "when": lambda case: case.opened_at,
}


def find_case(context: AppContext, number: int) -> int | None:
    """Return the case of a number, or the one that it became part of; None where there is none."""
    case = LearningService(context.book).cases.get(number)
    return case.id if case is not None else None


def load_cases_of_service(context: AppContext, service: str) -> list[StoredCase]:
    """Return the cases that are filed under a service."""
    return LearningService(context.book).cases.list(service=service)


def render_postmortem(context: AppContext, case_id: int, path: Path) -> str:
    """Return the draft of a postmortem for a file of this name. Raises OperatorError where the case is gone."""
    case = LearningService(context.book).cases.must(case_id)
    if path.suffix.lower() == ".json":
        return orjson.dumps(case.as_json(), option=orjson.OPT_INDENT_2).decode() + "\n"
    return write_postmortem(case, to_text(utc_now()))


def edit_case(book: RecordRepositories, before: StoredCase, edited: Mapping[str, str]) -> None:
    """Store the words that were changed. Raises UsageError for an empty service."""
    changed = {name: text for name, text in edited.items() if text != getattr(before, name)}
    if changed:
        LearningService(book).cases.edit(before.id, **changed)
