"""What takes a slot of a service, and what opens a limit that is reached (S11)."""

from __future__ import annotations

import subprocess
from datetime import timedelta

import pytest
from guard_world import NOON

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.guard.classify import understand
from claudeops_desktop.guard.known_services import KnownService
from claudeops_desktop.guard.local_machine import LocalMachine
from claudeops_desktop.guard.process_targets import named_processes
from claudeops_desktop.guard.slots import slot_action
from claudeops_desktop.guard.target_types import CommandTarget
from claudeops_desktop.runs.cooldown_reset import clear_by_health

WEB = KnownService("web", units=("web",), processes=("gunicorn",))
FULL = "web was restarted 2 times in the last 4 hours, which is the limit"


@pytest.mark.parametrize(
    ("command", "action"),
    [
        ("systemctl start web", "start"),
        ("service web start", "start"),
        ("/etc/init.d/web start", "start"),
        ("rc-service web start", "start"),
        ("sv up web", "start"),
        ("docker start web", "start"),
        ("podman container start web", "start"),
        ("docker compose start web", "start"),
        ("pg_ctlcluster 15 main start", "start"),
        ("pg_ctl start -D /var/lib/postgresql", "start"),
        ("supervisorctl start web", "start"),
        ("ansible localhost -m service -a 'name=web state=started'", "start"),
        ("systemctl restart web", "restart"),
        ("systemctl reload-or-restart web", "restart"),
        ("systemctl stop web", "restart"),
        ("systemctl start poweroff.target", "restart"),
        ("pm2 reload web", "restart"),
        ("supervisorctl reload", "restart"),
        ("docker compose up -d", "redeployment"),
        ("systemctl reload web", ""),
        ("sudo service nginx reload", ""),
        ("nginx -s reload", ""),
        ("apachectl -k graceful", ""),
        ("pg_ctlcluster 15 main reload", ""),
        ("firewall-cmd --reload", ""),
        ("kill -HUP 4711", ""),
        ("pkill -USR1 nginx", ""),
        ("systemctl kill -s HUP web", ""),
        ("docker kill -s HUP web", ""),
        ("systemctl daemon-reload", ""),
        ("redis-cli bgsave", ""),
        ("redis-cli save", ""),
        ("redis-cli failover", "restart"),
        ("restic backup /srv", ""),
        ("vzdump 100", ""),
        ("vzdump 100 --mode stop", "restart"),
        ("pg_dump shop", ""),
        ("systemctl status web", ""),
    ],
)
def test_what_a_command_counts_as(command, action):
    assert {slot_action(part) for part in understand(command).parts} - {""} == ({action} - {""})


def test_the_first_start_of_a_service_is_recorded_and_takes_no_slot(guarded):
    for command in ("docker start web", "docker restart web", "docker restart web"):
        assert guarded.bash(command)[0] == "allow"
    assert guarded.actions() == [
        ("web", "start", "attempted"),
        ("web", "restart", "attempted"),
        ("web", "restart", "attempted"),
    ]


def test_a_service_that_may_not_be_restarted_at_all_is_not_started_either(guarded):
    guarded.rules(limits=guarded.policy.limits._replace(restarts=0), restart="ask")
    operator = Operator(guarded, "approved")
    verdict, why = guarded.bash("docker start web")
    assert (verdict, why.startswith("web may not be started or restarted by a session at all.")) == ("deny", True)
    assert operator.asked == []


def test_another_start_counts_as_a_restart(guarded):
    for _ in range(3):
        assert guarded.bash("docker start web")[0] == "allow"
    assert [action for _, action, _ in guarded.actions()] == ["start", "restart", "restart"]
    assert guarded.bash("docker start web")[0] == "deny"


@pytest.mark.parametrize("before", ["docker stop web", "docker restart web"])
def test_a_start_after_a_stop_or_a_restart_of_ours_counts_as_a_restart(guarded, before):
    guarded.rules(stop="automatic")
    for command in (before, "docker start web"):
        assert guarded.bash(command)[0] == "allow"
    assert [action for _, action, _ in guarded.actions()] == ["restart", "restart"]


def test_a_stop_and_a_start_in_one_command_take_one_slot(guarded):
    guarded.rules(stop="automatic")
    assert guarded.bash("docker stop web && docker start web")[0] == "allow"
    assert guarded.actions() == [("web", "restart", "attempted")]


def test_a_start_is_the_first_again_after_two_healthy_checks(guarded):
    book = guarded.book
    assert guarded.bash("docker start web")[0] == "allow"

    def check():
        for minutes in (1, 7):
            at = NOON + timedelta(minutes=minutes)
            book.health.add(service="web", status="healthy", session_id=None, measured=True, now=at)
        return clear_by_health(book, ["web"], 5, NOON + timedelta(minutes=7))

    assert book.store.write(check).result() == ("web",)
    guarded.now = NOON + timedelta(minutes=8)
    assert guarded.bash("docker start web")[0] == "allow"
    assert [action for _, action, _ in guarded.actions()] == ["start", "start"]


@pytest.mark.parametrize("state", ["claimed", "not_run"])
def test_what_was_only_claimed_or_not_run_counts_nothing(guarded, state):
    def add():
        for _ in range(2):
            guarded.book.cooldowns.add(
                service="web", action_type="restart", success=True, message="", session_id=guarded.session_id,
                tier=2, now=NOON - timedelta(minutes=1), state=state,
            )  # fmt: skip

    guarded.book.store.write(add).result()
    assert guarded.bash("docker start web")[0] == "allow"
    assert guarded.bash("docker restart web")[0] == "allow"
    assert [action for _, action, kept in guarded.actions() if kept == "attempted"] == ["start", "restart"]
    assert guarded.bash("systemctl restart 'x*'")[0] == "allow"


def test_a_service_that_was_only_claimed_is_not_known(guarded):
    said = {"service": "web", "action_type": "restart", "success": True, "message": "", "tier": 2, "now": NOON}
    guarded.book.store.write(lambda: guarded.book.cooldowns.claim(session_id=guarded.session_id, **said)).result()
    assert guarded.bash("docker restart $(cat ids)")[0] == "allow"
    assert [service for service, _, state in guarded.actions() if state == "attempted"] == ["any-service"]


@pytest.mark.parametrize("command", ["systemctl reload web", "service web reload", "kill -HUP $(pidof gunicorn)"])
def test_a_reload_takes_no_slot_and_a_full_cooldown_does_not_hold_it(guarded, command):
    guarded.rules(known=(WEB,))
    for _ in range(2):
        guarded.bash("systemctl restart web")
    assert guarded.bash(command)[0] == "allow"
    assert len(guarded.actions()) == 2


def test_a_reload_is_left_to_the_tier_and_the_operator_s_policy(new_session):
    assert new_session(1).bash("systemctl reload web")[0] == "deny"
    assert new_session(2, restart="never").bash("systemctl reload web")[0] == "deny"


def test_maintenance_holds_a_reload_and_a_start(guarded):
    book = guarded.book
    book.store.write(lambda: book.rules.maintain("web", NOON, None, "", NOON)).result()
    assert [guarded.bash(f"systemctl {verb} web")[0] for verb in ("reload", "start")] == ["deny", "deny"]


@pytest.fixture
def stray(tmp_path):
    """A process that belongs to no service."""
    program = tmp_path / "shop-maintd"
    program.symlink_to("/bin/sleep")
    process = subprocess.Popen([str(program), "1000"])
    while LocalMachine().process_name(str(process.pid)) != "shop-maintd":  # until it is what it will be
        pass
    yield process
    process.kill()
    process.wait()


class Operator:
    """Answers each question that waits, and remembers it."""

    def __init__(self, guarded, state):
        self.guarded, self.state, self.asked = guarded, state, []
        guarded.slept = self.answer

    def answer(self):
        approvals = self.guarded.book.approvals
        for waiting in approvals.waiting(self.guarded.now):
            self.asked.append(waiting)
            self.guarded.book.store.write(
                lambda number=waiting.id: approvals.answer(number, self.state, "window", self.guarded.now, "")
            ).result()


class TestProcesses:
    def test_the_end_of_a_stray_process_is_asked_with_its_name_and_takes_no_slot(self, new_session, stray):
        guarded = new_session(known=(WEB,))
        operator = Operator(guarded, "approved")
        assert guarded.bash(f"kill {stray.pid}")[0] == "allow"
        assert f"{stray.pid} (shop-maintd)" in operator.asked[0].context
        assert guarded.actions() == []

    @pytest.mark.parametrize("text", ["pkill shop-maintd", "kill $(pidof shop-maintd)", "killall shop-maintd"])
    def test_a_name_that_no_service_has_takes_no_slot(self, new_session, text):
        guarded = new_session(known=(WEB,), stop="automatic")
        for _ in range(3):
            assert guarded.bash(text)[0] == "allow"
        assert guarded.actions() == []

    @pytest.mark.parametrize("text", ["pkill gunicorn", "kill $(pidof gunicorn)"])
    def test_the_end_of_a_service_s_process_is_a_stop_of_the_service(self, new_session, text):
        guarded = new_session(known=(WEB,), stop="automatic")
        assert guarded.bash(text)[0] == "allow"
        assert guarded.actions() == [("web", "restart", "attempted")]

    @pytest.mark.parametrize("held", ["cooldown", "maintenance"])
    def test_a_process_that_may_be_a_service_s_is_asked_of_the_operator(self, new_session, held):
        guarded = new_session(known=(WEB,))
        book = guarded.book
        if held == "cooldown":
            assert [guarded.bash("systemctl restart web")[0] for _ in "12"] == ["allow", "allow"]
        else:
            book.store.write(lambda: book.rules.maintain("web", NOON, None, "", NOON)).result()
        operator = Operator(guarded, "approved")
        assert guarded.bash("kill $(cat /tmp/pid)")[0] == "allow"
        assert "It may be web: web " in operator.asked[0].context

    def test_where_nobody_is_asked_such_a_process_is_refused(self, new_session):
        guarded = new_session(known=(WEB,), stop="automatic")
        assert [guarded.bash("systemctl restart web")[0] for _ in "12"] == ["allow", "allow"]
        assert guarded.bash("kill $(cat /tmp/pid)")[0] == "deny"

    def test_the_process_of_a_service_in_maintenance_is_left_alone_without_a_question(self, new_session):
        guarded = new_session(known=(WEB,))
        book = guarded.book
        book.store.write(lambda: book.rules.maintain("web", NOON, None, "", NOON)).result()
        assert guarded.bash("pkill gunicorn")[0] == "deny"
        assert book.approvals.list() == []

    def test_the_names_of_numbered_processes_of_this_machine(self, stray):
        targets = [
            CommandTarget("pid", str(stray.pid)),
            CommandTarget("pid", "4194999"),
            CommandTarget("pid", "1", host="nas"),
            CommandTarget("process", "web"),
        ]
        assert named_processes(targets, LocalMachine()) == {str(stray.pid): "shop-maintd"}


class TestAtTheLimit:
    def full(self, new_session, state="approved", **rules):
        guarded = new_session(known=(WEB,), **rules)
        for _ in range(2):
            Operator(guarded, "approved_run")
            assert guarded.bash("systemctl restart web")[0] == "allow"
        return guarded, Operator(guarded, state)

    def test_where_the_policy_is_automatic_it_is_refused_without_a_question(self, new_session):
        guarded, operator = self.full(new_session)
        verdict, why = guarded.bash("systemctl restart web")
        assert (verdict, why.startswith(FULL)) == ("deny", True)
        assert operator.asked == []

    def test_where_the_policy_is_to_ask_the_operator_is_asked_and_told_of_the_limit(self, new_session):
        guarded, operator = self.full(new_session, restart="ask")
        assert guarded.bash("systemctl restart web")[0] == "allow"
        (asked,) = operator.asked
        assert asked.action == "restart"
        assert asked.context.startswith(FULL)
        assert "A yes runs it all the same, and it counts." in asked.context

    def test_what_a_yes_opens_counts(self, new_session):
        guarded, _ = self.full(new_session, restart="ask")
        guarded.bash("systemctl restart web")
        assert guarded.actions() == [("web", "restart", "attempted")] * 3

    def test_a_yes_for_the_whole_run_does_not_open_the_limit(self, new_session):
        guarded, operator = self.full(new_session, "approved_run", restart="ask")
        for _ in range(2):
            assert guarded.bash("systemctl restart web")[0] == "allow"
        assert len(operator.asked) == 2

    def test_silence_refuses(self, new_session):
        guarded, _ = self.full(new_session, restart="ask")
        guarded.rules(wait_minutes=0.05).slept = lambda: None
        verdict, why = guarded.bash("systemctl restart web")
        assert (verdict, "did not answer" in why, FULL in why) == ("deny", True, True)
        assert why.endswith("The operator can lift this with `claudeops cooldowns clear web`.")
        assert len(guarded.actions()) == 2

    def test_maintenance_that_begins_while_the_question_stands_is_not_opened_by_the_yes(self, new_session):
        guarded, operator = self.full(new_session, restart="ask")
        book = guarded.book

        def answer():
            book.store.write(lambda: book.rules.maintain("web", NOON, None, "", NOON)).result()
            operator.answer()

        guarded.slept = answer
        assert guarded.bash("systemctl restart web")[0] == "deny"
        assert len(guarded.actions()) == 2

    def test_a_command_of_which_one_part_is_not_asked_about_is_refused(self, new_session):
        guarded, operator = self.full(new_session)
        assert guarded.bash("systemctl restart web; rm -rf /srv/cache")[0] == "deny"
        assert operator.asked == []


def test_a_start_stays_known_for_as_long_as_it_is_not_cleared(guarded):
    guarded.bash("docker start web")
    guarded.now = NOON + timedelta(days=30)
    guarded.bash("docker start web")
    assert [(a.action_type, a.created_at) for a in guarded.book.cooldowns.list(limit=1)] == [
        ("restart", to_text(guarded.now))
    ]
