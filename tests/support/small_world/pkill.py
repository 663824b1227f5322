"""``pkill`` by a process name of this user's: -x, -f and a signal. It waits until they have ended."""

import os
import re
import select
import signal
import sys

words = sys.argv[1:]
whole, exact = "-f" in words, "-x" in words
pattern = next(word for word in words if not word.startswith("-"))
sent = signal.SIGKILL if any(word in ("-9", "-KILL") for word in words) else signal.SIGTERM
done = False
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        name = (
            open(f"/proc/{pid}/cmdline").read().replace("\0", " ")
            if whole
            else open(f"/proc/{pid}/comm").read().strip()
        )
        if int(pid) != os.getpid() and (name == pattern if exact else re.search(pattern, name)):
            process = os.pidfd_open(int(pid))
            signal.pidfd_send_signal(process, sent)
            select.select([process], [], [], 10)
            done = True
    except OSError:
        continue
sys.exit(0 if done else 1)
