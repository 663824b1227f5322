"""What curation of the knowledge folder asks of memory: facts since a position with all that stands behind them, and
the gate's word on a text (C3, C4, C11).

A session that had been given a fact, and said it again, is no evidence of it: its words only came back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ..core.principals import EVERYONE
from ..language.types import ExtractedFact
from ..records.record_books import RecordRepositories
from ..storage.database import proxy
from ..stream.own_hosts import OperatorHosts
from ..stream.provenance import ClaimOrigin
from . import tables
from .gate import quality
from .gate.gate import gate
from .session_sources import SessionSources
from .types import Memory

_SAID = ("inserted", "reinforced", "merged", "refreshed", "confirmed", "edited", "approved", "settled")
"""Changes after which somebody has said a fact, or said it once more."""
_LASTING = ("rules-conventions", "preferences", "people-relationships")
_FOREIGN = "Its words stand in "  # how the gate begins where others wrote the words first
_DECISION = re.compile(r"\bdecision (?:record )?(?:no\.? |number )?#?\d{1,5}\b|\badr[- ]?\d{1,5}\b", re.IGNORECASE)
_LEAST = 0.6
_HOLDS = (
    "m.active = 1 AND m.gate = 'allow' AND m.superseded_by IS NULL AND m.state IN ('active', 'stale')"
    f" AND m.audience = '{EVERYONE}'"  # files are for whoever may read them
)


@dataclass(frozen=True, slots=True)
class CuratedFact:
    """A fact with what stands behind it: ``sessions`` that said it without having been given it, ``echoed`` how many
    were given it and said it again, ``days`` on how many days it was said, ``foreign`` whether others wrote its words
    first, as far as the gate has noted it."""

    memory: Memory
    sessions: tuple[int, ...] = ()
    echoed: int = 0
    days: int = 1
    foreign: bool = False

    @property
    def by_operator(self) -> bool:
        """Tell whether the operator entered it or pinned it."""
        return self.memory.source == "operator" or bool(self.memory.pinned)

    @property
    def is_confirmed(self) -> bool:
        """Tell whether the operator, or a second session that had not been given it, stands behind it."""
        return self.by_operator or len(self.sessions) > 1

    @property
    def occasions(self) -> int:
        """How often it was said on independent occasions; one conversation counts once."""
        return max(1, len(self.sessions), self.memory.merged_count + 1 - self.echoed)


@dataclass(frozen=True, slots=True)
class TextVerdict:
    """The gate's word on a text: ``hold`` why the operator must decide about it, "" where nothing speaks for that;
    ``artefact`` whether it tells how to change a text or is text of ours that came back; ``concrete`` whether it names
    a decision record, a path or a command; ``against`` why it is of no lasting use, "" where it is."""

    hold: str = ""
    artefact: bool = False
    concrete: bool = False
    against: str = ""


class MemoryCuration:
    """Reads belong inside ``store.read``, but for ``written_by_others``."""

    def __init__(
        self, book: RecordRepositories, sources: SessionSources, own_hosts: Callable[[], OperatorHosts]
    ) -> None:
        self._book = book
        self._sources = sources
        self._own_hosts = own_hosts

    def facts_since(self, position: int, limit: int) -> tuple[int, list[CuratedFact]]:
        """Facts that hold and were said, or said again, past a position, ``limit`` at most, in the order in which that
        happened; and the position to go on from, which is the one given where there are none. Only those that may be
        worth more than a row: the operator's, rules, what was said more than once, and what is more certain than 0.8.
        """
        said, lasting = ", ".join("?" * len(_SAID)), ", ".join("?" * len(_LASTING))
        rows = proxy.execute_sql(
            "SELECT v.memory_id, max(v.id) AS last FROM memory_versions v JOIN memories m ON m.id = v.memory_id"
            f" WHERE v.id > ? AND v.action IN ({said}) AND {_HOLDS} AND m.confidence >= ?"
            " AND (m.source = 'operator' OR m.pinned = 1 OR m.merged_count > 0 OR m.confidence > 0.8"
            f" OR m.domain IN ({lasting})) GROUP BY v.memory_id ORDER BY last LIMIT ?",
            (position, *_SAID, _LEAST, *_LASTING, limit),
        ).fetchall()
        if not rows:
            return position, []
        return int(rows[-1][1]), self.facts([number for number, _ in rows])

    def position_at(self, since: str) -> int:
        """The position before the first change at or after a time."""
        sql = "SELECT coalesce((SELECT min(id) - 1 FROM memory_versions WHERE created_at >= ?), max(id), 0)"
        found = proxy.execute_sql(f"{sql} FROM memory_versions", (since,)).fetchone()
        return int(found[0])

    def facts(self, ids: Sequence[int]) -> list[CuratedFact]:
        """These memories with what stands behind each; one that is gone is left out."""
        known = {memory.id: memory for memory in tables.by_ids(list(dict.fromkeys(ids)))}
        wanted = json.dumps(list(known))
        given: dict[int, set[int]] = {}
        for number, session in proxy.execute_sql(
            "SELECT memory_id, session_id FROM injections WHERE memory_id IN (SELECT value FROM json_each(?))",
            (wanted,),
        ):
            given.setdefault(number, set()).add(session)
        heard: dict[int, dict[int, None]] = {}
        days: dict[int, set[str]] = {}
        for number, session, at in proxy.execute_sql(
            "SELECT memory_id, session_id, created_at FROM memory_versions WHERE memory_id IN"
            f" (SELECT value FROM json_each(?)) AND action IN ({', '.join('?' * len(_SAID))}) ORDER BY id",
            (wanted, *_SAID),
        ):
            days.setdefault(number, set()).add(at[:10])
            if session is not None:
                heard.setdefault(number, {})[session] = None
        found = []
        for number in dict.fromkeys(ids):
            if (memory := known.get(number)) is None:
                continue
            all_sessions = heard.get(number, {})
            first = next(iter(all_sessions), None)  # whoever said it first cannot have been given it
            echoing = {one for one in all_sessions if one in given.get(number, ()) and one != first}
            alone = tuple(one for one in all_sessions if one not in echoing)
            foreign = memory.gate_why.startswith(_FOREIGN) or _FOREIGN in memory.gate_why
            found.append(CuratedFact(memory, alone, len(echoing), max(1, len(days.get(number, ()))), foreign))
        return found

    def judge_text(self, text: str, service: str | None = None, *, foreign: bool = False) -> TextVerdict:
        """What the gate says of a text that is to be kept for every session. ``foreign``: others may have written it,
        and less is enough to doubt it. Inside a read or outside, as the database is not asked."""
        fact = ExtractedFact(text, "behavior", service)
        decision = gate(fact, "marker", foreign=foreign, own=self._own_hosts())
        scores = quality.score_quality(text)
        lasting = scores.useful > quality.USEFUL_OVER and scores.verifiable >= quality.VERIFIABLE_FROM
        return TextVerdict(
            decision.why if decision.outcome == "hold" else "",
            decision.outcome == "discard" and decision.rule in ("injected", "instruction"),
            quality.concrete(text) or bool(_DECISION.search(text)),
            "" if lasting else (scores.against or "of no lasting use"),
        )

    def written_by_others(self, text: str, sessions: Iterable[int], service: str | None = None) -> str:
        """The place where others wrote these words before one of these sessions said them ("a page from
        notes.example.org"), "" where none did. Reads the logs of sessions: not inside a read or a write, nor on a GUI
        thread."""
        for session in sessions:
            found = self._sources.of_session(session).claim_provenance(text, service or "")
            if found.origin is ClaimOrigin.FOREIGN:
                return found.place
        return ""
