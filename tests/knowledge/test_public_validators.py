"""What we write is read by programs of others: a public validator of the Open Knowledge Format 0.2, the one of Agent
Skills, and the field rules of RunLore for cases.

The validator of Agent Skills comes from npm. `scripts/test-cli --install` fetches it, and where
``CLAUDEOPS_TEST_CLI=install`` is set a run without it fails.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from okf_schema.validator import validate_bundle
from rendered_world import RenderedWorld
from support.npm_tools import ToolMissing, skills_validator

from claudeops_desktop.knowledge import KnowledgeService, read_entry

BAD = ("W6", "W8", "W9", "W10", "W11", "W12", "W13", "W14", "W16", "W17")
"""Warnings of it on what is there; the others ask for more: an index in every folder, a description everywhere."""


def findings(root: Path, tmp_path: Path) -> tuple[list[str], list[str]]:
    """What the public validator calls errors and warnings in the bundle; procedures are outside of it, as they may not
    carry its keys."""
    bundle = tmp_path / "bundle"
    shutil.rmtree(bundle, ignore_errors=True)
    shutil.copytree(root, bundle, ignore=shutil.ignore_patterns(".git", "procedures", "*.jsonl"))
    report = validate_bundle(bundle)
    return [one.message for one in report.errors], [one.message for one in report.warnings if one.code in BAD]


def fill(folder: KnowledgeService) -> None:
    """Every kind of entry that is written by us, with words that are not easy for YAML."""
    folder.remember("Operations", "Ask before a restart: yes, always.")
    folder.notes.add("project", "Backups: when & how #1", "They run at 02:00.\n\nSee [[disk]] and [the disk](disk.md).")
    folder.notes.add("reference", "Disk", "- two terabytes\n- “fast”")
    folder.notes.add("feedback", "- a list?", "Answer in whole sentences: no 'ticks'.")
    first = folder.decisions.add("Use MySQL", context="One writer.", decision="MySQL.")
    folder.decisions.add("Use PostgreSQL", context="Two writers.", decision="PostgreSQL.")
    assert first.path.startswith("decisions/0001-")
    folder.procedures.add("Renew a certificate", "Renews it: `certbot`. Use it when one expires.", "1. Run it.")


def test_a_public_validator_finds_no_error_in_what_we_write(folder: KnowledgeService, tmp_path: Path) -> None:
    fill(folder)
    errors, warnings = findings(folder.root, tmp_path)
    assert errors == []
    assert warnings == []


def test_a_public_validator_finds_no_error_in_what_is_rendered(rendered: RenderedWorld, tmp_path: Path) -> None:
    rendered.desk.add("Takes 60 s to start.", "timing", "jellyfin")
    rendered.lesson("Prefer reload over restart.")
    rendered.case()
    rendered.render()
    assert findings(rendered.knowledge.root, tmp_path)[0] == []


@pytest.mark.parametrize(
    "text",
    ["no frontmatter\n", "---\ntitle: x\n---\n\nno type\n", "---\ntype: [\n---\n\nbroken\n",
     "---\ntype: Note\nsources: [{title: x}]\n---\n\nno resource\n"],
)  # fmt: skip
def test_what_the_public_validator_refuses_is_an_error_of_ours_too(
    folder: KnowledgeService, tmp_path: Path, text: str
) -> None:
    fill(folder)
    (folder.root / "notes/bad.md").write_text(text)
    assert findings(folder.root, tmp_path)[0]
    assert [one for one in folder.check() if one.path == "notes/bad.md" and one.level == "error"]


@pytest.fixture(scope="session")
def skills_ref() -> Callable[[Path], tuple[int, str]]:
    """``skills_ref(folder)``: exit code and output of the public validator of Agent Skills."""
    try:
        command = skills_validator()
    except ToolMissing as error:
        if os.environ.get("CLAUDEOPS_TEST_CLI") == "install":
            pytest.fail(str(error))
        pytest.skip(str(error))

    def validate(folder: Path) -> tuple[int, str]:
        done = subprocess.run([*command, "validate", str(folder)], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    return validate


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "description"),
    [
        ("Renew a certificate", "Renews it. Use it when one expires."),
        ("Prüfe: 'Backups' & mehr", 'Says "ok": yes - or #no. Use it on Monday.'),
        ("x" * 200, "d" * 1024),
        ("--- odd -- title ---", "Multi\nline: text\n"),
    ],
)
def test_procedures_pass_the_public_validator_of_agent_skills(
    folder: KnowledgeService, skills_ref: Callable[[Path], tuple[int, str]], title: str, description: str
) -> None:
    saved = folder.procedures.add(title, description, "1. Do it.\n2. Check it.")
    code, said = skills_ref((folder.root / saved.path).parent)
    assert code == 0, said
    assert folder.check() == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("name: renew", "name: Renew"),
        ("name: renew", "name: other"),
        ("name: renew", "name: renew\ntype: Procedure"),
        ("name: renew", "name: re--new"),
        ("description: Renews it.\n", ""),
    ],
)
def test_what_the_validator_of_agent_skills_refuses_is_an_error_of_ours_too(
    folder: KnowledgeService, skills_ref: Callable[[Path], tuple[int, str]], old: str, new: str
) -> None:
    file = folder.root / "procedures/renew/SKILL.md"
    file.parent.mkdir(parents=True)
    file.write_text("---\nname: renew\ndescription: Renews it.\n---\n\n1. Run it.\n".replace(old, new))
    assert skills_ref(file.parent)[0] != 0
    assert [one for one in folder.check() if one.path == "procedures/renew/SKILL.md" and one.level == "error"]


def test_a_rendered_case_meets_runlores_fields(rendered: RenderedWorld) -> None:
    """Its own reader asks for these (`internal/kbvalidate` there)."""
    rendered.case()
    rendered.render()
    (path,) = [path for path in rendered.files() if path.startswith("cases/")]
    entry = read_entry(rendered.text(path))
    assert entry.meta["type"] in ("Incident", "Playbook", "Concept")
    assert 0 < len(entry.title.encode()) <= 120 and entry.description
    assert re.fullmatch(r"\S+", str(entry.meta["resource"]))
    sections = re.findall(r"^## (.+)$", entry.body, re.MULTILINE)
    assert [name for name in ("Symptom", "Cause", "Resolution") if name not in sections] == []
    assert re.fullmatch(rf"cases/[a-z0-9-]+-{str(entry.meta['fingerprint'])[:8]}\.md", path)
    assert entry.meta.get("status", "stable") in ("stable", "draft", "deprecated", "retired")
