"""Corrections of the agent, and mistakes it admits, as short rules (E15). Pure.

What counts as a correction: the user says so after the agent has spoken ("no, don't …", "use Y instead", "you should
have …", "that's wrong: Y listens on 8097"), or says it for good ("never …", "from now on …", "next time …"). A plain
wish for this very run is none. Of the agent only what it owns up to ("I should have …", "my mistake: …") counts.
Precision comes first: every rule is told to every session to come.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ..dates.tense import sentences
from ..prompt_quoting import one_line
from .corrections import PersonCorrection, find_correction, stands_alone
from .types import LONGEST_TYPED, ConversationTurn
from .wording import ASKS, is_told_form

SHORTEST, LONGEST = 12, 200
MOST_IN_A_TURN = 5


@dataclass(frozen=True, slots=True)
class DrawnLesson:
    """One rule, the words it was drawn from, and who said them: user or agent."""

    rule: str
    quote: str
    by: Literal["user", "agent"]


_I = re.IGNORECASE
_NO = (
    r"(?:no+|nope|wrong|hey|please|ok(?:ay)?|well|ah|hm+|actually|sorry|(?:stop|wait)(?=\s*[,.:;!—–-])"
    r"|that(?:['’]?s| was) (?:wrong|not right|not it|a mistake))"
)
_LEAD = re.compile(rf"^\W*(?:(?:{_NO}|and|but|so|also|then)\b[\s,.:;!—–-]*)+", _I)
_OBJECTION = re.compile(
    r"^\W*(?:no+|nope|stop|wrong|that['’]?s (?:wrong|not right|not it|not what)|not like that)\b", _I
)
_FOR_GOOD = re.compile(
    r"\b(?:never|always|from now on|in (?:the )?future|next time|any ?more|ever again|every time|"
    r"(?:do|must|should)(?: not|n['’]t) ever|i(?:['’]ve| have)? told you|"
    r"how often|again and again|once more:)\b",
    _I,
)
_FRAME = re.compile(
    r"^(?:from now on|in (?:the )?future|next time|the next time|"
    r"i(?:['’]ve| have)? told you(?: (?:before|already))?(?: to| that)?|"
    r"remember(?: to| that)?|as a rule|generally|going forward)\b[\s,:—–-]*",
    _I,
)
_ENDS_LASTING = re.compile(r"[\s,]+(?:from now on|next time|in (?:the )?future)[.!]*$", _I)
_THING = r"[^,.;:!?()]{2,70}?"
_TAIL = (
    r"(?:\s+(?:next time|from now on|in (?:the )?future|any ?more|ever again|again|please|ok(?:ay)?|thanks?))*\s*[.!]*$"
)
_CAUSE = r"(?:[\s,;—–-]+(?:because|since|as|it|that|they|this|which|there)\b.*)?"

_USE_INSTEAD = re.compile(
    rf"^(?:please\s+)?(?:(?:you\s+(?:should|can|must|need\s+to|have\s+to)\s+)?(?:better\s+)?(?:use|take|run|call|try|do))\s+"
    rf"(?P<new>{_THING})\s+(?:instead(?:\s+of\s+(?P<old>{_THING}))?|(?:and\s+)?not\s+(?P<not>{_THING})|"
    rf"rather\s+than\s+(?P<than>{_THING})){_CAUSE}{_TAIL}",
    _I,
)
_INSTEAD_USE = re.compile(
    rf"^instead\s+of\s+(?P<old>{_THING})[\s,]+(?:please\s+)?(?:you\s+should\s+)?(?:use|take|run|call)?\s*(?P<new>{_THING}){_CAUSE}{_TAIL}",
    _I,
)
_PREFER = re.compile(
    rf"^(?:(?:i|we)(?:['’]d|\s+would)?\s+(?:much\s+)?|please\s+|always\s+)?prefer\s+(?P<new>{_THING})\s+"
    rf"(?:over|to|instead\s+of|rather\s+than)\s+(?P<old>{_THING}){_CAUSE}{_TAIL}",
    _I,
)
_DONT = re.compile(
    rf"^(?:please\s+)?(?:(?P<dont>do\s+not|don['’]?t|never|stop|you\s+(?:must|should|may|can)(?:n['’]t|not|\s+not|\s+never)|"
    rf"you\s+must(?:n['’]t))\s+(?:ever\s+)?)(?P<what>.{{4,150}}?){_TAIL}",
    _I,
)
_ALWAYS = re.compile(rf"^(?:please\s+)?(?:you\s+(?:must|should)\s+)?always\s+(?P<what>.{{4,150}}?){_TAIL}", _I)
_SHOULD_HAVE = re.compile(
    rf"^(?P<who>you|i|we)(?P<not>\s+should(?:n['’]t|\s+not|\s+never)\s+have|\s+should(?:['’]ve|\s+have))\s+(?:first\s+)?"
    rf"(?P<verb>[a-z]+)\b(?P<rest>.{{0,150}}?){_TAIL}",
    _I,
)
_MISTAKE = re.compile(
    rf"^(?:(?:that\s+was\s+)?(?:my\s+(?:mistake|fault|bad)|a\s+mistake\s+(?:of\s+mine|on\s+my\s+part))|i\s+was\s+wrong|"
    rf"i\s+made\s+a\s+mistake)(?:\s*[:,;—–-]+\s*|\s+(?:to|by)\s+)(?P<what>.{{4,150}}?){_TAIL}",
    _I,
)
_NEXT_TIME = re.compile(
    rf"^(?:next\s+time|from\s+now\s+on|in\s+(?:the\s+)?future)[\s,]+i(?:['’]ll|\s+will|\s+must|\s+should)\s+(?P<what>.{{4,150}}?){_TAIL}",
    _I,
)
_ABOUT_TALK = re.compile(
    r"^(?:worry|bother|forget|mind|hesitate|know|think|care|understand|see|need|want|have|get it|get me wrong|panic|"
    r"apologi[sz]e|be|it)\b",
    _I,
)
_NO_VERB = re.compile(r"^(?:mind|again|once|more|in|on|at|a|an|the|i|we|you|they)\b", _I)
_PRONOUN_ONLY = re.compile(
    r"^(?:do\s+)?(?:it|that|this|so|them|those|anything|nothing)\b(?:\s+(?:now|yet|here|today|like\s+that))*$", _I
)
_NOW = re.compile(
    r"\b(?:today|right\s+now|this\s+time|for\s+now|yet|this\s+run|tonight|tomorrow|at\s+the\s+moment)\b", _I
)
_QUESTION = re.compile(r"\?\s*$")
_IRREGULAR = {
    "added": "add", "cancelled": "cancel", "created": "create", "restored": "restore", "stored": "store",
    "asked": "ask", "been": "be", "begun": "begin", "checked": "check", "chosen": "choose", "done": "do",
    "gone": "go", "kept": "keep", "left": "leave", "let": "let", "looked": "look", "made": "make", "put": "put",
    "read": "read", "run": "run", "said": "say", "seen": "see", "sent": "send", "set": "set", "shut": "shut",
    "started": "start", "stopped": "stop", "taken": "take", "told": "tell", "tried": "try", "used": "use",
    "waited": "wait", "written": "write", "restarted": "restart", "verified": "verify", "known": "know",
    "noticed": "notice", "deleted": "delete", "removed": "remove", "changed": "change", "escalated": "escalate",
    "measured": "measure", "reloaded": "reload", "drained": "drain", "backed": "back", "assumed": "assume",
    "guessed": "guess", "killed": "kill", "rebooted": "reboot", "touched": "touch", "ignored": "ignore",
    "pulled": "pull", "skipped": "skip", "dropped": "drop", "retried": "retry", "scaled": "scale",
}  # fmt: skip


def find(turns: Sequence[ConversationTurn], earlier: Sequence[ConversationTurn] = ()) -> list[DrawnLesson]:
    """The rules in what was said, in order, each once. A user's first words are a task: what they only wish is none.
    A text that was pasted teaches nothing. ``earlier`` are the turns before, of which none is drawn."""
    found: list[DrawnLesson] = []
    said = next((turn.text for turn in reversed(earlier) if turn.role == "assistant" and turn.text), "")
    for turn in turns:
        if turn.role == "user" and len(turn.text) <= LONGEST_TYPED:
            found += _of_user(turn.text, said)
        elif turn.role == "assistant":
            said = turn.text or said
            found += _of_agent(turn.text)
    seen: set[str] = set()
    return [one for one in found if not (one.rule.lower() in seen or seen.add(one.rule.lower()))]  # type: ignore[func-returns-value]


def _of_user(text: str, said: str) -> Iterator[DrawnLesson]:
    """``said`` is what the agent said last, "" where it has not spoken yet."""
    told = [one.plain for one in sentences(text, code=True)]
    objected = False
    for place, sentence in enumerate(told[: 4 * MOST_IN_A_TURN]):
        objects = bool(_OBJECTION.match(sentence))
        lasting = bool(_FOR_GOOD.search(sentence))
        rule = _rule(sentence, lasting=lasting, objects=objects or objected, first=place == 0, after_agent=bool(said))
        if not rule and said and (correction := find_correction(sentence, said)):
            rule = _corrected(correction)
        objected = objects
        if rule:
            yield DrawnLesson(rule, sentence, "user")


def _rule(sentence: str, *, lasting: bool, objects: bool, first: bool, after_agent: bool) -> str:
    """The rule in one sentence of the user, "" where there is none."""
    if _QUESTION.search(sentence):
        return ""
    # The part after an objection may hold the rule itself: "no, don't restart X, reload it".
    core = _FRAME.sub("", _LEAD.sub("", one_line(sentence)).strip()).strip()
    corrects = after_agent and (objects or first)
    if (match := _SHOULD_HAVE.match(core)) and match["who"].lower() == "you":
        return _should_have(match)
    if (match := _PREFER.match(core)) and (
        after_agent or lasting or core.lower().startswith(("i ", "we ", "i'", "i’"))
    ):
        return _over(match["new"], match["old"])
    if (lasting or corrects) and not _NOW.search(core):
        if match := _USE_INSTEAD.match(core):
            old = match["old"] or match["not"] or match["than"] or ""
            return _over(match["new"], old) if old else _clean(f"Use {_bare(match['new'])}") if lasting else ""
        if match := _INSTEAD_USE.match(core):
            return _over(match["new"], match["old"])
        if match := _ALWAYS.match(core):
            return _do(f"Always {match['what']}", match["what"]) if ASKS.match(match["what"]) else ""
        if (match := _DONT.match(core)) and (lasting or objects):
            return _dont(match["what"])
        if lasting and ASKS.match(core) and _ENDS_LASTING.search(core):
            return _do(_ENDS_LASTING.sub("", core), core)
        if lasting and _FRAME.match(_LEAD.sub("", one_line(sentence)).strip()) and ASKS.match(core):
            return _do(core, core)
    return ""


def _corrected(correction: PersonCorrection) -> str:
    """Return what a correction states; beside what it answers where it does not say what it is about."""
    if stands_alone(correction.statement):
        return _clean(correction.statement)
    return _clean(f"“{correction.answered}” is wrong: {correction.statement}")


def _of_agent(text: str) -> Iterator[DrawnLesson]:
    for sentence in (one.plain for one in sentences(text, code=True)):
        core = _LEAD.sub("", one_line(sentence)).strip()
        rule = ""
        if (match := _SHOULD_HAVE.match(core)) and match["who"].lower() != "you":
            rule = _should_have(match)
        elif match := _MISTAKE.match(core):
            inner = _SHOULD_HAVE.match(match["what"])
            rule = _should_have(inner) if inner else _blamed(match)
        elif match := _NEXT_TIME.match(core):
            rule = _do(match["what"], match["what"]) if ASKS.match(match["what"]) else ""
        if rule:
            yield DrawnLesson(rule, sentence, "agent")


def _blamed(match: re.Match[str]) -> str:
    """``I was wrong to restart X`` is ``Don't restart X``; what is only told of the mistake is no rule."""
    to = re.search(r"wrong\s+to\s*$", match.string[: match.start("what")], _I)
    return _dont(match["what"]) if to and ASKS.match(match["what"]) else ""


def _should_have(match: re.Match[str]) -> str:
    verb = match["verb"].lower()
    base = _IRREGULAR.get(verb) or _infinitive(verb)
    if not base or base in ("be", "know", "see", "notice", "say"):
        return ""
    what = f"{base}{match['rest']}"
    negated = re.search(r"n['’]t|not|never", match["not"], _I)
    return _dont(what) if negated else _do(what, what)


def _infinitive(verb: str) -> str:
    """``prune`` of ``pruned``, ``stop`` of ``stopped``, ``report`` of ``reported``; "" for what is no past form."""
    if not verb.endswith("ed") or len(verb) < 5:
        return ""
    root = verb[:-2]
    if root[-1] == root[-2] and root[-1] not in "sl":
        return root[:-1]
    if root.endswith(("i",)):
        return f"{root[:-1]}y"
    closed = root[-2] in "aeiou" and root[-1] not in "aeiouwxy" and root[-3] not in "aeiou"
    if root[-1] in "cuvz" or (closed and not root.endswith(_WITHOUT_E)):
        return f"{root}e"
    return f"{root}e" if root.endswith(("g", "tl", "bl")) and root[-2] != "n" else root


# open, edit, monitor, recover, visit, cancel, allow: two syllables and no e.
_WITHOUT_E = ("en", "it", "or", "er", "on", "el", "al", "ow", "om", "et up")


def _dont(what: str) -> str:
    what = _until_turn(what)
    if what.lower().split(" ", 1)[0].endswith("ing"):  # stop restarting it
        return "" if _vague(what) else _clean(f"Avoid {what}")
    if _ABOUT_TALK.match(what) or _vague(what) or _NO_VERB.match(what) or is_told_form(what.split(maxsplit=1)[0]):
        return ""
    return _clean(f"Don't {what}")


def _do(rule: str, what: str) -> str:
    if _vague(what) or _ABOUT_TALK.match(what):
        return ""
    return _clean(_until_turn(rule))


def _over(new: str, old: str) -> str:
    new, old = _bare(new), _bare(old)
    return "" if _vague(new) or _vague(old) or new.lower() == old.lower() else _clean(f"Prefer {new} over {old}")


def _bare(text: str) -> str:
    return re.sub(r"^(?:please|just|the\s+(?=`))\s+", "", text.strip(" ,'\"“”"), flags=_I)


def _until_turn(text: str) -> str:
    """Up to where the sentence turns to something else: "restart it, reload it instead" keeps its second half."""
    return re.sub(
        r"[\s,;—–-]+(?:ok(?:ay)?|please|got it|understood|will you|right)[\s?!.]*$", "", text.strip(), flags=_I
    )


def _vague(text: str) -> bool:
    return bool(_PRONOUN_ONLY.match(text.strip(" .,!")))


def _clean(rule: str) -> str:
    rule = one_line(rule).strip(" ,;:—–-")
    rule = re.sub(r"\s+(?:next time|from now on|in (?:the )?future|please)[.!]*$", "", rule, flags=_I).rstrip(".! ")
    return rule[:1].upper() + rule[1:] if SHORTEST <= len(rule) <= LONGEST else ""
