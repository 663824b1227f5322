"""What a sentence speaks of, beside what it claims: its subject, and the case that it is said for.

"Node pg-01 needs 4 GB" speaks of pg-01, so that another value said of pg-02 changes nothing of it; "the primary is
pg-01" speaks of the primary and claims pg-01. No grammar is at hand: the subject ends where a verb of operations
stands, or a word that can only be one behind a name. Where neither is found, a sentence has no topic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from claudeops_desktop.language.words.lexicon import word_set
from claudeops_desktop.language.words.tokens import TextToken

FARTHEST = 10  # tokens before the verb

AUXILIARIES = word_set(
    """is are was were be has have had does do did can could may might must should shall will would cannot can't isn't
    aren't wasn't weren't doesn't don't didn't won't wouldn't shouldn't mustn't hasn't haven't couldn't needn't"""
)
_VERBS = """
    accept add allow bounce decrease disable enable flush increase lower raise rebuild refresh reindex
    tune alert answer appear apply ask backup become begin belong block boot break bring build carry cause
    change check clean clear close collect come compact complete connect consume contain continue copy corrupt count
    crash create decide default delete deliver demand depend detect die disappear discard drain drift drop dump eat
    emit end enforce ensure evict exceed exit expect expire export expose fail fall fill finish fire fix flap flood
    follow force forget forward freeze get give go grow handle hang happen have heat help hold ignore import include
    indicate ingest insist issue keep kill lack lag last lead leak leave let listen live load lock lose mail make match
    mean meet mirror miss mount move need negotiate notify occur offer open overheat overwrite pass pause peak persist
    point poll prefer print produce protect provide pull purge push reach read reboot receive recover redirect reduce
    refuse reject rejoin release reload rely remain remove renew replace replay replicate reply report require resolve
    respond restart restore resume retain retry return rewrite rotate run save say scan scrub seem send serve set share
    show shut skip sleep slow speak spin split stall stand start stay stick stop store stream suffer switch sync take
    talk tell throw tick time trigger trip trust turn understand update upgrade upload use vanish verify wait wake
    want warn watch work write adopt approve archive arrive assign calculate call carry choose cost cover deny deploy
    distribute encrypt fetch finish guard hand help host hide know lend lie look manage obey operate order own pay pick
    place prevent proceed provision reach reconnect record render repair reseat rerun schedule scrape seal see sign
    silence sort spread submit supply survive switch terminate tolerate track transfer unseal validate
"""


def _third(verb: str) -> str:
    if verb in ("have", "go", "do"):
        return {"have": "has", "go": "goes", "do": "does"}[verb]
    if verb[-1] == "y" and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z")) else "s")


BASE = word_set(_VERBS)
FINITE = frozenset(_third(verb) for verb in BASE)
_BOTH = word_set(
    "backups checks restarts updates upgrades logs mails reports starts stops runs reads writes reboots imports exports"
    " scans dumps alerts uploads queues caches mounts locks retries crashes builds loads changes streams drops pulls"
    " pushes answers replies returns times polls jobs"
)  # third person or plural: a verb of its own only where none follows
ADVERBS = word_set(
    "always never sometimes usually often only still now then also currently already normally typically rarely seldom"
    " not just no longer even both all each hardly generally"
)
DETERMINERS = word_set("the a an its our their this that these those every each all any some no another")
_FRONTED = word_set("on in at for during with without under within inside outside over from")
_CLAUSES = word_set("if when while whenever once after before unless until as since because")
_PREPOSITIONS = word_set("after before until since")
_TRAILING = word_set("when if while whenever during under unless without with after for from")
_NUMBERED = word_set(
    """node worker shard rack vlan gpu cpu core disk volume pool bay slot queue partition replica instance host server
    line channel zone camera sensor printer unit pump room floor site link port interface lane drive controller broker
    agent member peer cluster tenant user job step phase stage level table ring socket cell battery panel string fan
    outlet circuit bank group region topic database db signal error code tier"""
)
_STATES = word_set("is are was were")
_UNIQUE = word_set("the its our their")
_CHOSEN = word_set("responsible used installed required needed recommended preferred chosen selected configured set")


@dataclass(frozen=True, slots=True)
class SentenceTopic:
    """Places of tokens (last exclusive): of the subject and a case before it, and of a case behind the claim.

    ``fronted``: the sentence begins with the case. ``instances``: places of numbers that are names ("shard 2").
    ``states``: its verb says what is, so that a code or version before it is the claim ("302 is returned").
    ``unique``: the claim is that this is the one ("sda1 is the boot disk", "Caddy is used"), so that the name in the
    subject is what can change.
    """

    last: int = 0
    case: tuple[int, int] = (0, 0)
    unique: bool = False
    fronted: bool = False
    states: bool = False
    instances: frozenset[int] = frozenset()


def topic(found: Sequence[TextToken], said: Sequence[str]) -> SentenceTopic:
    """The topic of a sentence, from its tokens and their texts. Linear."""
    last = _subject(found, said)
    case = _case(found, said, last)
    if not last:
        return SentenceTopic(0, case)
    numbers = frozenset(
        place for place in range(1, last) if found[place].kind == "number" and said[place - 1] in _NUMBERED
    )
    fronted = said[0] in _FRONTED or said[0] in _CLAUSES
    return SentenceTopic(last, case, _is_the_one(said, last), fronted, said[last] in _STATES, numbers)


def _subject(found: Sequence[TextToken], said: Sequence[str]) -> int:
    """The place of the verb that the subject ends at; 0 where the sentence begins with its verb or none is found."""
    if not said:
        return 0
    if said[0] in _CLAUSES and (ended := _clause(found, said)):
        return ended
    if said[0] in _CLAUSES - _PREPOSITIONS:
        return 0
    start = 0
    if said[0] in AUXILIARIES or (said[0] in FINITE and not _noun(said, 0)) or said[0] in ADVERBS | {"it"}:
        return 0
    if said[0] in BASE and len(said) > 1 and found[0].kind == "word" and not is_verb(found, said, 1):
        return 0  # an order: "restart it", "use port 8080"
    if said[0] in BASE and said[1:2] and said[1] in DETERMINERS:
        return 0
    if said[0] in DETERMINERS or said[0] in _FRONTED or said[0] in _PREPOSITIONS:
        start = 1
    for place in range(start + 1, min(len(said), FARTHEST)):
        token = found[place]
        if token.kind == "stop" and token.text != ",":
            return 0
        if is_verb(found, said, place):
            while place > 1 and said[place - 1] in ADVERBS:
                place -= 1  # noqa: PLW2901
            return place
    return 0


def _noun(said: Sequence[str], place: int) -> bool:
    """Tell whether a word that may be a verb or a plural ("backups") is a plural here: a verb stands behind it."""
    after = said[place + 1] if place + 1 < len(said) else ""
    return said[place] in _BOTH and (after in AUXILIARIES or after in BASE or after in ("never", "always"))


def is_verb(found: Sequence[TextToken], said: Sequence[str], place: int) -> bool:
    """Tell whether the word here is the verb of its clause."""
    word, before = said[place], said[place - 1]
    if found[place].kind != "word":
        return False
    if word in AUXILIARIES:
        return True
    if (before in DETERMINERS or before in _FRONTED) and not (place > 1 and found[place - 1].raw == "A"):
        return False  # "site A takes over" is no article
    if word in FINITE:
        return not _noun(said, place)
    if word in BASE:
        return before.endswith("s") and not before.endswith("ss") and found[place - 1].kind == "word"
    named = found[place - 1].kind in ("name", "path", "url", "address") or (
        found[place - 1].kind == "number" and place > 1 and said[place - 2] in _NUMBERED
    )
    return named and len(word) > 3 and word[-1] == "s" and word[-2] != "s"


def _clause(found: Sequence[TextToken], said: Sequence[str]) -> int:
    """Where the clause that a sentence begins with ends: its comma, or "it"."""
    for place in range(1, min(len(said), 2 * FARTHEST)):
        if found[place].kind == "stop":
            return place if said[place] == "," else 0
        if said[place] == "it" and place > 2:
            return place
    return 0


def _case(found: Sequence[TextToken], said: Sequence[str], last: int) -> tuple[int, int]:
    """The case behind the claim: "… when the cache is warm", "… under load"."""
    for place in range(max(last, 1), len(said)):
        if said[place] in _TRAILING and found[place].kind == "word":
            end = place + 1
            while end < len(said) and found[end].kind != "stop":
                end += 1
            return place, end
    return 0, 0


def _is_the_one(said: Sequence[str], last: int) -> bool:
    """Tell whether the claim is that the subject is the one that is meant, or chosen."""
    if said[last] not in _STATES:
        return False
    rest = [word for word in said[last + 1 : last + 4] if word not in ("now", "currently", "still", "being")]
    return bool(rest) and (rest[0] in _UNIQUE or (rest[0] in _CHOSEN and rest[1:2] != ["by"]))
