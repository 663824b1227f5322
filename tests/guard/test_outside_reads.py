"""Reading that fails in a profile runs outside of a confined session; all other reading runs inside."""

from __future__ import annotations

import pytest
from guard_world import Guarded, read

from claudeops_desktop.guard.outside_reads import reads_outside


@pytest.mark.parametrize(
    "command",
    [
        "ss -ltnp",
        "/usr/sbin/ss -ltnp 2>/dev/null | grep 443",
        "ssh web1 uptime",
        "ping -c1 -W1 web1 && echo there",
        "sudo -n journalctl -u web -n 50 --no-pager",
        "df -h 2>&1 | sort -k5 | head -n 5",
        "iptables -L -n",
        "ps aux --sort=-%mem | awk 'NR<=10 {print $6/1024, $11}'",
        "df -h | awk -F% '$1 > 80'",
        "top -bn1 | sed -n '7,15p'",
        "lsof -p 1 | tail -n +2",
        "chage -l root",
        "sudo -l",
        "sshd -T | grep -i permitroot",
        "df | cut -c 5-10",
        "df -P | cut -d: -f1 | grep -e root | grep -c x",
    ],
)
def test_what_a_profile_spoils_runs_outside(command: str) -> None:
    assert reads_outside(command, is_root=True)


@pytest.mark.parametrize(
    "command",
    ["ls -la /etc", "[ -d /srv ] && ls -l /srv || echo none", "stat /var/log | head -4", "getfacl /srv/web"],
)
def test_the_owners_of_files_are_shown_outside_to_an_ordinary_user(command: str) -> None:
    assert reads_outside(command, is_root=False)
    assert not reads_outside(command, is_root=True)


@pytest.mark.parametrize(
    "command",
    [
        "cat /etc/hosts",
        "ss -ltn | cat /etc/hosts",
        "ss -ltn | grep -r key /etc",
        "ss -ltn | grep 443 /etc/services",
        "ss -ltn | awk '{print $4}' /etc/hosts",
        "ss -ltn | awk -f /etc/hosts",
        "ss -ltn | awk -v x=1 '{print x}'",
        """ss -ltn | awk 'BEGIN {SYMTAB["AR" "GV"][1] = "/etc/hosts"} {print}'""",
        "ss -ltn | awk '{getline; print}'",
        "awk '{print}'",
        "ss -ltn | sed -n 1p /etc/hosts",
        "ss -ltn | sed -n 'r /etc/hosts'",
        "ss -ltn | sed 3p",
        "chage root",
        "sshd -T -f /etc/hosts",
        "sshd -T -C user=web",
        "certbot certificates --config-dir /tmp",
        "ls",
        "ls -l work",
        "ls -l ~/work",
        "ls -l /tmp/work",
        "ls -l /tmp",
        "ls -l /etc /var/tmp",
        "ls -l /etc/../tmp",
        "ls -l /proc/self/exe",
        "stat -c %U ./x",
        "cat /etc/hosts | grep $(ls /etc)",
        "ss -ltn | grep -esecret /etc/app.conf",
        "ss -ltn | grep -ie secret",
        "ss -ltn | cut -f1 /etc/app.conf",
        "ss -ltn | cut -c1-80 /etc/app.conf",
        "ss -ltn | cut --characters=1-80 /etc/app.conf",
        "ss -ltn | head -3 /etc/hosts",
        "ss -ltn > ports",
        "ss -ltn; cat /etc/hosts",
        "for h in a b; do ping -c1 $h; done",
        "ping -c1 $(hostname)",
        "LD_PRELOAD=x ss -ltn",
        "./ss -ltn",
        "ss() { cat /etc/hosts; }; ss",
        "sudo cat /var/log/syslog",
        "sudo -u web ss",
        "sudo",
        "grep x",
        "",
    ],
)
def test_everything_else_runs_inside(command: str) -> None:
    assert not any(reads_outside(command, is_root=is_root) for is_root in (True, False))


def ask(session: Guarded, command: str) -> dict:
    answer: dict = session.guard().answer(session.payload("Bash", command=command))
    assert read(answer)[0] == "allow"
    return answer["hookSpecificOutput"]


def test_in_a_confined_session_it_is_answered_with_one_that_runs_it_outside(new_session) -> None:
    session = new_session(1, confined=True)
    assert "act" in ask(session, "ss -ltn")["updatedInput"]["command"].split()
    assert "updatedInput" not in ask(session, "cat /etc/hosts")


def test_in_another_session_it_runs_as_it_is(new_session) -> None:
    assert "updatedInput" not in ask(new_session(1), "ss -ltn")


def test_what_the_operator_forbids_is_not_read_outside_either(new_session) -> None:
    session = new_session(1, confined=True, forbidden=("Bash(ssh:*)",))
    assert read(session.guard().answer(session.payload("Bash", command="ssh web1 uptime")))[0] == "deny"
