"""Suites in the formats in which others read results."""

import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path

import polars as pl
import pytest
from support import command
from support.folders import entry, stat, write_run

from helm_creativity.cli import export as cli_export
from helm_creativity.core.common_stats import describe_stats
from helm_creativity.core.registry import list_entries
from helm_creativity.results.exporting.evaluator import RELATIONSHIPS
from helm_creativity.results.exporting.every_eval_ever import VERSION
from helm_creativity.results.findings import derive_findings
from helm_creativity.results.main_metrics import cards
from helm_creativity.results.study import build_score_matrix
from helm_creativity.results.suite import find_suites

# What version 0.3.0 of the schema requires, by place; its own package checks the rest where it is installed.
REQUIRED = {
    "": (
        *("schema_version", "evaluation_id", "retrieved_timestamp", "source_metadata", "model_info", "eval_library"),
        "evaluation_results",
    ),
    "source_metadata": ("source_type", "source_organization_name", "evaluator_relationship"),
    "eval_library": ("name", "version"),
    "model_info": ("name", "id", "additional_details"),
}
OF_RESULT = {
    "": ("evaluation_name", "source_data", "metric_config", "score_details"),
    "source_data": ("dataset_name", "source_type"),
    "metric_config": ("lower_is_better",),
    "score_details": ("score",),
}
OF_ROW = {
    "": (
        *("schema_version", "evaluation_id", "model_id", "evaluation_name", "sample_id", "interaction_type", "input"),
        *("answer_attribution", "evaluation", "output"),
    ),
    "input": ("raw", "reference"),
    "evaluation": ("score", "is_correct"),
    "output": ("raw",),
}
VALIDATOR = os.environ.get("EVERY_EVAL_EVER") or shutil.which("every_eval_ever")
KEY = "dat|protocol:olson2021|items:olson2021/1@sha256:0123|instruction:creative@sha256:0123"
HALF = "\ud83d"


def response(item, trial, text, **result):
    """A request and its response, as HELM writes them."""
    return {
        "instance": {"id": item, "input": {"text": f"Name words, {item}."}, "extra_data": {}},
        "request": {"prompt": f"Be creative. Name words, {item}.", **({"random": str(trial)} if trial else {})},
        "result": {
            "success": True,
            "completions": [{"text": text, "finish_reason": {"reason": "stop"}}],
            "request_datetime": 1_700_000_000 + trial,
            **result,
        },
        "annotations": {},
    }


@pytest.fixture
def output(tmp_path):
    """A run with three trials of two items, of which one has no score; one without a score; another package's."""
    suite = tmp_path / "runs" / "s"
    scores = {("i", 0): 70.0, ("i", 1): 80.0, ("j", 0): 90.0, ("j", 1): 60.0}
    entries = [entry(item, 0, score=1.0, valid_rate=1.0) for item in "ij"]
    entries += [entry(item, trial + 1, score=value, valid_rate=1.0) for (item, trial), value in scores.items()]
    entries += [entry(item, 3, valid_rate=float(item == "k")) for item in "ij"]
    folder = write_run(
        suite,
        model="acme/con.x:1",
        stats=[
            *(stat("score", 75.0), stat("score_se", 5.0), stat("valid_rate", 4 / 6), stat("num_instances", 2.0)),
            *(stat("num_answers", 6.0), stat("unknown_rate", float("nan")), stat("score", 3.0, split="valid")),
        ],
        entries=entries,
        adapter={"num_trials": 3},
        comparable=KEY,
        provenance={"helm-creativity": "0.1.0", "card": "3-A"},
    )
    states = [response(item, trial, f"cat {HALF}") for item in "ij" for trial in range(3)]
    (folder / "scenario_state.json").write_text(json.dumps({"request_states": states}))
    failed = write_run(
        suite,
        model="a/y",
        stats={"valid_rate": 0.0, "refusal_rate": 1.0, "num_answers": 1.0},
        entries=[entry("i", valid_rate=0.0)],
        comparable=KEY,
    )
    states = [response("i", 0, "", success=False, error="gone")]
    (failed / "scenario_state.json").write_text(json.dumps({"request_states": states}))
    write_run(suite, "other", "gpt2", {"exact_match": 0.5}, entries=[entry("i", exact_match=0.5)])
    return tmp_path


def exported(output, *more, form="every-eval-ever"):
    return command.run("export", form, "s", "--output-path", output, "--out", output / "out", *more)


def logs(output):
    """The files of runs by the model's name."""
    found = {path: json.loads(path.read_text()) for path in (output / "out").rglob("*.json")}
    return {log["model_info"]["name"]: (path.relative_to(output / "out"), log) for path, log in found.items()}


def lacking(found, required):
    """Required keys that are not there, by place."""
    return [
        (place, key)
        for place, keys in required.items()
        for key in keys
        if key not in (found[place] if place else found)
    ]


def texts_in(found):
    """Values of all further details, which must be texts."""
    if isinstance(found, dict):
        for key, value in found.items():
            yield from value.values() if key in ("additional_details", "details", "metadata") else texts_in(value)
    elif isinstance(found, list):
        for value in found:
            yield from texts_in(value)


def test_every_stat_of_a_run_is_a_result_or_the_error_of_one(output):
    """With its name, bounds and direction from the card, and its uncertainty."""
    text, _, _ = exported(output, "--organization", "Acme", "--relationship", "first_party")
    assert text == "3 runs with 9 results, 1 of them with a standard error"
    path, log = logs(output)["acme/con.x:1"]
    assert lacking(log, REQUIRED) == []
    assert path.parts[:-1] == ("data", "creativity_dat", "acme", "_con.x_1")
    assert log["model_info"]["id"] == "acme/_con.x:1"
    assert log["schema_version"] == VERSION
    assert log["evaluation_timestamp"] == "1700000000"
    assert log["source_metadata"]["source_organization_name"] == "Acme"
    assert log["eval_library"]["additional_details"]["comparable"] == KEY
    results = {result["evaluation_result_id"]: result for result in log["evaluation_results"]}
    assert [*results] == [
        *("test/score", "test/valid_rate", "test/num_instances", "test/num_answers", "valid/score"),
    ]
    score = results["test/score"]
    assert lacking(score, OF_RESULT) == []
    metric = score["metric_config"]
    assert (metric["metric_id"], metric["lower_is_better"]) == ("creativity_dat.score", False)
    assert (metric["score_type"], metric["min_score"], metric["max_score"]) == ("continuous", 0.0, 200.0)
    assert score["score_details"]["score"] == 75.0
    surely = score["score_details"]["uncertainty"]
    assert surely["standard_error"]["value"] == 5.0
    assert surely["num_samples"] == 4
    # (70, 80, 90, 60) around 75.
    assert surely["standard_deviation"] == pytest.approx((500 / 3) ** 0.5)
    assert score["score_details"]["details"]["responses_without_a_value"] == "2"
    assert score["generation_config"]["generation_args"] == {"temperature": 1.0, "max_tokens": 10}
    assert results["test/num_answers"]["metric_config"]["max_score"] == "Infinity"
    assert all(isinstance(value, str) for value in texts_in(log))


def test_intervals_are_those_of_the_leaderboard(output):
    """The same cell never shows two numbers."""
    exported(output)
    study = build_score_matrix(find_suites(["s"], output))
    boards = derive_findings(study).leaderboards
    (row,) = (row for board in boards for row in board.rows if row.model == "acme/con.x:1" and row.score is not None)
    result = logs(output)["acme/con.x:1"][1]["evaluation_results"][0]
    interval = result["score_details"]["uncertainty"]["confidence_interval"]
    assert (interval["lower"], interval["upper"]) == (row.low, row.high)
    assert interval["lower"] < 75 < interval["upper"]
    assert interval["confidence_level"] == 0.95


def test_what_is_undefined_has_a_reason_and_no_zero(output):
    """A run without a score has none, and says why."""
    exported(output)
    _, log = logs(output)["a/y"]
    assert "test/score" not in {result["evaluation_result_id"] for result in log["evaluation_results"]}
    undefined = json.loads(log["source_metadata"]["additional_details"]["undefined"])
    assert undefined["no response has one: refusal_rate 1"] == ["score"]
    _, log = logs(output)["acme/con.x:1"]
    undefined = json.loads(log["source_metadata"]["additional_details"]["undefined"])
    assert undefined["no finite number, or too large"] == ["unknown_rate"]


def test_a_row_per_stat_of_a_response(output):
    """Joined to the results; a response without a score has its other stats."""
    text, _, _ = exported(output, "--responses")
    assert text.splitlines()[1] == "11 rows of responses"
    path, log = logs(output)["acme/con.x:1"]
    details = log["detailed_evaluation_results"]
    samples = output / "out" / details["file_path"]
    assert details["file_path"] == str(path).replace(".json", "_samples.jsonl")
    assert details["checksum"] == hashlib.sha256(samples.read_bytes()).hexdigest()
    rows = [json.loads(line) for line in samples.read_text().splitlines()]
    assert len(rows) == details["total_rows"] == 10
    assert [problem for row in rows for problem in lacking(row, OF_ROW)] == []
    joined = {result["evaluation_result_id"] for result in log["evaluation_results"]}
    assert {row["evaluation_result_id"] for row in rows} <= joined
    assert {row["evaluation_id"] for row in rows} == {log["evaluation_id"]}
    scored = [row for row in rows if row["evaluation_result_id"] == "test/score"]
    assert sorted(row["evaluation"]["score"] for row in scored) == [60.0, 70.0, 80.0, 90.0]
    assert {row["input"]["raw"] for row in rows} == {"Name words, i.", "Name words, j."}
    assert {row["input"]["formatted"] for row in scored} >= {"Be creative. Name words, i."}
    assert rows[0]["output"]["raw"] == ["cat \ufffd"]
    assert not any(row["evaluation"]["is_correct"] for row in rows)
    unscored = [row for row in rows if row["metadata"]["scored"] == "false"]
    assert {(row["sample_id"], row["metadata"]["trial"]) for row in unscored} == {("i", "2"), ("j", "2")}
    failures = output / "out" / logs(output)["a/y"][1]["detailed_evaluation_results"]["file_path"]
    (failed,) = map(json.loads, failures.read_text().splitlines())
    assert failed["error"] == "gone"


def test_a_second_export_replaces_the_first(output):
    """Names follow from the runs."""
    exported(output, "--responses")
    first = sorted((output / "out").rglob("*.*"))
    exported(output, "--responses")
    assert sorted((output / "out").rglob("*.*")) == first


def test_another_packages_run_says_what_is_known(output):
    """Its stat has no bounds, and no version of this package made it."""
    exported(output)
    path, log = logs(output)["gpt2"]
    assert path.parts[1:4] == ("other", "no-developer", "gpt2")
    (result,) = log["evaluation_results"]
    assert "score_type" not in result["metric_config"]
    assert log["eval_library"]["name"] == "helm"


@pytest.mark.skipif(VALIDATOR is None, reason="every_eval_ever is not installed; EVERY_EVAL_EVER may name its program")
def test_the_projects_own_package_takes_every_file(output):
    """Types, paths, companions, bounds."""
    exported(output, "--responses")
    files = [path.relative_to(output / "out") for path in (output / "out").rglob("*.json*")]
    assert len(files) == 5
    done = subprocess.run(
        [VALIDATOR, "validate", *map(str, files)], cwd=output / "out", capture_output=True, text=True, check=False
    )
    assert (done.returncode, "0 failed" in done.stdout) == (0, True), done.stdout


def test_the_command_knows_the_words_of_the_schema():
    """They are written in both places, since reading them takes a while."""
    assert cli_export.RELATIONSHIPS == RELATIONSHIPS


@pytest.mark.parametrize("name", [benchmark.name for benchmark in list_entries() if benchmark.ours])
def test_cards_bound_every_stat(name):
    """By every protocol, least first."""
    card = cards()[f"creativity_{name}"]
    assert {key.partition(",")[0] for key in card.score_bounds} == card.protocols.keys()
    for protocol in card.protocols:
        described = describe_stats(card, {"protocol": protocol})
        assert [stat.name for stat in described if not stat.bounds] == []


def test_the_scale_of_own_prompts_may_be_another():
    """The question of this package asks for ratings from 1 to 5, that of the program from 10 to 50."""
    card = cards()["creativity_aut"]
    assert card.bounds_of_score({"protocol": "mctb2025", "prompts": "own/8@sha256:0"}) == (1, 5)
    assert card.bounds_of_score({"protocol": "mctb2025", "prompts": "8@sha256:0"}) == (10, 50)
    assert card.bounds_of_score({"protocol": "wenger2025", "prompts": "own/5@sha256:0"}) == (0, 2)
    assert card.bounds_of_score({}) == ()


def test_a_dataset_folder_is_loaded(output, monkeypatch, tmp_path):
    """By its card, whose owner may change it; tables without rows are not in it."""
    datasets = pytest.importorskip("datasets")
    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
    text, _, _ = exported(output, "--responses", form="hf")
    folder = output / "out"
    assert f"0 rows in {folder}/data/ratings.parquet" in text
    found = datasets.load_dataset(str(folder), cache_dir=str(tmp_path / "cache"))["train"]
    assert found.num_rows == pl.read_parquet(folder / "data" / "scores.parquet").height == 12
    names = ["runs", "stats", "scores", "responses"]
    assert datasets.get_dataset_config_names(str(folder)) == names
    for name in names:
        loaded = datasets.load_dataset(str(folder), name, cache_dir=str(tmp_path / "cache"))["train"]
        assert loaded.num_rows == pl.read_parquet(folder / "data" / f"{name}.parquet").height
    card = folder / "README.md"
    assert "Olson" in card.read_text()
    card.write_text(card.read_text() + "Mine.\n")
    _, stderr, _ = exported(output, form="hf")
    assert any("remove it to have it written anew" in line for line in stderr)
    assert Path(card).read_text().endswith("Mine.\n")
