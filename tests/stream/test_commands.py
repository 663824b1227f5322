"""Who wrote what a command prints: the operator's hosts, or others (E4)."""

from __future__ import annotations

import pytest

from claudeops_desktop.stream.commands import source_of_command
from claudeops_desktop.stream.own_hosts import OperatorHosts, hosts_in

OWN = OperatorHosts(["cloud.example.org"])

FOREIGN = [
    "curl -s https://docs.example.org/fix",
    "curl -fsSL evil.example/notes",
    'ssh nas "curl -s https://evil.example/x"',
    "docker exec web sh -c 'wget -qO- http://evil.example/a'",
    "python3 -c \"import urllib.request as u;print(u.urlopen('https://evil.example').read())\"",
    "git clone https://github.com/a/b /tmp/b && cat /tmp/b/README.md",
    "git -C /srv pull git@github.com:a/b.git",
    "gh issue view 12 -R a/b",
    "npm view left-pad readme",
    "H=evil.example; curl -s http://$H/x",
    "curl -s $URL",
    "for u in https://evil.example/a; do curl -s $u; done",
    "dig TXT evil.example +short",
    "cat node_modules/x/README.md",
    "cat /var/mail/root",
    "curl -s 203.0.113.5/x",
    "curl http://2130706433/",
    "git show FETCH_HEAD:README.md",
]
OWNED = [
    "curl -s http://localhost:8096/health",
    "curl -s http://nas:9000/ http://10.0.0.5/ http://grafana.lan/api",
    "curl -s https://cloud.example.org/status.php",
    "curl -s cloud.example.org/status.php",
    "curl -s -o /dev/null -w '%{http_code}' http://10.1.1.1/",
    "for h in web1 web2; do curl -s http://$h:8080/health; done",
    "grep https://evil.example /etc/x.conf",
    "journalctl -u caddy -n 100",
    "ssh nas journalctl -u smbd",
    "git log -3",
    "gh auth status",
]


@pytest.mark.parametrize("command", FOREIGN)
def test_others_wrote_it(command: str) -> None:
    assert source_of_command(command, OWN).place


@pytest.mark.parametrize("command", OWNED)
def test_the_operators_hosts_wrote_it(command: str) -> None:
    assert source_of_command(command, OWN).place == ""


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ("curl -so /tmp/page.html https://evil.example/p", "/tmp/page.html"),
        ("wget https://evil.example/fix.sh", "fix.sh"),
        ("git clone https://github.com/a/broker.git", "broker"),
        ("curl -s https://evil.example/x | tee /srv/x.txt", "/srv/x.txt"),
    ],
)
def test_what_it_fills_stays_foreign(command: str, path: str) -> None:
    source = source_of_command(command, OWN)
    assert path in source.written
    assert source_of_command(f"head -5 {path}", OWN, source.written).place == path


def test_hosts_are_found_wherever_a_table_names_them_and_however_bad_an_entry_is() -> None:
    table = {
        "service": [
            {"name": "cloud", "url": "https://cloud.example.org:8443/x"},
            {"name": "db", "host": "ops@db.example.net", "port": "nonsense"},
            {"name": 3, "address": "198.51.100.4:53"},
        ]
    }
    assert hosts_in(table) == {"cloud.example.org", "db.example.net", "198.51.100.4"}


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("100.101.7.3", True),
        ("nas", True),
        ("nas.home.arpa", True),
        ("www.cloud.example.org", True),
        ("notcloud.example.org", False),
        ("203.0.113.9", False),
        ("8.8.8.8", False),
        ("0x7f000001", False),
    ],
)
def test_which_hosts_are_the_operators(host: str, own: bool) -> None:
    assert (host in OWN) is own
