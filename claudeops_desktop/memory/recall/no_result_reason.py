"""Why a question brought nothing, and what may help, in the operator's words (E9). Pure."""

from __future__ import annotations

from collections.abc import Sequence

from ..context import one_line
from ..types import Memory, counted
from .types import RecalledItem

_WORDS = 4
_QUOTED = 90


EMPTY = "Memory is empty so far. It fills from what agents note and from what is said in sessions."


def explain_no_result(
    total: int, unknown: Sequence[str], near: Sequence[RecalledItem], hidden: Sequence[Memory], without: str = ""
) -> str:
    """Some sentences. ``total``: how many memories there are; ``unknown``: words of the question that none holds;
    ``near``: what came nearest without answering; ``hidden``: what would answer and was not asked for; ``without``:
    why nothing was searched by meaning.
    """
    if not total:
        return EMPTY
    parts = []
    if hidden:
        parts.append(f"Of what would answer, {_hidden(hidden)}: ask for these too to see them.")
    if unknown:
        named = [f"“{one_line(word)}”" for word in unknown[:_WORDS]]
        parts.append(f"No memory has the {'word' if len(named) == 1 else 'words'} {_listed(named)}.")
    best = max(near, key=lambda item: item.evidence, default=None)
    if best is not None:
        text = one_line(best.memory.observation)
        text = text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…"
        share = f"{best.evidence:.0%}" if best.evidence > 0 else "nothing"
        parts.append(f"The nearest, memory {best.memory.id} (“{text}”), meets {share} of the question.")
    if without:
        parts.append(without)
    if not hidden:
        parts.append("Ask in other words, or name the service, the host or the symptom.")
    return " ".join(parts)


def _hidden(hidden: Sequence[Memory]) -> str:
    held = sum(memory.gate != "allow" for memory in hidden)
    replaced = sum(memory.gate == "allow" and memory.superseded_by is not None for memory in hidden)
    laid = len(hidden) - held - replaced
    parts = [
        *([counted(held, "needs review", "need review")] if held else []),
        *([counted(replaced, "was replaced", "were replaced")] if replaced else []),
        *([counted(laid, "is archived", "are archived")] if laid else []),
    ]
    return _listed(parts)


def _listed(parts: Sequence[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)
