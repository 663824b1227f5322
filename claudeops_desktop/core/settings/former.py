"""Settings of former versions: what a file that names them says today.

Since one question decides whether a model is asked (``model.allowed``), its answer is taken from the settings that
decided before, where it has not been given: yes only where a model read sessions and nothing else was switched off.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..paths import PREFIX

FORMER = frozenset(
    (
        *(f"second_look.{name}" for name in ("enabled", "day_calls", "unrelated_below")),
        *(f"second_look.cross_encoder{part}" for part in ("", "_name", "_url")),
        *("memory.extractor", "triage.use_model", "triage.day_calls"),
    )
)
"""A file that names one is read as if it did not."""
ALLOWED = f"{PREFIX}MODEL_ALLOWED"
NO_MODEL = "none"
"""What ``model.kind`` was while it also decided whether a model is asked."""


def without_former(table: Mapping[str, Any], environ: Mapping[str, str]) -> dict[str, Any]:
    """Return the raw table with what former settings say put in today's words, and without them."""
    kept: dict[str, Any] = {
        name: {inner: value for inner, value in group.items() if f"{name}.{inner}" not in FORMER}
        if isinstance(group, Mapping)
        else group
        for name, group in table.items()
    }
    model = kept.setdefault("model", {})
    if not isinstance(model, dict):
        return kept
    answer = _former_answer(table, environ)
    if answer and "allowed" not in model and ALLOWED not in environ:
        model["allowed"] = answer
    if is_former("model.kind", model.get("kind")):
        del model["kind"]
    return kept


def is_former(name: str, value: object) -> bool:
    """Tell whether a setting of today has a value of a former version, which counts as none."""
    return name == "model.kind" and value == NO_MODEL


def _former_answer(table: Mapping[str, Any], environ: Mapping[str, str]) -> str:
    """Return the answer that former settings gave, "" where they gave none or contradict one another."""

    def said(name: str) -> str:
        group, _, inner = name.partition(".")
        rows = table.get(group)
        value = rows.get(inner, "") if isinstance(rows, Mapping) else ""
        return str(environ.get(f"{PREFIX}{group}_{inner}".upper(), value)).strip().lower()

    refused = any(said(name) in ("false", "no", "off", "0") for name in ("second_look.enabled", "triage.use_model"))
    if said("memory.extractor") == "model" and said("model.kind") not in ("", NO_MODEL):
        return "" if refused else "yes"
    return "no" if refused or said("memory.extractor") == "rules" else ""
