"""Text in one spelling: what only looks different compares equal (E4)."""

from __future__ import annotations

import pytest

from claudeops_desktop.stream.normalize import fold


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("", ""),
        ("Amber 90s!", "amber 90s!"),
        ("CAFÉ Ångström", "cafe angstrom"),
        ("ﬁne ｆｕｌｌ ①", "fine full 1"),
        ("li\u200bs\u00adten\ufeffer", "listener"),
        ("a\u202eb\u2066c", "abc"),
        ("a\ud800b\ue000c\uffffd", "abcd"),
        ("\u0440\u0430\u0443\u0440\u0430l", "paypal"),  # Cyrillic but for the last letter
        ("\u0410\u0391", "aa"),  # Cyrillic and Greek
        ("日本 и", "日本 и"),
        ("a\u0301\u20dd", "a"),
    ],
)
def test_accents_capitals_invisible_signs_and_look_alikes_are_gone(text, folded):
    assert fold(text) == folded
