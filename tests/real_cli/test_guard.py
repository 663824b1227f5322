"""The guard as a hook of the real CLI: what an agent tries, what runs, and what is on record afterwards.

``docker``, ``systemctl`` and ``ssh`` are stand-ins on PATH that write down how they were called.
"""

from __future__ import annotations

import json

import pytest
from cli_operator import bash
from stand_ins import RESTART, STAND_IN, Guarded
from support.loopback_api import Turn

OPERATOR = Guarded
SCRIPTS = {
    "three": [
        Turn("", (bash(RESTART),)),
        Turn("[COOLDOWN:restart:jellyfin] success — came back after 20 s", (bash(RESTART),)),
        Turn("", (bash(RESTART),)),
        Turn("I was told to wait."),
    ],
    "wrapped": [
        Turn("", (bash("sudo -n systemctl restart jellyfin.service"),)),
        Turn("", (bash("ssh -o BatchMode=yes nas 'docker restart jellyfin'"),)),
        Turn("", (bash("sh -c 'true && docker restart jellyfin'"),)),
        Turn("Done."),
    ],
    "one": [Turn("", (bash(RESTART),)), Turn("Done.")],
    "look": [Turn("", (bash("docker ps -a"), bash("systemctl status jellyfin --no-pager"))), Turn("I looked.")],
    "script": [
        Turn("", (bash("./made.sh"), bash("rm -rf kept"), ("Write", {"file_path": "@", "content": "x"}))),
        Turn("Done."),
    ],
}


@pytest.mark.slow
def test_an_agent_that_restarts_three_times_gets_two_and_is_told_when_the_third_is_free(operator):
    told = operator.run("three", "--tier", "2")
    assert "session" in told, told
    assert told["session"]["status"] == "completed"
    assert operator.called() == [RESTART] * 2
    refusal = operator.tools_answered("three")[-1]
    assert (
        "jellyfin was restarted 2 times in the last 4 hours, which is the limit; the next restart is free at "
        in refusal
    )
    actions = operator.rows("SELECT service, action_type, state, success, message FROM cooldown_actions ORDER BY id")
    assert [action[:4] for action in actions] == [("jellyfin", "restart", "completed", 1)] * 2
    assert actions[0][4] == "came back after 20 s", "what the session says of it is not counted twice"
    calls = operator.rows("SELECT verdict, by, kind FROM tool_calls WHERE tool_name = 'Bash' ORDER BY id")
    assert calls == [("allow", "policy", "restart"), ("allow", "policy", "restart"), ("deny", "cooldown", "restart")]
    events = operator.rows("SELECT level, service FROM events WHERE message LIKE 'Refused by the guard: jellyfin was%'")
    assert events == [("warning", "jellyfin")]
    assert operator.ask("cooldowns", "standing")[0]["in_force"] == ["restart"]


@pytest.mark.slow
def test_a_command_is_understood_through_sudo_ssh_and_a_shell(operator):
    operator.run("wrapped", "--tier", "2")
    assert operator.called() == [
        "sudo -n systemctl restart jellyfin.service",
        "ssh -o BatchMode=yes nas docker restart jellyfin",
    ]
    assert "restarted 2 times" in operator.tools_answered("wrapped")[-1]


@pytest.mark.slow
def test_tier_1_restarts_nothing_and_may_look(operator):
    operator.run("one")
    assert operator.called() == []
    assert "Tier 1 only looks and may not restart services." in operator.tools_answered("one")[-1]
    operator.run("look")
    answers = "\n".join(operator.tools_answered("look"))
    assert all(said in answers for said in ("docker ps -a", "systemctl status jellyfin --no-pager"))


@pytest.mark.slow
def test_what_cannot_be_seen_through_is_refused_where_the_policy_says_never(operator):
    (operator.data).mkdir(exist_ok=True)
    (operator.data / "settings.toml").write_text('[approvals]\nunknown = "never"\ndestructive = "never"\n')
    (operator.home / "kept").write_text("x")
    (operator.home / "made.sh").write_text(STAND_IN)
    (operator.home / "made.sh").chmod(0o755)
    operator.run("script", "--tier", "2")
    assert operator.called() == []
    assert (operator.home / "kept").exists()


@pytest.mark.slow
@pytest.mark.parametrize("how", ["no broker", "crash", "no program", "too slow"])
def test_where_the_guard_fails_nothing_acts(operator, how, tmp_path):
    """The CLI goes on as if there were no hook where one cannot be started; then its own mode refuses."""
    shim = tmp_path / "shim"
    shim.mkdir()
    breaks = {
        "no broker": 'rm -f "$(echo "$settings" | grep -o \'/[^ ]*/door\' | head -1)/socket"',
        "crash": 'settings="$(printf %s "$settings" | sed "s/ hook\\"/ nonsense\\"/")"',
        "no program": (
            'settings="$(printf %s "$settings" | sed -E \'s#"command":"[^"]* -I #"command":"/no/such/program -I #\')"'
        ),
    }
    real = operator.env["PATH"].split(":")[1]
    breaks["too slow"] = (
        'settings="$(printf %s "$settings" | sed -E'
        ' \'s/"command":"[^"]*"/"command":"sleep 60"/; s/"timeout":[0-9]+/"timeout":1/\')"'
    )
    (shim / "claude").write_text(
        "#!/bin/bash\n"
        'args=(); while [ $# -gt 0 ]; do if [ "$1" = --settings ]; then settings="$2"; '
        f"{breaks[how]}\n"
        'args+=(--settings "$settings"); shift 2; else args+=("$1"); shift; fi; done\n'
        f'exec {real}/claude "${{args[@]}}"\n'
    )
    (shim / "claude").chmod(0o755)
    operator.env["PATH"] = f"{shim}:{operator.env['PATH']}"
    if how == "no broker":  # in a profile nobody but the broker takes its socket away
        operator.env["CLAUDEOPS_SAFETY_CONFINEMENT"] = "off"
    operator.run("one", "--tier", "2")
    assert operator.called() == []


@pytest.mark.slow
def test_a_tool_that_the_operator_forbids_stays_forbidden_though_the_guard_says_yes(operator):
    (operator.data).mkdir(exist_ok=True)
    (operator.data / "settings.toml").write_text('[tiers.investigate]\ndisallowed_tools = ["Bash(docker restart:*)"]\n')
    operator.run("one", "--tier", "2")
    assert operator.called() == []


@pytest.mark.slow
def test_a_session_may_be_stopped_at_its_first_refusal(operator):
    (operator.data).mkdir(exist_ok=True)
    (operator.data / "settings.toml").write_text("[run]\nstop_at_refusal = true\n")
    before = len([name for name, _ in operator.api.asked if name == "one"])
    told = operator.run("one")
    assert operator.called() == []
    assert told["session"]["status"] == "stopped"
    asked = len([name for name, _ in operator.api.asked if name == "one"]) - before
    assert asked in (1, 2), "what was on its way when it was stopped may still come, and nothing after it"


@pytest.mark.slow
def test_calls_are_listed_in_order_with_their_verdicts(operator):
    told = operator.run("look")
    shown = json.loads(json.dumps(told["session"]))
    calls = operator.rows("SELECT tool_name, verdict, by FROM tool_calls ORDER BY id")
    assert shown["tier"] == 1
    assert calls == [("Bash", "allow", "guard")] * 2
