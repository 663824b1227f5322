"""A page becomes text with headings, lists, tables and code; what is not its text is left out (C14)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.library.reading.html_text import MOST_OPEN, read_html, without_endless_tags


def text_of(page: str) -> str:
    return read_html(page).text


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<h1>One</h1><p>a <b>b</b>c</p><h2>Two</h2>d", "# One\n\na bc\n\n## Two\n\nd"),
        ("<ul><li>a<li>b</ul><p>c", "- a\n- b\nc"),
        ("a<br>b", "a\nb"),
        ("<p>a &amp; b &lt;c&gt;", "a & b <c>"),
        ("<pre>x = 1\n  y</pre>", "```\nx = 1\n  y\n```"),
        ("<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"),
        ("<table><tr><th>a<th>b</tr><tr><td>1<td>2|3</table>", "| a | b |\n| 1 | 2\\|3 |"),
        ("<table><tr><td><p>a</p><p>b</p></td></tr></table>", "| a b |"),
        ("<p># no heading", "\\# no heading"),
        ("a<script>b</script><style>c</style><nav>d</nav><footer>e</footer>f", "af"),
        ("<p hidden>a</p><p style='display: none'>b</p><p aria-hidden=true>c</p>d", "d"),
        ("<nav><div>menu</nav><p>text", "text"),
        ("<svg><text>a</text></svg>b", "b"),
        ("<!-- a -->b<![CDATA[c]]>", "b"),
    ],
)
def test_what_a_page_says(page, text):
    assert text_of(page) == text


def test_the_main_part_is_taken_where_there_is_one():
    page = f"<p>Cookies!<main><h1>Title</h1><p>{'words ' * 60}</main><p>Imprint"
    assert "Cookies" not in text_of(page) and "Imprint" not in text_of(page)
    assert text_of("<p>All of it<main>short</main>") == "All of it\n\nshort"


def test_title_and_feeds():
    found = read_html(
        "<head><title>A\n page</title><link rel='alternate' type='application/rss+xml' href='/feed.xml'>"
        "<link rel=alternate type=application/atom+xml href=atom><link rel=stylesheet href=x></head><h1>Other</h1>"
    )
    assert (found.title, found.feeds) == ("A page", ("/feed.xml", "atom"))


@given(st.text(alphabet="<>/ abhlnprtuvs1\"'=!-&;", max_size=400) | st.text(max_size=200))
def test_no_page_fails(page):
    read_html(page)


@pytest.mark.parametrize("end", ["", ">", "-->", "'>"])
@pytest.mark.parametrize(
    "part", ["<div>", "</div>", "<b><nav>", "<b></i>", "<td>", "<li>x", "<pre>", "<!--", "<a href='", "&", "<p hidden>",
             "<!", "<?", "</", "<a href='>"]
)  # fmt: skip
def test_a_long_page_that_closes_nothing_is_read_in_one_pass(part, end):
    page = part * 20_000 + end
    read_html(page)
    if part in ("<!--", "<a href='", "<!", "<?", "</") and not end:
        assert without_endless_tags(page).count("<") <= MOST_OPEN


def test_what_opens_nothing_stays_out_of_the_text_however_long_it_is():
    picture = "A" * 100_000
    page = f"<p>One.</p><img src='data:image/png;base64,{picture}'><!-- {'<b ' * 500} --><p>Two.</p>"
    assert read_html(page).text.split() == ["One.", "Two."]
    assert "Three." in read_html("<a href='" * 300 + "'><p>Three.</p>").text
