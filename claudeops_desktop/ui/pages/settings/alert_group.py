"""Alerts in: whether this computer listens, where, and a test that sends one."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ....core.errors import EnvironmentFault, OperatorError
from ....core.secrets import keyring_store
from ...app_context import AppContext
from ...text.translation import tr
from ...widgets.elided_label import ElidedLabel
from .status_widgets import StatusGroup, TestButton


class AlertGroup(StatusGroup):
    """Says whether alerts are received."""

    tables = frozenset({"alerts", "settings"})

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.where = ElidedLabel(role="mono")
        self.trial = TestButton(context, tr("Send a test alert"), tr("Sending…"), self._test)
        self.lay_out(self.state, self.where, self.trial)
        self.refresh()

    def refresh(self) -> None:
        """Say how it stands."""
        wanted = self.context.settings.current.alerts
        now = self.context.server.state if self.context.server is not None else None
        self.where.setText(tr("POST http://127.0.0.1:{port}/alerts   Authorization: Bearer <token>", port=wanted.port))
        self.where.setVisible(wanted.enabled)
        self.trial.setVisible(wanted.enabled)
        if not wanted.enabled:
            self.state.set_state("idle", tr("Off: nothing listens."))
        elif now is not None and now.problem:
            self.state.set_state("failed", now.problem)
        elif now is not None and now.port:
            self.state.set_state(
                "good", tr("Listening on 127.0.0.1:{port}. The token is kept with the secrets.", port=now.port)
            )
        else:
            self.state.set_state("queued", tr("Not listening yet: the application that keeps the schedule listens."))

    def _test(self) -> str:
        import httpx

        port = self.context.settings.current.alerts.port
        token = keyring_store.get_secret(keyring_store.ALERT_TOKEN)
        if not token:
            raise OperatorError(tr("There is no token yet."), tr("Set one under Keys and tokens."))
        try:
            answer = httpx.post(
                f"http://127.0.0.1:{port}/alerts",
                json={"title": "A test of the alert receiver", "services": [], "resolved": True},
                headers={"Authorization": f"Bearer {token}"},
                trust_env=False,
                timeout=10,
            )
        except httpx.HTTPError as error:
            raise EnvironmentFault(
                tr("Nobody answers on port {port}.", port=port), tr("Turn it on, or choose another port.")
            ) from error
        if answer.status_code >= 400:
            raise EnvironmentFault(
                tr("The alert was refused ({status_code}).", status_code=answer.status_code),
                tr("Does the port belong to another program?"),
            )
        return tr("It arrived and was recorded as resolved: no run was started.")
