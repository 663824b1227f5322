"""Three recommendations of a week, each with its evidence: pure. What costs the operator most comes first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...core.messages import PluralMessage, UserMessage
from ...language.prompt_quoting import one_line
from .types import ReportSentence, WeeklyData

MOST = 3
OFTEN = 2  # incidents of a service in a week
COST_RISE = 1.5
LEAST_USD = 1.0
LONG_OPEN = 5  # pairs or facts that wait


def recommend(data: WeeklyData) -> list[ReportSentence]:
    """At most three sentences of the section ``recommendations``."""
    found = [*_open(data), *_regressions(data), *_repeated(data), *_routine(data), *_waiting(data), *_spending(data)]
    return found[:MOST]


def _say(text: str, kind: str, target: str) -> ReportSentence:
    return ReportSentence("recommendations", text, kind, target)


def _open(data: WeeklyData) -> Iterator[ReportSentence]:
    for one in data.incidents:
        if one.minutes is None:
            text = UserMessage("Look at {service}: its incident is still open.", service=one_line(one.service))
            yield _say(text, "incident", str(one.id))


def _regressions(data: WeeklyData) -> Iterator[ReportSentence]:
    for one in data.back:
        text = UserMessage("Look for another cure: “{title}” was fixed and came back.", title=one_line(one.title)[:120])
        yield _say(text, "finding", str(one.id))


def _repeated(data: WeeklyData) -> Iterator[ReportSentence]:
    for service, count in Counter(one.service for one in data.incidents).most_common():
        if count < OFTEN:
            return
        latest = max(one.id for one in data.incidents if one.service == service)
        if any(gap.service == service and gap.kind == "nothing" for gap in data.gaps):
            text = PluralMessage(
                "Write down what is known about {service}: it had %n incident, and no fact is stored.",
                "Write down what is known about {service}: it had %n incidents, and no fact is stored.",
                count,
                service=one_line(service),
            )
        else:
            text = PluralMessage(
                "Find the cause behind the incidents of {service}: there was %n.",
                "Find the cause behind the incidents of {service}: there were %n.",
                count,
                service=one_line(service),
            )
        yield _say(text, "incident", str(latest))


def _routine(data: WeeklyData) -> Iterator[ReportSentence]:
    if data.failed_steps:
        names = ", ".join(data.failed_steps)
        yield _say(UserMessage("Look at the routine: these steps failed: {steps}.", steps=names), "page", "routine")


def _waiting(data: WeeklyData) -> Iterator[ReportSentence]:
    if data.patterns:
        text = PluralMessage(
            "Decide on %n proven pattern: it is not in use until you approve it.",
            "Decide on %n proven patterns: they are not in use until you approve them.",
            data.patterns,
        )
        yield _say(text, "page", "patterns")
    if data.pairs + data.held >= LONG_OPEN:
        text = PluralMessage(
            "Review %n waiting fact or pair: none of them reaches a prompt unreviewed.",
            "Review %n waiting facts and pairs: held facts reach no prompt, and pairs may be wrong.",
            data.pairs + data.held,
        )
        yield _say(text, "page", "inbox")


def _spending(data: WeeklyData) -> Iterator[ReportSentence]:
    if data.usd >= LEAST_USD and data.usd > COST_RISE * data.usd_before:
        text = UserMessage(
            "Check the spending limits: sessions cost ${usd}, after ${before} in the week before.",
            usd=f"{data.usd:,.2f}",
            before=f"{data.usd_before:,.2f}",
        )
        yield _say(text, "page", "settings")
