"""Which service a command means: every spelling of a restart counts on the service, and on no other."""

from __future__ import annotations

import pytest
from guard_world import NOON

from claudeops_desktop.guard.known_services import KnownService

SPELLINGS = (
    "systemctl restart {0}",
    "systemctl restart {0}.service",
    "sudo -n systemctl --no-block reload-or-restart {0}",
    "systemctl restart '{1}?'",
    "systemctl restart {1}*",
    'systemctl restart "{0}*.service"',
    "systemctl restart '*{2}*'",
    "systemctl restart {0}@1",
    "systemctl restart '{0}@*'",
    "systemctl restart docker-{0}.service",
    "systemctl restart {0}.socket",
    "systemctl kill {0}",
    "systemctl -H nas restart {0}",
    "systemctl restart other {0}",
    "systemctl restart '*'",
    "systemctl restart multi-user.target",
    "systemctl isolate rescue.target",
    "service {0} restart",
    "/etc/init.d/{0} restart",
    "rc-service {0} restart",
    "invoke-rc.d {0} restart",
    "sv restart /etc/service/{0}",
    "supervisorctl restart web:{0}",
    "supervisorctl restart {0}",
    "supervisorctl restart all",
    "supervisorctl restart 'web:*'",
    "monit restart all",
    "pm2 restart all",
    "pm2 restart 0",
    "pkill {0}",
    "pkill ^{1}",
    "pkill -TERM -f {1}",
    "pkill -x {0}",
    "pkill -f 'sbin/{0} -g'",
    "pkill -u www-data",
    "killall -s TERM {0}",
    "killall -r '{1}.*'",
    "kill -TERM $(pidof {0})",
    "kill -TERM `pidof {0}`",
    "kill -TERM $(cat /run/{0}.pid)",
    "kill -TERM $(</var/run/{0}.pid)",
    "kill -s TERM $(pgrep -f {1})",
    "kill $(ps aux | grep '[{3}]{4}' | awk '{{print $2}}')",
    "kill $(systemctl show -p MainPID --value {0})",
    "kill $(docker inspect -f '{{{{.State.Pid}}}}' {0})",
    "kill $(lsof -ti :8096)",
    "kill -9 -1",
    "pidof {0} | xargs kill -TERM",
    "pgrep {1} | sudo xargs -r kill",
    "PID=$(pidof {0}); kill -TERM $PID",
    "ssh nas kill 4711",
    "docker restart {0}",
    "docker restart {0}-1",
    "docker restart media_{0}_1",
    "docker restart media-{0}-1",
    "docker container restart -t 5 {0}",
    "docker restart 3f2a9c1d7e55",
    "docker restart 3f2",
    "docker restart $(docker ps -q)",
    "docker restart $(docker ps -q --filter name={0})",
    "docker restart $(docker ps -qf name={1})",
    "docker restart $(docker ps -q --filter 'name=^/{0}$')",
    "docker restart $(docker ps --format '{{{{.Names}}}}' | grep {0} | head -1)",
    "docker restart $(docker ps -q --filter label=com.docker.compose.service={0})",
    "docker ps -q --filter name={0} | xargs docker restart",
    "docker ps -q --filter name={0} | xargs -I{{}} docker restart {{}}",
    "docker ps -q | while read id; do docker restart $id; done",
    "for c in $(docker ps -q); do docker restart $c; done",
    "for c in other {0}; do docker restart $c; done",
    "X={0}; docker restart $X",
    "echo {0} | xargs docker restart",
    "docker restart {0}{{,-2}}",
    "docker restart $(cat /tmp/ids)",
    "docker restart $UNKNOWN",
    "podman restart --all",
    "podman restart {0}",
    "docker exec {0} kill 1",
    "docker exec -it {0} nginx -s stop",
    "docker compose restart {0}",
    "docker compose -p {0} restart",
    "docker compose --project-name={0} restart",
    "docker-compose -p media restart {0}",
    "docker compose -p media restart",
    "docker compose -f /srv/{0}/compose.yml restart",
    "docker compose --project-directory /srv/{0} restart",
    "COMPOSE_PROJECT_NAME={0} docker compose restart",
    "export COMPOSE_PROJECT_NAME={0}; docker compose restart",
    "env COMPOSE_PROJECT_NAME={0} docker compose restart",
    "COMPOSE_FILE=/srv/{0}/compose.yml docker compose restart",
    "cd /srv/{0} && docker compose restart",
    "(cd /srv/{0}; docker compose restart)",
    "cd /srv; cd {0}; docker-compose restart",
    "pushd /srv/{0} && podman-compose restart",
    "cd /srv/{0}/config && docker compose restart",
    "cd /srv/{0} || cd /srv/other; docker compose restart",
    "if cd /srv/{0}; then docker compose restart; fi",
    "docker compose restart",
    "cd - && docker compose restart",
    "cd \"$DIR\" && docker compose restart",
    "for d in other {0}; do (cd /srv/$d && docker compose restart); done",
    "sh -c 'cd /srv/{0} && docker compose restart'",
    "ssh nas 'cd /srv/{0} && docker compose restart'",
    "ssh nas \"sudo sh -c 'cd /srv/{0} && docker compose restart'\"",
    "cd /srv/other; ssh nas docker compose restart",
    "env -C /srv/{0} docker compose restart",
    "sudo -D /srv/{0} docker compose restart",
    "docker -H ssh://nas restart {0}",
    "DOCKER_HOST=ssh://nas docker restart {0}",
    "docker --context nas compose -p {0} restart",
    "kubectl rollout restart deploy/{0}",
    "kubectl rollout restart deploy -l app={0} -n prod",
    "kubectl rollout restart deployment -n prod",
    "nohup timeout 60 systemctl restart {0}",
    "ansible nas -m service -a 'name={0} state=restarted'",
    "ansible nas -m shell -a 'systemctl restart {0}'",
)  # fmt: skip
OF_ANYTHING = (
    "systemctl restart '*'", "multi-user.target", "isolate", "restart all", "restart 0", "web:*", "-u www-data", "lsof",
    "-9 -1", "4711", "3f2", "$(docker ps -q)", "read id", "for c in $(docker", "/tmp/ids", "$UNKNOWN", "--all",
    "-p media restart", "docker compose restart", "cd - ", '"$DIR"', "deployment -n", "/srv/other; ssh",
    "/srv/other; docker", "for d in other",
)  # fmt: skip
"""What the spellings that may mean any service have in them."""
LISTED = (
    KnownService("nginx", units=("nginx",), hosts=("",)),
    KnownService("jellyfin", containers=("jellyfin",)),
    KnownService("nextcloud"),
)


def spelled(text: str, service: str) -> str:
    return text.format(service, service[:-1], service[1:-1], service[0], service[1:])


def means_anything(text: str) -> bool:
    exact = text.strip() in ("docker compose restart",)
    return exact or any(sign in text for sign in OF_ANYTHING if sign != "docker compose restart")


REACH_US = ("systemctl restart '*'", "kill -9 -1")
"""These reach every service, and Claude Ops as well: they are refused before any cooldown is looked at."""
MAY_REACH_US = "Claude Ops, its settings and its data may not be changed"


FREE = dict.fromkeys(("unknown", "stop", "destructive", "host"), "automatic")
"""Nobody is asked; only cooldowns, maintenance and what protects us hold a command back."""


def restarted_once_by_each_of_two(new_session, listed):
    """The second of two sessions that each restarted nginx once."""
    one, other = (new_session(**FREE, known=listed) for _ in "12")
    assert [session.bash("systemctl restart nginx")[0] for session in (one, other)] == ["allow", "allow"]
    return other


def restarted_twice(new_session, listed):
    """A session that restarted nginx twice."""
    guarded = new_session(**FREE, known=listed)
    assert [guarded.bash("systemctl restart nginx")[0] for _ in "12"] == ["allow", "allow"]
    return guarded


def with_jellyfin_in_maintenance(new_session):
    """A session while the operator works on jellyfin."""
    guarded = new_session(**FREE, known=LISTED)
    book = guarded.book
    book.store.write(lambda: book.rules.maintain("jellyfin", NOON, None, "new disk", NOON)).result()
    return guarded


@pytest.mark.parametrize("listed", [(), LISTED], ids=["unlisted", "listed"])
@pytest.mark.parametrize("text", SPELLINGS)
def test_a_third_restart_is_refused_in_every_spelling(prepared_session, text, listed):
    guarded = prepared_session(
        f"restarted by two, {len(listed)} listed", lambda begin: restarted_once_by_each_of_two(begin, listed)
    )
    verdict, why = guarded.bash(spelled(text, "nginx"))
    said = MAY_REACH_US if text in REACH_US else "nginx was restarted 2 times"
    assert (verdict, said in why) == ("deny", True), why


@pytest.mark.parametrize("listed", [(), LISTED], ids=["unlisted", "listed"])
@pytest.mark.parametrize("text", [text for text in SPELLINGS if not means_anything(text)])
def test_the_same_spelling_for_another_service_is_let_through(prepared_session, text, listed):
    if not listed and ("compose" in text or "grep" in text):
        pytest.skip("what is in a project, or on a line, cannot be told where no service is listed")
    guarded = prepared_session(f"restarted twice, {len(listed)} listed", lambda begin: restarted_twice(begin, listed))
    verdict, why = guarded.bash(
        spelled(text, "jellyfin").replace("nginx -s", "jellyfin -s").replace("nginx", "jellyfin")
    )
    assert verdict == "allow", why


@pytest.mark.parametrize("text", SPELLINGS)
def test_a_service_in_maintenance_is_left_alone_in_every_spelling(prepared_session, text):
    guarded = prepared_session("jellyfin in maintenance", with_jellyfin_in_maintenance)
    verdict, why = guarded.bash(spelled(text, "jellyfin"))
    said = MAY_REACH_US if text in REACH_US else "jellyfin is in maintenance"
    assert (verdict, said in why) == ("deny", True), why
