"""What factors do within models: planted effects come back, and what cannot be compared is refused by name."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from support import command
from support.simulated import simulated_suite

import helm_creativity as hc
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.results.contrasts import MOST_PAIRED, OTHERS, paired_contrasts
from helm_creativity.results.factor_levels import LevelScores, words_of_setting
from helm_creativity.results.model_pairs import ModelPair, pairs_by_ending, read_pairs

ITEMS = {"dat": 1, "aut": 6, "metaphor": 8, "rat": 12}
NAMES = ("dat", "aut", "rat")
RUNS = re.compile("instruction=creative,?")


def rewritten(folder, change):
    """Turns the runs under an instruction into runs that differ in another way; ``change`` gets spec and metric."""
    for run in sorted(folder.iterdir()):
        path = run / "run_spec.json"
        spec = json.loads(path.read_text("utf-8"))
        metric = spec["metric_specs"][0]["args"]
        if "instruction" in metric:
            del metric["instruction"]
            metric["comparable"] = re.sub(r"instruction:creative@[^|]*", "instruction:none", metric["comparable"])
            spec["name"] = RUNS.sub("", spec["name"])
            change(spec, metric)
            path.write_text(json.dumps(spec), "utf-8")
            run.rename(folder / spec["name"])


def varied(folder, change, seed=0, **settings):
    """A suite in which a shift of .6 standard deviations of models belongs to another factor."""
    design = {"n_models": 20, "benchmarks": NAMES, "n_items": ITEMS, "instructions": {"": 0.0, "creative": 0.6}}
    truth = simulated_suite(folder / "runs/mine", seed, **{**design, **settings})
    rewritten(folder / "runs/mine", change)
    return truth


def hotter(spec, metric):
    metric["comparable"] = re.sub(r"\btemp:[^|]*", "temp:1.5", metric["comparable"])
    metric["temp"] = spec["adapter_spec"]["temperature"] = 1.5
    spec["name"] = re.sub("temp=[^,]*", "temp=1.5", spec["name"])


def longer(spec, metric):
    spec["adapter_spec"]["max_tokens"] = 8192
    spec["name"] = spec["name"].replace("model=", "max_tokens=8192,model=")


def other_words(spec, metric):
    metric["comparable"] = re.sub(r"prompts:[^|]*", "prompts:authors/5@sha256:000000000000", metric["comparable"])
    spec["name"] = spec["name"].replace("model=", "prompts=authors,model=")


def other_embedding(spec, metric):
    metric["comparable"] = re.sub(r"embedding:[^|]*", "embedding:glove@sha256:1", metric["comparable"])
    metric["comparable"] = re.sub(r"stop_words:[^|]*", "stop_words:sha256:2", metric["comparable"])
    spec["name"] = spec["name"].replace("embedding=builtin", "embedding=glove")


def thinking(spec, metric):
    spec["adapter_spec"]["model"] += "-thinking"
    spec["adapter_spec"]["model_deployment"] += "-thinking"
    spec["name"] += "-thinking"


CASES = {
    "temp": (hotter, ("1", "1.5"), {}, ("DAT", "AUT")),
    "max_tokens": (longer, ("4096", "8192"), {}, ("DAT", "AUT", "RAT")),
    "prompt": (other_words, None, {}, ("DAT", "AUT", "RAT")),
    "embedding": (other_embedding, None, {}, ("DAT", "AUT")),
    "model-pair": (thinking, ("first", "second"), {"pairs": "-thinking"}, ("DAT", "AUT", "RAT")),
}


@pytest.mark.parametrize("by", CASES)
def test_a_planted_effect_comes_back_whatever_the_factor_is(by, tmp_path):
    """The differences are those of the scores in the files, in the right direction, without baselines."""
    change, levels, more, benchmarks = CASES[by]
    truth = varied(tmp_path, change, benchmarks=tuple(title.lower() for title in benchmarks))
    found = hc.load_suite(tmp_path, "mine").effects(by, **more)
    assert levels is None or set(levels) <= set(found.found.levels)
    records = {record["title"]: record for record in found.records()}
    assert set(benchmarks) <= records.keys()
    for title in benchmarks:
        name, record = title.lower(), records[title]
        plain, changed = (truth.scores(name, instruction) for instruction in ("", "creative"))
        sign = 1 if float(np.nanmean(changed) - np.nanmean(plain[:20])) * record["difference"] > 0 else -1
        differences = sign * (changed[:20] - plain[:20])
        assert record["n"] == 20
        assert record["difference"] == pytest.approx(differences.mean())
        assert record["d_z"] == pytest.approx(differences.mean() / differences.std(ddof=1))
        # A prompt's and an embedding's levels are in the order of their names, so that the sign is of no meaning.
        assert sign == 1 or by in ("prompt", "embedding")


def test_the_interval_covers_the_planted_effect(tmp_path):
    """In 95 % of suites, less three standard errors of that share of 80."""
    held = []
    for seed in range(20):
        truth = simulated_suite(
            tmp_path / f"{seed}/runs/mine",
            seed,
            n_models=20,
            benchmarks=("rat", "dat", "aut", "story"),
            n_items=4,
            n_trials=1,
            instructions={"": 0.0, "creative": 0.6},
            effect_sd=0.3,
            states=False,
            per_answer=False,
        )
        suite = hc.load_suite(tmp_path / f"{seed}", "mine")
        for record in suite.effects("instruction").records()[:4]:
            true = truth.effect(record["benchmark"], "creative")
            held.append(record["d_z_low"] <= true <= record["d_z_high"])
    assert len(held) == 80
    assert 0.95 - 3 * np.sqrt(0.95 * 0.05 / 80) <= np.mean(held) < 1


def test_temperature_has_a_slope_and_models_that_get_none_are_left_out(tmp_path):
    """The slope of two temperatures is the difference by their distance."""

    def change(spec, metric):
        hotter(spec, metric)
        if spec["adapter_spec"]["model"].endswith("001"):
            metric["provenance"]["temperature"] = "not sent"

    varied(tmp_path, change, benchmarks=("dat", "aut"))
    found = hc.load_suite(tmp_path, "mine").effects("temp")
    records = {record["title"]: record for record in found.records()}
    for slope in found.slopes().to_dicts():
        assert slope["n"] == 19
        assert slope["slope"] == pytest.approx(records[slope["title"]]["difference"] / 0.5)
    none = replace(found, found=found.found._replace(slopes=())).slopes()
    assert (none.columns, none.height) == (found.slopes().columns, 0)
    assert found.notes == ["left out: acorn/model-001: HELM's client does not send the temperature to them"]


def test_shares_of_variance_are_those_that_were_simulated(tmp_path):
    """Models, items, their interaction and the residual of a suite with many models and items."""
    simulated_suite(
        tmp_path / "runs/mine",
        5,
        n_models=60,
        benchmarks=("rat",),
        n_items=60,
        n_trials=1,
        instructions={"": 0.0, "creative": 1.0},
        effect_sd=0.5,
    )
    effects = hc.load_suite(tmp_path, "mine").effects("instruction")
    (found,) = effects.variance_shares().to_dicts()
    none = replace(effects, found=effects.found._replace(shares=())).variance_shares()
    assert none.schema == effects.variance_shares().schema
    # Variances: models 1, items .25, factor 1²/2, interaction of models and items .64, of models and factor .25/2
    # (one of two levels moves), error 1.
    true = {"models": 1.0, "items": 0.25, "factor": 0.5, "models_by_items": 0.64, "models_by_factor": 0.125}
    true |= {"items_by_factor": 0.0, "residual": 1.0}
    shares = {name: found[name] for name in true}
    assert sum(shares.values()) == pytest.approx(1)
    assert shares == pytest.approx({name: value / sum(true.values()) for name, value in true.items()}, abs=0.06)
    assert (found["models_n"], found["items_n"], found["items_left_out"]) == (60, 60, 0)


def test_a_field_of_items_is_a_factor_too(tmp_path):
    """A model's score for a letter is the mean over the items that ask for it."""
    truth = simulated_suite(tmp_path / "runs/mine", 1, n_models=8, benchmarks=("hard_dat",), n_items=6, n_trials=2)
    for run in (tmp_path / "runs/mine").iterdir():
        path = run / "scenario_state.json"
        saved = json.loads(path.read_text("utf-8"))
        for state in saved["request_states"]:
            number = int(state["instance"]["id"][-3:])
            state["instance"]["extra_data"] = {"letter": "a" if number <= 2 else "b"}
        path.write_text(json.dumps(saved), "utf-8")
    found = hc.load_suite(tmp_path, "mine").effects("letter")
    (record,) = found.records()
    (answers,) = truth.answers.values()
    by_item = answers[:8].mean(axis=2)
    differences = by_item[:, 2:].mean(axis=1) - by_item[:, :2].mean(axis=1)
    assert (record["first"], record["second"], record["n"]) == ("a", "b", 8)
    assert record["difference"] == pytest.approx(differences.mean())
    assert found.variance_shares()["problem"].to_list() == ["each level has items of its own"]
    assert repr(found) == "Effects(letter: a, b; 1 effect)"


def test_of_many_levels_each_is_compared_with_the_mean_of_the_others():
    """Every two of 21 letters would be 210 rows."""
    scores = np.random.default_rng(0).normal(size=(9, MOST_PAIRED + 1))
    levels = LevelScores("g", "T", "key", tuple("abcdefg"), tuple("123456789"), scores)
    found = paired_contrasts([levels])
    assert [(effect.first, effect.second) for effect in found] == [(OTHERS, level) for level in "abcdefg"]
    expected = (scores[:, 2] - np.delete(scores, 2, axis=1).mean(axis=1)).mean()
    assert found[2].effect.mean_difference == pytest.approx(expected)
    assert all(effect.p_holm >= effect.effect.p for effect in found)
    fewer = LevelScores("g", "T", "key", tuple("abc"), tuple("123456789"), scores[:, :3])
    assert [(effect.first, effect.second) for effect in paired_contrasts([fewer])] == [
        ("a", "b"),
        ("a", "c"),
        ("b", "c"),
    ]


@pytest.fixture(scope="module")
def instructed(tmp_path_factory):
    """A suite under two instructions, with models whose names end alike."""
    folder = tmp_path_factory.mktemp("instructed")
    simulated_suite(
        folder / "runs/mine", 2, n_models=6, benchmarks=NAMES, n_items=4, instructions={"": 0.0, "creative": 0.6}
    )
    return folder


def test_verbalized_sampling_is_the_last_of_the_instructions(tmp_path):
    """So that the others are compared with it, and it with the neutral one."""
    effects = {"": 0.0, "verbalized": 0.9, "creative": 0.6}
    simulated_suite(tmp_path / "runs/mine", 2, n_models=6, benchmarks=NAMES, n_items=4, instructions=effects)
    found = hc.load_suite(tmp_path, "mine").effects("instruction")
    pairs = {(record["first"], record["second"]) for record in found.records()}
    assert pairs == {("neutral", "creative"), ("neutral", "verbalized"), ("creative", "verbalized")}


def test_a_factor_that_nothing_varies_is_refused_with_those_that_vary(instructed):
    """So that a user knows what there is."""
    suite = hc.load_suite(instructed, "mine")
    with pytest.raises(
        BadArguments, match=r"under two levels of temp.*what varies: instruction \(neutral, creative\)$"
    ):
        suite.effects("temp")
    with pytest.raises(BadArguments, match=r"the items of no benchmark have several values of letter; what varies"):
        suite.effects("letter")
    with pytest.raises(BadArguments, match=r"by must be one of temp, .*, got 'tmep'; did you mean 'temp'\?"):
        suite.effects("tmep")


def test_levels_with_token_limits_of_their_own_are_among_those_that_vary(tmp_path):
    """A verbalized reply needs more tokens than others."""
    instructions = {"": 0.0, "creative": 0.6, "verbalized": 0.9}
    simulated_suite(tmp_path / "runs/mine", 2, n_models=6, benchmarks=NAMES, n_items=4, instructions=instructions)
    for path in (tmp_path / "runs/mine").glob("*instruction=verbalized*/run_spec.json"):
        spec = json.loads(path.read_text())
        spec["adapter_spec"]["max_tokens"] = 8192
        path.write_text(json.dumps(spec))
    with pytest.raises(BadArguments, match=r"; what varies: instruction \(neutral, creative, verbalized\)$"):
        hc.load_suite(tmp_path, "mine").effects("temp")


def test_pairs_that_match_nothing_are_refused_with_names(instructed, tmp_path):
    """Those of the suite, and of the file."""
    suite = hc.load_suite(instructed, "mine")
    with pytest.raises(BadArguments, match=r"differ by '-thinking' at the end of one; there are acorn/model-001, "):
        suite.effects("model-pair", pairs="-thinking")
    with pytest.raises(BadArguments, match="model-pair needs --pairs"):
        suite.effects("model-pair")
    with pytest.raises(BadArguments, match="--pairs is for --by model-pair alone, got it with temp"):
        suite.effects("temp", pairs="-thinking")
    path = tmp_path / "pairs.csv"
    path.write_text("base,thinking\nacorn/model-001,lab/none\ncreativity/greedy,birch/model-002\n", "utf-8")
    with pytest.raises(BadArguments, match=r"no pair has two models.*not among them: lab/none, creativity/greedy"):
        suite.effects("model-pair", pairs=path)
    with pytest.raises(FileProblem, match=r"absent\.csv"):
        suite.effects("model-pair", pairs="absent.csv")


def test_pairs_of_a_file_are_compared_the_second_minus_the_first(instructed, tmp_path):
    """A pair that the suite lacks is named, and the others are compared."""
    path = tmp_path / "pairs.csv"
    rows = ["acorn/model-001,birch/model-002", "cedar/model-003,acorn/model-004", "lab/none,birch/model-005"]
    path.write_text("\n".join(["first,second", *rows]) + "\n", "utf-8")
    suite = hc.load_suite(instructed, "mine")
    found = suite.effects("model-pair", pairs=str(path))
    scores = {(row["title"], row["model"]): row["score"] for row in suite.records()}
    for record in found.records():
        if record["benchmark"]:
            title = record["title"]
            differences = [
                scores[title, "birch/model-002"] - scores[title, "acorn/model-001"],
                scores[title, "acorn/model-004"] - scores[title, "cedar/model-003"],
            ]
            assert (record["n"], record["difference"]) == (2, pytest.approx(np.mean(differences)))
    assert found.notes[0] == (
        "left out: lab/none and birch/model-005: not among the language models of these suites: lab/none"
    )


def test_a_model_in_two_pairs_is_refused():
    """Pairs would not be independent."""
    from support.studies import study

    from helm_creativity.results.model_pairs import find_pairs

    with pytest.raises(BadArguments, match="a model stands in one pair, which lab/m0 does not"):
        find_pairs(study(np.ones((3, 1))), [("lab/m0", "lab/m1"), ("lab/m0", "lab/m2")])


def test_a_file_of_pairs_needs_two_names_in_each_row(tmp_path):
    """Columns are named in either way."""
    path = tmp_path / "pairs.csv"
    path.write_text("base,thinking\na,b\n", "utf-8")
    assert read_pairs(path) == [ModelPair("a", "b")]
    path.write_text("first,second\na,\n", "utf-8")
    with pytest.raises(BadArguments, match="line 2: expected the names of two models"):
        read_pairs(path)
    path.write_text("x,y\na,b\n", "utf-8")
    with pytest.raises(BadArguments, match="expected columns first and second, or base and thinking, got x, y"):
        read_pairs(path)


def test_pairs_by_the_ends_of_names():
    """Both names must be there."""
    names = ["lab/a", "lab/a-thinking", "lab/b-thinking", "lab/c"]
    assert pairs_by_ending(names, "-thinking") == [ModelPair("lab/a", "lab/a-thinking")]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("own/18@sha256:1f7c", "own"),
        ("1@sha256:716b", ""),
        ("builtin3-mpnet-pca@sha256:d5/589d/ngrams2@sha256:3a", "builtin3-mpnet-pca"),
        ("0.7", "0.7"),
        ("plain", "plain"),
    ],
)
def test_words_of_a_setting_have_no_checksum(value, words):
    """Nor the number of files in front of it."""
    assert words_of_setting(value) == words


def test_the_command_prints_what_the_function_returns(instructed, tmp_path):
    """As text, as data, and as a picture."""
    given = ("effects", "mine", "--by", "instruction", "--output-path", instructed)
    text = command.run(*given, "--figure", tmp_path / "effects.svg").text
    records = hc.load_suite(instructed, "mine").effects("instruction").records()
    first = text.partition("\n\n")[0]
    lines = {line.split("  ")[0].strip(): line for line in first.splitlines()}
    for record in records:
        assert f"{record['d_z']:+.2f}" in lines[record["title"]]
        assert f"{record['d_z_low']:.2f} to {record['d_z_high']:.2f}" in lines[record["title"]]
    assert (tmp_path / "effects.svg").read_text("utf-8").startswith("<svg")
    tables = json.loads(command.run(*given, "--format", "json").text)
    assert [row["d_z"] for row in tables[0]["rows"]] == pytest.approx([record["d_z"] for record in records])
    with pytest.raises(BadArguments, match="--figure: a plot is written as one of"):
        command.run("effects", "no-such-suite", *given[2:], "--figure", tmp_path / "effects.txt")  # before it is read


def test_a_suite_without_two_models_has_no_effect_and_says_what_is_missing(tmp_path):
    design = {"benchmarks": ("dat", "rat"), "n_models": 1, "n_items": 4, "baselines": False}
    simulated_suite(tmp_path / "runs/one", **design, instructions={"": 0.0, "creative": 0.6})
    figure = tmp_path / "effects.svg"
    done = command.run("effects", "one", "--by", "instruction", "--output-path", tmp_path, "--figure", figure)
    assert (done.status, figure.exists()) == (1, False)
    assert "no effect of instruction: in no benchmark do two language models have scores" in done.stderr[-1]


def test_a_notebook_shows_effects_as_a_table(instructed):
    """As every result."""
    found = hc.load_suite(instructed, "mine").effects("instruction")
    assert found.to_polars()["n"].to_list() == [6] * 4
    assert "<table" in found._repr_html_()


def test_the_note_on_negative_components_has_the_names_of_the_columns(tmp_path):
    """With one response to an item and little variance between models, some component is estimated below 0."""
    design = {"benchmarks": ("dat", "rat"), "n_models": 6, "n_items": 4, "n_trials": 1, "baselines": False}
    simulated_suite(tmp_path / "runs/mine", **design, instructions={"": 0.0, "creative": 0.6})
    text = command.run("effects", "mine", "--output-path", tmp_path, "--by", "instruction").text
    (note,) = re.findall(r"Estimated below 0 and counted as 0: [^.]*", text)
    assert "×instruction" in note
    assert " x " not in note


def test_a_damaged_file_of_one_model_leaves_the_shares_of_the_others(tmp_path):
    design = {"benchmarks": ("dat",), "n_models": 6, "n_items": 4, "baselines": False}
    truth = simulated_suite(tmp_path / "runs/mine", **design, instructions={"": 0.0, "creative": 0.6})
    damaged = truth.runs[truth.models[0], "dat", "creative"]
    (tmp_path / "runs/mine" / damaged / "per_instance_stats.json").write_text("[", "utf-8")
    suite = hc.load_suite(tmp_path, "mine")
    (shares,) = suite.effects("instruction").variance_shares().to_dicts()
    assert (shares["models_n"], shares["items_n"], shares["items_left_out"]) == (5, 4, 0)


def test_models_whose_scores_are_over_all_items_are_named(tmp_path):
    """Their means lack items, and differ from what is compared."""
    varied(tmp_path, hotter, benchmarks=("rat",), n_models=4)
    run = next(path for path in sorted((tmp_path / "runs/mine").iterdir()) if "temp=1.5" in path.name)
    items = json.loads((run / "per_instance_stats.json").read_text())
    lost = sorted({item["instance_id"] for item in items})[:3]
    for item in items:
        if item["instance_id"] in lost:
            item["stats"] = [stat for stat in item["stats"] if stat["name"]["name"] != "score"]
    means = [item["stats"][0]["mean"] for item in items if not item["train_trial_index"] and len(item["stats"]) > 1]
    (run / "per_instance_stats.json").write_text(json.dumps(items))
    stats = json.loads((run / "stats.json").read_text())
    for stat in stats:
        if value := {"valid_rate": 0.75, "score": np.mean(means)}.get(stat["name"]["name"]):
            stat.update({"sum": value, "mean": value, "sum_squared": value**2, "min": value, "max": value})
    (run / "stats.json").write_text(json.dumps(stats))
    (note,) = (note for note in hc.load_suite(tmp_path, "mine").effects("temp").notes if "over all items" in note)
    assert json.loads((run / "run_spec.json").read_text())["adapter_spec"]["model"] in note
