"""What the guard answers to a tool call, and what it writes down."""

from __future__ import annotations

import json
from datetime import timedelta
from os import mkfifo
from pathlib import Path
from shlex import quote

import pytest
from guard_world import NOON, read

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import EnvironmentFault
from claudeops_desktop.records.service_rules import ServiceRule


def last_call(guarded):
    return guarded.book.tool_calls.of_session(guarded.session_id)[-1]


def test_a_look_is_allowed_and_written_down(guarded):
    verdict, _ = guarded.bash("docker ps")
    assert verdict == "allow"
    call = last_call(guarded)
    assert (call.tool_name, call.kind, call.verdict, call.by, call.input) == (
        "Bash",
        "read",
        "allow",
        "guard",
        "docker ps",
    )


def test_two_restarts_are_allowed_and_the_third_is_told_when_it_may(guarded):
    assert [guarded.bash("docker restart jellyfin")[0] for _ in range(2)] == ["allow", "allow"]
    verdict, why = guarded.bash("docker restart jellyfin")
    free = (NOON + timedelta(hours=4)).astimezone()
    assert verdict == "deny"
    assert why == (
        "jellyfin was restarted 2 times in the last 4 hours, which is the limit; "
        f"the next restart is free at {free:%H:%M}. Look for the cause and report it. "
        "The operator can lift this with `claudeops cooldowns clear jellyfin`."
    )
    assert guarded.actions() == [("jellyfin", "restart", "attempted")] * 2
    assert last_call(guarded).by == "cooldown"
    (event,) = guarded.book.events.list()
    assert (event.level, event.service) == ("warning", "jellyfin")
    assert "restarted 2 times" in event.message


def test_a_slot_is_free_again_when_the_oldest_leaves_the_window(guarded):
    guarded.bash("docker restart jellyfin")
    guarded.now = NOON + timedelta(hours=3)
    guarded.bash("docker restart jellyfin")
    guarded.now = NOON + timedelta(hours=4, minutes=1)
    assert guarded.bash("docker restart jellyfin")[0] == "allow"
    assert guarded.bash("docker restart jellyfin")[0] == "deny"


@pytest.mark.parametrize(
    "command",
    [
        "sudo systemctl restart jellyfin.service",
        "ssh nas 'docker restart jellyfin'",
        "sh -c 'cd /srv && docker restart jellyfin'",
        "echo jellyfin | xargs -I{} docker restart jellyfin",
        "docker compose restart jellyfin",
        "kubectl rollout restart deploy/jellyfin",
    ],
)
def test_the_same_service_is_the_same_however_it_is_restarted(guarded, command):
    guarded.rules(stop="automatic")
    guarded.bash("docker restart jellyfin")
    guarded.bash("docker stop jellyfin && docker start jellyfin")
    assert guarded.bash(command)[0] == "deny"


def test_a_container_counts_as_the_service_that_the_operator_calls_it(guarded):
    guarded.rules(services={"media_jellyfin_1": "jellyfin"})
    guarded.bash("docker restart media_jellyfin_1")
    assert guarded.actions() == [("jellyfin", "restart", "attempted")]


def test_a_service_may_have_limits_of_its_own(guarded):
    book = guarded.book
    book.store.write(lambda: book.rules.put(ServiceRule("jellyfin", restarts=3, restart_hours=1), NOON)).result()
    assert [guarded.bash("docker restart jellyfin")[0] for _ in range(4)] == ["allow"] * 3 + ["deny"]
    guarded.now = NOON + timedelta(minutes=61)
    assert guarded.bash("docker restart jellyfin")[0] == "allow"


def test_a_service_with_no_restarts_allowed_is_never_restarted(guarded):
    book = guarded.book
    book.store.write(lambda: book.rules.put(ServiceRule("postgres", restarts=0), NOON)).result()
    verdict, why = guarded.bash("systemctl restart postgres")
    assert verdict == "deny"
    assert "may not be started or restarted by a session at all" in why


def plan_maintenance(guarded, service, start, end):
    plan = lambda: guarded.book.rules.plan(service, NOON + start, NOON + end, "", NOON)  # noqa: E731
    return guarded.book.store.write(plan).result()


def test_planned_maintenance_counts_from_its_start_to_its_end(guarded):
    plan_maintenance(guarded, "jellyfin", timedelta(hours=1), timedelta(hours=3))
    assert guarded.bash("docker restart jellyfin")[0] == "allow"
    guarded.now = NOON + timedelta(hours=1)
    verdict, why = guarded.bash("docker restart jellyfin")
    assert verdict == "deny"
    assert why.startswith("jellyfin is in maintenance until ")
    assert last_call(guarded).by == "maintenance"
    guarded.now = NOON + timedelta(hours=3)
    assert guarded.bash("docker restart jellyfin")[0] == "allow"


def test_planned_maintenance_that_cannot_be_read_allows_nothing(guarded):
    plan_maintenance(guarded, "jellyfin", timedelta(hours=1), timedelta(hours=3))
    damage = "UPDATE maintenance_windows SET starts_at = 'soon'"
    guarded.book.store.write(lambda: guarded.book.store.database.execute_sql(damage)).result()
    assert guarded.bash("docker restart jellyfin")[0] == "deny"
    drop = "DROP TABLE maintenance_windows"
    guarded.book.store.write(lambda: guarded.book.store.database.execute_sql(drop)).result()
    assert guarded.bash("docker restart jellyfin")[0] == "deny"


def test_a_service_in_maintenance_is_left_alone(guarded):
    book, until = guarded.book, NOON + timedelta(hours=1)
    book.store.write(lambda: book.rules.maintain("jellyfin", NOON, until, "new disk", NOON)).result()
    verdict, why = guarded.bash("docker restart jellyfin")
    assert verdict == "deny"
    assert why.startswith("jellyfin is in maintenance until ")
    assert guarded.actions() == []
    assert guarded.bash("docker logs jellyfin")[0] == "allow", "it may be looked at"
    guarded.now = until
    assert guarded.bash("docker restart jellyfin")[0] == "allow"


def test_what_was_cleared_counts_no_longer(guarded):
    for _ in range(2):
        guarded.bash("docker restart jellyfin")
    guarded.book.store.write(lambda: guarded.book.cooldowns.clear_service("jellyfin", "by hand", NOON)).result()
    assert guarded.bash("docker restart jellyfin")[0] == "allow"


@pytest.mark.parametrize(
    ("tier", "command", "verdict", "by"),
    [
        (1, "uptime", "allow", "guard"),
        (1, "docker restart x", "deny", "tier"),
        (1, "rm x", "deny", "tier"),
        (1, "./check.sh", "deny", "tier"),
        (2, "docker restart x", "allow", "policy"),
        (2, "docker compose up -d", "deny", "tier"),
        (3, "docker compose up -d", "allow", "policy"),
        (3, "apt-get install -y nginx", "allow", "policy"),
    ],
)
def test_what_a_tier_may_do(new_session, tier, command, verdict, by):
    guarded = new_session(tier)
    assert guarded.bash(command)[0] == verdict
    assert last_call(guarded).by == by


@pytest.mark.parametrize("command", ["docker restart x", "rm x", "./check.sh", "docker pull x"])
def test_a_dry_run_changes_nothing_in_any_tier(new_session, command):
    guarded = new_session(3, dry_run=True)
    verdict, why = guarded.bash(command)
    assert verdict == "deny"
    assert "dry run" in why
    assert last_call(guarded).by == "dry_run"


def test_a_policy_of_never_refuses(guarded):
    guarded.rules(restart="never")
    assert guarded.bash("docker restart x")[0] == "deny"
    assert last_call(guarded).by == "policy"
    assert guarded.actions() == []


def test_every_kind_in_a_command_must_pass(guarded):
    guarded.rules(destructive="automatic", unknown="never")
    assert guarded.bash("rm -rf /srv/old")[0] == "allow"
    assert guarded.bash("rm -rf /srv/old; ./script.sh")[0] == "deny"


class TestAsking:
    def answer(self, guarded, state, note=""):
        def once():
            approvals = guarded.book.approvals
            ids = [waiting.id for waiting in approvals.waiting(guarded.now)]
            guarded.book.store.write(
                lambda: [approvals.answer(number, state, "window", guarded.now, note) for number in ids]
            ).result()

        guarded.slept = once

    def test_what_is_asked_says_what_and_why(self, guarded):
        self.answer(guarded, "approved")
        assert guarded.bash("rm -rf /srv/cache", description="The disk is full")[0] == "allow"
        (asked,) = guarded.book.approvals.list()
        assert (asked.kind, asked.action, asked.command) == ("action", "destructive", "rm -rf /srv/cache")
        assert asked.reason == "The disk is full"
        assert asked.expires_at == to_text(NOON + timedelta(minutes=15))
        call = last_call(guarded)
        assert (call.by, call.approval_id) == ("approval", asked.id)

    def test_a_no_is_told_with_what_the_operator_said(self, guarded):
        self.answer(guarded, "refused", "That is my backup.")
        verdict, why = guarded.bash("rm -rf /srv/backup")
        assert verdict == "deny"
        assert "The operator says: That is my backup." in why
        assert last_call(guarded).verdict == "deny"

    def test_a_yes_is_told_with_what_the_operator_said(self, guarded):
        self.answer(guarded, "approved", "It is the old copy.")
        payload = guarded.payload("Bash", command="rm -rf /srv/copy")
        told = guarded.answer(payload)["hookSpecificOutput"]
        assert told["additionalContext"] == "The operator approved this call and says: It is the old copy."

    def test_a_call_that_waited_for_its_answer_began_when_it_was_answered(self, guarded):
        answer = self.answer

        def after_20_s():
            if guarded.now - NOON >= timedelta(seconds=20):
                answer(guarded, "approved")
                guarded.slept()

        guarded.slept = after_20_s
        assert guarded.bash("rm -rf /srv/cache")[0] == "allow"
        call = last_call(guarded)
        assert (call.asked_at, call.began_at) == (to_text(NOON), to_text(NOON + timedelta(seconds=20)))

    def test_no_answer_in_time_is_a_no(self, guarded):
        guarded.rules(wait_minutes=0.05)
        verdict, why = guarded.bash("rm -rf /srv/backup")
        assert verdict == "deny"
        assert "did not answer" in why
        assert guarded.book.approvals.list()[0].state == "timed_out"

    def test_a_yes_for_the_run_covers_the_same_kind_again_and_no_other(self, guarded):
        self.answer(guarded, "approved_run")
        assert guarded.bash("rm a")[0] == "allow"
        guarded.slept = lambda: pytest.fail("it asked again")
        assert guarded.bash("rm b")[0] == "allow"
        guarded.rules(wait_minutes=0.05).slept = lambda: None
        assert guarded.bash("./script.sh")[0] == "deny"

    def test_nobody_is_asked_for_what_a_cooldown_refuses_anyway(self, guarded):
        guarded.rules(restart="ask", limits=guarded.policy.limits._replace(restarts=0))
        assert guarded.bash("docker restart x")[0] == "deny"
        assert guarded.book.approvals.list() == []

    def test_a_slot_is_taken_at_the_yes_and_not_at_the_question(self, guarded):
        guarded.rules(restart="ask")
        seen = []
        self.answer(guarded, "approved")
        answer = guarded.slept
        guarded.slept = lambda: (seen.append(guarded.actions()), answer())
        assert guarded.bash("docker restart x")[0] == "allow"
        assert seen[0] == []
        assert guarded.actions() == [("x", "restart", "attempted")]


@pytest.mark.parametrize("tool", ["Edit", "Write", "MultiEdit"])
def test_writing_a_file_is_destructive_but_in_the_folder_of_the_session_it_is_free(new_session, tool):
    guarded = new_session(1)
    work = Path(guarded.policy.work)
    (work / "out").symlink_to("/etc")
    assert guarded.ask(tool, file_path=str(work / "notes.sh"))[0] == "allow"
    assert guarded.ask(tool, file_path=str(work / ".." / "guard.json"))[0] == "deny"
    assert guarded.ask(tool, file_path=str(work / "out" / "hosts"))[0] == "deny"
    assert guarded.ask(tool, file_path="/etc/hosts")[0] == "deny"
    two = new_session(2, destructive="automatic")
    assert two.ask(tool, file_path="/etc/hosts")[0] == "allow"


@pytest.mark.parametrize("tier", [2, 3])
def test_our_own_data_is_never_written_whatever_the_policy(new_session, tier):
    guarded = new_session(tier, destructive="automatic", unknown="automatic")
    root = guarded.policy.data_folder
    assert guarded.ask("Write", file_path=f"{root}/settings.toml")[0] == "deny"
    assert guarded.ask("Write", file_path=f"{root}/sessions/../settings.toml")[0] == "deny"
    assert guarded.bash(f"sqlite3 {root}/claudeops.db 'delete from cooldown_actions'")[0] == "deny"
    assert guarded.bash(f"cd {root} && rm -rf x")[0] == "deny"
    assert guarded.bash("claudeops cooldowns clear jellyfin")[0] == "deny"
    assert guarded.bash("pkill -f claudeops")[0] == "deny"
    assert guarded.bash("claudeops events list")[0] == "allow"
    assert last_call(guarded).verdict == "allow"


@pytest.mark.parametrize("command", [
    "rm -rf {above}/*",
    "rm -rf {above}",
    "cd {above} && rm -rf data",
    "rm -rf {above}/d'a'ta/sessions",
    "rm -rf {link}/sessions",
    "echo x > {link}/claudeops.db",
    "dd if=/dev/zero of={link}/claudeops.db",
    'c""laudeops cooldowns clear jellyfin',
])  # fmt: skip
def test_our_own_data_is_kept_by_whatever_name_a_command_calls_it(new_session, tmp_path, command):
    guarded = new_session().rules(tier=3, destructive="automatic", unknown="automatic")
    above, link = Path(guarded.policy.data_folder).parent, tmp_path / "other"
    link.symlink_to(guarded.policy.data_folder)
    verdict, why = guarded.bash(command.format(above=quote(str(above)), link=quote(str(link))))
    assert verdict == "deny"
    assert why.startswith("Claude Ops, its settings and its data may not be changed")


def test_what_lies_beside_our_data_is_nothing_of_ours(new_session, tmp_path):
    guarded = new_session().rules(tier=3, destructive="automatic")
    assert guarded.bash(f"rm -rf {quote(str(tmp_path))}/beside")[0] == "allow"


def test_keys_are_not_searched_or_read_by_another_name(guarded, tmp_path):
    (tmp_path / "key").symlink_to(Path("~/.ssh/id_rsa").expanduser())
    assert guarded.ask("Read", file_path=str(tmp_path / "key"))[0] == "deny"
    assert guarded.ask("Grep", pattern="root", path="/etc", glob="shadow")[0] == "deny"
    assert guarded.ask("Grep", pattern="root", path="/etc", glob="*.conf")[0] == "allow"


def test_keys_are_not_read(guarded):
    assert guarded.ask("Read", file_path="/root/.ssh/id_ed25519")[0] == "deny"
    assert guarded.ask("Read", file_path="/home/my user/.ssh/id_ed25519")[0] == "deny"
    assert guarded.ask("Read", file_path="/etc/hosts")[0] == "allow"


def test_tools_that_only_read_are_allowed_in_so_many_words_and_written_down(guarded):
    assert guarded.ask("Grep", pattern="error", path="/var/log")[0] == "allow"
    call = last_call(guarded)
    assert (call.tool_name, call.kind, call.verdict, call.by) == ("Grep", "read", "allow", "guard")


@pytest.mark.parametrize("tool", ["Agent", "Task"])
def test_a_sub_agent_is_allowed_but_gets_no_worktree(guarded, tool):
    assert guarded.ask(tool, prompt="look")[0] == "allow"
    assert guarded.ask(tool, prompt="look", isolation="worktree")[0] == "deny"


def test_a_rule_of_the_operators_lets_one_command_through_and_nothing_beside_it(guarded):
    guarded.rules(allowed=("Bash(./check.sh:*)",), unknown="never")
    assert guarded.bash("./check.sh --all")[0] == "allow"
    assert last_call(guarded).by == "list"
    assert guarded.bash("./check.sh; ./other.sh")[0] == "deny"
    assert guarded.bash("./check.sh > /etc/hosts")[0] == "deny"
    assert guarded.bash("./check.shx")[0] == "deny"


def test_secrets_of_the_environment_are_not_written_down(guarded, monkeypatch):
    monkeypatch.setenv("NAS_TOKEN", "s3cret-token-value")
    guarded.bash("curl -s -H 'X-Token: s3cret-token-value' http://nas/health")
    assert "s3cret" not in last_call(guarded).input


def test_the_same_call_asked_twice_takes_one_slot(guarded):
    payload, guard = guarded.payload("Bash", command="docker restart x"), guarded.guard()
    for _ in range(2):
        assert read(guard.answer(payload))[0] == "allow"
    assert guarded.actions() == [("x", "restart", "attempted")]


def test_a_refusal_may_stop_the_session(guarded):

    guarded.rules(stop_at_refusal=True, restart="never")
    answer = guarded.answer(guarded.payload("Bash", command="docker restart x"))
    assert answer["continue"] is False
    assert answer["stopReason"]


class TestFailsClosed:
    def verdict(self, done):
        assert done.returncode == 0, done.stderr
        return read(json.loads(done.stdout))

    def test_as_a_process_it_answers_in_the_form_of_the_cli(self, guarded):
        done = guarded.process(guarded.payload("Bash", command="docker restart jellyfin"))
        assert json.loads(done.stdout)["hookSpecificOutput"]["hookEventName"] == "PreToolUse"
        assert self.verdict(done)[0] == "allow"
        assert guarded.actions() == [("jellyfin", "restart", "attempted")]

    @pytest.mark.parametrize(
        "payload", ["", "nonsense", "[]", '{"tool_name": "Bash"}', '{"tool_input": {"command": "ls"}}']
    )
    def test_a_call_that_cannot_be_read(self, guarded, payload):
        assert self.verdict(guarded.process(payload))[0] == "deny"

    def test_without_a_broker_the_cli_is_told_to_refuse(self, guarded):
        done = guarded.asked(guarded.payload("Bash", command="ls"))
        assert (done.returncode, done.stdout, "does not answer" in done.stderr) == (2, "", True)

    def test_rules_that_are_a_pipe_are_not_waited_for(self, guarded):
        guarded.file.unlink()
        mkfifo(guarded.file)
        with pytest.raises(EnvironmentFault), guarded.broker():
            pass

    def test_without_rules_there_is_no_broker(self, guarded):
        guarded.file.unlink()
        with pytest.raises(EnvironmentFault), guarded.broker():
            pass

    @pytest.mark.parametrize("text", ["", "{", "[]", '{"session_id": 1}'])
    def test_with_rules_that_are_not_whole_there_is_no_broker(self, guarded, text):
        guarded.file.write_text(text)
        with pytest.raises(EnvironmentFault), guarded.broker():
            pass

    @pytest.mark.file_only("there is no file")
    def test_no_database_and_none_is_made(self, guarded, tmp_path):
        guarded.rules(database=str(tmp_path / "gone.db"))
        assert self.verdict(guarded.process(guarded.payload("Bash", command="ls")))[0] == "deny"
        assert not (tmp_path / "gone.db").exists()

    def test_a_session_that_is_not_on_record(self, guarded):
        guarded.rules(session_id=999)
        assert self.verdict(guarded.process(guarded.payload("Bash", command="ls")))[0] == "deny"

    @pytest.mark.file_only("there is no file; what only reads is judged without a server")
    def test_a_tool_that_only_reads_is_refused_as_well(self, guarded, tmp_path):
        guarded.rules(database=str(tmp_path / "gone.db"))
        assert self.verdict(guarded.process(guarded.payload("Grep", pattern="x")))[0] == "deny"
