"""Whether the CLI resumes, by version, folder and what it kept, as the measured table has it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.agents.base import InterruptedConversation
from claudeops_desktop.agents.claude_cli.agent import ClaudeCliAgent

NAME = "0f8c1a52-2b6e-4c5e-9d3e-aaaaaaaaaaaa"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home in which the CLI has kept the conversation."""
    place = tmp_path / ".claude" / "projects" / "-srv"
    place.mkdir(parents=True)
    (place / f"{NAME}.jsonl").write_text("{}\n")
    return tmp_path


def ask(home: Path, name: str = NAME, **more: str) -> tuple[tuple[str, ...], str]:
    given = {"version": "2.1.330", "version_then": "2.1.330", "cwd": "/srv", "cwd_then": "/srv"} | more
    return ClaudeCliAgent().resume_arguments(
        InterruptedConversation(agent_session_id=name, environ={"HOME": str(home)}, **given)
    )


def test_the_newer_one_is_told_to_read_the_appended_prompt_anew(home: Path) -> None:
    """The resume trap: 2.1.330 uses the first appended prompt again, unless its snapshot is off."""
    assert ask(home) == (("--resume", NAME, "--system-prompt-snapshot", "off"), "")


def test_the_older_one_reads_it_anew_and_knows_no_such_flag(home: Path) -> None:
    assert ask(home, version="2.1.197", version_then="2.1.197") == (("--resume", NAME), "")


def test_the_older_one_does_not_resume_from_another_folder(home: Path) -> None:
    assert ask(home, version="2.1.197", version_then="2.1.197", cwd="/opt") == (
        (),
        "the agent works in another folder now",
    )
    assert ask(home, cwd="/opt")[0]


@pytest.mark.parametrize(
    ("version", "snapshot"),
    [
        ("2.1.246", False),
        ("2.1.250", False),
        ("2.1.267", False),
        ("2.1.268", True),
        ("2.1.300", True),
        ("2.1.999", True),
    ],
)
def test_where_the_first_prompt_would_be_used_again_the_snapshot_is_switched_off(
    home: Path, version: str, snapshot: bool
) -> None:
    found, why = ask(home, version=version, version_then=version)
    assert (found[:2], why) == (("--resume", NAME), "")
    assert ("--system-prompt-snapshot" in found) is snapshot


@pytest.mark.parametrize("version", ["2.1.109", "2.0.9", "", "nightly", "1.0.0"])
def test_a_version_that_was_not_measured_is_not_asked_to(home: Path, version: str) -> None:
    assert ask(home, version=version, version_then=version) == (
        (),
        f"it is not known how version {version or '?'} of the CLI resumes",
    )


def test_an_older_cli_is_not_given_what_a_newer_one_wrote(home: Path) -> None:
    assert ask(home, version="2.1.197")[1] == "it was made by a newer version of the CLI"
    assert ask(home, version_then="2.1.197")[0]


def test_a_conversation_that_is_gone_is_not_resumed(home: Path, tmp_path: Path) -> None:
    (home / ".claude" / "projects" / "-srv" / f"{NAME}.jsonl").unlink()
    assert ask(home) == ((), "the CLI has not kept its conversation")
    assert ask(tmp_path / "nowhere")[0] == ()


def test_the_folder_that_the_operator_moved_the_cli_to_is_looked_in(home: Path, tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path / "other"), "CLAUDE_CONFIG_DIR": str(home / ".claude")}
    interrupted = InterruptedConversation(
        agent_session_id=NAME, version="2.1.330", version_then="2.1.330", cwd="/srv", cwd_then="/srv", environ=environ
    )
    found, _ = ClaudeCliAgent().resume_arguments(interrupted)
    assert found


@given(st.text() | st.sampled_from(["--dangerously-skip-permissions", "*", "../../x", NAME + "\n", "-" * 36]))
def test_nothing_but_a_name_becomes_an_argument(tmp_path_factory, name: str) -> None:
    interrupted = InterruptedConversation(
        agent_session_id=name,
        version="2.1.330",
        version_then="2.1.330",
        cwd="/",
        cwd_then="/",
        environ={"HOME": "/nowhere"},
    )
    assert ClaudeCliAgent().resume_arguments(interrupted)[0] == ()
