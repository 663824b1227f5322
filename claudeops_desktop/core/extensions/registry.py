"""Which extensions there are, loaded when somebody first asks for their kind; what fails is named and switched off.

One registry serves the process. ``use_data_folder`` says whose plugins count besides those of installed packages; it
reads nothing. The guard asks for none of this: what judges an agent must not run code of others.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ..errors import ClaudeOpsError, OperatorError, UsageError
from ..messages import UserMessage
from ..trusted_time import use_time_of
from .kinds import BUILT_IN, KINDS
from .plugin_state import PluginState, read_state, write_state

if TYPE_CHECKING:
    from .folder_plugin import FolderPlugin

log = logging.getLogger(__name__)
T = TypeVar("T")
OWN_PACKAGE = "claudeops-desktop"
RIGHTS = UserMessage(
    "A plugin's code runs with your rights: it can do whatever you can do. Enable only what you trust."
)


class ExtensionEntry(Struct, frozen=True):
    """One extension that is registered: its kind and name, the plugin it comes from, and how to get its class."""

    kind: str
    name: str
    plugin: str
    load: Callable[[], Any]


class PluginInfo(Struct, frozen=True):
    """One plugin as people see it.

    ``origin`` is built-in, package or folder. ``state`` is on, off (not enabled), changed (its files are not those that
    were enabled), refused (it cannot be used) or failed (its code raised, or it is not what it says); ``problem`` is
    the sentence for the last two. ``adds`` are kind and name of its extensions, as ``agents:hello``.
    """

    name: str
    version: str
    description: str
    origin: str
    state: str
    adds: tuple[str, ...]
    problem: str = ""
    folder: str = ""
    digest: str = ""


class ExtensionRegistry:
    """The extensions of one process, of installed packages and of one data folder."""

    def __init__(self, root: Path | None = None) -> None:
        self.root = root
        self._lock = threading.RLock()
        self._entries: tuple[ExtensionEntry, ...] | None = None
        self._loaded: dict[str, dict[str, Any]] = {}
        self._plugin_of: dict[tuple[str, str], str] = {}
        self._failed: dict[str, str] = {}

    def extensions(self, kind: str) -> dict[str, Any]:
        """The instances (for checks: the classes) of a kind, by name. Loads them when it is first asked."""
        with self._lock:
            if kind not in self._loaded:
                self._loaded[kind] = {}  # an extension that asks for its own kind meanwhile is answered
                for entry in self._registered():
                    if entry.kind == kind:
                        self._load(entry)
            return {
                name: made
                for name, made in self._loaded[kind].items()
                if self._plugin_of[kind, name] not in self._failed
            }

    def switch_off(self, kind: str, name: str, error: BaseException) -> str:
        """An extension raised: its plugin is off for the rest of this process. The sentence that says so."""
        with self._lock:
            plugin = self._plugin_of.get((kind, name), name)
            sentence = _failure_sentence(plugin, error)
            if plugin not in self._failed:
                self._failed[plugin] = sentence
                log.error("%s", sentence, exc_info=error)
            return sentence

    def failure_of(self, kind: str, name: str) -> str:
        """Why the plugin of an extension was switched off, "" where it was not."""
        with self._lock:
            return self._failed.get(self._plugin_of.get((kind, name), ""), "")

    def list_plugins(self, *, load: bool = True) -> tuple[PluginInfo, ...]:
        """Every plugin there is, the built-in ones first. With ``load`` all that are on are loaded first, so that those
        that fail are known. Not for a GUI thread."""
        if load:
            for kind in KINDS:
                self.extensions(kind)
        state = self._state()
        with self._lock:
            found = [*_built_in_infos(), *self._package_infos(state), *self._folder_infos(state)]
        return tuple(found)

    def plugin_named(self, name: str) -> PluginInfo:
        """The plugin of that name. Raises UsageError where there is none."""
        for info in self.list_plugins():
            if info.name == name:
                return info
        raise UsageError(
            UserMessage("There is no plugin “{name}”.", name=name), UserMessage("See `claudeops plugins list`.")
        )

    def enable(self, name: str) -> PluginInfo:
        """Let a plugin's code run from now on, as its files are now. Raises UsageError or OperatorError."""
        info, root = self.plugin_named(name), self._require_root()
        state = replace(read_state(root), problem="")
        if info.origin == "folder":
            from .folder_plugin import read_folder_plugin

            plugin = read_folder_plugin(Path(info.folder))
            if plugin.problem:
                raise OperatorError(plugin.problem)
            enabled = {**state.enabled, name: plugin.digest}
            write_state(root, replace(state, enabled=enabled))
        elif info.origin == "package":
            write_state(root, replace(state, disabled=state.disabled - {name}))
        self.forget(name)
        return self.plugin_named(name)

    def disable(self, name: str) -> PluginInfo:
        """Keep a plugin's code from running. What this process loaded of it already stays in memory, unused."""
        info, root = self.plugin_named(name), self._require_root()
        state = replace(read_state(root), problem="")
        if info.origin == "built-in":
            raise UsageError(UserMessage("“{name}” is part of Claude Ops and cannot be disabled.", name=name))
        if info.origin == "folder":
            enabled = {key: digest for key, digest in state.enabled.items() if key != name}
            write_state(root, replace(state, enabled=enabled))
        else:
            write_state(root, replace(state, disabled=state.disabled | {name}))
        self.forget(name)
        return self.plugin_named(name)

    def forget(self, name: str) -> None:
        """Look anew when somebody asks next: that plugin was enabled or disabled."""
        with self._lock:
            self._entries = None
            self._loaded.clear()
            self._plugin_of.clear()
            self._failed.pop(name, None)

    # --- finding -------------------------------------------------------------------------------------------------

    def _require_root(self) -> Path:
        if self.root is None:
            raise OperatorError(UserMessage("No data folder is open."))
        return self.root

    def _state(self) -> PluginState:
        return PluginState() if self.root is None else read_state(self.root)

    def _registered(self) -> tuple[ExtensionEntry, ...]:
        if self._entries is None:
            state = self._state()
            self._entries = (
                *_built_in_entries(),
                *_package_entries(state),
                *(() if self.root is None else _folder_entries(self.root, state)),
            )
        return self._entries

    def _load(self, entry: ExtensionEntry) -> None:
        """Load one; what raises or is not what it says is named and left out."""
        if entry.plugin in self._failed:
            return
        key = (entry.kind, entry.name)
        taken = self._plugin_of.get(key)
        try:
            if taken:
                raise UsageError(
                    UserMessage(
                        "{taken} already adds “{name}” to {kind}.", taken=taken, name=entry.name, kind=entry.kind
                    )
                )
            found = _checked(entry)
        except Exception as error:
            self._failed[entry.plugin] = sentence = _failure_sentence(entry.plugin, error)
            log.error("%s", sentence, exc_info=None if isinstance(error, ClaudeOpsError) else error)
            return
        self._plugin_of[key] = entry.plugin
        self._loaded[entry.kind][entry.name] = found

    # --- for people ----------------------------------------------------------------------------------------------

    def _package_infos(self, state: PluginState) -> list[PluginInfo]:
        found: dict[str, PluginInfo] = {}
        for entry, point in _package_points():
            meta = point.dist.metadata if point.dist is not None else {}
            info = found.get(entry.plugin) or PluginInfo(
                entry.plugin, str(meta.get("Version") or ""), str(meta.get("Summary") or ""), "package", "on", ()
            )
            found[entry.plugin] = replace(info, adds=(*info.adds, f"{entry.kind}:{entry.name}"))
        return [
            replace(info, state="off")
            if info.name in state.disabled
            else replace(info, state="failed", problem=self._failed[info.name])
            if info.name in self._failed
            else info
            for info in found.values()
        ]

    def _folder_infos(self, state: PluginState) -> list[PluginInfo]:
        if self.root is None:
            return []
        from .folder_plugin import read_folder_plugins

        found = []
        for plugin in read_folder_plugins(self.root):
            standing, problem = _folder_state(plugin, state)
            if standing == "on" and plugin.name in self._failed:
                standing, problem = "failed", self._failed[plugin.name]
            adds = tuple(f"{kind}:{name}" for kind, targets in plugin.targets.items() for name in targets)
            found.append(
                PluginInfo(
                    *(plugin.name, plugin.version, plugin.description, "folder", standing, adds, problem),
                    folder=str(plugin.folder),
                    digest=plugin.digest,
                )
            )
        return found


def _folder_state(plugin: FolderPlugin, state: PluginState) -> tuple[str, str]:
    """How a folder plugin stands, and the sentence about it."""
    if plugin.problem:
        return "refused", plugin.problem
    if state.problem:
        return "refused", state.problem
    digest = state.enabled.get(plugin.name)
    if digest is None:
        return "off", ""
    if digest != plugin.digest:
        return (
            "changed",
            "Its files have changed since it was enabled, so that it is off. Look at them; then enable it.",
        )
    return "on", ""


def _failure_sentence(plugin: str, error: BaseException) -> str:
    said = str(error).split("\n", 1)[0][:200]
    what = said if isinstance(error, ClaudeOpsError) else f"{type(error).__name__}: {said}"
    return f"The plugin “{plugin}” failed and is off until the next start: {what.rstrip('.')}."


def _checked(entry: ExtensionEntry) -> Any:
    """An instance of the class that an entry names; for checks the class itself. Raises whatever its code raises."""
    module, _, name = KINDS[entry.kind].interface.partition(":")
    interface = getattr(import_module(module), name)
    kind = entry.load()
    if not (isinstance(kind, type) and issubclass(kind, interface)):
        raise UsageError(
            UserMessage(
                "{name} of {kind} is not a class that derives from {name_2}.",
                name=entry.name,
                kind=entry.kind,
                name_2=name,
            )
        )
    if entry.kind == "checks":
        kind.require_complete(entry.name)  # type: ignore[attr-defined]
        return kind
    from .folder_plugin import NAME

    made = kind()
    if getattr(made, "name", None) != entry.name or not NAME.fullmatch(entry.name):
        raise UsageError(
            UserMessage(
                "{name} of {kind} calls itself “{getattr}”.",
                name=entry.name,
                kind=entry.kind,
                getattr=getattr(made, "name", ""),
            )
        )
    if not isinstance(getattr(made, "title", None), str) or not made.title:
        raise UsageError(UserMessage("{name} of {kind} has no title.", name=entry.name, kind=entry.kind))
    return made


def _built_in_entries() -> list[ExtensionEntry]:
    def load(target: str) -> Any:
        module, _, name = target.partition(":")
        return getattr(import_module(module), name)

    return [
        ExtensionEntry(kind, name, name, lambda target=target: load(target))  # type: ignore[misc]
        for kind, targets in BUILT_IN.items()
        for name, target in targets.items()
    ]


def _built_in_infos() -> list[PluginInfo]:
    return [
        PluginInfo(name, "", "Part of Claude Ops.", "built-in", "on", (f"{kind}:{name}",))
        for kind, targets in BUILT_IN.items()
        for name in targets
    ]


def _package_points() -> list[tuple[ExtensionEntry, Any]]:
    """The entry points of installed packages, ours left out: they are built in."""
    from importlib.metadata import entry_points

    found, seen = [], set()
    for kind in KINDS.values():
        for point in entry_points(group=kind.group):
            plugin = point.dist.metadata["Name"] if point.dist is not None else point.module
            key = (kind.name, point.name, plugin, point.value)
            if plugin != OWN_PACKAGE and key not in seen:
                seen.add(key)  # a path that stands in sys.path twice
                found.append((ExtensionEntry(kind.name, point.name, plugin, point.load), point))
    return found


def _package_entries(state: PluginState) -> list[ExtensionEntry]:
    return [entry for entry, _ in _package_points() if entry.plugin not in state.disabled]


def _folder_entries(root: Path, state: PluginState) -> list[ExtensionEntry]:
    if not state.enabled:
        return []
    from .folder_plugin import read_folder_plugins
    from .verified_import import import_from_plugin

    return [
        ExtensionEntry(kind, name, plugin.name, lambda p=plugin, t=target: import_from_plugin(p, t))  # type: ignore[misc]
        for plugin in read_folder_plugins(root)
        if _folder_state(plugin, state)[0] == "on"
        for kind, targets in plugin.targets.items()
        for name, target in targets.items()
    ]


_current = ExtensionRegistry()


def current_registry() -> ExtensionRegistry:
    """The registry of this process."""
    return _current


def use_data_folder(root: Path) -> None:
    """From now on the plugins and the time of this data folder count. Reads no plugin yet."""
    use_time_of(root)
    global _current  # noqa: PLW0603 — one operator's data folder serves a process
    if _current.root != root:
        _current = ExtensionRegistry(root)


def extensions_of(kind: str) -> dict[str, Any]:
    """The extensions of a kind in this process, by name."""
    return _current.extensions(kind)
