"""A session that meets secrets leaves none of them behind: not in its log, a record, a memory, an export, a screen."""

from __future__ import annotations

import json

import pytest
from support.other_process import everything_stored

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.stream import writing

CONFIGURED = "correct-horse-battery-staple"  # known by its variable only: it looks like nothing
SECRETS = {
    "key": "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "pass": "Tr0ub4dor-and-3",
    "bearer": "abcdef0123456789abcdef",
    "address": "pa55word-of-the-db",
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123456",
    "pem": "b3BlbnNzaC1rZXktdjEAAAAABG5vbmU",
    "basic": "YWRtaW46aHVudGVyMg==",
    "known": CONFIGURED,
}


def _line(**data):
    return json.dumps(data | {"session_id": "s", "parent_tool_use_id": None}).encode() + b"\n"


def _recorded():
    command = f"curl -H 'Authorization: Bearer {SECRETS['bearer']}' http://x; PGPASSWORD={SECRETS['pass']} psql"
    printed = (
        f"DB_PASSWORD={SECRETS['pass']}\nurl: postgres://app:{SECRETS['address']}@db/app\nAuthorization: Basic "
        f"{SECRETS['basic']}\n-----BEGIN OPENSSH PRIVATE KEY-----\n{SECRETS['pem']}\n"
        "-----END OPENSSH PRIVATE KEY-----\n"
        f"token {SECRETS['jwt']} {SECRETS['known']}"
    )
    said = (
        f"[MEMORY:behavior:db] Needs DB_PASSWORD={SECRETS['pass']} in its environment before it starts\n"
        f"[EVENT:warning:db] The log shows {SECRETS['key']} and {SECRETS['known']}\n"
        f"[COOLDOWN:restart:db] success - with postgres://app:{SECRETS['address']}@db/app\n"
        f"[MEMORY:oops] {SECRETS['jwt']}"
    )
    use = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": command}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": printed, "is_error": False}
    return (
        writing.init(session_id="s", model="haiku")
        + _line(type="assistant", message={"id": "m1", "role": "assistant", "model": "haiku", "content": [use]})
        + _line(type="user", message={"role": "user", "content": [result]})
        + writing.assistant_text(said, session_id="s", model="haiku")
        + writing.result(f"Done, {SECRETS['key']}", session_id="s", cost_usd=0.02, num_turns=2)
    )


def _left(data_dir):
    """The bytes of each file of a data folder, and what its store holds wherever that is."""
    files = {path: path.read_bytes() for path in data_dir.rglob("*") if path.is_file()}
    return files | {"the store": everything_stored(DataFolder(data_dir)).encode()}


@pytest.mark.slow
def test_no_byte_of_a_secret_is_left_and_none_is_shown(program, data_dir, tmp_path):
    recording, export = tmp_path / "recorded.ndjson", tmp_path / "export.json"
    recording.write_bytes(_recorded())
    ran = program("run", "--agent", f"replay:{recording}", "--json", "--tier", 2, env={"DB_SECRET": CONFIGURED})
    assert ran.json["session"]["status"] == "completed"
    shown = [ran, program("context", "--part", "all"), program("sessions", "export", 1, "--output", export)]
    assert export.read_text().count("[redacted]") > 5
    left = _left(data_dir) | {export: export.read_bytes()}
    for name, secret in SECRETS.items():
        assert [path for path, data in left.items() if secret.encode() in data] == [], name
        assert all(secret not in answer.out + answer.err for answer in shown), name
    (memory,) = [one["memory"] for one in ran.json["memories"] if one["memory"]]
    assert memory["observation"] == "Needs DB_PASSWORD=[redacted] in its environment before it starts"


@pytest.mark.slow
def test_no_byte_of_a_secret_that_the_operator_types_is_kept(program, data_dir, tmp_path):
    """A prompt for once, one that is kept, a schedule's, a memory by hand, and memories of an export."""
    typed = f"Log in with ghp_16C7e42F292c6912E7710c838347Ae178B4a and DB_PASSWORD={SECRETS['pass']}, then look at db"
    export = tmp_path / "memories.json"
    row = {"service": "db", "category": "behavior", "observation": f"Needs postgres://app:{SECRETS['address']}@db/app"}
    export.write_text(json.dumps([row | {"confidence": 0.8}]))
    recording = tmp_path / "recorded.ndjson"
    recording.write_bytes(writing.init(session_id="s", model="haiku") + writing.result("Done", session_id="s"))
    ran = program("run", "--agent", f"replay:{recording}", "--json", "--prompt", typed)
    shown = [
        program("prompts", "save", "Db", "--prompt", typed),
        program("schedule", "add", "Db", "--every", "1d", "--prompt", typed),
        program("memory", "add", typed, "--category", "behavior"),
        program("memory", "import", export),
    ]
    assert ran.json["session"]["status"] == "completed"
    assert any("kept as [redacted]" in warning for warning in ran.json["warnings"])
    assert [answer.code for answer in shown] == [0, 0, 0, 0], [answer.err for answer in shown]
    told = [answer.out + answer.err for answer in shown[:3]]
    assert all("kept as [redacted]" in text for text in told), told
    left = _left(data_dir)
    assert sum(data.count(b"[redacted]") for data in left.values()) > 5
    for name in ("key", "pass", "address"):
        assert [path for path, data in left.items() if SECRETS[name].encode() in data] == [], name
