"""The skills that a session of the Claude CLI is handed: a folder of its own, read-only, gone after the session (C5).

Skills in a folder of ``--add-dir`` count as settings of the project, and ``--setting-sources ""`` leaves those out,
with the permissions and hooks of the folder that a session works in. So the folder is a plugin of this session as well
(``--plugin-dir``), which the CLI loads by itself: its skills are called ``claudeops:NAME``
(docs/decisions/0122-procedures-reach-sessions-as-a-plugin.md).

A skill of the CLI's can widen what a session may do: ``allowed-tools`` and ``hooks`` take effect without the guard, an
inline command runs when the skill is loaded, ``@path`` reads a file in. None of these is in the copy: the frontmatter
is written anew from name and description, and mentions are escaped.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import orjson

from ...core.errors import EnvironmentFault
from ...core.messages import UserMessage
from .file_mentions import without_mentions

PLUGIN = "claudeops"
FOLDER = "skills"
NEVER_COPIED = frozenset({"claude.md", "claude.local.md", "agents.md", "settings.json", ".mcp.json"})
"""Files that the CLI takes orders from; in small letters."""


@dataclass(frozen=True, slots=True)
class AgentSkill:
    """A skill to be handed over: ``body`` is its Markdown without frontmatter, ``files`` what lies beside it (scripts,
    references, assets), by path in its folder."""

    name: str
    description: str
    body: str
    files: Mapping[str, bytes]

    @property
    def called(self) -> str:
        """How the CLI calls it."""
        return f"{PLUGIN}:{self.name}"


def write_skill_folder(place: Path, skills: Sequence[AgentSkill]) -> Path | None:
    """Write the skills into a session's folder; None where there are none. Nothing in it can be written to. Raises
    EnvironmentFault."""
    if not skills:
        return None
    root = place / FOLDER
    try:
        remove_skill_folder(place)
        _write(root / ".claude-plugin" / "plugin.json", orjson.dumps(_MANIFEST))
        for skill in skills:
            base = root / ".claude" / "skills" / skill.name
            _write(base / "SKILL.md", skill_text(skill).encode())
            for path, data in skill.files.items():
                _write(base / path, _escaped(path, data))
        for folder in sorted((one for one in root.rglob("*") if one.is_dir()), reverse=True):
            folder.chmod(0o500)
        root.chmod(0o500)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("The procedures cannot be handed over in {path}: {strerror}.", path=root,
                        strerror=error.strerror)
        ) from error  # fmt: skip
    return root


def remove_skill_folder(place: Path) -> None:
    """Remove it, although nothing in it can be written to. A folder that is not there is no fault."""
    root = place / FOLDER
    for folder in (root, *root.rglob("*")):
        if folder.is_dir() and not folder.is_symlink():
            with contextlib.suppress(OSError):
                folder.chmod(0o700)
    shutil.rmtree(root, ignore_errors=True)


def skill_text(skill: AgentSkill) -> str:
    """``SKILL.md`` as the CLI gets it: name and description alone in the frontmatter, as JSON, which YAML reads."""
    head = "\n".join(
        f"{key}: {orjson.dumps(value).decode()}"
        for key, value in (("name", skill.name), ("description", without_mentions(skill.description)))
    )
    return f"---\n{head}\n---\n\n{without_mentions(skill.body).strip()}\n"


def is_copied(path: str) -> bool:
    """Tell whether a file beside a skill is handed over: nothing hidden, and nothing that the CLI takes orders from."""
    parts = PurePosixPath(path).parts
    return not any(part.startswith(".") for part in parts) and parts[-1].casefold() not in NEVER_COPIED


_MANIFEST = {
    "name": PLUGIN,
    "version": "1.0.0",
    "description": "Procedures of the operator's knowledge folder.",
    "skills": "./.claude/skills",
}


def _escaped(path: str, data: bytes) -> bytes:
    if not path.endswith(".md"):
        return data
    return without_mentions(data.decode("utf-8", "replace")).encode()


def _write(file: Path, data: bytes) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.write_bytes(data)
    file.chmod(0o400)
