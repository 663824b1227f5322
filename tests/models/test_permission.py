"""Whether a model may be asked: until the operator says yes, it may not, and the reason is said."""

from __future__ import annotations

from claudeops_desktop.core.settings import Settings, SettingsService
from claudeops_desktop.models.permission import NOT_ASKED, REFUSED, answer, is_allowed, why_not


def test_nobody_is_asked_until_somebody_says_yes(tmp_path):
    service = SettingsService(tmp_path / "settings.toml")
    assert (is_allowed(Settings()), why_not(Settings())) == (False, NOT_ASKED)
    answer(service, yes=True)
    assert (is_allowed(service.current), why_not(service.current)) == (True, "")


def test_a_no_is_in_force_at_once_and_leaves_the_model_set_up(tmp_path):
    service = SettingsService(tmp_path / "settings.toml")
    service.change("model.kind", "endpoint")
    answer(service, yes=False)
    assert (why_not(service.current), service.current.model.kind) == (REFUSED, "endpoint")
