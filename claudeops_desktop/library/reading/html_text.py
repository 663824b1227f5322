"""A page of HTML as text with headings, lists, tables and code blocks in the signs of Markdown.

The standard library's parser alone; scripts, styles, navigation and what is hidden are left out. Time grows with the
length of the page, whatever tags it leaves open.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from html.parser import HTMLParser

from ..types import DocumentText

_LEFT_OUT = frozenset(
    "script style noscript template svg math iframe object canvas nav footer aside form button select dialog".split()  # noqa: SIM905
)
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())  # noqa: SIM905
_BLOCKS = frozenset(
    "address article blockquote body caption center dd details div dl dt fieldset figcaption figure h1 h2 h3 h4 h5 h6"  # noqa: SIM905
    " header hgroup html li main menu ol p pre section summary table tbody td tfoot th thead tr ul".split()
)
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_FEEDS = frozenset(("application/rss+xml", "application/atom+xml"))
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_READS_AS_MARKUP = ("#", "|", "```", "~~~", "===", "---")
LEAST_MAIN = 200  # characters in <main> or <article>; from there on the rest of the page is left out
LONGEST_TITLE = 300
MOST_FEEDS = 10
MOST_OPEN = 100  # signs that open something before one closes it

Attributes = Sequence[tuple[str, str | None]]


def read_html(page: str) -> DocumentText:
    """The text of a page, its title ("" where it has none), and the feeds that it names as they stand there."""
    parser = _PageParser()
    parser.feed(without_endless_tags(page))
    parser.close()
    return parser.document()


def without_endless_tags(page: str) -> str:
    """The page with those signs as text that open a tag or a comment which many others open before anything closes:
    the parser would read to the end of the page for each of them. A long attribute, such as an embedded picture, opens
    nothing and stays."""
    opened = [found.start() for found in re.finditer("<", page)]
    last_comment = page.rfind("-->")
    kept, at, close = [], 0, -1
    for place, start in enumerate(opened):
        if page.startswith("<!--", start):
            endless = start > last_comment and place + MOST_OPEN < len(opened)
        else:
            if close < start:
                close = page.find(">", start) % (len(page) + 1)
            later = opened[place + MOST_OPEN] if place + MOST_OPEN < len(opened) else len(page)
            endless = later < close
        if endless:
            kept += [page[at:start], "&lt;"]
            at = start + 1
    return "".join((*kept, page[at:]))


class _PageParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._stack: list[str] = []
        self._count: Counter[str] = Counter()
        self._hidden_at: list[int] = []  # how deep the stack was where something hidden began
        self._lines: list[tuple[str, bool]] = []  # with each whether it stands in <main> or <article>
        self._line: list[str] = []
        self._title: list[str] = []
        self._heading = ""
        self._code: list[str] | None = None
        self._cells: list[str] | None = None
        self._feeds: list[str] = []
        self._mark = ""

    def document(self) -> DocumentText:
        """What was read so far."""
        self._end_code()
        self._end_row()
        self._end_line()
        main = [line for line, inside in self._lines if inside]
        lines = main if sum(map(len, main)) >= LEAST_MAIN else [line for line, _ in self._lines]
        title = " ".join("".join(self._title).split()) or self._heading
        return DocumentText(title[:LONGEST_TITLE], _joined(lines), "html", feeds=tuple(self._feeds))

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        about = dict(attrs)
        if tag == "link":
            self._note_feed(about)
        if tag in _VOID:
            if tag == "br":
                self._break_line()
            return
        if tag in _BLOCKS:
            self._begin_block(tag)
        if tag in _LEFT_OUT or _is_hidden(about):
            self._hidden_at.append(len(self._stack))
        self._stack.append(tag)
        self._count[tag] += 1

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID and tag in ("svg", "math", "script"):
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self._count[tag]:
            return
        while self._stack:
            closed = self._stack.pop()
            self._count[closed] -= 1
            if self._hidden_at and self._hidden_at[-1] >= len(self._stack):
                self._hidden_at.pop()
            if closed in _BLOCKS:
                self._end_block(closed)
            if closed == tag:
                return

    def handle_data(self, data: str) -> None:
        if self._hidden_at:
            return
        if self._count["title"] and not self._count["body"]:
            self._title.append(data)
        elif self._count["head"] and not self._count["body"]:
            return
        elif self._code is not None:
            self._code.append(data)
        else:
            self._line.append(data)

    def _begin_block(self, tag: str) -> None:
        if self._code is not None:
            return
        if tag in ("td", "th"):
            self._end_cell()
        elif self._cells is not None and tag != "tr":
            self._line.append(" ")  # a block within a cell
        else:
            self._end_line()
        if tag == "tr":
            self._end_row()
            self._cells = []
        elif tag == "pre":
            self._code = []
        elif tag in _HEADINGS:
            self._mark = _HEADINGS[tag]
        elif tag == "li":
            self._mark = "- "

    def _end_block(self, tag: str) -> None:
        if tag == "pre":
            self._end_code()
        elif self._code is not None:
            return
        elif tag in ("td", "th"):
            self._end_cell()
        elif tag in ("tr", "table"):
            self._end_row()
        elif self._cells is not None:
            self._line.append(" ")
        else:
            self._end_line()

    def _break_line(self) -> None:
        if self._code is not None:
            self._code.append("\n")
        elif self._cells is not None or self._mark:
            self._line.append(" ")
        else:
            self._end_line(empty=False)

    def _end_line(self, *, empty: bool = True) -> None:
        text, mark = " ".join("".join(self._line).split()), self._mark
        self._line, self._mark = [], ""
        if not text:
            return
        if mark.startswith("#") and not self._heading:
            self._heading = text
        if not mark and text.startswith(_READS_AS_MARKUP):
            text = f"\\{text}"
        self._put(mark + text)
        if empty and mark != "- ":
            self._put("")

    def _end_cell(self) -> None:
        text = " ".join("".join(self._line).split())
        self._line = []
        if self._cells is not None and (text or self._cells or self._count["td"] or self._count["th"]):
            self._cells.append(text.replace("|", "\\|"))

    def _end_row(self) -> None:
        if self._cells is None:
            return
        if "".join(self._line).strip():
            self._end_cell()
        cells, self._cells, self._line = [cell for cell in self._cells if cell], None, []
        if cells:
            self._put(f"| {' | '.join(cells)} |")

    def _end_code(self) -> None:
        if self._code is None:
            return
        code, self._code = "".join(self._code).strip("\n"), None
        if not code.strip():
            return
        longest = max(map(len, re.findall(r"`{3,}", code)), default=2)
        fence = "`" * (longest + 1)
        for line in (fence, *code.splitlines(), fence, ""):
            self._put(line)

    def _put(self, line: str) -> None:
        self._lines.append((line, bool(self._count["main"] or self._count["article"])))

    def _note_feed(self, about: dict[str, str | None]) -> None:
        kind, href = (about.get("type") or "").lower(), about.get("href") or ""
        related = "alternate" in (about.get("rel") or "").lower().split()
        if kind in _FEEDS and related and href and len(self._feeds) < MOST_FEEDS:
            self._feeds.append(href)


def _is_hidden(about: dict[str, str | None]) -> bool:
    style = (about.get("style") or "")[:999]
    return "hidden" in about or about.get("aria-hidden") == "true" or bool(_HIDDEN.search(style))


def _joined(lines: Sequence[str]) -> str:
    """The lines with one empty line where there were several."""
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            if line.startswith("#") and kept and kept[-1]:
                kept.append("")
            kept.append(line)
    return "\n".join(kept).strip("\n")
