"""Proposed changes of the knowledge folder over REST: read by people, decided in Review."""

from __future__ import annotations

from running import RunningServer

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.knowledge.proposals.tables import ProposalRecords
from claudeops_desktop.knowledge.proposals.types import ProposalDraft


def propose(server: RunningServer, path: str) -> int:
    """A proposal that is put before the operator; its number."""
    records = ProposalRecords(server.book.store, utc_now)

    def add() -> int:
        number, _ = records.add(ProposalDraft("add", "sync", "Disks", path, after="The NAS has two disks."))
        records.ask_operator(number, "", "It came from another machine.")
        return number

    return server.write(add)


def test_what_waits_is_listed_newest_first(server: RunningServer) -> None:
    propose(server, "notes/a.md")
    propose(server, "notes/b.md")
    client = server.client("read")
    first = client.get("/proposals", params={"limit": 1}).json()
    rest = client.get("/proposals", params={"limit": 1, "cursor": first["next"]}).json()
    assert [one["path"] for page in (first, rest) for one in page["items"]] == ["notes/b.md", "notes/a.md"]
    assert rest["next"] is None


def test_one_is_shown_with_its_difference(server: RunningServer) -> None:
    number = propose(server, "notes/a.md")
    found = server.client("read").get(f"/proposals/{number}").json()
    assert (found["after"], found["why"]) == ("The NAS has two disks.", "It came from another machine.")
    assert "+The NAS has two disks." in found["difference"]


def test_one_that_is_not_there_is_not_found(server: RunningServer) -> None:
    assert server.client("read").get("/proposals/7").status_code == 404


def test_an_agent_does_not_read_what_nobody_has_approved(server: RunningServer) -> None:
    number = propose(server, "notes/a.md")
    agent = server.client("read", kind="agent")
    assert [agent.get(path).status_code for path in ("/proposals", f"/proposals/{number}")] == [403, 403]
