"""How agents are found and called (PRODUCT S1, S2, S12)."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from claudeops_desktop.agents.base import LaunchRequest
from claudeops_desktop.agents.claude_cli.command import folder_notes
from claudeops_desktop.agents.claude_cli.installation import find_claude
from claudeops_desktop.agents.registry import find_agents, require_agent
from claudeops_desktop.agents.types import TOKEN_VARIABLE
from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import AgentSettings, MemorySettings, Settings, TierSettings, TiersSettings
from claudeops_desktop.runs.appended_prompt import write_appended_prompt


@pytest.fixture
def folder(tmp_path) -> DataFolder:
    return DataFolder(tmp_path / "data").create()


def fake_claude(place: Path, body: str = 'echo "2.1.330 (Claude Code)"') -> Path:
    place.mkdir(parents=True, exist_ok=True)
    program = place / "claude"
    program.write_text(f"#!/bin/sh\necho asked >> '{place}/asked'\n{body}\n")
    program.chmod(0o755)
    return program


def times_asked(place: Path) -> int:
    asked = place / "asked"
    return len(asked.read_text().splitlines()) if asked.exists() else 0


def start(folder, agent="claude", *, tier=1, environ=None, settings=None, **more):
    environ = {"PATH": os.environ["PATH"], "HOME": str(folder.root)} | (environ or {})
    more = {"prompt": "look", "program": "/opt/claude", "version": "2.1.330"} | more
    request = LaunchRequest(
        tier=tier,
        folder=folder,
        session_id=7,
        token="tok",
        settings=settings or Settings(),
        environ=environ,
        **more,
    )
    return require_agent(agent).build_launch(request)


def values(arguments, flag) -> list[str]:
    begin = arguments.index(flag) + 1
    end = next((n for n in range(begin, len(arguments)) if arguments[n].startswith("--")), len(arguments))
    return list(arguments[begin:end])


def test_the_cli_is_found_on_path_and_asked_for_its_version_once(tmp_path, folder):
    program = fake_claude(tmp_path / "bin")
    environ = {"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin"}
    agents = find_agents(Settings(), environ, folder)
    assert (agents.auto, agents.claude.program, agents.claude.version) == ("claude", str(program), "2.1.330")
    assert agents.sentence == f"The Claude CLI 2.1.330 runs ({program})."
    find_agents(Settings(), environ, folder)
    assert times_asked(tmp_path / "bin") == 1
    kept = json.loads((folder.root / "agents.json").read_text())
    assert kept[str(program)]["version"] == "2.1.330"


def test_another_process_takes_the_version_from_the_file(tmp_path, folder):
    program = fake_claude(tmp_path / "bin", "exit 1")
    about = program.stat()
    row = {"mtime_ns": about.st_mtime_ns, "size": about.st_size, "version": "2.1.197"}
    (folder.root / "agents.json").write_text(json.dumps({str(program): row}))
    agents = find_agents(Settings(), {"PATH": str(tmp_path / "bin")}, folder)
    assert agents.claude.version == "2.1.197"
    assert times_asked(tmp_path / "bin") == 0


def test_without_the_cli_the_watcher_runs_and_says_so(folder):
    agents = find_agents(Settings(), {"PATH": "/nowhere"}, folder)
    assert agents.auto == "watch"
    assert agents.sentence == (
        "The built-in watcher runs. The Claude CLI was not found. Install it, or set its path in the settings."
    )
    chosen = Settings(agent=AgentSettings(preferred="claude"))
    assert find_agents(chosen, {"PATH": "/nowhere"}, folder).auto == "claude"
    watching = Settings(agent=AgentSettings(preferred="watch"))
    assert find_agents(watching, dict(os.environ), folder).sentence == "The built-in watcher runs, as you chose."


def test_a_configured_path_that_leads_nowhere_is_one_sentence(tmp_path):
    cli = find_claude(str(tmp_path / "claude"), {"PATH": os.environ["PATH"]})
    assert cli.program == ""
    assert cli.why_not.startswith(f"No program at {tmp_path}/claude.")


def test_a_cli_that_fails_to_tell_its_version_is_not_used(tmp_path):
    program = fake_claude(tmp_path / "bin", "echo broken install >&2; exit 1")
    cli = find_claude("", {"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin"})
    assert (cli.program, cli.why_not) == ("", f"{program} did not tell its version: broken install.")


def test_the_prompt_goes_to_stdin_and_never_as_a_command_of_the_cli(folder):
    assert start(folder, prompt="- check all").stdin == b"- check all"
    assert start(folder, prompt="/etc is full").stdin == b"Your task:\n/etc is full"


def test_the_call_of_the_cli(folder, tmp_path):
    appended = write_appended_prompt(tmp_path / "7", "what was learned")
    made = start(folder, cap_usd=1.5, appended_file=appended, hand_off=tmp_path / "7" / "hand-off.json")
    assert made.program == "/opt/claude"
    assert made.arguments[:6] == ("-p", "--output-format", "stream-json", "--verbose", "--permission-mode", "default")
    assert values(made.arguments, "--setting-sources") == [""]
    assert values(made.arguments, "--model") == ["haiku"]
    assert values(made.arguments, "--max-budget-usd") == ["1.5"]
    assert values(made.arguments, "--append-system-prompt-file") == [str(appended)]
    assert appended.read_text() == "what was learned"
    assert oct(appended.stat().st_mode & 0o777) == "0o600"
    assert "summary" in json.loads(values(made.arguments, "--json-schema")[0])["required"]
    assert f"Write(/{tmp_path}/7/hand-off.json)" in values(made.arguments, "--allowedTools")
    assert "bypassPermissions" not in " ".join(made.arguments)
    assert "--dangerously-skip-permissions" not in made.arguments
    assert max(map(len, made.arguments)) < 131_072


def test_without_a_cap_or_an_appended_prompt_their_flags_are_left_out(folder, tmp_path):
    made = start(folder, cap_usd=0, settings=Settings(tiers=TiersSettings(observe=TierSettings())))
    assert not {"--max-budget-usd", "--append-system-prompt-file", "--model"} & set(made.arguments)
    assert write_appended_prompt(tmp_path, "") is None


@pytest.mark.parametrize(
    ("version", "asked"),
    [("1.0.44", False), ("2.1.110", False), ("2.1.137", False), ("2.1.146", True), ("2.1.330", True), ("2.2.0", True)],
)
def test_the_structured_outcome_is_asked_for_only_where_that_ends(folder, version, asked):
    assert ("--json-schema" in start(folder, version=version).arguments) is asked


@pytest.mark.parametrize(("version", "agent"), [("2.1.109", "watch"), ("1.0.44", "watch"), ("2.1.110", "claude")])
def test_a_version_older_than_all_measured_ones_is_not_used(tmp_path, folder, version, agent):
    program = fake_claude(tmp_path / "bin", f"echo {version}")
    agents = find_agents(Settings(), {"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin"}, folder)
    assert agents.auto == agent
    assert agents.claude.program == (str(program) if agent == "claude" else "")
    if agent == "watch":
        assert agents.sentence.startswith(f"The built-in watcher runs. The Claude CLI {version} is older than 2.1.110")
        assert "claude update" in agents.sentence


def test_a_version_outside_the_supported_range_is_used_and_says_so(tmp_path, folder):
    for version, word in (("2.1.137", "without --json-schema"), ("2.1.333", "newer than 2.1.332")):
        place = tmp_path / version
        fake_claude(place, f"echo {version}")
        agents = find_agents(Settings(), {"PATH": f"{place}:/usr/bin:/bin"}, folder)
        assert agents.auto == "claude"
        assert word in agents.claude.note
        assert agents.sentence.endswith(agents.claude.note)


@pytest.mark.parametrize("tier", [1, 2, 3])
def test_no_action_tool_is_on_a_list_so_without_the_guard_none_runs(folder, tier):
    allowed = values(start(folder, tier=tier).arguments, "--allowedTools")
    assert set(allowed) == {"Read", "Grep", "Glob", "WebFetch", "WebSearch"}


def test_each_tool_call_is_shown_to_the_guard(folder, tmp_path):
    made = start(folder, client=("/usr/bin/python3", "client.py", "/a folder/door"))
    (entry,) = json.loads(values(made.arguments, "--settings")[0])["hooks"]["PreToolUse"]
    (hook,) = entry["hooks"]
    assert entry["matcher"] == "*"
    assert shlex.split(hook["command"]) == ["/usr/bin/python3", "client.py", "/a folder/door", "hook"]
    assert hook["timeout"] == 15 * 60 + 60, "longer than the operator has to answer"


def test_keys_are_read_in_no_tier(folder):
    denied = set(values(start(folder, tier=3).arguments, "--disallowedTools"))
    assert {"Read(~/.ssh/id_*)", "Read(//etc/shadow)"} <= denied


def test_a_dry_run_has_no_action_tools_in_any_tier(folder):
    """PRODUCT S12."""
    own = Settings(tiers=TiersSettings(remediate=TierSettings(allowed_tools=("mcp__nas__reboot",))))
    look = set(values(start(folder, tier=1).arguments, "--allowedTools"))
    dry = start(folder, tier=3, dry_run=True, settings=own)
    assert set(values(dry.arguments, "--allowedTools")) == look
    assert dry.env["CLAUDEOPS_DRY_RUN"] == "1"
    assert "mcp__nas__reboot" in values(start(folder, tier=3, settings=own).arguments, "--allowedTools")


def test_the_operators_lists_are_added(folder):
    own = TierSettings(allowed_tools=("Bash(ssh nas uptime)", "mcp__home__state"), disallowed_tools=("WebFetch",))
    made = start(folder, settings=Settings(tiers=TiersSettings(observe=own)))
    assert "mcp__home__state" in values(made.arguments, "--allowedTools")
    assert "Bash(ssh nas uptime)" not in values(made.arguments, "--allowedTools"), "that one is the guard's to read"
    assert "WebFetch" in values(made.arguments, "--disallowedTools")
    assert "--strict-mcp-config" not in made.arguments
    assert "--strict-mcp-config" in start(folder).arguments


def test_the_environment_says_what_the_session_is_and_hides_our_own(folder, tmp_path):
    environ = {
        "CLAUDEOPS_API_TOKEN": "ours",
        "CLAUDECODE": "1",
        "ANTHROPIC_API_KEY": "the operator's",
        "EDITOR": "vi",
    }
    env = start(folder, tier=2, environ=environ, hand_off=tmp_path / "h.json").env
    assert env["EDITOR"] == "vi"
    assert env["ANTHROPIC_API_KEY"] == "the operator's"
    assert env[TOKEN_VARIABLE] == "tok"
    assert env["CLAUDEOPS_TIER"] == "2"
    assert env["CLAUDEOPS_DRY_RUN"] == "0"
    assert env["CLAUDEOPS_DATA_DIR"] == str(folder.root)
    assert env["CLAUDEOPS_HANDOFF_FILE"] == str(tmp_path / "h.json")
    assert env["CLAUDE_CODE_DISABLE_AUTO_MEMORY"] == "1"
    assert not {"CLAUDEOPS_API_TOKEN", "CLAUDECODE"} & set(env)


def test_our_tools_are_not_held_back_until_they_are_searched_for(folder, tmp_path):
    asked = {"environ": {"ENABLE_TOOL_SEARCH": "true"}}
    assert start(folder, mcp_file=tmp_path / "mcp.json", **asked).env["ENABLE_TOOL_SEARCH"] == "false"
    assert start(folder, **asked).env["ENABLE_TOOL_SEARCH"] == "true", "without tools of ours it is the operator's"


def test_only_the_login_is_taken_from_the_operators_own_cli_settings(folder):
    """Their permissions would widen what a tier may do."""
    place = folder.root / ".claude"
    place.mkdir()
    own = {
        "apiKeyHelper": "/bin/key",
        "env": {"CLAUDE_CODE_USE_BEDROCK": "1", "HOME": "/not/this"},
        "permissions": {"allow": ["Bash(*)"]},
        "hooks": {"Stop": []},
    }
    (place / "settings.json").write_text(json.dumps(own))
    made = start(folder)
    assert json.loads(values(made.arguments, "--settings")[0]) == {"apiKeyHelper": "/bin/key"}
    assert made.env["CLAUDE_CODE_USE_BEDROCK"] == "1"
    assert made.env["HOME"] == str(folder.root)


def test_each_tier_has_its_own_working_folder(folder, tmp_path):
    own = Settings(tiers=TiersSettings(investigate=TierSettings(working_dir=str(tmp_path))))
    assert start(folder, tier=2, settings=own).cwd == str(tmp_path)
    assert start(folder, tier=1, settings=own).cwd == str(folder.root)


def test_notes_of_a_chosen_folder_are_handed_on(tmp_path):
    assert folder_notes("") == ""
    assert folder_notes(str(tmp_path)) == ""
    (tmp_path / "CLAUDE.md").write_text("Caddy is on host edge.\n")
    assert folder_notes(str(tmp_path)) == "## Notes of this folder (CLAUDE.md)\n\nCaddy is on host edge."


def test_watch_is_a_program_of_its_own(folder):
    made = start(folder, "watch", services=("a", "b"), dry_run=True, environ={"ANTHROPIC_API_KEY": "x"})
    assert made.program == sys.executable
    assert made.arguments == (
        *("-m", "claudeops_desktop.agents.watch", "--services", str(folder.services_file)),
        *("--history", str(folder.watch_history), "--service=a", "--service=b", "--dry-run"),
    )
    assert "ANTHROPIC_API_KEY" not in made.env, "it has no use for it"


def test_a_frozen_program_calls_itself(folder, monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    environ = {"LD_LIBRARY_PATH": "/bundle", "LD_LIBRARY_PATH_ORIG": "/usr/lib"}
    made = start(folder, "watch", environ=environ)
    assert made.arguments[0] == "watch"
    assert made.env["LD_LIBRARY_PATH"] == "/usr/lib"


def test_an_unknown_agent_or_recording_is_wrong_usage(folder, tmp_path):
    with pytest.raises(UsageError, match="There is no agent “gpt”"):
        start(folder, "gpt")
    with pytest.raises(UsageError, match="There is no recording"):
        start(folder, "replay", recording=str(tmp_path / "none.ndjson"))


def replay(*arguments: str) -> subprocess.CompletedProcess:
    code = [sys.executable, "-m", "claudeops_desktop.agents.replay", *arguments]
    return subprocess.run(code, capture_output=True, check=False, timeout=90)


def test_replay_plays_a_recording_as_it_is(folder, tmp_path):
    file = tmp_path / "raw.ndjson"
    file.write_bytes(b'{"type":"system"}\nnot json\n{"type":"result"}')
    made = start(folder, "replay", recording=str(file), replay_speed=10)
    assert made.arguments[-3:] == (str(file), "--speed", "10")
    done = replay(*made.arguments[2:])
    assert (done.returncode, done.stdout, done.stderr) == (0, b'{"type":"system"}\nnot json\n{"type":"result"}\n', b"")


def test_replay_plays_a_session_log_as_the_agent_said_it(tmp_path):
    file = tmp_path / "log.ndjson"
    at = "2026-05-01T12:00:0"
    file.write_text(
        f'{{"at":"{at}0.000Z","stream":"stdout","event":{{"type":"system","event":{{}}}}}}\n'
        f'{{"at":"{at}0.100Z","stream":"stderr","text":"warning"}}\n'
        f'{{"at":"{at}0.200Z","stream":"stdout","text":"gar\\"bage"}}\n'
    )
    for speed in ([], ["--speed", "100"]):
        done = replay(str(file), *speed)
        assert done.stdout == b'{"type":"system","event":{}}\ngar"bage\n'
        assert done.stderr == b"warning\n"


def test_replay_says_plainly_what_is_wrong(tmp_path):
    assert replay().returncode == 2
    done = replay(str(tmp_path / "none.ndjson"))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.endswith(b"cannot be read: No such file or directory.\n")
    assert replay("x", "--speed", "fast").stderr == b"--speed wants a number, such as 1 or 10.\n"


def test_replay_loads_nothing_heavy():
    code = (
        "import sys; import claudeops_desktop.agents.replay.playback as r; "
        "print([n for n in ('pydantic','orjson','PySide6','psutil','peewee','asyncio') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"


def test_before_a_compaction_the_session_is_noted_to_be_observed(folder, tmp_path):
    made = start(folder, client=("client", "door"))
    (entry,) = json.loads(values(made.arguments, "--settings")[0])["hooks"]["PreCompact"]
    (hook,) = entry["hooks"]
    assert hook["command"] == "client door compact"
    quiet = Settings(memory=MemorySettings(observe=False))
    made = start(folder, client=("client", "door"), settings=quiet)
    assert "PreCompact" not in values(made.arguments, "--settings")[0]


def test_the_memory_tools_are_handed_over_by_a_file_and_by_name(folder, tmp_path):
    """PRODUCT E18: all of them in every tier; in a dry run those that read."""
    file = tmp_path / "mcp.json"
    for tier in (1, 2, 3):
        made = start(folder, tier=tier, mcp_file=file).arguments
        assert values(made, "--mcp-config") == [str(file)]
        assert "--strict-mcp-config" in made, "no other server comes with it"
        allowed = values(made, "--allowedTools")
        assert [tool for tool in allowed if tool.startswith("mcp__")] == [
            "mcp__claudeops__recall",
            "mcp__claudeops__list_services",
            "mcp__claudeops__decisions",
            "mcp__claudeops__operations",
            "mcp__claudeops__search_library",
            "mcp__claudeops__remember",
            "mcp__claudeops__forget",
            "mcp__claudeops__log_operation",
            "mcp__claudeops__propose_note",
            "mcp__claudeops__suggest_source",
        ]
    dry = values(start(folder, tier=3, mcp_file=file, dry_run=True).arguments, "--allowedTools")
    names = ("recall", "list_services", "decisions", "operations", "search_library")
    reading = [f"mcp__claudeops__{name}" for name in names]
    assert [tool for tool in dry if tool.startswith("mcp__")] == reading
    without = start(folder, tier=1).arguments
    assert "--mcp-config" not in without
    assert not any(word.startswith("mcp__") for word in without)
