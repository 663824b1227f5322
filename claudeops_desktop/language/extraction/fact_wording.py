"""A sentence as a fact is worded: its subject written out, what leads up to it and what trails off left away. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..word_lists import table
from .sentences import ProseSentence, plain_words, split
from .session_context import SessionContext
from .step_results import is_change, without_step
from .subject import ServiceMention, ServiceNames

SHORTEST_LEFT = 14  # what trails off is left away only where a fact can stand before it
LONGEST_LABEL = 4  # words; what is longer is a sentence
_FILE = "language/extraction/fact_wording.txt"
_ENDS = " .!…:;,-–—("
_CLAUSE = re.compile(
    r"^(?:when(?:ever)?|if|while|during|after|before|once|until|unless|with|without|as (?:soon|long) as)\b[^,]*,\s*",
    re.IGNORECASE,
)
_INSTEAD = re.compile(r"\b(?:use|using|uses|prefer|prefers)\b.{1,60}?(?=\b(?:instead of|rather than|not|over)\b)", re.I)
_ASIDE = re.compile(
    r"\b(?:because|since|so|otherwise|unless|until|whereas|via|through|like|by|due to|even)\b", re.IGNORECASE
)
_IDENTIFIER = re.compile(r"(?=[a-z0-9-]*-)[a-z][a-z0-9]*(?:-[a-z0-9]+){1,3}")
_PLURAL = re.compile(r"^[^:]{0,60}?(?P<thing>\bthe [\w-]+s): they\b", re.IGNORECASE)
_NAMES_SOMEBODY = re.compile(r"^(?:it's|it is|that's|that is) (?:the|our|an?|my|mr|mrs)\b", re.IGNORECASE)
_MAY_TRAIL = re.compile(
    r"\b(?:i|we|i'\w+|we'\w+|let|let's|right|ok|okay|please|thanks?|expected|usual|btw|way|seems|apparently)\b|\(",
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


_CALLED = re.compile(r"(?:`(?P<quoted>[a-z][\w-]{2,40})`|(?P<small>[a-z][a-z0-9-]{4,40}))\s+(?P<does>[\w']+)")
_THINGS = frozenset(
    """startup recovery backup restart reboot memory network traffic latency storage replication failover there these
    those which everything nothing something someone somebody nobody access login build deploy deployment upgrade
    update download upload export import queue cache database server service cluster container volume system health
    check status monitoring indexing encoding config resync rebuild scrub vacuum where while until since because
    after before other another still rather maybe usage uptime response search sync sudo always never neither either
    """.split()  # noqa: SIM905 — a list of words
)


class FactWording(NamedTuple):
    """The words of a fact and what it is about. ``hedged``: it was said with a doubt; ``rebuilt``: words were put in
    place of others; ``from_before``: the subject was found in what was said before."""

    text: str
    service: str | None
    hedged: bool = False
    rebuilt: bool = False
    from_before: bool = False


def word_fact(sentence: ProseSentence, scene: SessionContext) -> FactWording | None:
    """The words of a fact; None where its subject cannot be told."""
    names = scene.names
    label = _label(sentence.label, names)
    said = sentence.after_label if label and sentence.after_label else sentence.text
    text, hedged = _stripped(_PLURAL.sub(r"\g<thing>", said))
    if is_change(text) and not (names.mentions(text) or scene.place):
        return None
    text, context, rebuilt = (text, "", False) if sentence.joined else without_step(text)
    if not sentence.joined and len(split(text)) > 1:
        return None  # a fact is one sentence
    heading = label or _label(sentence.heading, names)
    mentions = names.mentions(text)
    service = _subject([one for one in mentions if one.known] if heading else mentions, text)
    if scene.place and not any(_leads(one, text) for one in mentions):
        service = None  # it is named in a reason or as a means, what is spoken of is something else
    if label and not any(one.start == 0 for one in mentions):
        service = None  # the label is the subject, what else is named its object
    if service is None and heading is None and not rebuilt:
        service = leading_name(text)
    from_before = False
    pronoun = table(_FILE, "pronoun").match(text)
    if pronoun and _NAMES_SOMEBODY.match(text):
        return None  # it answers a question: what it is about stands there
    if pronoun and _stands_for_a_service(pronoun):
        thing = None if heading or context else subject_phrase(sentence.before)
        around = _around(heading, context, sentence, names)
        if around is None or any(one.name == around for one in mentions):
            around = None if heading else scene.topic([one.name for one in mentions])
        if thing is None and pronoun["word"].lower() == "they":
            return None  # more than one thing, and none of them named
        if thing is None and (around is None or any(one.name == around for one in mentions)):
            return None  # nobody knows what it is, or the subject would be its own object: it is another one
        from_before = heading is None and not names.mentions(context)
        text, service = _with_subject(text, pronoun, thing or around or ""), around
    elif sentence.row:
        service = heading or service
    elif table(_FILE, "verb-first").match(text):
        around = heading or _around(None, context, sentence, names) or scene.topic()
        subject = sentence.heading if heading and heading == _label(sentence.heading, names) else None
        thing = subject or (None if heading else subject_phrase(sentence.before)) or around
        if thing is None:
            return None
        text, service = f"{thing} {text[0].lower()}{text[1:]}", service or around
    elif service is None and heading is not None:
        service = heading
        if label and text[:1].islower() and not _ARTICLE.match(text):
            text = f"{sentence.label} {text}"
    if table(_FILE, "elsewhere").search(text):
        about = service or _around(heading, context, sentence, names) or scene.topic()
        if about is None:
            return None
        text = table(_FILE, "elsewhere").sub(lambda found: f"{found[0].rpartition(' ')[0]} {about}", text)
        from_before, service = from_before or service is None, about
    return FactWording(_begun(text), service, hedged, rebuilt, from_before) if text else None


def _leads(mention: ServiceMention, text: str) -> bool:
    """Whether a name stands where a sentence tells what it is about, not in a reason or a means."""
    return not _ASIDE.search(text, 0, mention.start)


def subject_phrase(before: str) -> str | None:
    """What the sentence before was about, in its own words ("The retry worker"); None where it does not begin so."""
    said = split(before.strip().rpartition("\n")[2])
    found = table(_FILE, "phrase").match(plain_words(_stripped(said[-1])[0])) if said else None
    return found["phrase"] if found else None


def _label(text: str, names: ServiceNames) -> str | None:
    """The service that a label or a heading names, where it is short enough to be a name."""
    if not text or len(text.split()) > LONGEST_LABEL:
        return None
    if _IDENTIFIER.fullmatch(text.strip("`")):
        return names.exactly(text.strip("`")) or text.strip("`")
    return names.exactly(text) or next((one.name for one in names.mentions(text) if one.known), None)


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
    trails = table(_FILE, "trails").search(text, SHORTEST_LEFT) if _MAY_TRAIL.search(text, SHORTEST_LEFT) else None
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


def _around(heading: str | None, context: str, sentence: ProseSentence, names: ServiceNames) -> str | None:
    """The service that the words around a sentence are about."""
    return heading or _last_subject(context, names) or _last_subject(sentence.before, names)


def _last_subject(text: str, names: ServiceNames) -> str | None:
    """What the last sentence that names a service is about."""
    for part in reversed(split(text)):
        if found := _subject(names.mentions(part), part) or leading_name(part):
            return found
    return None


def _subject(mentions: list[ServiceMention], text: str) -> str | None:
    """Which of the services named is the subject: the first, but none that a clause leads in with, or that another
    is used instead of."""
    if not mentions:
        return None
    if instead := _INSTEAD.search(text):
        return next((one.name for one in mentions if one.start < instead.end()), None)
    clause = _CLAUSE.match(text)
    after = [one for one in mentions if clause and one.start >= clause.end()]
    return (after or mentions)[0].name


def leading_name(text: str) -> str | None:
    """The name that a sentence begins with where it is nobody's that we know: in backticks, or written small where a
    sentence begins with a capital, and followed by what it does."""
    found = _CALLED.match(text)
    if found is None or found["does"].lower() not in _VERBS:
        return None
    name = found["quoted"] or found["small"]
    return None if name.lower() in _THINGS or (found["small"] and name.endswith(("ing", "s"))) else name.lower()


def _begun(text: str) -> str:
    """With a capital, unless it begins with code or a name."""
    text = text.strip(" ,;:-–—").strip()
    first = text.split(" ", 1)[0]
    return text[0].upper() + text[1:] if first.isalpha() and first.islower() else text
