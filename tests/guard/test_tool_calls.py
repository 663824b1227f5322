"""Every tool call gets a verdict: files and pages by where they lead, unknown tools by policy, none where nothing can
be decided."""

from __future__ import annotations

import json
import os
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest
from guard_world import read

from claudeops_desktop.guard.cooldown import CooldownLimits

NEVER_HEARD_OF = (
    "ListAgents",
    "ToolSearch",
    "Monitor",
    "TaskCreate",
    "ReportFindings",
    "Skill",
    "Conjure",
    "mcp__x__run",
)


def last_call(guarded):
    return guarded.book.tool_calls.of_session(guarded.session_id)[-1]


def verdict(done):
    assert done.returncode == 0, done.stderr
    return read(json.loads(done.stdout))


class TestUnknownTools:
    @pytest.mark.parametrize("tool", NEVER_HEARD_OF)
    def test_in_tier_1_and_in_a_dry_run_they_are_refused(self, new_session, tool):
        for guarded in (new_session(1), new_session(3, dry_run=True)):
            assert guarded.ask(tool, query="select:Monitor")[0] == "deny"
            call = last_call(guarded)
            assert (call.kind, call.verdict, call.by == "list") == ("unknown", "deny", False)

    @pytest.mark.parametrize("tool", ["Conjure", "mcp__x__run"])
    def test_one_that_nobody_knows_is_asked_about(self, guarded, tool):
        guarded.rules(wait_minutes=0.05)
        assert "did not answer" in guarded.ask(tool, x=1)[1]
        (asked,) = guarded.book.approvals.list()
        assert (asked.action, asked.may) == ("unknown", f"Use the tool “{tool}” once in tier 2.")

    @pytest.mark.parametrize("tool", ["Monitor", "TaskCreate", "Skill"])
    def test_nobody_is_asked_about_tools_of_the_cli_that_are_on_no_list(self, guarded, tool):
        assert guarded.ask(tool, command="rm x")[0] == "deny"
        assert guarded.book.approvals.list() == []

    @pytest.mark.parametrize(
        ("rule", "tool", "given", "answer"),
        [
            ("mcp__grafana", "mcp__grafana__query", {}, "allow"),
            ("mcp__grafana__query", "mcp__grafana__query", {}, "allow"),
            ("mcp__grafana__*", "mcp__grafana__query", {}, "allow"),
            ("mcp__grafana", "mcp__grafana2__query", {}, "deny"),
            ("Skill(report)", "Skill", {"skill": "report"}, "allow"),
            ("Skill(report)", "Skill", {"skill": "deploy"}, "deny"),
        ],
    )
    def test_a_rule_of_the_operators_lets_a_tool_through(self, new_session, rule, tool, given, answer):
        guarded = new_session(1, allowed=(rule,))
        assert guarded.ask(tool, **given)[0] == answer

    def test_looking_up_how_a_known_tool_is_called_is_reading(self, guarded):
        assert guarded.ask("ToolSearch", query="select:mcp__claudeops__recall,Read")[0] == "allow"
        assert guarded.ask("ToolSearch", query="select:Read,Monitor")[0] == "deny"


class TestFiles:
    @pytest.mark.parametrize("tool", ["Read", "NotebookRead"])
    def test_a_plain_file_is_read_and_a_secret_one_asks(self, guarded, tool):
        guarded.rules(wait_minutes=0.05)
        assert guarded.ask(tool, file_path="/etc/hostname", notebook_path="/etc/hostname")[0] == "allow"
        assert guarded.ask(tool, file_path="/etc/shadow", notebook_path="/etc/shadow")[0] == "deny"
        assert guarded.book.approvals.list()[0].action == "disclose"

    def test_in_a_dry_run_nobody_is_asked_for_a_secret(self, guarded):
        guarded.rules(dry_run=True)
        assert guarded.ask("Read", file_path="/etc/shadow")[0] == "deny"
        assert guarded.book.approvals.list() == []

    def test_a_loop_a_dangling_link_and_a_missing_folder_are_refused(self, guarded, tmp_path):
        (tmp_path / "loop").symlink_to(tmp_path / "loop")
        (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
        for path in ("loop", "dangling", "none/there", "loop/x"):
            for tool in ("Read", "Grep", "Glob", "LS"):
                answer, why = guarded.ask(tool, file_path=str(tmp_path / path), path=str(tmp_path / path), pattern="x")
                assert (answer, "cannot be seen" in why) == ("deny", True), (tool, path)

    def test_a_file_that_is_not_there_in_a_folder_that_is_may_be_looked_for(self, guarded, tmp_path):
        assert guarded.ask("Read", file_path=str(tmp_path / "none"))[0] == "allow"

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may enter any folder")
    def test_a_folder_that_may_not_be_entered_is_refused(self, guarded, tmp_path):
        (tmp_path / "closed").mkdir()
        (tmp_path / "closed").chmod(0)
        try:
            assert guarded.ask("Read", file_path=str(tmp_path / "closed" / "x"))[0] == "deny"
        finally:
            (tmp_path / "closed").chmod(0o700)

    def test_a_path_that_cannot_be_resolved_is_refused(self, guarded):
        assert guarded.ask("Read", file_path="/etc/\0hosts")[0] == "deny"
        assert guarded.ask("Read", file_path="/" + "x" * 5000)[0] == "deny"
        assert guarded.ask("Read")[0] == "deny"

    def test_a_search_that_shows_lines_is_judged_by_where_it_searches(self, guarded, tmp_path):
        guarded.rules(wait_minutes=0.05)
        (tmp_path / "keys").symlink_to("/etc/shadow")
        where = str(tmp_path / "keys")
        assert guarded.ask("Grep", pattern="root", path=where, output_mode="content")[0] == "deny"
        assert guarded.ask("Grep", pattern="error", path="/var/log", output_mode="content")[0] == "allow"


class TestPages:
    def test_a_page_is_read(self, guarded):
        assert guarded.ask("WebFetch", url="https://docs.example.org/install", prompt="how")[0] == "allow"

    @pytest.mark.parametrize("url", ["file:///etc/shadow", "", "gopher://x/1", "http://nas/cgi-bin/ctl?action=reboot"])
    def test_an_address_that_acts_or_is_none_is_not_fetched(self, new_session, url):
        assert new_session(1).ask("WebFetch", url=url, prompt="x")[0] == "deny"


class TestNothingCanBeDecided:
    CALLS = (
        ("Read", {"file_path": "/etc/hostname"}),
        ("Grep", {"pattern": "x", "path": "/etc"}),
        ("Glob", {"pattern": "*.log"}),
        ("WebFetch", {"url": "https://example.org", "prompt": "x"}),
        ("Task", {"prompt": "x"}),
        ("mcp__claudeops__recall", {"question": "x"}),
        ("Conjure", {}),
    )

    @pytest.mark.slow
    @pytest.mark.file_only("a file that is locked for long; test_server_store has the server's")
    def test_with_the_database_locked_for_long_every_tool_is_refused_with_a_sentence(self, guarded, monkeypatch):
        from claudeops_desktop.guard import guard_store

        monkeypatch.setattr(guard_store, "PATIENCE_S", 0.05)
        with sqlite3.connect(guarded.policy.database, isolation_level=None) as held:
            held.execute("BEGIN EXCLUSIVE")
            for tool, given in self.CALLS:
                answer, why = guarded.ask(tool, **given)
                assert (answer, "could not decide" in why) == ("deny", True), tool
            held.execute("ROLLBACK")

    @pytest.mark.slow
    @pytest.mark.file_only("a file that is locked")
    def test_as_a_process_too(self, guarded):
        with sqlite3.connect(guarded.policy.database, isolation_level=None) as held:
            held.execute("BEGIN EXCLUSIVE")
            answer, why = verdict(guarded.process(guarded.payload("Read", file_path="/etc/hostname")))
            held.execute("ROLLBACK")
        assert (answer, "locked" in why) == ("deny", True)

    @pytest.mark.parametrize(("tool", "given"), CALLS)
    def test_without_its_database_every_tool_is_refused(self, guarded, tool, given):
        guarded.rules(database="/nonexistent/gone.db", store="")
        answer, why = guarded.ask(tool, **given)
        assert (answer, "gone.db is not there" in why) == ("deny", True)

    def test_only_handing_over_the_result_goes_on(self, guarded):
        guarded.rules(database="/nonexistent/gone.db", store="")
        assert guarded.ask("StructuredOutput", summary="x")[0] == "allow"


class TestClassesThatAsk:
    COMMANDS = (
        ("disclose", "docker inspect web"),
        ("stop", "systemctl stop nginx"),
        ("host", "docker exec --privileged web ls"),
        ("destructive", "rm /srv/x"),
        ("unknown", "./check.sh"),
    )

    @pytest.mark.parametrize("tier", [2, 3])
    @pytest.mark.parametrize(("kind", "command"), COMMANDS)
    def test_they_ask_by_default_also_in_tier_3(self, new_session, tier, kind, command):
        guarded = new_session(tier, wait_minutes=0.05)
        assert guarded.bash(command)[0] == "deny"
        assert [asked.action for asked in guarded.book.approvals.list()] == [kind]

    @pytest.mark.parametrize(("kind", "command"), COMMANDS)
    def test_tier_1_may_ask_to_see_and_never_to_act(self, new_session, kind, command):
        guarded = new_session(1, wait_minutes=0.05)
        assert guarded.bash(command)[0] == "deny"
        assert [asked.action for asked in guarded.book.approvals.list()] == (["disclose"] if kind == "disclose" else [])

    @pytest.mark.parametrize(("kind", "command"), COMMANDS)
    def test_a_yes_for_the_run_covers_its_own_class_alone(self, new_session, kind, command):
        guarded = new_session(3, wait_minutes=0.05, limits=CooldownLimits(restarts=100))

        def approve():
            approvals = guarded.book.approvals
            ids = [waiting.id for waiting in approvals.waiting(guarded.now)]
            guarded.book.store.write(
                lambda: [approvals.answer(number, "approved_run", "window", guarded.now) for number in ids]
            ).result()

        guarded.slept = approve
        assert guarded.bash(command)[0] == "allow"
        guarded.slept = lambda: None
        guarded.now += timedelta(hours=1)
        assert guarded.bash(f"{command} again")[0] == "allow"
        for other, its in self.COMMANDS:
            assert guarded.bash(its)[0] == ("allow" if other == kind else "deny"), other

    @pytest.mark.parametrize(("kind", "command"), COMMANDS)
    def test_a_dry_run_refuses_them_all(self, new_session, kind, command):
        guarded = new_session(3, dry_run=True, **{kind: "automatic"})
        assert guarded.bash(command)[0] == "deny"
        assert guarded.book.approvals.list() == []


class TestAgainstOurselves:
    AUTOMATIC = dict.fromkeys(
        ("restart", "redeploy", "stop", "host", "destructive", "unknown", "disclose"), "automatic"
    )

    def refused(self, new_session, command):
        answer, why = new_session(3, **self.AUTOMATIC).bash(command)
        return answer == "deny" and "Claude Ops" in why

    @pytest.mark.parametrize("command", [
        "kill $PPID", "kill -9 $PPID", "kill $(ps -o ppid= -p $$)", "kill $$", "kill -9 -1", "kill 0",
        "pkill -f guard", "pkill claude", "pkill -f 'node|claude'", "killall python3", "pkill python",
        "pkill -v nginx", "pkill .", "sudo pkill -f hook", "pgrep -f guard | xargs kill",
        "systemctl --user stop 'claudeops*'", "systemctl --user stop 'cl*'", "systemctl stop '*'",
        "systemctl stop user@{uid}", "loginctl terminate-user {uid}", "bash -c 'kill -9 {pid}'", "kill -- -{group}",
        "killall5",
    ])  # fmt: skip
    def test_a_signal_that_may_reach_us(self, new_session, command):
        named = command.replace("{uid}", str(os.getuid())).replace("{pid}", str(os.getpid()))
        assert self.refused(new_session, named.replace("{group}", str(os.getpgrp())))

    @pytest.mark.parametrize("command", [
        "kill 3999999", "pkill -x jellyfin", "pkill -f jellyfin", "killall nginx",
        "pkill -9 -u postgres-no-such-user", "systemctl stop nginx", "systemctl restart 'ngin?'",
        "pgrep nginx | xargs kill -HUP", "docker exec web kill 1", "ssh nas pkill python",
    ])  # fmt: skip
    def test_other_processes_are_none_of_ours(self, new_session, command):
        assert not self.refused(new_session, command)

    @pytest.mark.parametrize("command", [
        "docker run -v {above}:/x alpine ls", "docker run --mount type=bind,src={above},dst=/x alpine ls",
        "docker run -v {root}:/x:ro alpine ls", "docker run --volume={above}:/x alpine ls",
        "podman run -v /:/h alpine ls", "rm -rf /proc/1/root{root}", "rm -rf /proc/self/root{root}/x",
        "rm -rf {link}", "mv {above} /x", "find / -delete", "find {above} -name x -exec rm {{}} +",
        "cd {above} && find -delete", "mount --bind {above} /mnt", "tar xf x.tar -C {above}",
        "rsync -a --delete /empty/ {above}/", "bash -c 'rm -rf {above}'", "ln -s {above} /x", "ln {root}/x.db /y",
        "ssh localhost 'rm -rf {above}'", "sqlite3 {link}/claudeops.db 'delete from x'", "chmod -R 0 {above}",
        "git -C {root} clean -fdx", "cp /x {link}/settings.toml", "dd if=/x of={link}/services.toml",
    ])  # fmt: skip
    def test_our_folder_by_any_name(self, new_session, tmp_path, command):
        guarded = new_session(3, **self.AUTOMATIC)
        root, link = Path(guarded.policy.data_folder), tmp_path / "other"
        link.symlink_to(root)
        answer, why = guarded.bash(command.format(root=root, above=root.parent, link=link))
        assert (answer, why[:10]) == ("deny", "Claude Ops")

    @pytest.mark.parametrize("command", [
        "docker run -v {beside}:/x alpine ls", "rm -rf {beside}", "find {beside} -delete", "tar xf x.tar -C {beside}",
        "ssh nas 'rm -rf {above}'", "find {above} -name x",
    ])  # fmt: skip
    def test_what_lies_beside_it_is_none_of_ours(self, new_session, tmp_path, command):
        guarded = new_session(3, **self.AUTOMATIC)
        beside = tmp_path / "beside"
        beside.mkdir()
        above = Path(guarded.policy.data_folder).parent
        assert guarded.bash(command.format(beside=beside, above=above))[0] == "allow"

    def test_files_of_ours_are_not_written_by_another_name(self, new_session, tmp_path):
        guarded = new_session(3, **self.AUTOMATIC)
        root = Path(guarded.policy.data_folder)
        (root / "settings.toml").write_text("")
        (tmp_path / "hard").hardlink_to(root / "settings.toml")
        (tmp_path / "soft").symlink_to(root)
        (tmp_path / "loop").symlink_to(tmp_path / "loop")
        for path in ("hard", "soft/settings.toml", "soft/new.toml", "loop", "loop/x"):
            for tool in ("Write", "Edit"):
                assert guarded.ask(tool, file_path=str(tmp_path / path))[0] == "deny", path
        assert guarded.ask("NotebookEdit", notebook_path=str(tmp_path / "soft" / "x.ipynb"))[0] == "deny"
        assert guarded.ask("Write", file_path=str(tmp_path / "plain"))[0] == "allow"
