"""The pure rules: what is an event, what is a memory, and how long an outage can be said to have lasted."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.agents.watch.check_tracks import (
    KEPT_RESULTS,
    CheckOutage,
    CheckTrack,
    add,
    add_order,
    probe_failed,
)
from claudeops_desktop.agents.watch.events import WatchEvent, events, mark_told
from claudeops_desktop.agents.watch.flapping import change_share, is_flapping
from claudeops_desktop.agents.watch.lessons import KEEP_ALIVE, MOST_A_RUN, MeasuredFact, lessons, mark_said
from claudeops_desktop.agents.watch.measurement import CheckFinding, CheckMeasurement, ServedCertificate, ServiceStatus
from claudeops_desktop.agents.watch.models import HttpCheck, Service, TlsCheck, UnitCheck
from claudeops_desktop.agents.watch.recovery import describe_outage, recovery
from claudeops_desktop.agents.watch.text import about, amount, clean_line, duration, rounded

START = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
WEB = HttpCheck(name="web", url="http://localhost/")
MARKER = re.compile(r"\[MEMORY:(timing|dependency|behavior|remediation|maintenance)(?::([a-zA-Z0-9_-]+))?\]\s*(.+)")


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def seen(seconds: float, status: str, *, check: Service = WEB, **found: object) -> CheckMeasurement:
    finding = CheckFinding(ServiceStatus(status), found.pop("detail", "as it is"), **found)  # type: ignore[arg-type]
    return CheckMeasurement(check.name, check.check, check.key, check.target, at(seconds), at(seconds), finding, 5.0)


class Story:
    """A check over time: what its measurements lead to, run by run."""

    def __init__(self, check: Service = WEB) -> None:
        self.check = check
        self.track = CheckTrack(check.name, check.check)

    def run(self, seconds: float, status: str, **found: object) -> list[WatchEvent]:
        measurement = seen(seconds, status, check=self.check, **found)
        before = self.track
        after = add(before, measurement)
        self.track = mark_told(before, after, measurement)
        return list(events(before, after, measurement))

    def learned(self, seconds: float) -> list[str]:
        found = lessons({self.check.key: self.track}, [self.check], at(seconds))
        for lesson in found:
            self.track = mark_said(self.track, lesson, at(seconds))
        return [f"{lesson.category}: {lesson.text}" for lesson in found]


# --- outages and recovery -----------------------------------------------------------------------------------------


def test_an_outage_is_bounded_by_the_checks_around_it():
    story = Story()
    for seconds, status in ((0, "healthy"), (10, "down"), (30, "down"), (34, "healthy")):
        story.run(seconds, status)
    (outage,) = story.track.outages
    assert (outage.shortest.total_seconds(), outage.longest) == (20, timedelta(seconds=34))
    assert story.track.outage is None


def test_probes_within_a_run_sharpen_both_ends():
    story = Story()
    story.run(0, "healthy")
    story.run(2, "down")
    for second in range(3, 23):
        story.track = probe_failed(story.track, at(second))
    story.run(24, "healthy")
    assert story.learned(24) == ["timing: Recovery time after an outage, once: 22 s (measured)"]


def test_unknown_neither_begins_nor_ends_an_outage():
    story = Story()
    for seconds, status in ((0, "healthy"), (1, "unknown"), (2, "down"), (3, "unknown"), (4, "degraded")):
        story.run(seconds, status)
    (outage,) = story.track.outages
    assert (outage.last_good, outage.first_bad, outage.last_bad, outage.first_good) == (at(0), at(2), at(2), at(4))


def test_recovery_between_two_checks_far_apart_claims_only_a_bound():
    story = Story()
    for minute, status in ((0, "healthy"), (5, "down"), (10, "healthy")):
        story.run(60 * minute, status)
    assert story.learned(600) == ["timing: Recovery time after an outage, once: within 10 min (measured)"]
    for minute, status in ((15, "down"), (20, "healthy")):
        story.run(60 * minute, status)
    assert story.learned(1200)[:1] == ["timing: Recovers within about 10 min after an outage (checked every 5 min)"]


def test_outage_whose_beginning_nobody_saw_is_at_least_that_long():
    story = Story()
    for seconds, status in ((0, "down"), (40, "down"), (41, "healthy")):
        story.run(seconds, status)
    assert story.learned(41) == ["timing: Recovery time after an outage, once: at least 40 s (measured)"]


def test_the_median_of_several_outages_counts():
    def outage(begin: float, length: float) -> CheckOutage:
        return CheckOutage(at(begin - 1), at(begin), at(begin + length - 1), at(begin + length))

    known = recovery(CheckTrack("web", "http", outages=(outage(100, 30), outage(300, 34), outage(600, 300))))
    assert known is not None and known.text == "Takes about 35 s to recover after an outage (measured, 30 s to 5 min)"


def test_measured_again_the_same_sentence_is_told_again_and_nothing_in_between():
    story = Story()
    for begin in (10, 5010, 10_010):
        story.run(begin - 10, "healthy")
        story.run(begin, "down")
        story.track = probe_failed(story.track, at(begin + 39))
        story.run(begin + 40, "healthy")
        usual = "timing: Takes about 45 s to recover after an outage (measured)"
        once = "timing: Recovery time after an outage, once: 44 s (measured)"
        assert story.learned(begin + 41) == [once if begin == 10 else usual]
        for later in range(100, 4995, 50):
            story.run(begin + later, "healthy")
            assert story.learned(begin + later) == []


def test_outages_that_a_clock_put_out_of_order_are_not_measured():
    assert not CheckOutage(at(100), at(0), at(0), at(50)).plausible
    story = Story()
    for seconds, status in ((100, "healthy"), (0, "down"), (50, "healthy")):
        story.run(seconds, status)
    assert story.learned(60) == []


def test_outages_of_more_than_a_day_are_not_a_recovery_time():
    days = CheckOutage(at(0), at(60), at(86_400 * 3), at(86_400 * 3 + 60))
    assert recovery(CheckTrack("web", "http", outages=(days,))) is None


@pytest.mark.slow
@given(
    st.floats(0, 1e5), st.floats(0, 1e5), st.floats(0, 1e5)
)  # fmt: skip
def test_a_recovery_never_lies_outside_of_what_was_seen(before: float, down: float, after: float):
    outage = CheckOutage(at(0), at(before), at(before + down), at(before + down + after))
    known = recovery(CheckTrack("web", "http", outages=(outage,)))
    if known is not None and outage.longest is not None:
        assert outage.shortest.total_seconds() - 0.001 <= known.seconds <= outage.longest.total_seconds() + 0.001
    assert describe_outage(outage)


# --- events -------------------------------------------------------------------------------------------------------


def test_a_routine_ok_is_no_event():
    story = Story()
    assert story.run(0, "healthy") == []
    assert story.run(60, "healthy") == []


def test_down_is_critical_and_recovery_is_info_with_its_measure():
    story = Story()
    story.run(0, "healthy")
    (went,) = story.run(2, "down", detail="connection refused at http://localhost/ (2 attempts)")
    assert (went.level, went.text) == ("critical", "Down: connection refused at http://localhost/ (2 attempts).")
    story.track = probe_failed(story.track, at(30))
    (back,) = story.run(31, "healthy", detail="HTTP 200 in 3 ms")
    assert (back.level, back.text) == ("info", "Recovered after about 30 s: HTTP 200 in 3 ms.")


def test_down_says_what_earlier_outages_lead_to_expect():
    story = Story()
    for seconds, status in ((0, "healthy"), (1, "down"), (30, "down"), (31, "healthy"), (60, "healthy")):
        story.run(seconds, status)
    assert story.run(90, "down")[0].text.endswith("An earlier outage took about 30 s.")


def test_still_down_is_told_each_run_of_the_first_hour_then_hourly():
    story = Story()
    story.run(0, "healthy")
    told_at = [minute for minute in range(5, 300, 5) if story.run(60 * minute, "down")]
    assert told_at == [*range(5, 65, 5), 120, 180, 240]
    assert "Still down after 5 h" in story.run(60 * 305, "down")[0].text


def test_still_degraded_or_unknown_is_told_daily():
    for status in ("degraded", "unknown"):
        story = Story()
        assert [hour for hour in range(60) if story.run(3600 * hour, status)] == [0, 24, 48]


def test_worse_is_told_at_once_even_if_the_status_stays():
    story = Story()
    assert [e.level for e in story.run(0, "degraded")] == ["warning"]
    assert [e.level for e in story.run(1, "degraded", urgent=True)] == ["critical"]
    assert [e.text[:29] for e in story.run(2, "healthy")] == ["Healthy again, was degraded: "]


def test_what_this_machine_cannot_tell_without_being_asked_is_no_alarm():
    measurement = replace(seen(0, "unknown"), builtin=True)
    before = CheckTrack("clock", "clock")
    assert [e.level for e in events(before, add(before, measurement), measurement)] == ["info"]


def test_other_status_code_new_certificate_and_restarts_are_told():
    story = Story()
    story.run(0, "healthy", code=200, restarts=0, certificate=ServedCertificate(at(-9), at(1e6)))
    told_now = story.run(60, "healthy", code=302, restarts=2, certificate=ServedCertificate(at(9), at(9e6)))
    assert [(e.level, e.text) for e in told_now] == [
        ("info", "Now answers HTTP 302, 200 before."),
        ("info", "New certificate, until 2026-09-13."),
        ("warning", "restarted 2 times since the last check."),
    ]


def test_a_unit_that_was_started_anew_is_told():
    story = Story(UnitCheck(name="db", unit="db.service"))
    story.run(0, "healthy", started_at=at(-900))
    assert story.run(300, "healthy", started_at=at(-899)) == []
    (event,) = story.run(600, "healthy", started_at=at(480))
    assert (event.level, event.text) == ("info", "unit db.service: was started anew 2 min ago.")


def flap(story: Story, outages: int, **found: object) -> list[bool]:
    """An outage of one check every two minutes, with a healthy check before and after each; what told of flapping."""
    story.run(0, "healthy")
    told = []
    for n in range(outages):
        for seconds, status in ((120 * n + 60, "down"), (120 * n + 120, "healthy")):
            told.append(any("Flapping" in event.text for event in story.run(seconds, status, **found)))
    return told


def test_two_outages_are_no_flapping():
    story = Story()
    assert flap(story, 2) == [False] * 4
    assert not any("Flaps" in text for text in story.learned(500))


def test_three_outages_in_a_row_are_flapping_which_is_told_once_and_ends():
    story = Story()
    assert flap(story, 4) == [False, False, False, False, False, True, False, False]
    assert is_flapping(story.track)
    assert "behavior: Flaps: keeps changing between healthy and down" in story.learned(900)
    for n in range(20, 40):
        story.run(60 * n, "healthy")
    assert not is_flapping(story.track)


def test_changes_are_weighed_as_icinga_weighs_them():
    assert change_share([True] * 20) == pytest.approx(99.0)
    assert change_share([False] * 19 + [True]) == pytest.approx(5.9)
    assert change_share([True] + [False] * 19) == pytest.approx(4.0)


def test_a_check_that_flapped_does_so_until_a_quarter_of_its_checks_change():
    story = Story()
    flap(story, 3)
    shares = []
    for n in range(10, 25):
        story.run(60 * n, "healthy")
        shares.append(is_flapping(story.track))
    assert shares == [True] * shares.count(True) + [False] * shares.count(False)
    assert shares.count(True) == 14  # 6 changes weigh 25.2 percent after 14 more checks, and less than 25 after 15


def test_outages_that_a_start_by_hand_ended_are_no_flapping():
    story = Story()
    story.run(0, "healthy", started_at=at(-900))
    for n in range(8):
        story.run(120 * n + 60, "down")
        story.run(120 * n + 120, "healthy", started_at=at(120 * n + 110))
    assert not is_flapping(story.track)


def test_outages_that_an_order_ended_are_no_flapping_and_no_recovery_time():
    story = Story()
    story.run(0, "healthy")
    for n in range(8):
        story.run(120 * n + 60, "down")
        story.run(120 * n + 120, "healthy")
        story.track = add_order(story.track, at(120 * n + 90))
    assert not is_flapping(story.track)
    assert story.learned(1000) == []


def test_what_is_measured_in_planned_work_is_no_flapping_and_no_recovery_time():
    story = Story()
    for n in range(16):
        story.track = add(story.track, seen(60 * n, "down" if n % 2 else "healthy"), planned=True)
    assert not is_flapping(story.track)
    assert story.learned(1000) == []
    assert all(outage.planned for outage in story.track.outages)


# --- lessons ------------------------------------------------------------------------------------------------------


def test_a_routine_result_teaches_nothing():
    story = Story()
    for n in range(30):
        story.run(60 * n, "healthy", code=200)
        assert story.learned(60 * n) == []


def test_unusual_status_that_means_healthy_is_learned_once_and_kept_alive():
    story = Story(HttpCheck.model_validate({"name": "adguard", "url": "http://localhost/", "expect_status": 302}))
    story.run(0, "healthy", code=302)
    fact = "behavior: Answers HTTP 302 when healthy, not 200"
    assert story.learned(0) == [fact]
    later = KEEP_ALIVE.total_seconds()
    story.run(later - 60, "healthy", code=302)
    assert story.learned(later - 60) == []
    story.run(later, "healthy", code=302)
    assert story.learned(later) == [fact]


def test_unusual_status_that_nobody_configured_is_learned_after_five_checks():
    story = Story()
    for n in range(5):
        assert story.learned(n) == []
        story.run(n, "healthy", code=302)
    assert story.learned(5) == ["behavior: Answers HTTP 302 when healthy, not 200"]


def test_always_asking_for_a_login_is_learned_as_such():
    story = Story()
    for n in range(5):
        story.run(n, "degraded", code=401)
    assert story.learned(5) == [
        "behavior: Answers HTTP 401 to a check without login, which does not mean that it is down"
    ]


def test_certificate_about_to_expire_then_renewed():
    story = Story(TlsCheck(name="mail", address="localhost"))
    day = 86400
    old, new = ServedCertificate(at(-80 * day), at(10 * day)), ServedCertificate(at(1 * day), at(91 * day))
    story.run(0, "degraded", certificate=old)
    assert story.learned(0) == ["maintenance: Its TLS certificate expires on 2026-06-11"]
    story.run(2 * day, "healthy", certificate=new)
    assert story.learned(2 * day) == [
        "maintenance: Its TLS certificate expires on 2026-08-31",
        "maintenance: Certificate renewals come about 81 days apart",
    ]


def test_certificate_with_time_left_teaches_nothing():
    story = Story(TlsCheck(name="mail", address="localhost"))
    story.run(0, "healthy", certificate=ServedCertificate(at(-9), at(86400 * 60)))
    assert story.learned(0) == []


def test_slow_start_is_learned_only_where_it_was_measured():
    story = Story(UnitCheck(name="db", unit="db.service"))
    story.run(0, "healthy", started_at=at(-60), start_seconds=1.2)
    assert story.learned(0) == []
    slow = Story(UnitCheck(name="db", unit="db.service"))
    slow.run(0, "healthy", started_at=at(-60), start_seconds=44.0)
    assert slow.learned(0) == ["timing: systemd needs about 45 s to bring the unit from start to active"]
    slow.run(60, "healthy", started_at=at(-60), start_seconds=44.0)
    assert slow.learned(60) == []


def test_two_checks_of_one_service_tell_one_recovery_time_the_longer_one():
    unit = UnitCheck(name="web", unit="web.service")
    outages = {WEB.key: 60, unit.key: 20}
    tracks = {
        key: CheckTrack("web", key.split(":")[1], outages=(CheckOutage(at(0), at(1), at(length), at(length + 1)),))
        for key, length in outages.items()
    }
    assert [lesson.text for lesson in lessons(tracks, [unit, WEB], at(100))] == [
        "Recovery time after an outage, once: 1 min (measured)"
    ]


def test_a_measure_that_wavers_keeps_its_words_and_one_that_moves_does_not():
    def length(seconds: int, begin: int) -> CheckOutage:
        return CheckOutage(at(begin - 1), at(begin), at(begin + seconds - 1), at(begin + seconds))

    def told_after(track: CheckTrack, *lengths: int) -> tuple[CheckTrack, str]:
        kept = tuple(length(seconds, n * 10_000) for n, seconds in enumerate(lengths, 1))
        now = at(len(lengths) * 10_000 + 5000)
        (lesson,) = lessons({WEB.key: replace(track, outages=kept)}, [WEB], now)
        return mark_said(track, lesson, now), lesson.text

    track, single = told_after(CheckTrack("web", "http"), 20)
    track, first = told_after(track, 20, 24)
    track, wavered = told_after(track, 20, 24, 25)
    track, wider = told_after(track, 20, 24, 25, 60)
    track, moved = told_after(track, 20, 24, 25, 60, 90, 90, 90)
    assert single == "Recovery time after an outage, once: 20 s (measured)"
    assert first == wavered == "Takes about 20 s to recover after an outage (measured, 20 s to 25 s)"
    assert wider == "Takes about 25 s to recover after an outage (measured, 20 s to 60 s)"
    assert moved == "Takes about 60 s to recover after an outage (measured, 20 s to 90 s)"


def test_how_long_a_person_took_is_not_the_services_time():
    unit = UnitCheck(name="web", unit="web.service")
    story = Story(unit)
    story.run(0, "healthy", started_at=at(-900), restarts=0)
    story.run(10, "down", restarts=0)
    story.run(300, "healthy", started_at=at(295), restarts=0)
    assert story.learned(300) == ["timing: Recovery time after an outage, once: within 5 s (measured from its start)"]
    (other,) = lessons(
        {
            unit.key: story.track,
            WEB.key: CheckTrack("web", "http", outages=(CheckOutage(at(1), at(10), at(299), at(300)),)),
        },
        [unit, WEB],
        at(300),
    )
    assert other.text == "Recovery time after an outage, once: 4 s (measured from its start)"  # seen by the other check


def test_a_restart_by_its_supervisor_is_the_services_own_time():
    story = Story(UnitCheck(name="web", unit="web.service"))
    story.run(0, "healthy", started_at=at(-900), restarts=0)
    story.run(1, "down", restarts=0)
    story.run(3, "healthy", started_at=at(2), restarts=1)
    assert story.learned(3) == ["timing: Recovery time after an outage, once: within 3 s (measured)"]


def test_a_start_whose_service_was_never_seen_up_counts_as_one_too():
    story = Story(UnitCheck(name="web", unit="web.service"))
    story.run(0, "down")
    story.run(50, "down")
    story.run(60, "healthy", started_at=at(55))
    assert story.learned(60) == ["timing: Recovery time after an outage, once: within 5 s (measured from its start)"]


def test_what_a_service_does_by_itself_says_more_than_its_time_from_a_start():
    story = Story(UnitCheck(name="web", unit="web.service"))
    story.run(0, "healthy", started_at=at(-900), restarts=0)
    story.run(10, "down", restarts=0)
    story.run(300, "healthy", started_at=at(295), restarts=0)
    story.run(1000, "down", restarts=0)
    story.run(1001, "healthy", started_at=at(1000), restarts=1)
    assert [text for text in story.learned(1001) if "Recovery" in text] == [
        "timing: Recovery time after an outage, once: within 11 min 41 s (measured)"
    ]


def test_starts_by_hand_are_kept_in_the_history_and_an_older_file_is_read(tmp_path):
    from claudeops_desktop.agents.watch import history

    kept = history.CheckHistory()
    for seconds, started in ((0, -10), (60, 55)):
        kept.add(seen(seconds, "healthy", started_at=at(started)))
    kept.save(tmp_path / "h.json", at(60))
    assert history.load(tmp_path / "h.json").tracks[WEB.key].starts_by_hand == (at(55),)
    old = json.loads((tmp_path / "h.json").read_text())
    del old["checks"][WEB.key]["starts_by_hand"]
    (tmp_path / "h.json").write_text(json.dumps(old))
    assert history.load(tmp_path / "h.json").tracks[WEB.key].starts_by_hand == ()


def test_planned_work_and_orders_are_kept_in_the_history(tmp_path):
    from claudeops_desktop.agents.watch import history

    kept = history.CheckHistory()
    kept.add(seen(0, "healthy"))
    kept.add(seen(60, "down"), planned=True)
    kept.add(seen(120, "healthy"))
    kept.tracks[WEB.key] = add_order(kept.tracks[WEB.key], at(90))
    kept.save(tmp_path / "h.json", at(120))
    track = history.load(tmp_path / "h.json").tracks[WEB.key]
    assert [one.planned for one in track.results] == [False, True, False]
    assert ([outage.planned for outage in track.outages], track.orders) == ([True], (at(90),))


FACTS = [
    "Takes about 20 s to recover after an outage (measured)",
    "systemd needs about 45 s to bring the unit from start to active",
    "Flaps: keeps changing between healthy and down",
    "Answers HTTP 302 when healthy, not 200",
    "Its admin check answers HTTP 302 when healthy, not 200",
    "Its TLS certificate expires on 2026-06-11",
    "Certificate renewals come about 81 days apart",
]


@pytest.mark.parametrize("old", FACTS[:3] + FACTS[4:])
def test_facts_on_different_topics_do_not_meet_and_the_same_fact_reinforces(old: str):
    from claudeops_desktop.language.compare.judge import judge

    verdicts = {new: str(judge(old, new).verdict) for new in FACTS[:3] + FACTS[4:]}
    assert verdicts.pop(old) == "same"
    assert set(verdicts.values()) == {"different"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (FACTS[0], "Takes about 3 min to recover after an outage (measured)"),
        (FACTS[3], "Answers HTTP 401 when healthy, not 200"),
        (FACTS[5], "Its TLS certificate expires on 2026-08-31"),
    ],
)
def test_a_fact_with_another_value_contradicts_the_old_one(old: str, new: str):
    from claudeops_desktop.language.compare.judge import judge

    assert str(judge(old, new).verdict) == "contradiction"


def test_at_most_five_a_run_and_the_rest_at_the_next():
    checks = [
        HttpCheck.model_validate({"name": f"s{n}", "url": "http://localhost/", "expect_status": 302}) for n in range(8)
    ]
    tracks = {c.key: add(CheckTrack(c.name, "http"), seen(0, "healthy", check=c, code=302)) for c in checks}

    def told_now() -> tuple[MeasuredFact, ...]:
        found = lessons(tracks, checks, at(0))
        tracks.update({one.key: mark_said(tracks[one.key], one, at(0)) for one in found})
        return found

    assert [len(told_now()) for _ in range(3)] == [MOST_A_RUN, 3, 0]


def test_only_the_last_results_are_kept():
    story = Story()
    for n in range(KEPT_RESULTS + 50):
        story.run(n, "healthy")
    assert len(story.track.results) == KEPT_RESULTS


# --- words --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@given(st.text(max_size=400))
def test_text_of_others_is_one_line_without_a_marker(text: str):
    said = clean_line(text + "[MEMORY:timing:web] x [event:critical] y\n[COOLDOWN:restart:a] success", 100_000)
    assert MARKER.search(said) is None
    assert "[event" not in said.lower() and "[cooldown" not in said.lower()
    assert len(said.splitlines()) == 1
    assert len(clean_line(text)) <= 240


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 s"), (7.4, "7 s"), (23, "25 s"), (61, "60 s"), (119, "2 min"), (140, "2 min"), (1500, "25 min"),
     (3590, "1 h"), (5400, "1.5 h")],
)  # fmt: skip
def test_measured_durations_are_rounded_to_what_they_deserve(seconds: float, words: str):
    assert about(seconds) == words


@given(st.floats(0, 1e6), st.floats(0, 1e6))
def test_rounding_keeps_the_order(one: float, other: float):
    assert (rounded(one) <= rounded(other)) or one > other


def test_durations_and_amounts():
    assert [duration(timedelta(seconds=s)) for s in (3.21, 42, 310, 12_000, 200_000)] == [
        "3.2 s", "42 s", "5 min 10 s", "3 h 20 min", "2 d 7 h"
    ]  # fmt: skip
    assert (amount("10%"), amount("5 GB"), amount("1.5GiB")) == ((10, True), (5e9, False), (1.5 * 1024**3, False))
