"""Names and small words in two readings: which are in both, which are twins (pg-01, pg-02), which are contraries."""

from __future__ import annotations

from claudeops_desktop.language.claims.sentence_reading import SentenceReading

_CONTRARIES = """
    up/down on/off in/out into/out over/under above/below to/from onto/off toward/away ahead/behind
    all/one all/some all/none every/one each/one most/hardly most/few all/hardly least/most
"""
_TURNED: dict[str, set[str]] = {}
for _a, _b in (_pair.split("/") for _pair in _CONTRARIES.split()):
    _TURNED.setdefault(_a, set()).add(_b)
    _TURNED.setdefault(_b, set()).add(_a)
_NO_WORDS: set[str] = set()


def name_features(old: SentenceReading, new: SentenceReading) -> tuple[float, ...]:
    """Names of hosts, files and settings."""
    one, two = old.names - new.names, new.names - old.names
    return (
        float(min(2, len(old.names & new.names))),
        float(min(2, sum(1 for name in one if not _part(name, two)))),
        float(min(2, sum(1 for name in two if not _part(name, one)))),
        _twins(old.names, new.names),
    )


def _twins(old: frozenset[str], new: frozenset[str]) -> float:
    """Names that differ in their digits only (db01 and db03), or in one letter beside digits (sda1 and sdb1)."""
    strip = str.maketrans("", "", "0123456789")
    one, two = {n: n.translate(strip) for n in old - new}, {n: n.translate(strip) for n in new - old}
    if set(one.values()) & set(two.values()) - {"", "..."}:
        return 1.0
    return float(
        any(
            len(a) == len(b) < 8 and one[a] != a and two[b] != b and sum(map(str.__ne__, a, b)) == 1
            for a in one
            for b in two
        )
    )


def _part(name: str, names: frozenset[str]) -> bool:
    """Tell whether a name is a part of one of these, or one of them of it: /data/caddy and /data/caddy/locks."""
    return any(len(name) > 3 and len(other) > 3 and (name in other or other in name) for other in names)


def turned_words(old: SentenceReading, new: SentenceReading) -> float:
    """Tell whether a small word was exchanged for its contrary: up the stairs, down the stairs."""
    one, two = set(old.wording), set(new.wording)
    gone, come = one - two, two - one
    return float(any(not _TURNED.get(word, _NO_WORDS).isdisjoint(come) for word in gone)) if gone and come else 0.0
