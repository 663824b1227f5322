"""The gate: what becomes of a fact that is offered, allow, hold or discard (E4).

Where its words come from decides first (``streamjson.provenance``): what others wrote is held, whatever it says; what a
check of ours measured is evidence; what stands in a log or a file of the operator comes in unconfirmed, and is doubted
sooner. A turn of a conversation between people (``conversation``) may speak to its reader, who is the other person,
where it touches nothing that a session could act on. Then rules stand over the extractor's word (the component
document, The write gate), in this order: text of ours that came back, what a certain rule holds (``met_rules``), what
excuses a failure (``failure_excuses``), what is too short, instruction text, the three checks of ADR-0077
(``quality``), and then the word itself, which a path, a command or a decision's number moves one step towards allow.
What would be let in after all that is held when it has a consequence for the agent (``instruction_classifier``), unless
it is a plain diagnosis (``diagnosis``) of a session that heard nobody else. Markers and prose have the same line. A
conflict with what is known is no ground for rejection: the judge settles it. Pure, and never raises.

``source`` is marker, operator, observed, agent or import. An operator's own entry is let in as it is. A marker and an
import pass the length and score rules: they were chosen to be remembered. Everything else holds for them too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...language.prompt_echo import is_injected
from ...language.types import ExtractedFact
from ...stream.markers import SERVICE_FORM
from ...stream.own_hosts import OperatorHosts
from ...stream.provenance import NOWHERE, ClaimOrigin, ClaimProvenance
from ..types import GateDecision, service_fault
from .conversation import says_something, sensitive_sentences, strip_requests, unaddressed_sentences, without_speaker
from .diagnosis import is_diagnosis
from .failure_excuses import find_excuse
from .instruction_classifier import HELD_FROM, HELD_FROM_OPERATOR, find_doubt
from .met_rules import CERTAIN, met_rules
from .normalize import normalize_text
from .permission_changes import danger
from .quality import NOTHING_UNDER, USEFUL_OVER, VERIFIABLE_FROM, concrete, is_artefact, score_quality

__all__ = ["SHORTEST", "SOURCES", "gate", "is_injected"]

SOURCES = ("marker", "operator", "observed", "agent", "import")
SHORTEST = 12  # the component document, The write gate: shorter observations are dropped
UNSURE_UNDER = 0.5
PRIVATE_HOSTS = OperatorHosts()
LONGEST_MEASURED = 600  # what the built-in watcher says of its checks is one sentence
_CHOSEN = ("marker", "operator", "import")  # said to be remembered: length and score are not asked
_CONVERSATIONS = ("import", "observed")  # what people said to each other; an agent notes facts, not turns
_CHOSEN_WHY = {"marker": "The agent marked it to be remembered.", "import": "It was exported to be kept."}


def gate(
    fact: ExtractedFact,
    source: str,
    foreign: bool = False,
    provenance: ClaimProvenance = NOWHERE,
    together: str = "",
    own: OperatorHosts = PRIVATE_HOSTS,
    *,
    is_order: bool = False,
) -> GateDecision:
    """What becomes of a fact. Never raises; a source that is not known is treated like ``observed``. ``foreign``: it
    comes from a session that read what others wrote, and less is enough to doubt it. ``provenance`` is where its words
    stood before; ``together`` a known fact that makes an instruction of it; ``own`` are the operator's hosts.
    ``is_order``: it is to be followed, as a lesson is, so that every rule that it meets holds it."""
    text = " ".join(fact.text.split())
    if not text:
        return GateDecision("discard", "empty", "It says nothing.")
    if source == "operator":
        return GateDecision("allow", "operator", "The operator's own word.")
    if is_injected(text):
        return GateDecision("discard", "injected", "It is text that was put into the prompt and came back.")
    if fault := service_fault(fact.service):
        return GateDecision("discard", "service-name", f"{fault} {SERVICE_FORM[0].upper()}{SERVICE_FORM[1:]}.")
    if provenance.origin is ClaimOrigin.FOREIGN:
        return GateDecision("hold", "foreign-words", f"Its words stand in {provenance.place}, which this session read.")
    if provenance.origin is ClaimOrigin.MEASURED and len(text) <= LONGEST_MEASURED and not danger(fact.text):
        return GateDecision("allow", "measured", "A check of ours measured it.")
    heard = foreign or provenance.heard_others or provenance.origin is ClaimOrigin.OWN
    rest = sensitive_sentences(fact.text) if source in _CONVERSATIONS and not heard else None
    alone = _alone(fact.text, rest, source)
    judged = [(one, met_rules(one, normalize_text(one), own)) for one in (*_whole(fact.text, rest), *alone)]
    held = _certain([met for _, met in judged], every=is_order)
    if held is None and rest is not None:
        said = strip_requests(fact.text)
        held = _certain([met_rules(said, normalize_text(said), own, to_somebody=True)])
    if held is None and together:
        held = "halves", f"With “{together[:160]}” it would have the agent use what others can write."
    for one in (fact.text, *alone):
        held = held or find_excuse(normalize_text(one), provenance.shown)
    if held:
        return GateDecision("hold", *held)
    if len(text) < SHORTEST and source not in _CHOSEN:
        return GateDecision("discard", "short", f"It has under {SHORTEST} characters.")
    if is_artefact(text):
        return GateDecision("discard", "instruction", "It tells how to change a text; it is no fact.")
    if rest is not None:
        decided = _turn(fact, source, text)
    else:
        decided = GateDecision("allow", source, _CHOSEN_WHY[source]) if source in _CHOSEN else _scored(fact, text)
    if decided.outcome != "allow":
        return decided
    for one, met in judged:
        read = normalize_text(one)
        if not heard and not met and is_diagnosis(read):
            continue
        if why := find_doubt(read, met, heard, _line(fact, source)):
            rule, why = next(iter(met.items()), ("doubt", why))
            seen_once = provenance.origin is ClaimOrigin.OWN
            return GateDecision("hold", rule, f"It stands in {provenance.place}. {why}" if seen_once else why)
    return decided


def _whole(text: str, rest: str | None) -> tuple[str, ...]:
    """Return what is judged of a text as a whole: of a turn what touches something that a session could act on."""
    if rest == "":
        return ()
    return (rest or text,)


def _certain(met: Iterable[Mapping[str, str]], *, every: bool = False) -> tuple[str, str] | None:
    """The first rule that leaves no doubt, or ``every`` rule that a text meets, and why."""
    return next(((name, why) for rules in met for name, why in rules.items() if every or name in CERTAIN), None)


def _alone(text: str, rest: str | None, source: str) -> tuple[str, ...]:
    """What of a turn is judged as if nobody had said it; nothing of a text that is none. ``rest`` is what of it touches
    something that a session could act on, None where it is not taken for talk."""
    if source not in _CONVERSATIONS:
        return ()
    if rest is not None:
        return unaddressed_sentences(text)
    bare = without_speaker(text)
    return (bare,) if bare != text else ()


def _turn(fact: ExtractedFact, source: str, text: str) -> GateDecision:
    """A turn of a conversation: it is kept as what that person said, where it says anything."""
    if source in _CHOSEN:
        return GateDecision("allow", source, _CHOSEN_WHY[source])
    if not says_something(text):
        return GateDecision("discard", "chatter", "A question or a greeting: it says nothing.")
    return GateDecision("allow", "turn", "What a person said in a conversation.", fact.gate_confidence)


def _line(fact: ExtractedFact, source: str) -> float:
    """Where doubt begins for a fact that no words of others can have brought about."""
    return HELD_FROM_OPERATOR if source == "observed" and fact.speaker == "user" else HELD_FROM


def _scored(fact: ExtractedFact, text: str) -> GateDecision:
    """The checks of ADR-0077, then the extractor's word."""
    value = score_quality(text)
    exact = concrete(text)
    why = f"It is {value.against}" if value.against else "It"
    if value.verifiable < NOTHING_UNDER:
        return GateDecision("discard", "verifiable", f"{why}: it cannot be checked ({value.verifiable:.2f}).")
    if value.useful < NOTHING_UNDER:
        return GateDecision("discard", "chatter", f"{why}: of no use next month ({value.useful:.2f}).")
    if fact.gate == "discard":
        if exact and not value.against:
            return GateDecision(
                "hold", "concrete", "The extractor would drop it, but it names a path, a command or a decision."
            )
        return GateDecision("discard", "extractor", "The extractor took it for noise.", fact.gate_confidence)
    if value.verifiable < VERIFIABLE_FROM:
        return GateDecision(
            "hold", "verifiable", f"{why}: it is not sure that it can be checked ({value.verifiable:.2f})."
        )
    if value.useful <= USEFUL_OVER:
        return GateDecision("hold", "useful", f"{why}: it may be of no use next month ({value.useful:.2f}).")
    if fact.gate == "hold" and not exact:
        return GateDecision("hold", "extractor", "The extractor was in doubt.", fact.gate_confidence)
    if fact.gate_confidence < UNSURE_UNDER and not exact:
        return GateDecision(
            "hold", "unsure", f"The extractor was not sure of it ({fact.gate_confidence:.2f}).", fact.gate_confidence
        )
    if fact.gate != "allow":
        if not exact:
            return GateDecision("hold", "extractor", "The extractor's word on it is not known.", fact.gate_confidence)
        return GateDecision(
            "allow", "concrete", "It names a path, a command or a decision.", min(value.useful, value.verifiable)
        )
    return GateDecision(
        "allow", "extractor", "A fact that can be checked and is of use.", min(value.useful, value.verifiable)
    )
