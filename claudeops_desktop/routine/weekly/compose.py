"""Composes a weekly report: pure. Each sentence says one thing and names the place that shows it."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.messages import PluralMessage, UserMessage
from ...language.prompt_quoting import one_line
from .recommend import recommend
from .types import ReportSentence, WeekIncident, WeeklyData, WeeklyReport

LONGEST = 160  # characters of an untrusted text
MOST_LINES = 5  # of a kind
SOURCES = {
    "session": ("marker", "agent"),
    "conversation": ("observed",),
    "operator": ("operator",),
    "import": ("import",),
}
FAILED = ("failed", "timed_out", "interrupted")


def compose_weekly_report(data: WeeklyData) -> WeeklyReport:
    """The report of a week. Untrusted texts come in as one line each, cut to a length."""
    parts = (_happened, _incidents, _learned, _forgotten, _growth, _recall, _cost, _gaps, recommend)
    return WeeklyReport(data.span, tuple(one for part in parts for one in part(data)))


def shorten(text: str) -> str:
    """One line of an untrusted text."""
    line = one_line(text)
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1].rstrip()}…"


def _happened(data: WeeklyData) -> Iterator[ReportSentence]:
    number = sum(data.runs.values())
    if number:
        text: str = PluralMessage("%n run was made.", "%n runs were made.", number)
        yield _of_session(text, data.newest_session)
    else:
        yield ReportSentence("happened", UserMessage("No run was made."), "page", "sessions")
    failed = sum(data.runs.get(state, 0) for state in FAILED)
    if failed:
        text = PluralMessage("%n run did not complete.", "%n runs did not complete.", failed)
        yield _of_session(text, data.failed_session)
    count = PluralMessage("%n incident began.", "%n incidents began.", len(data.incidents))
    began = count if data.incidents else UserMessage("No incident began.")
    yield ReportSentence("happened", began, "page", "incidents")


def _of_session(text: str, session: int | None) -> ReportSentence:
    if session is None:
        return ReportSentence("happened", text, "page", "sessions")
    return ReportSentence("happened", text, "session", str(session))


def _incidents(data: WeeklyData) -> Iterator[ReportSentence]:
    for one in data.incidents[:MOST_LINES]:
        yield ReportSentence("incidents", _incident(one), "incident", str(one.id))
    left = len(data.incidents) - MOST_LINES
    if left > 0:
        text: str = PluralMessage("And %n more.", "And %n more.", left)
        yield ReportSentence("incidents", text, "page", "incidents")
    for case in data.cases[:MOST_LINES]:
        service, cure = shorten(case.service), shorten(case.cure)
        if case.state == "cured" and cure and case.held:
            text = UserMessage("{service}: {cure} cured it, and it held.", service=service, cure=cure)
        elif case.state == "cured" and cure and case.held is None:
            text = UserMessage(
                "{service}: {cure} cured it; whether it holds is not known yet.", service=service, cure=cure
            )
        elif case.state == "cured" and cure:
            text = UserMessage("{service}: {cure} helped, but it came back.", service=service, cure=cure)
        elif case.state == "went_away":
            text = UserMessage("{service}: it went away by itself.", service=service)
        else:
            text = UserMessage("{service}: no cure is known.", service=service)
        yield ReportSentence("incidents", text, "case", str(case.id))


def _incident(one: WeekIncident) -> UserMessage:
    service, cause = shorten(one.service), shorten(one.cause)
    if one.minutes is None:
        return UserMessage("{service} is still in trouble: {cause}", service=service, cause=cause)
    return PluralMessage(
        "{service} was in trouble for %n minute: {cause}",
        "{service} was in trouble for %n minutes: {cause}",
        one.minutes,
        service=service,
        cause=cause,
    )


def _learned(data: WeeklyData) -> Iterator[ReportSentence]:
    number = sum(data.learned.values())
    if not number:
        yield ReportSentence("learned", UserMessage("Nothing new was learned."), "page", "memories")
        return
    text = PluralMessage("%n fact was learned.", "%n facts were learned.", number)
    yield ReportSentence("learned", text, "page", "memories")
    for source in ("session", "conversation", "operator", "import"):
        count = sum(data.learned.get(one, 0) for one in SOURCES[source])
        if count:
            yield ReportSentence("learned", _source(source, count), "page", "memories")
    for fact in data.newest[:MOST_LINES]:
        yield ReportSentence("learned", _fact(fact.service, fact.text), "memory", str(fact.id))


def _source(source: str, count: int) -> UserMessage:
    match source:
        case "session":
            return PluralMessage("%n was said by a session.", "%n were said by sessions.", count)
        case "conversation":
            return PluralMessage("%n was drawn from a conversation.", "%n were drawn from conversations.", count)
        case "operator":
            return PluralMessage("You entered %n.", "You entered %n.", count)
        case _:
            return PluralMessage("%n was imported.", "%n were imported.", count)


def _lost(how: str, count: int) -> UserMessage:
    match how:
        case "closed":
            return PluralMessage("%n fact was replaced by another.", "%n facts were replaced by others.", count)
        case "lowered":
            return PluralMessage("%n fact is trusted less.", "%n facts are trusted less.", count)
        case "taken back":
            return PluralMessage("%n fact was taken back.", "%n facts were taken back.", count)
        case "faded":
            return PluralMessage("%n fact faded.", "%n facts faded.", count)
        case "archived":
            return PluralMessage("%n fact was archived.", "%n facts were archived.", count)
        case _:
            return PluralMessage("%n fact was let go.", "%n facts were let go.", count)


def _fact(service: str, text: str) -> UserMessage:
    if service:
        return UserMessage("{service}: {text}", service=shorten(service), text=shorten(text))
    return UserMessage("In general: {text}", text=shorten(text))


def _forgotten(data: WeeklyData) -> Iterator[ReportSentence]:
    if not data.forgotten:
        yield ReportSentence("forgotten", UserMessage("Nothing was forgotten."), "page", "memories")
    for how, count in data.forgotten.items():
        yield ReportSentence("forgotten", _lost(how, count), "page", "memories")
    for fact in data.lost[:MOST_LINES]:
        text = UserMessage("“{text}”: {why}", text=shorten(fact.text), why=shorten(fact.why))
        yield ReportSentence("forgotten", text, "memory", str(fact.id))


def _growth(data: WeeklyData) -> Iterator[ReportSentence]:
    text = PluralMessage("%n fact held at its end.", "%n facts held at its end.", data.held_after)
    yield ReportSentence("growth", text, "page", "memories")
    more = data.held_after - data.held_before
    if more > 0:
        change: str = PluralMessage("That is %n more than a week before.", "That is %n more than a week before.", more)
    elif more < 0:
        change = PluralMessage("That is %n fewer than a week before.", "That is %n fewer than a week before.", -more)
    else:
        change = UserMessage("As many held a week before.")
    yield ReportSentence("growth", change, "page", "memories")


def _recall(data: WeeklyData) -> Iterator[ReportSentence]:
    number = sum(data.recalls.values())
    if not number:
        yield ReportSentence("recall", UserMessage("Nobody asked memory anything."), "page", "ask")
        return
    text = PluralMessage("Memory was asked %n question.", "Memory was asked %n questions.", number)
    yield ReportSentence("recall", text, "page", "ask")
    for stage, said in (
        ("summaries", UserMessage("{share} were answered from summaries.", share=_share(data, "summaries"))),
        ("search", UserMessage("{share} were answered by search.", share=_share(data, "search"))),
        ("none", UserMessage("{share} found nothing.", share=_share(data, "none"))),
    ):
        if data.recalls.get(stage):
            yield ReportSentence("recall", said, "page", "ask")


def _share(data: WeeklyData, stage: str) -> str:
    return f"{data.recalls.get(stage, 0) / max(1, sum(data.recalls.values())):.0%}"


def _cost(data: WeeklyData) -> Iterator[ReportSentence]:
    text = UserMessage(
        "Sessions cost ${usd}, after ${before} in the week before.",
        usd=f"{data.usd:,.2f}",
        before=f"{data.usd_before:,.2f}",
    )
    yield ReportSentence("cost", text, "page", "overview")


def _gaps(data: WeeklyData) -> Iterator[ReportSentence]:
    for service in data.gaps[:MOST_LINES]:
        text = UserMessage("What should be known about {service}? No fact is stored.", service=shorten(service))
        yield ReportSentence("gaps", text, "service", service)
    if not data.gaps:
        text = UserMessage("A fact is stored about every service that was checked.")
        yield ReportSentence("gaps", text, "page", "services")
