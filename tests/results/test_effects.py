"""Effects within models, groups, two models: planted effects come back, and what cannot be said is refused."""

import json

import numpy as np
import pytest
from support import studies
from support.folders import write_run
from support.simulated import simulated_suite

from helm_creativity.errors import BadArguments, FileProblem, NothingToSay
from helm_creativity.results.effects import MOST_PAIRED, OTHERS, effect_rows
from helm_creativity.results.factor_levels import LevelScores
from helm_creativity.results.loading import read_suite


def column(name, instruction="", **changes):
    key = f"{name}|temperature:1" + (f"|instruction:{instruction}@sha256:123" if instruction else "")
    given = {"key": f"creativity_{name}#{instruction}", "comparable": key, "instruction": instruction}
    return studies.column(name, **{**given, **changes})


def suite_of(scores, columns=None, models=None, tables=(), **more):
    """Models "lab/m0", "lab/m1"... in columns "a", "b"..., or those given; ``tables``: items by column, (n, k) each."""
    columns = columns or [column("abcdefgh"[place]) for place in range(np.shape(scores)[1])]
    return studies.study(scores, columns, models, [np.array(table)[:, :, None] for table in tables], **more)


def effects_by_title(suite, **options):
    return {row["title"]: row for row in suite.analyse("effects", **options).records("effects")}


KEY = "dat|temp:{temp}|prompts:{prompts}|embedding:{embedding}|stop_words:{embedding}|card:1"
LEVELS = {
    "temp": ({"temp": "1"}, {"temp": "1.5"}, ("1", "1.5"), [(3, 2 / 0.5)]),
    "max_tokens": ({"max_tokens": 4096}, {"max_tokens": 8192}, ("4096", "8192"), [(4, 2 / 4.096)]),
    "prompt": ({"prompts": "authors/5@sha256:1"}, {"prompts": "own/5@sha256:2"}, ("authors", "own"), []),
    "embedding": ({"embedding": "builtin@sha256:1"}, {"embedding": "glove@sha256:2"}, ("builtin", "glove"), []),
    "model-pair": ({}, {"ending": "-thinking"}, ("first", "second"), []),
}


@pytest.fixture
def leveled(tmp_path):
    def make(*levels):
        """Three models with 10 under the first level, and 11, 12 and 13 under another; a fourth gets no temperature."""
        for number, level in enumerate(levels):
            how = {"temp": "1", "prompts": "own", "embedding": "none", "max_tokens": 64, "ending": "", **level}
            for place in range(4):
                deaf = {"provenance": {"temperature": "not sent"}} if place == 3 else {}
                more = {"comparable": KEY.format(**how), "adapter": {"max_tokens": how["max_tokens"]}, **deaf}
                stats = {"score": 10.0 + number * (place + 1 if place < 3 else 2)}
                name = f"creativity_dat:n={number},model=m{place}"
                write_run(tmp_path / "runs/mine", model=f"lab/m{place}{how['ending']}", stats=stats, name=name, **more)
        return read_suite(["mine"], tmp_path)

    return make


@pytest.mark.parametrize("by", LEVELS)
def test_an_effect_comes_back_whatever_the_factor_is(by, leveled):
    """By hand: differences 1, 2 and 3 have mean 2 and deviation 1; with a 2 more, √(2/3). Numbers have a slope."""
    first, second, names, slopes = LEVELS[by]
    tables = leveled(first, second).analyse("effects", by=by, pairs="-thinking" * (by == "model-pair"))
    (row,) = tables.records()
    n, deviation = (3, 1) if by == "temp" else (4, (2 / 3) ** 0.5)
    assert (row["first"], row["second"], row["n"]) == (*names, n)
    assert (row["difference"], row["d_z"]) == pytest.approx((2, 2 / deviation))
    assert any("left out: lab/m3: HELM" in note for note in tables.notes) == (by == "temp")
    found = [(row["n"], pytest.approx(row["slope"])) for row in tables.records("slopes")]
    assert found == slopes


def test_shares_of_variance_are_those_that_were_simulated(tmp_path):
    """Models, items, their interaction and the residual of a suite with many models and items."""
    design = {"n_models": 60, "benchmarks": ("rat",), "n_items": 60, "n_trials": 1, "effect_sd": 0.5}
    simulated_suite(tmp_path / "runs/mine", 5, **design, instructions={"": 0.0, "creative": 1.0})
    (found,) = read_suite(["mine"], tmp_path).analyse("effects").records("shares")
    # Variances: models 1, items .25, factor 1²/2, interaction of models and items .64, of models and factor .25/2
    # (one of two levels moves), error 1.
    true = {"models": 1.0, "items": 0.25, "factor": 0.5, "models_by_items": 0.64, "models_by_factor": 0.125}
    true |= {"items_by_factor": 0.0, "residual": 1.0}
    shares = {name: found[name] for name in true}
    assert sum(shares.values()) == pytest.approx(1)
    assert shares == pytest.approx({name: value / sum(true.values()) for name, value in true.items()}, abs=0.06)
    assert (found["models_n"], found["items_n"], found["items_left_out"]) == (60, 60, 0)


def test_a_damaged_file_costs_its_model_alone(tmp_path):
    design = {"benchmarks": ("dat", "rat"), "n_models": 6, "n_items": 4, "n_trials": 1, "baselines": False}
    truth = simulated_suite(tmp_path / "runs/mine", **design, instructions={"": 0.0, "creative": 0.6})
    damaged = truth.runs[truth.models[0], "dat", "creative"]
    (tmp_path / "runs/mine" / damaged / "per_instance_stats.json").write_text("[", "utf-8")
    shares = read_suite(["mine"], tmp_path).analyse("effects")["shares"]
    assert sorted(row["models_n"] for row in shares.records()) == [5, 6]


def test_a_field_of_items_is_a_factor_too(tmp_path):
    """A model's score for a letter is the mean over the items that ask for it."""
    truth = simulated_suite(tmp_path / "runs/mine", 1, n_models=8, benchmarks=("hard_dat",), n_items=6, n_trials=2)
    for path in (tmp_path / "runs/mine").glob("*/scenario_state.json"):
        saved = json.loads(path.read_text("utf-8"))
        for state in saved["request_states"]:
            state["instance"]["extra_data"] = {"letter": "a" if int(state["instance"]["id"][-3:]) <= 2 else "b"}
        path.write_text(json.dumps(saved), "utf-8")
    tables = read_suite(["mine"], tmp_path).analyse("effects", by="letter")
    (row,), (answers,) = tables.records(), truth.answers.values()
    by_item = answers[:8].mean(axis=2)
    differences = by_item[:, 2:].mean(axis=1) - by_item[:, :2].mean(axis=1)
    assert (row["first"], row["second"], row["n"]) == ("a", "b", 8)
    assert row["difference"] == pytest.approx(differences.mean())
    assert [share["problem"] for share in tables.records("shares")] == ["each level has items of its own"]


def test_of_many_levels_each_is_compared_with_the_mean_of_the_others():
    """Every two of 21 letters would be 210 rows."""
    scores = np.random.default_rng(0).normal(size=(9, MOST_PAIRED + 1))
    found = effect_rows([LevelScores("g", "T", "key", tuple("abcdefg"), scores)])
    assert [(row["first"], row["second"]) for row in found] == [(OTHERS, level) for level in "abcdefg"]
    expected = (scores[:, 2] - np.delete(scores, 2, axis=1).mean(axis=1)).mean()
    assert found[2]["difference"] == pytest.approx(expected)
    assert all(row["p_holm"] >= row["p"] for row in found)
    fewer = effect_rows([LevelScores("g", "T", "key", tuple("abc"), scores[:, :3])])
    assert [row["first"] + row["second"] for row in fewer] == ["ab", "ac", "bc"]


def test_an_effect_is_the_mean_difference_in_standard_deviations_of_it():
    """Differences 1, 2, 3 have mean 2 and standard deviation 1: d_z = 2. The baseline reads no instruction."""
    models = ["creativity/greedy", "lab/a", "lab/b", "lab/c"]
    columns = [column("a", "creative"), column("a")]
    found = effects_by_title(suite_of([[99, 1], [11, 10], [12, 10], [13, 10]], columns, models))["creativity_a"]
    assert (found["first"], found["second"], found["n"]) == ("neutral", "creative", 3)
    assert (found["d_z"], found["difference"]) == pytest.approx((2.0, 2.0))
    lower = [column("a", "creative", lower_is_better=True), column("a", lower_is_better=True)]
    turned = effects_by_title(suite_of([[11, 10], [12, 10], [13, 10]], lower))["creativity_a"]
    assert (turned["difference"], turned["mean_first"], turned["mean_second"]) == pytest.approx((-2.0, 10.0, 12.0))
    with pytest.raises(NothingToSay, match="under two levels of instruction"):  # another number of items
        suite_of([[11, 10], [12, 10]], [column("a", "creative"), column("a", items=9)]).analyse("effects")


def test_over_several_benchmarks_the_effect_is_of_their_standardised_mean():
    """Whatever the units; a benchmark in two settings counts by the first, and one of equal scores not at all."""
    a = np.array([[3.0, 1.0], [5.0, 2.0], [4.0, 3.0], [6.0, 2.5]])
    b = np.array([[1.0, 3.0], [7.0, 2.0], [4.0, 8.0], [6.0, 2.5]])
    columns = [column(name, how) for name in "abc" for how in ("creative", "effective")]
    again = [column("a", how, items=9) for how in ("creative", "effective")]
    alike = effects_by_title(suite_of(np.hstack([a, a * 100]), columns[:4]))
    assert len({round(row["d_z"], 9) for row in alike.values()}) == 1
    expected = effects_by_title(suite_of(np.hstack([a, b]), columns[:4]))["All benchmarks"]
    more = suite_of(np.hstack([a, b, np.full((4, 2), 0.1), -a]), columns + again)
    assert effects_by_title(more)["All benchmarks"] == expected
    assert any(note.startswith("left out: creativity_c") for note in more.analyse("effects").notes)


@pytest.fixture
def instructed():
    columns = [column("a", how) for how in ("verbalized", "creative", "")]
    return suite_of(np.random.default_rng(2).normal(size=(4, 3)), columns)


def test_instructions_stand_in_their_order(instructed):
    pairs = {(row["first"], row["second"]) for row in instructed.analyse("effects").records()}
    assert pairs == {("neutral", "creative"), ("neutral", "verbalized"), ("creative", "verbalized")}


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"by": "temp"}, NothingToSay, r"levels of temp, all else alike"),
        ({"by": "letter"}, NothingToSay, "under two levels of letter"),
        ({"by": "tmep"}, BadArguments, "by must be a factor, .* got 'tmep'; did you mean 'temp'"),
        ({"by": "temp", "pairs": "-thinking"}, BadArguments, "pairs is for model-pair, .* got 'temp'"),
        ({"by": "model-pair"}, BadArguments, "pairs is for model-pair, which needs it"),
        ({"by": "model-pair", "pairs": "-thinking"}, BadArguments, "by '-thinking' .*there are lab/m0, "),
        ({"by": "size", "levels": "absent.csv"}, FileProblem, r"absent\.csv"),
    ],
)
def test_what_cannot_be_compared_is_refused_by_name(instructed, options, error, words):
    with pytest.raises(error, match=words):
        instructed.analyse("effects", **options)


FAMILIES = ["a/small", "a/big", "b/small", "b/big", "c/small", "c/big"]


def test_levels_of_a_file_are_compared_within_families(tmp_path):
    """Slopes 1/2, 2/2 and 4/2 for one unit of size; words stand in the order of the file."""
    path = tmp_path / "models.csv"
    suite = suite_of([[1], [2], [1], [3], [2], [6]], models=FAMILIES)
    sizes = ["model,family,size,effort", "a/small,a,1,low", "a/big,a,3,high", "b/small,b,1,low", "b/big,b,3,high"]
    path.write_text("\n".join([*sizes, "c/small,c,1,low", "c/big,c,3,high", "d/none,d,1,low"]), "utf-8")
    (row,) = suite.analyse("effects", by="effort", levels=path).records()
    assert (row["first"], row["second"], row["n"]) == ("low", "high", 3)
    assert row["difference"] == pytest.approx((1 + 2 + 4) / 3)
    tables = suite.analyse("effects", by="size", levels=path)
    (slope,) = tables.records("slopes")
    assert (slope["n"], slope["slope"]) == (3, pytest.approx((1 / 2 + 1 + 2) / 3))
    assert any("'d/none'" in note for note in tables.notes)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("model,effort\nlab/m0,low\nlab/m1,high\n", "column 'size' in .*; it has model, effort"),
        ("model,size\nlab/m0,1\nlab/m1,2\n", "column 'family' in .*; it has model, size"),
        ("model,size,family\nlab/m0,1,a\nlab/m1,1,a\nlab/m2,2,b\n", "one model of a family at each level of size"),
    ],
)
def test_a_bad_file_of_levels_is_refused(tmp_path, text, words):
    (tmp_path / "models.csv").write_text(text, "utf-8")
    with pytest.raises(BadArguments, match=words):
        suite_of([[1], [2], [3]]).analyse("effects", by="size", levels=tmp_path / "models.csv")


def test_makers_or_named_groups_are_compared_by_composite(tmp_path):
    """All of one maker above all of the other's: of the 20 ways to choose three ranks of six, two are as extreme."""
    models = ["old/a", "old/b", "old/c", "new/a", "new/b", "new/c"]
    (row,) = suite_of([[k, k] for k in (1, 2, 3, 7, 8, 9)], models=models).analyse("groups").records()
    assert (row["first"], row["second"], row["rank_biserial"], row["p"]) == ("new", "old", 1, pytest.approx(2 / 20))
    suite, path = suite_of([[k, k] for k in range(8)]), tmp_path / "groups.csv"
    named = [f"lab/m{k},{'few' if k < 2 else 'x' if k % 2 else 'y'}" for k in range(8)]
    path.write_text("\n".join(["model,group", *named, "lab/m11,x"]), "utf-8")
    tables = suite.analyse("groups", groups=path)
    assert {tables.records()[0][which] for which in ("first", "second")} == {"x", "y"}
    assert any(note.endswith("are not compared: few (2)") for note in tables.notes)
    assert any("'lab/m11'" in note for note in tables.notes)
    with pytest.raises(NothingToSay, match="fewer than two groups"):
        suite.analyse("groups")
    with pytest.raises(NothingToSay, match="at least three language models"):
        suite_of([[1, 1], [2, 2]]).analyse("groups")


@pytest.fixture
def two():
    """Two models in two columns of one benchmark and in a third of one item, whose score less is better."""
    tables = [[[5, 6, 7.5, 9], [1, 2, 3, 4]], [[1, 2, 3, 4], [1.5, 2.25, 3.5, 4.125]], [[1], [2]]]
    columns = [column("dat"), column("dat", title="DAT 2"), column("rat", lower_is_better=True, items=1)]
    means = [[float(np.mean(table[row])) for table in tables] for row in range(2)]
    return {"scores": means, "columns": columns, "tables": tables}


def test_two_models_are_compared_item_by_item(two):
    """Four differences of one sign: the exact two-sided p-value is 2/2⁴ = 1/8, by Holm 2 · 1/8 of two tests."""
    tables = suite_of(**two).analyse("compare", first="m0", second="lab/m1")
    assert [(row["title"], row["items"], row["difference"], row["p"], row["p_holm"]) for row in tables.records()] == [
        ("DAT", 4, 4.375, 0.125, 0.25),
        ("DAT 2", 4, -0.34375, 0.125, 0.25),
        ("RAT", 1, 1.0, None, None),
    ]
    assert [row["untested"] for row in tables.records()] == [None, None, "at least two items are needed"]
    assert "on 2 of 3 columns" in tables.notes[0]
    equal = suite_of([[3.5], [1.5]], tables=[[[3.0, 4.0], [1.0, 2.0]]]).analyse("compare", first="m0", second="m1")
    (row,) = equal.records()
    assert (row["difference"], row["untested"]) == (2.0, "the difference is the same on all items")


def test_scores_that_do_not_count_or_are_no_means_are_said(two):
    suite = suite_of(**two, stats={"valid_rate": np.array([[1.0, 1.0, 1.0], [0.3, 0.9, 1.0]])})
    tables = suite.analyse("compare", first="m1", second="m0")
    first, second, _ = tables.records()
    assert first["uncounted"].startswith("lab/m1: ")
    assert (first["difference"], first["p"], first["untested"]) == (-4.375, None, "a score does not count")
    assert (second["uncounted"], second["p_holm"]) == ("", 0.125)
    assert "on 1 of 2 columns" in tables.notes[0]
    moved = {**two, "scores": np.add(two["scores"], [[0, 1, 0], [0, 0, 0]])}
    cautions = [row["caution"] for row in suite_of(**moved).analyse("compare", first="m1", second="m0").records()]
    assert [bool(text) for text in cautions] == [False, True, False]


@pytest.mark.parametrize(
    ("names", "words"),
    [(("m0", ""), "expected two models"), (("m0", "lab/m0"), "twice"), (("m0", "m7"), "no model 'm7'")],
)
def test_two_models_that_are_there_must_be_named(two, names, words):
    with pytest.raises(BadArguments, match=words):
        suite_of(**two).analyse("compare", first=names[0], second=names[1])
    with pytest.raises(NothingToSay, match="no item of which both"):
        suite_of([[1], [2]]).analyse("compare", first="m0", second="m1")
