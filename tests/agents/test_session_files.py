"""What a confined session has of the operator's login and conversations, and what comes back of it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from claudeops_desktop.agents.claude_cli.session_files import bring_files_in, is_renewed, take_files_back

OWN = "11111111-2222-3333-4444-555555555555"
OTHER = "99999999-2222-3333-4444-555555555555"
LOGIN = {
    "claudeAiOauth": {
        "accessToken": "a",
        "refreshToken": "r",
        "expiresAt": 1000,
        "scopes": ["user:inference"],
        "subscriptionType": "max",
    }
}


def renewed(**changes: object) -> dict[str, object]:
    return {"claudeAiOauth": LOGIN["claudeAiOauth"] | {"accessToken": "b", "expiresAt": 2000} | changes}


@pytest.fixture
def place(tmp_path):
    class Place:
        home = tmp_path / "home"
        theirs = home / ".claude"
        config = tmp_path / "config"
        environ = {"HOME": str(home)}  # noqa: RUF012

        def login(self, folder: Path) -> dict[str, object]:
            return json.loads((folder / ".credentials.json").read_text())

        def leave(self, name: str, text: str = "said") -> Path:
            path = self.config / "projects" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            return path

        def bring_in(self, conversation: str = "") -> None:
            bring_files_in(self.environ, self.config, conversation)

        def take_back(self, login: object = None) -> None:
            if login is not None:
                (self.config / ".credentials.json").write_text(json.dumps(login))
            take_files_back(self.environ, self.config, OWN)

        def kept(self) -> list[str]:
            projects = self.theirs / "projects"
            return sorted(str(path.relative_to(projects)) for path in projects.rglob("*") if path.is_file())

    found = Place()
    (found.theirs / "projects" / "-srv").mkdir(parents=True)
    found.config.mkdir()
    (found.theirs / ".credentials.json").write_text(json.dumps(LOGIN))
    return found


def test_the_login_is_copied_in(place):
    place.bring_in()
    assert place.login(place.config) == LOGIN
    assert (place.config / ".credentials.json").stat().st_mode & 0o777 == 0o600


def test_without_a_login_nothing_is(place):
    (place.theirs / ".credentials.json").unlink()
    place.bring_in()
    assert list(place.config.iterdir()) == []


def test_of_the_state_of_the_cli_only_the_login_is(place):
    (place.home / ".claude.json").write_text(json.dumps({"oauthAccount": {"id": 1}, "mcpServers": {"x": {}}}))
    place.bring_in()
    assert json.loads((place.config / ".claude.json").read_text()) == {"oauthAccount": {"id": 1}}


def test_a_folder_that_the_environment_names_is_the_operators(place, tmp_path):
    place.environ = {"CLAUDE_CONFIG_DIR": str(place.theirs), "HOME": str(tmp_path)}
    place.bring_in()
    assert place.login(place.config) == LOGIN


def test_the_conversation_that_goes_on_is_copied_in_alone(place):
    for name in (OWN, OTHER):
        (place.theirs / "projects" / "-srv" / f"{name}.jsonl").write_text(name)
    place.bring_in(OWN)
    assert [path.read_text() for path in place.config.rglob("*.jsonl")] == [OWN]


def test_a_renewed_login_comes_back(place):
    place.bring_in()
    place.take_back(renewed())
    assert place.login(place.theirs) == renewed()


@pytest.mark.parametrize(
    "left",
    [
        {},
        [],
        {"claudeAiOauth": "b"},
        renewed(expiresAt=1000),
        renewed(expiresAt="later"),
        renewed(subscriptionType="free"),
        renewed(scopes=["everything"]),
        renewed(more=1),
        renewed() | {"mcpOAuth": {}},
    ],
    ids=str,
)
def test_another_login_does_not(place, left):
    place.bring_in()
    place.take_back(left)
    assert place.login(place.theirs) == LOGIN


def test_a_link_in_the_place_of_a_login_does_not(place, tmp_path):
    (tmp_path / "else").write_text(json.dumps(renewed()))
    (place.config / ".credentials.json").symlink_to(tmp_path / "else")
    place.take_back()
    assert place.login(place.theirs) == LOGIN


def test_a_login_that_the_operator_has_not_is_not_made(place):
    (place.theirs / ".credentials.json").unlink()
    place.take_back(renewed())
    assert not (place.theirs / ".credentials.json").exists()


def test_a_login_is_renewed_only_by_later_tokens():
    assert is_renewed(LOGIN, renewed())
    assert not is_renewed(renewed(), LOGIN)


def test_the_conversation_of_the_session_comes_back(place):
    place.leave(f"-srv/{OWN}.jsonl")
    place.leave(f"-srv/{OWN}/subagents/agent-1.jsonl")
    place.take_back()
    assert place.kept() == [f"-srv/{OWN}.jsonl", f"-srv/{OWN}/subagents/agent-1.jsonl"]


def test_another_conversation_does_not(place):
    place.leave(f"-srv/{OTHER}.jsonl")
    place.leave("settings.json")
    place.take_back()
    assert place.kept() == []


def test_a_link_in_the_place_of_a_conversation_does_not(place, tmp_path):
    (tmp_path / "secret").write_text("secret")
    place.leave("-srv/other").parent.joinpath(f"{OWN}.jsonl").symlink_to(tmp_path / "secret")
    place.take_back()
    assert place.kept() == []


def test_a_pipe_is_not_waited_for(place):
    os.mkfifo(place.leave("-srv/other").parent / f"{OWN}.jsonl")
    place.take_back()
    assert place.kept() == []


def test_nothing_is_written_through_a_link_of_the_operators(place, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (place.theirs / "projects" / "-linked").symlink_to(tmp_path / "elsewhere")
    place.leave(f"-linked/{OWN}.jsonl")
    place.take_back()
    assert list((tmp_path / "elsewhere").iterdir()) == []
