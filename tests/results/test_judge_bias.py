"""What judges favour in a suite: read from run folders, with texts of known length, and what cannot be measured."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from support import folders
from support.findings import judge_bias_of
from support.judged import judge_reply, rows_of_table, state
from support.judged import write_run as write_judged
from support.pages import Tree

import helm_creativity as hc
from helm_creativity.cli import main
from helm_creativity.core.benchmark import parse_settings
from helm_creativity.core.follow_ups import Trial
from helm_creativity.core.judge_replies import JudgeReply, place_name
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.ratings import ParsedRating
from helm_creativity.core.types import Response, Sample
from helm_creativity.judges.drivers import AskingDriver
from helm_creativity.reports.judge_bias import length_lines
from helm_creativity.results.calibration import RatedUnit, rating_cells
from helm_creativity.results.families import find_family, is_same_name
from helm_creativity.results.judge_bias import (
    ALL_JUDGES,
    DRIFT,
    FAMILY,
    KINDS,
    LENGTH,
    LENGTH_BEYOND,
    ORDER,
    PANEL,
    UnitFacts,
    audit,
    count_words,
    read_unit_facts,
)
from helm_creativity.results.runs import read_suite

JUDGES = ("anthropic/claude-3-7-sonnet", "openai/gpt-4o")
MODELS = ("openai/gpt-4.1", "meta/llama-3.3-70b", "google/gemma-2-9b", "anthropic/claude-3-haiku")


def effect(found, kind, judge):
    """One effect on one judge."""
    return next(effect for effect in found.effects if (effect.kind, effect.judge) == (kind, judge))


def problems_of(found):
    """Why effects are not there, by kind and judge."""
    return {(effect.kind, effect.judge): effect.slope.problem for effect in found.effects if effect.slope.problem}


def cell_of(ratings, judges, models, words=None, places=None, trials=1):
    """A cell and the facts of its units, which are as in ``rows_of_table``."""
    rows = rows_of_table(np.asarray(ratings, dtype=float), judges, models, trials=trials)
    units = list(dict.fromkeys(RatedUnit(row.run, row.instance, row.trial) for row in rows))
    facts = {
        unit: UnitFacts(
            words[n] if words is not None else math.nan,
            places[n] if places is not None else math.nan,
            float(n // len(models)),
            unit.item,
        )
        for n, unit in enumerate(units)
    }
    (cell,) = rating_cells(rows)
    return cell, facts


def test_what_was_planted_is_found_and_nothing_else():
    """The first judge of three favours length, the second its family; the third judge has neither."""
    judges = ("xai/grok-4", "openai/gpt-4o", "google/gemini-2.0-flash")
    models = (*MODELS, "qwen/qwen2.5-72b", "mistralai/mistral-large", "deepseek-ai/deepseek-v3", "cohere/command-r")
    found = judge_bias_of(judges, models, items=40)
    assert effect(found, LENGTH, judges[0]).slope.low > 0.5
    assert effect(found, LENGTH, judges[0]).p_holm is None  # adjusted where all cells are known
    assert effect(found, LENGTH_BEYOND, judges[0]).slope.low > 0.3
    assert effect(found, LENGTH, judges[2]).slope.p > 0.05
    assert effect(found, FAMILY, judges[1]).slope.low > 0.4
    assert effect(found, FAMILY, judges[2]).slope.p > 0.05
    assert effect(found, FAMILY, judges[0]).slope.problem == "no response is by its own family"
    assert {effect(found, DRIFT, judge).slope.p > 0.01 for judge in judges} == {True}
    assert effect(found, PANEL, judges[0]).slope.problem == "no response is by another judge of the panel"


def test_means_at_equal_length_by_hand():
    """Ratings rise by 2 a doubling within each model. The second writes four times as much and is rated 4 higher.

    Of an item's two lengths each model is one doubling from the mean: ± 1 · 2 points go, and both are worth the same.
    """
    words = [4, 16, 8, 32, 4, 16, 8, 32]
    ratings = [[2 * math.log2(n)] for n in words]
    found = audit(*cell_of(ratings, ["x/j"], ["a/short", "b/long"], words, trials=2))
    assert effect(found, LENGTH, "x/j").slope.value == pytest.approx(2)
    assert [(model.name, model.raw, model.adjusted) for model in found.models] == [
        ("b/long", pytest.approx(9), pytest.approx(7)),
        ("a/short", pytest.approx(5), pytest.approx(7)),
    ]
    assert found.models[1].words == pytest.approx(math.sqrt(4 * 8))


@pytest.mark.parametrize(
    ("judges", "models", "words", "expected"),
    [
        (
            ["openai/gpt-4o"],
            MODELS,
            range(10, 34),
            dict.fromkeys((LENGTH_BEYOND, FAMILY, PANEL, DRIFT), "no other judge rated the same responses"),
        ),
        (["openai/gpt-4o", "x/j"], ["a/m"], range(10, 34), {LENGTH: "no item has two rated responses"}),
        (JUDGES, MODELS, [20] * 24, {LENGTH: "all lengths are equal within items and models"}),
        (JUDGES, MODELS, None, {LENGTH: "the lengths of the rated texts are unknown"}),
        (["local/a", "local/b"], MODELS, range(10, 34), {FAMILY: "its family is unknown"}),
        (["x/a", "x/b"], ["x/m", "x/n"], range(10, 34), {FAMILY: "all responses are by its own family"}),
        (JUDGES, MODELS, range(10, 34), {ORDER: "each question was about one text"}),
    ],
)
def test_what_cannot_be_measured_is_said(judges, models, words, expected):
    ratings = np.random.default_rng(3).integers(1, 8, (24, len(judges)))
    found = audit(*cell_of(ratings, judges, models, None if words is None else list(words)))
    assert problems_of(found).items() >= {(kind, judges[0]): problem for kind, problem in expected.items()}.items()
    assert {effect.kind for effect in found.effects} == set(KINDS)


def test_families_may_be_named():
    ratings = np.random.default_rng(3).integers(1, 8, (24, 2))
    cell, facts = cell_of(ratings, ["local/a", "local/b"], MODELS)
    found = audit(cell, facts, families={"local/a": "meta"})
    assert effect(found, FAMILY, "local/a").slope.value is not None
    assert effect(found, FAMILY, "local/b").slope.problem == "its family is unknown"


def test_responses_by_other_judges_of_the_panel_are_compared_between_judges():
    """A judge does not rate itself; of two others, what one favours the other does not."""
    ratings = np.random.default_rng(3).integers(1, 8, (40, 3)).astype(float)
    models = ["deepinfra/llama-3.3-70b", "a/m", "b/n", "c/o"]
    ratings[::4, 0] = np.nan
    found = audit(*cell_of(ratings, ["meta/llama-3.3-70b", "x/two", "y/three"], models))
    first, second = (effect(found, PANEL, judge).slope for judge in ("x/two", "y/three"))
    assert first.value is not None
    assert second.value is not None
    assert effect(found, PANEL, "meta/llama-3.3-70b").slope.problem == "no response is by another judge of the panel"
    assert not any(audited.kind == PANEL and audited.judge == ALL_JUDGES for audited in found.effects)


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("together/llama-3.1-8b-instruct-turbo", "meta"),
        ("openai/o3-mini", "openai"),
        ("gpt-4o", "openai"),
        ("local/Qwen2.5-0.5B-Instruct", "alibaba"),
        ("deepseek-ai/deepseek-r1-distill-llama-70b", "deepseek"),
        ("google/gemma-2-9b-it", "google"),
        ("writer/palmyra-x5", "writer"),
        ("local/my-model", ""),
        ("my-model", ""),
        ("creativity/lexical-judge", ""),
        ("x/philosopher", "x"),
    ],
)
def test_families_follow_from_names(name, family):
    assert find_family(name) == family


def test_a_judge_and_a_model_may_be_one_under_two_servers():
    assert is_same_name("together/Llama-3.1-8b", "meta/llama-3.1-8b")
    assert not is_same_name("openai/gpt-4o", "openai/gpt-4o-mini")


@pytest.mark.parametrize(
    ("text", "words"), [("two words", 2), (" \n", math.nan), ("", math.nan), ("创意测试", 5), ("a  b\nc", 3)]
)
def test_words_are_what_stands_between_spaces(text, words):
    """In a script without spaces each letter is one more."""
    assert count_words(text) == pytest.approx(words, nan_ok=True)


class SaidPanel:
    """A panel that says what it is told of originality, and nothing of anything else."""

    def __init__(self):
        self.replies = ()

    def left_out(self, model):
        return ()

    def ask_about(self, rubric, question, model, unit, about=""):
        return self.replies if rubric.dimensions[0] == "originality" else ()


def driver_of(name, **settings):
    """What asks that panel about the responses of a run."""
    benchmark = get_benchmark(name)
    return AskingDriver(benchmark, parse_settings(benchmark, settings, require=False), SaidPanel())


def answered(driver, item, text, *judge_replies, trial=0, **fields):
    """A request with a text of its own, and what judges are asked because of it."""
    driver._judges.replies = judge_replies
    trial_of_item = Trial(Sample(Response(text, "stop"), fields), "?", item, trial)
    one = state(item, trial=trial, annotation=driver.annotation(trial_of_item, None))
    one["result"]["completions"][0] |= {"text": text, "finish_reason": {"reason": "stop"}}
    one["instance"]["extra_data"] = fields
    return one


MORE = (
    "old mills, barns, wells, gates, roofs, boats, ropes, nets, lamps, bells, clocks, carts, wheels, stones, walls, "
    "yards, lanes, fields, ponds, reeds, frogs, moths, crows, geese, hens, dogs, cats, goats, sheep, horses, bees, "
    "apples, pears, plums, nuts, herbs, bread, cheese, salt, honey, milk, soup, wine, spoons, bowls, chairs, beds, "
    "coats, hats, shoes, gloves, rings, coins, letters, maps, books, songs, games, dances and dreams"
)
IDEA = "A kite that follows the fog and writes down what {} of it says to those who {} wait below for rain"


@pytest.fixture
def suite(tmp_path):
    """Two models, two items, two answers to each; one judge adds a point for each doubling, the other does not."""
    folder = tmp_path / "benchmark_output" / "runs" / "judged"
    rng = np.random.default_rng(8)
    for model in ("a/m", "openai/gpt-4.1"):
        states, driver = [], driver_of("live_idea_bench", protocol="ruan2024")
        for item in ("fog", "dew", "ice", "sea"):
            for trial in range(2):
                text = IDEA.format(" ".join(MORE.split()[: int(rng.integers(1, 60))]), "now")
                worth = float(rng.integers(3, 7))
                longer = round(math.log2(len(text.split())), 1)
                states.append(
                    answered(
                        driver,
                        item,
                        text,
                        judge_reply("openai/gpt-4o", originality=worth + longer),
                        judge_reply("google/gemini-2.0-flash", originality=worth),
                        trial=trial,
                        keyword=item,
                    )
                )
        write_judged(folder, model, states, stats={"judge_coverage": 1.0, "score": 5.0}, benchmark="live_idea_bench")
    return folder


def test_a_suite_is_audited_from_its_folders(suite):
    found = hc.audit_judges(hc.load_suite(suite.parents[1], "judged"))
    assert repr(found) == "JudgeAudit(1 dimension, 2 judges)"
    rows = {(row["effect"], row["judge"]): row for row in found.records()}
    assert rows[LENGTH, "openai/gpt-4o"]["value"] == pytest.approx(
        rows[LENGTH, "google/gemini-2.0-flash"]["value"] + 1, abs=0.1
    )
    assert rows[LENGTH, "openai/gpt-4o"]["items"] == 4
    assert rows[LENGTH, "openai/gpt-4o"]["p"] <= rows[LENGTH, "openai/gpt-4o"]["p_holm"] <= 1
    assert rows[FAMILY, "openai/gpt-4o"]["value"] is not None
    assert rows[FAMILY, "google/gemini-2.0-flash"]["problem"] == "no response is by its own family"
    models = found.models()
    assert replace(found, parts=()).models().schema == models.schema
    assert models["name"].sort().to_list() == ["a/m", "openai/gpt-4.1"]
    assert models["adjusted"].mean() == pytest.approx(models["raw"].mean())


def test_a_judged_benchmark_says_what_length_is_worth_below_its_table(suite, tmp_path):
    """Of all judges together, under the runs whose ratings they are."""
    loaded = hc.load_suite(suite.parents[1], "judged")
    row = next(
        row for row in hc.audit_judges(loaded).records() if (row["effect"], row["judge"]) == (LENGTH, ALL_JUDGES)
    )
    page = Tree(hc.report(loaded, tmp_path / "page.html").read_text("utf-8")).text
    assert "when a response to the same item by the same model has twice as many words" in page
    assert f"originality: all judges +{row['value']:.2f} (" in page


def test_lines_about_length_are_of_the_runs_that_are_asked_for():
    """A dimension without a slope of all judges has one for each; other runs have none."""
    found = judge_bias_of(JUDGES, MODELS, items=20)
    runs = list(found.cell.runs)
    (line,) = length_lines([found], runs[:1])
    assert line.startswith(f"{found.dimension}: all judges ")
    alone = replace(found, effects=tuple(effect for effect in found.effects if effect.judge != ALL_JUDGES))
    (line,) = length_lines([alone], runs)
    assert [part.split()[0] for part in line.removeprefix(f"{found.dimension}: ").split("; ")] == [*JUDGES]
    assert list(length_lines([found], ["another"])) == []
    assert list(length_lines([replace(found, effects=())], runs)) == []


def test_named_families_reach_the_audit(suite):
    """Where both judges have a family among two models, no judge is left to compare them with."""
    loaded = hc.load_suite(suite.parents[1], "judged")
    families = {"a/m": "google", "google/gemini-2.0-flash": "google"}
    for more, problem in (({"openai/gpt-4.1": "another"}, ""), ({}, "that a judge of a third family rated too")):
        rows = {(row["effect"], row["judge"]): row for row in hc.audit_judges(loaded, {**families, **more}).records()}
        row = rows[FAMILY, "google/gemini-2.0-flash"]
        assert (row["value"] is None) is bool(problem)
        assert row["problem"].endswith(problem)


def test_the_command_prints_effects_and_models(suite, tmp_path, capsys):
    families = tmp_path / "families.csv"
    families.write_text("model,group\na/m,google\ngoogle/gemini-2.0-flash,google\nopenai/gpt-4.1,x\nno/one,x\n")
    out = tmp_path / "bias.json"
    where = ["judged", "--output-path", str(suite.parents[1])]
    assert main(["judges", "bias", *where, "--families", str(families), "--format", "json", "--out", str(out)]) == 0
    unknown = "the table of families names models that no run is of or was rated by: 'no/one'"
    assert f"left out: {unknown}" in capsys.readouterr().err
    effects, models, legend = json.loads(out.read_text())
    assert {row["effect"] for row in effects["rows"]} == {LENGTH, LENGTH_BEYOND, FAMILY, DRIFT}
    assert effects["notes"][0].startswith("not measured: judges of the panel (no response is by another judge")
    assert len(models["rows"]) == 2
    assert legend["notes"][0].startswith("length: change of a rating, in points")
    assert main(["judges", "bias", *where]) == 0
    assert "at equal length" in capsys.readouterr().out


def test_several_texts_of_a_question_are_measured_one_by_one(tmp_path):
    """Uses of one answer: each has its own length and place; counts of groups are no ratings."""
    replies = [
        JudgeReply("x/one", "uses", place_name(n), {"originality": ParsedRating(float(n))}, place=n) for n in (1, 2)
    ]
    driver = driver_of("aut", protocol="wenger2025", embedding="builtin")
    one = answered(driver, "brick", "1. doorstop\n2. a seat for a small garden gnome", *replies, object="brick")
    folder = tmp_path / "runs" / "s"
    write_judged(
        folder, "a/m", [one], group="creativity_aut", benchmark="aut", protocol="wenger2025", embedding="builtin"
    )
    (run,) = read_suite(folder)[0]
    problems = []
    facts = read_unit_facts(run, problems)
    assert problems == []
    assert {unit.trial: (fact.words, fact.place) for unit, fact in facts.items()} == {"0#1": (1, 1), "0#2": (7, 2)}


def test_what_no_benchmark_here_knows_has_no_lengths(tmp_path):
    folder = tmp_path / "runs" / "s"
    write_judged(folder, "a/m", [state("i", judge_reply("x/one", originality=3.0))], group="creativity_gone")
    (run,) = read_suite(folder)[0]
    problems = []
    assert read_unit_facts(run, problems) == {}
    assert problems == [
        f"{run.name}: the lengths of the rated texts are unknown: there is no benchmark 'creativity_gone' here"
    ]


def test_a_suite_without_judges_is_refused(tmp_path):
    folders.write_run(tmp_path / "runs" / "s", stats={"score": 1.0}, signature="dat|x")
    with pytest.raises(hc.FileProblem, match="no run of the suite s has ratings by judges"):
        hc.audit_judges(hc.load_suite(tmp_path, "s"))
