"""Markers (SPEC-0015; PRODUCT S7, S8, S11, M3, M5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.stream.events import AssistantText
from claudeops_desktop.stream.markers import (
    MEMORY_MARKER,
    TEXT_LIMIT,
    CooldownMarker,
    EventMarker,
    MemoryMarker,
    NearMiss,
    is_service_name,
    markers_of,
    read_markers,
    shorten_text,
)


def memories(text: str) -> list[tuple[str, str | None, str]]:
    return [(m.category, m.service, m.text) for m in read_markers(text) if isinstance(m, MemoryMarker)]


def test_regex_matches_well_formed_marker():
    """SPEC-0015, Memory Marker Regex."""
    found = MEMORY_MARKER.match("[MEMORY:dependency:postgres] Dependents should wait 10s after postgres restart")
    assert found.groups() == ("dependency", "postgres", "Dependents should wait 10s after postgres restart")
    assert MEMORY_MARKER.pattern == (
        r"\[MEMORY:(timing|dependency|behavior|remediation|maintenance)(?::([a-zA-Z0-9_-]+))?\]\s*(.+)"
    )


def test_regex_rejects_malformed_marker():
    """SPEC-0015, Memory Marker Regex."""
    assert MEMORY_MARKER.match("[MEMORY:unknown] Some observation") is None


def test_general_memory_marker_has_no_service():
    """SPEC-0015, Memory Marker Format."""
    text = "DNS checks sometimes fail transiently during WireGuard reconnects -- retry once before escalating"
    assert memories(f"[MEMORY:remediation] {text}") == [("remediation", None, text)]


def test_service_specific_memory_marker():
    """SPEC-0015, Memory Marker Format."""
    text = "Takes 60s to start after restart -- wait before checking health"
    assert memories(f"[MEMORY:timing:jellyfin] {text}") == [("timing", "jellyfin", text)]


def test_the_name_is_lower_case_and_general_means_none():
    assert memories("[MEMORY:timing:Jellyfin] a\n[MEMORY:timing:General] b") == [
        ("timing", "jellyfin", "a"),
        ("timing", None, "b"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "[MEMORY:timing:x] Takes 60s",
        "Noted: [MEMORY:timing:x] Takes 60s",
        "- [MEMORY:timing:x] Takes 60s",
        "* [MEMORY:timing:x] Takes 60s",
        "+ [MEMORY:timing:x] Takes 60s",
        "12. [MEMORY:timing:x] Takes 60s",
        "- [x] [MEMORY:timing:x] Takes 60s",
        "> [MEMORY:timing:x] Takes 60s",
        "> - **[MEMORY:timing:x]** Takes 60s",
        "**[MEMORY:timing:x] Takes 60s**",
        "***[MEMORY:timing:x]*** Takes 60s",
        "**Memory: [MEMORY:timing:x] Takes 60s**",
        "_[MEMORY:timing:x] Takes 60s_",
        "`[MEMORY:timing:x] Takes 60s`",
        "`[MEMORY:timing:x]` Takes 60s",
        "[MEMORY:timing:x] `Takes 60s`",
        "[MEMORY:timing:x] **Takes 60s**",
        '"[MEMORY:timing:x] Takes 60s"',
        "“[MEMORY:timing:x] Takes 60s”",
        "([MEMORY:timing:x] Takes 60s)",
        "| [MEMORY:timing:x] Takes 60s |",
        "[MEMORY:timing:x]: Takes 60s",
        "[MEMORY:timing:x] — Takes 60s",
        "```\n[MEMORY:timing:x] Takes 60s\n```",
        "**_[MEMORY:timing:x] Takes 60s_**",
        "_**[MEMORY:timing:x] Takes 60s**_",
        "*_[MEMORY:timing:x]_* Takes 60s",
        "[MEMORY:timing:x] _**Takes 60s**_",
        "**Note:** **[MEMORY:timing:x] Takes 60s**",
        "**Note:** **[MEMORY:timing:x]** Takes 60s",
        "‘[MEMORY:timing:x] Takes 60s’",
        "'[MEMORY:timing:x] Takes 60s'",
        "\r\n[MEMORY:timing:x]   Takes 60s  \r\nMore.",
    ],
)
def test_decoration_around_a_marker_is_dropped(text):
    assert memories(text) == [("timing", "x", "Takes 60s")]


@pytest.mark.parametrize(
    "said",
    [
        "Backup runs at cron `0 3 * * *`",
        "Delete /var/log/* first",
        "Clear /var/cache/*",
        "Needs `nginx -t` before `reload`",
        "Set `max_wal_size` to 2GB (default 1GB)",
        "-5 C is normal in the rack",
        'Answers "maintenance" while it updates',
        "snake_case_ names are kept",
    ],
)
def test_signs_that_belong_to_the_text_stay(said):
    for before, after in (("", ""), ("- ", ""), ("* ", ""), ("**", "**"), ("> ", "")):
        assert memories(f"{before}[MEMORY:maintenance:x] {said}{after}") == [("maintenance", "x", said)]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("**Note:** [MEMORY:timing:x] Clear /var/**", "Clear /var/**"),
        ("**Note:** [MEMORY:timing:x] **/*.log is large", "**/*.log is large"),
        ("**Note:** [MEMORY:timing:x] Match /srv/**/x only", "Match /srv/**/x only"),
        ("[MEMORY:timing:x] Match /srv/**/x only", "Match /srv/**/x only"),
        ("**[MEMORY:timing:x] **All** of it", "**All** of it"),
        ("**[MEMORY:timing:x] Needs **all** of it**", "Needs **all** of it"),
        ("**[MEMORY:timing:x]** Needs **all** of it", "Needs **all** of it"),
        ("**[MEMORY:timing:x] Takes** 60s **at least** once", "Takes 60s **at least** once"),
        ("`a` [MEMORY:timing:x] Run `b", "Run `b"),
        ("`[MEMORY:timing:x] Run` b `c` d", "Run b `c` d"),
        ("*[MEMORY:timing:x] Clear **/x*", "Clear **/x"),
        ("“[MEMORY:timing:x] Say “now””", "Say “now”"),
        ("“[MEMORY:timing:x] Say “now”", "Say “now”"),
        ("([MEMORY:timing:x] Takes 60s (about)", "Takes 60s (about)"),
        ("([MEMORY:timing:x] Takes 60s (about))", "Takes 60s (about)"),
        ("[MEMORY:timing:x] Takes 60s (about)", "Takes 60s (about)"),
        ("'[MEMORY:timing:x] The host's disk'", "The host's disk"),
        ("| a | [MEMORY:timing:x] Takes 60s | |", "Takes 60s |"),
        ("a | [MEMORY:timing:x] Takes 60s |", "Takes 60s |"),
    ],
)
def test_of_the_signs_around_a_text_those_are_dropped_that_were_opened_before_its_marker(line, said):
    assert memories(line) == [("timing", "x", said)]


def test_two_markers_on_a_line_are_two():
    """PRODUCT S7: several on one line, each for itself."""
    text = "x [MEMORY:timing:a1] first one [MEMORY:timing:a2] second one"
    assert memories(text) == [("timing", "a1", "first one"), ("timing", "a2", "second one")]
    text = "**[MEMORY:timing:a] one**; `[MEMORY:timing:b] two` | [EVENT:info] three"
    assert [m.text for m in read_markers(text)] == ["one", "two", "three"]
    assert [m.place for m in read_markers(text)] == [0, 1, 2]


def test_a_marker_ends_with_its_line():
    """Issue: ``[MEMORY:timing]`` followed by an ordinary line is not a memory."""
    (miss,) = read_markers("[MEMORY:timing]\nAll checks are done.")
    assert isinstance(miss, NearMiss)
    assert "has no text on its line" in miss.why
    assert memories("[MEMORY:timing] one\ntwo") == [("timing", None, "one")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[MEMORY:misc:x] not a category", "names the category “misc”"),
        ("[MEMORY:TIMING:x] wrong case", "must be in lower case"),
        ("[Memory:timing:x] wrong case", "is not written as [MEMORY:…] in capitals"),
        ("[memory:timing:x] wrong case", "is not written as [MEMORY:…] in capitals"),
        ("[MEMORY:timing:x]   ", "has no text on its line"),
        ("[MEMORY:timing:x] **", "has no text on its line"),
        ("[MEMORY:timing:home assistant] text", "names the service “home assistant”"),
        ("[MEMORY:timing:] text", "names no service"),
        ("[MEMORY:] text", "names no category"),
        ("[MEMORY] text", "names no category"),
        ("[MEMORY: timing] text", "must be in lower case, without spaces"),
        ("[MEMORY:timing:x text", "has no closing bracket"),
        ("[COOLDOWN:restart:home assistant] success", "names the service “home assistant”; a name has letters"),
        ("[COOLDOWN] success", "is not written as [COOLDOWN:action:service]"),
        ("[EVENT: :] text", "is not written as [EVENT:level]"),
        ("[EVENT] text", "is not written as [EVENT:level]"),
        ("[event:warning] text", "is not written as [EVENT:…] in capitals"),
        ("[EVENT:warning:x]", "has no text on its line"),
        ("[COOLDOWN:restart:x] done", "does not say success or failure"),
        ("[COOLDOWN:stop:x] success", "names the action “stop”"),
        ("[COOLDOWN:restart] success", "names no service"),
    ],
)
def test_a_near_miss_is_quoted_and_not_stored(text, words):
    """PRODUCT S7; SPEC-0015, Invalid category rejected."""
    (miss,) = read_markers(text)
    assert isinstance(miss, NearMiss)
    assert words in miss.why
    assert f"“{text.strip()}" in miss.why
    assert miss.line == text


@pytest.mark.parametrize(
    ("head", "text", "service"),
    [
        ("MEMORY:timing", "text", None),
        ("COOLDOWN:restart", "success", None),
        ("EVENT:info", "text", "x" * 199 + "…"),
    ],
)
def test_a_service_has_a_name_of_two_hundred_characters_at_most(head, text, service):
    """An event is not lost for it; a memory and a cooldown would be of no service at all."""
    (whole,) = read_markers(f"[{head}:{'x' * 200}] {text}")
    (longer,) = read_markers(f"[{head}:{'x' * 201}] {text}")
    assert whole.service == "x" * 200
    if service is None:
        assert isinstance(longer, NearMiss)
        assert "; a name has letters, digits and . _ - @ : / only, and 200 characters at most." in longer.why
    else:
        assert longer.service == service


@pytest.mark.parametrize(
    ("name", "sound"),
    [
        ("a", True),
        ("_a", True),
        ("0.a_b-c@d:e/f", True),
        ("x" * 200, True),
        ("x" * 201, False),
        ("", False),
        ("-a", False),
        ("A", False),
        ("a b", False),
    ],
)
def test_which_names_may_stand_for_a_service(name, sound):
    assert is_service_name(name) is sound


@pytest.mark.parametrize(
    ("text", "limit", "shown"),
    [("abcde", 5, "abcde"), ("abcdef", 5, "abcd…"), ("abc def", 5, "abc…"), ("", 5, ""), ("ab", 1, "…")],
)
def test_what_is_left_out_of_a_text_is_told_by_its_last_sign(text, limit, shown):
    assert shorten_text(text, limit) == shown


def test_a_long_near_miss_is_quoted_in_part():
    (miss,) = read_markers("[MEMORY:misc] " + "x" * 5000)
    assert miss.text == "[MEMORY:misc] " + "x" * 105 + "…"
    assert miss.why.startswith(f"Not stored: “{miss.text}” names the category “misc”")


def test_ordinary_brackets_are_no_near_miss():
    assert read_markers("[Memory usage] 45% [info] [memory] fine [x](y) MEMORY:timing] [") == []


@pytest.mark.parametrize(
    ("level", "stored"),
    [("info", "info"), ("warning", "warning"), ("warn", "warning"), ("degraded", "warning"), ("WARN", "warning")]
    + [(word, "critical") for word in ("critical", "error", "err", "fatal", "failure", "failed", "Critical")]
    + [("notice", "info"), ("ok", "info"), ("jellyfin", "info")],
)
def test_event_levels(level, stored):
    """PRODUCT S8."""
    assert read_markers(f"- [EVENT:{level}:Jellyfin] Restarted twice") == [
        EventMarker(0, f"- [EVENT:{level}:Jellyfin] Restarted twice", stored, "jellyfin", "Restarted twice")
    ]
    assert read_markers(f"[EVENT:{level}] Disk")[0].service is None


def test_an_event_is_not_lost_for_the_name_of_its_service():
    (event,) = read_markers("[EVENT:critical:Home  Assistant (nas.local:8123)] is down")
    assert (event.level, event.service, event.text) == ("critical", "home assistant (nas.local:8123)", "is down")


@pytest.mark.parametrize("dash", [" - ", " -- ", " – ", " — ", ": ", ", ", " "])
def test_cooldown_markers_take_any_dash(dash):
    """PRODUCT S11."""
    line = f"[COOLDOWN:restart:jellyfin] success{dash}healthy after 40s"
    assert read_markers(line) == [CooldownMarker(0, line, "restart", "jellyfin", True, "healthy after 40s")]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("[COOLDOWN:redeployment:caddy] failure — port in use", ("redeployment", "caddy", False, "port in use")),
        ("[COOLDOWN:redeploy:caddy] **FAILED**", ("redeployment", "caddy", False, "")),
        ("**[COOLDOWN:restart:Plex]** Success.", ("restart", "plex", True, "")),
        ("[COOLDOWN:restart:x]: failed: why", ("restart", "x", False, "why")),
    ],
)
def test_cooldown_outcomes(line, told):
    (marker,) = read_markers(line)
    assert (marker.action, marker.service, marker.success, marker.text) == told


def test_a_text_over_the_limit_is_cut_and_told():
    marker, miss = read_markers(f"[MEMORY:behavior:x] {'word ' * 1000}")
    assert isinstance(marker, MemoryMarker)
    assert len(marker.text) <= TEXT_LIMIT
    assert miss.why.startswith("Cut to 2,000 of 4,999 characters")
    assert miss.place == 1


def test_a_text_of_two_thousand_characters_is_whole():
    assert [m.text for m in read_markers(f"[MEMORY:behavior:x] {'x' * 2_000}")] == ["x" * 2_000]
    marker, miss = read_markers(f"[EVENT:info:x] {'x' * 2_001}")
    assert marker.text == "x" * 1_999 + "…"
    assert (miss.place, miss.kind, miss.text) == (1, "event", "x" * 119 + "…")
    assert miss.why == f"Cut to 2,000 of 2,001 characters: “{miss.text}”."


def test_a_marker_that_was_cut_off_in_the_middle_is_not_stored():
    text = "[MEMORY:timing:a] whole\n[MEMORY:timing:b] Takes 6"
    cut = markers_of(AssistantText(text, 0, "m", main=True, complete=False))
    assert [type(marker) for marker in cut] == [MemoryMarker, NearMiss]
    assert len(markers_of(AssistantText(text, 0, "m", main=True))) == 2
    assert markers_of(AssistantText(text, 0, "m", main=False)) == []


def test_control_characters_do_not_reach_a_memory():
    assert memories("[MEMORY:timing:x] a\x00b\x1b[31mc") == [("timing", "x", "abc")]


@pytest.mark.parametrize(
    ("before", "after", "begin", "end"),
    [
        (0, 3_980, 0, 4_000),
        (0, 3_981, 0, 4_000),
        (150, 6_000, 0, 4_000),
        (1_000, 9_000, 800, 4_800),
        (6_000, 1_000, 3_020, 7_020),
    ],
)
def test_of_a_line_of_more_than_four_thousand_characters_the_part_around_a_marker_is_kept(before, after, begin, end):
    line = "a" * before + "[EVENT:info:x] there" + "b" * after
    assert read_markers(line)[0].line == line[begin:end]


def test_a_very_long_line_keeps_the_part_around_each_marker():
    line = "word " * 100_000 + "[MEMORY:timing:x] here" + " word" * 100
    (marker,) = read_markers(line)
    assert "[MEMORY:timing:x] here" in marker.line
    assert len(marker.line) <= 4000


@pytest.mark.slow
def test_many_markers_on_one_line_take_linear_time():
    found = read_markers("**[MEMORY:timing:x] a** " * 20_000)
    assert len(found) == 20_000
    assert {marker.text for marker in found} == {"a"}
    assert [marker.place for marker in found[:3]] == [0, 1, 2]


@given(st.text(alphabet=st.sampled_from("[]MEMORY:timing*_`\"'()|> \n-x EVENTCOOLDOWN—"), max_size=120))
def test_any_text_is_read_without_an_error(text):
    found = read_markers(text)
    assert [marker.place for marker in found] == list(range(len(found)))


@pytest.mark.slow
@given(
    st.sampled_from(["timing", "dependency", "behavior", "remediation", "maintenance"]),
    st.from_regex(r"[a-zA-Z0-9_-]{1,20}", fullmatch=True) | st.none(),
    st.from_regex(r"[A-Za-z0-9][A-Za-z0-9 .,%/]{0,60}[A-Za-z0-9]", fullmatch=True),
)
def test_whatever_the_spec_matches_is_read_as_it_matches(category, service, text):
    """SPEC-0015, Memory Marker Regex: the reader and the expression agree on plain lines."""
    line = f"[MEMORY:{category}{f':{service}' if service else ''}] {text}"
    name = service.lower() if service else None
    groups = MEMORY_MARKER.match(line).groups()
    assert groups == (category, service, text)
    assert memories(line) == [(category, None if name == "general" else name, text)]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("`[MEMORY:timing:a] Takes 60s` to start", "Takes 60s to start"),
        ("**[MEMORY:timing:a] Takes** 60s to start", "Takes 60s to start"),
        ("[MEMORY:timing:a] Takes \x1b[1;31m60s\x1b[0m to start", "Takes 60s to start"),
        ("[MEMORY:timing:a] `make up` takes 60s", "`make up` takes 60s"),
    ],
)
def test_signs_of_markdown_and_terminals_in_the_middle_are_dropped(line, text):
    assert memories(line) == [("timing", "a", text)]


@pytest.mark.parametrize("words", ["unsuccessful", "not successful", "Unsuccessfully:"])
def test_a_restart_that_did_not_succeed_counts_as_one_that_failed(words):
    (marker,) = read_markers(f"[COOLDOWN:restart:a] {words} — still down")
    assert (marker.success, marker.text) == (False, "still down")
