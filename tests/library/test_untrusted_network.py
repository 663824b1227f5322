"""A server that means harm: packed answers, addresses in odd spellings, feeds that point inwards (C14)."""

from __future__ import annotations

import gzip

import pytest

from claudeops_desktop.core.errors import ClaudeOpsError, EnvironmentFault, OperatorError, PolicyRefusal
from claudeops_desktop.library.discovery.addresses import is_forbidden, is_public
from claudeops_desktop.library.discovery.fetch import PageFetcher
from claudeops_desktop.library.discovery.repositories import releases_feed


def test_an_answer_that_unpacks_to_gigabytes_is_refused_at_the_limit(site):
    packed = gzip.compress(b"x" * 30_000_000)
    assert len(packed) < 100_000
    url = site.put("/bomb", packed, content_encoding="gzip")
    with pytest.raises(OperatorError, match="larger than"):
        PageFetcher(allow_private=True).fetch(url)


def test_a_packed_answer_is_unpacked(site):
    url = site.put("/page", gzip.compress(b"<p>words"), content_encoding="gzip")
    assert PageFetcher(allow_private=True).fetch(url).content == b"<p>words"


@pytest.mark.parametrize(("packing", "content"), [("br", b"x"), ("zstd", b"x"), ("gzip", b"no gzip")])
def test_a_packing_that_was_not_asked_for_is_refused(site, packing, content):
    url = site.put("/page", content, content_encoding=packing)
    with pytest.raises(EnvironmentFault, match="no proper HTTP"):
        PageFetcher(allow_private=True).fetch(url)


@pytest.mark.parametrize(
    "host", ["2130706433", "0177.0.0.1", "0x7f.1", "127.1", "[::1]", "[::ffff:127.0.0.1]", "[::127.0.0.1]", "localhost"]
)
def test_this_computer_is_refused_in_any_spelling(host):
    with pytest.raises(OperatorError, match=r"private address|not a web address"):
        PageFetcher().fetch(f"http://{host}:9/")


@pytest.mark.parametrize(
    "address",
    ["169.254.169.254", "fe80::1", "100.100.100.200", "fd00:ec2::254", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe"],
)
def test_metadata_is_refused_whatever_is_allowed(address):
    assert is_forbidden(address) and not is_public(address)
    shown = f"[{address}]" if ":" in address else address
    with pytest.raises(PolicyRefusal) as caught:
        PageFetcher(allow_private=True).fetch(f"http://{shown}/latest/meta-data/")
    assert "--allow-private" not in caught.value.remedy


def test_only_the_host_that_was_named_may_be_private(site):
    """A page of the own network may not send on to another private host."""
    elsewhere = site.address.replace("127.0.0.1", "127.0.0.2")
    with pytest.raises(PolicyRefusal, match=r"127\.0\.0\.2"):
        PageFetcher(allow_private=True).fetch(site.redirect("/a", f"{elsewhere}/b"))


def test_a_feed_of_the_own_network_leads_to_no_other_host_of_it(world, site):
    elsewhere = site.address.replace("127.0.0.1", "127.0.0.2")
    feed = f"<rss><channel><title>N</title><item><link>{elsewhere}/secret</link></item></channel></rss>"
    change = world.library.web.poll_feed(site.put("/feed", feed, "application/rss+xml"), allow_private=True)
    assert not change.added and "private address" in change.skipped[0]
    assert "/secret" not in site.paths


@pytest.mark.parametrize(
    ("url", "feed"),
    [
        ("https://github.com/owner/name", "https://github.com/owner/name/releases.atom"),
        ("https://codeberg.org/owner/name.git", "https://codeberg.org/owner/name/releases.rss"),
        ("https://github.com/owner", ""),
        ("https://github.com/topics/x", ""),
        ("https://example.org/owner/name", ""),
        ("https://github.com/owner/name/issues", ""),
    ],
)
def test_the_releases_of_a_repository_have_a_feed(url, feed):
    assert releases_feed(url) == feed


def test_a_feed_that_fails_waits_longer_each_time_a_week_at_the_most(world, site):
    url = site.put("/feed", "<rss><channel><title>N</title></channel></rss>", "application/rss+xml")
    world.library.web.poll_feed(url, allow_private=True, every_hours=6)
    site.put("/feed", "", status=503)
    waits = []
    for _ in range(7):
        world.clock.forward(days=8)
        assert "status 503" in world.library.web.poll_feeds(due_only=True).skipped[0]
        (feed,) = world.store.read(world.library.feeds.list).result()
        waits.append((feed.failures, feed.next_at))
        assert world.library.web.poll_feeds(due_only=True).skipped == (), "it is not due"
    assert [count for count, _ in waits] == [1, 2, 3, 4, 5, 6, 7]
    assert "status 503" in feed.fault
    site.put("/feed", "<rss><channel><title>N</title></channel></rss>", "application/rss+xml")
    world.clock.forward(days=8)
    world.library.web.poll_feeds(due_only=True)
    (feed,) = world.store.read(world.library.feeds.list).result()
    assert (feed.failures, feed.fault) == (0, "")


@pytest.mark.parametrize("hours", [0.1, 1000])
def test_an_interval_has_limits(world, site, hours):
    url = site.put("/feed", "<rss><channel><title>N</title></channel></rss>", "application/rss+xml")
    with pytest.raises(ClaudeOpsError, match="cannot be polled every"):
        world.library.web.poll_feed(url, allow_private=True, every_hours=hours)


def test_an_entry_that_was_removed_is_not_taken_again(world, site):
    text = "&lt;p&gt;" + "Words of the entry. " * 100
    feed = (
        f"<rss><channel><title>N</title><item><link>/a</link><description>{text}</description></item></channel></rss>"
    )
    url = site.put("/feed", feed, "application/rss+xml")
    (kept,) = world.library.web.poll_feed(url, allow_private=True).added
    assert kept.unread and kept.state == "unread" and kept.feed_id is not None
    world.store.write(lambda: world.library.documents.remove(kept.id)).result()
    assert world.library.web.poll_feeds().added == ()


@pytest.mark.slow
def test_an_entry_that_cannot_be_read_is_left_alone_after_three_tries(world, site):
    feed = "<rss><channel><title>N</title><item><link>/gone</link></item></channel></rss>"
    url = site.put("/feed", feed, "application/rss+xml")
    world.library.web.poll_feed(url, allow_private=True)
    for _ in range(4):
        world.library.web.poll_feeds()
    assert site.paths.count("/gone") == 3
