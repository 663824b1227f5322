"""Which model helps, what it may cost a day, and what is said where it cannot be asked."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from support.chat_endpoint import ChatEndpoint, Reply

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.core.settings.groups import ModelSettings
from claudeops_desktop.models.base import ModelAnswer, ModelFault
from claudeops_desktop.models.choose import choose_model
from claudeops_desktop.models.spend_cap import FILE, CappedModel, ModelSpend, UnavailableModel

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data").create()


def wanted(**own: object) -> Settings:
    return Settings(model=ModelSettings(allowed="yes", **own))  # type: ignore[arg-type]


@pytest.mark.parametrize("answer", ["unanswered", "no"])
def test_unless_it_is_allowed_there_is_none(folder: DataFolder, answer: str) -> None:
    settings = Settings(model=ModelSettings(allowed=answer, kind="endpoint", url="http://127.0.0.1:1/v1", name="tiny"))
    assert choose_model(settings, folder, {}) is None


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ({"kind": "cli"}, "The Claude CLI was not found"),
        ({"kind": "endpoint"}, "No address of a model is set"),
        ({"kind": "endpoint", "url": "localhost:11434"}, "is not a valid URL"),
        ({"kind": "endpoint", "url": "http://127.0.0.1:1/v1"}, "No name of a model is set"),
    ],
)
def test_a_choice_that_cannot_be_asked_says_why(folder: DataFolder, own: dict, told: str) -> None:
    model = choose_model(wanted(**own), folder, {"PATH": "/nowhere"})
    assert model is not None
    with pytest.raises(ModelFault, match=told):
        model.ask("q")


def test_an_endpoint_is_asked_with_its_key_and_its_cost_is_kept(folder: DataFolder) -> None:
    with ChatEndpoint(Reply("yes", usage={"cost": 0.01})) as endpoint:
        settings = wanted(kind="endpoint", url=endpoint.url, name="tiny")
        model = choose_model(settings, folder, {"CLAUDEOPS_SECRET_MODEL_KEY": "a-key"}, lambda: NOON)
        assert model is not None
        assert model.ask("q").text == "yes"
        assert endpoint.headers[0]["authorization"] == "Bearer a-key"
    assert ModelSpend(folder, lambda: NOON).by_day() == {"2026-03-01": (0.01, 1)}
    assert "a-key" not in (folder.root / FILE).read_text()


class Costs:
    name = "dear"

    def __init__(self, usd: float, fault: ModelFault | None = None) -> None:
        self.usd, self.fault, self.asked = usd, fault, 0

    def ask(self, prompt: str, **_: object) -> ModelAnswer:
        self.asked += 1
        if self.fault:
            raise self.fault
        return ModelAnswer("well", None, self.name, self.usd)


def test_over_the_days_cap_nobody_is_asked(folder: DataFolder) -> None:
    now = [NOON]
    spend = ModelSpend(folder, lambda: now[0])
    costs = Costs(0.6)
    model = CappedModel(costs, spend, 1.0)
    model.ask("q")
    model.ask("q")
    with pytest.raises(ModelFault, match=r"cost \$1.20 today; its cap is \$1\."):
        model.ask("q")
    assert costs.asked == 2
    now[0] += timedelta(days=1)
    assert model.ask("q").text == "well"


def test_no_cap_is_no_cap(folder: DataFolder) -> None:
    model = CappedModel(Costs(9.0), ModelSpend(folder), 0.0)
    assert [model.ask("q").cost_usd for _ in range(3)] == [9.0] * 3


def test_a_call_that_failed_is_counted_with_what_it_cost(folder: DataFolder) -> None:
    fault = ModelFault("wrong")
    fault.cost_usd = 0.25  # type: ignore[attr-defined]
    spend = ModelSpend(folder, lambda: NOON)
    with pytest.raises(ModelFault):
        CappedModel(Costs(0, fault), spend, 1.0).ask("q")
    assert spend.by_day() == {"2026-03-01": (0.25, 1)}


def test_many_at_once_lose_no_cent(folder: DataFolder) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: ModelSpend(folder, lambda: NOON).record_call(0.01), range(40)))
    assert ModelSpend(folder, lambda: NOON).by_day() == {"2026-03-01": (0.4, 40)}


def test_sixty_days_are_kept_and_a_broken_file_is_begun_anew(folder: DataFolder) -> None:
    now = [NOON]
    spend = ModelSpend(folder, lambda: now[0])
    spend.record_call(1.0)
    now[0] += timedelta(days=61)
    spend.record_call(2.0)
    assert list(spend.by_day()) == ["2026-05-01"]
    (folder.root / FILE).write_text('{"2026-05-01": ')
    assert spend.today() == 0.0
    spend.record_call(0.5)
    assert json.loads((folder.root / FILE).read_text()) == {"2026-05-01": {"usd": 0.5, "calls": 1}}


def test_an_absent_model_has_the_name_that_was_wanted() -> None:
    assert UnavailableModel("claude:haiku", "It is not there.").name == "claude:haiku"
