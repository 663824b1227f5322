"""The gate: what becomes of a fact that is offered, allow, hold or discard (E4).

Rules stand over the extractor's word (the component document, The write gate), in this order: text of ours that came
back, what must be held (``gate.danger``), what is too short, instruction text, the three checks of ADR-0077
(``gate.worth``), and then the word itself, which a path, a command or a decision's number moves one step towards allow.
What would be let in after all that is held when it reads like an order on something sensitive (``gate.doubt``). A
conflict with what is known is no ground for rejection: the judge settles it. Pure, and never raises.

``source`` is marker, operator, observed, agent or import. An operator's own entry is let in as it is. A marker and an
import pass the length and score rules: they were chosen to be remembered. Everything else holds for them too.
"""

from __future__ import annotations

import re

from ..fact import ExtractedFact, Gated
from .danger import danger
from .doubt import doubtful
from .echo import is_injected
from .plain import plain
from .worth import NOTHING_UNDER, USEFUL_OVER, VERIFIABLE_FROM, concrete, is_artefact, worth

__all__ = ["SHORTEST", "SOURCES", "gate", "is_injected"]

SOURCES = ("marker", "operator", "observed", "agent", "import")
SHORTEST = 12  # the component document, The write gate: shorter observations are dropped
UNSURE_UNDER = 0.5
_CHOSEN = ("marker", "operator", "import")  # said to be remembered: length and score are not asked
_CHOSEN_WHY = {"marker": "The agent marked it to be remembered.", "import": "It was exported to be kept."}
_PLAIN_NAME = re.compile(r"[\w.-]{1,64}", re.ASCII)


def gate(fact: ExtractedFact, source: str, foreign: bool = False) -> Gated:
    """What becomes of a fact. Never raises; a source that is not known is treated like ``observed``. ``foreign``: it
    comes from a session that read what others wrote, and less is enough to doubt it."""
    text = " ".join(fact.text.split())
    if not text:
        return Gated("discard", "empty", "It says nothing.")
    if source == "operator":
        return Gated("allow", "operator", "The operator's own word.")
    if is_injected(text):
        return Gated("discard", "injected", "It is text that was put into the prompt and came back.")
    held = danger(fact.text)
    if held is None and fact.service and not _PLAIN_NAME.fullmatch(fact.service):
        held = danger(fact.service)
    if held:
        return Gated("hold", *held)
    if len(text) < SHORTEST and source not in _CHOSEN:
        return Gated("discard", "short", f"It has under {SHORTEST} characters.")
    if is_artefact(text):
        return Gated("discard", "instruction", "It tells how to change a text; it is no fact.")
    decided = Gated("allow", source, _CHOSEN_WHY[source]) if source in _CHOSEN else _scored(fact, text)
    if decided.outcome == "allow" and (why := doubtful(plain(fact.text), foreign)):
        return Gated("hold", "doubt", why)
    return decided


def _scored(fact: ExtractedFact, text: str) -> Gated:
    """The checks of ADR-0077, then the extractor's word."""
    value = worth(text)
    exact = concrete(text)
    why = f"It is {value.against}" if value.against else "It"
    if value.verifiable < NOTHING_UNDER:
        return Gated("discard", "verifiable", f"{why}: it cannot be checked ({value.verifiable:.2f}).")
    if value.useful < NOTHING_UNDER:
        return Gated("discard", "chatter", f"{why}: of no use next month ({value.useful:.2f}).")
    if fact.gate == "discard":
        if exact and not value.against:
            return Gated(
                "hold", "concrete", "The extractor would drop it, but it names a path, a command or a decision."
            )
        return Gated("discard", "extractor", "The extractor took it for noise.", fact.gate_confidence)
    if value.verifiable < VERIFIABLE_FROM:
        return Gated("hold", "verifiable", f"{why}: it is not sure that it can be checked ({value.verifiable:.2f}).")
    if value.useful <= USEFUL_OVER:
        return Gated("hold", "useful", f"{why}: it may be of no use next month ({value.useful:.2f}).")
    if fact.gate == "hold" and not exact:
        return Gated("hold", "extractor", "The extractor was in doubt.", fact.gate_confidence)
    if fact.gate_confidence < UNSURE_UNDER and not exact:
        return Gated(
            "hold", "unsure", f"The extractor was not sure of it ({fact.gate_confidence:.2f}).", fact.gate_confidence
        )
    if fact.gate != "allow":
        if not exact:
            return Gated("hold", "extractor", "The extractor's word on it is not known.", fact.gate_confidence)
        return Gated(
            "allow", "concrete", "It names a path, a command or a decision.", min(value.useful, value.verifiable)
        )
    return Gated("allow", "extractor", "A fact that can be checked and is of use.", min(value.useful, value.verifiable))
