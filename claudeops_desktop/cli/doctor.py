"""``claudeops doctor``: checks whether everything that a run needs is there, and says what to do where it is not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from .. import __version__
from ..core.clock import utc_now
from ..core.desktop.displays import find_dead_displays
from ..core.desktop.installation import advise_install, fit_commands
from ..core.errors import ClaudeOpsError
from ..core.paths import own_program
from ..core.schedule_lock import is_schedule_kept
from ..core.text_format import format_count
from .cli_context import CliContext
from .command import CommandGroup
from .doctor_result import DoctorFinding, DoctorVerdict
from .options import AsJson
from .output import as_json, clean, print_line

if TYPE_CHECKING:
    from ..core.paths import DataFolder
    from ..core.settings import Settings

LITTLE_DISK = 1_000_000_000
CLOCKS_APART_S = 60
NO_DISK = 100_000_000
LONGEST_PROBE_S = 20


DOCTOR = CommandGroup("")
register = DOCTOR.register


@DOCTOR.command("doctor")
def doctor(cli: CliContext, json: AsJson = False) -> None:
    """Check the installation: agent, login, database, display, tray, folders, services.

    The exit code is 1 if something prevents runs or the window from working.
    """
    found: list[DoctorFinding] = []
    for finding in examine(cli.folder):
        found.append(finding)
        if not json:
            print_line(
                f"{finding.verdict:<5} {finding.what:<12} {fit_commands(clean(f'{finding.said} {finding.remedy}'))}"
            )
    if json:
        as_json([asdict(finding) for finding in found])
    if any(finding.verdict == "bad" for finding in found):
        raise typer.Exit(1)


def examine(folder: DataFolder) -> Iterator[DoctorFinding]:
    """Look at everything, in the order in which a run needs it."""
    python = ".".join(map(str, sys.version_info[:3]))
    yield DoctorFinding("version", "ok", f"Claude Ops {__version__} on Python {python}")
    yield from _folder(folder)
    settings, finding = _settings(folder)
    yield finding
    yield _clock(folder)
    yield _guarded("database", lambda: _database(folder))
    yield from _store_on_server(folder)
    if settings is not None:
        yield from _agent(settings, folder)
        yield _model(settings)
    yield from _plugins(settings)
    yield _guarded("services", lambda: _services(folder))
    if settings is not None:
        yield _guarded("checks", lambda: _continuous_checks(settings, folder))
        yield _guarded("confinement", lambda: _confinement(settings, folder))
    yield _ssh()
    yield from _display()
    from .doctor_desktop import desktop

    yield from desktop(folder, settings)


def _guarded(what: str, look: Callable[[], DoctorFinding]) -> DoctorFinding:
    try:
        return look()
    except ClaudeOpsError as error:
        return DoctorFinding(what, "bad", str(error), error.remedy)
    except PermissionError as error:
        return DoctorFinding(what, "bad", f"{error.filename} cannot be read: {error.strerror}.", "Make it readable.")


def _folder(folder: DataFolder) -> Iterator[DoctorFinding]:
    try:
        folder.create()
        for place in (folder.root, folder.logs, folder.sessions, folder.backups):
            if not os.access(place, os.W_OK | os.X_OK):
                yield DoctorFinding("data folder", "bad", f"{place} cannot be written.", "Make it writable.")
                return
    except ClaudeOpsError as error:
        yield DoctorFinding("data folder", "bad", str(error), error.remedy)
        return
    yield DoctorFinding("data folder", "ok", str(folder.root))
    free = shutil.disk_usage(folder.root).free
    verdict: DoctorVerdict = "bad" if free < NO_DISK else "warn" if free < LITTLE_DISK else "ok"
    yield DoctorFinding("disk", verdict, f"{free / 1e9:,.1f} GB free", "" if verdict == "ok" else "Make some room.")


def _clock(folder: DataFolder) -> DoctorFinding:
    from ..core.trusted_time import describe_doubt, doubt_remedy, use_time_of

    clock = use_time_of(folder.root)
    if clock.judge_now().doubt:
        return DoctorFinding("clock", "warn", describe_doubt(clock), doubt_remedy())
    return DoctorFinding("clock", "ok", f"trusted, {clock.now().astimezone():%d %b %Y %H:%M}")


def _settings(folder: DataFolder) -> tuple[Settings | None, DoctorFinding]:
    from ..core import settings

    try:
        found = settings.load(folder.settings_file)
    except ClaudeOpsError as error:
        return None, DoctorFinding("settings", "bad", str(error), error.remedy)
    said = str(folder.settings_file) if folder.settings_file.exists() else "all at their defaults"
    return found, DoctorFinding("settings", "ok", said)


def _store_on_server(folder: DataFolder) -> Iterator[DoctorFinding]:
    from ..storage.agent_access import require_access_for_agents
    from ..storage.store_place import server_of

    try:
        found = server_of(folder)
    except ClaudeOpsError:  # the finding on the database says what is wrong with the setting
        return
    if found is None:
        return
    yield DoctorFinding("store", "ok", f"on a server, {found.place}")
    try:
        require_access_for_agents(folder)
    except ClaudeOpsError as error:
        yield DoctorFinding("store", "warn", str(error), error.remedy)
    from ..storage.postgres.looking import clock_difference

    try:
        apart = clock_difference(found).total_seconds()
    except ClaudeOpsError:  # the finding on the database says so
        return
    if abs(apart) > CLOCKS_APART_S:
        told = f"the server's clock is {abs(apart):,.0f} s {'ahead of' if apart > 0 else 'behind'} this machine's"
        remedy = "Set this machine's clock: schedules and cooldowns go by the server's."
        yield DoctorFinding("clock", "warn", told, remedy)


def _database(folder: DataFolder) -> DoctorFinding:
    from ..storage import open_store

    store = open_store(folder)
    try:
        word = store.read(store.database.quick_check).result()
        sql = "SELECT (SELECT max(number) FROM schema_migrations), (SELECT count(*) FROM memories)"
        schema, memories = store.read(lambda: store.database.execute_sql(sql).fetchone()).result()
    finally:
        store.close()
    if word != "ok":
        return DoctorFinding("database", "bad", f"It is damaged: {word}.", f"Restore a copy from {folder.backups}.")
    return DoctorFinding("database", "ok", f"schema {schema}, {format_count(memories, 'memory', 'memories')}")


def _agent(settings: Settings, folder: DataFolder) -> Iterator[DoctorFinding]:
    from ..agents.claude_cli.cli_versions import supported_range
    from ..agents.claude_cli.key_helper import why_helper_fails
    from ..agents.claude_cli.login import login_state
    from ..agents.registry import added_agents, capabilities_of, find_agents
    from ..core.secrets import keyring_store

    agents = find_agents(settings, dict(os.environ), folder)
    for agent in added_agents():
        why = agents.why_unavailable(agent.name)
        unguarded = "" if agent.capabilities.has_hooks else "The guard does not see its tool calls."
        yield DoctorFinding(
            "agent", "warn" if why else "ok", f"{agent.title} ({agent.name}): {why or 'it can be started.'}", unguarded
        )
    claude = agents.claude
    if not claude.program:
        wanted = capabilities_of(settings.agent.preferred).needs_login
        yield DoctorFinding(
            "agent",
            "bad" if wanted else "warn",
            claude.why_not,
            "" if wanted else "Until then the built-in watcher runs.",
        )
        return
    chosen = (
        ""
        if not capabilities_of(settings.agent.preferred).measures
        else ", but the settings prefer the built-in watcher"
    )
    first, last = supported_range()
    yield DoctorFinding(
        "agent",
        "warn" if claude.note else "ok",
        f"Claude CLI {claude.version} at {claude.program}{chosen}; supported: {first} to {last}.",
        claude.note,
    )
    login = login_state(os.environ, keyring_store.API_KEY in keyring_store.names())
    why = why_helper_fails(os.environ, folder) if login.by_helper and settings.safety.confinement != "off" else ""
    if why:
        said = f"The apiKeyHelper of the CLI's settings gives no key in a confined session: {why}."
        remedy = "Keep the key with `claudeops secrets set anthropic_api_key`, or where the helper reads it in there."
        yield DoctorFinding("login", "warn", said, remedy)
        return
    yield DoctorFinding("login", "ok" if login.there else "warn", login.said, login.remedy)


def _model(settings: Settings) -> DoctorFinding:
    """Say whether a model may be asked for memory, and what it is sent."""
    from ..models.permission import HOW_TO_ALLOW, is_allowed, why_not

    if is_allowed(settings):
        told = (
            f"A model ({settings.model.name or settings.model.kind}) is sent what sessions said and what is remembered."
        )
        return DoctorFinding("model", "ok", told, "`claudeops settings set model.allowed no` ends that.")
    return DoctorFinding("model", "ok", why_not(settings), HOW_TO_ALLOW)


def _plugins(settings: Settings | None) -> Iterator[DoctorFinding]:
    """Plugins that are there besides what is built in, and settings that name one that is not."""
    from ..core.extensions.registry import current_registry
    from ..core.settings import every_setting

    for plugin in current_registry().list_plugins():
        what = f"“{plugin.name}” {plugin.version} ({', '.join(plugin.adds)})"
        if plugin.origin == "built-in":
            continue
        if plugin.state == "on":
            yield DoctorFinding("plugin", "ok", f"{what} is on.")
        elif plugin.state == "off":
            yield DoctorFinding("plugin", "ok", f"{what} is off.")
        else:
            remedy = f"See `claudeops plugins show {plugin.name}`."
            yield DoctorFinding("plugin", "warn", f"“{plugin.name}”: {plugin.problem}", remedy)
    for field in every_setting() if settings is not None else ():
        if field.plugins:
            group, _, name = field.name.partition(".")
            value = getattr(getattr(settings, group), name)
            if value not in field.every_choice():
                yield DoctorFinding(
                    "settings",
                    "warn",
                    f"{field.name} names “{value}”, which is not there; the default is used.",
                    f"Enable its plugin, or `claudeops settings set {field.name} {field.default}`.",
                )


def _services(folder: DataFolder) -> DoctorFinding:
    from .services_reading import read

    found = read(folder)
    checks = format_count(len(found.checks), "check")
    if folder.services_file.exists():
        return DoctorFinding("services", "ok", f"{checks} from {folder.services_file}")
    return DoctorFinding(
        "services", "ok", f"{checks} of this machine.", "`claudeops services init` begins a list of your own."
    )


def _continuous_checks(settings: Settings, folder: DataFolder) -> DoctorFinding:
    """Tell whether the services are checked between runs, and on time."""
    from ..monitoring.results.store import CheckResultStore
    from ..monitoring.timeliness import describe_timeliness, judge_timeliness
    from .services_reading import read

    if not settings.monitoring.enabled:
        remedy = "`claudeops settings set monitoring.enabled true` switches them on."
        return DoctorFinding("checks", "ok", "Continuous checks are switched off.", remedy)
    if not is_schedule_kept(folder.root):
        return DoctorFinding(
            "checks", "warn", "Nobody checks the services between runs.", "Start Claude Ops, or `claudeops daemon`."
        )
    results = CheckResultStore(folder.check_results)
    try:
        last = {one.key: one.at for one in results.latest()}
    finally:
        results.close()
    found = judge_timeliness(read(folder).checks, settings.monitoring.interval, last, utc_now())
    return DoctorFinding("checks", "ok" if found.on_time else "warn", describe_timeliness(found))


def _confinement(settings: Settings, folder: DataFolder) -> DoctorFinding:
    """Say whether sessions run in a profile of the operating system, which is tried once."""
    from ..confinement.probe import probe_profile

    if settings.safety.confinement == "off":
        remedy = "`claudeops settings set safety.confinement preferred` switches it on."
        return DoctorFinding("confinement", "warn", "It is switched off.", remedy)
    found = probe_profile(folder)
    if found.works:
        said = "Sessions run in a profile in which reading cannot write files or reach processes."
        return DoctorFinding("confinement", "ok", said)
    verdict: DoctorVerdict = "bad" if settings.safety.confinement == "required" else "warn"
    return DoctorFinding("confinement", verdict, f"Sessions are not confined: {found.why_not}", found.remedy)


def _ssh() -> DoctorFinding:
    if shutil.which("ssh"):
        return DoctorFinding("ssh", "ok", "there, for checks on other hosts")
    return DoctorFinding("ssh", "warn", "There is no ssh on PATH.", "Checks on other hosts need openssh-client.")


def _libraries_advice() -> str:
    """Say what to do where libraries of Qt are missing."""
    return advise_install(
        package="Install the package anew: `sudo apt-get install --reinstall claudeops-desktop`.",
        checkout="Run scripts/setup, which names what to add.",
        environment="Qt needs libraries of the system, on Debian: "
        "`sudo apt-get install libegl1 libxkbcommon-x11-0 libxcb-cursor0`.",
    )


def _display() -> Iterator[DoctorFinding]:
    if not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")):
        yield DoctorFinding("display", "warn", "There is none: no window, only the command line.", "")
        return
    dead = find_dead_displays(os.environ)
    for name, reason in dead.items():
        yield DoctorFinding(
            "display", "warn", f"The display {os.environ[name]} ({name}) {reason}.", "Unset that variable."
        )
    if all(name in dead for name in ("DISPLAY", "WAYLAND_DISPLAY") if os.environ.get(name)):
        return
    try:
        probe = subprocess.run(
            own_program("--display-probe"),  # on its own: libraries that Qt misses end the process that looks
            capture_output=True,
            text=True,
            timeout=LONGEST_PROBE_S,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except subprocess.TimeoutExpired:
        yield DoctorFinding("display", "bad", "It does not answer.", "Is the display that DISPLAY names still there?")
        return
    if probe.returncode:
        last = next((line for line in reversed(probe.stderr.splitlines()) if line.strip()), "no reason was given")
        yield DoctorFinding("display", "bad", f"No window can open: {last}", _libraries_advice())
        return
    platform, _, tray = probe.stdout.strip().partition(" ")
    yield DoctorFinding("display", "ok", f"a window can open ({platform})")
    if tray == "True":
        yield DoctorFinding("tray", "ok", "there")
    else:
        yield DoctorFinding("tray", "warn", "This desktop has none.", "Everything is reachable from the window too.")
