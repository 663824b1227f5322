"""A refusal names what of a line is refused, what would be allowed, and how to go on."""

from __future__ import annotations

import pytest

from claudeops_desktop.guard.refused_parts import LONGEST, tell_allowed, tell_refused

ACTS = ("restart", "redeploy", "destructive")


def test_in_tier_1_it_names_the_part_the_reason_and_the_tier_that_may(new_session):
    verdict, why = new_session(1).bash("systemctl restart nginx && curl -sI localhost")
    assert (verdict, why) == (
        "deny",
        "Refused: `systemctl restart nginx`. “systemctl restart” starts, restarts or reloads something. Tier 1 only "
        "looks and may not restart services. Tier 2 may: ask for it in the outcome. `curl -sI localhost` alone is "
        "allowed.",
    )


def test_the_reason_is_that_of_the_part_that_is_refused(new_session):
    _, why = new_session(2).bash("docker compose pull; rm x")
    assert why.startswith("Refused: `docker compose pull`. “docker compose pull” installs")


def test_what_the_operator_forbids_is_not_promised_to_a_higher_tier(new_session):
    _, why = new_session(1, restart="never").bash("systemctl restart nginx")
    assert "Tier 2 may" not in why


def test_a_refusal_in_tier_3_names_no_higher_tier(new_session):
    _, why = new_session(3, destructive="never").bash("rm x; docker ps")
    assert "tier" not in why.lower()
    assert why.endswith("`docker ps` alone is allowed.")


def test_a_cooldown_that_holds_names_what_else_is_allowed(guarded):
    for _ in range(2):
        guarded.bash("docker restart web")
    _, why = guarded.bash("docker restart web && docker logs web")
    assert why.startswith("web was restarted 2 times")
    assert why.endswith("`docker logs web` alone is allowed.")
    assert "tier" not in why


def test_the_operator_s_no_names_what_else_is_allowed(guarded):
    def refuse():
        approvals = guarded.book.approvals
        for waiting in approvals.waiting(guarded.now):
            guarded.book.store.write(
                lambda number=waiting.id: approvals.answer(number, "refused", "window", guarded.now, "My backup.")
            ).result()

    guarded.slept = refuse
    assert guarded.bash("rm -r /srv/old; df -h")[1] == (
        "The operator was asked and refused this. The operator says: My backup. "
        "Do not try it in another way; report what you found. `df -h` alone is allowed."
    )


def test_a_line_of_one_command_is_not_told_back():
    assert (tell_refused("docker restart web", ACTS), tell_allowed("docker restart web")) == ("", "")


@pytest.mark.parametrize(
    ("command", "allowed"),
    [
        ("rm x; docker ps; df -h", "`docker ps`, `df -h` are each allowed alone."),
        ("rm x | tail -5", ""),
        ("cat list | tee /etc/list", "`cat list` alone is allowed."),
        ("cd /srv && rm x && ls", ""),
        ("X=/etc/shadow; rm x; cat $X", ""),
        ("rm x; cat /etc/shadow", ""),
        ("for c in a b; do rm $c; done; sleep 3", ""),
        ("rm x; ls *.log", "`ls *.log` alone is allowed."),
    ],
)
def test_only_what_means_the_same_alone_is_called_allowed(command, allowed):
    assert tell_allowed(command) == allowed


def test_what_is_told_back_is_short_and_on_one_line_and_without_secrets():
    told = tell_refused(f"rm 'a\nb' hunter2 {'x' * 300}; df", ACTS, lambda text: text.replace("hunter2", "[hidden]"))
    assert "\n" not in told
    assert "[hidden]" in told
    assert len(told) == len("Refused: ``.") + LONGEST


def test_ending_a_process_and_asking_for_its_parent_at_once_is_refused_with_what_would_be_allowed(new_session):
    guarded = new_session(2).rules(stop="automatic")
    assert guarded.bash("kill $(ps -o ppid= -p 4711)") == (
        "deny",
        "This asks for the parent of a process (`ppid`) and ends something in one command, which might end Claude "
        "Ops. Look in a call of its own, then end the process by its name or number.",
    )
