"""What changed (D12): packages, units, containers, commits, and edits of our own files.

One file a source, each a pure parser and a small reader; ``journal`` calls them all and writes down what is new,
``nearby`` picks what an incident's time line shows, ``text`` puts it into words.
"""

from .nearby import near

__all__ = ["near"]
