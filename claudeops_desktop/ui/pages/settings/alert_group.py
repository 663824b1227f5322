"""Alerts in: whether this computer listens, where, and a test that sends one."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from ....core.errors import EnvironmentFault, OperatorError
from ....core.secrets import keyring_store
from ....storage import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...text.translation import tr
from ...widgets.elided_label import ElidedLabel
from .status_widgets import StatusLabel, TestButton


class AlertGroup(QWidget):
    """Follows the door for alerts."""

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.state = StatusLabel()
        self.where = ElidedLabel(role="mono")
        self.trial = TestButton(desk, tr("Send a test alert"), tr("Sending…"), self._test)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, theme.GAP_S)
        column.setSpacing(theme.GAP_XS)
        column.addWidget(self.state)
        column.addWidget(self.where)
        column.addWidget(self.trial)
        desk.bridge.changed.connect(self._changed)
        self.refresh()

    def refresh(self) -> None:
        """Say how it stands."""
        wanted = self._desk.settings.current.alerts
        now = self._desk.server.state if self._desk.server is not None else None
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

    def _changed(self, change: CommittedChange) -> None:
        if change.table in ("alerts", "settings", "*"):
            self.refresh()

    def _test(self) -> str:
        import httpx

        port = self._desk.settings.current.alerts.port
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
