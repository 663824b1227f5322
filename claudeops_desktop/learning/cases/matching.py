"""Finds the cases of a symptom: by signature, by service, by words (L6). Reads only; inside ``store.read``."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import orjson

from ...guard.service_names import folded
from ...language.words.stem import stem
from ...storage.database import proxy
from ..signatures.service_aliases import are_equal_services, equal_names
from .gates import ALIKE, CaseCandidate, CaseMatch, judge_candidates, lower_to_hint
from .records import CaseRecords
from .stored_case import FOUND_BY

CANDIDATES = 20
_WORD = re.compile(r"[^\W_][\w.-]*")
_STOP = frozenset(
    " ".join(
        (
            "a an and are as at be been but by can could did do does for from had has have how i in into is it its me",
            "my no not of on or our out over so some still that the their them then there they this to up was we were",
            "what when where which while who why will with would you your now again since after before all any every",
            "about get gets got just very new",
        )
    ).split()
)


@dataclass(frozen=True, slots=True)
class SymptomQuery:
    """What is out of order: its words, the services that it is about, and the kind of check or alert, if any. ``cases``
    are those that it is known to be an occurrence of; ``alike`` has the cosine of the symptom and that of each case
    with which it was compared."""

    symptom: str
    services: tuple[str, ...] = ()
    trigger: str = ""
    cases: tuple[int, ...] = ()
    alike: Mapping[int, float] = field(default_factory=dict)


class CaseMatcher:
    """Looks for cases of one store."""

    def __init__(self, records: CaseRecords) -> None:
        self._records = records

    def match(self, query: SymptomQuery, limit: int = CANDIDATES) -> list[CaseMatch]:
        """The cases that may have to do with it, best first, each with every gate's answer."""
        named = self._services_in(query)
        words = self._words(query.symptom, named)
        weights = self._weights(words)
        alike = (*query.cases, *self._records.with_signatures(self._keys(query))[:CANDIDATES])
        meant = sorted((key for key, near in query.alike.items() if near >= ALIKE), key=query.alike.__getitem__)
        meant = meant[-CANDIDATES:]
        numbers = dict.fromkeys((*alike, *meant, *self._by_words(weights), *self._by_service(named)))
        cases = [one for one in self._records.by_ids(list(numbers)[: 3 * CANDIDATES]) if one.merged_into is None]
        found = []
        for case in cases:
            same = case.id in alike
            scope = _scope((case.service, case.faulty, *case.services), named)
            text = " ".join(
                (
                    case.service,
                    *case.services,
                    case.symptom,
                    case.shown,
                    case.cause,
                    case.reports.cause_evidence,
                    case.cure,
                    *(one.text for one in case.timeline if one.kind in FOUND_BY),
                    *(one.attempt.action for one in case.attempts),
                )
            )
            score = _share(weights, _stems(text))
            near = query.alike.get(case.id, 0.0)
            if same or score > 0 or near >= ALIKE or scope == "same":
                same_trigger = query.trigger != "" and query.trigger == case.trigger
                found.append(CaseCandidate(case, scope, same, score, same_trigger, near))
        judged = judge_candidates(found)[:limit]
        signs = Counter((one.case.signature, one.scope) for one in found if one.case.retired_at is None)
        several = {one.case.id for one in found if one.same_signature and signs[one.case.signature, one.scope] > 1}
        machine = {one.case.id for one in found if not one.same_signature} if query.trigger else set()
        return [
            self._doubted(one, one.case.id in machine, one.case.id in several) if one.bar == "answer" else one
            for one in judged
        ]

    def _doubted(self, match: CaseMatch, other_message: bool, several: bool) -> CaseMatch:
        """An answer is a hint only where the symptom has several known causes, where a check says something else than
        then, in words that are alike, or where the same has failed since."""
        if several:
            return lower_to_hint(match, "Several causes of this symptom are known: check first which one it is.")
        if other_message:
            return lower_to_hint(match, "The check says something else than it did then.")
        where = self._records.failed_elsewhere(match.case)
        if not where:
            return match
        return lower_to_hint(match, f"The same has failed since on {where}, against the same kind of problem.")

    def known_of(self, services: Sequence[str], limit: int) -> list[CaseMatch]:
        """What is known of some services, although nothing is said to be wrong with them, latest first."""
        named = tuple(dict.fromkeys(folded(name) for name in services if name))
        cases = self._records.by_ids(self._by_service(named)[:CANDIDATES])
        judged = judge_candidates([CaseCandidate(case, "same", False, 0.0) for case in cases])
        usable = [
            one for one in judged if one.case.retired_at is None and one.case.record.is_trusted and one.case.treatments
        ]
        return sorted(usable, key=lambda one: (one.case.state == "open", one.case.opened_at), reverse=True)[:limit]

    # --- candidates ------------------------------------------------------------------------------------------------

    def _services_in(self, query: SymptomQuery) -> tuple[str, ...]:
        """The services of the question: those that it names, else those of cases that its words name."""
        if query.services:
            return tuple(dict.fromkeys(folded(name) for name in query.services if name))
        words = dict.fromkeys(word.lower() for word in _WORD.findall(query.symptom))
        spelled = dict.fromkeys(name for word in words for name in equal_names(word))
        wanted = orjson.dumps(list(spelled)).decode()
        rows = proxy.execute_sql(
            "SELECT DISTINCT service FROM case_services WHERE service IN (SELECT value FROM json_each(?))", (wanted,)
        )
        return tuple(name for (name,) in rows)

    def _keys(self, query: SymptomQuery) -> set[str]:
        """The signatures that a question may have."""
        symptom, sign = query.symptom.strip(), self._records.signature_of
        found = {sign("", symptom)} if symptom else set()
        if query.trigger:
            found |= {sign(query.trigger, symptom), sign(query.trigger, "")}
        return found

    def _by_service(self, named: Sequence[str]) -> list[int]:
        names = [other for name in named for other in equal_names(name)]
        rows = proxy.execute_sql(
            "SELECT id FROM cases WHERE merged_into IS NULL AND id IN (SELECT case_id FROM case_services WHERE"
            " service IN (SELECT value FROM json_each(?))) ORDER BY opened_at DESC LIMIT ?",
            (orjson.dumps(names).decode(), CANDIDATES),
        )
        return [number for (number,) in rows]

    def _by_words(self, weights: dict[str, float]) -> list[int]:
        if not weights:
            return []
        asked = " OR ".join(f'"{word}"' for word in weights)
        rows = proxy.execute_sql(
            "SELECT rowid FROM case_words WHERE case_words MATCH ? ORDER BY bm25(case_words) LIMIT ?",
            (asked, CANDIDATES),
        )
        return [number for (number,) in rows]

    def _words(self, symptom: str, named: Sequence[str]) -> list[str]:
        """The words of a symptom that mean something; the service's own names say nothing of what is wrong with it."""
        own = {stem(part) for name in named for part in _plain_words(name)}
        own |= {stem(part) for name in named for other in equal_names(name) for part in _plain_words(other)}
        words = [word for word in _plain_words(symptom) if word not in _STOP and stem(word) not in own]
        return list(dict.fromkeys(words))[:40]

    def _weights(self, words: Sequence[str]) -> dict[str, float]:
        """How much each word counts: one that few cases hold counts more."""
        (total,) = proxy.execute_sql("SELECT count(*) FROM cases").fetchone()
        found = {}
        for word in words:
            (held,) = proxy.execute_sql(
                "SELECT count(*) FROM (SELECT rowid FROM case_words WHERE case_words MATCH ? LIMIT 1000)",
                (f'"{word}"',),
            ).fetchone()
            found[word] = math.log(1 + (total - held + 0.5) / (held + 0.5)) if held < total else 0.1
        return found


def _plain_words(text: str) -> list[str]:
    return [part for word in _WORD.findall(text.lower()) for part in re.split(r"[\W_]+", word) if len(part) > 1]


def _stems(text: str) -> set[str]:
    return {stem(word) for word in _plain_words(text)}


def _share(weights: dict[str, float], held: set[str]) -> float:
    whole = sum(weights.values())
    return sum(weight for word, weight in weights.items() if stem(word) in held) / whole if whole else 0.0


def _scope(own: Sequence[str], named: Sequence[str]) -> str:
    if not named:
        return "unknown"
    return "same" if any(are_equal_services(name, other) for name in own if name for other in named) else "other"
