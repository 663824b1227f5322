"""The memory folders that the Claude CLI keeps itself (C5): read, checked and edited in place, never written unasked.
``CliMemoryFolders`` in ``service`` is the door."""
