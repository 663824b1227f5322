"""A step that was taken and what it showed: "I restarted it and it took 63 s" holds a fact without the step. Pure."""

from __future__ import annotations

import re

from ..word_lists import table

_FILE = "language/extraction/fact_wording.txt"
_AFTER = {
    "restarted": "after a restart",
    "rebooted": "after a reboot",
    "redeployed": "after a redeployment",
    "deployed": "after a deployment",
    "upgraded": "after an upgrade",
    "updated": "after an update",
    "recreated": "after it was recreated",
    "reloaded": "after a reload",
}
_IRREGULAR = {"set": "setting", "put": "putting", "cut": "cutting", "reset": "resetting"}
_SINCE = re.compile(r"\bafter\b.{0,30}\b(?:start|boot|deploy)", re.IGNORECASE)
_BEGAN = re.compile(r"\b(?:took|needed|was|came|became|recovered)\b", re.IGNORECASE)


def without_step(text: str) -> tuple[str, str, bool]:
    """A sentence without the step that leads to its fact; the step, which may name the subject; whether it changed."""
    if text[:2].lower() not in ("i ", "we", "af", "on", "i'"):
        return text, "", False
    if found := table(_FILE, "step-then").match(text):
        return _shown(found["step"], re.sub(r"^then ", "", found["rest"], flags=re.IGNORECASE)), found["step"], True
    if found := table(_FILE, "step-by").match(text):
        by = found["by"].split(" ", 1)[1]
        return f"{by} {found['did'].lower()} {(found['what'] or 'it').strip()}", "", True
    if found := table(_FILE, "step-set").match(text):
        return f"{found['what']} was {found['did'].lower()} {found['to']}", "", True
    if found := table(_FILE, "step-switch").match(text):
        return f"{found['what']} was {found['did'].lower()}", "", True
    if found := table(_FILE, "step-after").match(text):
        return f"After {_doing(found['did'])} {found['what']}, {found['rest']}", found["what"], True
    return text, "", False


def as_attempt(text: str) -> str:
    """A step with what came of it as a fact: "I restarted x, which did not help" → "Restarting x did not help"."""
    found = table(_FILE, "step-result").match(text)
    return f"{_doing(found['did']).capitalize()} {found['what']} {found['rest']}" if found else text


def is_change(text: str) -> bool:
    """Whether it says that a setting was changed by who says it: of what, it must name itself."""
    return bool(table(_FILE, "step-set").match(text) or table(_FILE, "step-switch").match(text))


def _shown(step: str, rest: str) -> str:
    """What a step showed, with the step named where it is a time that would mean nothing without it."""
    done = table(_FILE, "in-restart").search(step)
    if done is None or not re.search(r"\d", rest) or _SINCE.search(rest) or not _BEGAN.search(rest):
        return rest
    return f"{rest} {_AFTER.get(done[0].lower(), 'after a restart')}"


def _doing(done: str) -> str:
    """``removed`` → ``removing``."""
    done = done.lower()
    if done in _IRREGULAR:
        return _IRREGULAR[done]
    stem = done.removesuffix("ed")
    if stem.endswith("i"):
        return f"{stem[:-1]}ying"
    return f"{stem}ing"
