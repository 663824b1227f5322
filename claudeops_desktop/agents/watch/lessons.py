"""What is worth remembering: facts drawn from measurements over time, never a routine result. Pure.

A fact is told when it is new, when it has changed, when it was measured anew (a recovery), and otherwise again only
after 25 days, so that one which still holds does not fade (SPEC-0015, Staleness Decay, begins after 30).

Each topic has one frame of words. Measured again it is the same sentence, which reinforces; with another value it
contradicts the old one; and no topic is worded so like another that the two could be taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from ...stream.measured_facts import is_single_measure
from .check_tracks import CheckTrack, ReportedMemory
from .flapping import is_flapping, name_states
from .measurement import ServiceStatus
from .models import HttpCheck, Service, TlsCheck
from .recovery import RECOVERING, recovery
from .text import about, day

MOST_A_RUN = 5
KEEP_ALIVE = timedelta(days=25)
STEADY_CHECKS = 5
SLOW_START_S = 5.0
STEADY_SHARE = 0.25
_SPAN = re.compile(r"(\d+(?:\.\d+)?) (s|min|h|days)\b")
_SECONDS = {"s": 1, "min": 60, "h": 3600, "days": 86400}
_LOGIN_CODES = (401, 403, 407)


@dataclass(frozen=True, slots=True)
class MeasuredFact:
    """One fact of a service. Of one service and ``topic`` only one text holds.

    ``measured_at`` is when its newest evidence came in, where new evidence is worth telling by itself; ``lasting``
    facts are told again to keep them alive, because each run sees them hold. Where several checks of a service have
    a lesson on one topic, the one with the most ``weight`` is told. ``value`` is what was measured, where the text is
    a measure.
    """

    category: str
    key: str
    service: str
    topic: str
    text: str
    measured_at: datetime | None = None
    lasting: bool = False
    weight: float = 0.0
    value: float | None = None


def lessons(tracks: Mapping[str, CheckTrack], checks: Iterable[Service], now: datetime) -> tuple[MeasuredFact, ...]:
    """What this run should tell, most useful first, at most five. ``checks`` are those that were made."""
    known = _with_all_starts([(check, tracks[check.key]) for check in checks if check.key in tracks])
    best: dict[tuple[str, str], MeasuredFact] = {}
    for rule in _RULES:
        for check, track in known:
            lesson = rule(check, track, now)
            if lesson is None:
                continue
            place = (lesson.service, lesson.topic)
            if place not in best or lesson.weight > best[place].weight:
                best[place] = lesson
    found = [(_said(known, lesson), lesson) for lesson in best.values()]
    steady = [(said, _steady(said, lesson)) for said, lesson in found]
    return tuple(lesson for said, lesson in steady if _is_due(said, lesson, now))[:MOST_A_RUN]


def _with_all_starts(known: list[tuple[Service, CheckTrack]]) -> list[tuple[Service, CheckTrack]]:
    """A start that one check of a service sees is a start for all of its checks."""
    starts: dict[str, list[datetime]] = {}
    orders: dict[str, list[datetime]] = {}
    for check, track in known:
        starts.setdefault(check.name, []).extend(track.starts_by_hand)
        orders.setdefault(check.name, []).extend(track.orders)
    return [
        (check, replace(track, starts_by_hand=tuple(starts[check.name]), orders=tuple(orders[check.name])))
        for check, track in known
    ]


def mark_said(track: CheckTrack, lesson: MeasuredFact, now: datetime) -> CheckTrack:
    """The track, with this lesson told."""
    return replace(track, said={**track.said, lesson.topic: ReportedMemory(lesson.text, now, lesson.value)})


def _said(known: Iterable[tuple[Service, CheckTrack]], lesson: MeasuredFact) -> ReportedMemory | None:
    """What was last told of this topic, by whichever check of the service."""
    told = [t.said[lesson.topic] for c, t in known if c.name == lesson.service and lesson.topic in t.said]
    return max(told, key=lambda said: said.at, default=None)


def _steady(said: ReportedMemory | None, lesson: MeasuredFact) -> MeasuredFact:
    """The lesson in the words it was told in, where its measure has not really changed.

    A median that wavers between 20 s and 25 s is one fact; told in turns, each would contradict the other.
    """
    if said is None or said.value is None or lesson.value is None:
        return lesson
    if _SPAN.sub("", said.text) != _SPAN.sub("", lesson.text) or is_single_measure(lesson.text):
        return lesson
    spans = zip(_spans(said.text), _spans(lesson.text), strict=True)
    near = all(abs(new - old) <= max(2.0, STEADY_SHARE * old) for old, new in [(said.value, lesson.value), *spans])
    return replace(lesson, text=said.text, value=said.value) if near else lesson


def _spans(text: str) -> list[float]:
    """The durations in a text, in seconds."""
    return [float(number) * _SECONDS[unit] for number, unit in _SPAN.findall(text)]


def _is_due(said: ReportedMemory | None, lesson: MeasuredFact, now: datetime) -> bool:
    if said is None or said.text != lesson.text:
        return True
    if lesson.measured_at is not None and lesson.measured_at > said.at:
        return True
    return lesson.lasting and now - said.at >= KEEP_ALIVE


def _recovery(check: Service, track: CheckTrack, now: datetime) -> MeasuredFact | None:
    """Its recovery time, once an outage has been seen to end. Of several checks the slowest counts."""
    known = recovery(track) if check.check in RECOVERING else None
    if known is None:
        return None
    sharpness = {"takes": 2, "within": 1, "at_least": 0}[known.kind]
    weight = sharpness * 1e6 + known.seconds
    return MeasuredFact(
        "timing", check.key, check.name, "recovery", known.text, known.latest, weight=weight, value=known.seconds
    )


def _flapping(check: Service, track: CheckTrack, now: datetime) -> MeasuredFact | None:
    """That it keeps changing, while it does."""
    if not is_flapping(track):
        return None
    text = f"Flaps: keeps changing between {name_states(track)}"
    return MeasuredFact("behavior", check.key, check.name, "flapping", text, lasting=True)


def _expiring(check: Service, track: CheckTrack, now: datetime) -> MeasuredFact | None:
    """The end of its certificate once that is near, and the new end after it was renewed."""
    if not isinstance(check, TlsCheck) or not track.certificates:
        return None
    ends = track.certificates[-1].not_after
    topic = _topic("certificate", check)
    if ends - now > timedelta(days=check.warn_days) and topic not in track.said:
        return None
    text = f"Its {_labelled(check)}TLS certificate expires on {day(ends)}"
    return MeasuredFact("maintenance", check.key, check.name, topic, text)


def _renewal(check: Service, track: CheckTrack, now: datetime) -> MeasuredFact | None:
    """How often its certificate is renewed, once it was seen to be."""
    issued = sorted({one.not_before for one in track.certificates})
    gaps = [(b - a).total_seconds() / 86400 for a, b in pairwise(issued)]
    if not gaps or median(gaps) < 1:
        return None
    days = median(gaps)
    whose = f"Renewals of its {check.label} certificate" if check.label else "Certificate renewals"
    text = f"{whose} come about {round(days)} days apart"
    return MeasuredFact("maintenance", check.key, check.name, _topic("renewal", check), text, lasting=True, value=days)


def _unusual_code(check: Service, track: CheckTrack, now: datetime) -> MeasuredFact | None:
    """The status code other than 2xx that it answers with when it is well."""
    last = track.known_results[-STEADY_CHECKS:]
    codes = {one.code for one in last}
    if not isinstance(check, HttpCheck) or len(codes) != 1 or (code := last[-1].code) is None or 200 <= code <= 299:
        return None
    topic = _topic("code", check)
    if all(one.status is ServiceStatus.HEALTHY for one in last):
        asked_for = any(low == high == code for low, high in check.expect_status)
        if asked_for or len(last) == STEADY_CHECKS:
            text = f"{_answers(check)} HTTP {code} when healthy, not 200"
            return MeasuredFact("behavior", check.key, check.name, topic, text, lasting=True)
    if code in _LOGIN_CODES and len(last) == STEADY_CHECKS:
        text = f"{_answers(check)} HTTP {code} to a check without login, which does not mean that it is down"
        return MeasuredFact("behavior", check.key, check.name, topic, text, lasting=True)
    return None


def _slow_start(check: Service, track: CheckTrack, now: datetime) -> MeasuredFact | None:
    """How long its start takes, where its supervisor measured it and it is long enough to matter."""
    if not track.starts:
        return None
    seconds = median(start.seconds for start in track.starts)
    if seconds < SLOW_START_S:
        return None
    text = f"systemd needs about {about(seconds)} to bring the unit from start to active"
    latest = max(start.at for start in track.starts)
    return MeasuredFact("timing", check.key, check.name, "start", text, latest, weight=seconds, value=seconds)


def _topic(topic: str, check: Service) -> str:
    return f"{topic}:{check.label}" if check.label else topic


def _labelled(check: Service) -> str:
    """The label in front of what it labels: two checks of a kind are two subjects, not two views of one."""
    return f"{check.label} " if check.label else ""


def _answers(check: Service) -> str:
    return f"Its {check.label} check answers" if check.label else "Answers"


_RULES: tuple[Callable[[Service, CheckTrack, datetime], MeasuredFact | None], ...] = (
    _recovery,
    _flapping,
    _expiring,
    _slow_start,
    _unusual_code,
    _renewal,
)
