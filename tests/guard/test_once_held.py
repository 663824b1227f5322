"""Harmless commands of a kind that was once held: words in them look like acting, where they only name or count."""

from __future__ import annotations

import pytest

from claudeops_desktop.guard.classify import understand


@pytest.mark.parametrize(
    "command",
    [
        "systemctl show nginx -p ActiveEnterTimestamp -p InactiveExitTimestamp",
        "systemctl show --property=ExecMainStartTimestamp,StateChangeTimestamp nginx",
        "mongosh --quiet --eval 'rs.status().members.map(m => m.name + \" \" + m.stateStr)'",
        'mongosh --eval "rs.status().members.map(m=>({n:m.name,s:m.stateStr}))"',
        "visudo -c",
        "visudo -cf /etc/sudoers.d/deploy",
        "python3 -c 'import datetime; print(datetime.datetime.utcfromtimestamp(1764300000))'",
        'python3 -c "from datetime import datetime as d; print(d.utcfromtimestamp(1764300000).isoformat())"',
        "http GET 'http://localhost:9090/api/v1/query?query=up'",
    ],
)
def test_it_reads(command):
    assert understand(command).kind == "read"
