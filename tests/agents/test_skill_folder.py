"""The copy of procedures that a session of the Claude CLI is handed (C5): nothing in it widens what the session may."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from claudeops_desktop.agents.claude_cli.file_mentions import without_mentions
from claudeops_desktop.agents.claude_cli.skill_folder import (
    AgentSkill,
    is_copied,
    remove_skill_folder,
    skill_text,
    write_skill_folder,
)


def skill(name: str = "renew-certificate", body: str = "1. Run it.", **more: object) -> AgentSkill:
    given = {"description": "Renews it. Use it when one expires.", "files": {}} | more
    return AgentSkill(name, body=body, **given)  # type: ignore[arg-type]


def test_each_skill_lies_where_the_cli_looks_for_it(tmp_path: Path) -> None:
    root = write_skill_folder(tmp_path, [skill(files={"scripts/renew.sh": b"echo @x\n", "references/a.md": b"@a\n"})])
    assert root is not None
    manifest = json.loads((root / ".claude-plugin" / "plugin.json").read_bytes())
    assert (manifest["name"], manifest["skills"]) == ("claudeops", "./.claude/skills")
    base = root / ".claude" / "skills" / "renew-certificate"
    assert (base / "scripts" / "renew.sh").read_bytes() == b"echo @x\n"
    assert (base / "references" / "a.md").read_bytes() == b"\\@a\n"
    assert [path.name for path in root.rglob("CLAUDE.md")] == []


def test_of_the_frontmatter_name_and_description_are_left(tmp_path: Path) -> None:
    said = 'a "quoted": thing\\ with # signs and ümlauts'
    _, head, body = skill_text(skill(description=said)).split("---\n")
    assert yaml.safe_load(head) == {"name": "renew-certificate", "description": said}
    assert body.strip() == "1. Run it."


def test_it_cannot_be_written_to_and_is_removed_all_the_same(tmp_path: Path) -> None:
    root = write_skill_folder(tmp_path, [skill(files={"references/deep/a.md": b"x"})])
    assert root is not None
    for path in (root, *root.rglob("*")):
        assert path.stat().st_mode & 0o222 == 0, path
    write_skill_folder(tmp_path, [skill(), skill("other")])
    remove_skill_folder(tmp_path)
    assert not root.exists()
    remove_skill_folder(tmp_path)


def test_without_a_skill_there_is_no_folder(tmp_path: Path) -> None:
    assert write_skill_folder(tmp_path, []) is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "path", ["CLAUDE.md", "references/claude.md", "assets/AGENTS.md", ".mcp.json", "scripts/.hidden/x", "settings.json"]
)
def test_what_the_cli_takes_orders_from_is_not_copied(path: str) -> None:
    assert not is_copied(path)


@pytest.mark.parametrize("text", ["@/etc/hosts", "see @file", "> @a.md", '("@b")', "@~/x", "`@x`", "a\n@b", "\u00a0@x"])
def test_a_mention_that_would_read_a_file_in_is_escaped(text: str) -> None:
    without = without_mentions(text)
    assert without != text
    assert without_mentions(without) == without
    assert without_mentions(text).replace("\\@", "@") == text


@pytest.mark.parametrize("text", ["me@example.org", "getty@tty1.service", "a @ b", "20 @", "\\@done", ""])
def test_other_signs_stay_as_they_are(text: str) -> None:
    assert without_mentions(text) == text
