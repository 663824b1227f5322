"""Composes a weekly report: pure. Each sentence says one thing and names the place that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce

from ...core.messages import PluralMessage, UserMessage
from ...language.prompt_quoting import one_line
from .recommend import recommend
from .types import ReportSentence, WeekCase, WeekIncident, WeeklyData, WeeklyReport

LONGEST = 140  # characters of an untrusted text
MOST_LINES = 3  # of a kind: a report is one screen
SOURCES = {
    "session": ("marker", "agent"),
    "conversation": ("observed",),
    "operator": ("operator",),
    "import": ("import",),
}
FAILED = ("failed", "timed_out", "interrupted")


def compose_weekly_report(data: WeeklyData) -> WeeklyReport:
    """The report of a week. Untrusted texts come in as one line each, cut to a length."""
    parts = (_happened, _incidents, _learned, _forgotten, _leaving, _growth, _recall, _cost, _gaps, recommend)
    return WeeklyReport(data.span, tuple(one for part in parts for one in part(data)))


def shorten(text: str) -> str:
    """One line of an untrusted text."""
    line = one_line(text)
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1].rstrip()}…"


def is_empty(data: WeeklyData) -> bool:
    """Tell whether nothing happened that a report could tell of."""
    counts = (data.runs, data.learned, data.forgotten, data.recalls)
    return not any(sum(one.values()) for one in counts) and not data.incidents and data.usd < 0.005


def _happened(data: WeeklyData) -> Iterator[ReportSentence]:
    if is_empty(data):
        text: str = UserMessage("Nothing happened: no run was made, no incident began, nothing was learned or asked.")
        yield ReportSentence("happened", text, "page", "sessions")
        return
    number = sum(data.runs.values())
    failed = sum(data.runs.get(state, 0) for state in FAILED)
    if number:
        text = PluralMessage("%n run was made.", "%n runs were made.", number)
        yield _of_session(text, data.newest_session)
    else:
        yield ReportSentence("happened", UserMessage("No run was made."), "page", "sessions")
    if failed:
        text = PluralMessage("%n run did not complete.", "%n runs did not complete.", failed)
        yield _of_session(text, data.failed_session)


def _of_session(text: str, session: int | None) -> ReportSentence:
    if session is None:
        return ReportSentence("happened", text, "page", "sessions")
    return ReportSentence("happened", text, "session", str(session))


def _incidents(data: WeeklyData) -> Iterator[ReportSentence]:
    if not data.incidents:
        if not is_empty(data):
            yield ReportSentence("incidents", UserMessage("No incident began."), "page", "incidents")
        return
    for one in data.incidents[:MOST_LINES]:
        yield ReportSentence("incidents", _incident(one), "incident", str(one.id))
    left = len(data.incidents) - MOST_LINES
    if left > 0:
        text = PluralMessage("And %n more.", "And %n more.", left)
        yield ReportSentence("incidents", text, "page", "incidents")


def _incident(one: WeekIncident) -> UserMessage:
    service, cause = shorten(one.service), shorten(one.cause)
    if one.minutes is None:
        return UserMessage("{service} is still in trouble: {cause}", service=service, cause=cause)
    trouble = PluralMessage(
        "{service} was in trouble for %n minute: {cause}",
        "{service} was in trouble for %n minutes: {cause}",
        one.minutes,
        service=service,
        cause=cause,
    )
    ending = _ending(one.case) if one.case is not None else None
    return UserMessage("{trouble} — {ending}", trouble=trouble, ending=ending) if ending is not None else trouble


def _ending(case: WeekCase) -> UserMessage | None:
    cure = shorten(case.cure)
    match case.state, bool(cure), case.held:
        case "cured", True, True:
            return UserMessage("{cure} cured it, and it held.", cure=cure)
        case "cured", True, None:
            return UserMessage("{cure} cured it; whether it holds is not known yet.", cure=cure)
        case "cured", True, _:
            return UserMessage("{cure} helped, but it came back.", cure=cure)
        case "recovered", _, _:
            return UserMessage("It recovered after what was done; what cured it is not proven.")
        case "recovered_later", _, _:
            return UserMessage("It recovered later, after nothing that was done.")
        case "went_away", _, _:
            return UserMessage("Nothing that was done is on record.")
        case _:
            return UserMessage("No cure is known.")


def _learned(data: WeeklyData) -> Iterator[ReportSentence]:
    number = sum(data.learned.values())
    if not number:
        if not is_empty(data):
            yield ReportSentence("learned", UserMessage("Nothing new was learned."), "page", "memories")
        return
    whole = PluralMessage("%n fact was learned", "%n facts were learned", number)
    counts = {source: sum(data.learned.get(one, 0) for one in kinds) for source, kinds in SOURCES.items()}
    sources = [_source(source, count) for source, count in counts.items() if count]
    yield ReportSentence("learned", _listed(whole, sources), "page", "memories")
    for fact in data.newest[:MOST_LINES]:
        yield ReportSentence("learned", _fact(fact.service, fact.text), "memory", str(fact.id))


def _listed(whole: UserMessage, parts: Sequence[UserMessage]) -> UserMessage:
    """A sentence of a count and what it is made of."""
    if not parts:
        return UserMessage("{whole}.", whole=whole)
    listed = reduce(lambda one, other: UserMessage("{one}, {other}", one=one, other=other), parts)
    return UserMessage("{whole}: {parts}.", whole=whole, parts=listed)


def _source(source: str, count: int) -> UserMessage:
    match source:
        case "session":
            return PluralMessage("%n said by a session", "%n said by sessions", count)
        case "conversation":
            return PluralMessage("%n drawn from a conversation", "%n drawn from conversations", count)
        case "operator":
            return PluralMessage("%n entered by hand", "%n entered by hand", count)
        case _:
            return PluralMessage("%n imported", "%n imported", count)


def _lost(how: str, count: int) -> UserMessage:
    match how:
        case "closed":
            return PluralMessage("%n replaced by another", "%n replaced by others", count)
        case "lowered":
            return PluralMessage("%n trusted less", "%n trusted less", count)
        case "taken back":
            return PluralMessage("%n taken back", "%n taken back", count)
        case "faded":
            return PluralMessage("%n faded", "%n faded", count)
        case "archived":
            return PluralMessage("%n archived", "%n archived", count)
        case _:
            return PluralMessage("%n dropped by hand", "%n dropped by hand", count)


def _fact(service: str, text: str) -> UserMessage:
    if service:
        return UserMessage("{service}: {text}", service=shorten(service), text=shorten(text))
    return UserMessage("In general: {text}", text=shorten(text))


def _forgotten(data: WeeklyData) -> Iterator[ReportSentence]:
    number = sum(data.forgotten.values())
    if not number:
        if not is_empty(data):
            yield ReportSentence("forgotten", UserMessage("Nothing was forgotten."), "page", "memories")
        return
    whole = PluralMessage("%n fact lost weight", "%n facts lost weight", number)
    parts = [_lost(how, count) for how, count in data.forgotten.items() if count]
    yield ReportSentence("forgotten", _listed(whole, parts), "page", "memories")
    for fact in data.lost[:MOST_LINES]:
        text = UserMessage("“{text}”: {why}", text=shorten(fact.text), why=shorten(fact.why))
        yield ReportSentence("forgotten", text, "memory", str(fact.id))


def _leaving(data: WeeklyData) -> Iterator[ReportSentence]:
    if not data.leaving:
        return
    text = PluralMessage(
        "%n fact that nothing confirmed leaves the prompts in the next seven days. To keep it, use the Inbox or"
        " `claudeops review resolve ID --as keep`.",
        "%n facts that nothing confirmed leave the prompts in the next seven days. To keep them, use the Inbox or"
        " `claudeops review resolve ID --as keep`.",
        len(data.leaving),
    )
    yield ReportSentence("leaving", text, "page", "inbox")
    for fact in data.leaving[:MOST_LINES]:
        yield ReportSentence("leaving", _fact(fact.service, fact.text), "expiring", str(fact.id))


def _growth(data: WeeklyData) -> Iterator[ReportSentence]:
    held = PluralMessage("%n fact held at its end", "%n facts held at its end", data.held_after)
    more = data.held_after - data.held_before
    if more > 0:
        change: UserMessage = PluralMessage("%n more than a week before", "%n more than a week before", more)
    elif more < 0:
        change = PluralMessage("%n fewer than a week before", "%n fewer than a week before", -more)
    else:
        change = UserMessage("as many as a week before")
    text = UserMessage("{held}, {change}.", held=held, change=change)
    yield ReportSentence("growth", text, "page", "memories")


def _recall(data: WeeklyData) -> Iterator[ReportSentence]:
    number = sum(data.recalls.values())
    if not number:
        if not is_empty(data):
            yield ReportSentence("recall", UserMessage("Nobody asked memory anything."), "page", "ask")
        return
    whole = PluralMessage("Memory was asked %n question", "Memory was asked %n questions", number)
    stages = (
        ("summaries", UserMessage("{share} answered from the surest facts", share=_share(data, "summaries"))),
        ("search", UserMessage("{share} by search", share=_share(data, "search"))),
        ("none", UserMessage("{share} found nothing", share=_share(data, "none"))),
    )
    parts = [said for stage, said in stages if data.recalls.get(stage)]
    yield ReportSentence("recall", _listed(whole, parts), "page", "ask")


def _share(data: WeeklyData, stage: str) -> str:
    return f"{data.recalls.get(stage, 0) / max(1, sum(data.recalls.values())):.0%}"


def _cost(data: WeeklyData) -> Iterator[ReportSentence]:
    if is_empty(data) and data.usd_before < 0.005:
        return
    text = UserMessage(
        "Sessions cost ${usd}, after ${before} in the week before.",
        usd=f"{data.usd:,.2f}",
        before=f"{data.usd_before:,.2f}",
    )
    yield ReportSentence("cost", text, "page", "overview")


def _gaps(data: WeeklyData) -> Iterator[ReportSentence]:
    for gap in data.gaps:
        said = replace(gap, service=shorten(gap.service)).sentence
        number = data.questions.get(gap)
        if number is not None:
            yield ReportSentence("gaps", said, "question", str(number), gap.service)
        else:  # answered, dismissed, or not asked yet
            yield ReportSentence("gaps", said, "service", gap.service)
