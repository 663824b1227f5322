"""Prompts that an MCP client offers its user: look into a service, and what to know before changing one (E18)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..memory import quotable
from .resources import UnknownResource, service_memory
from .tool_handlers import MemoryToolHandlers
from .tool_schemas import RECALL, REMEMBER

LONGEST_ARGUMENT = 500


class WrongPrompt(ValueError):
    """A prompt that is not there, or lacks an argument; the text is one sentence."""


@dataclass(frozen=True, slots=True)
class PromptSpec:
    """A prompt: its arguments with what each is, and whether it must be given."""

    name: str
    title: str
    description: str
    arguments: tuple[tuple[str, str, bool], ...]


PROMPTS = (
    PromptSpec(
        "investigate_service",
        "Look into a service",
        "What is known of a service, and how to find out what is wrong with it.",
        (("service", "Its name.", True), ("symptom", "What was seen.", False)),
    ),
    PromptSpec(
        "before_a_change",
        "Before a change",
        "What to know of a service before something about it is changed.",
        (("service", "Its name.", True), ("change", "What is to be changed.", True)),
    ),
)


def render_prompt(desk: MemoryToolHandlers, name: str, given: Mapping[str, str]) -> tuple[PromptSpec, str]:
    """The prompt with what memory knows of the service. Raises WrongPrompt. Blocking."""
    spec = next((one for one in PROMPTS if one.name == name), None)
    if spec is None:
        raise WrongPrompt(f"Unknown prompt: {name[:100]}")
    known = {argument for argument, _, _ in spec.arguments}
    if strange := sorted(given.keys() - known):
        raise WrongPrompt(f"“{name}” takes no {', '.join(strange)}.")
    missing = [argument for argument, _, needed in spec.arguments if needed and not given.get(argument, "").strip()]
    if missing:
        raise WrongPrompt(f"“{name}” needs {', '.join(missing)}.")
    if long := [argument for argument, value in given.items() if len(value) > LONGEST_ARGUMENT]:
        raise WrongPrompt(f"{long[0]} has more than {LONGEST_ARGUMENT} characters.")
    service = " ".join(given["service"].split())
    try:
        background = service_memory(desk, service)
    except UnknownResource:
        background = "Nothing is known of this service yet."
    if spec.name == "investigate_service":
        symptom = quotable(given.get("symptom", "")) or "not said"
        text = (
            f"Look into the service {quotable(service)}. What was seen: {symptom}.\n\nAsk `{RECALL}` about the symptom"
            " first. Look for yourself how the service is; change nothing. Then say what is wrong, how you know, and"
            f" what would fix it. Keep with `{REMEMBER}` what will still be true next month."
        )
    else:
        text = (
            f"The service {quotable(service)} is to be changed: {quotable(given['change'])}.\n\nRead the"
            f" decisions about it, and ask `{RECALL}` what depends on it and what went wrong before. Then say what the"
            " change needs,"
            " what it may break, and how it is taken back."
        )
    return spec, f"{text}\n\n{background}"
