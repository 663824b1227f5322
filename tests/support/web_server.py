"""A web server in a process of its own, as discovery finds it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

_SERVER = """
import http.server, socket, sys
class Server(http.server.ThreadingHTTPServer):
    address_family = socket.AF_INET6 if ":" in sys.argv[1] else socket.AF_INET
server = Server((sys.argv[1], 0), http.server.SimpleHTTPRequestHandler)
print(server.server_address[1], flush=True)
server.serve_forever()
"""


@contextmanager
def web_server(folder: Path, address: str = "127.0.0.1") -> Iterator[tuple[int, str]]:
    """Its port, and the name of the script that it is begun from: other tests run servers at the same time."""
    name = f"site-{uuid4().hex[:10]}"
    script = folder / f"{name}.py"
    script.write_text(_SERVER)
    process = subprocess.Popen(
        [sys.executable, str(script), address], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder, text=True
    )
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline()), name
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
