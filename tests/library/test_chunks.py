"""A document is cut into chunks without losing a line, and never inside a code block or a row (C15)."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.library.chunks import LONGEST_HEADING, TARGET, split_document, split_lines, split_long_line
from claudeops_desktop.library.types import DocumentText

WORDS = " ".join(f"word{n}" for n in range(30))
PIECES = st.sampled_from(
    ["# One", "## Two  ", "#### Four ##", "", "", "Title", "=====", "---", "```", "```sh", "~~~~", "| a | b |",
     "|---|---|", "plain words", WORDS, "- item", "> quoted", "#no heading", "x" * 2_500, f"{WORDS}. " * 30,
     "\t", "é ü ß"]
)  # fmt: skip
DOCUMENTS = st.lists(PIECES, max_size=60).map("\n".join)
FORMATS = st.sampled_from(["markdown", "text", "html", "pdf"])


def chunks_of(text: str, kind: str = "markdown", pages: tuple[int, ...] = ()):
    return split_document(DocumentText("Title", text, kind, pages))


def bare(text: str) -> str:
    return re.sub(r"\s+", "", text)


@given(DOCUMENTS | st.text(max_size=4_000), FORMATS)
def test_nothing_is_lost_and_the_order_is_kept(text, kind):
    chunks = chunks_of(text, kind)
    assert bare("".join(chunk.text for chunk in chunks)) == bare(text)
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    places = [(chunk.first_line, chunk.last_line) for chunk in chunks]
    assert all(first <= last for first, last in places)
    assert all(one[1] <= other[0] for one, other in pairwise(places))


@given(DOCUMENTS, FORMATS)
def test_each_line_stands_in_the_chunk_that_names_its_number(text, kind):
    lines, held = split_lines(text), {}
    for chunk in chunks_of(text, kind):
        for number in range(chunk.first_line, chunk.last_line + 1):
            held.setdefault(number, []).append(chunk.text)
    for number, line in enumerate(lines, 1):
        if line.strip() and len(line) <= TARGET:
            assert any(line in there.split("\n") for there in held[number])


@pytest.mark.slow
@given(DOCUMENTS)
def test_a_code_block_and_a_row_are_never_cut(text):
    block = "```sh\n" + "\n".join(f"echo {number}" for number in range(400)) + "\n\n# no heading\n```"
    row = "| " + "cell " * 400 + "|"
    chunks = chunks_of(f"{text}\n\n~~~~\n```\n\n{block}\n\n{row}")
    assert sum(block in chunk.text for chunk in chunks) == 1 or "~~~~" in text
    assert sum(row in chunk.text for chunk in chunks) == 1


@given(st.lists(st.integers(2, 40), unique=True, max_size=5).map(sorted), st.integers(1, 60))
def test_a_chunk_stays_on_its_page(starts, count):
    pages = (1, *starts)
    chunks = chunks_of("\n".join(f"line {number}" for number in range(count)), "pdf", pages)
    for chunk in chunks:
        on = {sum(start <= number for start in pages) for number in range(chunk.first_line, chunk.last_line + 1)}
        assert on == {chunk.page}


@given(st.text(min_size=1, max_size=5_000))
def test_a_long_line_is_cut_into_pieces_that_make_it_up(line):
    pieces = split_long_line(line)
    assert "".join(pieces) == line
    assert all(0 < len(piece) <= TARGET for piece in pieces)


def test_the_path_of_headings_is_kept():
    text = "Intro\n\n# Backup\n\nHow.\n\n## Restore\n\nFrom a file.\n\n### By hand\n\nSlowly.\n\n# Limits\n\nNone."
    assert [chunk.headings for chunk in chunks_of(text)] == [
        (), ("Backup",), ("Backup", "Restore"), ("Backup", "Restore", "By hand"), ("Limits",),
    ]  # fmt: skip


def test_a_heading_without_words_of_its_own_stays_with_what_follows():
    (chunk,) = chunks_of("# Manual\n\n## Start\n\nPress the button.")
    assert (chunk.headings, chunk.first_line, chunk.last_line) == (("Manual", "Start"), 1, 5)


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("## Two ##", "Two"),
        ("# C#", "C#"),
        ("# [Link](http://x) and `code`", "Link and code"),
        ("Under\n=====", "Under"),
        ("# " + "x" * 999, "x" * LONGEST_HEADING),
    ],
)
def test_headings_are_written_plainly(line, heading):
    assert chunks_of(f"{line}\n\nwords")[0].headings == (heading,)


def test_plain_text_has_no_headings():
    (chunk,) = chunks_of("# a comment\nServer = one", "text")
    assert chunk.headings == ()


def test_chunks_are_about_as_long_as_they_should_be():
    lengths = [len(chunk.text) for chunk in chunks_of("\n\n".join([WORDS] * 100))]
    assert all(TARGET / 2 <= length <= TARGET * 1.25 for length in lengths[:-1])


def test_settings_at_the_head_of_a_note_are_no_heading():
    (chunk,) = chunks_of("---\ntitle: Notes\n---\nWords.")
    assert chunk.headings == () and chunk.text.startswith("---\ntitle: Notes\n---")


@pytest.mark.slow
@pytest.mark.parametrize("line", ["```x", "# ", "# " + " " * 200 + "x", "[" * 300, "- ", "\f"])
def test_a_hundred_thousand_odd_lines_are_cut_in_one_pass(line):
    assert bare("".join(chunk.text for chunk in chunks_of("\n".join([line] * 100_000)))) == bare(line) * 100_000
