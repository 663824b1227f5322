"""A small host for sessions to work on: services with an init script, a configuration and a log, that really fail.

Each lives below one folder, listens on a port of this test's own and is reached by ``service``, ``webd`` and ``docker``
on PATH, so that several hosts run side by side and nothing of the machine is touched.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

HERE = Path(__file__).parent
TOOLS = ("service", "webd", "docker", "holder", "ss", "curl", "pkill")


@dataclass
class SmallWorld:
    """One host. ``tools`` goes first on PATH."""

    place: Path
    ports: dict[str, int] = field(default_factory=dict)
    holders: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name in ("tools", "init.d", "etc", "log", "run", "data", "compose"):
            (self.place / name).mkdir(parents=True, exist_ok=True)
        for name in TOOLS:
            program = (HERE / f"{name}.py").read_text()
            tool = self.tools / name
            tool.write_text(f"#!{sys.executable} -IS\n" + program.replace("@WORLD@", str(self.place)))
            tool.chmod(0o755)

    @property
    def tools(self) -> Path:
        return self.place / "tools"

    def environment(self, environ: Mapping[str, str]) -> dict[str, str]:
        return dict(environ) | {"PATH": f"{self.tools}:{environ['PATH']}"}

    # -- services ---------------------------------------------------------------------------------------------------

    def add_service(self, name: str, port: int) -> None:
        """A server with a configuration of its own and an init script; not started."""
        self.ports[name] = port
        own = self.conf(name).parent
        (own / "conf.d").mkdir(parents=True, exist_ok=True)
        (self.place / "data" / name).mkdir(exist_ok=True)
        (own / "conf.d" / "site.conf").write_text(f"# the site of {name}\n")
        self.conf(name).write_text(
            f"listen 127.0.0.1:{port};\n"
            f"include {own}/conf.d/site.conf;\n"
            f"data {self.place}/data/{name};\n"
            f"pid {self.place}/run/{name}.pid;\n"
            f"error_log {self.log(name)};\n"
        )
        script = self.place / "init.d" / name
        script.write_text(f'#!/bin/sh\nexec {self.tools}/webd -n {name} -c {self.conf(name)} -s "$1"\n')
        script.chmod(0o755)

    def add_compose(self, name: str, port: int) -> None:
        """A compose project of one container, whose server wants a variable of its ``.env``."""
        self.ports[name] = port
        folder = self.compose(name)
        folder.mkdir(exist_ok=True)
        (folder / "compose.yml").write_text(
            f"services:\n  {name}:\n    image: example/{name}:2\n    container_name: {name}\n"
            f'    ports: ["127.0.0.1:{port}:80"]\n    env_file: .env\n'
        )
        (folder / ".env").write_text("DB_URL=postgres://db.example/shop\n")

    def conf(self, name: str) -> Path:
        return self.place / "etc" / name / f"{name}.conf"

    def log(self, name: str) -> Path:
        return self.place / "log" / f"{name}.log"

    def compose(self, name: str) -> Path:
        return self.place / "compose" / name

    def services_toml(self) -> str:
        """What the product knows of the host. A bad answer is looked at twice, so that one measurement confirms it."""
        found = []
        for name, port in self.ports.items():
            check = f'check = "http"\nurl = "http://127.0.0.1:{port}/"\n'
            if self.compose(name).exists():
                check = f'check = "container"\ncontainer = "{name}"\ncompose_folder = "{self.compose(name)}"\n'
            found.append(f'[[service]]\nname = "{name}"\ninterval = 10\nretries = 1\nretry_after = 0\n{check}')
        return "\n".join(found)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command on the host."""
        return subprocess.run(
            words,
            env=self.environment(os.environ),
            capture_output=True,
            text=True,
            check=False,
            cwd=self.place,
            timeout=60,
        )

    def start(self, name: str) -> None:
        """Start a service and wait until it answers."""
        if self.compose(name).exists():
            self.run("docker", "compose", "-f", str(self.compose(name) / "compose.yml"), "up", "-d")
        else:
            self.run("service", name, "start")
        self.wait(lambda: self.status(name) == 200)

    def status(self, name: str) -> int:
        """The HTTP status of a service, 0 where nothing answers."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.ports[name]}/", timeout=5) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0

    def wait(self, condition, seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline
            time.sleep(0.05)

    # -- what goes wrong --------------------------------------------------------------------------------------------

    def break_port(self, name: str, holder: str) -> None:
        """Another program takes the port while the service is down."""
        self.run("service", name, "stop")
        self.wait(lambda: self.status(name) == 0)
        self.holders.append(
            subprocess.Popen(
                [self.tools / "holder", holder, str(self.ports[name])],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        )
        self.wait(lambda: self._is_taken(name))

    def _is_taken(self, name: str) -> bool:
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.ports[name])) == 0

    def break_include(self, name: str, missing: str) -> None:
        """The configuration names a file that is not there, and the service is down."""
        conf = self.conf(name)
        conf.write_text(conf.read_text() + f"include {conf.parent}/conf.d/{missing};\n")
        self.run("service", name, "stop")
        self.wait(lambda: self.status(name) == 0)

    def break_data(self, name: str) -> None:
        """The folder that the service writes to is gone: it answers 500, and a restart does not help."""
        (self.place / "data" / name).rename(self.place / "data" / f"{name}.old")
        self.wait(lambda: self.status(name) == 500)

    def break_pid(self, name: str) -> None:
        """The service is down, and a pid file of a process that lives says that it runs."""
        self.run("service", name, "stop")
        self.wait(lambda: self.status(name) == 0)
        (self.place / "run" / f"{name}.pid").write_text(f"{os.getpid()}\n")

    def break_env(self, name: str) -> None:
        """The variable is gone from ``.env`` (an older copy lies beside it), and the container was started anew."""
        env = self.compose(name) / ".env"
        env.with_name(".env.bak").write_text(env.read_text())
        env.write_text("# DB_URL moved to the vault\n")
        self.run("docker", "restart", name)
        self.wait(lambda: self.status(name) == 0)

    def end(self) -> None:
        """End all that runs here."""
        for process in psutil.process_iter(["cmdline"]):
            if any(word.startswith(f"{self.tools}/") for word in process.info["cmdline"] or []):
                with suppress(psutil.Error):
                    process.send_signal(signal.SIGKILL)
        for holder in self.holders:
            holder.kill()
            holder.wait()
