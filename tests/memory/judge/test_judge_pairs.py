"""``python -m benchmarks.pairs`` measures the judge: one JSON object on stdout, a table on stderr."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.pairs import main

OPS = [
    {"old": "Takes 60s to start", "new": "Takes 1 min to start", "label": "same", "hard": False},
    {"old": "Takes 60s to start", "new": "Takes 10s to start", "label": "contradiction", "hard": True},
    {"old": "Panels flicker in Firefox", "new": "Alert mails use the relay", "label": "different", "hard": False},
]


def test_the_figures_are_one_json_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in OPS), encoding="utf-8")
    assert main([str(file)]) == 0
    out, err = capsys.readouterr()
    result = json.loads(out)
    assert (result["n"], result["macro_f1"], result["contradiction_as_same"]) == (3, 1.0, 0)
    assert (result["macro_f1_hard"], result["macro_f1_easy"]) == (1.0, 1.0)
    assert set(result["labels"]["same"]) == {"precision", "recall", "f1", "n"}
    assert "contradictions called same: 0 of 1" in err


def test_a_contradiction_called_same_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_text(json.dumps(OPS[0] | {"label": "contradiction"}) + "\n", encoding="utf-8")
    main([str(file)])
    assert json.loads(capsys.readouterr().out)["contradiction_as_same"] == 1


def test_sick_files_are_read_under_either_name_of_the_label(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for column in ("entailment_label", "entailment_judgment"):
        file = tmp_path / f"{column}.tsv"
        file.write_text(
            f"pair_ID\tsentence_A\tsentence_B\trelatedness_score\t{column}\n"
            "1\tA man is cooking\tA man is cooking\t5\tENTAILMENT\n"
            "2\tA dog is running\tTwo people play chess\t1\tNEUTRAL\n",
            encoding="utf-8",
        )
        main([str(file), "--format", "sick"])
        assert json.loads(capsys.readouterr().out)["macro_f1"] == 1.0
