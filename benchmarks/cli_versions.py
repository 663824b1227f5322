"""What each version of the Claude CLI can do, measured: `python -m benchmarks.cli_versions [--write] [VERSION…]`.

Each version is fetched with npm into a temporary folder, driven against a Messages API on loopback, and deleted again.
The rows are compared with those that the application goes by (``agents/claude_cli/cli_versions.json``): the exit code
is 1 where they differ. ``--write`` puts what was measured in their place, and keeps the rows of versions that were not
measured.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from claudeops_desktop.agents.claude_cli.cli_versions import TABLE, CliAbilities, numbers

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from support.claude_install import NotInstalled, cached_claude, fetched_claude
from support.loopback_api import LoopbackApi, Turn

VERSIONS = (
    *("2.1.110", "2.1.126", "2.1.137", "2.1.146", "2.1.181", "2.1.187", "2.1.197", "2.1.215"),
    *("2.1.220", "2.1.246", "2.1.259", "2.1.267", "2.1.268", "2.1.270", "2.1.292", "2.1.310", "2.1.330", "2.1.332"),
)
MOST_REQUESTS = 30  # asked again as often as that, a version would do so for ever
END_S = 60
UNKNOWN = re.compile(r"unknown option '(--[\w-]+)'")
FIRST, SECOND, THIRD = ("appended-first-7f3a", "appended-second-91bc", "appended-third-c05d")
AS_TEXT, AS_DATA = "answer-as-text-40ae", "answer-as-data-e6d1"
SCHEMA = '{"type":"object","properties":{"summary":{"type":"string"}},"required":["summary"]}'
QUIET = {
    "NO_PROXY": "127.0.0.1",
    "DISABLE_TELEMETRY": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS": "1",
}
# What the application always passes, each with a value that every version takes.
ALWAYS_PASSED: dict[str, tuple[str, ...]] = {
    "--add-dir": ("/",),
    "--allowedTools": ("Read",),
    "--append-system-prompt-file": ("@file",),
    "--disallowedTools": ("Write",),
    "--json-schema": (SCHEMA,),
    "--max-budget-usd": ("1",),
    "--max-turns": ("1",),
    "--mcp-config": ('{"mcpServers":{}}',),
    "--model": ("haiku",),
    "--no-session-persistence": (),
    "--permission-mode": ("default",),
    "--plugin-dir": ("@folder",),
    "--setting-sources": ("",),
    "--settings": ("{}",),
    "--strict-mcp-config": (),
    "--system-prompt": ("You answer.",),
    "--tools": ("",),
}
# What tells versions apart, or depends on them.
OTHER_FLAGS: dict[str, tuple[str, ...]] = {
    "--include-hook-events": (),
    "--include-partial-messages": (),
    "--system-prompt-snapshot": ("off",),
    "--autocompact": ("off",),
    "--permission-prompts": ("off",),
    "--restricted": (),
}
REPORT = ("StructuredOutput", {"summary": "all well"})
SCRIPTS = {
    "plain": [Turn("All is well.")],
    "report": [Turn("", (REPORT,)), Turn("Reported.")],
    "silent": [Turn("I am done.")],
    "refused": [Turn("", (("Bash", {"command": "touch made", "description": "a step"}),)), Turn("I may not.")],
    "busy": [Turn(error=(529, "overloaded_error", "Overloaded"))],
    "helper": [Turn("", (("Task", {"description": "d", "prompt": "HELPER", "subagent_type": "general-purpose"}),))],
    "sub_agent": [Turn("I helped.")],
    "memory": [Turn("", (("mcp__two__answer", {}),)), Turn("Read.")],
    "touches": [Turn("", (("Bash", {"command": "touch by-hook", "description": "a step"}),)), Turn("Done.")],
}
SCRIPTS["helper"].append(Turn("Done."))
MCP_SERVER = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    method = asked["method"]
    if method == "initialize":
        about = {"name": "two", "version": "1"}
        spoken = asked["params"]["protocolVersion"]
        result = {"protocolVersion": spoken, "capabilities": {"tools": {}}, "serverInfo": about}
    elif method == "tools/list":
        object_of = {"type": "object", "properties": {}}
        answers = {"type": "object", "properties": {"said": {"type": "string"}}, "required": ["said"]}
        result = {"tools": [{"name": "answer", "description": "a", "inputSchema": object_of, "outputSchema": answers}]}
    elif method == "tools/call":
        text = [{"type": "text", "text": "AS_TEXT"}]
        result = {"content": text, "structuredContent": {"said": "AS_DATA"}}
    else:
        result = {}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
""".replace("AS_TEXT", AS_TEXT).replace("AS_DATA", AS_DATA)


@dataclass
class Ran:
    """One start of the CLI: its exit code (None: it was ended here), its events, its words on stderr."""

    code: int | None
    events: list[dict[str, Any]]
    stderr: str

    @property
    def init(self) -> dict[str, Any]:
        return next((event for event in self.events if event.get("subtype") == "init"), {})

    @property
    def kinds(self) -> set[str]:
        return {"/".join(filter(None, (event.get("type", ""), event.get("subtype", "")))) for event in self.events}


@dataclass
class Bench:
    """One version under test, in a folder of its own."""

    program: Path
    place: Path
    api: LoopbackApi
    kinds: set[str] = field(default_factory=set)

    def start(self, script: str, *words: str, cwd: str = "", most: int = 0, **env: str) -> Ran:
        """Start the CLI once; ``most``: end it after so many requests."""
        home = self.place / "home"
        folder = self.place / (cwd or "work")
        for needed in (home, folder):
            needed.mkdir(exist_ok=True)
        before = len(self.api.asked)
        own = {"HOME": str(home), "TMPDIR": str(home), "CLAUDE_CODE_TMPDIR": str(home), "SHELL": "/bin/bash"}
        own |= {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "ANTHROPIC_API_KEY": "none"}
        with (self.place / "out").open("w+b") as out, (self.place / "err").open("w+b") as err:
            process = subprocess.Popen(
                [str(self.program), "-p", "check", "--output-format", "stream-json", "--verbose", *words],
                env=own | QUIET | {"CLAUDE_CODE_MAX_RETRIES": "0", "ANTHROPIC_BASE_URL": self.api.url(script)} | env,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )
            code = self._wait(process, before, most)
            out.seek(0)
            err.seek(0)
            events = [
                json.loads(line) for line in out.read().splitlines() if line.startswith(b"{") and line[-1:] == b"}"
            ]
            ran = Ran(code, events, err.read().decode("utf-8", "replace"))
        self.kinds |= ran.kinds
        return ran

    def _wait(self, process: subprocess.Popen[bytes], before: int, most: int) -> int | None:
        deadline = time.monotonic() + END_S
        while process.poll() is None:
            if time.monotonic() > deadline or (most and len(self.api.asked) - before >= most):
                process.kill()
                process.wait()
                return None
            time.sleep(0.02)
        return process.returncode

    def requests(self, script: str) -> list[dict[str, Any]]:
        return [body for name, body in self.api.asked if name == script]

    def appended(self, text: str) -> tuple[str, ...]:
        file = self.place / "appended.md"
        file.write_text(text)
        return ("--append-system-prompt-file", str(file))


def measure(version: str, program: Path) -> CliAbilities:
    """Run every scenario with one version."""
    with tempfile.TemporaryDirectory(prefix="cli-versions-") as place, LoopbackApi(SCRIPTS, "HELPER") as api:
        bench = Bench(program, Path(place), api)
        plain = bench.start("plain")
        unknown = unknown_flags(bench)
        anew, snapshot_off, elsewhere = resumes(bench, "--system-prompt-snapshot" not in unknown)
        data_only = structured_replaces_text(bench)
        requests = schema_requests(bench) if "--json-schema" not in unknown else 0
        report = bench.start("report", "--json-schema", SCHEMA)
        bench.start("refused", "--permission-mode", "default")
        bench.start("busy", CLAUDE_CODE_MAX_RETRIES="1")
        bench.start("helper", "--allowedTools", "Task", "Agent")
        tools = {tool for ran in (plain, report) for tool in ran.init.get("tools", ())}
        return CliAbilities(
            version=version,
            schema_requests=requests,
            resume_reads_anew=anew,
            snapshot_off_reads_anew=snapshot_off,
            resumes_elsewhere=elsewhere,
            default_permission_mode=plain.init.get("permissionMode", ""),
            structured_replaces_text=data_only,
            hooks_decide=hooks_decide(bench),
            updates_input=updates_input(bench),
            unknown_flags=unknown,
            events=tuple(sorted(bench.kinds)),
            tools=tuple(sorted(tools)),
        )


def unknown_flags(bench: Bench) -> tuple[str, ...]:
    """The flags that end this version with an error that names them. What it should know is asked for all at once."""
    file = bench.place / "file"
    file.write_text("x")
    folder = bench.place / "plugin"
    (folder / ".claude-plugin").mkdir(parents=True)
    (folder / ".claude-plugin" / "plugin.json").write_text('{"name": "measured", "version": "1.0.0"}')
    places = {"@file": str(file), "@folder": str(folder)}
    together = {flag: [places.get(value, value) for value in has] for flag, has in ALWAYS_PASSED.items()}
    found = []
    while True:
        ran = bench.start("report", *(word for flag, values in together.items() for word in (flag, *values)))
        named = UNKNOWN.search(ran.stderr)
        if named is None:
            break
        found.append(named[1])
        del together[named[1]]
    for flag, values in OTHER_FLAGS.items():
        if UNKNOWN.search(bench.start("plain", flag, *values).stderr):
            found.append(flag)
    return tuple(sorted(found))


def resumes(bench: Bench, knows_snapshot: bool) -> tuple[bool, bool, bool]:
    """Whether a resumed conversation reads the appended prompt anew; with the snapshot off; and from another folder."""
    first = bench.start("plain", *bench.appended(FIRST))
    name = first.init.get("session_id", "")
    bench.start("plain", "--resume", name, *bench.appended(SECOND))
    anew = SECOND in bench.api.system_prompts("plain")[-1]
    off = False
    if knows_snapshot:
        bench.start("plain", "--resume", name, "--system-prompt-snapshot", "off", *bench.appended(THIRD))
        off = THIRD in bench.api.system_prompts("plain")[-1]
    return anew, off, bench.start("plain", "--resume", name, cwd="elsewhere").code == 0


def structured_replaces_text(bench: Bench) -> bool:
    """Whether the model reads the structured part of an MCP answer in place of its text."""
    server = {"type": "stdio", "command": sys.executable, "args": ["-c", MCP_SERVER]}
    config = json.dumps({"mcpServers": {"two": server}})
    more = {"MCP_CONNECTION_NONBLOCKING": "false", "MCP_CONNECT_TIMEOUT_MS": "30000"}
    bench.start("memory", "--mcp-config", config, "--strict-mcp-config", "--allowedTools", "mcp__two__answer", **more)
    asked = json.dumps(bench.requests("memory")[-1]["messages"])
    if AS_TEXT not in asked and AS_DATA not in asked:
        raise RuntimeError("The MCP answer did not reach the model.")
    return AS_TEXT not in asked


def hooks_decide(bench: Bench) -> bool:
    """Whether a PreToolUse hook's yes lets a call run that is on no list, and its no refuses one that is."""
    return "by-hook" in made_by_hook(bench, "allow") and not made_by_hook(bench, "deny", "--allowedTools", "Bash")


def updates_input(bench: Bench) -> bool:
    """Whether a call runs with the input that a PreToolUse hook puts in the place of the model's, and only with it."""
    instead = {"command": "touch by-change", "description": "a step"}
    return made_by_hook(bench, "allow", changed=instead) == {"by-change"}


def made_by_hook(bench: Bench, decision: str, *words: str, changed: Mapping[str, str] | None = None) -> set[str]:
    """The files that a call leaves behind which a PreToolUse hook decides on."""
    answer: dict[str, Any] = {"hookEventName": "PreToolUse", "permissionDecision": decision}
    answer |= {"permissionDecisionReason": "measured"} | ({"updatedInput": dict(changed)} if changed else {})
    file = bench.place / "answer.json"
    file.write_text(json.dumps({"hookSpecificOutput": answer}))
    hook = {"matcher": "*", "hooks": [{"type": "command", "command": f"cat {file}"}]}
    may_be = [bench.place / "work" / name for name in ("by-hook", "by-change")]
    for path in may_be:
        path.unlink(missing_ok=True)
    more = ("--permission-mode", "default", "--include-hook-events", *words)
    bench.start("touches", "--settings", json.dumps({"hooks": {"PreToolUse": [hook]}}), *more)
    return {path.name for path in may_be if path.exists()}


def schema_requests(bench: Bench) -> int | None:
    """How often the API is asked where the model never calls StructuredOutput; None: without end."""
    before = len(bench.requests("silent"))
    ran = bench.start("silent", "--json-schema", SCHEMA, most=MOST_REQUESTS)
    requests = len(bench.requests("silent")) - before
    if ran.code is None and requests < MOST_REQUESTS:
        raise RuntimeError(f"It did not end within {END_S} s, after {requests} requests.")
    return None if ran.code is None else requests


def print_table(rows: Iterable[CliAbilities]) -> None:
    """The measured facts for people, on stderr."""
    head = ("version", "schema asks", "resume reads anew", "snapshot off", "elsewhere", "mode")
    head += ("MCP data only", "hooks decide", "input", "tools")
    lines: list[tuple[str, ...]] = [head]
    for row in rows:
        asks = "without end" if row.schema_requests is None else str(row.schema_requests)
        words = ["yes" if said else "no" for said in (row.resume_reads_anew, row.snapshot_off_reads_anew)]
        words += ["yes" if row.resumes_elsewhere else "no", row.default_permission_mode]
        words += ["yes" if said else "no" for said in (row.structured_replaces_text, row.hooks_decide)]
        words.append("yes" if row.updates_input else "no")
        words.append(str(len(row.tools)))
        lines.append((row.version, asks, *words))
    widths = [max(len(line[place]) for line in lines) for place in range(len(head))]
    for line in lines:
        print(
            "   " + "  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip(),
            file=sys.stderr,
        )


def main(words: Sequence[str]) -> int:
    """The exit code is 1 where a version cannot be fetched, or differs from the row that the application goes by."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("versions", nargs="*", metavar="VERSION", default=[])
    parser.add_argument("--write", action="store_true", help="put what was measured into the application's table")
    parser.add_argument("--keep", action="store_true", help="keep the programs in the cache of the tests")
    wanted = parser.parse_args(words)
    known = {row["version"]: row for row in json.loads(TABLE.read_text())} if TABLE.exists() else {}
    measured: dict[str, CliAbilities] = {}
    for version in sorted(set(wanted.versions or VERSIONS), key=lambda text: numbers(text) or ()):
        try:
            with ExitStack() as stack:
                program = cached_claude(version) if wanted.keep else stack.enter_context(fetched_claude(version))
                print(f"measuring {version}…", file=sys.stderr)
                measured[version] = measure(version, program)
        except NotInstalled as error:
            print(error, file=sys.stderr)
            return 1
    print_table(measured.values())
    rows = {version: json.loads(json.dumps(asdict(row))) for version, row in measured.items()}
    differ = sorted(version for version, row in rows.items() if known.get(version) != row)
    if wanted.write:
        merged = sorted((known | rows).values(), key=lambda row: numbers(row["version"]) or ())
        lines = ",\n".join(json.dumps(row) for row in merged)  # one line a version: a change shows which
        TABLE.write_text(f"[\n{lines}\n]\n")
    for version in () if wanted.write else differ:
        old = known.get(version, {})
        names = [name for name, value in rows[version].items() if old.get(name) != value]
        print(f"   {version} differs from the table: {', '.join(names)}", file=sys.stderr)
    print(json.dumps({"benchmark": "cli_versions", "met": wanted.write or not differ, "rows": list(rows.values())}))
    return 1 if differ and not wanted.write else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
