"""Folders that describe the infrastructure: what is listed, what is wrong with it, what the agent is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from claudeops_desktop.runs.repositories import NOTES_CAP, read_repositories, repositories_part

NOTES = "# Home lab\n\nTwo machines behind caddy.\n\n- Never touch the NAS at night.\n"
CHECK = """---
description: Is the proxy there?
services: [caddy]
---
# The proxy

```sh
curl -sS https://caddy.lan/
```

Healthy is HTTP 200 within two seconds.
"""
PLAYBOOK = "# Restart the proxy\n\nWhen it hangs.\n\n1. Look at its log.\n2. Restart it.\n"
SKILL = "---\nname: backups\ndescription: How to read the backup log\n---\n\nThe log is in /var/log.\n"


@pytest.fixture
def folder(tmp_path) -> Path:
    root = tmp_path / "lab"
    for path, text in (
        ("CLAUDE-OPS.md", NOTES),
        (".claude-ops/checks/proxy.md", CHECK),
        (".claude-ops/playbooks/restart.md", PLAYBOOK),
        (".claude-ops/skills/backups/SKILL.md", SKILL),
    ):
        write(root, path, text)
    return root


def write(root, path, text):
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(text if isinstance(text, bytes) else text.encode())
    return target


def look(folder, services=("caddy", "jellyfin")):
    (found,) = read_repositories([str(folder)], services)
    return found


def problems(folder, path=""):
    return [(p.path.name, p.line, p.sentence) for p in look(folder).problems if path in str(p.path)]


def test_a_good_folder_has_no_problems(folder):
    found = look(folder)
    assert found.problems == ()
    assert found.name == "lab"
    assert found.notes.title == "Home lab"
    (check,), (playbook,), (skill,) = found.checks, found.playbooks, found.skills
    assert (check.title, check.description, check.services) == ("The proxy", "Is the proxy there?", ("caddy",))
    assert (playbook.title, playbook.description) == ("Restart the proxy", "When it hangs.")
    assert (skill.title, skill.description) == ("backups", "How to read the backup log")


def test_the_agent_is_told_the_notes_and_where_the_rest_is(folder):
    text = repositories_part([look(folder)])
    assert text.startswith("## Repositories\n\nThe operator keeps notes")
    assert f"### lab: {folder}\n\n# Home lab" in text
    assert f"- {folder}/.claude-ops/checks/proxy.md (caddy): Is the proxy there?" in text
    assert "curl" not in text


def test_long_notes_are_cut_and_say_where_the_rest_is(folder):
    write(folder, "CLAUDE-OPS.md", "# Home\n\n" + "word " * 4000)
    text = repositories_part([look(folder)])
    assert len(text) < NOTES_CAP + 2000
    assert f"(The rest is in {folder}/CLAUDE-OPS.md.)" in text


def test_nothing_to_tell_is_nothing_told(tmp_path):
    assert repositories_part(read_repositories([str(tmp_path)])) == ""
    assert repositories_part([]) == ""


@pytest.mark.parametrize(
    ("path", "text", "line", "sentence"),
    [
        ("CLAUDE-OPS.md", "", 0, "CLAUDE-OPS.md is empty."),
        ("CLAUDE-OPS.md", "No title here.\n", 1, "CLAUDE-OPS.md has no title."),
        ("CLAUDE-OPS.md", "# Title only\n", 0, "CLAUDE-OPS.md has a title and nothing else."),
        ("CLAUDE-OPS.md", b"# Caf\xe9\n\nx", 1, "It is not UTF-8 text."),
        ("CLAUDE-OPS.md", "# x\n\n" + "y" * 40_000, 0, "It is 40,005 characters long."),
        (".claude-ops/checks/x.md", "---\ntitle: x\n# x\n", 1, "The frontmatter is not closed."),
        (".claude-ops/checks/x.md", CHECK.replace("services: [caddy]", "what is this"), 3,
         "The frontmatter cannot be read: 'what is this'."),
        (".claude-ops/checks/x.md", CHECK.replace("services", "servcies"), 3, "There is no key 'servcies'."),
        (".claude-ops/checks/x.md", CHECK.replace("[caddy]", "[cady]"), 3, "There is no service 'cady'."),
        (".claude-ops/checks/x.md", CHECK.replace("services: [caddy]", "tier: 9"), 3,
         "tier must be 1, 2 or 3 (found '9')."),
        (".claude-ops/checks/x.md", "# Look\n\nIt should be healthy.\n", 1, "The check names no command."),
        (".claude-ops/checks/x.md", "# Look\n\nRun `uptime` now and then.\n", 1,
         "The check does not say what to expect."),
        (".claude-ops/playbooks/x.md", "# Restart\n\nJust do it.\n", 1, "The playbook has no steps."),
        (".claude-ops/skills/x.md", "# Skill\n\n```\nls\n```\n", 1, "The skill does not say when to use it."),
        (".claude-ops/skills/empty/other.md", "x", 0, "It is not there."),
        (".claude-ops/checks/x.bin", "hello there", 0, "x.bin is neither Markdown nor a script."),
        (".claude-ops/checks/x.sh", "#!/bin/sh\ntrue\n", 1, "It is a script that may not be executed."),
        (".claude-ops/check/x.md", CHECK, 0, "check is not read."),
    ],
)  # fmt: skip
def test_a_mistake_names_its_file_its_line_and_the_fix(folder, path, text, line, sentence):
    write(folder, path, text)
    found = look(folder).problems
    assert (line, sentence) in [(p.line, p.sentence) for p in found]
    assert all(p.fix for p in found)


def test_a_spelling_is_guessed(folder):
    write(folder, ".claude-ops/checks/x.md", CHECK.replace("[caddy]", "[cady]"))
    assert [p.fix for p in look(folder).problems] == ["Did you mean caddy?"]


def test_without_known_services_none_is_unknown(folder):
    write(folder, ".claude-ops/checks/x.md", CHECK.replace("[caddy]", "[anything]"))
    assert look(folder, ()).problems == ()


def test_text_that_may_be_executed_is_said(folder):
    (folder / ".claude-ops/checks/proxy.md").chmod(0o755)
    assert problems(folder) == [("proxy.md", 0, "It is text, but may be executed.")]


def test_a_script_that_may_be_executed_is_a_check(folder):
    script = write(folder, ".claude-ops/checks/dns.sh", "#!/bin/sh\n# Do all names have an address?\nexit 0\n")
    script.chmod(0o755)
    assert problems(folder) == []
    assert [d.description for d in look(folder).checks] == ["Do all names have an address?", "Is the proxy there?"]


def test_a_link_out_of_the_folder_is_not_read(folder, tmp_path):
    secret = write(tmp_path, "secret.md", "# Secret\n\nhunter2\n")
    (folder / ".claude-ops/checks/x.md").symlink_to(secret)
    assert problems(folder) == [("x.md", 0, "It leads out of the folder, and is not read.")]
    told = repositories_part([look(folder)])
    assert "hunter2" not in told
    assert "x.md" not in told, "an agent would follow the link"


def test_a_pipe_is_not_waited_for(folder):
    os.mkfifo(folder / ".claude-ops/checks/x.md")
    assert problems(folder) == [("x.md", 0, "It is no file that can be read.")]
    assert "x.md" not in repositories_part([look(folder)]), "an agent would wait for it"


def test_a_huge_file_is_not_read(folder):
    write(folder, ".claude-ops/checks/x.md", "# x\n" + "y" * 300_000)
    assert problems(folder) == [("x.md", 0, "It is larger than 256 kB, and is not read.")]


def test_a_folder_that_is_not_there_is_a_problem(tmp_path):
    (found,) = read_repositories([str(tmp_path / "gone")])
    assert [p.sentence for p in found.problems] == [f"{tmp_path / 'gone'} is not there."]


def test_a_folder_without_notes_says_so(tmp_path):
    assert problems(tmp_path) == [
        ("CLAUDE-OPS.md", 0, "There is no CLAUDE-OPS.md: the prompt says nothing of what this is.")
    ]


@pytest.mark.parametrize(
    "before",
    [
        "<!-- schema: 1 -->\n",
        "<!-- written by a tool\n     in two lines -->\n\n",
        "\n\n",
        "<!-- one --><!-- two -->\n---\ntier: 1\n---\n\n<!-- three -->\n",
        "---\ntier: 1\n---\n<!-- # no title -->\n",
        "[![build](https://example.org/badge.svg)](https://example.org)\n\n",
        "```\n# a comment of a script\n```\n\n",
    ],
)
@pytest.mark.parametrize("heading", ["# Restart the proxy", "Restart the proxy\n================="])
@pytest.mark.parametrize("kind", ["playbooks", "notes"])
def test_what_stands_before_the_title_hides_neither_title_nor_description(folder, before, heading, kind):
    path = "CLAUDE-OPS.md" if kind == "notes" else ".claude-ops/playbooks/restart.md"
    write(folder, path, f"{before}{heading}\n\nWhen it hangs.\n\n1. Look at its log.\n")
    found = look(folder)
    document = found.notes if kind == "notes" else found.playbooks[0]
    assert (document.title, document.description) == ("Restart the proxy", "When it hangs.")
    assert found.problems == ()


def test_a_comment_in_a_block_of_code_is_part_of_it(folder):
    write(folder, "CLAUDE-OPS.md", "# Lab\n\n<!-- hidden -->Two machines.\n\n```html\n<!-- kept -->\n```\n")
    told = repositories_part(read_repositories([str(folder)]))
    assert "<!-- kept -->" in told
    assert "hidden" not in told


def test_a_problem_after_a_comment_names_its_own_line(folder):
    write(folder, "CLAUDE-OPS.md", "<!-- a\nb -->\n---\ntier: 9\n---\n# Lab\n\nTwo machines.\n")
    assert [problem.line for problem in look(folder).problems] == [4]
