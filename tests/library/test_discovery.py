"""A page that somebody names becomes a document; a server that means harm gets nothing (C14)."""

from __future__ import annotations

import socket
import threading

import pytest
from support.ports import held_port

from claudeops_desktop.core.errors import EnvironmentFault, OperatorError, PolicyRefusal
from claudeops_desktop.library.discovery import checked_network
from claudeops_desktop.library.discovery.fetch import MOST_REDIRECTS, PageFetcher

PAGE = """<title>Replication</title><link rel="alternate" type="application/rss+xml" href="/feed.xml">
<body><nav>Menu</nav><h1>Replication</h1><p>Replication of the database. Replication lags.</p></body></html>"""


@pytest.fixture
def fetcher() -> PageFetcher:
    return PageFetcher(allow_private=True)


def test_a_page_becomes_a_document_with_source_tags_and_feeds(world, site):
    url = site.put("/manual", PAGE)
    change = world.library.web.add_page(f"{url}#part", allow_private=True)
    (kept,) = change.added
    assert (kept.source, kept.kind, kept.title, kept.format) == (url, "web", "Replication", "html")
    assert kept.tags == ("replication",) and kept.read_at and kept.folder_id is None
    assert change.feeds == (f"{site.address}/feed.xml",)
    (hit,) = world.library.find("lags")
    assert hit.source == url and "Menu" not in hit.excerpt
    assert site.asked[0][0] == "/robots.txt" and site.asked[1][1]["user-agent"].startswith("ClaudeOps/")


def test_a_page_that_says_the_same_is_unchanged(world, site):
    url = site.put("/manual", PAGE)
    world.library.web.add_page(url, allow_private=True)
    site.put("/manual", PAGE.replace("<body>", "<body><script>7</script>"))
    assert world.library.web.add_page(url, allow_private=True).unchanged
    site.put("/manual", PAGE.replace("lags", "is late"))
    (kept,) = world.library.web.add_page(url, allow_private=True).changed
    assert kept.id == 1 and world.library.find("late")


@pytest.mark.parametrize(
    ("kind", "content", "title", "form"),
    [
        ("text/plain; charset=iso-8859-1", "Grün".encode("latin-1"), "page", "text"),
        ("text/markdown", b"# Title\n\nwords", "Title", "markdown"),
        ("application/xhtml+xml", b"<h1>X</h1><p>words", "X", "html"),
    ],
)
def test_other_kinds_of_pages(world, site, kind, content, title, form):
    (kept,) = world.library.web.add_page(site.put("/page", content, kind), allow_private=True).added
    assert (kept.title, kept.format) == (title, form)


@pytest.mark.parametrize(
    ("kind", "status", "says"),
    [
        ("image/png", 200, "no document that can be read"),
        ("application/rss+xml", 200, "is a feed"),
        ("text/html", 404, "status 404"),
        ("text/html", 500, "status 500"),
        ("text/html", 204, "status 204"),
    ],
)
def test_what_is_no_page(world, site, kind, status, says):
    with pytest.raises(OperatorError, match=says):
        world.library.web.add_page(site.put("/x", "words" if status != 204 else "", kind, status), allow_private=True)
    assert world.documents() == []


def test_this_computer_and_private_networks_are_refused(site):
    for url in (site.put("/a", PAGE), site.address.replace("127.0.0.1", "localhost"), "http://[::ffff:127.0.0.1]:1/"):
        with pytest.raises(PolicyRefusal, match="private address") as caught:
            PageFetcher().fetch(url)
        assert "robots" not in caught.value.sentence and "--allow-private" in caught.value.remedy
    assert site.asked == [], "no connection is made at all"


def test_each_redirect_is_checked_again(site, monkeypatch):
    """The first address may be reached, and sends on to one that may not."""
    url = site.redirect("/public", f"{site.address}/private")
    asked = []

    def is_public(address: str) -> bool:
        asked.append(address)
        return len(asked) <= 2  # robots.txt and the first page

    monkeypatch.setattr(checked_network, "is_public", is_public)
    site.put("/private", "metadata")
    with pytest.raises(PolicyRefusal, match="/private leads to"):
        PageFetcher().fetch(url)
    assert site.paths == ["/public"]


def test_a_name_of_which_one_address_is_private_is_refused(monkeypatch, site):
    monkeypatch.setattr(checked_network, "resolve_host", lambda *_: ["93.184.216.34", "10.0.0.1"])
    with pytest.raises(PolicyRefusal, match=r"10\.0\.0\.1"):
        PageFetcher().fetch("http://rebound.example/")


def test_the_address_that_was_checked_is_the_one_that_is_used(monkeypatch, site, fetcher):
    """A name is resolved once for each connection: what a second answer says cannot matter."""
    answers = iter([["127.0.0.1"], ["127.0.0.1"]])
    monkeypatch.setattr(checked_network, "resolve_host", lambda *_: next(answers))
    site.put("/a", PAGE)
    port = site.address.rpartition(":")[2]
    assert b"Replication" in fetcher.fetch(f"http://no-such-name.example:{port}/a").content


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://x/", "//u:p@127.0.0.1/", "javascript:1", "http://["])
def test_a_redirect_to_something_else_is_refused(site, fetcher, target):
    with pytest.raises((OperatorError, EnvironmentFault)):
        fetcher.fetch(site.redirect("/a", target))


def test_redirects_are_followed_so_far(site, fetcher):
    for number in range(MOST_REDIRECTS):
        site.redirect(f"/{number}", f"/{number + 1}")
    site.put(f"/{MOST_REDIRECTS}", "end")
    assert fetcher.fetch(f"{site.address}/0").content == b"end"
    site.redirect(f"/{MOST_REDIRECTS}", "/0")
    with pytest.raises(OperatorError, match="sends on more than 5 times"):
        fetcher.fetch(f"{site.address}/0")


def test_a_page_that_sends_on_keeps_the_address_that_was_named(world, site):
    site.put("/new", PAGE)
    (kept,) = world.library.web.add_page(site.redirect("/old", "/new"), allow_private=True).added
    assert kept.source.endswith("/old")


def test_robots_txt_is_respected(site, fetcher):
    site.put("/robots.txt", "User-agent: *\nDisallow: /private\n", "text/plain")
    site.put("/private/a", PAGE)
    site.put("/open", PAGE)
    with pytest.raises(PolicyRefusal, match=r"robots\.txt"):
        fetcher.fetch(f"{site.address}/private/a")
    assert fetcher.fetch(f"{site.address}/open").content
    with pytest.raises(PolicyRefusal):
        fetcher.fetch(site.redirect("/open-too", "/private/a"))
    assert [path for path, _ in site.asked].count("/robots.txt") == 1


@pytest.mark.parametrize(("status", "allowed"), [(404, True), (403, True), (500, False), (503, False)])
def test_a_robots_txt_that_cannot_be_had(site, fetcher, status, allowed):
    site.put("/robots.txt", "", status=status)
    url = site.put("/a", PAGE)
    if allowed:
        assert fetcher.fetch(url).content
    else:
        with pytest.raises(PolicyRefusal):
            fetcher.fetch(url)


def test_a_robots_txt_that_leads_in_a_circle_says_nothing(site, fetcher):
    site.redirect("/robots.txt", "/robots.txt")
    assert fetcher.fetch(site.put("/a", PAGE)).content


def test_a_page_over_the_limit_is_refused(site):
    url = site.put("/a", b"x" * 1_001)
    with pytest.raises(OperatorError, match="larger than"):
        PageFetcher(allow_private=True, largest=1_000).fetch(url)
    site.put("/a", b"x" * 1_000)
    assert len(PageFetcher(allow_private=True, largest=1_000).fetch(url).content) == 1_000


@pytest.mark.slow
def test_a_server_that_never_ends_its_answer_is_left():
    """It sends its headers a letter at a time, each well within the time of a read."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        ended = threading.Event()

        def drip() -> None:
            link, _ = server.accept()
            with link:
                link.sendall(b"HTTP/1.1 200 OK\r\n")
                while not ended.wait(0.05):
                    try:
                        link.sendall(b"x: y\r\n")
                    except OSError:
                        return

        thread = threading.Thread(target=drip)
        thread.start()
        try:
            with pytest.raises(EnvironmentFault, match=r"within 0\.5 s"):
                PageFetcher(allow_private=True, seconds=0.5).fetch(f"http://127.0.0.1:{server.getsockname()[1]}/")
        finally:
            ended.set()
            thread.join()


def test_where_nobody_answers(fetcher):
    with held_port() as port, pytest.raises(EnvironmentFault, match="nobody answers there"):
        fetcher.fetch(f"http://127.0.0.1:{port}/")


def test_what_speaks_no_http(fetcher):
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            link, _ = server.accept()
            with link:
                link.sendall(b"220 mail ready\r\n")
                link.recv(1_000)

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(EnvironmentFault, match="no proper HTTP"):
            fetcher.fetch(f"http://127.0.0.1:{server.getsockname()[1]}/")
        thread.join()


def test_no_proxy_and_no_password_of_the_environment_is_used(site, fetcher, monkeypatch, tmp_path):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "")
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login me password secret")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    fetcher.fetch(site.put("/a", PAGE))
    assert all("authorization" not in headers for _, headers in site.asked)
