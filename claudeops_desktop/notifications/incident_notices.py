"""Which notice an incident is due, and what it says (D4, D11). Pure.

An incident that stands by itself gives one notice when it opens and one when it recovers. What is folded under another,
acknowledged, snoozed or in maintenance gives none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from ..agents.watch.text import duration
from ..core.clock import from_text
from ..core.messages import PluralMessage, UserMessage, join_lines, join_messages
from ..records.incidents import BY_ALERT, BY_MEASUREMENT, Incident, IncidentState
from ..records.notifications import HELD, SentNotification
from .rules import LONGEST_BODY, LONGEST_TITLE, NoticeKind, NoticeTarget, OperatorNotice, one_line

ALERT = "alert"  # the source of an incident that another program reported: what is wrong stands in its cause
INCIDENT, RECOVERED = "incident:", "recovered:incident:"
NOT_SENT = "not sent"
FLAPPING_FROM = 3
"""The notices of one service within the time for repetitions from which its recovery waits."""
DEPENDENTS_SETTLE = timedelta(seconds=45)
"""So long the notice of a recovery waits for the services that were down with it, to name them as they are then."""
STEADY = timedelta(minutes=10)
"""So long a service that keeps failing must be healthy before its recovery is told."""
LATE = timedelta(hours=12)
"""A recovery that nobody could tell for so long is not news any more."""
NAMED = 5


class IncidentStep(StrEnum):
    """What an incident's notice needs now: tell it; show it as it is; withdraw it; withdraw it and tell of the
    recovery; withdraw it and wait until the recovery has lasted."""

    TELL = "tell"
    SHOW = "show"
    WITHDRAW = "withdraw"
    RECOVERED = "recovered"
    WAIT = "wait"


@dataclass(frozen=True, slots=True)
class IncidentFacts:
    """All that decides. ``told`` and ``recovered`` are the last notices of its opening and of its recovery; ``muted``
    says that the operator muted what an event would say of it.

    ``stands_alone`` says that no other incident explains it. ``again_from`` is the last moment (stored text) from which
    it asks to be told anew: a snooze or a maintenance that ended, or that it was reopened or folded; "" for none.
    ``earlier`` counts the notices of the service's incidents before it within the time for repetitions;
    ``untold_recovery`` says that the recovery from the one before waited and was not told; ``later`` that the service
    has had another incident since; ``measured_well`` is False where it ended because nothing is measured any more.
    """

    incident: Incident
    stands_alone: bool = True
    folded: tuple[Incident, ...] = ()
    maintenance: bool = False
    muted: bool = False
    told: SentNotification | None = None
    recovered: SentNotification | None = None
    again_from: str = ""
    earlier: int = 0
    untold_recovery: bool = False
    later: bool = False
    measured_well: bool = True

    @property
    def keeps_failing(self) -> bool:
        """Tell whether this is the third outage of the service in a short time, or a later one."""
        return self.earlier + 1 >= FLAPPING_FROM

    @property
    def is_silenced(self) -> bool:
        """Tell whether the operator wants to hear nothing of the service."""
        return self.maintenance or self.muted

    @property
    def told_already(self) -> bool:
        """Tell whether the opening reached the operator."""
        return was_sent(self.told)


def was_sent(row: SentNotification | None) -> bool:
    """Tell whether a notice went out at the time it was due: it is not held, and was not dropped while it was."""
    return row is not None and row.desktop != HELD and not row.desktop.startswith(NOT_SENT)


def wants_notice(facts: IncidentFacts, now: datetime) -> bool:
    """Tell whether an incident may be on the screen."""
    one = facts.incident
    return one.state == IncidentState.OPEN and facts.stands_alone and not one.is_snoozed(now) and not facts.is_silenced


def next_step(facts: IncidentFacts, now: datetime) -> IncidentStep:
    """What is to be done about an incident's notices."""
    if wants_notice(facts, now):
        due = facts.told is None or facts.told.first_at < facts.again_from
        return IncidentStep.TELL if due else IncidentStep.SHOW
    one = facts.incident
    if one.resolved_at is None or not _recovery_is_due(facts):
        return IncidentStep.WITHDRAW
    passed = now - from_text(one.resolved_at)
    if facts.keeps_failing and passed < STEADY:
        return IncidentStep.WAIT
    if passed < DEPENDENTS_SETTLE and any(each.is_live for each in facts.folded):
        return IncidentStep.WAIT
    return IncidentStep.WITHDRAW if passed > LATE else IncidentStep.RECOVERED


def _recovery_is_due(facts: IncidentFacts) -> bool:
    one, told, recovered = facts.incident, facts.told, facts.recovered
    if one.resolved_by not in (BY_MEASUREMENT, BY_ALERT) or not facts.stands_alone:
        return False
    if facts.is_silenced or facts.later or not facts.measured_well or not facts.told_already:
        return False
    if one.resolved_at is not None and one.is_snoozed(from_text(one.resolved_at)):
        return False
    return recovered is None or told is None or recovered.first_at < told.first_at


def of_incident(facts: IncidentFacts, repeat: timedelta, now: datetime) -> OperatorNotice:
    """The notice of an incident that stands by itself."""
    one = facts.incident
    title = (
        UserMessage("Alert: {service}", service=one.service)
        if one.source == ALERT
        else UserMessage("{service} is {state}", service=one.service, state=_state(one.worst))
    )
    if facts.keeps_failing:
        span, times = duration(repeat), facts.earlier + 1
        title = UserMessage("{title} again ({times} times in {span})", title=title, times=times, span=span)
    lines = [
        one_line(_sentence(one.cause), LONGEST_BODY),
        UserMessage("Since {time}.", time=at_moment(one.started_at, now)),
        dependents_line(facts.folded),
    ]
    return OperatorNotice(
        NoticeKind.CRITICAL,
        f"{INCIDENT}{one.id}",
        title,
        join_lines(*lines),
        incident_target(one.id),
        incident_id=one.id,
        may_investigate=one.investigation == "asked",
    )


def of_recovery(facts: IncidentFacts, now: datetime) -> OperatorNotice:
    """A service whose outage was told is healthy again, or the sender of the alert says so."""
    one = facts.incident
    end = one.resolved_at or one.opened_at
    lasted = duration(max(timedelta(0), from_text(end) - from_text(one.started_at)))
    if one.resolved_by == BY_ALERT:
        title = UserMessage("{service}: the alert is over after {span}", service=one.service, span=lasted)
    else:
        title = UserMessage("{service} is healthy again after {span}", service=one.service, span=lasted)
    span = _span(one.started_at, end, now)
    was = (
        UserMessage("There was an alert {span}.", span=span)
        if one.source == ALERT
        else UserMessage("It was {state} {span}.", state=_state(one.worst), span=span)
    )
    number = facts.earlier + 1
    count = UserMessage("That was outage {number} in a short time.", number=number) if facts.keeps_failing else ""
    over = [each for each in facts.folded if not each.is_live]
    still = [each for each in facts.folded if each.is_live]
    lines = [
        join_messages(was, count),
        UserMessage("Affected with it: {names}.", names=_names(over)) if over else "",
        UserMessage("Not healthy yet: {names}.", names=_names(still)) if still else "",
    ]
    return OperatorNotice(
        NoticeKind.RECOVERED, f"{RECOVERED}{one.id}", title, join_lines(*lines), incident_target(one.id)
    )


def past_title(incident: Incident, now: datetime) -> str:
    """What the summary of the quiet hours says of an outage that began and ended in them."""
    end = incident.resolved_at or incident.opened_at
    was = "had an alert" if incident.source == ALERT else f"was {incident.worst}"
    said = f"{incident.service} {was} {_span(incident.started_at, end, now)}"
    return one_line(said, LONGEST_TITLE)


def dependents_line(folded: Sequence[Incident]) -> str:
    """``and 3 services that depend on it: api, web, worker``."""
    if not folded:
        return ""
    return PluralMessage(
        "And %n service that depends on it: {names}.",
        "And %n services that depend on it: {names}.",
        len(folded),
        names=_names(folded),
    )


def incident_target(incident_id: int) -> NoticeTarget:
    """Where a click on the notice of an incident leads."""
    return NoticeTarget("services", None, {"incident": incident_id})


def _state(worst: str) -> str:
    return {"down": UserMessage("down"), "degraded": UserMessage("degraded")}.get(worst, worst)


def _names(incidents: Sequence[Incident]) -> str:
    names, more = ", ".join(one.service for one in incidents[:NAMED]), len(incidents) - NAMED
    return UserMessage("{names} and {number} more", names=names, number=more) if more > 0 else names


def _sentence(text: str) -> str:
    """With a capital and an end: another sentence follows it, in one line on some desktops."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?', '…')) else '.'}" if text else ""


def at_moment(moment: str, now: datetime) -> str:
    """Return a stored moment as the clock on the wall says it, with the date where it is not of today."""
    local, today = from_text(moment).astimezone(), now.astimezone().date()
    return f"{local:%H:%M}" if local.date() == today else f"{local:%Y-%m-%d %H:%M}"


def _span(begin: str, end: str, now: datetime) -> str:
    first, last = from_text(begin).astimezone(), from_text(end).astimezone()
    shown = f"{last:%H:%M}" if first.date() == last.date() else at_moment(end, now)
    return f"{at_moment(begin, now)}–{shown}"
