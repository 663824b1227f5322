"""Feeds are polled within limits; what did not change is not read again (C14)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.library.discovery.feeds import parse_feed

ATOM = """<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>{entries}</feed>"""
ENTRY = """<entry><title>Entry {n}</title><link href="{url}"/><content type="html">{text}</content></entry>"""
LONG = "&lt;p&gt;" + "Words of the entry. " * 100 + "&lt;/p&gt;"


def atom(site, count: int, text: str = LONG, first: int = 0) -> str:
    numbers = range(first, first + count)
    entries = "".join(ENTRY.format(n=n, url=f"{site.address}/entry/{n}", text=text) for n in numbers)
    return ATOM.format(entries=entries)


@pytest.mark.parametrize(
    "content",
    [
        '<rss version="2.0"><channel><title>News</title><item><title>A</title><link>/a</link>'
        "<description>&lt;p&gt;words</description></item></channel></rss>",
        '<rss version="2.0"><channel><title>News</title><item><title>A</title><guid>http://x/a</guid>'
        '<content:encoded xmlns:content="http://purl.org/rss/1.0/modules/content/">&lt;p&gt;words</content:encoded>'
        "<description>short</description></item></channel></rss>",
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">'
        "<channel><title>News</title></channel><item><title>A</title><link>http://x/a</link>"
        "<description>&lt;p&gt;words</description></item></rdf:RDF>",
        '<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><title>A</title>'
        '<link rel="edit" href="/e"/>'
        '<link href="/a"/><summary>&lt;p&gt;words</summary></entry></feed>',
    ],
)
def test_the_kinds_of_feeds(content):
    found = parse_feed(content.encode(), "http://x/feed")
    (entry,) = found.entries
    assert (found.title, entry.url, entry.title, entry.html) == ("News", "http://x/a", "A", "<p>words")


def test_an_entry_in_xhtml():
    content = (
        '<feed xmlns="http://www.w3.org/2005/Atom"><title>N</title><entry><link href="http://x/a"/>'
        '<content type="xhtml">'
        '<div xmlns="http://www.w3.org/1999/xhtml"><h1>H</h1></div></content></entry></feed>'
    )
    assert "<h1>H</h1>" in parse_feed(content.encode(), "http://x/").entries[0].html


@pytest.mark.parametrize(
    "content",
    [
        b"", b"words", b"<html></html>", b"<rss><channel>", b"\xff\xfe<\0",
        b'<!DOCTYPE a [<!ENTITY b "c">]><rss><channel><title>&b;</title></channel></rss>',
        b'<?xml version="1.0" encoding="nonsense"?><rss/>',
    ],
)  # fmt: skip
def test_what_is_no_feed(content):
    with pytest.raises(OperatorError, match="no RSS or Atom feed"):
        parse_feed(content, "http://x/")


def test_entries_without_a_web_address_are_passed_over():
    content = (
        "<rss><channel><item><link>javascript:1</link></item><item/><item><link>http://[</link></item></channel></rss>"
    )
    assert parse_feed(content.encode(), "http://x/").entries == ()


@given(st.binary(max_size=200))
def test_no_bytes_fail(content):
    try:
        parse_feed(content, "http://x/")
    except OperatorError as error:
        assert error.remedy


def test_a_feed_is_followed_and_polled(world, site):
    url = site.put("/feed", atom(site, 2), "application/atom+xml", etag='"1"')
    change = world.library.web.poll_feed(url, tags=["News"], allow_private=True)
    assert [one.title for one in change.added] == ["Entry 0", "Entry 1"]
    assert change.added[0].tags == ("news",) and change.added[0].source == f"{site.address}/entry/0"
    assert site.paths == ["/feed"], "what the feed has whole is not fetched"
    (feed,) = world.store.read(world.library.feeds.list).result()
    assert (feed.title, feed.etag, feed.allow_private) == ("News", '"1"', True) and feed.polled_at
    assert world.library.web.poll_feeds().as_json() == type(change)().as_json()
    assert site.asked[-1][1]["if-none-match"] == '"1"'
    site.put("/feed", atom(site, 3), "application/atom+xml", etag='"2"')
    assert [one.title for one in world.library.web.poll_feeds().added] == ["Entry 2"]


@pytest.mark.slow
def test_twenty_new_entries_a_poll_and_the_others_the_next_time(world, site):
    url = site.put("/feed", atom(site, 45), "application/atom+xml", etag='"1"')
    counts = [len(world.library.web.poll_feed(url, allow_private=True).added)]
    counts += [len(world.library.web.poll_feeds().added) for _ in range(3)]
    assert counts == [20, 20, 5, 0]
    assert "if-none-match" not in site.asked[-3][1], "it is read whole until nothing is left"


@pytest.mark.slow
def test_the_page_of_a_short_entry_is_fetched(world, site):
    for number in range(2):
        site.put(f"/entry/{number}", f"<title>Page {number}</title><p>{'Long words. ' * 30}")
    site.put("/robots.txt", "User-agent: *\nDisallow: /entry/1", "text/plain")
    url = site.put("/feed", atom(site, 3, "a summary"), "application/atom+xml")
    change = world.library.web.poll_feed(url, allow_private=True)
    assert [one.title for one in change.added] == ["Page 0", "Entry 1", "Entry 2"], "else what the feed says is kept"


def test_an_entry_of_which_nothing_is_known_is_skipped(world, site):
    url = site.put("/feed", atom(site, 1, ""), "application/atom+xml")
    change = world.library.web.poll_feed(url, allow_private=True)
    assert not change.added and "status 404" in change.skipped[0]


def test_a_feed_that_is_away_is_skipped_with_a_sentence(world, site):
    url = site.put("/feed", atom(site, 1), "application/atom+xml")
    world.library.web.poll_feed(url, allow_private=True)
    site.put("/feed", "gone", status=410)
    assert "status 410" in world.library.web.poll_feeds().skipped[0]


def test_what_is_no_feed_is_not_followed(world, site):
    with pytest.raises(OperatorError, match="no RSS or Atom feed"):
        world.library.web.poll_feed(site.put("/page", "<p>words"), allow_private=True)
    assert world.store.read(world.library.feeds.list).result() == []


def test_a_feed_is_followed_no_longer(world, site):
    url = site.put("/feed", atom(site, 1), "application/atom+xml")
    world.library.web.poll_feed(url, allow_private=True)
    world.store.write(lambda: world.library.feeds.unfollow(url)).result()
    assert len(world.documents()) == 1
    with pytest.raises(OperatorError, match="not followed"):
        world.store.write(lambda: world.library.feeds.unfollow(url)).result()
