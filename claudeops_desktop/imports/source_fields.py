"""What other programs call a kind of fact, in our categories; and names of services in their fields. Pure.

Words that say nothing of operations, such as note, fact or decision, mean no category: the fact's own words decide.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_CATEGORIES = {
    "timing": "timing performance duration latency speed schedule time",
    "dependency": "dependency dependencies requirement requirements depends relation integration",
    "remediation": "remediation fix solution solutions workaround resolution bugfix bug-fix recovery runbook playbook"
    " procedure howto how-to troubleshooting mitigation problem-solution",
    "maintenance": "maintenance backup upgrade update change routine task todo cleanup",
    "behavior": "behavior behaviour issue problem incident symptom cause gotcha architecture configuration",
}
CATEGORY_OF = {word: category for category, words in _CATEGORIES.items() for word in words.split()}
_NAME = re.compile(r"[a-z0-9_][a-z0-9._@-]{0,63}")
_KEYS = ("service", "app", "application", "component", "alert_resource", "resource")


def find_category(*words: object) -> str:
    """The category that one of these words means, the first that means any; "" where none does."""
    for word in words:
        if isinstance(word, str) and (found := CATEGORY_OF.get(word.strip().lower().replace("_", "-"))):
            return found
    return ""


def find_service(fields: Mapping[str, Any]) -> str:
    """The service that fields name, ``namespace/name`` being one; "" for none. A path or an address is none."""
    for key in _KEYS:
        value = fields.get(key)
        if isinstance(value, str) and "://" not in value and value.count("/") <= 1 and not value.startswith("/"):
            name = value.rpartition("/")[2].strip().lower()
            if _NAME.fullmatch(name):
                return name
    return ""


def find_share(value: object) -> float | None:
    """A confidence from 0 to 1, in per cent too; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        return None
    return float(value) if value <= 1 else value / 100
