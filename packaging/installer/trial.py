"""The package on this machine, for real: installed, started on a screen of its own, upgraded, removed and purged."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from . import debian

PROGRAM = Path("/usr/bin/claudeops")
FOLDER = Path("/usr/lib") / debian.NAME
LONGEST_S = 60.0


class Failed(Exception):
    """A step did not end as it should; the text says how."""


def wait_for(what: str, holds: Callable[[], object], seconds: float = LONGEST_S) -> float:
    """Wait until something holds; how long that took. Raises Failed."""
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > seconds:
            raise Failed(f"not within {seconds:g} s: {what}")
        time.sleep(0.02)
    return time.monotonic() - began


def expect(holds: object, otherwise: str) -> None:
    """Raises Failed with ``otherwise``."""
    if not holds:
        raise Failed(otherwise)


class Trial:
    """One machine, two versions of the package, one operator with a home of their own."""

    def __init__(self, package: Path, later: Path, newer: str, home: Path, pictures: Path) -> None:
        self.package, self.later, self.newer = package, later, newer
        self.home, self.pictures = home, pictures
        self.environ: dict[str, str] = {}
        self.data = home / ".local" / "share" / "claudeops"

    # --- what the steps are made of ---------------------------------------------------------------------------------

    def ask(self, *words: str, code: int = 0) -> str:
        """Run the installed command to its end; what it said."""
        done = subprocess.run(
            [str(PROGRAM), *words], env=self.environ, capture_output=True, text=True, check=False, timeout=120
        )
        said = done.stdout + done.stderr
        expect(done.returncode == code, f"`claudeops {' '.join(words)}` ends with {done.returncode}: {said[-600:]}")
        expect("That is a bug" not in said, said)
        return said

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """Start the application; it goes on."""
        return subprocess.Popen(
            [str(PROGRAM), *words],
            env=self.environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def windows(self) -> list[str]:
        """The visible windows of the application."""
        words = ["xdotool", "search", "--onlyvisible", "--class", "claudeops"]
        found = subprocess.run(words, env=self.environ, capture_output=True, text=True, check=False).stdout.split()
        return [window for window in found if self.width(window) > 200]  # the tray's icon is a window too

    def width(self, window: str) -> int:
        """Of a window; 0 where it is gone."""
        words = ["xdotool", "getwindowgeometry", "--shell", window]
        said = subprocess.run(words, env=self.environ, capture_output=True, text=True, check=False).stdout
        return next((int(line.removeprefix("WIDTH=")) for line in said.splitlines() if line.startswith("WIDTH=")), 0)

    def keys(self, *keys: str) -> None:
        """Press keys in the window that has the focus."""
        subprocess.run(["xdotool", "key", "--delay", "60", *keys], env=self.environ, check=True)

    def picture(self, name: str) -> None:
        """What is on the screen now."""
        if shutil.which("import"):
            target = self.pictures / f"{name}.png"
            subprocess.run(["import", "-window", "root", str(target)], env=self.environ, check=False)

    def log(self) -> str:
        """What the application wrote into its own log."""
        path = self.data / "logs" / "app.log"
        return path.read_text(errors="replace") if path.is_file() else ""

    def schedule_is_kept(self) -> bool:
        """Whether all parts stand: the first schedule is made last."""
        import sqlite3

        if not (self.data / "claudeops.db").exists():
            return False
        connection = sqlite3.connect(self.data / "claudeops.db")
        try:
            return bool(connection.execute("SELECT count(*) FROM schedules").fetchone()[0])
        except sqlite3.OperationalError:
            return False
        finally:
            connection.close()

    # --- the steps ----------------------------------------------------------------------------------------------------

    def installs(self) -> str:
        """dpkg -i."""
        _dpkg("-i", str(self.package))
        for path in (
            PROGRAM,
            FOLDER / "claudeops",
            Path(f"/usr/share/applications/{debian.APP_ID}.desktop"),
            Path(f"/usr/share/metainfo/{debian.APP_ID}.metainfo.xml"),
            Path(f"/usr/share/icons/hicolor/256x256/apps/{debian.APP_ID}.png"),
            Path(f"/usr/share/doc/{debian.NAME}/licences/pyside6_essentials/LGPL-3.txt"),
        ):
            expect(path.exists(), f"{path} is not there")
        return _state()

    def commands_answer(self) -> str:
        """The command line of the installed program, a run of the watcher and one of a recording among it."""
        version = self.ask("--version").strip()
        self.ask("--help")
        self.ask("doctor")
        self.ask("settings", "list")
        said = self.ask("run", "--agent", "watch")
        expect("completed" in said, said)
        recording = self.home / "said.ndjson"
        recording.write_text(
            '{"type":"assistant","message":{"content":[{"type":"text","text":"[MEMORY:timing:jellyfin] Takes 60s"}]}}\n'
            '{"type":"result","subtype":"success","is_error":false,"result":"Done.","num_turns":1}\n'
        )
        self.ask("run", "--agent", f"replay:{recording}")
        memories = json.loads(self.ask("memory", "list", "--json"))
        expect([m["observation"] for m in memories] == ["Takes 60s"], f"memories: {memories}")
        return version

    def guard_answers(self) -> str:
        """The guard in the frozen program: what it says, and how long a whole process takes."""
        line = json.dumps({"command": "sudo systemctl restart nginx"}) + "\n"
        times = []
        for _ in range(15):
            began = time.perf_counter()
            done = subprocess.run(
                [str(PROGRAM), "guard", "--classify"], input=line, env=self.environ, capture_output=True, text=True,
                check=False,
            )  # fmt: skip
            times.append(time.perf_counter() - began)
        expect(done.returncode == 0, done.stderr)
        expect(json.loads(done.stdout)["class"] == "restart", done.stdout)
        return f"median {sorted(times)[7] * 1000:.0f} ms"

    def window_opens(self) -> str:
        """The first start shows the window."""
        self.running = self.start()
        wait_for("a window", self.windows)
        wait_for("the schedule", self.schedule_is_kept)
        time.sleep(1.5)  # for the picture alone
        self.picture("installed")
        return f"window class {_window_class(self.environ, self.windows()[0])}"

    def every_page_opens(self) -> str:
        """All pages by keys; nothing is written to the log as an error."""
        from claudeops_desktop.ui.pages import PAGES

        for number, entry in enumerate(PAGES, start=1):
            self.keys(entry.keys.lower().replace(",", "comma"))
            time.sleep(0.8)
            self.picture(f"page-{number}-{entry.name}")
        expect("Traceback" not in self.log(), self.log()[-1500:])
        return f"{len(PAGES)} pages"

    def second_start_raises(self) -> str:
        """A second start ends by itself and brings the first one's window back."""
        (window,) = self.windows()[:1]
        subprocess.run(["xdotool", "windowminimize", "--sync", window], env=self.environ, check=True)
        said = self.ask()
        wait_for("the window again", self.windows)
        return said.strip()

    def autostart_is_written(self) -> str:
        """The autostart entry starts this program, and only while it is installed."""
        entry = self.home / ".config" / "autostart" / f"{debian.APP_ID}.desktop"
        self.ask("desktop", "autostart", "on")
        expect(entry.is_file(), f"{entry} was not written")
        text = entry.read_text()
        expect("--background" in text and "claudeops" in text, text)
        if shutil.which("desktop-file-validate"):
            subprocess.run(["desktop-file-validate", str(entry)], check=True)
        return next(line for line in text.splitlines() if line.startswith("Exec="))

    def upgrades_while_it_runs(self) -> str:
        """The running one goes on with all its pages; the next start is the new one."""
        said = _dpkg("-i", str(self.later))
        expect("It goes on as it is" in said, f"the upgrade did not say that the application runs: {said}")
        expect(self.running.poll() is None, "the running application ended")
        expect(_state() == f"installed {self.newer}", _state())
        self.every_page_opens()
        self.ask("memory", "list")
        return self.ask().strip()

    def ends_on_a_signal(self) -> str:
        """SIGTERM ends it cleanly and nothing stays."""
        self.running.send_signal(signal.SIGTERM)
        said, _ = self.running.communicate(timeout=30)
        expect(self.running.returncode == 0, f"it ended with {self.running.returncode}: {said.decode()[-600:]}")
        expect(b"Traceback" not in said, said.decode()[-1500:])
        expect(not _own_processes(), f"left: {_own_processes()}")
        return "nothing left"

    def starts_in_the_background(self) -> str:
        """In the tray, without a window; a second start shows it."""
        self.running = self.start("--background")
        lock = self.data / "window.lock"
        wait_for("its lock", lock.exists)
        time.sleep(3)
        self.picture("background")
        expect(not self.windows(), "a window is shown")
        self.ask()
        wait_for("the window", self.windows)
        return "the tray first, then the window"

    def removal_ends_it_and_keeps_data(self) -> str:
        """dpkg -r while it runs."""
        _dpkg("-r", debian.NAME)
        wait_for("its end", lambda: self.running.poll() is not None, 30)
        expect(self.running.returncode == 0, f"it ended with {self.running.returncode}")
        expect(not _own_processes(), f"left: {_own_processes()}")
        expect(not PROGRAM.exists() and not FOLDER.exists(), f"{FOLDER} or {PROGRAM} is still there")
        expect((self.data / "claudeops.db").exists(), "the data is gone")
        return "data kept"

    def purge_keeps_homes_unless_told(self) -> str:
        """dpkg -P; and what its script does with homes, on the operator of this trial."""
        script = self.home / "postrm"
        shutil.copyfile(Path("/var/lib/dpkg/info") / f"{debian.NAME}.postrm", script)
        _dpkg("-P", debian.NAME)
        tools = self.home / "tools"
        tools.mkdir()
        (tools / "getent").write_text(f"#!/bin/sh\necho root:x:0:0::{self.home}:/bin/sh\n")
        (tools / "getent").chmod(0o755)
        environ = dict(os.environ) | {"PATH": f"{tools}:{os.environ['PATH']}"}
        words = ["sh", str(script), "purge"]
        said = subprocess.run(words, env=environ, capture_output=True, text=True, check=True).stdout
        expect("Kept" in said and (self.data / "claudeops.db").exists(), said)
        told = environ | {"CLAUDEOPS_PURGE_DATA": "yes"}
        said = subprocess.run(words, env=told, capture_output=True, text=True, check=True).stdout
        expect("Deleted" in said and not self.data.exists(), said)
        return "kept; deleted when told to"


def run(package: Path, later: Path, newer: str) -> int:
    """Every step, in order; stops at the first that fails. The exit code."""
    if os.geteuid() != 0:
        print("The trial installs a package: it needs root.", file=sys.stderr)
        return 2
    lacking = [name for name in ("Xvfb", "openbox", "trayer", "xdotool") if not shutil.which(name)]
    if lacking:
        print(f"The trial needs programs that are not installed: {', '.join(lacking)}.", file=sys.stderr)
        return 2
    if _state() != "not installed":
        print(f"{debian.NAME} is installed here already; the trial would remove it.", file=sys.stderr)
        return 2
    pictures = Path(tempfile.gettempdir()) / "claudeops-trial"
    shutil.rmtree(pictures, ignore_errors=True)
    pictures.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="claudeops-trial-") as home, _screen(Path(home)) as environ:
        trial = Trial(package, later, newer, Path(home), pictures)
        trial.environ = environ
        code = _carry_out(trial)
    print(f"Pictures: {pictures}", file=sys.stderr)
    return code


def _carry_out(trial: Trial) -> int:
    steps = (
        trial.installs, trial.commands_answer, trial.guard_answers, trial.window_opens, trial.every_page_opens,
        trial.second_start_raises, trial.autostart_is_written, trial.upgrades_while_it_runs, trial.ends_on_a_signal,
        trial.starts_in_the_background, trial.removal_ends_it_and_keeps_data, trial.purge_keeps_homes_unless_told,
    )  # fmt: skip
    failed = 0
    try:
        for step in steps:
            name = step.__name__.replace("_", " ")
            try:
                print(f"ok    {name}: {step()}", file=sys.stderr, flush=True)
            except (Failed, subprocess.SubprocessError) as error:
                failed += 1
                print(f"FAIL  {name}: {error}", file=sys.stderr, flush=True)
    finally:
        running = getattr(trial, "running", None)
        if running is not None and running.poll() is None:
            running.kill()
            running.wait()
        if _state() != "not installed":
            _dpkg("-P", debian.NAME)
    print(
        "The package installs, starts, upgrades and goes." if not failed else f"{failed} steps failed.", file=sys.stderr
    )
    return 1 if failed else 0


@contextmanager
def _screen(home: Path) -> Iterator[dict[str, str]]:
    """A screen with a window manager and a tray, and the environment of an operator who sits before it."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from benchmarks.screen import screen

    runtime = home / "runtime"
    runtime.mkdir(mode=0o700)
    with screen(tray=True) as shown:
        environ = {
            k: v for k, v in shown.environ.items() if not k.startswith(("CLAUDEOPS_", "PYTHON", "XDG_", "DBUS_"))
        }
        environ.pop("QT_QPA_PLATFORM", None)
        yield environ | {"HOME": str(home), "XDG_RUNTIME_DIR": str(runtime), "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}


def _dpkg(*words: str) -> str:
    environ = dict(os.environ) | {"DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(["dpkg", *words], capture_output=True, text=True, check=False, env=environ)
    if done.returncode:
        raise Failed(f"dpkg {' '.join(words)}: {(done.stdout + done.stderr)[-800:]}")
    return done.stdout + done.stderr


def _state() -> str:
    words = ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", debian.NAME]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    said = done.stdout.strip()
    return said if done.returncode == 0 and not said.startswith(("not-installed", "unknown")) else "not installed"


def _own_processes() -> list[int]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            exe = str((process / "exe").readlink())
        except OSError:
            continue
        if exe.startswith(str(FOLDER)):
            found.append(int(process.name))
    return found


def _window_class(environ: dict[str, str], window: str) -> str:
    if not shutil.which("xprop"):
        return "unknown"
    words = ["xprop", "-id", window, "WM_CLASS"]
    return (
        subprocess.run(words, env=environ, capture_output=True, text=True, check=False)
        .stdout.partition("= ")[2]
        .strip()
    )
