"""The operator's procedures as skills of a session (C5): which are offered, and the copy that it is handed."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..agents.claude_cli.skill_folder import AgentSkill, is_copied, write_skill_folder
from ..core.errors import ClaudeOpsError
from ..core.paths import DataFolder
from ..core.settings import Settings
from ..knowledge import open_knowledge
from ..knowledge.offered_procedures import (
    OfferedProcedure,
    ProcedureOffer,
    committed_procedures,
    offer_procedures,
)
from ..memory.prompt_memory.types import InjectionRequest, LearnedNote, OmittedEntry

if TYPE_CHECKING:
    from .setup_types import SessionSetup

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class HandedSkills:
    """What a session is handed: the folder of its skills, None where it gets none, and how the CLI calls them."""

    folder: Path | None = None
    names: tuple[str, ...] = ()


def hand_over_procedures(setup: SessionSetup, warnings: list[str]) -> HandedSkills:
    """Write the procedures that a session is offered into its folder. What the operator edited outside is committed
    first, as his. A run never fails because a procedure cannot be handed over: ``warnings`` say which was left out.

    Waits for the folder's lock: not for a GUI thread.
    """
    if not setup.agent.capabilities.takes_skills:
        return HandedSkills()
    try:
        folder = open_knowledge(setup.context.folder, setup.settings)
        try:
            if folder.root.is_dir():
                folder.take_edits()
            offer = offer_procedures(committed_procedures(folder), setup.services, _task_of(setup))
        finally:
            folder.close()
        skills = [_skill(one) for one in offer.offered]
        place = write_skill_folder(setup.place, skills)
    except ClaudeOpsError as error:
        log.warning("the procedures were left out: %s", error.full_text)
        warnings.append(f"This session runs without procedures: {error.full_text}")
        return HandedSkills()
    warnings += [f"The procedure {one.name} was left out: {one.why}" for one in offer.left_out if one.unfit]
    return HandedSkills(place, tuple(skill.called for skill in skills))


def with_procedures(request: InjectionRequest, data: DataFolder, settings: Settings) -> InjectionRequest:
    """The request with the procedures that its session would be offered, and those that it would not, for the preview.
    Reads the last commit; writes nothing."""
    try:
        folder = open_knowledge(data, settings)
        try:
            words = " ".join((request.wish, *request.handed_over))
            offer = offer_procedures(committed_procedures(folder), request.services, words)
        finally:
            folder.close()
    except ClaudeOpsError as error:
        log.warning("the procedures were left out: %s", error.full_text)
        return request
    return replace(request, procedures=tuple(map(_note, offer.offered)), procedures_left=_left(offer))


def _task_of(setup: SessionSetup) -> str:
    hand = setup.step.hand_over
    handed = (hand.reason, hand.summary, hand.context, hand.note) if hand else ()
    return " ".join((setup.request.prompt, *handed))


def _skill(one: OfferedProcedure) -> AgentSkill:
    files = {path: data for path, data in one.procedure.files.items() if is_copied(path)}
    return AgentSkill(one.name, one.description, one.procedure.entry.body, files)


def _note(one: OfferedProcedure) -> LearnedNote:
    return LearnedNote(f"{one.name}: {one.description}", one.why)


def _left(offer: ProcedureOffer) -> tuple[OmittedEntry, ...]:
    return tuple(OmittedEntry(one.name, one.why) for one in offer.left_out)
