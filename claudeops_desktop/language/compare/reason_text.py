"""One plain sentence that says why the judge decided as it did, for the history of a memory."""

from __future__ import annotations

from collections.abc import Iterable

from claudeops_desktop.language.claims.sentence_reading import SentenceReading
from claudeops_desktop.language.claims.term_relations import MeaningTerm
from claudeops_desktop.language.compare.features import AlignedReadings
from claudeops_desktop.language.types import Verdict
from claudeops_desktop.language.values.values import MeasuredValue, ValueKind

_NOUNS = {
    ValueKind.DURATION: "time",
    ValueKind.PERIOD: "interval",
    ValueKind.SIZE: "size",
    ValueKind.RATE: "rate",
    ValueKind.PERCENT: "share",
    ValueKind.DEGREES: "temperature",
    ValueKind.CLOCK: "time of day",
    ValueKind.WEEKDAY: "day",
    ValueKind.MONTH: "month",
    ValueKind.DATE: "date",
    ValueKind.CODE: "code",
    ValueKind.PORT: "port",
    ValueKind.VERSION: "version",
    ValueKind.NUMBER: "number",
    ValueKind.ADDRESS: "address",
}  # fmt: skip


def explain_verdict(verdict: Verdict, old: SentenceReading, new: SentenceReading, meeting: AlignedReadings) -> str:
    """The sentence for this verdict."""
    if verdict is Verdict.SAME:
        return _same(meeting)
    if verdict is Verdict.CONTRADICTION:
        return _contradiction(new, meeting)
    return _different(meeting)


def _same(meeting: AlignedReadings) -> str:
    for old, new in meeting.values.agree:
        if old.text.lower() != new.text.lower():
            return f"Same statement; {old.text} and {new.text} are the same {_noun(old, new)}."
    exchanged = [f"{p.old.word} / {p.new.word}" for p in meeting.pairs if p.old.stem != p.new.stem][:3]
    return (
        f"Same statement in other words: {', '.join(exchanged)}."
        if exchanged
        else "Same statement; only small words differ."
    )


def _contradiction(new: SentenceReading, meeting: AlignedReadings) -> str:
    about = _common(meeting)
    for was, now in meeting.values.apart:
        return f"{_shown(was)} became {_shown(now)} for the same thing{about}."
    if meeting.values.flipped and not meeting.feature("flipped_odd"):
        was, now = meeting.values.flipped[0]
        return f"{_shown(was)} is a limit to the other side now{about}."
    if meeting.feature("order_turned"):
        return f"The order is turned round{about}."
    opposed = [pair for pair in meeting.pairs if pair.opposed]
    for pair in sorted(opposed, key=lambda pair: not pair.scale):
        if pair.scale and pair.old.stem != pair.new.stem:
            return f"Says the opposite: {_signed(pair.old)} / {_signed(pair.new)}."
        return f"Says the opposite about {pair.new.word}: one of the two denies it."
    if meeting.feature("needs_apart"):
        return f"One says that it is needed, the other that it works without{about}."
    if meeting.feature("cues_gap"):
        return f"The new fact says that this has changed{about}."
    if meeting.feature("names_twins"):
        return f"Names another one for the same thing{about}."
    left = _words(meeting.left_old), _words(meeting.left_new)
    if all(left):
        return f"About the same thing{about}, with another conclusion: {left[0]} / {left[1]}."
    return f"About the same thing{about}, with another conclusion."


def _different(meeting: AlignedReadings) -> str:
    left_old, left_new = _words(meeting.left_old), _words(meeting.left_new)
    if not meeting.pairs:
        return "About other things: no words in common."
    if left_old and left_new:
        return f"About another thing: {left_old} / {left_new}."
    return "Says something else; both can be true."


def _signed(term: MeaningTerm) -> str:
    return f"not {term.word}" if term.sign < 0 else term.word


def _shown(value: MeasuredValue) -> str:
    return f"not {value.text}" if value.denied else value.text


def _noun(old: MeasuredValue, new: MeasuredValue) -> str:
    return _NOUNS[old.kind if old.kind is not ValueKind.NUMBER else new.kind]


def _words(terms: Iterable[MeaningTerm]) -> str:
    return ", ".join(_signed(term)[:40] for term in sorted(terms, key=lambda term: -term.weight)[:3])


def _common(meeting: AlignedReadings) -> str:
    """``: start, restart``: what both are about, the weightiest two words in the order of the old fact."""
    shared = [pair for pair in meeting.pairs if not pair.opposed and pair.strength > 0.75]
    best = sorted(shared, key=lambda pair: (-pair.old.weight, pair.old.place))[:2]
    words = [pair.old.word[:40] for pair in sorted(best, key=lambda pair: pair.old.place)]
    return f": {', '.join(words)}" if words else ""
