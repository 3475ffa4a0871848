"""HELM's pages by our summarizer, as ``helm-summarize`` writes them."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helm.benchmark.adaptation.adapter_spec import AdapterSpec
from helm.benchmark.metrics.metric import MetricSpec
from helm.benchmark.metrics.metric_name import MetricName
from helm.benchmark.metrics.statistic import Stat
from helm.benchmark.presentation.schema import RunGroup
from helm.benchmark.presentation.summarize import Run
from helm.benchmark.presentation.table import Cell, HeaderCell, Table
from helm.benchmark.run_spec import RunSpec
from helm.benchmark.scenarios.scenario import ScenarioSpec
from support import helm
from support.simulated import simulated_suite

import helm_creativity.run_specs as ours
from helm_creativity.helm.run_spec import qualified_name
from helm_creativity.helm.summarizer import CreativitySummarizer
from helm_creativity.helm.tables import TITLE, composite_of, with_counted_best
from helm_creativity.psychometrics.composites import overall, standardised
from helm_creativity.results.loading import read_suite
from helm_creativity.results.numbers import fixed, score_decimals

pytestmark = pytest.mark.commands

SHIPPED = Path(ours.__path__[0]) / "schema_creativity.yaml"
BENCHMARKS = ("dat", "rat", "story", "cdat")


class World:
    """A suite of six models and both baselines under two instructions: 001 lacks the RAT, 002 has no score there."""

    def __init__(self, folder):
        self.folder = folder
        runs = folder / "runs" / "s"
        self.truth = simulated_suite(
            runs,
            7,  # no item lacks the scores of both trials
            n_models=6,
            benchmarks=BENCHMARKS,
            n_items=3,
            n_trials=2,
            failures=0.1,
            instructions={"": 0.0, "creative": 1.0},
        )
        one, two, *_ = self.truth.models
        for instruction in ("", "creative"):
            shutil.rmtree(runs / self.truth.runs[one, "rat", instruction])
            without_score(runs / self.truth.runs[two, "rat", instruction])
        shorter(runs, self.truth.runs[self.truth.models[2], "dat", ""])
        arguments = ["--suite", "s", "--output-path", folder, "--schema-path", SHIPPED, "--schema-validation", "error"]
        arguments += ["--summarizer-class-name", qualified_name(CreativitySummarizer)]
        self.output = helm.finish(helm.start("helm-summarize", *arguments))

    def table(self, group, title="Creativity", where="runs/s"):
        return read_table(self.folder, where, group, title)

    def scores(self, benchmark, models):
        """What the runs without an instruction say."""
        return [
            np.nan if (model, benchmark) in self.missing else self.stat(self.truth.runs[model, benchmark, ""], "score")
            for model in models
        ]

    @property
    def missing(self):
        one, two, *_ = self.truth.models
        return {(one, "rat"), (two, "rat")}

    def stat(self, run, name):
        stats = json.loads((self.folder / "runs" / "s" / run / "stats.json").read_text())
        return next(stat["mean"] for stat in stats if stat["name"]["name"] == name)


def without_score(run):
    """A run whose every answer was refused."""
    stats = json.loads((run / "stats.json").read_text())
    kept = [stat for stat in stats if not stat["name"]["name"].startswith("score")]
    (run / "stats.json").write_text(json.dumps(kept))


def shorter(runs, name):
    """An earlier run of fewer answers, whose score was another."""
    folder = runs / f"{name},num_trials=1"
    shutil.copytree(runs / name, folder)
    spec, stats = (json.loads((folder / file).read_text()) for file in ("run_spec.json", "stats.json"))
    spec["name"] += ",num_trials=1"
    spec["adapter_spec"]["num_trials"] = 1
    for stat in stats:
        if (named := stat["name"]["name"]) in ("num_answers", "score"):
            stat["mean"] = 1.0 if named == "num_answers" else stat["mean"] + 50
    (folder / "run_spec.json").write_text(json.dumps(spec))
    (folder / "stats.json").write_text(json.dumps(stats))


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    return World(tmp_path_factory.mktemp("world"))


def column(table, title):
    """Values by name of the row, None for a dash."""
    place = [cell["value"] for cell in table["header"]].index(title)
    return {row[0]["value"]: row[place].get("value") for row in table["rows"]}


def name_of(model):
    return {
        "creativity/greedy": "Greedy search, builtin (baseline)",
        "creativity/random-nouns": "Random nouns (baseline)",
    }.get(model, model)


def test_the_composite_is_the_mean_of_z_over_the_language_models(world):
    """From the runs' own files: baselines do not move it, who lacks one benchmark has none."""
    models = list(world.truth.models)
    scores = np.array([world.scores(benchmark, models) for benchmark in BENCHMARKS]).T
    expected = overall(standardised(scores, np.array([not model.startswith("creativity/") for model in models])))
    shown = column(world.table("creativity"), TITLE)
    assert set(shown) == {name_of(model) for model in models}
    for model, value in zip(models, expected, strict=True):
        assert shown[name_of(model)] == (None if np.isnan(value) else pytest.approx(value, abs=6e-4)), model
    assert [model for model, value in zip(models, expected, strict=True) if np.isnan(value)] == models[:2]


def test_pages_have_the_scores_of_reports(world):
    """Of the same runs, to the digits that reports show."""
    suite = read_suite(["s"], world.folder)
    table = world.table("creativity")
    compared = 0
    for place in suite.primary:
        shown = column(table, f"{suite.columns[place].title.partition(' (')[0]} - Score")
        scores = suite.scores[:, place]
        write = fixed(score_decimals(scores.tolist(), suite.errors[:, place].tolist()))
        for model, score in zip(suite.models, scores.tolist(), strict=True):
            value = shown[name_of(model)]
            assert ("" if value is None else write(value)) == ("" if np.isnan(score) else write(score))
            compared += value is not None
    assert compared == len(world.truth.models) * len(BENCHMARKS) - len(world.missing)


def test_runs_of_one_model_under_two_instructions_are_not_averaged(world):
    """The scores are those without an instruction, which the title says; the others are on the benchmark's own page."""
    model = world.truth.models[2]
    table = world.table("creativity")
    assert column(table, "DAT - Score")[model] == pytest.approx(world.scores("dat", [model])[0])
    header = next(cell for cell in table["header"] if cell["value"] == "DAT - Score")
    assert "Measured with: dat|protocol:olson2021|" in header["description"]
    assert header["description"].endswith("|instruction:none|temp:1|card:3|items:3")
    run = world.truth.runs[model, "dat", "creative"]
    assert column(world.table("creativity_dat", "instruction creative"), "Score")[model] == pytest.approx(
        world.stat(run, "score")
    )
    assert "6 of 15 runs of creativity_dat stand on its own page only; the others: dat|" in world.output


def test_of_a_run_and_the_one_that_grew_from_it_the_longer_counts(world):
    """On the benchmark's own page, too, where HELM would show their mean."""
    model = world.truth.models[2]
    own = world.table("creativity_dat", "instruction neutral")
    assert column(own, "Score")[model] == pytest.approx(world.scores("dat", [model])[0])
    assert "1 of 15 runs of creativity_dat have fewer answers than another: creativity_dat:" in world.output


def test_a_benchmark_has_a_tab_for_each_setting_and_further_ones_for_the_rest(world):
    """The first holds the setting that counts elsewhere; what no run measured has none."""
    tables = json.loads((world.folder / "runs/s/groups/creativity_dat.json").read_text())
    settings = ["instruction creative", "instruction neutral"]
    further = [f"Failure rates: {setting}" for setting in settings]
    assert [table["title"] for table in tables] == ["Main setting", *settings, *further]
    heads = {table["title"]: [cell["value"] for cell in table["header"]] for table in tables}
    assert heads["Main setting"] == heads["instruction neutral"] == ["Model", "Score", "± SE", "Scored"]
    assert heads[further[0]][:5] == ["Model", "Score", "Scored", "Score (failures = 0)", "Empty"]
    model = world.truth.models[2]
    run = world.truth.runs[model, "dat", ""]
    refused = column(world.table("creativity_dat", further[1]), "Refused")[model]
    assert refused == pytest.approx(world.stat(run, "refusal_rate"))
    assert len({table["name"] for table in tables}) == len(tables)


def table_of(names, scores):
    """A table of main scores as HELM makes it, and the benchmarks of its columns."""
    header = [HeaderCell("Model"), *(HeaderCell(name, metadata={"metric": "score"}) for name in names)]
    benchmarks = [RunGroup(name, short_display_name=name.removeprefix("creativity_")) for name in names]
    return Table("t", header, [[Cell("m"), *map(Cell, row)] for row in scores]), benchmarks


def run_of(model, group, **stats):
    """A run of a benchmark."""
    values = [Stat(MetricName(name, split="test")).add(value) for name, value in stats.items()]
    return Run("", RunSpec(group, ScenarioSpec("s", {}), AdapterSpec(model=model), [], groups=[group]), values)


def test_a_probe_is_in_the_table_and_not_in_the_composite():
    """Creativity is to be distinguished from it."""
    names = ["creativity_dat", "creativity_letter_string", "creativity_rat"]
    table, benchmarks = table_of(names, [[1.0, 9.0, 3.0], [2.0, 5.0, 5.0], [3.0, 1.0, 4.0]])
    rows = [[run_of(model, name) for name in names] for model in ("l/a", "l/b", "l/c")]
    made = composite_of(table, benchmarks, rows, {"creativity_letter_string"}, {})
    assert made.texts == [
        "z: dat -1.00, rat -1.00",
        "z: dat 0.00, rat 1.00",
        "z: dat 1.00, rat 0.00",
    ]


def test_scores_that_do_not_count_in_reports_do_not_count_here():
    """Below half of the responses, and where the gate is not passed."""
    names = ["creativity_cdat", "creativity_rat"]
    table, benchmarks = table_of(names, [[1.0, 3.0], [2.0, 5.0], [3.0, 4.0], [9.0, 9.0], [8.0, 8.0], [None, 7.0]])
    gate = {"gate_difference": 1.0, "gate_p_value": 1e-9}
    rows = [
        [run_of(model, names[0], **gate), run_of(model, names[1], valid_rate=1.0)] for model in ("l/a", "l/b", "l/c")
    ]
    rows.append([run_of("l/d", names[0], **{**gate, "gate_p_value": 0.3}), run_of("l/d", names[1])])
    rows.append([run_of("l/e", names[0], **gate), run_of("l/e", names[1], valid_rate=0.4)])
    rows.append([run_of("l/f", names[1], valid_rate=1.0)])
    made = composite_of(table, benchmarks, rows, set(), {})
    assert made.texts[3:] == [
        "no score that counts on cdat (gate not passed: adjusted p 0.3, not below 0.001)",
        "no score that counts on rat (40% of responses scored, floor 50%)",
        "no score that counts on cdat",
    ]
    assert made.values[3:] == [None, None, None]


@pytest.mark.parametrize("lower", [False, True])
def test_only_what_counts_is_the_best(lower):
    """Of a column neither a score of too few responses nor a baseline beside language models is bold."""
    sign = -1 if lower else 1
    shown = [("l/a", 1.0, 70.0), ("l/b", 1.0, 75.0), ("l/few", 0.2, 90.0), ("creativity/greedy", 1.0, 99.0)]
    runs = {}
    for model, valid, score in shown:
        made = run_of(model, "creativity_rat", valid_rate=valid, score=sign * score)
        made.run_spec.metric_specs.append(MetricSpec("m", {"comparable": "rat|a"}))
        runs[model] = replace(made, run_spec=replace(made.run_spec, name=model))
    header = [HeaderCell("Model"), HeaderCell("Score", lower_is_better=lower), HeaderCell("Size")]
    bold = {"font-weight": "bold"}
    rows = [
        [
            Cell(model),
            Cell(sign * score, style=bold if score == 99 else None, run_spec_names=[model]),
            Cell(1, run_spec_names=[model]),
        ]
        for model, _, score in shown
    ]
    table = with_counted_best(Table("t", header, rows), runs)
    assert [row[1].style for row in table.rows] == [None, bold, None, None]
    alone = with_counted_best(Table("t", header, rows[3:]), runs)
    assert [row[1].style for row in alone.rows] == [bold]
    for made in runs.values():
        made.run_spec.metric_specs.clear()
    assert with_counted_best(Table("t", header, rows), runs).rows[3][1].style == bold


def test_helm_has_nothing_to_complain_of(world):
    """Although the schema is that of all benchmarks, and some runs lack a score."""
    assert [line for line in world.output.splitlines() if "WARNING" in line] == []
    assert "Schema validation error" not in world.output
    assert "has no composite" not in world.output


def test_every_answer_has_its_own_stats_on_the_page_of_its_run(world):
    """Numbered from 1; one without a score shows none."""
    cells = world.truth.answers
    for row, model in enumerate(world.truth.models):
        run = world.folder / "runs" / "s" / world.truth.runs[model, "dat", ""]
        shown = json.loads((run / "display_predictions.json").read_text())
        scores = next(values for cell, values in cells.items() if cell == ("dat", ""))[row]
        for entry in shown:
            item, number = int(entry["instance_id"].split("-")[1]) - 1, entry["train_trial_index"]
            expected = scores[item, number - 1]
            assert entry["stats"].get("score") == (None if np.isnan(expected) else pytest.approx(expected))
        assert sorted(entry["train_trial_index"] for entry in shown) == [1, 1, 1, 2, 2, 2]


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """The pages of two models and both baselines on one judged benchmark, whose settings are all alike."""
    folder = tmp_path_factory.mktemp("judged")
    runs = folder / "runs" / "s"
    truth = simulated_suite(runs, 5, n_models=2, benchmarks=("metaphor",), n_items=2, n_trials=2)
    one = CreativitySummarizer(None, None, "s", str(SHIPPED), str(folder), False, 1, True)
    for step in (one.read_runs, one.group_runs, one.fix_up_schema, one.write_groups):
        step()
    one.write_run_display_json(skip_completed=False)
    return folder, runs / truth.runs[truth.models[0], "metaphor", ""]


def test_a_judged_benchmark_shows_its_coverage_first_and_its_judges_in_a_tab(judged):
    """Without words for a setting that is the only one."""
    folder, _ = judged
    tables = json.loads((folder / "runs/s/groups/creativity_metaphor.json").read_text())
    heads = {table["title"]: [cell["value"] for cell in table["header"]] for table in tables}
    assert list(heads) == ["Scores", "Failure rates", "Judges"]
    assert heads["Scores"] == ["Model", "Score", "± SE", "Scored", "Judge coverage", "Creativity"]
    assert heads["Judges"][:4] == ["Model", "Score", "Judge coverage", "Self-judging excluded"]


@pytest.fixture(scope="module")
def refusing(tmp_path_factory):
    """Six models on two benchmarks; the third has no score on the items of the DAT that others find hard."""
    folder = tmp_path_factory.mktemp("refusing")
    runs = folder / "runs" / "s"
    truth = simulated_suite(runs, 5, states=False, n_models=6, benchmarks=("dat", "rat"), n_items=20, n_trials=2)
    hardest = np.argsort(truth.answers["dat", ""][:6].mean(axis=(0, 2)))[:8]
    refuse(runs / truth.runs[truth.models[2], "dat", ""], {f"item-{place + 1:03d}" for place in hardest.tolist()})
    release(folder, "r", ["s"])
    return folder, truth


def refuse(run, items):
    """No response to these items has a score any more."""
    entries, stats = (json.loads((run / f"{name}.json").read_text()) for name in ("per_instance_stats", "stats"))
    for entry in entries:
        if entry["instance_id"] in items:
            entry["stats"] = []
    means = [found["mean"] for entry in entries if not entry["train_trial_index"] for found in entry["stats"][:1]]
    changed = {"score": float(np.mean(means)), "valid_rate": len(means) / 20}
    for stat in stats:
        if (name := stat["name"]["name"]) in changed:
            stat["sum"] = stat["mean"] = changed[name]
    (run / "per_instance_stats.json").write_text(json.dumps(entries))
    (run / "stats.json").write_text(json.dumps(stats))


def test_the_composite_of_a_model_that_lacks_hard_items_is_the_reports(refusing):
    """Its score over all items enters, not the mean of the easy ones, which is what the column shows."""
    folder, truth = refusing
    suite = read_suite(["s"], folder, draws=100)
    composite = suite.analyse("composite")["composite"].records()
    table = read_table(folder, "releases/r", "creativity")
    shown = column(table, TITLE)
    assert len(composite) == len(shown) == 8
    for row in composite:
        assert shown[name_of(row["model"])] == pytest.approx(row["overall"], abs=6e-4), row["model"]
    model = truth.models[2]
    (place,) = suite.find_columns("dat")
    (known,) = suite.all_items.values()
    raw = suite.scores[suite.models.index(model), place]
    assert known.score < raw - 1
    assert column(table, "DAT - Score")[model] == pytest.approx(raw)
    said = f"The score over all items is used for {model} (DAT): a model's estimated mean if"
    assert said in table["header"][1]["description"]
    score = [cell["value"] for cell in table["header"]].index("DAT - Score")
    notes = {row[0]["value"]: row[score].get("description") or "" for row in table["rows"]}
    assert known.caution.startswith("tends to lack scores on items that others find hard")
    over_all = f"score over all items: {known.score:.3f}; worst to best case: {known.low:.3f} to"
    assert f"{known.caution}\n{over_all}" in notes[model]
    assert [name for name, text in notes.items() if "all items" in text] == [model]


def release(folder, name, suites, change=lambda _: None):
    """The tables of several suites, in this process."""
    (folder / "releases" / name).mkdir(parents=True)
    one = CreativitySummarizer(name, suites, None, str(SHIPPED), str(folder), False, 1, True)
    change(one)
    for step in (one.read_runs, one.group_runs, one.fix_up_schema, one.write_groups):
        step()


def read_table(folder, where, group, title="Creativity"):
    """The table of a group's page under a title."""
    tables = json.loads((folder / where / "groups" / f"{group}.json").read_text())
    (found,) = [table for table in tables if table["title"] == title]
    return found
