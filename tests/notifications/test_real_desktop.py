"""D4 on a real message bus with a real notification server, where this machine has them; else on the stand-in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

_SHOW = """
import time
from claudeops_desktop.notifications.desktop_bus import NotificationBus
from claudeops_desktop.core.errors import EnvironmentFault
bus = NotificationBus(lambda number, key: None)
until = time.monotonic() + 20
while True:
    try:
        print(bus.server())
        break
    except EnvironmentFault:
        if time.monotonic() > until:
            raise
        time.sleep(0.1)
first = bus.show("A run failed", "why", buttons=(("approve", "Approve"),))
print(bus.show("A run failed (2 times)", "why", replaces=first) == first)
bus.close_notification(first)
bus.close()
"""
_DUNST = 'Xvfb -displayfd 3 -screen 0 640x480x24 3>"$0.display" 2>/dev/null & X=$!; \
while [ ! -s "$0.display" ]; do sleep 0.05; done; export DISPLAY=:$(cat "$0.display"); \
dunst >/dev/null 2>&1 & D=$!; "$@"; R=$?; kill $D $X; wait; exit $R'


def test_a_notification_is_shown_changed_and_taken_away(tmp_path, server):
    command = [sys.executable, "-c", _SHOW]
    environ = dict(os.environ)
    wanted = "stand-in 1.0"
    if all(map(shutil.which, ("dbus-run-session", "dunst", "Xvfb"))):
        command = ["dbus-run-session", "--", "sh", "-c", _DUNST, str(tmp_path / "x"), *command]
        wanted = "dunst"
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=90, check=False)
    said = done.stdout.split("\n")
    assert said[0].startswith(wanted), done.stderr
    assert said[1] == "True"
