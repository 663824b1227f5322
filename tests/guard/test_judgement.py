"""What the rules say of a call, before cooldowns and the operator are asked: by class, tier, policy and tool."""

from __future__ import annotations

import pytest

from claudeops_desktop.guard.call_case import _may
from claudeops_desktop.guard.decide import GuardDecision, decide
from claudeops_desktop.guard.effects import (
    KINDS,
    CommandEffect,
    EffectSummary,
    combine_effects,
    make_effect,
)
from claudeops_desktop.guard.hook import _in_words, _shown, read_asked
from claudeops_desktop.guard.hook_answer import HookAnswer
from claudeops_desktop.guard.known_services import KnownService, services_of_table
from claudeops_desktop.guard.local_machine import LocalMachine
from claudeops_desktop.guard.policy import GuardPolicy
from claudeops_desktop.guard.target_types import CommandTarget
from claudeops_desktop.guard.tool_judgement import ToolRequest, judge, listed

POLICY = GuardPolicy(1, 1, 2, False, "/srv/kept/x.sqlite", "/srv/kept", "/srv/kept/work")
UNIT = CommandTarget("unit", "nginx")


def of(*kinds: str) -> EffectSummary:
    return combine_effects([CommandEffect(kind, why=f"It is {kind}.") for kind in kinds])


class TestParts:
    def test_several_parts_are_what_the_worst_of_them_is(self):
        parts = (
            make_effect("read", "ls"),
            make_effect("restart", "systemctl restart", ["nginx", "web"]),
            make_effect("destructive", "rm", why="It deletes."),
            make_effect("restart", "docker restart", ["web", "db"]),
        )
        reading = combine_effects(parts)
        assert reading == EffectSummary("destructive", ("nginx", "web", "db"), "It deletes.", parts)
        assert reading.kinds == ("destructive", "restart", "read")
        assert reading.services_of("restart") == ("nginx", "web", "db")
        assert reading.services_of("stop") == ()
        assert [(t.kind, t.text) for t in reading.targets_of(["restart"])] == [
            ("unit", "nginx"),
            ("unit", "web"),
            ("container", "web"),
            ("container", "db"),
        ]
        assert reading.targets_of(["read", "destructive"]) == ()

    def test_what_only_reads_concerns_no_service(self):
        assert combine_effects([make_effect("read", "docker logs", ["web"])]).services == ()

    def test_nothing_at_all_only_looks(self):
        assert combine_effects([]) == EffectSummary("read", (), "It only looks.", (CommandEffect("read"),))

    @pytest.mark.parametrize(
        ("kind", "why"),
        [
            ("read", ""),
            ("disclose", "“x” shows secrets, or sends data to another machine."),
            ("restart", "“x” starts, restarts or reloads something."),
            ("redeploy", "“x” installs, builds or changes what runs."),
            ("unknown", "“x” does what cannot be told beforehand."),
            ("stop", "“x” switches something off, kills processes or cuts the network."),
            ("host", "“x” reaches the files, processes or privileges of the host."),
            ("destructive", "“x” deletes, overwrites or disables something."),
        ],
    )
    def test_a_part_without_a_sentence_gets_that_of_its_class(self, kind, why):
        assert make_effect(kind, "x") == CommandEffect(kind, (), why, "x")

    def test_a_part_acts_on_each_target_once(self):
        part = CommandEffect("stop").acting_on([UNIT, UNIT, CommandTarget("unit", "web.service")])
        assert (part.targets, part.services) == ((UNIT, CommandTarget("unit", "web.service")), ("nginx", "web"))


class TestDecision:
    @pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "read"])
    @pytest.mark.parametrize("tier", [1, 2, 3])
    def test_a_class_needs_its_tier_and_then_asks_or_passes(self, kind, tier):
        needs = {"disclose": 1, "redeploy": 3}.get(kind, 2)
        asks = kind not in ("restart", "redeploy")
        found = decide(of(kind), POLICY._replace(tier=tier))
        assert (found.verdict, found.by) == (
            ("deny", "tier") if tier < needs else ("ask", "approval") if asks else ("allow", "policy")
        )
        assert found.asks == ((kind,) if found.verdict == "ask" else ())

    @pytest.mark.parametrize(
        ("kinds", "changes", "answer"),
        [
            (["read"], {"tier": 1, "dry_run": True}, GuardDecision("allow", "guard")),
            (
                ["stop"],
                {"dry_run": True},
                GuardDecision(
                    "deny", "dry_run", "It is stop. This is a dry run: say what you would do, and change nothing."
                ),
            ),
            (
                ["restart"],
                {"tier": 1},
                GuardDecision(
                    "deny",
                    "tier",
                    "It is restart. Tier 1 only looks and may not restart services. "
                    "Tier 2 may: ask for it in the outcome.",
                ),
            ),
            (
                ["restart", "redeploy"],
                {},
                GuardDecision(
                    "deny",
                    "tier",
                    "It is redeploy. Tier 2 may not install or redeploy. Tier 3 may: ask for it in the outcome.",
                ),
            ),
            (
                ["host"],
                {"host": "never"},
                GuardDecision(
                    "deny",
                    "policy",
                    "It is host. The operator does not let a session reach into the host. Report it instead.",
                ),
            ),
            (["stop", "host"], {"host": "automatic"}, GuardDecision("ask", "approval", "It is host.", ("stop",))),
            (
                ["disclose", "destructive", "restart"],
                {},
                GuardDecision("ask", "approval", "It is destructive.", ("destructive", "disclose")),
            ),
            (["unknown"], {"unknown": "automatic"}, GuardDecision("allow", "policy", "It is unknown.")),
            (
                ["destructive"],
                {"destructive": "never", "tier": 1},
                GuardDecision(
                    "deny",
                    "tier",
                    "It is destructive. Tier 1 only looks and may not delete, overwrite or disable anything. "
                    "Report it instead.",
                ),
            ),
        ],
    )
    def test_the_whole_answer(self, kinds, changes, answer):
        assert decide(of(*kinds), POLICY._replace(**changes)) == answer

    def test_each_class_goes_by_its_own_policy(self):
        fields = {kind: kind.upper() for kind in KINDS if kind != "read"}
        policy = POLICY._replace(**fields)
        assert {kind: policy.for_kind(kind) for kind in fields} == fields
        assert policy.for_kind("anything else") == "UNKNOWN"

    def test_services_of_the_list_are_known_once_with_their_parts(self):
        web = KnownService("web", ("web",))
        policy = POLICY._replace(known=(web,), services={"a.service": "web", "b": "db", "c": "db"})
        assert policy.listed_services == (web, KnownService("db", ("b", "c"), ("b", "c")))


def judged(tool, given, **changes):
    reading, decision = judge(ToolRequest(tool, "t", given), POLICY._replace(**changes), LocalMachine())
    return reading.kind, decision.verdict, decision.by


class TestTools:
    @pytest.mark.parametrize(
        ("tool", "given", "changes", "answer"),
        [
            ("Bash", {"command": "ls"}, {}, ("read", "allow", "guard")),
            ("Bash", {"command": "systemctl restart nginx"}, {}, ("restart", "allow", "policy")),
            ("Bash", {"command": "rm /srv/x"}, {}, ("destructive", "ask", "approval")),
            ("Bash", {"command": "rm /srv/x"}, {"allowed": ("Bash(rm /srv/x)",)}, ("destructive", "allow", "list")),
            (
                "Bash",
                {"command": "rm /srv/x"},
                {"allowed": ("Bash(rm:*)",), "tier": 1},
                ("destructive", "allow", "list"),
            ),
            ("Bash", {"command": "rm x"}, {"allowed": ("Bash",), "dry_run": True}, ("destructive", "deny", "dry_run")),
            ("Bash", {"command": "rm -r /srv/kept"}, {}, ("destructive", "deny", "guard")),
            ("Bash", {"command": "rm -r /srv/kept"}, {"allowed": ("Bash",)}, ("destructive", "deny", "guard")),
            ("Bash", {"command": "ls /srv/kept"}, {}, ("read", "allow", "guard")),
            ("Task", {"prompt": "x"}, {}, ("read", "allow", "guard")),
            ("Task", {"isolation": "worktree"}, {}, ("read", "deny", "guard")),
            ("Agent", {"isolation": ""}, {}, ("read", "allow", "guard")),
            ("Agent", {"isolation": "worktree"}, {}, ("read", "deny", "guard")),
            ("Read", {"isolation": "x", "file_path": "/etc/hosts"}, {}, ("read", "allow", "guard")),
            ("Write", {"file_path": "/srv/x"}, {}, ("destructive", "ask", "approval")),
            ("Write", {"file_path": "/srv/x"}, {"tier": 1}, ("destructive", "deny", "tier")),
            ("Write", {"file_path": "/srv/kept/x"}, {}, ("destructive", "deny", "guard")),
            ("Write", {"file_path": "/srv/kept/work/x.sh"}, {"tier": 1}, ("read", "allow", "guard")),
            ("Write", {}, {}, ("destructive", "deny", "guard")),
            ("NotebookEdit", {"notebook_path": "/srv/x"}, {}, ("destructive", "ask", "approval")),
            ("NotebookEdit", {"file_path": "/srv/x"}, {}, ("destructive", "deny", "guard")),
            ("mcp__claudeops__recall", {}, {"dry_run": True}, ("read", "allow", "guard")),
            ("mcp__claudeops__remember", {}, {}, ("read", "allow", "guard")),
            ("mcp__claudeops__remember", {}, {"dry_run": True}, ("read", "deny", "dry_run")),
            ("Read", {"file_path": "/etc/hosts"}, {}, ("read", "allow", "guard")),
            ("Read", {"path": "/etc/hosts"}, {}, ("read", "allow", "guard")),
            ("Read", {"file_path": "/etc/shadow"}, {}, ("disclose", "ask", "approval")),
            ("Read", {"file_path": "/dev/sda"}, {}, ("disclose", "ask", "approval")),
            ("Read", {}, {}, ("unknown", "ask", "approval")),
            ("NotebookRead", {"notebook_path": "/etc/hosts"}, {}, ("read", "allow", "guard")),
            ("Glob", {"pattern": "*.log"}, {}, ("read", "allow", "guard")),
            ("Glob", {"pattern": "/etc/*"}, {}, ("read", "allow", "guard")),
            ("Glob", {"pattern": "/none/there/*"}, {}, ("unknown", "deny", "guard")),
            ("Glob", {"pattern": "*", "path": "/none/there"}, {}, ("unknown", "deny", "guard")),
            ("LS", {"path": "/etc"}, {}, ("read", "allow", "guard")),
            ("LS", {"pattern": "/none/there/*"}, {}, ("read", "allow", "guard")),
            ("Grep", {"pattern": "x", "path": "/etc"}, {}, ("read", "allow", "guard")),
            ("Grep", {"pattern": "x", "path": "/etc/shadow"}, {}, ("disclose", "ask", "approval")),
            ("Grep", {"pattern": "x", "path": "/etc", "glob": "shadow"}, {}, ("disclose", "ask", "approval")),
            ("Grep", {"pattern": ".", "path": "/etc", "output_mode": "content"}, {}, ("disclose", "ask", "approval")),
            ("Grep", {"pattern": ".", "path": "/etc", "output_mode": "count"}, {}, ("read", "allow", "guard")),
            (
                "Grep",
                {"pattern": ".", "path": "/etc", "glob": "*.md", "output_mode": "content"},
                {},
                ("read", "allow", "guard"),
            ),
            ("WebFetch", {"url": "https://a.example/x"}, {}, ("read", "allow", "guard")),
            ("WebFetch", {"url": "http://169.254.169.254/"}, {}, ("disclose", "ask", "approval")),
            ("WebFetch", {"url": "ftp://a.example/x"}, {}, ("unknown", "ask", "approval")),
            ("WebSearch", {}, {"tier": 1}, ("read", "allow", "guard")),
            ("StructuredOutput", {}, {"tier": 1}, ("read", "allow", "guard")),
            ("ToolSearch", {"query": "select:Read,Grep, Bash"}, {}, ("read", "allow", "guard")),
            ("ToolSearch", {"query": "select:"}, {}, ("unknown", "deny", "guard")),
            ("ToolSearch", {"query": "Read"}, {}, ("unknown", "deny", "guard")),
            ("Monitor", {}, {}, ("unknown", "deny", "guard")),
            ("Monitor", {}, {"unknown": "automatic"}, ("unknown", "allow", "policy")),
            ("Monitor", {}, {"allowed": ("Monitor",)}, ("unknown", "allow", "list")),
            ("Conjure", {}, {}, ("unknown", "ask", "approval")),
            ("Conjure", {}, {"allowed": ("Conjure",)}, ("unknown", "allow", "list")),
            ("Conjure", {}, {"allowed": ("Conjure",), "dry_run": True}, ("unknown", "deny", "dry_run")),
            ("Read", {"file_path": "/etc/shadow"}, {"allowed": ("Read",)}, ("disclose", "ask", "approval")),
            ("Skill", {"skill": "a"}, {"skills": ("a",)}, ("read", "allow", "guard")),
            ("Skill", {"command": "a"}, {"skills": ("a",)}, ("read", "allow", "guard")),
            ("Skill", {"skill": "a", "command": "b"}, {"skills": ("a", "b")}, ("unknown", "deny", "guard")),
            ("Skill", {"skill": "b"}, {"skills": ("a",)}, ("unknown", "deny", "guard")),
            ("Skill", {"skill": "a", "args": "@/etc/x"}, {"skills": ("a",)}, ("unknown", "deny", "guard")),
            ("Skill", {"skill": "b"}, {"allowed": ("Skill(b)",)}, ("unknown", "allow", "list")),
            ("Skill", {"skill": "b"}, {"allowed": ("Skill(b)",), "dry_run": True}, ("unknown", "deny", "guard")),
            ("Skill", {}, {"skills": ("a",)}, ("unknown", "deny", "guard")),
        ],
    )
    def test_what_a_call_is_and_whether_it_passes(self, tool, given, changes, answer):
        assert judged(tool, given, **changes) == answer

    def test_a_command_that_is_no_text_cannot_be_judged(self):
        with pytest.raises(ValueError, match="the command cannot be read"):
            judged("Bash", {"command": ["ls"]})

    @pytest.mark.parametrize(
        ("rule", "tool", "given", "named"),
        [
            ("Conjure", "Conjure", {}, True),
            ("Conjure", "Conjurer", {}, False),
            ("mcp__x", "mcp__x__run", {}, True),
            ("mcp__x", "mcp__xy__run", {}, False),
            ("mcp__x__run", "mcp__x__run", {}, True),
            ("mcp__x__run", "mcp__x__run2", {}, False),
            ("mcp__x__*", "mcp__x__run", {}, True),
            ("mcp__x__*", "mcp__y__run", {}, False),
            ("x", "x__run", {}, False),
            ("Skill(a)", "Skill", {"skill": "a"}, True),
            ("Skill(a)", "Skill", {"skill": "ab"}, False),
            ("Skill(a:*)", "Skill", {"skill": "ab"}, True),
            ("Skill(a:*)", "Skill", {"skill": "b"}, False),
            ("Skill(a)", "Task", {"skill": "a"}, False),
            ("Skill(5)", "Skill", {"number": 5}, True),
        ],
    )
    def test_a_rule_for_tools_names_what_it_says(self, rule, tool, given, named):
        asked = ToolRequest(tool, "t", given)
        assert (listed(asked, (rule,)), listed(asked, ("Other", rule)), listed(asked, ())) == (named, named, False)


class TestHook:
    @pytest.mark.parametrize(
        "payload",
        ["", "[]", "5", "{}", '{"tool_name": 5, "tool_input": {}}', '{"tool_name": "", "tool_input": {}}',
         '{"tool_name": "Read"}', '{"tool_name": "Read", "tool_input": []}'],
    )  # fmt: skip
    def test_what_is_no_call_is_refused(self, payload):
        with pytest.raises(ValueError):
            read_asked(payload)

    def test_a_call_is_read_with_what_is_missing_left_empty(self):
        assert read_asked('{"tool_name": "Read", "tool_input": {"a": 1}}') == ToolRequest("Read", "", {"a": 1}, "")
        assert read_asked('{"tool_name": "Bash", "tool_use_id": "t", "tool_input": {}, "cwd": "/srv"}') == ToolRequest(
            "Bash", "t", {}, "/srv"
        )

    def test_an_answer_stops_the_session_only_at_a_refusal(self):
        told = {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No."}
        assert HookAnswer("deny", "No.").as_json() == {"hookSpecificOutput": told}
        assert HookAnswer("deny", "No.").as_json(stop=True) == {
            "hookSpecificOutput": told,
            "continue": False,
            "stopReason": "No.",
        }
        assert HookAnswer("allow").as_json(stop=True) == {
            "hookSpecificOutput": told | {"permissionDecision": "allow", "permissionDecisionReason": ""}
        }

    @pytest.mark.parametrize(
        ("tool", "given", "shown"),
        [
            ("Bash", {"command": "ls"}, "ls"),
            ("Write", {"file_path": "/x", "content": "y"}, "/x"),
            ("Write", {}, ""),
            ("NotebookEdit", {"notebook_path": "/x"}, "/x"),
            ("Read", {"file_path": "é"}, '{"file_path": "é"}'),
            ("Bash", {"command": "ls " * 1333}, "ls " * 1333),
            ("Bash", {"command": "ls " * 1334}, ("ls " * 1334)[:4000] + "…"),
        ],
    )
    def test_a_call_is_kept_as_its_command_its_path_or_what_it_is_given(self, tool, given, shown):
        assert _shown(ToolRequest(tool, "t", given), POLICY) == shown

    @pytest.mark.parametrize(
        ("tool", "may"),
        [
            ("Bash", "Run this command once in tier 2, outside."),
            ("Write", "Write this file."),
            ("Read", "Use the tool “Read” once in tier 2."),
            ("x" * 81, f"Use the tool “{'x' * 80}” once in tier 2."),
        ],
    )
    def test_a_yes_says_what_it_allows(self, tool, may):
        assert _may(tool, 2, "outside") == may

    @pytest.mark.parametrize(
        ("error", "words"),
        [
            (FileNotFoundError(2, "No such file", "/x"), "/x is not there"),
            (ValueError("it is broken. "), "it is broken"),
            (ValueError(), "ValueError"),
            (ValueError("x" * 201), "x" * 200),
        ],
    )
    def test_an_error_is_told_in_words(self, error, words):
        assert _in_words(error) == words


@pytest.mark.parametrize(
    ("tool", "given", "warned"),
    [
        ("Bash", {"command": "systemctl stop claudeops"}, [("claudeops", "Refused by the guard: Claude Ops, its")]),
        ("Write", {"file_path": ""}, [(None, "Refused by the guard: Claude Ops' own data")]),
        ("Agent", {"isolation": "worktree"}, []),
        ("Bash", {"command": "apt-get install x"}, []),
    ],
)
def test_the_operator_is_told_of_what_was_refused_to_protect_us_and_would_have_acted(guarded, tool, given, warned):
    assert guarded.ask(tool, **given)[0] == "deny"
    assert [(event.service, event.message[:37]) for event in guarded.book.events.list()] == [
        (service, message[:37]) for service, message in warned
    ]


class TestAddressesOfChecks:
    """What a check of the operator's asks all the time may be asked by a session, whatever its address looks like."""

    CRON = "http://app.lan/cron.php?token=1&run"

    def kind_of(self, command: str, addresses: tuple[str, ...], tool: str = "Bash") -> str:
        policy = POLICY._replace(known=(KnownService("app", addresses=addresses),))
        given = {"url" if tool == "WebFetch" else "command": command}
        return judge(ToolRequest(tool, "t1", given), policy, LocalMachine())[0].kind

    @pytest.mark.parametrize(
        "command",
        ["curl -fsS '{}'", "wget -qO- '{}'", "wget --spider '{}'", "http '{}'", "xh GET '{}'", "sh -c \"curl '{}'\""],
    )
    def test_the_address_of_a_check_is_read(self, command):
        assert self.kind_of(command.format(self.CRON), (self.CRON,)) == "read"
        assert self.kind_of(command.format(self.CRON), ()) == "unknown"
        assert self.kind_of(command.format(f"{self.CRON}&all"), (self.CRON,)) == "unknown"

    def test_so_it_is_for_the_tool_that_fetches_pages(self):
        assert self.kind_of(self.CRON, (self.CRON,), "WebFetch") == "read"
        assert self.kind_of(self.CRON, (), "WebFetch") == "unknown"
        assert self.kind_of(f"{self.CRON}&all", (self.CRON,), "WebFetch") == "unknown"

    def test_by_another_method_or_a_socket_it_is_not(self):
        assert self.kind_of(f"curl -X POST '{self.CRON}'", (self.CRON,)) != "read"
        assert self.kind_of(f"curl --unix-socket /run/docker.sock '{self.CRON}'", (self.CRON,)) != "read"

    def test_an_address_that_stands_for_too_many_is_unknown(self):
        assert self.kind_of(f"curl 'http://h/{'{a,b}' * 7}'", ()) == "read"
        assert self.kind_of(f"curl 'http://h/{'{a,b}' * 40}'", ()) == "unknown"

    def test_services_toml_names_them(self):
        rows = {"service": [{"name": "app", "check": "http", "url": "http://App.lan/health"}]}
        assert services_of_table(rows)[0].addresses == ("http://App.lan/health",)
