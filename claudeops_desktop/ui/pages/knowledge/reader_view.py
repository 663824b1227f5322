"""A file as it reads: rendered Markdown that loads nothing, with links that lead to other files of the folder."""

from __future__ import annotations

import re
from urllib.parse import quote

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QWidget

from ....knowledge.layout import slug_of
from ...text.translation import tr
from ...widgets.response_view import ResponseView

ENTRY_SCHEME = "entry"
_LONGEST_LINE = 2_000
_WIKI = re.compile(
    r"(```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`)"  # code stays as it is
    r"|\[\[([^\[\]|\n]{1,200})(?:\|([^\[\]\n]{0,200}))?\]\]"
    r"|!\[([^\[\]\n]{0,200})\]\(<?([^()<>\s]{1,2000})>?[^()\n]{0,300}\)",
    re.DOTALL,
)


class EntryReader(ResponseView):
    """``link_followed`` carries where a link leads, as it is written, without its part after ``#``; addresses of the
    web are asked about. Nothing is loaded from anywhere."""

    link_followed = Signal(str)
    rendered_up_to = 26_000  # MEMORY.md at its largest; more would hold up the window
    shown_up_to = 150_000
    link_title = tr("Link in a file")
    leads_to = tr("This link leads out of the knowledge folder, to\n\n{shown}")
    leads_nowhere = tr("This link does not lead to the web or to a file of the folder. It is not opened:\n\n{shown}")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Text of the file"))
        self._heading = ""

    def show_entry(self, body: str) -> None:
        """Show the text of a file."""
        self.show_text(with_entry_links(break_long_lines(body)))
        if self._heading:
            self.scroll_to_heading(self._heading)

    def scroll_to_heading(self, name: str) -> None:
        """Go to a heading of the text, named as links name it: small letters with hyphens."""
        wanted, block = slug_of(name), self.document().begin()
        self._heading = ""
        while block.isValid():
            if block.blockFormat().headingLevel() and slug_of(block.text()) == wanted:
                top = self.document().documentLayout().blockBoundingRect(block).top()
                self.verticalScrollBar().setValue(round(top))
                return
            block = block.next()

    def _clicked(self, url: QUrl) -> None:
        path, part = url.path(QUrl.ComponentFormattingOption.FullyDecoded), url.fragment()
        if url.scheme() == ENTRY_SCHEME or (not url.scheme() and not url.host() and path.endswith(".md")):
            self._heading = part
            self.link_followed.emit(path)
        elif not url.scheme() and not path and part:
            self.scroll_to_heading(part)
        else:
            super()._clicked(url)


def with_entry_links(text: str) -> str:
    """The text with every ``[[x]]`` and ``[[x|shown]]`` as a Markdown link of a scheme of our own, and with pictures,
    which are never loaded, as links to where they are. Pure."""

    def link(found: re.Match[str]) -> str:
        if found[1] is not None:
            return found[1]
        if found[5] is not None:
            named = _escaped(found[4].strip() or found[5].rpartition("/")[2])
            return f"[{tr('picture: {name}', name=named)}](<{found[5]}>)"
        target, _, part = found[2].strip().partition("#")
        shown = _escaped((found[3] or found[2]).strip())
        return f"[{shown}]({ENTRY_SCHEME}:{quote(target)}{'#' + quote(part) if part else ''})"

    return _WIKI.sub(link, text)


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_<>\[\]])", r"\\\1", text)


def break_long_lines(text: str) -> str:
    """The text with line ends in lines that no window can lay out at once. Pure."""
    if max(map(len, text.split("\n")), default=0) <= _LONGEST_LINE:
        return text
    return re.sub(rf"[^\n]{{{_LONGEST_LINE}}}(?=[^\n])", lambda found: f"{found[0]}\n", text)
