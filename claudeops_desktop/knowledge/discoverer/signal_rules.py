"""Signals in what was said: corrections, decisions, preferences, and requests that may recur (C9). Pure.

What a person typed is the signal. Of the agent only a mistake that it owned up to counts, and less. A long text is a
document that was pasted: it speaks for somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ...language.dates.tense import sentences
from ...language.extraction import lesson_rules
from ...language.extraction.types import ConversationTurn
from ...language.prompt_echo import is_injected, is_marker
from ...language.prompt_quoting import one_line
from .generalize import generalize
from .types import DiscoverySignal, SignalKind, SignalVoice

PASTED = 2_000  # characters of a turn that was not typed
MOST_SENTENCES = 20  # of a turn
LONGEST_QUOTE = 300
_I = re.IGNORECASE
_LASTING = re.compile(
    r"\b(?:never|always|from now on|in (?:the )?future|next time|every time|as a rule|generally|by default|"
    r"going forward|"
    r"we(?:['’]ve| have)? decided|i(?:['’]ve| have)? told you|each time|whenever)\b", _I)  # fmt: skip
_DECISION = re.compile(
    r"^(?:ok(?:ay)?[, ]+|so[, ]+|right[, ]+|well[, ]+)*(?:"
    r"(?:we|i)(?:['’]ve| have)? (?:now )?decided (?P<to>to|that|on|against|not to)\s+(?P<what>.{6,200}?)"
    r"|(?:the|our) decision is (?P<is>to|that)\s+(?P<what2>.{6,200}?)"
    r"|let['’]?s (?:go with|settle on|stick with|stick to|"
    r"standardi[sz]e on|switch to|move to|use)\s+(?P<new>.{2,80}?)\s+"
    r"(?:instead of|rather than|over|and not)\s+(?P<old>.{2,80}?)"
    r"|(?:from now on,? )?we(?:['’]ll| will| are going to)? (?:now )?(?:use|go with|"
    r"standardi[sz]e on|switch to|stay with)\s+"
    r"(?P<new2>.{2,80}?)\s+(?:instead of|rather than|and not|not)\s+(?P<old2>.{2,80}?)"
    r")[.!]*$", _I)  # fmt: skip
_CAUSE = re.compile(r"[\s,;]+(?:because|since|as|so that)\b.*$", _I)
_STYLE = (
    r"(?:answers?|reports?|messages?|summar(?:y|ies)|notifications?|replies|output|tables?|logs?|explanations?|mails?)"
)
_PREFERENCE = re.compile(
    rf"^(?:please\s+)?(?:i (?:do not|don['’]t) (?:like|want|need)\s+(?P<not>.{{4,120}}?)"
    rf"|i (?:prefer|(?:always )?like|(?:always )?want|would like|(?:only )?need)\s+(?P<what>.{{4,120}}?)"
    rf"|(?P<keep>(?:keep|make|write|give|send|show|tell)\s+(?:me\s+)?(?:your |the |all |only )?"
    rf"{_STYLE}\b.{{2,120}}?))[.!]*$", _I)  # fmt: skip
_OF_STYLE = re.compile(
    rf"\byour {_STYLE}\b|\bPrefer\b.*\b(?:answers?|reports?|messages?|summar(?:y|ies)|replies|mails?)\b", _I
)
_ONCE = re.compile(
    r"\b(?:you to|to know|to see (?:the|what|why|if|whether)|now|today|this (?:one|run|time)|the log|"
    r"a look|help|that|it)\b",
    _I,
)
_REQUEST = re.compile(
    r"^(?:please\s+)?(?:can you |could you )?(?P<what>(?:check|look at|restart|renew|clean|prune|update|back up|verify|"
    r"compare|report|rotate|test|show|list|tell me|summari[sz]e|find out)\b.{4,160}?)[.?!]*$", _I)  # fmt: skip
_DANGEROUS = re.compile(
    r"\b(?:permission|sudoers?|passwo?rd|api[- ]?key|secret|token|credential|allow(?:ed)?[- ]?(?:list|tools?)|"
    r"settings\.json|"
    r"dangerously|bypass|guard|approv(?:e|al)s? (?:all|every)|without (?:asking|approval))\b|"
    r"\b(?:curl|wget)\b.*\|\s*(?:ba)?sh\b", _I)  # fmt: skip


def find_signals(
    turns: Sequence[tuple[int, ConversationTurn]], conversation: str, session_id: int | None, services: Collection[str],
    injected: Collection[str] = (),
) -> list[DiscoverySignal]:  # fmt: skip
    """The signals of one conversation; each turn with the line of its log. ``injected`` are texts that the session was
    given: what repeats one of them is nothing new."""
    typed = [
        (line, replace(turn, text=_without_ours(turn.text)))
        for line, turn in turns
        if turn.role != "tool" and len(turn.text) <= PASTED
    ]
    lines = {one_line(turn.text): line for line, turn in reversed(typed)}
    given = {_words(text) for text in injected}
    found = list[DiscoverySignal]()
    for lesson in lesson_rules.find([turn for _, turn in typed]):
        line = next((at for text, at in lines.items() if one_line(lesson.quote) in text), 0)
        turn = next((one for at, one in typed if at == line), None)
        kind: SignalKind = "preference" if _OF_STYLE.search(lesson.rule) else "correction"
        found.append(_signal(f"{conversation}:{line}", kind, lesson.rule, lesson.quote,
                             "user" if lesson.by == "user" else "agent", services, session_id, turn))  # fmt: skip
    for line, turn in typed:
        if turn.role == "user":
            for kind, principle, quote in said_by_person(turn.text):
                found.append(
                    _signal(f"{conversation}:{line}", kind, principle, quote, "user", services, session_id, turn)
                )
    known = set[str]()
    kept = list[DiscoverySignal]()
    for one in found:
        words = _words(one.principle)
        if one.principle and words not in known and words not in given and not _of_ours(one.quote):
            known.add(words)
            kept.append(one)
    return kept


def said_by_person(text: str) -> Iterator[tuple[SignalKind, str, str]]:
    """The decisions, preferences and requests in what a person typed: kind, principle and quote."""
    for sentence in [one.plain for one in sentences(text, code=True)][:MOST_SENTENCES]:
        said = one_line(sentence)
        if is_injected(said) or is_marker(said):
            continue
        if principle := _decision(said):
            yield "decision", generalize(principle), said
        elif principle := _preference(said):
            yield "preference", generalize(principle), said
        elif match := _REQUEST.match(said):
            yield "pattern", generalize(match["what"]), said


def signal_of_answer(
    place: str, text: str, services: Collection[str], session_id: int | None, said_at: str, fallback: str = ""
) -> list[DiscoverySignal]:
    """The signals in an answer or a saved prompt of the operator; without any, the ``fallback`` as a correction."""
    turn = ConversationTurn(1, "user", text, said_at)
    spoken = ConversationTurn(0, "assistant", "Asked.", said_at)
    found = [("correction", one.rule, one.quote) for one in lesson_rules.find([spoken, turn])]
    found += [(kind, principle, quote) for kind, principle, quote in said_by_person(text) if kind != "pattern"]
    if not found and fallback:
        found = [("correction", fallback, text)]
    return [_signal(place, kind, principle, quote, "operator", services, session_id, turn)  # type: ignore[arg-type]
            for kind, principle, quote in found if principle]  # fmt: skip


def is_dangerous(text: str) -> bool:
    """Tell whether it would change what the agent may do, or touches secrets: only the operator himself may write
    that."""
    return bool(_DANGEROUS.search(text))


def service_in(text: str, services: Collection[str]) -> str:
    """The one service that a text names; "" for none or several."""
    found = [name for name in services if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text, _I)]
    return max(found, key=len) if found and all(one in max(found, key=len) for one in found) else ""


def _signal(
    place: str, kind: SignalKind, principle: str, quote: str, said_by: SignalVoice, services: Collection[str],
    session_id: int | None, turn: ConversationTurn | None,
) -> DiscoverySignal:  # fmt: skip
    general = generalize(principle)
    return DiscoverySignal(
        place, kind, general, one_line(quote)[:LONGEST_QUOTE], said_by, service_in(general, services),
        bool(_LASTING.search(quote)) or kind == "decision", session_id, turn.at if turn else "",
    )  # fmt: skip


def _decision(said: str) -> str:
    match = _DECISION.match(_CAUSE.sub("", said))
    if match is None:
        return ""
    if new := match["new"] or match["new2"]:
        return f"We use {new.strip()} instead of {(match['old'] or match['old2']).strip()}"
    what = match["what"] or match["what2"]
    how = (match["to"] or match["is"]).lower()
    starts = {"to": "We ", "that": "", "on": "We chose ", "against": "We decided against ", "not to": "We do not "}
    return f"{starts[how]}{what.strip()}"


def _preference(said: str) -> str:
    match = _PREFERENCE.match(said)
    if match is None:
        return ""
    if match["keep"]:
        lasts = _LASTING.search(said) or re.match(r"(?:please\s+)?keep\b", said, _I)
        return match["keep"] if lasts and not re.search(r"\bnow\b", said, _I) else ""
    what = match["not"] or match["what"]
    if _ONCE.search(what) and not _LASTING.search(said):
        return ""
    return f"The operator does not want {what}" if match["not"] else f"The operator prefers {_bare(what)}"


def _bare(what: str) -> str:
    return re.sub(r"^to (?:have|get|see)\s+", "", what.strip(), flags=_I)


def _without_ours(text: str) -> str:
    """A text without lines that came back from a prompt of ours."""
    return "\n".join(line for line in text.split("\n") if not is_injected(line) and not is_marker(line))


def _of_ours(quote: str) -> bool:
    return is_injected(quote) or is_marker(quote)


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
