"""A sentence as a fact is worded: its subject written out, what leads up to it and what trails off left away. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..gate_tables import table
from .sentences import Sentence
from .steps import without_step
from .subject import Mention, Names

SHORTEST_LEFT = 14  # what trails off is left away only where a fact can stand before it
_FILE = "extract/wording.txt"
_ENDS = " .!…:;,-–—("
_CLAUSE = re.compile(
    r"^(?:when(?:ever)?|if|while|during|after|before|once|until|unless|with|without|as (?:soon|long) as)\b[^,]*,\s*",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:the|a|an|its|each|every|all|no|any)\b", re.IGNORECASE)
_VERBS = frozenset(
    [
        "is",
        "was",
        "has",
        "had",
        "takes",
        "took",
        "needs",
        "needed",
        "starts",
        "started",
        "does",
        "did",
        "can",
        "must",
        "will",
        "returns",
        "keeps",
        "runs",
        "goes",
        "fails",
        "also",
        "only",
        "always",
        "never",
        "usually",
        "sometimes",
        "listens",
        "uses",
        "depends",
        "requires",
        "comes",
        "came",
        "then",
        "became",
        "becomes",
        "should",
        "may",
        "might",
        "could",
        "would",
        "doesn't",
        "didn't",
        "isn't",
        "wasn't",
        "can't",
        "won't",
        "gets",
        "got",
        "lasts",
        "responds",
        "answers",
        "recovers",
        "restarts",
        "crashes",
        "hangs",
    ]
)


class Wording(NamedTuple):
    """The words of a fact and what it is about. ``hedged``: it was said with a doubt; ``rebuilt``: words were put in
    place of others; ``from_before``: the subject was found in what was said before."""

    text: str
    service: str | None
    hedged: bool = False
    rebuilt: bool = False
    from_before: bool = False


def worded(sentence: Sentence, names: Names) -> Wording | None:
    """The words of a fact; None where its subject cannot be told."""
    text, hedged = _stripped(sentence.text)
    text, context, rebuilt = without_step(text)
    label = names.exactly(sentence.label) if sentence.label else None
    heading = label or next((one.name for one in names.mentions(sentence.label)), None)
    before = names.mentions(context) or names.mentions(sentence.before)
    around = heading or (before[-1].name if before else None)
    service = _subject(names.mentions(text), text)
    from_before = False
    pronoun = table(_FILE, "pronoun").match(text)
    if pronoun and _stands_for_a_service(pronoun):
        if around is None:
            return None
        from_before = heading is None and not names.mentions(context)
        text, service = _with_subject(text, pronoun, around), around
    elif service is None and heading is not None:
        service = heading
        if label and text[:1].islower() and not _ARTICLE.match(text):
            text = f"{sentence.label.strip()} {text}"
    if table(_FILE, "elsewhere").search(text):
        about = service or around
        if about is None:
            return None
        text = table(_FILE, "elsewhere").sub(lambda found: f"{found[0].rpartition(' ')[0]} {about}", text)
        from_before, service = from_before or service is None, about
    return Wording(_begun(text), service, hedged, rebuilt, from_before) if text else None


def _stripped(text: str) -> tuple[str, bool]:
    """A sentence without what leads up to it and what trails off; whether it was said with a doubt."""
    text, hedged = text.rstrip(_ENDS), False
    while True:
        led = table(_FILE, "leads").sub("", text, count=1).strip()
        sure = table(_FILE, "hedges").sub("", led, count=1).strip()
        hedged = hedged or sure != led
        if sure in (text, ""):
            break
        text = sure
    trails = table(_FILE, "trails").search(text, SHORTEST_LEFT)
    return (text[: trails.start()] if trails else text).rstrip(_ENDS), hedged


def _stands_for_a_service(pronoun: re.Match[str]) -> bool:
    word, after = pronoun["word"].lower(), (pronoun["after"] or "").strip().lower()
    if word in ("it", "it's", "they", "its") or word.startswith(("this s", "that s", "the ")):
        return True
    return after in _VERBS or after.endswith("s")


def _with_subject(text: str, pronoun: re.Match[str], service: str) -> str:
    rest = text[pronoun.end("word") :]
    ending = {"it's": " is", "its": "'s", "the same": ": the same"}.get(pronoun["word"].lower(), "")
    return f"{service}{ending}{rest}"


def _subject(mentions: list[Mention], text: str) -> str | None:
    """Which of the services named is the subject: the first, but one that a clause leads in with is not."""
    if not mentions:
        return None
    clause = _CLAUSE.match(text)
    after = [one for one in mentions if clause and one.start >= clause.end()]
    return (after or mentions)[0].name


def _begun(text: str) -> str:
    """With a capital, unless it begins with code or a name."""
    text = text.strip(" ,;:-–—").strip()
    first = text.split(" ", 1)[0]
    return text[0].upper() + text[1:] if first.isalpha() and first.islower() else text
