"""Which procedures a session is offered, and what of them is handed over (C5). Pure but for ``committed_procedures``.

A name and a description cost every session about a hundred tokens, so only some are offered: first those that name one
of the session's services, then those that share words with its task. What is handed over is what was committed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from ..core.messages import UserMessage
from .entries import EntryText, read_entry
from .entry_checks import ERROR, check_entry
from .layout import PROCEDURE
from .private_files import is_private_text
from .procedures import SKILL, for_people_alone, life_of
from .repository_state import plain_git_faults

if TYPE_CHECKING:
    from .service import KnowledgeService

MOST_OFFERED = 12
MOST_TOKENS = 1_200
LARGEST = 4 * 1024 * 1024
"""Bytes of one procedure with the files beside it."""
MOST_FILES = 200
BESIDE = ("scripts", "references", "assets")
_INLINE_COMMAND = re.compile(r"(?<!\w)!`|^\s*(?:```+|~~~+)\s*!", re.MULTILINE)
_TAG = re.compile(r"</?\s*(?:system|system-reminder|human|assistant|user|function_calls|invoke|tool_result)\b", re.I)
_WORD = re.compile(r"[^\W_][\w-]{2,}")


@dataclass(frozen=True, slots=True)
class CommittedProcedure:
    """A procedure as it was committed: the text of its SKILL.md, and the files beside it by their paths in its
    folder."""

    name: str
    text: str
    files: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def entry(self) -> EntryText:
        """Its text taken apart."""
        return read_entry(self.text)


@dataclass(frozen=True, slots=True)
class OfferedProcedure:
    """A procedure that a session is offered. ``tokens`` is what its name and description cost, ``why`` a sentence on
    what it was chosen by."""

    procedure: CommittedProcedure
    description: str
    tokens: int
    why: str

    @property
    def name(self) -> str:
        """Its name."""
        return self.procedure.name


@dataclass(frozen=True, slots=True)
class OmittedProcedure:
    """A procedure that is not offered, and why in one sentence. ``unfit`` where the operator should look at it."""

    name: str
    why: str
    unfit: bool = False


@dataclass(frozen=True, slots=True)
class ProcedureOffer:
    """What a session is offered, the best first, and what it is not."""

    offered: tuple[OfferedProcedure, ...] = ()
    left_out: tuple[OmittedProcedure, ...] = ()


def committed_procedures(folder: KnowledgeService) -> list[CommittedProcedure]:
    """The procedures of the last commit, by name. Reads git; makes nothing where there is no folder yet. A file that is
    no UTF-8 stays out of ``text`` as the format demands, and is refused then."""
    if not folder.root.is_dir():
        return []
    found: dict[str, dict[str, bytes]] = {}
    with plain_git_faults(folder.root, reading=True):
        for path, data in folder.repository.files_at(f"{PROCEDURE.folder}/"):
            parts = PurePosixPath(path).parts
            if len(parts) > 2:
                found.setdefault(parts[1], {})["/".join(parts[2:])] = data
    return [
        CommittedProcedure(
            name, files[SKILL].decode("utf-8", "replace"),
            {path: data for path, data in files.items() if PurePosixPath(path).parts[0] in BESIDE and "/" in path},
        )
        for name, files in sorted(found.items())
        if SKILL in files and not is_private_text(files[SKILL].decode("utf-8", "replace"))  # no prompt has those
    ]  # fmt: skip


def offer_procedures(
    found: Sequence[CommittedProcedure],
    services: Sequence[str] = (),
    words: str = "",
    *,
    most: int = MOST_OFFERED,
    tokens: int = MOST_TOKENS,
) -> ProcedureOffer:
    """Choose among procedures for a session about these ``services``, whose task is said in ``words``."""
    left_out, fit = list[OmittedProcedure](), list[tuple[tuple[int, int], CommittedProcedure, str]]()
    for one in found:
        refused = why_unfit(one)
        if refused:
            left_out.append(OmittedProcedure(one.name, refused, unfit=True))
        elif closed := _why_closed(one.entry.meta):
            left_out.append(OmittedProcedure(one.name, closed))
        else:
            named, shared = _relevance(one, services, words)
            fit.append(((-len(named), -shared), one, _why_chosen(named, shared)))
    offered, spent = list[OfferedProcedure](), 0
    for _, one, why in sorted(fit, key=lambda each: (each[0], each[1].name)):
        description = " ".join(str(one.entry.meta["description"]).split())
        cost = (len(one.name) + len(description) + 20) // 4 + 1
        if len(offered) >= most:
            sentence = UserMessage("{most} others fit this session better, and no more are offered.", most=most)
            left_out.append(OmittedProcedure(one.name, sentence))
        elif spent + cost > tokens:
            sentence = UserMessage("Its description does not fit into what is left of {tokens} tokens.", tokens=tokens)
            left_out.append(OmittedProcedure(one.name, sentence))
        else:
            spent += cost
            offered.append(OfferedProcedure(one, description, cost, why))
    return ProcedureOffer(tuple(offered), tuple(left_out))


def why_unfit(one: CommittedProcedure) -> str:
    """Why a procedure must not be handed to an agent, in one sentence; "" where it may be."""
    for problem in check_entry(f"{PROCEDURE.folder}/{one.name}/{SKILL}", one.text):
        if problem.level == ERROR:
            return problem.sentence
    if not one.entry.has_meta:
        return UserMessage("It has no frontmatter with a name and a description.")
    texts = [one.text, *(data.decode("utf-8", "replace") for path, data in one.files.items() if path.endswith(".md"))]
    if any(_INLINE_COMMAND.search(text) for text in texts):
        return UserMessage("It has a command that would run while it is loaded: write it without the exclamation mark.")
    if any(_TAG.search(text) for text in texts):
        return UserMessage("It has a tag that an agent could take for a message of the system.")
    if "\ufffd" in one.text:
        return UserMessage("It is not text in UTF-8.")
    if any(not char.isprintable() and char not in "\n\r\t\ufeff" for char in one.text):
        return UserMessage("It has characters that cannot be seen.")
    if len(one.files) > MOST_FILES or len(one.text) + sum(map(len, one.files.values())) > LARGEST:
        return UserMessage("It is too large, or has too many files, to be handed to an agent.")
    return ""


def _why_closed(meta: Mapping[str, Any]) -> str:
    state = life_of(meta)
    if state != "stable":
        return UserMessage("Its status is {status}.", status=state)
    if for_people_alone(meta):
        return UserMessage("It says that only a person may start it (disable-model-invocation).")
    return ""


def _relevance(one: CommittedProcedure, services: Sequence[str], words: str) -> tuple[tuple[str, ...], int]:
    """The session's services that it names, and how many words of the task it shares."""
    text = f"{one.name} {one.text}".casefold()
    named = tuple(
        service for service in services if re.search(rf"(?<![\w-]){re.escape(service.casefold())}(?![\w-])", text)
    )
    head = f"{one.name} {one.entry.description}".casefold().replace("-", " ")
    wanted = set(_WORD.findall(words.casefold().replace("-", " ")))
    return named, len(wanted.intersection(_WORD.findall(head)))


def _why_chosen(named: Sequence[str], shared: int) -> str:
    if named:
        return UserMessage("It names {services}.", services=", ".join(named))
    if shared:
        return UserMessage("It shares words with the task.")
    return UserMessage("It names none of the session's services.")
