"""Private, of a project, or everybody's: no read path of the server shows a principal what is not for it."""

from __future__ import annotations

import json

import anyio
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from test_mcp_over_http import connected
from test_rest import events, problem

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.principals import acting_as, make_principal
from claudeops_desktop.mcp.prompts import render_prompt
from claudeops_desktop.mcp.resources import UnknownResource, list_resources, read_resource
from claudeops_desktop.mcp.tool_handlers import MemoryToolHandlers, ToolCaller
from claudeops_desktop.memory import MemoryCandidate
from claudeops_desktop.memory.visibility import narrow_for_given
from claudeops_desktop.records.principals import PrincipalRecords
from claudeops_desktop.server.rate_limits import KeyedRateLimit

SERVICES = ("nginx", "pool")
READERS = {"anna": ("web",), "ben": ("web",), "cleo": ()}


@pytest.fixture
def people(server):
    server.project("web")
    return {
        name: server.client("read,write", principal=name, projects=projects, kind="person")
        for name, projects in READERS.items()
    }


def fact(text, service="nginx", **more):
    return {"text": text, "category": "timing", "service": service, **more}


def share(client, number, project=None):
    etag = client.get(f"/memories/{number}").headers["etag"]
    body = {} if project is None else {"project": project}
    return client.post(f"/memories/{number}/share", json=body, headers={"If-Match": etag})


def unshare(client, number):
    etag = client.get(f"/memories/{number}").headers["etag"]
    return client.delete(f"/memories/{number}/share", headers={"If-Match": etag})


# --- one after the other ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.both_stores
def test_what_is_private_is_nobody_else_s(server, people):
    anna, ben = people["anna"], people["ben"]
    made = anna.post("/memories", json=fact("The nginx of anna waits 40 seconds.", visibility="private"))
    assert made.status_code == 201
    memory = made.json()["memory"]
    assert (memory["owner"], memory["audience"]) == ("anna", "private:anna")
    path = f"/memories/{memory['id']}"
    assert anna.get(path).status_code == 200
    assert problem(ben.get(path), 404)["detail"] == problem(ben.get("/memories/999"), 404)["detail"].replace(
        "999", str(memory["id"])
    )
    problem(ben.get(f"{path}/history"), 404)
    problem(ben.delete(path, headers={"If-Match": "*"}), 404)
    problem(ben.patch(path, json={"text": "It waits 2 seconds."}, headers={"If-Match": "*"}), 404)
    problem(ben.post(f"{path}/share", json={}, headers={"If-Match": "*"}), 404)
    assert ben.get("/memories").json()["items"] == []
    asked = {"question": "How long does the nginx of anna wait?"}
    assert [item["memory"]["id"] for item in anna.post("/recall", json=asked).json()["items"]] == [memory["id"]]
    empty = ben.post("/recall", json=asked).json()
    assert empty["items"] == []
    assert "40" not in json.dumps(empty)
    assert ben.get("/context").json()["total"] == 0
    assert anna.get("/context").json()["memory_ids"] == [memory["id"]]


@pytest.mark.slow
def test_a_fact_of_another_is_neither_confirmed_nor_contradicted(server, people):
    anna, ben = people["anna"], people["ben"]
    own = anna.post("/memories", json=fact("nginx takes 40 seconds to reload.", visibility="private")).json()["memory"]
    before = anna.get(f"/memories/{own['id']}").headers["etag"]
    same = ben.post("/memories", json=fact("nginx takes 40 seconds to reload.")).json()
    assert same["action"] == "inserted"
    assert "known" not in same["why"].lower()
    other = ben.post("/memories", json=fact("nginx takes 90 seconds to reload now.")).json()
    assert other["memory"]["id"] not in (own["id"], same["memory"]["id"])
    assert anna.get(f"/memories/{own['id']}").headers["etag"] == before


@pytest.mark.slow
@pytest.mark.both_stores
def test_what_is_shared_meets_what_others_know_as_unconfirmed_and_comes_back(server, people):
    anna, ben, cleo = people.values()
    known = ben.post("/memories", json=fact("The pool takes 10 seconds to drain.", "pool")).json()["memory"]
    made = anna.post("/memories", json=fact("The pool takes 5577 seconds to drain.", "pool", visibility="private"))
    number = made.json()["memory"]["id"]
    problem(share(cleo, known["id"]), 403)  # not hers
    done = share(anna, number, "web").json()
    assert done["action"] == "shared"
    assert (done["memory"]["confirmed"], done["memory"]["audience"]) == (0, "project:web")
    assert done["memory"]["confidence"] <= 0.6
    assert ben.get(f"/memories/{number}").status_code == 200
    problem(cleo.get(f"/memories/{number}"), 404)
    assert share(anna, number).json()["memory"]["audience"] == "everyone"
    assert cleo.get(f"/memories/{number}").status_code == 200
    assert ben.get(f"/memories/{known['id']}").json()["superseded_by"] is None  # nothing of theirs was changed
    sql = "SELECT old_id, new_id, state FROM memory_conflicts"
    assert server.book.store.database.execute_sql(sql).fetchall() == [(known["id"], number, "open")]
    assert unshare(anna, number).json()["action"] == "withdrawn"
    for client in (ben, cleo):
        problem(client.get(f"/memories/{number}"), 404)
        assert "5577" not in client.post("/recall", json={"question": "How long does the pool drain?"}).text
        assert "5577" not in client.get(f"/memories/{known['id']}/history").text
    rows = anna.get(f"/memories/{number}/history").json()["items"]
    assert [row["action"] for row in rows] == ["inserted", "shared", "shared", "withdrawn"]
    assert [(row["by"], row["actor"]) for row in rows[1:]] == [("agent", "anna")] * 3
    # another one who is shown it later does not see what it was before
    assert share(anna, number).json()["action"] == "shared"
    told = [row["action"] for row in cleo.get(f"/memories/{number}/history").json()["items"]]
    assert told == ["shared"]


@pytest.mark.slow
def test_what_says_the_same_to_those_it_would_be_shared_with_stays_as_it_is(people):
    anna, ben, _ = people.values()
    known = ben.post("/memories", json=fact("The pool takes 10 seconds to drain.", "pool")).json()["memory"]
    body = fact("The pool takes 10 seconds to drain.", "pool", visibility="private")
    made = anna.post("/memories", json=body).json()["memory"]
    done = share(anna, made["id"]).json()
    assert (done["action"], done["memory"]["audience"]) == ("unchanged", "private:anna")
    assert str(known["id"]) in done["why"]


@pytest.mark.slow
def test_a_change_of_sharing_wants_the_fact_as_it_is_known(people):
    anna = people["anna"]
    number = anna.post("/memories", json=fact("nginx takes 40 seconds.", visibility="private")).json()["memory"]["id"]
    problem(anna.post(f"/memories/{number}/share", json={}), 428)
    old = anna.get(f"/memories/{number}").headers["etag"]
    anna.patch(f"/memories/{number}", json={"text": "nginx takes 41 seconds."}, headers={"If-Match": old})
    problem(anna.post(f"/memories/{number}/share", json={}, headers={"If-Match": old}), 412)


@pytest.mark.slow
def test_a_project_that_is_none_of_the_token_s_is_refused_whether_it_exists_or_not(people):
    cleo = people["cleo"]
    for name in ("web", "no-such"):
        refused = problem(cleo.post("/memories", json=fact("It takes 4 s.", visibility=f"project:{name}")), 403)
        assert refused["detail"].startswith("This token does not belong to the project")
    made = cleo.post("/memories", json=fact("nginx takes 40 seconds.", visibility="private")).json()["memory"]
    said = {problem(share(cleo, made["id"], name), 403)["detail"].replace(name, "X") for name in ("web", "no-such")}
    assert len(said) == 1
    problem(cleo.post("/memories", json=fact("It takes 4 s.", visibility="project")), 400)


@pytest.mark.slow
@pytest.mark.both_stores
def test_a_project_that_ends_leaves_its_facts_to_their_owners_and_its_tokens_are_refused(server, people):
    anna, ben, cleo = people.values()
    made = anna.post("/memories", json=fact("The web pool has 12 workers.", visibility="project:web"))
    number = made.json()["memory"]["id"]
    assert ben.get(f"/memories/{number}").status_code == 200

    def remove():
        PrincipalRecords(server.book.store, "projects").remove("web", utc_now())
        return server.memory.visibility.release_project("web")

    assert [memory.id for memory in server.write(remove)] == [number]
    for client in (anna, ben):
        assert "project “web”, which was removed" in client.get("/memories").json()["detail"]
        assert client.get("/memories").status_code == 403
    assert cleo.get("/memories").json()["items"] == []
    again = server.client("read", principal="anna")
    assert again.get(f"/memories/{number}").json()["audience"] == "private:anna"


@pytest.mark.slow
def test_a_principal_that_is_removed_cannot_come_in(server, people):
    server.write(lambda: PrincipalRecords(server.book.store, "principals").remove("ben", utc_now()))
    refused = people["ben"].get("/memories")
    assert refused.status_code == 403
    assert "“ben”, who was removed" in refused.json()["detail"]


def test_a_token_without_more_words_sees_and_adds_what_everybody_sees(server):
    client = server.client("read,write", kind="agent", name="grafana")
    made = client.post("/memories", json=fact("nginx takes 40 seconds to reload.") | {"strength": "explicit"}).json()
    assert (made["memory"]["owner"], made["memory"]["audience"]) == ("grafana", "everyone")
    assert server.client("read").get(f"/memories/{made['memory']['id']}").status_code == 200


@pytest.mark.slow
@pytest.mark.both_stores
def test_the_stream_of_changes_tells_nobody_of_what_is_not_his(people):
    anna, ben, _ = people.values()
    with ben.stream("GET", "/changes") as stream, anna.stream("GET", "/changes") as own:
        lines, own_lines = stream.iter_lines(), own.iter_lines()
        assert next(lines) == next(own_lines) == ": changes"
        number = anna.post("/memories", json=fact("nginx takes 7 seconds.", visibility="private")).json()["memory"][
            "id"
        ]
        ((_, told),) = events(own_lines, 1)
        assert told == {"table": "memories", "ids": [number], "what": "inserted"}
        anna.delete(f"/memories/{number}", headers={"If-Match": "*"})
        shown = anna.post("/memories", json=fact("The pool takes 8 seconds.", "pool")).json()["memory"]["id"]
        ((_, first),) = events(lines, 1)
        assert first == {"table": "memories", "ids": [shown], "what": "inserted"}


def test_a_session_that_was_given_a_private_fact_is_read_by_its_agent_alone(server, people):
    anna, cleo = people["anna"], people["cleo"]
    number = anna.post("/memories", json=fact("nginx takes 40 seconds.", visibility="private")).json()["memory"]["id"]
    book, now = server.book, utc_now()

    def begin():
        run = book.sessions.begin_run(trigger="manual", agent="x", max_tier=1, dry_run=False, services=(), now=now)
        session = book.sessions.begin(
            now=now, run_id=run, agent="x", trigger="manual", principal="anna", response="nginx takes 40 seconds"
        )
        event = book.events.add(level="info", message="It takes 40 s", service="nginx", session_id=session, now=now)
        return run, session, event

    run, session, _ = server.write(begin)
    assert cleo.get(f"/sessions/{session}").status_code == 200
    server.write(lambda: narrow_for_given(book, session, [number]))
    for path in (f"/sessions/{session}", f"/runs/{run}"):
        problem(cleo.get(path), 404)
        assert anna.get(path).status_code == 200
    for path in ("/sessions", "/runs", "/events"):
        assert cleo.get(path).json()["items"] == []
        assert len(anna.get(path).json()["items"]) == 1


@pytest.mark.slow
def test_private_files_are_not_on_the_server(server, people):
    root = server.folder.knowledge
    (root / "notes").mkdir(parents=True)
    (root / "notes" / "open.md").write_text("---\ntitle: Open\n---\nBackups run at night.\n")
    (root / "notes" / "own.md").write_text("---\ntitle: Salary\nvisibility: private\n---\nNothing for others.\n")
    (root / "MEMORY.md").write_text("---\nvisibility: private\n---\n# Memory\n\n## Rules\n\n- Mine alone.\n")
    (root / "index.md").write_text("# Index\n\n- [Open](/notes/open.md)\n- [Salary](/notes/own.md)\n")
    client = people["anna"]
    assert client.get("/knowledge/notes/open.md").status_code == 200
    problem(client.get("/knowledge/notes/own.md"), 404)
    problem(client.get("/knowledge/MEMORY.md"), 404)
    assert [row["path"] for row in client.get("/knowledge").json()["items"]] == ["notes/open.md"]
    assert "Salary" not in client.get("/knowledge/index.md").text

    async def read(session):
        return (await session.read_resource("claudeops://knowledge/MEMORY.md")).contents[0].text

    token = server.token("read", kind="agent")

    async def talking():
        async with connected(server, token) as session:
            return await read(session)

    assert "Mine alone" not in anyio.run(talking)


# --- any order --------------------------------------------------------------------------------------------------------

PEOPLE = st.sampled_from(sorted(READERS))
STEPS = st.lists(
    st.one_of(
        st.tuples(
            st.just("add"), PEOPLE, st.sampled_from(("everyone", "project", "private")), st.sampled_from(SERVICES),
            st.integers(1, 3),
        ),
        st.tuples(st.just("share"), st.integers(0, 20), st.sampled_from((None, "web"))),
        st.tuples(st.just("unshare"), st.integers(0, 20)),
        st.tuples(st.just("delete"), st.integers(0, 20)),
    ),
    min_size=4,
    max_size=9,
)  # fmt: skip


class Story:
    """What happened in a store, and who may know each of its words."""

    def __init__(self, server, people):
        self.server, self.people = server, people
        self.words = {}  # word: audience of the fact that says it
        self.facts = []  # id, word, owner
        self.count = 0

    def carry_out(self, step):
        getattr(self, step[0])(*step[1:])

    def add(self, owner, visibility, service, seconds):
        if visibility == "project" and not READERS[owner]:
            return
        self.count += 1
        word = f"quax{self.count}x"
        said = "project:web" if visibility == "project" else visibility
        body = fact(f"{service} takes {seconds} seconds to start, says {word}.", service, visibility=said)
        done = self.people[owner].post("/memories", json=body).json()
        audience = {"everyone": "everyone", "project": "project:web", "private": f"private:{owner}"}[visibility]
        self.words[word] = audience
        memory = done["memory"]
        assert memory["audience"] == audience
        if done["action"] == "inserted":
            self.facts.append((memory["id"], word, owner))

    def _one(self, at):
        return self.facts[at % len(self.facts)] if self.facts else None

    def share(self, at, project):
        if (one := self._one(at)) is None or (project and not READERS[one[2]]):
            return
        client = self.people[one[2]]
        if client.get(f"/memories/{one[0]}").status_code == 200:
            done = share(client, one[0], project).json()
            if "memory" in done:
                self.words[one[1]] = done["memory"]["audience"]

    def unshare(self, at):
        if (one := self._one(at)) is None:
            return
        client = self.people[one[2]]
        if client.get(f"/memories/{one[0]}").status_code == 200:
            self.words[one[1]] = unshare(client, one[0]).json()["memory"]["audience"]

    def delete(self, at):
        if (one := self._one(at)) is not None:
            self.people[one[2]].delete(f"/memories/{one[0]}", headers={"If-Match": "*"})

    def check(self, name):
        """Everything that a reader can ask for, and which facts it names."""
        principal, client = make_principal(name, READERS[name]), self.people[name]
        desk = MemoryToolHandlers(
            self.server.folder, ToolCaller(principal=principal), utc_now,
            (self.server.book.store, self.server.book, self.server.memory),
        )  # fmt: skip
        rows = client.get("/memories", params={"limit": 200}).json()["items"]
        texts = [json.dumps(rows)]
        for word in self.words:
            for path, ask in (("/memories", {"text": word}), ("/memories", {"text": "says", "state": "active"})):
                texts.append(client.get(path, params=ask).text)
            question = {"question": f"How long does it take to start, says {word}?", "profile": "deep"}
            texts.append(client.post("/recall", json=question).text.replace(question["question"], ""))
        texts += [
            client.get(path).text for path in ("/context", "/sessions", "/events", "/cases", "/approvals", "/runs")
        ]
        for number, _, _ in self.facts:
            texts += [client.get(f"/memories/{number}{tail}").text for tail in ("", "/history")]
        texts.append(json.dumps(desk.call("recall", {"question": "How long does it take to start?"}).data))
        listed = desk.served(list_resources)()
        texts.append(repr(listed))
        for one in listed:
            texts.append(desk.served(read_resource)(one.uri))
        for service in SERVICES:
            texts.append(repr(desk.served(render_prompt)("investigate_service", {"service": service})))
        for number, one in enumerate(self.server.application._built.rest.feed._kept):
            shown = self.server.application._built.rest.feed._as_seen_by(principal, one)
            if shown is not None and shown.change.table == "memories" and shown.change.what != "deleted":
                assert set(shown.change.ids) <= {row["id"] for row in rows}, number
        hidden = [word for word, audience in self.words.items() if not principal.may_see(audience)]
        found = [(word, text) for word in hidden for text in texts if f"{word}." in text or f"{word} " in text]
        assert not found, (name, found[0])
        with acting_as(None):
            truth = self.server.book.store.read(
                lambda: [m for m in self.server.memory.search.list() if principal.may_see(m.audience)]
            ).result()
        assert {row["id"] for row in rows} == {m.id for m in truth}


@pytest.mark.slow
@settings(
    max_examples=6, deadline=None, phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
@given(steps=STEPS)
def test_nobody_ever_reads_what_is_not_for_him(server, people, steps):
    rest = server.application._built.rest
    rest._requests = rest._writes = KeyedRateLimit(10**6)
    server.write(lambda: server.memory.edits.delete([memory.id for memory in server.memory.search.list()]))
    story = Story(server, people)
    for step in steps:
        story.carry_out(step)
    for name in READERS:
        story.check(name)


@pytest.mark.slow
def test_the_test_of_reading_would_notice_a_leak(server, people):
    story = Story(server, people)
    story.add("anna", "private", "nginx", 2)
    ((number, word, _),) = story.facts
    story.server.write(lambda: story.server.memory.edits.add(MemoryCandidate("timing", "pool", f"It says {word}.")))
    with pytest.raises(AssertionError):
        story.check("ben")
    with pytest.raises(UnknownResource):
        desk = MemoryToolHandlers(
            server.folder, ToolCaller(principal=make_principal("ben")), utc_now,
            (server.book.store, server.book, server.memory),
        )  # fmt: skip
        desk.served(read_resource)("claudeops://memory/nginx")
    assert number
