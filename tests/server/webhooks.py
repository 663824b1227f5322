"""The alert receiver alone on a port of its own, with one token that is known beforehand."""

from __future__ import annotations

from starlette.applications import Starlette

from claudeops_desktop.server.alert_routes import AlertRoutes
from claudeops_desktop.server.bindings import ServerBinding
from claudeops_desktop.server.http_server import HttpServer
from claudeops_desktop.server.request_gate import RequestGate
from claudeops_desktop.server.token_check import UNSET
from claudeops_desktop.server.token_types import TokenCaller, TokenScope


class FixedToken:
    """Knows one token, which may send alerts; "" knows none."""

    def __init__(self, token):
        self._token = token

    def find_caller(self, value, came_from):
        known = bool(value) and value == self._token()
        return TokenCaller(1, "alerts", frozenset((TokenScope.ALERT,)), came_from) if known else None

    def alert_problem(self):
        return "" if self._token() else UNSET


class Webhook:
    """The receiver with ``start`` and ``stop``."""

    def __init__(self, port, token, received, hosts=tuple, heartbeats=None):
        gate = RequestGate(FixedToken(token), hosts)
        routes = AlertRoutes(gate, received, heartbeats)
        self._server = HttpServer(ServerBinding(port=port), Starlette(routes=routes.routes()))
        self.start, self.stop = self._server.start, self._server.stop

    @property
    def port(self):
        return self._server.binding.port


def webhook(*given, **named):
    """A receiver that does not listen yet."""
    return Webhook(*given, **named)
