"""The guard and skills (S14): those that we hand over are read; no other one is loaded, and none widens anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

OURS = "claudeops:renew-certificate"


@pytest.fixture
def handed(guarded: Any) -> Any:
    folder = guarded.folder.sessions / str(guarded.session_id) / "skills"
    return guarded.rules(skills=(OURS, "claudeops:rotate-secrets"), skills_folder=str(folder))


def test_a_skill_of_ours_is_a_read(handed: Any) -> None:
    assert handed.ask("Skill", skill=OURS)[0] == "allow"
    call = handed.book.tool_calls.of_session(handed.session_id)[-1]
    assert (call.tool_name, call.kind, call.verdict, call.by) == ("Skill", "read", "allow", "guard")


@pytest.mark.parametrize("tier", [1, 2, 3])
@pytest.mark.parametrize("dry_run", [False, True])
def test_it_is_one_in_every_tier_and_in_a_dry_run(new_session: Any, tier: int, dry_run: bool) -> None:
    assert new_session(tier, dry_run=dry_run, skills=(OURS,)).ask("Skill", skill=OURS)[0] == "allow"


@pytest.mark.parametrize(
    "given",
    [
        {"skill": "run"},
        {"skill": "renew-certificate"},  # one of the CLI's own, or of the operator's, may have this name
        {"skill": "claudeops:other"},
        {"skill": "other:renew-certificate"},
        {"skill": OURS, "command": "run"},
        {"skill": ["claudeops:renew-certificate"]},
        {"skill": ""},
        {},
    ],
)
@pytest.mark.parametrize("unknown", ["ask", "automatic", "never"])
def test_an_unknown_skill_is_refused_whatever_the_policy(handed: Any, given: dict, unknown: str) -> None:
    verdict, why = handed.rules(unknown=unknown).ask("Skill", **given)
    assert verdict == "deny" and OURS in why
    assert handed.book.approvals.list() == []


def test_without_skills_none_is_loaded(guarded: Any) -> None:
    assert guarded.ask("Skill", skill=OURS)[0] == "deny"


@pytest.mark.parametrize("key", ["args", "arguments", "x"])
def test_a_skill_is_not_given_a_file_to_read_in(handed: Any, key: str) -> None:
    assert handed.ask("Skill", skill=OURS, **{key: "web.example.org"})[0] == "allow"
    assert handed.ask("Skill", skill=OURS, **{key: "@/etc/shadow"})[0] == "deny"
    assert handed.ask("Skill", skill=OURS, **{key: ["@/etc/shadow"]})[0] == "deny"


def test_a_skill_of_ours_that_was_loaded_allows_nothing_else(handed: Any) -> None:
    handed.rules(tier=1)
    assert handed.ask("Skill", skill=OURS)[0] == "allow"
    assert handed.bash("rm -rf /srv/x")[0] == "deny"
    assert handed.ask("Write", file_path="/srv/x", content="x")[0] == "deny"


def test_its_files_are_read_whatever_they_are_called_and_never_written(handed: Any) -> None:
    base = Path(handed.policy.skills_folder) / ".claude" / "skills" / "rotate-secrets"
    (base / "references").mkdir(parents=True)
    (base / "references" / "steps.md").write_text("x")
    file = str(base / "references" / "steps.md")
    assert handed.ask("Read", file_path=file)[0] == "allow"
    handed.rules(destructive="automatic", unknown="automatic")
    for tool in ("Write", "Edit", "MultiEdit"):
        assert handed.ask(tool, file_path=str(base / "SKILL.md"), content="x")[0] == "deny"
    for command in (f"echo x > {file}", f"chmod u+w {file}", f"cp /tmp/x {base}/SKILL.md", f"rm -r {base}"):
        assert handed.bash(command)[0] == "deny", command


def test_a_link_out_of_the_folder_of_skills_is_judged_by_where_it_leads(handed: Any) -> None:
    base = Path(handed.policy.skills_folder)
    base.mkdir(parents=True)
    (base / "shadow").symlink_to("/etc/shadow")
    handed.rules(disclose="never")
    assert handed.ask("Read", file_path=str(base / "shadow"))[0] == "deny"


def test_the_knowledge_folder_may_be_read_and_not_changed(guarded: Any, tmp_path: Path) -> None:
    place = tmp_path / "my-repository" / "knowledge"
    (place / "procedures").mkdir(parents=True)
    (place / "MEMORY.md").write_text("x")
    guarded.rules(knowledge_folder=str(place), destructive="automatic", unknown="automatic")
    assert guarded.ask("Read", file_path=str(place / "MEMORY.md"))[0] == "allow"
    assert guarded.ask("Write", file_path=str(place / "procedures" / "x.md"), content="x")[0] == "deny"
    for command in (f"echo x >> {place}/MEMORY.md", f"rm -r {place}", f"cd {place} && touch notes.md"):
        assert guarded.bash(command)[0] == "deny", command
    assert guarded.ask("Write", file_path=str(tmp_path / "my-repository" / "other.md"), content="x")[0] == "allow"
