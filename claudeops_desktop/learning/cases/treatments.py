"""What was tried against a problem over all its occurrences: each treatment with how often it helped (L6). Pure.

That a service recovered after something proves nothing once; that it did so after the same a second time counts as
help. A proof of another kind, such as an action that the operator gave a name, belongs beside that rule.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ...language.signatures.masks import mask_message
from .outcomes import RECOVERED, CaseAttempt

PROVEN_FROM = 2  # recoveries after the same action
THE_SERVICE = "the service"


@dataclass(frozen=True, slots=True)
class CaseTreatment:
    """One treatment. Of ``tried`` attempts it ``helped``, the service ``recovered`` after it without more that speaks
    for it, or it ``failed``; the rest is not known. ``held`` of the recoveries held. ``last_at`` is the stored text of
    the latest attempt."""

    key: str
    action: str
    effect: str = ""
    tried: int = 0
    helped: int = 0
    recovered: int = 0
    failed: int = 0
    held: int = 0
    last_at: str = ""
    last_result: str = ""

    @property
    def known(self) -> int:
        """Attempts whose result is known."""
        return self.helped + self.recovered + self.failed


def action_key(action: str) -> str:
    """16 hexadecimal digits, the same for the same treatment whatever numbers and times stand in it."""
    words = re.sub(r"\.service\b", "", mask_message(action)).casefold()
    return hashlib.sha256(words.encode()).hexdigest()[:16]


def without_names(action: str, names: Iterable[str]) -> str:
    """An action as it reads for any service: "restarted nginx" → "restarted the service"."""
    for name in sorted({one for one in names if one}, key=len, reverse=True):
        action = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", THE_SERVICE, action, flags=re.IGNORECASE)
    return action


def count_treatments(attempts: Iterable[tuple[CaseAttempt, str, bool | None]]) -> tuple[CaseTreatment, ...]:
    """The treatments of ``(attempt, stored time, whether the recovery held)``: those that helped first, the best and
    latest of them before the others. What helped until it failed the last time comes after what helped last."""
    found: dict[str, CaseTreatment] = {}
    for attempt, at, held in attempts:
        key = action_key(attempt.action)
        one = found.get(key, CaseTreatment(key, attempt.action, attempt.effect))
        latest = at >= one.last_at
        found[key] = replace(
            one,
            action=attempt.action if latest and (attempt.result != "unknown" or not one.last_result) else one.action,
            tried=one.tried + 1,
            helped=one.helped + (attempt.result == "helped"),
            recovered=one.recovered + (attempt.result == "recovered_after"),
            failed=one.failed + (attempt.result == "did_not_help"),
            held=one.held + (attempt.result in RECOVERED and bool(held)),
            last_at=max(at, one.last_at),
            last_result=attempt.result if latest and attempt.result != "unknown" else one.last_result,
        )
    return tuple(sorted(map(_proven, found.values()), key=_rank))


def _proven(one: CaseTreatment) -> CaseTreatment:
    if one.helped + one.recovered < PROVEN_FROM:
        return one
    last = "helped" if one.last_result in RECOVERED else one.last_result
    return replace(one, helped=one.helped + one.recovered, recovered=0, last_result=last)


def best_treatment(treatments: Sequence[CaseTreatment]) -> CaseTreatment | None:
    """What to try first: what helped the last time it was tried; else what helped at all more often than not."""
    worked = [one for one in treatments if one.helped and one.last_result == "helped"]
    if not worked:
        worked = [one for one in treatments if one.helped > one.failed]
    return worked[0] if worked else None


def last_recovery(treatments: Sequence[CaseTreatment]) -> CaseTreatment | None:
    """What the service recovered after the last time it was tried, where nothing more speaks for it."""
    return next((one for one in treatments if one.recovered and one.last_result == "recovered_after"), None)


def _rank(one: CaseTreatment) -> tuple[bool, bool, bool, float, float, str]:
    share = one.helped / one.known if one.known else 0.0
    newest = "".join(chr(0x10FFFF - ord(char)) for char in one.last_at)
    return (not one.helped, one.last_result != "helped", not one.recovered, -share, -one.helped, newest)
