"""What the doctor found: one line for each thing that was looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

DoctorVerdict = Literal["ok", "warn", "bad"]
"""How one thing stands. Only ``bad`` keeps something from working at all."""


@dataclass(frozen=True, slots=True)
class DoctorFinding:
    """One thing that was looked at; ``remedy`` says what to do, or is empty."""

    what: str
    verdict: DoctorVerdict
    said: str
    remedy: str = ""
