"""Importing the code of a folder plugin from the bytes that were hashed, so that nothing can change in between.

Its modules live in a package of their own, ``claudeops_plugin_NAME``: they import each other relatively, and cannot
stand in for modules of the application. No bytecode is written.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any

from .folder_plugin import FolderPlugin

PACKAGE = "claudeops_plugin_"


class VerifiedModules(MetaPathFinder, InspectLoader):
    """Finds and loads the modules of one plugin from memory."""

    def __init__(self, package: str, files: Mapping[str, bytes], place: str) -> None:
        self.package = package
        self._place = place
        self._sources = {package: b""}
        for path, data in files.items():
            if path.endswith(".py"):
                parts = path.removesuffix(".py").split("/")
                parts = parts[:-1] if parts[-1] == "__init__" else parts
                self._sources[".".join([package, *parts])] = data
        self._packages = {name.rpartition(".")[0] for name in self._sources} | {package}
        for name in tuple(self._packages):
            self._sources.setdefault(name, b"")

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module of that name where it is one of this plugin's."""
        if fullname not in self._sources or not fullname.startswith(PACKAGE):
            return None
        return ModuleSpec(fullname, self, is_package=fullname in self._packages)

    def is_package(self, fullname: str) -> bool:
        """Tell whether other modules lie in it."""
        return fullname in self._packages

    def get_source(self, fullname: str) -> str:
        """Its text."""
        return self._sources[fullname].decode("utf-8")

    def get_code(self, fullname: str) -> CodeType:
        """The text, compiled."""
        return compile(self._sources[fullname], f"{self._place}/{fullname}", "exec", dont_inherit=True)


def import_from_plugin(plugin: FolderPlugin, target: str) -> Any:
    """The object that ``module:Object`` names in a plugin's folder. Raises whatever its code raises."""
    package = PACKAGE + plugin.name.replace("-", "_") + "_" + plugin.digest[:12]
    if not any(isinstance(finder, VerifiedModules) and finder.package == package for finder in sys.meta_path):
        sys.meta_path.append(VerifiedModules(package, plugin.files, str(plugin.folder)))
    module, _, name = target.partition(":")
    return getattr(importlib.import_module(f"{package}.{module}"), name)
