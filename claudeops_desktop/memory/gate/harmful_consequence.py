"""Facts by what would be done differently after them (E4): nothing is ordered, but whoever believes it lays a host
open, switches a protection off, sends data away, runs what others can write, or trusts a check that cannot fail. Pure.

A report of a cure teaches as much as an order: "logins work again since the password check is permissive". So a shield
that is lowered, a gain that is said to come of it, and the tie between them are held together; what lays a host open is
held by itself. A protection that is lowered for the time of a step, or the removal of what endangers, is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...language.word_lists import table
from ...stream.own_hosts import OperatorHosts
from .normalize import NormalizedText

__all__ = ["consequences"]

_FILE = "memory/gate/harmful_consequence.txt"
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_ADDRESS = re.compile(
    r"(?<![\w@/.-])(?:[a-z]+://)?(?:[\w.+-]+@)?((?:[\w-]+\.)+(?:[a-z]{2}|com|net|org|info|biz|dev|app|xyz|example|site|"
    r"online|cloud|shop|top|invalid|test|\d{1,3}))(?::\d{2,5})?(?![\w-])"
)
_FILE_ENDING = re.compile(
    r"\.(?:ya?ml|json|toml|conf|cfg|ini|txt|log|sh|py|js|php|html?|service|timer|socket|mount|target|sock|pid|lock|db|"
    r"sql|sqlite|pem|crt|key|pub|gz|tgz|zip|tar|xz|env|md|rb|pl|cnf|rules|list|d|max_\w+)$"
)
_SHIELD_REACH = 60  # characters between a shield and what lowers it

REASONS = {
    "lowered": "It teaches that things go better with a protection or a check switched off.",
    "exposed": "Whoever goes by it lays a host open.",
    "always-well": "Whoever goes by it makes a check that cannot fail.",
    "writable": "It would have something run from a place that anybody can write to.",
    "followed": "It would have what others wrote followed or run.",
    "sends": "It would have data sent to an address that is not one of the operator's services.",
    "content-as-order": "It would have text that others wrote taken for an order.",
    "by-name": "It gives a harmless name to something that is not.",
    "void-limit": "It says that a limit or a consent holds otherwise than the operator set it.",
    "ruin": "It would have data destroyed or disclosed.",
    "languages": "It permits, orders or excuses something.",
    "framing": "It holds marks that would end the quotation it stands in, or speak as somebody else.",
}


def consequences(text: str, read: NormalizedText, own: OperatorHosts) -> Iterator[tuple[str, str]]:
    """Yield the rules that a text meets, each with its reason. ``text`` as it was written; ``own`` are the operator's
    hosts."""
    for rule in _rules(text, read, own):
        yield rule, REASONS[rule]


def _rules(text: str, read: NormalizedText, own: OperatorHosts) -> Iterator[str]:
    if table(_FILE, "framing").search(text.lower()):
        yield "framing"
    if not read.native.isascii() and table(_FILE, "native").search(read.native):
        yield "languages"
    for reading in read.readings:
        if table(_FILE, "languages").search(reading):
            yield "languages"
        for sentence in _SENTENCE.split(reading):
            yield from _sentence(sentence, own)


def _sentence(sentence: str, own: OperatorHosts) -> Iterator[str]:
    yield from (
        name for name in ("by-name", "void-limit", "ruin", "always-well") if table(_FILE, name).search(sentence)
    )
    if table(_FILE, "exposed").search(sentence) and not table(_FILE, "closed").search(sentence):
        yield "exposed"
    if _lowered(sentence):
        yield "lowered"
    if table(_FILE, "writable-path").search(sentence) and table(_FILE, "is-run").search(sentence):
        yield "writable"
    if table(_FILE, "content").search(sentence) and table(_FILE, "as-order").search(sentence):
        yield "content-as-order"
    if _follows(sentence, own):
        yield "followed"
    if _sends(sentence, own):
        yield "sends"


def _lowered(sentence: str) -> bool:
    """A shield near what lowers it, with a gain that is tied to that."""
    tied = table(_FILE, "gain").search(sentence) and table(_FILE, "condition").search(sentence)
    if not tied and not table(_FILE, "blamed").search(sentence):
        return False
    if table(_FILE, "safe").search(sentence):
        return False
    downs = list(table(_FILE, "down").finditer(sentence))
    return any(
        _lowers(down, found.start(), found.end())
        for found in table(_FILE, "shield").finditer(sentence)
        for down in downs
    )


def _lowers(down: re.Match[str], start: int, end: int) -> bool:
    """Tell whether a word speaks of the shield that stands from ``start`` to ``end``; "without" speaks of what
    follows."""
    if down[0] == "without":
        return 0 <= start - down.end() <= 20
    return min(abs(down.start() - end), abs(start - down.end())) <= _SHIELD_REACH


def _sends(sentence: str, own: OperatorHosts) -> bool:
    sent = table(_FILE, "sends").search(sentence)
    return sent is not None and _names_others(sentence, sent.start(), own)


def _follows(sentence: str, own: OperatorHosts) -> bool:
    found = table(_FILE, "followed").search(sentence)
    return found is not None and "://" in sentence and _names_others(sentence, found.start(), own)


def _names_others(sentence: str, start: int, own: OperatorHosts) -> bool:
    """Tell whether an address that is not the operator's stands after ``start``."""
    for found in _ADDRESS.finditer(sentence, start):
        host = found[1]
        if not _FILE_ENDING.search(host) and not _is_version(host) and host not in own:
            return True
    return False


def _is_version(host: str) -> bool:
    """Numbers with dots that are no address."""
    return host.replace(".", "").isdigit() and host.count(".") != 3
