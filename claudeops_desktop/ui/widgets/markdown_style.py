"""A markdown document in our own type and colours: what Qt makes of it by itself looks like nothing else here."""

from __future__ import annotations

from PySide6.QtGui import (
    QFont,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)

from .. import theme

HEADING_PX = {1: theme.SECTION_PX + 1, 2: theme.SECTION_PX}
LINE_PERCENT = 125


def style_document(document: QTextDocument) -> None:
    """Margins between paragraphs, quiet headings, fixed-width code, tables with thin lines."""
    document.setIndentWidth(theme.GAP_XL)
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    block = document.begin()
    while block.isValid():
        _dress_block(cursor, block)
        block = block.next()
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            _dress_table(frame)
    cursor.endEditBlock()


def _dress_block(cursor: QTextCursor, block: QTextBlock) -> None:
    cursor.setPosition(block.position())
    made = QTextBlockFormat(block.blockFormat())
    made.setLineHeight(LINE_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    level = made.headingLevel()
    in_table = cursor.currentTable() is not None
    listed = block.textList() is not None
    code = made.hasProperty(QTextFormat.Property.BlockCodeFence) or made.hasProperty(
        QTextFormat.Property.BlockCodeLanguage
    )
    made.setTopMargin(theme.GAP_M if level and block.position() else 0)
    made.setBottomMargin(0 if in_table or code else theme.GAP_XS if listed or level else theme.GAP_S)
    if level:
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        heading = QTextCharFormat()
        heading.setProperty(QTextCharFormat.Property.FontPixelSize, HEADING_PX.get(level, theme.BODY_PX))
        heading.setFontWeight(QFont.Weight.DemiBold)
        heading.setProperty(QTextCharFormat.Property.FontSizeAdjustment, 0)
        cursor.mergeCharFormat(heading)
    _dress_code(cursor, block)
    cursor.setPosition(block.position())
    cursor.setBlockFormat(made)


def _dress_code(cursor: QTextCursor, block: QTextBlock) -> None:
    """Fixed-width passages in the size of our logs."""
    spans = []
    pieces = block.begin()
    while not pieces.atEnd():
        fragment = pieces.fragment()
        pieces += 1
        if fragment.isValid() and fragment.charFormat().fontFixedPitch():
            spans.append((fragment.position(), fragment.length()))
    for start, length in spans:
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        code = QTextCharFormat()
        code.setFont(theme.mono_font())
        code.setFontFixedPitch(True)
        code.setBackground(theme.current_tokens().colour("window"))
        cursor.mergeCharFormat(code)


def _dress_table(table: QTextTable) -> None:
    made = table.format()
    made.setBorder(1)
    made.setBorderCollapse(True)
    made.setBorderBrush(theme.current_tokens().colour("line"))
    made.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    made.setCellPadding(theme.GAP_XS + 2)
    made.setCellSpacing(0)
    made.setTopMargin(theme.GAP_XS)
    made.setBottomMargin(theme.GAP_S)
    made.setWidth(QTextLength())
    table.setFormat(made)
    _dress_header(table)


def _dress_header(table: QTextTable) -> None:
    """The first row in bold. After a code block Qt begins the first cell with an empty line, and not in bold."""
    bold = QTextCharFormat()
    bold.setFontWeight(QFont.Weight.DemiBold)
    for column in range(table.columns()):
        cell = table.cellAt(0, column)
        cursor = cell.firstCursorPosition()
        if not cursor.block().text() and cursor.block().next().position() <= cell.lastPosition():
            cursor.deleteChar()
        cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(bold)
