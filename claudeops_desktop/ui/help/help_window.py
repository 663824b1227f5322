"""The guide in a window of its own: its pages in a list, the text beside it, and a search over all of them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QListWidgetItem, QTextBrowser, QVBoxLayout, QWidget

from .. import theme
from ..text.translation import tr
from ..widgets.fit_to_screen import fit_to_screen
from ..widgets.search_field import SearchField
from .guide_pages import guide_file, guide_folder, guide_titles, pages_with

WIDTH, HEIGHT = 880, 560  # with its frame it fits a screen of 900 by 600
LIST_WIDTH = 210


class GuideView(QTextBrowser):
    """A page of the guide. It loads files of the guide and their pictures, and nothing else."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Page of the guide"))
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.document().setDocumentMargin(theme.GAP_L)
        self.path = Path()

    def show_file(self, path: Path) -> None:
        """Show a file of the guide from its top. Raises OSError."""
        text = path.read_text(encoding="utf-8")
        self.path = path
        features = QTextDocument.MarkdownFeature
        self.document().setMarkdown(text, features.MarkdownNoHTML | features.MarkdownDialectGitHub)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """A picture that ships with the guide, no wider than the view."""
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return None
        address = name.toString() if isinstance(name, QUrl) else str(name)
        path = (self.path.parent / address).resolve()
        if not path.is_relative_to(guide_folder().resolve().parent) or not path.is_file():
            return None
        image = QImage(str(path))
        room = self.viewport().width() - 4 * theme.GAP_L
        if image.width() > room > 0:
            return image.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)
        return image


class HelpWindow(QDialog):
    """``show_page`` leads to a page of the guide by its file name without the ending."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("help")
        self.setWindowTitle(tr("Guide"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.search = SearchField(tr("Search the guide"))
        self.search.searched.connect(self._search)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Pages of the guide"))
        theme.set_role(self.list, "plain")
        self.list.setFixedWidth(LIST_WIDTH)
        for name, title in guide_titles().items():
            item = QListWidgetItem(title)
            item.setSizeHint(QSize(0, theme.TARGET))
            item.setToolTip(title)
            item.setData(Qt.ItemDataRole.UserRole, name)
            self.list.addItem(item)
        self.list.currentItemChanged.connect(self._chosen)
        self.none = theme.plain_label(tr("No page of the guide has these words."), "muted", wrap=True)
        self.none.hide()
        self.view = GuideView()
        self.view.anchorClicked.connect(self.follow_link)
        left = QVBoxLayout()
        left.setSpacing(theme.GAP_S)
        self.search.setFixedWidth(LIST_WIDTH)
        left.addWidget(self.search)
        left.addWidget(self.none)
        left.addWidget(self.list, 1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(theme.GAP_L, theme.GAP_L, theme.GAP_L, theme.GAP_L)
        whole.setSpacing(theme.GAP_M)
        whole.addLayout(left)
        whole.addWidget(self.view, 1)
        fit_to_screen(self, WIDTH, HEIGHT)

    def show_page(self, name: str) -> None:
        """Show a page of the guide. One that is not there changes nothing."""
        for at in range(self.list.count()):
            if self.list.item(at).data(Qt.ItemDataRole.UserRole) == name:
                self.list.setCurrentRow(at)

    def follow_link(self, url: QUrl) -> None:
        """Go to a page of the guide, or to a heading of this one; an address of the web opens in the browser."""
        if url.scheme() in ("http", "https"):
            QDesktopServices.openUrl(url)
            return
        if url.path():
            self.show_page(Path(url.path()).stem)
        if url.fragment():
            self._go_to_heading(url.fragment())

    def _go_to_heading(self, fragment: str) -> None:
        block = self.view.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and heading_anchor(block.text()) == fragment:
                self.view.setTextCursor(QTextCursor(self.view.document().lastBlock()))
                self.view.setTextCursor(QTextCursor(block))  # from below, so that the heading comes to the top
                return
            block = block.next()

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.view.show_file(guide_folder() / f"{item.data(Qt.ItemDataRole.UserRole)}.md")

    def _search(self, text: str) -> None:
        found = pages_with(text)
        for at in range(self.list.count()):
            item = self.list.item(at)
            item.setHidden(item.data(Qt.ItemDataRole.UserRole) not in found)
        self.none.setVisible(not found)
        current = self.list.currentItem()
        if found and (current is None or current.isHidden()):
            first = next(at for at in range(self.list.count()) if not self.list.item(at).isHidden())
            self.list.setCurrentRow(first)
        if text.strip() and found:
            self.view.moveCursor(QTextCursor.MoveOperation.Start)
            self.view.find(text.split(maxsplit=1)[0])


def heading_anchor(title: str) -> str:
    """How a link names a heading: small letters, hyphens for spaces, no other signs (the rule of GitHub)."""
    return "".join(sign for sign in title.lower().replace(" ", "-") if sign.isalnum() or sign in "-_")


def open_help(page_name: str, parent: QWidget | None) -> HelpWindow:
    """Open the guide at what it says about a page of the window, by that page's name in a PageLocation."""
    window = HelpWindow(parent)
    window.show_page(guide_file(page_name).stem)
    window.open()
    window.view.setFocus()
    return window
