"""HELM's pages by our summarizer, as ``helm-summarize`` writes them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from support import helm
from support.simulated import simulated_suite

import helm_creativity.run_specs as ours
from helm_creativity.benchmark.follow_ups import FOLLOW_UPS
from helm_creativity.helm.run_spec import qualified_name
from helm_creativity.helm.summarizer import CreativitySummarizer
from helm_creativity.helm.tables import TITLE
from helm_creativity.psychometrics.composites import overall, standardised
from helm_creativity.results.loading import read_suite
from helm_creativity.results.numbers import fixed, score_decimals

pytestmark = pytest.mark.commands

SHIPPED = Path(ours.__path__[0]) / "schema_creativity.yaml"
BENCHMARKS = ("dat", "rat", "story", "cdat")
NAMES = {
    "creativity/greedy": "Greedy search, builtin (baseline)",
    "creativity/random-nouns": "Random nouns (baseline)",
}


def read(path):
    return json.loads(path.read_text())


def tables(folder, group, where="runs/s"):
    """Those of a group's page by their titles."""
    found = read(folder / where / "groups" / f"{group}.json")
    assert len({table["name"] for table in found}) == len(found)
    return {table["title"]: table for table in found}


def heads(table):
    return [cell["value"] for cell in table["header"]]


def column(table, title):
    """Values by name of the row, None for a dash."""
    place = heads(table).index(title)
    return {row[0]["value"]: row[place].get("value") for row in table["rows"]}


def mean(run, name):
    """What a run's own file says."""
    return next(stat["mean"] for stat in read(run / "stats.json") if stat["name"]["name"] == name)


def change(run, **means):
    """Gives stats of a run other means; None takes away those whose name begins so."""
    gone = tuple(name for name, value in means.items() if value is None)
    stats = [stat for stat in read(run / "stats.json") if not stat["name"]["name"].startswith(gone)]
    for stat in stats:
        if (name := stat["name"]["name"]) in means:
            stat["sum"] = stat["mean"] = means[name]
    (run / "stats.json").write_text(json.dumps(stats))


class World:
    """A suite of six models and both baselines under two instructions: 001 lacks the RAT, 002 has no score there.

    Of the third model there is an earlier run of fewer answers, whose score was another.
    """

    def __init__(self, folder):
        self.folder, self.runs = folder, folder / "runs" / "s"
        self.truth = simulated_suite(
            self.runs,
            7,  # no item lacks the scores of both trials
            n_models=6,
            benchmarks=BENCHMARKS,
            n_items=3,
            n_trials=2,
            failures=0.1,
            instructions={"": 0.0, "creative": 1.0},
        )
        self.models = list(self.truth.models)
        one, two, self.third, *_ = self.models
        self.missing = {(one, "rat"), (two, "rat")}
        for instruction in ("", "creative"):
            shutil.rmtree(self.run(one, "rat", instruction))
            change(self.run(two, "rat", instruction), score=None)
        run = self.run(self.third, "dat")
        shorter = run.with_name(f"{run.name},num_trials=1")
        shutil.copytree(run, shorter)
        change(shorter, num_answers=1.0, score=mean(run, "score") + 50)
        spec = read(run / "run_spec.json")
        spec["name"] += ",num_trials=1"
        spec["adapter_spec"]["num_trials"] = 1
        (shorter / "run_spec.json").write_text(json.dumps(spec))
        arguments = ["--suite", "s", "--output-path", folder, "--schema-path", SHIPPED, "--schema-validation", "error"]
        arguments += ["--summarizer-class-name", qualified_name(CreativitySummarizer)]
        self.output = helm.finish(helm.start("helm-summarize", *arguments))

    def run(self, model, benchmark, instruction=""):
        return self.runs / self.truth.runs[model, benchmark, instruction]

    def scores(self, benchmark):
        """What the runs without an instruction say."""
        lacking = {model for model, name in self.missing if name == benchmark}
        return [np.nan if model in lacking else mean(self.run(model, benchmark), "score") for model in self.models]


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    return World(tmp_path_factory.mktemp("world"))


@pytest.fixture(scope="module")
def table(world):
    """That of all benchmarks."""
    return tables(world.folder, "creativity")["Creativity"]


def test_the_composite_is_the_mean_of_z_over_the_language_models(world, table):
    """From the runs' own files: baselines do not move it, who lacks one benchmark has none."""
    scores = np.array([world.scores(benchmark) for benchmark in BENCHMARKS]).T
    expected = overall(standardised(scores, np.array([model not in NAMES for model in world.models])))
    known = {NAMES.get(model, model): value for model, value in zip(world.models, expected.tolist(), strict=True)}
    shown = {name: np.nan if value is None else value for name, value in column(table, TITLE).items()}
    assert shown == pytest.approx(known, abs=6e-4, nan_ok=True)
    assert np.isnan(expected).nonzero()[0].tolist() == [0, 1]


def test_pages_have_the_scores_of_reports(world, table):
    """Of the same runs, to the digits that reports show."""
    suite = read_suite(["s"], world.folder)
    assert len(suite.primary) == len(BENCHMARKS)
    for place in suite.primary:
        shown = column(table, f"{suite.columns[place].title.partition(' (')[0]} - Score")
        scores = suite.scores[:, place].tolist()
        write = fixed(score_decimals(scores, suite.errors[:, place].tolist()))
        found = [shown[NAMES.get(model, model)] for model in suite.models]
        assert ["" if one is None else write(one) for one in found] == [
            "" if np.isnan(one) else write(one) for one in scores
        ]


def test_runs_of_one_model_are_not_averaged(world, table):
    """The scores are those without an instruction, which the title says; the others are on the benchmark's own page.

    Of a run and the one that grew from it the longer counts, on both.
    """
    assert column(table, "DAT - Score")[world.third] == pytest.approx(world.scores("dat")[2])
    header = next(cell for cell in table["header"] if cell["value"] == "DAT - Score")
    assert "Measured with: dat|protocol:olson2021|" in header["description"]
    assert header["description"].endswith("|instruction:none|temp:1|card:3|items:3")
    own = tables(world.folder, "creativity_dat")
    shown = [column(own[f"instruction {name}"], "Score")[world.third] for name in ("neutral", "creative")]
    runs = [world.run(world.third, "dat", instruction) for instruction in ("", "creative")]
    assert shown == pytest.approx([mean(run, "score") for run in runs])
    assert "1 of 15 runs of creativity_dat have fewer answers than another: creativity_dat:" in world.output
    assert "6 of 15 runs of creativity_dat stand on its own page only; the others: dat|" in world.output


def test_a_benchmark_has_a_tab_for_each_setting_and_further_ones_for_the_rest(world):
    """The first holds the setting that counts elsewhere; what no run measured has none."""
    found = tables(world.folder, "creativity_dat")
    settings = ["instruction creative", "instruction neutral"]
    further = [f"Failure rates: {setting}" for setting in settings]
    assert list(found) == ["Main setting", *settings, *further]
    assert heads(found["Main setting"]) == heads(found[settings[1]]) == ["Model", "Score", "± SE", "Scored"]
    assert heads(found[further[0]])[:5] == ["Model", "Score", "Scored", "Score (failures = 0)", "Empty"]
    refused = column(found[further[1]], "Refused")[world.third]
    assert refused == pytest.approx(mean(world.run(world.third, "dat"), "refusal_rate"))


def test_helm_has_nothing_to_complain_of(world):
    """Although the schema is that of all benchmarks, and some runs lack a score."""
    complaints = ("WARNING", "Schema validation error", "has no composite")
    assert [line for line in world.output.splitlines() if any(words in line for words in complaints)] == []


def test_every_answer_has_its_own_stats_on_the_page_of_its_run(world):
    """Numbered from 1; one without a score shows none."""
    for scores, model in zip(world.truth.answers["dat", ""], world.models, strict=True):
        shown = read(world.run(model, "dat") / "display_predictions.json")
        places = [(int(one["instance_id"].split("-")[1]), one["train_trial_index"]) for one in shown]
        assert sorted(places) == [(item, number) for item in (1, 2, 3) for number in (1, 2)]
        found = [one["stats"].get("score", np.nan) for one in shown]
        expected = [scores[item - 1, number - 1] for item, number in places]
        assert found == pytest.approx(expected, nan_ok=True)


def summarized(folder, *which, pages=False):
    """The tables of some suites, in this process."""
    one = CreativitySummarizer(*which, str(SHIPPED), str(folder), False, 1, True)
    for step in (one.read_runs, one.group_runs, one.fix_up_schema, one.write_groups):
        step()
    if pages:
        one.write_run_display_json(skip_completed=False)


def test_a_judged_benchmark_shows_its_coverage_first_and_its_judges_in_a_tab(tmp_path):
    """Without words for a setting that is the only one; on the page of a run there is one line about the ratings."""
    truth = simulated_suite(tmp_path / "runs" / "s", 5, n_models=2, benchmarks=("metaphor",), n_items=2, n_trials=2)
    summarized(tmp_path, None, None, "s", pages=True)
    found = {title: heads(one) for title, one in tables(tmp_path, "creativity_metaphor").items()}
    assert list(found) == ["Scores", "Failure rates", "Judges"]
    assert found["Scores"] == ["Model", "Score", "± SE", "Scored", "Judge coverage", "Creativity"]
    assert found["Judges"][:4] == ["Model", "Score", "Judge coverage", "Self-judging excluded"]
    run = tmp_path / "runs" / "s" / truth.runs[truth.models[0], "metaphor", ""]
    shown = [set(prediction["annotations"][FOLLOW_UPS]) for prediction in read(run / "display_predictions.json")]
    assert shown == [{"summary", "details"}] * 4


def test_the_composite_of_a_model_that_lacks_hard_items_is_the_reports(tmp_path):
    """Its score over all items enters, not the mean of the easy ones, which is what the column shows."""
    runs = tmp_path / "runs" / "s"
    truth = simulated_suite(runs, 5, states=False, n_models=6, benchmarks=("dat", "rat"), n_items=20, n_trials=2)
    model = truth.models[2]
    run = runs / truth.runs[model, "dat", ""]
    hardest = np.argsort(truth.answers["dat", ""][:6].mean(axis=(0, 2)))[:8]
    lost = {f"item-{place + 1:03d}" for place in hardest.tolist()}
    entries = read(run / "per_instance_stats.json")
    kept = [{**entry, "stats": [] if entry["instance_id"] in lost else entry["stats"]} for entry in entries]
    (run / "per_instance_stats.json").write_text(json.dumps(kept))
    means = [stat["mean"] for entry in kept if not entry["train_trial_index"] for stat in entry["stats"][:1]]
    change(run, score=float(np.mean(means)), valid_rate=len(means) / 20)
    (tmp_path / "releases" / "r").mkdir(parents=True)
    summarized(tmp_path, "r", ["s"], None)

    suite = read_suite(["s"], tmp_path, draws=100)
    table = tables(tmp_path, "creativity", "releases/r")["Creativity"]
    composite = suite.analyse("composite")["composite"].records()
    composite = {NAMES.get(row["model"], row["model"]): row["overall"] for row in composite}
    assert column(table, TITLE) == pytest.approx(composite, abs=6e-4)
    assert len(composite) == 8
    (place,), (known,) = suite.find_columns("dat"), suite.all_items.values()
    raw = suite.scores[suite.models.index(model), place]
    assert known.score < raw - 1
    assert column(table, "DAT - Score")[model] == pytest.approx(raw)
    said = f"The score over all items is used for {model} (DAT): a model's estimated mean if"
    assert said in table["header"][1]["description"]
    score = heads(table).index("DAT - Score")
    notes = {row[0]["value"]: row[score].get("description") or "" for row in table["rows"]}
    assert known.caution.startswith("tends to lack scores on items that others find hard")
    over_all = f"score over all items: {known.score:.3f}; worst to best case: {known.low:.3f} to"
    assert f"{known.caution}\n{over_all}" in notes[model]
    assert [name for name, text in notes.items() if "all items" in text] == [model]
