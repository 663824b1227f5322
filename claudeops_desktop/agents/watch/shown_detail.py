"""What a check says of what it saw, without the secrets that it was given (S4)."""

from __future__ import annotations

import os
import re
from typing import Any

from ...core.secrets.redact_shapes import MASK, without_shapes
from ...core.secrets.toml_secrets import own_secrets

SHORTEST = 4  # what is shorter stands in other words too
_VARIABLE = re.compile(r"\$\{(\w+)\}")


def mask_detail(service: Any, detail: str) -> str:
    """A sentence about a service without what stands in its address, headers and arguments, or in the variables that
    its headers name, and without what looks like a secret."""
    if not detail:
        return detail
    table = service.model_dump(mode="json")
    named = (name for value in (table.get("headers") or {}).values() for name in _VARIABLE.findall(str(value)))
    for secret in (*own_secrets(table), *(os.environ.get(name, "") for name in named)):
        if len(secret) >= SHORTEST:
            detail = detail.replace(secret, MASK)
    return without_shapes(detail)
