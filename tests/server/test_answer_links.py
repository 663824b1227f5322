"""A question is answered from elsewhere: opening the link changes nothing, it counts once, and it cannot be forged."""

from __future__ import annotations

import re
import secrets
from datetime import timedelta

import pytest
from running import running_server

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.emergency_stop_marker import set_marker
from claudeops_desktop.notifications.notice_text import of_approval
from claudeops_desktop.records.approvals import ApprovalQuestion
from claudeops_desktop.server.answer_routes import A_MINUTE
from claudeops_desktop.server.approval_links import ApprovalLinks
from claudeops_desktop.server.bindings import ServerBinding
from claudeops_desktop.server.write_log import WriteLog


class Asked:
    """A question with its link, and a browser that opens it."""

    def __init__(self, server, http, **named):
        self.server, self.http = server, http
        now = utc_now()
        self.number = server.write(
            lambda: server.book.approvals.ask_operator(
                ApprovalQuestion(
                    **(
                        {"kind": "action", "tier": 2, "action": "restart", "expires_at": now + timedelta(minutes=5)}
                        | named
                    )
                ),
                now,
            )
        )
        value = server.write(lambda: ApprovalLinks(server.book.store).add(self.now, now))
        self.url = f"{server.url}/answer/{value}"

    @property
    def now(self):
        """The question as it stands."""
        return self.server.book.approvals.get(self.number)

    def open(self):
        return self.http.get(self.url)

    def send(self, answer="approved", url=None, **fields):
        return self.http.post(url or self.url, data={"answer": answer} | fields)


@pytest.fixture
def ask(server, http):
    return lambda **named: Asked(server, http, **named)


def code_in(page):
    return re.search(r'name="confirmation" value="([^"]+)"', page.text)[1]


def test_opening_a_link_changes_nothing_however_often_it_is_opened(ask, http):
    asked = ask(command="docker restart caddy", reason="It answers 502.", may="A restart of caddy.")
    for _ in range(5):
        page = asked.open()
        assert page.status_code == 200
    assert http.head(asked.url).status_code == 200
    assert http.put(asked.url, data={"answer": "approved"}).status_code == 405
    assert "docker restart caddy" in page.text
    assert "It answers 502." in page.text
    assert asked.now.state == "waiting"


def test_a_page_runs_nothing_and_is_kept_by_nobody(ask):
    asked = ask(command='echo "<script>alert(1)</script>" \u202e token=ghp_0123456789abcdefghij0123456789abcdef')
    page = asked.open()
    assert "<script>" not in page.text
    assert "&lt;script&gt;" in page.text
    assert "\u202e" not in page.text
    assert "ghp_0123456789" not in page.text
    assert page.headers["content-security-policy"].startswith("default-src 'none'; style-src 'sha256-")
    assert (page.headers["cache-control"], page.headers["referrer-policy"]) == ("no-store", "same-origin")


@pytest.mark.parametrize("answer", ["approved", "refused"])
def test_an_answer_counts_once_and_is_on_record(server, ask, answer):
    asked = ask()
    assert asked.send(answer).status_code == 200
    assert (asked.now.state, asked.now.answered_by) == (answer, "link")
    for again in ("approved", "refused"):
        assert asked.send(again).status_code == 410
    assert asked.open().status_code == 410
    assert asked.now.state == answer
    (row,) = WriteLog(server.book.store).list()
    assert (row.interface, row.target, row.detail) == ("link", f"approvals/{asked.number}", answer)
    stored = b"".join(path.read_bytes() for path in server.book.store.path.parent.glob("claudeops.db*"))
    assert asked.url.rpartition("/")[2].encode() not in stored


HELD_BACK = [
    {"kind": "tier", "tier": 3},
    *({"action": one} for one in ("stop", "host", "destructive", "disclose", "unknown")),
]


@pytest.mark.slow
def test_what_cannot_be_taken_back_is_confirmed_on_a_second_page(ask):
    for named in HELD_BACK:
        asked, other = ask(**named), ask(**named)
        first = asked.send()
        assert "cannot be taken back" in first.text
        assert asked.now.state == "waiting"
        assert other.send(confirmation=code_in(first)).status_code == 200  # another question's code: asked once more
        assert other.now.state == "waiting"
        assert asked.send(confirmation="guessed").status_code == 200
        second = asked.send()
        assert asked.send(confirmation=code_in(second)).status_code == 200
        assert asked.now.state == "approved"
        assert other.send("refused").status_code == 200
        assert other.now.state == "refused"


def test_an_answer_elsewhere_ends_the_link(server, ask):
    asked = ask()
    server.write(lambda: server.book.approvals.answer(asked.number, "refused", "window", utc_now()))
    assert asked.send().status_code == 410
    assert "Answered by: window." in asked.open().text
    assert asked.now.state == "refused"


def test_a_link_ends_with_its_question(server, ask):
    asked = ask(expires_at=utc_now() - timedelta(seconds=1))
    assert asked.send().status_code == 410
    assert asked.now.state == "timed_out"


def test_a_link_answers_only_what_was_asked_when_it_was_made(server, ask):
    asked = ask(command="docker restart caddy")
    server.write(
        lambda: server.book.store.database.execute_sql(
            "UPDATE approvals SET command = 'rm -rf /' WHERE id = ?", (asked.number,)
        )
    )
    assert asked.send().status_code == 410
    assert asked.now.state == "waiting"


def test_forged_links_are_not_there_and_guessing_is_limited(server, ask):
    asked = ask()
    codes = [asked.send(url=f"{server.url}/answer/{secrets.token_urlsafe(32)}").status_code for _ in range(25)]
    assert codes[:20] == [404] * 20
    assert codes[20:] == [429] * 5
    assert asked.send().status_code == 200


def test_strangers_at_the_same_address_do_not_lock_out_who_has_the_link(server, ask, http):
    asked = ask()
    codes = {http.get(f"{server.url}/answer/{secrets.token_urlsafe(32)}").status_code for _ in range(A_MINUTE + 20)}
    assert codes == {404, 429}
    assert asked.open().status_code == 200
    assert asked.send().status_code == 200
    assert asked.now.state == "approved"


def test_one_link_is_opened_so_often_a_minute_and_another_is_not_counted_with_it(ask):
    asked, other = ask(), ask()
    assert [asked.open().status_code for _ in range(A_MINUTE + 1)] == [200] * A_MINUTE + [429]
    assert asked.send().status_code == 429
    assert asked.now.state == "waiting"
    assert other.send().status_code == 200


@pytest.mark.parametrize(("proxies", "codes"), [(("127.0.0.0/8",), (404, 200)), ((), (429, 429))])
def test_behind_a_named_proxy_each_address_is_counted_by_itself(folder, book, http, proxies, codes):
    with running_server(folder, book, trusted_proxies=proxies) as server:
        asked = Asked(server, http)
        far, here = {"X-Forwarded-For": "192.0.2.7"}, {"X-Forwarded-For": "198.51.100.1"}
        for _ in range(20):
            http.get(f"{server.url}/answer/guess", headers=far)
        for _ in range(A_MINUTE):
            http.get(asked.url, headers=far)
        assert http.get(f"{server.url}/answer/guess", headers=far).status_code == 429
        assert http.get(f"{server.url}/answer/guess", headers=here).status_code == codes[0]
        assert http.get(asked.url, headers=here).status_code == codes[1]


def test_pages_of_other_sites_cannot_send_the_answer(ask, http):
    asked = ask()
    refused = http.post(asked.url, data={"answer": "approved"}, headers={"Origin": "https://evil.example"})
    assert refused.status_code == 403
    assert http.post(asked.url, data={"answer": "maybe"}).status_code == 400
    assert http.post(asked.url, content=b"x" * 10_000).status_code == 400
    assert asked.now.state == "waiting"


def test_while_everything_is_stopped_only_a_no_counts(server, ask):
    asked = ask()
    set_marker(server.folder.root)
    assert asked.send().status_code == 409
    assert asked.now.state == "waiting"
    assert asked.send("refused").status_code == 200
    assert asked.now.state == "refused"


def test_a_link_is_made_only_where_it_is_wanted_and_can_be_reached(server, ask):
    asked, application = ask(), server.application
    assert application.make_answer_link(asked.now) == ""
    server.set(answer_links=True)
    assert application.make_answer_link(asked.now) == "", "nobody else reaches this computer"
    server.set(public_url="https://ops.example.org/")
    link = application.make_answer_link(asked.now)
    assert re.fullmatch(r"https://ops\.example\.org/answer/[\w-]{43}", link)
    notice = of_approval(asked.now, link)
    assert notice.outward_body.endswith(f"Answer: {link}")
    assert link not in notice.body
    assert "answer/" not in of_approval(asked.now).outward_body


@pytest.mark.parametrize(("address", "reachable"), [("127.0.0.1", False), ("0.0.0.0", False), ("192.0.2.7", True)])
def test_an_address_of_this_computer_alone_is_no_place_for_a_phone(address, reachable):
    assert ServerBinding(address).is_reachable is reachable


def test_while_the_clock_is_doubted_a_link_counts_as_expired(ask, doubted_clock):
    asked = ask()
    assert asked.open().status_code == 410
    assert asked.send().status_code == 410
    assert asked.now.state == "waiting"
    doubted_clock.confirm("operator")
    assert asked.send().status_code == 200
