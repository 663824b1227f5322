"""``@path`` in a text that the CLI loads: it reads that file in, and no guard is asked (measured with 2.1.197 and
2.1.330, in prompts, skills and the arguments of skills). Pure.
"""

from __future__ import annotations

import re

_MENTION = re.compile(r"(?<![A-Za-z0-9._\-\\])@(?=\S)")
"""An ``@`` that does not stand in a word, such as an address of mail or a unit ``name@instance``."""


def without_mentions(text: str) -> str:
    """The text with a backslash before each ``@`` that would read a file in: Markdown shows it alike."""
    return _MENTION.sub(r"\\@", text)
