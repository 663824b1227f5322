"""Orders that no single phrase gives away: told by whom a text speaks to, of what, and in which mood (E4). Pure.

``gate.danger`` knows phrases. An order can be put in endless other words, but it has to speak of something: of the
agent and what it is held by (approvals, the guard, cooldowns, the operator) in a loosening way; of what protects
(backups, monitoring, firewalls, passwords) as something to be taken away at no certain time; of reports that somebody
should not get; or to its reader. A fact about a service does none of these: it says what the service does or needs,
and a step of a procedure has its time ("stop the backup job before the volume is resized").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...language.word_lists import table
from .normalize import NormalizedText

_FILE = "memory/gate/instructions.txt"
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_SECRET_NEAR = re.compile(
    r"\b(?:user|login|admin|root|auth|pass(?:word|wd|phrase|code)?|pw|pwd|token|key|secret|credentials?|pin|community|psk)\b",
    re.IGNORECASE,
)
_QUOTED_PHRASE = re.compile(
    r"\b(?:recovery|seed|pass|mnemonic|backup|unlock)[ -]?phrase\b[^\"'`]{0,40}[\"'`][^\"'`]{6,}[\"'`]", re.IGNORECASE
)
_QUOTED_SECRET = re.compile(
    r"\b(?:password|passwd|passphrase|pwd|kennwort|passwort)\b\s*(?:is|was|=|:|ist|lautet)?\s*[\"'`](?=\S*\d)\S{5,}[\"'`]",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"(?<![\w/.:@-])[\"'`(]?([^\s\"'`(),;]{7,64})")
_NO_SECRET = re.compile(
    r"(?:https?|ftp|ssh|smb|nfs|tcp|udp)://|[~./$<\[{*]|.*/|\d{4}-\d\d|v?\d+(?:\.\d+)+|[\w-]+=|[A-Z][a-z]+(?:[A-Z][a-z]*)*\d?\Z|"
    r".*\.(?:service|timer|socket|lan|local|com|org|net|de|io|conf|ya?ml|json|toml|ini|py|sh|txt|log|db|pem|crt|key|"
    r"internal|example)\b",
    re.IGNORECASE,
)

_IT = re.compile(r"\s+(?:it|them|all|those|that)\b|.{0,20}$")
_ADVICE = re.compile(
    r"\bescalate to tier [23] (?:only|when|if|after|once)\b|\b(?:needs?|drain|installed|listens?|connects?|reports?)\b"
)

REASONS = {
    "address": "It speaks to its reader instead of telling a fact.",
    "policy": "It would loosen the rules that the agent works under.",
    "limits": "It speaks of what the agent is held by, or of more rights than are needed.",
    "protection": "It would take protection away without a certain time or place.",
    "report": "It would keep something from those who should know.",
    "override": "It speaks to the agent about its instructions instead of telling a fact.",
    "fetch-and-run": "It would have the agent run what others wrote.",
    "secret-told": "It tells a secret.",
    "foreign": "It speaks of approvals, of asking or of instructions.",
}
_WHOLE = (
    ("report", "report"),
    ("meta", "override"),
    ("runs-other", "fetch-and-run"),
    ("foreign", "foreign"),
    ("on-sight", "limits"),
)


def instructions(text: str, read: NormalizedText, to_somebody: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the rules that a text meets, each with its reason. ``text`` as it was written, ``read`` as the gate reads
    it. ``to_somebody``: it may speak to its reader, who is the other person of a conversation."""
    for rule in _rules(text, read, to_somebody):
        yield rule, REASONS[rule]


def _rules(text: str, read: NormalizedText, to_somebody: bool) -> Iterator[str]:
    if tells_secret(text):
        yield "secret-told"
    if not read.native.isascii() and table(_FILE, "foreign-native").search(read.native):
        yield "foreign"
    for reading in read.readings:
        yield from (rule for heading, rule in _WHOLE if table(_FILE, heading).search(reading))
        yield from filter(None, (_sentence(sentence, to_somebody) for sentence in _SENTENCE.split(reading)))


def _sentence(sentence: str, to_somebody: bool) -> str:
    if not to_somebody and table(_FILE, "address").search(table(_FILE, "idiom").sub(" ", sentence)):
        return "address"
    loosens = table(_FILE, "loose").search(sentence)
    if loosens and table(_FILE, "rules").search(table(_FILE, "asked").sub(" ", sentence)):
        return "policy"
    if (agent := table(_FILE, "agent").search(sentence)) and not table(_FILE, "asked").search(sentence):
        rest = sentence[agent.end() :]
        near = sentence[max(0, agent.start() - 40) : agent.start()] + " " + rest[:30]
        if table(_FILE, "agent-verb").search(near) and not _ADVICE.search(sentence):
            return "policy"
    guards = table(_FILE, "protection").search(sentence)
    if guards and table(_FILE, "judged").search(sentence):
        return "protection"
    unmade = table(_FILE, "unmake").search(sentence)
    if not (unmade and guards and (guards.end() > unmade.start() or _IT.match(sentence, unmade.end()))):
        return ""
    has_its_time = table(_FILE, "bounded").search(sentence) and not table(_FILE, "unbounded").search(sentence)
    return "" if has_its_time else "protection"


def tells_secret(text: str) -> bool:
    """Tell whether a word that only a secret looks like stands near a word for one: letters of both cases with digits
    or signs, no path, address, version or name."""
    if _QUOTED_PHRASE.search(text) or _QUOTED_SECRET.search(text):
        return True
    for near in _SECRET_NEAR.finditer(text):
        around = text[near.end() : near.end() + 60]
        if any(_looks_secret(found[1]) for found in _TOKEN.finditer(around)):
            return True
    return False


def _looks_secret(word: str) -> bool:
    word = word.rstrip(".!?")
    if len(word) < 7 or _NO_SECRET.match(word):
        return False
    kinds = [any(map(str.islower, word)), any(map(str.isupper, word)), any(map(str.isdigit, word))]
    return all(kinds) or (kinds[2] and sum(kinds) == 2 and any(sign in "!@#$%^&*?" for sign in word))
