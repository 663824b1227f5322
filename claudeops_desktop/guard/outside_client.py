"""Stands in a session for a command that runs outside of it: sends its token, prints the output, ends with its code.

Started as a file, by a bare interpreter, with the standard library alone (``outside``).
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Sequence

SOCKET = "socket"
NOT_RUN = 126


def main(words: Sequence[str]) -> int:
    """Have the ticket ``words[1]`` of the folder ``words[0]`` run; its exit code."""
    path, token = words
    try:
        folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)  # its path may be too long for a socket
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(f"/proc/self/fd/{folder}/{SOCKET}")
            connection.sendall(token.encode())
            with connection.makefile("rb") as frames:
                while head := frames.readline().split():
                    if head[0] == b"x":
                        return int(head[1])
                    sys.stdout.buffer.write(frames.read(int(head[1])))
                    sys.stdout.buffer.flush()
    except (OSError, ValueError) as error:
        sys.stderr.write(f"Claude Ops could not run this outside of the session: {error}\n")
        return NOT_RUN
    sys.stderr.write("Claude Ops ended before the command did.\n")
    return NOT_RUN


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
