"""What all tests share: a clean environment, one time zone, no display, and a data folder of their own."""

from __future__ import annotations

import faulthandler
import gc
import itertools
import logging
import os
import re
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from pytestqt.qtbot import QtBot

# How quickly examples are made is a property of the machine, not of ours. They are the same in every run, so that one
# that fails does so for everybody; CLAUDEOPS_TEST_RANDOM=1 looks for new ones.
hypothesis.settings.register_profile(
    "here",
    deadline=None,
    derandomize=not os.environ.get("CLAUDEOPS_TEST_RANDOM"),
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
    database=None,
)
hypothesis.settings.load_profile("here")

FOREIGN = ("CLAUDEOPS_", "ANTHROPIC_", "CLAUDE_", "CLAUDECODE")


def _scrub() -> None:
    """Before anything of ours is imported: the caller's settings, keys, zone and display must not reach a test."""
    for name in [name for name in os.environ if name.startswith(FOREIGN)]:
        if not name.startswith("CLAUDEOPS_TEST_"):
            del os.environ[name]
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        os.environ.pop(name, None)
    os.environ |= {"TZ": "UTC", "LANG": "C.UTF-8", "NO_PROXY": "127.0.0.1,localhost", "PYTHONHASHSEED": "0"}
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # Nothing of a test reaches the developer's own notifications or keyring; a test that needs one brings its own.
    os.environ["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nonexistent"
    os.environ.setdefault("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    time.tzset()
    # A shell that starts the run in the background has it ignore Ctrl+C, and every program that a test starts with it.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.umask(0o022)


_scrub()

import PySide6.QtCore  # noqa: E402, F401 — it hooks imports when it is imported

from claudeops_desktop.core import trusted_time  # noqa: E402
from claudeops_desktop.core.clock import wall_time  # noqa: E402
from claudeops_desktop.core.gc_policy import collect_if_due, keep_to_main_thread  # noqa: E402
from claudeops_desktop.core.pyside_import_hook import keep_imports_plain  # noqa: E402

keep_imports_plain()

# What tests of a folder share lies beside them, under names of its own; files of tests may be called alike.
HERE = Path(__file__).parent
sys.path += [
    str(HERE),
    *(str(folder) for folder in sorted(HERE.rglob("*")) if folder.is_dir() and folder.name[0] != "_"),
]

from support.durations import Duration, DurationRecorder, read_list  # noqa: E402

PATIENCE_MS = 90_000
LEAVE_S = 120


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """A thread that a test left behind must not keep the run from ending: its stack is told, and the run has failed."""
    faulthandler.dump_traceback_later(LEAVE_S, exit=True, file=sys.__stderr__)


_test_started = 0.0
"""When the current test began, in seconds since the machine started."""


LONG_S = 5.0
"""What takes so long comes first, so that a run does not end with one test on one core."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """One failure is one: what a test that failed left open is no fault of the test during which it is collected."""
    global _test_started
    failed, _test_started = item.session.testsfailed, time.clock_gettime(time.CLOCK_BOOTTIME)
    done = yield
    if item.session.testsfailed != failed:
        _clear_away(_test_started)
    return done


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Limit the time of a second try too: pytest-timeout and pytest's faulthandler start their clocks once a test."""
    if getattr(item, "execution_count", 1) > 1:
        own = item.get_closest_marker("timeout")
        seconds = float(own.args[0] if own and own.args else item.config.getini("timeout"))
        signal.signal(signal.SIGALRM, _out_of_time)
        signal.setitimer(signal.ITIMER_REAL, seconds)  # pytest-timeout cancels it when the test has ended
        faulthandler.dump_traceback_later(2 * seconds, exit=True, file=sys.__stderr__)


def _out_of_time(*_: object) -> None:
    pytest.fail("Timeout of the second try")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Before a failed test is tried again, clear away what its first try left open."""
    from_a_worker = hasattr(report, "node")  # then it ran in another process, and our children are the workers
    if report.outcome == "rerun" and not from_a_worker:
        _clear_away(_test_started)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests recorded as their summary, and name the tests that failed and passed when they were tried again.

    The latter must be made reliable.
    """
    for report in itertools.chain(*terminalreporter.stats.values()):
        if isinstance(report, pytest.TestReport) and report.when == "call":
            for name, value in report.user_properties:
                if name == "summary":
                    terminalreporter.write_line(str(value))
    failed = {report.nodeid for report in terminalreporter.stats.get("failed", [])}
    flaky = sorted({report.nodeid for report in terminalreporter.stats.get("rerun", [])} - failed)
    if flaky:
        terminalreporter.section("flaky tests: failed once, passed when tried again", yellow=True)
        for nodeid in flaky:
            terminalreporter.line(nodeid)
    slow = terminalreporter.config.stash.get(left_out, 0)
    if slow and terminalreporter.config.getoption("--quick"):
        terminalreporter.line(
            f"These were the quick tests. {slow:,} slow ones were left out: real programs and servers, crashes,"
            " long searches for counterexamples. All of them: scripts/test --all"
        )


def _clear_away(begun: float) -> None:
    """End the processes that were started since (seconds since the machine started), close what nobody holds."""
    import psutil

    ticks = os.sysconf("SC_CLK_TCK")
    for child in psutil.Process().children():
        try:
            started = int(Path(f"/proc/{child.pid}/stat").read_text().rsplit(")", 1)[1].split()[19])
            if started >= int(begun * ticks):
                child.kill()
        except (OSError, psutil.Error):
            continue  # it has ended
    for name in ("last_type", "last_value", "last_traceback", "last_exc"):  # the frames of the test hang on them
        sys.__dict__.pop(name, None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


class PatientBot(QtBot):
    """What is waited for comes at once or not at all; on a busy machine "at once" may be a while."""

    def waitUntil(self, callback, *, timeout=0):
        super().waitUntil(callback, timeout=max(timeout, PATIENCE_MS))

    def waitSignal(self, signal, *, timeout=0, raising=None, **more):
        if raising is not False:  # what is not to come is waited for as long as it is said
            timeout = max(timeout, PATIENCE_MS)
        return super().waitSignal(signal, timeout=timeout, raising=raising, **more)


@pytest.fixture
def qtbot(qapp, request):
    return PatientBot(request)


RealClock = trusted_time.TrustedClock


class TravellersClock(trusted_time.TrustedClock):
    """Trusts the clock whatever it says: a test that travels wants time to have passed."""

    def __init__(self, _root: object, *, keep: bool = True) -> None:
        super().__init__(
            "/nonexistent", lambda: trusted_time.ClockReading(wall_time(), 0.0, "test"), lambda _wall: True
        )


@pytest.fixture
def doubted_clock(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> trusted_time.TrustedClock:
    """The clock of this process, which is two years ahead of what is known."""
    root, kernel = tmp_path_factory.mktemp("clock"), lambda _wall: False
    RealClock(root, lambda: trusted_time.ClockReading(wall_time() - timedelta(days=730), 0.0, "boot"), kernel)
    clock = RealClock(root, lambda: trusted_time.ClockReading(wall_time(), 0.0, "boot"), kernel)
    monkeypatch.setattr(trusted_time, "_current", clock)
    return clock


@pytest.fixture(autouse=True)
def _time_travels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Data folders opened in the test's own process believe its clock; programs that it starts judge theirs."""
    monkeypatch.setattr(trusted_time, "TrustedClock", TravellersClock)


@pytest.fixture(scope="session", autouse=True)
def _garbage() -> None:
    """As in the application: what threads of ours make must not have widgets destroyed on them."""
    keep_to_main_thread()


@pytest.fixture(autouse=True)
def _collected() -> Iterator[None]:
    yield
    collect_if_due()
    for handler in list(logging.getLogger().handlers):  # what a command was asked to say is not asked of the next one
        if type(handler).__module__ == "claudeops_desktop.cli.logs":
            logging.getLogger().removeHandler(handler)
            handler.close()


# Limits that keep an operator from waiting; on a busy machine they would decide what a test sees.
HURRIES = (
    ("claudeops_desktop.memory.recall.recall", "LOAD_S", 90.0),
    ("claudeops_desktop.memory.prompt_service", "PATIENCE_S", 90.0),
    ("claudeops_desktop.memory.cli_hooks", "DEADLINE_MS", 90_000),
    ("claudeops_desktop.ui.shell.single_instance", "ANSWER_MS", 90_000),
    ("claudeops_desktop.server.connection_limits", "HEAD_S", 90.0),
    ("claudeops_desktop.server.alert_routes", "BODY_S", 90.0),
    ("claudeops_desktop.server.alert_routes", "LEFT_OVER_S", 90.0),
)


@pytest.fixture(autouse=True)
def _time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name, limit in HURRIES:
        if module in sys.modules:  # nothing is loaded for this; the folders that need it load it
            monkeypatch.setattr(sys.modules[module], name, limit)


@pytest.fixture(scope="session")
def new_folder(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """``new_folder("name")`` makes one. pytest's own way looks through all that it made before: 35 s of a whole run."""
    place, numbers = tmp_path_factory.mktemp("t"), itertools.count()

    def make(name: str) -> Path:
        folder = place / f"{next(numbers)}-{name}"
        folder.mkdir(mode=0o700)
        return folder

    return make


@pytest.fixture
def tmp_path(new_folder: Callable[[str], Path], request: pytest.FixtureRequest) -> Path:
    return new_folder(re.sub(r"\W", "_", request.node.name)[:30])


@pytest.fixture(autouse=True)
def own_home(new_folder: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """The platform's folders lie in a temporary place: a test that forgets its data folder harms nobody."""
    home = new_folder("home")
    for name, folder in (
        ("HOME", ""),
        ("XDG_DATA_HOME", "data"),
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_CACHE_HOME", "cache"),
    ):
        monkeypatch.setenv(name, str(home / folder))
    runtime = home / "runtime"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    # The machine that runs the tests is nobody's to watch; tests of continuous checks take this away.
    monkeypatch.setenv("CLAUDEOPS_MONITORING_ENABLED", "false")
    # Stand-ins of an agent write down what they were told. tests/runs/test_confinement.py and tests/real_cli confine.
    monkeypatch.setenv("CLAUDEOPS_SAFETY_CONFINEMENT", "off")


@pytest.fixture
def new_data_dir(tmp_path: Path) -> Path:
    """An operator's data folder before the first start: empty."""
    root = tmp_path / "claudeops-data"
    root.mkdir()
    return root


@pytest.fixture
def data_dir(new_data_dir: Path) -> Path:
    """An operator's data folder as a start leaves it: a database without a row."""
    from support.folders import used_folder

    return used_folder(new_data_dir).root


@pytest.fixture
def in_zone() -> Iterator[object]:
    """``in_zone("Europe/Berlin")`` puts the process into that time zone for one test."""

    def move(name: str) -> None:
        os.environ["TZ"] = name
        time.tzset()

    yield move
    move("UTC")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the choices of `scripts/test`: which tests, which store, and whether durations are recorded."""
    parser.addoption("--store", choices=("sqlite", "postgresql"), default="sqlite")
    parser.addoption("--quick", action="store_true", help="leave out what is marked slow")
    parser.addoption("--rest", action="store_true", help="only what --quick leaves out")
    parser.addoption("--thorough", action="store_true", help="all tests, and each further case of a matrix")
    parser.addoption("--durations-update", action="store_true", help="record durations and set the marks for them")


def pytest_configure(config: pytest.Config) -> None:
    """Record durations where the run is asked for that."""
    if config.getoption("--durations-update"):
        config.pluginmanager.register(DurationRecorder(config), "durations")


left_out = pytest.StashKey[int]()
"""How many tests of this run the choice of --quick or --rest has left out."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Have each worker begin with another part of the files: what one has compiled the others need not compile.

    No garbage is looked for meanwhile, and later not among the tests: these are there until the end.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is not None and session.config.args == ["tests"]:
        parts = [place for place in sorted(HERE.iterdir()) if _holds_tests(place)]
        first = len(parts) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        session.config.args = [str(place) for place in (*parts[first:], *parts[:first])]
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def _holds_tests(place: Path) -> bool:
    return place.match("test_*.py") or (place.is_dir() and any(place.rglob("test_*.py")))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files alone that can hold none of the slow tests, where only those are wanted."""
    if not config.getoption("--rest") or config.getoption("--quick") or not collection_path.match("test_*.py"):
        return None
    text = collection_path.read_text("utf-8")
    return True if "slow" not in text and "both_stores" not in text else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose the quick tests or the rest, and put long tests first; all workers have the same order.

    On a server a test that is marked ``file_only`` is skipped, and the run says why.
    """
    _choose(config, items)
    items.sort(key=lambda item: item.path.parts)
    items[:] = _long_ones_first(items, getattr(config, "workerinput", {}).get("workercount", 1))
    if config.getoption("--store") != "postgresql":
        return
    for item in items:
        marked = item.get_closest_marker("file_only")
        if marked is not None:
            (reason,) = marked.args
            item.add_marker(pytest.mark.skip(reason=f"of the file only: {reason}"))


def _long_ones_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the tests with the long ones, longest first, at the head of what each worker begins with.

    Of the list each worker gets an equal part in one piece; later it takes over from the end of what others have left.
    Tests that share what takes long to set up stay beside each other.
    """
    recorded = read_list()
    seconds = {item: _recorded_seconds(recorded, item) for item in items}
    long = sorted((item for item in items if seconds[item] >= LONG_S), key=lambda item: -seconds[item])
    others = iter([item for item in items if seconds[item] < LONG_S])
    found: list[pytest.Item] = []
    for worker in range(workers):
        mine = long[worker::workers]
        share = (len(items) - len(found)) // (workers - worker)
        found += [*mine, *itertools.islice(others, max(0, share - len(mine)))]
    return [*found, *others]


def _recorded_seconds(recorded: Mapping[str, Duration], item: pytest.Item) -> float:
    known = recorded.get(item.nodeid.partition("[")[0])
    return known.seconds if known is not None and not known.fixture else 0.0


def _choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    quick, rest = config.getoption("--quick"), config.getoption("--rest")
    chosen = items
    if quick != rest:
        chosen = [item for item in items if (item.get_closest_marker("slow") is None) == quick]
    if not config.getoption("--thorough"):
        chosen = [item for item in chosen if item.get_closest_marker("thorough") is None]
    config.stash[left_out] = len(items) - len(chosen)
    items[:] = chosen
    if hasattr(config, "workeroutput"):
        config.workeroutput["left_out"] = config.stash[left_out]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Learn from a worker how many tests it left out; each worker sees all of them."""
    node.config.stash[left_out] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that is marked ``both_stores`` runs a second time with its stores on a server."""
    marks = metafunc.definition.get_closest_marker
    marked = marks("both_stores") is not None and marks("file_only") is None
    if marked and metafunc.config.getoption("--store") == "sqlite":
        on_server = pytest.param("postgresql", marks=pytest.mark.slow)
        metafunc.parametrize("_store_on_server", ["sqlite", on_server], indirect=True)


@pytest.fixture(autouse=True)
def _store_on_server(request: pytest.FixtureRequest) -> Iterator[None]:
    """On ``postgresql`` the stores of this process are on a server, each in a database of its own."""
    if getattr(request, "param", request.config.getoption("--store")) == "postgresql":
        yield from _stores_on_server(request)
    else:
        yield


def _stores_on_server(request: pytest.FixtureRequest) -> Iterator[None]:
    from support.server_stores import stores_on_server

    with stores_on_server(request.getfixturevalue("tmp_path_factory").getbasetemp()):
        yield
