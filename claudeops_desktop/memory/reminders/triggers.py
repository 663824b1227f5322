"""Forward triggers (E13): what was said for a day to come is told on that day, with what is known of it.

A trigger waits until its day. On that day every session is told; once the day has passed it is *fired*. If no session
ran on that day, the first one within ``GRACE_DAYS`` is told instead. What was said for every Sunday is armed anew for
the next one when it has fired, until the operator cancels it. Days are the operator's, in the local time zone.

Everything that writes belongs inside ``store.write``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, timedelta, tzinfo
from functools import partial
from typing import Any

import orjson

from ...core.clock import Clock, from_text, to_text
from ...core.local_zone import read_local_zone
from ...core.principals import acting_as, audience_here, one_of
from ...language.extraction.types import ConversationTurn
from ...language.types import ExtractedFact
from ...records.telemetry import recording
from ...storage import DataStore
from ...storage.database import proxy
from ..among_equals import among_equals, as_session
from ..context import one_line

WAITING, TOLD, FIRED, CANCELLED = "waiting", "told", "fired", "cancelled"
GRACE_DAYS = 14
LONGEST_MESSAGE = 400
MOST_PRELOADED = 5
ECHO_DAYS = 40  # words of a trigger that an agent repeats within so many days of its day make no new one

NEW_FOR = timedelta(days=3)
MOST_FACTS = 2_000
LONGEST_BEFORE = 200
_POINTS = re.compile(r"\b(?:it|its|they|them|their|these|those|this one|that one|the same)\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
_MARKER = re.compile(r"^\W*\[(?:MEMORY|EVENT|COOLDOWN):[^\]\n]*\]\s*")

Zone = Callable[[], tzinfo]


@dataclass(frozen=True, slots=True)
class FutureTrigger:
    """A row of ``forward_triggers``. ``trigger_date`` YYYY-MM-DD, the operator's day; ``words`` the date as
    it was said; ``state`` waiting, told, fired or cancelled."""

    id: int
    trigger_date: str
    original_message: str
    words: str
    memory_ids: tuple[int, ...]
    service: str | None
    session_id: int | None
    resource_id: int | None
    state: str
    created_at: str
    fired_at: str = ""

    def as_json(self) -> dict[str, Any]:
        """The row, under the table's column names."""
        return asdict(self) | {"memory_ids": list(self.memory_ids)}


class ReminderTriggers:
    """The triggers of one store."""

    def __init__(self, store: DataStore, clock: Clock, zone: Zone = read_local_zone) -> None:
        self._store = store
        self._clock = clock
        self._zone = zone

    # --- reads -------------------------------------------------------------------------------------------------

    def list_due(self, now: datetime) -> list[FutureTrigger]:
        """What must be told today, or was missed within the grace, oldest day first."""
        today = self.today(now)
        since = (date.fromisoformat(today) - timedelta(days=GRACE_DAYS)).isoformat()
        return _select(
            "state IN ('waiting', 'told') AND trigger_date <= ? AND trigger_date >= ?"
            " AND (state = 'waiting' OR trigger_date = ?) ORDER BY trigger_date, id",
            (today, since, today),
        )

    def list_upcoming(self, *, everything: bool = False) -> list[FutureTrigger]:
        """What waits or is told today, soonest first; with ``everything`` what fired and was cancelled after them."""
        where = "1" if everything else "state IN ('waiting', 'told')"
        return _select(f"{where} ORDER BY state NOT IN ('waiting', 'told'), trigger_date, id", ())

    def get(self, trigger_id: int) -> FutureTrigger | None:
        """One trigger."""
        found = _select("id = ?", (trigger_id,))
        return found[0] if found else None

    def today(self, now: datetime) -> str:
        """The operator's day at a moment."""
        return now.astimezone(self._zone()).date().isoformat()

    # --- writes ------------------------------------------------------------------------------------------------

    def scan(
        self,
        turns: Sequence[ConversationTurn],
        *,
        session_id: int | None = None,
        memory_ids: Sequence[int] = (),
        resource_id: int | None = None,
    ) -> list[FutureTrigger]:
        """Make triggers of the days to come that are named in what the user and the agent said.

        Each counts from the time of its own turn. The same sentence for the same day makes one trigger, ever. What
        the gate holds (it would change permissions, tools, secrets) makes none: a trigger ends in a prompt.
        """
        with as_session(session_id), among_equals():
            return self._scan(turns, session_id, memory_ids, resource_id)

    def _scan(
        self,
        turns: Sequence[ConversationTurn],
        session_id: int | None,
        memory_ids: Sequence[int],
        resource_id: int | None,
    ) -> list[FutureTrigger]:
        from ...language.dates import calendar_dates as forward_dates

        made: list[FutureTrigger] = []
        read = [turn for turn in turns if turn.role != "tool" and forward_dates.may_name(turn.text)]
        zone = self._zone() if read else None  # finding out where the operator is takes a millisecond
        for turn in read:
            said_at = _moment(turn.at) or self._clock()
            for found in forward_dates.find(turn.text, said_at.astimezone(zone), agent=turn.role != "user"):
                message = _with_subject(found.sentence, turn.text)
                one = self._make(found, message, turn.role, said_at, session_id, memory_ids, resource_id)
                made += [one] if one else []
        return made

    def scan_facts(self, now: datetime | None = None) -> list[FutureTrigger]:
        """The same for facts that are new ("expires on 2026-12-24"), each of which preloads itself.

        Whoever said them, the agent, the operator or the observer; twice changes nothing. Outside ``store.write``.
        """
        now = now or self._clock()
        from ...language.dates import calendar_dates as forward_dates

        since = to_text(now - NEW_FOR)
        rows = self._store.read(lambda: _new_facts(since)).result()
        named = [
            (number, ConversationTurn(0, "assistant", text, at), audience)
            for number, text, at, audience in rows
            if forward_dates.may_name(text)
        ]
        made: list[FutureTrigger] = []
        for number, turn, audience in named:
            with acting_as(one_of(audience)):  # it is told to whom the fact is for, with what they may see
                made += self._store.write(partial(self.scan, [turn], memory_ids=(number,))).result()
        return made

    def mark_told(self, ids: Sequence[int], session_id: int) -> None:
        """These were told to a session."""
        for number in ids:
            proxy.execute_sql(
                "UPDATE forward_triggers SET state = 'told' WHERE id = ? AND state = 'waiting'", (number,)
            )
            recording.emit_event(
                "forward", "memory.forward.told", now=self._clock(), session_id=session_id, trigger=number
            )
        if ids:
            self._store.changed("forward_triggers", *ids)

    def check(self, now: datetime | None = None) -> int:
        """The daily check: what was told and whose day has passed is fired, and so is what was missed for too long.
        Those of every Sunday are armed for the next one. How many fired; twice a day changes nothing more."""
        now = now or self._clock()
        today = self.today(now)
        since = (date.fromisoformat(today) - timedelta(days=GRACE_DAYS)).isoformat()
        over = _select(
            "(state = 'told' AND trigger_date < ?) OR (state = 'waiting' AND trigger_date < ?) ORDER BY id",
            (today, since),
        )
        for trigger in over:
            proxy.execute_sql(
                "UPDATE forward_triggers SET state = 'fired', fired_at = ? WHERE id = ?", (to_text(now), trigger.id)
            )
            self._arm_again(trigger, now)
            missed = trigger.state == WAITING
            recording.emit_event("forward", "memory.forward.fired", now=now, success=not missed, trigger=trigger.id)
        if over:
            self._store.changed("forward_triggers", *(trigger.id for trigger in over))
        return len(over)

    def cancel(self, trigger_id: int) -> FutureTrigger | None:
        """It shall not be told; how it stood before. None where it is gone, fired or cancelled already."""
        return self._put(trigger_id, (WAITING, TOLD), CANCELLED)

    def restore(self, trigger_id: int) -> FutureTrigger | None:
        """Take a cancellation back; how it stood before. None where it was not cancelled."""
        return self._put(trigger_id, (CANCELLED,), WAITING)

    def _put(self, trigger_id: int, states: tuple[str, ...], state: str) -> FutureTrigger | None:
        before = self.get(trigger_id)
        if before is None or before.state not in states:
            return None
        proxy.execute_sql("UPDATE forward_triggers SET state = ? WHERE id = ?", (state, trigger_id))
        self._store.changed("forward_triggers", trigger_id)
        recording.emit_event("forward", f"memory.forward.{state}", now=self._clock(), trigger=trigger_id)
        return before

    def _arm_again(self, trigger: FutureTrigger, now: datetime) -> None:
        from ...language.dates import calendar_dates as forward_dates

        following = forward_dates.following(trigger.words, date.fromisoformat(self.today(now)))
        if following is not None:
            self._insert(replace(trigger, trigger_date=following.isoformat(), state=WAITING), now)

    def _make(
        self,
        found: Any,
        sentence: str,
        role: str,
        said_at: datetime,
        session_id: int | None,
        memory_ids: Sequence[int],
        resource_id: int | None,
    ) -> FutureTrigger | None:
        message = _MARKER.sub("", one_line(sentence))[:LONGEST_MESSAGE]
        now = self._clock()
        if found.day.isoformat() < self.today(now):  # an old transcript: that day has passed
            return None
        if role != "user" and self._repeated(message, found.day):
            return None
        from ..gate.gate import gate

        # What is said to be remembered needs no score; what is dangerous is held, and ours that came back dropped.
        if gate(ExtractedFact(message, "maintenance", quote=message), "marker").outcome != "allow":
            recording.emit_event("forward", "memory.forward.held", now=now, success=False, session_id=session_id)
            return None
        related = preload(message, MOST_PRELOADED - len(memory_ids[:MOST_PRELOADED]))
        ids = tuple(dict.fromkeys([*memory_ids[:MOST_PRELOADED], *(number for number, _ in related)]))
        service = next((name for _, name in related if name), None)
        return self._insert(
            FutureTrigger(
                0,
                found.day.isoformat(),
                message,
                found.words,
                ids,
                service,
                session_id,
                resource_id,
                WAITING,
                to_text(said_at),
            ),
            now,
        )

    def _insert(self, trigger: FutureTrigger, now: datetime) -> FutureTrigger | None:
        done = proxy.execute_sql(
            "INSERT INTO forward_triggers (trigger_date, original_message, words, memory_ids, service, session_id,"
            " resource_id, state, created_at, audience) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (
                *(trigger.trigger_date, trigger.original_message, trigger.words),
                *(orjson.dumps(trigger.memory_ids).decode(), trigger.service, trigger.session_id),
                *(trigger.resource_id, trigger.state, trigger.created_at, audience_here()),
            ),
        )
        if not done.rowcount:
            return None
        made = replace(trigger, id=int(done.lastrowid))
        self._store.changed("forward_triggers", made.id, what="inserted")
        recording.emit_event(
            "forward",
            "memory.forward.made",
            now=now,
            session_id=made.session_id,
            trigger=made.id,
            day=made.trigger_date,
        )
        return made

    def _repeated(self, message: str, day: date) -> bool:
        """Tell whether an agent only repeats what a trigger had told it: "renew on Friday" is no new Friday then."""
        from rapidfuzz import fuzz

        near = (day - timedelta(days=ECHO_DAYS)).isoformat()
        rows = proxy.execute_sql("SELECT original_message FROM forward_triggers WHERE trigger_date >= ?", (near,))
        return any(fuzz.partial_ratio(message.lower(), known.lower()) >= 90 for (known,) in rows)


def _with_subject(sentence: str, text: str) -> str:
    """The sentence as it is understood alone on its day: with the one before it where it only points there."""
    place = text.find(sentence)
    if place <= 0 or not _POINTS.search(sentence):
        return sentence
    before = _SENTENCE_END.split(text[:place].strip())[-1]
    return f"{before} {sentence}" if before and len(before) <= LONGEST_BEFORE else sentence


def preload(message: str, limit: int) -> list[tuple[int, str | None]]:
    """Memories that a message is about: id and service, best first. Two of its words, or a service's name and one."""
    words = sorted({word for word in _words(message) if len(word) > 2})[:40]
    if not words or limit <= 0:
        return []
    query = " OR ".join(f'"{word}"' for word in words)
    rows = proxy.execute_sql(
        "SELECT m.id, m.service, m.observation FROM memory_words w JOIN memories m ON m.id = w.rowid"
        " WHERE memory_words MATCH ? AND m.active = 1 AND m.gate = 'allow' AND m.superseded_by IS NULL"
        " AND m.state NOT IN ('archived', 'cold') ORDER BY bm25(memory_words) LIMIT 20",
        (query,),
    )
    wanted = set(words)
    found = []
    for number, service, text in rows:
        shared = len(wanted & set(_words(text))) + 2 * (service is not None and service in message.lower())
        if shared >= 2:
            found.append((int(number), service))
    return found[:limit]


def _new_facts(since: str) -> list[tuple[int, str, str, str]]:
    rows = proxy.execute_sql(
        "SELECT id, observation, created_at, audience FROM memories"
        # New ones are last: not all are read.
        f" WHERE id > (SELECT max(id) FROM memories) - {10 * MOST_FACTS}"
        " AND created_at >= ? AND active = 1 AND gate = 'allow' AND source <> 'import' AND superseded_by IS NULL"
        " ORDER BY id DESC LIMIT ?",
        (since, MOST_FACTS),
    )
    return list(rows)


def _words(text: str) -> list[str]:
    from ...language.words.stem import stem
    from ...language.words.tokens import tokens

    small = {"the", "and", "for", "with", "not", "that", "this", "must", "will", "should", "please", "need", "next"}
    return [stem(token.text) for token in tokens(text) if token.kind in ("word", "name") and token.text not in small]


def _select(where: str, parameters: Sequence[Any]) -> list[FutureTrigger]:
    names = ", ".join(FutureTrigger.__dataclass_fields__)
    rows = proxy.execute_sql(f"SELECT {names} FROM forward_triggers WHERE {where}", tuple(parameters))
    return [
        FutureTrigger(
            **dict(zip(FutureTrigger.__dataclass_fields__, row, strict=True))
            | {"memory_ids": tuple(orjson.loads(row[4]))}
        )
        for row in rows
    ]


def _moment(text: str) -> datetime | None:
    try:
        return from_text(text) if text else None
    except ValueError:
        return None
