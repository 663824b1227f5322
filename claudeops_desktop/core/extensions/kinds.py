"""The kinds of extension there are, and what the application itself registers.

A package registers an extension by an entry point of the kind's group (``claudeops.agents``), a folder in ``plugins/``
of the data folder by a table of the kind's name in its ``plugin.toml`` (``[agents]``).
"""

from __future__ import annotations

from msgspec import Struct


class ExtensionKind(Struct, frozen=True):
    """One kind. ``interface`` is the class that an extension of it derives from, as ``module:Class``."""

    name: str
    interface: str
    adds: str

    @property
    def group(self) -> str:
        """The group of entry points."""
        return f"claudeops.{self.name}"


KINDS = {
    kind.name: kind
    for kind in (
        ExtensionKind("agents", "claudeops_desktop.agents.base:Agent", "an agent"),
        ExtensionKind("checks", "claudeops_desktop.agents.watch.plugin_check:PluginCheck", "a kind of check"),
        ExtensionKind("notifiers", "claudeops_desktop.core.extensions.notifier:NotifierExtension", "a notifier"),
        ExtensionKind(
            "models", "claudeops_desktop.core.extensions.model_provider:ModelProvider", "a language model for memory"
        ),
        ExtensionKind("importers", "claudeops_desktop.core.extensions.importer:SourceImporter", "an importer"),
        ExtensionKind(
            "converters", "claudeops_desktop.core.extensions.converter:KnowledgeConverter", "a knowledge converter"
        ),
    )
}

# Also in pyproject.toml as entry points; the frozen program has none of these, so that they stand here too.
BUILT_IN = {
    "importers": {
        "basic-memory": "claudeops_desktop.imports.basic_memory:BasicMemoryImporter",
        "claude-mem": "claudeops_desktop.imports.claude_mem:ClaudeMemImporter",
        "claude-memory": "claudeops_desktop.imports.claude_memory:ClaudeMemoryImporter",
        "claude-ops": "claudeops_desktop.runs.import_claude_ops:ClaudeOpsImporter",
        "mem0": "claudeops_desktop.imports.mem0:Mem0Importer",
        "obsidian": "claudeops_desktop.imports.markdown_notes:ObsidianImporter",
        "okf": "claudeops_desktop.imports.markdown_notes:OkfImporter",
        "runlore": "claudeops_desktop.imports.runlore:RunLoreImporter",
    }
}
